"""The steps of an attack: reach, Action Roll, Damage against Armor (5.1-01 to 5.1-13, 5.1-25)."""

from collections.abc import Iterable

from msgspec import Struct

from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.aiming import KNOWN_WITHIN

NATURAL_ONE = 1
"""An Action die that shows this fails, whatever is added (X1.2-03)."""


class ToSee(Struct, frozen=True):
    """Something the players must check before an attack, and the rule that asks for it."""

    words: str
    rule: str


def to_see(*, ranged: bool, thrown: bool = False, blind: bool = False) -> tuple[ToSee, ...]:
    """Return what only the players can check on the table before an attack.

    Range is not among it: an attack beyond Range may be made (5.1-08).

    Rules: 5.1-03 (it can strike the target at all), 5.1-04 and 5.1-05 (Close Combat: by touch, and
    the weapon can be used like that), 5.1-06 and 8.2-12 (Ranged: sight, and the gun points there),
    5.1-07 and 8.2-13 (where Range begins), 5.1-57 (`blind`: the place has to be known).
    """
    able = ToSee("It can strike the target with that weapon.", "5.1-03")
    if not ranged:
        return (
            able,
            ToSee("What strikes touches the target.", "5.1-04"),
            ToSee("Nothing keeps the weapon from being used like that.", "5.1-05"),
        )
    sight = ToSee("A clear line of sight leads from it to the target.", "5.1-06")
    place = ToSee(
        f"The place of the target is known to within {in_inches(KNOWN_WITHIN)}.", "5.1-57"
    )
    start = ToSee(
        f"Distance and angle are measured from {_measured_from(thrown=thrown)}.", "5.1-07"
    )
    point = ToSee("It can be pointed at the target, from the end of the barrel.", "8.2-12")
    return (able, place if blind else sight, start, *(() if thrown else (point,)))


def _measured_from(*, thrown: bool) -> str:
    """Return the point from which distance and angle are measured, in words (5.1-07, 8.2-13)."""
    return "the throwing hand" if thrown else "the end of the barrel"


def needed_natural(use: int, modifier: int = 0) -> int:
    """Return the lowest natural number that hits (5.1-09).

    It is never 1, whatever the modifiers, and may be more than the sides of the die: then the die
    alone cannot hit.

    - `modifier`: sum of all modifiers of the Action Roll, without penalty dice.
    """
    return max(NATURAL_ONE + 1, use - modifier)


class Modifiers(Struct, frozen=True):
    """The sum of modifiers of each step of an attack; inches for Range (5.1-02)."""

    action: int = 0
    range: int = 0
    damage: int = 0


def modified(terms: Iterable[tuple[str, int]]) -> Modifiers:
    """Add up modifiers, each with the step it changes: "action", "range" or "damage".

    Rules: 5.1-02, 5.1-25 (bonuses add to all three, penalties to the rolls only). Raise ValueError
    for a penalty on Range and for any other step.
    """
    sums = {"action": 0, "range": 0, "damage": 0}
    for step, value in terms:
        if step not in sums:
            raise ValueError(f"an attack has no step {step}")
        if step == "range" and value < 0:
            raise ValueError("no penalty shortens Range")
        sums[step] += value
    return Modifiers(**sums)
