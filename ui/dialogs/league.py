"""The league table: which campaigns count, and how the people who fought in them stand."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import astuple
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QListWidget, QListWidgetItem, QWidget
from typing_extensions import override

from brikdesk.reports.tables import PlayedBattle, Season, Which, battles_over, season_of, table_of
from brikdesk.store.campaign import Campaign
from ui.campaign.jobs import OneJob
from ui.campaign.places import SUFFIX, campaigns_place, shown_path
from ui.campaign.settings import Remembered
from ui.dialogs.army_and_roster import RosterTable
from ui.forms.sheet import Sheet
from ui.look.shortcuts import sign
from ui.look.text import note, plain_label, tip_text
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.layout import SPRING, FlowLayout, fill

HEADS = ("", "Who", "Battles", "Won", "Drawn", "Lost", "Points")
HOW = (
    "Every battle that is over counts: the most victory points win it, several with the most draw. "
    "Copies of a campaign count once. Space leaves a campaign out or takes it in."
)
NOBODY = "No battle is over in the campaigns that count."
FILES = "Campaigns (*.brik)"
MOST_IN_SIGHT = 6
"""Campaigns that are seen without scrolling."""


def _known_campaigns(remembered: Remembered) -> tuple[Path, ...]:
    """Return the campaigns that were open lately, then others of the folder for campaigns."""
    lately = [Path(each.path) for each in remembered.recent]
    folder = sorted(campaigns_place().glob(f"*{SUFFIX}"), key=lambda path: path.name.casefold())
    return tuple(dict.fromkeys([*lately, *folder]))


class _Line(Struct):
    """A campaign of the list: its file, what was read of it, or why nothing could be."""

    path: Path
    item: QListWidgetItem
    season: Season | None = None


class CampaignList(QListWidget):
    """The campaigns with their ticks; N is left to the sheet."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if sign(event) == "n":
            event.ignore()  # a list would look for a campaign that begins with it
        else:
            super().keyPressEvent(event)


class LeagueSheet(Sheet):
    """Reads one campaign after another beside the window, and adds up those that are ticked.

    `campaign` is the one that is open.
    """

    def __init__(
        self, theme: Theme, host: QWidget, remembered: Remembered, campaign: Campaign | None
    ) -> None:
        super().__init__(theme, host, "League table", wide=760, high=820)
        self._campaign = campaign
        self._lines: list[_Line] = []
        self._waiting: list[_Line] = []
        self._job = OneJob(self)
        self._job.ended.connect(self._go_on)
        self.closed.connect(self._job.stop)
        self.list = CampaignList()
        self.list.setAccessibleName("Campaigns")
        self.list.itemChanged.connect(self._show)
        self.said = plain_label(theme, "", "body", "text2", wrap=True)
        self.table = RosterTable(theme, HEADS, 9)
        self._lay_out()
        own = () if campaign is None else (campaign.path,)
        self.add((*own, *_known_campaigns(remembered)))

    @override
    def first_field(self) -> QWidget:
        return self.list if self._lines else self.more

    def add(self, paths: Iterable[Path]) -> None:
        """List campaigns, and read those that are not listed yet."""
        known = {line.path for line in self._lines}
        for path in dict.fromkeys(each.resolve() for each in paths):
            if path not in known:
                item = QListWidgetItem(f"{path.name}: being read…")
                item.setData(Qt.ItemDataRole.ToolTipRole, tip_text(shown_path(path)))
                self.list.addItem(item)
                line = _Line(path, item)
                self._lines.append(line)
                if self._campaign is not None and path == self._campaign.path.resolve():
                    # To open and close its file once more would end the lock that the desk holds.
                    self._read(line, season_of(self._campaign))
                else:
                    self._waiting.append(line)
        shown = min(MOST_IN_SIGHT, max(1, self.list.count()))
        self.list.setFixedHeight(self.theme.px(4 + 32 * shown))
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self._go_on()

    def choose(self) -> None:
        """Ask for the files of other campaigns."""
        names, _ = QFileDialog.getOpenFileNames(
            self, "Campaigns of the league", str(campaigns_place()), FILES
        )
        self.add(Path(name) for name in names)

    def copy(self) -> None:
        """Put the table into the clipboard, a line for each person, with tabs between."""
        lines = [HEADS, *self.table.rows()]
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in lines))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for other campaigns on N, copy the table on Ctrl+C."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if (control and event.key() == Qt.Key.Key_C) or (enter and self.copied.hasFocus()):
            self.copy()
        elif sign(event) == "n" or (enter and self.more.hasFocus()):
            self.choose()
        else:
            super().keyPressEvent(event)

    def _go_on(self) -> None:
        if self._job.is_busy:
            return
        if not self._waiting:
            self._show()
            return
        line = self._waiting.pop(0)
        self._job.start(
            lambda: battles_over(line.path),
            lambda season: self._read(line, season),
            lambda words: self._missing(line, words),
        )
        self._show()

    def _read(self, line: _Line, season: Season) -> None:
        line.season = season
        many = len(season.battles)
        over = "no battle is over" if not many else "1 battle" if many == 1 else f"{many} battles"
        self.list.blockSignals(True)
        line.item.setText(f"{season.campaign}: {over}")
        line.item.setFlags(line.item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        line.item.setCheckState(Qt.CheckState.Checked)
        self.list.blockSignals(False)
        self._show()

    def _missing(self, line: _Line, words: str) -> None:
        line.item.setText(f"{line.path.name}: {words}")
        why = tip_text(f"{shown_path(line.path)}\n{words}")
        line.item.setData(Qt.ItemDataRole.ToolTipRole, why)
        self._show()

    def _show(self) -> None:
        battles: dict[Which, PlayedBattle] = {}
        for line in self._lines:
            if line.season and line.item.checkState() is Qt.CheckState.Checked:
                battles.update(line.season.battles)
        rows = [
            (f"{place}.", *(str(value) for value in astuple(row)))
            for place, row in enumerate(table_of(battles.values()), 1)
        ]
        self.table.show_rows(rows)
        left = len(self._waiting) + self._job.is_busy
        many = len(self._lines)
        self.said.say(f"Reading {many - left + 1} of {many}…" if left else self._sum(battles))
        self.copied.setEnabled(bool(rows))
        self.place()

    def _sum(self, battles: dict[Which, PlayedBattle]) -> str:
        if not battles:
            return NOBODY
        return "1 battle counts." if len(battles) == 1 else f"{len(battles)} battles count."

    def _lay_out(self) -> None:
        theme = self.theme
        self.more = Button(theme, "Another campaign…", "soft", "folder", "N", does=self.choose)
        self.copied = Button(theme, "Copy the table", "quiet", "copy", "Ctrl C", does=self.copy)
        buttons = FlowLayout(gap=theme.px(8))
        buttons.addWidget(self.more)
        buttons.addWidget(self.copied)
        fill(self.body, note(theme, HOW), self.list, buttons, self.said, self.table, SPRING)
