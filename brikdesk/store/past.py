"""The campaign as it was after an earlier act: row images put back in a copy in memory."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool
from sqlmodel import Session, col, select

from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection, from_json, in_words, to_json
from brikdesk.store.file.schema import quoted
from brikdesk.store.file.verify import PHOTOS, READ_AT_OPENING
from brikdesk.store.journal.images import put_back
from brikdesk.store.journal.remembering import forget
from brikdesk.store.session import CampaignSession
from brikdesk.store.tables import ActRecord, ActState, Image


@contextmanager
def looking_back(campaign: Campaign) -> Iterator[Callable[[int], Session]]:
    """Copy the campaign into memory and yield `back_to(act_id)`, which returns a session for views.

    The session shows the campaign as it was after that act. Calls only go back in time: each act
    must not be newer than the one before. Acts that are undone now count as never done. The file is
    not changed; the copy is dropped at the end. Raise CampaignFileError if it cannot be read.
    """
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    copy = create_engine(
        "sqlite://",
        creator=lambda: memory,
        poolclass=StaticPool,  # a database in memory exists only in this one connection
        json_serializer=to_json,
        json_deserializer=from_json,
    )
    try:
        _copy(driver_connection(campaign.engine), memory)
        with CampaignSession(bind=copy, autoflush=False) as session:
            yield lambda act_id: _back_to(session, act_id)
    except sqlite3.Error as error:
        raise in_words(error, "The past of the campaign could not be read") from error
    finally:
        copy.dispose()
        memory.close()


def _copy(file: sqlite3.Connection, memory: sqlite3.Connection) -> None:
    """Copy a campaign; without its photos where they are many, as they would fill the memory."""
    (photos,) = file.execute(f"SELECT sum(length(data)) FROM {PHOTOS}").fetchone()
    if (photos or 0) <= READ_AT_OPENING:
        file.backup(memory)
        return
    # Tables come before their indexes.
    parts = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC"
    memory.execute("BEGIN")
    for kind, name, sql in file.execute(parts).fetchall():
        if name.startswith("sqlite_"):
            continue
        memory.execute(sql)
        if kind == "table" and name != PHOTOS:
            rows = file.execute(f"SELECT * FROM {quoted(name)}")
            marks = ", ".join("?" * len(rows.description))
            memory.executemany(f"INSERT INTO {quoted(name)} VALUES ({marks})", rows)
    memory.execute("COMMIT")


def _back_to(session: Session, act_id: int) -> Session:
    images = session.exec(
        select(Image.table, Image.row_id, Image.before, Image.id)
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(col(ActRecord.state).in_((ActState.DONE, ActState.SEALED)))
        .where(col(Image.act_id) > act_id)
        .order_by(col(Image.id).desc())
    ).all()
    # The images come newest first, so a row's oldest one overwrites the others and is used alone.
    rows: dict[tuple[str, int], dict[str, Any] | None] = {
        (table, row_id): None if before is None else dict(before)
        for table, row_id, before, _ in images
    }
    connection = session.connection()
    put_back(connection, ((table, row_id, image) for (table, row_id), image in rows.items()))
    forget(session)
    return session
