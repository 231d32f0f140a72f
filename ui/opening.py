"""A campaign file is opened, or the window says why not and what can be done."""

import shutil
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.faults import Broken, Busy
from brikdesk.store.lock import Locked, break_lock
from ui.dialogs.question import Answer, Question
from ui.look.theme import Theme
from ui.places import free_path


class Opener:
    """Opens files for a window; `opened` is called with the campaign when it worked."""

    def __init__(self, theme: Theme, host: QWidget, opened: Callable[[Campaign], object]) -> None:
        self._theme, self._host, self._opened = theme, host, opened

    def open(self, path: Path, *, read_only: bool = False) -> None:
        """Open a file, or ask what to do about it."""
        try:
            campaign = Campaign.open(path, read_only=read_only)
        except Locked as error:
            self._ask_about_lock(path, error)
        except Broken as error:
            self._ask_about_damage(path, error)
        except Busy as error:
            again = Answer("Try again", lambda: self.open(path, read_only=read_only), "primary")
            self._ask(path, str(error), again)
        except CampaignFileError as error:
            self._ask(path, str(error))
        else:
            self._opened(campaign)

    def _ask_about_lock(self, path: Path, error: Locked) -> None:
        watch = Answer("Watch only", lambda: self.open(path, read_only=True), "primary")
        if error.owner is None:
            again = Answer("Try again", lambda: self.open(path), "primary")
            self._ask(path, str(error), again)
        else:
            take = Answer("Take over", lambda: self._take_over(path))
            words = "You can look at it here. Take over only if it is closed there."
            self._ask(path, f"{error} {words}", watch, take)

    def _take_over(self, path: Path) -> None:
        try:
            break_lock(path)
        except CampaignFileError as error:
            self._ask(path, str(error))
        else:
            self.open(path)

    def _ask_about_damage(self, path: Path, error: Broken) -> None:
        if error.backup is None:
            self._ask(path, str(error))
            return
        backup = error.backup
        use = Answer("Open the backup", lambda: self._open_backup(path, backup), "primary")
        self._ask(path, str(error), use)

    def _open_backup(self, path: Path, backup: Path) -> None:
        """Open a copy of the backup beside the file; the file itself stays as it is."""
        copy = free_path(path.parent, f"{path.stem} from backup")
        try:
            shutil.copyfile(backup, copy)
        except OSError as error:
            self._ask(path, f"The backup could not be copied: {error.strerror}. Nothing is lost.")
            return
        self.open(copy)

    def _ask(self, path: Path, words: str, *answers: Answer) -> None:
        close = Answer("Close", None, "soft" if answers else "primary")
        title = f"{path.name} was not opened"
        Question(self._theme, self._host, title, words, (*answers, close)).ask()
