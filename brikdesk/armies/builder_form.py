"""An army as a file of the community's army builder, with all that such a file cannot hold named."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from brikdesk.acts.guns.weapon_facts import WeaponFacts
from brikdesk.acts.roster.units import AddUnit
from brikdesk.armies.army_form import Army, Remark
from brikdesk.armies.army_list import army_of_builder
from brikdesk.armies.army_unit import HERO, SPECIALTIES
from brikdesk.armies.army_weapons import BUILDER_TYPES, MOST_WEAPONS
from brikdesk.armies.unit_in_words import bonds_in_words, recruit_in_words, unit_in_words
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS

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
        if not squads or squads[-1]["name"] != squad:
            squads.append({"id": len(squads) + 1, "name": squad, "units": []})
        squads[-1]["units"].append(_unit(unit, number, notes))
    data = {"name": army.name, "rules": "", "squads": squads}
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
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
