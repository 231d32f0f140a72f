"""A box for one die: its silhouette, its face, and what the face means."""

from enum import IntEnum

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from brikdesk.dice import Face, Origin
from ui.look.icons import paint_icon
from ui.look.shapes import die_path, number_centre
from ui.look.theme import Theme
from ui.widgets.brushwork import (
    draw_centred,
    draw_plate,
    draw_shape,
    text_height,
    text_width,
    with_alpha,
)
from ui.widgets.painted import PaintedWidget

RING, ROOM, RADIUS, LABEL_GAP = 3, 4, 7, 4
DIE_PART, NUMBER_PART, ROLL_PART = 0.82, 0.46, 0.3


class BoxSize(IntEnum):
    """Sides of a box in pixels at 100 %."""

    DENSE = 38
    NORMAL = 44
    LARGE = 84


class BoxLook(Struct, frozen=True):
    """What a box shows. `waiting` is a digit that may get a second one; `current` draws the ring.

    `tone` is the colour token of what the face means; `refused` marks what was not entered.
    """

    sides: int
    face: Face | None = None
    waiting: str = ""
    tone: str = ""
    current: bool = False
    refused: bool = False
    label: str = ""

    @property
    def caption(self) -> str:
        """Return the words under the box."""
        return self.label or f"d{self.sides}"


def paint_dice_box(painter: QPainter, box: QRectF, theme: Theme, look: BoxLook) -> None:
    """Paint the square of a box; its ring needs 4 px around `box`."""
    radius = max(theme.px(RADIUS), box.width() * 0.12)
    edge, width = _edge(theme, look)
    draw_plate(painter, box, radius, theme.color("field"), edge, width)
    die = _inside(box)
    _paint_silhouette(painter, die, theme, look)
    if look.current:
        _paint_ring(painter, box, theme, radius)
    if look.face and not look.waiting:
        font = theme.bold_font(box.height() * NUMBER_PART)
        at = number_centre(look.sides, die)
        draw_centred(painter, at, str(look.face.value), font, _ink(theme, look))
        _paint_origin(painter, box, theme, look)
    elif look.current:
        _paint_caret(painter, box, theme, look)


def _paint_silhouette(painter: QPainter, die: QRectF, theme: Theme, look: BoxLook) -> None:
    ink = _ink(theme, look)
    bold = look.face is not None or look.refused
    fill, edge = (0.22, 0.45) if bold else (0.06, 0.18)
    width = max(1.0, die.width() / 32)
    path = die_path(look.sides, die)
    draw_shape(painter, path, with_alpha(ink, fill), with_alpha(ink, edge), width)


def _paint_ring(painter: QPainter, box: QRectF, theme: Theme, radius: float) -> None:
    """Draw the accent ring outside the box; in light themes an ink line inside it too."""
    ring = theme.px(RING)
    around = box.adjusted(-ring, -ring, ring, ring)
    draw_plate(painter, around, radius + ring * 0.7, None, theme.color("accent"), ring)
    # The accent alone is too pale on a light ground.
    if not theme.dark:
        draw_plate(painter, box, radius, None, theme.color("text"), max(1.5, ring / 2))


def _paint_origin(painter: QPainter, box: QRectF, theme: Theme, look: BoxLook) -> None:
    """Mark a face that was not typed: rolled by the desk, or rolled and then changed."""
    origin = look.face.origin if look.face else Origin.TYPED
    if origin != Origin.TYPED:
        side = round(max(theme.px(12), box.width() * ROLL_PART * 0.9))
        corner = QRectF(box.right() - side - 1, box.top() + 1, side, side)
        name = "roll" if origin == Origin.ROLLED else "edit"
        paint_icon(painter, corner, theme, name, look.tone or "text3")


def _paint_caret(painter: QPainter, box: QRectF, theme: Theme, look: BoxLook) -> None:
    """Paint the caret, after the waiting digit if there is one."""
    font = theme.bold_font(box.height() * NUMBER_PART)
    at = number_centre(look.sides, _inside(box))
    shift = 0.0
    if look.waiting:
        shift = text_width(font, look.waiting) / 2 + theme.px(2)
        left = QPointF(at.x() - theme.px(2), at.y())
        draw_centred(painter, left, look.waiting, font, theme.color("text"))
    half = box.height() * 0.22
    wide = max(2, theme.px(2))
    stroke = QRectF(round(at.x() + shift - wide / 2), at.y() - half, wide, 2 * half)
    painter.fillRect(stroke, theme.color("caret"))


def _inside(box: QRectF) -> QRectF:
    die = QRectF(0, 0, box.width() * DIE_PART, box.height() * DIE_PART)
    die.moveCenter(box.center())
    return die


def _ink(theme: Theme, look: BoxLook) -> QColor:
    return theme.color("danger" if look.refused else look.tone or "text")


def _edge(theme: Theme, look: BoxLook) -> tuple[QColor, float]:
    if look.refused or look.tone:
        return _ink(theme, look), max(1.5, theme.px(1.5))
    return theme.color("line2" if look.face else "ctl"), 1.0


class DiceBox(PaintedWidget):
    """One box with its caption. The DiceRow around it handles the keys."""

    pressed = Signal()
    focused = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        look: BoxLook,
        size: BoxSize = BoxSize.NORMAL,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.look, self._size = look, size
        # The row gives Tab to its current box alone, so that Tab passes a row in one step.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_look(self, look: BoxLook) -> None:
        """Show another state."""
        wider = look.caption != self.look.caption
        if look != self.look:
            self.look = look
            # Only another caption can change the size; a face must not have the pane laid out anew.
            self.restyle() if wider else self.update()

    def sizeHint(self) -> QSize:
        """Return the size of box, ring and caption."""
        side, room = self.theme.px(self._size), self.theme.px(ROOM)
        font = self.theme.font("caption", strong=True)
        wide = max(side + 2 * room, text_width(font, self.look.caption))
        return QSize(wide, side + 2 * room + self.theme.px(LABEL_GAP) // 2 + text_height(font))

    def square(self) -> QRectF:
        """Return the place of the box itself in the widget."""
        side = self.theme.px(self._size)
        return QRectF((self.width() - side) // 2, self.theme.px(ROOM), side, side)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint box and caption."""
        theme, square, look = self.theme, self.square(), self.look
        paint_dice_box(painter, square, theme, look)
        font = theme.font("caption", strong=bool(look.tone))
        top = square.bottom() + theme.px(ROOM)
        at = QPointF(square.center().x(), (top + self.height()) / 2)
        ink = theme.color("danger" if look.refused else look.tone or "text3")
        draw_centred(painter, at, look.caption, font, ink)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask to become the current box."""
        self.pressed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the row, which shows the ring."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the row, which takes the ring away."""
        super().focusOutEvent(event)
        self.focused.emit(False)
