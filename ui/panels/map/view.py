"""The view of the map: zoom, pan, and the tools of pointer and keys."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget
from typing_extensions import override

from brikdesk.pictures.photo import is_named_like_a_photo
from ui.look.shortcuts import sign
from ui.look.theme import Theme
from ui.models.map import UnitToken
from ui.panels.map.scene import MapScene
from ui.widgets.layout import Arranged, Arranging
from ui.widgets.painted import draw_centred, draw_plate, text_width

LONGEST = 0.004
"""Seconds of one slice: a quarter of what a picture of a smooth motion has."""


class InSlices(QObject):
    """Does pieces of work in turn, between what else happens; `done` comes after the last one."""

    done = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left: deque[Iterator[None]] = deque()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def begin(self, works: Iterable[Iterator[None]]) -> None:
        """Begin work in place of what was begun before; each `yield` is where it may pause."""
        self._left = deque(works)
        self._timer.start(0)

    def drop(self) -> None:
        """Leave the rest undone."""
        self._left.clear()
        self._timer.stop()

    def _go_on(self) -> None:
        until = time.perf_counter() + LONGEST
        while self._left:
            for _ in self._left[0]:
                if time.perf_counter() >= until:
                    return
            self._left.popleft()
        self._timer.stop()
        self.done.emit()


MARGIN = 28
"""Pixels at 100 % around the table, where its rulers stand."""

CLOSEST, FARTHEST = 160.0, 2.0
"""Pixels to the inch at the closest and the farthest zoom."""

STEP = 1.25
"""How much nearer one step of the zoom comes."""

AT_REST = 150
"""Milliseconds after a step of the zoom until what lies on the table is drawn anew."""

_NO_ANCHOR = QGraphicsView.ViewportAnchor.NoAnchor


class MapView(Arranged, QGraphicsView):
    """Shows a scene in inches. It knows no units: presses, drags and keys go to whatever listens.

    `pressed`, `dragged`, `released` and `hovered` bring the point on the table, `pressed` with the
    keys that are held; `opened` one that was clicked twice, `menu_asked` the point and the place on
    the screen. `keyed` is asked first about every key and says whether it used it, `stepped` about
    Tab (1) and Shift+Tab (-1); `dropped` is given the file of a picture. `painted_over` and
    `painted_under` paint in pixels of the view, `keeps` says whether the table stays in its place
    though there is another room for it. While it is zoomed step by step (`at_rest` is off)
    pictures that were drawn for another zoom are shown larger or smaller; what is in `sharpened`
    then draws them anew, and `rested` follows.
    """

    pressed = Signal(QPointF, Qt.KeyboardModifier)
    dragged = Signal(QPointF)
    released = Signal(QPointF)
    hovered = Signal(QPointF)
    opened = Signal(QPointF)
    menu_asked = Signal(QPointF, QPoint)
    zoomed = Signal()
    rested = Signal()
    focused = Signal(bool)

    def __init__(self, theme: Theme, scene: MapScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self._arranging = Arranging(self, self._take_new_size)
        self.theme = theme
        self.keyed: Callable[[QtGui.QKeyEvent], bool] = lambda event: False
        self.stepped: Callable[[int], bool] = lambda by: False
        self.dropped: Callable[[Path], object] | None = None
        self.painted_over: Callable[[QtGui.QPainter], None] = lambda painter: None
        self.painted_under: Callable[[QtGui.QPainter], None] = lambda painter: None
        self.keeps: Callable[[], bool] = lambda: False
        self._map, self._table = scene, QRectF(0, 0, 40, 30)
        self._fitted, self._panned = True, QPoint()
        self._panning = False
        self._corner = QPointF()
        """The point of the table in the far left corner of the view."""
        self.pointer = QPointF(-1, -1)
        """Where the pointer was last, in pixels of the view."""
        self.at_rest = True
        self.sharpened: list[Callable[[], Iterator[None]]] = [scene.sharpen]
        self._slices, self._rest = InSlices(self), QTimer(self)
        self._slices.done.connect(self._sharp)
        self._rest.setSingleShot(True)
        self._rest.setInterval(AT_REST)
        self._rest.timeout.connect(self._sharpen)
        self.setAccessibleName("Map")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setTransformationAnchor(_NO_ANCHOR)
        self.setResizeAnchor(_NO_ANCHOR)
        self.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        self.setMouseTracking(True)
        # A click takes the keys only from what does not wait for an answer: `Pointer` asks.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @property
    def scale_now(self) -> float:
        """Pixels to the inch."""
        return self.transform().m11()

    @property
    def margin(self) -> int:
        """Pixels around the table when it is seen whole: those of its rulers, where it has any."""
        return self.theme.px(8 if self.theme.least else MARGIN)

    def set_table(self, wide: float, deep: float) -> None:
        """Say how large the table is; one that was fitted into the view stays so."""
        table = QRectF(0, 0, wide, deep)
        if table != self._table:
            self._table = table
            self._take_size()

    @property
    def box_seen(self) -> QRectF:
        """The part of the table that is seen, in inches; null for a table that is fitted in."""
        return QRectF() if self._fitted else self.sceneRect()

    def fit(self) -> None:
        """Show the whole table (0)."""
        self._fitted = True
        self._take_size()

    def refit(self) -> None:
        """Apply a new text size; a table that was fitted into the view stays so."""
        self._set_scale(self.scale_now)
        self._take_size()
        self.viewport().update()

    def zoom(self, steps: float, at: QPointF | None = None) -> None:
        """Come nearer by so many steps, or go away; `at`, a place in the view, stays where it is."""
        anchor = at or QPointF(self.viewport().rect().center())
        point = self.to_table(anchor)
        scale = min(CLOSEST, max(FARTHEST, self.scale_now * STEP**steps))
        self._fitted = self.at_rest = False
        # While the wheel turns, pictures are only stretched; they are drawn anew when it rests.
        self._slices.drop()
        self._rest.start()
        self.setTransform(QtGui.QTransform.fromScale(scale, scale))
        self._map.stretch(scale, self.devicePixelRatioF())
        self._bring(point, anchor)

    def settle(self) -> None:
        """Draw everything for the zoom as it is now, at once."""
        self._slices.drop()
        self._rest.stop()
        if not self.at_rest:
            for sharpen in self.sharpened:
                for _ in sharpen():
                    pass
            self._sharp()

    def show_box(self, box: QRectF) -> None:
        """Come as near as a box of the table allows that is to be seen whole."""
        room = self.viewport().rect()
        wide, deep = max(box.width(), 4.0), max(box.height(), 4.0)
        scale = min(room.width() / wide, room.height() / deep) * 0.8  # with room around it
        self._fitted = False
        self._set_scale(min(60.0, max(FARTHEST, scale)))
        self._bring(box.center(), QPointF(room.center()))

    def show_all_of(self, box: QRectF) -> None:
        """Show all of a box of the table, as large as there is room."""
        room = self.viewport().rect()
        scale = min(room.width() / box.width(), room.height() / box.height())
        self._fitted = False
        self._set_scale(min(CLOSEST, max(FARTHEST, scale)))
        self._bring(box.center(), QPointF(room.center()))

    def ensure(self, point: QPointF) -> None:
        """Pan as far as it takes to see a point; a table that is fitted in will be again.

        That matters where there is too little room for it now: before the window has its size,
        and while panes are being moved.
        """
        self._arranging.now()
        at, room = self.to_view(point), self.viewport().rect()
        edge = self.margin
        inside = QRectF(room).adjusted(edge, edge, -edge, -edge)
        if not inside.contains(at):
            kept = QPointF(
                min(max(at.x(), inside.left()), inside.right()),
                min(max(at.y(), inside.top()), inside.bottom()),
            )
            self._fitted = self._fitted and self._table.contains(point)
            self._bring(point, kept)

    def pan(self, across: float, down: float) -> None:
        """Move what is seen by so many pixels."""
        self._fitted = False
        centre = QPointF(self.viewport().rect().center())
        self._bring(self.to_table(centre + QPointF(across, down)), centre)

    @property
    def middle(self) -> QPointF:
        """The point of the table in the middle of what is seen."""
        return self.to_table(QPointF(self.viewport().rect().center()))

    def to_table(self, place: QPointF) -> QPointF:
        """Return the point of the table, in inches, under a place of the view."""
        inverted, _ = self.viewportTransform().inverted()
        return inverted.map(place)

    def to_view(self, point: QPointF) -> QPointF:
        """Return the place in the view, in pixels, of a point of the table."""
        return self.viewportTransform().map(point)

    # --- as a view -------------------------------------------------------------------------------

    @override
    def drawBackground(self, painter: QtGui.QPainter, rect: QRectF | QRect) -> None:
        painter.save()
        painter.resetTransform()
        self.painted_under(painter)
        painter.restore()

    @override
    def drawForeground(self, painter: QtGui.QPainter, rect: QRectF | QRect) -> None:
        painter.save()
        painter.resetTransform()
        self.painted_over(painter)
        painter.restore()

    @override
    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        """Zoom at the pointer; with Shift move sideways."""
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.pan(-(turned.x() or turned.y()), 0)
        elif turned.y():
            self.zoom(turned.y() / 120, event.position())  # Qt counts 120 for a notch of the wheel
        event.accept()

    @override
    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.MiddleButton:
            self._start_panning(event)
        elif event.button() is Qt.MouseButton.LeftButton:
            self.pointer, self._panned = event.position(), event.position().toPoint()
            self.pressed.emit(self.to_table(event.position()), event.modifiers())
        event.accept()

    @override
    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        self.pointer = event.position()
        if self._panning:
            here = event.position().toPoint()
            moved = here - self._panned
            self._panned = here
            self.pan(-moved.x(), -moved.y())
        elif event.buttons() & Qt.MouseButton.LeftButton:
            self.dragged.emit(self.to_table(event.position()))
        else:
            self.hovered.emit(self.to_table(event.position()))
        event.accept()

    @override
    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        if self._panning:
            self._panning = False
            self.viewport().unsetCursor()
        elif event.button() is Qt.MouseButton.LeftButton:
            self.released.emit(self.to_table(event.position()))
        event.accept()

    @override
    def mouseDoubleClickEvent(self, event: QtGui.QMouseEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            # Two quick clicks with Ctrl take a unit in and out again: they open nothing.
            self.mousePressEvent(event)
        elif event.button() is Qt.MouseButton.LeftButton:
            self.opened.emit(self.to_table(event.position()))
        event.accept()

    @override
    def contextMenuEvent(self, event: QtGui.QContextMenuEvent) -> None:
        if event.reason() is QtGui.QContextMenuEvent.Reason.Mouse:
            self.menu_asked.emit(self.to_table(QPointF(event.pos())), event.globalPos())
        event.accept()

    @override
    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        """Accept pictures; other files are the window's, which opens campaigns."""
        event.setAccepted(self.dropped is not None and _picture(event) is not None)

    @override
    def dragMoveEvent(self, event: QtGui.QDragMoveEvent) -> None:
        event.accept()  # else the scene would be asked, which takes nothing

    @override
    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        path = _picture(event)
        if path is not None and self.dropped is not None:
            event.acceptProposedAction()
            self.dropped(path)

    @override
    def event(self, event: QEvent) -> bool:
        """Keep F11 from the window, for which it means the whole screen."""
        if isinstance(event, QtGui.QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if event.key() == Qt.Key.Key_F11 and plain:
                event.accept()
                return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        # Not to QGraphicsView: it would scroll by the arrows and swallow them.
        if not self.keyed(event):
            event.ignore()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Go from unit to unit with Tab; F6 leaves the map."""
        return self.stepped(1 if next else -1) or super().focusNextPrevChild(next)

    @override
    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)
        self.viewport().update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointer = QPointF(-1, -1)
        self.viewport().update()

    def start_panning(self) -> None:
        """Move the table with the pointer until the button is released."""
        self._panning = True
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def _start_panning(self, event: QtGui.QMouseEvent) -> None:
        self._panned = event.position().toPoint()
        self.start_panning()

    def _take_new_size(self) -> None:
        if self.keeps() and (not self._fitted or self._shows_all()):
            self._bring(self._corner, QPointF())
        else:
            self._take_size()

    def _take_size(self) -> None:
        room = self.viewport().rect()
        if self._fitted and room.width() > 0:  # the view has no size before the window has one
            edge = 2 * self.margin
            scale = min(
                (room.width() - edge) / self._table.width(),
                (room.height() - edge) / self._table.height(),
            )
            self._set_scale(max(FARTHEST, scale))
            self._bring(self._table.center(), QPointF(room.center()))

    def _shows_all(self) -> bool:
        """Return whether all of the table can be seen from the same corner as before."""
        room, scale = self.viewport().rect(), self.scale_now
        end = (self._table.bottomRight() - self._corner) * scale
        return 0 < end.x() <= room.width() and 0 < end.y() <= room.height()

    def _sharpen(self) -> None:
        self._slices.begin([sharpen() for sharpen in self.sharpened])

    def _sharp(self) -> None:
        self.at_rest = True
        self.rested.emit()
        self.viewport().update()

    def _set_scale(self, scale: float) -> None:
        self._slices.drop()
        self._rest.stop()
        self.at_rest = True
        self.setTransform(QtGui.QTransform.fromScale(scale, scale))
        self._map.set_scale(scale, self.devicePixelRatioF())
        self.rested.emit()

    def _bring(self, point: QPointF, place: QPointF) -> None:
        """Pan so that a point of the table lies at a place of the view."""
        scale, room = self.scale_now, self.viewport().rect()
        self._corner = corner = point - place / scale
        # A scene exactly as large as the view: Qt has no bars then, and centres nothing by itself.
        self.setSceneRect(
            QRectF(
                corner,
                QPointF(corner.x() + room.width() / scale, corner.y() + room.height() / scale),
            )
        )
        self.zoomed.emit()
        self.viewport().update()


def _picture(event: QtGui.QDropEvent) -> Path | None:
    """Return the file that is dropped, if it is one and named like a picture."""
    urls = event.mimeData().urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and is_named_like_a_photo(path) else None


PLATE = 24
"""The height of a plate, in pixels at 100 %."""


def paint_way(
    painter: QtGui.QPainter, view: MapView, points: Sequence[QPointF], tone: str, words: str = ""
) -> None:
    """Paint a line over points of the table in a tone, with `words` on a plate at its end."""
    theme = view.theme
    places = [view.to_view(point) for point in points]
    painter.setPen(QtGui.QPen(theme.color(tone), theme.px(2), Qt.PenStyle.DashLine))
    for here, there in pairwise(places):
        painter.drawLine(here, there)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(tone))
    dot = theme.px(3)
    for place in places:
        painter.drawEllipse(place, dot, dot)
    if words and places:
        paint_plate(painter, theme, places[-1] + QPointF(0, -theme.px(30)), words, tone)


def plate_width(theme: Theme, words: str) -> int:
    """Return the pixels that a plate with these words takes."""
    return text_width(theme.font("small", strong=True), words) + 2 * theme.px(8)


def paint_plate(
    painter: QtGui.QPainter, theme: Theme, middle: QPointF, words: str, tone: str
) -> None:
    """Paint a few words on a plate around a place of the view."""
    wide, high = plate_width(theme, words), theme.line_px(PLATE)
    box = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
    draw_plate(painter, box, theme.px(6), theme.color("bg1"), theme.color(tone), 1.5)
    font = theme.font("small", strong=True)
    draw_centred(painter, middle, words, font, theme.color("text"))


STEPS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
"""Arrow keys as steps of an inch."""

FINE = 0.25
"""Inches of a step with Shift."""


class Tool(QObject):
    """One thing to do on the map, begun by a key or a drag, and ended by Enter or Esc.

    `readout` brings the words that the line under the map shows, `ended` comes when it is over.
    `keys` are what the status bar lists meanwhile. A tool that `stays` is not put away when another
    unit is selected; one that `holds_units` is when an act changes them, as it may take one away;
    one that `aims` is when nothing asks for a target any more. One that `has_bar` has buttons of its
    own, one that `tells_at_hand` paints all that matters on the map.
    """

    readout = Signal(str)
    ended = Signal()
    keys: tuple[tuple[str, str], ...] = ()
    stays = holds_units = aims = has_bar = tells_at_hand = False

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.view = view

    def press(self, point: QPointF) -> None:
        """Handle a press of the button on the table."""

    def follow(self, point: QPointF) -> None:
        """Handle a move of the pointer."""

    def drag(self, point: QPointF) -> None:
        """Handle a move of the pointer with its button pressed."""

    def release(self, point: QPointF) -> None:
        """Handle the end of a drag."""

    def open(self, point: QPointF) -> None:
        """Handle a double click."""

    def words_now(self) -> str:
        """Return what the line under the map says."""
        return ""

    def tell(self) -> None:
        """Say how it stands, and paint it; called once the tool is in use, and after each change."""
        self.readout.emit(self.words_now())
        self.view.viewport().update()

    def step(self, by: int) -> bool:
        """Handle Tab (1) or Shift+Tab (-1); return False to have it go to the next unit."""
        return False

    def refreshed(self) -> None:
        """Follow the campaign after an act."""

    def key(self, event: QtGui.QKeyEvent) -> bool:
        """Handle a key; return whether the tool used it."""
        return False

    def paint(self, painter: QtGui.QPainter) -> None:
        """Paint over the table, in pixels of the view."""


def step_of(event: QtGui.QKeyEvent) -> QPointF | None:
    """Return the step in inches that an arrow key means, with Shift a quarter; none for others."""
    step = STEPS.get(Qt.Key(event.key()))
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if step is None or modifiers not in (
        Qt.KeyboardModifier.NoModifier,
        Qt.KeyboardModifier.ShiftModifier,
    ):
        return None
    return step * FINE if modifiers else step


TURN, FINE_TURN = 15.0, 5.0
"""Degrees of one press of a bracket, and with Shift."""

_BRACKETS = {"[": -1, "{": -1, "]": 1, "}": 1}


def turn_of(event: QtGui.QKeyEvent) -> float:
    """Return the degrees clockwise that a bracket means; 0 for all other keys."""
    fine = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
    return _BRACKETS.get(sign(event), 0) * (FINE_TURN if fine else TURN)


ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Pointing(Tool):
    """Keeps a point of the table; Esc ends it."""

    def __init__(self, view: MapView, scene: MapScene, start: QPointF) -> None:
        super().__init__(view)
        self.scene = scene
        self.at = QPointF(max(0.0, start.x()), max(0.0, start.y()))
        self._stepped_to = 0

    @property
    def under(self) -> UnitToken | None:
        """The unit at the point; after Tab the one that it went to, whoever lies over it."""
        at = self._stepped_to or self.scene.unit_standing_at(self.at, self.view.scale_now)
        return self.scene.token(at)

    def finish(self) -> bool:
        """Handle Enter or a click; return False if it means nothing here."""
        return False

    def go(self, point: QPointF) -> None:
        """Put the mark on a point."""
        self.at = QPointF(max(0.0, point.x()), max(0.0, point.y()))
        self._stepped_to = 0
        self.tell()

    @override
    def press(self, point: QPointF) -> None:
        self.go(point)
        self.finish()

    @override
    def follow(self, point: QPointF) -> None:
        self.go(point)

    @override
    def refreshed(self) -> None:
        self.go(self.at)

    @override
    def step(self, by: int) -> bool:
        """Go to the next unit in reading order, or to the one before."""
        rows = self.scene.in_reading_order()
        if not rows:
            return False
        here = self.under
        at = next((n + by for n, token in enumerate(rows) if token is here), 0)
        goal = rows[at % len(rows)]
        self.go(QPointF(goal.x, goal.y))
        self._stepped_to = goal.unit_id
        self.tell()
        self.view.ensure(self.at)
        return True

    @override
    def key(self, event: QtGui.QKeyEvent) -> bool:
        step = step_of(event)
        if step is not None:
            self.go(self.at + step)
            self.view.ensure(self.at)
        elif event.key() in ENTER:
            return self.finish()
        elif event.key() == Qt.Key.Key_Escape:
            self.ended.emit()
        else:
            return False
        return True
