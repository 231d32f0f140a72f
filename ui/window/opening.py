"""Opening a campaign: a file, a sample, a backup, a second start; or saying why not."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.copies import (
    BroughtBack,
    Copy,
    PastAct,
    all_copies,
    as_recorded,
    bring_back,
    copies_of,
    copy_at,
    past_acts,
    write_out,
)
from brikdesk.store.exchange import begins_like_export, read_back
from brikdesk.store.file.faults import Broken, Busy, ForeignParts, NotACampaign
from brikdesk.store.file.lock import Locked, break_lock
from brikdesk.store.life import requests, take_request
from brikdesk.store.lineage import Relation, Surprising, open_campaign, room
from brikdesk.store.salvage import Salvaged, made_of_pages, salvage
from brikdesk.store.session import Progress
from ui.campaign.jobs import Job, WatchedJob
from ui.campaign.places import (
    A_MOMENT,
    SUFFIX,
    DriveAnswer,
    campaigns_dir,
    file_name,
    free_path,
    look,
    shown_path,
)
from ui.campaign.thread import Thread
from ui.dialogs.backups_and_lineage import BackupsFound, BackupsSheet, LineageSheet, SalvageSheet
from ui.forms.sheet import ErrandSheet, Question, Reply, tell
from ui.look.theme import Theme

if TYPE_CHECKING:
    from ui.window.frame import Frame


Result = TypeVar("Result")


SALVAGE = "Salvage into a new file…"


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
        except (NotACampaign, ForeignParts) as error:
            self._ask(path, str(error), *self._rest_of(path))
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
        rest = Reply(SALVAGE, lambda: self.salvage(path), "soft" if found else "primary")
        if not found:
            self._ask(path, str(error), rest)
            return
        best = found[0]
        use = Reply(
            "Open the backup", lambda: self.open_copy(best, path.parent, path.stem), "primary"
        )
        words = f"{error.what} There is a {best.words()}, to act {best.tip.act}."
        self._ask(path, f"{words} The file stays as it is.", use, rest)

    def _rest_of(self, path: Path) -> tuple[Reply, ...]:
        """Offer to salvage what may be a campaign whose first page is broken."""
        if path.match(f"*{SUFFIX}") and made_of_pages(path):
            return (Reply(SALVAGE, lambda: self.salvage(path), "primary"),)
        return ()

    def salvage(self, path: Path) -> None:
        """Put what can be proved of a damaged campaign into a new file, and show what is lost."""
        folder = path.parent if os.access(path.parent, os.W_OK) else campaigns_dir()
        new = free_path(folder, f"{path.stem} salvaged")

        def show(done: Salvaged) -> None:
            opens = partial(self.open, new)
            SalvageSheet(self._theme, self._host, path.name, new, done, opens).begin()

        self._do(path, lambda progress: salvage(path, new, progress), show)

    def _ask(self, path: Path, words: str, *answers: Reply) -> None:
        close = Reply("Close", None, "soft" if answers else "primary")
        title = f"{path.name} was not opened"
        Question(self._theme, self._host, title, words, (*answers, close)).ask()


EVERY = 100
"""Milliseconds from one look to the next."""

PATIENCE = 5_000
"""Milliseconds after which the drive is said to be silent. A disk that slept is awake by then."""


class Reaching(QObject):
    """Waits for one path at a time. `waiting` brings a path that does not answer at once.

    `silent` brings one whose drive has not answered in five seconds; it is waited for no longer.
    """

    waiting = Signal(object)
    silent = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._looks = QTimer(self, interval=EVERY)
        self._looks.timeout.connect(self._look)
        self._path = Path()
        self._then: Callable[[], object] | None = None
        self._left = 0

    def begin(self, path: Path, then: Callable[[], object]) -> None:
        """Call `then` once the drive of the path answers, whatever it says: mostly at once."""
        self.stop()
        if look(path, A_MOMENT) is not DriveAnswer.SILENT:
            then()
            return
        self._path, self._then, self._left = path, then, PATIENCE // EVERY
        self._looks.start()
        self.waiting.emit(path)

    def stop(self) -> None:
        """Wait no longer."""
        self._looks.stop()
        self._then = None

    def _look(self) -> None:
        self._left -= 1
        if look(self._path, 0.0) is not DriveAnswer.SILENT:
            then = self._then
            self.stop()
            if then:
                then()
        elif self._left <= 0:
            self.stop()
            self.silent.emit(self._path)


class Sampling(QObject):
    """Makes samples one at a time, each on a thread that ends before its file is opened.

    The last wish counts: a referee who asks for the other sample meanwhile gets that one, and one
    who opens something else gets none. When nothing more is made, `over` is called, and then `made`
    with the path or `failed` with words for the referee.
    """

    def __init__(
        self,
        made: Callable[[Path], object],
        failed: Callable[[str], object],
        over: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._made, self._failed, self._over = made, failed, over
        self._wanted: bool | None = None
        self._job: SampleJob | None = None

    def want(self, scifi: bool) -> None:
        """Have a sample made, if need be, and opened."""
        self._wanted = scifi
        if self._job is None:
            self._begin(scifi)

    def want_none(self) -> None:
        """Open no sample after all; the file that is being made is kept for another time."""
        self._wanted = None

    def _begin(self, scifi: bool) -> None:
        self._job = SampleJob(scifi, self)
        self._job.finished.connect(self._ended)
        self._job.start()

    def _ended(self) -> None:
        job, self._job = self._job, None
        if job is None:
            return
        job.wait()  # `finished` comes shortly before the thread has really ended
        job.deleteLater()
        wanted, self._wanted = self._wanted, None
        # Wanted meanwhile is the other sample; the one that is done stays for the next time.
        if wanted is not None and wanted != job.scifi:
            self.want(wanted)
            return
        self._over()
        if wanted is None:
            return
        if job.path is not None:
            self._made(job.path)
        else:
            self._failed(job.words)


class SampleJob(Thread):
    """Makes the file of a sample unless it exists; `scifi` for the one of the Sci-fi rules.

    When it has ended, `path` is the file, or `words` say why there is none.
    """

    def __init__(self, scifi: bool, parent: QObject) -> None:
        super().__init__(parent)
        self.scifi = scifi
        self.path: Path | None = None
        self.words = ""

    @override
    def run(self) -> None:
        # With it come the acts of a whole battle; who opens a campaign of his own needs none.
        from brikdesk.sample import NAME, SCIFI_NAME, write_sample, write_scifi_sample

        name, write = (SCIFI_NAME, write_scifi_sample) if self.scifi else (NAME, write_sample)
        try:
            path = campaigns_dir() / f"{file_name(name)}{SUFFIX}"
            if not path.exists():
                write(path)
            self.path = path
        except BrikDeskError as error:
            self.words = str(error)
        except OSError as error:
            self.words = f"Its folder cannot be written: {error.strerror}. Nothing was changed."


class BringingBack(QObject):
    """Shows the backups of the open campaign, or of all, and brings back or copies one."""

    def __init__(self, window: "Frame") -> None:
        super().__init__(window)
        self._window = window
        here = window.open_campaign
        self._file = here[0] if here else None
        title = f"Backups of {here[1]}" if here else "Backups"
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


def come_forward(window: QWidget) -> None:
    """Show a window above all others, with the keys, also if it was minimized."""
    window.setWindowState(
        (window.windowState() & ~Qt.WindowState.WindowMinimized) | Qt.WindowState.WindowActive
    )
    window.show()
    window.raise_()
    window.activateWindow()


class ComingForward(QObject):
    """Waits, as long as a campaign is open in `window`, for other starts of the program with it.

    The system tells of new files in the folder, so that waiting costs nothing.
    """

    def __init__(self, window: QWidget, campaign: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._campaign = window, campaign
        folder = requests()
        with suppress(OSError):  # without the folder a second start says where the campaign is open
            folder.mkdir(parents=True, exist_ok=True)
        self._watcher = QFileSystemWatcher([str(folder)], self)
        self._watcher.directoryChanged.connect(self._look)

    def _look(self) -> None:
        if take_request(self._campaign):
            come_forward(self._window)
