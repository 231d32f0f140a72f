"""Sprints on a campaign: how far, in a straight line, alone and as a group."""

from typing import Any

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.movement.momentum import BeginActivity
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import TakePart
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Sprint, StateKind, UnitKind
from tests.acts.hazards import BEN, creation, look, minifig
from tests.acts.table import ROUND, bad, end_turn, refused, rows, told
from tests.acts.test_collisions import holds


def sprint(unit_id: int, *faces: int, benny: str = "", flair: str = "", **facts: Any) -> SprintUnit:
    choices = {name: said for name, said in (("benny", benny), ("flair", flair)) if said}
    given = tuple(Face(face) for face in faces)
    return SprintUnit(unit_id=unit_id, faces=given, choices=choices, **facts)


def left(campaign: Campaign, unit_id: int) -> str:
    """Return the words with which a move that is too far is refused."""
    return refused(campaign, MoveUnit(unit_id=unit_id, inches=99), "4.1-01")


@pytest.mark.rule("4.1-33", "T4-11")
def test_the_action_die_is_added_to_the_move_of_this_turn(battle: Campaign) -> None:
    gus = minifig(battle)
    asked = look(battle, sprint(gus))
    assert [(die.sides, die.label) for die in asked.dice] == [(6, "Action")]
    (line,) = told(battle, sprint(gus, 4))
    assert line.startswith('Gus Sprints: [4] +4" of Move: 9" left, in one straight line')
    assert '9" of Move left' in left(battle, gus)
    assert "Action is spent" in refused(battle, sprint(gus, 4), "4.2-02")
    told(battle, MoveUnit(unit_id=gus, inches=9))
    end_turn(battle, ROUND)
    assert '5" of Move left' in left(battle, gus), "the next turn has the Move alone"


@pytest.mark.rule("4.1-40", "4.1-41", "4.2-18", "4.2-22", "A4-04", "T4-12", "T4-13")
@pytest.mark.parametrize(
    ("faces", "inches", "forced"),
    [((6, 6, 6, 1), 19, True), ((6, 1), 7, True), ((6, 4), 10, False)],
)
def test_a_benny_on_the_distance_goes_on_with_bonus_dice(
    battle: Campaign, faces: tuple[int, ...], inches: int, forced: bool
) -> None:
    gus = minifig(battle)
    (choice,) = look(battle, sprint(gus, 6)).choices
    assert [option.name for option in choice.options] == ['+1d6" distance', "Something else"]
    (line,) = told(battle, sprint(gus, *faces, benny="distance"))
    assert f'+{inches}" of Move: {inches + 5}" left' in line
    assert ("cannot stop" in line) == forced
    assert [row.forced for row in rows(battle, Sprint)] == [forced]


@pytest.mark.rule("4.1-41")
def test_who_stays_out_of_the_battle_need_not_run_on(battle: Campaign) -> None:
    gus = minifig(battle)
    told(battle, sprint(gus, 6, 1, benny="distance"))
    refused(battle, EndTurn(), "4.1-41")
    told(battle, TakePart(unit_id=gus, on_table=False))
    told(battle, EndTurn())


@pytest.mark.rule("4.2-23", "4.1-41")
def test_a_benny_spent_on_something_else_adds_no_die(battle: Campaign) -> None:
    gus = minifig(battle)
    (line,) = told(battle, sprint(gus, 6, benny="flair", flair="over the cart in style"))
    assert '+6" of Move: 11" left' in line
    assert "The Benny: over the cart in style." in line


@pytest.mark.rule("4.1-33", "A4-30", "T4-14")
def test_a_lone_one_adds_nothing_and_forces_nobody(battle: Campaign) -> None:
    gus = minifig(battle)
    (line,) = told(battle, sprint(gus, 1))
    assert '+0" of Move: 5" left' in line
    assert "cannot stop" not in line
    refused(battle, sprint(gus, 3), "4.2-02")


