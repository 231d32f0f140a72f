"""Rows that the referee picks from a list by typing a few of their letters."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from operator import attrgetter
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from typing_extensions import override

from brikdesk.acts.combat.aim import BlastLine, Caught, caught_by
from brikdesk.copied import copied
from brikdesk.ground.shapes import point_to_edge
from brikdesk.store.views.armory import MayGoOff
from brikdesk.store.views.armory import loads as all_loads
from brikdesk.store.views.battlefield import NearRow, near_point
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.units import units as all_units
from ui.campaign.desk import Desk
from ui.widgets.painted import Index
from ui.widgets.tokens import TokenLook

MatchedSpan = tuple[int, int]


class Match(Struct, frozen=True):
    """How well a text fits (lower is better), and the places of the letters that fit."""

    cost: int
    spans: tuple[MatchedSpan, ...]


def match(typed: str, text: str, also: str = "") -> Match | None:
    """Fit every typed word to the text, or to `also`; return None if one of them does not fit.

    A word fits at the start of a word, inside one, or with letters left out (brtha: Bertha). Only
    letters of `text` are marked, never those of `also`.
    """
    cost, spans = 0, []
    low, other = _small(text), also.casefold()
    for word in typed.casefold().split():
        if (at := _start_of_word(low, word)) >= 0:
            spans.append((at, at + len(word)))
        elif (at := low.find(word)) >= 0:
            cost += 2
            spans.append((at, at + len(word)))
        elif word in other:
            cost += 3
        elif found := _with_gaps(low, word):
            cost += 6
            spans += found
        else:
            return None
    # The length decides only between equal fits: the shorter text is the closer one.
    return Match(cost * 1000 + len(text), _merged(spans))


def _small(text: str) -> str:
    """Return the text in small letters, each in the place of the letter it stands for."""
    if len(small := text.casefold()) == len(text):
        return small
    # Spans mark letters of the original text, so a letter that folds to two (ß: ss) is left alone.
    return "".join(low if len(low := sign.casefold()) == 1 else sign for sign in text)


def _start_of_word(text: str, word: str) -> int:
    at = text.find(word)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at


def _with_gaps(text: str, word: str) -> list[MatchedSpan]:
    """Find the letters, in order, in one word of the text that starts with the first of them."""
    # One or two letters would fit nearly every row.
    if len(word) < 3:
        return []
    start = 0
    for part in text.split(" "):
        if part[:1] == word[0] and (found := _letters(part, word)):
            return [(start + at, start + at + 1) for at in found]
        start += len(part) + 1
    return []


def _letters(part: str, word: str) -> list[int]:
    found, at = [], -1
    for letter in word:
        at = part.find(letter, at + 1)
        if at < 0:
            return []
        found.append(at)
    return found


def _merged(spans: list[MatchedSpan]) -> tuple[MatchedSpan, ...]:
    merged: list[MatchedSpan] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


NO_PARENT = QModelIndex()
PICK_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The role under which every list and table returns a whole row, for delegates."""

Row = TypeVar("Row")


