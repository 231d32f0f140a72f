"""The photos of a report, where somebody asks for them: under its map, and pinned to its turns."""

from collections.abc import Callable

from msgspec.structs import replace

from brikdesk.errors import BadInput
from brikdesk.ground.perspective import perspective
from brikdesk.pictures.apart import ReadingStopped
from brikdesk.pictures.for_paper import PrintedPhoto, for_paper
from brikdesk.pictures.segments import is_plain
from brikdesk.reports.data import ReportData, ReportPhoto
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.album import AlbumRow, album
from brikdesk.store.views.battlefield import Ground
from brikdesk.store.views.pictures import DAMAGED, MISSING, sound_photo


def with_photos(campaign: Campaign, data: ReportData) -> ReportData:
    """Return a report with its photos; `faults` says which of them cannot be shown, and where."""
    wanted = {turn.turn_id for turn in data.turns}
    rows = campaign.reading(lambda session: [r for r in album(session) if r.turn_id in wanted])
    pinned = tuple(_pinned(campaign, row) for row in rows)
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
    name = ground.photo.picture
    try:
        data = campaign.reading(lambda session: sound_photo(session, name))
    except BadInput as error:
        raise BadInput(f"The photo under the map {error.sentence}.") from error
    from brikdesk.pictures.laid_flat import laid_on_paper

    view = perspective(ground.photo.corners, ground.photo.known)
    return laid_on_paper(data, view, ground.width, ground.depth)


def _pinned(campaign: Campaign, row: AlbumRow) -> ReportPhoto:
    """Look at a photo as a whole, and keep only how it is read again: there may be thousands."""
    words = f"The photo pinned to {row.when}" + (f" ({row.title})" if row.title != row.turn else "")
    try:
        printed = _printed(campaign, row.picture)
    except ReadingStopped:
        raise
    except BadInput as error:
        # What is wrong with its pixels is told at length to those who choose a photo.
        what = error.sentence if error.sentence == MISSING else DAMAGED
        return ReportPhoto(row.turn_id, row.title, 0, 0, bytes, f"{words} {what}.")
    return ReportPhoto(
        row.turn_id, row.title, printed.width, printed.height, _loader(campaign, row.picture)
    )


def _printed(campaign: Campaign, name: str) -> PrintedPhoto:
    return for_paper(campaign.reading(lambda session: sound_photo(session, name)))


def _loader(campaign: Campaign, name: str) -> Callable[[], bytes]:
    def load() -> bytes:
        data = campaign.reading(lambda session: sound_photo(session, name))
        # What BrikDesk made itself goes out as it is; it was unpacked once already.
        return data if is_plain(data) else for_paper(data).jpeg

    return load
