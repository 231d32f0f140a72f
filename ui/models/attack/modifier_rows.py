"""The modifiers of an attack as rows: the desk's, the referee's own, and one that adds another."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from typing_extensions import override

from brikdesk.acts.attack.aim import Extra
from brikdesk.acts.attack.preview import ModifierLine, To
from brikdesk.acts.rows import initials
from brikdesk.store.lines import REFEREE
from ui.models.attack.draft import AttackDraft
from ui.widgets.model_index import Index

NO_PARENT = QModelIndex()
MODIFIER_ROLE = int(Qt.ItemDataRole.UserRole) + 1
OTHER = "other"
"""The key of the row that adds a modifier."""


class ModifierRow(Struct, frozen=True):
    """One row. `own` is its place among the referee's own modifiers, −1 for one of the desk's.

    `short` is its detail with initials instead of names, for narrow panes.
    """

    key: str
    reason: str
    detail: str = ""
    value: int = 0
    rule: str = ""
    to: To = To.ACTION
    on: bool = True
    changed: bool = False
    own: int = -1
    short: str = ""

    @property
    def points(self) -> str:
        """The value as it is shown: +3, −5, +2" for a range."""
        if self.key == OTHER:
            return ""
        number = f"{self.value:+d}".replace("-", "\N{MINUS SIGN}") if self.value else "±0"
        return f'{number}"' if self.to is To.RANGE else number

    @property
    def where(self) -> str:
        """What it changes; empty for the Action Roll."""
        return "" if self.to is To.ACTION else self.to.value

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        if self.key == OTHER:
            return "Other modifier: Space adds one"
        state = "counts" if self.on else "does not count"
        parts = (self.reason, self.detail, self.points, self.where, state, self.rule)
        return ", ".join(part for part in parts if part)


def modifier_rows(found: tuple[ModifierLine, ...], draft: AttackDraft) -> tuple[ModifierRow, ...]:
    """Return the rows: the desk's modifiers, all of the referee's own, then Other."""
    # Own ones come from the draft: those that are unticked are not in the attack that was examined.
    desk = [_of_desk(each) for each in found if not each.own]
    own = [_own(at, each, at not in draft.off) for at, each in enumerate(draft.extras)]
    return (*desk, *own, ModifierRow(OTHER, "Other…"))


def _of_desk(found: ModifierLine) -> ModifierRow:
    short = replace(found, of=initials(found.of)).about if found.of else found.detail
    return ModifierRow(
        found.key, found.reason, found.about, found.value, found.rule, found.to, found.on,
        found.changed, short=short,
    )  # fmt: skip


def _own(at: int, extra: Extra, on: bool) -> ModifierRow:
    to = To.DAMAGE if extra.damage else To.PARRY if extra.parry else To.ACTION
    return ModifierRow(f"own-{at}", extra.reason, "", extra.value, REFEREE, to, on, True, at)


class ModifierRowsModel(QAbstractListModel):
    """The rows as a model; it is reset only if other rows come, go or move."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ModifierRow, ...] = ()

    @property
    def rows(self) -> tuple[ModifierRow, ...]:
        """The rows as shown."""
        return self._rows

    def show_rows(self, rows: tuple[ModifierRow, ...]) -> None:
        """Show other rows."""
        same = [row.key for row in rows] == [row.key for row in self._rows]
        if rows == self._rows:
            return
        # A reset would take the current row from the list in which a value is just being typed.
        if same:
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, place: int) -> ModifierRow | None:
        """Return the row at a place; None beyond the last."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def place_of(self, key: str) -> int:
        """Return the place of a row; 0 if it is gone."""
        return next((at for at, row in enumerate(self._rows) if row.key == key), 0)

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == MODIFIER_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{row.reason} {row.points}".strip()
        return row.spoken if role == Qt.ItemDataRole.AccessibleTextRole else None
