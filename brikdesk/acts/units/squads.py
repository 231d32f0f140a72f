"""Units join squads and leave them."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.rows import the
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Squad, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinSquad(Act):
    """Put a unit into a squad, which begins with its first unit; it leaves the one it was in."""

    unit_id: int
    name: str

    def carry_out(self, session: Session) -> Outcome:
        """Note it; a squad of this name in other capitals is the same one."""
        unit, name = the(session, Unit, self.unit_id), text.name(self.name)
        rows = rows_of(session, Squad)
        name = next((row.name for row in rows if row.name.casefold() == name.casefold()), name)
        own = next((row for row in rows if row.unit_id == unit.id), None)
        if own is not None and own.name == name:
            raise BadInput(f"{unit.name} is in {name} already.", "name")
        row = own or Squad(unit_id=unit.id or 0, name=name)
        row.name = name
        session.add(row)
        words = line(
            Kind.UNIT, f"{unit.name} joins the squad {name}.",
            player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"{unit.name} joins {name}", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSquad(Act):
    """Take a unit out of its squad, which ends with its last one."""

    unit_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete the row; BadInput if it is in none."""
        unit = the(session, Unit, self.unit_id)
        own = next((row for row in rows_of(session, Squad) if row.unit_id == unit.id), None)
        if own is None:
            raise BadInput(f"{unit.name} is in no squad.", "unit_id")
        session.delete(own)
        words = line(
            Kind.UNIT, f"{unit.name} leaves the squad {own.name}.",
            player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"{unit.name} leaves {own.name}", (words,))
