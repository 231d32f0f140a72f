"""A list in a form, each entry a row of fields with a cross: capabilities, members of a crew."""

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button


class RowField(QWidget):
    """One entry. `changed` comes after a change by hand, `removed` from its cross.

    `first` is the field that gets the focus when the entry is added.
    """

    changed = Signal()
    removed = Signal()
    first: QLineEdit

    def facts(self) -> Any:
        """Return the entry as the act takes it."""
        raise NotImplementedError

    def check(self, others: list[Any]) -> bool:
        """Show at its fields what is wrong; True if nothing is. `others` are the facts above."""
        raise NotImplementedError


class FieldRows(QWidget):
    """The entries below a title, with a button that adds one."""

    changed = Signal()

    def __init__(self, theme: Theme, title: str, add: str, make: Callable[[Any], RowField]) -> None:
        super().__init__()
        self.theme, self._make = theme, make
        self.rows: list[RowField] = []
        self.add_button = Button(theme, add, "quiet", "plus")
        self.add_button.clicked.connect(lambda: self.add())
        head = QHBoxLayout()
        head.addWidget(plain_label(theme, title, "body", strong=True), 1)
        head.addWidget(self.add_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(head)
        theme.changed.connect(self._restyle)
        self._restyle()

    def facts(self) -> tuple[Any, ...]:
        """Return the facts of all entries, top to bottom."""
        return tuple(row.facts() for row in self.rows)

    def show_facts(self, facts: Iterable[Any]) -> None:
        """Replace all entries by these."""
        for row in list(self.rows):
            self._drop(row)
        for each in facts:
            self._append(each)

    def add(self) -> RowField:
        """Add an empty entry, ready to type; return it."""
        row = self._append(None)
        row.first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()
        return row

    def check(self) -> QLineEdit | None:
        """Check all entries; return the first field of the first wrong one, else None."""
        # A list, not the first find: every entry is to show what is wrong with it.
        wrong = [
            row
            for place, row in enumerate(self.rows)
            if not row.check([each.facts() for each in self.rows[:place]])
        ]
        return wrong[0].first if wrong else None

    def _append(self, facts: Any) -> RowField:
        row = self._make(facts)
        row.changed.connect(self.changed)
        row.removed.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._column.addWidget(row)
        return row

    def _remove(self, row: RowField) -> None:
        self._drop(row)
        self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _drop(self, row: RowField) -> None:
        # Deleted later, as its own cross may be what is being clicked; hidden until then.
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _restyle(self) -> None:
        self._column.setSpacing(self.theme.px(10))
