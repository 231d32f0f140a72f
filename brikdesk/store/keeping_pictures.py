"""Photos come into a campaign before the act that names them, and old ones go when there are many."""

from datetime import datetime

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from brikdesk.pictures.photo import PhotoCopy
from brikdesk.store.tables import Background, Picture, PinnedPhoto

MOST = 64 * 1024 * 1024
"""Bytes of all photos of a campaign. Beyond that the oldest goes that is neither under a map nor pinned."""


def keep(session: Session, photo: PhotoCopy, now: datetime) -> bool:
    """Write a photo unless the campaign has it, and drop the oldest that are too many.

    Return whether anything was written.
    """
    known = session.exec(select(Picture.name).where(Picture.name == photo.name)).first()
    if known is not None:
        return False
    _make_room(session, len(photo.data))
    session.add(
        Picture(
            name=photo.name, width=photo.width, height=photo.height, kept_at=now, data=photo.data
        )
    )
    session.flush()
    return True


def _make_room(session: Session, needed: int) -> None:
    shown = set(session.exec(select(Background.picture)))
    shown |= set(session.exec(select(PinnedPhoto.picture)))
    sizes = select(Picture.name, func.length(Picture.data)).order_by(col(Picture.kept_at))
    there = list(session.exec(sizes))
    total = needed + sum(size for _, size in there)
    for name, size in there:
        if total <= MOST:
            return
        if name not in shown:
            # Undo may name it still: the map then says that it lacks the photo.
            session.execute(delete(Picture).where(col(Picture.name) == name))
            total -= size
