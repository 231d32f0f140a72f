"""The photos of a report, where somebody asks for them: under its map, and pinned to its turns."""

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.errors import BadInput
from brikdesk.ground.perspective import perspective
from brikdesk.reports.data import ReportData, ReportPhoto
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.album import album
from brikdesk.store.views.battlefield import Ground
from brikdesk.store.views.pictures import photo_bytes
from brikdesk.turns.secrets import Secrets


def with_photos(campaign: Campaign, data: ReportData, secrets: Secrets) -> ReportData:
    """Return a report with its photos, but none whose words name a secret.

    Raise BadInput if the photo under its map is damaged.
    """
    wanted = {turn.turn_id for turn in data.turns}
    pinned = campaign.reading(lambda session: _pinned(session, wanted, secrets))
    table = data.table
    if table is not None and (under := photo_of_table(campaign, table.ground)):
        table = replace(table, photo=under)
    return replace(data, photos=pinned, table=table)


def photo_of_table(campaign: Campaign, ground: Ground) -> bytes:
    """Return the straightened photo under a map as JPEG; empty if there is none.

    Raise BadInput if its bytes are damaged.
    """
    if ground.photo is None:
        return b""
    name = ground.photo.picture
    data = campaign.reading(lambda session: photo_bytes(session, name))
    if data is None:
        return b""
    from brikdesk.pictures.laid_flat import jpeg_of, laid_flat

    view = perspective(ground.photo.corners, ground.photo.known)
    return jpeg_of(laid_flat(data, view, ground.width, ground.depth))


def _pinned(session: Session, turn_ids: set[int], secrets: Secrets) -> tuple[ReportPhoto, ...]:
    found = []
    for row in album(session):
        shown = row.turn_id in turn_ids and not secrets.betrayed_by(row.title)
        data = photo_bytes(session, row.picture) if shown else None
        if data is not None:
            found.append(ReportPhoto(row.turn_id, row.title, data, *_size(data)))
    return tuple(found)


def _size(data: bytes) -> tuple[int, int]:
    """Return width and height in pixels. Raise BadInput for what is no JPEG."""
    from io import BytesIO

    from PIL import Image

    try:
        with Image.open(BytesIO(data), formats=("JPEG",)) as opened:
            opened.load()
            return opened.size
    except Exception as error:  # Pillow's readers raise a dozen kinds for damaged data
        raise BadInput("A pinned photo in this campaign is damaged. Take it out.") from error
