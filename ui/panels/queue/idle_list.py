"""Units that have done nothing yet: a reminder, and a key for each that selects it (4.0-01)."""

from functools import partial

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from brikdesk.store.views.idle import IdleUnit, idle_units
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController, Stage
from ui.panels.queue.digit_row import DigitRow

MOST, COLUMNS = 9, 2
"""Units that get a digit; the others are only counted."""


def idle_now(controller: QueueController) -> tuple[IdleUnit, ...]:
    """Return the running player's units that have done nothing, once no step waits."""
    if controller.stage in (Stage.STEPS, Stage.NO_BATTLE) or controller.is_out:
        return ()
    return controller.desk.read(idle_units)


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


class IdleList(QWidget):
    """The list; hidden if every unit has done something."""

    def __init__(
        self, theme: Theme, controller: QueueController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._controller = theme, controller
        self._shown: tuple[IdleUnit, ...] = ()
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
        for at, button in enumerate(self._buttons):
            self._rows.addWidget(button, at // COLUMNS, at % COLUMNS)
        many = "1 unit has" if len(rows) == 1 else f"{len(rows)} units have"
        self._head.say(f"{many} done nothing yet")
        self._more.say(f"And {len(rows) - MOST} more." if len(rows) > MOST else "")
        self._more.setVisible(len(rows) > MOST)
        self.setVisible(bool(rows))

    def _button(self, row: IdleUnit, digit: int) -> DigitRow:
        button = DigitRow(self.theme, digit, row.name, parent=self)
        button.setAccessibleName(f"Select {row.name}")
        button.clicked.connect(partial(self._controller.hub.select_unit, row.unit_id))
        return button
