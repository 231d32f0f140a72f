"""The attack that a row of the ledger stands for: with its gun, or at what the row shows."""

from typing import TYPE_CHECKING, Any

from brikdesk.acts.attack.aim import Aim, Strike
from brikdesk.turns.ledger import (
    AirRow,
    AmmoRow,
    FireRow,
    HomingRow,
    MarkRow,
    SfAmmoRow,
    SfCrewRow,
    SfOpenShotRow,
)

if TYPE_CHECKING:
    from brikdesk.acts.attack.attack import Attack
    from brikdesk.acts.scifi.fire_sf import FireSf


def attack_of_row(row: Any) -> "Attack | FireSf | None":
    """Return an attack with the row's gun, else one at its target, else None."""
    if isinstance(row, SfAmmoRow | SfCrewRow | SfOpenShotRow):
        return _shot(row)
    strike, aim = _strike(row), _aim(row)
    if strike is None and aim is None:
        return None
    from brikdesk.acts.attack.attack import Attack

    return Attack(strikes=(strike,)) if strike else Attack(aims=(aim,) if aim else ())


def _shot(row: SfAmmoRow | SfCrewRow | SfOpenShotRow) -> "FireSf | None":
    """Return a shot by the Sci-fi rules, or None if the weapon is gone."""
    from brikdesk.acts.scifi.fire_sf import FireSf

    if isinstance(row, SfAmmoRow):
        weapon, way = row.sf_weapon_id, row.capability
        return None if row.gone else FireSf(sf_weapon_id=weapon, capability=way)
    if isinstance(row, SfCrewRow):
        return None if row.destroyed else FireSf(sf_weapon_id=row.id)
    return FireSf(sf_weapon_id=row.sf_weapon_id)


def attack_words(row: Any) -> str:
    """Return the menu's words for it: Attack with it, Attack it, Fire, Enter outcome."""
    if isinstance(row, SfOpenShotRow):
        return "Enter outcome"
    if isinstance(row, SfAmmoRow | SfCrewRow):
        return "Fire"
    return "Attack with it" if _strike(row) else "Attack it"


def _strike(row: Any) -> Strike | None:
    if isinstance(row, AmmoRow) and row.weapon_id:
        return Strike(weapon_id=row.weapon_id)
    return Strike(by_id=row.unit_id) if isinstance(row, HomingRow) else None


def _aim(row: Any) -> Aim | None:
    if isinstance(row, AirRow):
        return Aim(explosive_id=-row.id) if row.lying else Aim(projectile_id=row.id)
    if isinstance(row, FireRow):
        return Aim(unit_id=row.unit_id)
    return Aim(unit_id=row.target_id) if isinstance(row, MarkRow) else None
