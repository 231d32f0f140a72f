"""Who can shoot: Gunners, and what each unit aimed at last."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk.store.tables import Fate, Unit, Weapon, WeaponKind
from brikdesk.store.views import view

GUNNERY = "gunnery"
"""The Specialty of a Gunner (OF-63)."""


@dataclass(frozen=True, slots=True)
class ShooterRow:
    """A living unit: whether it is a Gunner, and what it shot at last (unit-12; empty: nothing)."""

    unit_id: int
    gunner: bool
    last_target: str


@view(Unit)
def shooters(session: Session) -> dict[int, ShooterRow]:
    """Give all living units by their keys."""
    living = session.exec(select(Unit).where(Unit.fate == Fate.ALIVE))
    return {
        unit.id or 0: ShooterRow(unit.id or 0, GUNNERY in unit.specialties, unit.ranged_target)
        for unit in living
    }


@dataclass(frozen=True, slots=True)
class ShieldRow:
    """A shield that somebody can hold against a hit (4.3-08)."""

    weapon_id: int
    name: str
    unit_id: int
    unit: str


@view(Unit, Weapon)
def held_shields(session: Session) -> tuple[ShieldRow, ...]:
    """Give the shields of all living units that do not lie on the ground."""
    pairs = session.exec(
        select(Weapon, Unit)
        .join(Unit, col(Unit.id) == col(Weapon.unit_id))
        .where(Unit.fate == Fate.ALIVE, Weapon.kind == WeaponKind.MELEE_SHIELD)
        .where(Weapon.lying == "")
        .order_by(col(Weapon.id))
    )
    return tuple(
        ShieldRow(weapon.id or 0, weapon.name, unit.id or 0, unit.name) for weapon, unit in pairs
    )
