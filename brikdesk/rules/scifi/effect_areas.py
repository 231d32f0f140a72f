"""Effect areas: their shape, the order of an attack, who is inside and who is hurt (12-35 to 12-49)."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum, StrEnum

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.errors import BadInput
from brikdesk.lengths import at_most
from brikdesk.rules.refusal import No, no_if
from brikdesk.rules.scifi.units_and_crews import MACHINES, PEOPLE, SfUnitKind
from brikdesk.rules.scifi.weapons import BLAST_WARHEADS, WEAPON_TYPES, Rate, has_blast

DIRECTIONS = 10
"""Entries of the table of directions: the faces of a ten-sided die."""

REFEREE = "referee"
"""The direction that the referee chooses (S-27)."""


class AreaShape(StrEnum):
    """The shape of the zone in which targets may be hit."""

    NONE = "none"
    OBLONG = "oblong"
    CIRCULAR = "circular"


class Area(Struct, frozen=True):
    """An effect area.

    `size` is the diameter of a circle or the length of an oblong in inches, `width` that of an
    oblong; None until the chart is read. Raise ValueError for lengths that are not above 0.
    """

    shape: AreaShape = AreaShape.NONE
    size: float | None = None
    width: float | None = None

    def __post_init__(self) -> None:
        for inches in (self.size, self.width):
            if inches is not None and not 0 < inches < math.inf:
                raise ValueError(f"an effect area is larger than 0, not {inches:g}")


NO_AREA = Area()


class PlacedWhen(Enum):
    """When an effect area is placed."""

    BEFORE_ROLL = "before the hit roll"
    AFTER_ROLL = "after the hit roll, where the warhead lands"
    AFTER_FALL_OF_SHOT = "after the fall of shot"


class Laying(Enum):
    """How an oblong is laid."""

    FREE = "any way over detected targets"
    RANDOM = "one end on the target, the other in a random direction"


def natural_shape(
    rate: Rate | None, type: str = "", *, warhead: bool = False, rotary_oblong: bool = True
) -> AreaShape | None:
    """Return the shape of area that a weapon has by the chapter, None if its chart tells.

    Rules: 12-36 (automatic weapons and flamethrowers: oblong), 12-40 (explosive warheads:
    circular), S-05 (`rotary_oblong`: rotary weapons are automatic), S-06 (a flamethrower's code
    does not matter).
    """
    if warhead:
        return AreaShape.CIRCULAR
    rotary = rate is Rate.ROTARY and rotary_oblong
    fixed = WEAPON_TYPES[type].area if type in WEAPON_TYPES else ""
    if rate is Rate.AUTOMATIC or rotary or fixed:
        return AreaShape(fixed or AreaShape.OBLONG.value)
    return None


def placed(
    shape: AreaShape, *, explosive: bool = False, indirect: bool = False
) -> PlacedWhen | None:
    """Return when an area is placed, None without one.

    Rules: 12-37 (oblong), 12-41 (circle of an energy weapon), 12-42 (of an explosive warhead),
    12-43 (of indirect fire, also of a convergence beam, 12-83).
    """
    if shape is AreaShape.NONE:
        return None
    if shape is AreaShape.CIRCULAR and indirect:
        return PlacedWhen.AFTER_FALL_OF_SHOT
    lands = shape is AreaShape.CIRCULAR and explosive
    return PlacedWhen.AFTER_ROLL if lands else PlacedWhen.BEFORE_ROLL


def laying(detected_in_range: int) -> Laying | No:
    """Return how an oblong is laid over so many detected targets in range (12-38, 12-39)."""
    if detected_in_range < 1:
        return No("12-38", "No target in range is detected, the oblong cannot be laid")
    return Laying.RANDOM if detected_in_range == 1 else Laying.FREE


def direction(face: int, directions: Sequence[str]) -> str:
    """Return the direction of the oblong's other end by a ten-sided die (12-39, S-27).

    - `directions`: the house rule sf_d10_directions, for faces 1 to 10.

    Empty if the referee chooses. Raise BadInput for a face that the die does not have.
    """
    if not 1 <= face <= DIRECTIONS:
        raise BadInput(f"a ten-sided die shows 1 to {DIRECTIONS}, not {face}", "Direction")
    name = directions[face - 1]
    return "" if name.strip().lower() == REFEREE else name


def may_center(*, detected: bool) -> No | None:
    """Refuse to centre the circle of an energy weapon on an undetected target (12-41)."""
    return no_if(not detected, "12-41", "The circle is centred on a detected target")


def inside(distances: Mapping[str, float], area: Area) -> tuple[str, ...]:
    """Return the units inside a circle, by their distances from its centre in inches (12-35).

    The edge counts as inside. No size, nobody: the referee picks them.
    """
    radius = (area.size or 0) / 2
    return tuple(unit for unit, away in distances.items() if area.size and at_most(away, radius))


def hit_rolls(units_inside: int, rolls: str = "per_unit") -> int:
    """Return how many hit rolls an area attack has (S-10): one for each unit inside, or one.

    - `rolls`: the house rule sf_area_hit_rolls.
    """
    return units_inside if rolls == "per_unit" else min(units_inside, 1)


class AttackStep(StrEnum):
    """A step that settles a shot. What comes before it is one act, which spends the ammunition."""

    PLACE = "place the area"
    FALL_OF_SHOT = "fall of shot"
    HIT = "hit or miss"
    LANDING = "where it lands, flame inside?"
    INSIDE = "who is inside?"
    DAMAGE = "penetration and damage"
    BLAST = "blast on survivors"


_AFTER_LANDING = (AttackStep.LANDING, AttackStep.INSIDE, AttackStep.DAMAGE, AttackStep.BLAST)

_BY_PLACE: dict[PlacedWhen | None, tuple[AttackStep, ...]] = {
    None: (AttackStep.HIT, AttackStep.DAMAGE),
    PlacedWhen.BEFORE_ROLL: (
        AttackStep.PLACE, AttackStep.INSIDE, AttackStep.HIT, AttackStep.DAMAGE,
    ),
    PlacedWhen.AFTER_ROLL: (AttackStep.HIT, *_AFTER_LANDING),
    PlacedWhen.AFTER_FALL_OF_SHOT: (AttackStep.FALL_OF_SHOT, *_AFTER_LANDING),
}  # fmt: skip

_RULES = {
    None: "12-91",
    PlacedWhen.AFTER_ROLL: "12-42",
    PlacedWhen.AFTER_FALL_OF_SHOT: "12-43",
}


class AttackOrder(Struct, frozen=True):
    """The steps of one attack, first to last, and the rule that orders them."""

    steps: tuple[AttackStep, ...]
    rule: str


def order(shape: AreaShape, *, explosive: bool = False, indirect: bool = False) -> AttackOrder:
    """Return the order of an attack.

    Rules: 12-37 and 12-41 (areas that are placed before the hit roll), 12-42 (after it), 12-43
    (after the fall of shot).
    """
    place = placed(shape, explosive=explosive, indirect=indirect)
    steps = _BY_PLACE[place]
    if not explosive:
        steps = tuple(step for step in steps if step is not AttackStep.BLAST)
    before = "12-37" if shape is AreaShape.OBLONG else "12-41"
    # BEFORE_ROLL is not in the table: 12-37 orders it for oblongs, 12-41 for circles.
    return AttackOrder(steps, _RULES.get(place, before))


def may_take(step: AttackStep, done: Sequence[AttackStep], order: AttackOrder) -> No | None:
    """Refuse a step before its turn."""
    due = order.steps[len(done)] if len(done) < len(order.steps) else None
    words = f"first: {due.value}" if due else "the attack is done"
    return no_if(step is not due, order.rule, f"{step.value.capitalize()}, but {words}")


VAPORSHOCK = "vaporshock"

EARLY_FACTOR = 4
"""Attack factor of an early ignition (12-44)."""


class Burst(Struct, frozen=True):
    """What a warhead does where it lands: its area, its attack factor, and whether it was early.

    It lies around the landing point also when it is early (S-09).
    """

    area: Area
    attack_factor: int
    early: bool = False


def burst(
    warhead: str, area: Area, attack_factor: int, *, flame_inside: bool, halving: str = "length"
) -> Burst:
    """Return the burst of a warhead; one with vaporshock ignites early if there is flame inside.

    Rules: 12-44 (half the size, attack factor reduced to 4), 12-49 (the blast reaches no farther
    than that), S-07 (`halving`: "length" halves the diameter, "surface" the surface), S-08 (the
    referee says what is flame).
    """
    if warhead != VAPORSHOCK or not flame_inside:
        return Burst(area, attack_factor)
    # Half the surface of a circle is a diameter smaller by the square root of 1/2.
    share = 0.5 if halving == "length" else math.sqrt(0.5)
    size = None if area.size is None else area.size * share
    return Burst(replace(area, size=size), min(attack_factor, EARLY_FACTOR), early=True)


class UnitInBlast(Struct, frozen=True):
    """A unit inside the effect area, after its damage was entered.

    `on_foot` is False for those inside a vehicle, `open_topped` says that they ride in the open;
    `size` matters for wardrones and warbots only.
    """

    name: str
    kind: SfUnitKind
    size: int = 0
    on_foot: bool = True
    open_topped: bool = False
    eliminated: bool = False


def susceptible(victim: UnitInBlast, *, open_crew: bool = False) -> bool:
    """Return whether a blast can incapacitate a unit.

    Rules: 12-48 (people on foot, wardrones and warbots of size 0), S-29 (`open_crew`: those in
    open-topped vehicles count as on foot).
    """
    if victim.kind in MACHINES:
        return victim.size == 0
    on_foot = victim.on_foot or (open_crew and victim.open_topped)
    return victim.kind in PEOPLE and on_foot


def incapacitated(
    warhead: str,
    inside: Iterable[UnitInBlast],
    *,
    blast_warheads: Collection[str] = BLAST_WARHEADS,
    open_crew: bool = False,
) -> tuple[str, ...]:
    """Return the survivors inside an effect area who are incapacitated (12-46, 12-47, S-28).

    For an early vaporshock `inside` are those in the halved area (12-49).
    """
    if not has_blast(warhead, blast_warheads):
        return ()
    return tuple(
        victim.name
        for victim in inside
        if not victim.eliminated and susceptible(victim, open_crew=open_crew)
    )
