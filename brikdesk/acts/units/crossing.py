"""A way over the table leads units into Fields and out of them (F.1-11)."""

from sqlmodel import Session

from brikdesk.acts.units.encounters import leave_encounter, meets, note_encounter
from brikdesk.acts.units.inside import entry_line, inside_of, leaving_line
from brikdesk.acts.units.on_the_way import Met, OnTheWay
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import Field, Inside, Unit
from brikdesk.turns.brikwars.hazards import damaging_dice, field_icon


def fields_met(session: Session, unit: Unit, way: OnTheWay, *, by_itself: bool) -> list[Line]:
    """Note what a way means for a unit: the Fields that it is in or has left, the dice that it owes.

    Only Fields with a place on the map count. A step waits for the dice of each that it comes into
    or goes through: damage once in a player turn (F.1-11, QF-17), Difficult Terrain likewise
    (QF-34), a Concealed Hazard for each path (F.1-60).
    """
    met = {each.id: each for each in way.fields if each.inches > 0 or each.ends}
    lines: list[Line] = []
    for row in rows_of(session, Field):
        if row.x is None:
            continue
        passage = met.get(row.id or 0)
        inside = inside_of(session, unit, field_id=row.id)
        noted = bool(inside.id) and not inside.left
        if noted and (passage is None or not passage.ends):
            inside.left = True
            session.add(inside)
            leave_encounter(session, unit, row)
            lines.append(leaving_line(session, inside, unit))
        elif passage and not noted and damaging_dice(row):
            lines.append(_suffer(session, unit, row, inside, passage))
            note_encounter(session, unit, passage, by_itself=by_itself)
        if passage and passage.inches > 0 and meets(unit, row, by_itself=by_itself):
            note_encounter(session, unit, passage, by_itself=by_itself)
            lines.append(_treads(unit, row, passage.inches))
    return lines


def _suffer(session: Session, unit: Unit, field: Field, inside: Inside, passage: Met) -> Line:
    """Note a unit that has come into a damaging Field, or gone through it, and return the line."""
    if passage.ends:
        return _enter(session, unit, inside)
    inside.left = True
    session.add(inside)
    session.flush()
    return _crossed(unit, field, passage.inches)


def _enter(session: Session, unit: Unit, inside: Inside) -> Line:
    inside.left = False
    session.add(inside)
    session.flush()
    return entry_line(session, unit, inside)


def _crossed(unit: Unit, field: Field, inches: float) -> Line:
    return line(
        field_icon(field), f"{unit.name} crosses {field.name}.",
        f'{in_inches(inches)} of its way lie in it: it takes its Hazard dice.',
        rule="F.1-11", player_id=unit.player_id, unit_id=unit.id,
    )  # fmt: skip


def _treads(unit: Unit, field: Field, inches: float) -> Line:
    concealed = field.kind is FieldKind.CONCEALED
    return line(
        Kind.FIELD, f"{unit.name} moves in {field.name}.",
        f'{in_inches(inches)} of its way lie in it: it rolls for them.',
        rule="F.1-60" if concealed else "F.1-50", player_id=unit.player_id, unit_id=unit.id,
    )  # fmt: skip
