"""Minifig weapons and equipment (`resources/rules/weapon_presets.json`): copies to edit."""

import json
from importlib.resources import files
from typing import Any

from msgspec import Struct


class WeaponPreset(Struct, frozen=True):
    """An item of minifig equipment.

    `kind` is the row of table 1 whose rules it follows, "Armor" for what is worn, or "Other".
    `length` is S, M, L or "" ; `hands` the numbers of Hands that may hold it; `size` W in inches
    (1.5 for the Bastard class), X for Explosives. `use` None follows the object, `range` None is
    Close Combat. A hit knocks minifigs back by `knockback` inches and Disrupts them if it
    `disrupts`. `source` is a key of house_rules.SOURCES, or "seed" for what the chapters state.
    """

    id: str
    name: str
    kind: str
    source: str
    hands: tuple[int, ...]
    length: str = ""
    size: float = 1
    use: int | None = None
    range: float | None = None
    damage: str = ""
    max_explosive_size: int | None = None
    deflection: int = 0
    knockback: int = 0
    disrupts: bool = True
    throwable: bool = True
    notes: str = ""


def _preset(row: dict[str, Any]) -> WeaponPreset:
    return WeaponPreset(**{**row, "hands": tuple(row["hands"])})


def _load() -> dict[str, WeaponPreset]:
    path = files("resources") / "rules" / "weapon_presets.json"
    groups: dict[str, list[dict[str, Any]]] = json.loads(path.read_text(encoding="utf-8"))
    return {row["id"]: _preset(row) for rows in groups.values() for row in rows}


WEAPON_PRESETS: dict[str, WeaponPreset] = _load()
"""W-01 to W-21 by their id, in the order of the list."""

_HEAVY, _LONG = "W-02", "L"


def is_heavy(preset: str) -> bool:
    """Return True for a Heavy Weapon, by its place in the list (W-02, 5.4-15)."""
    return preset == _HEAVY


def is_two_handed(preset: str) -> bool:
    """Return True for a Two-Handed Weapon, by its place in the list (W-03, 5.2-45)."""
    known = WEAPON_PRESETS.get(preset)
    return known is not None and known.length == _LONG


def cancels_deflection(
    preset: str, hands: int, *, bw_heavy_two_handed_pierce: bool = False
) -> bool:
    """Return True for a Heavy Weapon in both Hands where that cancels Deflection (W-02)."""
    return bw_heavy_two_handed_pierce and preset == _HEAVY and hands >= 2
