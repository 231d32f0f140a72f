"""The log, newest first under the heads of its turns, and what is copied of it to other programs."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from typing_extensions import override

from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import PlayerRow, players
from brikdesk.store.views.log import (
    EVERYTHING,
    FILTERS,
    UNDONE,
    LogEntry,
    corrected_acts,
    lines_with,
    log,
)
from brikdesk.turns.secrets import secrets_now
from ui.campaign.desk import Desk
from ui.models.rows import NO_PARENT, ROW_ROLE
from ui.widgets.painted import Index

PAGE = 100
"""Lines that are read at once."""

LOOKED_AT = 400
"""Lines that a search looks through at once; between two such parts the window answers keys."""

NUMBERS_TOLD = "W tells how its numbers came about."
"""What a screen reader says of a line whose numbers can be opened."""

NAMES = (EVERYTHING, *FILTERS, UNDONE)
"""The filters in the order in which they are offered."""


class TurnHead(Struct, frozen=True):
    """The head above the lines of one player turn; number 0 is the time before the first turn."""

    turn_id: int
    number: int
    faction: str
    colour: str

    @property
    def words(self) -> str:
        """The head as it is written: Turn 6 · Duchy of Lower Stud."""
        return f"Turn {self.number} · {self.faction}" if self.number else "Before the battle"


LogRow = TurnHead | LogEntry


class LogModel(QAbstractListModel):
    """Lines of the log with the heads of their turns between them.

    `show_turn` narrows it to one player turn, which needs no head. Lines read through the filter
    are kept, newest first; the rows are those of them that fit the search. A search goes on by
    itself, part by part, until the whole log is looked through; then `searched` is emitted.
    """

    searched = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self._turn_id: int | None = None
        self._entries: list[LogEntry] = []
        self._rows: list[LogRow] = []
        self._all_read = False
        self._corrected = frozenset[int]()
        self._found: list[LogEntry] = []
        self._looked_to: int | None = None
        self._filter, self._typed = EVERYTHING, ""
        self._players: dict[int, PlayerRow] = {}
        # A timer of 0 ms fires when no event waits: typing goes before the next part of a search.
        self._reading = QTimer(self, singleShot=True, interval=0)
        self._reading.timeout.connect(self._look_on)
        desk.changed.connect(self._heard)
        self.read_again()

    @property
    def rows(self) -> list[LogRow]:
        """Heads and lines as shown."""
        return list(self._rows)

    @property
    def filter(self) -> str:
        """The name of the filter in force."""
        return self._filter

    def row_at(self, index: Index) -> LogRow | None:
        """Return the head or line at an index; None if it points at no row."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def place_of(self, line_id: int) -> int:
        """Return the place of a line; −1 if it is not shown."""
        found = (
            k for k, row in enumerate(self._rows) if isinstance(row, LogEntry) and row.id == line_id
        )
        return next(found, -1)

    def read_to(self, line_id: int) -> None:
        """Read on, page by page, until a line is read; it may still be hidden by the filter."""
        while self._entries and self._entries[-1].id > line_id and self.canFetchMore():
            self.fetchMore()

    def colour_of(self, player_id: int | None) -> str:
        """Return the colour token of a player's faction; empty if there is no such player."""
        player = self._players.get(player_id or 0)
        return player.colour if player else ""

    def show_turn(self, turn_id: int | None) -> None:
        """Show one player turn only; all of them for None."""
        if turn_id != self._turn_id:
            self._turn_id = turn_id
            self.read_again()

    def set_filter(self, name: str) -> None:
        """Show only lines of one of the filters. Raise KeyError for a name that does not exist."""
        if name not in NAMES:
            raise KeyError(name)
        self._filter = name
        self.read_again()

    def set_search(self, typed: str) -> None:
        """Show only lines in which every typed word occurs."""
        self._typed = typed.casefold()
        self._look_anew()
        self._show_all()

    @property
    def is_searching(self) -> bool:
        """Whether the search has not reached the oldest line yet."""
        return self._reading.isActive()

    def read_again(self) -> None:
        """Read the newest page and forget what was read before."""
        self._corrected = self.desk.read(corrected_acts)
        self._players = {player.id: player for player in self.desk.read(players)}
        self._entries = []  # `_older` reads on behind the last of them
        self._entries = self._older()
        self._look_anew()
        self._show_all()

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.words
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return NUMBERS_TOLD if isinstance(row, LogEntry) and row.sums else ""
        return row if role == ROW_ROLE else None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.row_at(index), TurnHead):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    @override
    def canFetchMore(self, parent: Index = NO_PARENT) -> bool:
        # During a search the timer reads on; a view would fetch page after page to fill its height.
        return not parent.isValid() and not self._all_read and not self._typed.split()

    @override
    def fetchMore(self, parent: Index = NO_PARENT) -> None:
        older = self._older()
        self._entries += older
        self._append(older)

    def _look_anew(self) -> None:
        """Begin a search in the lines older than those read already."""
        self._reading.stop()
        self._found = []
        self._looked_to = None
        if self._typed.split() and not self._all_read:
            self._reading.start()

    def _look_on(self) -> None:
        before = self._looked_to or (self._entries[-1].id if self._entries else None)
        words = tuple(self._typed.split())
        asked = (words, before, LOOKED_AT, self._turn_id, self._filter)
        try:  # not by the desk, which reads ahead what it was asked: nobody asks for this again
            found = self.desk.campaign.read(lines_with, *asked)
        except CampaignFileError as error:
            self.desk.failed.emit(str(error))
            self.searched.emit()
            return
        self._append(found.lines)
        self._found += found.lines
        self._looked_to = found.looked_to
        if found.looked_to:
            self._reading.start()
        else:
            self.searched.emit()

    def _older(self) -> list[LogEntry]:
        before = self._entries[-1].id if self._entries else None
        page = self._read(before=before, newest=PAGE)
        self._all_read = len(page) < PAGE
        return list(page[::-1])

    def _read(
        self, after: int = 0, before: int | None = None, newest: int | None = None
    ) -> tuple[LogEntry, ...]:
        return self.desk.read(log, self._turn_id, after, before, newest, self._filter)

    def _heard(self, changes: Changes) -> None:
        # Act 0: another program wrote, and nobody knows which lines are different. Heads and colours
        # come from players; an undo adds lines in the middle of the undone ones.
        if not changes.act_id or "player" in changes.tables or self._filter == UNDONE:
            self.read_again()
            return
        # A correction strikes out the lines of an act of any age.
        corrected = self.desk.read(corrected_acts)
        for act_id in {changes.act_id} | (corrected ^ self._corrected):
            self._reread_act(act_id)
        self._corrected = corrected
        newest = self._entries[0].id if self._entries else 0
        newer = list(self._read(after=newest)[::-1])
        self._entries[:0] = newer
        self._prepend(newer)

    def _reread_act(self, act_id: int) -> None:
        """Read the lines of one act again: undo strikes them out, redo makes them count again."""
        own = [entry.id for entry in (*self._entries, *self._found) if entry.act_id == act_id]
        if not own:
            return
        fresh = {entry.id: entry for entry in self._read(min(own) - 1, max(own) + 1)}
        shown = {row.id: k for k, row in enumerate(self._rows) if isinstance(row, LogEntry)}
        self._entries = [fresh.get(entry.id, entry) for entry in self._entries]
        self._found = [fresh.get(entry.id, entry) for entry in self._found]
        for line_id, entry in fresh.items():
            if (place := shown.get(line_id)) is not None and self._rows[place] != entry:
                self._rows[place] = entry
                self.dataChanged.emit(self.index(place), self.index(place))

    def _show_all(self) -> None:
        self.beginResetModel()
        passing = filter(self._passes(), self._entries)
        self._rows = self._with_heads((*passing, *self._found))
        self.endResetModel()

    def _append(self, entries: Sequence[LogEntry]) -> None:
        last = next((row for row in reversed(self._rows) if isinstance(row, LogEntry)), None)
        rows = self._with_heads(filter(self._passes(), entries), last.turn_id if last else None)
        if rows:
            start = len(self._rows)
            self.beginInsertRows(QModelIndex(), start, start + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def _prepend(self, entries: Sequence[LogEntry]) -> None:
        rows = self._with_heads(filter(self._passes(), entries))
        if not rows:
            return
        at, last = 0, rows[-1]
        first = self._rows[0] if self._rows else None
        if isinstance(first, TurnHead) and first.turn_id == last.turn_id:
            at = 1  # below the head that stands there, which would otherwise appear twice
            if len({row.turn_id for row in rows}) > 1:  # a new turn began above: its own head stays
                self._show_all()
                return
            rows = [row for row in rows if isinstance(row, LogEntry)]
        self.beginInsertRows(QModelIndex(), at, at + len(rows) - 1)
        self._rows[at:at] = rows
        self.endInsertRows()

    def _with_heads(self, entries: Iterable[LogEntry], turn_id: int | None = None) -> list[LogRow]:
        rows: list[LogRow] = []
        for entry in entries:
            if self._turn_id is None and entry.turn_id != turn_id:
                turn_id = entry.turn_id
                rows.append(self._head(entry))
            rows.append(entry)
        return rows

    def _head(self, entry: LogEntry) -> TurnHead:
        player = self._players.get(entry.turn_player_id)
        faction, colour = (player.faction, player.colour) if player else ("", "slate")
        return TurnHead(entry.turn_id, entry.number, faction, colour)

    def _passes(self) -> Callable[[LogEntry], bool]:
        words = self._typed.split()
        return lambda entry: all(word in entry.words.casefold() for word in words)


REFUSED = "Not copied: the players may not know this yet. Ctrl+C once more copies it all the same."


class Copying:
    """The one way from a campaign's tables and log to the clipboard."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._refused = ""

    def copy(self, words: str) -> None:
        """Put words on the clipboard; where they name a secret, only when they come twice."""
        secrets = self._desk.campaign.reading(lambda session: secrets_now(session, None))
        self._put(words, secret=secrets.betrayed_by(words))

    def copy_line(self, entry: LogEntry) -> None:
        """Put a line of the log on the clipboard, likewise."""
        secrets = self._desk.campaign.reading(lambda session: secrets_now(session, None))
        self._put(entry.words, secret=secrets.hides_line(entry.line, undone=entry.undone))

    def _put(self, words: str, *, secret: bool) -> None:
        if secret and words != self._refused:
            self._refused = words
            self._desk.said.emit(REFUSED)
            return
        self._refused = ""
        QGuiApplication.clipboard().setText(words)


def copying_of(desk: Desk) -> Copying:
    """Return the campaign's one way to the clipboard."""
    return desk.shared(Copying, lambda: Copying(desk))
