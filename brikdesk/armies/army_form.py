"""What an army is in BrikDesk's own files, and its units as rows of data and in words."""

import json
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from brikdesk import text
from brikdesk.acts.armies import BONDS, CREW, Bond, Recruit, ScifiFacts, TakeArmy, check_scifi
from brikdesk.acts.checks import initials
from brikdesk.acts.units import facts
from brikdesk.acts.units.facts import BUILT, HURT, checked, one_of, preset_facts, whole
from brikdesk.acts.units.facts import preset_of as preset_of_of_facts
from brikdesk.acts.units.roster import MOST_COPIES, AddUnit, chamber_makeup
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts, load, makeup_of
from brikdesk.acts.weapons.weapons import (
    WeaponFacts,
    damage_of,
    derived,
    facts_of_preset,
    made_for,
    preset_of,
    size_of,
    stated,
)
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fire import weight_class_of
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS
from brikdesk.store.act import act_from_data, act_to_data, reader
from brikdesk.store.tables import Stability, UnitKind, WeaponKind

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
    data: Any = act_to_data(TakeArmy(title="-", units=(recruit,)))
    facts: dict[str, Any] = data["units"][0]["scifi"]
    return facts


def bonds_to_data(bonds: Sequence[Bond]) -> list[dict[str, Any]]:
    """Return bonds as rows."""
    return [reader(Bond).dump_python(each, mode="json", exclude_defaults=True) for each in bonds]


def recruits_from_data(rows: Any, where: str = "This") -> tuple[Recruit, ...]:
    """Return the units of an army's rows; BadInput says of which one what is wrong."""
    if not isinstance(rows, list) or not rows:
        raise BadInput(f"{where} has no units.")
    # Rows are counted before they are read, copies afterwards: a hostile file may have millions.
    _check_count(len(rows), where)
    units = tuple(_recruit(row, f"{where}, unit {number}") for number, row in enumerate(rows, 1))
    _check_count(sum(each.unit.copies for each in units), where)
    return units


def _check_count(count: int, where: str) -> None:
    if count > MOST_UNITS:
        raise BadInput(f"{where} has more than {MOST_UNITS} units.")


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
        # Only a unit that serves a weapon of its own is bound to itself.
        apart = bond.unit != bond.other or bond.kind == CREW
        if not (1 <= bond.unit <= count and 1 <= bond.other <= count and apart):
            raise BadInput(f"{at} names a unit that is not in the army.")
        found.append(bond)
    return tuple(found)


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


FORMAT = "brikdesk army"
PLAIN, VERSION = 1, 2
"""The version of files that any BrikDesk reads, and of those that tell of battles and Sci-fi units."""

_FILE = ("format", "version", "name", "units", "bonds")
_NEW = frozenset((
    "scifi", "states", "fires", "explosives", "size_damage", "grinding", "limbs_lost", "wounded",
    "fate", "on_table", "chamber", "inoperative", "lying", "left", "places",
))  # fmt: skip
"""Facts that files of the first version do not have."""


class Remark(Struct, frozen=True):
    """What became of something that does not stay as it stands, and of which unit."""

    unit: str
    words: str


class Army(Struct, frozen=True):
    """A name, which may be empty, the units, and what binds them; `lost`: what no file can hold."""

    name: str
    units: tuple[Recruit, ...]
    bonds: tuple[Bond, ...] = ()
    lost: tuple[Remark, ...] = ()


def written(army: Army) -> str:
    """Return an army as the text of a file, a line for each unit and bond."""
    units, bonds = recruits_to_data(army.units), bonds_to_data(army.bonds)
    # An earlier BrikDesk reads the first version: the second is written only where it is needed.
    version = VERSION if bonds or any(_is_new(row) for row in units) else PLAIN
    lists = f'  "units": {_rows(units)}' + (f',\n  "bonds": {_rows(bonds)}' if bonds else "")
    return (
        f'{{\n  "format": {_json(FORMAT)},\n  "version": {version},\n'
        f'  "name": {_json(army.name)},\n{lists}\n}}\n'
    )


def _rows(rows: Sequence[Any]) -> str:
    lines = ",\n".join(f"    {_json(row)}" for row in rows)
    return f"[\n{lines}\n  ]"


def _is_new(data: Any) -> bool:
    """Return whether a row has a fact that files of the first version do not have."""
    if isinstance(data, dict):
        return any(name in _NEW or _is_new(value) for name, value in data.items())
    return isinstance(data, list) and any(_is_new(each) for each in data)


def is_army(data: Any) -> bool:
    """Return whether data says that it is an army in BrikDesk's own form."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def read(data: dict[str, Any], name: str = "This") -> Army:
    """Return the army of a file's data; BadInput says what is wrong with it."""
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise BadInput(f"{name} does not say its version.")
    if version > VERSION:
        raise BadInput(f"{name} was made by a newer BrikDesk (version {version} of such files).")
    if unknown := [fact for fact in data if fact not in _FILE]:
        raise BadInput(f'{name} has an unknown fact "{unknown[0][:40]}".')
    title = data.get("name", "")
    if not isinstance(title, str):
        raise BadInput(f"In {name}, the name of the army is no text.")
    units = recruits_from_data(data.get("units"), name)
    return Army(army_name(title), units, bonds_from_data(data.get("bonds", []), units, name))


