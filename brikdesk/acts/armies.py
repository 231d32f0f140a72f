"""A whole army joins, as a file tells of it: each unit as it stands, with what belongs to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import chain, count, islice
from typing import Any

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.checks import with_number
from brikdesk.acts.scifi.checks import MOST, check_played, measure, word, words
from brikdesk.acts.scifi.checks import whole as whole_of_typed
from brikdesk.acts.scifi.weapons import (
    PLAIN,
    CapabilityFacts,
    SfWeaponFacts,
    capabilities_from,
    capability_rows,
    mounted,
    record_of,
)
from brikdesk.acts.units.begin_state import begin_state
from brikdesk.acts.units.facts import whole
from brikdesk.acts.units.roster import MOST_COPIES, AddUnit, joined_line
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.controls_and_jams import COCKPIT, default_controls
from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import CrewRole, SfUnitKind
from brikdesk.rules.scifi.weapon_records import Family, Mounting
from brikdesk.rules.scifi.weapons import HIGHEST, BuiltAs, FireMode, Holder, Rate, WeaponClass
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.session import campaign_session, one_by_one, watcher
from brikdesk.store.tables import (
    ControlPoint,
    Fate,
    SfCrew,
    SfLoad,
    SfStore,
    SfUnit,
    SfWeapon,
    StateKind,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.text import said_of
from brikdesk.turns.turn_order import present_turn

MOST_ROWS = 200
"""Weapons of one unit, stores of one weapon, loads of one store, members of one crew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SfRoundsLeft:
    """Rounds of one type: what remains is loaded - fired - lost - adjusted."""

    name: str
    loaded: int
    fired: int = 0
    lost: int = 0
    adjusted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreFacts:
    """What holds the counted ammunition of one capability; `most` leave it in one turn."""

    holder: Holder
    capability: str = ""
    unit_name: str = ""
    most: int | None = None
    loads: tuple[SfRoundsLeft, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewFacts:
    """A member of a crew; a `Bond` names the unit that stands for him."""

    name: str
    role: CrewRole = CrewRole.OTHER
    alive: bool = True
    fixed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SfArmFacts:
    """A Sci-fi weapon as it stands: the columns of its row, its stores and its crew."""

    name: str
    type: str = ""
    family: Family | None = None
    form: BuiltAs | None = None
    typed_factor: int | None = None
    range_factor: float | None = None
    minimum_range: float | None = None
    rate: Rate | None = None
    infantry_class: WeaponClass | None = None
    shape: AreaShape = AreaShape.NONE
    area_size: float | None = None
    area_width: float | None = None
    nature: str = ""
    warhead: str = ""
    effects: tuple[str, ...] = ()
    detection_effect: int | None = None
    cost: float | None = None
    barrels: int | None = None
    count: int = 1
    capabilities: tuple[CapabilityFacts, ...] = ()
    needs: tuple[str, ...] = ()
    mounting: Mounting = Mounting.CARRIED
    carry_override: bool = False
    destroyed: bool = False
    last_mode: FireMode | None = None
    notes: str = ""
    stores: tuple[StoreFacts, ...] = ()
    crew: tuple[CrewFacts, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScifiFacts:
    """What a unit is by the Sci-fi rules, with its weapons."""

    kind: SfUnitKind = SfUnitKind.INFANTRY
    size: int = 0
    armor_class: int | None = None
    powered_armor: bool = False
    on_foot: bool = True
    open_topped: bool = False
    equipment: tuple[str, ...] = ()
    weapons: tuple[SfArmFacts, ...] = ()


SHARED = (*PLAIN, "shape", "area_size", "area_width", "effects", "needs")
"""Figures that have the same name in `SfWeaponFacts`, which checks them."""


def check_scifi(facts: ScifiFacts) -> None:
    """Raise BadInput for numbers and words that no unit of these rules can have."""
    whole_of_typed(facts.size, "scifi.size")
    if facts.armor_class is not None:
        whole_of_typed(facts.armor_class, "scifi.armor_class", 0, HIGHEST)
    words(facts.equipment, "scifi.equipment")
    _few(facts.weapons)
    for weapon in facts.weapons:
        _check_weapon(weapon)


def _check_weapon(weapon: SfArmFacts) -> None:
    text.name(weapon.name, "scifi.weapons.name")
    for name in ("range_factor", "minimum_range", "area_size", "area_width", "cost"):
        measure(getattr(weapon, name), name)
    _few(weapon.stores)
    _few(weapon.crew)
    for store in weapon.stores:
        _few(store.loads)
        word(store.unit_name, "stores.unit_name")
        if store.most is not None:
            whole_of_typed(store.most, "stores.most")
        for load in store.loads:
            _row_of_load(load)
    for member in weapon.crew:
        text.name(member.name, "crew.name")


def _few(rows: tuple[Any, ...]) -> None:
    if len(rows) > MOST_ROWS:
        raise BadInput(f"At most {MOST_ROWS} of these belong to one.", "scifi")


def _row_of_load(load: SfRoundsLeft) -> dict[str, Any]:
    return {
        "name": text.name(load.name, "loads.name"),
        "loaded": whole_of_typed(load.loaded, "loads.loaded"),
        "fired": whole_of_typed(load.fired, "loads.fired"),
        "lost": whole_of_typed(load.lost, "loads.lost"),
        # Below 0 where the referee has put rounds in.
        "adjusted": whole_of_typed(load.adjusted, "loads.adjusted", -MOST, MOST),
    }


def write_scifi(act: Act, session: Session, unit: Unit, facts: ScifiFacts) -> None:
    """Write the facts and weapons; BadInput where the campaign is not played by these rules."""
    check_played(session)
    check_scifi(facts)
    equipment = words(facts.equipment, "equipment")
    session.add(copied(SfUnit, facts, unit_id=unit.id or 0, equipment=equipment))
    session.flush()
    for weapon in facts.weapons:
        _write_weapon(act, session, unit, weapon)
    session.flush()


def _write_weapon(act: Act, session: Session, unit: Unit, facts: SfArmFacts) -> None:
    figures = {name: getattr(facts, name) for name in SHARED}
    made = SfWeaponFacts(
        name=facts.name, capabilities=facts.capabilities or None, mounting=facts.mounting, **figures
    )
    record = record_of(made, house_of(session, ScifiHouse))
    # An emplaced one needs its structure, which joins with the same army: a bond tells of it.
    if not facts.carry_override and facts.mounting is not Mounting.EMPLACED:
        mounted(act, session, unit, record, facts.mounting, None, asks=False)
    row = copied(
        SfWeapon,
        facts,
        unit_id=unit.id or 0,
        name=text.name(facts.name),
        effects=list(record.effects),
        needs=list(record.needs),
        capabilities=capability_rows(capabilities_from(facts.capabilities)),
    )
    session.add(row)
    session.flush()
    for store in facts.stores:
        _write_store(session, row, store)
    turn = present_turn(session)
    for member in facts.crew:
        next_one = member.role is CrewRole.NEXT_LOADER
        session.add(
            copied(
                SfCrew,
                member,
                sf_weapon_id=row.id or 0,
                name=text.name(member.name),
                role=member.role if turn or not next_one else CrewRole.LOADER,
                role_turn_id=turn.id if turn and next_one else None,
            )
        )
    session.flush()


def _write_store(session: Session, weapon: SfWeapon, facts: StoreFacts) -> None:
    store = copied(
        SfStore,
        facts,
        sf_weapon_id=weapon.id or 0,
        capability=word(facts.capability, "stores.capability"),
        unit_name=word(facts.unit_name, "stores.unit_name") or facts.holder.value,
    )
    session.add(store)
    session.flush()
    for load in facts.loads:
        session.add(SfLoad(store_id=store.id or 0, **_row_of_load(load)))
    session.flush()


MARK = "against the rules"
"""Tag of a unit that a rule would have refused."""

CONTROLS, ENGAGED, GRABBED, CREW, EMPLACED = "controls", "engaged", "grabbed", "crew", "emplaced"
BONDS = (CONTROLS, ENGAGED, GRABBED, CREW, EMPLACED)
"""How two units of an army are bound to each other."""

ON_THE_WEAPON = default_controls(vehicle=False)[0]
"""Where a weapon is fired from that has no seat and no cockpit (8.5-03)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recruit:
    """A unit of an army: what BrikWars knows of it, and the Sci-fi rules if they know it."""

    unit: AddUnit
    scifi: ScifiFacts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bond:
    """How a unit is bound to another one; both are counted from 1, each copy for itself.

    - `controls`: it mans the controls at `place` of the other's `weapon`.
    - `engaged`, `grabbed`: with the other, by the other.
    - `crew`: it is the member called `place` of the crew of the other's Sci-fi `weapon`.
    - `emplaced`: its own Sci-fi `weapon` stands in the other.
    """

    kind: str
    unit: int
    other: int
    weapon: int | None = None
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Marked(AddUnit):
    """A unit whose refusals are noted and overruled."""

    against: list[tuple[str, str]] = field(default_factory=list)

    def refuse_if(self, condition: object, rule: str, sentence: str, session: Session) -> None:
        if not condition:
            return
        if (rule, sentence) not in self.against:
            self.against.append((rule, sentence))
        campaign_session(session).overruled.add(rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeArmy(Act):
    """Add the units of an army as it is told: hurt, loaded, manned, engaged; with one undo.

    A unit whose name its player has already gets a number. With `marked`, what a rule would refuse
    comes in all the same, overruled, and the log says of which unit; its tags then say so too.
    """

    title: str
    units: tuple[Recruit, ...]
    bonds: tuple[Bond, ...] = ()
    marked: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Write units and bonds; BadInput without a title or a unit."""
        if not self.title.strip() or not self.units:
            raise BadInput("An army needs a title, which Undo shows, and units.", "title")
        # Names that the army itself takes are added as it joins.
        taken = {each.unit.player_id: names_of(session, each.unit.player_id) for each in self.units}
        lines: list[Line] = []
        joined: list[Unit] = []
        for recruit in one_by_one(watcher(session), "Saving", self.units):
            rows, said = self._join(session, recruit, taken[recruit.unit.player_id])
            joined += rows
            lines += said
        # Last, because bonds count the units of the whole army.
        for bond in self.bonds:
            lines += bind(session, bond, joined)
        session.flush()
        return Outcome(text.name(self.title), tuple(lines))

    def _join(
        self, session: Session, recruit: Recruit, taken: set[str]
    ) -> tuple[list[Unit], list[Line]]:
        unit = recruit.unit
        base = text.name(unit.name)
        names = free_names(base, whole(unit.copies, "copies", 1, MOST_COPIES), taken)
        taken.update(names)
        act = self._as_told(unit)
        rows, left_out = act.join(session, names)
        if recruit.scifi:
            for row in rows:
                write_scifi(act, session, row, recruit.scifi)
        lines = [joined_line(session, rows, names[0]), *left_out]
        if names[0] != base:
            words = f"There is a {base} already."
            lines.append(_note(rows[0], f"{base} joins as {names[0]}.", words))
        if isinstance(act, _Marked) and act.against:
            for row in rows:
                row.tags = [*row.tags, *([MARK] if MARK not in row.tags else [])]
                session.add(row)
            lead = f"{names[0]} is against the rules."
            lines += [
                line(Kind.RULING, lead, sentence, rule=rule, of=rows[0])
                for rule, sentence in act.against
            ]
        return rows, lines

    def _as_told(self, unit: AddUnit) -> AddUnit:
        own = replace(unit, overruled=unit.overruled | self.overruled)
        if not self.marked:
            return own
        return _Marked(**{each.name: getattr(own, each.name) for each in fields(AddUnit)})


def manned(creation: AddUnit, crew: Sequence[AddUnit]) -> TakeArmy:
    """Return the act that adds a creation with its crew at its controls.

    The first of the crew has the cockpit of a vehicle, with the controls of all its weapons (8.5-04);
    at other creations each has a weapon's own controls, and all others get a seat at one (8.5-03). What
    has no weapon has no controls: its crew is added beside it.
    """
    arms = creation.weapons or ()
    vehicle = creation.kind == UnitKind.VEHICLE.value
    seats: list[list[str]] = [[] for _ in arms]
    bonds: list[Bond] = []
    for number in range(sum(mate.copies for mate in crew) if arms else 0):
        at = (number - vehicle) % len(arms)
        if vehicle and not number:
            held = [(place, COCKPIT) for place in range(1, len(arms) + 1)]
        else:
            own = not vehicle and number < len(arms)
            seat = ON_THE_WEAPON if own else f"gunner's seat {number + 1 - vehicle}"
            seats[at].append(seat)
            held = [(at + 1, seat)]
        bonds += [
            Bond(kind=CONTROLS, unit=number + 2, other=1, weapon=weapon, place=place)
            for weapon, place in held
        ]
    made = tuple(replace(arm, controls=tuple(own)) for arm, own in zip(arms, seats, strict=True))
    units = (replace(creation, weapons=made or creation.weapons), *crew)
    return TakeArmy(
        title=f"Add {creation.name} with its crew",
        units=tuple(Recruit(unit=each) for each in units),
        bonds=tuple(bonds),
    )


def _note(unit: Unit, lead: str, words: str) -> Line:
    return line(Kind.NOTE, lead, words, of=unit)


def names_of(session: Session, player_id: int | None) -> set[str]:
    """Return the names of a player's units, also of lost ones, which may come back."""
    theirs = select(Unit.name).where(Unit.player_id == player_id, Unit.fate != Fate.REMOVED)
    return set(session.exec(theirs))


def free_names(base: str, copies: int, taken: set[str]) -> list[str]:
    """Return names for units that join: the first is `base` where nobody is called that.

    The others are numbered from 2: Pikeman, Pikeman 2. Where there is a Pikeman 2 already, one of
    that name becomes the next number that is free.
    """
    root = base
    head, _, tail = base.rpartition(" ")
    if base in taken and head and tail.isdecimal() and len(tail) <= 6:
        root = head
    first = [] if base in taken else [base]
    numbered = (with_number(root, number) for number in count(2))
    free = (name for name in chain(first, numbered) if name not in taken)
    return list(islice(free, copies))


def bind(session: Session, bond: Bond, joined: Sequence[Unit]) -> list[Line]:
    """Bind two units that have joined to each other; BadInput for a bond that cannot be."""
    if bond.kind not in BONDS:
        raise BadInput(f"{bond.kind[:20]!r} is no bond. Choose from: {', '.join(BONDS)}.", "bonds")
    for number in (bond.unit, bond.other):
        if not 1 <= number <= len(joined):
            raise BadInput(f"There is no unit {number} in this army.", "bonds")
    # Somebody may serve his own weapon (12-73); all else is between two.
    if bond.unit == bond.other and bond.kind != CREW:
        raise BadInput("A bond needs two units.", "bonds")
    return _BIND[bond.kind](session, bond, joined[bond.unit - 1], joined[bond.other - 1])


def _man(session: Session, bond: Bond, unit: Unit, other: Unit) -> list[Line]:
    own = select(Weapon).where(Weapon.unit_id == other.id).order_by(col(Weapon.id))
    weapon = _counted(session.exec(own).all(), bond.weapon, other.name)
    wanted = select(ControlPoint).where(
        ControlPoint.weapon_id == weapon.id, ControlPoint.place == bond.place
    )
    point = session.exec(wanted).first()
    if point is None:
        why = f"{said_of(weapon.name, 'has')} no controls {bond.place[:40]!r}."
        raise BadInput(why, "bonds.place")
    point.occupant_id = unit.id
    session.add(point)
    return []


def _engage(session: Session, bond: Bond, unit: Unit, other: Unit) -> list[Line]:
    kind = StateKind.GRABBED if bond.kind == GRABBED else StateKind.ENGAGED
    if present_turn(session) is None:
        words = f"No turn runs: it is not {kind.value} with {other.name}."
        return [_note(unit, f"{unit.name} comes without some.", words)]
    begin_state(session, unit, kind, with_id=other.id)
    return []


def _serve(session: Session, bond: Bond, unit: Unit, other: Unit) -> list[Line]:
    weapon = _counted(_sf_weapons(session, other), bond.weapon, other.name)
    wanted = select(SfCrew).where(SfCrew.sf_weapon_id == weapon.id, SfCrew.name == bond.place)
    member = session.exec(wanted).first()
    if member is None:
        raise BadInput(f"Nobody of the crew is called {bond.place[:40]!r}.", "bonds.place")
    member.unit_id = unit.id
    session.add(member)
    return []


def _emplace(session: Session, bond: Bond, unit: Unit, other: Unit) -> list[Line]:
    weapon = _counted(_sf_weapons(session, unit), bond.weapon, unit.name)
    if weapon.mounting is not Mounting.EMPLACED:
        raise BadInput(f"{said_of(weapon.name, 'is')} not emplaced.", "bonds.weapon")
    weapon.structure_id = other.id
    session.add(weapon)
    return []


def _sf_weapons(session: Session, unit: Unit) -> Sequence[SfWeapon]:
    own = select(SfWeapon).where(SfWeapon.unit_id == unit.id).order_by(col(SfWeapon.id))
    return session.exec(own).all()


def _counted(rows: Sequence[Any], number: int | None, whose: str) -> Any:
    if number is None or not 1 <= number <= len(rows):
        raise BadInput(f"{whose} has no weapon {number}.", "bonds.weapon")
    return rows[number - 1]


_BIND: dict[str, Callable[[Session, Bond, Unit, Unit], list[Line]]] = {
    CONTROLS: _man,
    ENGAGED: _engage,
    GRABBED: _engage,
    CREW: _serve,
    EMPLACED: _emplace,
}
