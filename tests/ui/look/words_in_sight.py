"""The words on a window as they are painted: where they stand, in which colour, whole or cut."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QWidget

from tests.ui.look.test_theme import contrast

NEAR = 3.0
"""Pixels by which the edge of a letter may lie elsewhere than its font says."""

LARGE = 18.66
"""Pixels from which bold words count as large by WCAG 2, and need a contrast of 3 only."""

STUMP = 5
"""So many letters of a cut word must be left."""


@dataclass(frozen=True)
class InSight:
    """Words on a window: `box` of their capitals, `seen` the part that nothing cuts off."""

    words: str
    box: QRectF
    seen: QRectF
    colour: QColor
    font: QFont
    owner: QWidget

    @property
    def cut(self) -> bool:
        """Whether an edge cuts through the words."""
        less_wide = self.seen.width() < self.box.width() - NEAR
        return less_wide or self.seen.height() < self.box.height() - NEAR

    @property
    def name(self) -> str:
        """Where the words stand, for a message."""
        return f"{type(self.owner).__name__} “{self.words[:40]}”"


def in_sight(top: QWidget) -> tuple[QImage, list[InSight]]:
    """Return a picture of a window, and all words on it that nothing covers."""
    with _noted() as found:
        image = top.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    found += [words for label in top.findChildren(QLabel) for words in _of_label(label, top)]
    return image, [each for each in found if not each.seen.isEmpty() and not _covered(each, top)]


def scrolled(each: InSight, top: QWidget) -> bool:
    """Whether words stand in an area that scrolls: its edge may cut them."""
    widget: QWidget | None = each.owner
    while widget is not None and widget is not top:
        if isinstance(widget, QAbstractScrollArea):
            return True
        widget = widget.parentWidget()
    return False


def too_dim(each: InSight, image: QImage) -> bool:
    """Whether words stand out too little from what is behind them."""
    ground = _ground(image, each.seen)
    if ground is None or not each.owner.isEnabled():
        return False
    part = each.colour.alphaF()
    inked = QColor.fromRgbF(
        each.colour.redF() * part + ground.redF() * (1 - part),
        each.colour.greenF() * part + ground.greenF() * (1 - part),
        each.colour.blueF() * part + ground.blueF() * (1 - part),
    )
    large = each.font.bold() or each.font.weight() >= QFont.Weight.DemiBold
    least = 3.0 if large and each.font.pixelSize() >= LARGE else 4.5
    return contrast(inked, ground) < least


def _ground(image: QImage, box: QRectF) -> QColor | None:
    """Return the commonest colour around words."""
    at = box.toAlignedRect().adjusted(-1, -2, 1, 2).intersected(image.rect())
    colours = Counter(
        image.pixel(x, y)
        for x in range(at.left(), at.right() + 1)
        for y in range(at.top(), at.bottom() + 1, 2)
    )
    return QColor(colours.most_common(1)[0][0]) if colours else None


@contextmanager
def _noted() -> Iterator[list[InSight]]:
    """Note each line of words that is painted meanwhile; Qt's own painting of labels is not among them."""
    found: list[InSight] = []
    drawn = QPainter.drawText

    def note(painter: QPainter, *how: Any) -> Any:
        owner = _painting()
        if isinstance(how[0], QPointF | QPoint) and owner is not None:
            metrics = QFontMetricsF(painter.font())
            high, wide = metrics.capHeight(), metrics.horizontalAdvance(how[1])
            there = painter.deviceTransform()
            box = there.mapRect(QRectF(how[0].x(), how[0].y() - high, wide, high))
            clip = QRectF(painter.paintEngine().systemClip().boundingRect())
            seen = box.intersected(clip) if clip.isValid() else box
            colour = QColor(painter.pen().color())
            colour.setAlphaF(colour.alphaF() * painter.opacity())
            found.append(InSight(how[1], box, seen, colour, QFont(painter.font()), owner))
        return drawn(painter, *how)

    QPainter.drawText = note  # type: ignore[assignment,method-assign]
    try:
        yield found
    finally:
        QPainter.drawText = drawn  # type: ignore[method-assign]


def _painting() -> QWidget | None:
    """Return the widget whose paint event runs."""
    frame = sys._getframe(2)
    while frame is not None:
        owner = frame.f_locals.get("self")
        if isinstance(owner, QWidget):
            return owner
        frame = frame.f_back  # type: ignore[assignment]
    return None


def _of_label(label: QLabel, top: QWidget) -> Iterator[InSight]:
    if not label.isVisibleTo(top) or not label.text():
        return
    metrics, room = QFontMetricsF(label.font()), QRectF(label.contentsRect())
    flags = label.alignment().value
    if label.wordWrap():
        flags |= Qt.TextFlag.TextWordWrap.value
    used = metrics.boundingRect(room, flags, label.text())
    corner = QPointF(label.mapTo(top, QPoint(0, 0)))
    # Above capitals and below the line there is room in a font that may lie outside of the label.
    free = (metrics.height() - metrics.capHeight()) / 2
    inner = used.adjusted(0, min(free, used.height() / 3), 0, -min(free, used.height() / 3))
    box = inner.translated(corner)
    yield InSight(
        label.text(),
        box,
        _within(box, label, top),
        label.palette().windowText().color(),
        label.font(),
        label,
    )


def _within(box: QRectF, label: QLabel, top: QWidget) -> QRectF:
    """Return the part of a box that no edge around a label cuts off; what lies over it may be a form."""
    host: QWidget | None = label
    while host is not None and host is not top:
        edge = QRectF(host.rect()).translated(QPointF(host.mapTo(top, QPoint(0, 0))))
        box, host = box.intersected(edge), host.parentWidget()
    return box.intersected(QRectF(top.rect()))


def _covered(each: InSight, top: QWidget) -> bool:
    """Whether another part of the window lies over the middle of the words; a label alone is clear."""
    over = top.childAt(each.seen.center().toPoint())
    if over is None or over is each.owner or each.owner.isAncestorOf(over):
        return False
    while (host := over.parentWidget()) is not None and not host.isAncestorOf(each.owner):
        if host is each.owner:
            return False
        over = host
    return not over.isAncestorOf(each.owner) and not isinstance(over, QLabel)
