"""Long flights: 12" at launch and in each later turn, one Action Roll on arrival (8.4-08 to 12)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct

from brikdesk.rules.brikwars.no import No
from brikdesk.rules.clocks import Clock, Edge
from brikdesk.rules.nearly import NEARLY

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
    return max(0, math.ceil((distance - NEARLY) / FLIGHT_PER_TURN) - 1)


def fly_on(travelled: float, distance: float) -> Leg:
    """Move a projectile on by one leg (8.4-08, 8.4-10); from 0" this is the launch (8.4-09, Q8-36).

    `travelled` and `distance` in inches from the launch. It never flies past the X.
    """
    reach = travelled + FLIGHT_PER_TURN
    arrives = reach >= distance - NEARLY
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
    return None if steering_rocket else No("Q8-34", "only a steering Rocket follows its target")


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


def _sum(frozen: FrozenAttack, arrival_modifiers: Iterable[RollTerm]) -> int:
    return sum(each.value for each in (*frozen.modifiers, *arrival_modifiers))


def needed_number(frozen: FrozenAttack, arrival_modifiers: Iterable[RollTerm] = ()) -> int:
    """Return the natural number that hits: at least 2, because a natural 1 always fails (8.4-11).

    It can be more than the sides of the die. The −1d4 of a burning firer is not in it.
    """
    return max(2, frozen.use - _sum(frozen, arrival_modifiers))


def modifier_against_projectile(*, projectile_target_mod: int = -2) -> RollTerm:
    """Return the Action modifier for hitting a projectile in flight (Q8-38).

    A hit of 1 point sets it off where it is; it has no Armor.
    """
    return RollTerm("Projectile", projectile_target_mod, "Q8-38")
