"""Ready-made units (`resources/rules/unit_presets.json`) to copy and then edit."""

import json
from importlib.resources import files
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

KINDS = ("minifig", "hero", "horse", "creature", "vehicle", "structure", "object")
"""What a unit can be."""

_BY_SIZE = "By Size: Move in inches and Armor"


class Battery(Struct, frozen=True):
    """Rounds that come with a weapon."""

    name: str
    explosive_size: int
    count: int


class MountedWeapon(Struct, frozen=True):
    """A weapon that comes with a unit: its row of table 1, and its Size."""

    name: str
    kind: str
    size: int
    mounted: bool = True
    battery: Battery | None = None


class UnitPreset(Struct, frozen=True):
    """A unit to copy. Lengths in inches; `action_die` in sides, 0 for what cannot act by itself.

    `half_power` is "never", "always" or "airborne"; `mind` "independent", "half-minded" or "none";
    `two_steps` marks what takes two hits like a Horse; `value` counts Unit Inches; `source` is a
    key of house_rules.SOURCES, or "seed" for what the chapters state.
    """

    id: str
    group: str
    name: str
    kind: str
    source: str
    size: int = 1
    action_die: int = 6
    move: float = 5
    armor: str = "4"
    deflection: int = 0
    worn_armor: str = ""
    power_multiplier: int = 2
    half_power: str = "never"
    airborne: bool = False
    mind: str = "independent"
    two_steps: bool = False
    specialties: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    value: float = 1
    weapons: tuple[MountedWeapon, ...] = ()
    fire_size: int = 0
    notes: str = ""


class BySize(Struct, frozen=True):
    """One row of the table of creations by Size: for each kind the Move and Armor, if any."""

    size: int
    bodies: dict[str, tuple[float, str]]


def _read() -> dict[str, list[dict[str, Any]]]:
    path = files("resources") / "rules" / "unit_presets.json"
    groups: dict[str, list[dict[str, Any]]] = json.loads(path.read_text(encoding="utf-8"))
    return groups


def _weapon(row: dict[str, Any]) -> MountedWeapon:
    battery = Battery(**row["battery"]) if "battery" in row else None
    return MountedWeapon(**{**row, "battery": battery})


def _unit(group: str, row: dict[str, Any]) -> UnitPreset:
    texts = {name: tuple(row.get(name, ())) for name in ("specialties", "tags")}
    weapons = tuple(_weapon(weapon) for weapon in row.get("weapons", ()))
    return UnitPreset(**{**row, **texts, "weapons": weapons, "group": group})


def _size_row(row: dict[str, Any]) -> BySize:
    kinds = ("creature", "ground vehicle", "flying vehicle", "structure")
    # An empty cell: this body does not come so small.
    bodies = {kind: (float(row[kind][0]), str(row[kind][1])) for kind in kinds if row[kind]}
    return BySize(row["size"], bodies)


_GROUPS = _read()

BY_SIZE: tuple[BySize, ...] = tuple(_size_row(row) for row in _GROUPS[_BY_SIZE])
"""Table 12.2, Size 0" to 5"; the last row holds for everything larger."""

UNIT_PRESETS: dict[str, UnitPreset] = {
    row["id"]: _unit(group, row)
    for group, rows in _GROUPS.items()
    if group != _BY_SIZE
    for row in rows
}
"""U-01 to U-30 by their id, in the order of the list."""


SCOUT = "U-08"
"""The preset whose Specialties need an optical Tool (F.3-01)."""


def of_size(body: str, size: int) -> UnitPreset | None:
    """Return a legal creation of any Size, None if that body does not come so small.

    `body` is "creature", "ground vehicle", "flying vehicle" or "structure" (OF-41 to OF-44): Move
    first, the rest into Armor; what flies has Half Power and one Enhancement more.
    """
    # Row n is that of Size n; the last one holds for everything larger.
    row = BY_SIZE[min(size, len(BY_SIZE) - 1)]
    if body not in row.bodies:
        return None
    move, armor = row.bodies[body]
    name = f'{body.capitalize()} of Size {size}"'
    kind = "vehicle" if body.endswith("vehicle") else body
    unit = UnitPreset("", "By Size", name, kind, "tool", size, move=move, armor=armor, value=size)
    if kind != "creature":
        unit = replace(unit, action_die=0, mind="none")
    flies = body == "flying vehicle"
    return replace(unit, half_power="always", airborne=True) if flies else unit
