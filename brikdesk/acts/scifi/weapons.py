"""The Sci-fi weapons of a unit: added, corrected, refitted, removed (12-01 to 12-31)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.checks import alive, heed, row_or_none
from brikdesk.acts.scifi.ammunition import (
    LoadFacts,
    base_term,
    make_store,
)
from brikdesk.acts.scifi.checks import (
    MOST,
    check_played,
    measure,
    sf_facts,
    weapon_and_unit,
    whole,
    word,
    words,
)
from brikdesk.acts.scifi.crews import MemberFacts, destroy, write_members
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi import weapon_records, weapons
from brikdesk.rules.scifi.effect_areas import Area, AreaShape, natural_shape
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Line, Outcome, Sum, line, outcome
from brikdesk.store.scifi import crew_rows, facts_of, loads_of, stores_of, weapon_of
from brikdesk.store.tables import SfShot, SfStore, SfWeapon, Unit
from brikdesk.text import said_of
from brikdesk.turns.turn_order import present_turn


@dataclass(frozen=True, slots=True, kw_only=True)
class CapabilityFacts:
    """One way in which a weapon attacks; `holder` is what holds its own counted ammunition."""

    name: str
    melee: bool = False
    holder: weapons.Holder | None = None
    loads: tuple[LoadFacts, ...] = ()


@dataclass(frozen=True, kw_only=True)
class WeaponFigures:
    """Figures of a weapon, None if they are not stated. Ranges and areas are in inches.

    `loads` are in its `holder` when the battle begins. A class without slots, because an act that
    inherits from it has slots of its own, and Python allows only one base with slots.
    """

    type: str | None = None
    family: weapon_records.Family | None = None
    form: weapons.BuiltAs | None = None
    typed_factor: int | None = None
    range_factor: float | None = None
    minimum_range: float | None = None
    rate: weapons.Rate | None = None
    infantry_class: weapons.WeaponClass | None = None
    shape: AreaShape | None = None
    area_size: float | None = None
    area_width: float | None = None
    nature: str | None = None
    warhead: str | None = None
    effects: tuple[str, ...] | None = None
    detection_effect: int | None = None
    cost: float | None = None
    barrels: int | None = None
    count: int | None = None
    capabilities: tuple[CapabilityFacts, ...] | None = None
    needs: tuple[str, ...] | None = None
    mounting: weapon_records.Mounting | None = None
    structure_id: int | None = None
    holder: weapons.Holder | None = None
    loads: tuple[LoadFacts, ...] = ()
    notes: str | None = None


@dataclass(frozen=True, kw_only=True)
class SfWeaponFacts(WeaponFigures):
    """A new weapon; None leaves a figure to the `catalogue` entry, or unknown without one."""

    catalogue: str = ""
    name: str = ""
    crew: tuple[MemberFacts, ...] = ()


PLAIN = (
    "type", "family", "form", "typed_factor", "range_factor", "minimum_range", "rate",
    "infantry_class", "nature", "warhead", "detection_effect", "cost", "barrels", "count", "notes",
)  # fmt: skip
"""Facts that have the same name in a weapon's record and in its row."""

_TEXTS = ("type", "nature", "warhead")
_WHOLE = {"typed_factor": 1, "barrels": 1, "count": 1, "detection_effect": -MOST}
_MEASURES = ("range_factor", "minimum_range", "area_size", "area_width", "cost")


def stated(facts: Any) -> dict[str, Any]:
    """Return the facts that are stated of a weapon, checked, by their names in its record."""
    values: dict[str, Any] = {
        name: value for name in PLAIN if (value := getattr(facts, name)) is not None
    }
    for name in _TEXTS:
        if name in values:
            values[name] = word(values[name], name)
    for name, least in _WHOLE.items():
        if name in values:
            values[name] = whole(values[name], name, least, MOST)
    for name in _MEASURES:
        measure(getattr(facts, name), name)
    if "notes" in values:
        values["notes"] = text.note(values["notes"], "notes")
    for name in ("effects", "needs"):
        if getattr(facts, name) is not None:
            values[name] = tuple(words(getattr(facts, name), name))
    return values


