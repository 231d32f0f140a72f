"""The facts of a new Sci-fi weapon, and the rows that are written of them (12-01 to 12-31)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.heed import heed
from brikdesk.acts.rows import existing_row
from brikdesk.acts.scifi.crew_rows import MemberFacts, write_members
from brikdesk.acts.scifi.load_rows import LoadFacts, make_store
from brikdesk.acts.scifi.typed import MOST, measure, sf_facts, whole, word, words
from brikdesk.acts.scifi.weapon_figures import CapabilityFacts, WeaponFigures
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import carrying
from brikdesk.rules.scifi.areas import Area, AreaShape, natural_shape
from brikdesk.rules.scifi.capabilities import Capability
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.rate_of_fire import suggested
from brikdesk.rules.scifi.weapons import WEAPONS, WeaponRecord
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.tables import SfWeapon, Unit


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


def record_of(facts: SfWeaponFacts, rules: ScifiHouse) -> WeaponRecord:
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
        made = replace(made, rate=suggested(made.type, used_once=made.used_once))
    natural = natural_shape(
        made.rate, made.type, warhead=made.makes == "warhead",
        rotary_oblong=rules.sf_rotary_oblong,
    )  # fmt: skip
    # What is stated goes first, then the catalogue, then what type and code suggest.
    shape = facts.shape or (natural if base.area.shape is AreaShape.NONE else None)
    return replace(made, area=area_of(base.area, shape, facts.area_size, facts.area_width))


def _base(facts: SfWeaponFacts) -> WeaponRecord:
    if not facts.catalogue:
        return WeaponRecord(name=text.name(facts.name))
    if facts.catalogue not in WEAPONS:
        raise BadInput(f"There is no weapon called {facts.catalogue[:40]!r}.", "catalogue")
    return WEAPONS[facts.catalogue]


def capabilities_from(facts: Sequence[CapabilityFacts]) -> tuple[Capability, ...]:
    """Return the capabilities of a weapon; BadInput for a name that is missing or used twice."""
    names = [text.name(each.name, "capabilities") for each in facts]
    if len(set(names)) < len(names):
        raise BadInput("Every capability needs a name of its own.", "capabilities")
    return tuple(
        Capability(name, melee=each.melee, holder=each.holder)
        for name, each in zip(names, facts, strict=True)
    )


def capability_rows(capabilities: Iterable[Capability]) -> list[dict[str, object]]:
    """Return capabilities as a weapon's row keeps them, in JSON values."""
    return [
        {"name": each.name, "melee": each.melee, "holder": each.holder.name if each.holder else ""}
        for each in capabilities
    ]


def add_sf_weapon(
    act: Act, session: Session, unit: Unit, facts: SfWeaponFacts, *, asks: bool = True
) -> tuple[SfWeapon, WeaponRecord]:
    """Write a weapon with its stores and crew; refused if the unit cannot carry it (12-04, 12-27).

    With `asks` off, a carrier about whom the chapter says nothing is accepted without asking.
    """
    record = record_of(facts, house_of(session, ScifiHouse))
    mounting, overruled = mounted(
        act, session, unit, record, facts.mounting, facts.structure_id, asks=asks
    )
    row = SfWeapon(
        unit_id=unit.id or 0,
        name=record.name,
        shape=record.area.shape,
        area_size=record.area.size,
        area_width=record.area.width,
        effects=list(record.effects),
        needs=list(record.needs),
        capabilities=capability_rows(record.capabilities),
        mounting=mounting,
        structure_id=facts.structure_id if mounting is Mounting.EMPLACED else None,
        carry_override=overruled,
        **{name: getattr(record, name) for name in PLAIN},
    )
    session.add(row)
    session.flush()
    _add_stores(session, row, record, facts)
    write_members(session, row, facts.crew)
    return row, record


def _add_stores(
    session: Session, row: SfWeapon, record: WeaponRecord, facts: SfWeaponFacts
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
    record: WeaponRecord,
    wanted: Mounting | None,
    structure_id: int | None,
    *,
    asks: bool = True,
) -> tuple[Mounting, bool]:
    """Return the mounting of a unit's weapon, and whether the referee overruled a rule for it.

    Rules: 12-04 to 12-07, 12-27 to 12-30. If no mounting is `wanted`, it is the usual one for the
    kind of unit.
    """
    facts = sf_facts(session, unit)
    mounting = wanted or carrying.usual_mounting(facts.kind)
    crewed = mounting in (Mounting.CREW_SERVED, Mounting.EMPLACED)
    if crewed:
        heed(act, carrying.may_be_crew_served(record.family), session, record.name)
    if mounting is Mounting.EMPLACED:
        structure = (
            existing_row(session, Unit, structure_id).name if structure_id is not None else ""
        )
        heed(act, carrying.may_emplace(mounting, structure), session, record.name)
    has = carrying.carrier(facts.kind, powered_armor=facts.powered_armor, mounting=mounting)
    verdict = carrying.may_have(record, has)
    decided = verdict.answer is carrying.Permission.ASK and not asks
    if record.family is None or decided:
        return mounting, False  # without a family there is nothing that the chapter could refuse
    offer = "It may be crew-served (12-30)." if verdict.offer is Mounting.CREW_SERVED else ""
    heed(act, verdict.no, session, f"{unit.name}, {record.name}", offer)
    return mounting, verdict.no is not None


NAMES = tuple(each.name for each in fields(SfWeaponFacts))
"""The names of all facts that can be stated."""
