"""Alt+Up and Alt+Down move a row, wherever in the row the focus is."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class AltMoves(QObject):
    """Listens for the two keys in a row and in the parts it has when this is made.

    `moved` brings −1 for up and 1 for down.
    """

    moved = Signal(int)

    def __init__(self, row: QWidget) -> None:
        super().__init__(row)
        # Each part needs its filter: an event goes to the row only when the part with the focus
        # ignores it, and buttons use the arrows for themselves.
        for part in (row, *row.findChildren(QWidget)):
            part.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            return False
        self.moved.emit(step)
        return True
