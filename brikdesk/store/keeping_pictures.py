"""Photos come into a campaign before the act that names them, and go when nothing shows them."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from brikdesk.errors import BadInput
from brikdesk.pictures.photo import PhotoCopy
from brikdesk.store.file.connection import PAGE_SIZE, driver_connection
from brikdesk.store.file.faults import Damaged
from brikdesk.store.file.header import LARGEST_FILE
from brikdesk.store.journal.images import Changed
from brikdesk.store.tables import Background, Picture, PinnedPhoto
from brikdesk.store.views.pictures import KeptPhotos, is_sound, kept_photos, shown_names

MOST = 64 * 1024 * 1024
"""Bytes of the photos that nothing shows. Beyond that the oldest of them goes when another one comes."""

MOST_OF_ALL = 3 * 1024 * 1024 * 1024
"""Bytes of all photos of a campaign."""

RESERVE = 64 * 1024 * 1024
"""Bytes that stay free below the largest file: for the digest, and for taking back what is there."""

TOO_MANY = (
    f"This campaign holds {MOST_OF_ALL >> 30} GB of photos, as many as it can. Unpin some, then drop "
    "them: brikdesk thin FILE, or the button below the album. Nothing was changed."
)
FULL = (
    f"This campaign has grown to {LARGEST_FILE >> 30} GB, the largest file that BrikDesk opens. Drop "
    "photos that nothing shows (brikdesk thin FILE), or go on in a new campaign. Nothing was changed."
)


def keep(session: Session, photo: PhotoCopy, now: datetime) -> bool:
    """Write a photo unless the campaign has it, and drop the oldest that are too many.

    Return whether anything was written. Raise BadInput where there is no room for it.
    """
    known = session.exec(select(Picture.name).where(Picture.name == photo.name)).first()
    if known is not None:
        return False
    _make_room(session)
    if kept_photos(session).size + len(photo.data) > MOST_OF_ALL:
        raise BadInput(TOO_MANY)
    session.add(
        Picture(
            name=photo.name, width=photo.width, height=photo.height, kept_at=now, data=photo.data
        )
    )
    session.flush()
    check_room(session)
    return True


def check_room(session: Session) -> None:
    """Raise BadInput where what is about to be saved would make the file too large to be opened."""
    file = driver_connection(session.connection())
    (pages,) = file.execute("PRAGMA page_count").fetchone()
    (free,) = file.execute("PRAGMA freelist_count").fetchone()
    if (pages - free) * PAGE_SIZE > LARGEST_FILE - RESERVE:
        raise BadInput(FULL)


def _make_room(session: Session) -> None:
    spare = _unshown(session)
    total = sum(size for _, size in spare)
    for name, size in spare:
        if total <= MOST:
            return
        total -= size
        # A damaged one stays until the whole file is checked: its pages may belong to something else.
        if is_sound(session, name):
            # Undo may name it still: the map then says that it lacks the photo.
            session.execute(delete(Picture).where(col(Picture.name) == name))


def _unshown(session: Session) -> list[tuple[str, int]]:
    """Return name and size of the photos that nothing shows, the oldest first."""
    shown = shown_names(session)
    sizes = select(Picture.name, func.length(Picture.data)).order_by(col(Picture.kept_at))
    return [(name, size) for name, size in session.exec(sizes) if name not in shown]


def drop_unshown(session: Session) -> KeptPhotos:
    """Drop the photos that nothing shows; return what was there before.

    All pages of the file are checked first. Raise Damaged if they do not fit together.
    """
    before = kept_photos(session)
    if before.unshown:
        file = driver_connection(session.connection())
        if file.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise Damaged("its pages do not fit together")
        for name, _ in _unshown(session):
            session.execute(delete(Picture).where(col(Picture.name) == name))
    return before


def dropped_of(session: Session, rows: Iterable[Changed], back: bool) -> int:
    """Return how many photos the rows name, as undo or redo leaves them, that were dropped."""
    tables = {model.__tablename__ for model in (Background, PinnedPhoto)}
    left = (old if back else new for table, _, old, new in rows if table in tables)
    names = {row["picture"] for row in left if row}
    return sum(
        session.exec(select(Picture.name).where(Picture.name == name)).first() is None
        for name in names
    )
