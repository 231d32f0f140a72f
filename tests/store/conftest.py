"""What the tests of campaign files share: a small stand-in schema, and files made by it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from brikdesk.store.file.schema import Migration, Schema, sql_step
from brikdesk.store.life import create_file

NOW = datetime(2026, 5, 2, 21, 40, tzinfo=UTC)

FIRST = """
CREATE TABLE player (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    name VARCHAR NOT NULL,
    UNIQUE (name)
);
CREATE TABLE unit (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER,
    name VARCHAR NOT NULL,
    kind VARCHAR(12) NOT NULL,
    hp INTEGER NOT NULL,
    speed FLOAT,
    alive BOOLEAN NOT NULL,
    extra JSON,
    seen_at DATETIME,
    picture BLOB,
    FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE INDEX unit_by_player ON unit (player_id);
CREATE TABLE act (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    chain VARCHAR NOT NULL
);
CREATE TABLE statechange (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    after_act INTEGER NOT NULL,
    chain VARCHAR NOT NULL
);
"""

SECOND = """
-- A table made anew, as its column types cannot be changed.
CREATE TABLE player_new (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    name VARCHAR NOT NULL,
    faction VARCHAR NOT NULL DEFAULT '',
    UNIQUE (name)
);
INSERT INTO player_new (id, name) SELECT id, name FROM player;
DROP TABLE player;
ALTER TABLE player_new RENAME TO player;
ALTER TABLE unit ADD COLUMN note VARCHAR;
"""

ROWS = """
INSERT INTO player (id, name) VALUES (1, 'Priya'), (2, 'Tom & Jerry'), (3, 'Gone');
DELETE FROM player WHERE id = 3;
INSERT INTO unit (player_id, name, kind, hp, speed, alive, extra, seen_at, picture) VALUES
    (1, 'Sir Bob', 'HERO', 7, 5.5, 1, '{"tags":["brave"],"deep":{"a":1.5}}',
     '2026-05-01 21:40:05.000000', x'89504E47'),
    (1, 'Żółw № 1', 'MINIFIG', 1, NULL, 1, '[]', NULL, NULL),
    (2, 'Wall', 'STRUCTURE', 30, 0.0, 0, 'null', '2026-05-01 21:41:00.000000', NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
INSERT INTO unit (player_id, name, kind, hp, alive, extra)
    SELECT 1 + i % 2, 'Trooper ' || i, 'MINIFIG', i, 1, '{"number":' || i || '}' FROM n;
"""


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep backups of tests out of the folder of whoever runs them."""
    folder = tmp_path / "data"
    monkeypatch.setenv("BRIKDESK_DATA_DIR", str(folder))
    return folder


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture(scope="session")
def first() -> Migration:
    return sql_step(1, FIRST)


@pytest.fixture(scope="session")
def schema(first: Migration) -> Schema:
    """Format 1 of the stand-in."""
    return Schema((first,))


@pytest.fixture(scope="session")
def second() -> Migration:
    return sql_step(2, SECOND)


@pytest.fixture(scope="session")
def later_schema(first: Migration, second: Migration) -> Schema:
    """Format 2 of the stand-in."""
    return Schema((first, second))


@pytest.fixture(scope="session")
def good_bytes(schema: Schema, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "good.brik"
    create_file(path, schema=schema)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(ROWS)
    return path.read_bytes()


@pytest.fixture
def campaign(tmp_path: Path, good_bytes: bytes) -> Path:
    """Make a good campaign file, alone in its folder."""
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "battle.brik"
    path.write_bytes(good_bytes)
    return path


@pytest.fixture(scope="session")
def content() -> Callable[[Path], list[str]]:
    """Return all that a file holds, as SQL."""

    def dump(path: Path) -> list[str]:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return list(connection.iterdump())

    return dump
