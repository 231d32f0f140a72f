"""Check the version of SQLite: refuse one that is too old, warn about one that is unsafe.

BrikDesk uses the SQLite of the Python that runs it.
"""

import sqlite3

from brikdesk.errors import CampaignFileError

OLDEST = (3, 38, 0)
"""The first version in which the JSON functions are always built in; the log is stored as JSON."""

SAFE = (3, 39, 2)
"""The first version without the hole that a hostile file could use (CVE-2022-35737)."""


def notice_of_sqlite(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> tuple[str, ...]:
    """Return warnings about this SQLite, usually none. Raise CampaignFileError if it is too old."""
    found, safe = (".".join(map(str, numbers)) for numbers in (version, SAFE))
    if version < OLDEST:
        raise CampaignFileError(
            f"This computer has SQLite {found}; BrikDesk needs {safe} or later. Nothing was "
            "opened. A newer Python brings a newer SQLite."
        )
    if version < SAFE:
        return (
            f"This computer has SQLite {found}, which files of strangers can harm. Open your own "
            f"only, or use a Python with SQLite {safe} or later.",
        )
    return ()
