"""Which SQLite the system brings: too old is refused, old is told.

BrikDesk uses the SQLite of the Python that runs it.
"""

import sqlite3

from brikdesk.errors import CampaignFileError

OLDEST = (3, 38, 0)
"""The first that always reads JSON, which log and rules are kept in."""

SAFE = (3, 39, 2)
"""The first that mends what a hostile file could do to the ones before (CVE-2022-35737)."""


def notice_of_sqlite(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> tuple[str, ...]:
    """Return what to tell of this SQLite, mostly nothing; CampaignFileError where it is too old."""
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
