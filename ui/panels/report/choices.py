"""The choices for a report: one turn, several turns or a battle, and the paper."""

from collections.abc import Sequence
from itertools import groupby

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

from brikdesk.reports import (
    Paper,
    report_of_battle,
    report_of_turn,
    report_of_turns,
    report_of_whole_turn,
)
from brikdesk.store.views.battle import TurnRow
from ui.forms.field_box import FieldBox
from ui.look.text import plain_label, tip
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
        self._usual = 0
        self._narrow: bool | None = None
        self._has_photos = False
        self.scope = Segmented(theme, (Segment("Turn"), Segment("Turns"), Segment("Battle")))
        self.papers = Segmented(theme, (Segment("A4"), Segment("Letter")))
        self.turn, self.battle = ElidedBox(), ElidedBox()
        self.first, self.last = ElidedBox(), ElidedBox()
        self._turn_box = FieldBox(theme, "Turn", self.turn)
        self._first_box = FieldBox(theme, "From", self.first)
        self._last_box = FieldBox(theme, "To", self.last)
        self._battle_box = FieldBox(theme, "Battle", self.battle)
        self.scope.chosen.connect(self._chosen)
        self.papers.chosen.connect(self._chosen)
        for box in (self.turn, self.first, self.last, self.battle):
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
        self.with_secrets = QCheckBox("With secrets")
        tip(
            self.with_secrets,
            "For the referee: also what the players may not know yet, and notes",
        )
        self.with_secrets.toggled.connect(self._chosen)
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

    def show_turns(self, turns: Sequence[TurnRow], wanted_now: int) -> None:
        """Offer these turns, newest first, and keep what was chosen.

        `wanted_now` is the player turn that a report is asked for now: the whole turn to which it belongs is
        chosen, unless another one was.
        """
        boxes = (self.turn, self.first, self.last, self.battle)
        # Asked before the boxes are cleared, which forgets what was chosen.
        chosen = [box.currentData() for box in boxes]
        usual = not self.turns or chosen[0] == self._usual
        newest = bool(self.turns) and chosen[1] == self.turns[-1].id
        self.turns = tuple(turns)
        for box in boxes:
            box.clear()
        self._usual = self._offer_whole_turns(wanted_now)
        for turn in reversed(self.turns):
            self.first.addItem(turn.words, turn.id)
            self.last.addItem(turn.words, turn.id)
        # A dict keeps the order in which they were fought.
        battles = dict.fromkeys((turn.battle_id, turn.battle) for turn in self.turns)
        for battle_id, name in reversed(list(battles)):
            self.battle.addItem(name, battle_id)
        wanted = [self._usual if usual else chosen[0], None if newest else chosen[1], *chosen[2:]]
        for box, value in zip(boxes, wanted, strict=True):
            box.setCurrentIndex(max(0, box.findData(value)))
        self._place()

    def _offer_whole_turns(self, wanted_now: int) -> int:
        """Offer each turn whole, then the parts of its players; return what is offered for `wanted_now`.

        A whole turn lies in the list under the key of its last part, with a minus.
        """
        usual = wanted_now
        for _, same in groupby(reversed(self.turns), key=lambda row: (row.battle_id, row.number)):
            parts = list(same)
            if len(parts) > 1:
                self.turn.addItem(f"Turn {parts[0].number}, all players", -parts[0].id)
                if wanted_now in {row.id for row in parts}:
                    usual = -parts[0].id
            for row in parts:
                self.turn.addItem(row.words, row.id)
        return usual

    def offer_photos(self, there: bool) -> None:
        """Offer to show photos, if the campaign has any."""
        if there != self._has_photos:
            self._has_photos = there
            self._place()

    def choose_turn(self, turn_id: int) -> None:
        """Choose the report of one player's turn."""
        self.scope.set_current(0)
        for box in (self.turn, self.first):
            box.setCurrentIndex(max(0, box.findData(turn_id)))
        self._chosen()

    def gather(self) -> Gather | None:
        """Return a function that reads the chosen report; None if no turn was played."""
        if not self.turns:
            return None
        scope, photos = (
            SCOPES[self.scope.current()],
            self._has_photos and self.with_photos.isChecked(),
        )
        secret = self.with_secrets.isChecked()
        if scope == "battle":
            battle = int(self.battle.currentData())
            return lambda campaign: report_of_battle(campaign, battle, photos, secret)
        if scope == "turn":
            turn, with_map = int(self.turn.currentData()), self.with_map.isChecked()
            report_of = report_of_turn if turn > 0 else report_of_whole_turn
            return lambda campaign: report_of(
                campaign, abs(turn), with_map=with_map, photos=photos, secret=secret
            )
        first, last = int(self.first.currentData()), int(self.last.currentData())
        first, last = min(first, last), max(first, last)
        return lambda campaign: report_of_turns(campaign, first, last, photos, secret)

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
        boxes = (self._turn_box, self._first_box, self._last_box, self._battle_box)
        ticks = (self.with_map, self.with_photos, self.with_secrets)
        return (self.scope, *boxes, self._paper_word, self.papers, *ticks, self._out)

    def _place(self) -> None:
        """Put the parts into their cells and show those that the scope needs."""
        scope, parts = SCOPES[self.scope.current()], self._parts()
        places = [(row, 0) for row in range(len(parts))]
        if self._narrow:
            export = (2, 1) if scope == "turns" else (1, 1)
            photos, secrets = ((3, 0), (3, 1)) if scope == "turn" else ((2, 0), (3, 0))
            ticks = ((2, 0), photos, secrets)
            places = [(0, 0), (1, 0), (1, 0), (1, 1), (1, 0), (3, 0), (0, 1), *ticks, export]
        for part, (row, column) in zip(parts, places, strict=True):
            low = self._narrow and part is self._out
            edge = Qt.AlignmentFlag.AlignBottom if low else Qt.AlignmentFlag(0)
            self._grid.removeWidget(part)
            # With large text two buttons are higher than what stands beside them in one row.
            self._grid.addWidget(part, row, column, 2 if low else 1, 1, edge)
        self._head.setVisible(not self._narrow)
        self._paper_word.setVisible(not self._narrow)
        self._turn_box.setVisible(scope == "turn")
        self._first_box.setVisible(scope == "turns")
        self._last_box.setVisible(scope == "turns")
        self.with_map.setVisible(scope == "turn")
        self.with_photos.setVisible(self._has_photos)
        self._battle_box.setVisible(scope == "battle")
        for way in (self.export, self.print):
            way.setEnabled(bool(self.turns))
        self.note.setVisible(bool(self.note.text()))
