"""A refusal shown where the act was tried: the sentence, its rule, and the way past it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui.look.announce import announce
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.icon_mark import IconMark
from ui.widgets.painted import PaintedWidget
from ui.widgets.rules.citation import Citation


class RefusalLine(PaintedWidget):
    """Hidden until something is refused. `overruled` is emitted when the referee overrules it (O).

    A bad entry has no rule: then neither the citation nor Overrule is shown.
    """

    overruled = Signal()
    asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._words = plain_label(theme, "", "small", "danger", wrap=True)
        self._rule = Citation(theme, "")
        self._button = Button(theme, "Overrule", "soft", key="O")
        self._rule.asked.connect(self.asked)
        self._button.clicked.connect(self.overruled)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.addWidget(IconMark(theme, "warning", "danger"))
        self._line.addWidget(self._words, 1)
        self._line.addWidget(self._rule)
        self._line.addWidget(self._button)
        self.restyle()
        self.hide()

    def refuse(self, sentence: str, rule: str = "", overrulable: bool = True) -> None:
        """Show the refusal, and have a screen reader say it at once."""
        self._words.say(sentence)
        self._rule.show_rule(rule)
        self._rule.setVisible(bool(rule))
        self._button.setVisible(bool(rule) and overrulable)
        self.show()
        announce(self, f"{sentence} {rule}".strip(), urgent=True)

    def clear(self) -> None:
        """Take the refusal away."""
        self.hide()

    def sentence(self) -> str:
        """Return the sentence, empty if nothing is refused."""
        # The label keeps its words after `clear`: only `isHidden` tells whether they still count.
        return "" if self.isHidden() else self._words.text()

    def overrule(self) -> bool:
        """Overrule by key. Return False if there is nothing to overrule."""
        if self.isHidden() or self._button.isHidden():
            return False
        self.overruled.emit()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Overrule with O; pass every other key on to the panel."""
        if event.key() != Qt.Key.Key_O or not self.overrule():
            event.ignore()

    def restyle(self) -> None:
        """Take up new sizes."""
        self._line.setSpacing(self.theme.px(8))
        super().restyle()
