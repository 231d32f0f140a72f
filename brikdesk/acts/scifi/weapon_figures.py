"""The figures of a Sci-fi weapon that can be stated or corrected (12-01 to 12-31)."""

from dataclasses import dataclass

from brikdesk.acts.scifi.load_rows import LoadFacts
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.attack_factor import BuiltAs
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.rate_of_fire import Rate
from brikdesk.rules.scifi.stores import Holder
from brikdesk.rules.scifi.weapon_class import WeaponClass
from brikdesk.rules.scifi.weapons import Family


@dataclass(frozen=True, slots=True, kw_only=True)
class CapabilityFacts:
    """One way in which a weapon attacks; `holder` is what holds its own counted ammunition."""

    name: str
    melee: bool = False
    holder: Holder | None = None
    loads: tuple[LoadFacts, ...] = ()


@dataclass(frozen=True, kw_only=True)
class WeaponFigures:
    """Figures of a weapon, None if they are not stated. Ranges and areas are in inches.

    `loads` are in its `holder` when the battle begins. A class without slots, because an act that
    inherits from it has slots of its own, and Python allows only one base with slots.
    """

    type: str | None = None
    family: Family | None = None
    form: BuiltAs | None = None
    typed_factor: int | None = None
    range_factor: float | None = None
    minimum_range: float | None = None
    rate: Rate | None = None
    infantry_class: WeaponClass | None = None
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
    mounting: Mounting | None = None
    structure_id: int | None = None
    holder: Holder | None = None
    loads: tuple[LoadFacts, ...] = ()
    notes: str | None = None
