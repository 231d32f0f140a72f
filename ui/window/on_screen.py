"""A window with its frame inside the part of the screen that panels leave free."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget

WHOLE_SCREEN = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


def inside(frame: QRect, inner: QRect, room: QRect) -> QRect:
    """Return the place of a window's content with which its frame lies inside the room.

    `frame` is the window with title bar and edges as it stands, `inner` its content. It is moved
    before it is made smaller.
    """
    around = frame.size() - inner.size()
    wide = min(inner.width(), room.width() - around.width())
    high = min(inner.height(), room.height() - around.height())
    left = max(room.left(), min(frame.left(), room.right() + 1 - wide - around.width()))
    top = max(room.top(), min(frame.top(), room.bottom() + 1 - high - around.height()))
    edge = inner.topLeft() - frame.topLeft()
    return QRect(left + edge.x(), top + edge.y(), wide, high)


def keep_on_screen(window: QWidget) -> None:
    """Put a shown window where all of it can be seen; its frame is only known once it is shown."""
    if window.windowState() & WHOLE_SCREEN:
        return
    inner = window.geometry()
    wanted = inside(window.frameGeometry(), inner, window.screen().availableGeometry())
    if wanted != inner:
        window.setGeometry(wanted)
