"""Opening a campaign file, or saying why not and what can be done about it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange.form import begins_like_export
from brikdesk.store.exchange.read_back import read_back
from brikdesk.store.file.faults import Broken, Busy
from brikdesk.store.file.lock import Locked, break_lock
from brikdesk.store.lineage.ancestry import Relation, Surprising
from brikdesk.store.lineage.copies import (
    BroughtBack,
    Copy,
    as_recorded,
    bring_back,
    copies_of,
    write_out,
)
from brikdesk.store.lineage.opening import open_campaign
from brikdesk.store.progress import Progress
from ui.campaign.job import WatchedJob
from ui.campaign.places import free_path
from ui.dialogs.errand_sheet import ErrandSheet
from ui.dialogs.lineage_sheet import LineageSheet
from ui.forms.question import Question, Reply, tell
from ui.look.theme import Theme

Result = TypeVar("Result")


class Opener(QObject):
    """Opens files for a window; calls `opened` with the campaign if that works."""

    def __init__(self, theme: Theme, host: QWidget, opened: Callable[[Campaign], object]) -> None:
        super().__init__(host)
        self._theme, self._host, self._opened = theme, host, opened

    def open(
        self,
        path: Path,
        *,
        read_only: bool = False,
        accept: frozenset[Relation] = frozenset(),
    ) -> None:
        """Open a file, or ask what to do about it.

        `accept`: relations to what this computer saw of the campaign that the referee accepts.
        """
        if begins_like_export(path):
            self._read_back(path)
            return
        try:
            campaign = open_campaign(path, read_only=read_only, accept=accept)
        except Locked as error:
            self._ask_about_lock(path, error)
        except Surprising as error:
            self._ask_about_lineage(path, error)
        except Broken as error:
            self._ask_about_damage(path, error)
        except Busy as error:
            again = Reply("Try again", lambda: self.open(path, read_only=read_only), "primary")
            self._ask(path, str(error), again)
        except CampaignFileError as error:
            self._ask(path, str(error))
        else:
            self._opened(campaign)

    def bring_back(
        self, copy: Copy, path: Path, otherwise: Callable[[], object] = lambda: None
    ) -> None:
        """Put a copy in the place of the campaign at this path, and open it.

        `otherwise` is called if that is cancelled or fails.
        """
        self._do(
            path,
            lambda progress: bring_back(copy, path, progress),
            lambda back: self._open_back(path, back),
            otherwise,
        )

    def open_copy(self, copy: Copy, folder: Path, name: str) -> None:
        """Write a copy into `folder` under a free name, and open it."""
        path = free_path(folder, f"{name} from backup")
        self._do(
            path,
            lambda progress: write_out(copy, path, progress),
            lambda back: self._open_back(path, back),
        )

    def _open_back(self, path: Path, back: BroughtBack) -> None:
        self.open(path)
        if back.missing or back.lock_left:
            title = f"Not all of {path.name} is back" if back.missing else f"{path.name} is back"
            words = " ".join(filter(None, (back.missing, back.lock_left)))
            tell(self._theme, self._host, title, words)

    def _read_back(self, export: Path) -> None:
        """Write the campaign of an export beside it under a free name, and open it."""
        path = free_path(export.parent, export.stem)
        self._do(
            export, lambda progress: read_back(export, path, progress), lambda _: self.open(path)
        )

    def _do(
        self,
        path: Path,
        work: Callable[[Progress], Result],
        then: Callable[[Result], object],
        otherwise: Callable[[], object] = lambda: None,
    ) -> None:
        """Do long work on a thread, then call `then` with its result.

        If it is cancelled call `otherwise`; if it fails say why as well.

        While it runs nothing else can be done: what lies below could open another campaign.
        """
        job = WatchedJob(work, self)
        sheet = ErrandSheet(self._theme, self._host, job, f"Bringing back {path.name}")

        def failed(words: str) -> None:
            otherwise()
            self._ask(path, words)

        job.done.connect(then)
        job.failed.connect(failed)
        job.called_off.connect(otherwise)
        job.begin()
        if job.isRunning():
            sheet.begin()
        else:
            sheet.deleteLater()

    def _ask_about_lock(self, path: Path, error: Locked) -> None:
        watch = Reply("Watch only", lambda: self.open(path, read_only=True), "primary")
        # Nobody is named yet: the other program is just taking the lock, so it is only tried again.
        if error.owner is None:
            again = Reply("Try again", lambda: self.open(path), "primary")
            self._ask(path, str(error), again)
        else:
            take = Reply("Take over", lambda: self._take_over(path))
            words = "You can look at it here. Take over only if it is closed there."
            self._ask(path, f"{error} {words}", watch, take)

    def _take_over(self, path: Path) -> None:
        try:
            break_lock(path)
        except CampaignFileError as error:
            self._ask(path, str(error))
        else:
            self.open(path)

    def _ask_about_lineage(self, path: Path, error: Surprising) -> None:
        lineage = error.lineage
        # Only this surprise is accepted: if the file changes meanwhile, another one asks again.
        accept = frozenset({lineage.relation})
        LineageSheet(
            self._theme,
            self._host,
            path.name,
            lineage,
            here=lambda: self._go_on_here(path, lineage.origin),
            file=lambda: self.open(path, accept=accept),
            look=lambda: self.open(path, read_only=True),
        ).begin()

    def _go_on_here(self, path: Path, origin: str) -> None:
        """Put the state that was played on this computer at the path; keep the file there."""
        copy = as_recorded(origin)
        if copy is None:
            self._ask(path, "Of what was played here no copy is left on this computer.")
        else:
            self.bring_back(copy, path)

    def _ask_about_damage(self, path: Path, error: Broken) -> None:
        found = [copy for copy in copies_of(path) if copy.campaign]
        if not found:
            self._ask(path, str(error))
            return
        best = found[0]
        use = Reply(
            "Open the backup", lambda: self.open_copy(best, path.parent, path.stem), "primary"
        )
        words = f"{error.what} There is a {best.words()}, to act {best.tip.act}."
        self._ask(path, f"{words} The file stays as it is.", use)

    def _ask(self, path: Path, words: str, *answers: Reply) -> None:
        close = Reply("Close", None, "soft" if answers else "primary")
        title = f"{path.name} was not opened"
        Question(self._theme, self._host, title, words, (*answers, close)).ask()
