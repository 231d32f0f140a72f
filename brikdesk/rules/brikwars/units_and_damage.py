"""Units: ready-made ones, and what damage does to them: Size, Armor, limbs, Something Bad."""

import json
import math
import re
from collections.abc import Collection, Sequence
from enum import StrEnum
from importlib.resources import files
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.errors import BadInput
from brikdesk.lengths import at_most, compared
from brikdesk.rules.brikwars.weapons import face_after_range
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.turn import Clock, Edge

KINDS = ("minifig", "hero", "horse", "creature", "vehicle", "structure", "object")
"""What a unit can be."""

_BY_SIZE = "By Size: Move in inches and Armor"


class Battery(Struct, frozen=True):
    """Rounds that come with a weapon."""

    name: str
    explosive_size: int
    count: int


class MountedWeapon(Struct, frozen=True):
    """A weapon that comes with a unit: its row of table 1, and its Size."""

    name: str
    kind: str
    size: int
    mounted: bool = True
    battery: Battery | None = None


class UnitPreset(Struct, frozen=True):
    """A unit to copy. Lengths in inches; `action_die` in sides, 0 for what cannot act by itself.

    `half_power` is "never", "always" or "airborne"; `mind` "independent", "half-minded" or "none";
    `two_steps` marks what takes two hits like a Horse; `value` counts Unit Inches; `source` is a
    key of house_rules.SOURCES, or "seed" for what the chapters state.
    """

    id: str
    group: str
    name: str
    kind: str
    source: str
    size: int = 1
    action_die: int = 6
    move: float = 5
    armor: str = "4"
    deflection: int = 0
    worn_armor: str = ""
    power_multiplier: int = 2
    half_power: str = "never"
    airborne: bool = False
    mind: str = "independent"
    two_steps: bool = False
    specialties: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    value: float = 1
    weapons: tuple[MountedWeapon, ...] = ()
    fire_size: int = 0
    notes: str = ""


class BySize(Struct, frozen=True):
    """One row of the table of creations by Size: for each kind the Move and Armor, if any."""

    size: int
    bodies: dict[str, tuple[float, str]]


def _read() -> dict[str, list[dict[str, Any]]]:
    path = files("resources") / "rules" / "unit_presets.json"
    groups: dict[str, list[dict[str, Any]]] = json.loads(path.read_text(encoding="utf-8"))
    return groups


def _weapon(row: dict[str, Any]) -> MountedWeapon:
    battery = Battery(**row["battery"]) if "battery" in row else None
    return MountedWeapon(**{**row, "battery": battery})


def _unit(group: str, row: dict[str, Any]) -> UnitPreset:
    texts = {name: tuple(row.get(name, ())) for name in ("specialties", "tags")}
    weapons = tuple(_weapon(weapon) for weapon in row.get("weapons", ()))
    return UnitPreset(**{**row, **texts, "weapons": weapons, "group": group})


def _size_row(row: dict[str, Any]) -> BySize:
    kinds = ("creature", "ground vehicle", "flying vehicle", "structure")
    # An empty cell: this body does not come so small.
    bodies = {kind: (float(row[kind][0]), str(row[kind][1])) for kind in kinds if row[kind]}
    return BySize(row["size"], bodies)


_GROUPS = _read()

BY_SIZE: tuple[BySize, ...] = tuple(_size_row(row) for row in _GROUPS[_BY_SIZE])
"""Table 12.2, Size 0" to 5"; the last row holds for everything larger."""

UNIT_PRESETS: dict[str, UnitPreset] = {
    row["id"]: _unit(group, row)
    for group, rows in _GROUPS.items()
    if group != _BY_SIZE
    for row in rows
}
"""U-01 to U-30 by their id, in the order of the list."""


SCOUT = "U-08"
"""The preset whose Specialties need an optical Tool (F.3-01)."""


