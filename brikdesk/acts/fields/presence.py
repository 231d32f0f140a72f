"""Who is in a Field: what is noted of it, what is owed, and whom a Field comes over (F.1-11, Q8-57)."""

from math import hypot

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.ground.shapes import Footprint, disc, grown
from brikdesk.rules.brikwars.hazards.fields import FieldHazard, FieldKind
from brikdesk.rules.brikwars.hazards.powered_hazards import acts_by_itself
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.nearly import NEARLY
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import Encounter, Fate, Field, Inside, Unit
from brikdesk.store.views.units import living_units
from brikdesk.turns.brikwars.hazards import (
    damaging_dice,
    field_icon,
    hazard_dice,
    hazard_name,
    spared,
)
from brikdesk.turns.sequence import present_turn, turn_now


class Cover(Struct, frozen=True):
    """What a Field covers of the table: everything within half its Size of its middle (F.0-04)."""

    x: float
    y: float
    size: int

    def reaches(self, unit: Unit) -> bool:
        """Return whether the edge of a unit that has a place lies in it."""
        if unit.x is None or unit.y is None or not unit.on_table:
            return False
        away = hypot(unit.x - self.x, unit.y - self.y)
        return away < (self.size + unit.size) / 2 - NEARLY


def cover_of(field: Field) -> Cover | None:
    """Return what a Field covers of the table; None for one without a place, or on a creation."""
    if field.x is None or field.y is None or field.kind is FieldKind.SHIELD:
        return None
    return Cover(field.x, field.y, field.size)


def area_for(field: Field, unit: Unit) -> Footprint | None:
    """Return a Field as the middle of a unit meets it: by its edge; None where it has no area."""
    cover = cover_of(field)
    return grown(disc(cover.x, cover.y, cover.size / 2), unit.size / 2) if cover else None


def inside_of(
    session: Session, unit: Unit, field_id: int | None = None, fire_id: int | None = None
) -> Inside:
    """Return the row about a unit in a Field or fire, else a new one that is not in the session.

    The row stays after the unit has left, and remembers when it was exposed (QF-17).
    """
    hazard = Inside.field_id == field_id if field_id else Inside.fire_id == fire_id
    noted = session.exec(select(Inside).where(Inside.unit_id == unit.id, hazard)).first()
    return noted or Inside(unit_id=unit.id or 0, field_id=field_id, fire_id=fire_id)


# A Field comes over those who stand there


def comes_over(session: Session, field: Field, before: Cover | None = None) -> list[Line]:
    """Note who is in a Field by the map now that it was made, grew, shrank or was put elsewhere.

    Rules: Q8-57 (it acts at once on those whom it comes over), F.1-11, QF-17. `before` is what it
    covered until now. Each whom it comes over has a step that waits.
    """
    cover = cover_of(field)
    if present_turn(session) is None or (cover is None and before is None):
        return []
    session.flush()
    lines: list[Line] = []
    for unit in living_units(session):
        was, now = (each is not None and each.reaches(unit) for each in (before, cover))
        if now and not was:
            lines += appear_around(session, unit, field, 0.0)
        elif was and not now:
            lines += goes_away(session, unit, field)
    return lines


def goes_away(session: Session, unit: Unit, field: Field) -> list[Line]:
    """Note that a unit is no longer in a Field, if it was; return the line."""
    inside = inside_of(session, unit, field_id=field.id)
    if not inside.id or inside.left:
        return []
    return [leave(session, inside, unit)]


def appear_around(session: Session, unit: Unit, field: Field, distance: float) -> list[Line]:
    """Note a unit around which a new Field appears, `distance` inches from its middle (Q8-57).

    Nothing is noted if new Fields do not act at once by the house rules, or if this one has no
    dice that damage the unit there; the Field acts once the unit moves in it.
    """
    at_once = house_of(session, BrikWarsHouse).field_acts_on_creation
    here = FieldHazard(field.kind, field.size, tuple(field.dice)).dice_at(distance)
    if not at_once or not here or not damaging_dice(field) or unit.fate is not Fate.ALIVE:
        return []
    inside = inside_of(session, unit, field_id=field.id)
    if inside.id and not inside.left:
        return []
    entry = enter(session, unit, inside)
    note_encounter(session, unit, field.id or 0, 0.0, ends=True, by_itself=False)
    return [entry]


