"""Point costs of weapons; those of whole units are for another chapter (12-51)."""

from collections.abc import Iterable

from msgspec import Struct


class WeaponsCost(Struct, frozen=True):
    """A sum of points, weapons only; `unknown` weapons have no cost entered."""

    points: float
    unknown: int


def weapons_cost(costs: Iterable[float | None]) -> WeaponsCost:
    """Add up the costs of a unit's weapons; None is a cost that nobody has entered (12-51)."""
    listed = tuple(costs)
    known = [cost for cost in listed if cost is not None]
    return WeaponsCost(sum(known), len(listed) - len(known))
