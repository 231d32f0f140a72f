"""Where and when parts take their places: columns, rows and grids, lines that flow, swapped pages."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from PySide6 import QtWidgets
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from shiboken6 import invalidate

from ui.look.theme import Theme

Part = TypeVar("Part", bound=QtWidgets.QWidget)

Placed = QtWidgets.QWidget | QtWidgets.QLayout | float
"""What takes a place in a layout; a number is empty room, in pixels at 100 % text size."""

BoxPart = Placed | tuple[Placed, int] | tuple[Placed, int, Qt.AlignmentFlag] | None
"""A part, alone or with its share of the room that is left, then its alignment; None is left out."""

SPRING = (0, 1)
"""Empty room that takes what the parts leave."""

RoomAround = float | tuple[float, float, float, float]
"""Room around the parts: the same on all sides, or left, top, right, bottom."""


def in_column(
    theme: Theme,
    *parts: BoxPart,
    gap: float | None = None,
    edges: RoomAround | None = 0,
    on: QtWidgets.QWidget | None = None,
) -> QtWidgets.QVBoxLayout:
    """Return the parts below each other, `gap` apart, on a widget or for another layout.

    Gap and edges are pixels at 100 % text size and follow it; None is what Qt takes by itself.
    """
    made = QtWidgets.QVBoxLayout() if on is None else QtWidgets.QVBoxLayout(on)
    spaced(theme, made, gap, edges)
    fill(made, *(_room(theme, part) for part in parts))
    return made


def in_row(
    theme: Theme,
    *parts: BoxPart,
    gap: float | None = None,
    edges: RoomAround | None = 0,
    on: QtWidgets.QWidget | None = None,
) -> QtWidgets.QHBoxLayout:
    """Return the parts beside each other, otherwise like `in_column`."""
    made = QtWidgets.QHBoxLayout() if on is None else QtWidgets.QHBoxLayout(on)
    spaced(theme, made, gap, edges)
    fill(made, *(_room(theme, part) for part in parts))
    return made


def _room(theme: Theme, part: BoxPart) -> BoxPart:
    return theme.px(part) if isinstance(part, int | float) else part


def fill(box: QtWidgets.QBoxLayout, *parts: BoxPart) -> None:
    """Put more parts at the end of a column or row; a number is room in pixels of the screen."""
    for part in parts:
        if isinstance(part, tuple):
            placed, share, at = part if len(part) == 3 else (*part, Qt.AlignmentFlag(0))
        elif part is not None:
            placed, share, at = part, 0, Qt.AlignmentFlag(0)
        else:
            continue
        if isinstance(placed, QtWidgets.QWidget):
            box.addWidget(placed, share, at)
        elif isinstance(placed, QtWidgets.QLayout):
            nest(box, placed, share)
        elif isinstance(part, tuple):  # a number with a share stretches, as SPRING does
            box.addStretch(share)
        else:
            box.addSpacing(int(placed))


GridPart = (
    QtWidgets.QWidget | QtWidgets.QLayout | tuple[QtWidgets.QWidget | QtWidgets.QLayout, int] | None
)
"""A part of a grid, alone or with the number of columns over which it reaches; None is left empty."""


def in_grid(
    theme: Theme,
    *rows: Sequence[GridPart],
    gap: float | tuple[float, float] | None = None,
    grows: Sequence[int] = (),
    edges: RoomAround | None = 0,
    on: QtWidgets.QWidget | None = None,
) -> QtWidgets.QGridLayout:
    """Return rows of parts in common columns, of which those in `grows` share the room that is left.

    `gap` lies between columns and between rows: one number for both, or two.
    """
    made = QtWidgets.QGridLayout() if on is None else QtWidgets.QGridLayout(on)
    spaced(theme, made, gap, edges)
    for at in grows:
        made.setColumnStretch(at, 1)
    for down, cells in enumerate(rows):
        across = 0
        for cell in cells:
            part, wide = cell if isinstance(cell, tuple) else (cell, 1)
            if isinstance(part, QtWidgets.QWidget):
                made.addWidget(part, down, across, 1, wide)
            elif part is not None:
                nest(made, part, down, across, 1, wide)
            across += wide
    return made


def nest(
    outer: QtWidgets.QBoxLayout | QtWidgets.QGridLayout,
    inner: QtWidgets.QLayout,
    *where: int | Qt.AlignmentFlag,
) -> None:
    """Put a layout into another one: `where` is its share in a box, or its cell in a grid.

    PySide then remembers each item of the inner one by its address as long as the outer one lives,
    even when Qt has deleted it with its widget. A thread that is made at that address later is
    taken for the item, and the program crashes: here it forgets them at once. See `held_by`.
    """
    outer.addLayout(inner, *where)  # type: ignore[arg-type]
    if outer.parentWidget() is not None:
        _forget_items(inner)


def _forget_items(layout: QtWidgets.QLayout) -> None:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if isinstance(item, QtWidgets.QLayout):
            _forget_items(item)
        elif item is not None:
            invalidate(item)


class _Spacing(QObject):
    """Keeps the gaps and edges of a layout in step with the text size."""

    def __init__(
        self,
        theme: Theme,
        layout: QtWidgets.QBoxLayout | QtWidgets.QGridLayout,
        gap: float | tuple[float, float] | None,
        edges: RoomAround | None,
    ) -> None:
        super().__init__(layout)
        self._theme, self._layout, self._gap, self._edges = theme, layout, gap, edges
        theme.changed.connect(self._set)

    def _set(self) -> None:
        _set_room(self._theme, self._layout, self._gap, self._edges)


def _set_room(
    theme: Theme,
    layout: QtWidgets.QBoxLayout | QtWidgets.QGridLayout,
    gap: float | tuple[float, float] | None,
    edges: RoomAround | None,
) -> None:
    """Set gaps and edges for the text size in force."""
    if isinstance(gap, tuple) and isinstance(layout, QtWidgets.QGridLayout):
        layout.setHorizontalSpacing(theme.px(gap[0]))
        layout.setVerticalSpacing(theme.px(gap[1]))
    elif isinstance(gap, int | float):
        layout.setSpacing(theme.px(gap))
    if edges is not None:
        around = edges if isinstance(edges, tuple) else (edges,) * 4
        left, top, right, bottom = map(theme.px, around)
        layout.setContentsMargins(left, top, right, bottom)


def spaced(
    theme: Theme,
    layout: QtWidgets.QBoxLayout | QtWidgets.QGridLayout,
    gap: float | tuple[float, float] | None = None,
    edges: RoomAround | None = None,
) -> None:
    """Set gaps and edges of a layout now and whenever the text size changes."""
    _set_room(theme, layout, gap, edges)
    if gap or edges:  # 0 is 0 at every text size
        _Spacing(theme, layout, gap, edges)


def held(layout: QtWidgets.QLayout) -> QtWidgets.QWidget:
    """Return a plain widget with this layout."""
    widget = QtWidgets.QWidget()
    widget.setLayout(layout)
    return widget


def scrolling(page: QtWidgets.QWidget | None = None, plain: bool = False) -> QtWidgets.QScrollArea:
    """Return an area in which a page scrolls; Tab goes to the fields on it, not to the frame.

    A `plain` one has no frame and no ground, and scrolls only up and down.
    """
    area = QtWidgets.QScrollArea(widgetResizable=True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if page is not None:
        area.setWidget(page)
    if plain:
        area.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.viewport().setAutoFillBackground(False)
    return area


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

    def __init__(self, widget: QtWidgets.QWidget, arrange: Callable[[], object]) -> None:
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


class Arranged:
    """Part of a widget that has its parts arranged, by `_arranging`, whenever it gets another size.

    It stands before the class of Qt, whose `resizeEvent` it carries on.
    """

    _arranging: Arranging

    def arranged_by(self, arrange: Callable[[], object]) -> None:
        """Have a method of the widget arrange its parts; call it when the widget is made."""
        self._arranging = Arranging(self, arrange)  # type: ignore[arg-type]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the parts arranged when the layouts are done."""
        super().resizeEvent(event)  # type: ignore[misc]
        self._arranging.ask()


