"""A way over the table leads units into Fields and out of them (F.1-11)."""

from sqlmodel import Session

from brikdesk.acts.units.inside import entry_line, inside_of, leaving_line
from brikdesk.acts.units.on_the_way import OnTheWay
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Line, line
from brikdesk.store.tables import Field, Inside, Unit
from brikdesk.turns.brikwars.hazards import damaging_dice, field_icon


def fields_met(session: Session, unit: Unit, way: OnTheWay) -> list[Line]:
    """Note what a way means for a unit: it is in Fields where it ends, and has left others.

    Only Fields that damage and that have a place on the map count. A Field that it only crosses is
    told, as nobody stays in it: its dice are the referee's to ask for.
    """
    met = {each.id: each for each in way.fields}
    lines: list[Line] = []
    for row in rows_of(session, Field):
        if row.x is None or not damaging_dice(row):
            continue
        passage = met.get(row.id or 0)
        ends_in = passage is not None and passage.ends
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
