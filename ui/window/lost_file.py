"""The open file is gone, replaced or not writable: what is safe, and the ways to go on."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from brikdesk.errors import CampaignFileError
from brikdesk.store.copies import Copy, copies_of
from brikdesk.store.file.durable import beside, put_in_place
from brikdesk.store.file.durable import copy as write_copy
from brikdesk.store.file.faults import Broken, Lost, Replaced, moment
from brikdesk.store.lineage import keep_seen_here
from ui.campaign.desk import Desk
from ui.campaign.jobs import Job
from ui.campaign.places import SUFFIX, campaigns_dir, free_path, shown_path
from ui.forms.sheet import Question, Reply
from ui.window.opening import SALVAGE, Opener

if TYPE_CHECKING:
    from ui.window.frame import Frame

SAFE = "Nothing is lost: all acts are kept on this computer."


class LostFile(QObject):
    """Asks how to go on without the file, one question at a time; first all acts are copied here."""

    def __init__(self, window: "Frame", desk: Desk) -> None:
        super().__init__(desk)
        self._window, self._desk = window, desk
        self._asked: Question | None = None
        self._job: Job | None = None
        self._copy: Path | None = None

    def ask(self, error: CampaignFileError, again: Callable[[], object] | None) -> None:
        """Say what happened, whether the game is safe, and what can be done.

        `again` repeats what could not be saved.
        """
        # Every further act on a lost file would ask the same question again.
        if self._asked is not None or self._job is not None:
            return
        name = self._desk.path.name
        if not isinstance(error, Lost | Broken):
            self._show("Not saved", f"{error} The file {name} is unchanged.", self._unsaved(again))
            return
        try:
            self._copy = self._desk.campaign.rescue()
        except CampaignFileError:
            self._put_together(error)
        else:
            self._ask_about_loss(error)

    def wait(self) -> None:
        """Wait until the thread that puts a copy together has ended."""
        if self._job:
            self._job.wait()

    def _put_together(self, error: CampaignFileError) -> None:
        """Make the copy from a backup and the recorded acts: the file cannot be read any more."""
        campaign = self._desk.campaign
        # Read here: the thread must not touch the campaign, which belongs to this one.
        recorder, tip, path = campaign.recorder, campaign.tip, campaign.path

        def work() -> tuple[Path | None, str, list[Copy]]:
            kept, missing = keep_seen_here(recorder, tip, path) if recorder else (None, "")
            there = [] if kept else [copy for copy in copies_of(path) if copy.campaign]
            return kept, missing, there

        job = self._job = Job(work, self)
        job.done.connect(lambda found: self._have_put_together(error, *found))
        job.failed.connect(lambda _words: self._have_put_together(error, None, "", []))
        job.begin()

    def _have_put_together(
        self, error: CampaignFileError, kept: Path | None, missing: str, copies: list[Copy]
    ) -> None:
        self._job = None
        self._copy = kept
        if kept:
            self._ask_about_loss(error, missing)
        else:
            self._ask_about_unreadable(error, copies)

    def _ask_about_loss(self, error: CampaignFileError, missing: str = "") -> None:
        replaced = isinstance(error, Replaced)
        what = "cannot be read"
        if isinstance(error, Lost):
            what = "was replaced" if replaced else "is gone"
        title = f"{self._desk.path.name} {what}"
        self._show(title, f"{error} {missing or SAFE}", self._lost(gone=not replaced))

    def _ask_about_unreadable(self, error: CampaignFileError, copies: list[Copy]) -> None:
        title = f"{self._desk.path.name} cannot be read"
        if not copies:
            words = f"{error} There is no backup. Leave the window open until it is there again."
            self._show(title, words, (self._look(), self._rest()))
            return
        self._copy = copies[0].path
        when = moment(copies[0].made, datetime.now(UTC))
        words = (
            f"{error} The last good backup is from {when}, act {copies[0].tip.act}; "
            "later acts are not in it."
        )
        self._show(title, words, (*self._lost(gone=True), self._rest()))

    def _show(self, title: str, words: str, answers: tuple[Reply, ...]) -> None:
        theme, stack = self._window.theme, self._window.stack
        asked = self._asked = Question(theme, stack, title, words, answers)
        asked.closed.connect(self._closed)
        asked.ask()

    def _closed(self) -> None:
        self._asked = None

    def _lost(self, gone: bool) -> tuple[Reply, ...]:
        found = "I have plugged it in again" if gone else "Compare with what is there"
        return (
            Reply("Continue here", self.continue_here, "primary"),
            Reply("Save it elsewhere…", self.save_elsewhere),
            Reply(found, self.open_again),
            Reply("Only look", self.only_look),
        )

    def _unsaved(self, again: Callable[[], object] | None) -> tuple[Reply, ...]:
        return (
            Reply("Try again", again, "primary"),
            Reply("Save on this computer", self.continue_here),
            Reply("Save it elsewhere…", self.save_elsewhere),
            Reply("Close"),
        )

    def _look(self) -> Reply:
        return Reply("Try again", self._desk.look_at_the_file, "primary")

    def _rest(self) -> Reply:
        return Reply(SALVAGE, self._salvage)

    def _salvage(self) -> None:
        """Let go of the file, and put what can be proved of it into a new one."""
        window, path = self._window, self._desk.path
        self._desk.campaign.let_go()
        window.close_campaign()
        Opener(window.theme, window.stack, window.show_campaign).salvage(path)

    def continue_here(self) -> None:
        """Go on with a copy in the folder for campaigns."""
        self._go_on_with(lambda: free_path(campaigns_dir(), self._desk.path.stem))

    def save_elsewhere(self) -> None:
        """Ask where the campaign should be saved, and go on with a copy there."""
        start = str(free_path(campaigns_dir(), self._desk.path.stem))
        words = f"BrikDesk campaigns (*{SUFFIX})"
        name, _ = QFileDialog.getSaveFileName(self._window, "Save the campaign", start, words)
        if name:
            path = Path(name)
            self._go_on_with(lambda: path if path.suffix else path.with_suffix(SUFFIX))

    def open_again(self) -> None:
        """Open the file at the campaign's path, with every check; the copy is kept.

        If the file holds another state of the campaign, the referee chooses between the two.
        """
        if self._desk.path.exists():
            self._open(self._desk.path)
        else:
            self._failed("It is not there yet.")

    def only_look(self) -> None:
        """Show the copy without changing it."""
        if self._copy:
            self._open(self._copy, read_only=True)

    def _go_on_with(self, place: Callable[[], Path]) -> None:
        """Write the copy to `place()` and open it; if that fails, ask again."""
        try:
            copy = self._copy or self._desk.campaign.rescue()
            path = place()
            # Written beside its place and moved there whole: a power cut leaves no half campaign.
            part = beside(path)
            write_copy(copy, part)
            put_in_place(part, path)
        except OSError as error:
            self._failed(f"The copy was not written: {error.strerror}.")
        except CampaignFileError as error:
            self._failed(str(error))
        else:
            self._open(path)

    def _open(self, path: Path, *, read_only: bool = False) -> None:
        """Let go of the lost file, then open another: both may have the same path."""
        self._desk.campaign.let_go()
        self._window.close_campaign()
        self._window.open_path(path, read_only=read_only)

    def _failed(self, words: str) -> None:
        kept = f" A copy is kept on this computer: {shown_path(self._copy)}." if self._copy else ""
        self._show("Not saved", f"{words}{kept}", self._lost(gone=True))
