"""Buttons and pills of which one or several are on, and lists of rows in a form."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct
from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from typing_extensions import override

from ui.look.theme import Theme
from ui.widgets.dice import DieGlyph, paint_die_glyph
from ui.widgets.layout import in_column, in_flow, let_wrap, take_away
from ui.widgets.painted import (
    STEPS,
    PaintedButton,
    draw_focus,
    draw_line,
    draw_plate,
    square_in,
    text_width,
)
from ui.widgets.tokens import paint_faction_mark

PickStyle = Literal["faction", "pill", "die"]
HIGH = {"faction": 36, "pill": 30, "die": 36}
MARK, PADDING, GAP, DIE = 14, 10, 8, 26
MOST_WIDE = 260


class PickOption(Struct, frozen=True):
    """One button: its value, its words, and the colour token of a faction."""

    value: Any
    text: str
    colour: str = ""


class PickButton(PaintedButton):
    """A button of `PickButtons` or of `TickPills`, painted in its style."""

    def __init__(
        self, theme: Theme, option: PickOption, style: PickStyle, parent: QtWidgets.QWidget
    ) -> None:
        super().__init__(theme, parent)
        self.option, self._style = option, style
        self.setCheckable(True)
        self.setAccessibleName(option.text)

    @override
    def sizeHint(self) -> QSize:
        px = self.theme.px
        if self._style == "die":
            wide = 40 if self.option.value else 64  # no die is a word, the others are glyphs
            return QSize(px(wide), px(HIGH["die"]))
        words = text_width(self.theme.button_font(), self.option.text) + 2 * px(PADDING) + 2
        mark = px(MARK) + px(GAP) if self._style == "faction" else 0
        return QSize(min(words + mark, px(MOST_WIDE)), px(HIGH[self._style]))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, on = self.theme, self.isChecked()
        radius = box.height() / 2 if self._style == "pill" else theme.px(6)
        tone = self.option.colour if self._style == "faction" else "accent"
        edge = theme.color(tone if on else "ctl" if self.underMouse() else "line2")
        fill = theme.tint(tone) if on else theme.color("field")
        draw_plate(painter, box, radius, fill, edge, theme.px(1.5) if on else 1)
        self._paint_content(painter, box, on)
        if self.hasFocus():
            draw_focus(painter, box, theme, radius)

    def _paint_content(self, painter: QPainter, box: QRectF, on: bool) -> None:
        theme, px = self.theme, self.theme.px
        ink = "text" if on else "text2"
        if self._style == "die" and self.option.value:
            place = square_in(box, px(DIE))
            sides = int(self.option.value)
            paint_die_glyph(painter, place, theme, DieGlyph(sides, sides, tone=ink))
            return
        inner = box.adjusted(px(PADDING), 0, -px(PADDING), 0)
        if self._style == "faction":
            mark = square_in(QRectF(inner.left(), 0, px(MARK), box.height()), px(MARK))
            paint_faction_mark(painter, mark, theme, self.option.colour)
            inner = inner.adjusted(px(MARK) + px(GAP), 0, 0, 0)
            ink = self.option.colour if on else ink
        draw_line(painter, inner, self.option.text, theme.button_font(), theme.color(ink))


class PickButtons(QtWidgets.QWidget):
    """Buttons of which one is on. Arrows go to the next; `picked` brings the value."""

    picked = Signal(object)

    def __init__(
        self, theme: Theme, options: Sequence[PickOption], style: PickStyle, name: str
    ) -> None:
        super().__init__()
        self.theme, self._style = theme, style
        self._group = QtWidgets.QButtonGroup(self)
        self._buttons: list[PickButton] = []
        self._options: tuple[PickOption, ...] = ()
        policy = QtWidgets.QSizePolicy.Policy
        let_wrap(self, across=policy.Expanding, down=policy.Minimum)
        self._flow = in_flow(theme, gap=GAP)
        in_column(theme, self._flow, on=self)
        self.setAccessibleName(name)
        self._group.buttonClicked.connect(lambda button: self.picked.emit(button.option.value))
        self.offer(options)

    def offer(self, options: Sequence[PickOption]) -> None:
        """Show other buttons; what was on stays on, if it is still there."""
        if tuple(options) == self._options:
            return
        value = self.value()
        for button in self._buttons:
            self._group.removeButton(button)  # it would stay one of them until it is deleted
            take_away(self._flow, button)
        self._options = tuple(options)
        self._buttons = [PickButton(self.theme, each, self._style, self) for each in options]
        for button in self._buttons:
            self._group.addButton(button)
            self._flow.addWidget(button)
            button.show()  # Qt itself shows it later, and lays everything out once more
        self.set_value(value)

    def value(self) -> Any:
        """Return the chosen value; None if there is none."""
        button = self._group.checkedButton()
        return button.option.value if isinstance(button, PickButton) else None

    def set_value(self, value: Any) -> None:
        """Turn the button of this value on, without the signal; do nothing if there is none."""
        # Qt keeps one button of an exclusive group on: none can be turned off here.
        for button in self._buttons:
            if button.option.value == value:
                button.setChecked(True)

    def button(self, value: Any) -> PickButton:
        """Return the button of a value. Raise StopIteration if there is none."""
        return next(button for button in self._buttons if button.option.value == value)

    def focus(self) -> None:
        """Put the focus on the button that is on, else on the first."""
        on = self._group.checkedButton()
        (on or self._buttons[0]).setFocus()


class TickPills(QtWidgets.QWidget):
    """Pills of which any may be on: Space turns one on or off, arrows go to the next.

    `ticked` is emitted after a change by hand.
    """

    ticked = Signal()

    def __init__(self, theme: Theme, options: Sequence[PickOption], name: str) -> None:
        super().__init__()
        policy = QtWidgets.QSizePolicy.Policy
        let_wrap(self, across=policy.Expanding, down=policy.Minimum)
        self.setAccessibleName(name)
        self._pills = [PickButton(theme, option, "pill", self) for option in options]
        for pill in self._pills:
            pill.clicked.connect(lambda _=False: self.ticked.emit())
            # They are in no group: by itself Qt would look for what lies in an arrow's direction.
            pill.installEventFilter(self)
        in_column(theme, in_flow(theme, *self._pills, gap=GAP), on=self)

    def values(self) -> tuple[Any, ...]:
        """Return the values that are on, in the order of the pills."""
        return tuple(pill.option.value for pill in self._pills if pill.isChecked())

    def set_values(self, values: Sequence[Any]) -> None:
        """Turn these on and all others off, without the signal."""
        for pill in self._pills:
            pill.setChecked(pill.option.value in values)

    def pill(self, value: Any) -> PickButton:
        """Return the pill of a value. Raise StopIteration if there is none."""
        return next(pill for pill in self._pills if pill.option.value == value)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or not isinstance(watched, PickButton):
            return False
        place = self._pills.index(watched) + step
        self._pills[place % len(self._pills)].setFocus(Qt.FocusReason.OtherFocusReason)
        return True


LENGTH = 400
"""Characters of the line at most."""


class TermsField(QtWidgets.QWidget):
    """Pills for known terms, a line for others. `changed` is emitted after each change by hand."""

    changed = Signal()

    def __init__(self, theme: Theme, known: Sequence[str], name: str) -> None:
        super().__init__()
        self._known = tuple(known)
        options = [PickOption(term, term.capitalize()) for term in known]
        self.pills = TickPills(theme, options, name)
        self.others = QtWidgets.QLineEdit()
        self.others.setMaxLength(LENGTH)
        self.others.setAccessibleName(f"{name}, others")
        self.others.setPlaceholderText("Others, apart by commas")
        in_column(theme, self.pills, self.others, gap=8, on=self)
        self.pills.ticked.connect(self.changed)
        self.others.textEdited.connect(lambda _: self.changed.emit())

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
