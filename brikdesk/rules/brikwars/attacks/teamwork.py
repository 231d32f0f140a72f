"""Teamwork: several creations operate one weapon (8.1-45 to 8.1-50)."""

import math
from collections.abc import Collection, Sequence

from msgspec import Struct

from brikdesk.rules.brikwars.no import No, first, no_if


class TeamMember(Struct, frozen=True):
    """One creation of a team.

    `power` is what it has left in inches, `stored` what it saved by diverting, `action_die` the
    number of sides. `kinds` are the sorts of Power it can supply (muscle, electric, magic ...),
    empty if nobody wrote them down. A `machine` is a vehicle or construct; `built_for_it` says
    that it was made to lend its Power.
    """

    name: str
    effective_size: int
    power: int
    stored: int = 0
    action_die: int = 6
    kinds: Collection[str] = ()
    machine: bool = False
    built_for_it: bool = False


def team_power(members: Sequence[TeamMember], *, teamwork_sum: str = "power") -> int:
    """Return the inches that count against the weapon's requirement (8.1-45, 8.1-49, Q8-03).

    `teamwork_sum` "power" adds the members' Power, "effective_size" their Effective Sizes;
    diverted Power comes on top in both readings.
    """
    by_size = teamwork_sum == "effective_size"
    return sum((m.effective_size if by_size else m.power) + m.stored for m in members)


def may_power_together(
    needed: int,
    members: Sequence[TeamMember],
    *,
    power_kind: str = "",
    teamwork_sum: str = "power",
) -> No | None:
    """Refuse a team that cannot power a weapon of `needed` inches.

    Rules: 8.1-45 (sum), 8.1-48 (machines must be built for it), 8.1-50 (`power_kind`: the kind of
    Power that the weapon needs, "" for any).
    """
    have = team_power(members, teamwork_sum=teamwork_sum)
    crew = _minifigs_needed(needed)
    yardstick = "one minifig" if crew == 1 else f"{crew} minifigs"
    short = No(
        "8.1-45", f'together they have {have}", the weapon takes {needed}": about {yardstick}'
    )
    return first(
        *(_may_join(member, power_kind) for member in members), short if have < needed else None
    )


def _may_join(member: TeamMember, power_kind: str) -> No | None:
    # A member without kinds is let in: nobody wrote down what it can supply.
    other = power_kind and member.kinds and power_kind not in member.kinds
    unbuilt = member.machine and not member.built_for_it
    why = f"{member.name} is not built to lend Power: What I Say Goes, and a Mechanik's work"
    return first(
        no_if(other, "8.1-50", f"{member.name} has no {power_kind} Power to give"),
        no_if(unbuilt, "8.1-48", why),
    )


def _minifigs_needed(weapon_size: float) -> int:
    """Return about how many minifigs it takes: one for each started 2" of Weapon Size (8.1-46)."""
    return math.ceil(weapon_size / 2)


def team_action_die(action_dice: Sequence[int]) -> int:
    """Return the Action die of a team, in sides: the smallest of its members (8.1-47, 8.4-62)."""
    return min(action_dice)


def team_range(ranges: Sequence[float]) -> float:
    """Return the throwing Range of a team in inches: that of the lowest member (8.1-47)."""
    return min(ranges)