def army_name(words: str) -> str:
    """Return the name of an army on one line, cut where it is too long; it may be empty."""
    return " ".join(text.clean(words[: text.NOTE_LENGTH]).split())[: text.NAME_LENGTH]


def named(units: Sequence[AddUnit]) -> str:
    """Return what units are called together: the name of one, else how many and the first."""
    count = sum(unit.copies for unit in units)
    if len(units) == 1:
        return units[0].name if count == 1 else f"{count} {units[0].name}"[: text.NAME_LENGTH]
    return f"{units[0].name} and {count - units[0].copies} more"[: text.NAME_LENGTH]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


_BEGINS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell begins with that a spreadsheet works out instead of showing it."""


def guarded(words: str) -> str:
    """Return the words as a cell: with an apostrophe before what would be a formula."""
    return f"'{words}" if words.startswith((*_BEGINS, "'")) else words


def unguarded(cell: str) -> str:
    """Return the words of a cell; a spreadsheet may have eaten the apostrophe itself."""
    return cell[1:] if cell.startswith("'") else cell


_HELD_BY = (UnitKind.MINIFIG, UnitKind.HERO, UnitKind.HORSE)


def unit_in_words(act: AddUnit, rules: BrikWarsHouse) -> dict[str, str]:
    """Return each fact of a unit in words, stated or derived under the house rules."""
    built = checked(act, BUILT)
    preset = preset_of_of_facts(act.preset, built.get("kind"), built.get("size"))
    facts: dict[str, Any] = {**preset_facts(preset, rules, built.get("worn_armor")), **built}
    facts.setdefault("weight_class", weight_class_of(facts["armor"]))
    facts.setdefault("actions_per_turn", 1)
    # These hold their weapons; on all others weapons are mounted.
    held = facts["kind"] in _HELD_BY
    weapons, racks = facts_of_preset(preset) if act.weapons is None else (act.weapons, act.racks)
    described = {"name": act.name, "copies": str(act.copies), "preset": act.preset}
    facts.setdefault("token", initials(act.name))
    described |= {name.replace("_", " "): _words(value) for name, value in facts.items()}
    described |= {"squad": act.squad} if act.squad else {}
    described["power"] = f'{facts["power_multiplier"] * facts["size"]}"'
    described["action die"] = f"1d{facts['action_die']}" if facts["action_die"] else ""
    described["weapons"] = "; ".join(_weapon(weapon, rules, held) for weapon in weapons)
    described["racks"] = "; ".join(_rack(rack, weapons) for rack in racks)
    hurt = {name.replace("_", " "): getattr(act, name) for name in (*HURT, "on_table")}
    # What is as new has no word.
    described |= {name: _words(value) for name, value in hurt.items() if value is not None}
    for name in ("states", "fires", "explosives"):
        described[name] = "; ".join(facts_in_words(each) for each in getattr(act, name))
    return described


def recruit_in_words(recruit: Recruit, rules: BrikWarsHouse) -> dict[str, str]:
    """Return each fact of a unit of an army in words, also those of the Sci-fi rules."""
    described = unit_in_words(recruit.unit, rules)
    if recruit.scifi:
        described["Sci-fi facts"] = facts_in_words(recruit.scifi)
    return described


def bonds_in_words(units: Sequence[Recruit], bonds: Sequence[Bond]) -> list[str]:
    """Return what binds units to each other, a sentence for each."""
    names = [
        each.unit.name if copy == 1 else f"{each.unit.name} {copy}"
        for each in units
        for copy in range(1, each.unit.copies + 1)
    ]
    return [
        f"{names[bond.unit - 1]}: {bond.kind} with {names[bond.other - 1]} {bond.place}".strip()
        for bond in bonds
    ]


def facts_in_words(facts: Any) -> str:
    """Return in words each fact of a value that differs from its default."""
    if isinstance(facts, tuple):
        return ", ".join(facts_in_words(each) for each in facts)
    if not is_dataclass(facts):
        return json.dumps(facts, ensure_ascii=False) if isinstance(facts, dict) else _words(facts)
    said = []
    for each in fields(facts):
        value = getattr(facts, each.name)
        usual = each.default_factory() if callable(each.default_factory) else each.default
        if value != usual:
            said.append(f"{each.name.replace('_', ' ')} {facts_in_words(value)}")
    return ", ".join(said) or "as usual"


def stands_of(act: AddUnit) -> str:
    """Return in a few words what a battle has made of a unit; empty for one that is as new."""
    said = [act.fate] if act.fate else []
    said += [f'{act.size_damage}" of Size Damage'] if act.size_damage else []
    said += [f"{act.grinding} Grinding"] if act.grinding else []
    said += [f"without {limb.replace('_', ' ')}" for limb in act.limbs_lost or ()]
    said += ["Wounded"] if act.wounded else []
    said += ["not in the battle"] if act.on_table is False else []
    said += [each.cause if each.kind == "Other" else each.kind for each in act.states]
    said += [f'{each.kind} {each.size}"' if each.size else "on fire" for each in act.fires]
    return ", ".join(said)


def what_of(act: AddUnit, scifi: ScifiFacts | None = None) -> str:
    """Return what a unit is: its kind, with its Size unless it is a minifig."""
    if scifi:
        return f"{scifi.kind.value.capitalize()}, Sci-fi"
    kind = act.kind or preset_of_of_facts(act.preset, None, act.size).kind.capitalize()
    if kind in ("Minifig", "Hero") and act.size in (None, 1):
        return kind
    return f'{kind}, Size {act.size}"' if act.size is not None else kind


def carries_of(act: AddUnit, scifi: ScifiFacts | None = None) -> str:
    """Return what a unit carries: weapons, alike ones counted, its racks and what it wears."""
    counted = Counter(map(_weapon_name, act.weapons or ()))
    words = [f"{count} × {name}" if count > 1 else name for name, count in counted.items()]
    words += [_rounds(rack) for rack in act.racks if rack.rounds]
    words += [f"{act.worn_armor.capitalize()} Armor"] if act.worn_armor else []
    words += [each.name for each in act.explosives]
    words += [each.name for each in scifi.weapons] if scifi else []
    return ", ".join(words)


def _weapon_name(weapon: WeaponFacts) -> str:
    made = WEAPON_PRESETS.get(weapon.preset)
    name = weapon.name or (made.name if made else weapon.kind or "Gun")
    return f'{name} {weapon.size:g}"' if weapon.mounted and weapon.size else name


def usual_damage(weapon: WeaponFacts, rules: BrikWarsHouse) -> tuple[WeaponKind, float, str]:
    """Return a weapon's kind and Size, and the damage that these or its preset make of it."""
    kind, size = _kind_and_size(weapon)
    held = weapon.mounted is not True
    return kind, size, derived(kind, size, weapon.preset, rules, held=held)["damage"]