class ListedRows(QAbstractListModel, Generic[Row]):
    """Rows of a list, which a delegate paints; each says in `spoken` what a screen reader reads out.

    `_words` returns what Qt shows of a row, `_key` what tells it from the others.
    """

    _words, _key = attrgetter("words"), attrgetter("key")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows as shown."""
        return self._rows

    def row(self, place: int) -> Row | None:
        """Return the row at a place; None beyond the last."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows, with a signal only for those that are different."""
        before, now = self._rows, tuple(rows)
        # A reset would take the current row from a list in which something is just being typed.
        if [*map(self._key, before)] != [*map(self._key, now)]:
            self._reset(now)
            return
        self._rows = now
        for place, (old, new) in enumerate(zip(before, now, strict=True)):
            if new != old:
                self.dataChanged.emit(self.index(place), self.index(place))

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row: Any = self.row(index.row())
        if row is None or role == PICK_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(row)
        return row.spoken if role == Qt.ItemDataRole.AccessibleTextRole else None

    def _reset(self, rows: tuple[Row, ...]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()


class PickRow(Struct, frozen=True):
    """One row: its value, its words, a detail after them, and a short word at the right.

    `also` holds further words by which it is found. `ticked` shows a check mark in lists from which
    several are picked.
    """

    value: Any
    words: str
    detail: str = ""
    right: str = ""
    token: TokenLook | None = None
    icon: str = ""
    also: str = ""
    ticked: bool = False

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        state = "chosen" if self.ticked else ""
        return ", ".join(part for part in (self.words, self.detail, self.right, state) if part)


NEAR = 0.75
"""How alike words are, from 0 to 1, of which one is taken for a slip of the other."""


class OwnWords(Struct, frozen=True):
    """The value of a row that stands for the typed words themselves, if they fit no other row."""

    typed: str


class PickRowsModel(ListedRows[PickRow]):
    """The rows that fit what is typed, best first; all rows in their own order if nothing is."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[PickRow, ...] = ()
        self._typed = self._otherwise = ""

    def offer(self, rows: tuple[PickRow, ...]) -> None:
        """Offer other rows, narrowed by what is typed already."""
        self._all = rows
        self.narrow(self._typed)

    def let_in(self, otherwise: str) -> None:
        """Accept words that fit no row as a row of their own.

        `otherwise` is the detail of that row; empty: accept none.
        """
        self._otherwise = otherwise

    def narrow(self, typed: str) -> None:
        """Show only the rows that fit what is typed."""
        self._typed = typed.strip()
        rows = self._fitting() if self._typed else self._all
        if not rows and self._typed and self._otherwise:
            words = OwnWords(self._typed)
            own = PickRow(words, f"“{self._typed}”", self._otherwise, icon="edit")
            # A slip of the finger is no place: the name that was meant comes first.
            rows = (*self._near(), own)
        # Each letter orders the rows anew, and the best one is to be current again.
        self._reset(rows)

    def _near(self) -> list[PickRow]:
        """Return the rows whose words are spelled nearly like what is typed, the nearest first."""
        named = {row.words.casefold(): row for row in self._all}
        close = get_close_matches(self._typed.casefold(), named, 3, NEAR)
        return [named[words] for words in close]

    def _fitting(self) -> tuple[PickRow, ...]:
        found = [
            (fits.cost, row)
            for row in self._all
            if (fits := match(self._typed, row.words, f"{row.also} {row.detail}"))
        ]
        # By cost alone: rows that fit equally well stay in the order in which they were offered.
        return tuple(row for _, row in sorted(found, key=lambda each: each[0]))


MOST_CAUGHT = 40
"""Things at most that the map alone puts into explosions: each die of theirs is looked at anew."""

Name = tuple[str, int]
"""The explosion, and what is caught in it, by its key."""


class MayExplode:
    """Something that may explode: an attack, a step of the queue, the act of a form."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @property
    def blasts(self) -> tuple[BlastLine, ...]:
        """The explosions that there are; empty if nobody can be caught now."""
        raise NotImplementedError

    @property
    def caught(self) -> tuple[Caught, ...]:
        """Everybody who is caught, by what was typed or by the map."""
        raise NotImplementedError

    @property
    def reach(self) -> "SaidReach":
        """What the referee said about those within reach."""
        raise NotImplementedError

    def say_reach(self, reach: "SaidReach") -> None:
        """Note what the referee says about those within reach."""
        raise NotImplementedError

    @property
    def units(self) -> Mapping[int, UnitRow]:
        """All units that stand on the table, by key."""
        rows = self.desk.read(all_units)
        return {row.id: row for row in rows if row.alive and row.on_table}

    @property
    def loads(self) -> Mapping[int, MayGoOff]:
        """All that may go off in turn, by key."""
        return {load_key(load): load for load in self.desk.read(all_loads)}

    @property
    def beyond(self) -> tuple[Caught, ...]:
        """Whom the map has within reach too, but who are too many to be caught without a word."""
        if self.reach.whole:
            return ()
        return left_out(self.desk, self.blasts, self.caught, self.reach.spared)

    def catch(self, *caught: Caught) -> None:
        """Note the measures of those who are caught."""
        self.say_reach(self.reach.catching(*caught))

    def spare(self, name: Name) -> None:
        """Take somebody out of an explosion."""
        self.say_reach(self.reach.sparing(name))


def named(caught: Caught) -> Name:
    """Return the name that tells this row from all others."""
    return caught.blast, caught.unit_id or load_key(caught)


def load_key(load: Caught | MayGoOff) -> int:
    """Return a key below 0 for what may go off: three tables count from 1, and units do too."""
    if load.explosive_id is not None:
        return -3 * load.explosive_id
    if load.projectile_id is not None:
        return -3 * load.projectile_id - 1
    return -3 * (load.round_id or 0) - 2


def left_out(
    desk: Desk, blasts: tuple[BlastLine, ...], caught: Iterable[Caught], spared: frozenset[Name]
) -> tuple[Caught, ...]:
    """Return whom the map has within reach who are neither caught nor taken out.

    They come in the order in which the explosions go off, for each the nearest first.
    """

    def near(blast: BlastLine) -> tuple[NearRow, ...]:
        return desk.read(near_point, blast.x, blast.y, blast.radius, blast.carrier_id)

    spoken = {named(each) for each in caught} | spared
    return tuple(each for each in caught_by(blasts, near) if named(each) not in spoken)


def caught_load(load: MayGoOff) -> Caught:
    """Return something that may go off as caught, before anybody has measured its distance."""
    return copied(Caught, load)


def load_rows(loads: Mapping[int, MayGoOff], ticked: Iterable[int]) -> tuple[PickRow, ...]:
    """Return the rows from which the referee picks what else is caught; those in `ticked` are."""
    there = set(ticked)
    return tuple(
        PickRow(
            key,
            f"{load.name} X{load.explosive_size}",
            load.where,
            icon="dud",
            also="explosive",
            ticked=key in there,
        )
        for key, load in loads.items()
    )


def inches_from(blast: BlastLine, unit: UnitRow) -> float | None:
    """Return the inches from the centre to the edge of a unit; None if a place is not known."""
    # What explodes in a unit's hands or hold needs no map to reach that unit.
    if unit.id == blast.carrier_id:
        return 0.0
    return point_to_edge(blast.x, blast.y, unit)


def unit_row(
    unit: UnitRow,
    detail: str,
    right: str = "",
    ticked: bool = False,
    value: Any = None,
    kind: str = "",
) -> PickRow:
    """Return the row of a unit with its token, found by its `kind` too.

    Without `value` it stands for the unit's key.
    """
    token = TokenLook(unit.colour, unit.token, unit.size < 2)
    also = f"{unit.token} {unit.code} {unit.faction} {kind}"
    picked = unit.id if value is None else value
    return PickRow(picked, unit.name, detail, right, token, also=also, ticked=ticked)


def unit_rows(units: Iterable[UnitRow], ticked: Iterable[int]) -> tuple[PickRow, ...]:
    """Return the rows from which the referee picks who is caught; those in `ticked` are."""
    there = set(ticked)
    return tuple(
        unit_row(
            unit,
            f'Size {unit.size}"' if unit.size > 1 else unit.kind,
            ticked=unit.id in there,
            kind=unit.kind,
        )
        for unit in units
    )


class SaidReach(Struct, frozen=True):
    """What the referee said about who is within reach; each change returns a new value.

    `caught` are those who were measured. `spared` are those whom the referee took out although the
    map has them within reach. `whole`: it was settled so, and the map adds nobody.
    """

    caught: tuple[Caught, ...] = ()
    spared: frozenset[Name] = frozenset()
    whole: bool = False

    def catching(self, *caught: Caught) -> "SaidReach":
        """Return it with these caught, in place of older measures of the same ones."""
        names = {named(each) for each in caught}
        rest = tuple(each for each in self.caught if named(each) not in names)
        return replace(self, caught=(*rest, *caught), spared=self.spared - names)

    def sparing(self, name: Name) -> "SaidReach":
        """Return it with somebody taken out of an explosion."""
        rest = tuple(each for each in self.caught if named(each) != name)
        return replace(self, caught=rest, spared=self.spared | {name})

    def with_map(self, on_the_map: Iterable[Caught]) -> tuple[Caught, ...]:
        """Return all who are caught: those the referee spoke of, then those only the map has."""
        if self.whole:
            return self.caught
        spoken = {named(each) for each in self.caught} | self.spared
        return (*self.caught, *(each for each in on_the_map if named(each) not in spoken))
