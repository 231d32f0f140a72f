"""The players of a new campaign, in turn order: names, factions, colours."""

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.alt_moves import AltMoves
from ui.widgets.buttons import Button
from ui.widgets.colour_picker import COLOURS, ColourPicker

# Each player has a colour of their own.
MOST = len(COLOURS)


class PlayerEntry(Struct, frozen=True):
    """A player as typed, with the token of the faction's colour."""

    name: str
    faction: str
    colour: str


class PlayerEditor(QWidget):
    """One player. `moved` brings −1 or 1 in the turn order (Alt+Up, Alt+Down).

    `finished` is emitted for Enter in the last field.
    """

    changed = Signal()
    moved = Signal(int)
    removed = Signal()
    finished = Signal()

    def __init__(self, theme: Theme, colour: str) -> None:
        super().__init__()
        self.theme = theme
        self.place = plain_label(theme, "1", "body", "text3", strong=True)
        self.name, self.faction = QLineEdit(), QLineEdit()
        self.name.setPlaceholderText("Player")
        self.faction.setPlaceholderText("Faction")
        self.name.setAccessibleName("Player")
        self.faction.setAccessibleName("Faction")
        self.colours = ColourPicker(theme, colour)
        self.colours.chosen.connect(lambda _colour: self.changed.emit())
        self.name.textChanged.connect(self._name_faction)
        self.name.returnPressed.connect(self.faction.setFocus)
        self.faction.returnPressed.connect(self.finished)
        tools = QHBoxLayout()
        tools.setSpacing(0)
        for icon, words, do in (
            ("chevron-up", "Earlier in the turn order", lambda: self.moved.emit(-1)),
            ("chevron-down", "Later in the turn order", lambda: self.moved.emit(1)),
            ("cross", "Remove this player", self.removed.emit),
        ):
            tool = Button(theme, "", "quiet", icon, name=words)
            tool.clicked.connect(do)
            tools.addWidget(tool)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.px(8))
        grid.addWidget(self.place, 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.faction, 0, 2)
        grid.addWidget(self.colours, 1, 1, 1, 2, Qt.AlignmentFlag.AlignLeft)
        grid.addLayout(tools, 1, 2, Qt.AlignmentFlag.AlignRight)
        grid.setColumnStretch(1, 2)
        grid.setColumnStretch(2, 3)
        self.place.setMinimumWidth(theme.px(16))
        AltMoves(self).moved.connect(self.moved)  # last: it hears only parts that exist by now

    @property
    def entry(self) -> PlayerEntry | None:
        """The player as typed, or None for an empty row.

        A missing faction is named after the player, a missing name is the faction's.
        """
        name, faction = self.name.text().strip(), self.faction.text().strip()
        if not name and not faction:
            return None
        return PlayerEntry(name or faction, faction or _force_of(name), self.colours.colour)

    def _name_faction(self, name: str) -> None:
        self.faction.setPlaceholderText(_force_of(name.strip()) if name.strip() else "Faction")
        self.changed.emit()


class PlayerRows(QWidget):
    """All players, from top to bottom in turn order.

    `counted` is emitted when rows come or go; `went_on` brings the row that Enter went to.
    """

    counted = Signal()
    went_on = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._rows: list[PlayerEditor] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(12))
        for _ in range(2):  # a battle has two sides at least
            self.add()

    @property
    def rows(self) -> tuple[PlayerEditor, ...]:
        """The rows in turn order."""
        return tuple(self._rows)

    @property
    def entries(self) -> tuple[PlayerEntry, ...]:
        """The typed players in turn order, without empty rows."""
        return tuple(row.entry for row in self._rows if row.entry)

    def add(self) -> PlayerEditor | None:
        """Add and return a player with the next free colour; None if no colour is left."""
        taken = {row.colours.colour for row in self._rows}
        free = [colour for colour in COLOURS if colour not in taken]
        if not free:
            return None
        row = PlayerEditor(self.theme, free[0])
        row.changed.connect(self._tell)
        # `r=row` binds this row; a plain `row` would be looked up when the signal comes.
        row.moved.connect(lambda by, r=row: self._move(r, by))
        row.removed.connect(lambda r=row: self._remove(r))
        row.finished.connect(lambda r=row: self._after(r))
        self._rows.append(row)
        self._column.addWidget(row)
        self._tell()
        self.counted.emit()
        return row

    def _after(self, row: PlayerEditor) -> None:
        """Go on to the next player; add a row after the last one."""
        at = self._rows.index(row)
        following = self._rows[at + 1] if at + 1 < len(self._rows) else self.add()
        if following:
            following.name.setFocus(Qt.FocusReason.TabFocusReason)
            self.went_on.emit(following)

    def _move(self, row: PlayerEditor, by: int) -> None:
        at = self._rows.index(row)
        to = max(0, min(len(self._rows) - 1, at + by))
        focused = self.window().focusWidget()
        self._rows.insert(to, self._rows.pop(at))
        self._column.removeWidget(row)
        self._column.insertWidget(to, row)
        if focused and row.isAncestorOf(focused):
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _remove(self, row: PlayerEditor) -> None:
        if len(self._rows) == 1:
            return
        at = self._rows.index(row)
        self._rows.remove(row)
        self._column.removeWidget(row)
        # The click comes from a button on this row: it may only be deleted later.
        row.hide()
        row.deleteLater()
        self._rows[max(0, at - 1)].name.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()
        self.counted.emit()

    def _tell(self) -> None:
        taken = {row.colours.colour for row in self._rows}
        for place, row in enumerate(self._rows, start=1):
            row.place.say(str(place))
            row.colours.set_taken(taken)


def _force_of(name: str) -> str:
    return f"{name}’s force"
