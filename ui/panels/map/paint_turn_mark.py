"""Paints what the running turn leaves a unit: a small plate on the lower rim of its token."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.look.icons import paint_icon
from ui.look.theme import Theme
from ui.models.map.turn_marks import PARTS, TurnMark
from ui.widgets.brushwork import draw_plate

HIGH, BAR, THICK, DOT, ICON, GAP = 11, 12, 4, 5, 9, 2


def paint_turn_mark(painter: QPainter, token: QRectF, theme: Theme, mark: TurnMark) -> None:
    """Paint the mark of a unit on the lower rim of its token.

    A bar is the Move left, a filled dot the Action; a dot alone says that a unit of another player
    may respond. Crossed swords: engaged. A chevron: it holds a MOM.
    """
    widths = _widths(mark)
    gap = theme.px(GAP)
    inner = sum(theme.px(each) for each in widths) + gap * (len(widths) + 1)
    high = theme.px(HIGH)
    left = token.center().x() - inner / 2
    plate = QRectF(left, token.bottom() - high * 0.45, max(inner, high), high)
    draw_plate(painter, plate, high / 2, theme.color("bg1"), theme.color("line2"))
    at = plate.left() + (plate.width() - inner) / 2 + gap
    middle = plate.center().y()
    for width, part in zip(widths, _parts(mark), strict=True):
        wide = theme.px(width)
        high_of = theme.px(THICK if part == "bar" else width)
        box = QRectF(at, middle - high_of / 2, wide, high_of)
        if part == "bar":
            _paint_bar(painter, box, theme, mark.move or 0)
        elif part == "dot":
            tone = theme.color("ok" if mark.move is not None else "text2")
            edge = tone if mark.action else theme.color("line2")
            draw_plate(painter, box, wide / 2, tone if mark.action else None, edge)
        else:
            paint_icon(painter, box, theme, part, "ok" if part == "chevron-right" else "text2")
        at += wide + gap


def _parts(mark: TurnMark) -> list[str]:
    """Return what stands on the plate, from the left."""
    parts = ["attack"] if mark.engaged else []
    if mark.move is not None:
        parts.append("bar")
    if mark.move is not None or mark.action:
        parts.append("dot")
    return [*parts, "chevron-right"] if mark.momentum else parts


def _widths(mark: TurnMark) -> list[int]:
    known = {"bar": BAR, "dot": DOT}
    return [known.get(part, ICON) for part in _parts(mark)]


def _paint_bar(painter: QPainter, box: QRectF, theme: Theme, left: int) -> None:
    radius = box.height() / 2
    draw_plate(painter, box, radius, theme.color("bg3"), theme.color("line2"))
    if left:
        full = QRectF(box.left(), box.top(), box.width() * left / PARTS, box.height())
        draw_plate(painter, full, radius, theme.color("ok"))