@pytest.mark.rule("A4-30")
def test_by_house_rule_a_lone_one_adds_an_inch(battle: Campaign) -> None:
    gus = minifig(battle)
    battle.do(SetHouseRule(switch="bw_sprint_one_is_failure", value=False))
    assert "100 %" in look(battle, sprint(gus, wanted=6)).waiting
    assert '+1" of Move: 6" left' in told(battle, sprint(gus, 1))[0]


@pytest.mark.rule("A4-04", "4.1-40", "4.1-41")
def test_by_house_rule_a_sprint_is_no_action_roll(battle: Campaign) -> None:
    hero = minifig(battle, "Hero", action_die=10)
    battle.do(SetHouseRule(switch="bw_sprint_is_action_roll", value=False))
    assert not look(battle, sprint(hero, 6)).choices, "a 6 on a d10 earns nothing now"
    (line,) = told(battle, sprint(hero, 10, 1))
    assert '+11" of Move: 16" left' in line
    assert "cannot stop" in line


@pytest.mark.rule("4.1-37", "T4-15")
def test_at_half_speed_its_inches_cost_double_too(battle: Campaign) -> None:
    gus = minifig(battle, worn_armor="heavy")
    assert '4.5" left at Half Speed, heavy armor' in told(battle, sprint(gus, 4))[0]
    refused(battle, MoveUnit(unit_id=gus, inches=5), "4.1-01")
    assert '0" of Move left' in told(battle, MoveUnit(unit_id=gus, inches=4.5))[0]


@pytest.mark.rule("4.1-39", "A4-26")
def test_a_group_runs_by_one_roll_each_at_its_own_speed(battle: Campaign) -> None:
    gus, slow = minifig(battle), minifig(battle, "Slow Joe", worn_armor="heavy")
    lines = told(battle, sprint(gus, 6, 1, benny="distance", with_ids=(slow,)))
    assert ['12" left' in lines[0], '6" left at Half Speed' in lines[1]] == [True, True]
    assert all("cannot stop" in line and line.endswith("4.1-39") for line in lines)
    for each in (gus, slow):
        refused(battle, sprint(each, 2), "4.2-02")
    battle.undo()
    golem = creation(battle)
    assert "only minifigs" in refused(battle, sprint(gus, 4, with_ids=(golem,)), "4.1-39")
    hero = minifig(battle, "Hero", kind=UnitKind.HERO, action_die=10)
    assert "cannot share" in refused(battle, sprint(gus, 4, with_ids=(hero,)), "4.1-39")
    assert "once" in bad(battle, sprint(gus, 4, with_ids=(gus,)))


@pytest.mark.rule("4.1-33", "4.1-23", "4.3-13")
def test_who_cannot_sprint(battle: Campaign) -> None:
    gus, foe, post = minifig(battle), minifig(battle, "Foe", BEN), minifig(battle, "Post", move=0.0)
    refused(battle, sprint(foe, 4), "4.3-13")
    refused(battle, sprint(post, 4), "4.1-33")
    told(battle, SetState(unit_id=gus, kind=StateKind.STOPPED))
    refused(battle, sprint(gus, 4), "4.1-23")


@pytest.mark.rule("4.1-34")
def test_on_the_map_a_sprint_does_not_turn(battle: Campaign) -> None:
    gus = minifig(battle, x=10.0, y=10.0)
    told(battle, MoveUnit(unit_id=gus, x=12.0, y=10.0))
    told(battle, sprint(gus, 4))
    aside = MoveUnit(unit_id=gus, x=12.0, y=14.0)
    assert "one straight line" in refused(battle, aside, "4.1-34")
    refused(battle, MoveUnit(unit_id=gus, x=10.0, y=10.0), "4.1-34")
    bent = MoveUnit(unit_id=gus, x=15.0, y=12.0, corners=((15.0, 10.0),))
    refused(battle, bent, "4.1-34")
    told(battle, MoveUnit(unit_id=gus, x=15.0, y=10.0))
    told(battle, MoveUnit(unit_id=gus, x=19.0, y=10.0))
    told(battle, MoveUnit(unit_id=gus, x=30.0, y=40.0, by_itself=False))
    end_turn(battle, ROUND)
    told(battle, MoveUnit(unit_id=gus, x=30.0, y=38.0))


