"""Whom a unit passes on its way: in striking distance (4.1-07), or in a cone of vision (4.3-08)."""

from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.units.engaging import group_of
from brikdesk.ground.shapes import Point, disc
from brikdesk.rules.brikwars.attacks.close_attacks import reacts
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.states import attacked_by_default
from brikdesk.store.house import house_of
from brikdesk.store.journal.remembering import rows_of, until_written
from brikdesk.store.sides import are_foes
from brikdesk.store.tables import Stance, State, StateKind, Unit, Weapon
from brikdesk.store.views.answering import may_answer
from brikdesk.store.views.trails import trails_now
from brikdesk.store.views.units import living_units
from brikdesk.turns.brikwars.close_combat import ARMS, ready_to_strike
from brikdesk.turns.sequence import stamp_now


class Watcher(Struct, frozen=True):
    """A unit with its place on the map: how far it strikes from its edge, how it faces if known."""

    unit_id: int
    name: str
    spot: Point
    half: float
    strikes: float
    facing: float | None


class Passed(Struct, frozen=True):
    """Whom a way passes, by their keys; those in reach come in the order of the way."""

    in_reach: tuple[int, ...] = ()
    in_view: frozenset[int] = frozenset()


def watchers(session: Session) -> dict[int, Watcher]:
    """Return all living units on the table that have a place, by their keys."""
    return until_written(session, "watchers", lambda: _watchers(session))


def passed(unit: Unit, points: Sequence[Point], others: Sequence[Watcher]) -> Passed:
    """Return which others a way of a unit passes.

    Rules: 4.1-07 (in striking distance of a blow), 4.3-08 (in the cone of vision).
    """
    if len(points) < 2:
        return Passed()
    from brikdesk.ground.paths import Gaze, UnitReach, walk  # GEOS, when somebody moves on the map

    half = unit.size / 2
    reaches = {
        each.unit_id: UnitReach(disc(*each.spot, each.half), each.strikes)
        for each in _near(others, points, half)
        if each.unit_id != unit.id
    }
    gazes = {
        each.unit_id: Gaze(each.spot, each.facing)
        for each in others
        if each.unit_id != unit.id and each.facing is not None
    }
    way = walk(points, reaches=reaches, gazes=gazes, half_width=half)
    return Passed(
        tuple(each.key for each in way.in_reach), frozenset(each.key for each in way.in_view)
    )


def passed_in_this_turn(session: Session, unit: Unit) -> Passed:
    """Return whom the way of a unit in the running turn has passed, as far as the map knows."""
    trail = next((way for way in trails_now(session) if way.unit_id == unit.id), None)
    return passed(unit, trail.points if trail else (), tuple(watchers(session).values()))


def answers_on_the_way(session: Session, unit: Unit, points: Sequence[Point]) -> tuple[str, ...]:
    """Name the others who hold an Action and in whose striking distance a way comes (4.1-07).

    Those who fight in another Close Combat are left out (5.2-06).
    """
    able, there = (
        until_written(session, "who may answer", lambda: _able(session)),
        watchers(session),
    )
    near = _near([there[key] for key in able if key in there], points, unit.size / 2)
    if not near:
        return ()
    mates = group_of(session, [unit.id or 0])
    foes = [
        each
        for each in near
        if (able[each.unit_id] or each.unit_id in mates)
        and strikes_by_default(session, session.get_one(Unit, each.unit_id), unit.player_id)
    ]
    way = passed(unit, points, foes)
    # Who is known to look elsewhere all the time notices nothing, unless it fights it (4.3-06).
    return tuple(
        there[key].name
        for key in way.in_reach
        if there[key].facing is None or key in way.in_view or key in mates
    )


def strikes_by_default(session: Session, unit: Unit, mover: int | None) -> bool:
    """Return whether a unit attacks a mover of this player who comes into its reach (4.1-07).

    An opponent with a mind of its own that has something ready to Strike with.
    """
    armed = ready_to_strike(session, unit.id, stamp_now(session))
    reacting = reacts(unit.kind.value, unit.mind.value)
    return reacting and bool(armed) and are_foes(session, unit.player_id, mover)


def _near(others: Sequence[Watcher], points: Sequence[Point], half: float) -> list[Watcher]:
    """Return those that may have a way in reach, by the box around it: a battle has thousands."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    found = []
    for each in others:
        (x, y), away = each.spot, each.strikes + each.half + half
        if left - away <= x <= right + away and top - away <= y <= bottom + away:
            found.append(each)
    return found


def _able(session: Session) -> dict[int, bool]:
    """Return those who hold an Action, and whether each is free of any Close Combat."""
    fighting = select(State.unit_id).where(State.kind == StateKind.ENGAGED)
    engaged = set(session.exec(fighting))
    return {key: key not in engaged for key in may_answer(session)}


def _watchers(session: Session) -> dict[int, Watcher]:
    held: defaultdict[int, list[float]] = defaultdict(list)
    for unit_id, size in session.exec(
        select(Weapon.unit_id, Weapon.size).where(
            col(Weapon.lying) == "", col(Weapon.kind).in_(ARMS)
        )
    ):
        held[unit_id].append(size)
    facing = {each.unit_id: each.facing for each in rows_of(session, Stance)}
    inch = house_of(session, BrikWarsHouse).bw_auto_attack_uses_angry_inch
    return {
        unit.id or 0: Watcher(
            unit.id or 0,
            unit.name,
            (unit.x, unit.y),
            unit.size / 2,
            attacked_by_default(held[unit.id or 0], bw_auto_attack_uses_angry_inch=inch),
            facing.get(unit.id or 0),
        )
        for unit in living_units(session)
        if unit.on_table and unit.x is not None and unit.y is not None
    }
