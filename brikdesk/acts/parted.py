"""What the running turn has seen of a unit's Close Combat: partings from opponents, maneuvers."""

from sqlmodel import Session

from brikdesk.rules.brikwars.attacks.close_attacks import ENGAGING
from brikdesk.store.journal.remembering import rows_of, running_turn
from brikdesk.store.tables import Maneuver, Parting, Unit

PARRY = "parry"
"""The maneuver of a unit that has answered one (A5-05)."""

CHARGE = "charge"
"""Noted beside the Strike or Shove of a unit that Charges (5.4-19)."""

INCH = "inch"
"""Noted of a unit that has taken the inch before a maneuver or a response, and made neither yet."""

NOTICED = "noticed"
"""Noted of a unit of which What I Say Goes decided that it has seen what it answers (4.3-09)."""


def partings_of(session: Session, unit: Unit) -> tuple[Parting, ...]:
    """Return the partings of the running turn of a unit that Disengages, oldest first."""
    turn = running_turn(session)
    rows = rows_of(session, Parting) if turn else ()
    return tuple(row for row in rows if turn and row.turn_id == turn.id and row.unit_id == unit.id)


def has_disengaged(session: Session, unit: Unit) -> bool:
    """Return whether a unit has Disengaged in the running turn, all Counterstrikes over (5.2-34)."""
    partings = partings_of(session, unit)
    return bool(partings) and not any(row.waits for row in partings)


def is_answered(session: Session, unit: Unit) -> bool:
    """Return whether no Counterstrike at a unit that Disengages is still to come."""
    return not any(row.waits for row in partings_of(session, unit))


def maneuvers_of(session: Session, unit: Unit) -> frozenset[str]:
    """Return the types of maneuver that a unit has made in the running turn (5.2-17)."""
    return noted_of(session, unit) & ENGAGING


def noted_of(session: Session, unit: Unit) -> frozenset[str]:
    """Return the types of maneuver of a unit in the running turn, with all that is noted beside them."""
    turn = running_turn(session)
    rows = rows_of(session, Maneuver) if turn else ()
    return frozenset(
        row.kind for row in rows if turn and row.turn_id == turn.id and row.unit_id == unit.id
    )


def note_maneuver(session: Session, unit: Unit, kind: str) -> None:
    """Note a type of maneuver that a unit makes in the running turn; earlier turns are forgotten."""
    turn = running_turn(session)
    if turn is None or kind in noted_of(session, unit):
        return
    for row in rows_of(session, Maneuver):
        if row.unit_id == unit.id and row.turn_id != turn.id:
            session.delete(row)
    session.add(Maneuver(unit_id=unit.id or 0, turn_id=turn.id or 0, kind=kind))
    session.flush()


def forget(session: Session, unit: Unit, kind: str) -> None:
    """Take back what was noted of a unit in the running turn."""
    turn = running_turn(session)
    for row in rows_of(session, Maneuver) if turn else ():
        if row.unit_id == unit.id and row.kind == kind and turn and row.turn_id == turn.id:
            session.delete(row)
            session.flush()
