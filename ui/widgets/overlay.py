"""A sheet that comes over the window: the palette, settings, a rule card, a form."""

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.theme import Theme
from ui.widgets.brushwork import draw_plate, with_alpha
from ui.widgets.kept_focus import OVER, KeptFocus
from ui.widgets.painted import PaintedWidget
from ui.widgets.tab_order import as_read, step_as_read

RADIUS, MARGIN, SHADOW, RINGS = 10, 24, 14, 7


class _Sheet(PaintedWidget):
    """The card on which the content lies."""

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the card."""
        theme = self.theme
        draw_plate(painter, box, theme.px(RADIUS), theme.color("bg1"), theme.color("line2"))


class Overlay(PaintedWidget):
    """Dims `host` and lays a card over it. Esc or a click beside the card closes it.

    While it is open, the window's shortcuts are off, Tab stays on the card, and nothing below takes
    the focus. When it closes, the focus goes back to where it was. `wide` and `high` are the most
    pixels at 100 %; `upper` puts the card 20 % from the top and makes it as high as its content.
    Put the content into `column`.
    """

    closed = Signal()

    def __init__(
        self, theme: Theme, host: QWidget, wide: int = 640, high: int = 720, upper: bool = False
    ) -> None:
        super().__init__(theme, host)
        self._host, self._wide, self._high, self._upper = host, wide, high, upper
        self._came_from, self._here = KeptFocus(), KeptFocus()
        self._guards = False
        self.setProperty(OVER, True)
        self._below = QPixmap()
        self.sheet = _Sheet(theme, self)
        self.column = QVBoxLayout(self.sheet)
        self.column.setContentsMargins(1, 1, 1, 1)
        self.column.setSpacing(0)
        host.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._heard)
        self.hide()

    def is_open(self) -> bool:
        """Return whether it is open."""
        return not self.isHidden()

    def open(self, first: QWidget | None = None) -> None:
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
        self.setGeometry(self._host.rect())
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

    def _heard(self, _old: QWidget | None, now: QWidget | None) -> None:
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
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep its place when the window changes."""
        if event.type() == QEvent.Type.Resize and self.is_open():
            self.place()
        return False

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

    @override
    def restyle(self) -> None:
        """Take up new sizes."""
        super().restyle()
        if self.is_open():
            self.place()


def open_overlays(window: QWidget) -> list[Overlay]:
    """Return the overlays that are open over a window, the lowest first."""
    return [each for each in window.findChildren(Overlay) if each.isVisible()]
