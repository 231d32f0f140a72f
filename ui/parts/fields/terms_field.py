"""A field for terms: the known ones as pills, and a line for others."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from ui.look.theme import Theme
from ui.parts.fields.pick_buttons import PickOption
from ui.parts.fields.tick_pills import TickPills

LENGTH = 400
"""Characters of the line at most."""


class TermsField(QWidget):
    """Pills and a line. `changed` is emitted after each change by hand."""

    changed = Signal()

    def __init__(self, theme: Theme, known: Sequence[str], name: str) -> None:
        super().__init__()
        self.theme = theme
        self._known = tuple(known)
        options = [PickOption(term, term.capitalize()) for term in known]
        self.pills = TickPills(theme, options, name)
        self.others = QLineEdit()
        self.others.setMaxLength(LENGTH)
        self.others.setAccessibleName(f"{name}, others")
        self.others.setPlaceholderText("Others, apart by commas")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.pills)
        self._column.addWidget(self.others)
        self.pills.ticked.connect(self.changed)
        self.others.textEdited.connect(lambda _: self.changed.emit())
        theme.changed.connect(self._restyle)
        self._restyle()

    def terms(self) -> tuple[str, ...]:
        """Return all terms, each once, the known ones first."""
        typed = (" ".join(word.split()) for word in self.others.text().split(","))
        return tuple(dict.fromkeys((*self.pills.values(), *(word for word in typed if word))))

    def set_terms(self, terms: Iterable[str]) -> None:
        """Show these terms; a line that is being typed stays as it is."""
        chosen = tuple(terms)
        self.pills.set_values(chosen)
        if not self.others.hasFocus():
            self.others.setText(", ".join(term for term in chosen if term not in self._known))

    def _restyle(self) -> None:
        self._column.setSpacing(self.theme.px(8))
