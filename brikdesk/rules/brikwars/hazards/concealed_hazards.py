"""Concealed Hazards: how far a unit gets before something goes off (F.1-57 to F.1-69)."""

from collections.abc import Collection
from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.brikwars.aiming import aim_modifier, size_modifier
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.nearly import NEARLY

_INCOMPETENT_DIE = 4
"""What things without an Action die roll (F.1-68)."""


class PathEnd(StrEnum):
    """How a path through a Concealed Hazard ends."""

    SAFE = "safe"
    STOPS = "stops short"
    GOES_OFF = "goes off"


class Path(Struct, frozen=True):
    """How a declared path ends, after how many inches inside the Field, and what is left of it."""

    end: PathEnd
    after: float
    left: float

    @property
    def goes_off(self) -> bool:
        """Whether the hazard is triggered."""
        return self.end is PathEnd.GOES_OFF


def sets_off(victim_size: int) -> bool:
    """Return whether something can set a Concealed Hazard off: not with Size 0" (F.1-66)."""
    return victim_size > 0


def passive_die(action_die: int) -> int:
    """Return the sides of the die for the passive roll; 0 is no own die (F.1-60, F.1-68)."""
    return action_die or _INCOMPETENT_DIE


def tread(size: float, part: str = "") -> int:
    """Return the modifier of the passive roll: the target-size modifier reversed (F.1-65).

    - `size`: inches.
    - `part`: "small" for something of about 2x2 studs, "tiny" for 1x1, "" for all else.
    """
    return -(aim_modifier(part) if part else size_modifier(size))


def path_through(
    inches: float,
    total: int,
    *,
    critical_failure: bool = False,
    pathfinder: bool = False,
    through_air: bool = False,
    scout_crit_triggers: bool = False,
) -> Path:
    """Return how far something gets on a path of so many inches through a Concealed Hazard.

    Rules: F.1-62 (reaching the inches: safe), F.1-63 (else it goes off after so many), F.1-64 (a
    Critical Failure: at 0"), QF-39 (exact inches; 0 or less is 0"), F.3-03 (a Scout stops there
    and nothing goes off), QF-44 (also on a Critical Failure, unless `scout_crit_triggers`), F.1-67
    (through the air any failure counts at the point of impact; nobody stops there).

    - `inches`: declared path inside the Field, or the way through the air.
    - `total`: the Action Roll with its modifiers and bonus dice.
    """
    if not critical_failure and total >= inches - NEARLY:
        return Path(PathEnd.SAFE, inches, 0.0)
    if through_air:
        return Path(PathEnd.GOES_OFF, inches, 0.0)
    after = 0.0 if critical_failure else min(inches, max(0.0, float(total)))
    careless = critical_failure and scout_crit_triggers
    end = PathEnd.STOPS if pathfinder and not careless else PathEnd.GOES_OFF
    return Path(end, after, inches - after)


def rolls_again(path: Path, *, concealed_reroll_after_trigger: bool = True) -> bool:
    """Return whether a unit that survives rolls for the rest of its path (QF-41).

    A unit that stopped short does not move on along that path in this turn (QF-45).
    """
    return path.goes_off and concealed_reroll_after_trigger


def set_down_goes_off(critical_failure: bool) -> bool:
    """Return whether something that is set down with care sets the hazard off (F.1-69)."""
    return critical_failure


def may_go_off(spot: str, triggered: Collection[str]) -> No | None:
    """Refuse a spot that has gone off already; the rest of the Field stays active (F.1-59)."""
    again = spot.casefold() in {each.casefold() for each in triggered}
    return No("F.1-59", "it has gone off already and is marked") if again else None
