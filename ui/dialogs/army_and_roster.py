"""Units from an army file or by words: what is in it, whose it becomes, what is lost."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from typing_extensions import override

from brikdesk.armies.army_file import read_any
from brikdesk.armies.army_form import Remark
from brikdesk.armies.army_list import (
    Against,
    ArmyRead,
    against,
    checking,
    file_content,
    renamed,
    taken_names,
)
from brikdesk.errors import BadInput, BrikDeskError, CampaignFileError
from brikdesk.spoken.roster import RosterHeard, hear_roster
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import (
    battle_head,
    brikwars_house,
    played,
    plays_brikwars,
    plays_scifi,
)
from brikdesk.text import opening
from ui.campaign.desk import Desk
from ui.forms.inputs import FieldBox, PickBox
from ui.forms.questions import FieldOption
from ui.forms.sheet import Sheet
from ui.look.text import PlainLabel, note, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Segment, Segmented
from ui.widgets.layout import SPRING, fill, in_grid

MOST_NAMED = 8
"""Words not understood that are named after the first."""

MOST_SHOWN = 40
"""Lines of the table; what follows is only counted."""


class RosterTable(QWidget):
    """Shows lines of words under heads; hidden while there are none."""

    def __init__(self, theme: Theme, heads: Sequence[str], gap: int = 16) -> None:
        super().__init__()
        self._theme, self._heads = theme, heads
        self._rows: list[list[PlainLabel]] = []
        names = [plain_label(theme, name, "caption", "text3", strong=True) for name in heads]
        self._grid = in_grid(theme, names, gap=(gap, 6), grows=(len(heads) - 1,), on=self)
        self.hide()

    def show_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Show other lines; those after MOST_SHOWN are left out."""
        shown = rows[:MOST_SHOWN]
        while len(self._rows) < len(shown):
            self._rows.append(self._new_row())
        for number, labels in enumerate(self._rows):
            here = number < len(shown)
            for column, label in enumerate(labels):
                label.say(shown[number][column] if here else "")
                label.setVisible(here)
        self.setVisible(bool(shown))

    def rows(self) -> list[tuple[str, ...]]:
        """Return the lines as they are shown."""
        shown = (row for row in self._rows if row[0].isVisibleTo(self))
        return [tuple(label.text() for label in row) for row in shown]

    def _new_row(self) -> list[PlainLabel]:
        # Labels are hidden, not deleted: lines come and go with each letter that is typed.
        row = [
            plain_label(
                self._theme, "", "body", "text" if column == 1 else "text2", wrap=column > 0
            )
            for column in range(len(self._heads))
        ]
        for column, label in enumerate(row):
            self._grid.addWidget(label, len(self._rows) + 1, column)
        return row


def whose_box(theme: Theme, desk: Desk) -> PickBox:
    """Return the choice of whose the units become, first of whoever plays now."""
    head = desk.read(battle_head)
    box = PickBox(theme)
    players = [FieldOption(each.id, each.faction) for each in head.players]
    box.offer([*players, FieldOption(None, "Nobody")])
    playing = head.active or (head.players[0] if head.players else None)
    box.set_value(playing.id if playing else None)
    return box


def counted(units: int, lines: int) -> str:
    """Return what stands above the table: 17 units; with what is not shown, if the table is cut."""
    if not units:
        return ""
    many = "1 unit" if units == 1 else f"{units} units"
    more = lines - MOST_SHOWN
    return many + (f", {more} more lines below" if more > 0 else "")


HEADS = ("", "Name", "Squad", "What it is", "What it carries")
MOST_REMARKS = 60


def open_army(theme: Theme, host: QWidget, desk: Desk, path: Path) -> "ArmySheet":
    """Return the sheet of a file; BadInput if it cannot be read or is no army list."""
    return ArmySheet(theme, host, desk, path.name, file_content(path))


