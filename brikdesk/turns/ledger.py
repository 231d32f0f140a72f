"""The ledger: what is in the air, burns, lies around, waits in racks, homes in, is Marked or due."""

from dataclasses import dataclass
from math import ceil

from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.catching_fire import power_after_fire
from brikdesk.rules.brikwars.flight import FLIGHT_PER_TURN
from brikdesk.store.lines import Kind
from brikdesk.store.tables import (
    Chamber,
    Explosive,
    ExplosiveState,
    Fate,
    Field,
    Fire,
    Homing,
    Mark,
    Phase,
    Player,
    Projectile,
    Rack,
    Round,
    Seat,
    Turn,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views import view
from brikdesk.store.views.units import power_limit
from brikdesk.turns.clocks import burns_now, players_served
from brikdesk.turns.end_steps import waiting
from brikdesk.turns.queue import ALL_TABLES
from brikdesk.turns.sequence import present_turn, seats
from brikdesk.turns.start_steps import field_icon


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose it is, for a token before a name."""

    player_id: int | None
    code: str
    faction: str
    colour: str


NOBODY = Owner(None, "–", "Unaligned", "slate")


@dataclass(frozen=True, slots=True)
class AirRow:
    """A projectile in flight (id), or a dud on the table (id negative)."""

    id: int
    name: str
    owner: Owner
    launcher: str
    type: str
    travelled: float
    distance: float
    lands: str
    target: str
    unit_id: int | None
    dud: bool = False


@dataclass(frozen=True, slots=True)
class FireRow:
    """A fire: on what, at whose turn starts it burns, its inches, what comes next."""

    id: int
    unit_id: int
    name: str
    owner: Owner
    burns_on: Owner
    lit_by: str
    kind: str
    size: int
    unit_size: int
    weight_class: int
    roll: str
    next: str
    effect: str
    minifig: bool
    place: str


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A Field Hazard."""

    id: int
    name: str
    owner: Owner
    icon: Kind
    kind: str
    size: int
    dice: tuple[str, ...]
    next: str
    place: str
    triggered: int


@dataclass(frozen=True, slots=True)
class AmmoRow:
    """Rounds of one type in a rack, with the chamber they serve; `round_id` 0: none are counted."""

    id: int
    rack_id: int
    round_id: int
    rack: str
    owner: Owner
    unit_id: int | None
    unit: str
    token: str
    weapon_id: int | None
    weapon: str
    load: str
    count: int
    full: int
    chamber: str
    tone: str


@dataclass(frozen=True, slots=True)
class HomingRow:
    """A gun that homes in."""

    id: int
    unit_id: int
    weapon: str
    token: str
    owner: Owner
    target: str
    bonus: int
    built: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MarkRow:
    """A Scout's Mark."""

    id: int
    target_id: int
    target: str
    owner: Owner
    scout: str
    bonus: int
    ends: str


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Something that will happen when the running turn ends."""

    id: int
    key: str
    icon: Kind
    name: str
    owner: Owner
    what: str
    rule: str
    unit_id: int | None


def _owners(session: Session) -> dict[int | None, Owner]:
    rows = session.exec(select(Player))
    return {row.id: Owner(row.id, row.code, row.faction, row.colour) for row in rows}


def _next_turn_of(session: Session, turn: Turn | None, player_id: int, done: bool) -> int:
    """Give the round in which this player's next turn start comes; `done`: not the running one."""
    if turn is None:
        return 1
    if turn.player_id == player_id:
        return turn.number + done
    places = {seat.player_id: seat.place for seat in seats(session, turn.battle_id)}
    later = places.get(player_id, 0) > places.get(turn.player_id, 0)
    return turn.number if later else turn.number + 1


@view(Projectile, Explosive, Player, Unit, Turn, Seat)
def in_the_air(session: Session) -> tuple[AirRow, ...]:
    """Give projectiles in flight, then duds."""
    owners, turn = _owners(session), present_turn(session)
    rows = []
    for flight in session.exec(select(Projectile).order_by(col(Projectile.id))):
        owner = owners.get(flight.player_id, NOBODY)
        done = bool(turn) and (
            flight.flown_turn_id == turn.id or flight.launched_turn_id == turn.id  # type: ignore[union-attr]
        )
        legs = max(1, ceil((flight.distance - flight.travelled) / FLIGHT_PER_TURN - 1e-9))
        number = _next_turn_of(session, turn, flight.player_id, done) + legs - 1
        launcher = session.get(Unit, flight.unit_id) if flight.unit_id else None
        rows.append(
            AirRow(
                id=flight.id or 0,
                name=flight.name,
                owner=owner,
                launcher=launcher.name if launcher else "",
                type=f"{flight.type} X{flight.explosive_size}",
                travelled=flight.travelled,
                distance=flight.distance,
                lands=f"Turn {number}, {owner.code}",
                target=flight.target,
                unit_id=flight.unit_id,
            )
        )
    duds = (
        select(Explosive).where(Explosive.state == ExplosiveState.DUD).order_by(col(Explosive.id))
    )
    for dud in session.exec(duds):
        rows.append(
            AirRow(
                id=-(dud.id or 0),
                name=dud.name,
                owner=owners.get(dud.player_id, NOBODY),
                launcher="",
                type=f"X{dud.explosive_size}",
                travelled=0,
                distance=0,
                lands=dud.place,
                target=dud.place,
                unit_id=dud.carrier_id,
                dud=True,
            )
        )
    return tuple(rows)


@view(Fire, Unit, Player, Turn, Seat)
def fires(session: Session) -> tuple[FireRow, ...]:
    """Give all fires, oldest first."""
    owners, turn = _owners(session), present_turn(session)
    pairs = session.exec(
        select(Fire, Unit)
        .join(Unit, col(Unit.id) == col(Fire.unit_id))
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(Fire.id))
    ).all()
    served = players_served(session, turn) if turn else frozenset()
    rows = []
    for fire, unit in pairs:
        driver = owners.get(fire.driver_id, NOBODY)
        now = turn is not None and turn.phase is Phase.START and burns_now(fire, turn, served)
        number = _next_turn_of(session, turn, fire.driver_id or 0, done=not now)
        setter = owners.get(fire.set_by_id)
        rows.append(
            FireRow(
                id=fire.id or 0,
                unit_id=unit.id or 0,
                name=unit.name,
                owner=owners.get(unit.player_id, NOBODY),
                burns_on=driver,
                lit_by=setter.code if setter and unit.player_id is None else "",
                kind=fire.kind.value,
                size=fire.size,
                unit_size=unit.size,
                weight_class=unit.weight_class,
                roll=f"{fire.permanent_dice or max(1, fire.size)}d4",
                next=_fire_next(fire, now, number, driver.code),
                effect=_effect(fire, unit),
                minifig=fire.size == 0,
                place=fire.place,
            )
        )
    return tuple(rows)


