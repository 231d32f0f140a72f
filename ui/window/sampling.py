"""The sample campaigns: played on first use, where campaigns are kept, and opened from there."""

from PySide6.QtCore import QObject, QThread, Signal
from typing_extensions import override

from brikdesk.errors import BrikDeskError
from brikdesk.sample import NAME, SCIFI_NAME, write_sample, write_scifi_sample
from ui.campaign.places import SUFFIX, campaigns_dir, file_name


class SampleJob(QThread):
    """Gives the file of a sample: at once where it is there, else after its turns were played.

    `scifi`: the one of the Sci-fi rules. `made` brings the path, `failed` words for the referee.
    """

    made = Signal(str)
    failed = Signal(str)

    def __init__(self, scifi: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name, self._write = (
            (SCIFI_NAME, write_scifi_sample) if scifi else (NAME, write_sample)
        )

    @override
    def run(self) -> None:
        try:
            path = campaigns_dir() / f"{file_name(self._name)}{SUFFIX}"
            if not path.exists():
                self._write(path)
            self.made.emit(str(path))
        except BrikDeskError as error:
            self.failed.emit(str(error))
        except OSError as error:
            words = f"Its folder cannot be written: {error.strerror}. Nothing was changed."
            self.failed.emit(words)
