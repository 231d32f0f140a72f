"""A unit that is to be added, in words: every fact that it will have, and the short line of a preview."""

from collections.abc import Sequence
from typing import Any

from brikdesk.acts.guns.racks import RackFacts, load
from brikdesk.acts.guns.thrusting import made_for
from brikdesk.acts.guns.weapon_facts import WeaponFacts, derived, facts_of_preset
from brikdesk.acts.roster.units import BUILT, AddUnit
from brikdesk.acts.units.facts import checked, one_of, preset_facts, preset_of
from brikdesk.rules.brikwars.fire.catching_fire import weight_class_of
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS
from brikdesk.store.tables import UnitKind, WeaponKind

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
    described = {"name": act.name, "copies": str(act.copies)}
    described |= {name.replace("_", " "): _words(value) for name, value in facts.items()}
    described |= {"squad": act.squad} if act.squad else {}
    described["power"] = f'{facts["power_multiplier"] * facts["size"]}"'
    described["action die"] = f"1d{facts['action_die']}" if facts["action_die"] else ""
    described["weapons"] = "; ".join(_weapon(weapon, rules, held) for weapon in weapons)
    described["racks"] = "; ".join(_rack(rack, weapons) for rack in racks)
    return described


def what_of(act: AddUnit) -> str:
    """Return what a unit is: its kind, with its Size unless it is a minifig."""
    kind = act.kind or preset_of(act.preset, None, act.size).kind.capitalize()
    if kind in ("Minifig", "Hero") and act.size in (None, 1):
        return kind
    return f'{kind}, Size {act.size}"' if act.size is not None else kind


def carries_of(act: AddUnit) -> str:
    """Return what a unit carries: weapons, alike ones counted, its racks and what it wears."""
    counted: dict[str, int] = {}
    for weapon in act.weapons or ():
        name = _weapon_name(weapon)
        counted[name] = counted.get(name, 0) + 1
    words = [f"{count} × {name}" if count > 1 else name for name, count in counted.items()]
    words += [_rounds(rack) for rack in act.racks if rack.rounds]
    words += [f"{act.worn_armor.capitalize()} Armor"] if act.worn_armor else []
    return ", ".join(words)


def _weapon_name(weapon: WeaponFacts) -> str:
    made = WEAPON_PRESETS.get(weapon.preset)
    name = weapon.name or (made.name if made else weapon.kind or "Gun")
    return f'{name} {weapon.size:g}"' if weapon.mounted and weapon.size else name


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
    return " ".join(words)


def _rack(rack: RackFacts, weapons: Sequence[WeaponFacts]) -> str:
    fed = None if rack.weapon is None else weapons[rack.weapon]
    serves = f" of {_weapon_name(fed)}" if fed else ""
    place = f" at {rack.place}" if rack.place else ""
    return f"{rack.name}{serves}{place} ({_rounds(rack)})"


def _rounds(rack: RackFacts) -> str:
    return ", ".join(f"{each.count} {load(each)}" for each in rack.rounds)


def _words(value: Any) -> str:
    value = getattr(value, "value", value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else "" if value is None else str(value)
