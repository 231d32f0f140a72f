"""The facts of a unit: checks of typed values, and what a preset fills in."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from brikdesk import text
from brikdesk.dice import SIDES
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.fire import weight_class_of
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.power import MAX_MULTIPLIER
from brikdesk.rules.brikwars.units_and_damage import (
    LIMBS,
    UNIT_PRESETS,
    UnitPreset,
    of_size,
    put_on,
)
from brikdesk.store.act import Act
from brikdesk.store.tables import Fate, HalfPower, Mind, UnitKind

MOST = 999
"""The largest Size, Move or count that can be typed."""

FARTHEST = 1000.0
"""The farthest place on a table, in inches from its edges."""

TWO_STEPS = "two steps"
"""Tag of a unit that is Wounded first, like a Horse (OF-93)."""

ARMOR = re.compile(r"|\d{1,2}|[1-9]\d?d(4|6|8|10|12|20)")

EnumMember = TypeVar("EnumMember", bound=Enum)


def whole(value: object, where: str, least: int = 0, most: int = MOST) -> int:
    """Return a whole number within its limits; else BadInput."""
    # In Python True and False are ints too.
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        why = f"A whole number from {least} to {most} is needed, not {value!s:.20}."
        raise BadInput(why, where)
    return value


def inches(value: object, where: str, most: float = MOST) -> float:
    """Return a length in inches, 0 or more; else BadInput."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or not 0 <= value <= most:  # type: ignore[arg-type, operator]
        raise BadInput(f"Inches from 0 to {most:g} are needed, not {value!s:.20}.", where)
    return float(value)  # type: ignore[arg-type]


def place(value: object, where: str) -> float:
    """Return a distance from an edge of the table in inches; else BadInput."""
    return inches(value, where, FARTHEST)


def goal_of(x: float | None, y: float | None) -> Point | None:
    """Return the place on the table that is meant, None for none; BadInput for half of one."""
    if x is None and y is None:
        return None
    if x is None or y is None:
        raise BadInput("A place is both x and y.", "x" if x is None else "y")
    return place(x, "x"), place(y, "y")


def one_of(kind: type[EnumMember], value: object, where: str) -> EnumMember:
    """Return the member with this name or value, else BadInput.

    Only letters count: "Half Power", "half-power" and HALF_POWER are the same.
    """
    if isinstance(value, kind):
        return value
    spelled = _plain(str(value))
    for member in kind:
        if spelled in (_plain(member.name), _plain(str(member.value))):
            return member
    choices = ", ".join(str(member.value) for member in kind)
    raise BadInput(f"{value!s:.40} is not offered. Choose from: {choices}.", where)


def _plain(words: str) -> str:
    return re.sub("[^a-z]", "", words.lower())


def words_of(values: object, where: str) -> list[str]:
    """Return short names in small letters, each once; BadInput for too many or too long ones."""
    if isinstance(values, str) or not isinstance(values, Sequence) or len(values) > 50:
        raise BadInput("A list of at most 50 words is needed.", where)
    return list(dict.fromkeys(text.name(str(value), where).lower() for value in values))


def armor(value: object, where: str) -> str:
    """Return an Armor without blanks: a number, dice such as 2d10, or ""; else BadInput."""
    spelled = str(value).replace(" ", "").lower()
    if not ARMOR.fullmatch(spelled):
        raise BadInput(f"Armor is a number or dice such as 2d10, not {value!s:.20}.", where)
    return spelled


def action_die(value: object, where: str) -> int:
    """Return the sides of an Action die, 0 for a unit that has none; else BadInput."""
    if isinstance(value, bool) or value not in (0, *SIDES):
        dice = ", ".join(f"d{side}" for side in SIDES)
        raise BadInput(f"An Action die is one of {dice}, or 0 for none.", where)
    return int(value)


