"""Draw pinned photos into a report: two beside each other, each whole, with its words below."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from reportlab.lib.utils import ImageReader
from reportlab.platypus import Flowable, Spacer
from typing_extensions import override

from brikdesk.reports import blocks
from brikdesk.reports.data import ReportPhoto
from brikdesk.reports.text import HINT, draw_fitted

GAP, WORDS, HIGHEST = 14.0, 16.0, 210.0
"""Points between two photos, under one, and of the highest that one is drawn."""


def photos(pinned: Sequence[ReportPhoto], width: float, level: int) -> Iterator[Flowable]:
    """Yield the photos under a heading; nothing if there are none."""
    if not pinned:
        return
    yield from blocks.heading("Photos", width, level)
    for at in range(0, len(pinned), 2):
        yield PhotoPair(pinned[at : at + 2])
        yield Spacer(1, 8)


class PhotoPair(Flowable):  # type: ignore[misc]
    """One photo or two, which no page end parts."""

    def __init__(self, pair: Sequence[ReportPhoto]) -> None:
        super().__init__()
        self.pair = tuple(pair)

    @override
    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.height = max(self._size(photo)[1] for photo in self.pair) + WORDS
        return width, self.height

    @override
    def draw(self) -> None:
        half = (self.width - GAP) / 2
        for place, photo in enumerate(self.pair):
            left = place * (half + GAP)
            wide, high = self._size(photo)
            top = self.height
            if not photo.fault:
                reader = ImageReader(BytesIO(photo.read()))
                self.canv.drawImage(reader, left, top - high, wide, high)
            words = photo.fault or photo.words
            draw_fitted(self.canv, left, top - high - 11, words, HINT, half)

    def _size(self, photo: ReportPhoto) -> tuple[float, float]:
        """Return how large a photo is drawn, in points."""
        if photo.fault:
            return 0.0, 0.0
        half = (self.width - GAP) / 2
        scale = min(half / photo.width, HIGHEST / photo.height)
        return photo.width * scale, photo.height * scale
