"""Fields to fill in: numbers, colours, questions with lettered answers, underlined words."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal

from ui.look.icons import FACTION_SHAPES
from ui.look.shortcuts import ENTER, sign
from ui.look.theme import Theme, override
from ui.widgets.buttons import ShowsCap
from ui.widgets.layout import Arranged, in_grid, take_away
from ui.widgets.painted import (
    PaintedButton,
    PaintedWidget,
    draw_focus,
    draw_line,
    draw_plate,
    keycap_width,
    painting,
    square_in,
    text_width,
)
from ui.widgets.tokens import paint_faction_mark

if TYPE_CHECKING:
    _Field = QtWidgets.QWidget
else:
    _Field = object  # PySide allows a class one base of Qt's: this mixin must not be a second one


class LeavesWheel(_Field):
    """Scrolling past a field neither changes it nor gives it the focus; the form scrolls.

    Put it before the Qt class, and call `leave_wheel` when the widget is made.
    """

    def leave_wheel(self) -> None:
        """Take the focus by Tab and click only; by default a turn of the wheel gives it too."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        """Scroll the form around the field unless the field has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            # Ignored, the wheel goes on to the parent, and so to the scroll area around the form.
            event.ignore()


class LeavesUndo(QtWidgets.QLineEdit):
    """A text field that leaves Ctrl+Z to the window while it is empty; there it undoes the last act."""

    @override
    def event(self, event: QEvent) -> bool:
        """Leave the key to the window's shortcut where there is nothing to take back."""
        # A field takes the key for itself even if it has nothing to undo.
        overrides = event.type() == QEvent.Type.ShortcutOverride
        undo = QtGui.QKeySequence.StandardKey.Undo
        empty = not self.text()
        if overrides and isinstance(event, QtGui.QKeyEvent) and event.matches(undo) and empty:
            event.ignore()
            return True
        return super().event(event)


class ListBox(LeavesWheel, QtWidgets.QComboBox):
    """A drop-down list that the wheel does not change while it lacks the focus.

    What opens is made when it is first opened: a window with a list and its bars, for each of dozens.
    """

    def __init__(self) -> None:
        super().__init__()
        self.leave_wheel()

    @cached_property
    def opened(self) -> QtWidgets.QAbstractItemView:
        """The list that opens."""
        made = self.view()
        made.setTextElideMode(Qt.TextElideMode.ElideRight)
        made.installEventFilter(self)
        made.setAccessibleName(self.accessibleName())
        return made

    @override
    def showPopup(self) -> None:
        """Open the list, made before."""
        _ = self.opened
        super().showPopup()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Ctrl+Enter in the open list for what it means in the form: choose, and do it."""
        if not isinstance(event, QtGui.QKeyEvent) or event.key() not in ENTER:
            return super().eventFilter(watched, event)
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.KeyPress:
            self.setCurrentIndex(self.opened.currentIndex().row())
            self.activated.emit(self.currentIndex())
            self.hidePopup()
            # A copy, as Qt deletes its own event after delivery.
            QtWidgets.QApplication.postEvent(self, event.clone())
        return True


ROOM = 10


class NumberField(LeavesWheel, QtWidgets.QSpinBox):
    """Takes whole numbers from `lowest` to `highest`, both included, and shows `unit` after them.

    `unit` begins with its space (" inches"). Scrolling past the field does not change it.
    """

    def __init__(
        self,
        theme: Theme,
        lowest: int = 0,
        highest: int = 999,
        unit: str = "",
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.leave_wheel()
        self.setRange(lowest, highest)
        self.setSuffix(unit)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        """Leave room at the left of the number, which a style sheet cannot do."""
        self.lineEdit().setTextMargins(self.theme.px(ROOM), 0, 0, 0)


QT_CURSOR_MARGIN = 5
"""Pixels by which QLineEdit's cursor rectangle is wider than its cursor, on each side."""


class Underline(Struct, frozen=True):
    """A line below the characters from `start` up to, not including, `end`; jagged if `wrong`.

    Places count Python's characters; `token` is the colour.
    """

    start: int
    end: int
    token: str
    wrong: bool = False