class ArmySheet(Sheet):
    """Shows an army list before anything is written, and adds its units in one act.

    `content` are the bytes of the file. Making it raises BadInput if they are no army list. What the
    rules have against its units is found line by line while it is open.
    """

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, name: str, content: bytes) -> None:
        self._desk, self._content, self._file = desk, content, name
        self._rules = desk.read(brikwars_house)
        self.found = self._read(None)
        title = self.found.name or name
        super().__init__(theme, host, f"Import {title[:60]}", "Import", 760, 760)
        self._against: list[Against] = []
        self._checked = 0
        self.whose = whose_box(theme, desk)
        count = counted(self.found.count, len(self.found.units))
        self._table = RosterTable(theme, HEADS)
        fill(self.body, FieldBox(theme, "Whose units", self.whose))
        fill(self.body, plain_label(theme, count, "body", strong=True), self._table)
        self.rules = Segmented(theme, (Segment("Take them in, marked"), Segment("Leave them out")))
        self._ruled_head = self._hidden("Against the rules", strong=True)
        self._ruled = self._hidden("")
        self.body.addWidget(self.rules)
        self.rules.hide()
        self._renamed_head = self._hidden("Other names", strong=True)
        self._renamed = self._hidden("")
        self.figures = Segmented(theme, (Segment("As in the file"), Segment("By the rules")))
        self._add_remarks()
        self.body.addStretch(1)
        self._show_rows()
        self._show_names()
        self.whose.currentIndexChanged.connect(self._show_names)
        # 0 ms: it asks about a line whenever the window has nothing else to do.
        self._check = QTimer(self, interval=0)
        self._check.timeout.connect(self._check_one)
        self._check.start()

    def _add_remarks(self) -> None:
        if self.found.differs:
            self._remarks("Figures that differ from the rules", self.found.differs)
            self.body.addWidget(self.figures)
        else:
            self.figures.setParent(self)
            self.figures.hide()
        if self.found.matched:
            self._remarks("What the columns are taken for", self.found.matched)
        if self.found.lost:
            self._remarks("Not taken over as it stands", self.found.lost)

    @override
    def first_field(self) -> QWidget:
        return self.whose

    @override
    def submit(self) -> None:
        """Add the units, or say that they were not added."""
        found = self._read(self.whose.value(), by_rules=self.figures.current() == 1)
        if self.rules.current() == 1:
            if self._check.isActive():
                self.fail("The rules are still being asked. Try again in a moment.")
                return
            found = found.without({each.at for each in self._against})
        if not found.units:
            self.fail("Nothing is left to import: all units are against the rules.")
            return
        answer = self._desk.do(found.act())
        if isinstance(answer, Changes):
            self.close_sheet()
        else:
            self.fail(f"Nothing was imported. {answer.sentence}".strip())

    def rows(self) -> list[tuple[str, ...]]:
        """Return the lines of the table as they are shown."""
        return self._table.rows()

    def ruled(self) -> str:
        """Return what the rules have against units, as it is shown."""
        return self._ruled.text()

    def _read(self, player_id: int | None, *, by_rules: bool = False) -> ArmyRead:
        return read_any(self._content, self._rules, player_id, by_rules=by_rules, name=self._file)

    def _check_one(self) -> None:
        """Ask the rules about one more line; a list may have hundreds."""
        if self._checked >= len(self.found.units):
            self._check.stop()
            return
        place, self._checked = self._checked, self._checked + 1
        try:
            would = self._desk.rehearse(checking(self.found, (place,)))
        except (BadInput, CampaignFileError) as error:
            self._check.stop()
            self.fail(error.sentence if isinstance(error, BadInput) else str(error))
            return
        more = against(self.found, (place,), would.lines)
        if more:
            self._against += more
            self._show_against()

    def _show_against(self) -> None:
        self._say(self._ruled_head, self._ruled, tuple(each.remark for each in self._against))
        self.rules.show()
        self._show_rows()

    def _show_rows(self) -> None:
        marked = {each.at for each in self._against}
        self._table.show_rows(
            [
                (f"{each.act.copies} ×", each.act.name, each.squad,
                 f"{each.what}, against the rules" if at in marked else each.what, each.carries)
                for at, each in enumerate(self.found.units)
            ]
        )  # fmt: skip

    def _show_names(self) -> None:
        taken = self._desk.read(taken_names, self.whose.value())
        self._say(self._renamed_head, self._renamed, renamed(self.found, taken))

    def _hidden(self, words: str, *, strong: bool = False) -> PlainLabel:
        theme = self.theme
        label = plain_label(theme, words, "body", strong=True) if strong else note(theme, words)
        self.body.addWidget(label)
        label.hide()
        return label

    def _say(self, head: PlainLabel, label: PlainLabel, remarks: tuple[Remark, ...]) -> None:
        label.say(in_lines(remarks))
        head.setVisible(bool(remarks))
        label.setVisible(bool(remarks))

    def _remarks(self, head: str, remarks: tuple[Remark, ...]) -> None:
        words = in_lines(remarks)
        fill(self.body, plain_label(self.theme, head, "body", strong=True), note(self.theme, words))


def in_lines(remarks: tuple[Remark, ...]) -> str:
    """Return remarks one below the other; those after MOST_REMARKS are only counted."""
    lines = [": ".join(filter(None, (each.unit, each.words))) for each in remarks]
    if len(lines) > MOST_REMARKS:
        lines = [*lines[:MOST_REMARKS], f"{len(lines) - MOST_REMARKS} more."]
    return "\n".join(lines)


