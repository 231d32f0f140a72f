"""A list in the card that closes a turn: a heading, and a digit for each of the first rows."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController
from ui.panels.queue.digit_row import DigitRow
from ui.widgets.rules.citation import Citation

Row = TypeVar("Row")

MOST = 9
"""Rows that get a digit; the others are only counted."""


def digits_of(count: int) -> str:
    """Return the digits of so many rows, as a keycap: 1–4; empty for none."""
    most = min(MOST, count)
    return f"1–{most}" if most > 1 else "1" * most


def row_of_digit(rows: Sequence[Row], digit: str) -> Row | None:
    """Return the row of a digit; None if no row has it."""
    place = int(digit) - 1
    return rows[place] if 0 <= place < min(MOST, len(rows)) else None


class DigitList(QWidget, Generic[Row]):
    """The rows of `now`, hidden while there are none; `rule` is cited beside the heading."""

    def __init__(
        self, theme: Theme, controller: QueueController, name: str, rule: str = ""
    ) -> None:
        super().__init__()
        self.theme, self.controller = theme, controller
        self._shown: tuple[Row, ...] = ()
        self._buttons: list[DigitRow] = []
        self._head = plain_label(theme, "", "small", "text2", strong=True)
        self.citation = Citation(theme, rule)
        self.citation.asked.connect(controller.hub.rule_asked)
        if not rule:
            self.citation.hide()
        head = QHBoxLayout()
        head.addWidget(self._head)
        head.addWidget(self.citation)
        head.addStretch(1)
        self._rows = QGridLayout()
        self._rows.setSpacing(0)
        self._more = plain_label(theme, "", "small", "text3")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addLayout(head)
        column.addLayout(self._rows)
        column.addWidget(self._more)
        self.setAccessibleName(name)
        self.hide()

    def now(self) -> tuple[Row, ...]:
        """Return the rows as they are now."""
        raise NotImplementedError

    def heading(self, rows: tuple[Row, ...]) -> str:
        """Return the words above the rows."""
        raise NotImplementedError

    def button(self, row: Row, digit: int) -> DigitRow:
        """Return the line of a row."""
        raise NotImplementedError

    def place(self, at: int, rows: tuple[Row, ...]) -> tuple[int, int, int, int]:
        """Return line, column, and the lines and columns taken by the row at this place."""
        return at, 0, 1, 1

    @property
    def buttons(self) -> tuple[DigitRow, ...]:
        """The lines that have a digit."""
        return tuple(self._buttons)

    def words(self) -> str:
        """Return the heading; empty if there is no row."""
        return "" if self.isHidden() else self._head.text()

    def follow(self) -> None:
        """Show the rows as they are now."""
        rows = self.now()
        if rows == self._shown:
            return
        self._shown = rows
        for old in self._buttons:
            self._rows.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = [self.button(row, at) for at, row in enumerate(rows[:MOST], start=1)]
        for at, button in enumerate(self._buttons):
            self._rows.addWidget(button, *self.place(at, rows))
        self._head.say(self.heading(rows))
        self._more.say(f"And {len(rows) - MOST} more." if len(rows) > MOST else "")
        self._more.setVisible(len(rows) > MOST)
        self.setVisible(bool(rows))