def area_of(base: Area, shape: AreaShape | None, size: float | None, width: float | None) -> Area:
    """Return an area with the parts that are stated; BadInput for impossible lengths."""
    try:
        return Area(
            base.shape if shape is None else shape,
            base.size if size is None else size,
            base.width if width is None else width,
        )
    except ValueError as error:
        raise BadInput(f"{error}.", "area_size") from None


def record_of(facts: SfWeaponFacts, rules: ScifiHouse) -> weapon_records.WeaponRecord:
    """Return the record of a new weapon; BadInput for impossible figures.

    Some figures that are not stated follow from others: the rate-of-fire code of one-use weapons
    and mini-rockets (12-19, 12-20), the area of automatic weapons and warheads (12-36, 12-40).
    """
    base = _base(facts)
    values = stated(facts)
    if facts.name.strip():
        values["name"] = text.name(facts.name)
    if facts.holder is not None:
        values["holder"] = facts.holder
    if facts.capabilities is not None:
        values["capabilities"] = capabilities_from(facts.capabilities)
    made = replace(base, **values)
    if made.rate is None:
        made = replace(made, rate=weapons.suggested(made.type, used_once=made.used_once))
    natural = natural_shape(
        made.rate, made.type, warhead=made.makes == "warhead",
        rotary_oblong=rules.sf_rotary_oblong,
    )  # fmt: skip
    # What is stated goes first, then the catalogue, then what type and code suggest.
    shape = facts.shape or (natural if base.area.shape is AreaShape.NONE else None)
    return replace(made, area=area_of(base.area, shape, facts.area_size, facts.area_width))


def _base(facts: SfWeaponFacts) -> weapon_records.WeaponRecord:
    if not facts.catalogue:
        return weapon_records.WeaponRecord(name=text.name(facts.name))
    if facts.catalogue not in weapon_records.WEAPONS:
        raise BadInput(f"There is no weapon called {facts.catalogue[:40]!r}.", "catalogue")
    return weapon_records.WEAPONS[facts.catalogue]


def capabilities_from(facts: Sequence[CapabilityFacts]) -> tuple[weapons.Capability, ...]:
    """Return the capabilities of a weapon; BadInput for a name that is missing or used twice."""
    names = [text.name(each.name, "capabilities") for each in facts]
    if len(set(names)) < len(names):
        raise BadInput("Every capability needs a name of its own.", "capabilities")
    return tuple(
        weapons.Capability(name, melee=each.melee, holder=each.holder)
        for name, each in zip(names, facts, strict=True)
    )


def capability_rows(capabilities: Iterable[weapons.Capability]) -> list[dict[str, object]]:
    """Return capabilities as a weapon's row keeps them, in JSON values."""
    return [
        {"name": each.name, "melee": each.melee, "holder": each.holder.name if each.holder else ""}
        for each in capabilities
    ]


def add_sf_weapon(
    act: Act, session: Session, unit: Unit, facts: SfWeaponFacts, *, asks: bool = True
) -> tuple[SfWeapon, weapon_records.WeaponRecord]:
    """Write a weapon with its stores and crew; refused if the unit cannot carry it (12-04, 12-27).

    With `asks` off, a carrier about whom the chapter says nothing is accepted without asking.
    """
    record = record_of(facts, house_of(session, ScifiHouse))
    mounting, overruled = mounted(
        act, session, unit, record, facts.mounting, facts.structure_id, asks=asks
    )
    row = copied(
        SfWeapon,
        record,
        unit_id=unit.id or 0,
        shape=record.area.shape,
        area_size=record.area.size,
        area_width=record.area.width,
        capabilities=capability_rows(record.capabilities),
        mounting=mounting,
        structure_id=facts.structure_id if mounting is weapon_records.Mounting.EMPLACED else None,
        carry_override=overruled,
    )
    session.add(row)
    session.flush()
    _add_stores(session, row, record, facts)
    write_members(session, row, facts.crew)
    return row, record


