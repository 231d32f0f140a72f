import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import MetaData
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import SQLModel

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups import backup_name, backups
from brikdesk.store.file.connection import open_connection
from brikdesk.store.file.schema import (
    Migration,
    NotMigrated,
    Schema,
    create_schema,
    frozen_schema,
    is_good,
    layout,
    layout_of,
    migrate,
    sql_step,
    statements,
)
from brikdesk.store.file.verify import verify
from brikdesk.store.life import open_file
from tests.nightly import many

Content = Callable[[Path], list[str]]


def test_an_older_campaign_is_backed_up_and_brought_up_to_date(
    campaign: Path,
    later_schema: Schema,
    schema: Schema,
    own_data_folder: Path,
    now: datetime,
    content: Content,
) -> None:
    before = content(campaign)
    opened = open_file(campaign, schema=later_schema, now=now)
    assert opened.notices == ("The campaign was brought to file format 2.",)
    opened.close()
    verify(campaign, later_schema)
    (saved,) = backups(own_data_folder / "backups", backup_name(campaign))
    assert saved.reason == "format1"
    verify(saved.path, schema)
    assert content(saved.path) == before


def test_nothing_is_lost_on_the_way(campaign: Path, later_schema: Schema) -> None:
    with closing(open_connection(campaign)) as connection:
        rows = "SELECT id, player_id, name, hp, extra FROM unit ORDER BY id"
        before = connection.execute(rows).fetchall()
        migrate(connection, later_schema)
        assert connection.execute(rows).fetchall() == before
        players = connection.execute("SELECT * FROM player").fetchall()
        assert players == [(1, "Priya", ""), (2, "Tom & Jerry", "")]
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_a_key_deleted_before_is_not_given_out_after(campaign: Path, later_schema: Schema) -> None:
    with closing(open_connection(campaign)) as connection:
        migrate(connection, later_schema)
        made = connection.execute("INSERT INTO player (name) VALUES ('New') RETURNING id")
        assert made.fetchone() == (4,)  # 3 was somebody who is gone


def test_a_campaign_that_cannot_be_written_is_shown_as_a_migrated_copy(
    campaign: Path, later_schema: Schema
) -> None:
    before = campaign.read_bytes()
    opened = open_file(campaign, schema=later_schema, read_only=True)
    with opened.engine.begin() as view:
        assert view.exec_driver_sql("SELECT count(faction) FROM player").scalar_one() == 2
    opened.close()
    assert campaign.read_bytes() == before


