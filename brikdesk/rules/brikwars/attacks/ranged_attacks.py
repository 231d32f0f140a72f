"""Ranged attacks: which ones they are, who may make them, and at what (5.3-01 to 5.3-05)."""

from collections.abc import Sequence

from brikdesk.rules.brikwars.no import No, first, no_if

MODES_THROWN = frozenset({"throw", "drop"})


def is_ranged(reach: float | None, mode: str = "single") -> bool:
    """Return whether an attack is Ranged, by its weapon's Range or because it is thrown (5.3-01).

    - `reach`: Range in inches, None for Close Combat.
    - `mode`: as in an attack: "single", "burst", "arc", "throw", "drop", "strike".
    """
    return mode in MODES_THROWN or (reach is not None and mode != "strike")


def leaves_the_hand(mode: str) -> bool:
    """Return whether the attack takes the weapon out of the hand, as a throw does (5.3-01)."""
    return mode in MODES_THROWN


def may_shoot(*, engaged: bool) -> No | None:
    """Refuse a Ranged attack to a unit in Close Combat.

    Rules: 5.3-04, 5.3-05 and A5-18 (a unit that has disengaged may shoot, even within reach of
    opponents).
    """
    return No("5.3-04", "it is engaged in Close Combat") if engaged else None


def may_shoot_at(target: str, earlier: str = "") -> No | None:
    """Refuse a second target for the Ranged attacks of one unit in one turn (5.3-03).

    - `earlier`: what it has shot at this turn, with any weapon; "" for nothing.
    """
    if not earlier or target == earlier:
        return None
    return No("5.3-03", "it has shot at another target this turn")


def may_fire_together(
    hands_needed: Sequence[int], hands_left: int, *, bw_dual_fire: bool = True
) -> No | None:
    """Refuse several hand-held Ranged weapons in one Action (A5-17).

    Each weapon makes one attack on the same target, and their damage is combined. Hands set the
    limit; a house rule may allow only one weapon (`bw_dual_fire`).

    - `hands_needed`: Hands for each weapon.
    """
    several = len(hands_needed) > 1 and not bw_dual_fire
    needed, few = sum(hands_needed), f"{hands_left} Hand" + ("" if hands_left == 1 else "s")
    takes = "this weapon takes" if len(hands_needed) == 1 else "these weapons take"
    return first(
        no_if(several, "A5-17", "one Action fires one weapon"),
        no_if(needed > hands_left, "X3.2-02", f"{takes} {needed} Hands, it has {few}"),
    )
