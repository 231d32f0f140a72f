"""The roster as a tree of factions and units, or as a flat table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any, overload

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from brikdesk.lengths import at_spot, in_inches
from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from brikdesk.store.views import campaign_and_battle
from brikdesk.store.views import scifi as sf_views
from brikdesk.store.views.armory import weapons as arms_of_all
from brikdesk.store.views.units import ShownState, SquadRow, UnitRow, units
from brikdesk.text import number_of
from ui.campaign.desk import Desk
from ui.look.shortcuts import SCIFI
from ui.look.text import tip_text
from ui.models.commands import GO, Find
from ui.models.rows import (
    NO_PARENT,
    ROW_ROLE,
    Column,
    RowFacts,
    Search,
    meant,
    search_of,
    titled,
    type_over,
)
from ui.widgets.painted import Index

NOBODYS = 1
"""The number of the group of unaligned units; a player's group has the player's key plus 2.

The model puts the number into its indexes, where 0 means that a row has no parent.
"""


class Faction(Struct, frozen=True):
    """The head of a group: a faction, how many of its units are shown, and how many there are."""

    number: int
    player_id: int | None
    name: str
    code: str
    colour: str
    shown: int = 0
    total: int = 0

    @property
    def count(self) -> str:
        """The number at the right: 9, or 3 of 9 while a filter hides some."""
        return f"{self.total}" if self.shown == self.total else f"{self.shown} of {self.total}"


class FactionUnits(Struct):
    """A faction with its units as they are shown."""

    faction: Faction
    rows: list[UnitRow] = field(default_factory=list)


def spoken(row: UnitRow) -> str:
    """Return a unit as a screen reader says it: name, faction, squad, place, states."""
    placed = row.x is not None and row.y is not None
    place = f"{at_spot(row.x or 0.0, row.y or 0.0)} inches" if placed else ""
    chips = [chip.aloud for chip in row.chips]
    if row.move_left is not None and row.alive:
        chips.append(f"{in_inches(row.move_left)} of Move left")
    squad = f"squad {row.squad}" if row.squad else ""
    aboard = f"aboard {row.aboard}" if row.aboard else ""
    return ", ".join(part for part in (row.name, row.faction, squad, aboard, place, *chips) if part)


UnitColumns = Sequence[Column[UnitRow]]


def in_order(
    rows: Iterable[UnitRow], columns: UnitColumns, sorting: tuple[int, bool] | None
) -> list[UnitRow]:
    """Return the units sorted by a column (descending if True); as they came for None."""
    if sorting is None:
        return list(rows)
    column, descending = columns[sorting[0]], sorting[1]
    order = column.order or (lambda row: column.text(row).casefold())
    return sorted(rows, key=order, reverse=descending)


UNIT_FACTS: RowFacts = {
    "armor": attrgetter("armor_average"),
    "size": attrgetter("size"),
    "effective": attrgetter("effective_size"),
    "move": attrgetter("move"),
    "left": attrgetter("move_left"),
    "power": attrgetter("power_left"),
    "die": lambda row: row.action_die or None,
    "weight": attrgetter("weight_class"),
    "deflection": attrgetter("deflection"),
    "side": lambda row: f"{row.faction} {row.code} {row.colour}",
    "kind": attrgetter("kind"),
    "squad": attrgetter("squad"),
    "state": lambda row: _states(row),
    "action": lambda row: "spent" if row.action_spent else "left",
    "place": lambda row: "table" if row.x is not None else "tray" if row.on_table else "reserve",
}
"""What can be asked of a unit by name. Armor counts what its dice show on average: 7 for 2d6."""


def unit_fits(row: UnitRow, search: Search, columns: UnitColumns = ()) -> bool:
    """Return whether a unit fits: its words are all that its row says, and what states mean."""
    if search == Search():
        return True  # every unit fits, and the words of none need be put together
    cells = " ".join(column.text(row) for column in columns)
    named = f"{row.name} {row.faction} {row.code} {row.kind} {row.squad} {row.aboard}"
    return search.fits(row, f"{named} {_states(row)} {cells}".casefold(), UNIT_FACTS)


def _states(row: UnitRow) -> str:
    chips = " ".join(chip.aloud for chip in row.chips)
    # What people say, besides what its chip says.
    burning = " burning" if any(chip.icon == "fire" for chip in row.chips) else ""
    return f"{chips}{burning}{'' if row.alive else ' dead'}"


_NOTHING_KEPT: Mapping[str, str] = MappingProxyType({})


def unit_finds(units: Sequence[UnitRow], show: Callable[[int], object]) -> list[Find]:
    """Return a row for each unit, which shows it."""
    found = []
    for unit in units:
        chips = ", ".join(chip.word.lower() for chip in unit.chips[:2])
        more = f'{unit.kind.capitalize()}, {unit.size}", {unit.faction}'
        also = f"{unit.token} {unit.code} {chips}"
        found.append(Find(GO, "units", unit.name, partial(show, unit.id), more=more, also=also))
    return found


def search_finds(
    typed: str,
    rows: Sequence[UnitRow],
    select: Callable[[tuple[int, ...]], object],
    kept: Mapping[str, str] = _NOTHING_KEPT,
) -> list[Find]:
    """Return a row that selects all units which fit a search: `burning armor<2 side:blue`.

    `kept` are searches by their names. None where nothing is asked by name: plain words look for units
    one by one.
    """
    wanted = meant(typed, kept)
    search = search_of(wanted, UNIT_FACTS)
    if not search.asked and wanted == typed:
        return []
    found = [row for row in rows if row.alive and unit_fits(row, search)]
    names = ", ".join(row.name for row in found)
    many = "No unit fits" if not found else f"Select {len(found)}: {names}"
    ids = tuple(row.id for row in found)
    more = wanted if wanted != typed else ""
    return [Find(GO, "filter", many, partial(select, ids), more=more, also=typed, alias=typed)]


def kept_finds(
    rows: Sequence[UnitRow],
    select: Callable[[tuple[int, ...]], object],
    kept: Mapping[str, str],
) -> list[Find]:
    """Return a row for each search that is kept, which selects all that fit it."""
    found = []
    for name, asked in kept.items():
        search = search_of(asked, UNIT_FACTS)
        ids = tuple(row.id for row in rows if row.alive and unit_fits(row, search))
        more = f"{number_of(len(ids), 'unit')}: {asked}"
        found.append(
            Find(GO, "filter", f"Search {name}", partial(select, ids), more=more, alias=name)
        )
    return found


def squad_finds(squads: Iterable[SquadRow], select: Callable[[SquadRow], object]) -> list[Find]:
    """Return a row for each squad, which selects its units together."""
    found = []
    for row in squads:
        many = "1 unit" if len(row.names) == 1 else f"{len(row.names)} units"
        more, names = f"{many}, {row.faction}", ", ".join(row.names)
        name = f"Squad {row.name}"
        found.append(Find(GO, "units", name, partial(select, row), more=more, also=names))
    return found


TABLES = units.tables | campaign_and_battle.players.tables | sf_views.detections.tables


UNIT_NAME: Column[UnitRow] = Column("Unit", attrgetter("name"))
"""The one column of the units list."""


class UnitsModel(QAbstractItemModel):
    """Factions with their units, or units alone, which then sort across factions.

    It signals only what is different, so that selection, expansion and scroll survive an undo.
    """

    def __init__(
        self,
        desk: Desk,
        columns: Sequence[Column[UnitRow]] = (UNIT_NAME,),
        grouped: bool = True,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._desk, self._columns, self._grouped = desk, tuple(columns), grouped
        self.does: Callable[[Act], Any] | None = None
        self._typed, self._search = "", Search()
        self._sorting: tuple[int, bool] | None = None
        self._units: tuple[UnitRow, ...] = ()
        self._sides: list[Faction] = []
        self._read()
        self._groups = self._wanted()
        desk.changed.connect(self._heard)

    # What is there

    @property
    def columns(self) -> tuple[Column[UnitRow], ...]:
        """The columns, left to right."""
        return self._columns

    @property
    def grouped(self) -> bool:
        """Whether units stand under their factions."""
        return self._grouped

    @property
    def total(self) -> int:
        """How many units there are without the filter."""
        return len(self._units)

    @property
    def nothing(self) -> str:
        """The words that stand in an empty list."""
        if self._search.unknown:
            names = ", ".join(UNIT_FACTS)
            return f"A unit has no “{self._search.unknown[0]}”. It has: {names}."
        return "No unit fits." if self._units else "No unit yet. N makes the first."

    @property
    def shown(self) -> list[UnitRow]:
        """The units as shown, top to bottom."""
        return [row for group in self._groups for row in group.rows]

    def unit_at(self, index: Index) -> UnitRow | None:
        """Return the unit of a cell; None on the head of a group."""
        row = self._item(index)
        return row if isinstance(row, UnitRow) else None

    def place_of(self, unit_id: int, column: int = 0) -> QModelIndex:
        """Return the index of a unit's cell; an invalid one if the unit is not shown."""
        for group in self._groups:
            for place, row in enumerate(group.rows):
                if row.id == unit_id:
                    # A flat list has one group, of number 0: its units have no parent.
                    return self.createIndex(place, column, group.faction.number)
        return QModelIndex()

    # What is shown

    def set_filter(self, typed: str) -> None:
        """Show only units that fit what is typed, as `Search` reads it: `burning armor<2`."""
        self._typed = typed
        self._read_search()
        self._become(self._wanted())

    def _read_search(self) -> None:
        """Read what is typed; a name by which a search is kept means that."""
        kept = self._desk.read(campaign_and_battle.kept_searches) if self._typed else {}
        self._search = search_of(meant(self._typed, kept), UNIT_FACTS)

    def set_grouped(self, grouped: bool) -> None:
        """Put units under their factions, or take them out."""
        if grouped != self._grouped:
            self.beginResetModel()
            self._grouped = grouped
            self._groups = self._wanted()
            self.endResetModel()

    def set_columns(self, columns: Sequence[Column[UnitRow]]) -> None:
        """Show other columns, unsorted."""
        self.beginResetModel()
        self._columns, self._sorting = tuple(columns), None
        self._groups = self._wanted()
        self.endResetModel()

    def retell(self) -> None:
        """Signal that every cell may be different.

        For columns that show more than the unit's own row, which the comparison of rows misses.
        """
        if self._sorting is not None:
            self.sort(self._sorting[0], _DOWN if self._sorting[1] else _UP)
        for group in self._groups:
            if group.rows:
                first = self.place_of(group.rows[0].id)
                last = self.place_of(group.rows[-1].id, len(self._columns) - 1)
                self.dataChanged.emit(first, last)

    def refresh(self) -> None:
        """Read the roster again and signal only what is different."""
        self._read()
        self._read_search()
        self._become(self._wanted())

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        descending = order is Qt.SortOrder.DescendingOrder
        self._sorting = (column, descending) if 0 <= column < len(self._columns) else None
        # Views keep selected and open rows as persistent indexes: each has to follow its item.
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        items = [self._item(index) for index in before]
        self._groups = self._wanted()
        pairs = zip(items, before, strict=True)
        self.changePersistentIndexList(before, [self._index_of(i, b.column()) for i, b in pairs])
        self.layoutChanged.emit()

    def _read(self) -> None:
        self._units = with_detections(self._desk.read(units), self._desk.read(sf_views.detections))
        self._sides = [
            Faction(player.id + 2, player.id, player.faction, player.code, player.colour)
            for player in self._desk.read(campaign_and_battle.players)
        ]
        if any(row.player_id is None for row in self._units):
            self._sides.append(Faction(NOBODYS, None, "Unaligned", "–", "slate"))

    def _wanted(self) -> list[FactionUnits]:
        there = (row for row in self._units if unit_fits(row, self._search, self._columns))
        rows = in_order(there, self._columns, self._sorting)
        if not self._grouped:
            return [FactionUnits(Faction(0, None, "", "", ""), rows)]
        groups = [self._group(side, rows) for side in self._sides]
        # A faction without units stays, to say so; a filter hides factions in which nothing fits.
        return [group for group in groups if group.rows or self._search == Search()]

    def _group(self, side: Faction, rows: Sequence[UnitRow]) -> FactionUnits:
        own = [row for row in rows if row.player_id == side.player_id]
        total = sum(row.player_id == side.player_id for row in self._units)
        return FactionUnits(replace(side, shown=len(own), total=total), own)

    # Smallest signals

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(TABLES):
            self.refresh()

    def _become(self, wanted: list[FactionUnits]) -> None:
        if not self._grouped:
            self._become_rows(self._groups[0], wanted[0], QModelIndex())
            return
        numbers = [group.faction.number for group in wanted]
        self._leave(self._groups, [g.faction.number not in numbers for g in self._groups], _TOP)
        for place, group in enumerate(wanted):
            at = self._group_place(group.faction.number)
            if at < 0:
                self.beginInsertRows(_TOP, place, place)
                self._groups.insert(place, group)
                self.endInsertRows()
                continue
            self._move(self._groups, at, place, _TOP)
            # Only now: the index of the head, under which rows come and go, says the new place.
            self._become_group(place, group)

    def _become_group(self, place: int, wanted: FactionUnits) -> None:
        group, head = self._groups[place], self.index(place, 0)
        self._become_rows(group, wanted, head)
        if group.faction != wanted.faction:
            group.faction = wanted.faction
            self.dataChanged.emit(head, self.index(place, len(self._columns) - 1))

    def _become_rows(self, group: FactionUnits, wanted: FactionUnits, head: QModelIndex) -> None:
        rows, staying = group.rows, {row.id for row in wanted.rows}
        self._leave(rows, [row.id not in staying for row in rows], head)
        changed: list[int] = []
        for place, row in enumerate(wanted.rows):
            at = next((k for k in range(place, len(rows)) if rows[k].id == row.id), -1)
            if at < 0:
                self.beginInsertRows(head, place, place)
                rows.insert(place, row)
                self.endInsertRows()
                continue
            self._move(rows, at, place, head)
            if rows[place] != row:
                rows[place] = row
                changed.append(place)
        for first, last in _runs(changed):
            end = self.index(last, len(self._columns) - 1, head)
            self.dataChanged.emit(self.index(first, 0, head), end)

    def _leave(self, items: list[Any], going: Sequence[bool], parent: QModelIndex) -> None:
        for place in reversed([place for place, goes in enumerate(going) if goes]):
            self.beginRemoveRows(parent, place, place)
            del items[place]
            self.endRemoveRows()

    def _move(self, items: list[Any], at: int, place: int, parent: QModelIndex) -> None:
        # Rows are put right from the top, so they only move up; for a move down Qt would want the
        # place after the new one.
        if at != place:
            self.beginMoveRows(parent, at, at, parent, place)
            items.insert(place, items.pop(at))
            self.endMoveRows()

    # Qt's questions

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        if not self._grouped:
            return 0 if parent.isValid() else len(self._groups[0].rows)
        if not parent.isValid():
            return len(self._groups)
        # By Qt's convention only the cells of the first column have children.
        first = parent.column() == 0 and self._is_head(parent)
        return len(self._groups[parent.row()].rows) if first else 0

    @override
    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return len(self._columns)

    @override
    def index(self, row: int, column: int, parent: Index = NO_PARENT) -> QModelIndex:
        # not by hasIndex: Qt would ask back for both counts by a way that takes ten times as long
        if not (0 <= row < self.rowCount(parent) and 0 <= column < len(self._columns)):
            return QModelIndex()
        # A number, not the Group: an index would hold a bare pointer to it and not keep it alive.
        number = self._groups[parent.row()].faction.number if parent.isValid() else 0
        return self.createIndex(row, column, number)

    @overload
    def parent(self) -> QObject: ...
    @overload
    def parent(self, child: Index) -> QModelIndex: ...
    @override
    def parent(self, child: Any = None) -> Any:
        if child is None:
            return super().parent()
        number = child.internalId() if child.isValid() else 0
        place = self._group_place(number) if number else -1
        return self.createIndex(place, 0, 0) if place >= 0 else QModelIndex()

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        # Not by `_is_head`: Qt asks this twice for each row whenever it lays the rows out.
        if (self._grouped and not index.internalId()) or not index.isValid():
            return super().flags(index)
        editable = self._columns[index.column()].edit and not self._desk.read_only
        return _EDITABLE if editable else _LEAF

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        return titled(self._columns, section, orientation, role)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self._item(index)
        if role == ROW_ROLE or item is None:
            return item
        if isinstance(item, Faction):
            return self._head_data(item, index.column(), role)
        return self._unit_data(item, self._columns[index.column()], role)

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.unit_at(index)
        if row is None or role != Qt.ItemDataRole.EditRole:
            return False
        return type_over(self._desk, self._columns[index.column()], row, str(value), self.does)

    def _head_data(self, side: Faction, column: int, role: int) -> Any:
        if column:
            return None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{side.name}, {side.count} {'unit' if side.total == 1 else 'units'}"
        return side.name if role == Qt.ItemDataRole.DisplayRole else None

    def _unit_data(self, row: UnitRow, column: Column[UnitRow], role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return column.text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            first = column is self._columns[0]
            return spoken(row) if first else f"{column.title}: {column.text(row)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            words = column.tip(row) if column.tip else ""
            return tip_text(words or (spoken(row) if column is self._columns[0] else "")) or None
        return None

    def _item(self, index: Index) -> UnitRow | Faction | None:
        if not index.isValid():
            return None
        if self._is_head(index):
            return self._groups[index.row()].faction
        place = self._group_place(index.internalId()) if self._grouped else 0
        rows = self._groups[place].rows
        return rows[index.row()] if index.row() < len(rows) else None

    def _index_of(self, item: UnitRow | Faction | None, column: int) -> QModelIndex:
        if isinstance(item, Faction):
            place = self._group_place(item.number)
            return self.createIndex(place, column, 0) if place >= 0 else QModelIndex()
        return self.place_of(item.id, column) if item else QModelIndex()

    def _is_head(self, index: Index) -> bool:
        return self._grouped and index.isValid() and index.internalId() == 0

    def _group_place(self, number: int) -> int:
        places = (k for k, group in enumerate(self._groups) if group.faction.number == number)
        return next(places, -1)


_TOP = QModelIndex()
_LEAF = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_EDITABLE = _LEAF | Qt.ItemFlag.ItemIsEditable
"""Flags of units. They are made once: Qt asks for those of every unit at each layout."""

_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Return rising places as runs from first to last: 500 changed rows are one signal, not 500."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and place <= runs[-1][1] + CLOSE:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs


CLOSE = 4
"""Two changed rows that are at most this many rows apart are told in one signal."""


class UnitTicks(QAbstractListModel):
    """The roster with its lost units; at first all that are alive are ticked."""

    def __init__(self, units: Iterable[UnitRow], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._units = tuple(units)
        self._ticked = {unit.id for unit in self._units if unit.alive}

    @property
    def ticked(self) -> tuple[int, ...]:
        """The units that take part, in the order of the roster."""
        return tuple(unit.id for unit in self._units if unit.id in self._ticked)

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._units)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self._units):
            return None
        unit = self._units[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            lost = "" if unit.alive else ", lost"
            return f"{unit.name} ({unit.code}){lost}"
        if role == Qt.ItemDataRole.CheckStateRole:
            ticked = unit.id in self._ticked
            return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        return None

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        ticked = Qt.CheckState(value) is Qt.CheckState.Checked
        (self._ticked.add if ticked else self._ticked.discard)(self._units[index.row()].id)
        self.dataChanged.emit(index, index, [role])
        return True

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable


# --- what the Sci-fi rules say of units -----------------------------------------------

SF_TABLES = (
    sf_views.sf_weapons.tables
    | sf_views.sf_units.tables
    | sf_views.detections.tables
    | campaign_and_battle.played.tables
    | arms_of_all.tables
)


class SfRoster(QObject):
    """Facts, weapons and detections by unit key; empty if the Sci-fi rules are not played.

    `arms` are the names of the weapons that units have by the other rules played beside them.

    `changed` is emitted when any of it may be different, `rules_changed` before it when other rule
    sets are played.
    """

    changed = Signal()
    rules_changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.sets: tuple[str, ...] = ()
        self.facts: Mapping[int, sf_views.SfUnitRow] = {}
        self.weapons: Mapping[int, list[sf_views.SfWeaponRow]] = {}
        self.arms: Mapping[int, list[str]] = {}
        self.seen: Mapping[int, list[sf_views.DetectionRow]] = {}
        self._read()
        desk.changed.connect(self._heard)

    @property
    def plays(self) -> bool:
        """Whether the Sci-fi rules are played, alone or beside others."""
        return SCIFI in self.sets

    @property
    def alone(self) -> bool:
        """Whether they are the only rules."""
        return self.sets == (SCIFI,)

    def only_sf(self, row: UnitRow) -> bool:
        """Return whether a unit has figures of the Sci-fi rules and none of BrikWars."""
        figures = row.armor or row.action_die or row.move or row.power_limit
        return row.id in self.facts and not figures

    def ammo(self, unit_id: int) -> str:
        """Return what is left of a unit's ammunition: artillery rocket 5 of 7, grenade 2 of 2."""
        return ", ".join(
            f"{load.name} {load.remaining} of {load.loaded}" for load in self.loads(unit_id)
        )

    def loads(self, unit_id: int) -> tuple[sf_views.LoadRow, ...]:
        """Return the loads in the stores of a unit's weapons."""
        return tuple(
            load
            for weapon in self.weapons.get(unit_id, ())
            for store in weapon.stores
            for load in store.loads
        )

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(SF_TABLES):
            before = self.sets
            self._read()
            # Columns are built anew first; `changed` then fills them.
            if self.sets != before:
                self.rules_changed.emit()
            self.changed.emit()

    def _read(self) -> None:
        read = self._desk.read
        self.sets = read(campaign_and_battle.played)
        self.facts = {row.unit_id: row for row in read(sf_views.sf_units)} if self.plays else {}
        self.weapons = _by_unit(read(sf_views.sf_weapons) if self.plays else ())
        self.seen = _by_unit(read(sf_views.detections) if self.plays else ())
        arms: dict[int, list[str]] = {}
        for row in read(arms_of_all) if self.plays and not self.alone else ():
            arms.setdefault(row.unit_id, []).append(row.label)
        self.arms = arms


def _by_unit(
    rows: Iterable[sf_views.SfWeaponRow] | Iterable[sf_views.DetectionRow],
) -> dict[int, list]:  # type: ignore[type-arg]
    found: dict[int, list] = {}  # type: ignore[type-arg]
    for row in rows:
        found.setdefault(row.unit_id, []).append(row)
    return found


def cost_words(facts: sf_views.SfUnitRow) -> str:
    """Return the points of a unit's weapons, with a question mark if some are unknown (12-51)."""
    points = f"{facts.cost.points:g}"
    if not facts.cost.unknown:
        return points
    return f"{points} + ?" if facts.cost.points else "?"


def cost_in_full(facts: sf_views.SfUnitRow) -> str:
    """Return the points in a sentence, with the number of weapons that have none (12-51)."""
    rest = f", {facts.cost.unknown} unknown" if facts.cost.unknown else ""
    return f"{number_of(facts.cost.points, 'point')}, weapons only{rest}"


def with_detections(
    rows: Iterable[UnitRow], seen: Iterable[sf_views.DetectionRow]
) -> tuple[UnitRow, ...]:
    """Return the units, each detected one with a chip that names the factions."""
    by: dict[int, list[str]] = {}
    for each in seen:
        by.setdefault(each.unit_id, []).append(each.faction)
    return tuple(
        replace(row, chips=(*row.chips, _detected_chip(by[row.id]))) if row.id in by else row
        for row in rows
    )


def _detected_chip(factions: Iterable[str]) -> ShownState:
    """Return the chip of a unit that these factions have detected."""
    return ShownState("search", f"Detected by {' and '.join(factions)}", tone="aim")