def of_size(body: str, size: int) -> UnitPreset | None:
    """Return a legal creation of any Size, None if that body does not come so small.

    `body` is "creature", "ground vehicle", "flying vehicle" or "structure" (OF-41 to OF-44): Move
    first, the rest into Armor; what flies has Half Power and one Enhancement more.
    """
    # Row n is that of Size n; the last one holds for everything larger.
    row = BY_SIZE[min(size, len(BY_SIZE) - 1)]
    if body not in row.bodies:
        return None
    move, armor = row.bodies[body]
    name = f'{body.capitalize()} of Size {size}"'
    kind = "vehicle" if body.endswith("vehicle") else body
    unit = UnitPreset("", "By Size", name, kind, "tool", size, move=move, armor=armor, value=size)
    if kind != "creature":
        unit = replace(unit, action_die=0, mind="none")
    flies = body == "flying vehicle"
    return replace(unit, half_power="always", airborne=True) if flies else unit


def effective_size(size: int, size_damage: int = 0) -> int:
    """Return the Effective Size in inches: built Size less Size Damage, never below 0 (OF-46)."""
    return max(0, size - size_damage)


def destroyed(size: int, size_damage: int) -> bool:
    """Return whether no Effective Size is left; Size 0" takes one success (OF-52)."""
    return size_damage >= max(1, size)


def armor_d10s(armor: str) -> int:
    """Return the number of d10s in an Armor such as "3d10"; 0 for "4", "1d6" or none (OF-38)."""
    found = re.fullmatch(r"(\d+)d10", armor.strip())
    return int(found[1]) if found else 0


def _with_d10s(count: int) -> str:
    return f"{count}d10" if count > 0 else ""


def armor_after_damage(armor: str, effective_size: int, *, capped: bool = True) -> str:
    """Return the Armor that is left: never more d10s than inches of Effective Size (OF-53).

    Armor without d10s is not touched. `capped` is the switch bw_armor_capped_by_effective_size.
    """
    dice = armor_d10s(armor)
    return _with_d10s(min(dice, effective_size)) if capped and dice else armor


def worn_armor_bonus(worn_armor: str, *, bw_heavy_armor_bonus: int = 0) -> int:
    """Return what worn armor adds to Armor beside its Deflection (W-15)."""
    return bw_heavy_armor_bonus if worn_armor == "heavy" else 0


LIGHT_ARMOR = 2
"""What Light Armor adds to Armor (W-14)."""

IN_LIGHT_ARMOR = 6
"""The least Armor in which Light Armor is counted: that of a minifig with it (W-14)."""


def put_on(worn_armor: str, armor: str, deflection: int) -> tuple[str, int]:
    """Return Armor and Deflection of who puts Body Armor on (W-14, W-15).

    Armor that is rolled stays: no dice stand for 2 more.
    """
    if worn_armor == "light" and armor.isdecimal():
        return str(int(armor) + LIGHT_ARMOR), deflection
    return armor, deflection + (worn_armor == "heavy")


def take_off(worn_armor: str, armor: str, deflection: int) -> tuple[str, int]:
    """Return Armor and Deflection of who takes Body Armor off; an Armor that never counted it stays."""
    if worn_armor == "light" and armor.isdecimal() and int(armor) >= IN_LIGHT_ARMOR:
        return str(int(armor) - LIGHT_ARMOR), deflection
    return armor, max(0, deflection - (worn_armor == "heavy"))


def weak_point_armor(armor: str) -> str:
    """Return the Armor of a joint, hinge or movable mount: one d10 fewer (8.2-15, OF-40)."""
    dice = armor_d10s(armor)
    return _with_d10s(dice - 1) if dice else armor


def too_much_armor(armor: str, size: int) -> No | None:
    """Warn of more Armor d10s than inches of Size (OF-39)."""
    return no_if(
        armor_d10s(armor) > size, "OF-39", f'{armor} is more than a Size of {size}" carries'
    )


def move_of_bearer(
    move: float, *, two_handed: bool, bw_two_handed_move_penalty: bool = False
) -> float:
    """Return the Move in inches; by house rule 1" less with a Two-Handed Weapon (W-03)."""
    return max(0.0, move - 1) if two_handed and bw_two_handed_move_penalty else move


def move_after_damage(move: float, size: int, size_damage: int, *, per_inch: int = 1) -> float:
    """Return the Move that is left in inches (OF-54).

    Each inch of Size Damage costs `per_inch` (switch bw_move_loss_per_inch), but 1" of a Move
    remains until the creation is destroyed. What cannot move gains nothing.
    """
    if destroyed(size, size_damage):
        return 0.0
    # `min`: a Move below 1" is kept as it is, not raised to the 1" that always remains.
    return max(min(move, 1.0), move - per_inch * size_damage)


