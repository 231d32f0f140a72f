"""An army list from a file: what is in it, whose it becomes, what is lost, and whose figures count."""

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.armies.army_file import file_content, read_any
from brikdesk.armies.army_form import Remark
from brikdesk.armies.army_list import ArmyRead
from brikdesk.armies.army_preview import Against, against, checking, renamed, taken_names
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import battle_head, brikwars_house
from ui.campaign.desk import Desk
from ui.dialogs.roster_table import RosterTable, counted
from ui.forms.field_box import FieldBox
from ui.forms.fields import FieldOption
from ui.forms.pick_box import PickBox
from ui.forms.sheet import Sheet
from ui.look.text import PlainLabel, plain_label
from ui.look.theme import Theme
from ui.widgets.segmented import Segment, Segmented

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
        self._add_whose()
        self.body.addWidget(
            plain_label(
                theme, counted(self.found.count, len(self.found.units)), "body", strong=True
            )
        )
        self._table = RosterTable(theme, HEADS)
        self.body.addWidget(self._table)
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
        self._check = QTimer(self)
        self._check.setInterval(0)
        self._check.timeout.connect(self._check_one)
        self._check.start()

    def _add_whose(self) -> None:
        head = self._desk.read(battle_head)
        self.whose = PickBox(self.theme)
        self.whose.offer(
            [
                *(FieldOption(each.id, each.faction) for each in head.players),
                FieldOption(None, "Nobody"),
            ]
        )
        playing = head.active or (head.players[0] if head.players else None)
        self.whose.set_value(playing.id if playing else None)
        self.body.addWidget(FieldBox(self.theme, "Whose units", self.whose))

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
        elif isinstance(self._desk.do(found.act()), Changes):
            self.close_sheet()
        else:
            self.fail("Nothing was imported. The status bar says why.")

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
        if strong:
            label = plain_label(self.theme, words, "body", strong=True)
        else:
            label = plain_label(self.theme, words, "small", "text2", wrap=True)
        self.body.addWidget(label)
        label.hide()
        return label

    def _say(self, head: PlainLabel, label: PlainLabel, remarks: tuple[Remark, ...]) -> None:
        label.say(in_lines(remarks))
        head.setVisible(bool(remarks))
        label.setVisible(bool(remarks))

    def _remarks(self, head: str, remarks: tuple[Remark, ...]) -> None:
        self.body.addWidget(plain_label(self.theme, head, "body", strong=True))
        words = in_lines(remarks)
        self.body.addWidget(plain_label(self.theme, words, "small", "text2", wrap=True))


def in_lines(remarks: tuple[Remark, ...]) -> str:
    """Return remarks one below the other; those after MOST_REMARKS are only counted."""
    lines = [": ".join(filter(None, (each.unit, each.words))) for each in remarks]
    if len(lines) > MOST_REMARKS:
        lines = [*lines[:MOST_REMARKS], f"{len(lines) - MOST_REMARKS} more."]
    return "\n".join(lines)
