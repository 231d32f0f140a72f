"""What a way costs a unit, in words; of several units that go together the dearest counts."""

from collections.abc import Iterable

from msgspec import Struct

from brikdesk.acts.battlefield.way import Way
from brikdesk.lengths import compared, in_inches

MOST_NAMES = 3
"""Names at most in one line; the others are counted."""


def few(names: tuple[str, ...]) -> str:
    """Return the first of some names and the number of the others: "Ann, Ben, Cleo and 2 more"."""
    more = len(names) - MOST_NAMES
    shown = ", ".join(names[:MOST_NAMES])
    return f"{shown} and {more} more" if more > 0 else shown


class WayPrice(Struct, frozen=True):
    """A unit and the way before it; None where it has none."""

    name: str
    way: Way | None

    @property
    def wrong(self) -> bool:
        """Whether the move would be refused, or something blocks it."""
        way = self.way
        return way is not None and bool(way.too_far or way.hindered or way.blocked)

    @property
    def words(self) -> tuple[str, ...]:
        """What it costs and what is left, or why it cannot be; then what it meets on its way."""
        way = self.way
        if way is None:
            return ()
        parts = []
        if way.hindered:
            parts.append(way.hindered)
        elif way.cost is not None and way.left is not None:
            half = f" at Half Speed: {', '.join(way.slow)}" if way.slow else ""
            half = half or (
                f", {in_inches(way.difficult)} in Difficult Terrain" if way.difficult else ""
            )
            cost, left = (
                compared(way.cost, way.left)
                if way.too_far
                else map(in_inches, (way.cost, way.left))
            )
            parts.append(f"{cost} of {left} Move left{half}")
        if way.blocked:
            parts.append(f"blocked by {', '.join(way.blocked)}")
        if way.into and way.inches:
            parts.append(f"into {', '.join(way.into)}")
        if way.answers:
            hold = "holds" if len(way.answers) == 1 else "hold"
            parts.append(f"in reach of {few(way.answers)}, who still {hold} an Action")
        if way.homing and way.inches:
            parts.append(f"ends the homing of {', '.join(way.homing)}")
        return tuple(parts)


def dearest(prices: Iterable[WayPrice]) -> WayPrice:
    """Return the one that has to be known first: what cannot move, goes too far, leaves least."""

    def weight(price: WayPrice) -> tuple[bool, bool, bool, float]:
        way = price.way
        if way is None:
            return False, False, False, 0.0
        over = (way.cost or 0.0) - (way.left or 0.0) if way.cost is not None else float("-inf")
        return bool(way.hindered), way.too_far, bool(way.blocked), over

    return max(prices, key=weight)