def _add_stores(
    session: Session, row: SfWeapon, record: weapon_records.WeaponRecord, facts: SfWeaponFacts
) -> None:
    # A weapon with several capabilities has a store for each of them, and none of its own.
    if record.holder is not None and not record.capabilities:
        usual = (LoadFacts(count=record.loaded),) if record.loaded is not None else ()
        make_store(session, row, record.holder, "", facts.loads or usual)
    elif facts.loads:
        raise BadInput("Ammunition that is counted lies in something: pod, rack, items.", "holder")
    loads = {text.name(each.name): each.loads for each in facts.capabilities or ()}
    for capability in record.capabilities:
        if capability.holder is not None:
            name = capability.name
            make_store(session, row, capability.holder, name, loads.get(name, ()))


def mounted(
    act: Act,
    session: Session,
    unit: Unit,
    record: weapon_records.WeaponRecord,
    wanted: weapon_records.Mounting | None,
    structure_id: int | None,
    *,
    asks: bool = True,
) -> tuple[weapon_records.Mounting, bool]:
    """Return the mounting of a unit's weapon, and whether the referee overruled a rule for it.

    Rules: 12-04 to 12-07, 12-27 to 12-30. If no mounting is `wanted`, it is the usual one for the
    kind of unit.
    """
    facts = sf_facts(session, unit)
    mounting = wanted or weapon_records.usual_mounting(facts.kind)
    crewed = mounting in (weapon_records.Mounting.CREW_SERVED, weapon_records.Mounting.EMPLACED)
    if crewed:
        heed(act, weapon_records.may_be_crew_served(record.family), session, record.name)
    if mounting is weapon_records.Mounting.EMPLACED:
        structure = row_or_none(session, Unit, structure_id)
        name = structure.name if structure else ""
        heed(act, weapon_records.may_emplace(mounting, name), session, record.name)
    has = weapon_records.carrier(facts.kind, powered_armor=facts.powered_armor, mounting=mounting)
    verdict = weapon_records.may_have(record, has)
    decided = verdict.answer is weapon_records.Permission.ASK and not asks
    if record.family is None or decided:
        return mounting, False  # without a family there is nothing that the chapter could refuse
    crew_served = verdict.offer is weapon_records.Mounting.CREW_SERVED
    offer = "It may be crew-served (12-30)." if crew_served else ""
    heed(act, verdict.no, session, f"{unit.name}, {record.name}", offer)
    return mounting, verdict.no is not None


CLEARED = (
    "family", "form", "typed_factor", "range_factor", "minimum_range", "rate", "infantry_class",
    "detection_effect", "cost", "barrels",
)  # fmt: skip
"""Figures that a weapon can be without."""

AREA = {"area_size": "size", "area_width": "width"}
HOLDER = "holder"
"""A name that may be cleared too: without a holder the weapon never runs out."""


class Refit(Struct, frozen=True, kw_only=True):
    """How a weapon's stores change; None leaves `capabilities` and `holder` as they are."""

    cleared: tuple[str, ...] = ()
    capabilities: tuple[CapabilityFacts, ...] | None = None
    holder: weapons.Holder | None = None
    loads: tuple[LoadFacts, ...] = ()


def without(
    record: weapon_records.WeaponRecord, cleared: Sequence[str]
) -> weapon_records.WeaponRecord:
    """Return a weapon without some figures; BadInput for one that it cannot be without."""
    if wrong := [name for name in cleared if name not in (*CLEARED, *AREA, HOLDER)]:
        raise BadInput(f"A weapon is never without {wrong[0][:40]!r}.", "cleared")
    lengths: dict[str, Any] = {part: None for name, part in AREA.items() if name in cleared}
    area = replace(record.area, **lengths)
    figures: dict[str, Any] = {name: None for name in CLEARED if name in cleared}
    return replace(record, area=area, **figures)


def refit(act: Act, session: Session, row: SfWeapon, change: Refit) -> None:
    """Write other capabilities and stores; a store that stays keeps its counters.

    It is refused while a turn is running if a store with ammunition in it would go (12-68).
    """
    if change.capabilities is not None:
        row.capabilities = capability_rows(capabilities_from(change.capabilities))
        session.add(row)
    elif change.holder is None and HOLDER not in change.cleared:
        return
    wanted = _wanted(session, row, change)
    there = {(store.capability, store.holder): store for store in stores_of(session, row)}
    for key, store in there.items():
        if key not in wanted:
            _take_out(act, session, row, store)
    session.flush()
    for (capability, holder), loads in wanted.items():
        if (capability, holder) not in there:
            make_store(session, row, holder, capability, loads)


