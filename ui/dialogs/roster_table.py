"""The table of units that are about to be added: how many, their name, what they are and carry."""

from collections.abc import Sequence

from PySide6.QtWidgets import QGridLayout, QWidget

from ui.look.text import PlainLabel, plain_label
from ui.look.theme import Theme

MOST_SHOWN = 40
"""Lines of the table; what follows is only counted."""


class RosterTable(QWidget):
    """Shows lines of words under heads; hidden while there are none."""

    def __init__(self, theme: Theme, heads: Sequence[str], gap: int = 16) -> None:
        super().__init__()
        self._theme, self._heads = theme, heads
        self._rows: list[list[PlainLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.px(gap))
        self._grid.setVerticalSpacing(theme.px(6))
        self._grid.setColumnStretch(len(heads) - 1, 1)
        for column, name in enumerate(heads):
            label = plain_label(theme, name, "caption", "text3", strong=True)
            self._grid.addWidget(label, 0, column)
        self.hide()

    def show_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Show other lines; those after MOST_SHOWN are left out."""
        shown = rows[:MOST_SHOWN]
        while len(self._rows) < len(shown):
            self._rows.append(self._new_row())
        for number, labels in enumerate(self._rows):
            here = number < len(shown)
            for column, label in enumerate(labels):
                label.say(shown[number][column] if here else "")
                label.setVisible(here)
        self.setVisible(bool(shown))

    def rows(self) -> list[tuple[str, ...]]:
        """Return the lines as they are shown."""
        shown = (row for row in self._rows if row[0].isVisibleTo(self))
        return [tuple(label.text() for label in row) for row in shown]

    def _new_row(self) -> list[PlainLabel]:
        # Labels are hidden, not deleted: lines come and go with each letter that is typed.
        row = [
            plain_label(
                self._theme, "", "body", "text" if column == 1 else "text2", wrap=column > 0
            )
            for column in range(len(self._heads))
        ]
        for column, label in enumerate(row):
            self._grid.addWidget(label, len(self._rows) + 1, column)
        return row


def counted(units: int, lines: int) -> str:
    """Return what stands above the table: 17 units; with what is not shown, if the table is cut."""
    if not units:
        return ""
    many = "1 unit" if units == 1 else f"{units} units"
    more = lines - MOST_SHOWN
    return many + (f", {more} more lines below" if more > 0 else "")
