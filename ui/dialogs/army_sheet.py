"""An army list from a file: what is in it, whose it becomes, what is lost, and whose figures count."""

from pathlib import Path

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.armies.army_file import file_content, read_any
from brikdesk.armies.army_form import Remark
from brikdesk.armies.army_list import ArmyRead
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import battle_head, brikwars_house
from ui.campaign.desk import Desk
from ui.dialogs.roster_table import RosterTable, counted
from ui.forms.field_box import FieldBox
from ui.forms.fields import FieldOption
from ui.forms.pick_box import PickBox
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.segmented import Segment, Segmented

HEADS = ("", "Name", "Squad", "What it is", "What it carries")
MOST_REMARKS = 60


def open_army(theme: Theme, host: QWidget, desk: Desk, path: Path) -> "ArmySheet":
    """Return the sheet of a file; BadInput if it cannot be read or is no army list."""
    return ArmySheet(theme, host, desk, path.name, file_content(path))


class ArmySheet(Sheet):
    """Shows an army list before anything is written, and adds its units in one act.

    `content` are the bytes of the file. Making it raises BadInput if they are no army list.
    """

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, name: str, content: bytes) -> None:
        self._desk, self._content, self._file = desk, content, name
        self._rules = desk.read(brikwars_house)
        self.found = self._read(None)
        title = self.found.name or name
        super().__init__(theme, host, f"Import {title[:60]}", "Import", 760, 760)
        head = desk.read(battle_head)
        self.whose = PickBox(theme)
        self.whose.offer(
            [
                *(FieldOption(each.id, each.faction) for each in head.players),
                FieldOption(None, "Nobody"),
            ]
        )
        playing = head.active or (head.players[0] if head.players else None)
        self.whose.set_value(playing.id if playing else None)
        self.body.addWidget(FieldBox(theme, "Whose units", self.whose))
        self.body.addWidget(
            plain_label(
                theme, counted(self.found.count, len(self.found.units)), "body", strong=True
            )
        )
        self._table = RosterTable(theme, HEADS)
        self.body.addWidget(self._table)
        self._table.show_rows(
            [
                (f"{each.act.copies} ×", each.act.name, each.squad, each.what, each.carries)
                for each in self.found.units
            ]
        )
        self.figures = Segmented(theme, (Segment("As in the file"), Segment("By the rules")))
        if self.found.differs:
            self._remarks("Figures that differ from the rules", self.found.differs)
            self.body.addWidget(self.figures)
        else:
            self.figures.setParent(self)
            self.figures.hide()
        if self.found.lost:
            self._remarks("Not taken over as it stands", self.found.lost)
        self.body.addStretch(1)

    @override
    def first_field(self) -> QWidget:
        return self.whose

    @override
    def submit(self) -> None:
        """Add the units, or say that they were not added."""
        found = self._read(self.whose.value(), by_rules=self.figures.current() == 1)
        if isinstance(self._desk.do(found.act()), Changes):
            self.close_sheet()
        else:
            self.fail("Nothing was imported. The status bar says why.")

    def rows(self) -> list[tuple[str, ...]]:
        """Return the lines of the table as they are shown."""
        return self._table.rows()

    def _read(self, player_id: int | None, *, by_rules: bool = False) -> ArmyRead:
        return read_any(self._content, self._rules, player_id, by_rules=by_rules, name=self._file)

    def _remarks(self, head: str, remarks: tuple[Remark, ...]) -> None:
        self.body.addWidget(plain_label(self.theme, head, "body", strong=True))
        lines = [": ".join(filter(None, (each.unit, each.words))) for each in remarks]
        if len(lines) > MOST_REMARKS:
            lines = [*lines[:MOST_REMARKS], f"{len(lines) - MOST_REMARKS} more."]
        self.body.addWidget(plain_label(self.theme, "\n".join(lines), "small", "text2", wrap=True))
