"""The referee says whether a weapon is made for thrusting, as a Charge on foot asks (5.4-16)."""

from sqlmodel import Session

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Thrusting, Weapon, WeaponKind

CAN_THRUST = frozenset({WeaponKind.MELEE_WEAPON.value, WeaponKind.OTHER.value})
"""The kinds of weapons of which it is asked."""


def say_thrusting(session: Session, weapon: Weapon, made: bool) -> None:
    """Note it, instead of what was said before."""
    own = next((row for row in rows_of(session, Thrusting) if row.weapon_id == weapon.id), None)
    row = own or Thrusting(weapon_id=weapon.id or 0, made=made)
    row.made = made
    session.add(row)


def made_for(thrusting: bool | None) -> str:
    """Return in words what was said of a weapon, empty if nothing was."""
    if thrusting is None:
        return ""
    return "made for thrusting" if thrusting else "not made for thrusting"
