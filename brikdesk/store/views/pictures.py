"""The photos that a campaign keeps. Their bytes are read when they are wanted, and not held."""

from sqlmodel import Session, select

from brikdesk.store.tables import Picture


def photo_bytes(session: Session, name: str) -> bytes | None:
    """Return the JPEG kept under a name, as the file has it; None if the campaign lacks it."""
    # No question of the desk's: its answer would stay in memory with a dozen megabytes.
    return session.exec(select(Picture.data).where(Picture.name == name)).first()
