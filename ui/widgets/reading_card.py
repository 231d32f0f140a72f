"""A card to read: caption, title and a line below them, over a page that scrolls."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_focus
from ui.widgets.buttons import Button
from ui.widgets.layout.one_page import OnePage
from ui.widgets.painted import PaintedWidget

EDGE, RING = 24, 4
_SCROLLS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 2, Qt.Key.Key_PageUp: -2}


class ReadingCard(PaintedWidget):
    """Lay out the content on `page_column`, anew after `new_page`; arrow keys scroll it.

    `closed` is emitted for Esc and the cross; the owner of the card must hide it.
    """

    closed = Signal()
    gap = 12
    """Pixels at 100 % between the parts of the page."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.caption = plain_label(theme, "", "caption", "accent_text", strong=True)
        self.title = plain_label(theme, "", "head", wrap=True)
        self.below = plain_label(theme, "", "small", "text3", wrap=True)
        cross = Button(theme, "", "quiet", "cross", name="Close  Esc")
        cross.clicked.connect(self.closed)
        self._names = QVBoxLayout()
        for label in (self.caption, self.title, self.below):
            self._names.addWidget(label)
        self._head = QHBoxLayout()
        self._head.addLayout(self._names, 1)
        self._head.addWidget(cross, 0, Qt.AlignmentFlag.AlignTop)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        # The card itself takes the focus and scrolls: Tab would otherwise stop at the area as well.
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        self._holder = OnePage()
        self._scroll.setWidget(self._holder)
        self._holder.setAutoFillBackground(False)
        self.new_page()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self._scroll, 1)

    def add_to_head(self, button: Button) -> None:
        """Put a button before the cross."""
        self._head.insertWidget(self._head.count() - 1, button, 0, Qt.AlignmentFlag.AlignTop)

    def new_page(self) -> None:
        """Replace the page by an empty one."""
        self._page = QWidget()
        self.page_column = QVBoxLayout(self._page)
        self._holder.show_page(self._page)

    def keep_in_view(self, stop: QWidget) -> None:
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
        bar = self._scroll.verticalScrollBar()
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif by := _SCROLLS.get(Qt.Key(event.key())):
            step = bar.pageStep() if abs(by) > 1 else self.theme.px(48)
            bar.setValue(bar.value() + (step if by > 0 else -step))
        else:
            event.ignore()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QWidget):
            self._scroll.ensureWidgetVisible(watched)
        return super().eventFilter(watched, event)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        if self.hasFocus():
            draw_focus(painter, box.adjusted(2, 2, -2, -2), self.theme, self.theme.px(8))

    @override
    def restyle(self) -> None:
        super().restyle()
        if column := self.layout():
            px = self.theme.px
            column.setContentsMargins(0, 0, 0, px(RING))
            self._head.setContentsMargins(px(EDGE), px(16), px(12), px(12))
            self._names.setSpacing(px(2))
            self.page_column.setContentsMargins(px(EDGE), px(4), px(EDGE), px(EDGE - RING))
            self.page_column.setSpacing(px(self.gap))
