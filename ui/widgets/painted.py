"""Widgets and delegates that paint themselves in the colours of the theme: plates, cards, icons."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from shiboken6 import isValid

from ui.look.icons import ROW, paint_icon
from ui.look.text import above_and_below, cut_to, line_length
from ui.look.theme import StageTheme, Theme, font_for, override, sized_font


def with_alpha(colour: QtGui.QColor, alpha: float) -> QtGui.QColor:
    """Return the colour with this opacity: 0 is clear, 1 is solid."""
    clear = QtGui.QColor(colour)
    clear.setAlphaF(alpha)
    return clear


def text_width(font: QtGui.QFont, text: str) -> int:
    """Return the pixels that a line takes, rounded up."""
    return math.ceil(line_length(font, text))


def text_height(font: QtGui.QFont) -> int:
    """Return the pixels that a line is high, rounded up."""
    return math.ceil(QtGui.QFontMetricsF(font).height())


def draw_centred(
    painter: QtGui.QPainter, at: QPointF, text: str, font: QtGui.QFont, colour: QtGui.QColor
) -> None:
    """Draw figures or capitals with the middle of their height exactly on `at`."""
    metrics = QtGui.QFontMetricsF(font)
    # By the cap height: figures and capitals have nothing below the base line, and how a font
    # divides its full height differs from font to font.
    corner = QPointF(at.x() - metrics.horizontalAdvance(text) / 2, at.y() + metrics.capHeight() / 2)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(corner, text)


def draw_line(
    painter: QtGui.QPainter,
    box: QRectF,
    text: str,
    font: QtGui.QFont,
    colour: QtGui.QColor,
    right: bool = False,
) -> None:
    """Draw one line of words in the middle of the box's height; cut it with … where room ends."""
    font = font_for(text, font)
    shown = cut_to(font, text, box.width() + 0.5)
    left = box.right() - line_length(font, shown) if right else box.left()
    above, below = above_and_below(font)
    base = box.center().y() + (above - below) / 2
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(QPointF(left, base), shown)


def draw_plate(
    painter: QtGui.QPainter,
    box: QRectF,
    radius: float,
    fill: QtGui.QColor | None,
    edge: QtGui.QColor | None = None,
    width: float = 1.0,
) -> None:
    """Draw a rounded rectangle whose edge lies inside `box`."""
    # Qt centres a pen on the outline; half its width would lie outside the box and be clipped.
    inside = box.adjusted(width / 2, width / 2, -width / 2, -width / 2) if edge else box
    painter.setBrush(QtGui.QBrush(fill) if fill else Qt.BrushStyle.NoBrush)
    painter.setPen(QtGui.QPen(edge, width) if edge else Qt.PenStyle.NoPen)
    painter.drawRoundedRect(inside, radius, radius)


def draw_shape(
    painter: QtGui.QPainter,
    path: QtGui.QPainterPath,
    fill: QtGui.QColor | None,
    edge: QtGui.QColor | None = None,
    width: float = 1.0,
    line: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    """Draw a silhouette, its edge centred on the outline."""
    painter.setBrush(QtGui.QBrush(fill) if fill else Qt.BrushStyle.NoBrush)
    pen = QtGui.QPen(edge, width, line) if edge else QtGui.QPen(Qt.PenStyle.NoPen)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPath(path)


def draw_focus(painter: QtGui.QPainter, box: QRectF, theme: Theme, radius: float) -> None:
    """Draw the one focus ring of the desk: 2 px in the colour of text."""
    draw_plate(painter, box, radius, None, theme.color("focus"), theme.px(2))


@contextmanager
def painting(device: QtGui.QPaintDevice) -> Iterator[QtGui.QPainter]:
    """Paint on a widget or picture with smooth edges.

    The painter ends also after an error: one left open in a paintEvent takes the program down.
    """
    painter = QtGui.QPainter(device)
    try:
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QtGui.QPainter.RenderHint.SmoothPixmapTransform)
        yield painter
    finally:
        painter.end()


