"""Weapons by their Size: Use, Range, damage; ready-made ones; aiming and reloading (8.1, 8.4)."""

import json
import math
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.errors import BadInput
from brikdesk.lengths import begun_inches, whole_inches
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.turn import in_window

BLIND = -5
"""Modifier of the Action Roll for Firing Blind, on top of all others (5.1-56)."""

MOST_HEIGHT = 5
"""Inches of Range that height can add (5.1-50)."""

KNOWN_WITHIN = 1.0
"""Inches within which the place of an unseen target must be known (5.1-57)."""

SECTIONS = 3
"""Head, torso and legs of a minifig (5.1-32)."""

# With none in sight there is the modifier of Firing Blind instead (A5-14).
_VISIBILITY = {3: 0, 2: -1, 1: -2, 0: 0}
_AIM = {"small": -1, "tiny": -2}


def height_bonus(above: float) -> int:
    """Return the inches of Range that height adds: 1 for each full inch above the target.

    Rules: 5.1-49 and A5-08 (full inches), 5.1-50 (at most 5), 5.1-51 (none and no penalty below).
    """
    return min(MOST_HEIGHT, whole_inches(above))


def out_of_range(distance: float, reach: float, *, rounding: str = "ceil") -> int:
    """Return the whole inches by which a target is out of Range, 0 within it.

    Rules: 5.1-52, 5.1-53, A5-06 (`rounding` is bw_oor_rounding: "ceil" counts a started inch,
    "floor" only full ones). Raise ValueError for any other rounding.

    - `reach`: the effective Range.
    """
    over = distance - reach
    if rounding == "floor":
        return whole_inches(over)
    if rounding != "ceil":
        raise ValueError(f"no way to round inches: {rounding}")
    return begun_inches(over)


def face_after_range(face: int, over: int) -> int:
    """Return the face that counts for effects read die by die: 1 lower for each inch (5.1-54)."""
    return max(0, face - over)


def size_modifier(inches: float) -> int:
    """Return the modifier for a large target: +1 for each full 2" of it that can be hit.

    Rules: 5.1-27 (a minifig: 0), 5.1-28, 5.1-29, A5-07.
    """
    return whole_inches(inches) // 2


def visibility_modifier(sections: int) -> int:
    """Return the modifier for a minifig by its visible sections (5.1-34).

    With no section in sight it is Firing Blind, and visibility adds nothing to that (A5-14). Raise
    ValueError for a number that no minifig has.
    """
    if sections not in _VISIBILITY:
        raise ValueError(f"a minifig has {SECTIONS} sections, not {sections}")
    return _VISIBILITY[sections]


def aim_modifier(part: str) -> int:
    """Return the modifier for a smaller aim point: "small" is about 2x2, "tiny" 1x1 (5.1-31).

    Raise ValueError for anything else.
    """
    if part not in _AIM:
        raise ValueError(f"no size of an aim point: {part}")
    return _AIM[part]


MINUS = "\N{MINUS SIGN}"


class SizeFigures(Struct, frozen=True):
    """Use, Range and damage of one weapon.

    `use` and `range` (inches) are None if something else decides: Explosives take them from
    what delivers them, Close Combat weapons reach by touch. Damage is `dice` of `die` ("d6", or
    "Action die" of the wielder) plus `bonus`, of `damage_type` ("" for plain damage);
    `less_distance` takes 1 point off for each full inch. `by` names what decides the damage where
    no dice do. `deflection` are the layers of a successful Parry.
    """

    use: int | None
    range: float | None
    dice: int = 0
    die: str = ""
    bonus: int = 0
    damage_type: str = ""
    less_distance: bool = False
    by: str = ""
    deflection: int = 0
    max_explosive_size: int | None = None

    @property
    def damage(self) -> str:
        """The damage as on a unit card: "3d6", "2 Action dice", "1d8+1 − distance"."""
        if self.deflection:
            return f"{self.deflection} Deflection on a Parry"
        if not self.dice:
            return self.by
        action = self.die == "Action die"
        plural = " Action dice" if self.dice > 1 else " Action die"
        dice = f"{self.dice}{plural if action else self.die}"
        bonus = f"{self.bonus:+d}".replace("-", MINUS) if self.bonus else ""
        words = [dice + bonus, self.damage_type, f"{MINUS} distance" if self.less_distance else ""]
        return " ".join(word for word in words if word)


def _declared_size(value: float) -> int:
    """Return the Weapon or Explosive Size that a builder declares.

    Any whole inch that measuring could justify is accepted (8.1-02, 8.1-15, Q8-01); less than 1
    behaves as 1 (8.1-01). Raise BadInput for fractions above 1 and for negative sizes.
    """
    if value < 0 or (value > 1 and value != int(value)):
        raise BadInput(f"{value:g} is not a whole number of inches", where="Weapon Size")
    return max(1, int(value))


