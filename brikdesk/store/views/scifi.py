"""Sci-fi units, weapons and shots as the desk, the ledger and the report show them."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk.rules.scifi.areas import Placed, Shape, placed
from brikdesk.rules.scifi.convergence import Use
from brikdesk.rules.scifi.cost import weapons_cost
from brikdesk.rules.scifi.firing import may_fire
from brikdesk.rules.scifi.hit_entry import signed
from brikdesk.rules.scifi.outcomes import OUTCOMES
from brikdesk.rules.scifi.range_bands import Span, spans
from brikdesk.rules.scifi.rate_of_fire import RATES
from brikdesk.rules.scifi.reminders import Reminder
from brikdesk.rules.scifi.reminders import unfired as rules_unfired
from brikdesk.rules.scifi.stores import NumberAsked, number_asked
from brikdesk.rules.scifi.variable_fire import modes
from brikdesk.rules.scifi.weapon_class import class_name
from brikdesk.store.house import house_rules
from brikdesk.store.rule_sets import rule_sets
from brikdesk.store.scifi_rows import (
    capabilities_of,
    counts,
    crew_rows,
    facts_of,
    incapacitated,
    is_now,
    load_of,
    loads_of,
    role_of,
    state_of,
    store_of,
    stores_of,
    turn_began,
    weapon_of,
)
from brikdesk.store.scifi_shots import concerned, hits_asked, next_step
from brikdesk.store.tables import (
    Campaign,
    Fate,
    Fire,
    HouseRule,
    Player,
    RuleSet,
    SfCrew,
    SfDetection,
    SfLoad,
    SfShot,
    SfStore,
    SfUnit,
    SfWeapon,
    State,
    Turn,
    Unit,
)
from brikdesk.store.views import view


@dataclass(frozen=True, slots=True)
class LoadRow:
    """Rounds of one type: loaded = remaining + fired + lost + adjusted."""

    id: int
    name: str
    loaded: int
    remaining: int
    fired: int
    lost: int
    adjusted: int


@dataclass(frozen=True, slots=True)
class SfStoreRow:
    """A pod, rack, launcher or item group; `asked` is a number that nobody has said yet."""

    id: int
    capability: str
    holder: str
    unit_name: str
    loaded: int
    remaining: int
    fired_this_turn: int
    most: int | None
    expended: bool
    loads: tuple[LoadRow, ...]
    asked: NumberAsked | None


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of a crew; eliminated ones stay in the list."""

    id: int
    name: str
    role: str
    unit_id: int | None
    alive: bool
    fixed: bool
    initiative_spent: bool


@dataclass(frozen=True, slots=True)
class SfWeaponRow:
    """One weapon. Ranges and areas in inches; `no` says why it may not fire now, with its rule.

    `placed` tells when its area is placed, `modes` what its owner chooses for each attack,
    `class_name` the word for its infantry class.
    """

    id: int
    unit_id: int
    unit: str
    player_id: int | None
    name: str
    type: str
    family: str
    form: str
    attack_factor: int | None
    factor_changed: bool
    rate: str
    class_name: str
    spans: tuple[Span, ...]
    minimum_range: float | None
    shape: str
    area_size: float | None
    area_width: float | None
    placed: str
    warhead: str
    effects: tuple[str, ...]
    detection_effect: str
    cost: float | None
    barrels: int | None
    count: int
    capabilities: tuple[str, ...]
    modes: tuple[str, ...]
    last_mode: str
    mounting: str
    structure_id: int | None
    carry_override: bool
    destroyed: bool
    fired: int
    capability_used: str
    special_fire: str
    stores: tuple[SfStoreRow, ...]
    crew: tuple[MemberRow, ...]
    no: str
    no_rule: str