class UnderlinedField(QtWidgets.QLineEdit):
    """A line edit that keeps plain text and paints underlines below it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._underlines: tuple[Underline, ...] = ()
        # QLineEdit repaints only around its cursor, and may scroll its text when the cursor moves.
        self.cursorPositionChanged.connect(lambda *_: self.update())
        theme.changed.connect(self.update)

    def underline(self, lines: Iterable[Underline]) -> None:
        """Show other lines."""
        self._underlines = tuple(lines)
        self.update()

    def put_cursor(self, place: int) -> None:
        """Put the cursor before a character of the text, counted as Python does."""
        self.setCursorPosition(_units(self.text(), place))

    def select(self, start: int, end: int) -> None:
        """Select some characters, counted as Python does."""
        first = _units(self.text(), start)
        self.setSelection(first, _units(self.text(), end) - first)

    @override
    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """Paint the text, then the lines."""
        super().paintEvent(event)
        if not self._underlines or not self.text():
            return
        with painting(self) as painter:
            painter.setClipRect(self.contentsRect())
            for line in self._underlines:
                self._paint_line(painter, line)

    def _paint_line(self, painter: QtGui.QPainter, line: Underline) -> None:
        left, right = self._x(line.start), self._x(line.end)
        if left > right:  # words that are written from the right
            left, right = right, left
        px = self._theme.px
        y = min(self.cursorRect().bottom() - px(1), self.height() - px(2))
        pen = QtGui.QPen(self._theme.color(line.token), max(1.0, px(1.5 if line.wrong else 1)))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        if line.wrong:
            painter.drawPolyline(_jagged(left, right, y, px(2), px(3)))
        else:
            painter.drawLine(QPointF(left, y), QPointF(right, y))

    def _x(self, place: int) -> float:
        """Return the pixel at which a character begins, wherever the text is scrolled to."""
        text = self.text()
        # QLineEdit does not tell where its characters are. The same text laid out again does,
        # measured from the cursor, whose place on the screen it tells.
        layout = QtGui.QTextLayout(text, self.font())
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        cursor = self.cursorRect().left() + QT_CURSOR_MARGIN
        before = _units(text, place)
        return cursor + _advance(line, before) - _advance(line, self.cursorPosition())


def _advance(line: object, at: int) -> float:
    found = line.cursorToX(at)  # type: ignore[attr-defined]
    return float(found[0] if isinstance(found, tuple) else found)


def _units(text: str, place: int) -> int:
    """Return a place as Qt counts it: in UTF-16 units, of which some characters take two."""
    return place + sum(ord(sign) > 0xFFFF for sign in text[:place])


def _jagged(left: float, right: float, y: float, high: float, step: float) -> QtGui.QPolygonF:
    points, up, at = [], False, left
    while at < right:
        points.append(QPointF(at, y - (high if up else 0)))
        up, at = not up, at + max(1.0, step)
    points.append(QPointF(right, y - (high if up else 0)))
    return QtGui.QPolygonF(points)


COLOURS = tuple(FACTION_SHAPES)


class ColourPicker(PaintedWidget):
    """Choose with Left and Right or a click. Colours of other players are pale and skipped."""

    CELL, HIGH, MARK = 30, 36, 16

    chosen = Signal(str)

    def __init__(self, theme: Theme, colour: str) -> None:
        super().__init__(theme)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.colour = colour
        self._taken: frozenset[str] = frozenset()
        self._tell()

    def set_taken(self, taken: Collection[str]) -> None:
        """Set the colours that players have; its own stays free for itself."""
        self._taken = frozenset(taken) - {self.colour}
        self.update()

    def choose(self, colour: str) -> None:
        """Choose a colour that nobody else has."""
        if colour != self.colour and colour not in self._taken:
            self.colour = colour
            self._tell()
            self.update()
            self.chosen.emit(colour)

    @override
    def sizeHint(self) -> QSize:
        """Return the room of all colours in a line."""
        return QSize(self.theme.px(self.CELL) * len(COLOURS), self.theme.px(self.HIGH))

    @override
    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Left and Right go to the next free colour."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if (step := steps.get(Qt.Key(event.key()))) is None:
            event.ignore()
            return
        at = COLOURS.index(self.colour)
        # All other colours from here on, round the end, so that taken ones are skipped in one
        # press.
        order = [COLOURS[(at + step * n) % len(COLOURS)] for n in range(1, len(COLOURS))]
        self.choose(next((c for c in order if c not in self._taken), self.colour))

    @override
    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        """Choose what is clicked."""
        place = int(event.position().x() // self.theme.px(self.CELL))
        if 0 <= place < len(COLOURS):
            self.choose(COLOURS[place])

    @override
    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint the shapes, the chosen one on its tint."""
        theme, cell = self.theme, self.theme.px(self.CELL)
        for place, colour in enumerate(COLOURS):
            spot = QRectF(place * cell, 0, cell, box.height())
            inner = square_in(spot, theme.px(self.CELL - 4))
            if colour == self.colour:
                edge = theme.color(colour)
                draw_plate(painter, inner, theme.px(6), theme.tint(colour), edge, theme.px(1.5))
            painter.setOpacity(0.25 if colour in self._taken else 1)
            paint_faction_mark(painter, square_in(spot, theme.px(self.MARK)), theme, colour)
            painter.setOpacity(1)
        if self.hasFocus():
            at = QPointF((COLOURS.index(self.colour) + 0.5) * cell, box.center().y())
            ring = QRectF(0, 0, theme.px(self.CELL), theme.px(self.CELL))
            ring.moveCenter(at)
            draw_focus(painter, ring, theme, theme.px(7))

    def _tell(self) -> None:
        self.setAccessibleName(f"Colour {self.colour}, {FACTION_SHAPES[self.colour].value}")


