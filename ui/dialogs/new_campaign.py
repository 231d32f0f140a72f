"""The sheet for a new campaign: name, file, rules, players in turn order, table."""

import uuid
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QGridLayout, QLineEdit, QWidget
from typing_extensions import override

import brikdesk.acts  # noqa: F401 - makes every act known by its name
from brikdesk import text
from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.games import GAMES, of_names, usual
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign, Changes, make_campaign
from brikdesk.store.views.campaign_and_battle import played, players
from ui.campaign.desk import Desk, NotDone
from ui.campaign.places import SUFFIX, campaigns_dir, free_path, shown_path
from ui.campaign.settings import Remembered
from ui.forms.inputs import FieldBox
from ui.forms.sheet import Sheet
from ui.look.text import ElidedLabel, note, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button, Segment, Segmented, icon_button
from ui.widgets.fields import COLOURS, ColourPicker, NumberField
from ui.widgets.focus import AltMoves
from ui.widgets.layout import SPRING, fill, in_column, in_row, nest, take_away
from ui.widgets.rule_lines import RefusalLine

MOST = len(COLOURS)
"""The most players: each has a colour of their own."""


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
        tools = in_row(theme, gap=0)
        for icon, words, do in (
            ("chevron-up", "Earlier in the turn order", lambda: self.moved.emit(-1)),
            ("chevron-down", "Later in the turn order", lambda: self.moved.emit(1)),
            ("cross", "Remove this player", self.removed.emit),
        ):
            tools.addWidget(icon_button(theme, icon, words, do))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.px(8))
        grid.addWidget(self.place, 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.faction, 0, 2)
        grid.addWidget(self.colours, 1, 1, 1, 2, Qt.AlignmentFlag.AlignLeft)
        nest(grid, tools, 1, 2, Qt.AlignmentFlag.AlignRight)
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
        self._column = in_column(theme, gap=12, on=self)
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
        take_away(self._column, row)
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


BOTH = "Both side by side; every weapon belongs to one of them."


def _choices() -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """Return word, names of games and explanation of each choice."""
    each = tuple((game.label, (game.name,), game.explained) for game in GAMES.values())
    return (*each, ("Both", tuple(GAMES), BOTH))