def _explosive(x: int) -> SizeFigures:
    return SizeFigures(None, None, dice=x, die="d10", damage_type="Exp")


class KindOfWeapon(Struct, frozen=True):
    """A row of table 1, told once; its name is the key in `WEAPONS`.

    - `figures`: Use, Range and damage by W, or by X for what is `sized_by_x` (8.1-03).
    - `heard`: what it may be called; `builder`: its name in the files of the army builder.
    - `close`: for Close Combat. `bursts` and `arcs`: it may fire them; `spreads`: it fires nothing but
      arcs (8.3-10, 8.3-22).
    - `auto_arc` and `auto_burst`: they have an Auto Penalty (table 7). `jams`: a low Action die jams it.
    - `apart`: the rule by which it never fires and reloads in one turn; such a weapon is reloaded.
    - `loaded`: something else is put in, and fired. `sends`: it sends what flies 12" a turn (8.4-08).
    - `rounds`: the rule that refuses too large a round in its rack, and `takes` the words for that.
    """

    figures: Callable[[int], SizeFigures]
    heard: tuple[str, ...]
    builder: str
    close: bool = False
    bursts: bool = False
    arcs: bool = False
    spreads: bool = False
    auto_arc: bool = False
    auto_burst: bool = False
    jams: bool = False
    apart: str = ""
    loaded: bool = False
    sends: bool = False
    sized_by_x: bool = False
    rounds: str = ""
    takes: str = "is"


LAUNCHER = "Launcher"
"""The kind that sends other Explosives: it is loaded with a payload, not with rounds of its own."""

WEAPONS: dict[str, KindOfWeapon] = {
    "Melee Weapon": KindOfWeapon(
        lambda w: SizeFigures(w + 1, None, dice=w, die="Action die"),
        ("melee weapon", "blade", "claw", "hook"), "Melee Weapon", close=True,
    ),
    "Melee Shield": KindOfWeapon(
        lambda w: SizeFigures(2 * w, None, deflection=w),
        ("melee shield",), "Melee Shield", close=True,
    ),
    "Gun": KindOfWeapon(
        lambda w: SizeFigures(w + 2, 4 * w + 2, dice=w, die="d6"), ("gun",), "Gun",
    ),
    "MachineGun": KindOfWeapon(
        lambda w: SizeFigures(w + 2, 3 * w + 2, dice=w, die="d6"),
        ("machine gun", "machinegun"), "Machine Gun",
        bursts=True, arcs=True, auto_arc=True, auto_burst=True, jams=True, apart="8.3-20",
    ),
    "BlastGun": KindOfWeapon(
        lambda w: SizeFigures(w + 1, 2 * w + 2, dice=w, die="d8", less_distance=True),
        ("blast gun", "blastgun"), "Blast Gun", arcs=True, spreads=True,
    ),
    "FlameThrower": KindOfWeapon(
        lambda w: SizeFigures(w + 1, 2 * w + 2, dice=w, die="d4", damage_type="Fire"),
        ("flame thrower", "flamethrower"), "Flame Thrower",
        arcs=True, spreads=True, auto_arc=True,
    ),
    "Explosive": KindOfWeapon(
        _explosive, ("explosive",), "Explosive", sends=True, sized_by_x=True, rounds="8.1-15",
    ),
    "Rocket": KindOfWeapon(
        lambda x: SizeFigures(2 * x, 6 * x, dice=x, die="d10", damage_type="Exp"),
        ("rocket",), "Rocket", sends=True, sized_by_x=True, rounds="8.1-11",
    ),
    "Cannon": KindOfWeapon(
        lambda w: SizeFigures(w + 3, 4 * w, by="by ammo", max_explosive_size=w),
        ("cannon",), "Cannon",
        apart="8.4-47", loaded=True, sends=True, rounds="8.4-48", takes="takes shells",
    ),
    LAUNCHER: KindOfWeapon(
        lambda w: SizeFigures(2 * w, 6 * w, by="by payload", max_explosive_size=w),
        ("launcher",), "Launcher",
        loaded=True, sends=True, rounds="8.4-55", takes="sends Explosives",
    ),
}  # fmt: skip
"""The rows of table 1 (8.1-03 to 8.1-13). Other lists of kinds are derived from them."""


def weapons_that(fact: Callable[[KindOfWeapon], object]) -> frozenset[str]:
    """Return the kinds of weapons of which something holds."""
    return frozenset(name for name, kind in WEAPONS.items() if fact(kind))


SIZED_BY_X = weapons_that(lambda kind: kind.sized_by_x)
"""Kinds whose Size is the Explosive Size (8.1-03)."""

SPREADING = weapons_that(lambda kind: kind.spreads)
"""Kinds that attack an area whatever they aim at (8.3-10, 8.3-22)."""