def size_damage_dealt(damage: int, armor_rolls: Sequence[int], *, overflow: str = "single") -> int:
    """Return the inches of Size Damage of one attack (OF-49, OF-50).

    Damage above the first Armor Roll costs 1". With `overflow` "repeat" what exceeds it meets the
    next Armor Roll, 1" each time; the rolls needed are those given, in order, each 0 or more.
    """
    inches, rest = 0, damage
    for armor in armor_rolls[:1] if overflow == "single" else armor_rolls:
        # Damage must exceed the Armor Roll; an equal one holds.
        if rest <= armor:
            break
        inches, rest = inches + 1, rest - armor
    return inches


def grinding_points(
    faces: Sequence[int], sides: int, *, out_of_range: int = 0, trigger: str = "manual"
) -> int:
    """Return the points of Grinding Damage of a Damage Roll whose hit fails (OF-58).

    With `trigger` "max_face" each die deals 1 point that still shows its highest face after it is
    read 1 lower for each inch out of range (5.1-54). "manual" leaves it to the referee.
    """
    if trigger == "manual":
        return 0
    return sum(face_after_range(face, out_of_range) >= sides for face in faces)


def armor_roll_after_grinding(
    armor_roll: int, points: int, *, effect: str = "armor_minus_1"
) -> int:
    """Return an Armor Roll less 1 for each Grinding point, never below 0 (OF-60, QF-08)."""
    return max(0, armor_roll - points) if effect == "armor_minus_1" else armor_roll


def grinding_size_damage(
    points: int, *, effect: str = "armor_minus_1", points_per_inch: int = 5
) -> int:
    """Return the inches of Size Damage that Grinding points amount to (OF-60, QF-08).

    None but with `effect` "size_damage_per_n", where every `points_per_inch` of them cost 1".
    """
    return math.floor(points / points_per_inch) if effect == "size_damage_per_n" else 0


def after_successful_hit(*, two_steps: bool, wounded: bool) -> str:
    """Return what a success makes of a minifig-sized target: "wounded" or "dead" (OF-56, OF-93).

    A Horse, or a unit with two steps like it, is Wounded first.
    """
    return "wounded" if two_steps and not wounded else "dead"


LIMBS = ("left_arm", "right_arm", "left_leg", "right_leg")
"""The four limbs; one point of Grinding Damage disables one, as if Amputated."""


def limbs_to_lose(lost: Collection[str]) -> tuple[str, ...]:
    """Return the limbs that the minifig's player can choose from."""
    return tuple(limb for limb in LIMBS if limb not in lost)


def lose_limb(lost: Collection[str], limb: str) -> tuple[str, ...]:
    """Return the lost limbs with one more; BadInput if it is no limb, or lost already."""
    if limb not in limbs_to_lose(lost):
        left = ", ".join(limbs_to_lose(lost)) or "none is left"
        raise BadInput(f"{limb!r} cannot be lost, choose from: {left}", where="Limb")
    # In the order of LIMBS, whichever was lost first.
    return tuple(one for one in LIMBS if one in lost or one == limb)


def limb_points_kill(lost: Collection[str], *, exhausted: str = "dead") -> bool:
    """Return whether one more point kills: no limb is left (Q8-26, fire_limbs_exhausted)."""
    return not limbs_to_lose(lost) and exhausted == "dead"


def hands_left(lost: Collection[str], *, on_fire: bool = False) -> int:
    """Return the usable Hands: 1 less for each lost arm (OF-88), at most 1 on fire (8.3-28)."""
    arms = sum(limb not in lost for limb in ("left_arm", "right_arm"))
    return min(arms, 1) if on_fire else arms


def legs_lost(lost: Collection[str]) -> int:
    """Return the number of lost legs; from the first on the minifig hops or crawls (OF-88)."""
    return sum(limb in lost for limb in ("left_leg", "right_leg"))


def mortal_wound_clock(current_turn: int) -> Clock:
    """Return the moment at which a Mortally Wounded unit dies.

    It is the end of the running turn, of any player (5.1-17, A5-33).
    """
    return Clock(None, Edge.END, current_turn)


