"""Units as rows of data: what our own files hold of each, and the checks when one comes back."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, get_args, get_type_hints

from brikdesk import text
from brikdesk.acts.armies.arriving import BONDS, CREW, Bond, Recruit, TakeArmy
from brikdesk.acts.armies.scifi_part import check_scifi
from brikdesk.acts.guns.racks import makeup_of
from brikdesk.acts.guns.weapon_facts import WeaponFacts, damage_of, preset_of, size_of, stated
from brikdesk.acts.roster.as_it_stands import chamber_makeup
from brikdesk.acts.roster.units import BUILT, MOST_COPIES, AddUnit
from brikdesk.acts.units import facts
from brikdesk.acts.units.facts import checked, one_of, whole
from brikdesk.errors import BadInput
from brikdesk.store.act import act_from_data, act_to_data, reader
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


def recruits_to_data(recruits: Sequence[Recruit]) -> list[dict[str, Any]]:
    """Return units of an army as rows, as they stand; what is stated nowhere is left out."""
    return [
        {**units_to_data([each.unit])[0], **({"scifi": _scifi(each)} if each.scifi else {})}
        for each in recruits
    ]


def _scifi(recruit: Recruit) -> dict[str, Any]:
    data: dict[str, Any] = act_to_data(TakeArmy(title="-", units=(recruit,)))
    facts: dict[str, Any] = data["units"][0]["scifi"]
    return facts


def bonds_to_data(bonds: Sequence[Bond]) -> list[dict[str, Any]]:
    """Return bonds as rows."""
    return [reader(Bond).dump_python(each, mode="json", exclude_defaults=True) for each in bonds]


def recruits_from_data(rows: Any, where: str = "This") -> tuple[Recruit, ...]:
    """Return the units of an army's rows; BadInput says of which one what is wrong."""
    _count(rows, where)
    units = tuple(_recruit(row, f"{where}, unit {number}") for number, row in enumerate(rows, 1))
    _few([each.unit for each in units], where)
    return units


def bonds_from_data(rows: Any, units: Sequence[Recruit], where: str = "This") -> tuple[Bond, ...]:
    """Return the bonds of an army's rows; BadInput says of which one what is wrong."""
    if not isinstance(rows, list) or len(rows) > MOST_UNITS * 10:
        raise BadInput(f"The bonds of {where} are no list.")
    count = sum(each.unit.copies for each in units)
    found = []
    for number, row in enumerate(rows, 1):
        at = f"{where}, bond {number}"
        _check_known(row, Bond, at)
        try:
            act = act_from_data({"act": "TakeArmy", "title": "-", "units": [], "bonds": [row]})
        except BadInput as error:
            raise BadInput(f"{at}: {error}") from None
        assert isinstance(act, TakeArmy)
        bond = act.bonds[0]
        if bond.kind not in BONDS:
            raise BadInput(f"{at}: {bond.kind[:20]!r} is not one of {', '.join(BONDS)}.")
        apart = bond.unit != bond.other or bond.kind == CREW
        if not (1 <= bond.unit <= count and 1 <= bond.other <= count and apart):
            raise BadInput(f"{at} names a unit that is not in the army.")
        found.append(bond)
    return tuple(found)


def _count(rows: Any, where: str) -> None:
    if not isinstance(rows, list) or not rows:
        raise BadInput(f"{where} has no units.")
    if len(rows) > MOST_UNITS:
        raise BadInput(f"{where} has more than {MOST_UNITS} units.")


def _few(units: Sequence[AddUnit], where: str) -> None:
    if sum(unit.copies for unit in units) > MOST_UNITS:
        raise BadInput(f"{where} has more than {MOST_UNITS} units.")


def _recruit(row: Any, where: str) -> Recruit:
    if not isinstance(row, Mapping) or "scifi" not in row:
        return Recruit(unit=_unit(row, where))
    unit = _unit({name: value for name, value in row.items() if name != "scifi"}, where)
    where = f"{where}, {unit.name[:40]}"
    said = {"unit": {"name": unit.name}, "scifi": row["scifi"]}
    _check_known(said, Recruit, where)
    try:
        act = act_from_data({"act": "TakeArmy", "title": "-", "units": [said]})
        assert isinstance(act, TakeArmy)
        scifi = act.units[0].scifi
        if scifi is not None:
            check_scifi(scifi)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None
    return Recruit(unit=unit, scifi=scifi)


def _check_known(data: Any, kind: Any, where: str) -> None:
    """Raise BadInput for a fact, at any depth, that a kind does not have: it would be dropped."""
    if isinstance(data, list | tuple):
        for each in data:
            _check_known(each, kind, where)
    kinds: list[Any] = [each for each in (kind, *get_args(kind)) if is_dataclass(each)]
    if not kinds or not isinstance(data, Mapping):
        return
    hints = _hints(kinds[0])
    known = {each.name for each in fields(kinds[0])}
    for name, value in data.items():
        if name not in known:
            raise BadInput(f'{where} has an unknown fact "{str(name)[:40]}".')
        _check_known(value, _inner(hints[name]), where)


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind)


def _inner(hint: Any) -> Any:
    """Return the dataclass within a type such as `tuple[X, ...] | None`; the type itself if none."""
    for each in get_args(hint):
        if is_dataclass(found := _inner(each)):
            return found
    return hint


def _unit(row: Any, where: str) -> AddUnit:
    if not isinstance(row, Mapping):
        raise BadInput(f"{where} is not an object.")
    if isinstance(row.get("name"), str) and row["name"].strip():
        where += f", {' '.join(row['name'].split())[:40]}"
    if known := [name for name in NOT_IN_FILES if name in row]:
        raise BadInput(f'{where} has an unknown fact "{known[0]}".')
    _check_known(row, AddUnit, where)
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
    assert act.standing  # made for the errors that it raises
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
            whole(each.count, "count", 1 if each.left is None else 0)
            if each.left is not None:
                whole(each.left, "left")
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
    for place in (*weapon.controls, *(weapon.places or ())):
        text.name(place, "controls")
    text.note(weapon.lying, "lying")
    for each in weapon.chamber:
        text.name(each.name, "chamber.name")
        chamber_makeup(each)
        one_of(Stability, each.stability, "stability")
        whole(each.count, "chamber.count", 1)
