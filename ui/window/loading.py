"""Everything heavy, imported in a thread once the window has been painted."""

import gc
import importlib

from PySide6.QtCore import QThread, Signal

from ui.look.override import override

ROOMS = ("sqlmodel", "brikdesk.acts", "ui.campaign.desk", "ui.window.desk_view")
"""Without these no campaign can be opened."""

LATER = ("brikdesk.rules.texts", "ui.palette.sheet", "ui.panels.report.panel")
"""What a game needs all the time, though not at its start. What draws reports and reckons odds is
imported on threads of their own when somebody asks for them; most evenings print nothing."""


class Loader(QThread):
    """Imports the rooms. `ready` comes when a campaign can be opened, `broken` when that fails."""

    ready = Signal()
    broken = Signal(object)

    @override
    def run(self) -> None:
        """Import one room after another."""
        gc.disable()
        try:
            for name in ROOMS:
                importlib.import_module(name)
        except Exception as error:  # a broken installation: said in a dialog, not on a console
            self.broken.emit(error)
            return
        finally:
            gc.freeze()  # what is imported stays: the collector would look through it in vain
            gc.enable()
        self.ready.emit()
        for name in LATER:
            if self.isInterruptionRequested():
                return
            try:
                importlib.import_module(name)
            except ImportError:
                continue  # whoever needs it will say so, and what for