@contextmanager
def picturing(
    wide: float, high: float, ratio: float
) -> Iterator[tuple[QtGui.QPixmap, QtGui.QPainter, QRectF]]:
    """Yield a clear picture of so many pixels on a screen of that ratio, a painter, and its box."""
    picture = QtGui.QPixmap(round(wide * ratio), round(high * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with painting(picture) as painter:
        yield picture, painter, QRectF(0, 0, wide, high)


def square_in(box: QRectF, side: float) -> QRectF:
    """Return the square of that side in the middle of `box`, its corner on a whole pixel."""
    left = round(box.center().x() - side / 2)
    top = round(box.center().y() - side / 2)
    return QRectF(left, top, side, side)


_FIXED = QtWidgets.QSizePolicy.Policy.Fixed


class PaintedWidget(QtWidgets.QWidget):
    """A widget as large as its size hint; it is laid out anew when the theme changes."""

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setSizePolicy(_FIXED, _FIXED)
        theme.changed.connect(self.restyle)

    def restyle(self) -> None:
        """Take up new colours and sizes."""
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """Open a painter and have `paint` use it."""
        with painting(self) as painter:
            self.paint(painter, QRectF(self.rect()))

    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint into the whole widget; a widget that only holds others paints nothing."""


Sized = TypeVar("Sized")


def sized(wide: float, high: float) -> Callable[[type[Sized]], type[Sized]]:
    """Give a class, of widgets or of what paints rows, this size hint in pixels at 100 %."""

    def give(painted: type[Sized]) -> type[Sized]:
        def sizeHint(self: Any, *_: object) -> QSize:
            return QSize(self.theme.px(wide), self.theme.px(high))

        painted.sizeHint = sizeHint  # type: ignore[attr-defined]
        return painted

    return give


STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
"""Arrow keys among buttons in lines: to the next in reading order, or to the one before."""


class PaintedButton(QtWidgets.QAbstractButton):
    """A button that paints itself. A click does not take the focus away from where keys are used.

    In an exclusive group the arrows turn on the next button, across the ends of lines and round.
    """

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setSizePolicy(_FIXED, _FIXED)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # Without it, Qt repaints no plain widget when the mouse enters or leaves, and `underMouse`
        # would show late.
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.restyle)

    @override
    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Go to the neighbour with an arrow key."""
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or not self._choose_beside(step):
            super().keyPressEvent(event)

    def _choose_beside(self, step: int) -> bool:
        """Turn on a neighbour in the group; Return False if the button is in no exclusive group.

        Qt's own search goes by direction on the screen and stops at the end of a line.
        """
        group = self.group()
        if group is None or not group.exclusive():
            return False
        able = [each for each in group.buttons() if each.isEnabled() and not each.isHidden()]
        if self in able:
            beside = able[(able.index(self) + step) % len(able)]
            beside.setFocus(Qt.FocusReason.OtherFocusReason)
            beside.click()
        return True

    def restyle(self) -> None:
        """Take up new colours and sizes."""
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """Open a painter and have `paint` use it."""
        with painting(self) as painter:
            self.paint(painter, QRectF(self.rect()))

    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint into the whole widget; a widget that only holds others paints nothing."""


class Backdrop(PaintedWidget):
    """Fills itself with the colour `token`; a separator runs along `edge`, if one is named."""

    def __init__(
        self,
        theme: Theme,
        token: str = "bg1",
        edge: Qt.Edge | None = None,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Preferred
        )
        self._token, self._edge = token, edge

    @override
    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint surface and separator."""
        painter.fillRect(box, self.theme.color(self._token))
        if self._edge is not None:
            painter.fillRect(_line(box, self._edge), self.theme.color("line"))


def hairline(theme: Theme, upright: bool = False) -> Backdrop:
    """Return a line of one pixel between parts, lying or upright."""
    line = Backdrop(theme, "line")
    (line.setFixedWidth if upright else line.setFixedHeight)(1)
    return line


def _line(box: QRectF, edge: Qt.Edge) -> QRectF:
    if edge == Qt.Edge.TopEdge:
        return QRectF(0, 0, box.width(), 1)
    if edge == Qt.Edge.BottomEdge:
        return QRectF(0, box.height() - 1, box.width(), 1)
    left = 0 if edge == Qt.Edge.LeftEdge else box.width() - 1
    return QRectF(left, 0, 1, box.height())


PADDING, RADIUS, RADIUS_LARGE, EDGE = 16, 10, 14, 4


class Card(PaintedWidget):
    """A frame whose widgets go into `column`; `ground` is the colour token that fills it."""

    def __init__(
        self,
        theme: Theme,
        ground: str = "bg2",
        accent: bool = False,
        large: bool = False,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Preferred
        )
        self._ground, self._accent, self._large = ground, accent, large
        self.column = QtWidgets.QVBoxLayout(self)
        Card.restyle(self)  # not the subclass's method: its parts are not made yet

    def set_accent(self, accent: bool) -> None:
        """Show or hide the accent edge of the referee's move."""
        self._accent = accent
        self.update()

    def restyle(self) -> None:
        """Take up new sizes."""
        edge = self.theme.px(24 if self._large else PADDING)
        self.column.setContentsMargins(edge, edge, edge, edge)
        self.column.setSpacing(self.theme.px(16 if self._large else 12))
        super().restyle()

    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint ground, border and edge."""
        theme = self.theme
        radius = theme.px(RADIUS_LARGE if self._large else RADIUS)
        draw_plate(painter, box, radius, theme.color(self._ground), theme.color("line2"))
        if self._accent:
            outline = QtGui.QPainterPath()
            outline.addRoundedRect(box, radius, radius)
            painter.setClipPath(outline)
            painter.fillRect(QRectF(0, 0, theme.px(EDGE), box.height()), theme.color("accent"))


class IconMark(PaintedWidget):
    """An icon in the colour of its meaning, on a tinted square if `plate` gives its side.

    `px` and `plate` are pixels at 100 %.
    """

    def __init__(
        self, theme: Theme, name: str, token: str = "text", px: int = ROW, plate: int = 0
    ) -> None:
        super().__init__(theme)
        self._name, self._token, self._px, self._plate = name, token, px, plate

    def show_icon(self, name: str, token: str) -> None:
        """Show another icon."""
        self._name, self._token = name, token
        self.update()

    def sizeHint(self) -> QSize:
        """Return the square of the plate, or of the icon where there is none."""
        side = self.theme.px(self._plate or self._px)
        return QSize(side, side)

    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint plate and icon."""
        if self._plate:
            draw_plate(painter, box, self.theme.px(8), self.theme.tint(self._token))
        place = square_in(box, self.theme.px(self._px))
        paint_icon(painter, place, self.theme, self._name, self._token)


def keycap_width(theme: Theme, keys: str) -> int:
    """Return the pixels that a keycap takes across; never less than its height."""
    wide = text_width(theme.font("caption", strong=True), keys) + 2 * theme.px(KeyCap.PADDING)
    return max(wide, theme.px(KeyCap.HIGH))


def paint_keycap(
    painter: QtGui.QPainter,
    box: QRectF,
    theme: Theme,
    keys: str,
    on_accent: bool = False,
    enabled: bool = True,
) -> None:
    """Paint a keycap as wide as `box`, centred in its height; `on_accent` on a primary button."""
    height = theme.px(KeyCap.HIGH)
    plate = QRectF(box.left(), round(box.center().y() - height / 2), box.width(), height)
    if on_accent and not enabled:  # the plate of an ordinary key would stand out here
        fill, edge = QtGui.QColor(0, 0, 0, 0), None
        ink = with_alpha(theme.color("on_accent"), 0.7)
    elif on_accent:
        fill, edge, ink = theme.color("key_on_accent"), None, theme.color("on_accent")
    else:
        fill, edge = theme.color("bg3"), theme.color("line2")
        ink = theme.color("text2" if enabled else "text3")
    draw_plate(painter, plate, theme.px(KeyCap.RADIUS), fill, edge)
    font = theme.font("caption", strong=True)
    start = plate.left() + (plate.width() - text_width(font, keys)) / 2
    draw_line(painter, plate.adjusted(start - plate.left(), 0, 0, 0), keys, font, ink)


class KeyCap(PaintedWidget):
    """One keycap as a widget."""

    HIGH, PADDING, RADIUS = 20, 6, 4

    def __init__(self, theme: Theme, keys: str) -> None:
        super().__init__(theme)
        self.keys = keys
        self.setAccessibleName(keys)

    def sizeHint(self) -> QSize:
        """Return the size of the plate."""
        return QSize(keycap_width(self.theme, self.keys), self.theme.px(KeyCap.HIGH))

    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint the key."""
        paint_keycap(painter, box, self.theme, self.keys)


HINTS: dict[int, QtWidgets.QStyledItemDelegate.EndEditHint] = {
    Qt.Key.Key_Return: QtWidgets.QStyledItemDelegate.EndEditHint.NoHint,
    Qt.Key.Key_Enter: QtWidgets.QStyledItemDelegate.EndEditHint.NoHint,
    Qt.Key.Key_Tab: QtWidgets.QStyledItemDelegate.EndEditHint.EditNextItem,
    Qt.Key.Key_Backtab: QtWidgets.QStyledItemDelegate.EndEditHint.EditPreviousItem,
}
"""The keys that commit what was typed, and where the editor goes then."""


class Delegate(QtWidgets.QStyledItemDelegate):
    """Commits at once, while the editor exists, and keeps Enter from reaching the table.

    Qt's own delegate posts a call that commits later and holds a bare pointer to the editor, and
    it lets Enter through. The table then takes Enter for "open this row" and may move the focus
    away: the editor closes and is deleted, and the posted call reaches into freed memory.
    """

    def __init__(self, theme: Theme, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    @override
    def eventFilter(self, editor: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """Hear the keys that end an edit."""
        if event.type() == QtCore.QEvent.Type.KeyPress and isinstance(editor, QtWidgets.QWidget):
            hint = HINTS.get(cast(QtGui.QKeyEvent, event).key())
            if hint is not None:
                self._commit(editor, hint)
                return True
        return super().eventFilter(editor, event)

    def _commit(
        self, editor: QtWidgets.QWidget, hint: QtWidgets.QStyledItemDelegate.EndEditHint
    ) -> None:
        self.commitData.emit(editor)
        if isValid(editor):  # the act may have removed the row, and with it the editor
            self.closeEditor.emit(editor, hint)


HIGH = 34


@sized(80, HIGH)
class RowDelegate(Delegate):
    """Paints the words of a model in rows of equal height."""

    @override
    def paint(
        self,
        painter: QtGui.QPainter,
        option: QtWidgets.QStyleOptionViewItem,
        index: QtCore.QModelIndex | QtCore.QPersistentModelIndex,
    ) -> None:
        """Paint a row."""
        theme, px = self.theme, self.theme.px
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        current = bool(option.state & QtWidgets.QStyle.StateFlag.State_Selected)
        # The view paints all its rows with this one painter.
        painter.save()
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        if current:
            draw_plate(painter, box, px(8), theme.color("sel"))
            bar = QRectF(box.left(), box.top() + px(8), px(3), box.height() - px(16))
            draw_plate(painter, bar, px(1.5), theme.color("accent"))
        elif option.state & QtWidgets.QStyle.StateFlag.State_MouseOver:
            draw_plate(painter, box, px(8), theme.color("bg3"))
        words = str(index.data(Qt.ItemDataRole.DisplayRole))
        line = box.adjusted(px(12), 0, -px(8), 0)
        ink = theme.color("text" if current else "text2")
        draw_line(painter, line, words, theme.font("body"), ink)
        if current and option.state & QtWidgets.QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, box, theme, px(8))
        painter.restore()


Index = QtCore.QModelIndex | QtCore.QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of words in its box, in pixels."""

    words: str
    box: QRectF
    pixels: int
    token: str = "text"
    strong: bool = True


class Board(PaintedWidget):
    """Words at their places, read from afar: none is smaller than the least text of the theme."""

    def __init__(self, theme: StageTheme) -> None:
        super().__init__(theme)
        self.stage = theme
        self.pieces: tuple[Piece, ...] = ()

    def arrange(self) -> None:
        """Find the places of all words anew."""
        self.pieces = tuple(self.placed(QRectF(self.rect())))
        self.setAccessibleName(" ".join(piece.words for piece in self.pieces))
        self.update()

    def placed(self, box: QRectF) -> Iterator[Piece]:
        """Yield the words with their places."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Find the places in the colours and sizes of the theme."""
        super().restyle()
        self.arrange()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """Find the places in the new size."""
        super().resizeEvent(event)
        self.arrange()

    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint the words."""
        for piece in self.pieces:
            font, ink = board_font(piece.pixels, piece.strong), self.theme.color(piece.token)
            draw_line(painter, piece.box, piece.words, font, ink)

    def lines(
        self, words: str, box: QRectF, many: float, token: str = "text", *, most: int = 1,
        strong: bool = True,
    ) -> list[Piece]:  # fmt: skip
        """Return words, so many times the least text, from the top of a box on; the last is cut."""
        pixels = self.stage.times(many)
        high, said = (
            line_high(pixels),
            in_lines(words, board_font(pixels, strong), box.width(), most),
        )
        tops = (box.top() + place * high for place in range(len(said)))
        boxes = [QRectF(box.left(), top, box.width(), high) for top in tops]
        return [
            Piece(line, place, pixels, token, strong)
            for line, place in zip(said, boxes, strict=True)
        ]

    def in_middle(
        self, words: str, box: QRectF, sizes: Sequence[float], token: str = "text", *,
        most: int = 1, strong: bool = True,
    ) -> Iterator[Piece]:  # fmt: skip
        """Yield words in the middle of a box's height, as large as they have room in these sizes."""
        many = self.largest(words, box, sizes, most=most, strong=strong)
        made = self.lines(words, box, many, token, most=most, strong=strong)
        down = max(0.0, (box.height() - sum(piece.box.height() for piece in made)) / 2)
        yield from (replace(piece, box=piece.box.translated(0, down)) for piece in made)

    def largest(
        self, words: str, box: QRectF, sizes: Sequence[float], *, most: int = 1, strong: bool = True
    ) -> float:
        """Return the first of the sizes in which words have room in a box, else the last one."""
        for many in sizes:
            font = board_font(self.stage.times(many), strong)
            said = in_lines(words, font, box.width(), most)
            high = len(said) * line_high(self.stage.times(many))
            fits = all(text_width(font, line) <= box.width() for line in said)
            if fits and high <= box.height() + 1:
                return many
        return sizes[-1]


class CoverBoard(Board):
    """Covers all that lies below it with a word."""

    def __init__(self, theme: StageTheme, words: str, many: float) -> None:
        self._words, self._many = words, many
        super().__init__(theme)

    def placed(self, box: QRectF) -> Iterator[Piece]:
        """Place the word in the middle."""
        pixels = self.stage.times(self._many)
        place = QRectF(0, 0, text_width(board_font(pixels), self._words) + 1, line_high(pixels))
        place.moveCenter(box.center())
        yield Piece(self._words, place, pixels, "text2")

    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint over all that lies below."""
        painter.fillRect(box, self.theme.color("bg0"))
        super().paint(painter, box)


def board_font(pixels: int, strong: bool = True) -> QtGui.QFont:
    """Return the font of a board: strong, or lighter for what stands beside."""
    return sized_font(pixels, QtGui.QFont.Weight.Bold if strong else QtGui.QFont.Weight.Medium)


def line_high(pixels: float) -> float:
    """Return the pixels from line to line of text of so many pixels."""
    return pixels * 1.2


def in_lines(words: str, font: QtGui.QFont, wide: float, most: int) -> list[str]:
    """Return a sentence in at most so many lines; what is left stands in the last one."""
    lines: list[str] = []
    rest = words.split()
    while rest:
        count = len(rest) if len(lines) + 1 >= most else 1
        while count < len(rest) and text_width(font, " ".join(rest[: count + 1])) <= wide:
            count += 1
        lines.append(" ".join(rest[:count]))
        rest = rest[count:]
    return lines
