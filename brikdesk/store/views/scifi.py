"""Sci-fi units, weapons, crews, ammunition and shots as the desk, the ledger and the report show them."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.rules.refusal import No
from brikdesk.rules.scifi import firing
from brikdesk.rules.scifi.effect_areas import AreaShape, AttackStep, PlacedWhen, placed
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import CrewRole, SpecialFire, WeaponsCost, weapons_cost
from brikdesk.rules.scifi.weapon_records import Mounting, WeaponRecord, missing_equipment
from brikdesk.rules.scifi.weapons import (
    RATES,
    BuiltAs,
    Capability,
    FireMode,
    Holder,
    NumberAsked,
    RangeBand,
    RangeSpan,
    Rate,
    class_name,
    modes,
    number_asked,
    spans,
)
from brikdesk.store.house_rules import house_of
from brikdesk.store.scifi import (
    answers,
    capabilities_of,
    concerned,
    counts,
    crew_rows,
    facts_of,
    hits_asked,
    incapacitated,
    is_now,
    load_of,
    loads_of,
    next_step,
    role_of,
    shots_now,
    state_of,
    store_of,
    stores_of,
    turn_began,
    weapon_of,
)
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    CampaignRow,
    Fate,
    Fire,
    HouseRule,
    Player,
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


class MemberRow(Struct, frozen=True):
    """A member of a crew; eliminated ones stay in the list."""

    id: int
    name: str
    role: CrewRole
    unit_id: int | None
    alive: bool
    fixed: bool
    initiative_spent: bool


def member_row(row: SfCrew, began: int) -> MemberRow:
    """Return a member of a crew, in the turn that began then."""
    return copied(
        MemberRow,
        row,
        role=role_of(row, began),
        initiative_spent=is_now(row.initiative_turn_id, began),
    )


class DetectionRow(Struct, frozen=True):
    """A unit that a side has detected, and for how long."""

    id: int
    unit_id: int
    unit: str
    player_id: int
    faction: str
    lasts: str


@view(SfDetection, Unit, Player)
def detections(session: Session) -> tuple[DetectionRow, ...]:
    """Return who is detected by which side, oldest first."""
    found = (
        (row, session.get_one(Unit, row.unit_id), session.get_one(Player, row.player_id))
        for row in rows_of(session, SfDetection)
    )
    return tuple(
        copied(DetectionRow, row, unit=unit.name, faction=player.faction)
        for row, unit, player in found
    )


TABLES = (
    SfUnit, SfWeapon, SfStore, SfLoad, SfCrew, SfDetection, SfShot, State, Unit, Player, Turn,
    HouseRule, CampaignRow,
)  # fmt: skip


class LoadRow(Struct, frozen=True):
    """Rounds of one type: loaded = remaining + fired + lost + adjusted."""

    id: int
    name: str
    loaded: int
    remaining: int
    fired: int
    lost: int
    adjusted: int


class SfStoreRow(Struct, frozen=True):
    """A pod, rack, launcher or item group; `asked` is a number that nobody has said yet."""

    id: int
    capability: str
    holder: Holder
    unit_name: str
    loaded: int
    remaining: int
    fired_this_turn: int
    most: int | None
    expended: bool
    loads: tuple[LoadRow, ...]
    asked: NumberAsked | None


def store_row(session: Session, row: SfStore, began: int) -> SfStoreRow:
    """Return a store with its loads, in the turn that began then."""
    store = store_of(session, row, began)
    loaded, fired, remaining, expended = store.counters
    return copied(
        SfStoreRow,
        row,
        loaded=loaded,
        remaining=remaining,
        fired_this_turn=fired,
        expended=expended,
        loads=tuple(_load_row(each) for each in loads_of(session, row)),
        asked=number_asked(store),
    )


def _load_row(row: SfLoad) -> LoadRow:
    """Return the rounds of one type, with what became of them."""
    return copied(LoadRow, row, remaining=load_of(row).remaining)


class SfUnitRow(Struct, frozen=True):
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
    cost: WeaponsCost
    alive: bool


@view(*TABLES)
def sf_units(session: Session) -> tuple[SfUnitRow, ...]:
    """Return the units that have Sci-fi facts and are not removed, in the order they came."""
    found = session.exec(
        select(SfUnit, Unit)
        .join(Unit, col(Unit.id) == col(SfUnit.unit_id))
        .where(Unit.fate != Fate.REMOVED)
        .order_by(col(Unit.id))
    ).all()
    return tuple(_unit(session, facts, unit) for facts, unit in found)


def _unit(session: Session, facts: SfUnit, unit: Unit) -> SfUnitRow:
    owned = session.exec(select(SfWeapon.cost).where(SfWeapon.unit_id == unit.id)).all()
    return copied(
        SfUnitRow,
        facts,
        unit_id=unit.id or 0,
        name=unit.name,
        player_id=unit.player_id,
        incapacitated=incapacitated(session, unit.id or 0) is not None,
        cost=weapons_cost(owned),
        alive=unit.fate is Fate.ALIVE,
    )


@view(*TABLES)
def sf_unit(session: Session, unit_id: int) -> SfUnitRow | None:
    """Return the Sci-fi facts of one unit; none where it has none."""
    facts = facts_of(session, unit_id)
    return _unit(session, facts, session.get_one(Unit, unit_id)) if facts else None


class SfWeaponRow(Struct, frozen=True):
    """One weapon. Ranges and areas in inches; `no` says why it may not fire now, with its rule.

    `placed` tells when its area is placed, `modes` what its owner chooses for each attack,
    `rate` the letter of its rate of fire, `class_name` the word for its infantry class.
    """

    id: int
    unit_id: int
    unit: str
    player_id: int | None
    name: str
    type: str
    family: str
    form: BuiltAs | None
    attack_factor: int | None
    factor_changed: bool
    rate: str
    rate_name: str
    class_name: str
    spans: tuple[RangeSpan, ...]
    minimum_range: float | None
    shape: AreaShape
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
    mounting: Mounting
    structure_id: int | None
    carry_override: bool
    destroyed: bool
    fired: int
    capability_used: str
    special_fire: SpecialFire
    stores: tuple[SfStoreRow, ...]
    crew: tuple[MemberRow, ...]
    no: str
    no_rule: str

    @property
    def rotary(self) -> bool:
        """Whether it fires by barrels (12-57)."""
        return self.rate == Rate.ROTARY.value


@view(*TABLES)
def sf_weapons(session: Session, unit_id: int | None = None) -> tuple[SfWeaponRow, ...]:
    """Return the Sci-fi weapons of one unit, or of all living units, in the order they came."""
    wanted = select(SfWeapon, Unit).join(Unit, col(Unit.id) == col(SfWeapon.unit_id))
    if unit_id is not None:
        wanted = wanted.where(SfWeapon.unit_id == unit_id)
    else:
        wanted = wanted.where(Unit.fate == Fate.ALIVE)
    found = session.exec(wanted.order_by(col(SfWeapon.id))).all()
    return tuple(_weapon(session, row, unit) for row, unit in found)


def _weapon(session: Session, row: SfWeapon, unit: Unit) -> SfWeaponRow:
    rules, record = house_of(session, ScifiHouse), weapon_of(row)
    began = turn_began(session, unit.player_id)
    state = state_of(session, row, began)
    factor = record.attack_factor
    held = incapacitated(session, unit.id or 0) is not None
    first = record.capabilities[:1]
    # Only the first capability is asked about here; `sf_ready` answers for each of them.
    no = firing.may_fire(record, state, rules, *first, incapacitated=held)
    explosive = record.makes == "warhead"
    lies = placed(row.shape, explosive=explosive)
    choice = modes(row.type, variable_fire=rules.sf_variable_fire)
    return copied(
        SfWeaponRow,
        row,
        unit_id=unit.id or 0,
        unit=unit.name,
        player_id=unit.player_id,
        family=row.family.value if row.family else "",
        attack_factor=factor.value if factor else None,
        factor_changed=bool(factor and factor.changed),
        rate=row.rate.value if row.rate else "",
        rate_name=RATES[row.rate].name if row.rate else "",
        class_name=class_name(row.infantry_class, row.type) if row.infantry_class else "",
        spans=spans(row.range_factor, row.minimum_range) if row.range_factor else (),
        placed=lies.value if isinstance(lies, PlacedWhen) else "",
        warhead=record.delivers,
        detection_effect=""
        if row.detection_effect is None
        else firing.signed(row.detection_effect),
        capabilities=tuple(each.name for each in capabilities_of(row)),
        modes=tuple(mode.value for mode in choice),
        last_mode=row.last_mode.value if row.last_mode else "",
        fired=state.fired_this_turn,
        capability_used=state.capability_used,
        special_fire=state.special_fire,
        stores=tuple(
            store_row(session, each, began)
            for each in stores_of(session, row)
            if counts(session, row, each)
        ),
        crew=tuple(member_row(each, began) for each in crew_rows(session, row)),
        no=no.why if no else "",
        no_rule=no.rule if no else "",
    )


class StatedStore(Struct, frozen=True):
    """What the ammunition of a capability lies in, and what was loaded: name and number."""

    id: int
    capability: str
    holder: Holder
    loads: tuple[tuple[str, int], ...]


class StatedMember(Struct, frozen=True):
    """A living member of a crew."""

    name: str
    role: CrewRole
    unit_id: int | None
    fixed: bool


class StatedWeapon(Struct, frozen=True):
    """A weapon: its record, how it is fitted, its stores and those who serve it."""

    id: int
    unit_id: int
    record: WeaponRecord
    mounting: Mounting
    structure_id: int | None
    carry_override: bool
    stores: tuple[StatedStore, ...]
    crew: tuple[StatedMember, ...]


@view(SfWeapon, SfStore, SfLoad, SfCrew)
def stated_weapons(session: Session, unit_id: int) -> tuple[StatedWeapon, ...]:
    """Return the Sci-fi weapons of a unit as they were stated, in the order they came."""
    wanted = select(SfWeapon).where(SfWeapon.unit_id == unit_id).order_by(col(SfWeapon.id))
    return tuple(_stated(session, row) for row in session.exec(wanted).all())


def _stated(session: Session, row: SfWeapon) -> StatedWeapon:
    stores = tuple(
        copied(
            StatedStore,
            store,
            loads=tuple((load.name, load.loaded) for load in loads_of(session, store)),
        )
        for store in stores_of(session, row)
    )
    crew = tuple(
        StatedMember(each.name, each.role, each.unit_id, each.fixed)
        for each in crew_rows(session, row)
        if each.alive
    )
    return copied(StatedWeapon, row, record=weapon_of(row), stores=stores, crew=crew)


class OutcomeRow(Struct, frozen=True):
    """One entry of the referee for a shot; an empty answer was skipped."""

    matter: firing.Matter
    unit_id: int | None
    unit: str
    answer: str
    number: int | None
    note: str

    @property
    def verdict(self) -> firing.UsualOutcome | None:
        """The answer, where it is one of those to choose from."""
        return next(
            (each for each in firing.OUTCOMES[self.matter].choices if each == self.answer), None
        )


class ShotRow(Struct, frozen=True):
    """One shot with what was entered for it; `next` is the step that is due, none if it is settled.

    `asks` is whom penetration and damage are asked of, `hits_asked` how many hit entries it has.
    """

    id: int
    turn_id: int
    unit_id: int
    unit: str
    sf_weapon_id: int
    weapon: str
    capability: str
    mode: FireMode | None
    indirect: bool
    target: str
    target_id: int | None
    distance: float | None
    band: RangeBand | None
    attack_factor: int | None
    hit_bonus: int
    warhead: str
    explosive: bool
    shape: AreaShape
    area_size: float | None
    area_width: float | None
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
    next: AttackStep | None


@view(*TABLES)
def sf_shots(session: Session, open_only: bool = False) -> tuple[ShotRow, ...]:
    """Return the shots of the campaign, oldest first; or those that wait for an entry."""
    # Of removed units too: a shot keeps whom it was fired at.
    names = {unit.id: unit.name for unit in session.exec(select(Unit))}
    rows = session.exec(select(SfShot).order_by(col(SfShot.id))).all()
    shots = (_shot(session, row, names) for row in rows)
    return tuple(shot for shot in shots if shot.next or not open_only)


def _shot(session: Session, row: SfShot, names: dict[int | None, str]) -> ShotRow:
    return copied(
        ShotRow,
        row,
        unit=names.get(row.unit_id, ""),
        indirect=row.use is firing.Use.INDIRECT,
        explosive=row.explosive and row.shape is not AreaShape.NONE,
        hits_asked=hits_asked(session, row),
        asks=concerned(session, row),
        outcomes=tuple(
            OutcomeRow(firing.Matter(matter), unit_id, names.get(unit_id, ""), answer, number, note)
            for matter, unit_id, answer, number, note in row.outcomes
        ),
        next=next_step(session, row),
    )


class UnfiredRow(Struct, frozen=True):
    """A weapon that fired less than it could, and whose it is."""

    id: int
    unit: str
    weapon: str
    fired: int
    most: int


@view(*TABLES)
def unfired_weapons(session: Session, player_id: int | None = None) -> tuple[UnfiredRow, ...]:
    """Return the weapons that could still fire before the turn ends, as a reminder only (12-93).

    `player_id` none: of all players.
    """
    found = session.exec(
        select(SfWeapon, Unit)
        .join(Unit, col(Unit.id) == col(SfWeapon.unit_id))
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(SfWeapon.id))
    ).all()
    return tuple(
        UnfiredRow(row.id or 0, unit.name, each.weapon, each.fired, each.most)
        for row, unit in found
        if player_id in (None, unit.player_id) and (each := still_fires(session, row))
    )


def still_fires(session: Session, row: SfWeapon) -> firing.FiredLess | None:
    """Return how often a weapon fired this turn, and could; None if it may fire no more (12-93)."""
    if incapacitated(session, row.unit_id) is not None:
        return None
    return next(iter(firing.unfired([(weapon_of(row), state_of(session, row))])), None)


@view(*TABLES)
def unfired(session: Session, player_id: int | None = None) -> tuple[firing.FiredLess, ...]:
    """Return the Sci-fi weapons that could still fire before the turn ends, by name alone (12-93)."""
    rows = unfired_weapons(session, player_id)
    return tuple(firing.FiredLess(row.weapon, row.fired, row.most) for row in rows)


@view(Fire, Unit)
def flames(session: Session) -> tuple[str, ...]:
    """Return what is known to burn: the referee says whether it is near a vaporshock (S-08)."""
    burning = session.exec(
        select(Unit.name).join(Fire, col(Fire.unit_id) == col(Unit.id)).order_by(col(Fire.id))
    )
    # A unit may have several fires, and is named once.
    return tuple(dict.fromkeys(burning))


MOST_SHOTS = 100
"""The most shots counted in one turn; ends the count for weapons without a limit."""


class ReadyWay(Struct, frozen=True):
    """One capability: its shots left this turn, and the reason and rule against one more."""

    name: str
    melee: bool
    shots: int
    no: str
    rule: str


class LoaderHelp(Struct, frozen=True):
    """Whether the loader can help: `no` is the reason against it, empty if there is none."""

    no: str
    rule: str


class SfReady(Struct, frozen=True):
    """A weapon in its turn.

    `record` is the weapon as the rules take it. `ways` by capability, one without a name where
    there is just one. `missing` is what its bearer lacks to use it well (12-31). `second` and
    `reroll` tell whether the loader can help (12-78); none where the option is off or nobody crews
    it.
    """

    weapon_id: int
    record: WeaponRecord
    ways: tuple[ReadyWay, ...]
    missing: tuple[str, ...]
    second: LoaderHelp | None
    reroll: LoaderHelp | None

    def way(self, name: str) -> ReadyWay | None:
        """Return the capability of a name; none where there is no such one."""
        return next((each for each in self.ways if each.name == name), None)


@view(
    SfUnit, SfWeapon, SfStore, SfLoad, SfCrew, SfShot, State, Unit, Player, Turn, HouseRule, CampaignRow
)  # fmt: skip
def sf_ready(session: Session, weapon_id: int) -> SfReady | None:
    """Return what a weapon can still do; None if there is no such weapon or its unit is gone."""
    row = session.get(SfWeapon, weapon_id)
    unit = session.get_one(Unit, row.unit_id) if row else None
    if row is None or unit is None or unit.fate is not Fate.ALIVE:
        return None
    rules, record = house_of(session, ScifiHouse), weapon_of(row)
    state = state_of(session, row)
    facts = facts_of(session, unit.id or 0)
    held = incapacitated(session, unit.id or 0) is not None
    # Without the option, or a crew, there is no loader who could help.
    crewed = state.crew is not None and rules.sf_weapon_crews
    return SfReady(
        weapon_id=weapon_id,
        record=record,
        ways=tuple(
            _way(record, state, rules, each, held=held)
            for each in record.capabilities or (firing.PLAIN,)
        ),
        missing=missing_equipment(record, tuple(facts.equipment) if facts else ()),
        second=_help(session, row, state, rules, SpecialFire.SECOND_SHOT) if crewed else None,
        reroll=_help(session, row, state, rules, SpecialFire.REROLL) if crewed else None,
    )


def _way(
    record: WeaponRecord,
    state: firing.WeaponInBattle,
    rules: ScifiHouse,
    way: Capability,
    *,
    held: bool,
) -> ReadyWay:
    """Count shots on a copied state until a rule refuses (12-32, 12-47, 12-52 to 12-67)."""
    shots, no = 0, None
    while shots < MOST_SHOTS:
        no = firing.may_fire(record, state, rules, way, incapacitated=held)
        if no or way.melee:
            break
        state = firing.fire(state, way)
        shots += 1
    return ReadyWay(way.name, way.melee, shots, no.why if no else "", no.rule if no else "")


def _help(
    session: Session,
    row: SfWeapon,
    state: firing.WeaponInBattle,
    rules: ScifiHouse,
    how: SpecialFire,
) -> LoaderHelp:
    began = turn_began(session, session.get_one(Unit, row.unit_id).player_id)
    shots = shots_now(session, row, began)
    # Without a shot in this turn `may_assist` refuses (S-19).
    latest = shots[-1] if shots else None
    no: No | None = firing.may_assist(
        state,
        how,
        rules,
        Capability(latest.capability if latest else ""),
        missed=latest is not None and "miss" in answers(latest, "hit").values(),
        ammunition=latest.ammunition if latest else "",
    )
    return LoaderHelp(no.why if no else "", no.rule if no else "")
