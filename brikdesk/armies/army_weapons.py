"""Weapons of an army list: the army builder's names and figures, and those of the rules."""

import json
import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from brikdesk import text
from brikdesk.acts.explosives.explosion import makeup_of_one_kind, makeup_words
from brikdesk.acts.weapons.weapons import WeaponFacts, check_damage, damage_of, derived, size_of
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS, WEAPONS
from brikdesk.store.tables import WeaponKind

MOST_WEAPONS = 20
"""Weapons of one kind that a unit brings."""

_KINDS = {kind.builder: name for name, kind in WEAPONS.items()}
"""Types with a Size, and the rows of table 1 that they are."""

_LOADED: dict[str, ExplosiveDieKind] = {
    "Incendiary Explosive": ExplosiveDieKind.FIRE,
    "Armor Piercing Explosive": ExplosiveDieKind.PIERCE,
    "Concussion Explosive": ExplosiveDieKind.CONCUSSION,
    "Phased Explosive": ExplosiveDieKind.PHASED,
}
"""Explosives whose dice are exchanged for one kind (8.4-35)."""

_WEAPON = frozenset((
    "id", "type", "size", "amount", "name", "use", "range", "damage", "cost", "usePower", "notes",
))  # fmt: skip
"""Facts of a weapon that the army builder's files have; its notes repeat the rules of its type."""

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
    row: Mapping[str, Any], rules: BrikWarsHouse, *, minifig: bool, by_rules: bool
) -> ArmyWeapon:
    """Return a weapon of a file.

    - `rules`: the house rules, by which figures are derived.
    - `minifig`: it holds the weapon; what has a fixed Size is its preset then.
    - `by_rules`: figures that differ are those of the rules, else those of the file.
    """
    lost: list[str] = []
    held = minifig
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
    lost += strangers(row, _WEAPON)
    name = said_name(row.get("name")) or kind_said or kind
    # A Size of 1½ is that of a weapon in hands, whoever has it (8.1-22).
    held = held or size != int(size)
    made = derived(WeaponKind(kind), size, preset, rules, held=held)
    if kind_said in _LOADED:
        made["damage"] = _loaded(_LOADED[kind_said], size)
    if len(name) > text.NAME_LENGTH:
        lost.append(f"the end of its name “{name}”")
    file = _figures(row, lost)
    said_range = plain(row.get("range"))
    if "range" in file and " or " in said_range.lower() and file["range"] != made["range"]:
        lost.append(f'the Range “{said_range[:20]}” counts as {file["range"]:g}"')
    if "damage" in file:
        file["damage"] = _readable(file["damage"], WeaponKind(kind), size, made["damage"], lost)
    differs = tuple(
        Figure(figure, _said(value), _said(made[figure]))
        for figure, value in file.items()
        if _plainly(value) != _plainly(made[figure]) and figure in made
    )
    kept = {} if by_rules else {each.name: file[each.name] for each in differs}
    # No preset knows what its dice are exchanged for.
    if kind_said in _LOADED:
        kept.setdefault("damage", made["damage"])
    facts = WeaponFacts(
        preset=preset, kind=kind, size=size, name=name[: text.NAME_LENGTH].strip() or "Weapon",
        mounted=None if minifig else not held, **kept,
    )  # fmt: skip
    return ArmyWeapon(facts, amount, differs, tuple(lost))


def strangers(row: Mapping[str, Any], known: frozenset[str]) -> list[str]:
    """Return words for facts of a row that such files do not have, with what they say."""
    return [
        f"the unknown fact “{key[:40]}”: {json.dumps(row[key], ensure_ascii=False)[:200]}"
        for key in row
        if key not in known and row[key] not in (None, "", [], {})
    ]


def _loaded(kind: ExplosiveDieKind, size: float) -> str:
    explosive_size = max(1, int(size))
    made = makeup_of_one_kind(kind, explosive_size)
    return makeup_words(explosive_size, made) or f"{explosive_size}d10 Exp"


def _readable(said: str, kind: WeaponKind, size: float, usual: str, lost: list[str]) -> str:
    """Return a damage in the desk's words; if it cannot be rolled that of the rules, noted in `lost`."""
    words = re.sub(r"\(\s*distance\s*\)", "distance", said, flags=re.IGNORECASE)
    words = re.sub(r"^(\d*)\s*skill\s*di(e|ce)", _action_die, words, flags=re.IGNORECASE)
    words = re.sub(r"explosion|explosive\b", "Exp", words, flags=re.IGNORECASE).strip()
    # As the builder writes a Phased Explosive.
    words = re.sub(r".*=\s*d12 Phased\)", usual, words, flags=re.IGNORECASE)
    if words == "-" or _plainly(words) == _plainly(usual):
        return usual if words != "-" else ""
    shields = re.fullmatch(r"(\d*)x?\s*shielded parry", words, flags=re.IGNORECASE)
    if shields and kind is WeaponKind.MELEE_SHIELD and (shields[1] or "1") == usual.split()[0]:
        return usual
    try:
        check_damage(kind, size, damage_of(words), usual)
    except BadInput as error:
        instead = f"is that of the rules, {usual or 'none'}"
        lost.append(f"the damage “{said}” {instead}: {error.sentence}")
        return usual
    return words


def _action_die(found: re.Match[str]) -> str:
    count = int(found[1] or 1)
    return "1 Action die" if count == 1 else f"{count} Action dice"


_NO_NAME = "\u200b\u200c\u200d\u2060\ufeff "


def said_name(value: object) -> str:
    """Return a name of the file as it was typed, on one line; empty where nobody could see it."""
    words = plain(value)
    return words if words.strip(_NO_NAME) else ""


def plain(value: object) -> str:
    """Return a text of the file on one line; numbers in figures, anything else empty."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return _one_line(str(value)[: text.NOTE_LENGTH])


def _one_line(words: str) -> str:
    return " ".join(text.clean(words).split())


def without_markup(value: object) -> str:
    """Return a remark of the builder's own, which it writes as HTML, without its marks."""
    marks = r"</?(?:a|b|i|u|p|br|em|hr|li|ol|ul|div|span|strong|sup|sub)\b[^<>]{0,200}>"
    return _one_line(re.sub(marks, " ", plain(value), flags=re.IGNORECASE))


def lines(value: object) -> str:
    """Return a text of the file with its line ends; anything else as `plain` does."""
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
    if said == "Explosive" or said in _LOADED:
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
    # What is used by hand and thrown too has the Range of the throw: CC or 3''.
    thrown = re.fullmatch(r"CC\s+or\s+(.+)", reach, flags=re.IGNORECASE)
    if (inches := whole(thrown[1] if thrown else reach)) is not None and inches <= 999:
        found["range"] = float(inches)
    elif reach.upper() not in ("", "CC"):
        lost.append(f"the Range “{reach[:20]}” is that of the rules")
    damage = plain(row.get("damage"))
    # What the load decides is no figure of the weapon.
    if damage and "determined" not in damage.lower():
        if len(damage) > text.NAME_LENGTH:
            lost.append(f"its damage is too long and is that of the rules: {damage}")
        else:
            found["damage"] = damage
    return found


def _plainly(value: object) -> str:
    """Return a figure in one spelling for a comparison: 1d8 + 1 − (distance) becomes 1d8+1-distance."""
    words = "" if value is None else str(value).lower().replace("−", "-")
    words = re.sub(r"[\s()]|explosion$|\.0$", "", words)
    return re.sub(r"exp(?:losive)?$", "", words)


def _said(value: object) -> str:
    if value is None or value == "":
        return "none"
    return f"{value:g}" if isinstance(value, float) else str(value)
