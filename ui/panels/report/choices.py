"""The choices for a report: one turn, several turns or a battle, and the paper."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk.reports import Paper, report_of_battle, report_of_turn, report_of_turns
from brikdesk.store.views.battle import TurnRow
from ui.forms.field_box import FieldBox
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.panels.report.job import Gather
from ui.widgets.backdrop import Backdrop
from ui.widgets.buttons import Button
from ui.widgets.list_box import ListBox
from ui.widgets.segmented import Segment, Segmented

SCOPES = ("turn", "turns", "battle")
PAPERS = (Paper.A4, Paper.LETTER)
SIDE = 296
WIDEST = 16_777_215
"""Qt's own QWIDGETSIZE_MAX, which means no limit; PySide6 does not export it."""


class ElidedBox(ListBox):
    """A combo box that elides the chosen row if it is too wide; the open list shows all of it."""

    def shown_words(self, room: int) -> str:
        """Return the text that the closed box shows in `room` pixels."""
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        control = QStyle.ComplexControl.CC_ComboBox
        room = self.style().subControlRect(control, option, part, self).width()
        option.currentText = self.shown_words(room)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class ReportChoices(Backdrop):
    """The choices and buttons of a report.

    `changed` is emitted when something else is chosen, the other signals by their buttons.
    """

    changed = Signal()
    export_asked = Signal()
    print_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "bg1", Qt.Edge.RightEdge)
        self.turns: tuple[TurnRow, ...] = ()
        self._narrow: bool | None = None
        self._has_photos = False
        self.scope = Segmented(theme, (Segment("Turn"), Segment("Turns"), Segment("Battle")))
        self.papers = Segmented(theme, (Segment("A4"), Segment("Letter")))
        self.first, self.last, self.battle = ElidedBox(), ElidedBox(), ElidedBox()
        self._first_box = FieldBox(theme, "Turn", self.first)
        self._last_box = FieldBox(theme, "To", self.last)
        self._battle_box = FieldBox(theme, "Battle", self.battle)
        self.scope.chosen.connect(self._chosen)
        self.papers.chosen.connect(self._chosen)
        for box in (self.first, self.last, self.battle):
            box.activated.connect(self._chosen)
        self.export = Button(theme, "Export PDF", "primary", "pdf", "Ctrl E")
        self.export.clicked.connect(self.export_asked)
        self.print = Button(theme, "Print", "soft", "print", "Ctrl P")
        self.print.clicked.connect(self.print_asked)
        self.with_map = QCheckBox("With the map")
        self.with_map.setChecked(True)
        self.with_map.toggled.connect(self._chosen)
        self.with_photos = QCheckBox("With photos")
        self.with_photos.toggled.connect(self._chosen)
        self._out = QWidget()
        ways = QVBoxLayout(self._out)
        ways.setContentsMargins(0, 0, 0, 0)
        ways.setSpacing(theme.px(8))
        ways.addWidget(self.export)
        ways.addWidget(self.print)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._cancel = Button(theme, "Cancel", "quiet")
        self._cancel.clicked.connect(self.cancel_asked)
        self.note = plain_label(theme, "", "small", "text2", wrap=True)
        self._lay_out()
        self.show_progress(None)
        self.set_narrow(False)

    @property
    def paper(self) -> Paper:
        """The chosen paper."""
        return PAPERS[self.papers.current()]

    def show_turns(self, turns: Sequence[TurnRow]) -> None:
        """Offer these turns, newest first, and keep what was chosen.

        If the newest turn was chosen, the one that is the newest now is chosen.
        """
        chosen = (self.first.currentData(), self.last.currentData(), self.battle.currentData())
        # Asked before the boxes are cleared, which forgets what was chosen.
        newest = bool(self.turns) and chosen[0] == self.turns[-1].id
        self.turns = tuple(turns)
        # A dict keeps the order in which they were fought.
        battles = dict.fromkeys((turn.battle_id, turn.battle) for turn in self.turns)
        for box in (self.first, self.last, self.battle):
            box.clear()
        for turn in reversed(self.turns):
            words = f"Turn {turn.number}, {turn.faction}"
            self.first.addItem(words, turn.id)
            self.last.addItem(words, turn.id)
        for battle_id, name in reversed(list(battles)):
            self.battle.addItem(name, battle_id)
        first = None if newest else chosen[0]
        for box, value in ((self.first, first), (self.last, chosen[1]), (self.battle, chosen[2])):
            box.setCurrentIndex(max(0, box.findData(value)))
        self._place()

    def offer_photos(self, there: bool) -> None:
        """Offer to show photos, if the campaign has any."""
        if there != self._has_photos:
            self._has_photos = there
            self._place()

    def choose_turn(self, turn_id: int) -> None:
        """Choose the report of one turn."""
        self.scope.set_current(0)
        self.first.setCurrentIndex(max(0, self.first.findData(turn_id)))
        self._chosen()

    def gather(self) -> Gather | None:
        """Return a function that reads the chosen report; None if no turn was played."""
        if not self.turns:
            return None
        scope, photos = (
            SCOPES[self.scope.current()],
            self._has_photos and self.with_photos.isChecked(),
        )
        if scope == "battle":
            battle = int(self.battle.currentData())
            return lambda campaign: report_of_battle(campaign, battle, photos)
        first, last = int(self.first.currentData()), int(self.last.currentData())
        if scope == "turn":
            with_map = self.with_map.isChecked()
            return lambda campaign: report_of_turn(
                campaign, first, with_map=with_map, photos=photos
            )
        first, last = min(first, last), max(first, last)
        return lambda campaign: report_of_turns(campaign, first, last, photos)

    def show_progress(
        self, done: tuple[int, int] | None, words: str = "Drawing the report"
    ) -> None:
        """Show the progress as (done, total); None hides it."""
        self._bar.setAccessibleName(words)
        self._bar.setVisible(done is not None)
        self._cancel.setVisible(done is not None)
        if done is not None:
            self._bar.setRange(0, max(1, done[1]))
            self._bar.setValue(done[0])

    def set_narrow(self, narrow: bool) -> None:
        """Arrange the choices in one column beside the pages, or in two above them if `narrow`."""
        changed, self._narrow = narrow is not self._narrow, narrow
        self.setMaximumWidth(WIDEST if narrow else self.theme.px(SIDE))
        self.setMinimumWidth(0 if narrow else self.theme.px(SIDE))
        high = QSizePolicy.Policy.Maximum if narrow else QSizePolicy.Policy.Preferred
        self.setSizePolicy(QSizePolicy.Policy.Preferred, high)
        if changed:
            self._place()

    def _chosen(self) -> None:
        self._place()
        self.changed.emit()

    def _lay_out(self) -> None:
        theme, px = self.theme, self.theme.px
        self._head = plain_label(theme, "Report", "head")
        self._paper_word = plain_label(theme, "Paper", "caption", "text2", strong=True)
        self._grid = QGridLayout()
        self._grid.setSpacing(px(12))
        working = QHBoxLayout()
        working.addWidget(self._bar, 1)
        working.addWidget(self._cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(16), px(16), px(16))
        column.setSpacing(px(12))
        column.addWidget(self._head)
        column.addLayout(self._grid)
        column.addLayout(working)
        column.addWidget(self.note)
        column.addStretch(1)
        for part in self._parts():
            self._grid.addWidget(part)

    def _parts(self) -> tuple[QWidget, ...]:
        boxes = (self._first_box, self._last_box, self._battle_box)
        ticks = (self.with_map, self.with_photos)
        return (self.scope, *boxes, self._paper_word, self.papers, *ticks, self._out)

    def _place(self) -> None:
        """Put the parts into their cells and show those that the scope needs."""
        scope, parts = SCOPES[self.scope.current()], self._parts()
        places = [(row, 0) for row in range(len(parts))]
        if self._narrow:
            export = (2, 1) if scope == "turns" else (1, 1)
            photos = (3, 0) if scope == "turn" else (2, 0)
            places = [(0, 0), (1, 0), (1, 1), (1, 0), (3, 0), (0, 1), (2, 0), photos, export]
        for part, (row, column) in zip(parts, places, strict=True):
            low = self._narrow and part is self._out
            edge = Qt.AlignmentFlag.AlignBottom if low else Qt.AlignmentFlag(0)
            self._grid.removeWidget(part)
            self._grid.addWidget(part, row, column, edge)
        self._head.setVisible(not self._narrow)
        self._paper_word.setVisible(not self._narrow)
        self._first_box.setVisible(scope != "battle")
        self._first_box.set_label("From" if scope == "turns" else "Turn")
        self._last_box.setVisible(scope == "turns")
        self.with_map.setVisible(scope == "turn")
        self.with_photos.setVisible(self._has_photos)
        self._battle_box.setVisible(scope == "battle")
        for way in (self.export, self.print):
            way.setEnabled(bool(self.turns))
        self.note.setVisible(bool(self.note.text()))
