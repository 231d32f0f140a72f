"""The sample campaign: played on first use, where campaigns are kept, and opened from there."""

from PySide6.QtCore import QObject, QThread, Signal
from typing_extensions import override

from brikdesk.errors import BrikDeskError
from brikdesk.sample import NAME, write_sample
from ui.places import SUFFIX, campaigns_dir, file_name


class SampleJob(QThread):
    """Gives the sample's file: at once where it is there, else after its turns were played.

    `made` brings the path, `failed` words for the referee.
    """

    made = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)

    @override
    def run(self) -> None:
        try:
            path = campaigns_dir() / f"{file_name(NAME)}{SUFFIX}"
            if not path.exists():
                write_sample(path)
            self.made.emit(str(path))
        except BrikDeskError as error:
            self.failed.emit(str(error))
        except OSError as error:
            words = f"Its folder cannot be written: {error.strerror}. Nothing was changed."
            self.failed.emit(words)
