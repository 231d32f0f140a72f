"""Weapons: types, factors, classes, warheads, the other tables, and counted ammunition (12-08 to 12-67)."""

import json
import math
from collections.abc import Collection, Mapping
from enum import Enum, StrEnum
from importlib.resources import files
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import replace

from brikdesk.errors import BadInput
from brikdesk.lengths import at_most, compared
from brikdesk.rules.refusal import No, first, no_if


def rows(table: str) -> list[dict[str, Any]]:
    """Return the rows of one table, such as "warheads", in the order of the file."""
    path = files("resources") / "rules" / "scifi" / f"{table}.json"
    read: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return read


LOWEST, HIGHEST = 1, 9
"""The smallest and the largest attack factor (12-08)."""


class BuiltAs(StrEnum):
    """What a weapon of a type is built as; some types are stronger as a cannon."""

    SMALL_ARM = "small arm"
    CANNON = "cannon"
    WARHEAD = "warhead"


class WeaponType(Struct, frozen=True):
    """A type of the general pattern.

    `factors` by form, or under "any". `nature` is "projectile", "energy" or "warhead", empty if
    the chapter does not tell. `area` is the shape that every weapon of the type has, if any.
    """

    name: str
    factors: dict[str, int]
    nature: str = ""
    area: str = ""


WEAPON_TYPES = {row["name"]: WeaponType(**row) for row in rows("weapon_types")}
"""Every type that the chapter names, by its name, weakest first."""


class AttackFactor(Struct, frozen=True):
    """An attack factor; `changed` tells that it is not the general pattern's."""

    value: int
    changed: bool = False


def checked(value: int) -> int:
    """Return an attack factor back. Raise BadInput unless it is 1 to 9 (12-08)."""
    if not LOWEST <= value <= HIGHEST:
        raise BadInput(f"{value} is no attack factor, type {LOWEST} to {HIGHEST}", "Attack factor")
    return value


def default_factor(type: str, form: BuiltAs | None) -> int | None:
    """Return the attack factor of the general pattern, None if it has none: ask (12-09, 12-10).

    Without a form only types that are the same in every form have one.
    """
    factors = WEAPON_TYPES[type].factors if type in WEAPON_TYPES else {}
    of_any = factors.get("any")
    return factors.get(form.value, of_any) if form else of_any


def attack_factor(type: str, form: BuiltAs | None, typed: int | None = None) -> AttackFactor | None:
    """Return the attack factor of a weapon; a typed one wins and is marked as changed (12-09).

    None if neither the pattern nor the referee gives one. Raise BadInput for a typed value outside
    1 to 9.
    """
    pattern = default_factor(type, form)
    if typed is not None:
        return AttackFactor(checked(typed), changed=pattern is not None and typed != pattern)
    return None if pattern is None else AttackFactor(pattern)


def anti_matter_factor(armor_class: int) -> int:
    """Return the attack factor of an anti-matter warhead against one target.

    Rules: 12-11 (it equals the armor class), 12-12 (1 against armor class 0), S-25 (at most 9).
    Raise BadInput for an armor class below 0.
    """
    if armor_class < 0:
        raise BadInput(f"{armor_class} is no armor class, type 0 to {HIGHEST}", "Armor class")
    return min(max(armor_class, LOWEST), HIGHEST)


_STEPS = {row["name"]: (row["above"], row["to"]) for row in rows("range_bands")}

TOO_CLOSE, TOO_FAR = "too close", "out of range"


