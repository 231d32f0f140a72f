"""Close Combat as rows: who is engaged with whom, whom a unit passes and notices, Angry Inches."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, field
from sqlmodel import Session, col, or_, select

from brikdesk.acts import who_may
from brikdesk.acts.units.begin_state import begin_state
from brikdesk.ground.paths import Gaze, Passage, UnitReach, walk
from brikdesk.ground.shapes import Point, disc, edge_to_edge, point_to_edge
from brikdesk.rules.brikwars.close_combat import engagement, reacts
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import attacked_by_default, keeps_in_reach
from brikdesk.rules.refusal import No
from brikdesk.store.act import Act
from brikdesk.store.house_rules import are_foes, house_of
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.session import rows_of, until_written
from brikdesk.store.tables import Fate, Stance, State, StateKind, Unit, Weapon
from brikdesk.store.views.battlefield import trails_now
from brikdesk.store.views.states import BINDS
from brikdesk.store.views.still_to_act import may_answer
from brikdesk.store.views.units import living_units
from brikdesk.turns.brikwars.units import ARMS, arms_of, ready_to_strike
from brikdesk.turns.turn_order import stamp_now


def fights_back(unit: Unit) -> bool:
    """Return whether a unit can be engaged (5.2-01, 5.2-02)."""
    return reacts(unit.kind.value, unit.mind.value)


# Who fights with whom


def group_of(session: Session, units: Collection[int]) -> frozenset[int]:
    """Return the ids of all units in one Close Combat with these units, those included (5.2-04)."""
    if not units:
        return frozenset()
    found = select(State).where(State.kind == StateKind.ENGAGED, col(State.with_id).is_not(None))
    pairs = [(state.unit_id, state.with_id or 0) for state in session.exec(found)]
    return engagement(units, pairs)


def engage(session: Session, one: Unit, other: Unit) -> list[Line]:
    """Engage two units with each other (5.2-02); no lines if they are engaged already."""
    if other.id in {state.with_id for state in pairs_of(session, one, StateKind.ENGAGED)}:
        return []
    # A row for each of the two: a state belongs to one unit, and both show it.
    for unit, foe in ((one, other), (other, one)):
        begin_state(session, unit, StateKind.ENGAGED, with_id=foe.id)
    return [
        line(
            Kind.STATE, f"{one.name} and {other.name} are engaged.",
            "Until one Disengages or the fight is over.",
            rule="5.2-02", of=one,
        )
    ]  # fmt: skip


def end_engagements(session: Session, unit: Unit, foe_ids: Collection[int]) -> None:
    """End the engagements of a unit with these opponents; without lines."""
    for pair in pairs_of(session, unit, StateKind.ENGAGED):
        if {pair.unit_id, pair.with_id} & set(foe_ids):
            session.delete(pair)
    session.flush()


def pairs_of(session: Session, unit: Unit, *kinds: StateKind) -> list[State]:
    """Return the states that bind a unit to another one, its own and those of the other.

    Without `kinds`: engagements and Grabs.
    """
    wanted = select(State).where(
        col(State.kind).in_(kinds or BINDS),
        col(State.with_id).is_not(None),
        or_(State.unit_id == unit.id, State.with_id == unit.id),
    )
    return list(session.exec(wanted.order_by(col(State.id))))


def foes_of(session: Session, unit: Unit) -> list[Unit]:
    """Return the opponents that a unit is engaged with, oldest first."""
    pairs = pairs_of(session, unit, StateKind.ENGAGED)
    ids = {key for pair in pairs for key in (pair.unit_id, pair.with_id)} - {unit.id}
    found = select(Unit).where(col(Unit.id).in_(ids), Unit.fate == Fate.ALIVE)
    return list(session.exec(found.order_by(col(Unit.id)))) if ids else []


# Grabs


def grabs_of(session: Session, unit: Unit) -> list[State]:
    """Return the Grabs that a unit makes (5.2-27)."""
    return [s for s in pairs_of(session, unit, StateKind.GRABBED) if s.with_id == unit.id]


def is_grabbed(session: Session, unit: Unit) -> bool:
    """Return whether somebody holds this unit."""
    return any(s.unit_id == unit.id for s in pairs_of(session, unit, StateKind.GRABBED))


def in_grab(session: Session, unit: Unit) -> bool:
    """Return whether a unit holds or is held, so that Strikes at it hit without a roll (5.2-25)."""
    return bool(pairs_of(session, unit, StateKind.GRABBED))


def grab(session: Session, grabber: Unit, victim: Unit) -> Line:
    """Let one unit hold another (5.2-24). The state belongs to the victim."""
    begin_state(session, victim, StateKind.GRABBED, with_id=grabber.id)
    return line(
        Kind.STATE, f"{grabber.name} holds {victim.name}.",
        "Every Close Combat attack on either is an Automatic Hit until it is let go.",
        rule="5.2-25", player_id=grabber.player_id, unit_id=victim.id,
    )  # fmt: skip


def end_grabs(
    session: Session, unit: Unit, why: str, rule: str, *, held: bool = True, by: int | None = None
) -> list[Line]:
    """End the Grabs that a unit makes and, with `held`, those on it; return the lines.

    With `by` only Grabs between the unit and the unit with that id end.
    """
    lines = []
    for state in pairs_of(session, unit, StateKind.GRABBED):
        other = state.with_id if state.unit_id == unit.id else state.unit_id
        if (not held and state.unit_id == unit.id) or (by is not None and other != by):
            continue
        victim, grabber = session.get_one(Unit, state.unit_id), session.get_one(Unit, state.with_id)
        session.delete(state)
        lead = f"{victim.name} is free of {grabber.name}."
        lines.append(line(Kind.STATE, lead, why, rule=rule, of=victim))
    return lines


def leave_combat(session: Session, unit: Unit) -> list[Line]:
    """End all Grabs and engagements of a unit that is gone (5.2-07, 5.2-30, A5-24)."""
    pairs = pairs_of(session, unit)
    if not pairs:
        return []
    lines = end_grabs(session, unit, f"{unit.name} is gone.", "5.2-30", held=False)
    # Without lines: that the unit is gone says it already.
    for state in pairs_of(session, unit):
        session.delete(state)
    return lines


# What this player's turn has seen


def opened(session: Session, unit: Unit) -> Unit:
    """Return the unit, its Close Combat counters set to 0 if they are those of an earlier turn.

    Rules: 5.2-05, 5.2-22, 5.2-23, X6-01. To be called before a counter is raised.
    """
    if not counts_now(session, unit):
        unit.melee_turn_id = stamp_now(session)
        unit.melee_damage, unit.melee_armor = 0, None
        unit.melee_foes, unit.hands_used = [], 0
    session.add(unit)
    return unit


def counts_now(session: Session, unit: Unit) -> bool:
    """Return whether a unit's counters are those of the running player's turn."""
    return unit.melee_turn_id == stamp_now(session)


def foes_now(session: Session, unit: Unit) -> list[int]:
    """Return the ids of units that attacked this one in Close Combat in this turn (A5-19)."""
    return unit.melee_foes if counts_now(session, unit) else []


def chargers_of(session: Session, unit: Unit) -> frozenset[int]:
    """Return the ids of units that have Charged this one in the running turn (5.4-19)."""
    found = select(Unit).where(col(Unit.id).in_(foes_now(session, unit)))
    charged = (
        foe for foe in session.exec(found) if who_may.CHARGE in who_may.noted_of(session, foe)
    )
    return frozenset(foe.id or 0 for foe in charged)


def in_charge(session: Session, unit: Unit) -> bool:
    """Return whether all that a unit fights with now is a Charge, its own or at it (5.4-19)."""
    if who_may.CHARGE in who_may.noted_of(session, unit):
        return True
    chargers = chargers_of(session, unit)
    return bool(chargers) and {foe.id for foe in foes_of(session, unit)} <= chargers


def use_hands(session: Session, unit: Unit, count: int) -> None:
    """Count Hands as used in this player's turn (5.2-05)."""
    if count and unit.kind in who_may.MINIFIGS:
        opened(session, unit).hands_used += count


