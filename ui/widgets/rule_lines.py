"""Lines that name a rule: its number, a note, a refusal, an objection, what was understood."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.errors import Refusal, in_few
from brikdesk.rules.brikwars.house_rules import Reminder
from ui.look.icons import CHIP, paint_icon
from ui.look.shortcuts import sign
from ui.look.text import PlainLabel, announce, note, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.layout import as_many, clear_out, in_column, in_row
from ui.widgets.painted import (
    IconMark,
    PaintedButton,
    PaintedWidget,
    draw_focus,
    draw_line,
    draw_plate,
    keycap_width,
    paint_keycap,
    square_in,
    text_width,
)

HEIGHT, PADDING, GAP, RADIUS = 20, 5, 3, 4


def citation_width(theme: Theme, rule: str) -> int:
    """Return the pixels that a citation takes across."""
    words = text_width(theme.rule_font(), rule)
    return 2 * theme.px(PADDING) + theme.px(CHIP) + theme.px(GAP) + words + 1


def paint_citation(
    painter: QPainter,
    box: QRectF,
    theme: Theme,
    rule: str,
    hovered: bool = False,
    icon: str = "book",
) -> None:
    """Paint a citation (or a chip with another icon) as wide as `box`, centred in its height."""
    height = theme.px(HEIGHT)
    plate = QRectF(box.left(), round(box.center().y() - height / 2), box.width(), height)
    edge = theme.color("ctl") if hovered else None
    draw_plate(painter, plate, theme.px(RADIUS), theme.color("bg3"), edge)
    side, left = theme.px(CHIP), theme.px(PADDING)
    place = QRectF(plate.left() + left, plate.top(), side, height)
    paint_icon(painter, square_in(place, side), theme, icon, "text3")
    line = plate.adjusted(left + side + theme.px(GAP), 0, 0, 0)
    ink = theme.color("text" if hovered else "text2")
    draw_line(painter, line, rule, theme.rule_font(), ink)


class Citation(PaintedButton):
    """A citation that can be clicked; `asked` brings the rule ID."""

    asked = Signal(str)

    def __init__(self, theme: Theme, rule: str) -> None:
        super().__init__(theme)
        self.clicked.connect(self._ask)
        self.show_rule(rule)

    def show_rule(self, rule: str) -> None:
        """Cite another rule."""
        self.rule = rule
        self.setAccessibleName(f"Rule {rule}")
        self.restyle()

    def sizeHint(self) -> QSize:
        """Return the size; it is higher than the plate, to be clicked easily."""
        return QSize(citation_width(self.theme, self.rule), self.theme.px(28))

    def minimumSizeHint(self) -> QSize:
        """Return the same size: a rule ID that is cut off names another rule, or none."""
        return self.sizeHint()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint book and number."""
        paint_citation(painter, box, self.theme, self.rule, self.underMouse())
        if self.hasFocus():
            # The widget is higher than its plate: the ring goes round the plate.
            draw_focus(painter, box.adjusted(0, 3, 0, -3), self.theme, self.theme.px(RADIUS))

    def _ask(self) -> None:
        self.asked.emit(self.rule)


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
        self._column = in_column(theme, gap=4, on=self)
        self.decided: Callable[[str], str] = lambda _rule: ""
        """What is said of how the referee has decided on a rule before."""
        self._rows: list[_RuleRow] = []  # made for the first refusal: many never have one
        self._mend: Button | None = None
        self._mends: Callable[[], object] | None = None
        self.restyle()
        self.hide()

    def refuse(self, sentence: str, rule: str = "", others: Sequence[Refusal] = ()) -> None:
        """Show the refusal, and have a screen reader say it at once.

        `others` are what else refuses the same.
        """
        # By rule, as all that a rule refuses is set aside at once.
        said: dict[str, list[str]] = {}
        for each in in_few((Refusal(rule, sentence), *others)):
            said.setdefault(each.rule, []).append(each.sentence)
        rows = as_many(self._rows, len(said), self._new_row)
        for row, (by, sentences) in zip(rows, said.items(), strict=True):
            row.tell(" ".join(filter(None, (*sentences, self.decided(by)))), by)
        self.offer("", None)
        self.show()
        announce(self, " ".join(row.heard for row in self._shown), urgent=True)

    def offer(self, words: str, does: Callable[[], object] | None) -> None:
        """Offer what mends it on a button below the refusal; None: nothing does."""
        self._mends = does
        if self._mend is None and does is not None:
            self._mend = Button(self.theme, "", "soft", does=self._do_offered)
            self._column.insertWidget(0, self._mend, 0, Qt.AlignmentFlag.AlignRight)
        if self._mend is not None:
            self._mend.set_words(words)
            self._mend.setVisible(does is not None)

    def _do_offered(self) -> None:
        if self._mends is not None:
            self._mends()

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

    def _new_row(self) -> "_RuleRow":
        row = _RuleRow(self.theme, "" if self._rows else "O")
        row.rule.asked.connect(self.asked)
        row.button.clicked.connect(partial(self._set_aside, row))
        self._column.addWidget(row)
        return row

    def _set_aside(self, row: "_RuleRow") -> None:
        self.overruled.emit(row.rule.rule)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Overrule with O; pass every other key on to the panel."""
        if sign(event) != "o" or not self.overrule():
            event.ignore()


class _RuleRow(PaintedWidget):
    """One rule that refuses: the sentence, the citation, and the button with its `key`."""

    def __init__(self, theme: Theme, key: str) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.words: PlainLabel = note(theme, "", "danger")
        self.rule, self.button = Citation(theme, ""), Button(theme, "Overrule", "soft", key=key)
        mark = IconMark(theme, "warning", "danger")
        in_row(theme, mark, (self.words, 1), self.rule, self.button, gap=8, on=self)
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


class RuleNote(QWidget):
    """A small sentence and its citation, hidden without words. `asked` brings the rule's ID."""

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._words = plain_label(theme, "", "caption", "text2", wrap=True)
        self._rule = Citation(theme, "")
        self._rule.asked.connect(self.asked)
        in_row(theme, (self._words, 1), (self._rule, 0, Qt.AlignmentFlag.AlignTop), gap=8, on=self)
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


