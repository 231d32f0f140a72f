"""Errors of a campaign file or its drive. Each says what happened and if the game is safe."""

import errno
import sqlite3
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from brikdesk.errors import CampaignFileError


class NotACampaign(CampaignFileError):
    """The file is of another kind; `what` says which."""

    def __init__(self, what: str) -> None:
        super().__init__(f"This is not a BrikDesk campaign ({what}). Nothing was changed.")


class Newer(CampaignFileError):
    """The file was saved by a later program in a format that this one does not know."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"This campaign was saved by a newer BrikDesk (file format {found}; this one reads up "
            f"to {known}). Install the newer BrikDesk to open it. Nothing was changed."
        )


class ForeignParts(CampaignFileError):
    """The file holds parts that BrikDesk never writes: triggers, views, other tables."""

    def __init__(self, part: str) -> None:
        super().__init__(
            f"This file contains parts that BrikDesk never writes ({part}). It was not opened."
        )


class Unreadable(CampaignFileError):
    """The drive does not give the file, or not all of it; what it holds may be good."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}. Nothing was changed.")


class Broken(CampaignFileError):
    """The file lost or changed data; `backup` is the newest good copy, if one was found."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
        self.backup: Path | None = None
        self.backup_age = ""

    def offer(self, backup: Path, made: datetime, now: datetime) -> None:
        """Add a good backup and its age to the message."""
        self.backup, self.backup_age = backup, moment(made, now)

    def __str__(self) -> str:
        rescue = f" Your last good backup is from {self.backup_age}." if self.backup else ""
        return f"{self.what}{rescue} The file stays as it is."


class Damaged(Broken):
    """The file has pages or values that cannot be right; `where` names the place."""

    def __init__(self, where: str) -> None:
        super().__init__(f"The file is damaged ({where}).")


class CutOff(Broken):
    """The file has fewer bytes than its header says."""

    def __init__(self) -> None:
        super().__init__(
            "The file is shorter than it should be: it was probably copied while in use, "
            "or the copy was interrupted."
        )


class NotSaved(CampaignFileError):
    """The drive refused a change; the transaction was rolled back."""


class ClosedBadly(CampaignFileError):
    """All acts are saved, but something that belongs to closing failed; the message says what."""


class Busy(CampaignFileError):
    """Another program holds the file for a moment; trying again helps."""

    def __init__(self) -> None:
        super().__init__("Another program is writing to this campaign. Nothing was changed.")


class CannotLock(CampaignFileError):
    """The drive does not support file locks, so two programs could write at the same time."""

    def __init__(self) -> None:
        super().__init__(
            "The drive with this campaign does not lock files, as some network drives do not. "
            "Nothing was changed. Copy the campaign to this computer's own drive."
        )


class Lost(CampaignFileError):
    """The open file can never be written to again; the campaign must be rescued or reopened."""


class Replaced(Lost):
    """The open file is no longer the one at its path."""

    def __init__(self) -> None:
        super().__init__(
            "The file was replaced by another program (cloud sync?). Nothing more was written."
        )


class DriveGone(Lost):
    """The open file cannot be found any more."""

    def __init__(self) -> None:
        super().__init__("The drive with the campaign is gone, or the file was moved away.")


_REASONS = {
    "SQLITE_FULL": "the drive is full",
    "SQLITE_READONLY": "the file or its folder is write-protected",
    "SQLITE_IOERR": "the drive reported an error",
    "SQLITE_CANTOPEN": "the file or its folder cannot be opened",
    "SQLITE_PERM": "the file or its folder is write-protected",
    "SQLITE_NOMEM": "this computer is out of memory",
}
_OS_REASONS = {
    errno.ENOSPC: "the drive is full",
    errno.EDQUOT: "the drive is full",
    errno.EROFS: "the drive is write-protected",
    errno.EACCES: "the file or its folder is write-protected",
    errno.EPERM: "the file or its folder is write-protected",
    errno.EIO: "the drive reported an error",
    errno.ENOENT: "the folder is not there",
    errno.ENOTDIR: "the folder is not there",
    errno.EISDIR: "a folder has the name of the file",
    errno.ENXIO: "something else than a file has its name",
}


def reason_of(error: BaseException) -> str:
    """Return why the drive or SQLite refused, as half a sentence; empty for any other error."""
    if isinstance(error, OSError):
        return _OS_REASONS.get(error.errno or 0, "the system reported an error")
    name = str(getattr(error, "sqlite_errorname", ""))
    return next((words for start, words in _REASONS.items() if name.startswith(start)), "")


def in_words(
    error: Exception,
    failure: str = "The change was not saved",
    standing: str = "The game stands as before.",
) -> Exception:
    """Return the CampaignFileError that says what the drive or SQLite reported.

    An error that is not about the file (a refusal, a defect, a broken constraint) is returned
    unchanged. `failure` says what did not happen, `standing` what state the game is in now.
    """
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error | OSError):
        return error
    name = str(getattr(cause, "sqlite_errorname", ""))
    if name.startswith("SQLITE_READONLY_DBMOVED"):
        return Replaced()
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Busy()
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or "unsupported file" in str(cause):
        return damage_in(str(cause))
    if str(cause).startswith("no such table"):
        return Damaged("its tables are gone")  # cut to nothing, or another database, while open
    if reason := reason_of(cause):
        return NotSaved(f"{failure}: {reason}. {standing}")
    return error


def damage_in(said: str) -> Damaged:
    """Return the Damaged error for SQLite's own message about a broken file."""
    is_vague = said in (
        "database disk image is malformed", "file is not a database", "unsupported file format",
    )  # fmt: skip
    is_inner = "database" in said or "***" in said  # SQLite's words for those who know SQLite
    return Damaged("its pages do not fit together" if is_vague or is_inner else said[:100])


def moment(then: datetime, now: datetime) -> str:
    """Return a moment in local time: today 21:40, yesterday 21:40, 2 May 2026 21:40."""
    local, today = then.astimezone(), now.astimezone().date()
    days = (today - local.date()).days
    named = {0: "today", 1: "yesterday"}.get(days, f"{local.day} {local:%B %Y}")
    return f"{named} {local:%H:%M}"
