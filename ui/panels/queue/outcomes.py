"""The odds of every target of an attack, shown before the Damage dice are rolled."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout
from typing_extensions import override

from brikdesk.lengths import in_inches
from brikdesk.odds import TargetOdds
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.models.attack.odds_blocks import percent, percent_aloud
from ui.parts.lines.rich_label import RichLabel
from ui.parts.lines.rich_line import LineWords
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.outcome_bar import OutcomeBar, OutcomePart
from ui.widgets.painted import PaintedWidget

MOST = 4
SMALL = 0.0005
"""Chances below this, 0.05 %, are left out."""


class Expected(Struct, frozen=True):
    """A target's odds, and the word for beaten Armor: a kill, or through the Armor."""

    odds: TargetOdds
    beaten: str


class _First(PaintedWidget):
    """All chances of one target in words, and its bar."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self.words, self.bar = RichLabel(theme), OutcomeBar(theme)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.words)
        self._column.addWidget(self.bar)
        self.restyle()

    def show_expected(self, expected: Expected) -> None:
        odds, parts = expected.odds, parts_of(expected)
        # What is all but impossible stays in the bar and out of the words.
        likely = [part for part in parts if part.chance >= SMALL]
        marks = [*"," * (len(likely) - 1), "."]
        said = [
            LineWords(
                f"{part.words} {percent(part.chance)}{mark}",
                part.tone or "text2",
                part.tone == "danger",
            )
            for part, mark in zip(likely, marks, strict=False)
        ]
        average = LineWords(f"{odds.expected_damage:.1f} damage on average", "text3")
        also = [LineWords(f"· {words}", tone) for words, tone in besides(odds)]
        self.words.show_pieces(
            (LineWords(f"{odds.name}:", "text", strong=True), *said, average, *also)
        )
        self.bar.show_parts(parts, _spoken(expected, parts))

    @override
    def restyle(self) -> None:
        self._column.setSpacing(self.theme.px(4))
        super().restyle()


class _Further(PaintedWidget):
    """One target more in a line: name, bar, the chance that its Armor is beaten."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._name = ElidedLabel(theme, "", "small", "text2")
        self.bar = OutcomeBar(theme)
        self._chance = plain_label(theme, "", "small", "danger", strong=True)
        self._chance.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        for part in (self._name, self.bar, self._chance):
            self._line.addWidget(part, 1 if part is self.bar else 0)
        self.restyle()

    def show_expected(self, expected: Expected) -> None:
        parts = parts_of(expected)
        self._name.say(expected.odds.name)
        self._chance.say(percent(expected.odds.beaten))
        self.bar.show_parts(parts, _spoken(expected, parts))

    @override
    def restyle(self) -> None:
        self._line.setSpacing(self.theme.px(10))
        self._name.setFixedWidth(self.theme.px(130))
        self._chance.setFixedWidth(self.theme.px(56))
        super().restyle()


class Outcomes(PaintedWidget):
    """The first target in words with its bar, up to `MOST` more in a line each, then a count."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._first = _First(theme)
        self._rows: list[_Further] = []
        self._more = plain_label(theme, "", "small", "text3", wrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._first)
        self._column.addWidget(self._more)
        self.hide()
        self.restyle()

    def show_expected(self, expected: Sequence[Expected]) -> None:
        """Show the odds of these targets; hide the widget if there are none."""
        further = expected[1 : MOST + 1]
        if expected:
            self._first.show_expected(expected[0])
        # Rows are kept and hidden: the odds change with every key, and a new widget costs more
        # than a text.
        while len(self._rows) < len(further):
            row = _Further(self.theme)
            self._column.insertWidget(1 + len(self._rows), row)
            self._rows.append(row)
        for at, row in enumerate(self._rows):
            row.setVisible(at < len(further))
            if at < len(further):
                row.show_expected(further[at])
        rest = len(expected) - len(further) - 1
        self._more.say(f"and {rest} more" if rest > 0 else "")
        self._more.setVisible(rest > 0)
        self.setVisible(bool(expected))

    def words(self) -> list[str]:
        """Return what is shown, one sentence for each target."""
        rows = [row.bar.accessibleName() for row in self._rows if not row.isHidden()]
        return [] if self.isHidden() else [self._first.bar.accessibleName(), *rows]

    @override
    def restyle(self) -> None:
        self._column.setSpacing(self.theme.px(4))
        super().restyle()


def parts_of(expected: Expected) -> tuple[OutcomePart, ...]:
    """Return the four parts of a bar."""
    odds = expected.odds
    return (
        OutcomePart(odds.not_hit, "", "miss"),
        OutcomePart(odds.no_effect, "text3", "no effect"),
        OutcomePart(odds.something_bad, "fire", "Something Bad"),
        OutcomePart(odds.beaten, "danger", expected.beaten),
    )


def besides(odds: TargetOdds, percent: Callable[[float], str] = percent) -> list[tuple[str, str]]:
    """Return what may happen besides damage, fire and KnockBack, as pairs of words and colour."""
    said = []
    if odds.set_on_fire >= SMALL:
        said.append((f"set on fire {percent(odds.set_on_fire)}", "fire"))
    if odds.thrown >= SMALL:
        average = f"{in_inches(odds.knockback)} on average"
        said.append((f'KnockBack 1" or more {percent(odds.thrown)}, {average}', "text2"))
    return said


def _spoken(expected: Expected, parts: Sequence[OutcomePart]) -> str:
    likely = (part for part in parts if part.chance >= SMALL)
    said = [f"{part.words} {percent_aloud(part.chance)}" for part in likely]
    said += [words for words, _ in besides(expected.odds, percent_aloud)]
    return f"{expected.odds.name}: {', '.join(said)}"
