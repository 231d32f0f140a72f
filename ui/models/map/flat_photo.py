"""The photo under the map, straightened beside the window; one for all maps of a campaign."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from brikdesk.errors import BadInput
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battlefield import Ground, TablePhoto, battlefield
from brikdesk.store.views.pictures import photo_bytes
from ui.campaign.desk import Desk
from ui.campaign.one_job import OneJob
from ui.widgets.image import image_of

MISSING = (
    "This campaign file lacks the photo of its table: choose it once more, or take it away (T)."
)

LaidPhoto = tuple[TablePhoto, float, float]
"""What a picture is made of: the photo as it lies, and the sides of the table."""


class FlatPhoto(QObject):
    """Follows the desk. `sizes` show the whole table from above, each half as large as the one before.

    `changed` comes with every other picture, `failed` brings words where a photo cannot be shown.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.sizes: tuple[QImage, ...] = ()
        self.opacity = 1.0
        self._wanted: LaidPhoto | None = None
        self._making: LaidPhoto | None = None
        self._job = OneJob(self)
        self._job.ended.connect(self._go_on)
        desk.changed.connect(self._heard)
        desk.ending.connect(self._job.stop)

    def begin(self) -> None:
        """Show the photo that lies there, if any."""
        self._look()

    def cancel(self) -> bool:
        """Wait no longer for the photo; return whether it was being made ready."""
        return self._job.cancel()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(battlefield.tables):
            self._look()

    def _look(self) -> None:
        ground = self._desk.read(battlefield)
        self._take_opacity(ground)
        laid = _laid(ground)
        if laid != self._wanted:
            self._wanted = laid
            if laid is None:
                self._show(())
            elif not self._job.is_busy:
                self._begin(laid)

    def _take_opacity(self, ground: Ground) -> None:
        opacity = ground.photo.opacity if ground.photo else 1.0
        if opacity != self.opacity:
            self.opacity = opacity
            self.changed.emit()

    def _begin(self, laid: LaidPhoto) -> None:
        name = laid[0].picture
        data = self._desk.campaign.reading(lambda session: photo_bytes(session, name))
        if data is None:
            self._show(())
            self.failed.emit(MISSING)
            return
        self._making = laid
        self._job.start(_straightening(data, laid), self._made, self._could_not)

    def _made(self, sizes: tuple[QImage, ...]) -> None:
        if self._making == self._wanted:
            self._show(sizes)

    def _could_not(self, words: str) -> None:
        if self._making == self._wanted:
            self._show(())
            self.failed.emit(words)

    def _go_on(self) -> None:
        # What was laid out meanwhile comes next.
        if self._wanted is not None and self._wanted != self._making:
            self._begin(self._wanted)

    def _show(self, sizes: tuple[QImage, ...]) -> None:
        self.sizes = sizes
        self.changed.emit()


def _laid(ground: Ground) -> LaidPhoto | None:
    if ground.photo is None or not ground.width:
        return None
    return replace(ground.photo, opacity=1.0), ground.width, ground.depth


def _straightening(data: bytes, laid: LaidPhoto) -> Callable[[], tuple[QImage, ...]]:
    """Return the work that makes the pictures of a table; it runs on a thread of its own."""

    def make() -> tuple[QImage, ...]:
        from brikdesk.ground.perspective import perspective
        from brikdesk.pictures.laid_flat import DAMAGED, laid_flat
        from brikdesk.pictures.photo import name_of

        photo, width, depth = laid
        if name_of(data) != photo.picture:
            raise BadInput(DAMAGED)
        view = perspective(photo.corners, photo.known)
        return tuple(image_of(pixels) for pixels in laid_flat(data, view, width, depth))

    return make
