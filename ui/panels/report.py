"""The Report workspace: choose turns and paper, see the real pages, print and export them."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6 import QtWidgets
from PySide6.QtCore import QObject, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPageSize, QPaintEvent, QShowEvent
from typing_extensions import override

from brikdesk import reports
from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.pictures.photo import ReadingStop, stopped_by
from brikdesk.reports.data import ReportData, Scope
from brikdesk.reports.files import Paper, ReportCancelled, file_name, write_report
from brikdesk.store.backups import back_up
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.notes_and_photos import album
from brikdesk.store.views.past_turns import TurnRow, turn_to_tell, turns
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.thread import Thread
from ui.forms.inputs import FieldBox
from ui.forms.sheet import Question, Reply
from ui.look.text import note, plain_label, tip
from ui.look.theme import Theme, Width, width_of
from ui.panels.report_pages import PageView
from ui.panels.report_story import StoryList
from ui.widgets.buttons import Button, Segment, Segmented
from ui.widgets.fields import ListBox
from ui.widgets.layout import SPRING, Arranged, in_column, in_grid, in_row
from ui.widgets.painted import Backdrop

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from brikdesk.reports.story import StoryParagraph
    from ui.panels.report_printer import PrintJob


Gather = Callable[[Campaign], ReportData]


class ReportJob(Thread):
    """Reads and draws: `gathered` carries the data, `done` the PDF, `failed` an exception.

    None of them comes after it was cancelled. Making the job copies the campaign, which is quick;
    reading and drawing then hold up neither the window nor an act.
    """

    gathered = Signal(object)
    advanced = Signal(int, int)
    done = Signal(bytes)
    failed = Signal(object)

    def __init__(
        self, campaign: Campaign, gather: Gather, paper: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._gather, self._paper = gather, paper
        self.paragraphs: tuple[StoryParagraph, ...] = ()
        """Those of the story of a battle, read in the thread."""
        self.reading = ReadingStop()
        self._folder = TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True)
        folder, now = Path(self._folder.name), datetime.now(UTC)
        # Not checked here: opening it in the thread does that.
        self._copy = back_up(campaign.engine, folder, "report", now, check=lambda _path: None)

    @override
    def run(self) -> None:
        try:
            # What shows pages takes long to import; so does what reads and draws them (`reports`).
            import pypdfium2  # noqa: F401

            with Campaign.open(self._copy, read_only=True) as campaign, stopped_by(self.reading):
                data = self._gather(campaign)
            if data.scope is Scope.BATTLE:
                self.paragraphs = tuple(reports.story.paragraphs(data))
            self._tell(self.gathered.emit, data)
            pdf = reports.pdf_pages.render(
                data, self._paper, self.advanced.emit, self.isInterruptionRequested
            )
            self._tell(self.done.emit, pdf)
        except ReportCancelled:
            return
        except Exception as error:  # told in the window's thread, where defects are told
            self._tell(self.failed.emit, error)
        finally:
            self._folder.cleanup()

    def _tell(self, emit: Callable[[object], object], what: object) -> None:
        if not self.isInterruptionRequested():
            emit(what)


SCOPES = ("turn", "turns", "battle", "dice")
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
        painter, option = QtWidgets.QStylePainter(self), QtWidgets.QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QtWidgets.QStyle.ComplexControl.CC_ComboBox, option)
        part = QtWidgets.QStyle.SubControl.SC_ComboBoxEditField
        control = QtWidgets.QStyle.ComplexControl.CC_ComboBox
        room = self.style().subControlRect(control, option, part, self).width()
        option.currentText = self.shown_words(room)
        painter.drawControl(QtWidgets.QStyle.ControlElement.CE_ComboBoxLabel, option)


class ReportChoices(Backdrop):
    """The choices and buttons of a report.

    `changed` is emitted when something else is chosen, `part_chosen` for the pages or the story of a
    battle, the other signals by their buttons.
    """

    changed = Signal()
    part_chosen = Signal()
    export_asked = Signal()
    print_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "bg1", Qt.Edge.RightEdge)
        self.turns: tuple[TurnRow, ...] = ()
        self._usual = self._now = 0
        self._narrow: bool | None = None
        self._places: list[tuple[int, int]] = []
        self._has_photos = False
        # Four words have to fit beside the paper where text is large and the window is not.
        scopes = tuple(Segment(words) for words in ("Turn", "Turns", "Battle", "Dice"))
        self.scope = Segmented(theme, scopes, padding=8)
        self.papers = Segmented(theme, (Segment("A4"), Segment("Letter")))
        self.part = Segmented(theme, (Segment("Pages"), Segment("Story")))
        self.part.setAccessibleName("Part of the battle")
        self.turn, self.battle = ElidedBox(), ElidedBox()
        self.first, self.last = ElidedBox(), ElidedBox()
        self._turn_box = FieldBox(theme, "Turn", self.turn)
        self._first_box = FieldBox(theme, "From", self.first)
        self._last_box = FieldBox(theme, "To", self.last)
        self._battle_box = FieldBox(theme, "Battle", self.battle)
        self.scope.chosen.connect(self._chosen)
        self.papers.chosen.connect(self._chosen)
        self.part.chosen.connect(lambda _: self.part_chosen.emit())
        for box in (self.turn, self.first, self.last, self.battle):
            box.activated.connect(self._chosen)
        self.export = Button(
            theme, "Export PDF", "primary", "pdf", "Ctrl E", does=self.export_asked
        )
        self.print = Button(theme, "Print", "soft", "print", "Ctrl P", does=self.print_asked)
        self.with_map = QtWidgets.QCheckBox("With the map")
        self.with_map.setChecked(True)
        self.with_photos = QtWidgets.QCheckBox("With photos")
        self.with_secrets = QtWidgets.QCheckBox("With secrets")
        words = "For the referee: also what the players may not know yet, and notes"
        tip(self.with_secrets, words)
        for tick in (self.with_map, self.with_photos, self.with_secrets):
            tick.toggled.connect(self._chosen)
        self._out = QtWidgets.QWidget()
        in_column(theme, self.export, self.print, gap=8, on=self._out)
        self._bar = QtWidgets.QProgressBar(textVisible=False)
        self._cancel = Button(theme, "Cancel", "quiet", does=self.cancel_asked)
        self.note = note(theme)
        self._lay_out()
        self.show_progress(None)
        self.set_narrow(False)

    @property
    def paper(self) -> Paper:
        """The chosen paper."""
        return PAPERS[self.papers.current()]

    def show_turns(self, turns: Sequence[TurnRow], wanted_now: int) -> None:
        """Offer these turns, newest first, and keep what was chosen.

        `wanted_now` is the player turn that a report is asked for now: it, or the whole turn to which it
        belongs, is chosen, unless another one was.
        """
        boxes = (self.turn, self.first, self.last, self.battle)
        # Asked before the boxes are cleared, which forgets what was chosen.
        chosen = [box.currentData() for box in boxes]
        usual = (self._usual, self._now, self._now, None)
        kept = [None if value == was else value for value, was in zip(chosen, usual, strict=True)]
        self.turns, self._now = tuple(turns), wanted_now
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
        usual = (self._usual, self._now, self._now, None)
        for box, value, now in zip(boxes, kept, usual, strict=True):
            box.setCurrentIndex(max(0, box.findData(now if value is None else value)))
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

    def choose_story(self) -> None:
        """Choose the story of the battle."""
        self.scope.set_current(SCOPES.index("battle"))
        self.part.set_current(1)
        self._chosen()

    def choose_dice(self) -> None:
        """Choose the audit of all dice."""
        self.scope.set_current(SCOPES.index("dice"))
        self._chosen()

    @property
    def shows_story(self) -> bool:
        """Whether the paragraphs of a battle are wanted in place of its pages."""
        return SCOPES[self.scope.current()] == "battle" and self.part.current() == 1

    def gather(self) -> Gather | None:
        """Return a function that reads the chosen report; None if no turn was played."""
        if not self.turns:
            return None
        scope, secret = SCOPES[self.scope.current()], self.with_secrets.isChecked()
        photos = self._has_photos and self.with_photos.isChecked()
        with_map = self.with_map.isChecked()
        if scope == "dice":
            return lambda campaign: reports.audit.report_of_dice(campaign, secret)
        if scope == "battle":
            battle = int(self.battle.currentData())
            return lambda campaign: reports.turn_and_battle.report_of_battle(
                campaign, battle, photos, secret, with_map
            )
        if scope == "turn":
            turn = int(self.turn.currentData())

            def of_turn(campaign: Campaign) -> ReportData:
                read = reports.turn_and_battle
                report_of = read.report_of_turn if turn > 0 else read.report_of_whole_turn
                return report_of(campaign, abs(turn), with_map, photos, secret)

            return of_turn
        first, last = int(self.first.currentData()), int(self.last.currentData())
        first, last = min(first, last), max(first, last)
        return lambda campaign: reports.turn_and_battle.report_of_turns(
            campaign, first, last, photos, secret
        )

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
        policy = QtWidgets.QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred, policy.Maximum if narrow else policy.Preferred)
        if changed:
            self._place()

    def _chosen(self) -> None:
        self._place()
        self.changed.emit()

    def _lay_out(self) -> None:
        theme = self.theme
        self._head = plain_label(theme, "Report", "head")
        self._paper_word = plain_label(theme, "Paper", "caption", "text2", strong=True)
        self._grid = in_grid(theme, gap=12)
        working = in_row(theme, (self._bar, 1), self._cancel)
        parts = (self._head, self._grid, working, self.note, SPRING)
        in_column(theme, *parts, gap=12, edges=16, on=self)

    def _parts(self) -> tuple[QtWidgets.QWidget, ...]:
        boxes = (self._turn_box, self._first_box, self._last_box, self._battle_box)
        ticks = (self.with_map, self.with_photos, self.with_secrets)
        return (self.scope, *boxes, self._paper_word, self.papers, *ticks, self._out, self.part)

    def _place(self) -> None:
        """Put the parts into their cells and show those that the scope needs."""
        scope, parts = SCOPES[self.scope.current()], self._parts()
        # Below the battle; under the ticks where they stand in two columns.
        rows = [0, 1, 2, 3, 4, *range(6, len(parts) + 1)]
        places = [(row, 0) for row in (*rows[: len(parts) - 1], 5)]
        if self._narrow:
            export = (2, 1) if scope == "turns" else (1, 1)
            photos, secrets = ((3, 0), (3, 1)) if scope != "turns" else ((2, 0), (3, 0))
            ticks, story = ((2, 0), photos, secrets), (4 if self._has_photos else 3, 0)
            boxes = ((1, 0), (1, 0), (1, 1), (1, 0))
            places = [(0, 0), *boxes, (3, 0), (0, 1), *ticks, export, story]
        if places != self._places:
            self._places = places
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
        self.with_map.setVisible(scope in ("turn", "battle"))
        self.with_photos.setVisible(self._has_photos and scope != "dice")
        self._battle_box.setVisible(scope == "battle")
        self.part.setVisible(scope == "battle")
        for way in (self.export, self.print):
            way.setEnabled(bool(self.turns))
        self.note.setVisible(bool(self.note.text()))


class ReportPrinter(QObject):
    """Prints a PDF: `advanced` carries (done, total), or None at the end, `said` the result."""

    advanced = Signal(object)
    said = Signal(str)
    failed = Signal(str)

    def __init__(
        self, theme: Theme, parent: QtWidgets.QWidget, export: Callable[[], object]
    ) -> None:
        super().__init__(parent)
        self._theme, self._panel, self._export = theme, parent, export
        self._job: PrintJob | None = None

    @property
    def is_busy(self) -> bool:
        """Whether pages are going to a printer."""
        return self._job is not None

    def ask(self, pdf: bytes, title: str, points: tuple[float, float]) -> None:
        """Ask for a printer and print there; if no printer is set up, offer the PDF instead.

        `points` is the size of a page of the PDF, width and height.
        """
        if self._job is not None:
            return
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo

        if not QPrinterInfo.availablePrinterNames():
            self._offer_pdf()
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(title)
        # Upright: the job turns the paper for each page.
        short, long = sorted(points)
        printer.setPageSize(QPageSize(QSizeF(short, long), QPageSize.Unit.Point))
        dialog = QPrintDialog(printer, self._panel.window())
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintSelection, on=False)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintCurrentPage, on=False)
        if dialog.exec() == QtWidgets.QDialog.DialogCode.Accepted:
            self.print_to(printer, pdf)

    def print_to(self, printer: "QPrinter", pdf: bytes) -> None:
        """Print in a thread."""
        from ui.panels.report_printer import PrintJob

        job = self._job = PrintJob(pdf, printer, self)
        job.advanced.connect(lambda done, of: self.advanced.emit((done, of)))
        job.done.connect(self._tell)
        job.failed.connect(self.failed)
        job.finished.connect(lambda: self._ended(job))
        self.advanced.emit((0, 1))
        job.start()

    def cancel(self) -> None:
        """Cancel printing; pages that the printer already has may still come out."""
        if self._job is not None:
            self._job.requestInterruption()
            self.said.emit("Printing cancelled.")

    def finish(self) -> None:
        """Cancel and wait for the thread: the campaign is about to be closed."""
        if self._job is not None:
            self._job.requestInterruption()
            self._job.wait()

    def _tell(self, pages: int) -> None:
        self.said.emit(f"{pages} {'page' if pages == 1 else 'pages'} sent to the printer.")

    def _ended(self, job: "PrintJob") -> None:
        self._job = None
        self.advanced.emit(None)
        job.deleteLater()

    def _offer_pdf(self) -> None:
        words = "No printer is set up on this computer. The PDF can be printed on another one."
        save = Reply("Export PDF", self._export, "primary")
        answers = (save, Reply("Close"))
        Question(self._theme, self._panel.window(), "No printer", words, answers, "print").ask()


_TURNS = turns.tables | turn_to_tell.tables
_PHOTOS = album.tables | battlefield.tables

SHORT_WAIT = 250
"""Milliseconds after the last choice or act until the report is drawn."""

KEYS = (("Ctrl E", "export"), ("Ctrl P", "print"), ("↑ ↓", "scroll"), ("F6", "next pane"))


class ReportPanel(Arranged, QtWidgets.QWidget):
    """Choices at the left, pages at the right; drawn again when choices or campaign change.

    `exported` brings the path of a report that was written.
    """

    exported = Signal(str)

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, parent: QtWidgets.QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.arranged_by(self._arrange)
        self.theme, self._desk, self._hub = theme, desk, hub
        self._data: ReportData | None = None
        self.pdf: bytes | None = None
        self._job: ReportJob | None = None
        self._running: set[ReportJob] = set()
        self._then: Callable[[], object] | None = None
        self._stale = True
        self._wait = QTimer(self, interval=SHORT_WAIT, singleShot=True)
        self._wait.timeout.connect(self.draw)
        self.choices = ReportChoices(theme)
        self._scope = self.choices.scope.current()
        self.pages = PageView(theme)
        self.setFocusProxy(self.pages)
        self._line = in_row(theme, self.choices, (self.pages, 1), gap=0, on=self)
        self.printer = ReportPrinter(theme, self, self.export)
        self._connect()
        self.choices.show_turns(desk.read(turns), desk.read(turn_to_tell))
        self._offer_photos()

    @cached_property
    def story(self) -> StoryList:
        """The paragraphs of a battle, made when they are first shown."""
        made = StoryList(self.theme, self._desk, self._hub)
        made.hide()
        self._line.addWidget(made, 1)
        return made

    def show_turn(self, turn_id: int) -> None:
        """Choose the report of one turn."""
        self.choices.choose_turn(turn_id)

    def show_story(self) -> None:
        """Choose the story of the battle."""
        self.choices.choose_story()

    def show_dice(self) -> None:
        """Choose the audit of all dice of the campaign."""
        self.choices.choose_dice()

    def export(self) -> None:
        """Ask for a file name and write the report there, as soon as it is drawn."""
        if not self._is_drawn(self.export) or self._data is None:
            return
        name = self._desk.path.with_name(file_name(self._data))
        ask, kind = QtWidgets.QFileDialog.getSaveFileName, "PDF (*.pdf)"
        chosen, _ = ask(self.window(), "Export the report", str(name), kind)
        if chosen:
            self.write(Path(chosen))

    def print_out(self) -> None:
        """Ask for a printer and print the report, as soon as it is drawn."""
        if self._is_drawn(self.print_out) and self._data is not None:
            assert self.pdf is not None
            self.printer.ask(self.pdf, Path(file_name(self._data)).stem, self.pages.page_size)

    def _is_drawn(self, then: Callable[[], object]) -> bool:
        """Return whether the report is drawn and up to date; if not, call `then` once it is."""
        if self._job is None and self.pdf is not None and not self._stale:
            return True
        self._then = then
        if self._job is None:
            self.draw()
        return False

    def write(self, path: Path) -> None:
        """Write the report that is shown, and emit `exported`, or the desk's `failed`."""
        assert self.pdf is not None
        try:
            made = write_report(path, self.pdf, self._desk.path)
        except CampaignFileError as error:
            self._desk.failed.emit(str(error))
            return
        self.exported.emit(str(made))

    def draw(self) -> None:
        """Read and draw the chosen report in a thread."""
        self.cancel()
        self._stale = False
        gather = self.choices.gather()
        if gather is None:
            self._nothing("No turn has been played yet.")
            return
        try:
            job = ReportJob(self._desk.campaign, gather, self.choices.paper, self)
        except CampaignFileError as error:
            self._nothing(str(error))
            return
        job.gathered.connect(self._gathered)
        job.advanced.connect(lambda done, total: self.choices.show_progress((done, total)))
        job.done.connect(self._drawn)
        job.failed.connect(self._failed)
        job.finished.connect(lambda: self._ended(job))
        self._job = job
        self._running.add(job)  # a cancelled job still runs for a while: `finish` waits for it
        self.choices.show_progress((0, 1))
        job.start()

    def cancel(self) -> None:
        """Stop drawing; the pages shown so far stay."""
        self._wait.stop()
        if self._job is not None:
            job, self._job = self._job, None
            for signal in (job.gathered, job.advanced, job.done, job.failed):
                signal.disconnect()
            job.requestInterruption()
            job.reading.stop()
            self._stale = True
        self.choices.show_progress(None)

    def finish(self) -> None:
        """Cancel, and wait until all threads have ended: the campaign is about to be closed."""
        self.cancel()
        for job in tuple(self._running):
            job.wait()
        self.printer.finish()
        self.pages.close_pdf()

    def _connect(self) -> None:
        self.choices.changed.connect(self._chosen)
        self.choices.part_chosen.connect(self._show_part)
        self.choices.export_asked.connect(self.export)
        self.choices.print_asked.connect(self.print_out)
        self.choices.cancel_asked.connect(self._give_up)
        self.printer.advanced.connect(self._show_printing)
        self.printer.said.connect(self._desk.said)
        self.printer.failed.connect(self._desk.failed)
        self._desk.changed.connect(self._heard)
        QtWidgets.QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]

    def _chosen(self) -> None:
        scope = self.choices.scope.current()
        if scope != self._scope:  # another report is read from its beginning
            self._scope = scope
            self.pages.verticalScrollBar().setValue(0)
        self._stale = True
        self._wait.start()
        self._show_part()

    def _show_part(self) -> None:
        """Show the pages or, of a battle, its story in paragraphs."""
        story = self.choices.shows_story
        self.pages.setVisible(not story)
        if story or "story" in vars(self):
            self.story.setVisible(story)
        self.setFocusProxy(self.story if story else self.pages)

    def _heard(self, changes: Changes) -> None:
        self._stale = True
        if not changes.tables.isdisjoint(_TURNS):
            self.choices.show_turns(self._desk.read(turns), self._desk.read(turn_to_tell))
        if not changes.tables.isdisjoint(_PHOTOS):
            self._offer_photos()
        if self.isVisible():
            self._wait.start()

    def _offer_photos(self) -> None:
        under = self._desk.read(battlefield).photo is not None
        self.choices.offer_photos(under or bool(self._desk.read(album)))

    def _give_up(self) -> None:
        self._then = None
        self.cancel()
        self.printer.cancel()

    def _show_printing(self, done: tuple[int, int] | None) -> None:
        if self._job is None:
            self.choices.show_progress(done, "Printing the report")

    @property
    def _is_late(self) -> bool:
        """Whether the signal comes from a job that was cancelled.

        What a thread had sent already is delivered although it was disconnected meanwhile; Qt then
        names no sender.
        """
        return self._job is None or self.sender() is not self._job

    def _gathered(self, data: ReportData) -> None:
        if self._is_late:
            return
        self._data = data
        paragraphs = self._job.paragraphs if self._job is not None else ()
        if paragraphs or "story" in vars(self):
            self.story.show_paragraphs(paragraphs)
        self.choices.note.say(_missing(data))
        self.choices.note.setVisible(bool(_missing(data)))

    def _drawn(self, pdf: bytes) -> None:
        if self._is_late:
            return
        self._job = None
        self.choices.show_progress(None)
        self.pdf = pdf
        self.pages.show_pdf(pdf)
        then, self._then = self._then, None
        if then:
            then()

    def _failed(self, error: Exception) -> None:
        if self._is_late:
            return
        foreseen = isinstance(error, BrikDeskError)
        self._nothing(str(error) if foreseen else "The report could not be drawn.")
        if not foreseen:  # a defect: raised here, it comes to the window's own excepthook
            raise error

    def _nothing(self, words: str) -> None:
        self._job, self._data, self.pdf, self._then = None, None, None, None
        self.choices.show_progress(None)
        self.pages.say(words)

    def _ended(self, job: ReportJob) -> None:
        self._running.discard(job)
        job.deleteLater()

    def _focus_moved(self, _old: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            in_story = "story" in vars(self) and self.story is now
            self._hub.keys_changed.emit((*self.story.own_keys, *KEYS[:2]) if in_story else KEYS)

    def _arrange(self) -> None:
        """Put the choices beside the pages, or above them if the window is narrow."""
        narrow = width_of(self.window().width(), self.theme.scale) is Width.SLIM
        ways = self._line.Direction
        self._line.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self.choices.set_narrow(narrow)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._wait.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._then = None
        self.cancel()  # but what goes to the printer goes on

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self._job or self.printer.is_busy):
            self._give_up()
        else:
            event.ignore()


def _missing(data: ReportData) -> str:
    # The thread that read the data has imported it.
    text = reports.text
    return f"{' '.join(data.faults)} {text.said_without_font(text.unprintable(data))}".strip()