def _wanted(
    session: Session, row: SfWeapon, change: Refit
) -> dict[tuple[str, weapons.Holder], tuple[LoadFacts, ...]]:
    """Return the loads of the stores that the weapon is to have, by capability and holder."""
    loads = {each.name.strip(): each.loads for each in change.capabilities or ()}
    if row.capabilities:
        held = [(str(each["name"]), str(each["holder"])) for each in row.capabilities]
        return {(name, weapons.Holder[of]): loads.get(name, ()) for name, of in held if of}
    now = next((each.holder for each in stores_of(session, row) if not each.capability), None)
    holder = None if HOLDER in change.cleared else change.holder or now
    return {("", holder): change.loads} if holder else {}


def _take_out(act: Act, session: Session, row: SfWeapon, store: SfStore) -> None:
    rounds = loads_of(session, store)
    runs = bool(rounds) and present_turn(session) is not None
    why = f"{row.name}: what is loaded is fixed when the battle begins."
    act.refuse_if(runs, "12-68", why, session)
    for load in rounds:
        session.delete(load)
    session.flush()
    session.delete(store)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSfWeapon(Act, SfWeaponFacts):
    """Give a unit a Sci-fi weapon; the fields are those of `SfWeaponFacts`.

    It is refused if the unit cannot carry it; overruled, the weapon is marked (12-27).
    """

    unit_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Write the weapon with its ammunition and crew; log what looks wrong (12-19)."""
        check_played(session)
        unit = alive(session, self.unit_id)
        # The act has the same fields by inheritance, and `unit_id` besides.
        facts = {each.name: getattr(self, each.name) for each in fields(SfWeaponFacts)}
        row, record = add_sf_weapon(self, session, unit, SfWeaponFacts(**facts))
        entry = weapon_line(unit, f"{unit.name} has a new weapon.", record, in_words(session, row))
        lines = (entry, *_objections(session, unit, record))
        return Outcome(f"Add {row.name} to {unit.name}", lines)


def in_words(session: Session, row: SfWeapon) -> str:
    """Return a weapon in words: laser rifle, attack factor 5, range factor 12", P, Pulse."""
    record = weapon_of(row)
    factor = record.attack_factor
    said = [
        row.name,
        f"{row.count} mounted together" if row.count > 1 else "",
        f"attack factor {factor.value}" if factor else "",
        f"range factor {in_inches(row.range_factor)}" if row.range_factor is not None else "",
        f"{row.rate.value}, {weapons.RATES[row.rate].name}" if row.rate else "",
        weapons.class_name(row.infantry_class, row.type) if row.infantry_class else "",
        f"{row.shape.value} area" if row.shape is not AreaShape.NONE else "",
        record.delivers,
        row.mounting.value if row.mounting is not weapon_records.Mounting.CARRIED else "",
        *(
            f"{load.loaded} {load.name}"
            for store in stores_of(session, row)
            for load in loads_of(session, store)
        ),
    ]
    return ", ".join(word for word in said if word) + "."


def weapon_line(
    unit: Unit, lead: str, record: weapon_records.WeaponRecord, words: str, kind: Kind = Kind.UNIT
) -> Line:
    """Return the line of a weapon's record, with the sum of its attack factor."""
    term = base_term(record)
    sums = (Sum("Attack factor", term.value, (term,)),) if term else ()
    return line(kind, lead, words, rule="12-01", of=unit, sums=sums)


