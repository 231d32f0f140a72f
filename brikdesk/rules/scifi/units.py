"""Kinds of units: troops, crews, drones, bots, vehicles and strongpoints."""

from enum import Enum
from typing import Any

from msgspec import Struct

from brikdesk.errors import BadInput
from brikdesk.rules.scifi.data import rows


class SfUnitKind(Enum):
    """What a unit is. The rules of carrying and of blast depend on it."""

    INFANTRY = "infantry"
    CREW = "crew"
    PERSONNEL = "personnel"
    WARDRONE = "wardrone"
    WARBOT = "warbot"
    VEHICLE = "vehicle"
    STRONGPOINT = "strongpoint"


PEOPLE = frozenset({SfUnitKind.INFANTRY, SfUnitKind.CREW, SfUnitKind.PERSONNEL})
"""Kinds that are people, on foot unless they ride."""

MACHINES = frozenset({SfUnitKind.WARDRONE, SfUnitKind.WARBOT})
"""Kinds that a blast incapacitates at size 0 (12-48)."""


class NamedUnit(Struct, frozen=True):
    """A unit to copy. `size` None: the data sheet tells; `weapons` are names of the catalogue."""

    name: str
    kind: SfUnitKind
    size: int | None = None
    on_foot: bool = True
    powered_armor: bool = False
    equipment: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()


def _unit(row: dict[str, Any]) -> NamedUnit:
    lists = {key: tuple(value) for key, value in row.items() if isinstance(value, list)}
    return NamedUnit(**{**row, **lists, "kind": SfUnitKind(row["kind"])})


UNITS = {row["name"]: _unit(row) for row in rows("units")}
"""The units that the chapter names, by name."""


def copied(name: str) -> NamedUnit | None:
    """Return the unit of that name to copy, None without a name. Raise BadInput if unknown."""
    if name and name not in UNITS:
        raise BadInput(f"There is no unit called {name[:40]!r}.", "catalogue")
    return UNITS[name] if name else None
