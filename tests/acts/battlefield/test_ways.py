"""Ways over the table: their price in Move, the Fields that they lead into, the homing they end."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import cos, dist, radians, sin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brikdesk.acts.battlefield.by_the_map import run_up, way_ahead, way_on
from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.campaign.battles import EndBattle
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.step_act import act_of_step
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face, Origin
from brikdesk.lengths import NEARLY, in_field, read_spot
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.images import digest_of_game
from brikdesk.store.tables import Homing, Inside, Run, Stance, StateKind, Unit
from brikdesk.turns.contradictions import at_odds
from brikdesk.turns.queue import queue
from tests.acts.attack_scene import unit, weapon
from tests.acts.hazards import put, turn
from tests.acts.table import refused, row, rows, told
from tests.nightly import many


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


@pytest.mark.rule("4.1-03")
def test_a_way_says_what_blocks_it_and_what_hinders(battle: Campaign, runner: int) -> None:
    battle.do(PlaceTerrain(kind="wall", name="Wall", points=((8, 0), (9, 0), (9, 10), (8, 10))))
    battle.do(PlaceTerrain(kind="water", name="Pond", points=((5, 12),), radius=3))
    east = battle.read(way_ahead, runner, ((5.0, 5.0), (12.0, 5.0)))
    south = battle.read(way_ahead, runner, ((5.0, 5.0), (5.0, 12.0)))
    assert east is not None
    assert south is not None
    assert (east.blocked, east.into) == (("Wall",), ())
    assert (south.blocked, south.into) == ((), ('Pond for 3"',))


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
    assert [inside.left for inside in rows(battle, Inside)] == [True]


spots = st.tuples(st.integers(0, 40), st.integers(0, 30)).map(
    lambda spot: (float(spot[0]), float(spot[1]))
)


def overlap(points: list[tuple[float, float]], inside: Callable[[float, float], float]) -> float:
    """Return the inches of a way for which `inside` holds, by halving each leg at every edge."""
    return sum(_within(here, there, inside) for here, there in pairwise(points))


def _within(
    a: tuple[float, float], b: tuple[float, float], inside: Callable[[float, float], float]
) -> float:
    """Return the inches of one line where `inside` is positive; it is concave along any line."""

    def at(share: float) -> float:
        return inside(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)

    low, high = 0.0, 1.0
    for _ in range(200):  # the best place of the line
        third = (high - low) / 3
        low, high = (
            (low + third, high) if at(low + third) < at(high - third) else (low, high - third)
        )
    best = (low + high) / 2
    if at(best) <= 0:
        return 0.0
    ends = []
    for end in (0.0, 1.0):
        out, within = end, best
        for _ in range(60):
            middle = (out + within) / 2
            out, within = (middle, within) if at(middle) <= 0 else (out, middle)
        ends.append(end if at(end) > 0 else within)
    return (ends[1] - ends[0]) * dist(a, b)


def disc_at(x: float, y: float, radius: float) -> Callable[[float, float], float]:
    return lambda px, py: radius - dist((x, y), (px, py))


def in_mud(x: float, y: float) -> float:
    return min(x - 9.5, 30.5 - x, y - 19.5, 26.5 - y)


GAS, ICE, MINES = disc_at(20, 15, 3.5), disc_at(33, 8, 2.5), disc_at(8, 24, 3.5)
"""The Fields of the meadow, grown by half the runner."""


@settings(
    max_examples=many(200, 200, quick=50), deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(st.lists(spots, min_size=1, max_size=5), st.booleans())
@pytest.mark.rule("4.1-01", "4.1-05", "4.1-17", "F.1-11", "QF-34", "F.1-60", "8.5-17")
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
    before = battle.read(way_ahead, runner, tuple(points))
    battle.do(MoveUnit(unit_id=runner, x=goal[0], y=goal[1], corners=tuple(points[1:-1])))
    cost = inches + (inches if slow else overlap(points, in_mud))
    assert rows(battle, Unit)[0].move_used == pytest.approx(cost, abs=1e-6)
    assert before is not None
    assert before.cost == rows(battle, Unit)[0].move_used
    waiting = {step.key.split("-")[0]: step for step in battle.read(queue).waiting}
    met = {"met": GAS, "terrain": ICE, "path": MINES}
    assert set(waiting) == {key for key, field in met.items() if overlap(points, field) > 1e-6}
    if "path" in waiting:
        assert waiting["path"].act["inches"] == pytest.approx(overlap(points, MINES), abs=1e-6)
    inside = [GAS(*goal) >= 0] if "met" in waiting else []
    assert [not inside.left for inside in rows(battle, Inside)] == inside
    assert (rows(battle, Homing) == []) is (inches > 0)
    for _ in range(1 + slow):
        battle.undo()
    assert digest(battle) == start


@pytest.fixture
def meadow(battle: Campaign) -> tuple[Campaign, int]:
    """Return a table with gas, ice, mines and mud, and a unit with endless Move that is aimed at."""
    kinds = (
        (FieldKind.EXPOSURE, 6, "d6 Damage", "Gas", 20, 15),
        (FieldKind.TERRAIN, 4, "d6 Move", "Ice", 33, 8),
        (FieldKind.CONCEALED, 6, "d6 Damage", "Mines", 8, 24),
    )
    for kind, size, die, name, x, y in kinds:
        battle.do(AddField(kind=kind, size=size, dice=(die,), name=name, x=x, y=y))
    outline = ((9.5, 19.5), (30.5, 19.5), (30.5, 26.5), (9.5, 26.5))
    battle.do(replace(MUD, points=outline))
    runner = unit(battle, "Runner", 1, x=5, y=5, move=999)
    gun = weapon(battle, unit(battle, "Gun", 2), preset="W-17")
    now = turn(battle).id or 0
    aim = Homing(weapon_id=gun, player_id=2, target="Runner", bonus=1, attacked_turn_id=now)
    aim.target_id = runner
    put(battle, aim)
    return battle, runner


@pytest.mark.rule("F.1-11", "QF-17")
def test_a_field_on_the_way_is_settled_at_once_and_only_once(battle: Campaign, runner: int) -> None:
    gas = AddField(kind=FieldKind.EXPOSURE, size=4, dice=("d6 Damage",), name="Gas", x=12, y=5)
    battle.do(gas)
    battle.do(MoveUnit(unit_id=runner, x=19, y=5))
    (step,) = battle.read(queue).waiting
    assert step.title == "Runner went through Gas"
    assert "1 step waits: Runner went through Gas" in refused(battle, EndTurn(), "turn-order")
    battle.do(replace(act_of_step(step), faces=(Face(2, Origin.TYPED),)))
    assert battle.read(queue).waiting == ()
    battle.do(MoveUnit(unit_id=runner, x=5, y=5))
    assert battle.read(queue).waiting == (), "once in a player turn"
    for _ in range(3):
        battle.undo()
    assert battle.read(queue).waiting == ()


@pytest.mark.rule("F.1-51", "QF-34")
def test_ice_on_the_way_takes_its_inches_when_its_die_is_rolled(
    battle: Campaign, runner: int
) -> None:
    ice = AddField(
        kind=FieldKind.TERRAIN, size=4, dice=("d6 Move",), name="Ice", mode="Slow", x=12, y=5
    )
    battle.do(ice)
    battle.do(MoveUnit(unit_id=runner, x=12, y=5))
    (step,) = battle.read(queue).waiting
    battle.do(replace(act_of_step(step), faces=(Face(4, Origin.TYPED),)))
    assert row(battle, Unit).move_used == 7 + 4
    battle.do(MoveUnit(unit_id=runner, x=13, y=5))
    assert battle.read(queue).waiting == ()


def test_how_units_stood_is_forgotten_with_their_places_when_a_battle_ends(
    battle: Campaign, runner: int
) -> None:
    battle.do(FaceUnit(unit_id=runner, facing=90))
    assert [stance.facing for stance in rows(battle, Stance)] == [90]
    battle.do(EndBattle())
    assert rows(battle, Stance) == []
    battle.undo()
    assert [stance.facing for stance in rows(battle, Stance)] == [90]


@pytest.mark.rule("4.1-03")
def test_a_vehicle_comes_up_to_a_wall_and_not_a_quarter_inch_into_it(battle: Campaign) -> None:
    battle.do(PlaceTerrain(kind="wall", points=((20, 0), (20, 30)), radius=0.5, top=6))
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, x=10, y=10, move=20)
    driver = frozenset({"8.5-03"})
    half = 19.5 - max(
        x / 8
        for x in range(8 * 16, 8 * 20)
        if not battle.reading(lambda session, x=x / 8: way_ahead(session, tank, ((x, 10),)).blocked)
    )
    assert half >= 1, "it is larger than a minifig"
    into = MoveUnit(unit_id=tank, x=19.75 - half, y=10, overruled=driver)
    assert "Wall" in refused(battle, into, "4.1-03")
    battle.do(replace(into, x=19.5 - half))
    assert battle.read(at_odds) == ()


headings = st.floats(0, 360, allow_nan=False)


@settings(
    max_examples=many(200, 200, quick=40), deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(headings, st.floats(0.3, 8.99), st.booleans(), st.booleans())
@pytest.mark.rule("4.1-01", "4.1-34", "4.1-41", "4.1-05", "5.4-14")
def test_the_place_to_which_a_run_goes_on_is_legal_and_ends_it(
    battle: Campaign, heading: float, gone: float, slow: bool, muddy: bool
) -> None:
    start = digest(battle)
    begun = unit(battle, "Gus", 1, x=30, y=20, move=5)
    acts = 1
    if slow:
        battle.do(SetState(unit_id=begun, kind=StateKind.HALF_SPEED, cause="burden"))
        acts += 1
    if muddy:
        around = ((24.0, 14.0), (36.0, 14.0), (36.0, 26.0), (24.0, 26.0))
        battle.do(PlaceTerrain(kind="other", name="Mud", points=around, difficult="Slow"))
        acts += 1
    battle.do(SprintUnit(unit_id=begun, faces=(Face(4),)))
    far = gone / 2 if slow or muddy else gone
    x, y = 30 + sin(radians(heading)) * far, 20 - cos(radians(heading)) * far
    battle.do(MoveUnit(unit_id=begun, x=x, y=y))
    on = battle.read(way_on, begun)
    assert on.spot is not None
    spot = read_spot(" ".join(map(in_field, on.spot)))
    assert spot is not None, "the form shows it as it is"
    battle.do(MoveUnit(unit_id=begun, x=spot[0], y=spot[1]))
    (row,) = [each for each in rows(battle, Unit) if each.id == begun]
    assert row.move_used == pytest.approx(9, abs=NEARLY), "nothing of its Move is left to run"
    for _ in range(acts + 3):
        battle.undo()
    assert digest(battle) == start


@settings(
    max_examples=many(200, 200, quick=40), deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(headings, st.sampled_from([3.9, 3.99, 4.0, 4.4321, 5.0, 5.004]))
@pytest.mark.rule("5.4-03", "5.4-05", "4.1-01")
def test_the_run_to_a_charge_is_legal_and_earns_what_it_promises(
    battle: Campaign, heading: float, gap: float
) -> None:
    start = digest(battle)
    gus = unit(battle, "Gus", 1, x=30, y=20, move=5)
    x, y = (30 + sin(radians(heading)) * (gap + 1), 20 - cos(radians(heading)) * (gap + 1))
    foe = unit(battle, "Foe", 2, x=x, y=y)
    run = battle.read(run_up, gus, foe)
    assert run is not None
    why = {
        3.9: '3.9" to it: it takes 4" straight on',
        3.99: '3.99" to it: it takes 4" straight on',
        5.004: '5.004" to it, 5" of Move left: a Sprint adds to that',
    }
    assert run.why == why.get(gap, "")
    if not run.why:
        battle.do(MoveUnit(unit_id=gus, x=run.spot[0], y=run.spot[1]))
        assert [each.mom for each in rows(battle, Run)] == [True]
        battle.undo()
    battle.undo()
    battle.undo()
    assert digest(battle) == start


@pytest.mark.rule("X9.5-01", "5.4-24")
def test_a_way_of_a_vehicle_names_whom_it_leads_over(battle: Campaign) -> None:
    truck = unit(battle, "Truck", 1, kind="vehicle", size=4, move=20, x=10, y=10)
    for name, x, y in (("Rider", 10, 10), ("Crossed", 15, 11), ("Missed", 15, 13), ("Hit", 20, 10)):
        unit(battle, name, 2, x=x, y=y)

    def over(*points: tuple[float, float]) -> tuple[str, ...]:
        way = battle.read(way_ahead, truck, ((10.0, 10.0), *points))
        assert way is not None
        return way.over

    assert over((12.0, 10.0)) == ()
    assert over((17.4, 10.0)) == ("Crossed",), "up to Hit, and not into it"
    assert over((18.0, 10.0)) == ("Crossed", "Hit")
    assert over((10.0, 16.0), (18.0, 16.0)) == ()
    walker = unit(battle, "Walker", 1, x=14, y=10)
    way = battle.read(way_ahead, walker, ((14.0, 10.0), (20.0, 10.0)))
    assert way is not None
    assert way.over == ()
