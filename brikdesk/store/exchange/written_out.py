"""Write a campaign out as JSON: every row of the game, of the journal and of the photos.

The rows stand as the file holds them, acts and log lines as the text that the chain of the journal
covers. So the campaign that is read back has the same digest and the same chain, and can be undone
as far as this one.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from sqlmodel import Session

from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange.form import BEGINNING, to_value
from brikdesk.store.file.connection import driver_connection
from brikdesk.store.file.schema import DeclaredColumn, frozen_schema, layout, quoted
from brikdesk.store.progress import Progress, unwatched

ROWS_BETWEEN = 500
"""Rows between two looks at the progress, and whether it was cancelled."""


def written_out(
    campaign: Campaign,
    progress: Progress = unwatched,
    write: Callable[[Iterator[bytes]], Any] = b"".join,
) -> Any:
    """Give the whole campaign as JSON in UTF-8 to `write`; equal campaigns give equal bytes.

    `write` takes it part by part, in one reading of the campaign: no more than one row is in memory.
    Return what it returns; by default the bytes.
    """

    def ask(session: Session) -> Any:
        return write(part.encode("utf-8") for part in _parts(session, progress))

    return campaign.reading(ask)


def _parts(session: Session, progress: Progress) -> Iterator[str]:
    # Driver rows, because a type of the models would make other text of what the file holds.
    file = driver_connection(session.connection())
    schema = frozen_schema()
    form = layout(schema, schema.version)
    counts = {
        table: file.execute(f"SELECT count(*) FROM {quoted(table)}").fetchone()[0]
        for table in form.tables
    }
    done, total = 0, sum(counts.values())
    yield f'{BEGINNING.decode()} "version": {schema.version},\n"tables": {{'
    for place, table in enumerate(form.tables):
        names = columns_of(form.columns, table)
        yield f'{"," if place else ""}\n{_json(table)}: {{"columns": {_json(names)}, "rows": ['
        listed = ", ".join(quoted(name) for name in names)
        rows = file.execute(f"SELECT {listed} FROM {quoted(table)} ORDER BY rowid")
        for n, row in enumerate(rows):
            if not done % ROWS_BETWEEN:
                progress("Writing the campaign out", done, total)
            done += 1
            yield f"{',' if n else ''}\n{_json([to_value(value) for value in row])}"
        yield "]}"
    counters = dict(file.execute("SELECT name, seq FROM sqlite_sequence ORDER BY rowid"))
    yield f'}},\n"counters": {_json(counters)}}}\n'


def columns_of(columns: tuple[DeclaredColumn, ...], table: str) -> list[str]:
    """Return the names of a table's columns in their order."""
    return [column.name for column in columns if column.table == table]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
