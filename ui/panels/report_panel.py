"""The Report workspace: choose turns and paper, see the real pages, export them as PDF."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.reports import (
    Paper,
    ReportData,
    file_name,
    report_of_battle,
    report_of_turn,
    report_of_turns,
    unprintable,
    write_report,
)
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import TurnRow, turns
from ui.desk import Desk
from ui.dialogs.field_box import FieldBox
from ui.hub import Hub
from ui.panels.page_view import PageView
from ui.panels.report_job import Gather, ReportJob
from ui.text import plain_label
from ui.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.ground import Ground
from ui.widgets.segmented import Segment, Segmented
from ui.widths import Width, width_of

SCOPES = ("turn", "turns", "battle")
PAPERS = (Paper.A4, Paper.LETTER)
SIDE, SHORT_WAIT = 296, 250
KEYS = (("Ctrl E", "export"), ("↑ ↓", "scroll"), ("F6", "next pane"))


class ReportPanel(QWidget):
    """Left the choices, right the pages. The report is drawn again when it or the game changes.

    `exported` brings the path of a report that was written.
    """

    exported = Signal(str)

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub
        self._turns: tuple[TurnRow, ...] = ()
        self._data: ReportData | None = None
        self.pdf: bytes | None = None
        self._job: ReportJob | None = None
        self._running: set[ReportJob] = set()
        self._then: Callable[[], object] | None = None
        self._stale = True
        self._wait = QTimer(self, interval=SHORT_WAIT, singleShot=True)
        self._wait.timeout.connect(self.draw)
        self.scope = Segmented(theme, (Segment("Turn"), Segment("Turns"), Segment("Battle")))
        self.paper = Segmented(theme, (Segment("A4"), Segment("Letter")))
        self.first, self.last, self.battle = QComboBox(), QComboBox(), QComboBox()
        self.pages = PageView(theme)
        self._make_choices()
        self._make_progress()
        self._lay_out()
        desk.changed.connect(self._heard)
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]
        self._read_turns()

    def show_turn(self, turn_id: int) -> None:
        """Choose the report of one turn."""
        self.scope.set_current(0)
        self.first.setCurrentIndex(max(0, self.first.findData(turn_id)))
        self._chosen()

    def export(self) -> None:
        """Ask for a place and write the report there, as soon as it is drawn."""
        if self.pdf is None or self._stale:
            self._then = self.export
            self.draw()
            return
        if self._data is None:
            return
        name = self._desk.path.with_name(file_name(self._data))
        chosen, _ = QFileDialog.getSaveFileName(
            self.window(), "Export the report", str(name), "PDF (*.pdf)"
        )
        if chosen:
            self.write(Path(chosen))

    def write(self, path: Path) -> None:
        """Write the report that is shown and say so."""
        assert self.pdf is not None
        try:
            made = write_report(path, self.pdf, self._desk.path)
        except CampaignFileError as error:
            self._desk.failed.emit(str(error))
            return
        self.exported.emit(str(made))

    # --- choices ---------------------------------------------------------------------------------

    def _make_choices(self) -> None:
        self._first_box = FieldBox(self.theme, "Turn", self.first)
        self._last_box = FieldBox(self.theme, "To", self.last)
        self._battle_box = FieldBox(self.theme, "Battle", self.battle)
        self.scope.chosen.connect(lambda _at: self._chosen())
        self.paper.chosen.connect(lambda _at: self._chosen())
        for box in (self.first, self.last, self.battle):
            box.activated.connect(lambda _at: self._chosen())
        self.export_button = Button(self.theme, "Export PDF", "primary", "pdf", "Ctrl E")
        self.export_button.clicked.connect(self.export)

    def _make_progress(self) -> None:
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Drawing the report")
        self._cancel = Button(self.theme, "Cancel", "quiet")
        self._cancel.clicked.connect(self.cancel)
        self._note = plain_label(self.theme, "", "small", "text2", wrap=True)

    def _read_turns(self) -> None:
        """Fill the boxes; what was chosen stays chosen."""
        chosen = (self.first.currentData(), self.last.currentData(), self.battle.currentData())
        newest = chosen[0] == (self._turns[-1].id if self._turns else None)
        self._turns = self._desk.read(turns)
        battles = dict.fromkeys((turn.battle_id, turn.battle) for turn in self._turns)
        for box in (self.first, self.last, self.battle):
            box.clear()
        for turn in reversed(self._turns):
            words = f"Turn {turn.number}, {turn.faction}"
            for box in (self.first, self.last):
                box.addItem(words, turn.id)
        for battle_id, name in reversed(list(battles)):
            self.battle.addItem(name, battle_id)
        first = None if newest else chosen[0]
        for box, value in ((self.first, first), (self.last, chosen[1]), (self.battle, chosen[2])):
            box.setCurrentIndex(max(0, box.findData(value)))
        self._show_boxes()

    def _show_boxes(self) -> None:
        scope = SCOPES[self.scope.current()]
        self._first_box.setVisible(scope != "battle")
        self._first_box.set_label("From" if scope == "turns" else "Turn")
        self._last_box.setVisible(scope == "turns")
        self._battle_box.setVisible(scope == "battle")
        self.export_button.setEnabled(bool(self._turns))

    def _chosen(self) -> None:
        self._show_boxes()
        self._stale = True
        self._wait.start()

    def _heard(self, changes: Changes) -> None:
        self._stale = True
        if not changes.tables.isdisjoint(turns.tables):
            self._read_turns()
        if self.isVisible():
            self._wait.start()

    # --- drawing ---------------------------------------------------------------------------------

    def draw(self) -> None:
        """Read and draw what is chosen, in a thread."""
        self.cancel()
        self._stale = False
        gather = self._gather()
        if gather is None:
            self.pages.say("No turn has been played yet.")
            return
        try:
            job = ReportJob(self._desk.campaign, gather, PAPERS[self.paper.current()], self)
        except CampaignFileError as error:
            self.pages.say(str(error))
            return
        job.gathered.connect(self._gathered)
        job.advanced.connect(self._advanced)
        job.done.connect(self._drawn)
        job.failed.connect(self._failed)
        job.finished.connect(lambda: self._ended(job))
        self._job = job
        self._running.add(job)
        self._show_progress(True)
        job.start()

    def cancel(self) -> None:
        """Stop drawing; the pages that were shown stay."""
        self._wait.stop()
        if self._job is not None:
            job, self._job = self._job, None
            for signal in (job.gathered, job.advanced, job.done, job.failed):
                signal.disconnect()
            job.requestInterruption()
            self._stale = True
        self._show_progress(False)

    def finish(self) -> None:
        """Wait until no thread works any more, as when the campaign is closed."""
        self.cancel()
        for job in self._running:
            job.wait()
        self.pages.close_pdf()

    def _ended(self, job: ReportJob) -> None:
        self._running.discard(job)
        job.deleteLater()

    def _gather(self) -> Gather | None:
        zone = datetime.now().astimezone().tzinfo
        assert zone is not None
        if not self._turns:
            return None
        scope = SCOPES[self.scope.current()]
        if scope == "battle":
            battle = int(self.battle.currentData())
            return lambda campaign: report_of_battle(campaign, battle, zone)
        first, last = int(self.first.currentData()), int(self.last.currentData())
        if scope == "turn":
            return lambda campaign: report_of_turn(campaign, first, zone)
        first, last = min(first, last), max(first, last)
        return lambda campaign: report_of_turns(campaign, first, last, zone)

    def _gathered(self, data: ReportData) -> None:
        self._data = data
        self._note.say(_missing(data))

    def _advanced(self, done: int, total: int) -> None:
        self._bar.setRange(0, max(1, total))
        self._bar.setValue(done)

    def _drawn(self, pdf: bytes) -> None:
        self._job = None
        self._show_progress(False)
        self.pdf = pdf
        self.pages.show_pdf(pdf)
        then, self._then = self._then, None
        if then:
            then()

    def _failed(self, error: Exception) -> None:
        self._job = None
        self._show_progress(False)
        told = isinstance(error, BrikDeskError)
        self.pages.say(str(error) if told else "The report could not be drawn.")
        if not told:
            raise error

    def _show_progress(self, working: bool) -> None:
        self._bar.setVisible(working)
        self._cancel.setVisible(working)

    # --- as a widget -----------------------------------------------------------------------------

    def _lay_out(self) -> None:
        theme, px = self.theme, self.theme.px
        self._side = Ground(theme, "bg1", Qt.Edge.RightEdge)
        column = QVBoxLayout(self._side)
        column.setContentsMargins(px(16), px(16), px(16), px(16))
        column.setSpacing(px(12))
        column.addWidget(plain_label(theme, "Report", "head"))
        column.addWidget(self.scope)
        for box in (self._first_box, self._last_box, self._battle_box):
            column.addWidget(box)
        column.addWidget(plain_label(theme, "Paper", "caption", "text2", strong=True))
        column.addWidget(self.paper)
        column.addWidget(self.export_button)
        working = QHBoxLayout()
        working.addWidget(self._bar, 1)
        working.addWidget(self._cancel)
        column.addLayout(working)
        column.addWidget(self._note)
        column.addStretch(1)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(0)
        self._line.addWidget(self._side)
        self._line.addWidget(self.pages, 1)
        self.setFocusProxy(self.pages)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = width_of(self.window().width(), self.theme.scale) is Width.SLIM
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else right)
        self._side.setMaximumWidth(16_777_215 if narrow else self.theme.px(SIDE))
        self._side.setMinimumWidth(0 if narrow else self.theme.px(SIDE))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._wait.start()

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self._hub.keys_changed.emit(KEYS)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.cancel()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._job is not None:
            self.cancel()
        else:
            event.ignore()


def _missing(data: ReportData) -> str:
    names = unprintable(data)
    if not names:
        return ""
    shown = ", ".join(names[:5])
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return f"Characters that the report's font lacks stand as numbers: {shown}{more}."
