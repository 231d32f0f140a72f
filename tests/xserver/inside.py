"""BrikDesk as a test starts it: the real program, which also answers questions on two pipes.

`python -m tests.xserver.inside READS WRITES FILE` runs `brikdesk FILE`. Each line that comes is a JSON
object: `see` is an expression to be answered from the window, `settle` the number of a mark to wait for.
Nothing of this is part of the program.
"""

import ctypes
import json
import os
import shutil
import sys
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from PySide6.QtCore import (
    QAbstractNativeEventFilter,
    QByteArray,
    QObject,
    QProcess,
    QSocketNotifier,
    QTimer,
)
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog
from shiboken6 import delete

import brikdesk.cli
import ui.app
from brikdesk.store import copies
from brikdesk.store.campaign import Campaign
from tests.xserver import seen
from ui.widgets.painted import Delegate

CLIENT_MESSAGE, GENERIC = 33, 35
BUTTON_RELEASE, POINTER = 5, 2
"""The mouse comes as generic events of the X server's input extension.

Those of the pointer itself are meant: a device behind it tells of a click before the window manager
has handed it on.
"""

ROUNDS = 5
"""Rounds of the event loop after which what follows from an event has happened."""


class _Message(ctypes.Structure):
    """xcb_client_message_event_t as far as it matters."""

    _fields_ = [
        ("kind", ctypes.c_uint8),
        ("format", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("window", ctypes.c_uint32),
        ("type", ctypes.c_uint32),
        ("number", ctypes.c_uint32),
    ]


class _Marks(QAbstractNativeEventFilter):
    """Hears of marks, which come behind the keys and clicks that were sent before them."""

    def __init__(self, heard: Any) -> None:
        super().__init__()
        self._heard = heard
        self.signal = 0

    def nativeEventFilter(self, kind: QByteArray | bytes, message: int) -> tuple[bool, int]:
        event = _Message.from_address(int(message))
        if event.kind & 0x7F == CLIENT_MESSAGE and event.type == self.signal and self.signal:
            self._heard(event.number)
            return True, 0
        # The extension numbers events in 16 bits, and the devices that they come from in the next.
        if event.kind & 0x7F == GENERIC and event.type == POINTER << 16 | BUTTON_RELEASE:
            seen.releases += 1
        return False, 0


class Inside(QObject):
    """Answers the test between two events of the window."""

    def __init__(self, app: QApplication, reads: int, writes: int) -> None:
        super().__init__(app)
        os.set_blocking(reads, False)
        self._reads, self._writes, self._left = reads, writes, b""
        self._marks = _Marks(self._marked)
        app.installNativeEventFilter(self._marks)
        self._notifier = QSocketNotifier(reads, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def _read(self) -> None:
        try:
            got = os.read(self._reads, 1 << 16)
        except BlockingIOError:
            return
        if not got:  # the test is gone
            os._exit(3)
        *lines, self._left = (self._left + got).split(b"\n")
        for line in lines:
            self._answer(json.loads(line))

    def _answer(self, asked: dict[str, Any]) -> None:
        if "signal" in asked:
            self._marks.signal = asked["signal"]
            self._say({"saw": True})
            return
        try:
            saw = eval(asked["see"], vars(seen))
            self._say({"saw": saw})
        except Exception as error:
            self._say({"error": f"{type(error).__name__}: {error}"})

    def _marked(self, number: int) -> None:
        """Answer a mark when everything that follows from the events before it is done."""
        self._settle(number, ROUNDS)

    def _settle(self, number: int, rounds: int) -> None:
        if seen.is_busy():
            QTimer.singleShot(5, self, lambda: self._settle(number, ROUNDS))
        elif rounds:
            QTimer.singleShot(0, self, lambda: self._settle(number, rounds - 1))
        else:
            self._say({"mark": number})

    def _say(self, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode() + b"\n"
        while data:
            data = data[os.write(self._writes, data) :]


def main() -> int:
    """Run the program with this in it."""
    reads, writes, *arguments = sys.argv[1:]
    make = ui.app.make_application

    def make_application(given: Any = ()) -> Any:
        app = make(given)
        Inside(app, int(reads), int(writes))
        return app

    ui.app.make_application = make_application
    _keep_to_the_folder()
    _throw_the_same_dice()
    _write_down_deeds()
    if os.environ.get("CONTROL"):
        _delete_editors_in_their_own_slot()
    return brikdesk.cli.main(arguments)


def _keep_to_the_folder() -> None:
    """Answer the system's own dialogs: with random keys they could delete what is not theirs."""
    folder = os.environ["HOME"]

    def save(*_: Any, **__: Any) -> tuple[str, str]:
        return f"{folder}/saved-{len(list(Path(folder).iterdir()))}", ""

    QFileDialog.getSaveFileName = save  # type: ignore[assignment]
    QFileDialog.getOpenFileName = lambda *_, **__: ("", "")  # type: ignore[assignment]
    QDesktopServices.openUrl = lambda *_: True  # type: ignore[assignment,method-assign]
    QProcess.startDetached = lambda *_: True  # type: ignore[assignment,method-assign]


def _throw_the_same_dice() -> None:
    """Have the desk's own dice fall alike in every run."""
    make, chance = ui.app.make_window, Random("dice")

    def make_window(app: Any) -> Any:
        window = make(app)
        window.thrower = lambda sides: chance.randint(1, sides)
        return window

    ui.app.make_window = make_window


def _write_down_deeds() -> None:
    """Write one line for each act, undo, redo and backup brought back, to be done again in that order."""
    deeds = open(Path(os.environ["HOME"]) / "deeds.txt", "a", buffering=1)  # noqa: SIM115

    def written(name: str) -> Any:
        original = getattr(Campaign, name)

        def deed(self: Campaign, *given: Any, **named: Any) -> Any:
            changes = original(self, *given, **named)
            deeds.write(f"{changes.act_id if name == 'do' else name}\t{self.path}\n")
            return changes

        return deed

    def put_back(source: Path, target: Path, **named: Any) -> Path | None:
        kept = restore(source, target, **named)
        copied = shutil.copy(target, Path(os.environ["HOME"]) / f"restored-{uuid4()}.brik")
        deeds.write(f"{copied}\t{target}\n")
        return kept

    restore = copies.restore
    copies.restore = put_back
    for name in ("do", "undo", "redo"):
        setattr(Campaign, name, written(name))


def _delete_editors_in_their_own_slot() -> None:
    """Put in by hand the kind of fault that the monkey has to find: the control."""

    def commit(self: Delegate, editor: Any, hint: Any) -> None:
        self.commitData.emit(editor)
        delete(editor)
        editor.clearFocus()  # used though it is gone: the fault itself
        self.closeEditor.emit(editor, hint)

    Delegate._commit = commit  # type: ignore[method-assign]


if __name__ == "__main__":
    sys.exit(main())