def test_without_a_backup_nothing_is_migrated(
    campaign: Path, later_schema: Schema, tmp_path: Path
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    before = campaign.read_bytes()
    with pytest.raises(CampaignFileError, match="The backup could not be made"):
        open_file(campaign, schema=later_schema, backup_dir=blocked)
    assert campaign.read_bytes() == before


BAD_STEPS = {
    "an error at the end": (
        "ALTER TABLE unit ADD COLUMN note VARCHAR;\nSELECT nonsense;",
        "no such column",
    ),
    "rows thrown away": ("DELETE FROM unit WHERE id = 5;", "rows of 'unit' would be lost"),
    "rows with other keys": (
        "UPDATE unit SET id = 5000 WHERE id = 5;",
        "rows of 'unit' would be lost",
    ),
    "children without parents": (
        "-- rows change: player\nDELETE FROM player WHERE id = 1;",
        "a row of 'unit' would point to a missing 'player'",
    ),
    "keys that count no more": (
        "CREATE TABLE p (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, UNIQUE (name));\n"
        "INSERT INTO p SELECT id, name FROM player;\n"
        "DROP TABLE player;\nALTER TABLE p RENAME TO player;",
        "keys of 'player' would be given out again",
    ),
    "a table that disappears": ("DROP INDEX unit_by_player;\nDROP TABLE unit;", "rows of 'unit'"),
}


@pytest.mark.parametrize("name", BAD_STEPS)
def test_a_step_in_doubt_is_taken_back_whole(
    name: str, campaign: Path, first: Migration, content: Content
) -> None:
    sql, why = BAD_STEPS[name]
    before = content(campaign)
    with closing(open_connection(campaign)) as connection:
        with pytest.raises(NotMigrated, match=why):
            migrate(connection, Schema((first, sql_step(2, sql))))
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert content(campaign) == before


def test_a_defect_in_a_step_is_taken_back_too(
    campaign: Path, first: Migration, content: Content
) -> None:
    def step(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE unit ADD COLUMN note VARCHAR")
        if connection.execute("SELECT count(*) FROM unit").fetchone()[0]:
            raise KeyError("not thought of")

    before = content(campaign)
    with closing(open_connection(campaign)) as connection, pytest.raises(NotMigrated):
        migrate(connection, Schema((first, Migration(2, step))))
    assert content(campaign) == before


def test_a_step_may_add_and_remove_rows_where_it_says_so(campaign: Path, first: Migration) -> None:
    step = sql_step(2, "-- rows change: unit, player\nDELETE FROM unit WHERE hp > 100;")
    with closing(open_connection(campaign)) as connection:
        migrate(connection, Schema((first, step)))
        assert connection.execute("SELECT max(hp) FROM unit").fetchone() == (100,)


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_kill_at_any_statement_leaves_the_old_or_the_new_format(
    campaign: Path, later_schema: Schema, schema: Schema, content: Content
) -> None:
    original = campaign.read_bytes()
    before = content(campaign)
    formats = []
    every = many(1, 1, quick=7)
    for deadly in range(1, 100, every):
        campaign.write_bytes(original)
        if not _migrate_and_die(campaign, later_schema, deadly):
            break
        # What a killed writer leaves is brought back by opening the file.
        with closing(open_connection(campaign)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        formats.append(version)
        verify(campaign, (schema, later_schema)[version - 1])
        assert version == 2 or content(campaign) == before
    assert formats.count(1) > 20 // every
    assert formats == sorted(formats)
    verify(campaign, later_schema)


def _migrate_and_die(path: Path, schema: Schema, deadly: int) -> bool:
    """Migrate in a child that kills itself at the given statement; tell whether it got so far."""
    child = os.fork()
    if child == 0:
        connection = open_connection(path)
        connection.execute("PRAGMA cache_size = 1")  # so that pages reach the drive early
        passed = 0

        def count(statement: str) -> None:
            nonlocal passed
            passed += 1
            if passed == deadly:
                os.kill(os.getpid(), signal.SIGKILL)

        connection.set_trace_callback(count)
        migrate(connection, schema)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def test_a_new_file_and_a_migrated_one_have_the_same_schema(
    campaign: Path, later_schema: Schema
) -> None:
    with closing(open_connection(campaign)) as connection:
        migrate(connection, later_schema)
        assert layout_of(connection).parts == layout(later_schema, 2).parts


def test_migrations_are_numbered_without_gaps(first: Migration) -> None:
    with pytest.raises(ValueError, match="numbered"):
        Schema((first, sql_step(3, "")))


def test_statements_are_split_where_they_end() -> None:
    sql = """
-- made by the models
CREATE TABLE a (
    b VARCHAR DEFAULT ';'  -- not an end;
);

INSERT INTO a VALUES ('x;
y');
"""
    assert [statement.split()[0] for statement in statements(sql)] == ["CREATE", "INSERT"]
    with pytest.raises(ValueError, match="without its end"):
        list(statements("CREATE TABLE a (b)"))


needs_frozen = pytest.mark.skipif(frozen_schema().version == 0, reason="no schema is frozen yet")


def ddl_of_models(metadata: MetaData) -> str:
    """Return the SQL that creates a model's tables, in a fixed order."""
    dialect = sqlite.dialect()
    made = []
    for table in sorted(metadata.tables.values(), key=lambda table: table.name):
        made.append(str(CreateTable(table).compile(dialect=dialect)))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            made.append(str(CreateIndex(index).compile(dialect=dialect)))
    lines = (line.rstrip() for text in made for line in f"{text.strip()};\n".splitlines())
    return "\n".join(line.replace("\t", "    ") for line in lines) + "\n"


@needs_frozen
def test_the_tables_of_the_program_are_the_frozen_schema() -> None:
    """A change of a table needs a migration: a new numbered step, never a change of an old one."""
    import brikdesk.store.tables  # noqa: F401 - registers the models

    with (
        closing(sqlite3.connect(":memory:")) as models,
        closing(sqlite3.connect(":memory:")) as frozen,
    ):
        for statement in statements(ddl_of_models(SQLModel.metadata)):
            models.execute(statement)
        create_schema(frozen)
        assert _structure(frozen) == _structure(models)


@needs_frozen
def test_every_column_of_the_program_has_a_condition_for_its_values() -> None:
    found = layout(frozen_schema(), frozen_schema().version)
    assert all(is_good(column) for column in found.columns)
    # A photo is named by what is in it: no image of undo can ever meet another one.
    counting = [table for table in found.tables if table != "picture"]
    assert all("AUTOINCREMENT" in (found.parts["table", table] or "") for table in counting)


def _structure(connection: sqlite3.Connection) -> dict[str, object]:
    """Return what a schema means, whatever the order of its columns and the spaces in its text."""
    found = layout_of(connection)
    structure: dict[str, object] = {"columns": set(found.columns)}
    for table in found.tables:

        def ask(name: str, about: str = table) -> list[tuple[object, ...]]:
            return connection.execute(f'PRAGMA {name}("{about}")').fetchall()

        counts = "AUTOINCREMENT" in (found.parts["table", table] or "")
        references = {(row[2], row[3], row[4], *row[5:]) for row in ask("foreign_key_list")}
        indexes = {
            (
                row[1] if row[3] == "c" else "",
                row[2],
                *(part[2] for part in ask("index_info", str(row[1]))),
            )
            for row in ask("index_list")
        }
        defaults = {(row[1], row[4]) for row in ask("table_xinfo")}
        structure[table] = (counts, references, indexes, defaults)
    return structure
