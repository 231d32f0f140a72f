"""Everything that is stated of one unit, as the editor opens it."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from brikdesk.store.tables import Fate, Rack, Round, Unit, Weapon
from brikdesk.store.views import view
from brikdesk.store.views.weapons import RackRow, WeaponRow, racks, weapons


@dataclass(frozen=True, slots=True)
class RoundRow:
    """Rounds of one type in a rack."""

    id: int
    rack_id: int
    name: str
    explosive_size: int
    makeup: dict[str, Any]
    stability: str
    count: int
    full: int


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """A unit as it was built; enums by the name that acts take."""

    id: int
    name: str
    token: str
    player_id: int | None
    kind: str
    preset: str
    size: int
    size_damage: int
    armor: str
    weight_class: int
    deflection: int
    action_die: int
    actions_per_turn: int
    move: float
    power_multiplier: int
    half_power: str
    airborne: bool
    mind: str
    specialties: tuple[str, ...]
    tags: tuple[str, ...]
    worn_armor: str
    value: float
    notes: str
    weapons: tuple[WeaponRow, ...]
    racks: tuple[RackRow, ...]
    rounds: tuple[RoundRow, ...]


@view(Unit, Weapon, Rack, Round)
def unit_sheet(session: Session, unit_id: int) -> UnitSheet | None:
    """Give the facts of one unit with its weapons and racks; none where there is no such unit."""
    unit = session.get(Unit, unit_id)
    if unit is None or unit.fate is Fate.REMOVED:
        return None
    own = tuple(row for row in weapons(session) if row.unit_id == unit_id)
    weapon_ids = {row.id for row in own}
    stores = tuple(
        row for row in racks(session) if row.unit_id == unit_id or row.weapon_id in weapon_ids
    )
    return UnitSheet(
        id=unit_id,
        name=unit.name,
        token=unit.token,
        player_id=unit.player_id,
        kind=unit.kind.name,
        preset=unit.preset,
        size=unit.size,
        size_damage=unit.size_damage,
        armor=unit.armor,
        weight_class=unit.weight_class,
        deflection=unit.deflection,
        action_die=unit.action_die,
        actions_per_turn=unit.actions_per_turn,
        move=unit.move,
        power_multiplier=unit.power_multiplier,
        half_power=unit.half_power.name,
        airborne=unit.airborne,
        mind=unit.mind.name,
        specialties=tuple(unit.specialties),
        tags=tuple(unit.tags),
        worn_armor=unit.worn_armor,
        value=unit.value,
        notes=unit.notes,
        weapons=own,
        racks=stores,
        rounds=_rounds(session, stores),
    )


def _rounds(session: Session, stores: tuple[RackRow, ...]) -> tuple[RoundRow, ...]:
    of_these = col(Round.rack_id).in_([rack.id for rack in stores])
    return tuple(
        RoundRow(
            id=each.id or 0,
            rack_id=each.rack_id,
            name=each.name,
            explosive_size=each.explosive_size,
            makeup=dict(each.makeup),
            stability=each.stability.value,
            count=each.count,
            full=each.full,
        )
        for each in session.exec(select(Round).where(of_these).order_by(col(Round.id)))
    )
