"""Momentum and Collisions on a campaign: gained, kept, lost, spent; thrown back, resisted, smashed."""

from dataclasses import replace
from typing import Any

import pytest

from brikdesk.acts.movement.colliding import Collide, lies_in_run
from brikdesk.acts.movement.momentum import run_now
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import State, StateKind, Unit
from brikdesk.store.views.units import units
from tests.acts.attack_scene import unit
from tests.acts.hazards import ANN, BEN, creation, look, minifig
from tests.acts.table import ROUND, bad, end_turn, refused, row, rows, told


def holds(campaign: Campaign, unit_id: int) -> bool:
    """Return whether a unit holds a MOM, and check that the desk shows the same."""
    held = campaign.reading(lambda session: run_now(session, session.get_one(Unit, unit_id)).mom)
    (shown,) = [each for each in campaign.read(units) if each.id == unit_id]
    assert held == any(chip.word == "Momentum" for chip in shown.chips)
    return held


def run(campaign: Campaign, unit_id: int, inches: float, **facts: Any) -> list[str]:
    return told(campaign, MoveUnit(unit_id=unit_id, inches=inches, straight=inches, **facts))


def collide(unit_id: int, target_id: int, *faces: int, **facts: Any) -> Collide:
    choices = facts.pop("choices", {})
    given = tuple(Face(face) for face in faces)
    return Collide(unit_id=unit_id, target_id=target_id, faces=given, choices=choices, **facts)


@pytest.fixture
def charge(battle: Campaign) -> tuple[Campaign, int, int]:
    """Gus of the running player holds a MOM and stands before Foe, both on the map."""
    gus = unit(battle, "Gus", ANN, x=4, y=10, move=10)
    foe = unit(battle, "Foe", BEN, x=10, y=10)
    told(battle, MoveUnit(unit_id=gus, x=9, y=10))
    assert holds(battle, gus)
    return battle, gus, foe


@pytest.mark.rule("5.4-24")
def test_who_lies_in_the_way_is_offered_first_foes_before_friends(
    charge: tuple[Campaign, int, int],
) -> None:
    battle, gus, foe = charge
    near = unit(battle, "Near friend", ANN, x=9, y=13)
    ahead = unit(battle, "Friend ahead", ANN, x=11, y=10)
    behind = unit(battle, "Foe behind", BEN, x=7, y=10)
    creation(battle, "Wall")
    assert battle.read(lies_in_run, gus)[:2] == (foe, ahead)
    assert battle.read(lies_in_run, gus)[2:] == (behind, near)


def kinds(campaign: Campaign, unit_id: int) -> set[StateKind]:
    return {state.kind for state in rows(campaign, State) if state.unit_id == unit_id}


@pytest.mark.rule("5.4-03", "5.4-04", "5.4-05", "T5-28")
@pytest.mark.parametrize(("inches", "held"), [(3.9, False), (4.0, True)])
def test_four_inches_straight_earn_a_mom(battle: Campaign, inches: float, held: bool) -> None:
    gus = minifig(battle, move=8)
    run(battle, gus, inches)
    assert holds(battle, gus) is held


@pytest.mark.rule("5.4-05", "5.4-06")
def test_on_the_map_the_way_tells_what_was_straight(battle: Campaign) -> None:
    gus = unit(battle, "Gus", ANN, x=2, y=2, move=20)
    told(battle, MoveUnit(unit_id=gus, x=4, y=2))
    assert not holds(battle, gus)
    told(battle, MoveUnit(unit_id=gus, x=6, y=2))
    assert holds(battle, gus), "two parts of one line"
    (line,) = told(battle, MoveUnit(unit_id=gus, x=6, y=4))
    assert line.endswith("Its MOM is lost on the way, 5.4-06. 4.1-01")
    assert not holds(battle, gus)
    told(battle, MoveUnit(unit_id=gus, x=10, y=8, corners=((6, 8),)))
    assert holds(battle, gus), "6 inches straight, then a turn and 4 more"


@pytest.mark.rule("5.4-06")
def test_mud_on_the_way_prevents_full_speed(battle: Campaign) -> None:
    from brikdesk.acts.battlefield.terrain import PlaceTerrain

    gus = unit(battle, "Gus", ANN, x=2, y=2, move=20)
    battle.do(PlaceTerrain(kind="water", points=((4, 0), (6, 0), (6, 4), (4, 4))))
    told(battle, MoveUnit(unit_id=gus, x=9, y=2))
    assert not holds(battle, gus)


@pytest.mark.rule("5.4-06")
def test_who_is_shoved_has_no_momentum_left(battle: Campaign) -> None:
    gus = minifig(battle, move=8)
    run(battle, gus, 5)
    told(battle, MoveUnit(unit_id=gus, inches=2, by_itself=False))
    assert not holds(battle, gus)


