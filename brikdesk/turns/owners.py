"""Whose something is, and at whose turn it comes next."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Player


class Owner(Struct, frozen=True):
    """Whose it is, for a token before a name."""

    player_id: int | None
    code: str
    faction: str
    colour: str


NOBODY = Owner(None, "–", "Unaligned", "slate")


def owners_now(session: Session) -> dict[int | None, Owner]:
    """Return all players by key."""
    rows = rows_of(session, Player)
    return {row.id: Owner(row.id, row.code, row.faction, row.colour) for row in rows}


class Coming(Struct, frozen=True):
    """What comes next, in words, and the code of the player in whose turn; empty for no player."""

    words: str
    code: str = ""

    @property
    def whole(self) -> str:
        """The words with the code of the player: Turn 6, BU."""
        return f"{self.words}, {self.code}" if self.code else self.words

    def beside(self, owner: Owner) -> str:
        """Return the words without the code if this owner is shown beside them already: Turn 6."""
        return self.words if self.code == owner.code else self.whole