class LastBreath(Struct, frozen=True):
    """What a Mortal Wound does when its turn ends.

    `fate` is "dead", "wounded" or, for a larger creation, "damaged" by `damage` points that have
    already beaten its Armor: the referee enters what breaks.
    """

    fate: str
    damage: int = 0


def last_breath(
    kind: str, *, two_steps: bool = False, wounded: bool = False, pending_damage: int | None = None
) -> LastBreath:
    """Return what happens to a Mortally Wounded unit at the end of the turn.

    Rules: 5.1-17 (minifigs die), 5.1-20 (non-minifigs take the damage of a successful roll; a
    fresh Horse is Wounded, a Wounded one dies).

    - `kind`: "minifig", "hero", "horse", "creature", "vehicle", "structure" or "object".
    - `two_steps`: it takes two hits like a Horse (OF-93); a Horse always does.
    - `wounded`: it has taken the first step already.
    - `pending_damage`: points of the Damage Roll, None if there was none.
    """
    # Before the kinds: a minifig or Hero with two steps is Wounded first, too (OF-93).
    if two_steps or kind == "horse":
        return LastBreath(after_successful_hit(two_steps=True, wounded=wounded))
    if kind in ("minifig", "hero"):
        return LastBreath("dead")
    return LastBreath("damaged", pending_damage or 0)


class Bad(StrEnum):
    """The results of table 2.1."""

    DISARMED = "disarmed"
    STRUCK = "struck"
    MORTAL = "mortal"
    TWIST = "twist"


def results_with_effect(
    *, has_item: bool, disrupted: bool = False, mortally_wounded: bool = False
) -> tuple[Bad, ...]:
    """Return the results that the victim's player may pick: only those that cost something.

    Rules: 5.1-14, A5-12 (nothing to drop, Disrupted already, Mortally Wounded already).
    """
    idle = {
        Bad.DISARMED: not has_item,
        Bad.STRUCK: disrupted,
        Bad.MORTAL: mortally_wounded,
    }
    # A Twist always has an effect, so it is never left out.
    return tuple(bad for bad in Bad if not idle.get(bad))


def others_agree_on(bad: Bad, *, minifig: bool = True, held: bool = True) -> bool:
    """Return whether the other players have to agree to what the victim's player picked.

    Rules: 5.1-14 and 5.1-21 (to a Twist), 5.1-22 (to a minifig losing something it does not hold),
    5.1-23 (not for others: they lose any important item that they carry or are fitted with).
    """
    return bad is Bad.TWIST or (bad is Bad.DISARMED and minifig and not held)


def knocked_away(
    action_total: int | None,
    *,
    distance_roll: int | None = None,
    bw_disarm_roll_on_auto_hit: bool = False,
) -> int:
    """Return the inches that a lost item flies, straight away from the attacker.

    Rules: 5.1-15 and 8.2-11 (the total of the attacker's Action Roll), A5-10 (0 where there was no
    roll, unless the table rolls for it then; never below 0), A5-54 (0 for Smash).

    - `action_total`: None for an Automatic Hit, a fall, a trap.
    - `distance_roll`: what was rolled for the distance in its place.
    """
    if action_total is not None:
        return max(0, action_total)
    return max(0, distance_roll or 0) if bw_disarm_roll_on_auto_hit else 0


TRIAGE, CONSTRUCTION = "ker-triage", "construction"
"""The Specialties of a Medik and of a Mechanik."""


REPAIR_DIE = 8
"""The sides of a Mechanik's die (OF-62)."""


def may_repair(*, mechanik: bool, away: float | None, shown: int | None) -> No | None:
    """Refuse a repair by anybody but a Mechanik, or farther away than his die shows (OF-62).

    - `away`: inches between the two; None where it is not known.
    - `shown`: the face of his die; None while it is not thrown.
    """
    far = None
    if away is not None and shown is not None and not at_most(away, shown):
        within, apart = compared(shown, away)
        far = No("OF-62", f"it works within {within}, and this is {apart} away")
    return first(no_if(not mechanik, "OF-62", "Construction is not among its Specialties"), far)


def mended(size_damage: int, inches: int) -> int:
    """Return the Size Damage that is left after so many inches were repaired (OF-64)."""
    return max(0, size_damage - inches)
