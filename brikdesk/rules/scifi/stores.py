"""Ammunition that is counted: pods, racks, launchers, pulses, items (12-59 to 12-68, T8)."""

from collections.abc import Mapping
from enum import Enum, StrEnum

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.errors import BadInput
from brikdesk.rules.no import No
from brikdesk.rules.scifi.data import rows


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

    - `loads`: how many of each type; empty if nobody has said yet.
    - `count`: identical launchers that share it; each fires once in a turn (12-53).

    Raise BadInput for a number below 0.
    """
    if wrong := [name for name, number in loads.items() if number < 0]:
        raise BadInput(f"{loads[wrong[0]]} {wrong[0]} cannot be loaded, type 0 or more", "Loaded")
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
