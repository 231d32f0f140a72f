"""The program starts: the window is painted first, everything heavy comes after."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from brikdesk import __version__
from ui.defects import Defects
from ui.icons import CARD, icon
from ui.main_window import MainWindow
from ui.remembered import Remembered
from ui.theme import STYLE, Theme

PLATFORMS = "wayland;xcb;offscreen"
"""What Qt tries in turn on Linux; with no display it draws where nobody sees, instead of aborting."""


def make_application(arguments: Sequence[str] = ()) -> QApplication:
    """Give the application with its name and icon; QT_QPA_PLATFORM set before it is respected."""
    if sys.platform.startswith("linux"):
        os.environ.setdefault("QT_QPA_PLATFORM", PLATFORMS)
    QApplication.setApplicationName("BrikDesk")
    QApplication.setApplicationDisplayName("BrikDesk")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("brikdesk")
    app = QApplication(["brikdesk", "-style", STYLE, *arguments])
    app.setProperty("style", STYLE)
    return app


def make_window(app: QApplication) -> MainWindow:
    """Give the window, dressed as the referee left it."""
    remembered = Remembered()
    theme = Theme(remembered.look, remembered.scale, app)
    theme.dress(app)
    window = MainWindow(theme, remembered)
    window.painted.connect(lambda: app.setWindowIcon(icon(theme, "logo", px=4 * CARD)))
    defects = Defects(app)
    window.hear_defects(defects)
    defects.listen()
    return window


def main(path: Path | str | None = None, arguments: Sequence[str] = ()) -> int:
    """Open the desk, with a campaign file or at the start screen; gives the exit code."""
    app = make_application(arguments)
    window = make_window(app)
    if path is not None:
        window.open_path(Path(path))
    window.show()
    return app.exec()
