"""What the running turn leaves a unit, as the small mark under its token."""

from collections.abc import Iterator
from math import ceil

from msgspec import Struct

from brikdesk.lengths import in_figures
from brikdesk.store.views.units import UnitRow

PARTS = 4
"""Steps of the bar for the Move that is left: few, so that many tokens share one picture."""

FIGHTING = "attack"
"""The icon of the states in which a unit is engaged or held."""


class TurnMark(Struct, frozen=True):
    """The mark of a unit: `move` is None for a unit of another player.

    - `move`: how many of PARTS of its Move are left.
    - `action`: it has an Action left, for another player's unit: it may still respond.
    """

    move: int | None
    action: bool
    engaged: bool = False
    momentum: bool = False

    def words(self, unit: UnitRow) -> Iterator[str]:
        """Yield what a screen reader says of it beyond the states."""
        if self.move is None:
            if self.action:
                yield "may respond"
            return
        yield f"{in_figures(unit.move_left or 0)} inches of Move left"
        if self.action:
            yield "Action left"


def mark_of(unit: UnitRow, answers: bool) -> TurnMark | None:
    """Return the mark of a unit; None where there is nothing to tell."""
    engaged = any(chip.icon == FIGHTING for chip in unit.chips)
    if unit.move_left is None:
        mark = TurnMark(None, answers, engaged, unit.momentum)
        return mark if answers or engaged or unit.momentum else None
    of = max(unit.move, unit.move_left)
    left = ceil(PARTS * unit.move_left / of) if of else 0
    return TurnMark(left, not unit.action_spent, engaged, unit.momentum)