class RuleNotes(QWidget):
    """The lines below one another, hidden without any. `asked` brings the rule's ID."""

    asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("House rules that bear on it")
        self._theme = theme
        self._notes: list[RuleNote] = []
        self._column = in_column(theme, gap=0, on=self)
        self.hide()

    def words(self) -> tuple[str, ...]:
        """Return the sentences that are shown."""
        return tuple(note.words() for note in self._notes if not note.isHidden())

    def show_reminders(self, reminders: Sequence[Reminder]) -> None:
        """Show other reminders. Lines that exist are used again, the rest of them hidden."""
        lines = as_many(self._notes, len(reminders), self._new_line)
        for line, known in zip(lines, reminders, strict=True):
            line.say(known.words, known.rule)
        self.setVisible(bool(reminders))

    def _new_line(self) -> RuleNote:
        line = RuleNote(self._theme)
        line.asked.connect(self.asked)
        self._column.addWidget(line)
        return line


class ObjectionLines(QWidget):
    """Hidden while there is no objection. `asked` brings the rule whose card is to be shown."""

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._shown: tuple[tuple[str, str], ...] = ()
        self._column = in_column(theme, gap=4, on=self)
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
        clear_out(self._column)
        for sentence, rule in objections:
            self._column.addWidget(self._line(sentence, rule))
        self.setVisible(bool(objections))
        for sentence, rule in new:
            announce(self, f"{sentence} {rule}")

    def _line(self, sentence: str, rule: str) -> QWidget:
        line, theme, top = QWidget(self), self.theme, Qt.AlignmentFlag.AlignTop
        citation = Citation(theme, rule)
        citation.asked.connect(self.asked)
        mark, words = IconMark(theme, "warning", "fire"), note(theme, sentence, "fire")
        in_row(theme, (mark, 0, top), (words, 1), (citation, 0, top), gap=8, on=line)
        return line