HINT = (
    "One unit a line, or between semicolons: 3 Troopers: gun, light armor; Bertha vehicle 4 cannon 3 "
    "(4 shells X3), launcher 2 (12 missiles), crew of 2 Gunners. A line such as “{other}:” says whose "
    "the next are."
)
SCIFI_HINT = (
    "By the Sci-fi rules: 3 Troopers infantry class 2, laser rifle; Carrier vehicle class 5, missile "
    "rack range 24 (7). Weapons are those of the catalogue, their figures stand behind them."
)


PAUSE = 400
"""Milliseconds without a letter until the rules are asked about what is typed."""

MOST_TRIED = 60
"""Units that are tried out while one types: more would hold up the next letter. Add asks about all."""


class RosterSheet(Sheet):
    """Adds the units that the text names, all in one act; refused while a word is not understood."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk) -> None:
        super().__init__(theme, host, "Add units by words", "Add", 760, 760)
        self._desk = desk
        head = desk.read(battle_head)
        self._players = [(each.id, each.faction) for each in head.players]
        playing = head.active or (head.players[0] if head.players else None)
        self._first = playing.id if playing else None
        self.said = QPlainTextEdit()
        self.said.setTabChangesFocus(True)
        self.said.setFixedHeight(theme.px(170))
        other = next((name for key, name in self._players if key != self._first), "Nobody")
        whose = f"The first are those of {self.first()}." if playing else ""
        scifi = desk.read(plays_scifi)
        hints = [HINT.format(other=other)] if desk.read(plays_brikwars) or not scifi else []
        hints += [SCIFI_HINT] if scifi else []
        self.body.addWidget(FieldBox(theme, "Units", self.said, " ".join([*hints, whose]).strip()))
        self._count = plain_label(theme, "", "body", strong=True)
        self._table = RosterTable(theme, ("", "Name", "Whose", "What it is", "What it carries"))
        self.wrong = note(theme, "", "danger")
        # Above the table: below a long one nobody would see why a unit is missing in it.
        fill(self.body, self.wrong, self._count, self._table, SPRING)
        self.heard = RosterHeard()
        # What the words say may still be against the rules: told once whoever types pauses.
        self._soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._soon.timeout.connect(self._ask_the_rules)
        self.said.textChanged.connect(self._hear)
        self._show()

    @override
    def first_field(self) -> QWidget:
        return self.said

    @override
    def submit(self) -> None:
        """Add the units, or say what is in the way."""
        if self.heard.troubles:
            self.fail(f"Nothing has been added. {self._trouble()}")
            return
        if not self.heard.units:
            self.fail("Name a unit first.")
            return
        answer = self._desk.do(self.heard.act())
        if isinstance(answer, Changes):
            self.close_sheet()
        else:
            self.fail(f"Nothing was added. {opening(answer.sentence)}".strip())

    def players(self) -> list[str]:
        """Return the factions that a line can name."""
        return [name for _, name in self._players]

    def first(self) -> str:
        """Return whose the units are that no line names, as the hint says."""
        return dict(self._players).get(self._first or 0, "Nobody")

    def rows(self) -> list[tuple[str, ...]]:
        """Return the lines of the table as they are shown."""
        return self._table.rows()

    def _hear(self) -> None:
        said, sets = self.said.toPlainText(), self._desk.read(played)
        self.heard = hear_roster(said, self._players, self._first, sets)
        self.problem.clear()
        self._show()
        self._soon.start()

    def _ask_the_rules(self) -> None:
        """Say below the text what would refuse these units, before they are added."""
        tried = 0 < self.heard.count <= MOST_TRIED and not self.heard.troubles
        if not tried or not self.is_open():
            return
        try:
            self._desk.rehearse(self.heard.act())
        except BrikDeskError as error:
            self.wrong.say(opening(str(error)))
            self.wrong.show()
            self.place()

    def _show(self) -> None:
        units = self.heard.units
        self._table.show_rows(
            [
                (f"{each.act.copies} ×", each.act.name, each.player, each.what, each.carries)
                for each in units
            ]
        )
        self._count.say(counted(self.heard.count, len(units)))
        self._count.setVisible(bool(units))
        # A word that is still being typed is not wrong yet.
        typed = not all(each.last for each in self.heard.troubles)
        self.wrong.say(self._trouble() if typed else "")
        self.wrong.setVisible(typed)
        self.place()

    def _trouble(self) -> str:
        """Return what is wrong: the first in a sentence, what else by line and word."""
        troubles = self.heard.troubles
        first, others = troubles[0], troubles[1:]
        word = f" “{first.word}”" if first.word.strip() else ""
        also = ", ".join(f"line {each.line} “{each.word}”" for each in others[:MOST_NAMED])
        more = f" and {len(others) - MOST_NAMED} more" if len(others) > MOST_NAMED else ""
        rest = f" Also wrong: {also}{more}." if others else ""
        return f"Line {first.line}{word}: {first.words}{rest}"
