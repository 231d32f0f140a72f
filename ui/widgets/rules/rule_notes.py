"""House rules that bear on what is shown: a line for each, with its ruling."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from brikdesk.rules.brikwars.reminders import Reminder
from ui.look.theme import Theme
from ui.widgets.rules.rule_note import RuleNote


class RuleNotes(QWidget):
    """The lines below one another, hidden without any. `asked` brings the rule's ID."""

    asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("House rules that bear on it")
        self._theme = theme
        self._notes: list[RuleNote] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.hide()

    def words(self) -> tuple[str, ...]:
        """Return the sentences that are shown."""
        return tuple(note.words() for note in self._notes if not note.isHidden())

    def show_reminders(self, reminders: Sequence[Reminder]) -> None:
        """Show other reminders. Lines that exist are used again, the rest of them hidden."""
        while len(self._notes) < len(reminders):
            note = RuleNote(self._theme)
            note.asked.connect(self.asked)
            self._notes.append(note)
            self._column.addWidget(note)
        for place, note in enumerate(self._notes):
            known = reminders[place] if place < len(reminders) else None
            note.say(known.words if known else "", known.rule if known else "")
        self.setVisible(bool(reminders))