LETTERS = "ABCDE"
HIGH, HIGH_BARE, NARROWEST, GAP, PADDING, RADIUS = 46, 32, 148, 8, 10, 6


class ChoiceWords(Struct, frozen=True):
    """One answer: its name and, in a few words, its consequence."""

    name: str
    consequence: str = ""
    enabled: bool = True


class ChoiceButton(PaintedButton, ShowsCap):
    """One answer as a wide button: keycap, name, consequence."""

    def __init__(
        self, theme: Theme, letter: str, choice: ChoiceWords, parent: QtWidgets.QWidget
    ) -> None:
        super().__init__(theme, parent)
        self.letter, self.choice = letter, choice
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Minimum
        )
        self.setCheckable(True)
        self.setEnabled(choice.enabled)
        follows = f", {choice.consequence}" if choice.consequence else ""
        self.setAccessibleName(", ".join(p for p in (letter, choice.name) if p) + follows)

    @property
    @override
    def cap(self) -> str:
        """Its letter."""
        return self.letter

    def sizeHint(self) -> QSize:
        """Return the size that shows both lines uncut."""
        px, theme = self.theme.px, self.theme
        names = text_width(theme.font("body", strong=True), self.choice.name)
        words = text_width(theme.font("small"), self.choice.consequence)
        keys = keycap_width(theme, self.letter)
        wide = max(names, words) + keys + 2 * px(PADDING) + px(GAP) + 2
        return QSize(wide, px(HIGH if self.choice.consequence else HIGH_BARE))

    def minimumSizeHint(self) -> QSize:
        """Return the least width at which the name can still be recognised."""
        return QSize(self.theme.px(96), self.sizeHint().height())

    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint plate, keycap and words."""
        theme = self.theme
        self._paint_plate(painter, box)
        left: float = theme.px(PADDING)
        if self.letter:
            key = QRectF(left, 0, keycap_width(theme, self.letter), box.height())
            self.paint_cap(painter, key, theme)
            left = key.right() + theme.px(GAP)
        words = box.adjusted(left, 0, -theme.px(PADDING), 0)
        self._paint_words(painter, words)

    def _paint_plate(self, painter: QtGui.QPainter, box: QRectF) -> None:
        theme, radius = self.theme, self.theme.px(RADIUS)
        if self.isChecked():
            edge = theme.color("choice_edge")
            draw_plate(painter, box, radius, theme.color("accent_tint"), edge, theme.px(1.5))
        else:
            hovered = self.underMouse() and self.isEnabled()
            edge = theme.color("ctl" if hovered else "line2")
            draw_plate(painter, box, radius, theme.color("bg1"), edge)
        if self.hasFocus():
            draw_focus(painter, box, theme, radius)

    def _paint_words(self, painter: QtGui.QPainter, box: QRectF) -> None:
        theme, choice = self.theme, self.choice
        ink = theme.color("text" if self.isEnabled() else "text3")
        name = theme.font("body", strong=True)
        if not choice.consequence:
            draw_line(painter, box, choice.name, name, ink)
            return
        half, edge = box.height() / 2, theme.px(5)
        upper, lower = box.adjusted(0, edge, 0, -half), box.adjusted(0, half, 0, -edge)
        draw_line(painter, upper, choice.name, name, ink)
        second = theme.color("text2" if self.isEnabled() else "text3")
        draw_line(painter, lower, choice.consequence, theme.font("small"), second)


class ChoiceRow(Arranged, PaintedWidget):
    """The answers A to E side by side, in several lines where the panel is narrow.

    `chosen` brings the place of an answer (from 0) when the referee picks it by letter or mouse.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, choices: Sequence[ChoiceWords] = ()) -> None:
        super().__init__(theme)
        self.arranged_by(self._arrange)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Fixed
        )
        self._grid = in_grid(theme, gap=GAP, on=self)
        self._grid.setSizeConstraint(QtWidgets.QGridLayout.SizeConstraint.SetNoConstraint)
        self._buttons: list[ChoiceButton] = []
        self._asked: tuple[ChoiceWords, ...] = ()
        self._lettered = True
        self._columns = 0
        self.set_choices(choices)

    def set_choices(self, choices: Sequence[ChoiceWords], chosen: int | None = None) -> None:
        """Ask another question. Raise ValueError if it has more answers than there are letters."""
        if len(choices) > len(LETTERS):
            raise ValueError(f"at most {len(LETTERS)} choices, not {len(choices)}")
        for button in self._buttons:
            take_away(self._grid, button)
        self._asked = tuple(choices)
        letters = LETTERS if self._lettered else " " * len(LETTERS)
        pairs = zip(letters, choices, strict=False)
        self._buttons = [ChoiceButton(self.theme, a.strip(), choice, self) for a, choice in pairs]
        for place, button in enumerate(self._buttons):
            button.clicked.connect(lambda _=False, at=place: self._pick(at))
        self._columns = 0
        self._arrange()
        self.set_chosen(chosen)

    def choice(self) -> int | None:
        """Return the place of the picked answer, or None."""
        return next((k for k, b in enumerate(self._buttons) if b.isChecked()), None)

    def set_chosen(self, place: int | None) -> None:
        """Pick an answer, or none for None, without emitting `chosen`."""
        for k, button in enumerate(self._buttons):
            button.setChecked(k == place)

    @property
    def letters(self) -> str:
        """The letters that pick an answer now."""
        return "".join(button.letter for button in self._buttons)

    def set_lettered(self, on: bool) -> None:
        """Let the letters pick its answers, or not, while another question beside it has them."""
        if on != self._lettered:
            self._lettered = on
            self.set_choices(self._asked, self.choice())

    def choose(self, letter: str) -> bool:
        """Pick the answer with this letter. Return False if there is none or it is disabled."""
        place = self.letters.find(letter.upper()) if letter else -1
        if not 0 <= place < len(self._buttons) or not self._buttons[place].isEnabled():
            return False
        self._pick(place)
        return True

    def minimumSizeHint(self) -> QSize:
        """Return the width of one answer.

        The width of all columns would keep the panel from shrinking to where they become fewer.
        """
        return QSize(self.theme.px(NARROWEST), super().minimumSizeHint().height())

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Pick by letter; every other key goes on to the panel."""
        # Ctrl, Alt and Meta with a letter are commands of the window, never answers.
        plain = event.modifiers() in (_NONE, Qt.KeyboardModifier.ShiftModifier)
        if not (plain and self.choose(sign(event))):
            event.ignore()

    def restyle(self) -> None:
        """Take up new sizes."""
        self._columns = 0
        self._arrange()
        super().restyle()

    def _pick(self, place: int) -> None:
        self.set_chosen(place)
        self.chosen.emit(place)

    def _arrange(self) -> None:
        columns = self._columns_for(self.width())
        if columns == self._columns:
            return
        for column in range(len(LETTERS)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._columns = columns
        for place, button in enumerate(self._buttons):
            # Added again, a button leaves its former cell by itself: Qt moves it.
            self._grid.addWidget(button, place // columns, place % columns)

    def _columns_for(self, width: int) -> int:
        """Return the number of columns that cuts no answer and fills the lines evenly."""
        count = max(1, len(self._buttons))
        widest = max((b.sizeHint().width() for b in self._buttons), default=1)
        each = max(widest, self.theme.px(NARROWEST)) + self.theme.px(GAP)
        fits = max(1, min(count, (width + self.theme.px(GAP)) // each))
        # Rounded up: as few lines as the width allows, then as few columns as those lines need.
        # Four answers of which three fit stand two by two, not three and one.
        lines = -(-count // fits)
        return -(-count // lines)


_NONE = Qt.KeyboardModifier.NoModifier
