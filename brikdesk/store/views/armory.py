"""All weapons, controls and racks on the table in short, for forms that name one of them."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.attacks.attack_damage import by_load
from brikdesk.rules.brikwars.explosives.explosives_named import load_words
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Homing,
    Rack,
    Round,
    Unit,
    Weapon,
)
from brikdesk.store.views import view
from brikdesk.store.views.units import living_units


class ArmedRow(Struct, frozen=True):
    """A weapon of a unit that is alive; `size` W in inches (X for Explosives), `range` in inches.

    `load` is what lies in its chamber, empty for none; `homing` its bonus; `lying` where it lies
    since somebody dropped it; `own_damage` what it rolls itself, empty if its load decides that.
    """

    id: int
    unit_id: int
    unit: str
    player_id: int | None
    name: str
    kind: str
    preset: str
    size: float
    use: int | None
    range: float | None
    damage: str
    max_payload: int | None
    hands: int
    mounted: bool
    inoperative: bool
    load: str
    homing: int
    lying: str
    own_damage: str

    @property
    def label(self) -> str:
        """Name with its Size where the name does not say it: Cannon 3"."""
        return f'{self.name} {self.size:g}"' if self.mounted else self.name


@view(Weapon, Unit, Chamber, Homing)
def weapons(session: Session) -> tuple[ArmedRow, ...]:
    """Return all weapons of living units, unit by unit."""
    loads = {row.weapon_id: row for row in rows_of(session, Chamber)}
    bonuses = {row.weapon_id: row.bonus for row in rows_of(session, Homing)}
    units = {unit.id: unit for unit in living_units(session)}
    pairs = [(row, units[row.unit_id]) for row in rows_of(session, Weapon) if row.unit_id in units]
    # Sorting is stable: the weapons of one unit stay in the order of their keys.
    pairs.sort(key=lambda pair: pair[0].unit_id)
    return tuple(
        ArmedRow(
            id=weapon.id or 0,
            unit_id=unit.id or 0,
            unit=unit.name,
            player_id=unit.player_id,
            name=weapon.name,
            kind=weapon.kind.value,
            preset=weapon.preset,
            size=weapon.size,
            use=weapon.use,
            range=weapon.range,
            damage=weapon.damage,
            max_payload=weapon.max_payload,
            hands=weapon.hands,
            mounted=weapon.mounted,
            inoperative=weapon.inoperative,
            load=_load(loads.get(weapon.id or 0)),
            homing=bonuses.get(weapon.id or 0, 0),
            lying=weapon.lying,
            own_damage="" if by_load(weapon.damage) else weapon.damage,
        )
        for weapon, unit in pairs
    )


class LyingRow(Struct, frozen=True):
    """A weapon that lies on the table, and whose it was."""

    id: int
    name: str
    unit: str
    lying: str


@view(Weapon, Unit)
def lying_weapons(session: Session) -> tuple[LyingRow, ...]:
    """Return the weapons that somebody dropped, lost or threw, whether he lives or not."""
    pairs = session.exec(
        select(Weapon, Unit)
        .join(Unit, col(Unit.id) == col(Weapon.unit_id))
        .where(Weapon.lying != "")
        .order_by(col(Weapon.id))
    )
    return tuple(LyingRow(row.id or 0, row.name, unit.name, row.lying) for row, unit in pairs)


def _load(chamber: Chamber | None) -> str:
    if chamber is None:
        return ""
    return load_words(chamber.name, chamber.explosive_size, chamber.makeup)


class MannedRow(Struct, frozen=True):
    """A place from which a weapon is fired, and who is there."""

    id: int
    weapon_id: int
    weapon: str
    unit_id: int
    unit: str
    place: str
    occupant_id: int | None
    occupant: str


@view(ControlPoint, Weapon, Unit)
def controls(session: Session) -> tuple[MannedRow, ...]:
    """Return all controls of living units' weapons."""
    units = {unit.id: unit for unit in living_units(session)}
    found: list[MannedRow] = []
    for point in rows_of(session, ControlPoint):
        weapon = session.get_one(Weapon, point.weapon_id)
        unit = units.get(weapon.unit_id)
        if unit is None:
            continue
        there = session.get(Unit, point.occupant_id) if point.occupant_id else None
        found.append(
            MannedRow(
                id=point.id or 0,
                weapon_id=weapon.id or 0,
                weapon=weapon.name,
                unit_id=unit.id or 0,
                unit=unit.name,
                place=point.place,
                occupant_id=point.occupant_id,
                occupant=there.name if there else "",
            )
        )
    return tuple(found)


class StoreRow(Struct, frozen=True):
    """A rack, whose it is, and how many rounds lie in it."""

    id: int
    name: str
    unit_id: int | None
    unit: str
    weapon_id: int | None
    weapon: str
    battery: bool
    rounds: int


@view(Rack, Round, Weapon, Unit)
def racks(session: Session) -> tuple[StoreRow, ...]:
    """Return all racks: of living units, and those that stand on the table."""
    units = {unit.id: unit for unit in living_units(session)}
    weapons_by_id = {weapon.id: weapon for weapon in rows_of(session, Weapon)}
    counts: dict[int, int] = {}
    for each in rows_of(session, Round):
        counts[each.rack_id] = counts.get(each.rack_id, 0) + each.count
    return tuple(
        _rack(rack, units.get(rack.unit_id), weapons_by_id.get(rack.weapon_id), counts)
        for rack in rows_of(session, Rack)
        if rack.unit_id is None or rack.unit_id in units
    )


def _rack(rack: Rack, unit: Unit | None, weapon: Weapon | None, counts: dict[int, int]) -> StoreRow:
    return StoreRow(
        id=rack.id or 0,
        name=rack.name,
        unit_id=rack.unit_id,
        # A rack that stands on the table belongs to no unit.
        unit=unit.name if unit else rack.place,
        weapon_id=rack.weapon_id,
        weapon=weapon.name if weapon else "",
        battery=rack.battery,
        rounds=counts.get(rack.id or 0, 0),
    )
