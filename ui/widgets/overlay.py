"""What comes over the window: sheets, drawers, and pages to read."""

from weakref import WeakSet

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPixmap, QShowEvent
from shiboken6 import Shiboken
from typing_extensions import override

from ui.look.text import note, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button, icon_button
from ui.widgets.focus import OVER, KeptFocus, as_read, step_as_read
from ui.widgets.layout import OnePage, in_column, in_row, scrolling
from ui.widgets.painted import PaintedWidget, draw_focus, draw_plate, with_alpha

RADIUS, MARGIN, SHADOW, RINGS = 10, 24, 14, 7


class _Sheet(PaintedWidget):
    """The card on which the content lies."""

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the card."""
        theme = self.theme
        draw_plate(painter, box, theme.px(RADIUS), theme.color("bg1"), theme.color("line2"))


class _Over(PaintedWidget):
    """Lies over all of `host` while it is open; `place` is called when one of them changes its size."""

    closed = Signal()

    def __init__(self, theme: Theme, host: QtWidgets.QWidget) -> None:
        super().__init__(theme, host)
        self._host = host
        self._came_from = KeptFocus()
        # It is in no layout: nothing else tells it that the host has another size.
        host.installEventFilter(self)
        self.hide()

    def is_open(self) -> bool:
        """Return whether it is open."""
        # Not `isVisible`: that is False as long as the window itself is not shown.
        return not self.isHidden()

    def place(self) -> None:
        """Size and place all of it anew."""
        self.setGeometry(self._host.rect())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep its place when the window changes."""
        if event.type() == QEvent.Type.Resize and self.is_open():
            self.place()
        return False

    @override
    def restyle(self) -> None:
        """Take up new sizes."""
        super().restyle()
        if self.is_open():
            self.place()


_shown: "WeakSet[Overlay]" = WeakSet()
"""Those that were shown, in any window, and are still there."""