class RangeBand(StrEnum):
    """How far away a target is, by the range factor of the weapon."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


class RangeSpan(Struct, frozen=True):
    """A line of the range table: inches `above` (at least, for the first) and `to`."""

    name: str
    above: float
    to: float | None


def band(distance: float, range_factor: float) -> RangeBand | None:
    """Return the range band of a measured distance, both in inches; None is out of range.

    Rules: 12-13 (short to the range factor), 12-14 (medium to twice), 12-15 (long to three times as
    far), 12-16 (beyond). Each band includes its far edge.
    """
    inside = standing(distance, spans(range_factor))
    return next((band for band in RangeBand if band.value == inside), None)


def may_reach(distance: float, range_factor: float, minimum: float | None = None) -> No | None:
    """Refuse a target that is out of range or nearer than the minimum range, in inches.

    Rules: 12-16, 12-17, S-02 (exactly at the minimum range is allowed).
    """
    inside = standing(distance, spans(range_factor, minimum))
    if inside == TOO_CLOSE:
        near, least = compared(distance, minimum or 0.0)
        return No("12-17", f"{near} is nearer than the minimum range of {least}")
    if inside == TOO_FAR:
        reach = _STEPS[RangeBand.LONG.value][1] * range_factor
        far, most = compared(distance, reach)
        return No("12-16", f"{far} is out of range, it reaches {most}")
    return None


def spans(range_factor: float, minimum: float | None = None) -> tuple[RangeSpan, ...]:
    """Return the bands of a range factor with their bounds, and what lies beyond (12-13 to 12-17).

    With a minimum range the first span is what is too close.
    """
    inside = tuple(
        RangeSpan(name, low * range_factor, high * range_factor)
        for name, (low, high) in _STEPS.items()
    )
    near = (RangeSpan(TOO_CLOSE, 0, minimum),) if minimum else ()
    return (*near, *inside, RangeSpan(TOO_FAR, inside[-1].to or 0, None))


def standing(distance: float, spans: tuple[RangeSpan, ...]) -> str:
    """Return the name of the span in which a measured distance lies, in inches (12-13 to 12-17)."""
    return next(span.name for span in spans if _holds(span, distance))


def _holds(span: RangeSpan, distance: float) -> bool:
    far = math.inf if span.to is None else span.to
    # The minimum range itself is allowed (S-02), and each band includes its far edge.
    return not at_most(far, distance) if span.name == TOO_CLOSE else at_most(distance, far)


MINI_ROCKETS = "mini-rocket"
"""The type of launchers that fire a cluster (12-20)."""


class Rate(Enum):
    """The code on a weapon's chart."""

    AUTOMATIC = "A"
    BEAM = "B"
    PULSE = "P"
    ROTARY = "R"
    SINGLE = "S"


class RateRow(Struct, frozen=True):
    """One code: the natures it is for, and the types it fits besides."""

    code: str
    name: str
    natures: tuple[str, ...]
    also: tuple[str, ...] = ()


RATES = {Rate(row.code): row for row in convert(rows("rates_of_fire"), list[RateRow])}
"""The table of codes (12-18)."""


def objection(rate: Rate, nature: str, type: str = "", *, used_once: bool = False) -> No | None:
    """Warn about a code that does not fit the weapon; it may be kept (12-19, 12-20).

    - `nature`: "projectile", "energy", "warhead", empty if nobody said.
    - `used_once`: a grenade, a missile, whatever is gone after one use.
    """
    row = RATES[rate]
    once = used_once and rate is not Rate.SINGLE
    cluster = type == MINI_ROCKETS and rate is not Rate.PULSE
    unlike = nature and nature not in row.natures and type not in row.also
    return first(
        no_if(once, "12-19", "What is used only once is coded S"),
        no_if(cluster, "12-20", "A mini-rocket launcher is coded P: one firing is a cluster"),
        no_if(unlike, "12-19", f"{row.name} is for {' or '.join(row.natures)} weapons"),
    )


def suggested(type: str, *, used_once: bool = False) -> Rate | None:
    """Return the code that a weapon of the type must have, None if several fit (12-19, 12-20)."""
    if used_once:
        return Rate.SINGLE
    return Rate.PULSE if type == MINI_ROCKETS else None


_SONIC = frozenset({"sonic", "ultrasonic"})
"""Types whose strongest weapons are never called ultra (12-23)."""


class WeaponClass(Enum):
    """The code of an infantry weapon's class; it changes no number by itself (12-24)."""

    LIGHT = "L"
    MEDIUM = "M"
    HEAVY = "H"
    MAGNUM = "G"
    ULTRA = "U"


_NAMES = {row["code"]: row["name"] for row in rows("weapon_classes")}
_SONIC_NAMES = {row["code"]: row["sonic_name"] for row in rows("weapon_classes") if len(row) > 2}


