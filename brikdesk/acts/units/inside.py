"""Units enter a Field or a burning part, and leave it again (F.1-11, F.1-15, F.1-42)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.fields.presence import enter, inside_of, leave
from brikdesk.acts.lasting import begin_state
from brikdesk.acts.rows import alive, existing_row
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.hazards.exposure import may_hold_breath
from brikdesk.store.act import Act
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import Field, Fire, Inside, StateKind, Unit
from brikdesk.turns.brikwars.hazards import hazard_name
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
        return Outcome(f"{unit.name} is in a hazard", (enter(session, unit, inside),))

    def _hazard(self, session: Session, unit: Unit) -> dict[str, int | None]:
        if (self.field_id is None) == (self.fire_id is None):
            raise BadInput("Name a Field or a fire, one of the two.", "field_id")
        if self.field_id is not None:
            return {"field_id": existing_row(session, Field, self.field_id).id}
        fire = existing_row(session, Fire, self.fire_id)
        why = f"{unit.name} is what burns; the fire acts on others inside it."
        self.refuse_if(fire.unit_id == unit.id, "QF-16", why, session)
        return {"fire_id": fire.id}


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
        return Outcome(f"{unit.name} leaves {name}", (leave(session, inside, unit),))