class Overlay(_Over):
    """Dims `host` and lays a card over it. Esc or a click beside the card closes it.

    While it is open, the window's shortcuts are off, Tab stays on the card, and nothing below takes
    the focus. When it closes, the focus goes back to where it was. `wide` and `high` are the most
    pixels at 100 %; `upper` puts the card 20 % from the top and makes it as high as its content.
    Put the content into `column`.
    """

    def __init__(
        self,
        theme: Theme,
        host: QtWidgets.QWidget,
        wide: int = 640,
        high: int = 720,
        upper: bool = False,
    ) -> None:
        super().__init__(theme, host)
        self._wide, self._high, self._upper = wide, high, upper
        self._here, self._guards = KeptFocus(), False
        self.setProperty(OVER, True)
        self._below = QPixmap()
        self.sheet = _Sheet(theme, self)
        self.column = QtWidgets.QVBoxLayout(self.sheet)
        self.column.setContentsMargins(1, 1, 1, 1)
        self.column.setSpacing(0)
        app = QtWidgets.QApplication.instance()
        if isinstance(app, QtWidgets.QApplication):
            app.focusChanged.connect(self._heard)

    def open(self, first: QtWidgets.QWidget | None = None) -> None:
        """Show it over the window; focus `first`, or else the first part that takes the focus."""
        # Opened again while open, it must not remember a part of itself.
        if not self.is_open():
            self._came_from.keep(self)
        self.show()
        self.raise_()
        self._guards = True  # it is topmost now, so overlays below it stop guarding the focus
        self.place()
        wanted = first or next(iter(as_read(self.sheet)), None)
        if wanted:
            wanted.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        _shown.add(self)

    def close_sheet(self) -> None:
        """Hide it and give the focus back."""
        if not self.is_open():
            return
        self._guards = False
        self._came_from.give_back(self._host)  # before hiding: Qt would choose a place itself
        self.hide()
        self.closed.emit()

    def place(self) -> None:
        """Size and place the card anew, as after its content changed."""
        super().place()
        px = self.theme.px
        wide = min(px(self._wide), self.width() - 2 * px(MARGIN))
        most = min(px(self._high), self.height() - 2 * px(MARGIN))
        high = min(most, self.content_height(wide) or most)
        top = (self.height() - high) // 2
        if self._upper:
            top = self.height() // 5
            high = min(high, self.height() - top - px(MARGIN))
        # Only the old and the new place of the card are repainted, with the shadow around them:
        # what lies below an overlay is expensive to paint.
        before, now = self.sheet.geometry(), QRect((self.width() - wide) // 2, top, wide, high)
        if now != before:
            self.sheet.setGeometry(now)
            margin = 2 * px(SHADOW)
            self.update(now.united(before).adjusted(-margin, -margin, margin, margin))

    def lie_on(self, picture: QPixmap) -> None:
        """Paint this picture of the host instead of the host; an empty picture ends that.

        Qt repaints everything below a translucent widget with each change in it, so a letter typed
        in the palette would repaint the whole desk.
        """
        self._below = picture
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, not picture.isNull())
        self.update()

    def content_height(self, wide: int) -> int:
        """Return the height of the content at this width, in pixels; 0 means as high as allowed."""
        self.column.activate()
        return self.column.sizeHint().height() if self._upper else 0

    def _heard(self, _old: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        """Take the focus back if something below took it: a timer, an act, or Qt itself."""
        if not self._guards or now is None or now.window() is not self.window():
            return
        if now is self or self.isAncestorOf(now):
            self._here.keep_widget(now)
        elif self._is_topmost():
            back = self._here.nearest() or next(iter(as_read(self.sheet)), None)
            if back is not None:
                back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _is_topmost(self) -> bool:
        """Return whether it is visible with no other overlay above it.

        `raise_` moves a widget to the end of its parent's children, so the last one is on top.
        """
        above = [each for each in open_overlays(self.window()) if each._guards]
        return bool(above) and above[-1] is self

    @override
    def event(self, event: QEvent) -> bool:
        """Keep keys typed here from the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride:
            # Qt asks for an override before it looks for a shortcut; once accepted, the key comes
            # as a plain press.
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close it with Esc; pass no key on to the window below."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_sheet()
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close it when the click is beside the card."""
        if not self.sheet.geometry().contains(event.position().toPoint()):
            self.close_sheet()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep Tab on the card."""
        return step_as_read(self.sheet, forward=next) or super().focusNextPrevChild(next)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Dim the window and paint the card's shadow."""
        theme = self.theme
        if not self._below.isNull():
            painter.drawPixmap(0, 0, self._below)
        painter.fillRect(box, with_alpha(theme.color("bg0"), 0.62))
        card = QRectF(self.sheet.geometry())
        shade = with_alpha(theme.color("text" if not theme.dark else "bg0"), 0.022)
        for part in range(RINGS, 0, -1):
            ring = part * theme.px(SHADOW) / RINGS
            grown = card.adjusted(-ring, -ring + theme.px(4), ring, ring + theme.px(4))
            draw_plate(painter, grown, theme.px(RADIUS) + ring, shade)


def open_overlays(window: QtWidgets.QWidget) -> list[Overlay]:
    """Return the overlays that are open over a window, the lowest first."""
    # Nearly always there is none: to look through all widgets of a window takes a millisecond.
    if not any(Shiboken.isValid(each) and each.isVisible() for each in _shown):
        return []
    return [each for each in window.findChildren(Overlay) if each.isVisible()]


class Drawer(_Over):
    """Lies over `host` along its left or bottom edge; Esc or a click beside it closes it.

    `extent` is its width (left edge) or height (bottom edge) in pixels at 100 %. Put the panel
    into `column`. When it closes, the focus goes back to where it was.
    """

    def __init__(
        self,
        theme: Theme,
        host: QtWidgets.QWidget,
        extent: int = 272,
        edge: Qt.Edge = Qt.Edge.LeftEdge,
    ) -> None:
        super().__init__(theme, host)
        self._extent, self._edge = extent, edge
        self._ground = QtWidgets.QWidget(self)
        self._ground.setAutoFillBackground(True)
        self.column = in_column(theme, on=self._ground)

    def open(self) -> None:
        """Show it over the window and move the focus into it."""
        self._came_from.keep(self)
        self.place()
        self.show()
        self.raise_()
        first = self._ground.nextInFocusChain()
        if first and self._ground.isAncestorOf(first):
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_drawer(self) -> None:
        """Hide it and give the focus back."""
        if self.is_open():
            self._came_from.give_back()  # before hiding: Qt would choose a place itself
            self.hide()
            self.closed.emit()

    def toggle(self) -> None:
        """Open or close it (Ctrl+B, Ctrl+J)."""
        self.close_drawer() if self.is_open() else self.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close it with Esc; pass on every other key."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_drawer()
        else:
            event.ignore()

    def mousePressEvent(self, event: QEvent) -> None:
        """Close it when the click is beside the panel."""
        self.close_drawer()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Dim what lies under it."""
        painter.fillRect(box, with_alpha(self.theme.color("bg0"), 0.6))

    @override
    def place(self) -> None:
        super().place()
        extent = self.theme.px(self._extent)
        if self._edge is Qt.Edge.LeftEdge:
            self._ground.setGeometry(0, 0, min(extent, self.width()), self.height())
        else:
            high = min(extent, self.height())
            self._ground.setGeometry(0, self.height() - high, self.width(), high)


_SCROLLS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 2, Qt.Key.Key_PageUp: -2}


def scrolled_by(area: QtWidgets.QScrollArea, key: int, step: int) -> bool:
    """Scroll by an arrow key, `step` pixels, or a Page key; False if it is another key."""
    if way := _SCROLLS.get(Qt.Key(key)):
        bar = area.verticalScrollBar()
        by = bar.pageStep() if abs(way) > 1 else step
        bar.setValue(bar.value() + (by if way > 0 else -by))
    return way is not None


EDGE, RING = 24, 4


class ReadingCard(PaintedWidget):
    """Lay out the content on `page_column`, anew after `new_page`; arrow keys scroll it.

    `closed` is emitted for Esc and the cross; the owner of the card must hide it.
    """

    closed = Signal()
    gap = 12
    """Pixels at 100 % between the parts of the page."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Preferred
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.caption = plain_label(theme, "", "caption", "accent_text", strong=True)
        self.title = plain_label(theme, "", "head", wrap=True)
        self.below = note(theme, "", "text3")
        cross = icon_button(theme, "cross", "Close  Esc", self.closed)
        names = in_column(theme, self.caption, self.title, self.below, gap=2)
        cross_up = (cross, 0, Qt.AlignmentFlag.AlignTop)
        self._head = in_row(theme, (names, 1), cross_up, edges=(EDGE, 16, 12, 12))
        self._holder = OnePage()
        self._scroll = scrolling(self._holder, plain=True)  # the card itself has the focus
        self._holder.setAutoFillBackground(False)
        self.new_page()
        in_column(theme, self._head, (self._scroll, 1), gap=0, edges=(0, 0, 0, RING), on=self)

    def add_to_head(self, button: Button) -> None:
        """Put a button before the cross."""
        self._head.insertWidget(self._head.count() - 1, button, 0, Qt.AlignmentFlag.AlignTop)

    def new_page(self) -> None:
        """Replace the page by an empty one."""
        self._page = QtWidgets.QWidget()
        edges = (EDGE, 4, EDGE, EDGE - RING)
        self.page_column = in_column(self.theme, gap=self.gap, edges=edges, on=self._page)
        self._holder.show_page(self._page)

    def keep_in_view(self, stop: QtWidgets.QWidget) -> None:
        """Scroll to this part of the page whenever it gets the focus."""
        stop.installEventFilter(self)

    @property
    def holds_focus(self) -> bool:
        """Whether the focus is on a part of the card, or nowhere in the window."""
        return self.isAncestorOf(self.window().focusWidget() or self)

    def words(self) -> str:
        """Return all that it says, as plain text."""
        labels = self._page.findChildren(type(self.title))
        return "\n".join(label.text() for label in (self.title, self.below, *labels))

    def height_for(self, wide: int) -> int:
        """Return the height at which nothing has to be scrolled, in a card of this width."""
        self.page_column.activate()
        # `heightForWidth` is −1 where no label wraps; then the size hint is the larger.
        page = max(self.page_column.heightForWidth(wide), self.page_column.sizeHint().height())
        head = max(self._head.heightForWidth(wide), self._head.sizeHint().height())
        return head + page + self.theme.px(RING)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif not scrolled_by(self._scroll, event.key(), self.theme.px(48)):
            event.ignore()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QtWidgets.QWidget):
            self._scroll.ensureWidgetVisible(watched)
        return super().eventFilter(watched, event)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if self.hasFocus():
            draw_focus(painter, box.adjusted(2, 2, -2, -2), self.theme, self.theme.px(8))


class ReadingField(QtWidgets.QPlainTextEdit):
    """Takes no words; Tab goes on to the next part. `name` is what a screen reader says."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setFont(theme.font("body"))
        self.setMinimumHeight(theme.px(80))
