"""Name and write a report's file; paper sizes and the cancelling of a report."""

import errno
import os
import re
import sys
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.durable import beside, created, discard, put_in_place, sweep
from brikdesk.store.file.faults import reason_of

if TYPE_CHECKING:
    from brikdesk.reports.data import ReportData

LONGEST_STEM = 180
"""Most bytes of a file name before .pdf; common file systems allow 255 in all."""

_PART = "brikdesk-report"

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
# Names that Windows keeps for devices, whatever suffix they have.
_RESERVED = re.compile(
    r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?", re.IGNORECASE
)


def file_name(data: "ReportData") -> str:
    """Return the name to propose for a report's file, such as Turn 6 Duchy of Lower Stud.pdf."""
    return f"{safe_stem(data.file_stem)}.pdf"


def safe_stem(words: str) -> str:
    """Return words as a file name without suffix, without reserved characters or names."""
    one_spelling = unicodedata.normalize("NFC", words)
    stem = " ".join(_FORBIDDEN.sub(" ", one_spelling).split())
    # Cutting bytes may split the last character; Windows drops spaces and dots at the end.
    stem = stem.encode("utf-8")[:LONGEST_STEM].decode("utf-8", "ignore").strip(" .")
    if _RESERVED.fullmatch(stem):
        stem = f"Report {stem}"
    return stem or "Report"


def write_report(path: Path, pdf: bytes, campaign: Path | None = None) -> Path:
    """Write a report and return its path, which always ends with .pdf.

    The bytes are written to another file, synced and renamed, so that an old report is replaced
    only by a whole new one. `campaign` is a file that must never be overwritten, and the report is
    as private as that. Raise CampaignFileError if nothing was written.
    """
    path = Path(path)
    named = path if path.suffix.lower() == ".pdf" else path.with_name(f"{path.name}.pdf")
    _check_not_campaign((path, named), campaign, "report")
    return _put(named, pdf, campaign, "report")


def write_map(path: Path, picture: bytes, campaign: Path | None = None) -> Path:
    """Write a map under this name, whose suffix is that of its kind, and return its path.

    Like a report, it takes the place of an old one only as a whole. Raise CampaignFileError if
    nothing was written.
    """
    return _put(Path(path), picture, campaign, "map")


def write_picture(path: Path, picture: bytes, campaign: Path | None = None) -> Path:
    """Write a picture of the desk under this name and return its path.

    Like a report, it takes the place of an old one only as a whole; `campaign` is never
    overwritten. Raise CampaignFileError if nothing was written.
    """
    _check_not_campaign((Path(path),), campaign, "picture")
    return _put(Path(path), picture, campaign, "picture")


def write_export(path: Path, data: bytes | Iterable[bytes], campaign: Path | None = None) -> Path:
    """Write an export, at once or part by part, under this name and return its path.

    It takes the place of an old file only as a whole; `campaign` is never overwritten. Raise
    CampaignFileError if nothing was written.
    """
    _check_not_campaign((Path(path),), campaign, "export")
    return _put(Path(path), data, campaign, "export")


def _check_not_campaign(paths: Iterable[Path], campaign: Path | None, what: str) -> None:
    if campaign is not None and any(_is_same(path, campaign) for path in paths):
        raise CampaignFileError(
            f"The {what} was not written: it would replace the campaign itself. "
            "Choose another name. The campaign is unchanged."
        )


def _put(named: Path, data: bytes | Iterable[bytes], campaign: Path | None, what: str) -> Path:
    target = _real(named, what)
    sweep(target.with_name(_PART))
    part = beside(target.with_name(_PART))  # whatever the length of the report's own name
    try:
        with created(part, campaign) as file:
            file.writelines((data,) if isinstance(data, bytes) else data)
        put_in_place(part, target)
    except (OSError, ValueError) as error:
        raise _not_written(_reason(error), target, what) from error
    finally:
        discard(part)
    return target


def _real(named: Path, what: str) -> Path:
    """Return the file to which a link leads. Raise CampaignFileError if it cannot be replaced."""
    try:
        # The file is replaced to which a link leads, and not the link.
        real = Path(os.path.realpath(named))
        if real.is_dir():
            raise _not_written(f"{named.name} is a folder", None, what)
        if real.exists() and not real.is_file():
            raise _not_written(f"{named.name} is not a file that can be replaced", None, what)
        if real.exists() and not os.access(real, os.W_OK):
            raise _not_written("the file is write-protected", real, what)
    except (OSError, ValueError) as error:
        raise _not_written(_reason(error), None, what) from error
    return real


def _is_same(one: Path, other: Path) -> bool:
    try:
        return os.path.realpath(one) == os.path.realpath(other) or one.samefile(other)
    except (OSError, ValueError):
        return False


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, ValueError):
        return "its name has a character that no file name can have"
    if error.errno == errno.ENAMETOOLONG:
        return "its name is too long"
    if sys.platform == "win32" and error.errno in (errno.EACCES, errno.EPERM):
        return "another program has it open, or it is write-protected"
    return reason_of(error)


def _not_written(reason: str, old: Path | None, what: str) -> CampaignFileError:
    try:
        kept = old is not None and old.exists()
    except (OSError, ValueError):
        kept = False
    standing = f"The old {what} is unchanged." if kept else "Nothing was changed."
    return CampaignFileError(f"The {what} was not written: {reason}. {standing}")


class Paper(StrEnum):
    """The sizes that a report can be printed on."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def points(self) -> tuple[float, float]:
        """Width and height: 210 by 297 mm, or 8.5 by 11 inches."""
        if self is Paper.LETTER:
            return 612.0, 792.0
        return 210 / 25.4 * 72, 297 / 25.4 * 72


class ReportCancelled(Exception):
    """The referee cancelled the report; nothing was written."""
