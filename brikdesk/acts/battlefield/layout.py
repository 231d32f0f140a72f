"""Many pieces of terrain laid out at once, as a template file describes a table."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.battlefield.pieces import PlaceTerrain, check_nobody_in
from brikdesk.acts.battlefield.tabletop import SetTable, battle_now
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Terrain

MOST_PIECES = 500
"""Pieces of terrain that are laid out at once."""

MOST_NAMED = 8
"""Kinds and names that the log lists; more would fill a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTerrain(Act):
    """Lay out pieces of terrain, and the table under them if its size or finish is given.

    `instead` takes away what stands there already. One piece that makes no sense stops them all.
    """

    pieces: tuple[PlaceTerrain, ...]
    instead: bool = False
    width: float | None = None
    depth: float | None = None
    finish: str | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Check all pieces, then write them; BadInput names the piece that is wrong."""
        battle = battle_now(session)
        if len(self.pieces) > MOST_PIECES:
            raise BadInput(
                f"At most {MOST_PIECES} pieces of terrain are laid out at once.", "pieces"
            )
        rows = [self._row(session, battle.id or 0, number) for number in range(len(self.pieces))]
        for row in rows:
            check_nobody_in(self, session, row)
        lines: list[Line] = []
        if (self.width, self.depth, self.finish) != (None, None, None):
            table = SetTable(width=self.width, depth=self.depth, finish=self.finish)
            lines += table.carry_out(session).lines
        gone = []
        if self.instead:
            gone = list(session.exec(select(Terrain).where(Terrain.battle_id == battle.id)))
            for piece in gone:
                session.delete(piece)
        session.add_all(rows)
        title = f"{_count(len(rows))} of terrain laid out"
        cleared = f"{_count(len(gone))} taken away before." if gone else ""
        names = dict.fromkeys(row.name for row in rows)
        listed = ", ".join(list(names)[:MOST_NAMED]) + (
            " and more" if len(names) > MOST_NAMED else ""
        )
        words = " ".join(part for part in (f"{listed}." if names else "", cleared) if part)
        lines.append(line(Kind.SETUP, f"{title}.", words))
        return Outcome(title, tuple(lines))

    def _row(self, session: Session, battle_id: int, number: int) -> Terrain:
        try:
            return self.pieces[number].piece(session, battle_id)
        except BadInput as error:
            name = self.pieces[number].name or self.pieces[number].kind
            sentence = f"Piece {number + 1}, {name[:40]}: {error.sentence}"
            raise BadInput(sentence, "pieces") from None


def _count(number: int) -> str:
    return f"{number} {'piece' if number == 1 else 'pieces'}"
