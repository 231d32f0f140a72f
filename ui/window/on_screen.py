"""Keeping a window, frame included, inside the part of the screen that panels leave free."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget

WHOLE_SCREEN = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


def inside(frame: QRect, inner: QRect, room: QRect) -> QRect:
    """Return the place of a window's content with which its frame lies inside `room`.

    `frame` is the window now with title bar and edges, `inner` its content. The window is moved if
    that is enough, and made smaller only if it is larger than the room.
    """
    around = frame.size() - inner.size()
    wide = min(inner.width(), room.width() - around.width())
    high = min(inner.height(), room.height() - around.height())
    # + 1: in Qt, the right and bottom of a QRect are its last pixels, not the ones after.
    left = max(room.left(), min(frame.left(), room.right() + 1 - wide - around.width()))
    top = max(room.top(), min(frame.top(), room.bottom() + 1 - high - around.height()))
    edge = inner.topLeft() - frame.topLeft()
    return QRect(left + edge.x(), top + edge.y(), wide, high)


def keep_on_screen(window: QWidget) -> None:
    """Move a shown window to where all of it can be seen; a hidden one has no known frame."""
    if window.windowState() & WHOLE_SCREEN:
        return
    inner = window.geometry()
    wanted = inside(window.frameGeometry(), inner, window.screen().availableGeometry())
    if wanted != inner:
        window.setGeometry(wanted)
