"""A way over the table leads units into Fields and out of them (F.1-11)."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session, col, select

from brikdesk.acts.units.inside import entry_line, inside_of, leaving_line
from brikdesk.ground.shapes import Footprint, Point, disc, grown
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Line, line
from brikdesk.store.tables import Field, Inside, Unit
from brikdesk.turns.brikwars.hazards import damaging_dice, field_icon

EDGE = 1e-6
"""Inches by which a way that ends at the edge of a Field may be off because floats are rounded."""


def fields_met(session: Session, unit: Unit, points: Sequence[Point]) -> list[Line]:
    """Note what a way means for a unit: it is in Fields where it ends, and has left others.

    Only Fields that damage and that have a place on the map count. A Field that it only crosses is
    told, as nobody stays in it: its dice are the referee's to ask for.
    """
    fields = {row.id or 0: row for row in rows_of(session, Field) if damaging_dice(row)}
    areas = {key: each for key, each in field_areas(session, unit).items() if key in fields}
    if not areas:
        return []
    from brikdesk.ground.paths import walk  # GEOS, where a way meets a Field at last

    way = walk(points, areas=areas)
    met = {passage.key: passage for passage in way.through}
    lines: list[Line] = []
    for key in areas:
        row, passage = fields[key], met.get(key)
        ends_in = passage is not None and passage.stretches[-1][1] >= way.length - EDGE
        inside = inside_of(session, unit, field_id=row.id)
        noted = bool(inside.id) and not inside.left
        if ends_in and not noted:
            lines.append(_enter(session, unit, inside))
        elif noted and not ends_in:
            inside.left = True
            session.add(inside)
            lines.append(leaving_line(session, inside, unit))
        elif passage is not None and not ends_in:
            lines.append(_crossed(unit, row, passage.inches))
    return lines


def field_areas(session: Session, unit: Unit) -> Mapping[int, Footprint]:
    """Return the Fields on the map by key, grown by half the unit: its edge is what enters."""
    reach = unit.size / 2
    return {
        row.id or 0: grown(disc(row.x, row.y, row.size / 2), reach)
        for row in session.exec(select(Field).order_by(col(Field.id)))
        if row.x is not None and row.y is not None and row.kind is not FieldKind.SHIELD
    }


def _enter(session: Session, unit: Unit, inside: Inside) -> Line:
    inside.left = False
    session.add(inside)
    session.flush()
    return entry_line(session, unit, inside)


def _crossed(unit: Unit, field: Field, inches: float) -> Line:
    return line(
        field_icon(field), f"{unit.name} crosses {field.name}.",
        f'{inches:.1f}" of its way lie in it: it takes its Hazard dice.',
        rule="F.1-11", player_id=unit.player_id, unit_id=unit.id,
    )  # fmt: skip
