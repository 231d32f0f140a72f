"""Where and when parts take their places: in lines that flow, on pages that swap."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QSizePolicy, QVBoxLayout, QWidget

MOST_ROUNDS = 5
"""Rounds after which `arrange_now` gives up; the rest is then arranged visibly."""


class Arranging(QObject):
    """Has a widget arrange its parts once, soon, and before it is painted.

    While a layout hands out sizes, it and the layouts around it loop over their items. A widget
    that moves, shows or hides parts in its `resizeEvent` changes those lists during the loops, or
    makes them start again halfway. So `resizeEvent` only asks: Qt delivers the queued call when
    the layouts are done, and paints afterwards.
    """

    _due = Signal()
    _asked = Signal()

    def __init__(self, widget: QWidget, arrange: Callable[[], object]) -> None:
        """`arrange` must be a method of the widget, so that the connection ends with the widget."""
        super().__init__(widget)
        self.waits = False
        self._asked.connect(self.now, Qt.ConnectionType.QueuedConnection)
        self._due.connect(arrange)

    def ask(self) -> None:
        """Have it arranged soon, and once, however often this is called before."""
        if not self.waits:
            self.waits = True
            self._asked.emit()

    def now(self) -> None:
        """Arrange if it was asked for and has not been done since."""
        if self.waits:
            # Before the signal: the widget may ask again while it arranges.
            self.waits = False
            self._due.emit()


def arrange_now(page: QWidget) -> None:
    """Arrange and lay out a page that has just appeared, so that its first frame is its final one.

    Parts that are arranged get other sizes and may ask again; without this, Qt would paint each
    round.
    """
    for _ in range(MOST_ROUNDS):
        # Only layouts: other posted events may be keys or deletions, which must not come in the
        # middle of what the caller does.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        waiting = [each for each in page.findChildren(Arranging) if each.waits]
        if not waiting:
            return
        for each in waiting:
            each.now()


def held_by(layout: QLayout) -> dict[int, QWidget | QLayout]:
    """Return the widgets and layouts directly in a layout by their place; spacers are left out.

    The layout is never asked for its items (`itemAt`): PySide remembers each by its address as long
    as the layout lives, even when Qt has deleted it with its widget. When another object is made at
    that address and deleted again, PySide frees what is freed already, and the program crashes.
    """
    owner = layout.parentWidget()
    widgets = owner.children() if owner is not None else []
    parts = [part for part in (*widgets, *layout.children()) if isinstance(part, QWidget | QLayout)]
    return {place: part for part in parts if (place := layout.indexOf(part)) >= 0}


BOUNDLESS = QSize(524287, 524287)
"""The size without bounds in pixels, as Qt has it (QLAYOUTSIZE_MAX)."""


class FlowLayout(QHBoxLayout):
    """Lays its widgets from left to right and goes on in the next line where the width ends.

    The property `apart` of a widget moves it that many pixels away from the one before it.

    The items belong to Qt's own box layout, which alone makes and deletes them: a layout that kept
    items in Python would be asked for items that Qt deleted together with their widgets. Only the
    places of the widgets are worked out here, from what the box holds at that moment.
    """

    def __init__(self, parent: QWidget | None = None, gap: int = 8) -> None:
        self._heights: dict[int, int] = {}  # first: Qt's own constructor calls `invalidate`
        if parent is None:
            super().__init__()
        else:
            super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)

    def expandingDirections(self) -> Qt.Orientation:
        """Return no direction: lines are as long as what is in them."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return True: a smaller width needs more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines in this width, in pixels."""
        if width not in self._heights:  # Qt asks a dozen times while it arranges a pane
            self._heights[width] = self._lay(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        """Forget heights: Qt calls this when a widget comes, goes, or wants another size."""
        self._heights.clear()
        super().invalidate()

    def minimumHeightForWidth(self, width: int) -> int:
        """Return the same height: lines cannot be lower than their widgets."""
        return self.heightForWidth(width)

    def setGeometry(self, rect: QRect) -> None:
        """Move the widgets."""
        QLayout.setGeometry(self, rect)  # a box would put all of them into one line first
        self._lay(rect, move=True)

    def sizeHint(self) -> QSize:
        """Return the size of everything in one line."""
        shown = self._shown()
        sizes = [_size(widget) for widget in shown]
        gaps = self.spacing() * max(0, len(sizes) - 1)
        gaps += sum(_apart(widget) for widget in shown[1:])
        return QSize(
            sum(size.width() for size in sizes) + gaps,
            max((size.height() for size in sizes), default=0),
        )

    def minimumSize(self) -> QSize:
        """Return the size of the largest widget."""
        sizes = [_least(widget) for widget in self._shown()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def maximumSize(self) -> QSize:
        """Return no bounds: room beside the lines stays empty."""
        return BOUNDLESS

    def _shown(self) -> list[QWidget]:
        parts = (part for _, part in sorted(held_by(self).items()))
        return [part for part in parts if isinstance(part, QWidget) and not part.isHidden()]

    def _lay(self, rect: QRect, move: bool) -> int:
        """Go through the lines, move the widgets if `move`, and return the height of all lines."""
        y = rect.y()
        for line in self._lines(rect.width()):
            high = max(_size(widget).height() for widget in line)
            x = rect.x()
            for widget in line:
                size = _size(widget)
                x += _apart(widget) if widget is not line[0] else 0
                if move:
                    top = y + (high - size.height()) // 2
                    widget.setGeometry(QRect(QPoint(x, top), size))
                x += size.width() + self.spacing()
            y += high + self.spacing()
        return max(0, y - self.spacing() - rect.y())

    def _lines(self, width: int) -> list[list[QWidget]]:
        lines: list[list[QWidget]] = []
        left = 0
        for widget in self._shown():
            wide = _size(widget).width() + _apart(widget)
            if not lines or wide > left:
                lines.append([])
                left = width
            lines[-1].append(widget)
            left -= wide + self.spacing()
        return lines


def _size(widget: QWidget) -> QSize:
    """Return the size that a widget wants, within its bounds."""
    wanted = widget.sizeHint().expandedTo(widget.minimumSizeHint())
    return wanted.boundedTo(widget.maximumSize()).expandedTo(widget.minimumSize())


def _least(widget: QWidget) -> QSize:
    """Return the least size of a widget, as Qt's own layouts work it out (qSmartMinSize)."""
    hint, least, policy = widget.sizeHint(), widget.minimumSizeHint(), widget.sizePolicy()
    shrinks = QSizePolicy.PolicyFlag.ShrinkFlag
    wide = least.width() if policy.horizontalPolicy().value & shrinks.value else hint.width()
    high = least.height() if policy.verticalPolicy().value & shrinks.value else hint.height()
    size = QSize(max(wide, least.width()), max(high, least.height()))
    size = size.boundedTo(widget.maximumSize())
    own = widget.minimumSize()
    return QSize(own.width() or size.width(), own.height() or size.height())


def _apart(widget: QWidget) -> int:
    return int(widget.property("apart") or 0)


@contextmanager
def laid_out_once(widget: QWidget) -> Iterator[None]:
    """Keep the layouts in a widget still while its parts change; afterwards Qt lays them out once.

    Whenever a part is shown, Qt lays out all that it lies in at once. A card that shows five parts
    would be laid out five times before its last words are known.
    """
    # Only classes of our own: what Qt puts around its scroll bars is laid out by Qt alone.
    still = [
        (each, layout)
        for each in (widget, *widget.findChildren(QWidget))
        if type(each) is not QWidget and (layout := each.layout()) is not None
    ]
    for _, layout in still:
        layout.setEnabled(False)
    try:
        yield
    finally:
        for owner, layout in still:
            layout.setEnabled(True)
            owner.updateGeometry()  # a layout that is still tells nobody what its parts want


class OnePage(QWidget):
    """Holds a page until another one replaces it.

    A scroll area deletes its widget at once when it gets another: even while a key or a click in
    that widget is being handled. Here the old page is only hidden, and deleted when no code runs in
    it any more.
    """

    def __init__(self) -> None:
        super().__init__()
        self.page = QWidget()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.page)

    def show_page(self, page: QWidget) -> None:
        """Replace the page by another."""
        before, self.page = self.page, page
        focused = self.window().focusWidget()
        if focused is not None and before.isAncestorOf(focused):
            self._hold_focus()
        self._column.removeWidget(before)
        self._column.addWidget(page)
        page.show()  # at once: what comes next gives it the focus
        before.hide()
        before.deleteLater()

    def _hold_focus(self) -> None:
        """Move the focus to the nearest parent that takes it, before the page is hidden."""
        at = self.parentWidget()
        while at is not None and at.focusPolicy() == Qt.FocusPolicy.NoFocus:
            at = at.parentWidget()
        if at is not None:
            at.setFocus(Qt.FocusReason.OtherFocusReason)


_P = QSizePolicy.Policy


def let_wrap(widget: QWidget, across: _P = _P.Preferred, down: _P = _P.Preferred) -> None:
    """Have layouts ask a widget for its height at a width; they forget to, unless told."""
    policy = QSizePolicy(across, down)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)
