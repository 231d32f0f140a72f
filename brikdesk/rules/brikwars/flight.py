"""Launches, long flights and landings (8.4)."""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from msgspec import Struct

from brikdesk.lengths import at_most, begun_inches
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.turn import Clock, Edge

FLIGHT_PER_TURN = 12.0
"""Inches that a launched object moves in a turn (8.4-08)."""

_PENALTY_DIE = 4
"""Sides of the die that is subtracted from a burning firer's Action Roll (8.3-27)."""


class Leg(Struct, frozen=True):
    """Where a projectile is after a leg: inches from the launch, and whether it has arrived."""

    travelled: float
    arrives: bool


def turns_of_flight(distance: float) -> int:
    """Return after how many turn starts of the launching player a projectile arrives.

    Rules: 8.4-09 and Q8-35 (12" or less resolve at once: 0), 8.4-12. `distance` in inches along
    the ground from the launch to the X; acts let nothing else in than 0 or more.
    """
    # One less than the legs: the first is flown at the launch itself (8.4-09).
    return max(0, math.ceil(begun_inches(distance) / FLIGHT_PER_TURN) - 1)


def fly_on(travelled: float, distance: float) -> Leg:
    """Move a projectile on by one leg (8.4-08, 8.4-10); from 0" this is the launch (8.4-09, Q8-36).

    `travelled` and `distance` in inches from the launch. It never flies past the X.
    """
    reach = travelled + FLIGHT_PER_TURN
    arrives = at_most(distance, reach)
    return Leg(travelled=distance if arrives else reach, arrives=arrives)


def point_along(
    start: tuple[float, float], marker: tuple[float, float], travelled: float, distance: float
) -> tuple[float, float]:
    """Return the place of a projectile that has `travelled` inches straight to its X (8.4-09)."""
    part = 1.0 if distance <= 0 else min(1.0, travelled / distance)
    (x, y), (to_x, to_y) = start, marker
    return x + (to_x - x) * part, y + (to_y - y) * part


def flight_clock(launching_player: int, flown_turn: int) -> Clock:
    """Return the clock of the next leg: the launching player's next turn start (8.4-10, Q8-36).

    `flown_turn` is the stamp of the player turn in which it flew last. At first that is the turn
    of launch, even if it was launched as a response in another player's turn.
    """
    return Clock(player=launching_player, edge=Edge.START, since=flown_turn)


def may_steer(*, steering_rocket: bool, rocket_tracking: str = "manual") -> No | None:
    """Refuse to move the X of a projectile in flight (Q8-34).

    Only that of a Rocket that steers, and only where the table lets the referee do so.
    """
    if rocket_tracking == "none":
        return No("Q8-34", "the X stays where it is, no projectile follows its target")
    return no_if(not steering_rocket, "Q8-34", "only a steering Rocket follows its target")


def steered_distance(travelled: float, remaining: float) -> float:
    """Return the length of a flight whose X was moved to `remaining` inches ahead (Q8-34)."""
    return travelled + remaining


@dataclass(frozen=True, slots=True)
class RollTerm:
    """One term of an Action Roll: why, how much, and the rule it comes from."""

    reason: str
    value: int
    rule: str


_SEEN_AT_ARRIVAL = frozenset({"5.1-27", "5.1-28", "5.1-29", "5.1-31", "5.1-34", "8.4-31"})
"""Rules about the size and visibility of a target: judged on what stands at the X (Q8-32)."""


@dataclass(frozen=True, slots=True)
class FrozenAttack:
    """What is fixed at launch: Action die (sides), Use, modifiers, and whether the firer burns.

    The −1d4 of a burning firer is thrown at arrival. Raise ValueError for an impossible Action die
    or Use.
    """

    action_die: int
    use: int
    modifiers: tuple[RollTerm, ...] = ()
    fire_penalty: bool = False

    def __post_init__(self) -> None:
        if self.action_die not in (4, 6, 8, 10, 12, 20):
            raise ValueError(f"there is no Action die d{self.action_die}")
        if self.use < 0:
            raise ValueError(f"Use is 0 or more, not {self.use}")

    @property
    def penalty(self) -> tuple[int, ...]:
        """Penalty dice to throw with the Action die, as sides."""
        return (_PENALTY_DIE,) if self.fire_penalty else ()


def freeze(
    action_die: int, use: int, modifiers: Iterable[RollTerm] = (), *, fire_penalty: bool = False
) -> FrozenAttack:
    """Fix an attack at launch (Q8-32).

    Everything about the firer and the shot is kept: die, Use, Range, height, Firing Blind, Mark,
    Gunnery and homing. Size and visibility of the target are left out; they count at arrival. The
    shot therefore goes on if its firer or weapon is lost (Q8-33) or its player is out (Q8-37).
    """
    kept = tuple(each for each in modifiers if each.rule not in _SEEN_AT_ARRIVAL)
    return FrozenAttack(action_die, use, kept, fire_penalty)


def needed_number(frozen: FrozenAttack, arrival_modifiers: Iterable[RollTerm] = ()) -> int:
    """Return the natural number that hits: at least 2, because a natural 1 always fails (8.4-11).

    It can be more than the sides of the die. The −1d4 of a burning firer is not in it.
    """
    return max(2, frozen.use - sum(each.value for each in (*frozen.modifiers, *arrival_modifiers)))


