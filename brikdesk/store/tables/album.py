"""The album of a campaign: photos of the battle, pinned to a player turn and to units."""

from sqlmodel import Field, SQLModel

from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key


class PinnedPhoto(SQLModel, table=True):
    """A photo of the battle; the campaign keeps its bytes under the name in `picture`."""

    __tablename__ = "pinned_photo"
    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    picture: str = Field(max_length=64, description="SHA-256 of its bytes")
    turn_id: int | None = Field(
        default=None, foreign_key="turn.id", description="the player turn; none: outside of turns"
    )
    unit_id: int | None = Field(default=None, foreign_key="unit.id", description="whom it shows")
    words: str = Field(default="", description="what it shows")
