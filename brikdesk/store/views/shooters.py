"""Who can shoot: Gunners, and what each unit aimed at last."""

from msgspec import Struct
from sqlmodel import Session, col, or_, select

from brikdesk.store.tables import Fate, Unit, Weapon, WeaponKind
from brikdesk.store.views import view

GUNNERY = "gunnery"
"""The Specialty of a Gunner (OF-63)."""


class ShooterRow(Struct, frozen=True):
    """A living unit: whether it is a Gunner, and what it shot at last (unit-12; empty: nothing)."""

    unit_id: int
    gunner: bool
    last_target: str


@view(Unit)
def shooters(session: Session) -> dict[int, ShooterRow]:
    """Return all living units by their keys."""
    # Columns, not whole units: a battle has hundreds of them.
    asked = select(Unit.id, Unit.specialties, Unit.ranged_target).where(Unit.fate == Fate.ALIVE)
    return {
        unit_id or 0: ShooterRow(unit_id or 0, GUNNERY in specialties, target)
        for unit_id, specialties, target in session.exec(asked)
    }


class ShieldRow(Struct, frozen=True):
    """Something to parry with: a shield anything (4.3-08), another object a Grab or Shove."""

    weapon_id: int
    name: str
    unit_id: int
    unit: str
    shield: bool


@view(Unit, Weapon)
def held_to_parry(session: Session) -> tuple[ShieldRow, ...]:
    """Return the shields of all living units that do not lie on the ground, and what else they hold."""
    pairs = session.exec(
        select(Weapon, Unit)
        .join(Unit, col(Unit.id) == col(Weapon.unit_id))
        .where(Unit.fate == Fate.ALIVE, Weapon.lying == "")
        .where(or_(Weapon.kind == WeaponKind.MELEE_SHIELD, col(Weapon.mounted).is_(False)))
        .order_by(col(Weapon.id))
    )
    return tuple(
        ShieldRow(
            weapon_id=weapon.id or 0,
            name=weapon.name,
            unit_id=unit.id or 0,
            unit=unit.name,
            shield=weapon.kind is WeaponKind.MELEE_SHIELD,
        )
        for weapon, unit in pairs
    )
