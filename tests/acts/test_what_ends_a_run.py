"""Stops that end in a unit's own turn, runs that earn nothing, fights that begin where one stays."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Disengage
from brikdesk.acts.combat.engaging import passed_in_this_turn
from brikdesk.acts.fields.concealed_hazards import CrossConcealed
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.momentum import BeginActivity, SpendMomentum
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.states import ClearState, SetState
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Inside, StateKind, Unit
from brikdesk.turns.queue import queue as queue_now
from tests.acts.attack_scene import done, unit, weapon
from tests.acts.hazards import ANN, BEN, keys, minifig, settle, waiting
from tests.acts.table import ROUND, end_turn, refused, row, rows, told
from tests.acts.test_collisions import holds, kinds, run
from ui.models.queue import queue_rows


@pytest.mark.rule("A4-31", "4.1-24")
def test_a_stop_that_ends_in_its_own_turn_lets_it_go_in_the_next_one(battle: Campaign) -> None:
    gus = minifig(battle, "Gus", ANN)
    told(battle, SetState(unit_id=gus, kind=StateKind.STOPPED, cause="a trap", lasting=True))
    (line,) = told(battle, ClearState(state_id=1, reason="It opens."))
    assert line == (
        "Gus: Stopped is over. It opens. It stays Stopped until its next own turn starts, A4-31."
        " 4.1-24"
    )
    refused(battle, MoveUnit(unit_id=gus, inches=1), "4.1-23")
    end_turn(battle, ROUND)
    settle_all(battle)
    told(battle, MoveUnit(unit_id=gus, inches=1))


def settle_all(battle: Campaign) -> None:
    for key in keys(battle):
        settle(battle, key)


@pytest.mark.rule("4.1-24")
def test_in_the_turn_of_another_it_is_simply_free(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN)
    told(battle, SetState(unit_id=foe, kind=StateKind.STOPPED, cause="a trap", lasting=True))
    told(battle, ClearState(state_id=1))
    assert kinds(battle, foe) == set()


@pytest.mark.rule("A4-31", "4.1-22")
def test_who_takes_off_its_armor_drowns_no_more_and_stays_where_it_is(battle: Campaign) -> None:
    gus = minifig(battle, "Gus", ANN, worn_armor="heavy")
    told(battle, BeginActivity(unit_id=gus, activity="swim"))
    (line,) = told(battle, BeginActivity(unit_id=gus, activity="doff_armor"))
    assert "It drowns no more and swims. It stays Stopped until its next own turn" in line
    assert kinds(battle, gus) == {StateKind.HALF_SPEED, StateKind.STOPPED}
    refused(battle, MoveUnit(unit_id=gus, inches=1), "4.1-23")


@pytest.mark.rule("4.1-22", "4.1-21")
def test_armor_and_burden_both_have_to_go(battle: Campaign) -> None:
    gus = minifig(battle, "Gus", ANN, worn_armor="heavy")
    told(battle, BeginActivity(unit_id=gus, activity="carry_heavy"))
    told(battle, BeginActivity(unit_id=gus, activity="swim"))
    (line,) = told(battle, BeginActivity(unit_id=gus, activity="doff_armor"))
    assert "It still carries a heavy object, and drowns." in line
    assert StateKind.DROWNING in kinds(battle, gus)
    burden = next(s for s in held(battle, gus) if s[1] == "carrying a heavy object")
    (line,) = told(battle, ClearState(state_id=burden[0]))
    assert "It drowns no more and swims." in line
    assert kinds(battle, gus) == {StateKind.HALF_SPEED, StateKind.STOPPED}


def held(battle: Campaign, unit_id: int) -> list[tuple[int, str]]:
    from brikdesk.store.tables import State

    return [(each.id or 0, each.cause) for each in rows(battle, State) if each.unit_id == unit_id]


@pytest.mark.rule("5.4-06", "A5-27", "A5-65")
@pytest.mark.parametrize(
    ("cause", "earns"),
    [
        ("wading", False),
        ("crawling", False),
        ("recovering", False),
        ("carrying a heavy object", True),
        ("a heavy burden", True),
    ],
)
def test_half_speed_earns_momentum_only_under_armor_and_burdens(
    battle: Campaign, cause: str, earns: bool
) -> None:
    gus = minifig(battle, "Gus", ANN, move=10)
    told(battle, SetState(unit_id=gus, kind=StateKind.HALF_SPEED, cause=cause, lasting=True))
    run(battle, gus, 4)
    assert holds(battle, gus) is earns


@pytest.mark.rule("5.4-06")
@pytest.mark.parametrize(
    "activity", ["climb_easy", "climb_hard", "mud", "simple_device", "aim", "doff_armor"]
)
def test_what_is_no_running_ends_momentum(battle: Campaign, activity: str) -> None:
    gus = minifig(battle, "Gus", ANN, move=10, worn_armor="light")
    run(battle, gus, 4)
    assert holds(battle, gus)
    (line,) = told(battle, BeginActivity(unit_id=gus, activity=activity))
    assert "Its MOM is lost, 5.4-06." in line
    assert not holds(battle, gus)


@pytest.mark.rule("5.4-06", "4.1-14", "A4-14")
def test_a_door_between_two_movements_is_free_and_the_run_begins_anew(battle: Campaign) -> None:
    gus, foe = minifig(battle, "Gus", ANN, move=10), minifig(battle, "Foe", BEN)
    run(battle, gus, 3)
    assert told(battle, BeginActivity(unit_id=gus, activity="simple_device")) == [
        "Gus: using a door or a device. 4.1-14"
    ]
    run(battle, gus, 3)
    assert not holds(battle, gus)
    run(battle, gus, 1)
    assert holds(battle, gus)
    assert row(battle, Unit, gus).actions_spent == 0
    (line,) = told(battle, BeginActivity(unit_id=foe, activity="simple_device"))
    assert "That takes its Action." in line
    refused(battle, BeginActivity(unit_id=foe, activity="simple_device"), "4.2-02")


@pytest.mark.rule("4.1-27")
def test_who_lies_on_the_ground_opens_no_door(battle: Campaign) -> None:
    gus = minifig(battle, "Gus", ANN)
    told(battle, SetState(unit_id=gus, kind=StateKind.DISRUPTED))
    refused(battle, BeginActivity(unit_id=gus, activity="simple_device"), "4.1-27")


@pytest.mark.rule("5.4-14")
def test_who_has_rolled_its_mom_opens_no_door_on_its_way(battle: Campaign) -> None:
    gus = minifig(battle, "Gus", ANN, move=10)
    run(battle, gus, 4)
    told(battle, SpendMomentum(unit_id=gus, name="a vault", faces=(Face(3),)))
    refused(battle, BeginActivity(unit_id=gus, activity="simple_device"), "5.4-14")
    run(battle, gus, 6)
    told(battle, BeginActivity(unit_id=gus, activity="simple_device"))


@pytest.mark.rule("5.4-06")
def test_who_is_stopped_has_no_momentum_left_in_its_next_turn(battle: Campaign) -> None:
    gus = minifig(battle, "Gus", ANN, move=4)
    run(battle, gus, 4)
    told(battle, SetState(unit_id=gus, kind=StateKind.STOPPED, cause="a gate"))
    end_turn(battle, ROUND)
    assert not holds(battle, gus)


@pytest.fixture
def struck(battle: Campaign) -> tuple[Campaign, int, int, Attack]:
    """Gus of the running player has come beside a guard, who strikes at him in response."""
    gus = unit(battle, "Gus", ANN, x=4, y=10, armor="40")
    guard = unit(battle, "Guard", BEN, x=7, y=10)
    sword = weapon(battle, guard, preset="W-01", name="Sword")
    told(battle, MoveUnit(unit_id=gus, x=6, y=10))
    strike = Strike(weapon_id=sword, by_id=guard, mode=Mode.STRIKE)
    return battle, gus, guard, Attack(aims=(Aim(unit_id=gus),), strikes=(strike,))


@pytest.mark.rule("A4-07", "4.1-09")
def test_who_stays_in_reach_of_its_striker_is_engaged_when_its_turn_ends(
    struck: tuple[Campaign, int, int, Attack],
) -> None:
    battle, gus, _, attack = struck
    done(battle, attack, 4, 2)
    assert kinds(battle, gus) == set()
    told(battle, EndTurn())
    settle(battle, f"stays-{gus}")
    assert StateKind.ENGAGED in kinds(battle, gus)


@pytest.mark.rule("A4-07")
def test_who_has_gone_on_out_of_reach_is_not(struck: tuple[Campaign, int, int, Attack]) -> None:
    battle, gus, _, attack = struck
    done(battle, attack, 4, 2)
    told(battle, MoveUnit(unit_id=gus, x=6, y=13))
    told(battle, EndTurn())
    assert kinds(battle, gus) == set()


@pytest.mark.rule("A4-07")
def test_the_last_inch_of_its_move_in_reach_engages_it_at_once(
    struck: tuple[Campaign, int, int, Attack],
) -> None:
    battle, gus, _, attack = struck
    done(battle, attack, 4, 2)
    lines = told(battle, MoveUnit(unit_id=gus, x=6, y=11, inches=3))
    assert lines[-1].startswith("Guard and Gus are engaged.")


@pytest.mark.rule("4.1-08", "A4-07")
def test_a_second_striker_after_a_parry_engages_it_too(
    struck: tuple[Campaign, int, int, Attack],
) -> None:
    battle, gus, _, attack = struck
    shield = weapon(battle, gus, preset="W-12", name="Shield")
    parried = replace(attack, parries=(Parry(unit_id=gus, weapon_id=shield),))
    done(battle, parried, 4, 3)
    other = unit(battle, "Other", BEN, x=6, y=11)
    club = weapon(battle, other, preset="W-01", name="Club")
    strike = Strike(weapon_id=club, by_id=other, mode=Mode.STRIKE)
    lines = done(battle, Attack(aims=(Aim(unit_id=gus),), strikes=(strike,)), 4, 2)
    assert any(line.startswith("Other and Gus are engaged.") for line in lines)


@pytest.mark.rule("4.1-08")
def test_a_parry_stops_it_although_the_blow_was_struck_in_passing(
    struck: tuple[Campaign, int, int, Attack],
) -> None:
    battle, gus, _, attack = struck
    shield = weapon(battle, gus, preset="W-12", name="Shield")
    parried = replace(attack, passing=True, parries=(Parry(unit_id=gus, weapon_id=shield),))
    done(battle, parried, 4, 3)
    assert {StateKind.STOPPED, StateKind.ENGAGED} <= kinds(battle, gus)


@pytest.mark.rule("5.2-36")
def test_who_disengages_and_goes_nowhere_is_still_engaged(battle: Campaign) -> None:
    gus, orc = unit(battle, "Gus", ANN, x=5, y=5), unit(battle, "Orc", BEN, x=6, y=5)
    told(battle, SetState(unit_id=gus, kind=StateKind.ENGAGED, with_id=orc))
    told(battle, Disengage(unit_id=gus))
    if any(key.startswith("counterstrike") for key in keys(battle)):
        settle(battle, "counterstrike-1", answer="go")
    assert StateKind.ENGAGED not in kinds(battle, gus)
    told(battle, EndTurn())
    settle(battle, f"stays-{gus}")
    assert StateKind.ENGAGED in kinds(battle, gus)


@pytest.mark.rule("5.2-32", "5.2-07")
def test_a_shove_out_of_reach_engages_nobody(battle: Campaign) -> None:
    gus, orc = unit(battle, "Gus", ANN, x=5, y=5), unit(battle, "Orc", BEN, x=6, y=5, armor="40")
    shove = Attack(aims=(Aim(unit_id=orc),), strikes=(Strike(by_id=gus, mode=Mode.SHOVE),))
    done(battle, shove)
    assert row(battle, Unit, orc).x == 8
    assert StateKind.ENGAGED not in kinds(battle, orc)


@pytest.mark.rule("F.1-11", "5.2-32")
def test_a_shove_into_lava_waits_with_its_dice_and_is_undone_whole(battle: Campaign) -> None:
    al, bo = unit(battle, "Al", ANN, x=10, y=10), unit(battle, "Bo", BEN, x=11, y=10)
    lava = AddField(kind=FieldKind.EXPOSURE, size=3, name="Lava", dice=("d6 Damage",), x=14.5, y=10)
    told(battle, lava)
    before = battle.digest()
    shove = Attack(aims=(Aim(unit_id=bo),), strikes=(Strike(by_id=al, mode=Mode.SHOVE),))
    lines = done(battle, shove)
    assert "Bo is in Lava. It takes its Hazard dice now: d6. F.1-11" in lines
    assert keys(battle) == ["met-1"]
    battle.undo()
    assert (battle.digest(), keys(battle)) == (before, [])
    battle.redo()
    assert [each.unit_id for each in rows(battle, Inside)] == [bo]


@pytest.mark.rule("F.1-11", "5.1-11")
def test_a_settled_step_is_told_by_who_dies_and_then_by_the_damage(battle: Campaign) -> None:
    al, bo = unit(battle, "Al", ANN, x=10, y=10), unit(battle, "Bo", BEN, x=11, y=10, armor="4")
    lava = AddField(kind=FieldKind.EXPOSURE, size=3, name="Lava", dice=("d6 Damage",), x=14.5, y=10)
    told(battle, lava)
    done(battle, Attack(aims=(Aim(unit_id=bo),), strikes=(Strike(by_id=al, mode=Mode.SHOVE),)))
    settle(battle, "met-1", 6, 1)
    done_rows, _ = queue_rows(queue := battle.read(queue_now), queue.waiting, None)
    assert [each.title for each in done_rows] == ["Bo dies"]
    assert done_rows[0].detail.startswith("Bo in Lava: 7 damage against Armor 4")


@pytest.mark.rule("F.1-67")
def test_a_dive_comes_down_in_what_lies_hidden_with_all_its_inches(battle: Campaign) -> None:
    bo = unit(battle, "Bo", BEN, x=10, y=15)
    told(battle, AddField(kind=FieldKind.CONCEALED, size=3, dice=("d6 Damage",), x=13, y=15))
    told(battle, Bail(unit_id=bo, x=12.0, y=15.0, faces=(Face(2),)))
    act = waiting(battle, f"path-{bo}-1")
    assert isinstance(act, CrossConcealed)
    assert (act.through_air, act.inches) == (True, 2)


@pytest.mark.rule("4.3-08", "4.1-07")
def test_who_is_shoved_past_somebody_may_be_answered(battle: Campaign) -> None:
    al, bo = unit(battle, "Al", ANN, x=10, y=10), unit(battle, "Bo", BEN, x=11, y=10)
    guard = unit(battle, "Guard", ANN, x=12, y=11)
    shove = Attack(aims=(Aim(unit_id=bo),), strikes=(Strike(by_id=al, mode=Mode.SHOVE),))
    done(battle, shove)
    met = battle.reading(lambda session: passed_in_this_turn(session, session.get_one(Unit, bo)))
    assert guard in met.in_reach