def class_name(weapon_class: WeaponClass, type: str = "") -> str:
    """Return the word for a class: the ultra class of sonic weapons is "super-heavy".

    Rules: 12-23, S-24 (the code stays U).
    """
    names = {**_NAMES, **_SONIC_NAMES} if type in _SONIC else _NAMES
    return str(names[weapon_class.value])


class Warhead(Struct, frozen=True):
    """A kind of warhead.

    `blast` incapacitates survivors on foot; `follows_target` takes its attack factor from each
    target; `effects` are those whose outcome the referee enters; `special` is shown beside it.
    """

    name: str
    blast: bool = False
    follows_target: bool = False
    effects: tuple[str, ...] = ()
    special: str = ""


WARHEADS = {warhead.name: warhead for warhead in convert(rows("warheads"), list[Warhead])}
"""The warheads that the chapter names, by name."""

BLAST_WARHEADS = tuple(warhead.name for warhead in WARHEADS.values() if warhead.blast)
"""The four with blast effect (12-46); hence the default of the house rule (S-28)."""


def follows_target(warhead: str) -> bool:
    """Return whether a warhead takes its attack factor from each target (12-11)."""
    return warhead in WARHEADS and WARHEADS[warhead].follows_target


def has_blast(warhead: str, blast_warheads: Collection[str] = BLAST_WARHEADS) -> bool:
    """Return whether a warhead can incapacitate survivors (12-46, S-28).

    - `blast_warheads`: the house rule sf_blast_warheads.
    """
    return warhead in blast_warheads


_BONUS: dict[str, int] = {row["type"]: row["hit_bonus"] for row in rows("variable_fire")}


class FireMode(StrEnum):
    """How a weapon with variable fire is set, chosen for each attack (12-69, S-20)."""

    BEAM = "beam"
    PULSE = "pulse"


class Setting(Struct, frozen=True):
    """The attack factor and the bonus to hit of an attack in some mode."""

    attack_factor: int
    hit_bonus: int = 0


def modes(type: str, *, variable_fire: bool) -> tuple[FireMode, ...]:
    """Return the modes to choose from, none if the weapon or the campaign has no choice.

    Rules: 12-69 (only some types), 12-72 (`variable_fire`: the house rule sf_variable_fire).
    """
    return tuple(FireMode) if variable_fire and type in _BONUS else ()


def setting(type: str, attack_factor: int, mode: FireMode | None) -> Setting:
    """Return attack factor and bonus of a weapon in a mode; None is a weapon without a choice.

    Rules: 12-70 (pulse: easier to hit, 1 less attack factor, never below 1), 12-71 (beam).
    """
    if mode is not FireMode.PULSE:
        return Setting(attack_factor)
    return Setting(max(attack_factor - 1, LOWEST), _BONUS[type])


_HITS: dict[int, int] = {row["barrels"]: row["hits"] for row in rows("rotary_hits")}


def rotary_hits(barrels: int) -> int | None:
    """Return how many hits of a rotary weapon are checked, None if the referee says (12-57)."""
    return _HITS.get(barrels)


