"""How refusals name a gun and the Turn on which it can be used again, and who stands at it."""

from sqlmodel import Session, col, select

from brikdesk.acts.unit_now import MINIFIGS, next_own_turn
from brikdesk.acts.who_may import out_of_reach
from brikdesk.rules.brikwars.attacks.reaching import ARM
from brikdesk.rules.brikwars.units.states import angry_inch
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import ControlPoint, Fate, Unit, Weapon, WeaponKind
from brikdesk.store.views import view


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

    A unit that mans no controls in the roster may stand at the gun itself (8.5-03), if by the map it
    reaches it (8.5-10).
    """
    if not weapon.mounted and weapon.kind is not WeaponKind.OTHER:
        return unit.id != weapon.unit_id
    manned = [row for row in rows_of(session, ControlPoint) if row.occupant_id == unit.id]
    if not manned:
        # The roster need not list who stands where: in doubt it may fire.
        return weapon.mounted and _out_of_its_reach(session, weapon, unit)
    creations = {session.get_one(Weapon, point.weapon_id).unit_id for point in manned}
    return weapon.unit_id not in creations


def _out_of_its_reach(session: Session, weapon: Weapon, unit: Unit) -> bool:
    """Return whether by the map a unit does not reach the creation that bears a weapon (8.5-10)."""
    if unit.id == weapon.unit_id or remote_controls(session, weapon):
        return False
    creation = session.get_one(Unit, weapon.unit_id)
    return out_of_reach("8.5-10", unit, creation, ARM, free=angry_inch()) is not None


@view(Unit, Weapon, ControlPoint)
def who_serves(session: Session, weapon_id: int) -> frozenset[int]:
    """Return the living minifigs who can use a weapon: they man it, or by the map reach it (8.5-10)."""
    weapon = session.get(Weapon, weapon_id)
    if weapon is None:
        return frozenset()
    people = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.kind).in_(MINIFIGS))
    return frozenset(
        unit.id or 0 for unit in session.exec(people) if not stands_elsewhere(session, weapon, unit)
    )


def remote_controls(session: Session, weapon: Weapon) -> bool:
    """Return whether a weapon can be fired from a station of which nobody knows the place (8.5-03)."""
    points = [row for row in rows_of(session, ControlPoint) if row.weapon_id == weapon.id]
    return any("remote" in point.place.casefold() for point in points)


def player_at(session: Session, weapon: Weapon, by: Unit | None) -> int | None:
    """Return the player who uses a weapon: that of the unit firing it, else that of its owner."""
    if by is not None and by.player_id is not None:
        return by.player_id
    return session.get_one(Unit, weapon.unit_id).player_id
