"""What looks wrong but may be kept: a line for each objection, with its rule."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.look.announce import announce
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.icon_mark import IconMark
from ui.widgets.rules.citation import Citation


class ObjectionLines(QWidget):
    """Hidden while there is no objection. `asked` brings the rule whose card is to be shown."""

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._shown: tuple[tuple[str, str], ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(4))
        self.hide()

    def objections(self) -> tuple[tuple[str, str], ...]:
        """Return the sentence and the rule of each objection that is shown."""
        return self._shown

    def show_objections(self, objections: Sequence[tuple[str, str]]) -> None:
        """Show these (sentence, rule) pairs. A screen reader is told only the new ones."""
        if tuple(objections) == self._shown:
            return
        new = [each for each in objections if each not in self._shown]
        self._shown = tuple(objections)
        # `takeAt`, not `itemAt`: a taken item belongs to Python, so Qt cannot delete it behind its
        # back.
        while item := self._column.takeAt(0):
            if line := item.widget():
                line.hide()
                line.deleteLater()
        for sentence, rule in objections:
            self._column.addWidget(self._line(sentence, rule))
        self.setVisible(bool(objections))
        for sentence, rule in new:
            announce(self, f"{sentence} {rule}")

    def _line(self, sentence: str, rule: str) -> QWidget:
        line = QWidget(self)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self.theme.px(8))
        citation = Citation(self.theme, rule)
        citation.asked.connect(self.asked)
        top = Qt.AlignmentFlag.AlignTop
        row.addWidget(IconMark(self.theme, "warning", "fire"), 0, top)
        row.addWidget(plain_label(self.theme, sentence, "small", "fire", wrap=True), 1)
        row.addWidget(citation, 0, top)
        return line