def _objections(session: Session, unit: Unit, record: weapon_records.WeaponRecord) -> list[Line]:
    """Return lines about what looks wrong with a weapon, which is kept (12-17 to 12-22, 12-31)."""
    reasons = [(no.rule, f"{no.why}.") for no in weapon_records.objections(record)]
    facts = facts_of(session, unit.id or 0)
    lacking = weapon_records.missing_equipment(record, tuple(facts.equipment)) if facts else ()
    if lacking:
        reasons.append(("12-31", f"{unit.name} lacks {' and '.join(lacking)}."))
    lead = f"{text.opening(record.name)}: look again."
    return [line(Kind.NOTE, lead, words, rule=rule, unit_id=unit.id) for rule, words in reasons]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSfWeapon(Act, WeaponFigures):
    """Correct a weapon by hand; figures left None stay, and so does its ammunition.

    `cleared` names figures that are no longer known; with `holder` among them the weapon never
    runs out.
    """

    sf_weapon_id: int
    name: str | None = None
    cleared: tuple[str, ...] = ()
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the new figures; refused if the unit cannot have it so (12-04, 12-27)."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        before = in_words(session, row)
        facts = stated(self)
        old = without(weapon_of(row), self.cleared)
        area = area_of(old.area, self.shape, self.area_size, self.area_width)
        if self.name is not None:
            facts["name"] = text.name(self.name)
        record = replace(old, **facts, area=area)
        changed = (record.family, record.infantry_class) != (row.family, row.infantry_class)
        # Checked only if it matters now: a note is corrected without overruling 12-27 once more.
        if self.mounting is not None or changed:
            wanted = self.mounting or row.mounting
            place = row.structure_id if self.structure_id is None else self.structure_id
            row.mounting, row.carry_override = mounted(self, session, unit, record, wanted, place)
            row.structure_id = place if row.mounting is weapon_records.Mounting.EMPLACED else None
        self._write(session, row, record)
        refit(self, session, row, copied(Refit, self))
        reason = text.note(self.reason, "reason")
        kind = Kind.RULING if reason or present_turn(session) else Kind.UNIT
        words = f"{before.rstrip('.')} becomes {in_words(session, row)} {reason}".strip()
        lead = f"{unit.name}: {said_of(row.name, 'is')} changed."
        entry = weapon_line(unit, lead, record, words, kind)
        lines = (entry, *_objections(session, unit, record))
        return Outcome(f"Edit {row.name} of {unit.name}", lines)

    def _write(self, session: Session, row: SfWeapon, record: weapon_records.WeaponRecord) -> None:
        for name in ("name", *PLAIN):
            setattr(row, name, getattr(record, name))
        row.shape = record.area.shape
        row.area_size, row.area_width = record.area.size, record.area.width
        row.effects, row.needs = list(record.effects), list(record.needs)
        session.add(row)
        for store in stores_of(session, row):
            limit = weapons.LIMITS[store.holder]
            # A pod has a limit of its own (12-61); others fire once for each one mounted (12-53).
            if limit is not None and store.holder not in weapons.PODS:
                store.most = limit * row.count
                session.add(store)
        session.flush()


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSfWeapon(Act):
    """Take a weapon from a unit, with its ammunition, its crew list and its open shots."""

    sf_weapon_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete it with all rows that refer to it; the log keeps what it did."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        for store in stores_of(session, row):
            for load in loads_of(session, store):
                session.delete(load)
            # Loads before their store, and all before the weapon: SQLite refuses another order,
            # and SQLAlchemy does not know it.
            session.flush()
            session.delete(store)
        for member in crew_rows(session, row):
            session.delete(member)
        shots = select(SfShot).where(SfShot.sf_weapon_id == row.id).order_by(col(SfShot.id))
        for shot in session.exec(shots).all():
            session.delete(shot)
        session.flush()
        session.delete(row)
        title, lead = f"Remove {row.name} of {unit.name}", f"{unit.name} loses {row.name}."
        return outcome(Kind.UNIT, title, lead=lead, rule="12-03", of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class DestroySfWeapon(Act):
    """Destroy a weapon: nobody crews or fires it any more, and what it has left is lost.

    A surviving gunner whose figure is fixed to its model becomes a unit on foot (12-75).
    """

    sf_weapon_id: int
    reason: str = ""
    gunner_survives: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Mark it as destroyed; BadInput if it is already."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        why = text.note(self.reason, "reason")
        lines = destroy(session, row, unit, why, gunner_survives=self.gunner_survives)
        return Outcome(f"{row.name} of {unit.name} is destroyed", tuple(lines))
