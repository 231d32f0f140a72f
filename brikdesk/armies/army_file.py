"""Army files of every kind that the desk knows: read by what is in them, written by their suffix."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import Struct

from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import WeaponFacts, check_damage
from brikdesk.armies import army_form, army_table
from brikdesk.armies.army_form import (
    Army,
    Remark,
    bonds_in_words,
    carries_of,
    recruit_in_words,
    stands_of,
    unit_in_words,
    usual_damage,
    what_of,
)
from brikdesk.armies.army_list import (
    HERO,
    SPECIALTIES,
    ArmyRead,
    ArmyUnit,
    army_of_builder,
    decoded,
    parsed,
)
from brikdesk.armies.army_list import file_content as file_content
from brikdesk.armies.army_weapons import BUILDER_TYPES, MOST_WEAPONS
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS
from brikdesk.store.file.durable import beside, created, discard, put_in_place

_SQUAD = "Squad: "
"""How the notes of a unit begin that came from such a file before a unit could join a squad."""

_SAID = {"gunner": ("Operators", "Gunnery (1d8)"), "scout": ("Infantry", "Scout")}
"""The group and the name of specialties that readers of such files know by them."""


class BuilderFile(Struct, frozen=True):
    """The text of a file, and what of which unit is lost when it is read again."""

    text: str
    lost: tuple[Remark, ...]


def written(army: Army, rules: BrikWarsHouse) -> BuilderFile:
    """Return an army in the builder's form; what is lost is found by reading it again.

    `rules`: the house rules, by which facts are derived that the file does not state.
    """
    squads: list[dict[str, Any]] = []
    for number, recruit in enumerate(army.units, 1):
        unit = recruit.unit
        squad, notes = _squad_of(unit)
        # Neighbours of one squad stand together; the order of the units stays.
        if not squads or squads[-1]["name"] != squad:
            squads.append({"id": len(squads) + 1, "name": squad, "units": []})
        squads[-1]["units"].append(_unit(unit, number, notes))
    data = {"name": army.name, "rules": "", "squads": squads}
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    # Nobody lists what that form cannot hold: what comes back otherwise is lost.
    back = army_of_builder(data, rules, name=army.name or "This")
    lost: list[Remark] = []
    for recruit, again in zip(army.units, back.units, strict=True):
        before, after = recruit_in_words(recruit, rules), unit_in_words(again.act, rules)
        lost += [Remark(recruit.unit.name, words) for words in _lost(before, after)]
    lost += [Remark("", words) for words in bonds_in_words(army.units, army.bonds)]
    return BuilderFile(text, tuple(lost))


def _lost(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Return each fact that comes back as another one, in words."""
    return [
        f"its {fact} {before.get(fact) or 'none'} comes back as {after.get(fact) or 'none'}"
        for fact in dict.fromkeys((*before, *after))
        if before.get(fact, "") != after.get(fact, "")
    ]


def _squad_of(unit: AddUnit) -> tuple[str, str]:
    notes = unit.notes or ""
    first, _, rest = notes.partition("\n")
    if unit.squad or not first.startswith(_SQUAD):
        return unit.squad, notes
    return first.removeprefix(_SQUAD), rest


def _unit(unit: AddUnit, number: int, notes: str) -> dict[str, Any]:
    minifig = unit.kind in ("Minifig", "Hero")
    size = 1 if unit.size is None else unit.size
    power = "" if minifig else str((unit.power_multiplier or 0) * size)
    move = f"{unit.move or 0:g}" + (" flying" if unit.airborne else "")
    return {
        "id": number,
        "unitIcon": "",
        "name": unit.name,
        "isMinifigure": minifig,
        "unit_number": str(unit.copies) if unit.copies > 1 else "",
        "size": str(size),
        "armor": unit.armor or "",
        "power": power,
        "hasDeflection": bool(unit.deflection),
        "action": f"1d{unit.action_die}" if unit.action_die else "",
        "move": move,
        "value": f"{unit.value or 0:g}",
        "custom_notes": notes,
        "weapons": _weapons(unit.weapons or ()),
        "equipment": _worn(unit),
        "specialties": _specialties(unit),
        "magik": [],
    }


def _weapons(weapons: Sequence[WeaponFacts]) -> list[dict[str, Any]]:
    alike: list[tuple[WeaponFacts, int]] = []
    for weapon in weapons:
        if alike and alike[-1][0] == weapon and alike[-1][1] < MOST_WEAPONS:
            alike[-1] = (weapon, alike[-1][1] + 1)
        else:
            alike.append((weapon, 1))
    return [
        {
            "id": number,
            "type": _type(weapon),
            "size": 1 if weapon.size is None else weapon.size,
            "amount": amount,
            "name": weapon.name,
            "use": "" if weapon.use is None else weapon.use,
            "range": "CC" if weapon.range is None else weapon.range,
            "damage": weapon.damage or "",
        }
        for number, (weapon, amount) in enumerate(alike, 1)
    ]