def _fire_next(fire: Fire, now: bool, number: int, code: str) -> str:
    if fire.permanent_dice:
        return "permanent"
    return "now" if now else f"Turn {number}, {code}"


def _effect(fire: Fire, unit: Unit) -> str:
    if "fire creature" in unit.tags:
        return "–"
    if fire.size == 0:
        return "one hand, −1d4"
    loss = power_limit(unit, 0) - power_after_fire(power_limit(unit, 0), fire.size)
    penalty = "−1d4" if unit.action_die or unit.armor else ""
    power = f'−{loss}" Power' if loss else ""
    return ", ".join(part for part in (power, penalty) if part) or "–"


@view(Field, Player, Turn, Seat)
def fields(session: Session) -> tuple[FieldRow, ...]:
    """Give all Fields, oldest first."""
    owners, turn = _owners(session), present_turn(session)
    return tuple(
        FieldRow(
            id=row.id or 0,
            name=row.name,
            owner=owners.get(row.player_id, NOBODY),
            icon=field_icon(row),
            kind=_field_kind(row),
            size=row.size,
            dice=tuple(row.dice),
            next=_field_next(session, row, turn, owners),
            place=row.place,
            triggered=len(row.triggered),
        )
        for row in session.exec(select(Field).order_by(col(Field.id)))
    )


def _field_kind(row: Field) -> str:
    height = "" if row.height is None else f'{row.height:g}" high'
    return ", ".join(part for part in (row.kind.value, row.mode, height, row.affects) if part)


def _field_next(
    session: Session, row: Field, turn: Turn | None, owners: dict[int | None, Owner]
) -> str:
    if row.shrink_player_id is None:
        return "permanent"
    done = turn is not None and turn.id in (row.shrunk_turn_id, row.made_turn_id)
    number = _next_turn_of(session, turn, row.shrink_player_id, done)
    left = f'{row.size - 1}"' if row.size > 1 else "gone"
    return f"{left} on Turn {number}, {owners.get(row.shrink_player_id, NOBODY).code}"