@dataclass(frozen=True, slots=True)
class SfUnitRow:
    """A unit by the Sci-fi rules; `cost` sums its weapons only (12-51)."""

    unit_id: int
    name: str
    player_id: int | None
    kind: str
    size: int
    armor_class: int | None
    powered_armor: bool
    on_foot: bool
    open_topped: bool
    equipment: tuple[str, ...]
    incapacitated: bool
    detected_by: tuple[int, ...]
    cost: str
    alive: bool


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One entry of the referee for a shot; an empty answer was skipped."""

    matter: str
    unit_id: int | None
    unit: str
    answer: str
    number: int | None
    note: str


@dataclass(frozen=True, slots=True)
class ShotRow:
    """One shot with what was entered for it; `next` is the step that is due, empty if none is.

    `asks` is whom penetration and damage are asked of, `hits_asked` how many hit entries it has.
    """

    id: int
    turn_id: int
    unit_id: int
    unit: str
    sf_weapon_id: int
    weapon: str
    capability: str
    mode: str
    indirect: bool
    target: str
    target_id: int | None
    distance: float | None
    band: str
    attack_factor: int | None
    hit_bonus: int
    warhead: str
    explosive: bool
    shape: str
    area_size: float | None
    placed: bool
    place: str
    early: bool
    inside: tuple[int, ...]
    remaining_before: int | None
    remaining_after: int | None
    rolls: int
    hits_asked: int
    asks: tuple[int | None, ...]
    outcomes: tuple[OutcomeRow, ...]
    overruled: tuple[str, ...]
    next: str


@dataclass(frozen=True, slots=True)
class DetectionRow:
    """A unit that a side has detected, and for how long."""

    id: int
    unit_id: int
    unit: str
    player_id: int
    faction: str
    lasts: str


TABLES = (
    SfUnit, SfWeapon, SfStore, SfLoad, SfCrew, SfDetection, SfShot, State, Unit, Player, Turn,
    HouseRule, Campaign,
)  # fmt: skip


@view(Campaign)
def played(session: Session) -> tuple[str, ...]:
    """Give the names of the members of RuleSet by which the campaign is played."""
    return tuple(each.name for each in rule_sets(session))


@view(Campaign)
def plays_scifi(session: Session) -> bool:
    """Tell whether the campaign is played by the Sci-fi rules, alone or beside others."""
    return RuleSet.SCIFI in rule_sets(session)


@view(*TABLES)
def sf_weapons(session: Session, unit_id: int | None = None) -> tuple[SfWeaponRow, ...]:
    """Give the Sci-fi weapons of one unit, or of all living units, in the order they came."""
    wanted = select(SfWeapon, Unit).join(Unit, col(Unit.id) == col(SfWeapon.unit_id))
    if unit_id is not None:
        wanted = wanted.where(SfWeapon.unit_id == unit_id)
    else:
        wanted = wanted.where(Unit.fate == Fate.ALIVE)
    found = session.exec(wanted.order_by(col(SfWeapon.id))).all()
    return tuple(_weapon(session, row, unit) for row, unit in found)


def _weapon(session: Session, row: SfWeapon, unit: Unit) -> SfWeaponRow:
    rules, record = house_rules(session), weapon_of(row)
    began = turn_began(session, unit.player_id)
    state = state_of(session, row, began)
    factor = record.attack_factor
    held = incapacitated(session, unit.id or 0) is not None
    first = record.capabilities[:1]
    no = may_fire(record, state, rules, *first, incapacitated=held)
    explosive = record.makes == "warhead"
    lies = placed(row.shape, explosive=explosive)
    choice = modes(row.type, variable_fire=bool(rules["sf_variable_fire"]))
    return SfWeaponRow(
        id=row.id or 0,
        unit_id=unit.id or 0,
        unit=unit.name,
        player_id=unit.player_id,
        name=row.name,
        type=row.type,
        family=row.family.value if row.family else "",
        form=row.form.value if row.form else "",
        attack_factor=factor.value if factor else None,
        factor_changed=bool(factor and factor.changed),
        rate=f"{row.rate.value}, {RATES[row.rate].name}" if row.rate else "",
        class_name=class_name(row.infantry_class, row.type) if row.infantry_class else "",
        spans=spans(row.range_factor, row.minimum_range) if row.range_factor else (),
        minimum_range=row.minimum_range,
        shape=row.shape.value,
        area_size=row.area_size,
        area_width=row.area_width,
        placed=lies.value if isinstance(lies, Placed) else "",
        warhead=row.warhead,
        effects=tuple(row.effects),
        detection_effect="" if row.detection_effect is None else signed(row.detection_effect),
        cost=row.cost,
        barrels=row.barrels,
        count=row.count,
        capabilities=tuple(each.name for each in capabilities_of(row)),
        modes=tuple(mode.value for mode in choice),
        last_mode=row.last_mode.value if row.last_mode else "",
        mounting=row.mounting.value,
        structure_id=row.structure_id,
        carry_override=row.carry_override,
        destroyed=row.destroyed,
        fired=state.fired_this_turn,
        capability_used=state.capability_used,
        special_fire=state.special_fire.value,
        stores=tuple(
            _store(session, each, began)
            for each in stores_of(session, row)
            if counts(session, row, each)
        ),
        crew=tuple(_member(each, began) for each in crew_rows(session, row)),
        no=no.why if no else "",
        no_rule=no.rule if no else "",
    )


def _store(session: Session, row: SfStore, began: int) -> SfStoreRow:
    store = store_of(session, row, began)
    loaded, fired, remaining, expended = store.counters
    return SfStoreRow(
        id=row.id or 0,
        capability=row.capability,
        holder=row.holder.value,
        unit_name=row.unit_name,
        loaded=loaded,
        remaining=remaining,
        fired_this_turn=fired,
        most=row.most,
        expended=expended,
        loads=tuple(_load(each) for each in loads_of(session, row)),
        asked=number_asked(store),
    )


def _load(row: SfLoad) -> LoadRow:
    load = load_of(row)
    return LoadRow(
        row.id or 0, row.name, row.loaded, load.remaining, row.fired, row.lost, row.adjusted
    )


def _member(row: SfCrew, began: int) -> MemberRow:
    return MemberRow(
        id=row.id or 0,
        name=row.name,
        role=role_of(row, began).value,
        unit_id=row.unit_id,
        alive=row.alive,
        fixed=row.fixed,
        initiative_spent=is_now(row.initiative_turn_id, began),
    )


@view(*TABLES)
def sf_units(session: Session) -> tuple[SfUnitRow, ...]:
    """Give the units that have Sci-fi facts and are not removed, in the order they came."""
    found = session.exec(
        select(SfUnit, Unit)
        .join(Unit, col(Unit.id) == col(SfUnit.unit_id))
        .where(Unit.fate != Fate.REMOVED)
        .order_by(col(Unit.id))
    ).all()
    return tuple(_unit(session, facts, unit) for facts, unit in found)


def _unit(session: Session, facts: SfUnit, unit: Unit) -> SfUnitRow:
    owned = session.exec(select(SfWeapon.cost).where(SfWeapon.unit_id == unit.id)).all()
    seen = select(SfDetection.player_id).where(SfDetection.unit_id == unit.id)
    return SfUnitRow(
        unit_id=unit.id or 0,
        name=unit.name,
        player_id=unit.player_id,
        kind=facts.kind.value,
        size=facts.size,
        armor_class=facts.armor_class,
        powered_armor=facts.powered_armor,
        on_foot=facts.on_foot,
        open_topped=facts.open_topped,
        equipment=tuple(facts.equipment),
        incapacitated=incapacitated(session, unit.id or 0) is not None,
        detected_by=tuple(session.exec(seen.order_by(col(SfDetection.player_id)))),
        cost=weapons_cost(owned).words,
        alive=unit.fate is Fate.ALIVE,
    )


@view(*TABLES)
def sf_unit(session: Session, unit_id: int) -> SfUnitRow | None:
    """Give the Sci-fi facts of one unit; none where it has none."""
    facts = facts_of(session, unit_id)
    return _unit(session, facts, session.get_one(Unit, unit_id)) if facts else None


@view(*TABLES)
def sf_shots(session: Session, open_only: bool = False) -> tuple[ShotRow, ...]:
    """Give the shots of the running battle, oldest first; or those that wait for an entry."""
    names = {unit.id: unit.name for unit in session.exec(select(Unit))}
    rows = session.exec(select(SfShot).order_by(col(SfShot.id))).all()
    shots = (_shot(session, row, names) for row in rows)
    return tuple(shot for shot in shots if shot.next or not open_only)


def _shot(session: Session, row: SfShot, names: dict[int | None, str]) -> ShotRow:
    due = next_step(session, row)
    return ShotRow(
        id=row.id or 0,
        turn_id=row.turn_id,
        unit_id=row.unit_id,
        unit=names.get(row.unit_id, ""),
        sf_weapon_id=row.sf_weapon_id,
        weapon=row.weapon,
        capability=row.capability,
        mode=row.mode.value if row.mode else "",
        indirect=row.use is Use.INDIRECT,
        target=row.target,
        target_id=row.target_id,
        distance=row.distance,
        band=row.band.value if row.band else "",
        attack_factor=row.attack_factor,
        hit_bonus=row.hit_bonus,
        warhead=row.warhead,
        explosive=row.explosive and row.shape is not Shape.NONE,
        shape=row.shape.value,
        area_size=row.area_size,
        placed=row.placed,
        place=row.place,
        early=row.early,
        inside=tuple(row.inside),
        remaining_before=row.remaining_before,
        remaining_after=row.remaining_after,
        rolls=row.rolls,
        hits_asked=hits_asked(session, row),
        asks=concerned(session, row),
        outcomes=tuple(
            OutcomeRow(matter, unit_id, names.get(unit_id, ""), answer, number, note)
            for matter, unit_id, answer, number, note in row.outcomes
        ),
        overruled=tuple(row.overruled),
        next=due.value if due else "",
    )


@view(SfDetection, Unit, Player)
def detections(session: Session) -> tuple[DetectionRow, ...]:
    """Give who is detected by which side, oldest first."""
    found = session.exec(
        select(SfDetection, Unit, Player)
        .join(Unit, col(Unit.id) == col(SfDetection.unit_id))
        .join(Player, col(Player.id) == col(SfDetection.player_id))
        .order_by(col(SfDetection.id))
    )
    return tuple(
        DetectionRow(
            row.id or 0, unit.id or 0, unit.name, player.id or 0, player.faction, row.lasts.value
        )
        for row, unit, player in found
    )


@view(*TABLES)
def unfired(session: Session, player_id: int | None = None) -> tuple[Reminder, ...]:
    """Give the weapons that could still fire before the turn ends, as a reminder only (12-93).

    `player_id` none: of all players.
    """
    found = session.exec(
        select(SfWeapon, Unit)
        .join(Unit, col(Unit.id) == col(SfWeapon.unit_id))
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(SfWeapon.id))
    ).all()
    able = [
        (weapon_of(row), state_of(session, row))
        for row, unit in found
        if player_id in (None, unit.player_id) and incapacitated(session, unit.id or 0) is None
    ]
    return rules_unfired(able)


@view(Fire, Unit)
def flames(session: Session) -> tuple[str, ...]:
    """Give what is known to burn: the referee says whether it is near a vaporshock (S-08)."""
    burning = session.exec(
        select(Unit.name).join(Fire, col(Fire.unit_id) == col(Unit.id)).order_by(col(Fire.id))
    )
    return tuple(dict.fromkeys(burning))


def outcome_choices() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Give what can be entered: by matter the question and its usual answers, none for free words."""
    return {matter: (each.asks, each.choices) for matter, each in OUTCOMES.items()}