def arrange_now(page: QtWidgets.QWidget) -> None:
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


def held_by(layout: QtWidgets.QLayout) -> dict[int, QtWidgets.QWidget | QtWidgets.QLayout]:
    """Return the widgets and layouts directly in a layout by their place; spacers are left out.

    The layout is never asked for its items (`itemAt`): PySide remembers each by its address as long
    as the layout lives, even when Qt has deleted it with its widget. When another object is made at
    that address and deleted again, PySide frees what is freed already, and the program crashes.
    """
    owner = layout.parentWidget()
    widgets = owner.children() if owner is not None else []
    parts = [
        part
        for part in (*widgets, *layout.children())
        if isinstance(part, QtWidgets.QWidget | QtWidgets.QLayout)
    ]
    return {place: part for part in parts if (place := layout.indexOf(part)) >= 0}


BOUNDLESS = QSize(524287, 524287)
"""The size without bounds in pixels, as Qt has it (QLAYOUTSIZE_MAX)."""


class FlowLayout(QtWidgets.QHBoxLayout):
    """Lays its widgets from left to right and goes on in the next line where the width ends.

    The property `apart` of a widget moves it that many pixels away from the one before it.

    The items belong to Qt's own box layout, which alone makes and deletes them: a layout that kept
    items in Python would be asked for items that Qt deleted together with their widgets. Only the
    places of the widgets are worked out here, from what the box holds at that moment.
    """

    def __init__(self, parent: QtWidgets.QWidget | None = None, gap: int = 8) -> None:
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
        QtWidgets.QLayout.setGeometry(self, rect)  # a box would put all of them into one line first
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

    def _shown(self) -> list[QtWidgets.QWidget]:
        parts = (part for _, part in sorted(held_by(self).items()))
        return [
            part for part in parts if isinstance(part, QtWidgets.QWidget) and not part.isHidden()
        ]

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

    def _lines(self, width: int) -> list[list[QtWidgets.QWidget]]:
        lines: list[list[QtWidgets.QWidget]] = []
        left = 0
        for widget in self._shown():
            wide = _size(widget).width() + _apart(widget)
            if not lines or wide > left:
                lines.append([])
                left = width
            lines[-1].append(widget)
            left -= wide + self.spacing()
        return lines


