"""The ledger: what flies, burns, lies around or in racks, homes in, is Marked, is fought for."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.lengths import in_figures, in_inches
from brikdesk.rules.brikwars.explosives import load_words, size_words
from brikdesk.rules.brikwars.fields import FieldKind, HazardDie, hazard_die, unspent
from brikdesk.rules.brikwars.fire import power_after_fire
from brikdesk.rules.brikwars.traps_and_scouts import may_spring, trap_die
from brikdesk.rules.brikwars.weapons import rounds_left
from brikdesk.store.lines import Kind
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    ArmyLimit,
    Award,
    Battle,
    Chamber,
    Edge,
    Explosive,
    ExplosiveState,
    Fate,
    Field,
    Fire,
    Homing,
    Mark,
    Objective,
    Player,
    Projectile,
    Rack,
    Round,
    Seat,
    Trap,
    Turn,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views import view
from brikdesk.store.views.armory import present
from brikdesk.store.views.units import power_limit
from brikdesk.turns.brikwars import LASTING
from brikdesk.turns.brikwars.fields import BURNING, FIELD, FLIGHT, field_icon
from brikdesk.turns.brikwars.units import MARK
from brikdesk.turns.clocks import NOBODY as NOBODY
from brikdesk.turns.clocks import Coming, owners_now
from brikdesk.turns.clocks import Owner as Owner
from brikdesk.turns.queue import ALL_TABLES, END_ORDER, in_order
from brikdesk.turns.turn_order import present_turn


class HomingRow(Struct, frozen=True):
    """A gun that homes in."""

    id: int
    unit_id: int
    weapon: str
    token: str
    owner: Owner
    target: str
    bonus: int
    built: tuple[int, ...]


class MarkRow(Struct, frozen=True):
    """A Scout's Mark."""

    id: int
    target_id: int
    target: str
    owner: Owner
    scout: str
    bonus: int
    ends: str


@view(Homing, Weapon, Unit, Player)
def homing(session: Session) -> tuple[HomingRow, ...]:
    """Return the ledger's Homing: the guns that home in, oldest first."""
    owners = owners_now(session)
    rows = ((row, _bearer_of_aimed(session, row)) for row in rows_of(session, Homing))
    return tuple(
        copied(
            HomingRow,
            row,
            unit_id=unit.id or 0,
            weapon=unit.name,
            token=unit.token,
            owner=owners.get(row.player_id, NOBODY),
        )
        for row, unit in rows
    )


def _bearer_of_aimed(session: Session, row: Homing) -> Unit:
    weapon = session.get_one(Weapon, row.weapon_id)
    return session.get_one(Unit, weapon.unit_id)


@view(Mark, Unit, Player, Turn, Seat)
def marks(session: Session) -> tuple[MarkRow, ...]:
    """Return the ledger's Marks, oldest first."""
    owners = owners_now(session)
    rows = []
    for mark in MARK.rows(session):
        target = session.get_one(Unit, mark.target_id)
        scout = session.get_one(Unit, mark.scout_id)
        rows.append(
            copied(
                MarkRow,
                mark,
                target=target.name,
                owner=owners.get(mark.player_id, NOBODY),
                scout=scout.name,
                bonus=1,
                ends=MARK.coming(session, mark).whole,
            )
        )
    return tuple(rows)


class AirRow(Struct, frozen=True):
    """A projectile in flight, or an Explosive on the table: a dud, or in the `state` that is named.

    Both share one table in the window: their keys are those of two tables, and may be equal.
    """

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
    state: str = ""

    @property
    def lying(self) -> bool:
        """Whether it is an Explosive that lies on the table or is carried, and does not fly."""
        return self.dud or bool(self.state)


@view(Projectile, Explosive, Player, Unit, Turn, Seat)
def in_the_air(session: Session) -> tuple[AirRow, ...]:
    """Return the ledger's In the air: projectiles in flight, then Explosives that have not gone off."""
    owners = owners_now(session)
    rows = []
    for flight in FLIGHT.rows(session):
        owner = owners.get(flight.player_id, NOBODY)
        launcher = session.get(Unit, flight.unit_id) if flight.unit_id else None
        rows.append(
            copied(
                AirRow,
                flight,
                owner=owner,
                launcher=launcher.name if launcher else "",
                type=f"{flight.type} {size_words(flight.name, flight.explosive_size, flight.makeup)}",
                lands=FLIGHT.coming(session, flight).whole,
            )
        )
    return (*rows, *(_lying(session, row, owners) for row in present(session)))


