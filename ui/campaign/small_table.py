"""The table of a campaign as a picture of a few dots, kept with the recent files."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # the start screen is painted before anything heavy is imported
    from ui.campaign.desk import Desk

MOST_DOTS = 80
"""Units in the picture: the largest."""


class Dot(NamedTuple):
    """A unit: its middle and its side as shares of the table's width, and its faction's colour."""

    x: float
    y: float
    side: float
    colour: str


class SmallTable(NamedTuple):
    """The depth of the table as a share of its width, 0 where there is none; and who stands on it."""

    depth: float = 0.0
    dots: tuple[Dot, ...] = ()


def small_table(desk: "Desk") -> SmallTable:
    """Return the picture as the campaign has it now: nothing but units, which are no secret."""
    from brikdesk.store.views.battle import battle_head
    from brikdesk.store.views.units import units

    # Not asked when the campaign is closed: its file may be gone by then.
    head = desk.read(battle_head)
    wide, deep = head.table_width, head.table_depth
    placed = [unit for unit in desk.read(units) if unit.x is not None and unit.y is not None]
    if not wide or not deep or not placed:
        return SmallTable()
    largest = sorted(placed, key=lambda unit: -unit.size)[:MOST_DOTS]
    dots = (
        Dot(
            round((unit.x or 0.0) / wide, 3), round((unit.y or 0.0) / wide, 3),
            round(unit.size / wide, 3), unit.colour,
        )
        for unit in largest
    )  # fmt: skip
    return SmallTable(round(deep / wide, 3), tuple(dots))


def from_settings(value: Any) -> SmallTable:
    """Return the picture that a row of the settings holds; an empty one for anything else."""
    try:
        depth, dots = value  # from a file that anybody can edit
        made = [
            Dot(_share(x), _share(y), _share(side), str(colour))
            for x, y, side, colour in dots[:MOST_DOTS]
        ]
        return SmallTable(_share(depth), tuple(made))
    except (TypeError, ValueError, KeyError, OverflowError):
        return SmallTable()


def to_settings(table: SmallTable) -> Sequence[object]:
    """Return a picture as JSON can hold it."""
    return [table.depth, [list(dot) for dot in table.dots]]


def _share(value: Any) -> float:
    number = float(value)
    if not 0 <= number <= 10:
        raise ValueError(value)
    return number
