"""What the Sci-fi rules know of a unit that joins from an army file: facts, weapons, rounds, crews.

The rows are written as the file states them, also what was fired and lost; what a weapon did in the
running turn is not part of it.
"""

from dataclasses import dataclass, fields
from typing import Any

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.scifi.typed import MOST, check_played, measure, whole, word, words
from brikdesk.acts.scifi.units import FACTS
from brikdesk.acts.scifi.weapon_facts import (
    PLAIN,
    SfWeaponFacts,
    capabilities_from,
    capability_rows,
    mounted,
    record_of,
)
from brikdesk.acts.scifi.weapon_figures import CapabilityFacts
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.attack_factor import HIGHEST, BuiltAs
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.rate_of_fire import Rate
from brikdesk.rules.scifi.stores import Holder
from brikdesk.rules.scifi.units import SfUnitKind
from brikdesk.rules.scifi.variable_fire import FireMode
from brikdesk.rules.scifi.weapon_class import WeaponClass
from brikdesk.rules.scifi.weapons import Family
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.tables import SfCrew, SfLoad, SfStore, SfUnit, SfWeapon, Unit
from brikdesk.turns.sequence import present_turn

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
    """A member of a crew; the unit that stands for him is told by a bond."""

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


SHARED = tuple(
    name
    for name in (each.name for each in fields(SfArmFacts))
    if name in PLAIN or name in ("shape", "area_size", "area_width", "effects", "needs")
)
"""Figures that have the same name in `SfWeaponFacts`, which checks them."""


def check_scifi(facts: ScifiFacts) -> None:
    """Raise BadInput for numbers and words that no unit of these rules can have."""
    whole(facts.size, "scifi.size")
    if facts.armor_class is not None:
        whole(facts.armor_class, "scifi.armor_class", 0, HIGHEST)
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
            whole(store.most, "stores.most")
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
        "loaded": whole(load.loaded, "loads.loaded"),
        "fired": whole(load.fired, "loads.fired"),
        "lost": whole(load.lost, "loads.lost"),
        # Below 0 where the referee has put rounds in.
        "adjusted": whole(load.adjusted, "loads.adjusted", -MOST, MOST),
    }


def write_scifi(act: Act, session: Session, unit: Unit, facts: ScifiFacts) -> None:
    """Write the facts and weapons; BadInput where the campaign is not played by these rules."""
    check_played(session)
    check_scifi(facts)
    row = {name: getattr(facts, name) for name in FACTS}
    session.add(
        SfUnit(unit_id=unit.id or 0, **{**row, "equipment": words(facts.equipment, "equipment")})
    )
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
    row = SfWeapon(
        unit_id=unit.id or 0,
        name=text.name(facts.name),
        **{**figures, "effects": list(record.effects), "needs": list(record.needs)},
        capabilities=capability_rows(capabilities_from(facts.capabilities)),
        mounting=facts.mounting,
        carry_override=facts.carry_override,
        destroyed=facts.destroyed,
        last_mode=facts.last_mode,
    )
    session.add(row)
    session.flush()
    for store in facts.stores:
        _write_store(session, row, store)
    turn = present_turn(session)
    for member in facts.crew:
        next_one = member.role is CrewRole.NEXT_LOADER
        session.add(
            SfCrew(
                sf_weapon_id=row.id or 0,
                name=text.name(member.name),
                role=member.role if turn or not next_one else CrewRole.LOADER,
                alive=member.alive,
                fixed=member.fixed,
                role_turn_id=turn.id if turn and next_one else None,
            )
        )
    session.flush()


def _write_store(session: Session, weapon: SfWeapon, facts: StoreFacts) -> None:
    store = SfStore(
        sf_weapon_id=weapon.id or 0,
        capability=word(facts.capability, "stores.capability"),
        holder=facts.holder,
        unit_name=word(facts.unit_name, "stores.unit_name") or facts.holder.value,
        most=facts.most,
    )
    session.add(store)
    session.flush()
    for load in facts.loads:
        session.add(SfLoad(store_id=store.id or 0, **_row_of_load(load)))
    session.flush()
