"""Ways over the table: their price in Move, the Fields that they lead into, the homing they end."""

from dataclasses import replace
from itertools import pairwise
from math import dist

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brikdesk.acts.battlefield.facing import FaceUnit
from brikdesk.acts.battlefield.pieces import PlaceTerrain
from brikdesk.acts.battlefield.way import way_ahead
from brikdesk.acts.campaign.battles import EndBattle
from brikdesk.acts.ground.fields import AddField
from brikdesk.acts.units.states import SetState
from brikdesk.acts.units.unit_turn import MoveUnit
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.digest import digest_of_game
from brikdesk.store.tables import Inside, Stance, StateKind, Unit
from tests.acts.attack_scene import unit
from tests.acts.table import refused, row, rows, told


def digest(battle: Campaign) -> str:
    return battle.reading(lambda session: digest_of_game(session.connection()))


@pytest.fixture
def runner(battle: Campaign) -> int:
    """Return a unit of the player whose turn it is, with 30 inches of Move."""
    return unit(battle, "Runner", 1, x=5, y=5, move=30)


@pytest.mark.rule("4.1-01")
def test_a_way_costs_its_whole_length_and_not_the_straight_line(
    battle: Campaign, runner: int
) -> None:
    battle.do(MoveUnit(unit_id=runner, x=5, y=11, corners=((9, 5), (9, 11))))
    moved = row(battle, Unit)
    assert (moved.x, moved.y, moved.move_used) == (5, 11, 14)


@pytest.mark.rule("4.1-17")
def test_half_speed_doubles_the_price_before_and_after(battle: Campaign, runner: int) -> None:
    battle.do(SetState(unit_id=runner, kind=StateKind.HALF_SPEED, cause="mud"))
    way = battle.read(way_ahead, runner, ((5.0, 5.0), (9.0, 5.0)))
    assert way is not None
    assert (way.inches, way.cost, way.left) == (4, 8, 30)
    assert way.slow
    battle.do(MoveUnit(unit_id=runner, x=9, y=5))
    assert row(battle, Unit).move_used == 8


MUD = PlaceTerrain(
    kind="other", name="Mud", points=((7, 0), (20, 0), (20, 10), (7, 10)), difficult="Slow"
)


@pytest.mark.rule("4.1-05", "A4-08", "T4-09", "4.1-20")
def test_each_inch_of_mud_costs_two_and_never_more(battle: Campaign, runner: int) -> None:
    battle.do(MUD)
    battle.do(MUD)
    way = battle.read(way_ahead, runner, ((5.0, 5.0), (8.5, 5.0)))
    assert way is not None
    assert (way.inches, way.difficult, way.cost) == (3.5, 1.5, 5)
    lines = told(battle, MoveUnit(unit_id=runner, x=8.5, y=5))
    assert row(battle, Unit).move_used == 5, '2" of road and 1.5" of mud'
    assert any('It takes 5", 1.5" in Difficult Terrain.' in line for line in lines)
    battle.do(SetState(unit_id=runner, kind=StateKind.HALF_SPEED, cause="burden"))
    battle.do(MoveUnit(unit_id=runner, x=10.5, y=5))
    assert row(battle, Unit).move_used == 9


@pytest.mark.rule("4.1-05")
def test_mud_makes_a_way_too_long_before_and_is_refused(battle: Campaign, runner: int) -> None:
    battle.do(MUD)
    way = battle.read(way_ahead, runner, ((5.0, 5.0), (20.0, 5.0), (23.0, 5.0)))
    assert way is not None
    assert (way.cost, way.too_far) == (31, True)
    assert "this takes 31" in refused(battle, MoveUnit(unit_id=runner, x=23, y=5), "4.1-01")
    battle.do(MoveUnit(unit_id=runner, x=23, y=5, inches=18))
    assert row(battle, Unit).move_used == 18, "typed inches are the referee's own count"


@pytest.mark.rule("4.1-05", "F.1-52")
def test_terrain_slows_nobody_who_flies_or_is_carried_along(battle: Campaign, runner: int) -> None:
    battle.do(replace(MUD, difficult="Thrust"))
    battle.do(MoveUnit(unit_id=runner, x=9, y=5))
    assert row(battle, Unit).move_used == 4
    battle.do(MUD)
    bird = unit(battle, "Bird", 1, x=9, y=5, move=30, airborne=True)
    battle.do(MoveUnit(unit_id=bird, x=13, y=5))
    assert rows(battle, Unit)[-1].move_used == 4


