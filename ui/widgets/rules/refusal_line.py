"""A refusal shown where the act was tried: each sentence, its rule, and the way past it."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from brikdesk.errors import Refusal
from ui.look.announce import announce
from ui.look.pressed import sign
from ui.look.text import PlainLabel, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.icon_mark import IconMark
from ui.widgets.painted import PaintedWidget
from ui.widgets.rules.citation import Citation


class RefusalLine(PaintedWidget):
    """Hidden until something is refused; each rule that refuses has a row of its own.

    `overruled` brings the rule that the referee sets aside: O is the way past the first one. A bad
    entry has no rule: then neither the citation nor Overrule is shown.
    """

    overruled = Signal(str)
    asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._rows: list[_RuleRow] = []  # made for the first refusal: many never have one
        self.restyle()
        self.hide()

    def refuse(self, sentence: str, rule: str = "", others: Sequence[Refusal] = ()) -> None:
        """Show the refusal, and have a screen reader say it at once.

        `others` are what else refuses the same.
        """
        said: dict[str, list[str]] = {rule: [sentence]}
        for each in others:
            said.setdefault(each.rule, []).append(each.sentence)
        while len(self._rows) < len(said):
            self._add_row()
        for number, row in enumerate(self._rows):
            row.setVisible(number < len(said))
        for row, (by, sentences) in zip(self._rows, said.items(), strict=False):
            row.tell(" ".join(sentences), by)
        self.show()
        announce(self, " ".join(row.heard for row in self._shown), urgent=True)

    def clear(self) -> None:
        """Take the refusal away."""
        self.hide()

    def sentence(self) -> str:
        """Return the sentences, empty if nothing is refused."""
        # The labels keep their words after `clear`: only `isHidden` tells whether they still count.
        return "" if self.isHidden() else " ".join(row.words.text() for row in self._shown)

    def overrule(self) -> bool:
        """Overrule the first rule by key. Return False if there is nothing to overrule."""
        if self.isHidden() or not self._rows[0].rule.rule:
            return False
        self.overruled.emit(self._rows[0].rule.rule)
        return True

    @property
    def _shown(self) -> "list[_RuleRow]":
        return [row for row in self._rows if not row.isHidden()]

    def _add_row(self) -> None:
        row = _RuleRow(self.theme, "" if self._rows else "O")
        row.rule.asked.connect(self.asked)
        row.button.clicked.connect(partial(self._set_aside, row))
        self._column.addWidget(row)
        self._rows.append(row)

    def _set_aside(self, row: "_RuleRow") -> None:
        self.overruled.emit(row.rule.rule)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Overrule with O; pass every other key on to the panel."""
        if sign(event) != "o" or not self.overrule():
            event.ignore()

    def restyle(self) -> None:
        """Take up new sizes."""
        self._column.setSpacing(self.theme.px(4))
        super().restyle()


class _RuleRow(PaintedWidget):
    """One rule that refuses: the sentence, the citation, and the button with its `key`."""

    def __init__(self, theme: Theme, key: str) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.words: PlainLabel = plain_label(theme, "", "small", "danger", wrap=True)
        self.rule, self.button = Citation(theme, ""), Button(theme, "Overrule", "soft", key=key)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.addWidget(IconMark(theme, "warning", "danger"))
        self._line.addWidget(self.words, 1)
        self._line.addWidget(self.rule)
        self._line.addWidget(self.button)
        self.restyle()

    @property
    def heard(self) -> str:
        """What a screen reader says of it."""
        return f"{self.words.text()} {self.rule.rule}".strip()

    def tell(self, words: str, rule: str) -> None:
        """Show the words of a rule; without a rule it cannot be overruled."""
        self.words.say(words)
        self.rule.show_rule(rule)
        self.rule.setVisible(bool(rule))
        self.button.setVisible(bool(rule))
        self.button.setAccessibleName(f"Overrule {rule}")

    def restyle(self) -> None:
        """Take up new sizes."""
        self._line.setSpacing(self.theme.px(8))
        super().restyle()
