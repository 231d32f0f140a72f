"""A note about what is being done: N opens the field, Enter writes it into the log."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit
from typing_extensions import override

from brikdesk.store.campaign import Changes
from ui.campaign.desk import Desk
from ui.look.theme import Theme
from ui.widgets.own_keys import OwnKeys

MOST_LETTERS = 2_000
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class StepNote(QLineEdit, OwnKeys):
    """A field that is hidden until it is opened; emits `left` when it gives the focus back."""

    own_keys = (("Enter", "write it"), ("Esc", "drop it"))

    left = Signal()

    def __init__(self, theme: Theme, desk: Desk, unit_of_now: Callable[[], int | None]) -> None:
        """Make the field; `unit_of_now` returns the ID of the unit the note is about, or None."""
        super().__init__()
        self.theme = theme
        self._desk, self._unit_of_now = desk, unit_of_now
        self.setMaxLength(MOST_LETTERS)
        self.setPlaceholderText("Note for the log")
        self.setAccessibleName("Note for the log")
        self.hide()

    def open(self) -> None:
        """Show the field and focus it, unless its card is hidden because no step waits."""
        card = self.parentWidget()
        if not self._desk.read_only and (card is None or card.isVisible()):
            self.show()
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() in _ENTER:
            self._write()
        else:
            super().keyPressEvent(event)

    def _write(self) -> None:
        from brikdesk.acts.campaign.notes import AddNote

        words = self.text().strip()
        if words:
            answer = self._desk.do(AddNote(text=words, unit_id=self._unit_of_now()))
            if not isinstance(answer, Changes):
                return  # what was typed stays, to be written again
        self._leave()

    def _leave(self) -> None:
        self.clear()
        self.hide()
        self.left.emit()