@pytest.mark.rule("4.1-01")
def test_a_way_that_is_too_long_says_so_before_and_is_refused(
    battle: Campaign, runner: int
) -> None:
    way = battle.read(way_ahead, runner, ((5.0, 5.0), (36.0, 5.0)))
    assert way is not None
    assert way.too_far
    assert "of Move left" in refused(battle, MoveUnit(unit_id=runner, x=36, y=5), "4.1-01")


def test_a_way_says_what_blocks_it_and_what_hinders(battle: Campaign, runner: int) -> None:
    battle.do(PlaceTerrain(kind="wall", name="Wall", points=((8, 0), (9, 0), (9, 10), (8, 10))))
    battle.do(PlaceTerrain(kind="water", name="Pond", points=((5, 12),), radius=3))
    east = battle.read(way_ahead, runner, ((5.0, 5.0), (12.0, 5.0)))
    south = battle.read(way_ahead, runner, ((5.0, 5.0), (5.0, 12.0)))
    assert east is not None
    assert south is not None
    assert (east.blocked, east.into) == (("Wall",), ())
    assert (south.blocked, south.into) == ((), ('Pond for 3.0"',))


@pytest.mark.rule("F.1-11")
def test_a_way_that_ends_in_a_field_notes_it_and_one_that_leads_out_too(
    battle: Campaign, runner: int
) -> None:
    gas = AddField(kind=FieldKind.EXPOSURE, size=4, dice=("d6 Damage",), name="Gas", x=12, y=5)
    battle.do(gas)
    lines = told(battle, MoveUnit(unit_id=runner, x=10, y=5))
    assert any("Runner is in Gas" in line for line in lines)
    assert [inside.left for inside in rows(battle, Inside)] == [False]
    lines = told(battle, MoveUnit(unit_id=runner, x=12, y=6))
    assert not any("Gas" in line for line in lines), "it is in there already"
    lines = told(battle, MoveUnit(unit_id=runner, x=12, y=12))
    assert any("Runner has left Gas" in line for line in lines)
    assert [inside.left for inside in rows(battle, Inside)] == [True]


@pytest.mark.rule("F.1-11")
def test_a_way_through_a_field_is_told_and_nobody_stays_in_it(
    battle: Campaign, runner: int
) -> None:
    gas = AddField(kind=FieldKind.EXPOSURE, size=4, dice=("d6 Damage",), name="Gas", x=12, y=5)
    battle.do(gas)
    lines = told(battle, MoveUnit(unit_id=runner, x=19, y=5))
    assert any("Runner crosses Gas" in line for line in lines)
    assert rows(battle, Inside) == []


spots = st.tuples(st.integers(0, 40), st.integers(0, 30)).map(
    lambda spot: (float(spot[0]), float(spot[1]))
)


@settings(
    max_examples=200, deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(st.lists(spots, min_size=1, max_size=5), st.booleans())
@pytest.mark.rule("4.1-01", "4.1-17", "F.1-11")
def test_any_way_costs_what_an_independent_count_says_and_undo_takes_it_back(
    meadow: tuple[Campaign, int], corners: list[tuple[float, float]], slow: bool
) -> None:
    battle, runner = meadow
    start = digest(battle)
    if slow:
        battle.do(SetState(unit_id=runner, kind=StateKind.HALF_SPEED, cause="mud"))
    points = [(5.0, 5.0), *corners]
    inches = sum(dist(here, there) for here, there in pairwise(points))
    goal = points[-1]
    battle.do(MoveUnit(unit_id=runner, x=goal[0], y=goal[1], corners=tuple(points[1:-1])))
    moved = row(battle, Unit)
    assert moved.move_used == pytest.approx(inches * (2 if slow else 1))
    within = dist(goal, (20, 15)) <= 3 + 0.5
    assert [inside.left for inside in rows(battle, Inside)] == (
        [False] if within and inches else []
    )
    for _ in range(1 + slow):
        battle.undo()
    assert digest(battle) == start


@pytest.fixture
def meadow(battle: Campaign) -> tuple[Campaign, int]:
    """Return a table with one gas cloud of 6 inches about (20, 15), and a unit with endless Move."""
    gas = AddField(kind=FieldKind.EXPOSURE, size=6, dice=("d6 Damage",), name="Gas", x=20, y=15)
    battle.do(gas)
    return battle, unit(battle, "Runner", 1, x=5, y=5, move=999)


def test_how_units_stood_is_forgotten_with_their_places_when_a_battle_ends(
    battle: Campaign, runner: int
) -> None:
    battle.do(FaceUnit(unit_id=runner, facing=90))
    assert [stance.facing for stance in rows(battle, Stance)] == [90]
    battle.do(EndBattle())
    assert rows(battle, Stance) == []
    battle.undo()
    assert [stance.facing for stance in rows(battle, Stance)] == [90]