def _spot(row: Explosive) -> str:
    return "" if row.x is None or row.y is None else f"{in_figures(row.x)}, {in_inches(row.y)}"


def _lying(session: Session, row: Explosive, owners: Mapping[int | None, Owner]) -> AirRow:
    carrier = session.get(Unit, row.carrier_id) if row.carrier_id else None
    where = f"carried by {carrier.name}" if carrier else row.place or _spot(row)
    dud = row.state is ExplosiveState.DUD
    return copied(
        AirRow,
        row,
        owner=owners.get(row.player_id, NOBODY),
        launcher=carrier.name if carrier else "",
        type=size_words(row.name, row.explosive_size, row.makeup),
        travelled=0,
        distance=0,
        lands=where,
        target=where,
        unit_id=row.carrier_id,
        dud=dud,
        state="" if dud else row.state.value,
    )


class ObjectiveRow(Struct, frozen=True):
    """An objective of the newest battle; `owner` is NOBODY where it is everybody's goal.

    - `scored`: who got how many points by it, in the order in which they first did.
    """

    id: int
    name: str
    worth: int
    owner: Owner
    scored: tuple[tuple[Owner, int], ...]
    note: str


class StandingRow(Struct, frozen=True):
    """A player of the newest battle: victory points, and the army's Unit Inches with their limit."""

    id: int
    owner: Owner
    points: int
    units: int
    inches: float
    limit: float | None

    @property
    def player_id(self) -> int:
        """The player's key."""
        return self.id

    @property
    def too_large(self) -> bool:
        """Whether the army counts more than the limit."""
        return self.limit is not None and self.inches > self.limit + 1e-9


@view(Objective, Award, Battle, Player)
def objectives(session: Session) -> tuple[ObjectiveRow, ...]:
    """Return the ledger's Objectives: those of the newest battle, oldest first."""
    owners, battle_id = owners_now(session), _battle_id(session)
    found = []
    for row in rows_of(session, Objective):
        if row.battle_id == battle_id:
            by = _points(each for each in rows_of(session, Award) if each.objective_id == row.id)
            scored = tuple((owners.get(key, NOBODY), points) for key, points in by.items())
            owner = owners.get(row.player_id, NOBODY)
            found.append(copied(ObjectiveRow, row, owner=owner, scored=scored))
    return tuple(found)


@view(Award, ArmyLimit, Battle, Seat, Player, Unit)
def armies(session: Session) -> tuple[StandingRow, ...]:
    """Return the ledger's Armies: how the newest battle's players stand, the most victory points first."""
    owners, battle_id = owners_now(session), _battle_id(session)
    limits = [row.inches for row in rows_of(session, ArmyLimit) if row.battle_id == battle_id]
    rows = session.exec(select(Unit.player_id, Unit.value).where(col(Unit.on_table).is_(True)))
    values = [(player_id, value) for player_id, value in rows if player_id is not None]
    found = []
    for seat in rows_of(session, Seat):
        if seat.battle_id == battle_id:
            own = [value for player_id, value in values if player_id == seat.player_id]
            points = points_in(session, battle_id).get(seat.player_id, 0)
            owner = owners.get(seat.player_id, NOBODY)
            limit = limits[-1] if limits else None
            found.append(StandingRow(seat.player_id, owner, points, len(own), sum(own), limit))
    return tuple(sorted(found, key=lambda row: -row.points))


def points_in(session: Session, battle_id: int) -> dict[int, int]:
    """Return the victory points of a battle by player; only who has scored is in it."""
    return _points(each for each in rows_of(session, Award) if each.battle_id == battle_id)


def _points(awards: Iterable[Award]) -> dict[int, int]:
    points: Counter[int] = Counter()
    for award in awards:
        points[award.player_id] += award.points
    return points


def _battle_id(session: Session) -> int:
    battles = rows_of(session, Battle)
    return (battles[-1].id or 0) if battles else 0


class FireRow(Struct, frozen=True):
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
    next: Coming
    effect: str
    minifig: bool
    place: str


