"""A layout that puts widgets in lines, as many as there is room for, like words on a page."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLayout, QSizePolicy, QWidget

from ui.widgets.layout.held import held_by

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
