"""Whether a unit notices what another one does: by where it looks, by what hides it, by what was said."""

from sqlmodel import Session

from brikdesk.acts.parted import NOTICED, noted_of
from brikdesk.acts.units.engaging import group_of
from brikdesk.acts.units.passing import passed_in_this_turn
from brikdesk.acts.who_may import looks_at, unseen
from brikdesk.rules.brikwars.no import No
from brikdesk.store.tables import Unit


def seen_now(session: Session, unit: Unit, other: Unit) -> bool | None:
    """Return whether a unit has another one in its cone of vision; None where nobody knows (4.3-08).

    Whoever came through it in this turn was seen, and whoever it fights it faces.
    """
    looks = looks_at(session, unit, (other.x, other.y))
    if looks is False and _knows_of(session, unit, other):
        return None
    return looks


def unnoticed(session: Session, unit: Unit, other: Unit) -> No | None:
    """Refuse a unit's answer to another one that it does not notice (4.3-06 to 4.3-09)."""
    if NOTICED in noted_of(session, unit) or _fights(session, unit, other):
        return None
    return unseen(session, unit, other, looks=seen_now(session, unit, other))


def _knows_of(session: Session, unit: Unit, other: Unit) -> bool:
    if _fights(session, unit, other):
        return True
    return unit.id in passed_in_this_turn(session, other).in_view


def _fights(session: Session, unit: Unit, other: Unit) -> bool:
    return other.id in group_of(session, [unit.id or 0])