@view(Fire, Unit, Player, Turn, Seat)
def fires(session: Session) -> tuple[FireRow, ...]:
    """Return the ledger's Fires, oldest first."""
    owners = owners_now(session)
    rows = []
    for fire in BURNING.rows(session):
        unit = session.get_one(Unit, fire.unit_id)
        if unit.fate is not Fate.ALIVE:
            continue
        setter = owners.get(fire.set_by_id)
        rows.append(
            copied(
                FireRow,
                fire,
                unit_id=unit.id or 0,
                name=unit.name,
                owner=owners.get(unit.player_id, NOBODY),
                burns_on=owners.get(fire.driver_id, NOBODY),
                lit_by=setter.code if setter and unit.player_id is None else "",
                unit_size=unit.size,
                weight_class=unit.weight_class,
                roll=f"{fire.permanent_dice or max(1, fire.size)}d4",
                next=Coming("now")
                if BURNING.waits(session, fire)
                else BURNING.coming(session, fire),
                effect=_effect(fire, unit),
                minifig=fire.size == 0,
            )
        )
    return tuple(rows)


def _effect(fire: Fire, unit: Unit) -> str:
    if "fire creature" in unit.tags:
        return "–"
    if fire.size == 0:
        return "one hand, −1d4"
    loss = power_limit(unit, 0) - power_after_fire(power_limit(unit, 0), fire.size)
    penalty = "−1d4" if unit.action_die or unit.armor else ""
    power = f'−{loss}" Power' if loss else ""
    return ", ".join(part for part in (power, penalty) if part) or "–"


class WaitingRow(Struct, frozen=True):
    """Something that will happen when the running turn ends; `act` settles it, as data.

    `cleared_by` is the act that takes it away before, by the row that `act` names; empty: none.
    """

    id: int
    key: str
    act: Mapping[str, Any]
    icon: Kind
    name: str
    owner: Owner
    what: str
    rule: str
    unit_id: int | None
    cleared_by: str


@view(*ALL_TABLES)
def waiting_for_end(session: Session) -> tuple[WaitingRow, ...]:
    """Return the ledger's End of turn: what happens when the turn ends; empty where no battle runs."""
    owners, turn = owners_now(session), present_turn(session)
    if turn is None:
        return ()
    steps = (step for each in LASTING for step in each.waiting(session, turn, Edge.END))
    waiting = in_order(steps, END_ORDER)
    return tuple(
        copied(
            WaitingRow,
            step,
            id=place,
            name=step.title,
            owner=owners.get(step.player_id, NOBODY),
            what=step.detail,
        )
        for place, step in enumerate(waiting, start=1)
    )


class AmmoRow(Struct, frozen=True):
    """Rounds of one type in a rack, with the chamber they serve; `round_id` is 0 if not counted."""

    id: str
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
    kind: str = ""
    endless: bool = False
    """Whether firing never takes from the count: the Ammo of Cannons is not used up (8.4-49)."""


@view(Rack, Round, Chamber, Weapon, Unit, Player, Turn)
def ammo(session: Session) -> tuple[AmmoRow, ...]:
    """Return the ledger's Ammo: racks round by round, then weapons to reload that have no rack."""
    owners = owners_now(session)
    weapons = {weapon.id: weapon for weapon in rows_of(session, Weapon)}
    racks = rows_of(session, Rack)
    bare = [weapon for weapon in weapons.values() if _needs_reloading(weapon)]
    carriers = {rack.unit_id or _bearer(weapons.get(rack.weapon_id)) for rack in racks}
    units = _living(session, carriers | {weapon.unit_id for weapon in bare})
    chambers = {chamber.weapon_id: chamber for chamber in rows_of(session, Chamber)}
    rounds: dict[int, list[Round]] = {}
    for one in rows_of(session, Round):
        rounds.setdefault(one.rack_id, []).append(one)
    rows: list[AmmoRow] = []
    served = set()
    for rack in racks:
        weapon = weapons.get(rack.weapon_id)
        unit = units.get(rack.unit_id or _bearer(weapon))
        # Its unit is lost. A rack that stands on the table has none, and is listed.
        if rack.unit_id is not None and unit is None:
            continue
        served.add(rack.weapon_id)
        # A rack without rounds has a row too.
        lying: list[Round | None] = [*rounds.get(rack.id or 0, ())] or [None]
        chamber = chambers.get(rack.weapon_id or 0)
        shows = next((place for place, each in enumerate(lying) if _alike(each, chamber)), 0)
        for place, each in enumerate(lying):
            rows.append(_ammo_row(rack, each, unit, weapon, chambers, owners, first=place == shows))
    for weapon in bare:
        if weapon.id not in served and weapon.unit_id in units:
            # Never added to the session: it only makes a row for a weapon without a rack.
            rack = Rack(unit_id=weapon.unit_id, name="")
            rows.append(
                _ammo_row(rack, None, units[weapon.unit_id], weapon, chambers, owners, first=True)
            )
    return tuple(rows)


