"""Photos of tables, kept in the campaign file. They are no part of the game: no act changes one.

An act names the photo that it lays out; undo takes that away, and the photo stays for redo.
"""

from datetime import datetime

from sqlalchemy import DateTime, LargeBinary
from sqlmodel import Field, SQLModel


class Picture(SQLModel, table=True):
    """A photo as JPEG; `name` is the SHA-256 of its bytes."""

    name: str = Field(primary_key=True, max_length=64)
    width: int
    height: int
    kept_at: datetime = Field(sa_type=DateTime(timezone=True))
    data: bytes = Field(sa_type=LargeBinary)
