"""Content that no BrikDesk writes, in a file that is sound by its own digests: refused or shown.

Another program can write any value that a column takes and hash the file anew. No command may end
in the interpreter's own words.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brikdesk.sample import write_sample, write_scifi_sample
from brikdesk.store.file.connection import make_engine
from brikdesk.store.journal.unbroken import accept
from tests.cli.outcome import Run
from tests.nightly import many

COMMANDS = (["check"], ["log"], ["agenda"], ["explain", "last"])
MUTANTS = many(10, 70, quick=3)
"""Mutants of each sample, each with four commands: 80 in all, at night 560."""

TEXTS = ("", "?", "-1", "null", "d0", "99999999999999999999d6", "Ω" * 300, "{}", "1,2", "MEMBER")
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 2**31, 1e300, "", "?", [], {}, [None], [[]], [{}], ["?"], [0], [[1, 2, 3]],
    {"": 1}, {"dice": []}, {"dice": [[6]], "tones": []}, [{"dice": "?", "tones": []}],
    [{"dice": [[6, 3, "typed"]], "tones": ["mauve"]}], [{"face": "six"}], [{"name": 1}],
    {"fate": 3}, {"id": "one"}, {"phase": []}, [["x", 1]], [{"name": "x", "total": 1, "terms": [[1]]}],
)  # fmt: skip


@pytest.fixture(scope="module", params=["brikwars", "scifi"])
def source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a sample campaign with waiting steps, dice that lie there, and much in its log."""
    path = tmp_path_factory.mktemp("content") / "source.brik"
    (write_sample if request.param == "brikwars" else write_scifi_sample)(path)
    with closing(sqlite3.connect(path)) as file:
        file.execute(
            "INSERT INTO laiddice (turn_id, step, faces) SELECT max(id), 'x', '[3]' FROM turn"
        )
        file.commit()
    hash_anew(path)
    return path


def hash_anew(path: Path) -> None:
    """Make the file sound by its own digests, as whoever knows the formulas can."""
    engine = make_engine(path)
    with engine.connect() as connection, connection.begin():
        accept(connection)
    engine.dispose()


def places(path: Path) -> list[tuple[str, str, bool]]:
    """Return table, column and whether it is JSON, of all columns of text that hold something."""
    found = []
    with closing(sqlite3.connect(path)) as file:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        for (table,) in file.execute(names).fetchall():
            if table in ("checkpoint", "statechange"):
                continue
            for _, column, kind, *_ in file.execute(f'PRAGMA table_info("{table}")').fetchall():
                counted = file.execute(f'SELECT count("{column}") FROM "{table}"').fetchone()
                if (table, column) == ("act", "state"):
                    continue  # refused before anything is hashed; tests/acts/test_shapes.py
                if counted[0] and (kind == "JSON" or kind.startswith("VARCHAR")):
                    found.append((table, column, kind == "JSON"))
    return found


def mutate(path: Path, chance: Random) -> str:
    """Change one value of one row, or of all, and hash the file anew; tell what was done."""
    table, column, is_json = chance.choice(places(path))
    value = json.dumps(chance.choice(VALUES)) if is_json else chance.choice(TEXTS)
    which = "" if chance.random() < 0.5 else ' WHERE id = (SELECT max(id) FROM "' + table + '")'
    with closing(sqlite3.connect(path)) as file:
        try:
            file.execute(f'UPDATE "{table}" SET "{column}" = ?{which}', (value,))
        except sqlite3.IntegrityError:
            return ""
        file.commit()
    hash_anew(path)
    return f"{table}.{column} = {value}{which}"


def test_no_command_ends_in_the_interpreters_words(run: Run, source: Path, tmp_path: Path) -> None:
    told = {0: 0, 1: 0}
    for seed in range(MUTANTS):
        path = Path(shutil.copy(source, tmp_path / "mutant.brik"))
        done = mutate(path, Random(f"content {seed}"))
        for command in COMMANDS:
            try:
                code, _, error = run(command[0], path, *command[1:])
            except Exception as defect:
                raise AssertionError(f"seed {seed}, {command[0]}: {done}") from defect
            assert "Traceback" not in error
            told[code] += 1
    print(told)
    assert told[0], "the control: none was opened"
    assert told[1], "the control: none was refused"
