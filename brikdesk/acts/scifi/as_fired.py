"""A weapon as one attack fires it, with the capability, round and mode that were chosen."""

from dataclasses import dataclass

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.errors import BadInput
from brikdesk.rules.scifi.areas import NO_AREA, Area, AreaShape
from brikdesk.rules.scifi.attack_factor import LOWEST, BuiltAs
from brikdesk.rules.scifi.capabilities import Capability
from brikdesk.rules.scifi.firing import PLAIN
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.rate_of_fire import Rate
from brikdesk.rules.scifi.variable_fire import FireMode, Setting, modes, setting
from brikdesk.rules.scifi.warheads import WARHEADS
from brikdesk.rules.scifi.weapons import WeaponRecord, listed_as
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.text import said_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SfAim:
    """One attack: its target and distance in inches, the mode and the round.

    `in_traverse` is the referee's word that weapon or turret can be brought to bear (12-55).
    `warhead` and `area_size` are those of the round, if they differ from the weapon's own.
    """

    target_id: int | None = None
    target: str = ""
    distance: float | None = None
    in_traverse: bool = True
    mode: FireMode | None = None
    ammunition: str = ""
    warhead: str = ""
    area_size: float | None = None


def capability_of(weapon: WeaponRecord, name: str) -> Capability:
    """Return the capability that is fired; BadInput if the weapon has none with this name.

    A weapon without several capabilities has one without a name.
    """
    if not weapon.capabilities and not name:
        return PLAIN
    found = [each for each in weapon.capabilities if each.name == name]
    if not found:
        known = ", ".join(each.name for each in weapon.capabilities) or "just one"
        raise BadInput(f"{said_of(weapon.name, 'has')} no such capability: {known}.", "capability")
    return found[0]


def as_fired(weapon: WeaponRecord, capability: Capability, aim: SfAim) -> WeaponRecord:
    """Return the weapon with the figures that count for one attack.

    A capability with ammunition of its own throws warheads; a round that has the name of a warhead
    is one. Raise BadInput for an impossible `area_size`.
    """
    if capability.melee:
        return replace(weapon, area=NO_AREA, range_factor=None, minimum_range=None, warhead="")
    # The figures of the weapon itself, a rifle for instance, do not hold for its grenades.
    if capability.holder is not None:
        weapon = _throwing(weapon)
    elif capability != weapon.main_capability:
        weapon = _with_figures_of(weapon, capability)
    warhead = aim.warhead or (aim.ammunition if aim.ammunition in WARHEADS else "")
    # A factor that was typed belongs to the weapon's own warhead, not to this one.
    if warhead and warhead != weapon.delivers:
        weapon = replace(weapon, warhead=warhead, typed_factor=None)
    if aim.area_size is None:
        return weapon
    try:
        return replace(weapon, area=replace(weapon.area, size=aim.area_size))
    except ValueError as error:
        raise BadInput(f"{error}.", "area_size") from None


def _throwing(weapon: WeaponRecord) -> WeaponRecord:
    return replace(
        weapon, type="", form=BuiltAs.WARHEAD, typed_factor=None, rate=Rate.SINGLE, barrels=None,
        range_factor=None, minimum_range=None, area=Area(AreaShape.CIRCULAR),
    )  # fmt: skip


def _with_figures_of(weapon: WeaponRecord, capability: Capability) -> WeaponRecord:
    """Return a weapon with the figures of another capability: those of the catalogue, else none.

    What nobody has stated of it is asked; the figures of the weapon itself are not its own.
    """
    known = listed_as(capability.name)
    if known is None:
        known = WeaponRecord(name=capability.name)
    return replace(
        weapon, type=known.type, form=known.form, nature=known.nature, warhead=known.warhead,
        typed_factor=known.typed_factor, rate=known.rate, barrels=known.barrels,
        range_factor=known.range_factor, minimum_range=known.minimum_range, area=known.area,
        effects=known.effects, detection_effect=known.detection_effect,
    )  # fmt: skip


def setting_of(
    act: Act, session: Session, weapon: WeaponRecord, mode: FireMode | None
) -> tuple[FireMode | None, Setting | None]:
    """Return the mode and figures of one attack; refuse a mode that the weapon does not have.

    Rules: 12-69 (only some weapons have the choice), 12-72 (the option), 12-70, 12-71. The figures
    are None if the attack factor is not known, or is that of each target.
    """
    option = house_of(session, ScifiHouse).sf_variable_fire
    offered = modes(weapon.type, variable_fire=option)
    # Apart from `offered`: with the option off, an overruled refusal still gives the figures of T6.
    able = bool(modes(weapon.type, variable_fire=True))
    rule = "12-69" if option else "12-72"
    why = (
        f"{said_of(weapon.name, 'has')} no pulse mode."
        if option
        else "The option Variable fire is off."
    )
    act.refuse_if(mode is not None and not offered, rule, why, session)
    chosen = mode or (FireMode.BEAM if offered else None)
    factor = weapon.attack_factor
    if factor is None:
        return chosen, None
    if able or chosen is not FireMode.PULSE:
        return chosen, setting(weapon.type, factor.value, chosen)
    return chosen, Setting(max(factor.value - 1, LOWEST), 1)  # overruled: as for any other (12-70)
