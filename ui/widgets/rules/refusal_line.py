"""A refusal shown where the act was tried: the sentence, its rule, and the way past it."""

from functools import cached_property

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui.look.announce import announce
from ui.look.pressed import sign
from ui.look.text import PlainLabel, plain_label
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
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self.restyle()
        self.hide()

    @cached_property
    def _parts(self) -> tuple[PlainLabel, Citation, Button]:
        """The sentence, its rule and the button, made for the first refusal: many never have one."""
        words = plain_label(self.theme, "", "small", "danger", wrap=True)
        rule, button = Citation(self.theme, ""), Button(self.theme, "Overrule", "soft", key="O")
        rule.asked.connect(self.asked)
        button.clicked.connect(self.overruled)
        self._line.addWidget(IconMark(self.theme, "warning", "danger"))
        self._line.addWidget(words, 1)
        self._line.addWidget(rule)
        self._line.addWidget(button)
        return words, rule, button

    def refuse(self, sentence: str, rule: str = "") -> None:
        """Show the refusal, and have a screen reader say it at once."""
        words, citation, button = self._parts
        words.say(sentence)
        citation.show_rule(rule)
        citation.setVisible(bool(rule))
        button.setVisible(bool(rule))
        self.show()
        announce(self, f"{sentence} {rule}".strip(), urgent=True)

    def clear(self) -> None:
        """Take the refusal away."""
        self.hide()

    def sentence(self) -> str:
        """Return the sentence, empty if nothing is refused."""
        # The label keeps its words after `clear`: only `isHidden` tells whether they still count.
        return "" if self.isHidden() else self._parts[0].text()

    def overrule(self) -> bool:
        """Overrule by key. Return False if there is nothing to overrule."""
        if self.isHidden() or self._parts[2].isHidden():
            return False
        self.overruled.emit()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Overrule with O; pass every other key on to the panel."""
        if sign(event) != "o" or not self.overrule():
            event.ignore()

    def restyle(self) -> None:
        """Take up new sizes."""
        self._line.setSpacing(self.theme.px(8))
        super().restyle()
