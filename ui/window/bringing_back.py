"""Looking through backups, and bringing one back or opening it as a copy."""

from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from brikdesk.store.lineage.copies import Copy, PastAct, all_copies, copies_of, copy_at, past_acts
from brikdesk.store.lineage.keeping import room
from ui.campaign.job import Job
from ui.campaign.places import campaigns_dir, file_name, shown_path
from ui.dialogs.backups_sheet import BackupsFound, BackupsSheet
from ui.forms.question import Question, Reply
from ui.window.opening import Opener

if TYPE_CHECKING:
    from ui.window.main_window import MainWindow


class BringingBack(QObject):
    """Shows the backups of the open campaign, or of all, and brings back or copies one."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        at_work = window.at_work
        self._file = at_work.desk.path if at_work else None
        title = f"Backups of {at_work.name}" if at_work else "Backups"
        self.sheet = BackupsSheet(window.theme, window.stack, title)
        self.sheet.chosen.connect(self._ask)
        self.sheet.act_chosen.connect(self._ask_about_act)
        self._origin = ""
        self._is_closed = False
        self.sheet.closed.connect(self._end)

    def begin(self) -> None:
        """Open the sheet, and look through the backups on a thread meanwhile."""
        self.sheet.begin()
        job = Job(partial(_look, self._file), self)
        job.done.connect(self._show)
        job.failed.connect(self._say)
        job.begin()

    def _show(self, found: BackupsFound) -> None:
        # The referee may have closed the sheet while the thread was looking, and Qt deleted it: so it is
        # not asked itself.
        if not self._is_closed:
            self._origin = found.origin
            self.sheet.show_found(found)

    def _say(self, words: str) -> None:
        if not self._is_closed:
            self.sheet.say(words)

    def _ask_about_act(self, past: PastAct) -> None:
        """Find the way back to an act, on a thread, and ask what to do with it."""
        job = Job(partial(copy_at, self._origin, past), self)
        job.done.connect(self._ask)
        job.failed.connect(self._say)
        job.begin()

    def _ask(self, copy: Copy) -> None:
        name = self._file.name if self._file else copy.campaign
        words = copy.words()
        message = f"{words[:1].upper()}{words[1:]}, to act {copy.tip.act}."
        beside = Reply("Open a copy", lambda: self._open_copy(copy), "soft")
        answers = [beside, Reply("Cancel", None, "quiet")]
        if self._file:
            message += f" {self._file.name} is put with the backups before it is replaced."
            back = Reply("Bring it back", lambda: self._bring_back(copy), "primary")
            answers.insert(0, back)
        else:
            message += f" The copy is put into {shown_path(campaigns_dir())}."
            answers[0] = Reply("Open a copy", lambda: self._open_copy(copy), "primary")
        window = self._window
        title = f"Bring {name} back?"
        Question(window.theme, window.stack, title, message, answers, "layers", "text").ask()

    def _bring_back(self, copy: Copy) -> None:
        """Close the campaign, whose last state is in backups and record, and replace its file."""
        file = self._file
        assert file is not None
        opener = self._opener()
        self._window.close_campaign()
        opener.bring_back(copy, file, otherwise=lambda: self._window.open_path(file))

    def _open_copy(self, copy: Copy) -> None:
        folder = self._file.parent if self._file else campaigns_dir()
        stem = self._file.stem if self._file else file_name(copy.campaign)
        self._opener().open_copy(copy, folder, stem)

    def _opener(self) -> Opener:
        """Close the sheet; return what opens a campaign in the place of the one that is open."""
        self.sheet.close_sheet()
        window = self._window
        return Opener(window.theme, window.stack, window.show_campaign)

    def _end(self) -> None:
        self._is_closed = True
        for job in self.findChildren(Job):
            job.wait()
        self.deleteLater()


def _look(file: Path | None) -> BackupsFound:
    """Look what can be brought back of a campaign, or of all."""
    words = room().words()
    if file is None:
        return BackupsFound(all_copies(), of_one=False, room=words)
    origin, acts = past_acts(file)
    evenings = [tuple(some) for _, some in groupby(acts, key=lambda past: past.evening)]
    return BackupsFound(copies_of(file), evenings[::-1], origin, room=words)