def _needs_reloading(weapon: Weapon) -> bool:
    return weapon.inoperative or weapon.kind is WeaponKind.CANNON


def _bearer(weapon: Weapon | None) -> int | None:
    return weapon.unit_id if weapon else None


def _living(session: Session, unit_ids: set[int | None]) -> dict[int | None, Unit]:
    found = (session.get(Unit, key) for key in unit_ids if key is not None)
    return {unit.id: unit for unit in found if unit is not None and unit.fate is Fate.ALIVE}


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
    rack_id, round_id = rack.id or 0, (each.id or 0) if each else 0
    return AmmoRow(
        # Rounds, racks without rounds and weapons without a rack have keys of three tables.
        id=f"{rack_id}-{round_id}-{weapon.id or 0 if weapon else 0}",
        rack_id=rack_id,
        round_id=round_id,
        rack=rack.name,
        owner=owners.get(unit.player_id if unit else None, NOBODY),
        unit_id=unit.id if unit else None,
        unit=unit.name if unit else rack.place or rack.name,
        token=unit.token if unit else "",
        weapon_id=weapon.id if weapon else None,
        weapon=weapon.name if weapon else rack.name,
        load=_load(each) if each else NO_ROUNDS if _takes_rounds(weapon) else "Not counted",
        count=each.count if each else 0,
        full=max(each.full, each.count) if each else 0,
        chamber=chamber,
        tone=tone,
        kind=weapon.kind.value if weapon else "",
        endless=bool(each and weapon and _endless(rack, weapon)),
    )


NO_ROUNDS = "No rounds"
"""What is written of a weapon that is loaded with rounds and has none: it cannot be (8.4-50)."""


def _takes_rounds(weapon: Weapon | None) -> bool:
    return weapon is not None and weapon.kind in (WeaponKind.CANNON, WeaponKind.LAUNCHER)


def _alike(each: Round | None, chamber: Chamber | None) -> bool:
    """Return whether what is loaded is of this type: its row then shows the chamber."""
    if each is None or chamber is None or chamber.rack_id != each.rack_id:
        return False
    facts = ("name", "explosive_size", "makeup", "stability")
    return all(getattr(each, fact) == getattr(chamber, fact) for fact in facts)


def _load(each: Round | Chamber) -> str:
    return load_words(each.name, each.explosive_size, each.makeup)


def _endless(rack: Rack, weapon: Weapon) -> bool:
    # Ask the rule of one shot of one round: if the round is still there, shots are not counted.
    kept = rounds_left(1, 1, battery=rack.battery) == 1
    return kept and weapon.kind in (WeaponKind.CANNON, WeaponKind.MACHINE_GUN)


def _chamber(rack: Rack, weapon: Weapon | None, chambers: dict[int, Chamber]) -> tuple[str, str]:
    if weapon is None:
        return "–", ""
    if weapon.inoperative:
        return "Reload", "danger"
    loaded = chambers.get(weapon.id or 0)
    if loaded:
        return _load(loaded), "ok"
    if weapon.kind is WeaponKind.CANNON:
        return ("Fired" if weapon.fired_turn_id else "Empty"), "danger"
    if weapon.kind is WeaponKind.LAUNCHER and not rack.battery:
        return "Empty", "danger"
    return "no reload", ""


