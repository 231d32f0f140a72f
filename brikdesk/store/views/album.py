"""The album: the photos that are pinned."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Battle, PinnedPhoto, Player, Turn, Unit
from brikdesk.store.views import view

NO_TURN = "Between turns"


class AlbumRow(Struct, frozen=True):
    """A pinned photo.

    - `turn`: Turn 6, Duchy of Lower Stud; `short`: Turn 6, DLS; empty and Between turns where it
      was pinned outside of turns.
    - `unit_id`, `unit`: whom it shows, 0 and empty for nobody.
    - `battle_id`: of its turn, 0 without one.
    """

    id: int
    picture: str
    words: str
    turn_id: int
    turn: str
    short: str
    battle: str
    battle_id: int
    unit_id: int
    unit: str

    @property
    def title(self) -> str:
        """What it shows, in one line; without words, the turn."""
        said = ": ".join(filter(None, (self.unit, " ".join(self.words.split()))))
        return said or self.turn or "A photo"

    @property
    def when(self) -> str:
        """The turn with its battle."""
        return ", ".join(filter(None, (self.turn, self.battle))) or NO_TURN


@view(PinnedPhoto, Turn, Player, Unit, Battle)
def album(session: Session) -> tuple[AlbumRow, ...]:
    """Return the pinned photos, the first one first."""
    turns = {row.id: row for row in rows_of(session, Turn)}
    players = {row.id: row for row in rows_of(session, Player)}
    battles = {row.id: row.name for row in rows_of(session, Battle)}
    named = select(Unit.id, Unit.name).where(
        col(Unit.id).in_(select(PinnedPhoto.unit_id).where(col(PinnedPhoto.unit_id).is_not(None)))
    )
    units = {unit_id: name for unit_id, name in session.exec(named)}  # noqa: C416
    found = []
    for row in session.exec(select(PinnedPhoto).order_by(col(PinnedPhoto.id))):
        turn = turns.get(row.turn_id)
        player = players[turn.player_id] if turn else None
        words = f"Turn {turn.number}, {player.faction}" if turn and player else ""
        short = f"Turn {turn.number}, {player.code}" if turn and player else NO_TURN
        battle_id = turn.battle_id if turn else 0
        battle = battles.get(battle_id, "")
        unit_id = row.unit_id or 0
        found.append(
            AlbumRow(row.id or 0, row.picture, row.words, row.turn_id or 0, words, short,
                     battle, battle_id, unit_id, units.get(unit_id, ""))
        )  # fmt: skip
    return tuple(found)