@pytest.mark.rule("4.1-34")
def test_the_line_begins_with_the_first_move_of_the_sprint(battle: Campaign) -> None:
    gus = minifig(battle, x=10.0, y=10.0)
    told(battle, sprint(gus, 4))
    told(battle, MoveUnit(unit_id=gus, x=10.0, y=14.0))
    refused(battle, MoveUnit(unit_id=gus, x=12.0, y=14.0), "4.1-34")
    told(battle, MoveUnit(unit_id=gus, x=12.0, y=14.0, overruled=frozenset({"4.1-34"})))


@pytest.mark.rule("4.1-34")
def test_who_has_turned_on_its_way_cannot_sprint(battle: Campaign) -> None:
    gus = minifig(battle, x=10.0, y=10.0)
    told(battle, MoveUnit(unit_id=gus, x=12.0, y=12.0, corners=((12.0, 10.0),)))
    assert "turned on its way" in refused(battle, sprint(gus, 4), "4.1-34")


@pytest.mark.rule("4.1-34", "4.1-36")
def test_without_the_map_the_log_reminds_of_the_line(battle: Campaign) -> None:
    gus = minifig(battle)
    assert "nothing may break the run" in told(battle, sprint(gus, 4))[0]
    bent = MoveUnit(unit_id=gus, inches=3, straight=2)
    assert "one straight line" in refused(battle, bent, "4.1-34")
    assert "straight line, 4.1-34" in told(battle, MoveUnit(unit_id=gus, inches=3))[0]


@pytest.mark.rule("4.1-33", "4.1-40")
@pytest.mark.parametrize(
    ("wanted", "chance"),
    [(5, "100 %"), (7, "83.3 %"), (11, "16.7 %"), (12, "16.7 %"), (13, "13.9 %")],
)
def test_the_chance_of_a_distance_is_exact(battle: Campaign, wanted: int, chance: str) -> None:
    gus = minifig(battle)
    assert f'{wanted}" in all: {chance}' in look(battle, sprint(gus, wanted=wanted)).waiting
    assert f"{chance} before the roll" in told(battle, sprint(gus, 3, wanted=wanted))[0]


@pytest.mark.rule("4.1-33", "8.3-27")
def test_every_inch_of_a_sprint_is_explained(battle: Campaign) -> None:
    gus = minifig(battle)
    changes = battle.do(sprint(gus, 6, 3, benny="distance"))
    (total,) = changes.lines[0].sums
    assert (total.name, total.total, total.adds_up) == ("Sprint", 9, True)
    assert [(term.value, term.rule) for term in total.terms] == [(6, "4.1-33"), (3, "4.2-18")]
    assert battle.undo() is not None
    assert not rows(battle, Sprint)


@pytest.mark.rule("4.1-34")
def test_a_sprint_points_itself_in_a_direction_of_its_own(battle: Campaign) -> None:
    gus = minifig(battle, x=10.0, y=10.0)
    (line,) = told(battle, sprint(gus, 4, heading=90.0))
    assert "Its line leads at 90°, 4.1-34." in line
    refused(battle, MoveUnit(unit_id=gus, x=10.0, y=6.0), "4.1-34")
    told(battle, MoveUnit(unit_id=gus, x=19.0, y=10.0))