@pytest.mark.rule("5.4-07", "A5-31", "T5-29")
@pytest.mark.parametrize(("ran", "kept"), [(7, False), (8, True)])
def test_a_mom_lasts_into_the_next_own_turn_if_all_move_is_used(
    battle: Campaign, ran: float, kept: bool
) -> None:
    gus = minifig(battle, move=8)
    run(battle, gus, ran)
    assert holds(battle, gus)
    end_turn(battle)
    assert holds(battle, gus) is kept
    end_turn(battle, ROUND - 1)
    assert holds(battle, gus) is kept
    run(battle, gus, 1)
    assert holds(battle, gus) is kept
    end_turn(battle)
    assert not holds(battle, gus)


@pytest.mark.rule("5.4-03")
def test_straight_inches_that_the_way_does_not_have_are_told(battle: Campaign) -> None:
    gus = minifig(battle, move=8)
    assert "only 3" in bad(battle, MoveUnit(unit_id=gus, inches=3, straight=4))
    told(battle, MoveUnit(unit_id=gus, inches=6, straight=2))
    assert not holds(battle, gus), "a turn before the last two inches"


@pytest.mark.rule("5.4-24", "5.4-26", "5.4-27", "5.4-29", "5.4-13", "5.4-14", "5.4-25", "T5-25")
def test_the_target_is_thrown_back_and_the_charger_must_run_on(
    charge: tuple[Campaign, int, int],
) -> None:
    battle, gus, foe = charge
    spent_before = row(battle, Unit, gus).actions_spent
    lines = told(battle, collide(gus, foe, 5, 3))
    assert lines[0] == 'Gus runs into Foe: MOM [5] against POP [3] Foe is thrown 2". 5.4-29'
    assert "Foe: Disrupted." in lines[1]
    assert lines[2].startswith('Gus must run on, 5" straight ahead.')
    assert (row(battle, Unit, foe).x, row(battle, Unit, foe).y) == (12, 10)
    assert kinds(battle, foe) == {StateKind.DISRUPTED}
    assert row(battle, Unit, gus).actions_spent == spent_before
    assert not holds(battle, gus)
    battle.undo()
    assert holds(battle, gus)
    assert row(battle, Unit, foe).x == 10


@pytest.mark.rule("5.4-28", "T5-26")
def test_a_target_that_resists_stops_the_charger_and_both_are_engaged(
    charge: tuple[Campaign, int, int],
) -> None:
    battle, gus, foe = charge
    lines = told(battle, collide(gus, foe, 3, 3))
    assert lines[0].endswith("Foe resists. 5.4-28")
    assert kinds(battle, gus) == {StateKind.STOPPED, StateKind.ENGAGED}
    assert kinds(battle, foe) == {StateKind.ENGAGED}
    assert row(battle, Unit, foe).x == 10
    refused(battle, MoveUnit(unit_id=gus, inches=1), "4.1-23")


@pytest.mark.rule("5.4-13", "5.4-26", "T5-27")
def test_mom_dice_earn_bonus_dice(charge: tuple[Campaign, int, int]) -> None:
    battle, gus, foe = charge
    preview = look(battle, collide(gus, foe))
    assert "thrown back with" in preview.waiting
    lines = told(battle, collide(gus, foe, 6, 2, 4))
    assert 'Foe is thrown 4".' in lines[0]


@pytest.mark.rule("5.4-26", "5.4-27", "A5-28", "X1.2-04")
def test_a_lone_one_counts_nothing(charge: tuple[Campaign, int, int]) -> None:
    battle, gus, foe = charge
    assert "resists" in told(battle, collide(gus, foe, 1, 1))[0]
    battle.undo()
    assert 'thrown 2"' in told(battle, collide(gus, foe, 2, 1))[0]


@pytest.mark.rule("5.4-31", "A5-28", "A5-52", "A5-53", "T5-34", "T5-35", "T5-38")
def test_an_obstacle_that_stops_the_throw_smashes(charge: tuple[Campaign, int, int]) -> None:
    battle, gus, foe = charge
    # T5-38: nothing in the way.
    assert "Smash" not in " ".join(told(battle, collide(gus, foe, 6, 1, 2)))
    battle.undo()
    # T5-34: thrown 5" with a wall after 1": 4 Smash against Armor 4.
    lines = told(
        battle,
        collide(
            gus,
            foe,
            6,
            1,
            2,
            free=1,
            choices={f"bad-{foe}": "twist", f"twist-{foe}": "The helmet rings"},
        ),
    )
    assert 'thrown 5". An obstacle stops it: 4 Smash.' in lines[0]
    assert any("4 damage against Armor 4: Something Bad" in each for each in lines)
    assert kinds(battle, foe) == {StateKind.DISRUPTED}
    assert row(battle, Unit, foe).x == 11
    battle.undo()
    # T5-35: a POP of 1 counts nothing, so 6 of 7" are prevented.
    lines = told(battle, collide(gus, foe, 6, 1, 1, free=1))
    assert any("6 damage against Armor 4" in each for each in lines)
    assert row(battle, Unit, foe).fate.value == "dead"


