"""All weapons, controls, racks and Explosives, in short and in full."""

from collections.abc import Iterator
from enum import StrEnum
from math import ceil

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.attacks import by_load
from brikdesk.rules.brikwars.controls_and_jams import bearer_size, handheld_class
from brikdesk.rules.brikwars.explosives import load_words
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.weapons import SIZED_BY_X, power_needed
from brikdesk.store.house_rules import house_of, thrusts
from brikdesk.store.session import rows_of, running_turn
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Explosive,
    ExplosiveState,
    Fate,
    Homing,
    HouseRule,
    Player,
    Projectile,
    Rack,
    Round,
    Thrusting,
    Turn,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views import view
from brikdesk.store.views.units import living_units


class WeaponColumns(Struct, frozen=True):
    """The columns of a weapon that its short and its full row have in common."""

    id: int
    unit_id: int
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


class ArmedRow(WeaponColumns, frozen=True):
    """A weapon of a unit that is alive; `size` W in inches (X for Explosives), `range` in inches.

    `load` is what lies in its chamber, empty for none; `homing` its bonus; `lying` where it lies
    since somebody dropped it; `own_damage` what it rolls itself, empty if its load decides that.
    """

    unit: str
    player_id: int | None
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
        copied(
            ArmedRow,
            weapon,
            unit_id=unit.id or 0,
            unit=unit.name,
            player_id=unit.player_id,
            load=_load(loads.get(weapon.id or 0)),
            homing=bonuses.get(weapon.id or 0, 0),
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
    """A place from which a weapon is fired, and who is there. `remote`: it may stand anywhere."""

    id: int
    weapon_id: int
    weapon: str
    unit_id: int
    unit: str
    place: str
    occupant_id: int | None
    occupant: str
    remote: bool


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
            copied(
                MannedRow,
                point,
                weapon_id=weapon.id or 0,
                weapon=weapon.name,
                unit_id=unit.id or 0,
                unit=unit.name,
                occupant=there.name if there else "",
                remote=point.remote,
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
        _rack_of_armory(rack, units.get(rack.unit_id), weapons_by_id.get(rack.weapon_id), counts)
        for rack in rows_of(session, Rack)
        if rack.unit_id is None or rack.unit_id in units
    )


def _rack_of_armory(
    rack: Rack, unit: Unit | None, weapon: Weapon | None, counts: dict[int, int]
) -> StoreRow:
    return copied(
        StoreRow,
        rack,
        # A rack that stands on the table belongs to no unit.
        unit=unit.name if unit else rack.place,
        weapon=weapon.name if weapon else "",
        rounds=counts.get(rack.id or 0, 0),
    )


class RoundRow(Struct, frozen=True):
    """Rounds of one type in a rack, or what lies in a chamber (`id` 0)."""

    id: int
    name: str
    explosive_size: int
    makeup: dict[str, object]
    stability: str
    count: int
    full: int

    @property
    def load(self) -> str:
        """The type with its XSize, and what it is made of where its name does not say that."""
        return load_words(self.name, self.explosive_size, self.makeup)


class RackRow(Struct, frozen=True):
    """A rack with its rounds; `weapon_id` none: it serves all weapons of its unit."""

    id: int
    unit_id: int | None
    weapon_id: int | None
    name: str
    place: str
    battery: bool
    rounds: tuple[RoundRow, ...]


class ControlRow(Struct, frozen=True):
    """A place from which a weapon is fired, and who is there."""

    id: int
    place: str
    occupant_id: int | None
    occupant: str


class HomingOf(Struct, frozen=True):
    """What a weapon has homed in."""

    id: int
    player_id: int
    target: str
    target_id: int | None
    bonus: int


class WeaponState(StrEnum):
    """What keeps a weapon from firing, or that nothing does."""

    LYING = "on the table"
    JAMMED = "jammed"
    EMPTY = "empty"
    RELOADED = "reloaded this turn"
    FIRED = "fired this turn"
    READY = "ready"


class WeaponRow(WeaponColumns, frozen=True):
    """One weapon. `power` is what it takes, in inches.

    `held` is S, M or L for the hand that it is in, empty where it is mounted.

    `state` says what keeps it from firing, or that it is ready; `tone` is that of its chip.
    """

    thrusting: bool | None
    power: int
    held: str
    state: WeaponState
    tone: str
    loaded: tuple[RoundRow, ...]
    controls: tuple[ControlRow, ...]
    racks: tuple[RackRow, ...]
    homing: tuple[HomingOf, ...]

    @property
    def reach(self) -> str:
        """The Range as on a unit card."""
        return "CC" if self.range is None else in_inches(self.range)

    @property
    def rounds(self) -> int:
        """How many rounds lie in its racks."""
        return sum(each.count for rack in self.racks for each in rack.rounds)


TABLES = (
    Weapon, ControlPoint, Chamber, Rack, Round, Homing, Unit, Player, Turn, HouseRule, Thrusting,
)  # fmt: skip


@view(*TABLES)
def weapons_of(session: Session, unit_id: int) -> tuple[WeaponRow, ...]:
    """Return the weapons of one unit, in the order in which it got them."""
    found = select(Weapon).where(Weapon.unit_id == unit_id).order_by(col(Weapon.id))
    return tuple(_weapon(session, weapon) for weapon in session.exec(found).all())


@view(*TABLES)
def weapon(session: Session, weapon_id: int) -> WeaponRow | None:
    """Return one weapon; none where there is no such weapon."""
    row = session.get(Weapon, weapon_id)
    return _weapon(session, row) if row else None


@view(Rack, Round, Weapon)
def racks_of(session: Session, unit_id: int | None) -> tuple[RackRow, ...]:
    """Return the racks of one unit, or with None those that stand on the table."""
    found = select(Rack).where(Rack.unit_id == unit_id).order_by(col(Rack.id))
    return tuple(_rack(session, rack) for rack in session.exec(found).all())


def _weapon(session: Session, row: Weapon) -> WeaponRow:
    loaded = session.exec(select(Chamber).where(Chamber.weapon_id == row.id)).all()
    racks = tuple(_rack(session, rack) for rack in _racks(session, row))
    state, tone = _state(session, row, bool(loaded), racks)
    return copied(
        WeaponRow,
        row,
        thrusting=thrusts(session, row.id),
        power=power_of(row, session.get_one(Unit, row.unit_id)),
        held=_held(session, row),
        state=state,
        tone=tone,
        loaded=tuple(_round(each) for each in loaded),
        controls=_controls(session, row),
        racks=racks,
        homing=_homing(session, row),
    )


def power_of(weapon: Weapon, unit: Unit) -> int:
    """Return the inches of Power that a weapon takes (8.1-32, Q8-07).

    An Explosive or Rocket takes its XSize, what a Cannon or Launcher sends nothing besides the
    Size of that weapon (8.1-16, 8.1-17, 8.4-03).
    """
    if weapon.kind.value in SIZED_BY_X:
        return int(weapon.size)
    if unit.kind in (UnitKind.MINIFIG, UnitKind.HERO) and not weapon.mounted:
        return power_needed(weapon.size, minifig_hands=max(1, weapon.hands))
    return power_needed(ceil(weapon.size))


def _held(session: Session, row: Weapon) -> str:
    if row.mounted or row.kind in (WeaponKind.EXPLOSIVE, WeaponKind.ROCKET, WeaponKind.OTHER):
        return ""
    unit = session.get_one(Unit, row.unit_id)
    base = house_of(session, BrikWarsHouse).handheld_ratio_base
    name = handheld_class(row.size, bearer_size(unit.size, unit.size_damage, base=base))
    return {"Short": "S", "Bastard": "M", "Long": "L"}.get(name or "", "")


def _racks(session: Session, row: Weapon) -> list[Rack]:
    wanted = select(Rack).order_by(col(Rack.id))
    own = session.exec(wanted.where(Rack.weapon_id == row.id)).all()
    if row.kind not in (WeaponKind.CANNON, WeaponKind.LAUNCHER):
        return list(own)
    # A rack without a weapon of its own serves all Cannons and Launchers of its unit.
    shared = wanted.where(Rack.unit_id == row.unit_id, col(Rack.weapon_id).is_(None))
    return [*own, *session.exec(shared)]


def _state(
    session: Session, row: Weapon, loaded: bool, racks: tuple[RackRow, ...]
) -> tuple[WeaponState, str]:
    """Return a weapon's state and the tone of its chip; the first obstacle found counts."""
    battery = any(each.count for rack in racks if rack.battery for each in rack.rounds)
    needs = row.kind is WeaponKind.CANNON or (row.kind is WeaponKind.LAUNCHER and not battery)
    began = _own_round(session, row)
    if row.lying:
        return WeaponState.LYING, "danger"
    if row.inoperative:
        return WeaponState.JAMMED, "danger"
    if needs and not loaded:
        return WeaponState.EMPTY, "danger"
    if began is not None and (row.reloaded_turn_id or 0) >= began:
        return WeaponState.RELOADED, ""
    if began is not None and (row.fired_turn_id or 0) >= began:
        return WeaponState.FIRED, ""
    return WeaponState.READY, "ok"


def _own_round(session: Session, row: Weapon) -> int | None:
    """Return the stamp from which this turn counts: the round of its player, or one player's turn.

    None while no battle runs. Which of the two is a house rule (Q8-22, Q8-23).
    """
    turn = running_turn(session)
    if turn is None:
        return None
    if house_of(session, BrikWarsHouse).fire_window == "player_turn":
        return turn.id
    unit = session.get_one(Unit, row.unit_id)
    own = select(Turn.id).where(Turn.player_id == unit.player_id, Turn.battle_id == turn.battle_id)
    # Before the player's first turn every stamp counts: the lowest key of a turn is 1.
    return session.exec(own.order_by(col(Turn.id).desc()).limit(1)).first() or 1


def _rack(session: Session, rack: Rack) -> RackRow:
    rounds = select(Round).where(Round.rack_id == rack.id).order_by(col(Round.id))
    return copied(RackRow, rack, rounds=tuple(_round(each) for each in session.exec(rounds)))


def _round(row: Round | Chamber) -> RoundRow:
    stored = isinstance(row, Round)
    return copied(
        RoundRow,
        row,
        id=(row.id or 0) if stored else 0,
        full=row.full if isinstance(row, Round) else row.count,
    )


def _controls(session: Session, row: Weapon) -> tuple[ControlRow, ...]:
    points = session.exec(
        select(ControlPoint, Unit)
        .join(Unit, col(Unit.id) == col(ControlPoint.occupant_id), isouter=True)
        .where(ControlPoint.weapon_id == row.id)
        .order_by(col(ControlPoint.id))
    )
    return tuple(
        ControlRow(point.id or 0, point.place, point.occupant_id, unit.name if unit else "")
        for point, unit in points
    )


def _homing(session: Session, row: Weapon) -> tuple[HomingOf, ...]:
    rows = select(Homing).where(Homing.weapon_id == row.id).order_by(col(Homing.id))
    return tuple(
        HomingOf(each.id or 0, each.player_id, each.target, each.target_id, each.bonus)
        for each in session.exec(rows)
    )


class MayGoOff(Struct, frozen=True):
    """An Explosive, a projectile or a type of rounds: exactly one of the three ids is set.

    `where` says in words where it is.
    """

    name: str
    explosive_size: int
    where: str
    explosive_id: int | None = None
    projectile_id: int | None = None
    round_id: int | None = None


@view(Explosive, Projectile, Rack, Round, Unit)
def loads(session: Session) -> tuple[MayGoOff, ...]:
    """Return everything that may go off: what lies or is carried, what flies, what is stored."""
    return (*_explosives(session), *_flights(session), *_rounds(session))


def present(session: Session) -> Iterator[Explosive]:
    """Yield the Explosives that have not gone off; what is carried off the table is not there."""
    for row in rows_of(session, Explosive):
        carrier = session.get(Unit, row.carrier_id) if row.carrier_id is not None else None
        away = carrier is not None and not _plays(carrier)
        if row.state is not ExplosiveState.SPENT and not away:
            yield row


def _plays(unit: Unit) -> bool:
    return unit.fate is Fate.ALIVE and unit.on_table


def _explosives(session: Session) -> Iterator[MayGoOff]:
    for row in present(session):
        carrier = session.get(Unit, row.carrier_id) if row.carrier_id is not None else None
        where = f"carried by {carrier.name}" if carrier else row.place
        yield MayGoOff(row.name, row.explosive_size, where, explosive_id=row.id)


def _flights(session: Session) -> Iterator[MayGoOff]:
    for row in rows_of(session, Projectile):
        where = f"{in_inches(row.travelled)} on the way to {row.target}"
        yield MayGoOff(row.name, row.explosive_size, where, projectile_id=row.id)


def _rounds(session: Session) -> Iterator[MayGoOff]:
    for row in rows_of(session, Round):
        rack = session.get_one(Rack, row.rack_id)
        unit = session.get(Unit, rack.unit_id) if rack.unit_id is not None else None
        if row.count and (unit is None or _plays(unit)):
            where = f"{rack.name} of {unit.name}" if unit else rack.name
            name = f"{row.count} {row.name}"
            yield MayGoOff(name, row.explosive_size, where, round_id=row.id)


class ExplosiveRow(Struct, frozen=True):
    """An Explosive that lies on the table or is carried; `state` is stored, activated or dud.

    `load` is its name with its XSize, and what it is made of where the name does not say that.
    `x` and `y` say where it is, with its carrier if somebody carries it; none where nobody knows.
    """

    id: int
    name: str
    load: str
    state: str
    player_id: int | None
    place: str
    carrier_id: int | None
    carrier: str
    x: float | None = None
    y: float | None = None


@view(Explosive, Unit)
def explosives(session: Session) -> tuple[ExplosiveRow, ...]:
    """Return all Explosives that have not gone off, oldest first."""
    return tuple(
        copied(
            ExplosiveRow,
            row,
            load=load_words(row.name, row.explosive_size, row.makeup),
            carrier=_name(session, row.carrier_id),
            x=lies.x,
            y=lies.y,
        )
        for row, lies in ((row, _lies(session, row)) for row in present(session))
    )


def _lies(session: Session, row: Explosive) -> Unit | Explosive:
    carrier = session.get(Unit, row.carrier_id) if row.carrier_id is not None else None
    return carrier or row


def _name(session: Session, unit_id: int | None) -> str:
    unit = session.get(Unit, unit_id) if unit_id is not None else None
    return unit.name if unit else ""
