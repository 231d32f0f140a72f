"""The d4s of fire: check their faces, and see when a roll of them does nothing."""

from collections.abc import Iterable, Sequence

from brikdesk.errors import BadInput

FIRE_SIDES = 4
"""Fire Damage and Burning Rolls are rolled on d4s (8.3-21, F.1-31)."""


def check_d4s(faces: Sequence[int]) -> None:
    """Raise ValueError for a face that no d4 shows."""
    if wrong := [face for face in faces if not 1 <= face <= FIRE_SIDES]:
        raise ValueError(f"a d4 shows 1 to {FIRE_SIDES}, not {wrong[0]}")


def check_fire_dice(dice: Iterable[tuple[int, str]], where: str) -> None:
    """Raise BadInput for a Fire die that is not a d4 (8.3-21, 8.4-36, F.1-10).

    - `dice`: sides and kind of each Damage die.
    - `where`: the field that the error names.
    """
    if wrong := [sides for sides, kind in dice if kind == "Fire" and sides != FIRE_SIDES]:
        raise BadInput(f"Fire is rolled on d4s, not on a d{wrong[0]}: type 1d4 Fire.", where)


def all_ones(faces: Sequence[int]) -> bool:
    """Return whether every die of a roll shows 1; False without dice (Q8-28, QF-12)."""
    return bool(faces) and all(face == 1 for face in faces)
