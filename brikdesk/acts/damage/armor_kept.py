"""The Armor Roll of a unit that stands for a player's turn, if a house rule says so (Q8-84)."""

from sqlmodel import Session

from brikdesk.acts.units.engaging import opened
from brikdesk.rules.brikwars.explosives.blast import armor_roll_stands
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Term
from brikdesk.store.tables import Unit
from brikdesk.turns.sequence import stamp_now


def armor_kept(session: Session, unit: Unit) -> Term | None:
    """Return the Armor Roll that still stands for whatever comes in this turn; none: it rolls."""
    stands = unit.melee_armor is not None and armor_roll_stands(
        unit.melee_turn_id, stamp_now(session), armor_roll_scope=_scope(session)
    )
    if not stands or unit.melee_armor is None:
        return None
    return kept_term(unit.melee_armor, made_by(session, unit, "melee_armor"))


def kept_term(armor: int, act_id: int | None = None) -> Term:
    """Return an earlier Armor Roll as a part of a sum."""
    return Term("Armor Roll earlier in this turn", armor, "Q8-84", act_id)


def keeps_armor(session: Session) -> bool:
    """Return whether an Armor Roll stands for the whole turn of a player at this table."""
    now = stamp_now(session)
    return armor_roll_stands(now, now, armor_roll_scope=_scope(session))


def keep_armor(session: Session, unit: Unit, armor: int) -> None:
    """Write the Armor Roll that stands from now on."""
    opened(session, unit).melee_armor = armor


def _scope(session: Session) -> str:
    return house_of(session, BrikWarsHouse).armor_roll_scope