def act_sets(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the titles of these games, as acts read them."""
    return tuple(game.title for game in of_names(names))


class RuleSetChoice(QWidget):
    """The choice, with a line that explains it. `chosen` brings what the referee chooses."""

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._choices = _choices()
        self.switch = Segmented(theme, tuple(Segment(word) for word, _, _ in self._choices))
        self._words = note(theme)
        in_column(theme, in_row(theme, (self.switch, 2), SPRING), self._words, gap=6, on=self)
        self.switch.chosen.connect(self._choose)
        self.setAccessibleName("Rules")
        self.show_sets((usual().name,))

    @property
    def sets(self) -> tuple[str, ...]:
        """The names of the chosen games."""
        return self._choices[max(0, self.switch.current())][1]

    def show_sets(self, sets: tuple[str, ...]) -> None:
        """Show this choice without emitting `chosen`; ignore sets that are no choice."""
        for place, (_, members, _) in enumerate(self._choices):
            if set(members) == set(sets):
                self.switch.set_current(place)
                self._explain(place)

    def _choose(self, place: int) -> None:
        self._explain(place)
        self.chosen.emit(self.sets)

    def _explain(self, place: int) -> None:
        self._words.say(self._choices[place][2])


class RuleSetPage(QWidget):
    """The page of the settings that changes the rules of an open campaign; Undo works."""

    def __init__(self, theme: Theme, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.choice = RuleSetChoice(theme)
        self.choice.setEnabled(not desk.read_only)
        self.problem = RefusalLine(theme)
        column = in_column(theme, gap=16, edges=(0, 4, 0, 0), on=self)
        words = (
            "The house rules of a new set begin at their defaults. A set stays as long as units"
            " have weapons of it. The change is in the log; Undo works."
        )
        fill(column, self.choice, self.problem, note(theme, words, "text3"), SPRING)
        self.choice.chosen.connect(self._set)
        desk.changed.connect(self._heard)
        self._show()

    def _set(self, sets: tuple[str, ...]) -> None:
        self.problem.clear()
        act = act_from_data({"act": "SetRuleSets", "rule_sets": act_sets(sets)})
        answer = self._desk.do(act)
        # When refused, the switch goes back to what the campaign plays: `_show` reads it below.
        if isinstance(answer, NotDone):
            self.problem.refuse(answer.sentence, answer.rule, answer.others)
        self._show()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(played.tables):
            self.problem.clear()
            self._show()

    def _show(self) -> None:
        self.choice.show_sets(self._desk.read(played))


TABLE = (48, 36)
LARGEST_TABLE = 400


class NewCampaign(Sheet):
    """Makes a campaign file with players and a running battle. `made` brings its path."""

    made = Signal(str)

    def __init__(self, theme: Theme, host: QWidget, remembered: Remembered) -> None:
        super().__init__(theme, host, "New campaign", "Make the campaign", 640, 780)
        self._remembered = remembered
        self._folder = remembered.folder or campaigns_dir()
        self._chosen: Path | None = None
        self.name, self.battle = QLineEdit(), QLineEdit("First battle")
        self.sealed = QCheckBox("Seal the dice that the desk rolls")
        self.wide = NumberField(theme, 6, LARGEST_TABLE, " inches")
        self.deep = NumberField(theme, 6, LARGEST_TABLE, " inches")
        self.wide.setValue(TABLE[0])
        self.deep.setValue(TABLE[1])
        self.players = PlayerRows(theme)
        self.rules = RuleSetChoice(theme)
        self.rules.show_sets(remembered.rule_sets)
        self._path = ElidedLabel(theme, "", "small", "text2")
        self._add = Button(theme, "Add player", "quiet", "plus")
        self._lay_out()
        self.name.textChanged.connect(lambda _text: self._show_path())
        self._add.clicked.connect(self._add_player)
        self.players.counted.connect(self._follow_players)
        self.players.went_on.connect(lambda row: self.reveal(row.name))
        self.name.returnPressed.connect(lambda: self.reveal(self.players.rows[0].name))
        self._show_path()

    @override
    def first_field(self) -> QWidget:
        """Return the field for the campaign's name."""
        return self.name

    @property
    def path(self) -> Path:
        """The path at which the campaign will be saved."""
        return self._chosen or free_path(self._folder, self.name.text() or "Campaign")

    @override
    def submit(self) -> None:
        """Make the file, or say what is missing and go to that field."""
        try:
            name = self._name(self.name, "Give the campaign a name.")
            battle = self._name(self.battle, "Give the battle a name.")
            entries = self._entries()
        except BadInput as error:
            self.fail(str(error))
            return
        # Kept: while it is free now, the property would give another one once the file is there.
        path = self.path
        try:
            make_campaign(path, lambda campaign: self._fill(campaign, name, battle, entries))
        except BrikDeskError as error:
            self.fail(str(error))
            return
        self._remembered.rule_sets = self.rules.sets
        self.close_sheet()
        self.made.emit(str(path))

    def choose_place(self) -> None:
        """Ask where to save the file."""
        words = f"BrikDesk campaigns (*{SUFFIX})"
        chosen, _ = QFileDialog.getSaveFileName(
            self.window(), "Save the campaign as", str(self.path), words
        )
        if chosen:
            path = Path(chosen)
            self._chosen = path if path.suffix else path.with_suffix(SUFFIX)
            self._show_path()

    def _lay_out(self) -> None:
        theme, top = self.theme, Qt.AlignmentFlag.AlignTop
        change = Button(theme, "Another place…", "quiet", "folder", does=self.choose_place)
        place = in_row(theme, (self._path, 1), change)
        fill(self.body, FieldBox(theme, "Campaign", self.name), place)
        fill(self.body, FieldBox(theme, "Rules", self.rules))
        fill(self.body, plain_label(theme, "Players, in turn order", "title"), self.players)
        fill(self.body, (self._add, 0, Qt.AlignmentFlag.AlignLeft))
        battle = FieldBox(theme, "Battle", self.battle)
        wide = FieldBox(theme, "Table, wide", self.wide)
        deep = FieldBox(theme, "Table, deep", self.deep)
        table = in_row(theme, (battle, 2, top), (wide, 1, top), (deep, 1, top), gap=8)
        fill(self.body, plain_label(theme, "The first battle", "title"), table, self.sealed, SPRING)
        self._follow_players()

    def _name(self, field: QLineEdit, missing: str) -> str:
        if not field.text().strip():
            self.reveal(field)
            raise BadInput(missing)
        try:
            return text.name(field.text())
        except BadInput:
            self.reveal(field)
            raise

    def _entries(self) -> tuple[PlayerEntry, ...]:
        entries = self.players.entries
        if not entries:
            self.reveal(self.players.rows[0].name)
            raise BadInput("Name at least one player.")
        for row in self.players.rows:
            if row.entry:
                self._name(row.name if row.name.text().strip() else row.faction, "")
        return entries

    def _fill(
        self, campaign: Campaign, name: str, battle: str, entries: tuple[PlayerEntry, ...]
    ) -> None:
        made = {"act": "CreateCampaign", "name": name, "uuid": str(uuid.uuid4())}
        campaign.do(act_from_data({**made, "rule_sets": act_sets(self.rules.sets)}))
        for entry in entries:
            campaign.do(AddPlayer(name=entry.name, faction=entry.faction, colour=entry.colour))
        ids = tuple(player.id for player in campaign.read(players))
        wide, deep = float(self.wide.value()), float(self.deep.value())
        campaign.do(NewBattle(name=battle, player_ids=ids, table_width=wide, table_depth=deep))
        campaign.do(StartBattle(sealed=self.sealed.isChecked()))

    def _add_player(self) -> None:
        if row := self.players.add():
            self.reveal(row.name)

    def _follow_players(self) -> None:
        """Allow one more player as long as there are fewer than `MOST`."""
        self._add.setEnabled(len(self.players.rows) < MOST)

    def _show_path(self) -> None:
        self._path.say(shown_path(self.path))
