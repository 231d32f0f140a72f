"""The photos of a report: read with it, and drawn on its pages."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

from msgspec.structs import replace
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Spacer
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.ground.perspective import perspective
from brikdesk.pictures.decoding import is_plain
from brikdesk.pictures.photo import PrintedPhoto, ReadingStopped, for_paper, laid_on_paper
from brikdesk.reports import blocks
from brikdesk.reports.data import ReportData, ReportPhoto
from brikdesk.reports.rows import tagged
from brikdesk.reports.text import HINT, draw_fitted
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.battlefield import Ground
from brikdesk.store.views.notes_and_photos import DAMAGED, MISSING, AlbumRow, album, sound_photo
from brikdesk.turns.secrets import Secrets

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
            words = photo.fault or photo.words
            if not photo.fault:
                reader = ImageReader(BytesIO(photo.read()))
                with tagged(self.canv, "Figure", words or "A photo of the battle"):
                    self.canv.drawImage(reader, left, top - high, wide, high)
            with tagged(self.canv, "P"):
                draw_fitted(self.canv, left, top - high - 11, words, HINT, half)

    def _size(self, photo: ReportPhoto) -> tuple[float, float]:
        """Return how large a photo is drawn, in points."""
        if photo.fault:
            return 0.0, 0.0
        half = (self.width - GAP) / 2
        scale = min(half / photo.width, HIGHEST / photo.height)
        return photo.width * scale, photo.height * scale


def draw_over(
    canvas: Canvas, photo: PrintedPhoto, low: tuple[float, float], room: tuple[float, float]
) -> None:
    """Draw a photo so large that nothing of a room stays white; what it shows stands in the middle."""
    scale = max(room[0] / photo.width, room[1] / photo.height)
    wide, high = photo.width * scale, photo.height * scale
    left, bottom = low[0] + (room[0] - wide) / 2, low[1] + (room[1] - high) / 2
    canvas.drawImage(ImageReader(BytesIO(photo.jpeg)), left, bottom, wide, high)


def with_photos(campaign: Campaign, data: ReportData, secrets: Secrets) -> ReportData:
    """Return a report with its photos, but none whose words name a secret.

    `faults` says which of them cannot be shown, and where.
    """
    wanted = {turn.turn_id for turn in data.turns}
    rows = campaign.reading(lambda session: [r for r in album(session) if r.turn_id in wanted])
    pinned = tuple(_pinned(campaign, row) for row in rows if not secrets.betrayed_by(row.title))
    faults = [photo.fault for photo in pinned if photo.fault]
    table = data.table
    if table is not None and table.ground.photo is not None:
        try:
            table = replace(table, photo=photo_of_table(campaign, table.ground))
        except ReadingStopped:
            raise
        except BadInput as error:
            faults.append(error.sentence)
    return replace(data, photos=pinned, table=table, faults=tuple(faults))


def photo_of_table(campaign: Campaign, ground: Ground) -> bytes:
    """Return the straightened photo under a map as JPEG; empty if there is none.

    Raise BadInput, which says so, if it is damaged or missing.
    """
    if ground.photo is None:
        return b""
    try:
        data = _sound(campaign, ground.photo.picture)
    except BadInput as error:
        raise BadInput(f"The photo under the map {error.sentence}.") from error
    view = perspective(ground.photo.corners, ground.photo.known)
    return laid_on_paper(data, view, ground.width, ground.depth)


def _pinned(campaign: Campaign, row: AlbumRow) -> ReportPhoto:
    """Look at a photo as a whole, and keep only how it is read again: there may be thousands."""
    words = f"The photo pinned to {row.when}" + (f" ({row.title})" if row.title != row.turn else "")
    try:
        printed = for_paper(_sound(campaign, row.picture))
    except ReadingStopped:
        raise
    except BadInput as error:
        # What is wrong with its pixels is told at length to those who choose a photo.
        what = error.sentence if error.sentence == MISSING else DAMAGED
        return ReportPhoto(row.turn_id, row.title, 0, 0, bytes, f"{words} {what}.")
    load = _loader(campaign, row.picture)
    return ReportPhoto(row.turn_id, row.title, printed.width, printed.height, load)


def _sound(campaign: Campaign, name: str) -> bytes:
    """Return a photo of the campaign; BadInput if it is damaged or missing."""
    return campaign.reading(lambda session: sound_photo(session, name))


def _loader(campaign: Campaign, name: str) -> Callable[[], bytes]:
    def load() -> bytes:
        data = _sound(campaign, name)
        # What BrikDesk made itself goes out as it is; it was unpacked once already.
        return data if is_plain(data) else for_paper(data).jpeg

    return load
