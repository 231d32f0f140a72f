"""Looking through backups, and bringing one back or opening it as a copy."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from brikdesk.store.lineage.copies import Copy, all_copies, copies_of
from ui.campaign.job import Job
from ui.campaign.places import campaigns_dir, file_name, shown_path
from ui.dialogs.backups_sheet import BackupsSheet
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
        self.sheet.closed.connect(self._end)

    def begin(self) -> None:
        """Open the sheet, and look through the backups on a thread meanwhile."""
        self.sheet.begin()
        look = partial(copies_of, self._file) if self._file else all_copies
        job = Job(look, self)
        job.done.connect(self._show)
        job.failed.connect(self.sheet.say)
        job.begin()

    def _show(self, found: list[Copy]) -> None:
        # The referee may have closed the sheet while the thread was looking.
        if self.sheet.is_open():
            self.sheet.show_copies(found, of_one=self._file is not None)

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
        """Close the campaign, which keeps its last state as a backup, and replace its file."""
        file = self._file
        assert file is not None
        opener = self._opener()
        opener.bring_back(copy, file)

    def _open_copy(self, copy: Copy) -> None:
        folder = self._file.parent if self._file else campaigns_dir()
        stem = self._file.stem if self._file else file_name(copy.campaign)
        self._opener().open_copy(copy, folder, stem)

    def _opener(self) -> Opener:
        """Close the sheet and the open campaign; return what opens another."""
        self.sheet.close_sheet()
        self._window.close_campaign()
        window = self._window
        return Opener(window.theme, window.stack, window.show_campaign)

    def _end(self) -> None:
        for job in self.findChildren(Job):
            job.wait()
        self.deleteLater()