@pytest.mark.rule("A5-30", "5.1-46", "5.4-26", "5.4-27")
def test_two_who_run_into_it_together_count_against_one_opposition(
    charge: tuple[Campaign, int, int],
) -> None:
    battle, gus, foe = charge
    ivo = unit(battle, "Ivo", ANN, x=4, y=10, move=10)
    both = replace(collide(gus, foe), with_ids=(ivo,))
    assert "holds no MOM" in refused(battle, both, "5.4-03")
    run(battle, ivo, 5)
    alone = look(battle, collide(gus, foe)).waiting
    together = look(battle, both).waiting
    assert together == "Waiting for 2 dice. The target is thrown back with 78.3 %."
    assert alone.startswith("Waiting for a die. The target is thrown back with 4")
    lines = told(battle, replace(collide(gus, foe, 3, 2, 4), with_ids=(ivo,)))
    said = 'Gus and Ivo run into Foe: MOM [3][2] against POP [4] Foe is thrown 1". 5.4-29'
    assert lines[0] == said
    assert [line.split(",")[0] for line in lines[2:]] == ["Gus must run on", "Ivo must run on"]
    assert not holds(battle, gus)
    assert not holds(battle, ivo)
    battle.undo()
    told(battle, replace(collide(gus, foe, 2, 2, 5), with_ids=(ivo,)))
    for each in (gus, ivo):
        assert kinds(battle, each) == {StateKind.STOPPED, StateKind.ENGAGED}
    battle.undo()
    assert "not more" in bad(battle, replace(both, head_on=True))
    assert "once" in bad(battle, replace(both, with_ids=(gus,)))


@pytest.mark.rule("5.4-30", "A5-40")
def test_head_on_both_are_thrown_at_the_same_moment(battle: Campaign) -> None:
    gus = unit(battle, "Gus", ANN, x=4, y=10, move=10)
    foe = unit(battle, "Foe", BEN, x=20, y=10, move=6)
    end_turn(battle)
    told(battle, MoveUnit(unit_id=foe, x=14, y=10))
    end_turn(battle, ROUND - 1)
    told(battle, MoveUnit(unit_id=gus, x=13, y=10))
    lines = told(battle, collide(gus, foe, 5, 3, 4, 1, head_on=True))
    assert 'Foe is thrown 2".' in lines[0]
    assert 'Gus is thrown 4".' in lines[1]
    assert (row(battle, Unit, foe).x, row(battle, Unit, gus).x) == (16, 9)
    assert not any("must run on" in each for each in lines)
    battle.undo()
    lines = told(battle, collide(gus, foe, 3, 3, 2, 2, head_on=True))
    assert kinds(battle, gus) == kinds(battle, foe) == {StateKind.STOPPED, StateKind.ENGAGED}


@pytest.mark.rule("5.4-24", "5.4-03", "5.4-09", "5.4-30")
def test_who_cannot_collide_is_refused(charge: tuple[Campaign, int, int]) -> None:
    battle, gus, foe = charge
    slow, mech = minifig(battle, "Slow"), creation(battle, player_id=BEN)
    assert "MOM" in refused(battle, collide(slow, foe, 5, 3), "5.4-03")
    assert "minifigs" in refused(battle, collide(gus, mech, 5, 3), "5.4-24")
    assert "own turn" in refused(battle, collide(foe, gus, 5, 3), "5.4-24")
    assert "head-on" in refused(battle, collide(gus, foe, 5, 3, 4, 1, head_on=True), "5.4-30")
    assert "himself" in bad(battle, collide(gus, gus, 5, 3))
    battle.do(SetState(unit_id=foe, kind=StateKind.DISRUPTED))
    assert "run over" in refused(battle, collide(gus, foe, 5, 3), "5.4-24")


@pytest.mark.rule("5.4-08", "5.4-13")
def test_after_it_is_spent_another_four_inches_earn_a_new_one(
    charge: tuple[Campaign, int, int],
) -> None:
    battle, gus, foe = charge
    told(battle, collide(gus, foe, 5, 3))
    told(battle, MoveUnit(unit_id=gus, x=12, y=10))
    assert not holds(battle, gus)
    told(battle, MoveUnit(unit_id=gus, x=13, y=10))
    assert holds(battle, gus)
