"""Units enter a Field or a burning part, and leave it again (F.1-11, F.1-15, F.1-42)."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.lasting import begin_state
from brikdesk.acts.rows import alive, existing_row
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.hazards.exposure import may_hold_breath
from brikdesk.rules.brikwars.hazards.fields import FieldHazard
from brikdesk.rules.brikwars.hazards.powered_hazards import acts_by_itself
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Fate, Field, Fire, Inside, StateKind, Unit
from brikdesk.turns.brikwars.hazards import (
    damaging_dice,
    field_icon,
    hazard_dice,
    hazard_name,
    spared,
)
from brikdesk.turns.sequence import turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterHazard(Act):
    """A unit is in a Field, or in the burning part of an object: name one of the two.

    What the hazard does to it is the act `Expose`. With `holds_breath` a living unit that is not
    taken by surprise holds its breath until its next own turn (F.1-15).
    """

    unit_id: int
    field_id: int | None = None
    fire_id: int | None = None
    holds_breath: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Note that it is inside; BadInput if it is already, refused for its own fire (QF-16)."""
        unit = alive(session, self.unit_id)
        turn_now(session)  # raises BadInput between battles
        inside = inside_of(session, unit, **self._hazard(session, unit))
        if inside.id and not inside.left:
            raise BadInput(f"{unit.name} is in {hazard_name(session, inside)} already.")
        if self.holds_breath:
            able = may_hold_breath(unit.tags, surprised=False)
            why = f"{unit.name} is not alive and holds no breath."
            self.refuse_if(not able, "F.1-15", why, session)
            begin_state(session, unit, StateKind.BREATH_HELD, "in a Field")
        inside.left = False
        session.add(inside)
        session.flush()
        return Outcome(f"{unit.name} is in a hazard", (entry_line(session, unit, inside),))

    def _hazard(self, session: Session, unit: Unit) -> dict[str, int | None]:
        if (self.field_id is None) == (self.fire_id is None):
            raise BadInput("Name a Field or a fire, one of the two.", "field_id")
        if self.field_id is not None:
            return {"field_id": existing_row(session, Field, self.field_id).id}
        fire = existing_row(session, Fire, self.fire_id)
        why = f"{unit.name} is what burns; the fire acts on others inside it."
        self.refuse_if(fire.unit_id == unit.id, "QF-16", why, session)
        return {"fire_id": fire.id}


def inside_of(
    session: Session, unit: Unit, field_id: int | None = None, fire_id: int | None = None
) -> Inside:
    """Return the row about a unit in a Field or fire, else a new one that is not in the session.

    The row stays after the unit has left, and remembers when it was exposed (QF-17).
    """
    hazard = Inside.field_id == field_id if field_id else Inside.fire_id == fire_id
    noted = session.exec(select(Inside).where(Inside.unit_id == unit.id, hazard)).first()
    return noted or Inside(unit_id=unit.id or 0, field_id=field_id, fire_id=fire_id)


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
    session.add(inside)
    session.flush()
    return [entry_line(session, unit, inside)]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveHazard(Act):
    """A unit has left a Field or a burning part."""

    inside_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Note that it is out, and keep when it was exposed. BadInput if it is out already."""
        inside = existing_row(session, Inside, self.inside_id)
        unit = session.get_one(Unit, inside.unit_id)
        name = hazard_name(session, inside)
        if inside.left:
            raise BadInput(f"{unit.name} has left {name} already.")
        # Marked and not deleted: one who comes back in the same turn is not exposed twice (QF-17).
        inside.left = True
        session.add(inside)
        entry = leaving_line(session, inside, unit)
        return Outcome(f"{unit.name} leaves {name}", (entry,))


def leaving_line(session: Session, inside: Inside, unit: Unit) -> Line:
    """Return the line of a unit that has left a hazard."""
    return line(
        Kind.FIELD, f"{unit.name} has left {hazard_name(session, inside)}.",
        player_id=unit.player_id, unit_id=unit.id,
    )  # fmt: skip
