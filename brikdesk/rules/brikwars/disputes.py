"""What I Say Goes: the dice that settle what the table disagrees about (OF-12)."""

from collections.abc import Sequence
from typing import TypeVar

Side = TypeVar("Side")


def dispute_die(bw_wisg_die: str) -> int:
    """Return the sides of the die that each side rolls, by the switch bw_wisg_die."""
    return int(bw_wisg_die.removeprefix("d"))


def still_at_odds(sides: Sequence[Side], faces: Sequence[int]) -> tuple[Side, ...]:
    """Return the sides that rolled the highest face: one says how it is, several roll again."""
    highest = max(faces, default=0)
    return tuple(side for side, face in zip(sides, faces, strict=True) if face == highest)
