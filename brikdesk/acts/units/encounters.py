"""Units meet hazards on their way: what they owe is noted, and settled (F.1-11, QF-34, F.1-60)."""

from sqlmodel import Session, col, select

from brikdesk.acts.units.on_the_way import Met
from brikdesk.acts.units.slipping import mode_of
from brikdesk.rules.brikwars.hazards.concealed_hazards import sets_off
from brikdesk.rules.brikwars.hazards.difficult_terrain import TerrainMode
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.tables import Encounter, Field, Unit
from brikdesk.turns.sequence import turn_now


def meets(unit: Unit, field: Field, *, by_itself: bool) -> bool:
    """Return whether the dice of Difficult Terrain or a Concealed Hazard are owed on a way.

    Who flies treads on nothing. Who is shoved loses no Move by terrain, but Spikes hurt (F.1-56).
    """
    if unit.airborne:
        return False
    if field.kind is FieldKind.CONCEALED:
        return sets_off(unit.size)
    spiked = mode_of(field) is TerrainMode.SPIKED
    return field.kind is FieldKind.TERRAIN and bool(field.dice) and (by_itself or spiked)


def note_encounter(session: Session, unit: Unit, met: Met, *, by_itself: bool) -> None:
    """Note that a unit met a Field on its way; several ways of one turn count as one (QF-34)."""
    turn = turn_now(session)
    past = select(Encounter).where(Encounter.unit_id == unit.id, col(Encounter.turn_id) != turn.id)
    for row in session.exec(past):
        session.delete(row)  # nobody rolled for it in its turn
    same = select(Encounter).where(
        Encounter.unit_id == unit.id, Encounter.field_id == met.id, Encounter.turn_id == turn.id
    )
    encounter = session.exec(same).first() or Encounter(
        unit_id=unit.id or 0, field_id=met.id, turn_id=turn.id or 0, inches=0.0
    )
    encounter.inches += met.inches
    encounter.leaves = not met.ends
    encounter.by_itself = by_itself
    session.add(encounter)
    session.flush()


def leave_encounter(session: Session, unit: Unit, field: Field) -> None:
    """Note that a unit whose dice are still owed has gone out of a Field."""
    for encounter in _of(session, unit.id, field.id):
        encounter.leaves = True
        session.add(encounter)


def settle_encounter(session: Session, unit_id: int | None, field_id: int | None) -> None:
    """Delete what a unit owes to a Field: its dice are rolled."""
    for encounter in _of(session, unit_id, field_id):
        session.delete(encounter)
    session.flush()


def _of(session: Session, unit_id: int | None, field_id: int | None) -> tuple[Encounter, ...]:
    owed = select(Encounter).where(Encounter.unit_id == unit_id, Encounter.field_id == field_id)
    return tuple(session.exec(owed))
