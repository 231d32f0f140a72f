"""Keeps the keys typed during a long act, in order, and sends them to the window afterwards."""

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

LOOK_AGAIN = 10
"""Milliseconds after which a desk that was busy is asked again."""

Lets = Callable[[QKeyEvent], bool]


class KeptKeys(QObject):
    """Between `begin` and `end` no key reaches the window but those that are let through.

    Afterwards each goes to what has the focus then, as if it were pressed then: the first one may
    open what the next ones are typed into. Keys that are pressed meanwhile queue up behind them.
    """

    def __init__(self, window: QWidget, busy: Callable[[], bool]) -> None:
        """`busy` tells whether a long act is under way, also one that nobody sees yet."""
        super().__init__(window)
        self._window, self._busy = window, busy
        self._kept: deque[QKeyEvent] = deque()
        self._lets: Lets | None = None
        self._giving = False

    def begin(self, lets: Lets) -> None:
        """Keep every key that is not let through."""
        self._lets = lets
        self._listen()

    def end(self) -> None:
        """Send the keys to the window, after the code that waited for the long act."""
        self._lets = None
        if not self._giving:  # else a key that is being given back began it, and goes on after it
            self._giving = True
            QTimer.singleShot(0, self, self._give_back)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or not event.spontaneous():
            return False
        if not isinstance(watched, QWidget) or (self._lets and self._lets(event)):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # no command of the window: the key itself comes next
            return True
        if event.type() == QEvent.Type.KeyPress:
            self._kept.append(_again(event, event.type()))
        return True

    def _listen(self) -> None:
        app = QApplication.instance()
        assert app is not None
        app.removeEventFilter(self)
        app.installEventFilter(self)

    @property
    def waiting(self) -> int:
        """How many keys have not come to the window yet."""
        return len(self._kept)

    def _give_back(self) -> None:
        """Press one key, and the next when what followed from it has happened.

        Steps that go by themselves may follow each other: in the loop in which one of them waits for
        the next long act, a key would find the desk busy.
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
    """Press a key where the focus is: a command of the window, unless what has the focus wants it."""
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
    """Return an event of our own for the same key: Qt deletes its events when they are delivered."""
    return QKeyEvent(kind, event.key(), event.modifiers(), event.text(), event.isAutoRepeat())


def _command(window: QWidget, event: QKeyEvent) -> QAction | None:
    keys = QKeySequence(event.keyCombination())
    able = (action for action in window.actions() if action.isEnabled())
    return next((action for action in able if keys in action.shortcuts()), None)
