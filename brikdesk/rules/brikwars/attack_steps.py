"""The three steps of an attack: reach, Action Roll, Damage against Armor (5.1-01 to 5.1-13, 5.1-25)."""

from collections.abc import Iterable
from dataclasses import dataclass

from brikdesk.rules.brikwars.attack_damage import damage_outcome
from brikdesk.rules.brikwars.blast import ArmorResult
from brikdesk.rules.brikwars.no import No, first

NATURAL_ONE = 1
"""An Action die that shows it fails, whatever is added (X1.2-03)."""


def may_reach(
    *,
    close_combat: bool,
    able: bool = True,
    touching: bool = True,
    awkward: str = "",
    in_sight: bool = True,
    blind: bool = False,
    pointed: bool = True,
) -> No | None:
    """Refuse an attack that never gets there; beyond Range it does, with penalties (5.1-08).

    Rules: 5.1-03 (`able`: it has a weapon that can strike the target), 5.1-04 (Close Combat: the
    striking surface touches), 5.1-05 (`awkward`: why the weapon cannot be used like that), 5.1-06
    (Ranged: line of sight, or Firing Blind), 8.2-12 (the gun can be pointed at it).
    """
    if not able:
        return No("5.1-03", "it cannot strike the target with that weapon")
    if close_combat:
        return first(
            None if touching else No("5.1-04", "the weapon does not touch the target"),
            No("5.1-05", awkward) if awkward else None,
        )
    return first(
        None if pointed else No("8.2-12", "the weapon cannot be pointed at the target"),
        None if in_sight or blind else No("5.1-06", "the target is not in sight"),
    )


def measured_from(mode: str, *, reach: float | None = None) -> str:
    """Give the point from which distance and angle are measured, in words (5.1-07, 8.2-13).

    - `mode`: as in an attack: "throw" and "drop" from the hand.
    - `reach`: Range in inches, None for Close Combat.
    """
    if mode in ("throw", "drop"):
        return "the throwing hand"
    return "the tip of the weapon" if reach is None else "the end of the barrel"


def needed_natural(use: int, modifier: int = 0) -> int:
    """Give the lowest natural number that hits; more than its sides: the die alone cannot (5.1-09).

    A natural 1 never does, whatever the modifiers.

    - `modifier`: sum of all modifiers of the Action Roll, penalty dice left out.
    """
    return max(NATURAL_ONE + 1, use - modifier)


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What is added to each step of an attack; inches for Range (5.1-02)."""

    action: int = 0
    range: int = 0
    damage: int = 0


def modified(terms: Iterable[tuple[str, int]]) -> Modifiers:
    """Add up modifiers, each with the step it changes: "action", "range" or "damage".

    Rules: 5.1-02, 5.1-25 (bonuses add to all three, penalties to the rolls only). ValueError for
    a penalty on Range and for another step.
    """
    sums = {"action": 0, "range": 0, "damage": 0}
    for step, value in terms:
        if step not in sums:
            raise ValueError(f"an attack has no step {step}")
        if step == "range" and value < 0:
            raise ValueError("no penalty shortens Range")
        sums[step] += value
    return Modifiers(**sums)


@dataclass(frozen=True, slots=True)
class AttackEnd:
    """Where an attack ends: at its reach (with why), its Action Roll, or against Armor."""

    step: int
    why: No | None = None
    result: ArmorResult = ArmorResult.NOTHING


def attack_end(reach: No | None, *, hit: bool, damage: int = 0, armor: int = 0) -> AttackEnd:
    """Give where an attack on one target ends: the step that fails is the last (5.1-01).

    - `hit`: the Action Roll reached the Use (5.1-09).
    """
    if reach:
        return AttackEnd(1, reach)
    if not hit:
        return AttackEnd(2)
    return AttackEnd(3, result=damage_outcome(damage, armor))