def limbs(values: object, where: str) -> list[str]:
    """Return lost limbs in their usual order, each once; BadInput for what is no limb."""
    lost = [name.replace(" ", "_") for name in words_of(values, where)]
    if wrong := [name for name in lost if name not in LIMBS]:
        raise BadInput(f"{wrong[0]:.40} is no limb. Limbs: {', '.join(LIMBS)}.", where)
    return [limb for limb in LIMBS if limb in lost]


def _worn(value: object, where: str) -> str:
    if value not in ("", "light", "heavy"):
        raise BadInput(f"Worn armor is light or heavy or nothing, not {value!s:.20}.", where)
    return str(value)


def _up_to(most: int) -> Callable[[object, str], int]:
    return lambda value, where: whole(value, where, 0, most)


def _member(kind: type[Enum]) -> Callable[[object, str], Enum]:
    return lambda value, where: one_of(kind, value, where)


def _token(value: str, where: str) -> str:
    return text.first_of(text.name(value, where), 2)


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise BadInput("Yes or no is needed.", where)
    return value


Check = Callable[[Any, str], Any]
"""The check of a fact: it returns the clean value, or raises BadInput with where it stands."""


class Fact(Struct, frozen=True):
    """What the program does with a fact of a unit.

    - `check`: see `Check`.
    - `quiet`: it decides nothing in play; a change of it is logged only if a reason is typed.
    - `card`: its words on the unit's card, with its value for {}; empty for a fact that has a place of
      its own there or none. Words stand in the order of `at`, and not for the `usual` value.
    """

    check: Check
    quiet: bool = False
    card: str = ""
    at: int = 9
    usual: int = 0

    def on_card(self, value: Any) -> tuple[str, ...]:
        """Return its words on the card: one for each of several values."""
        values = value if isinstance(value, tuple) else (value,) if value != self.usual else ()
        return tuple(self.card.format(str(each).replace("_", " ")) for each in values if each)


def _fact(check: Check, **more: Any) -> Any:
    return field(default=None, metadata={"fact": Fact(check, **more)})


@dataclass(frozen=True, slots=True, kw_only=True)
class _UnitFacts(Act):
    """The facts of a unit that an act can state; None leaves one as it is, or to the preset.

    This is the list of them: whoever checks, copies, corrects, writes or prints facts reads it. Each
    is a column of `Unit` and a field of `UnitCard` too.
    """

    player_id: int | None = None
    kind: str | None = _fact(_member(UnitKind))
    size: int | None = _fact(whole)
    armor: str | None = _fact(armor)
    weight_class: int | None = _fact(_up_to(99))
    deflection: int | None = _fact(_up_to(99), card="Deflection {}", at=3)
    action_die: int | None = _fact(action_die)
    actions_per_turn: int | None = _fact(_up_to(20), card="{} Actions", at=4, usual=1)
    move: float | None = _fact(inches)
    power_multiplier: int | None = _fact(_up_to(MAX_MULTIPLIER))
    half_power: str | None = _fact(_member(HalfPower))
    airborne: bool | None = _fact(_flag)
    mind: str | None = _fact(_member(Mind))
    specialties: tuple[str, ...] | None = _fact(words_of, card="{}", at=1)
    tags: tuple[str, ...] | None = _fact(words_of)
    worn_armor: str | None = _fact(_worn, card="{} armor", at=2)
    value: float | None = _fact(inches, quiet=True)
    notes: str | None = _fact(text.note, quiet=True)
    token: str | None = _fact(_token, quiet=True)
    x: float | None = _fact(place, quiet=True)
    y: float | None = _fact(place, quiet=True)


_STATED: Mapping[str, Fact] = {
    each.name: each.metadata["fact"] for each in fields(_UnitFacts) if each.metadata
}
BUILT = tuple(_STATED)
"""Facts that a new unit can state."""

_HURT: Mapping[str, Check] = {
    "size_damage": whole,
    "grinding": whole,
    "limbs_lost": limbs,
    "wounded": _flag,
    "fate": _member(Fate),
}
HURT = tuple(_HURT)
"""Facts of a unit that only a battle changes."""

