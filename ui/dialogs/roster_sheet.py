"""Units by words: lines that are typed or pasted, and what was understood of them, as a table."""

from PySide6.QtWidgets import QPlainTextEdit, QWidget
from typing_extensions import override

from brikdesk.spoken.roster_lines import RosterHeard, hear_roster
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import battle_head
from brikdesk.store.views.scifi import played, plays_brikwars, plays_scifi
from ui.campaign.desk import Desk
from ui.dialogs.roster_table import RosterTable, counted
from ui.forms.field_box import FieldBox
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme

HINT = (
    "One unit a line, or between semicolons: 3 Troopers: gun, light armor; Bertha vehicle 4 cannon 3 "
    "(4 shells X3), launcher 2 (12 missiles). A line such as “{other}:” says whose the next are."
)
SCIFI_HINT = (
    "By the Sci-fi rules: 3 Troopers infantry class 2, laser rifle; Carrier vehicle class 5, missile "
    "rack range 24 (7). Weapons are those of the catalogue, their figures stand behind them."
)
HEADS = ("", "Name", "Whose", "What it is", "What it carries")


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
        self.body.addWidget(self._count)
        self._table = RosterTable(theme, HEADS)
        self.body.addWidget(self._table)
        self.wrong = plain_label(theme, "", "small", "danger", wrap=True)
        self.body.addWidget(self.wrong)
        self.body.addStretch(1)
        self.heard = RosterHeard()
        self.said.textChanged.connect(self._hear)
        self._show()

    @override
    def first_field(self) -> QWidget:
        return self.said

    @override
    def submit(self) -> None:
        """Add the units, or say what is in the way."""
        if self.heard.troubles:
            first = self.heard.troubles[0]
            self.fail(f"Nothing has been added. Line {first.line}: {first.words}")
        elif not self.heard.units:
            self.fail("Name a unit first.")
        elif isinstance(self._desk.do(self.heard.act()), Changes):
            self.close_sheet()
        else:
            self.fail("Nothing was added. The status bar says why.")

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
        self.wrong.say(self._trouble())
        self.wrong.setVisible(bool(self.wrong.text()))
        self.place()

    def _trouble(self) -> str:
        """Return what is wrong first; a word that is still being typed is not wrong yet."""
        troubles = self.heard.troubles
        if all(each.last for each in troubles):
            return ""
        first, others = troubles[0], len(troubles) - 1
        word = f" “{first.word}”" if first.word.strip() else ""
        rest = f" {others} more after it." if others else ""
        return f"Line {first.line}{word}: {first.words}{rest}"
