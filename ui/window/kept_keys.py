"""Keeps keys from being lost: those typed during a long act, and those sent to a menu that has closed."""

import sys
from collections import deque
from collections.abc import Callable
from ctypes import c_ubyte

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QEvent, QObject, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

LOOK_AGAIN = 10
"""Milliseconds until a busy desk is asked again."""

Lets = Callable[[QKeyEvent], bool]

X_KEYS = (2, 3)
"""The codes of key press and key release in the protocol of X servers."""

X_FOCUS, X_MODE, X_GRABS = (9, 10), 8, (1, 2)
"""The codes of focus in and out, where they hold why, and what that is where a keyboard is held or let go."""

X_SYNTHETIC = 0x80
"""The bit of the code that another program sets in what it sends."""

X_WINDOW = slice(12, 16)
"""Where a key event holds the number of the window that it is for."""


class KeptKeys(QObject):
    """Between `begin` and `end`, only keys that are let through reach the window.

    The others are sent afterwards, one by one, each to the widget that has the focus then: the
    first may open what the next ones are typed into. Keys pressed meanwhile queue up behind them.
    """

    def __init__(self, window: QWidget, busy: Callable[[], bool]) -> None:
        """`busy` returns whether a long act runs, even one whose progress is not shown yet."""
        super().__init__(window)
        self._window, self._busy = window, busy
        self._kept: deque[QKeyEvent] = deque()
        self._lets: Lets | None = None
        self._giving = False

    def begin(self, lets: Lets) -> None:
        """Start to keep the keys for which `lets` returns False."""
        self._lets = lets
        app = QApplication.instance()
        assert app is not None
        # Installed again it comes first: Qt asks the filter that was installed last before all others.
        app.removeEventFilter(self)
        app.installEventFilter(self)

    def end(self) -> None:
        """Send the keys to the window, after the code that waited for the long act has run."""
        self._lets = None
        if not self._giving:  # else a key sent from here began the act, and goes on after it
            self._giving = True
            QTimer.singleShot(0, self, self._give_back)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or not event.spontaneous():
            return False
        if not isinstance(watched, QWidget) or (self._lets and self._lets(event)):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # so no shortcut takes it, and Qt sends the key press next
            return True
        if event.type() == QEvent.Type.KeyPress:
            self._kept.append(_again(event, event.type()))
        return True

    @property
    def waiting(self) -> int:
        """The number of keys that have not reached the window yet."""
        return len(self._kept)

    def _give_back(self) -> None:
        """Press one key; press the next when everything that follows from it has happened.

        Steps that run by themselves may follow one another. While one of them waits, in an event
        loop of its own, for the next long act, a key would find the desk busy.
        """
        if self._busy():
            QTimer.singleShot(LOOK_AGAIN, self, self._give_back)
            return
        if self._kept:
            press(self._window, self._kept.popleft())
        if self._kept:
            QTimer.singleShot(0, self, self._give_back)
        else:
            self._giving = False
            if app := QApplication.instance():
                app.removeEventFilter(self)


def press(window: QWidget, event: QKeyEvent) -> None:
    """Press a key where the focus is, as Qt would: the focus widget may claim it from shortcuts."""
    to = QApplication.activePopupWidget() or QApplication.focusWidget() or window
    asks = _again(event, QEvent.Type.ShortcutOverride)
    asks.ignore()
    QApplication.sendEvent(to, asks)
    action = None if asks.isAccepted() else _command(window, event)
    if action is not None:
        action.trigger()
    else:
        QApplication.sendEvent(to, event)


def _again(event: QKeyEvent, kind: QEvent.Type) -> QKeyEvent:
    """Return a copy of a key event: Qt deletes its own events after delivery."""
    # With the place of the key: in a layout without Latin letters that is what it means.
    return QKeyEvent(
        kind,
        event.key(),
        event.modifiers(),
        event.nativeScanCode(),
        event.nativeVirtualKey(),
        event.nativeModifiers(),
        event.text(),
        event.isAutoRepeat(),
    )


def _command(window: QWidget, event: QKeyEvent) -> QAction | None:
    keys = QKeySequence(event.keyCombination())
    able = (action for action in window.actions() if action.isEnabled())
    return next((action for action in able if keys in action.shortcuts()), None)


class KeysOfClosed(QAbstractNativeEventFilter):
    """Turns keys for a menu that has closed to the window with the focus.

    While a menu or list is open it holds the keyboard of an X server, so keys that are typed ahead
    may be on their way to it when it closes. Qt destroys its window then, and would drop them; or it
    learns only now that the menu has the focus, and would press them there.
    """

    def __init__(self) -> None:
        super().__init__()
        app = QApplication.instance()
        assert app is not None
        app.installNativeEventFilter(self)

    @override
    def nativeEventFilter(
        self, eventType: QByteArray | bytes | bytearray | memoryview, message: int
    ) -> tuple[bool, int]:
        event = (c_ubyte * X_WINDOW.stop).from_address(int(message))
        code = event[0] & ~X_SYNTHETIC
        if code in X_KEYS:
            windows = {int(w.winId()) for w in QGuiApplication.allWindows() if w.isVisible()}
            to = QGuiApplication.focusWindow()
            if to and int.from_bytes(event[X_WINDOW], sys.byteorder) not in windows:
                event[X_WINDOW] = list(int(to.winId()).to_bytes(4, sys.byteorder))
        # Of an open menu Qt knows by itself. What another program holds, it gives back.
        return code in X_FOCUS and event[X_MODE] in X_GRABS, 0
