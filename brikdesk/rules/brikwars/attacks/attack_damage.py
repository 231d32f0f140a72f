"""The Damage Roll of one hit: its dice, those that Deflection leaves, its total (5.1, 8.1)."""

import math
import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from brikdesk.dice.faces import check_sides
from brikdesk.dice.pools import LONGEST_TEXT, MOST_DICE
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.explosives.blast import ArmorResult, against_armor
from brikdesk.rules.brikwars.explosives.explosive_variants import ExplosiveDieKind
from brikdesk.rules.brikwars.fire.fire_dice import check_fire_dice
from brikdesk.rules.nearly import NEARLY

CRASH = "Crash"
"""The kind of damage of a body that hits another (8.4-57)."""

_WHERE = "damage"
_EXAMPLE = "Type damage like 2d6+1, 1 Action die+2 or 1d4 Fire."
_MINUS = "\N{MINUS SIGN}"
_EXP = ExplosiveDieKind.EXP.value
_CONCUSSION, _PHASED = ExplosiveDieKind.CONCUSSION.value, 12
_KINDS = {
    **{kind.value.lower(): kind.value for kind in ExplosiveDieKind},
    "explosive": _EXP,
    "knockback": _CONCUSSION,
    "crash": CRASH,
    "damage": "",
    "": "",
}
_DICE = re.compile(r"(\d*)\s*d\s*(\d+)\s*([a-z]*)")
_ACTION = re.compile(r"(\d*)\s*(?:action\s*di[ce]e?|d\*)\s*([a-z]*)")
_XDICE = re.compile(r"(\d*)\s*x\s*di[ce]e?")
_FLAT = re.compile(r"(\d+)\s*([a-z]*)")
# Damage of weapons that have no dice: it says in words what happens.
_WORDS = re.compile(r"by [a-z ]+|as [a-z ]+|shove or grab|\d+ deflection on a parry", re.IGNORECASE)


class DamageDie(Struct, frozen=True):
    """One Damage die; `kind` is one of table 4 ("Fire", "Exp", ...), "Crash", or "" for plain."""

    sides: int
    kind: str = ""


class DamageDice(Struct, frozen=True):
    """What a hit rolls for damage: dice in rolling order, and `flat` points on top.

    `less_distance` takes 1 point off for each full inch (8.1-08). `by` says in words what decides
    the damage if no dice do: "by ammo", "by payload".
    """

    dice: tuple[DamageDie, ...]
    flat: int = 0
    less_distance: bool = False
    by: str = ""


def by_load(damage: str) -> bool:
    """Return whether its ammunition decides a weapon's damage: "by ammo", "by payload"."""
    return damage.casefold().startswith("by ")


def read_damage(text: str, action_die: int) -> DamageDice:
    """Read damage as weapons hold it or as a referee types it.

    Rules: 5.1-10, 8.1-04 (Action dice are those of the wielder), 8.3-21. A kind behind the points
    ("1d4+1 Fire") belongs to the dice before it. An empty text has no dice; words such as
    "by ammo" are kept in `by`. Raise BadInput for anything else, and for Fire on other dice than
    d4s.

    - `action_die`: its number of sides.
    """
    plain = " ".join(text.split())
    if len(plain) > LONGEST_TEXT:
        raise BadInput(f"this is too long for damage. {_EXAMPLE}", _WHERE)
    if not plain or _WORDS.fullmatch(plain):
        return DamageDice((), by=plain)
    dice: list[DamageDie] = []
    flat, less_distance = 0, False
    # A + before every minus lets one split find all terms, each still with its own sign.
    for word in plain.replace(_MINUS, "-").replace("-", "+-").removeprefix("+").split("+"):
        sign, term = (-1 if word.startswith("-") else 1), word.removeprefix("-").strip().lower()
        if term == "distance" and sign == -1:
            less_distance = True
        # Dice are only ever added: "-1d4" falls through to the last branch.
        elif thrown := _dice(term, action_die, plain) if sign > 0 else []:
            dice += thrown
        elif found := _FLAT.fullmatch(term):
            flat += sign * int(found[1])
            dice = _named(dice, _kind(found[2], plain))
        else:
            raise _nonsense(plain)
        if len(dice) > MOST_DICE or abs(flat) > 1_000:
            raise BadInput(f"at most {MOST_DICE} dice and 1000 points in one roll", _WHERE)
    check_fire_dice([(die.sides, die.kind) for die in dice], _WHERE)
    return DamageDice(tuple(dice), flat, less_distance)