SENDING = weapons_that(lambda kind: kind.sends)
"""Kinds that send a physical object, which flies 12" a turn (8.4-08)."""

RELOADED = weapons_that(lambda kind: kind.apart)
"""Kinds that are reloaded with an Action; a Launcher is loaded."""


def figures(kind: str, size: float) -> SizeFigures:
    """Return Use, Range and damage of a weapon of this kind and Size.

    They depend on nothing else: not on its bearer (8.1-26, 8.1-30) and not on how it is mounted.

    - `kind`: a row of table 1, a key of WEAPONS. Raise KeyError for others.
    - `size`: W in inches, X for Explosives and Rockets.
    """
    return WEAPONS[kind].figures(_declared_size(size))


def thrown_explosive(explosive_size: int, *, use: int = 2) -> SizeFigures:
    """Return the figures of an Explosive that is thrown by hand (8.4-59, Q8-45)."""
    return replace(_explosive(explosive_size), use=use, range=3)


BASTARD_GUNS: dict[str, tuple[str, SizeFigures]] = {
    "Long-Ranged Weapon": ("Gun", SizeFigures(3, 10, dice=1, die="d6", bonus=1)),
    "AutoGun": ("MachineGun", SizeFigures(3, 8, dice=1, die="d6", bonus=1)),
    "ShotGun": (
        "BlastGun",
        SizeFigures(3, 6, dice=1, die="d8", bonus=1, less_distance=True),
    ),
    "FlameGun": (
        "FlameThrower",
        SizeFigures(2, 5, dice=1, die="d4", bonus=1, damage_type="Fire"),
    ),
    "Bazooka": ("Cannon", SizeFigures(4, 6, by="by ammo", max_explosive_size=1)),
    "RailGun": (
        "Launcher",
        SizeFigures(4, 8, by="by payload", max_explosive_size=2),
    ),
}
"""Table 2: the base kind whose rules apply (8.1-25) and fixed figures that follow no formula."""


def power_needed(size: float, *, minifig_hands: int | None = None) -> int:
    """Return the Power that activating a weapon takes, in inches (8.1-32, Q8-07).

    A minifig's hand-held weapon takes its Hands, everything else its Size.
    """
    return _declared_size(size) if minifig_hands is None else minifig_hands


class KnockBack(Struct, frozen=True):
    """How far a hit knocks a target straight away, in inches, and whether being thrown Disrupts."""

    inches: int
    disrupts: bool


def hit_knockback(weapon_size: float, effective_size: int, *, gun: str = "") -> KnockBack:
    """Return the KnockBack of a hit without Explosives.

    Rules: 8.1-19 and 8.1-20 (what W exceeds the target's Effective Size by, in full inches), 8.1-24
    (a ShotGun: 1" for minifig-sized and smaller targets, which it does not Disrupt), Q8-07.
    """
    if gun == "ShotGun":
        return KnockBack(1 if effective_size <= 1 else 0, disrupts=False)
    return KnockBack(max(0, math.floor(weapon_size - effective_size)), disrupts=True)


def may_maneuver(kind: str, maneuver: str) -> No | None:
    """Refuse a Close Combat maneuver with a Melee Shield, which may Parry or Shove (8.1-05)."""
    unfit = kind == "Melee Shield" and maneuver not in ("parry", "shove")
    return no_if(unfit, "8.1-05", "a Melee Shield can only Parry or Shove")


class WeaponPreset(Struct, frozen=True):
    """An item of minifig equipment.

    `kind` is the row of table 1 whose rules it follows, "Armor" for what is worn, or "Other".
    `length` is S, M, L or "" ; `hands` the numbers of Hands that may hold it; `size` W in inches
    (1.5 for the Bastard class), X for Explosives. `use` None follows the object, `range` None is
    Close Combat. A hit knocks minifigs back by `knockback` inches and Disrupts them if it
    `disrupts`. `source` is a key of house_rules.SOURCES, or "seed" for what the chapters state.
    """

    id: str
    name: str
    kind: str
    source: str
    hands: tuple[int, ...]
    length: str = ""
    size: float = 1
    use: int | None = None
    range: float | None = None
    damage: str = ""
    max_explosive_size: int | None = None
    deflection: int = 0
    knockback: int = 0
    disrupts: bool = True
    throwable: bool = True
    notes: str = ""


def _preset(row: dict[str, Any]) -> WeaponPreset:
    return WeaponPreset(**{**row, "hands": tuple(row["hands"])})


def _load() -> dict[str, WeaponPreset]:
    path = files("resources") / "rules" / "weapon_presets.json"
    groups: dict[str, list[dict[str, Any]]] = json.loads(path.read_text(encoding="utf-8"))
    return {row["id"]: _preset(row) for rows in groups.values() for row in rows}


WEAPON_PRESETS: dict[str, WeaponPreset] = _load()
"""W-01 to W-21 by their id, in the order of the list."""

