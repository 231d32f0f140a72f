"""Weapons of an army list: the army builder's names and figures, and those of the rules."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from brikdesk import text
from brikdesk.acts.guns.weapon_facts import WeaponFacts, derived, size_of
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS
from brikdesk.store.tables import WeaponKind

MOST_WEAPONS = 20
"""Weapons of one kind that a unit brings."""

_KINDS = {
    "Gun": "Gun",
    "Blast Gun": "BlastGun",
    "Machine Gun": "MachineGun",
    "Flame Thrower": "FlameThrower",
    "Cannon": "Cannon",
    "Launcher": "Launcher",
    "Melee Weapon": "Melee Weapon",
    "Melee Shield": "Melee Shield",
    "Explosive": "Explosive",
    "Rocket": "Rocket",
}
"""Types with a Size, and the rows of table 1 that they are."""

_LOADED = ("Incendiary", "Armor Piercing", "Concussion", "Phased")
"""Explosives of a makeup, which the name keeps."""

_PRESETS = {made.name: key for key, made in WEAPON_PRESETS.items() if made.kind != "Armor"}
_PRESETS["Tool"] = _PRESETS["Minifig Tool"]

BUILDER_TYPES = {
    **{kind: said for said, kind in _KINDS.items()},
    **{made.name: made.name for made in WEAPON_PRESETS.values() if made.kind != "Armor"},
    "Minifig Tool": "Tool",
}
"""What a file calls each kind of weapon, and each preset by its name."""


class Figure(Struct, frozen=True):
    """A figure of the file that differs from that of the rules."""

    name: str
    file: str
    rules: str


class ArmyWeapon(Struct, frozen=True):
    """A weapon as the desk takes it, how often, what differs, and what was not understood."""

    facts: WeaponFacts
    amount: int
    differs: tuple[Figure, ...] = ()
    lost: tuple[str, ...] = ()


def army_weapon(
    row: Mapping[str, Any], rules: BrikWarsHouse, *, held: bool, by_rules: bool
) -> ArmyWeapon:
    """Return a weapon of a file.

    - `rules`: the house rules, by which figures are derived.
    - `held`: a minifig's; what has a fixed Size is its preset then.
    - `by_rules`: figures that differ are those of the rules, else those of the file.
    """
    lost: list[str] = []
    kind_said = plain(row.get("type"))
    preset, kind = _kind(kind_said, held=held)
    if not kind:
        lost.append(f"there is no weapon “{kind_said[:40]}”: it comes as Other")
        kind = WeaponKind.OTHER.value
    size = _size(row.get("size"), preset, lost)
    amount = whole(row.get("amount"))
    if amount is None or not 1 <= amount <= MOST_WEAPONS:
        if plain(row.get("amount")):
            lost.append(f"the amount “{plain(row.get('amount'))[:20]}” counts as 1")
        amount = 1
    name = plain(row.get("name")) or kind_said or kind
    if any(kind_said.startswith(word) for word in _LOADED) and kind_said not in name:
        name = f"{name} ({kind_said})"
    made = derived(WeaponKind(kind), size, preset, rules, held=held)
    if len(name) > text.NAME_LENGTH:
        lost.append(f"the end of its name “{name}”")
    file = _figures(row, lost)
    differs = tuple(
        Figure(figure, _said(value), _said(made[figure]))
        for figure, value in file.items()
        if _plainly(value) != _plainly(made[figure]) and figure in made
    )
    kept = {} if by_rules else {each.name: file[each.name] for each in differs}
    facts = WeaponFacts(
        preset=preset,
        kind=kind,
        size=size,
        name=_name(name),
        mounted=None if held else True,
        **kept,
    )
    return ArmyWeapon(facts, amount, differs, tuple(lost))


def plain(value: object) -> str:
    """Return a text of the file on one line; numbers in figures, anything else empty."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return _one_line(str(value)[: text.NOTE_LENGTH])


def _one_line(words: str) -> str:
    return " ".join(text.clean(re.sub(r"<[^>]{0,200}>", " ", words)).split())


def lines(value: object) -> str:
    """Return a text of the file as it stands, line by line; all else as `plain` does."""
    if not isinstance(value, str):
        return plain(value)
    return "\n".join(_one_line(line) for line in value.splitlines()).strip()


def whole(value: object) -> int | None:
    """Return a whole number that was typed by hand: 3, "3", '3"'; None for anything else."""
    found = re.fullmatch(r"(\d{1,6})(?:\.0+)?(?:\"|''|”|″)?", plain(value))
    return int(found[1]) if found else None


def _kind(said: str, *, held: bool) -> tuple[str, str]:
    """Return the preset, if it is one, and the kind; both empty for a stranger."""
    if said in _KINDS and not (held and said == "Explosive"):
        return "", _KINDS[said]
    if said.endswith("Explosive"):
        return (_PRESETS["Explosive"] if held else ""), "Explosive"
    preset = _PRESETS.get(said, "")
    return preset, WEAPON_PRESETS[preset].kind if preset else ""


def _size(value: object, preset: str, lost: list[str]) -> float:
    usual = WEAPON_PRESETS[preset].size if preset else 1.0
    said = plain(value)
    if not said:
        return usual
    try:
        return size_of(float(said.rstrip("\"'”″ ")))
    except (ValueError, BadInput):
        lost.append(f"the Size “{said[:20]}” counts as {usual:g}")
        return usual


def _figures(row: Mapping[str, Any], lost: list[str]) -> dict[str, Any]:
    """Return Use, Range and damage as the file states them; those that it does not are left out."""
    found: dict[str, Any] = {}
    if (use := whole(row.get("use"))) is not None and use <= 99:
        found["use"] = use
    elif plain(row.get("use")):
        lost.append(f"the Use “{plain(row.get('use'))[:20]}” is that of the rules")
    reach = plain(row.get("range"))
    if (inches := whole(reach)) is not None and inches <= 999:
        found["range"] = float(inches)
    elif reach and not reach.upper().startswith("CC"):
        lost.append(f"the Range “{reach[:20]}” is that of the rules")
    elif reach.upper() not in ("", "CC"):
        lost.append(f"the Range “{reach[:20]}” counts as Close Combat")
    damage = plain(row.get("damage"))
    # What the load decides is no figure of the weapon.
    if damage and "determined" not in damage.lower():
        if len(damage) > text.NAME_LENGTH:
            lost.append(f"its damage is too long and is that of the rules: {damage}")
        else:
            found["damage"] = damage
    return found


def _plainly(value: object) -> str:
    """Return a figure without what only looks different: 1d8 + 1 - (distance) is 1d8+1−distance."""
    words = "" if value is None else str(value).lower().replace("−", "-")
    words = re.sub(r"[\s()]|explosion$|\.0$", "", words)
    return re.sub(r"exp(?:losive)?$", "", words)


def _said(value: object) -> str:
    if value is None or value == "":
        return "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _name(words: str) -> str:
    return words[: text.NAME_LENGTH].strip() or "Weapon"
