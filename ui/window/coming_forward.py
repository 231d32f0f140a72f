"""Brings the window to the front when its campaign is opened a second time."""

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt
from PySide6.QtWidgets import QWidget

from brikdesk.store.life.second_start import requests, take_request


def come_forward(window: QWidget) -> None:
    """Show a window above all others, with the keys, also if it was minimized."""
    window.setWindowState(
        (window.windowState() & ~Qt.WindowState.WindowMinimized) | Qt.WindowState.WindowActive
    )
    window.show()
    window.raise_()
    window.activateWindow()


class ComingForward(QObject):
    """Waits, as long as a campaign is open in `window`, for other starts of the program with it.

    The system tells of new files in the folder, so that waiting costs nothing.
    """

    def __init__(self, window: QWidget, campaign: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._campaign = window, campaign
        folder = requests()
        with suppress(OSError):  # without the folder a second start says where the campaign is open
            folder.mkdir(parents=True, exist_ok=True)
        self._watcher = QFileSystemWatcher([str(folder)], self)
        self._watcher.directoryChanged.connect(self._look)

    def _look(self) -> None:
        if take_request(self._campaign):
            come_forward(self._window)
