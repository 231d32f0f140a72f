"""A layout that puts widgets in lines, as many as there is room for, like words on a page."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays its widgets from left to right and goes on in the next line where the width ends.

    A widget with the property `apart` stands so many pixels farther from the one before it.
    """

    def __init__(self, parent: QWidget | None = None, gap: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)

    def addItem(self, item: QLayoutItem) -> None:
        """Put an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Give how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Give an item; None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take an item out; None beyond the last."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Give no direction: lines are as long as what is in them."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Give True: fewer pixels across mean more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Give the height of the lines that `width` needs."""
        return self._lay(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Move the widgets."""
        super().setGeometry(rect)
        self._lay(rect, move=True)

    def sizeHint(self) -> QSize:
        """Give the size of everything in one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        gaps = self.spacing() * max(0, len(sizes) - 1)
        gaps += sum(_apart(item) for item in self._shown()[1:])
        return QSize(
            sum(size.width() for size in sizes) + gaps,
            max((size.height() for size in sizes), default=0),
        )

    def minimumSize(self) -> QSize:
        """Give the size of the largest widget."""
        sizes = [item.minimumSize() for item in self._shown()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lay(self, rect: QRect, move: bool) -> int:
        """Go through the lines; give the height of all of them."""
        y = rect.y()
        for line in self._lines(rect.width()):
            high = max(item.sizeHint().height() for item in line)
            x = rect.x()
            for item in line:
                size = item.sizeHint()
                x += _apart(item) if item is not line[0] else 0
                if move:
                    top = y + (high - size.height()) // 2
                    item.setGeometry(QRect(QPoint(x, top), size))
                x += size.width() + self.spacing()
            y += high + self.spacing()
        return max(0, y - self.spacing() - rect.y())

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        left = 0
        for item in self._shown():
            wide = item.sizeHint().width() + _apart(item)
            if not lines or wide > left:
                lines.append([])
                left = width
            lines[-1].append(item)
            left -= wide + self.spacing()
        return lines


def _apart(item: QLayoutItem) -> int:
    widget = item.widget()
    return int(widget.property("apart") or 0) if widget else 0
