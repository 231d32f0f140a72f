"""Left and Right move from cell to cell in tables whose cells can be edited."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from ui.parts.tables.rows_view import RowsView

ACROSS: dict[int, int] = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}


def go_across(view: RowsView, event: QKeyEvent) -> bool:
    """Go to the next shown cell of the row; False if the key is another one or there is no row."""
    step, now = ACROSS.get(event.key()), view.currentIndex()
    if step is None or not now.isValid() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return False
    place, columns = now.column() + step, view.model().columnCount()
    while 0 <= place < columns and view.isColumnHidden(place):
        place += step
    if 0 <= place < columns:
        view.go_to(now.row(), place)
        view.viewport().update()
    return True
