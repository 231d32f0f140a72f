"""Rows that the referee picks from a list by typing a few of their letters."""

from difflib import get_close_matches
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from typing_extensions import override

from ui.models.matching import match
from ui.widgets.model_index import Index
from ui.widgets.token import TokenLook

NO_PARENT = QModelIndex()
PICK_ROLE = int(Qt.ItemDataRole.UserRole) + 1


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


class PickRowsModel(QAbstractListModel):
    """The rows that fit what is typed, best first; all rows in their own order if nothing is."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[PickRow, ...] = ()
        self._rows: list[PickRow] = []
        self._typed = ""
        self._otherwise = ""

    @property
    def rows(self) -> list[PickRow]:
        """The rows as shown."""
        return list(self._rows)

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
        # A reset, because each letter orders the rows anew and the best one is to be current again.
        self.beginResetModel()
        self._rows = list(self._all) if not self._typed else self._fitting()
        if not self._rows and self._typed and self._otherwise:
            words = OwnWords(self._typed)
            own = PickRow(words, f"“{self._typed}”", self._otherwise, icon="edit")
            # A slip of the finger is no place: the name that was meant comes first.
            self._rows = [*self._near(), own]
        self.endResetModel()

    def row(self, place: int) -> PickRow | None:
        """Return the row at a place; None beyond the last."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == PICK_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.words
        return row.spoken if role == Qt.ItemDataRole.AccessibleTextRole else None

    def _near(self) -> list[PickRow]:
        """Return the rows whose words are spelled nearly like what is typed, the nearest first."""
        named = {row.words.casefold(): row for row in self._all}
        close = get_close_matches(self._typed.casefold(), named, 3, NEAR)
        return [named[words] for words in close]

    def _fitting(self) -> list[PickRow]:
        found = [
            (fits.cost, row)
            for row in self._all
            if (fits := match(self._typed, row.words, f"{row.also} {row.detail}"))
        ]
        # By cost alone: rows that fit equally well stay in the order in which they were offered.
        return [row for _, row in sorted(found, key=lambda each: each[0])]