def in_flow(theme: Theme, *parts: QtWidgets.QWidget, gap: float = 8) -> FlowLayout:
    """Return the parts in as many lines as they need, `gap` apart as in `in_row`."""
    made = FlowLayout()
    spaced(theme, made, gap)
    for part in parts:
        made.addWidget(part)
    return made


def _size(widget: QtWidgets.QWidget) -> QSize:
    """Return the size that a widget wants, within its bounds."""
    wanted = widget.sizeHint().expandedTo(widget.minimumSizeHint())
    return wanted.boundedTo(widget.maximumSize()).expandedTo(widget.minimumSize())


def _least(widget: QtWidgets.QWidget) -> QSize:
    """Return the least size of a widget, as Qt's own layouts work it out (qSmartMinSize)."""
    hint, least, policy = widget.sizeHint(), widget.minimumSizeHint(), widget.sizePolicy()
    shrinks = QtWidgets.QSizePolicy.PolicyFlag.ShrinkFlag
    wide = least.width() if policy.horizontalPolicy().value & shrinks.value else hint.width()
    high = least.height() if policy.verticalPolicy().value & shrinks.value else hint.height()
    size = QSize(max(wide, least.width()), max(high, least.height()))
    size = size.boundedTo(widget.maximumSize())
    own = widget.minimumSize()
    return QSize(own.width() or size.width(), own.height() or size.height())


def _apart(widget: QtWidgets.QWidget) -> int:
    return int(widget.property("apart") or 0)


@contextmanager
def laid_out_once(widget: QtWidgets.QWidget) -> Iterator[None]:
    """Keep the layouts in a widget still while its parts change; afterwards Qt lays them out once.

    Whenever a part is shown, Qt lays out all that it lies in at once. A card that shows five parts
    would be laid out five times before its last words are known.
    """
    # Only classes of our own: what Qt puts around its scroll bars is laid out by Qt alone.
    still = [
        (each, layout)
        for each in (widget, *widget.findChildren(QtWidgets.QWidget))
        if type(each) is not QtWidgets.QWidget and (layout := each.layout()) is not None
    ]
    for _, layout in still:
        layout.setEnabled(False)
    try:
        yield
    finally:
        for owner, layout in still:
            layout.setEnabled(True)
            owner.updateGeometry()  # a layout that is still tells nobody what its parts want


def take_away(
    holder: QtWidgets.QLayout | QtWidgets.QStackedWidget, part: QtWidgets.QWidget
) -> None:
    """Take a part out of its layout or stack; it is deleted when no code runs in it any more.

    The click or key that is being handled may come from the part: until then it is only hidden.
    """
    holder.removeWidget(part)
    part.hide()
    part.deleteLater()


def clear_out(holder: QtWidgets.QBoxLayout) -> None:
    """Take all parts and all empty room out of a layout; the parts are deleted as in `take_away`."""
    # `takeAt`, not `itemAt`: a taken item belongs to Python, so Qt cannot delete it behind its back.
    while item := holder.takeAt(0):
        if part := item.widget():
            part.hide()
            part.deleteLater()


def as_many(made: list[Part], count: int, make: Callable[[], Part]) -> list[Part]:
    """Return the first `count` parts of a list, visible; make those that it lacks, hide the rest.

    Parts that come and go with each key are used again, as making them takes long. `make` puts a
    new part into its layout: shown before, it would be a window for a moment.
    """
    while len(made) < count:
        made.append(make())
    for place, part in enumerate(made):
        part.setVisible(place < count)
    return made[:count]


class OnePage(QtWidgets.QWidget):
    """Holds a page until another one replaces it.

    A scroll area deletes its widget at once when it gets another: even while a key or a click in
    that widget is being handled. Here the old page is only hidden, and deleted when no code runs in
    it any more.
    """

    def __init__(self) -> None:
        super().__init__()
        self.page = QtWidgets.QWidget()
        self._column = QtWidgets.QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.page)

    def show_page(self, page: QtWidgets.QWidget) -> None:
        """Replace the page by another."""
        before, self.page = self.page, page
        focused = self.window().focusWidget()
        if focused is not None and before.isAncestorOf(focused):
            self._hold_focus()
        self._column.removeWidget(before)
        self._column.addWidget(page)
        page.show()  # at once: what comes next gives it the focus
        take_away(self._column, before)

    def _hold_focus(self) -> None:
        """Move the focus to the nearest parent that takes it, before the page is hidden."""
        at = self.parentWidget()
        while at is not None and at.focusPolicy() == Qt.FocusPolicy.NoFocus:
            at = at.parentWidget()
        if at is not None:
            at.setFocus(Qt.FocusReason.OtherFocusReason)


_P = QtWidgets.QSizePolicy.Policy


def let_wrap(widget: QtWidgets.QWidget, across: _P = _P.Preferred, down: _P = _P.Preferred) -> None:
    """Have layouts ask a widget for its height at a width; they forget to, unless told."""
    policy = QtWidgets.QSizePolicy(across, down)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)
