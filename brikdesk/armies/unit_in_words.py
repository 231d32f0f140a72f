"""A unit that is to be added, in words: every fact that it will have, and the short line of a preview."""

import json
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from brikdesk.acts.armies.arriving import Bond, Recruit
from brikdesk.acts.armies.scifi_part import ScifiFacts
from brikdesk.acts.guns.racks import RackFacts, RoundFacts, load
from brikdesk.acts.guns.thrusting import made_for
from brikdesk.acts.guns.weapon_facts import WeaponFacts, derived, facts_of_preset
from brikdesk.acts.roster.as_it_stands import HURT
from brikdesk.acts.roster.units import BUILT, AddUnit
from brikdesk.acts.rows import initials
from brikdesk.acts.units.facts import checked, one_of, preset_facts, preset_of
from brikdesk.rules.brikwars.fire.catching_fire import weight_class_of
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS
from brikdesk.store.tables import Stability, UnitKind, WeaponKind

_HELD_BY = (UnitKind.MINIFIG, UnitKind.HERO, UnitKind.HORSE)


def unit_in_words(act: AddUnit, rules: BrikWarsHouse) -> dict[str, str]:
    """Return each fact of a unit in words, stated or derived under the house rules."""
    built = checked(act, BUILT)
    preset = preset_of(act.preset, built.get("kind"), built.get("size"))
    facts: dict[str, Any] = {**preset_facts(preset, rules), **built}
    facts.setdefault("weight_class", weight_class_of(facts["armor"]))
    facts.setdefault("actions_per_turn", 1)
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
    """Return each fact of a value that is not as usual, in words."""
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
    kind = act.kind or preset_of(act.preset, None, act.size).kind.capitalize()
    if kind in ("Minifig", "Hero") and act.size in (None, 1):
        return kind
    return f'{kind}, Size {act.size}"' if act.size is not None else kind


def carries_of(act: AddUnit, scifi: ScifiFacts | None = None) -> str:
    """Return what a unit carries: weapons, alike ones counted, its racks and what it wears."""
    counted: dict[str, int] = {}
    for weapon in act.weapons or ():
        name = _weapon_name(weapon)
        counted[name] = counted.get(name, 0) + 1
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
    made = WEAPON_PRESETS.get(weapon.preset)
    kind = one_of(WeaponKind, weapon.kind or (made.kind if made else "Gun"), "kind")
    size = float(weapon.size if weapon.size is not None else made.size if made else 1)
    held = weapon.mounted is not True
    return kind, size, derived(kind, size, weapon.preset, rules, held=held)["damage"]


def _weapon(weapon: WeaponFacts, rules: BrikWarsHouse, holder: bool) -> str:
    made = WEAPON_PRESETS.get(weapon.preset)
    kind = one_of(WeaponKind, weapon.kind or (made.kind if made else "Gun"), "kind")
    size = float(weapon.size if weapon.size is not None else made.size if made else 1)
    mounted = weapon.mounted if weapon.mounted is not None else (made is None and not holder)
    facts = derived(kind, size, weapon.preset, rules, held=not mounted)
    for name in ("use", "range", "damage", "max_payload"):
        if getattr(weapon, name) is not None:
            facts[name] = getattr(weapon, name)
    words = [weapon.name or (made.name if made else kind.value), kind.value, f'{size:g}"']
    words += [
        f"{name.replace('_', ' ')} {_words(value)}"
        for name, value in facts.items()
        if _words(value)
    ]
    words += ["mounted"] if mounted else []
    words += [made_for(weapon.thrusting)] if weapon.thrusting is not None else []
    words += [f"controls {', '.join(weapon.controls)}"] if weapon.controls else []
    words += (
        [] if weapon.places is None else [f"fired from {', '.join(weapon.places) or 'nowhere'}"]
    )
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
