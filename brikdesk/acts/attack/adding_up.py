"""Close Combat adds up within one player's turn: what a target has taken before (5.2-23, X6-01)."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.units.engaging import counts_now, opened
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Term
from brikdesk.store.tables import Unit


class Earlier(Struct, frozen=True):
    """What a target has taken in this player's turn: points, Armor Roll, and the act they are from.

    `armor` is None if its Armor is a fixed number, or has not been rolled yet.
    """

    damage: int = 0
    armor: int | None = None
    act_id: int | None = None

    @property
    def term(self) -> Term:
        """The earlier points as a part of a sum."""
        return Term("Close Combat earlier in this turn", self.damage, "5.2-23", self.act_id)

    @property
    def kept(self) -> Term | None:
        """Return the Armor Roll that still counts, or None where it is rolled anew."""
        if self.armor is None:
            return None
        return Term("Armor Roll earlier in this turn", self.armor, "X6-01", self.act_id)


def taken_before(session: Session, unit: Unit) -> Earlier:
    """Return what a unit has taken in this player's turn; counts of earlier turns are ignored."""
    if not counts_now(session, unit):
        return Earlier()
    origin = made_by(session, unit, "melee_damage", "melee_armor")
    return Earlier(unit.melee_damage, unit.melee_armor, origin)


def remember(session: Session, unit: Unit, taken: Earlier) -> None:
    """Write what a unit has taken by now."""
    opened(session, unit)
    unit.melee_damage, unit.melee_armor = taken.damage, taken.armor