def _type(weapon: WeaponFacts) -> str:
    made = WEAPON_PRESETS.get(weapon.preset)
    return BUILDER_TYPES.get(made.name if made else weapon.kind, weapon.name)


def _worn(unit: AddUnit) -> list[dict[str, Any]]:
    if not unit.worn_armor:
        return []
    return [{"id": 1, "type": f"{unit.worn_armor.capitalize()} Armor", "notes": "", "cost": ""}]


def _specialties(unit: AddUnit) -> list[dict[str, Any]]:
    skills = list(unit.specialties or ())
    types = [HERO] if unit.kind == "Hero" else []
    for kind, has in SPECIALTIES.items():
        # A Scout has two of these, and is one specialty of the file.
        if all(skill in skills for skill in has):
            types.append(kind)
            skills = [skill for skill in skills if skill not in has]
    found = []
    for number, kind in enumerate((*types, *skills), 1):
        group, name = _SAID.get(kind, ("", kind.capitalize()))
        found.append({"id": number, "group": group, "type": kind, "name": name, "cost": ""})
    return found


OWN, TABLE, BUILDER = ".json", ".csv", ".builder.json"
SUFFIXES = {OWN: "BrikDesk army", TABLE: "table", BUILDER: "army builder"}
"""Ends of names of files that are written, and what they are."""


def read_any(
    content: bytes,
    rules: BrikWarsHouse,
    player_id: int | None = None,
    *,
    by_rules: bool = False,
    name: str = "This",
) -> ArmyRead:
    """Return the army that the bytes of a file hold; BadInput if it is none of any kind.

    For the army builder's files `rules` are the house rules by which the figures of weapons are derived;
    with `by_rules` figures that differ are those of the rules, else those of the file.
    """
    text = decoded(content, name)
    if army_table.is_table(text):
        return _shown(army_table.read_of_army_table(text, name), player_id, rules)
    if not text.lstrip("\ufeff \r\n\t").startswith(("{", "[")):
        return army_table.read(text, player_id, name)
    data = parsed(text, name)
    if army_form.is_army(data):
        return _shown(army_form.read(data, name), player_id, rules)
    return army_of_builder(data, rules, player_id, by_rules=by_rules, name=name)


def _shown(army: Army, player_id: int | None, rules: BrikWarsHouse) -> ArmyRead:
    units = []
    differs: list[Remark] = []
    for each in army.units:
        unit, scifi = each.unit, each.scifi
        if unit.weapons:
            mended = tuple(rollable(arm, unit, rules, differs) for arm in unit.weapons)
            unit = replace(unit, weapons=mended)
        what = ", ".join(filter(None, (what_of(unit, scifi), stands_of(unit))))
        act = replace(unit, player_id=player_id)
        units.append(ArmyUnit(act, unit.squad, what, carries_of(unit, scifi), scifi))
    return ArmyRead(army.name, tuple(units), differs=tuple(differs), bonds=army.bonds)


def rollable(
    arm: WeaponFacts, unit: AddUnit, rules: BrikWarsHouse, differs: list[Remark]
) -> WeaponFacts:
    """Return a weapon with a damage that it rolls: an older file may hold one that nothing does."""
    if not arm.damage:
        return arm
    try:
        kind, size, usual = usual_damage(arm, rules)
        check_damage(kind, size, arm.damage, usual)
    except BadInput as error:
        words = f"{arm.name or arm.kind}: the damage “{arm.damage}” is that of the rules. {error.sentence}"
        differs.append(Remark(unit.name, words))
        return replace(arm, damage=None)
    return arm


def write_army(
    path: Path, army: Army, rules: BrikWarsHouse, campaign: Path | None = None
) -> tuple[Path, tuple[Remark, ...]]:
    """Write an army by the end of the file's name; return its path, and what is lost in it.

    A name without one of SUFFIXES gets BrikDesk's own. An old file is replaced only by a whole new
    one, as private as the file `campaign`; BadInput if nothing can be written.
    """
    if not army.units:
        raise BadInput("There are no units to write.")
    name = path.name.lower()
    target = path if name.endswith(tuple(SUFFIXES)) else path.with_name(path.name + OWN)
    lost = army.lost
    if name.endswith(BUILDER):
        made = written(army, rules)
        content, lost = made.text, (*made.lost, *lost)
    elif name.endswith(TABLE):
        # Spreadsheets take a file for UTF-8 only by this mark.
        content = "\ufeff" + army_table.written(army)
    else:
        content = army_form.written(army)
    put_text(target, content, campaign)
    return target, lost


def put_text(target: Path, content: str, like: Path | None = None) -> None:
    """Write a whole file, or none: an old one is replaced only by a whole new one.

    It is as private as the file `like`.
    """
    part = beside(target)
    try:
        with created(part, like) as file:
            file.write(content.encode())
        put_in_place(part, target)
    except OSError as error:
        raise BadInput(f"{target.name} was not written: {error.strerror or error}.") from None
    finally:
        discard(part)