_HEAVY, _LONG = "W-02", "L"


def is_heavy(preset: str) -> bool:
    """Return True for a Heavy Weapon, by its place in the list (W-02, 5.4-15)."""
    return preset == _HEAVY


def is_two_handed(preset: str) -> bool:
    """Return True for a Two-Handed Weapon, by its place in the list (W-03, 5.2-45)."""
    known = WEAPON_PRESETS.get(preset)
    return known is not None and known.length == _LONG


def cancels_deflection(
    preset: str, hands: int, *, bw_heavy_two_handed_pierce: bool = False
) -> bool:
    """Return True for a Heavy Weapon in both Hands where that cancels Deflection (W-02)."""
    return bw_heavy_two_handed_pierce and preset == _HEAVY and hands >= 2


RELOADS_NEXT = "it has fired this turn and reloads on the next"
"""Why what has fired is not reloaded; that nobody is at its controls has the same rule."""


def may_reload(
    kind: str,
    fired_on: int | None,
    round_started_on: int,
    current_turn: int,
    *,
    at_controls: bool = True,
    window: str = "owner_round",
) -> No | None:
    """Refuse a reload.

    Rules: 8.3-18 and 8.4-47 (without a roll, whatever the Weapon Size, by whoever operates the
    weapon), 8.3-20 and 8.4-47 (not in the turn of firing, not even by another
    minifig), Q8-22 (`window`; as a response only if it has not fired in that round).
    """
    costs = "8.4-47" if kind == "Cannon" else "8.3-18"
    fired = kind in RELOADED_APART and in_window(fired_on, window, current_turn, round_started_on)
    apart = RELOADED_APART.get(kind, "")
    return first(
        no_if(not at_controls, costs, "only who is at the weapon or its controls can reload it"),
        no_if(fired, apart, RELOADS_NEXT),
    )


class RackRounds(Struct, frozen=True):
    """Rounds of one type in a rack: XSize, how many, and whether they are made for this Cannon."""

    explosive_size: int
    count: int
    fits: bool = True


def may_chamber(
    cannon_size: int,
    rack: Mapping[str, RackRounds],
    chosen: str = "",
    *,
    reloaded_this_round: int = 0,
    ammo_per_cannon: str = "reserve",
) -> No | None:
    """Refuse a round for a Cannon.

    Rules: 8.4-48 (a fitted Explosive with X up to W, stored beside it), 8.4-50 (no round, no
    reload), 8.4-51 (with several types one is declared), Q8-61 ("reserve": one round for each
    Cannon that reloads from the rack in an owner round; "any": one for all).

    - `rack`: what lies in the rack, by type.
    - `chosen`: the declared type; "" takes the only one.
    - `reloaded_this_round`: Cannons that took this type from the rack in this owner round.
    """
    available = {name: rounds for name, rounds in rack.items() if rounds.count > 0}
    if not available or (chosen and chosen not in available):
        return No("8.4-50", f"no {chosen} round is left" if chosen else "no round is left")
    if not chosen and len(available) > 1:
        return No("8.4-51", "declare which type is loaded: " + ", ".join(available))
    # Where nothing is declared there is one type only.
    rounds = available[chosen or next(iter(available))]
    large = not rounds.fits or rounds.explosive_size > cannon_size
    unfit = f'XSize {rounds.explosive_size} does not fit a {cannon_size}" Cannon'
    few = ammo_per_cannon == "reserve" and reloaded_this_round >= rounds.count
    return first(
        no_if(large, "8.4-48", unfit),
        no_if(few, "Q8-61", f"{rounds.count} in the rack serve as many Cannons a turn"),
    )


def rounds_left(count: int, fired: int, *, battery: bool) -> int:
    """Return the rounds that are still there after some were fired.

    The Ammo of Cannons is never used up (8.4-49); what a Launcher fires from its battery is gone
    (8.4-58).
    """
    return max(0, count - fired) if battery else count


RELOADED_APART = {name: kind.apart for name, kind in WEAPONS.items() if kind.apart}
"""Weapons that never fire and reload in one turn, with the rule that says so."""


def full_inches(distance: float) -> int:
    """Return the points that a BlastGun's damage loses: full inches to the target (8.3-11)."""
    return whole_inches(distance)


class Loading(Struct, frozen=True):
    """What it costs to load a Launcher."""

    action: bool = False
    half_speed: bool = False


def loading(*, battery: bool, heaviest: float = 0.0, cost: str = "free") -> Loading:
    """Return the cost of loading.

    A battery loads by itself (8.4-53). By hand it is a free minor activity or, with `cost`
    "action", an Action (Q8-63); carrying a heavy object means Half Speed (4.1-16).
    """
    if battery:
        return Loading()
    return Loading(action=cost == "action", half_speed=heaviest >= 1)
