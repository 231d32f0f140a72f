import pytest

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.power import DivertPower
from brikdesk.acts.units.actions import ReturnAction, SpendAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.gunnery import HomeIn
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.errors import Refusal, in_few
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Homing, StateKind, Unit
from tests.acts.table import ROUND, bad, end_turn, refused, row, rows, told

FALL = StateKind.DISRUPTED


@pytest.fixture
def pikeman(battle: Campaign) -> Campaign:
    battle.do(AddUnit(name="Pikeman", player_id=1, x=10, y=10))
    return battle


@pytest.mark.rule("4.1-01")
def test_moves_add_up_to_the_move_and_no_farther(pikeman: Campaign) -> None:
    assert told(pikeman, MoveUnit(unit_id=1, inches=2)) == [
        'Pikeman moves 2". 3" of Move left. 4.1-01'
    ]
    told(pikeman, MoveUnit(unit_id=1, x=13, y=10))
    unit = row(pikeman, Unit)
    assert (unit.move_used, unit.x, unit.y) == (5.0, 13.0, 10.0)
    assert refused(pikeman, MoveUnit(unit_id=1, inches=0.5), "4.1-01") == (
        'Pikeman has 0" of Move left, this takes 0.5".'
    )
    pikeman.do(MoveUnit(unit_id=1, inches=0.5, overruled=frozenset({"4.1-01"})))
    end_turn(pikeman, ROUND)
    told(pikeman, MoveUnit(unit_id=1, inches=5))


@pytest.mark.rule("4.1-16", "4.1-17")
def test_half_speed_doubles_what_a_distance_costs(pikeman: Campaign) -> None:
    pikeman.do(EditUnit(unit_id=1, worn_armor="heavy"))
    assert refused(pikeman, MoveUnit(unit_id=1, inches=3), "4.1-01") == (
        'Pikeman has 5" of Move left, this takes 6", Half Speed: heavy armor.'
    )
    assert told(pikeman, MoveUnit(unit_id=1, inches=2.5)) == [
        'Pikeman moves 2.5". It takes 5", Half Speed: heavy armor. 0" of Move left. 4.1-17'
    ]


@pytest.mark.rule("OF-54")
def test_size_damage_takes_from_the_move(battle: Campaign) -> None:
    battle.do(AddUnit(name="Golem", player_id=1, kind="Creature", size=4))
    battle.do(EditUnit(unit_id=1, size_damage=2))
    refused(battle, MoveUnit(unit_id=1, inches=3.5), "4.1-01")
    told(battle, MoveUnit(unit_id=1, inches=3))


@pytest.mark.rule("4.1-23", "4.1-27")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [(FALL, "4.1-27"), (StateKind.STOPPED, "4.1-23"), (StateKind.FULL_TURN, "4.2-27")],
)
def test_the_disrupted_and_the_stopped_stay_where_they_are(
    pikeman: Campaign, kind: StateKind, rule: str
) -> None:
    pikeman.do(SetState(unit_id=1, kind=kind, cause="a net"))
    assert refused(pikeman, MoveUnit(unit_id=1, inches=1), rule).startswith("Pikeman: ")
    told(pikeman, MoveUnit(unit_id=1, inches=4, by_itself=False))
    assert row(pikeman, Unit).move_used == 0


def test_what_others_do_to_a_unit_and_other_turns_cost_no_move(pikeman: Campaign) -> None:
    assert told(pikeman, MoveUnit(unit_id=1, inches=9, by_itself=False)) == [
        'Pikeman is moved 9". 4.1-01'
    ]
    end_turn(pikeman)
    told(pikeman, MoveUnit(unit_id=1, inches=1))
    assert row(pikeman, Unit).move_used == 0


def test_the_first_place_on_the_table_is_no_move(battle: Campaign) -> None:
    battle.do(AddUnit(name="Pikeman", player_id=1))
    put_down = battle.do(MoveUnit(unit_id=1, x=39, y=29))
    assert (put_down.title, put_down.lines) == ("Pikeman is put down", ())
    assert row(battle, Unit).move_used == 0
    assert "both x and y" in bad(battle, MoveUnit(unit_id=1, x=1))
    assert "Give inches" in bad(battle, MoveUnit(unit_id=1))