def hands_of(session: Session, unit: Unit) -> tuple[int, int, int]:
    """Return a minifig's Hands, those used in this player's turn, those bound by older Grabs."""
    now = stamp_now(session)
    hands = who_may.free_hands_now(session, unit)
    used = unit.hands_used if counts_now(session, unit) else 0
    # The Hand of a Grab that began in this turn is among those used.
    bound = sum(state.since_turn_id != now for state in grabs_of(session, unit))
    return hands, used, bound


def there(unit: Unit) -> bool:
    """Return whether a unit is still in the fight."""
    return unit.fate is Fate.ALIVE


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

    in_reach: Mapping[int, Passage[int]] = field(default_factory=dict)
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
        {each.key: each for each in way.in_reach}, frozenset(each.key for each in way.in_view)
    )


def way_now(session: Session, unit: Unit) -> tuple[Point, ...]:
    """Return the way of a unit in the running turn, as far as the map knows."""
    trail = next((way for way in trails_now(session) if way.unit_id == unit.id), None)
    return trail.points if trail else ()


def passed_in_this_turn(session: Session, unit: Unit) -> Passed:
    """Return whom the way of a unit in the running turn has passed, as far as the map knows."""
    return passed(unit, way_now(session, unit), tuple(watchers(session).values()))


def answers_on_the_way(session: Session, unit: Unit, points: Sequence[Point]) -> tuple[str, ...]:
    """Name the others who hold an Action and in whose striking distance a way comes (4.1-07).

    Those who fight in another Close Combat are left out (5.2-06).
    """
    able = until_written(session, "who may answer", lambda: _able(session))
    there = watchers(session)
    near = _near([there[key] for key in able if key in there], points, unit.size / 2)
    if not near:
        return ()
    mates = group_of(session, [unit.id or 0])
    free = (each for each in near if able[each.unit_id] or each.unit_id in mates)
    foes = [
        each
        for each in free
        if strikes_by_default(session, session.get_one(Unit, each.unit_id), unit.player_id)
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
    if not reacts(unit.kind.value, unit.mind.value):
        return False
    armed = ready_to_strike(session, unit.id, stamp_now(session))
    return bool(armed) and are_foes(session, unit.player_id, mover)


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
    # One query for the weapons of all units: a battle has thousands of them.
    arms = select(Weapon.unit_id, Weapon.size).where(col(Weapon.kind).in_(ARMS))
    for unit_id, size in session.exec(arms.where(Weapon.lying == "")):
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


def seen_now(session: Session, unit: Unit, other: Unit) -> bool | None:
    """Return whether a unit has another one in its cone of vision; None where nobody knows (4.3-08).

    Whoever came through it in this turn was seen, and whoever it fights it faces.
    """
    looks = who_may.looks_at(session, unit, (other.x, other.y))
    if looks is not False:
        return looks
    came_by = unit.id in passed_in_this_turn(session, other).in_view
    return None if came_by or _fights(session, unit, other) else False


def unnoticed(session: Session, unit: Unit, other: Unit) -> No | None:
    """Refuse a unit's answer to another one that it does not notice (4.3-06 to 4.3-09)."""
    if who_may.NOTICED in who_may.noted_of(session, unit) or _fights(session, unit, other):
        return None
    return who_may.unseen(session, unit, other, looks=seen_now(session, unit, other))


def _fights(session: Session, unit: Unit, other: Unit) -> bool:
    return other.id in group_of(session, [unit.id or 0])


def check_in_reach(act: Act, session: Session, unit: Unit, x: float, y: float) -> None:
    """Refuse a place out of reach of all opponents; where one of them stands must be known (5.2-11)."""
    gaps = [point_to_edge(x, y, foe) for foe in foes_of(session, unit)]
    known = [max(0.0, gap - unit.size / 2) for gap in gaps if gap is not None]
    why = f"{unit.name} reaches none of its opponents from there."
    away = bool(known) and not keeps_in_reach(min(known), arms_of(session, unit))
    act.refuse_if(away, "5.2-11", why, session)


def strikes_at(session: Session, unit: Unit) -> float:
    """Return the inches from its edge in which a unit attacks by default (4.1-07, A4-06)."""
    inch = house_of(session, BrikWarsHouse).bw_auto_attack_uses_angry_inch
    return attacked_by_default(arms_of(session, unit), bw_auto_attack_uses_angry_inch=inch)


def out_of_reach(session: Session, one: Unit, other: Unit) -> bool:
    """Return whether neither of two units reaches the other, as far as the map knows (5.2-36)."""
    gap = edge_to_edge(one, other)
    if gap is None:
        return False
    return not any(keeps_in_reach(gap, arms_of(session, each)) for each in (one, other))


def parted_by_the_map(session: Session, unit: Unit, step: str = "") -> list[Line]:
    """End its engagements with all who neither reach it nor are reached by it, by the map (5.2-07).

    It may have moved, or hold nothing any more with which it reached so far.
    """
    gone = [foe for foe in foes_of(session, unit) if out_of_reach(session, unit, foe)]
    if not gone:
        return []
    end_engagements(session, unit, [foe.id or 0 for foe in gone])
    names = ", ".join(foe.name for foe in gone)
    lead = f"{unit.name} and {names} are no longer engaged."
    whose = "his reach" if len(gone) == 1 else "their reach"
    words = f"It is out of {whose}. {stays_engaged(session, unit)}".strip()
    return [line(Kind.STATE, lead, words, rule="5.2-07", of=unit, step=step)]


def stays_engaged(session: Session, unit: Unit) -> str:
    """Say with whom a unit is still engaged; empty for nobody."""
    names = ", ".join(foe.name for foe in foes_of(session, unit))
    return f"It stays engaged with {names}." if names else ""
