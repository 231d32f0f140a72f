"""How the columns of a table share its width: nothing is cut while there is room, little after."""

from collections.abc import Sequence
from dataclasses import dataclass

LEAST_PART = 0.68
"""A column gives up so much of its contents at most; then the table scrolls."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a column wants in pixels: for its head, for its contents, and its share of the rest.

    Of contents up to `firm` pixels nothing is taken.
    """

    head: int
    content: int
    share: int
    firm: int = 0

    @property
    def whole(self) -> int:
        """Width at which nothing is cut."""
        return max(self.head, self.content)

    @property
    def least(self) -> int:
        """Width at which it still tells what it is about."""
        return max(self.head, min(self.content, self.firm), round(self.content * LEAST_PART))


def share_width(width: int, wishes: Sequence[Wish]) -> list[int]:
    """Give each column its pixels; where even the least needs more, each is whole and it scrolls."""
    whole = [wish.whole for wish in wishes]
    spare = width - sum(whole)
    if spare >= 0:
        parts = _parts(spare, [wish.share for wish in wishes])
        return [wide + more for wide, more in zip(whole, parts, strict=True)]
    can_give = [wish.whole - wish.least for wish in wishes]
    if -spare > sum(can_give):
        return whole
    taken = _parts(-spare, can_give)
    return [wide - less for wide, less in zip(whole, taken, strict=True)]


def _parts(amount: int, weights: Sequence[int]) -> list[int]:
    """Split whole pixels by weight, so that the parts add up."""
    total = sum(weights)
    parts, given, seen = [], 0, 0
    for weight in weights:
        seen += weight
        now = amount * seen // total if total else 0
        parts.append(now - given)
        given = now
    return parts
