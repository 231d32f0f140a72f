"""Everything heavy, imported in a thread once the window has been painted."""

import importlib

from PySide6.QtCore import QThread, Signal

from ui.override import override

ROOMS = ("sqlmodel", "brikdesk.acts", "ui.desk", "ui.window.desk_view")
"""Without these no campaign can be opened."""

LATER = (
    "icepool",
    "brikdesk.odds",
    "brikdesk.rules.texts",
    "ui.palette.sheet",
    "ui.panels.report.panel",
)
"""What is used on demand; when the thread is through, nobody has to wait for it any more."""


class Loader(QThread):
    """Imports the rooms. `ready` comes when a campaign can be opened, `broken` when that fails."""

    ready = Signal()
    broken = Signal(object)

    @override
    def run(self) -> None:
        """Import one room after another."""
        try:
            for name in ROOMS:
                importlib.import_module(name)
        except Exception as error:  # a broken installation: said in a dialog, not on a console
            self.broken.emit(error)
            return
        self.ready.emit()
        for name in LATER:
            if self.isInterruptionRequested():
                return
            try:
                importlib.import_module(name)
            except ImportError:
                continue  # whoever needs it will say so, and what for
