"""Exposure Damage: who suffers when, how much, gas, and Overload (F.1-10..17, F.1-42)."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from brikdesk.dice.house import BY_THE_BOOK, DiceRules, fails_critically
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.clocks import Clock, Edge

EXPOSURE_SIDES = (6, FIRE_SIDES)
"""Dice that Exposure Damage can have: d6 Damage and d4 Fire (F.1-10)."""


class ExposureDamage(Struct, frozen=True):
    """What one victim takes: points of damage, inches of Overload, and Fire faces to ignite it."""

    damage: int
    overload: int
    fire_faces: tuple[int, ...] = ()
    critical_failure: bool = False


def exposure_damage(
    dice: Sequence[int],
    faces: Sequence[int],
    size_modifier: int = 0,
    *,
    bonus: Sequence[int] = (),
    victim_size: int = 1,
    hazard_dice_explode: bool = True,
    house: DiceRules = BY_THE_BOOK,
) -> ExposureDamage:
    """Return what a Field does to one victim; the damage still meets its Armor.

    Rules: F.1-10, F.1-11 (all dice, no Action Roll), F.1-12 (modifier of the part exposed, on the
    total), F.1-13 (Size 0": 1 point for each die, no roll), F.1-17 (Overload), QF-30 (a Critical
    Failure does nothing at all: no damage, no ignition, no Overload), QF-35 (Bonus Dice, if
    `hazard_dice_explode`).

    - `dice`: sides of the Hazard dice that act, each 6 or 4.
    - `faces`: what they show, in the same order; none for a victim of Size 0".
    - `size_modifier`: target-size modifier of the exposed part.
    - `bonus`: d6s that highest faces earned.
    - `victim_size`: inches.
    """
    if wrong := [sides for sides in dice if sides not in EXPOSURE_SIDES]:
        raise ValueError(f"Exposure Damage has d6s and d4s, not a d{wrong[0]}")
    if victim_size == 0:
        # Nothing is rolled, so there are no Fire faces that could ignite it either (F.1-13).
        return ExposureDamage(len(dice), overload(len(dice)))
    _check_faces(dice, faces)
    if fails_critically(faces, house=house):
        return ExposureDamage(0, 0, critical_failure=True)
    points = sum(faces) + (sum(bonus) if hazard_dice_explode else 0)
    return ExposureDamage(
        damage=max(0, points + size_modifier),
        overload=overload(len(dice)),
        fire_faces=tuple(f for s, f in zip(dice, faces, strict=True) if s == FIRE_SIDES),
    )


def _check_faces(dice: Sequence[int], faces: Sequence[int]) -> None:
    if len(faces) != len(dice):
        raise ValueError(f"{len(dice)} Hazard dice show {len(dice)} faces, not {len(faces)}")
    for sides, face in zip(dice, faces, strict=True):
        if not 1 <= face <= sides:
            raise ValueError(f"a d{sides} shows 1 to {sides}, not {face}")


def overload(dice: int) -> int:
    """Return the inches of Power that so many dice of Exposure Damage cost the victim (F.1-17).

    They count in its ledger as if it had used weapons of that many inches; how long is the
    ledger's business (QF-18).
    """
    return dice


def exposure_edge(exposure_stay: str = "own_turn_end") -> Edge:
    """Return at which edge of its own turn something that stays inside suffers (QF-17)."""
    return Edge.START if exposure_stay == "own_turn_start" else Edge.END


def exposure_clock(player: int, exposed: int, exposure_stay: str = "own_turn_end") -> Clock:
    """Return the clock of something that stays inside a Field, or in a burning part.

    Rules: F.1-11, F.1-42 (the same in a burning part), QF-17 (once in each own turn, at
    `exposure_stay`; never twice from one Field in one player turn). `exposed` is the stamp of the
    player turn in which it was exposed last, 0 if it never was.
    """
    # Following: it has suffered in the turn of the stamp already, when it entered.
    return Clock(player, exposure_edge(exposure_stay), exposed, following=True)


def may_hold_breath(tags: Collection[str], surprised: bool) -> bool:
    """Return whether a victim can hold its breath on entering gas (F.1-15).

    It must be alive, and not taken by surprise, which the referee decides.
    """
    return "living" in tags and not surprised


def gas_modifier(whole_body: int, *, head_inside: bool = True) -> int | None:
    """Return the target-size modifier with which gas acts on a unit that breathes it, None for nothing.

    Rules: F.1-16 (a head inside counts as the `whole_body` exposed; with the head outside nothing
    is breathed in). Whom it affects, and who holds his breath, is asked before (F.1-14, F.1-15).
    """
    return whole_body if head_inside else None
