"""What an attack does to the homing of its weapons: it adds Support, or aims elsewhere (8.5-17)."""

from sqlmodel import Session

from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.guns.gunnery import HomeIn, end_elsewhere, homing_of_weapon
from brikdesk.store.lines import Line
from brikdesk.store.tables import Homing


def home_in(armed: Armed, target: Target, *, critical_failure: bool = False) -> HomeIn:
    """Return the act by which the Support of an attack stays with its weapon (8.5-15)."""
    assert armed.weapon is not None
    return HomeIn(
        weapon_id=armed.weapon.id or 0,
        target=target.name,
        target_id=target.unit.id if target.unit else None,
        supporter_ids=armed.strike.supporters,
        critical_failure=critical_failure,
        player_id=armed.player_id,
    )


def turned_from(session: Session, armed: Armed, target: Target) -> list[Homing]:
    """Return the bonuses that end because the weapon aims elsewhere, those of all players (8.5-17).

    An arc aims at no point at all.
    """
    if armed.weapon is None or not armed.ranged:
        return []
    held = homing_of_weapon(session, armed.weapon)
    if armed.area:
        return held
    aim = home_in(armed, target)
    return [row for row in held if not aim.aims_at(row)]


def homing_lines(
    session: Session, armed: Armed, target: Target, *, critical_failure: bool = False
) -> list[Line]:
    """Keep the Support of an attack with its weapon, or lose what was homed in (8.5-16, 8.5-18)."""
    weapon = armed.weapon
    if weapon is None or not armed.ranged:
        return []
    if armed.area:
        return end_elsewhere(session, turned_from(session, armed, target))
    if not homing_of_weapon(session, weapon) and not armed.strike.supporters:
        return []
    act = home_in(armed, target, critical_failure=critical_failure)
    # Only written: the Support was checked with the attack, before the Gunners' Actions were spent.
    return list(act.write(session, act.gunners(session)).lines)
