"""How refusals name a gun and the Turn on which it can be used again, and who stands at it."""

from sqlmodel import Session, col, select

from brikdesk.acts.unit_now import next_own_turn
from brikdesk.store.tables import ControlPoint, Unit, Weapon, WeaponKind


def called(weapon: Weapon) -> str:
    """Return a weapon's name for the start of a sentence: "The Cannon", but "Big Bertha"."""
    # Common names take an article, proper names do not; the Bastard guns are common names too.
    common = {weapon.kind.value, "AutoGun", "Bazooka", "RailGun", "FlameGun", "ShotGun"}
    return f"The {weapon.name}" if weapon.name in common else weapon.name


def on_turn(session: Session, player_id: int | None, window: str) -> str:
    """Return when a window is over, in words: "on Turn 7", or "in the next player's turn".

    `window` is what the house rule about it says.
    """
    if window == "player_turn":
        return "in the next player's turn"
    return f"on Turn {next_own_turn(session, player_id)}"


def stands_elsewhere(session: Session, weapon: Weapon, unit: Unit) -> bool:
    """Return whether a unit cannot use a weapon: another unit holds it, or it mans other controls.

    A unit that mans no controls in the roster may stand at the gun itself (8.5-03).
    """
    if not weapon.mounted and weapon.kind is not WeaponKind.OTHER:
        return unit.id != weapon.unit_id
    manned = session.exec(select(ControlPoint).where(ControlPoint.occupant_id == unit.id)).all()
    if not manned:
        return False  # the roster need not list who stands where: in doubt it may fire (8.5-10)
    ids = [point.weapon_id for point in manned]
    creations = session.exec(select(Weapon.unit_id).where(col(Weapon.id).in_(ids)))
    return weapon.unit_id not in set(creations)


def player_at(session: Session, weapon: Weapon, by: Unit | None) -> int | None:
    """Return the player who uses a weapon: that of the unit firing it, else that of its owner."""
    if by is not None and by.player_id is not None:
        return by.player_id
    return session.get_one(Unit, weapon.unit_id).player_id
