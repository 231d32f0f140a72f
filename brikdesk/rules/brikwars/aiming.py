"""Modifiers of aiming: size, cover, height, Range, and Firing Blind (5.1, 8.4-34).

Lengths are inches. Modifiers are signed: a bonus is above 0, a penalty below.
"""

import math

from brikdesk.rules.nearly import NEARLY

BLIND = -5
"""Modifier of the Action Roll for Firing Blind, on top of all others (5.1-56)."""

MOST_HEIGHT = 5
"""Inches of Range that height can add (5.1-50)."""

KNOWN_WITHIN = 1.0
"""Inches within which the place of an unseen target must be known (5.1-57)."""

SECTIONS = 3
"""Head, torso and legs of a minifig (5.1-32)."""

_VISIBILITY = {3: 0, 2: -1, 1: -2, 0: 0}
_AIM = {"small": -1, "tiny": -2}


def height_bonus(above: float) -> int:
    """Return the inches of Range that height adds: 1 for each full inch above the target.

    Rules: 5.1-49 and A5-08 (full inches), 5.1-50 (at most 5), 5.1-51 (none and no penalty below).
    """
    return min(MOST_HEIGHT, max(0, math.floor(above + NEARLY)))


def out_of_range(distance: float, reach: float, *, rounding: str = "ceil") -> int:
    """Return the whole inches by which a target is out of Range, 0 within it.

    Rules: 5.1-52, 5.1-53, A5-06 (`rounding` is bw_oor_rounding: "ceil" counts a started inch,
    "floor" only full ones). Raise ValueError for any other rounding.

    - `reach`: the effective Range.
    """
    over = distance - reach
    if rounding == "floor":
        return max(0, math.floor(over + NEARLY))
    if rounding != "ceil":
        raise ValueError(f"no way to round inches: {rounding}")
    return max(0, math.ceil(over - NEARLY))


def range_penalties(over: int, *, explosive: bool = False) -> tuple[int, int]:
    """Return the modifiers of the Action Roll and of the damage for inches out of Range.

    Rules: 5.1-53 (−1 for each inch to both), 5.1-55 and 8.4-34 (Explosives keep their damage).
    """
    return -over, 0 if explosive else -over


def face_after_range(face: int, over: int) -> int:
    """Return the face that counts for effects read die by die: 1 lower for each inch (5.1-54)."""
    return max(0, face - over)


def size_modifier(inches: float) -> int:
    """Return the modifier for a large target: +1 for each full 2" of it that can be hit.

    Rules: 5.1-27 (a minifig: 0), 5.1-28, 5.1-29, A5-07.
    """
    return max(0, math.floor((inches + NEARLY) / 2))


def visibility_modifier(sections: int) -> int:
    """Return the modifier for a minifig by its visible sections (5.1-34).

    With no section in sight it is Firing Blind, and visibility adds nothing to that (A5-14). Raise
    Raise ValueError for a number that no minifig has.
    """
    if sections not in _VISIBILITY:
        raise ValueError(f"a minifig has {SECTIONS} sections, not {sections}")
    return _VISIBILITY[sections]


def aim_modifier(part: str) -> int:
    """Return the modifier for a smaller aim point: "small" is about 2x2, "tiny" 1x1 (5.1-31).

    Raise ValueError for anything else.
    """
    if part not in _AIM:
        raise ValueError(f"no size of an aim point: {part}")
    return _AIM[part]
