"""What an act costs beside the drive: its processor time in memory, and the bytes that it writes.

The floor is bare SQLite that leaves the same rows, images, log lines and act row in a copy of the file.
"""

import os
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks.measure import Figure, Result, Work
from brikdesk.acts.fire.fires import Ignite
from brikdesk.sample import write_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import open_connection

Rows = dict[str, tuple[list[str], dict[int, tuple[Any, ...]]]]
"""For each table its columns, and its rows by their keys."""

Statements = list[tuple[str, list[tuple[Any, ...]]]]


@contextmanager
def in_memory() -> Iterator[Path]:
    """Yield a folder in memory where there is one; what this computer records goes there too."""
    shared = Path("/dev/shm")
    usual = os.environ["BRIKDESK_DATA_DIR"]
    with TemporaryDirectory(prefix="brikdesk-", dir=shared if shared.is_dir() else None) as folder:
        os.environ["BRIKDESK_DATA_DIR"] = str(Path(folder) / "data")
        try:
            yield Path(folder)
        finally:
            os.environ["BRIKDESK_DATA_DIR"] = usual


class Measured(NamedTuple):
    """A change of a campaign, and the largest good ratio of its time to the floor."""

    name: str
    what: str
    change: Work
    aim: float


def against_bare(campaign: Campaign, changes: list[Measured], repeats: int) -> Iterator[Result]:
    """Measure changes that are made in turn, again and again: an act, and its undo."""
    for each in changes:  # what comes after overtakes an undone act: so does each that is measured
        each.change()
    path = campaign.path.with_name("bare.brik")
    copy(campaign.path, path)
    with closing(open_connection(path)) as bare:
        states = [_rows(bare)]
        times: list[tuple[list[float], list[float]]] = [([], []) for _ in changes]
        for _ in range(repeats):
            for number, each in enumerate(changes):
                times[number][0].append(_processor(each.change))
                if len(states) <= len(changes):
                    states.append(_rows_of(campaign.path))
                left = _difference(states[number], states[number + 1])
                times[number][1].append(_processor(lambda left=left: _write(bare, left)))
            _write(bare, _difference(states[-1], states[0]))
    for each, (own, floor) in zip(changes, times, strict=True):
        floor_words = "the same rows written with bare SQLite, processor time in memory"
        seconds, floor_seconds = statistics.median(own), statistics.median(floor)
        yield Result(each.name, each.what, floor_words, seconds, floor_seconds, each.aim)


def _processor(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _rows_of(path: Path) -> Rows:
    with closing(open_connection(path, read_only=True)) as file:
        return _rows(file)


def _rows(file: sqlite3.Connection) -> Rows:
    found: Rows = {}
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (name,) in file.execute(names).fetchall():
        rows = file.execute(f'SELECT rowid AS rowid, * FROM "{name}"')
        columns = [column[0] for column in rows.description[1:]]
        found[name] = columns, {key: tuple(row) for key, *row in rows}
    return found


def _difference(before: Rows, after: Rows) -> Statements:
    """Return the statements that lead from one state to another, those of equal words as one."""
    changes: dict[str, list[tuple[Any, ...]]] = {}
    for name, (columns, rows) in after.items():
        old = before[name][1]
        gone = f'DELETE FROM "{name}" WHERE rowid = ?'
        changes.setdefault(gone, []).extend((key,) for key in old.keys() - rows.keys())
        for key, row in rows.items():
            if key not in old:
                marks = ", ".join("?" * len(row))
                changes.setdefault(f'INSERT INTO "{name}" VALUES ({marks})', []).append(row)
            elif row != old[key]:
                pairs = zip(columns, row, old[key], strict=True)
                new = {column: value for column, value, was in pairs if value != was}
                names = ", ".join(f'"{column}" = ?' for column in new)
                update = f'UPDATE "{name}" SET {names} WHERE rowid = ?'
                changes.setdefault(update, []).append((*new.values(), key))
    return [(statement, rows) for statement, rows in changes.items() if rows]


def _write(bare: sqlite3.Connection, left: Statements) -> None:
    bare.execute("BEGIN IMMEDIATE")
    bare.execute("PRAGMA defer_foreign_keys = ON")
    for statement, rows in left:
        bare.executemany(statement, rows)
    bare.execute("COMMIT")


def written(folder: Path) -> Iterator[Figure]:
    """Measure what acts of the sample campaign hand to the drive; only where Linux counts it."""
    if not Path("/proc/self/io").exists():
        return
    path = folder / "written.brik"
    write_sample(path)
    with Campaign.open(path) as campaign:
        changes = (("act", lambda: campaign.do(Ignite(unit_id=1))), ("undo", campaign.undo))
        for _, change in changes:  # the first act and undo make the room for the next ones
            change()
        for name, change in changes:
            before = _bytes_written()
            change()
            written = (_bytes_written() - before) / 1024
            yield Figure(
                f"{name}, written", f"{name} in the sample, file and journal", written, "KB"
            )


def _bytes_written() -> int:
    counts = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(counts["wchar"])