@pytest.mark.rule("4.1-34", "4.1-39")
def test_a_group_runs_toward_somebody_each_in_a_line_of_its_own(battle: Campaign) -> None:
    gus, ann = minifig(battle, x=10.0, y=10.0), minifig(battle, "Ann", x=20.0, y=20.0)
    foe = minifig(battle, "Foe", BEN, x=20.0, y=10.0)
    lines = told(battle, sprint(gus, 4, with_ids=(ann,), toward_id=foe))
    assert all("Its line leads toward Foe, 4.1-34." in line for line in lines)
    assert [row.heading for row in rows(battle, Sprint)] == [90.0, 0.0]
    refused(battle, MoveUnit(unit_id=ann, x=24.0, y=20.0), "4.1-34")
    told(battle, MoveUnit(unit_id=ann, x=20.0, y=15.0))


@pytest.mark.rule("4.1-34")
def test_the_line_of_a_sprint_takes_in_what_was_gone_before_it(battle: Campaign) -> None:
    gus, foe = minifig(battle, x=10.0, y=10.0), minifig(battle, "Foe", BEN)
    told(battle, MoveUnit(unit_id=gus, x=12.0, y=10.0))
    assert "gone another way" in refused(battle, sprint(gus, 4, heading=180.0), "4.1-34")
    assert "one of the two" in bad(battle, sprint(gus, 4, heading=90.0, toward_id=foe))
    assert "Say its heading in degrees." in bad(battle, sprint(gus, 4, toward_id=foe))
    assert "number of degrees" in bad(battle, sprint(gus, 4, heading=float("nan")))
    told(battle, sprint(gus, 4, heading=450.0))


@pytest.mark.rule("4.1-34", "4.1-35", "5.4-06")
@pytest.mark.parametrize("mapped", [True, False])
def test_stairs_in_the_line_of_a_sprint_are_no_bend_and_end_its_momentum(
    battle: Campaign, mapped: bool
) -> None:
    gus = minifig(battle, x=10.0, y=10.0)
    told(battle, sprint(gus, 6, 4, benny="distance"))
    goes = {"x": 15.0, "y": 10.0} if mapped else {"inches": 5.0}
    told(battle, MoveUnit(unit_id=gus, straight=5.0, **goes))
    assert holds(battle, gus)
    goes = {"x": 19.0, "y": 10.0} if mapped else {"inches": 4.0}
    bent = refused(battle, MoveUnit(unit_id=gus, straight=0.0, **goes), "4.1-34")
    assert "Stairs in that line are no bend" in bent
    (line,) = told(battle, MoveUnit(unit_id=gus, slowed=True, **goes))
    assert "Its MOM is lost on the way, 5.4-06." in line
    assert not holds(battle, gus)


@pytest.mark.rule("5.4-05", "5.4-06")
def test_behind_the_stairs_another_run_begins(battle: Campaign) -> None:
    gus = minifig(battle, move=20.0)
    told(battle, MoveUnit(unit_id=gus, inches=6, slowed=True, straight=3.9))
    assert not holds(battle, gus)
    told(battle, MoveUnit(unit_id=gus, inches=5, slowed=True, straight=4))
    assert holds(battle, gus)
    (line,) = told(battle, MoveUnit(unit_id=gus, inches=2, slowed=True))
    assert "Its MOM is lost on the way, 5.4-06." in line


@pytest.mark.rule("4.1-36", "4.1-35", "4.1-37")
@pytest.mark.parametrize(
    ("activity", "breaks"),
    [
        ("simple_device", True), ("climb_easy", True), ("climb_hard", True), ("aim", True),
        ("doff_armor", True), ("mud", False), ("hop", False), ("carry_heavy", False),
    ],
)  # fmt: skip
def test_nothing_breaks_the_run_of_a_sprint(battle: Campaign, activity: str, breaks: bool) -> None:
    gus = minifig(battle, x=10.0, y=10.0, worn_armor="light")
    told(battle, sprint(gus, 4))
    begins = BeginActivity(unit_id=gus, activity=activity)
    if breaks:
        assert "breaks its run" in refused(battle, begins, "4.1-36")
        told(battle, MoveUnit(unit_id=gus, x=19.0, y=10.0))
        assert battle.try_out(BeginActivity(unit_id=gus, activity="simple_device"))
    else:
        told(battle, begins)