def suggested_hits(barrels: int) -> int:
    """Suggest the hits of 1 barrel or more that the table lacks: half of them, at least 1."""
    return rotary_hits(barrels) or max(barrels // 2, 1)


class Holder(StrEnum):
    """What counted ammunition lies in; it decides how much of it may leave in a turn."""

    POD = "pod"
    RACK = "rack"
    LAUNCHER = "launcher"
    PULSES = "pulses"
    ITEMS = "items"
    MAGAZINE = "magazine"


class Ammunition(Enum):
    """How a weapon's ammunition is counted."""

    UNLIMITED = "unlimited"
    LIMITED = "limited"
    EXPENDABLE = "expendable"


_TABLE = {Holder(row["holder"]): row for row in rows("ammunition")}

LIMITS: dict[Holder, int | None] = {holder: row.get("limit") for holder, row in _TABLE.items()}
"""How many may leave in a turn; None: as many as the weapon fires."""

UNIT_NAMES: dict[Holder, str] = {holder: row["unit_name"] for holder, row in _TABLE.items()}
"""The word for one of them, unless the referee named it."""

PODS = frozenset({Holder.POD, Holder.RACK})
"""Holders that fire two projectiles in a turn (12-59)."""


class StoredRounds(Struct, frozen=True):
    """Rounds of one type: how many there were at the start, and where they have gone.

    `adjusted` counts what the referee took out by hand, below 0 what was put in.
    """

    name: str
    loaded: int
    fired: int = 0
    lost: int = 0
    adjusted: int = 0

    @property
    def remaining(self) -> int:
        """What is left: loaded = remaining + fired + lost + adjusted."""
        return self.loaded - self.fired - self.lost - self.adjusted


class Store(Struct, frozen=True):
    """The counted ammunition of one pod, rack, launcher or group of items.

    No `loads`: nobody has said how many there are. `limit` is how many may leave in a turn, None
    for as many as the weapon fires.
    """

    holder: Holder
    loads: tuple[StoredRounds, ...] = ()
    fired_this_turn: int = 0
    limit: int | None = None

    @property
    def loaded(self) -> int:
        """How many there were when the battle began."""
        return sum(load.loaded for load in self.loads)

    @property
    def remaining(self) -> int:
        """How many are left."""
        return sum(load.remaining for load in self.loads)

    @property
    def expended(self) -> bool:
        """Whether all are gone (12-60); a store that nobody has filled is not expended."""
        return bool(self.loads) and self.remaining == 0

    @property
    def counters(self) -> tuple[int, int, int, bool]:
        """Loaded, fired this turn, remaining, expended: the four to show on a unit card."""
        return self.loaded, self.fired_this_turn, self.remaining, self.expended

    def with_load(self, changed: StoredRounds) -> "Store":
        """Return the store with one of its loads replaced by name."""
        loads = tuple(changed if load.name == changed.name else load for load in self.loads)
        return replace(self, loads=loads)


def stocked(holder: Holder, loads: Mapping[str, int], count: int = 1) -> Store:
    """Return a full store, with the limit of its holder (12-59, 12-61, 12-64, 12-65).

    - `loads`: how many of each type, 0 or more; empty if nobody has said yet.
    - `count`: identical launchers that share it; each fires once in a turn (12-53).
    """
    limit = LIMITS[holder]
    # Pods fire two in a turn however many there are (12-59); launchers fire one each (12-53).
    shared = limit if limit is None or holder in PODS else limit * count
    return Store(
        holder, tuple(StoredRounds(name, number) for name, number in loads.items()), limit=shared
    )


class NumberAsked(Struct, frozen=True):
    """A number that must be known before the first shot; `suggested` prefills it."""

    rule: str
    words: str
    suggested: int | None = None


def number_asked(store: Store) -> NumberAsked | None:
    """Return the question how many there are, None if it is known (12-64, 12-66, 12-67, S-30)."""
    if store.loads:
        return None
    rule = "12-66" if store.holder is Holder.PULSES else str(_TABLE[store.holder]["rule"])
    unit = UNIT_NAMES[store.holder]
    return NumberAsked(rule, f"How many {unit}s?", _TABLE[store.holder].get("suggested"))


def _load(store: Store, name: str) -> StoredRounds | None:
    """Return the load of a name; without a name the first that is not empty."""
    fit = (load for load in store.loads if (load.name == name if name else load.remaining))
    return next(fit, None)


def may_fire(
    store: Store, name: str = "", *, times: int = 1, over_pod_limit: bool = False
) -> No | None:
    """Refuse one more round out of a store.

    Rules: 12-66 (number unknown), 12-60 (expended; 12-67 for items), 12-59 (two in a turn), 12-52
    (single launchers), S-17 (`over_pod_limit`: special fire goes beyond the two).

    - `name`: the type of round, empty for any.
    - `times`: how often the weapon fires in the turn; 2 to 4 by special fire.
    """
    if asked := number_asked(store):
        return No(asked.rule, f"It is not known {asked.words.lower().replace('?', '')} it has")
    if store.expended:
        return No("12-67" if store.holder is Holder.ITEMS else "12-60", "Expended, nothing is left")
    load = _load(store, name)
    if load is None or not load.remaining:
        return No("12-60", f"No {name} is left")
    pod = store.holder in PODS
    allowed = (store.limit or 0) * (times if over_pod_limit or not pod else 1)
    if store.limit is not None and store.fired_this_turn >= allowed:
        return No("12-59" if pod else "12-52", f"It fired {store.fired_this_turn} this turn")
    return None


def fire(store: Store, name: str = "") -> Store:
    """Take one round out of a store; a miss takes it too (12-60, 12-65, 12-67).

    Raise ValueError if there is none: ask `may_fire` first, or overrule by correcting the number.
    """
    load = _load(store, name)
    if load is None or not load.remaining:
        raise ValueError(f"no {name or 'round'} to fire")
    spent = store.with_load(replace(load, fired=load.fired + 1))
    return replace(spent, fired_this_turn=store.fired_this_turn + 1)


def lose(store: Store) -> Store:
    """Lose all that is left with the carrier (12-76); it does not count as fired."""
    loads = tuple(replace(load, lost=load.lost + load.remaining) for load in store.loads)
    return replace(store, loads=loads)


def adjust(store: Store, removed: int, name: str = "") -> Store:
    """Take rounds out by hand, or put some back with a number below 0 (12-68).

    Raise BadInput if fewer than 0, or more than were loaded, would remain.
    """
    load = next((load for load in store.loads if not name or load.name == name), None)
    if load is None:
        raise BadInput(f"there is no {name or 'round'} in it", where="Ammunition")
    if not 0 <= load.remaining - removed <= load.loaded:
        words = f"{load.remaining - removed} of {load.loaded} cannot remain"
        raise BadInput(f"{words}, type 0 to {load.loaded}", where=load.name)
    return store.with_load(replace(load, adjusted=load.adjusted + removed))


def ammunition(
    nature: str, holder: Holder | None, *, count_all: bool = False, counted: bool = False
) -> Ammunition:
    """Return how a weapon's ammunition is counted.

    Rules: 12-62 (energy never runs out), 12-63 (nor do projectiles), 12-64, 12-65, 12-67, S-31
    (`count_all` lets a projectile weapon that is marked `counted` run out).
    """
    if holder is Holder.ITEMS:
        return Ammunition.EXPENDABLE
    by_choice = count_all and counted and nature == "projectile"
    held = holder is not None and holder is not Holder.MAGAZINE
    return Ammunition.LIMITED if held or by_choice else Ammunition.UNLIMITED


class Capability(Struct, frozen=True):
    """One way in which a weapon attacks; `holder` is what its own ammunition lies in, if counted."""

    name: str
    melee: bool = False
    holder: Holder | None = None


def may_use(
    wanted: Capability, used: str, *, infantry_weapon: bool, scope: str = "infantry"
) -> No | None:
    """Refuse a second capability of a weapon in the same turn.

    Rules: 12-32, 12-33 (an attached melee weapon never counts), 12-34 (attacks of the same type do
    not count against each other), S-22 (`scope`: infantry weapons or all).

    - `used`: the capability used this turn, empty for none.
    """
    limited = (infantry_weapon or scope == "all") and not wanted.melee
    second = limited and used not in ("", wanted.name)
    return no_if(second, "12-32", f"It used its {used} this turn, the {wanted.name} has to wait")


def used_after(wanted: Capability, used: str) -> str:
    """Return the capability that counts as used after one more attack (12-32, 12-33)."""
    return used if wanted.melee else wanted.name


def may_use_weapon(
    type: str, types_used: Collection[str], *, melee: bool = False, per_turn: str = "all"
) -> No | None:
    """Refuse a trooper's second weapon of another type in a turn where only one may be used.

    Rules: S-23 (`per_turn`: all or one), 12-56 (a pair of the same weapon always fires), 12-33.
    """
    others = ", ".join(sorted(set(types_used) - {type}))
    second = others and per_turn != "all" and not melee
    return no_if(second, "S-23", f"The trooper used another weapon this turn: {others}")