ROW, LABEL, SIDE, ABOVE, BELOW = 24, 78, 18, 8, 4
ICONS = {"danger": "warning", "ok": "check", "aim": "attack"}

HeardCells = tuple[str, str, str]
"""Label, words, colour token."""


class HeardRows(PaintedWidget):
    """The state of a typed line, the suggestions that Tab inserts, and what was understood.

    Hidden while there is nothing to show. Where room is short, the rows of what was understood
    are left out first.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.state: tuple[HeardCells, ...] = ()
        self.rows: tuple[HeardCells, ...] = ()
        self.suggestions: tuple[str, ...] = ()
        self.hide()

    def show_rows(
        self,
        state: Sequence[HeardCells],
        rows: Sequence[HeardCells],
        suggestions: Sequence[str] = (),
    ) -> None:
        """Show the state of the line, what was understood of it, and suggestions for Tab."""
        self.state, self.rows = tuple(state), tuple(rows)
        self.suggestions = tuple(suggestions)
        tab = [f"Tab: {', '.join(self.suggestions)}"] if self.suggestions else []
        self.setAccessibleName(". ".join((*_read(self.state), *tab, *_read(self.rows))))
        self.setVisible(self.count > 0)
        self.updateGeometry()
        self.update()

    @property
    def count(self) -> int:
        """The number of rows, one for all suggestions together."""
        return len(self.state) + bool(self.suggestions) + len(self.rows)

    @override
    def sizeHint(self) -> QSize:
        """Return the height of all rows."""
        return self._size(self.count)

    @override
    def minimumSizeHint(self) -> QSize:
        """Return the size without the rows of what was understood; words may be cut too."""
        return self._size(self.count - len(self.rows))

    def _size(self, count: int) -> QSize:
        px = self.theme.px
        return QSize(px(100), px(ABOVE) + count * px(ROW) + px(BELOW))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the rows."""
        px = self.theme.px
        place = QRectF(
            box.left() + px(SIDE), box.top() + px(ABOVE), box.width() - 2 * px(SIDE), px(ROW)
        )
        tab = [None] if self.suggestions else []
        for row in (*self.state, *tab, *self.rows):
            # Whole rows only; the one pixel allows for heights that layouts round.
            if place.bottom() > box.bottom() + 1:
                break
            if row is None:
                self._paint_tab(painter, place)
            else:
                self._paint_row(painter, place, row)
            place.translate(0, px(ROW))

    def _paint_row(self, painter: QPainter, box: QRectF, row: HeardCells) -> None:
        theme, px = self.theme, self.theme.px
        label, words, token = row
        left = QRectF(box.left(), box.top(), px(LABEL), box.height())
        if label:
            draw_line(painter, left, label, theme.font("caption", True), theme.color("text3"))
        elif icon := ICONS.get(token):  # the state of the line has a picture for its label
            spot = QRectF(box.left(), box.top(), px(CHIP), box.height())
            paint_icon(painter, square_in(spot, px(CHIP)), theme, icon, token)
        rest = box.adjusted(px(LABEL), 0, 0, 0)
        draw_line(painter, rest, words, theme.font("small", token != "text"), theme.color(token))

    def _paint_tab(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        wide = keycap_width(theme, "Tab")
        paint_keycap(painter, QRectF(box.left(), box.top(), wide, box.height()), theme, "Tab")
        left, font = box.left() + px(LABEL), theme.font("small", True)
        for place, suggestion in enumerate(self.suggestions):
            room = box.right() - left
            if room < px(24):
                break
            piece = QRectF(left, box.top(), room, box.height())
            token = "accent_text" if place == 0 else "text2"
            draw_line(painter, piece, suggestion, font, theme.color(token))
            left += text_width(font, suggestion) + px(16)


def _read(rows: Sequence[HeardCells]) -> list[str]:
    return [f"{label}: {text}" if label else text for label, text, _ in rows]
