"""Desk > Log, and the Log workspace: filters, search, and every line newest first."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.dice import Origin
from brikdesk.store.campaign import Changes
from brikdesk.store.views.log import dice_count
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.pressed import sign
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.log_model import NAMES, LogModel
from ui.panels.log.filters import FilterButton, LogFilters
from ui.panels.log.line_list import LogList
from ui.parts.lines.rich_label import RichLabel
from ui.parts.lines.rich_line import LineWords
from ui.parts.tables.filter_field import FilterField
from ui.widgets.backdrop import Backdrop
from ui.widgets.buttons import Button
from ui.widgets.dice.glyph import DieGlyph
from ui.widgets.layout.arranging import Arranging

WIDE = 720
"""Least width in pixels at 100 % for showing the filters beside the log."""

SIDE = 232
TYPE_PAUSE = 150
"""Milliseconds after the last key until the search begins."""


class LogPanel(Backdrop):
    """The log, in the desk pane or as a workspace; its layout follows its width."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "bg1", parent=parent)
        if parent is not None:
            self.resize(parent.size())  # arranged for it at once, and not anew when it is shown
        self._arranging = Arranging(self, self._arrange)
        self.setAccessibleName("Log")
        self._desk = desk
        self.model = LogModel(desk, self)
        self.list = LogList(theme, hub, self.model, self)
        self.search = FilterField(theme, "the log")
        self.filters = LogFilters(theme)
        self.button = FilterButton(theme)
        self._glasses = [Button(theme, "", "quiet", "search", name="Find (/)") for _ in range(2)]
        self._title = plain_label(theme, "Log", "head")
        self._dice_head = plain_label(theme, "Dice", "caption", "text3", strong=True)
        self.dice = plain_label(theme, "", "small", "text2")
        self._sample = RichLabel(theme, _sample())
        self._side = Backdrop(theme, "bg1", Qt.Edge.RightEdge)
        self._pause = QTimer(self, singleShot=True, interval=TYPE_PAUSE)
        self._lay_out()
        self.setFocusProxy(self.list)
        self._pause.timeout.connect(self._find)
        self.search.textChanged.connect(self._typed)
        self.search.left.connect(self.list.setFocus)
        self.search.keys_told.connect(hub.keys_changed)
        self.list.search_asked.connect(self.search.open)
        for glass in self._glasses:
            glass.clicked.connect(self.search.toggle)
        self.filters.chosen.connect(self.show_filter)
        self.button.picked.connect(self.show_filter)
        self.model.searched.connect(self._tell_searched)
        desk.changed.connect(self._heard)
        self.restyle()
        self._count_dice()

    def show_filter(self, name: str) -> None:
        """Show only the lines that a filter lets through, from the newest on."""
        if name != self.model.filter:
            self.model.set_filter(name)
            self.filters.show_filter(name)
            self.button.show_filter(name)
            self.list.empty = "Nothing of that is in the log."
            self.list.scrollToTop()

    def show_line(self, line_id: int) -> None:
        """Move to a line and focus the list; a filter or search that hides the line is cleared."""
        self.model.read_to(line_id)  # the model reads pages: an old line may not be there yet
        if not self.list.show_line(line_id):
            self.search.clear()
            self.search.hide()
            self._pause.stop()  # or the list would be made anew under the cursor
            self.show_filter(NAMES[0])
            self.model.set_search("")
            self.model.read_to(line_id)
            self.list.show_line(line_id)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Find) or sign(event) == "/":
            self.search.open()
        else:
            event.ignore()

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            px = self.theme.px
            self._side.setFixedWidth(px(SIDE))
            self._side_column.setContentsMargins(px(16), px(20), px(16), px(16))
            self._side_column.setSpacing(px(8))
            self._bar.setSpacing(px(8))
            self._found.setContentsMargins(px(16), 0, px(16), 0)
            self._body.setContentsMargins(px(4), px(8), 0, 0)
            self._arrange()

    def _lay_out(self) -> None:
        self._side_column = QVBoxLayout(self._side)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._glasses[0])
        self._side_column.addLayout(head)
        for part in (self.filters, self._dice_head, self.dice, self._sample):
            self._side_column.addWidget(part)
        self._side_column.insertSpacing(2, 16)
        self._side_column.addStretch(1)
        self._bar = QHBoxLayout()
        self._bar.addWidget(self.button)
        self._bar.addStretch(1)
        self._bar.addWidget(self._glasses[1])
        self._found = QHBoxLayout()
        self._found.addWidget(self.search)
        self._body = QVBoxLayout()
        self._body.addLayout(self._bar)
        self._body.addLayout(self._found)
        self._body.addWidget(self.list, 1)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self._side)
        line.addLayout(self._body, 1)

    def _arrange(self) -> None:
        wide = self.width() >= self.theme.px(WIDE)
        self._side.setVisible(wide)
        self.button.setVisible(not wide)
        self._glasses[1].setVisible(not wide)
        px = self.theme.px
        self._bar.setContentsMargins(px(16), px(16) * (not wide), px(16), px(8) * (not wide))

    def _typed(self) -> None:
        self._pause.start()

    def _find(self) -> None:
        self.model.set_search(self.search.text())
        self._tell_searched()

    def _tell_searched(self) -> None:
        going_on = self.model.is_searching
        self.list.empty = "Looking…" if going_on else "No line holds all these words."
        self.list.viewport().update()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(dice_count.tables):
            self._count_dice()

    def _count_dice(self) -> None:
        counts = self._desk.read(dice_count)
        self.dice.say(f"{counts.typed:,} typed, {counts.rolled:,} rolled")


def _sample() -> tuple[DieGlyph | LineWords, ...]:
    return (
        DieGlyph(6, 4),
        LineWords("typed"),
        DieGlyph(6, 4, Origin.ROLLED),
        LineWords("rolled"),
    )
