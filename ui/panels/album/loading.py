"""Photos of the album, unpacked one after another beside the window."""

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from brikdesk.errors import BadInput
from brikdesk.pictures.photo import name_of
from brikdesk.pictures.pixels import DAMAGED, unpacked
from brikdesk.store.views.pictures import photo_bytes
from ui.campaign.desk import Desk
from ui.campaign.one_job import OneJob
from ui.widgets.image import image_of

SMALL, LARGE = 200, 1600
"""Pixels of the longer side: of a photo in the list, and of the one that is looked at."""


class WantedPhoto(Struct, frozen=True):
    """A photo by its name, and how large."""

    picture: str
    longest: int


class AlbumPhotos(QObject):
    """Loads photos; `came` brings what was wanted and its image, `failed` why there is none."""

    came = Signal(object, QImage)
    failed = Signal(object, str)

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._waiting: list[WantedPhoto] = []
        self._now: WantedPhoto | None = None
        self._is_over = False
        self._job = OneJob(self)
        self._job.ended.connect(self._go_on)
        desk.ending.connect(self.end)

    def want(self, wanted: WantedPhoto) -> None:
        """Load a photo; a large one comes before all small ones, and takes the place of another."""
        if wanted.longest == LARGE:
            self._waiting = [each for each in self._waiting if each.longest != LARGE]
            self._waiting.insert(0, wanted)
        elif wanted not in self._waiting:
            self._waiting.append(wanted)
        self._go_on()

    def end(self) -> None:
        """Load nothing more, and wait for what is being loaded."""
        self._is_over = True
        self._waiting.clear()
        self._job.stop()

    def _go_on(self) -> None:
        if self._is_over or self._job.is_busy or not self._waiting:
            return
        wanted = self._now = self._waiting.pop(0)
        name, longest = wanted.picture, wanted.longest
        data = self._desk.campaign.reading(lambda session: photo_bytes(session, name))
        if data is None:
            self.failed.emit(wanted, "This campaign file lacks the photo.")
            self._go_on()
            return
        self._job.start(_unpacking(name, data, longest), self._done, self._could_not)

    def _done(self, image: QImage) -> None:
        self.came.emit(self._now, image)

    def _could_not(self, words: str) -> None:
        self.failed.emit(self._now, words)


def _unpacking(name: str, data: bytes, longest: int) -> Callable[[], QImage]:
    """Return the work that unpacks a photo; it runs on a thread of its own."""

    def work() -> QImage:
        if name_of(data) != name:
            raise BadInput(DAMAGED)
        (pixels,) = unpacked(data, (longest,)).sizes
        return image_of(pixels)

    return work
