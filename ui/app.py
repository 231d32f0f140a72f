"""The start of the program: the window is painted first, everything heavy comes after."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from brikdesk import __version__
from ui.campaign.settings import Remembered
from ui.look.icons import CARD, icon
from ui.look.theme import STYLE, Theme, override
from ui.window.defects import Defects
from ui.window.loading import Pauses
from ui.window.main_window import MainWindow

PLATFORMS = "wayland;xcb;offscreen"
"""What Qt tries in turn on Linux; without a display it draws off screen instead of aborting."""

SCALES = ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI")
"""Variables by which Qt makes everything larger: one number, or one for each screen."""

_LEAST, _MOST = 0.1, 2000.0


class Application(QApplication):
    """The Qt application. `file_opened` brings the path of a file that macOS hands over."""

    file_opened = Signal(str)

    @override
    def event(self, event: QEvent) -> bool:
        """Take files that the system hands over; all other events go their way."""
        if name := handed_over(event):
            self.file_opened.emit(name)
            return True
        return super().event(event)


def handed_over(event: QEvent) -> str:
    """Return the path of the file in an event, or "" if the event has none."""
    return event.file() if isinstance(event, QFileOpenEvent) else ""


def make_application(arguments: Sequence[str] = ()) -> Application:
    """Return the application with its names. A QT_QPA_PLATFORM that is set already comes first."""
    if sys.platform.startswith("linux"):
        # After what the referee names, as Qt aborts where none of them is there.
        named = os.environ.get("QT_QPA_PLATFORM")
        os.environ["QT_QPA_PLATFORM"] = f"{named};{PLATFORMS}" if named else PLATFORMS
    for name in SCALES:
        if not _are_scales(os.environ.get(name, "1")):
            del os.environ[name]  # Qt would take it, and then paint nothing at all
    QApplication.setApplicationName("BrikDesk")
    QApplication.setApplicationDisplayName("BrikDesk")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("org.brikdesk.BrikDesk")
    # As an argument, so that Qt does not first make the system's own style and then throw it away.
    app = Application(["brikdesk", "-style", STYLE, *arguments])
    app.setProperty("style", STYLE)
    return app


def _are_scales(words: str) -> bool:
    try:
        return all(
            _LEAST <= float(part.rpartition("=")[2]) <= _MOST for part in words.split(";") if part
        )
    except ValueError:
        return False


def make_window(app: QApplication) -> MainWindow:
    """Return the window, in the look that the referee left it in."""
    remembered = Remembered()
    theme = Theme(remembered.look, remembered.scale, app)
    theme.dress(app)
    window = MainWindow(theme, remembered)
    # After the first frame, which drawing the icon would delay.
    window.painted.connect(lambda: app.setWindowIcon(icon(theme, "logo", px=4 * CARD)))
    Pauses(window)  # the window owns it
    defects = Defects(app)
    window.hear_defects(defects)
    defects.listen()
    return window


def main(path: Path | str | None = None, arguments: Sequence[str] = ()) -> int:
    """Run the program, with a campaign file or at the start screen; return its exit code."""
    app = make_application(arguments)
    window = make_window(app)
    app.file_opened.connect(lambda name: window.open_or_show(Path(name)))
    if path is not None:
        window.open_path(Path(path))
    window.show()
    return app.exec()
