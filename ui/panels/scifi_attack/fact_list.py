"""The facts that count for an attack, one in a line: name, reason, value, rule."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout
from typing_extensions import override

from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.scifi_attack.facts import ShotFact
from ui.parts.lines.rich_label import RichLabel
from ui.parts.lines.rich_line import LineWords
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget
from ui.widgets.rules.citation import Citation


class _FactRow(PaintedWidget):
    """One fact; the reason wraps if the line is too narrow."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self.fact: ShotFact | None = None
        self._words = RichLabel(theme)
        self._value = plain_label(theme, "", "small", "text", strong=True)
        self.rule = Citation(theme, "")
        self._line = QHBoxLayout(self)
        middle = Qt.AlignmentFlag.AlignVCenter
        self._line.addWidget(self._words, 1, middle)
        self._line.addWidget(self._value, 0, middle)
        self._line.addWidget(self.rule, 0, middle)
        self.restyle()

    def show_fact(self, fact: ShotFact) -> None:
        """Show a fact; do nothing if it is shown already."""
        if fact == self.fact:
            return
        self.fact = fact
        name = LineWords(fact.name, "text", strong=True)
        self._words.show_pieces(
            (name, LineWords(f"  {fact.why}", "text2")) if fact.why else (name,)
        )
        self._value.say(fact.value)
        self._value.set_token(fact.tone or "text")
        self.rule.show_rule(fact.rule)
        self.rule.setVisible(bool(fact.rule))
        words = (fact.name, fact.value, fact.why)
        self.setAccessibleName(", ".join(part for part in words if part))

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._line.setSpacing(px(8))
        self._line.setContentsMargins(px(4), 0, 0, 0)
        super().restyle()


class SfFactList(PaintedWidget):
    """The facts, one below the other; `asked` carries the ID of the rule that was clicked."""

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._rows: list[_FactRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.hide()
        self.restyle()

    @property
    def facts(self) -> tuple[ShotFact, ...]:
        """The facts that are shown."""
        return tuple(row.fact for row in self._rows if row.fact and not row.isHidden())

    def show_facts(self, facts: Sequence[ShotFact]) -> None:
        """Show these facts; hide the list if there are none."""
        while len(self._rows) < len(facts):
            row = _FactRow(self.theme)
            row.rule.asked.connect(self.asked)
            self._column.addWidget(row)
            self._rows.append(row)
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(facts))
            if place < len(facts):
                row.show_fact(facts[place])
        self.setVisible(bool(facts))

    @override
    def restyle(self) -> None:
        self._column.setSpacing(0)
        super().restyle()