def enter(session: Session, unit: Unit, inside: Inside) -> Line:
    """Note that a unit is in a hazard now; return the line."""
    inside.left = False
    session.add(inside)
    session.flush()
    return entry_line(session, unit, inside)


def leave(session: Session, inside: Inside, unit: Unit) -> Line:
    """Note that a unit has left a hazard, and keep when it was exposed; return the line.

    Marked and not deleted: one who comes back in the same turn is not exposed twice (QF-17).
    """
    inside.left = True
    session.add(inside)
    for encounter in _of(session, unit.id, inside.field_id) if inside.field_id else ():
        encounter.leaves = True
        session.add(encounter)
    return leaving_line(session, inside, unit)


def entry_line(session: Session, unit: Unit, inside: Inside) -> Line:
    """Return the line of a unit that is in a hazard now, with the dice that it takes."""
    dice = ", ".join(f"d{sides}" for sides in hazard_dice(session, inside))
    again = inside.exposed_turn_id == turn_now(session).id
    acts = f"It takes its Hazard dice now: {dice}." if dice else ""
    acts = "It has been exposed to it in this turn." if dice and again else acts
    field = session.get(Field, inside.field_id) if inside.field_id else None
    if field is not None and dice and not acts_by_itself(field.mode):
        acts = "It acts when its operator wants it."
    return line(
        field_icon(field) if field else Kind.FIRE,
        f"{unit.name} is in {hazard_name(session, inside)}.",
        spared(session, inside, unit) or acts,
        rule="F.1-42" if inside.fire_id else "F.1-11", player_id=unit.player_id, unit_id=unit.id,
    )  # fmt: skip


def leaving_line(session: Session, inside: Inside, unit: Unit) -> Line:
    """Return the line of a unit that has left a hazard."""
    return line(
        Kind.FIELD, f"{unit.name} has left {hazard_name(session, inside)}.",
        player_id=unit.player_id, unit_id=unit.id,
    )  # fmt: skip


# What is owed


def note_encounter(
    session: Session, unit: Unit, field_id: int, inches: float, *, ends: bool, by_itself: bool
) -> None:
    """Note that a unit met a Field on its way; several ways of one turn count as one (QF-34).

    `inches` of its way lie in the Field, `ends`: the way ends in it too.
    """
    turn = turn_now(session)
    past = select(Encounter).where(Encounter.unit_id == unit.id, col(Encounter.turn_id) != turn.id)
    for row in session.exec(past):
        session.delete(row)  # nobody rolled for it in its turn
    same = select(Encounter).where(
        Encounter.unit_id == unit.id, Encounter.field_id == field_id, Encounter.turn_id == turn.id
    )
    encounter = session.exec(same).first() or Encounter(
        unit_id=unit.id or 0, field_id=field_id, turn_id=turn.id or 0, inches=0.0
    )
    encounter.inches += inches
    encounter.leaves = not ends
    encounter.by_itself = by_itself
    session.add(encounter)
    session.flush()


def settle_encounter(session: Session, unit_id: int | None, field_id: int | None) -> None:
    """Delete what a unit owes to a Field: its dice are rolled."""
    for encounter in _of(session, unit_id, field_id):
        session.delete(encounter)
    session.flush()


def _of(session: Session, unit_id: int | None, field_id: int | None) -> tuple[Encounter, ...]:
    owed = select(Encounter).where(Encounter.unit_id == unit_id, Encounter.field_id == field_id)
    return tuple(session.exec(owed))
