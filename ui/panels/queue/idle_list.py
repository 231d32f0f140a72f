"""Units that are not done, or have done nothing yet; a key for each selects it (4.0-01)."""

from functools import partial

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from brikdesk.store.views.idle import idle_units
from brikdesk.store.views.unfinished import Unfinished, unfinished_units
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController, Stage
from ui.panels.queue.digit_row import DigitRow

MOST, COLUMNS = 9, 2
"""Units that get a digit; the others are only counted."""


def idle_now(controller: QueueController) -> tuple[Unfinished, ...]:
    """Return the running player's units that are not done, then those that have done nothing.

    Empty while a step waits. `what` is empty for those that have done nothing.
    """
    if controller.stage in (Stage.STEPS, Stage.NO_BATTLE) or controller.is_out:
        return ()
    open_ends = controller.desk.read(unfinished_units)
    named = {row.unit_id for row in open_ends}
    idle = (row for row in controller.desk.read(idle_units) if row.unit_id not in named)
    return (*open_ends, *(Unfinished(row.unit_id, row.name, "", "4.0-01") for row in idle))


def idle_keys(controller: QueueController) -> tuple[tuple[str, str], ...]:
    """List the digits that select a unit, for the status bar."""
    count = min(MOST, len(idle_now(controller)))
    return (("1" if count == 1 else f"1–{count}", "select an idle unit"),) if count else ()


def select_idle(controller: QueueController, digit: str) -> bool:
    """Select the unit of this digit everywhere; return False if no unit has it."""
    rows, place = idle_now(controller)[:MOST], int(digit) - 1
    if not 0 <= place < len(rows):
        return False
    controller.hub.select_unit(rows[place].unit_id)
    return True


def _heading(rows: tuple[Unfinished, ...]) -> str:
    """Say how many are not done, and how many have done nothing."""
    idle = sum(not row.what for row in rows)
    busy = len(rows) - idle
    not_done = ("1 unit is" if busy == 1 else f"{busy} units are") + " not done"
    nothing = ("1 unit has" if idle == 1 else f"{idle} units have") + " done nothing yet"
    if busy and idle:
        return f"{not_done}, {idle} {'has' if idle == 1 else 'have'} done nothing yet"
    return not_done if busy else nothing


class IdleList(QWidget):
    """The list; hidden if every unit has done something."""

    def __init__(
        self, theme: Theme, controller: QueueController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._controller = theme, controller
        self._shown: tuple[Unfinished, ...] = ()
        self._buttons: list[DigitRow] = []
        self._head = plain_label(theme, "", "small", "text2", strong=True)
        self._rows = QGridLayout()
        self._rows.setSpacing(0)
        self._more = plain_label(theme, "", "small", "text3")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(self._head)
        column.addLayout(self._rows)
        column.addWidget(self._more)
        self.setAccessibleName("Units that have done nothing yet")
        self.hide()

    @property
    def buttons(self) -> tuple[DigitRow, ...]:
        """The units that can be selected from here, by their digits."""
        return tuple(self._buttons)

    def words(self) -> str:
        """Return the heading above the units; empty if none is left."""
        return "" if self.isHidden() else self._head.text()

    def follow(self) -> None:
        """Show which units have done nothing."""
        rows = idle_now(self._controller)
        if rows == self._shown:
            return
        self._shown = rows
        for old in self._buttons:
            self._rows.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = [self._button(row, at) for at, row in enumerate(rows[:MOST], start=1)]
        first = sum(bool(row.what) for row in rows[:MOST])
        for at, button in enumerate(self._buttons):
            # What has words takes a line of its own; names alone stand side by side below.
            if at < first:
                self._rows.addWidget(button, at, 0, 1, COLUMNS)
            else:
                below = at - first
                self._rows.addWidget(button, first + below // COLUMNS, below % COLUMNS)
        self._head.say(_heading(rows))
        self._more.say(f"And {len(rows) - MOST} more." if len(rows) > MOST else "")
        self._more.setVisible(len(rows) > MOST)
        self.setVisible(bool(rows))

    def _button(self, row: Unfinished, digit: int) -> DigitRow:
        button = DigitRow(self.theme, digit, row.name, row.what, row.rule if row.what else "", self)
        button.setAccessibleName(" ".join(filter(None, ("Select", row.name, row.what))))
        button.clicked.connect(partial(self._controller.hub.select_unit, row.unit_id))
        return button
