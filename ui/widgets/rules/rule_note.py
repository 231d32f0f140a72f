"""What follows from what was typed, with the rule that says so."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.rules.citation import Citation


class RuleNote(QWidget):
    """A small sentence and its citation, hidden without words. `asked` brings the rule's ID."""

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._words = plain_label(theme, "", "caption", "text2", wrap=True)
        self._rule = Citation(theme, "")
        self._rule.asked.connect(self.asked)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.px(8))
        line.addWidget(self._words, 1)
        line.addWidget(self._rule, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def words(self) -> str:
        """Return the sentence."""
        return self._words.text()

    def say(self, words: str, rule: str = "") -> None:
        """Show other words with their rule; hide it if there are none."""
        self._words.say(words)
        self._rule.show_rule(rule)
        self._rule.setVisible(bool(rule))
        self.setVisible(bool(words))
