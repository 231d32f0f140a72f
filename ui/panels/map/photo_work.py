"""The photo under the map: chosen or dropped, read beside the window, straightened in its sheet."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from brikdesk.pictures.apart import have_ready
from brikdesk.pictures.photo import SUFFIXES
from brikdesk.store.views.battlefield import Ground, TablePhoto, battlefield
from brikdesk.store.views.pictures import photo_bytes
from ui.campaign.desk import Desk
from ui.campaign.one_job import OneJob
from ui.models.map.flat_photo import FlatPhoto

if TYPE_CHECKING:
    from ui.panels.map.panel import MapPanel
    from ui.panels.photo.taking import Taken

FILES = f"Photos ({' '.join(f'*{suffix}' for suffix in SUFFIXES)})"
READING = "Reading the photo… Esc stops it."
STOPPED = "Reading the photo was stopped. Nothing was changed."
NOT_SHOWN = "The photo of the table is not shown, as you stopped it; T opens it."


class PhotoWork(QObject):
    """What a map panel does with the photo of its table."""

    def __init__(self, panel: "MapPanel", desk: Desk) -> None:
        super().__init__(panel)
        self._panel, self._desk = panel, desk
        self._job = OneJob(self)
        self._job.ended.connect(panel.say_what_is_here)
        self.flat = desk.shared(FlatPhoto, lambda: FlatPhoto(desk))
        self.flat.changed.connect(self._show)
        self.flat.failed.connect(desk.failed)
        desk.ending.connect(self._job.stop)
        self._show()
        self.flat.begin()

    @property
    def lies_there(self) -> bool:
        """Whether a photo lies under the map."""
        return self._ground().photo is not None

    def begin(self) -> None:
        """Ask for a photo (T), or open the sheet of the one that lies there."""
        if self._desk.read_only or not self._ground().width or self._job.is_busy:
            return
        photo = self._ground().photo
        if photo is not None and self._correct(photo):
            return
        self.choose()

    def choose(self) -> None:
        """Ask for the file of a photo."""
        have_ready()
        folder = str(self._desk.path.parent)
        name, _ = QFileDialog.getOpenFileName(self._panel, "Photo of the table", folder, FILES)
        if name:
            self.take(Path(name))

    def take(self, path: Path) -> None:
        """Read a photo beside the window, then open its sheet; show under the map what is wrong."""
        if self._desk.read_only or not self._ground().width or self._job.is_busy:
            return
        from ui.panels.photo.taking import from_file

        self._read(lambda: from_file(path))

    def cancel(self) -> bool:
        """Stop the reading of a photo (Esc); return whether one was being read."""
        if self._job.cancel():
            self._panel.readout.say(STOPPED)
            return True
        if self.flat.cancel():
            self._panel.readout.say(NOT_SHOWN)
            return True
        return False

    def _correct(self, photo: TablePhoto) -> bool:
        name = photo.picture
        data = self._desk.campaign.reading(lambda session: photo_bytes(session, name))
        if data is None:
            return False
        from ui.panels.photo.taking import from_campaign

        self._read(lambda: from_campaign(data))
        return True

    def _read(self, work: "Callable[[], Taken]") -> None:
        self._panel.readout.say(READING)
        self._job.start(work, self._open, self._could_not)

    def _open(self, taken: "Taken") -> None:
        from ui.panels.photo.sheet import PhotoSheet

        ground = self._ground()
        sheet = PhotoSheet(
            self._panel.theme, self._panel.window(), self._desk, ground, taken, ground.photo
        )
        if ground.photo is not None:
            sheet.another.connect(self.choose)
        sheet.begin()

    def _could_not(self, words: str) -> None:
        self._panel.refusal.refuse(words)

    def _show(self) -> None:
        self._panel.tabletop.show_photo(self.flat.sizes, self.flat.opacity)

    def _ground(self) -> Ground:
        return self._desk.read(battlefield)
