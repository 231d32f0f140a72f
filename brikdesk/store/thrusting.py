"""What was said of weapons: which are made for thrusting (5.4-16)."""

from sqlmodel import Session

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Thrusting


def thrusts(session: Session, weapon_id: int | None) -> bool | None:
    """Return whether a weapon is made for thrusting; None where nobody said."""
    said = (row.made for row in rows_of(session, Thrusting) if row.weapon_id == weapon_id)
    return next(said, None)
