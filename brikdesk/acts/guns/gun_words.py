"""How refusals speak of a gun, and who is where: by what it is called, and on which Turn it can."""

from sqlmodel import Session, col, select

from brikdesk.acts.unit_now import next_own_turn
from brikdesk.store.house import house_rules
from brikdesk.store.tables import ControlPoint, Unit, Weapon, WeaponKind


def called(weapon: Weapon) -> str:
    """Name a weapon at the start of a sentence: The Cannon; Big Bertha."""
    common = {weapon.kind.value, "AutoGun", "Bazooka", "RailGun", "FlameGun", "ShotGun"}
    return f"The {weapon.name}" if weapon.name in common else weapon.name


def on_turn(session: Session, player_id: int | None, switch: str) -> str:
    """Say when a window is over: on Turn 7, or in the next player's turn."""
    if house_rules(session)[switch] == "player_turn":
        return "in the next player's turn"
    return f"on Turn {next_own_turn(session, player_id)}"


def stands_elsewhere(session: Session, weapon: Weapon, unit: Unit) -> bool:
    """Tell whether a unit cannot be at a weapon: another one holds it, or he is at other controls.

    Who mans nothing that the desk knows of may stand at the gun itself (8.5-03).
    """
    if not weapon.mounted and weapon.kind is not WeaponKind.OTHER:
        return unit.id != weapon.unit_id
    manned = session.exec(select(ControlPoint).where(ControlPoint.occupant_id == unit.id)).all()
    if not manned:
        return False
    ids = [point.weapon_id for point in manned]
    creations = session.exec(select(Weapon.unit_id).where(col(Weapon.id).in_(ids)))
    return weapon.unit_id not in set(creations)


def player_at(session: Session, weapon: Weapon, by: Unit | None) -> int | None:
    """Return the player who uses a weapon: the one of who fires it, else of whom it belongs to."""
    if by is not None and by.player_id is not None:
        return by.player_id
    return session.get_one(Unit, weapon.unit_id).player_id