class FieldRow(Struct, frozen=True):
    """A Field Hazard, or a Trap (without Size and `sort`); their keys may be equal.

    `mode` is what terrain does, `unit_id` the creation under an Energy Shield, or the bearer of a
    Weapon Trap's weapon. `candidates` are possible triggers, `armed` whether a Trap can go off.
    `first_die` stands for all its dice where there is room for one; none: it has no dice.
    """

    id: int
    name: str
    owner: Owner
    icon: Kind
    sort: FieldKind | None
    kind: str
    size: int
    dice: tuple[str, ...]
    next: Coming
    place: str
    triggered: int
    mode: str = ""
    unit_id: int | None = None
    trap: bool = False
    armed: bool = False
    candidates: tuple[str, ...] = ()
    first_die: HazardDie | None = None


@view(Field, Player, Turn, Seat, Unit)
def fields(session: Session) -> tuple[FieldRow, ...]:
    """Return the Fields of the ledger, oldest first."""
    owners, turn = owners_now(session), present_turn(session)
    return tuple(
        copied(
            FieldRow,
            row,
            owner=owners.get(row.player_id, NOBODY),
            icon=field_icon(row),
            sort=row.kind,
            kind=_field_kind(session, row),
            next=_field_next(session, row, turn),
            triggered=len(row.triggered),
            unit_id=row.carrier_id,
            first_die=hazard_die(row.dice[0]) if row.dice else None,
        )
        for row in FIELD.rows(session)
    )


@view(Trap, Player, Turn, Field, Weapon, Unit)
def traps(session: Session) -> tuple[FieldRow, ...]:
    """Return the Traps of the ledger, oldest first."""
    owners, turn = owners_now(session), present_turn(session)
    rows = []
    for trap in rows_of(session, Trap):
        weapon = session.get(Weapon, trap.weapon_id) if trap.weapon_id else None
        die = trap_die(smart=trap.smart, action_die=trap.action_die)
        rows.append(
            copied(
                FieldRow,
                trap,
                owner=owners.get(trap.player_id, NOBODY),
                icon=Kind.FIELD,
                sort=None,
                kind=_trap_kind(session, trap, weapon),
                size=0,
                dice=(f"d{die} Action",) if weapon else (),
                next=Coming(_trap_next(trap, turn)),
                place=trap.trigger or ", ".join(trap.candidates),
                triggered=0,
                unit_id=weapon.unit_id if weapon else None,
                trap=True,
                first_die=HazardDie(die, None) if weapon else None,
            )
        )
    return tuple(rows)


@view(Field, Trap, Player, Turn, Seat, Unit, Weapon)
def fields_and_traps(session: Session) -> tuple[FieldRow, ...]:
    """Return the ledger's Fields: all Fields, then all Traps."""
    return (*fields(session), *traps(session))


def _field_kind(session: Session, row: Field) -> str:
    height = "" if row.height is None else f"{in_inches(row.height)} high"
    how = "on" if row.kind is FieldKind.SHIELD else "powered by"
    carrier = f"{how} {session.get_one(Unit, row.carrier_id).name}" if row.carrier_id else ""
    parts = (row.kind.value, row.mode, row.direction, carrier, height, row.affects)
    return ", ".join(part for part in parts if part)


def _field_next(session: Session, row: Field, turn: Turn | None) -> Coming:
    if row.kind is FieldKind.SHIELD and turn is not None:
        # The keys of a JSON record are text.
        used = {int(place): stamp for place, stamp in row.spent.items()}
        ready = len(unspent(len(row.dice), used, turn.id or 0))
        return Coming(f"{ready} of {len(row.dice)} ready")
    return FIELD.coming(session, row)


def _trap_kind(session: Session, trap: Trap, weapon: Weapon | None) -> str:
    hidden = session.get(Field, trap.field_id) if trap.field_id else None
    parts = (
        "Smart Weapon Trap" if trap.smart else "Weapon Trap" if weapon else "Trap",
        weapon.name if weapon else "",
        f"hidden in {hidden.name}" if hidden else "",
        f"{len(trap.candidates)} possible triggers" if trap.candidates else "",
        "secret" if trap.secret else "",
    )
    return ", ".join(part for part in parts if part)


def _trap_next(trap: Trap, turn: Turn | None) -> str:
    now = (turn.id or 0) if turn else 0
    no = may_spring(
        armed=trap.armed, smart=trap.smart, sprung_in=trap.sprung_turn_id, current_turn=now
    )
    if no is None:
        return "armed"
    return "next turn" if trap.armed else "spent"