def _nonsense(text: str) -> BadInput:
    return BadInput(f"“{text[:60]}” is no damage. {_EXAMPLE}", _WHERE)


def _kind(word: str, text: str) -> str:
    if word not in _KINDS:
        raise _nonsense(text)
    return _KINDS[word]


def _named(dice: list[DamageDie], kind: str) -> list[DamageDie]:
    """Give the last dice that have no kind yet the kind that stands behind the points."""
    plain = len(dice)
    while plain and not dice[plain - 1].kind:
        plain -= 1
    return [*dice[:plain], *(DamageDie(die.sides, kind) for die in dice[plain:])]


def _dice(term: str, action_die: int, text: str) -> list[DamageDie]:
    if found := _DICE.fullmatch(term):
        count, sides, kind = found[1], int(found[2]), _kind(found[3], text)
    elif found := _ACTION.fullmatch(term):
        count, sides, kind = found[1], action_die, _kind(found[2], text)
    elif found := _XDICE.fullmatch(term):
        count, sides, kind = found[1], 10, _EXP
    else:
        return []
    try:
        check_sides(sides)
    except ValueError:
        raise BadInput(f"there is no d{sides}. {_EXAMPLE}", _WHERE) from None
    # One die too many is enough for the caller to refuse: no list of 10^9 dice is ever made.
    return [DamageDie(sides, kind)] * min(int(count[:4] or 1), MOST_DICE + 1)


def after_deflection(
    dice: Sequence[DamageDie], levels: int, *, pierce: int = 0
) -> tuple[DamageDie, ...]:
    """Return the dice that are still rolled after `levels` of Deflection.

    Rules: A-06 and A5-15 (each level takes one die of every type, before the roll; points on top
    stay), 8.4-37 (each of `pierce` cancels a level), 8.4-40 (d12s are not touched). Concussion is
    not damage and stays (8.4-38). For dice that were rolled already see `blast.deflected`.
    """
    layers = max(0, levels - pierce)
    taken: Counter[DamageDie] = Counter()
    left: list[DamageDie] = []
    for die in dice:
        taken[die] += 1
        if die.sides == _PHASED or die.kind == _CONCUSSION or taken[die] > layers:
            left.append(die)
    return tuple(left)


def damage_total(
    rolled: int,
    flat: int,
    *,
    out_of_range: int = 0,
    area: int = 0,
    distance_off: int = 0,
    critical_failure: bool = False,
) -> int:
    """Return the points of damage of one hit, never below 0.

    Rules: 5.1-10, 5.1-53, 8.1-08, 8.3-07, and A-01 (a Critical Failure deals none).

    - `rolled`: sum of the dice with all they earned.
    - `out_of_range`: inches beyond Range; 0 for Explosives (5.1-55).
    - `area`: modifier of size or cover, for attacks on an area only.
    - `distance_off`: `full_inches` to the target if the damage is `less_distance`.
    """
    if critical_failure:
        return 0
    return max(0, rolled + flat - out_of_range + area - distance_off)


def full_inches(distance: float) -> int:
    """Return the points that a BlastGun's damage loses: full inches to the target (8.3-11)."""
    return max(0, math.floor(distance + NEARLY))


def damage_outcome(damage: int, armor: int) -> ArmorResult:
    """Compare the damage of one hit, or one sum, with Armor (5.1-11, 5.1-12, 5.1-13, A5-41)."""
    return against_armor(armor, [damage])
