"""Close Combat as rows: who is engaged with whom, who holds whom, what counts for one turn only."""

from collections.abc import Collection

from sqlmodel import Session, col, or_, select

from brikdesk.acts.lasting import begin_state
from brikdesk.acts.parted import CHARGE, noted_of
from brikdesk.acts.unit_now import MINIFIGS, free_hands_now
from brikdesk.rules.brikwars.attacks.close_attacks import engagement, reacts
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import Fate, State, StateKind, Unit
from brikdesk.turns.sequence import stamp_now

PAIRS = (StateKind.ENGAGED, StateKind.GRABBED)
"""States that bind two units to each other."""


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
            rule="5.2-02", player_id=one.player_id, unit_id=one.id,
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
        col(State.kind).in_(kinds or PAIRS),
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
        lines.append(
            line(
                Kind.STATE, f"{victim.name} is free of {grabber.name}.", why,
                rule=rule, player_id=victim.player_id, unit_id=victim.id,
            )
        )  # fmt: skip
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
    now = stamp_now(session)
    if unit.melee_turn_id != now:
        unit.melee_turn_id = now
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
    charged = (foe for foe in session.exec(found) if CHARGE in noted_of(session, foe))
    return frozenset(foe.id or 0 for foe in charged)


def in_charge(session: Session, unit: Unit) -> bool:
    """Return whether all that a unit fights with now is a Charge, its own or at it (5.4-19)."""
    if CHARGE in noted_of(session, unit):
        return True
    chargers = chargers_of(session, unit)
    return bool(chargers) and {foe.id for foe in foes_of(session, unit)} <= chargers


def use_hands(session: Session, unit: Unit, count: int) -> None:
    """Count Hands as used in this player's turn (5.2-05)."""
    if count and unit.kind in MINIFIGS:
        opened(session, unit).hands_used += count


def hands_of(session: Session, unit: Unit) -> tuple[int, int, int]:
    """Return a minifig's Hands, those used in this player's turn, those bound by older Grabs."""
    now = stamp_now(session)
    hands = free_hands_now(session, unit)
    used = unit.hands_used if counts_now(session, unit) else 0
    # The Hand of a Grab that began in this turn is among those used.
    bound = sum(state.since_turn_id != now for state in grabs_of(session, unit))
    return hands, used, bound


def there(unit: Unit) -> bool:
    """Return whether a unit is still in the fight."""
    return unit.fate is Fate.ALIVE