FACTS: Mapping[str, Fact] = {**_STATED, **{name: Fact(check) for name, check in _HURT.items()}}
"""All facts of a unit, by name."""

ON_CARD = tuple(
    sorted((name for name in FACTS if FACTS[name].card), key=lambda name: FACTS[name].at)
)
"""The facts that have words on the unit's card, in their order."""


def checked(act: object, names: Sequence[str]) -> dict[str, Any]:
    """Return the facts that an act states, cleaned; those left None are not among them.

    BadInput names the field that is wrong.
    """
    return {
        name: FACTS[name].check(value, name)
        for name in names
        if (value := getattr(act, name)) is not None
    }


def preset_of(preset: str, kind: UnitKind | None, size: int | None) -> UnitPreset:
    """Return the preset with this id, else what the rules say of a kind and Size.

    Raise BadInput for an unknown id.
    """
    if preset:
        if preset not in UNIT_PRESETS:
            raise BadInput(f"There is no unit preset {preset:.20}.", "preset")
        return UNIT_PRESETS[preset]
    kind = kind or UnitKind.MINIFIG
    # These have one usual preset; all else follows from its Size.
    whole_ones = {UnitKind.MINIFIG: "U-01", UnitKind.HERO: "U-02", UnitKind.HORSE: "U-21"}
    if kind in whole_ones:
        return UNIT_PRESETS[whole_ones[kind]]
    bodies = {UnitKind.CREATURE: "creature", UnitKind.VEHICLE: "ground vehicle"}
    made = of_size(bodies.get(kind, "structure"), 1 if size is None else size)
    made = made or UnitPreset("", "", "", "vehicle", "tool", 0, 0, 0, "1d6", mind="none")
    return replace(made, armor="1d6", value=0) if kind is UnitKind.OBJECT else made


def preset_facts(
    preset: UnitPreset, rules: BrikWarsHouse, worn_armor: str | None = None
) -> dict[str, Any]:
    """Return the facts that a preset fills in, under the house rules (OF-17, OF-92, OF-94).

    `worn_armor`: what was said to be worn, which counts in Armor and Deflection (W-14, W-15).
    """
    facts: dict[str, Any] = {
        "kind": UnitKind[preset.kind.upper()],
        "size": preset.size,
        "armor": preset.armor,
        "deflection": preset.deflection,
        "action_die": preset.action_die,
        "move": float(preset.move),
        "power_multiplier": preset.power_multiplier,
        "half_power": HalfPower[preset.half_power.upper()],
        "airborne": preset.airborne,
        "mind": one_of(Mind, preset.mind, "mind"),
        "specialties": list(preset.specialties),
        "tags": [*preset.tags, *([TWO_STEPS] if preset.two_steps else [])],
        "worn_armor": preset.worn_armor,
        "value": float(preset.value),
        "notes": preset.notes,
    }
    # Only the Armor that every minifig has (OF-17); one with armor of its own keeps that.
    if facts["kind"] is UnitKind.MINIFIG and preset.armor == "4":
        facts["armor"] = "1d6" if rules.bw_minifig_armor == "1d6" else "4"
    if facts["kind"] is UnitKind.HORSE:
        facts["size"], facts["armor"] = rules.bw_horse_size, rules.bw_horse_armor
        facts["move"] = float(rules.bw_horse_move)
    if worn_armor and worn_armor != preset.worn_armor:
        facts["armor"], facts["deflection"] = put_on(
            worn_armor, facts["armor"], facts["deflection"]
        )
    return facts


def new_weight_class(old_armor: str, old_class: int, new_armor: str, rule: str) -> int:
    """Return the Weight class after a change of Armor (OF-45).

    It follows the Armor, unless `rule` is "typed" or the old one was set by hand, which shows in
    that it differs from what the old Armor gives.
    """
    if rule == "typed" or old_class != weight_class_of(old_armor):
        return old_class
    return weight_class_of(new_armor)
