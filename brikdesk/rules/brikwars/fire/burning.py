"""The Burning Roll of objects and creations (F.1-31..36, QF-01..06)."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.brikwars.fire.catching_fire import largest_fire
from brikdesk.rules.brikwars.fire.fire_dice import check_d4s
from brikdesk.rules.brikwars.fire.fire_driver import driver, in_charge
from brikdesk.rules.brikwars.fire.fire_kinds import FireKind, KindRules, rules_of

__all__ = [
    "Burn",
    "DieEffect",
    "FireKind",
    "burn",
    "can_take_overflow",
    "driver",
    "overflow_to_place",
    "room_for_fire",
    "who_places_overflow",
]


class DieEffect(StrEnum):
    """The effect of one Burning die."""

    DIES_DOWN = "dies down"
    GROWS = "grows"
    JUMPS = "no room, jumps"
    NO_ROOM = "no room"
    GRINDS = "grinds"
    INEFFECTIVE = "no effect"
    OPEN = "grows if a later die makes room"


class Burn(Struct, frozen=True):
    """A Burning Roll as far as its dice are known.

    - `fire_size`: inches after the roll.
    - `grinding`: points of Grinding Damage.
    - `overflow`: new fires on neighbours.
    - `down`, `up`: number of dice that died down, and that beat the Weight class.
    - `per_die`: what each die does, in the order rolled.
    - `missing`: dice still to come.
    """

    fire_size: int
    grinding: int
    overflow: int
    down: int
    up: int
    per_die: tuple[DieEffect, ...]
    missing: int = 0


def burn(
    size: int,
    weight_class: int,
    fire_size: int,
    faces: Sequence[int],
    kind: FireKind = FireKind.FIRE,
    *,
    burn_order: str = "reduce_first",
    acid_grinds: bool = True,
) -> Burn:
    """Read a Burning Roll; some of its dice may still be missing.

    Rules: F.1-31 (one d4 for each inch), F.1-32 (1, or not above the Weight class: -1"), F.1-33
    (above: 1 point of Grinding Damage), F.1-34 (and +1" up to the Size), F.1-35 (without room: a
    neighbour), F.1-44..46 and table F4 (other kinds), QF-01 (`burn_order`), QF-04, QF-06.

    While dice are missing, a growth without room that may still get room from a later die is OPEN
    and not counted in `overflow`. The effects of all other dice are final.

    - `size`: the most inches that the object can carry, see `largest_fire`.
    - `weight_class`: of the object.
    - `fire_size`: inches before the roll.
    - `faces`: d4s in the order rolled, at most `fire_size`; raise ValueError for more.
    - `burn_order`: "reduce_first", "as_rolled" or "grow_first".
    - `acid_grinds`: Acid deals Grinding Damage.
    """
    check_d4s(faces)
    missing = fire_size - len(faces)
    if missing < 0:
        raise ValueError(f'a fire of {fire_size}" rolls {fire_size}d4, not {len(faces)}')
    row = rules_of(kind, acid_grinds)
    dies = [face == 1 or face <= weight_class for face in faces]
    left, effects = _settle(largest_fire(size), fire_size, dies, row, burn_order)
    # Only here can a later die free room for an earlier one: each missing die may take 1" off,
    # and what the fire is above its largest Size has to go first.
    if burn_order == "reduce_first":
        effects = _keep_open(effects, missing - max(0, left - largest_fire(size)))
    up = len(dies) - sum(dies)
    return Burn(
        fire_size=min(left, largest_fire(size)),
        grinding=up if row.grinds else 0,
        overflow=effects.count(DieEffect.JUMPS),
        down=sum(dies),
        up=up,
        per_die=tuple(effects),
        missing=missing,
    )


def _settle(
    cap: int, left: int, dies: list[bool], row: KindRules, burn_order: str
) -> tuple[int, list[DieEffect]]:
    """Let the dice act in `burn_order` (QF-01); return their effects in the order rolled."""
    turn_of = {
        "reduce_first": lambda at: not dies[at],
        "as_rolled": lambda at: at,
        "grow_first": lambda at: dies[at],
    }[burn_order]
    effects = [DieEffect.INEFFECTIVE] * len(dies)
    for at in sorted(range(len(dies)), key=turn_of):
        effects[at] = DieEffect.DIES_DOWN if dies[at] else _spread(left < cap, row)
        left += {DieEffect.DIES_DOWN: -1, DieEffect.GROWS: +1}.get(effects[at], 0)
    return left, effects


def _spread(room: bool, row: KindRules) -> DieEffect:
    if not row.grows:
        return DieEffect.GRINDS if row.grinds else DieEffect.INEFFECTIVE
    if room:
        return DieEffect.GROWS
    return DieEffect.JUMPS if row.jumps else DieEffect.NO_ROOM


def _keep_open(effects: list[DieEffect], may_free: int) -> list[DieEffect]:
    """Mark as OPEN the first growths without room, at most `may_free` of them."""
    kept = list(effects)
    stuck = [
        at for at, effect in enumerate(effects) if effect in (DieEffect.JUMPS, DieEffect.NO_ROOM)
    ]
    for at in stuck[: max(0, may_free)]:
        kept[at] = DieEffect.OPEN
    return kept


OVERFLOW_REACH = 1.0
"""Inches within which a fire without room finds a neighbour (F.1-35)."""


def can_take_overflow(flammable: bool, weight_class: int, overflow_max_wc: str = "3") -> bool:
    """Return whether something within OVERFLOW_REACH can take a fire without room (F.1-35, QF-03).

    `overflow_max_wc` is "3", "1" or "none" for no limit.
    """
    light_enough = overflow_max_wc == "none" or weight_class <= int(overflow_max_wc)
    return flammable and light_enough


def room_for_fire(size: int, fire_size: int = 0) -> int:
    """Return the inches by which fire on a neighbour can still grow (QF-03)."""
    return max(0, largest_fire(size) - fire_size)


def overflow_to_place(overflow: int, rooms: Sequence[int]) -> int:
    """Return how many jumps must be placed; the rest is lost (QF-03).

    `rooms` are the inches of room on each eligible neighbour; several jumps may go to the same.
    """
    return min(overflow, sum(rooms))


def who_places_overflow(
    owner: int | None, setter: int | None, overflow_chooser: str = "in_charge"
) -> int | None:
    """Return the player who picks the neighbour, None for the referee (QF-03, F.1-40)."""
    return in_charge(owner, setter) if overflow_chooser == "in_charge" else None
