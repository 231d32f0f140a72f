"""The sample campaigns: made on first use in the folder of campaigns, and opened from there."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from typing_extensions import override

from brikdesk.errors import BrikDeskError
from brikdesk.sample import NAME, SCIFI_NAME, write_sample, write_scifi_sample
from ui.campaign.places import SUFFIX, campaigns_dir, file_name
from ui.campaign.thread import Thread


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
