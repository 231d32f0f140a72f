"""Table models: rows that follow a view, rows that are being typed, and what those go by."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar, overload

from msgspec import Struct, field
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from brikdesk.dice import Face
from brikdesk.errors import BadInput
from brikdesk.games.brikwars import BRIKWARS
from brikdesk.games.scifi import SCIFI
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.switches import house_from
from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from brikdesk.store.views import View
from brikdesk.store.views.campaign_and_battle import kept_searches
from brikdesk.store.views.units import UnitCard
from brikdesk.turns.steps import Preview
from ui.campaign.desk import Desk
from ui.look.text import tip_text
from ui.models.picks import PICK_ROLE
from ui.models.step_draft import DieKey, PlayersDice
from ui.widgets.painted import Index

Row = TypeVar("Row")

NO_PARENT = QModelIndex()
ROW_ROLE = PICK_ROLE
"""The role under which a cell returns its whole row, for delegates."""


def row_of(index: Index) -> Any:
    """Return the row that a cell belongs to; None for an invalid index."""
    # Asking the Python model takes a tenth of the time of `index.data`, which goes through Qt.
    return index.model().data(index, ROW_ROLE) if index.isValid() else None


class Column(Struct, Generic[Row], frozen=True):
    """One column: its title, the text of a cell, what it is sorted by, and how it is edited.

    Without `order` the column sorts by its text. `edit` returns the act for a typed text, or raises
    BadInput; without it the column cannot be edited.
    """

    title: str
    text: Callable[[Row], str]
    order: Callable[[Row], Any] | None = None
    tip: Callable[[Row], str] | None = None
    edit: Callable[[Row, str], Any] | None = None
    right: bool = False
    key: str = field(default="")


def titled(
    columns: Sequence[Column[Any]], section: int, orientation: Qt.Orientation, role: int
) -> str | None:
    """Return what a model answers about the head of a column: its title, and nothing else."""
    across = orientation is Qt.Orientation.Horizontal
    shown = across and role == Qt.ItemDataRole.DisplayRole and section < len(columns)
    return columns[section].title if shown else None


def type_over(
    desk: Desk, column: Column[Row], row: Row, typed: str, does: Callable[[Act], Any] | None
) -> bool:
    """Do the act that typing over a cell makes, by `does` or else by the desk.

    Return False if the column cannot be edited, nothing is different, or the act was not done.
    """
    # Closing an editor commits also a text that nobody changed: that is no act for the log.
    if column.edit is None or typed == column.text(row):
        return False
    try:
        act = column.edit(row, typed)
    except BadInput as error:
        desk.failed.emit(str(error))
        return False
    return isinstance((does or desk.do)(act), Changes)


RowFacts = Mapping[str, Callable[[Any], str | float | None]]
"""What can be asked of a row by name: a number, or words; None where the row has no such thing."""

_ASKED = re.compile(r"([^\W\d][\w ]*?)(<=|>=|<|>|=|:)(.+)", re.DOTALL)


class Search(Struct, frozen=True):
    """What is typed to find rows: `burning armor<2 side:blue -dead`.

    - `words`: each occurs in the row; with a minus before it, it does not.
    - `asked`: facts by name, how they compare, and with what.
    - `unknown`: names of which the rows have no fact.
    """

    words: tuple[str, ...] = ()
    asked: tuple[tuple[str, str, str], ...] = ()
    unknown: tuple[str, ...] = ()

    def fits(self, row: Any, whole: str, facts: RowFacts) -> bool:
        """Return whether a row fits whose words are `whole`, in small letters."""
        for word in self.words:
            hidden = word.startswith("-") and len(word) > 1
            if (word.lstrip("-") in whole) if hidden else (word not in whole):
                return False
        return not self.unknown and all(
            _compares(facts[name](row), how, wanted) for name, how, wanted in self.asked
        )


def search_of(typed: str, facts: RowFacts, *, loose: bool = False) -> Search:
    """Read what is typed; a name may be shortened as far as only one fact is left.

    `loose`: where no fact has that name, it is a word as any other.
    """
    words: list[str] = []
    asked: list[tuple[str, str, str]] = []
    unknown: list[str] = []
    for word in typed.casefold().split():
        found = _ASKED.fullmatch(word)
        said = found[1] if found else ""
        names = [name for name in facts if name == said] or [
            name for name in facts if said and name.startswith(said)
        ]
        if found and len(names) == 1:
            asked.append((names[0], found[2], found[3].strip('"')))
        elif found and not loose:
            unknown.append(said)
        else:
            words.append(word)
    return Search(tuple(words), tuple(asked), tuple(unknown))


def meant(typed: str, kept: Mapping[str, str]) -> str:
    """Return what is searched for: a search that is kept by the typed name, and what follows it."""
    words = typed.split()
    # The longest name first: "hot" may be one, and "hot ones" another.
    for count in range(len(words), 0, -1):
        if search := kept_as(" ".join(words[:count]), kept):
            return " ".join([search, *words[count:]])
    return typed


def kept_as(name: str, kept: Mapping[str, str]) -> str:
    """Return the search that is kept by a name; empty if none is."""
    wanted = " ".join(name.split()).casefold()
    return next((kept[each] for each in kept if each.casefold() == wanted), "")


def _compares(fact: str | float | None, how: str, wanted: str) -> bool:
    if fact is None:
        return False
    if isinstance(fact, str):
        if how == ":":
            return wanted in fact.casefold()
        return how == "=" and wanted == fact.casefold()
    try:
        number = float(wanted)
    except ValueError:
        return False
    return {
        "<": fact < number, "<=": fact <= number, ">": fact > number, ">=": fact >= number,
    }.get(how, fact == number)  # fmt: skip


class ColumnedRows(QAbstractTableModel, Generic[Row]):
    """Rows in columns: what all tables answer alike."""

    def __init__(self, columns: Sequence[Column[Row]], parent: QObject | None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: list[Row] = []

    @property
    def columns(self) -> tuple[Column[Row], ...]:
        """The columns, left to right."""
        return self._columns

    def row_at(self, index: Index) -> Row | None:
        """Return the row of a cell; None if the index points at no row."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        return titled(self._columns, section, orientation, role)

    def _replace(self, place: int, row: Row) -> None:
        """Replace the row at a place: all cells of it may be different."""
        self._rows[place] = row
        last = self.index(place, len(self._columns) - 1)
        self.dataChanged.emit(self.index(place, 0), last)

    def _insert(self, place: int, row: Row) -> None:
        self.beginInsertRows(QModelIndex(), place, place)
        self._rows.insert(place, row)
        self.endInsertRows()

    def _remove(self, place: int) -> None:
        self.beginRemoveRows(QModelIndex(), place, place)
        del self._rows[place]
        self.endRemoveRows()

    def _reset(self, rows: list[Row]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()


def _fact_of(column: Column[Any]) -> Callable[[Any], str | float | None]:
    """Return what a column says of a row: a number where its cell is one, else its words."""

    def fact(row: Any) -> str | float | None:
        cell = column.text(row)
        found = _NUMBER.match(cell.strip())
        return float(found[0]) if found else cell

    return fact


_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?=[\"″]?(?:$|\s))")


class RowsModel(ColumnedRows[Row]):
    """The rows of a view as a table; it follows the desk.

    Rows are followed by their key, so that selection and scroll position survive an undo. `does`,
    if set, carries out the act that typing over a cell makes.
    """

    does: Callable[[Act], Any] | None = None

    def __init__(
        self,
        desk: Desk,
        question: View[[], tuple[Row, ...]],
        columns: Sequence[Column[Row]],
        key: Callable[[Row], Any] = attrgetter("id"),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(columns, parent)
        self._desk, self._question, self._key = desk, question, key
        self._sorting: tuple[int, Qt.SortOrder] | None = None
        self._typed = ""
        self._all: list[Row] = list(desk.read(question))
        self._rows = self._wanted()
        desk.changed.connect(self._heard)

    @property
    def rows(self) -> list[Row]:
        """The rows as shown: filtered and sorted."""
        return list(self._rows)

    @property
    def total(self) -> int:
        """How many rows there are without the filter."""
        return len(self._all)

    def place_of(self, key: object) -> int:
        """Return the place of the row with this key; -1 if it is not shown."""
        return next((at for at, row in enumerate(self._rows) if self._key(row) == key), -1)

    def set_filter(self, typed: str) -> None:
        """Show only rows that fit what is typed: words in a cell or tip, columns by their titles."""
        self._typed = typed
        self._show(self._wanted())

    def refresh(self) -> None:
        """Read the view again and signal only what is different."""
        self._all = list(self._desk.read(self._question))
        self._show(self._wanted())

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorting = (column, order) if column >= 0 else None
        # A changed layout, not a reset: a view keeps its selection in persistent indexes, and they
        # survive sorting only if each is moved to its row's new place.
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        keys = [self._key(self._rows[index.row()]) for index in before]
        self._rows = self._wanted()
        after = [
            self.index(self.place_of(key), index.column())
            for key, index in zip(keys, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        column = self._columns[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return column.text(row)
        if role == Qt.ItemDataRole.ToolTipRole and column.tip and (words := column.tip(row)):
            return tip_text(words)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{column.title}: {column.tip(row) if column.tip else column.text(row)}"
        if role == Qt.ItemDataRole.TextAlignmentRole and column.right:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return row if role == ROW_ROLE else None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and self._columns[index.column()].edit and not self._desk.read_only:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.row_at(index)
        if row is None or role != Qt.ItemDataRole.EditRole:
            return False
        return type_over(self._desk, self._columns[index.column()], row, str(value), self.does)

    def _heard(self, changes: Changes) -> None:
        searched = kept_searches.tables if self._typed else frozenset()
        if not changes.tables.isdisjoint(self._question.tables | searched):
            self.refresh()

    def _wanted(self) -> list[Row]:
        facts = {column.title.casefold(): _fact_of(column) for column in self._columns}
        asked = meant(self._typed, self._desk.read(kept_searches)) if self._typed else ""
        search = search_of(asked, facts, loose=True)
        rows = [row for row in self._all if self._matches(row, search, facts)]
        if self._sorting and self._sorting[0] < len(self._columns):
            column = self._columns[self._sorting[0]]
            order = column.order or (lambda row: column.text(row).casefold())
            # Sorting is stable: equal rows keep the order of the view.
            rows.sort(key=order, reverse=self._sorting[1] is Qt.SortOrder.DescendingOrder)
        return rows

    def _matches(self, row: Row, search: Search, facts: RowFacts) -> bool:
        if not self._typed:
            return True
        whole = " ".join(
            f"{column.text(row)} {column.tip(row) if column.tip else ''}"
            for column in self._columns
        ).casefold()
        return search.fits(row, whole, facts)

    def _show(self, rows: list[Row]) -> None:
        """Become these rows with as few signals as possible."""
        wanted = [self._key(row) for row in rows]
        self._remove_missing(set(wanted))
        kept = [self._key(row) for row in self._rows]
        staying = set(kept)
        # Rows that only come, go or change keep their order. A new order is rare, hence the reset.
        if [key for key in wanted if key in staying] != kept:
            self._reset(rows)
            return
        for place, (key, row) in enumerate(zip(wanted, rows, strict=True)):
            if key not in staying:
                self._insert(place, row)
            elif self._rows[place] != row:
                self._replace(place, row)

    def _remove_missing(self, wanted: set[Any]) -> None:
        # From the end, so that the places still to be looked at do not shift.
        for place in range(len(self._rows) - 1, -1, -1):
            if self._key(self._rows[place]) not in wanted:
                self._remove(place)

    @overload
    def parent(self) -> QObject: ...
    @overload
    def parent(self, child: Index) -> QModelIndex: ...
    @override
    def parent(self, child: Any = None) -> Any:
        return super().parent() if child is None else QModelIndex()


class DraftRows(ColumnedRows[Row]):
    """Rows as they are typed.

    `typed` is emitted after each change by hand, `wrong` with a sentence when a cell is refused.
    """

    typed = Signal()
    wrong = Signal(str)

    def __init__(self, columns: Sequence[Column[Row]], parent: QObject | None = None) -> None:
        super().__init__(columns, parent)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, top to bottom."""
        return tuple(self._rows)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Replace all rows; `typed` is not emitted."""
        self._reset(list(rows))

    def add(self, row: Row) -> int:
        """Add a row at the end; return its place."""
        place = len(self._rows)
        self._insert(place, row)
        self.typed.emit()
        return place

    def remove(self, place: int) -> None:
        """Take the row at a place away; do nothing if there is none."""
        if 0 <= place < len(self._rows):
            self._remove(place)
            self.typed.emit()

    def put(self, place: int, row: Row) -> None:
        """Replace the row at a place; the rules may derive other cells from the one that was typed."""
        if self._rows[place] != row:
            self._replace(place, row)
            self.typed.emit()

    def is_typed_over(self, row: Row, column: Column[Row]) -> bool:
        """Return whether a figure was typed over the one that the rules derive."""
        return False

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        column = self._columns[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return column.text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            over = ", typed over" if self.is_typed_over(row, column) else ""
            return f"{column.title}: {column.text(row)}{over}"
        return row if role == ROW_ROLE else None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        editable = index.isValid() and self._columns[index.column()].edit is not None
        return flags | Qt.ItemFlag.ItemIsEditable if editable else flags

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        column, row = self._columns[index.column()], self._rows[index.row()]
        if column.edit is None or str(value) == column.text(row):
            return False
        try:
            self.put(index.row(), column.edit(row, str(value)))
        except BadInput as error:
            self.wrong.emit(str(error))
            return False
        return True


class Titled(Protocol):
    """What the dice are thrown for."""

    @property
    def key(self) -> str:
        """A name that is different for each thing that dice are thrown for."""

    @property
    def title(self) -> str:
        """What they are thrown for, in words."""


class AsksForDice(Protocol):
    """Says which dice are wanted, and takes the faces that were thrown."""

    players_dice: PlayersDice
    """How the dice of each player come to the desk."""

    @property
    def current(self) -> Titled | None:
        """What the dice are thrown for; None if nothing is asked."""

    @property
    def preview(self) -> Preview:
        """The dice that are wanted, and what those that lie there do."""

    @property
    def faces(self) -> dict[DieKey, Face]:
        """The faces in the boxes."""

    def put(self, faces: dict[DieKey, Face | None]) -> None:
        """Note what is in the boxes now; None for a box that was emptied."""

    def take_answer_back(self) -> bool:
        """Take back the answer that was the last thing given; False if a die was."""


def asked_by(preview: Preview, letters: str, digits: str) -> str:
    """Say which dice and choices a preview waits for, "" if for none.

    `letters` answer its open choice, `digits` are those that its dice can show.
    """
    parts = []
    if preview.open_choices:
        prompt = preview.open_choices[0].prompt.rstrip(".: ")
        parts.append(f"{prompt}{'' if prompt.endswith('?') else ':'} {letters or 'in words'}.")
    if preview.owed:
        parts.append(f"Waiting for {_named(preview)}: {digits}, or Space rolls.")
    elif parts and preview.dice:
        parts.append("Backspace takes back what came last.")
    return " ".join(parts)


def taken_back(preview: Preview, answered_last: bool) -> tuple[tuple[str, str], ...]:
    """Return Backspace with what it takes back now; nothing where dice are still missing."""
    if answered_last:
        return (("Backspace", "take the answer back"),)
    return (("Backspace", "take a die back"),) if preview.dice and not preview.owed else ()


def _named(preview: Preview) -> str:
    sides = [die.sides for die in preview.open_dice]
    if len(sides) == 1:
        return f"a d{sides[0]}"
    return f"{len(sides)} d{sides[0]}" if len(set(sides)) == 1 else f"{len(sides)} dice"


def changed_names(draft: Any, card: UnitCard, *names: str) -> dict[str, Any]:
    """Return what `EditUnit` is told of a unit's names, token and player, where they are changed."""
    facts = {name: now for name in names if (now := getattr(draft, name)) != getattr(card, name)}
    if draft.token and draft.token != card.token:
        facts["token"] = draft.token
    if draft.player_id != card.player_id:
        nobody = draft.player_id is None
        facts |= {"unaligned": True} if nobody else {"player_id": draft.player_id}
    return facts


@cache
def usual_brikwars() -> BrikWarsHouse:
    """Return the house rules of BrikWars with every switch at its default."""
    return house_from(BrikWarsHouse, BRIKWARS.defaults())


@cache
def usual_scifi() -> ScifiHouse:
    """Return the house rules of the Sci-fi game with every switch at its default."""
    return house_from(ScifiHouse, SCIFI.defaults())


MINIFIGS = ("Minifig", "Hero")
"""Units of which single sections can be seen or caught, and who have Actions of their own."""
