"""Rolls whose dice all lie there, and what is missing of others."""

from collections.abc import Sequence
from typing import Any

from brikdesk.dice import Face, Roll, RollKind, lay_out


def resolve(
    kind: RollKind, sides: Sequence[int], faces: Sequence[Face | int], bonus: int = 0, **asked: Any
) -> Roll:
    """Return a roll; no die may be missing and no face be left over."""
    laid = lay_out(kind, sides, faces, bonus, **asked)
    assert laid.roll is not None, f"dice are missing: {laid.missing}"
    assert not laid.left, f"{laid.left} faces are left over"
    return laid.roll


def owed(
    kind: RollKind, sides: Sequence[int], faces: Sequence[Face | int] = (), **asked: Any
) -> tuple[int, ...]:
    """Return the sides of the dice that are missing."""
    return lay_out(kind, sides, faces, **asked).missing
