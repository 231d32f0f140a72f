"""The filter of a list: / opens it, words narrow the rows, Esc closes it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from ui.look.icons import icon
from ui.look.theme import Theme
from ui.parts.tables.rows_view import ENTER
from ui.widgets.own_keys import OwnKeys, TakenKeys


class FilterField(QLineEdit, OwnKeys):
    """Hidden until opened. `narrowed` brings the words; on `left` the list takes the focus.

    `keys_told` brings the keys that work while it is typed into: letters are words here, and the
    keycaps of its panel are dim meanwhile.
    """

    narrowed = Signal(str)
    left = Signal()
    keys_told = Signal(object)
    own_keys = (("Enter", "to the rows"), ("Esc", "close"))

    def __init__(self, theme: Theme, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setPlaceholderText(f"Filter {what}")
        self.setAccessibleName(f"Filter {what}")
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.textChanged.connect(self.narrowed)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def open(self) -> None:
        """Show the field, ready to type."""
        self.show()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def close_filter(self) -> None:
        """Hide the field, and show all rows again."""
        self.clear()
        self.hide()
        self.left.emit()

    def toggle(self) -> None:
        """Open it, or close it."""
        self.open() if self.isHidden() else self.close_filter()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_filter()
        elif event.key() in (Qt.Key.Key_Down, *ENTER) and not event.modifiers():
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._dim(self)
        self.keys_told.emit(self.own_keys)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._dim(None)

    def _dim(self, now: QWidget | None) -> None:
        pane = self.parentWidget()
        if pane is not None:
            TakenKeys(now, pane).dim(pane)

    def _restyle(self) -> None:
        self._glass.setIcon(icon(self.theme, "search", "text3"))
