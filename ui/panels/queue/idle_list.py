"""Units that are not done, or have done nothing yet; a key for each selects it (4.0-01)."""

from functools import partial

from typing_extensions import override

from brikdesk.store.views.idle import idle_units
from brikdesk.store.views.unfinished import Unfinished, unfinished_units
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController, QueueStage
from ui.panels.queue.digit_list import MOST, DigitList, digits_of, row_of_digit
from ui.panels.queue.digit_row import DigitRow

COLUMNS = 2


def _idle_now(controller: QueueController) -> tuple[Unfinished, ...]:
    """Return the running player's units that are not done, then those that have done nothing.

    Empty while a step waits, and once the end of the turn has begun: what ends there has ended.
    `what` is empty for those that have done nothing.
    """
    if controller.stage is not QueueStage.OPEN:
        return ()
    open_ends = controller.desk.read(unfinished_units)
    named = {row.unit_id for row in open_ends}
    idle = (row for row in controller.desk.read(idle_units) if row.unit_id not in named)
    return (*open_ends, *(Unfinished(row.unit_id, row.name, "", "4.0-01") for row in idle))


def idle_keys(controller: QueueController) -> tuple[tuple[str, str], ...]:
    """List the digits that select a unit, for the status bar."""
    digits = digits_of(len(_idle_now(controller)))
    return ((digits, "select an idle unit"),) if digits else ()


def select_idle(controller: QueueController, digit: str) -> bool:
    """Select the unit of this digit everywhere; return False if no unit has it."""
    row = row_of_digit(_idle_now(controller), digit)
    if row is not None:
        controller.hub.select_unit(row.unit_id)
    return row is not None


def _heading(rows: tuple[Unfinished, ...]) -> str:
    """Say how many are not done, and how many have done nothing."""
    idle = sum(not row.what for row in rows)
    busy = len(rows) - idle
    not_done = ("1 unit is" if busy == 1 else f"{busy} units are") + " not done"
    nothing = ("1 unit has" if idle == 1 else f"{idle} units have") + " done nothing yet"
    if busy and idle:
        return f"{not_done}, {idle} {'has' if idle == 1 else 'have'} done nothing yet"
    return not_done if busy else nothing


class IdleList(DigitList[Unfinished]):
    """The list; hidden if every unit has done something."""

    def __init__(self, theme: Theme, controller: QueueController) -> None:
        name = "Units that have done nothing yet"
        super().__init__(theme, controller, name)

    @override
    def now(self) -> tuple[Unfinished, ...]:
        return _idle_now(self.controller)

    @override
    def heading(self, rows: tuple[Unfinished, ...]) -> str:
        return _heading(rows)

    @override
    def place(self, at: int, rows: tuple[Unfinished, ...]) -> tuple[int, int, int, int]:
        # What has words takes a line of its own; names alone stand side by side below.
        first = sum(bool(row.what) for row in rows[:MOST])
        if at < first:
            return at, 0, 1, COLUMNS
        return first + (at - first) // COLUMNS, (at - first) % COLUMNS, 1, 1

    @override
    def button(self, row: Unfinished, digit: int) -> DigitRow:
        button = DigitRow(self.theme, digit, row.name, row.what, row.rule if row.what else "", self)
        button.setAccessibleName(" ".join(filter(None, ("Select", row.name, row.what))))
        button.clicked.connect(partial(self.controller.hub.select_unit, row.unit_id))
        return button