@view(Rack, Round, Chamber, Weapon, Unit, Player, Turn)
def ammo(session: Session) -> tuple[AmmoRow, ...]:
    """Give racks round by round, then weapons that need reloading and have no rack."""
    owners = _owners(session)
    units = {unit.id: unit for unit in session.exec(select(Unit).where(Unit.fate == Fate.ALIVE))}
    weapons = {weapon.id: weapon for weapon in session.exec(select(Weapon))}
    chambers = {chamber.weapon_id: chamber for chamber in session.exec(select(Chamber))}
    rows: list[AmmoRow] = []
    served = set()
    for rack in session.exec(select(Rack).order_by(col(Rack.id))):
        weapon = weapons.get(rack.weapon_id)
        unit = units.get(rack.unit_id or (weapon.unit_id if weapon else None))
        if rack.unit_id is not None and unit is None:
            continue
        served.add(rack.weapon_id)
        rounds = session.exec(select(Round).where(Round.rack_id == rack.id).order_by(col(Round.id)))
        for place, each in enumerate([*rounds.all()] or [None]):
            rows.append(_ammo_row(rack, each, unit, weapon, chambers, owners, first=place == 0))
    for weapon in weapons.values():
        needs = weapon.inoperative or weapon.kind is WeaponKind.CANNON
        if needs and weapon.id not in served and weapon.unit_id in units:
            rack = Rack(id=-(weapon.id or 0), unit_id=weapon.unit_id, name="")
            rows.append(
                _ammo_row(rack, None, units[weapon.unit_id], weapon, chambers, owners, first=True)
            )
    return tuple(rows)


def _ammo_row(
    rack: Rack,
    each: Round | None,
    unit: Unit | None,
    weapon: Weapon | None,
    chambers: dict[int, Chamber],
    owners: dict[int | None, Owner],
    *,
    first: bool,
) -> AmmoRow:
    chamber, tone = _chamber(rack, weapon, chambers) if first else ("–", "")
    return AmmoRow(
        id=(each.id or 0) if each else -abs(rack.id or 0) - 1_000_000,
        rack_id=max(0, rack.id or 0),
        round_id=(each.id or 0) if each else 0,
        rack=rack.name,
        owner=owners.get(unit.player_id if unit else None, NOBODY),
        unit_id=unit.id if unit else None,
        unit=unit.name if unit else rack.place or rack.name,
        token=unit.token if unit else "",
        weapon_id=weapon.id if weapon else None,
        weapon=weapon.name if weapon else rack.name,
        load=f"{each.name} X{each.explosive_size}" if each else "Not counted",
        count=each.count if each else 0,
        full=max(each.full, each.count) if each else 0,
        chamber=chamber,
        tone=tone,
    )


def _chamber(rack: Rack, weapon: Weapon | None, chambers: dict[int, Chamber]) -> tuple[str, str]:
    if weapon is None:
        return "–", ""
    if weapon.inoperative:
        return "Reload", "danger"
    loaded = chambers.get(weapon.id or 0)
    if loaded:
        return f"{loaded.name} X{loaded.explosive_size}", "ok"
    if weapon.kind is WeaponKind.CANNON:
        return ("Fired" if weapon.fired_turn_id else "Empty"), "danger"
    if weapon.kind is WeaponKind.LAUNCHER and not rack.battery:
        return "Empty", "danger"
    return "no reload", ""


@view(Homing, Weapon, Unit, Player)
def homing(session: Session) -> tuple[HomingRow, ...]:
    """Give the guns that home in, oldest first."""
    owners = _owners(session)
    rows = session.exec(
        select(Homing, Weapon, Unit)
        .join(Weapon, col(Weapon.id) == col(Homing.weapon_id))
        .join(Unit, col(Unit.id) == col(Weapon.unit_id))
        .order_by(col(Homing.id))
    )
    return tuple(
        HomingRow(
            id=row.id or 0,
            unit_id=unit.id or 0,
            weapon=unit.name,
            token=unit.token,
            owner=owners.get(row.player_id, NOBODY),
            target=row.target,
            bonus=row.bonus,
            built=tuple(row.built),
        )
        for row, _, unit in rows
    )


@view(Mark, Unit, Player, Turn, Seat)
def marks(session: Session) -> tuple[MarkRow, ...]:
    """Give the Marks, oldest first."""
    owners, turn = _owners(session), present_turn(session)
    rows = []
    for mark in session.exec(select(Mark).order_by(col(Mark.id))):
        owner = owners.get(mark.player_id, NOBODY)
        done = turn is not None and mark.made_turn_id == turn.id
        number = _next_turn_of(session, turn, mark.player_id, done)
        target = session.get_one(Unit, mark.target_id)
        scout = session.get_one(Unit, mark.scout_id)
        rows.append(
            MarkRow(
                id=mark.id or 0,
                target_id=mark.target_id,
                target=target.name,
                owner=owner,
                scout=scout.name,
                bonus=1,
                ends=f"Turn {number}, {owner.code}",
            )
        )
    return tuple(rows)


@view(*ALL_TABLES)
def waiting_for_end(session: Session) -> tuple[WaitingRow, ...]:
    """Give what will happen when the running turn ends."""
    owners, turn = _owners(session), present_turn(session)
    if turn is None:
        return ()
    return tuple(
        WaitingRow(
            id=place,
            key=step.key,
            icon=step.icon,
            name=step.title,
            owner=owners.get(step.player_id, NOBODY),
            what=step.detail,
            rule=step.rule,
            unit_id=step.unit_id,
        )
        for place, step in enumerate(waiting(session, turn), start=1)
    )