@pytest.mark.rule("8.5-17", "Q8-77")
def test_moving_the_gun_or_its_target_ends_homing(battle: Campaign) -> None:
    battle.do(
        AddUnit(name="Gun", player_id=1, kind="Vehicle", size=4, weapons=(WeaponFacts(size=4),))
    )
    battle.do(AddUnit(name="Golem", player_id=2, kind="Creature", size=4))
    aim = HomeIn(weapon_id=1, target="Golem", target_id=2, supporters=2)
    battle.do(aim)
    assert told(battle, MoveUnit(unit_id=1, inches=1))[1] == (
        "Gun loses +2 on Golem. The weapon has moved. 8.5-17"
    )
    battle.do(aim)
    assert told(battle, MoveUnit(unit_id=2, inches=1))[1] == (
        "Gun loses +2 on Golem. The target has moved. 8.5-17"
    )
    battle.do(aim)
    assert told(battle, MoveUnit(unit_id=2, inches=2, by_itself=False))[1] == (
        "Gun loses +2 on Golem. The target was knocked away. Q8-77"
    )
    assert rows(battle, Homing) == []


@pytest.mark.rule("4.2-02", "4.2-04")
def test_an_action_is_spent_once_and_comes_back_with_the_own_turn(pikeman: Campaign) -> None:
    assert told(pikeman, SpendAction(unit_id=1, why="Opens the gate.")) == [
        "Pikeman spends an Action. Opens the gate. 4.2-02"
    ]
    refused(pikeman, SpendAction(unit_id=1), "4.2-02")
    end_turn(pikeman, ROUND - 1)
    assert "until its next turn" in refused(pikeman, SpendAction(unit_id=1), "4.2-02")
    end_turn(pikeman)
    told(pikeman, SpendAction(unit_id=1))


@pytest.mark.rule("4.2-02")
def test_more_minds_have_more_actions(pikeman: Campaign) -> None:
    pikeman.do(EditUnit(unit_id=1, actions_per_turn=2))
    assert "1 left." in told(pikeman, SpendAction(unit_id=1))[0]
    told(pikeman, SpendAction(unit_id=1))
    refused(pikeman, SpendAction(unit_id=1), "4.2-02")
    told(pikeman, ReturnAction(unit_id=1))
    told(pikeman, SpendAction(unit_id=1))


@pytest.mark.rule("4.1-27")
def test_the_disrupted_have_no_action(pikeman: Campaign) -> None:
    pikeman.do(SetState(unit_id=1, kind=FALL))
    refused(pikeman, SpendAction(unit_id=1), "4.1-27")


def test_an_action_that_was_not_spent_cannot_come_back(pikeman: Campaign) -> None:
    assert "has spent no Action" in bad(pikeman, ReturnAction(unit_id=1))
    pikeman.do(SpendAction(unit_id=1))
    pikeman.do(ReturnAction(unit_id=1))
    assert row(pikeman, Unit).action_spent_turn_id is None


@pytest.mark.rule("8.1-41", "4.2-27")
def test_who_diverts_all_power_neither_moves_nor_acts(battle: Campaign) -> None:
    battle.do(AddUnit(name="Rex", player_id=1, kind="Creature", size=3))
    battle.do(DivertPower(unit_id=1))
    refused(battle, MoveUnit(unit_id=1, inches=1), "4.2-27")
    refused(battle, SpendAction(unit_id=1), "4.2-27")


@pytest.mark.rule("4.1-01")
def test_many_that_one_rule_refuses_are_told_in_few_words() -> None:
    said = [Refusal("4.1-01", f"Zombie {number} has no Move.") for number in range(1, 7)]
    assert in_few([*said, Refusal("4.1-03", "A wall is in its way.")]) == (
        Refusal("4.1-01", "Zombie 1 has no Move."),
        Refusal("4.1-01", "Zombie 2 has no Move. And 4 more."),
        Refusal("4.1-03", "A wall is in its way."),
    )
    assert in_few(said[:3]) == tuple(said[:3])
