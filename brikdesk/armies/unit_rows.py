"""Units as rows of data: what our own files hold of each, and the checks when one comes back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from brikdesk import text
from brikdesk.acts.guns.racks import makeup_of
from brikdesk.acts.guns.weapon_facts import WeaponFacts, damage_of, preset_of, size_of, stated
from brikdesk.acts.roster.units import BUILT, MOST_COPIES, AddUnit
from brikdesk.acts.units import facts
from brikdesk.acts.units.facts import checked, one_of, whole
from brikdesk.errors import BadInput
from brikdesk.store.act import act_from_data
from brikdesk.store.tables import Stability, WeaponKind

MOST_UNITS = 500
"""Units that one file or template adds at most, copies counted."""

NOT_IN_FILES = ("player_id", "overruled", "x", "y")
"""Facts of one campaign, of which no file tells."""


def units_to_data(units: Sequence[AddUnit]) -> list[dict[str, Any]]:
    """Return units as rows; what is stated nowhere is left out."""
    return [
        replace(unit, player_id=None, x=None, y=None, overruled=frozenset()).as_data()
        for unit in units
    ]


def units_from_data(rows: Any, where: str = "This") -> tuple[AddUnit, ...]:
    """Return the units of rows; BadInput says of which one what is wrong."""
    if not isinstance(rows, list) or not rows:
        raise BadInput(f"{where} has no units.")
    if len(rows) > MOST_UNITS:
        raise BadInput(f"{where} has more than {MOST_UNITS} units.")
    units = tuple(_unit(row, f"{where}, unit {number}") for number, row in enumerate(rows, 1))
    if sum(unit.copies for unit in units) > MOST_UNITS:
        raise BadInput(f"{where} has more than {MOST_UNITS} units.")
    return units


def _unit(row: Any, where: str) -> AddUnit:
    if not isinstance(row, Mapping):
        raise BadInput(f"{where} is not an object.")
    if isinstance(row.get("name"), str) and row["name"].strip():
        where += f", {' '.join(row['name'].split())[:40]}"
    if known := [name for name in NOT_IN_FILES if name in row]:
        raise BadInput(f'{where} has an unknown fact "{known[0]}".')
    try:
        act = act_from_data({**row, "act": "AddUnit"})
        assert isinstance(act, AddUnit)
        return _sound(act)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def _sound(act: AddUnit) -> AddUnit:
    """Return a unit whose facts can be: names, numbers and choices, as the act itself checks them."""
    text.name(act.name)
    if act.squad:
        text.name(act.squad, "squad")
    checked(act, BUILT)
    whole(act.copies, "copies", 1, MOST_COPIES)
    facts.preset_of(act.preset, None, None)
    weapons = act.weapons or ()
    for weapon in weapons:
        _check_weapon(weapon)
    for rack in act.racks:
        text.name(rack.name, "racks.name")
        text.note(rack.place, "racks.place")
        if rack.weapon is not None and act.weapons is not None:
            whole(rack.weapon, "racks.weapon", 0, max(0, len(weapons) - 1))
        for each in rack.rounds:
            text.name(each.name, "rounds.name")
            makeup_of(each.makeup, whole(each.explosive_size, "explosive_size", 1))
            one_of(Stability, each.stability, "stability")
            whole(each.count, "count", 1)
    return act


def _check_weapon(weapon: WeaponFacts) -> None:
    preset_of(weapon.preset)
    if weapon.kind:
        one_of(WeaponKind, weapon.kind, "kind")
    if weapon.size is not None:
        size_of(weapon.size)
    if weapon.name:
        text.name(weapon.name)
    if weapon.hands is not None:
        whole(weapon.hands, "hands", 0, 20)
    damage_of(weapon.damage or "")
    stated(weapon)
    for place in weapon.controls:
        text.name(place, "controls")
