"""Units join squads and leave them."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.rows import existing_row
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Squad, Unit


def squad_named(session: Session, name: str, player_id: int | None) -> str:
    """Return the name of the squad that is meant, in the capitals of one that the player has."""
    theirs = select(Squad.name).join(Unit).where(Unit.player_id == player_id)
    return next((own for own in session.exec(theirs) if own.casefold() == name.casefold()), name)


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinSquad(Act):
    """Put a unit into a squad of its player, which begins with its first unit.

    It leaves the one it was in. Two players may each have a squad of the same name.
    """

    unit_id: int
    name: str

    def carry_out(self, session: Session) -> Outcome:
        """Note it; a squad of this name in other capitals is the same one."""
        unit, name = existing_row(session, Unit, self.unit_id), text.name(self.name)
        name = squad_named(session, name, unit.player_id)
        own = next((row for row in rows_of(session, Squad) if row.unit_id == unit.id), None)
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
        unit = existing_row(session, Unit, self.unit_id)
        own = next((row for row in rows_of(session, Squad) if row.unit_id == unit.id), None)
        if own is None:
            raise BadInput(f"{unit.name} is in no squad.", "unit_id")
        session.delete(own)
        words = line(
            Kind.UNIT, f"{unit.name} leaves the squad {own.name}.",
            player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"{unit.name} leaves {own.name}", (words,))
