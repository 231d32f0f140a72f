"""How far a campaign is: its newest act, and the newest link of its journal's chain."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import Struct

from brikdesk.store.file.connection import open_connection


class Tip(Struct, frozen=True):
    """One state of a campaign: its newest act, and the newest link of its chain."""

    act: int
    chain: str

    def as_data(self) -> list[Any]:
        """Return it as JSON values."""
        return [self.act, self.chain]


EMPTY = Tip(0, "")
"""A campaign in which nothing has been done."""

_TIP = """
    SELECT id, chain FROM act WHERE id = (SELECT max(id) FROM act)
    UNION ALL
    SELECT after_act, chain FROM statechange WHERE id = (SELECT max(id) FROM statechange)
"""
_LINK = """
    SELECT EXISTS (SELECT 1 FROM act WHERE id = ? AND chain = ?)
        OR EXISTS (SELECT 1 FROM statechange WHERE after_act = ? AND chain = ?)
"""


def tip_from_data(data: Any) -> Tip:
    """Read what `as_data` returned. Raise ValueError or TypeError for anything else."""
    act, chain = data
    return Tip(int(act), str(chain))


def tip_of(connection: sqlite3.Connection) -> Tip:
    """Return how far the campaign is."""
    found = connection.execute(_TIP).fetchall()  # all, so that no lock is kept for another row
    # The change of a state that came after the newest act is newer than the act.
    tips = [Tip(*row) for row in found]
    return max(reversed(tips), key=lambda tip: tip.act, default=EMPTY)


def holds(connection: sqlite3.Connection, tip: Tip) -> bool:
    """Return whether a campaign is in a state or went through it."""
    asked = (tip.act, tip.chain, tip.act, tip.chain)
    return tip == EMPTY or bool(connection.execute(_LINK, asked).fetchall()[0][0])


BRANCH = "BeginAnew"
"""The name of the act with which a copy on purpose becomes a campaign of its own."""

_BRANCH = """
    SELECT act.uuid FROM image JOIN act ON act.id = image.act_id
    WHERE image."table" = 'campaign' AND act.name = ? ORDER BY act.id DESC LIMIT 1
"""


def origin_of(connection: sqlite3.Connection) -> str:
    """Return what tells a campaign from any other, and all its copies share; empty without acts.

    It is the uuid of the first act, or of the act with which it was made of another campaign.
    """
    # By the images of the campaign's one row: they are few, and found by an index.
    found = connection.execute(_BRANCH, (BRANCH,)).fetchall()
    found = found or connection.execute("SELECT uuid FROM act WHERE id = 1").fetchall()
    return str(found[0][0]) if found else ""


def tip_of_file(path: Path) -> Tip:
    """Return how far a file of the present format is. Raise sqlite3.Error if it is not readable."""
    with closing(open_connection(path, read_only=True)) as connection:
        return tip_of(connection)
