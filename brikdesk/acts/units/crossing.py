"""A way over the table leads units into Fields and out of them (F.1-11)."""

from sqlmodel import Session

from brikdesk.acts.fields.presence import enter, inside_of, leave, note_encounter
from brikdesk.acts.units.on_the_way import Met, OnTheWay
from brikdesk.acts.units.slipping import mode_of
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.hazards.concealed_hazards import sets_off
from brikdesk.rules.brikwars.hazards.difficult_terrain import TerrainMode
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import Field, Inside, Unit
from brikdesk.turns.brikwars.hazards import damaging_dice, field_icon


def fields_met(
    session: Session, unit: Unit, way: OnTheWay, *, by_itself: bool, flown: float | None = None
) -> list[Line]:
    """Note what a way means for a unit: the Fields that it is in or has left, the dice that it owes.

    Only Fields with a place on the map count. A step waits for the dice of each that it comes into
    or goes through: damage once in a player turn (F.1-11, QF-17), Difficult Terrain likewise
    (QF-34), a Concealed Hazard for each path (F.1-60). `flown`: the inches of a way through the air,
    which treads on nothing but where it comes down (F.1-67); 0 for who is aboard of what moves.
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
            lines.append(leave(session, inside, unit))
        elif passage and not noted and damaging_dice(row):
            lines.append(_suffer(session, unit, row, inside, passage))
            note_encounter(
                session, unit, passage.id, passage.inches, ends=passage.ends, by_itself=by_itself
            )
        if passage and meets(unit, row, by_itself=by_itself):
            lines += _treads(session, unit, row, passage, by_itself, flown)
    return lines


def _treads(
    session: Session, unit: Unit, field: Field, met: Met, by_itself: bool, flown: float | None
) -> list[Line]:
    """Note the path of a unit over the ground of a Field, or that it comes down there."""
    concealed = field.kind is FieldKind.CONCEALED
    inches = met.inches
    if flown is not None:
        if not met.ends or not flown:
            return []
        inches = flown if concealed else met.inches
    if not inches:
        return []
    note_encounter(session, unit, met.id, inches, ends=met.ends, by_itself=by_itself)
    if flown is not None and concealed:
        lead, rule = f"{unit.name} comes down in {field.name}.", "F.1-67"
        words = f"It rolls for the {in_inches(inches)} that it went through the air."
    else:
        lead, rule = f"{unit.name} moves in {field.name}.", "F.1-60" if concealed else "F.1-50"
        words = f"{in_inches(inches)} of its way lie in it: it rolls for them."
    return [line(Kind.FIELD, lead, words, rule=rule, player_id=unit.player_id, unit_id=unit.id)]


def _suffer(session: Session, unit: Unit, field: Field, inside: Inside, passage: Met) -> Line:
    """Note a unit that has come into a damaging Field, or gone through it, and return the line."""
    if passage.ends:
        return enter(session, unit, inside)
    inside.left = True
    session.add(inside)
    session.flush()
    return _crossed(unit, field, passage.inches)


def _crossed(unit: Unit, field: Field, inches: float) -> Line:
    return line(
        field_icon(field), f"{unit.name} crosses {field.name}.",
        f'{in_inches(inches)} of its way lie in it: it takes its Hazard dice.',
        rule="F.1-11", player_id=unit.player_id, unit_id=unit.id,
    )  # fmt: skip


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
