"""The base of all delegates that paint or edit cells: the one way in which an edit is committed."""

from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStyledItemDelegate, QWidget
from shiboken6 import isValid
from typing_extensions import override

HINTS: dict[int, QStyledItemDelegate.EndEditHint] = {
    Qt.Key.Key_Return: QStyledItemDelegate.EndEditHint.NoHint,
    Qt.Key.Key_Enter: QStyledItemDelegate.EndEditHint.NoHint,
    Qt.Key.Key_Tab: QStyledItemDelegate.EndEditHint.EditNextItem,
    Qt.Key.Key_Backtab: QStyledItemDelegate.EndEditHint.EditPreviousItem,
}
"""The keys that commit what was typed, and where the editor goes then."""


class Delegate(QStyledItemDelegate):
    """Commits at once, while the editor exists, and keeps Enter from reaching the table.

    Qt's own delegate posts a call that commits later and holds a bare pointer to the editor, and
    it lets Enter through. The table then takes Enter for "open this row" and may move the focus
    away: the editor closes and is deleted, and the posted call reaches into freed memory.
    """

    @override
    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(editor, QWidget):
            hint = HINTS.get(cast(QKeyEvent, event).key())
            if hint is not None:
                self._commit(editor, hint)
                return True
        return super().eventFilter(editor, event)

    def _commit(self, editor: QWidget, hint: QStyledItemDelegate.EndEditHint) -> None:
        self.commitData.emit(editor)
        if isValid(editor):  # the act may have removed the row, and with it the editor
            self.closeEditor.emit(editor, hint)