def modifier_against_projectile(*, projectile_target_mod: int = -2) -> RollTerm:
    """Return the Action modifier for hitting a projectile in flight (Q8-38).

    A hit of 1 point sets it off where it is; it has no Armor.
    """
    return RollTerm("Projectile", projectile_target_mod, "Q8-38")


_ARM_SIZE = 0.5
"""A minifig's arm is a Launcher of this Weapon Size, in inches (8.4-59)."""

_ARM_RANGE = 3.0
"""Inches; it does not grow when minifigs throw together (8.4-59, 8.4-62)."""


def max_payload_size(launcher_size: float) -> int:
    """Return the Size of objects that one launch can hold: half of W, rounded down (8.4-55)."""
    return math.floor(launcher_size / 2)


def may_launch(
    launcher_size: int, explosives: Sequence[int] = (), objects: Sequence[int] = ()
) -> No | None:
    """Refuse a load that a Launcher cannot send at once.

    Rules: 8.4-52 (something must lie in the loading area), 8.4-55 and Q8-65 (either Explosives
    with XSizes up to W in sum, or objects with Sizes up to half of W in sum), Q8-64 (each Size 0"
    object counts as XSize 1 against the number).

    - `explosives`: the XSize of each Explosive.
    - `objects`: the Size in inches of each other object.
    """
    if not explosives and not objects:
        return No("8.4-52", "nothing lies in the loading area")
    launcher, most = f'{launcher_size}" Launcher', max_payload_size(launcher_size)
    mixed = "a launch holds either Explosives or other objects"
    too_much = (
        f"XSize {sum(explosives)} is too much: up to {launcher_size} together on a {launcher}"
    )
    small = f'a {launcher} sends {launcher_size} Size 0" objects'
    return first(
        no_if(explosives and objects, "8.4-55", mixed),
        no_if(sum(explosives) > launcher_size, "8.4-55", too_much),
        no_if(sum(objects) > most, "8.4-55", f'a {launcher} sends {most}" of objects at once'),
        no_if(objects.count(0) > launcher_size, "Q8-64", small),
    )


class ThrowLimits(Struct, frozen=True):
    """What one throw can do: its Weapon Size, Range and largest object, all in inches."""

    weapon_size: float
    range: float
    max_size: int


def minifig_throw(arms: int) -> ThrowLimits:
    """Return the throw of one minifig or of several together.

    Rules: 8.4-59 (one arm: 1/2", Size 0" only), 8.4-62 (half-inches add up, the Range does not),
    Q8-68.
    """
    size = _ARM_SIZE * arms
    return ThrowLimits(size, _ARM_RANGE, max_payload_size(size))


def creature_throw(size: int) -> ThrowLimits:
    """Propose the throw of a larger creature's arm: W half of its Size (8.4-61, Q8-67)."""
    arm = size / 2
    return ThrowLimits(arm, arm * 6, max_payload_size(arm))


def may_throw(throw: ThrowLimits, size: int) -> No | None:
    """Refuse an object too large for the throwers.

    A Size 0" object always goes, grenades included (8.4-59, 8.4-61, 8.4-62, Q8-66).
    """
    most = f'a throw of {throw.weapon_size:g}" takes objects up to {throw.max_size}"'
    return no_if(size > throw.max_size, "8.4-59", most)


Subject = TypeVar("Subject")


def miss_is_tracked(
    *, explosive: bool, arc_fire: bool = False, requested: bool = False, track_all: bool = False
) -> bool:
    """Return whether the landing of a Missed Shot is resolved.

    Rules: 8.4-06 (always for an Explosive), 8.3-06 (never for arc fire), 5.3-07 and A5-35 (for
    others on request, or for all of them).
    """
    return explosive or (not arc_fire and (requested or track_all))


def missed_by(use: int, total: int) -> int:
    """Return the inches by which an Action Roll that is no hit missed.

    Rules: 8.4-20 and A-13 (needed less achieved), Q8-42 (a Critical Failure misses by 1" at
    least, however high its total).
    """
    return max(1, use - total)


def landing_chooser(
    attacker: int, target_owner: int | None, enemies: Collection[int]
) -> int | None:
    """Return the player who picks where a missed Explosive lands, and whether it is a dud.

    Rules: 8.4-20, 8.4-21, A-13, A5-34. It is the target's player if an enemy of the attacker. None
    otherwise: then the attacker names an enemy, see `may_name`.

    - `target_owner`: None if nobody owns the target.
    - `enemies`: the players hostile to the attacker.
    """
    hostile = target_owner != attacker and target_owner in enemies
    return target_owner if hostile else None


def may_name(chooser: int, enemies: Collection[int]) -> No | None:
    """Refuse a chooser of the landing spot who is not an enemy of the attacker (A-13)."""
    return no_if(chooser not in enemies, "A-13", "only an enemy may pick where it lands")


def may_strike(
    victim: int | None,
    chooser: int,
    attacker: int,
    allies: Iterable[int] = (),
) -> No | None:
    """Refuse a landing spot that hits players who have no part in this (A-13).

    It may hit things of the chooser, the attacker, their `allies`, and of nobody.
    """
    stranger = victim is not None and victim not in {chooser, attacker, *allies}
    only = "it may only hit the chooser, the attacker, their allies or nobody's things"
    return no_if(stranger, "A-13", only)