def _kind_and_size(weapon: WeaponFacts) -> tuple[WeaponKind, float]:
    """Return the kind and the Size of a weapon, stated or of its preset; a Gun of Size 1 else."""
    made = WEAPON_PRESETS.get(weapon.preset)
    kind = one_of(WeaponKind, weapon.kind or (made.kind if made else "Gun"), "kind")
    return kind, float(weapon.size if weapon.size is not None else made.size if made else 1)


def _weapon(weapon: WeaponFacts, rules: BrikWarsHouse, holder: bool) -> str:
    made = WEAPON_PRESETS.get(weapon.preset)
    kind, size = _kind_and_size(weapon)
    mounted = weapon.mounted if weapon.mounted is not None else (made is None and not holder)
    facts = derived(kind, size, weapon.preset, rules, held=not mounted)
    for name in ("use", "range", "damage", "max_payload"):
        if getattr(weapon, name) is not None:
            facts[name] = getattr(weapon, name)
    words = [weapon.name or (made.name if made else kind.value), kind.value, f'{size:g}"']
    said = ((name.replace("_", " "), _words(value)) for name, value in facts.items())
    words += [f"{name} {value}" for name, value in said if value]
    words += ["mounted"] if mounted else []
    words += [made_for(weapon.thrusting)] if weapon.thrusting is not None else []
    words += [f"controls {', '.join(weapon.controls)}"] if weapon.controls else []
    if weapon.places is not None:
        words += [f"fired from {', '.join(weapon.places) or 'nowhere'}"]
    words += ["jammed"] if weapon.inoperative else []
    words += [f"lies {weapon.lying}"] if weapon.lying else []
    words += [f"loaded with {facts_in_words(each)}" for each in weapon.chamber]
    return " ".join(words)


def _rack(rack: RackFacts, weapons: Sequence[WeaponFacts]) -> str:
    fed = None if rack.weapon is None else weapons[rack.weapon]
    serves = f" of {_weapon_name(fed)}" if fed else ""
    place = f" at {rack.place}" if rack.place else ""
    return f"{rack.name}{serves}{place} ({_rounds(rack)})"


def _rounds(rack: RackFacts) -> str:
    return ", ".join(_round(each) for each in rack.rounds)


def _round(each: RoundFacts) -> str:
    made = facts_in_words((each.makeup,)) if each.makeup else ""
    kept = "" if each.stability == Stability.SEMI_STABLE.value else each.stability
    left = "" if each.left is None else f"{each.left} left"
    return " ".join(filter(None, (f"{each.count} {load(each)}", made, kept, left)))


def _words(value: Any) -> str:
    value = getattr(value, "value", value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else "" if value is None else str(value)
