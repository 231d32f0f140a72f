"""Rows of a plain list: words on a rounded plate, with an accent bar at the current one."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from ui.look.theme import Theme
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate
from ui.widgets.delegate import Delegate

HIGH = 34


class RowDelegate(Delegate):
    """Paints the words of a model in rows of equal height."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(self.theme.px(80), self.theme.px(HIGH))

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, px = self.theme, self.theme.px
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        current = bool(option.state & QStyle.StateFlag.State_Selected)
        # The view paints all its rows with this one painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current:
            draw_plate(painter, box, px(8), theme.color("sel"))
            bar = QRectF(box.left(), box.top() + px(8), px(3), box.height() - px(16))
            draw_plate(painter, bar, px(1.5), theme.color("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            draw_plate(painter, box, px(8), theme.color("bg3"))
        words = str(index.data(Qt.ItemDataRole.DisplayRole))
        line = box.adjusted(px(12), 0, -px(8), 0)
        ink = theme.color("text" if current else "text2")
        draw_line(painter, line, words, theme.font("body"), ink)
        if current and option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, box, theme, px(8))
        painter.restore()
