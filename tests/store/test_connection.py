import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import JSON, Column, Engine, Integer, MetaData, Table, create_engine, text
from sqlalchemy.exc import OperationalError, StatementError, TimeoutError

from brikdesk.errors import CampaignFileError, Refused
from brikdesk.store.file.connection import (
    READ,
    driver_connection,
    make_engine,
    open_connection,
    to_json,
    total_changes,
)
from brikdesk.store.file.faults import Busy, Damaged, DriveGone, NotSaved, Replaced, in_words
from brikdesk.store.life import Watch
from tests.nightly import many


@pytest.fixture
def engine(campaign: Path) -> Iterator[Engine]:
    engine = make_engine(campaign)
    yield engine
    engine.dispose()


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("trusted_schema", 0),
        ("cell_size_check", 1),
        ("mmap_size", 0),
        ("foreign_keys", 1),
        ("journal_mode", "delete"),
        ("synchronous", 3),
        ("temp_store", 2),
    ],
)
def test_every_connection_has_the_settings_of_the_store(
    engine: Engine, setting: str, value: object
) -> None:
    assert driver_connection(engine).execute(f"PRAGMA {setting}").fetchone()[0] == value


def test_a_connection_bounds_the_length_of_a_value(engine: Engine) -> None:
    with pytest.raises(sqlite3.DataError):
        driver_connection(engine).execute("SELECT zeroblob(17 * 1024 * 1024)")


def test_opening_never_makes_a_file(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        open_connection(tmp_path / "missing.brik")
    assert not (tmp_path / "missing.brik").exists()


@pytest.mark.parametrize(
    "name", ["who?.brik", "50%20off.brik", "a#1.brik", "it's.brik", "Gräfin.brik", 'a"b.brik']
)
def test_a_strange_name_opens_that_file_and_no_other(campaign: Path, name: str) -> None:
    path = campaign.rename(campaign.with_name(name))
    engine = make_engine(path)
    with engine.begin() as connection:
        connection.execute(text("UPDATE unit SET hp = 99"))
    engine.dispose()
    assert [entry.name for entry in path.parent.iterdir()] == [name]
    assert open_connection(path).execute("SELECT max(hp) FROM unit").fetchone() == (99,)


def test_an_act_begins_by_taking_the_right_to_write(engine: Engine, campaign: Path) -> None:
    other = open_connection(campaign)
    with engine.begin(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    assert other.in_transaction


def test_a_view_holds_nobody_up(engine: Engine, campaign: Path) -> None:
    other = open_connection(campaign)
    with engine.connect().execution_options(**READ) as connection:
        connection.execute(text("SELECT count(*) FROM unit")).scalar_one()
        other.execute("BEGIN IMMEDIATE")
        assert other.in_transaction


def test_the_read_option_also_works_for_a_whole_engine(engine: Engine, campaign: Path) -> None:
    other = open_connection(campaign)
    other.execute("BEGIN IMMEDIATE")
    with engine.execution_options(**READ).connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM player")).scalar_one() == 2


def test_a_read_only_engine_writes_nothing(campaign: Path) -> None:
    engine = make_engine(campaign, read_only=True)
    with pytest.raises(OperationalError, match="readonly"), engine.begin() as connection:
        connection.execute(text("UPDATE unit SET hp = 0"))
    engine.dispose()


def test_a_second_use_of_the_one_connection_raises_and_harms_nothing(engine: Engine) -> None:
    with engine.begin() as act:
        act.execute(text("UPDATE unit SET hp = 12 WHERE id = 1"))
        with pytest.raises(TimeoutError):
            engine.connect()
        act.execute(text("UPDATE unit SET hp = 13 WHERE id = 2"))
    with engine.begin() as later:
        found = later.execute(text("SELECT hp FROM unit WHERE id < 3 ORDER BY id")).scalars()
        assert list(found) == [12, 13]


def test_references_are_checked_at_the_end_of_an_act(engine: Engine) -> None:
    with engine.begin() as act:
        act.execute(text("DELETE FROM player WHERE id = 1"))
        act.execute(text("INSERT INTO player (id, name) VALUES (1, 'Priya again')"))
    with pytest.raises(Exception, match="FOREIGN KEY"), engine.begin() as act:
        act.execute(text("DELETE FROM player WHERE id = 1"))
    with engine.begin() as act:
        assert act.execute(text("SELECT name FROM player WHERE id = 1")).scalar_one()


def test_a_table_can_be_changed_and_the_change_taken_back(engine: Engine) -> None:
    with engine.connect() as connection:
        transaction = connection.begin()
        connection.execute(text("ALTER TABLE unit ADD COLUMN more INTEGER"))
        transaction.rollback()
        with connection.begin():
            columns = connection.execute(text("SELECT * FROM unit LIMIT 0")).keys()
            assert "more" not in columns


def test_written_rows_are_counted(engine: Engine) -> None:
    with engine.begin() as act:
        before = total_changes(act)
        act.execute(text("UPDATE unit SET hp = 1 WHERE id <= 4"))
        assert total_changes(act) - before == 4


def test_json_has_one_spelling() -> None:
    assert to_json({"b": [1, 2.5], "a": "Żółw"}) == '{"a":"Żółw","b":[1,2.5]}'


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_json_does_not_know_is_not_stored(engine: Engine, number: float) -> None:
    unit = Table("unit", MetaData(), Column("id", Integer, primary_key=True), Column("extra", JSON))
    with pytest.raises(StatementError, match="JSON"), engine.begin() as act:
        act.execute(unit.update().values(extra={"speed": number}))


ACTS = many(40, 250)
PROGRAMS = 8

COUNTING = """
import sys
from pathlib import Path
from sqlalchemy import text
from brikdesk.store.file.connection import in_words, make_engine
from brikdesk.store.file.faults import Busy

engine, done = make_engine(Path(sys.argv[1])), 0
while done < int(sys.argv[2]):
    try:
        with engine.begin() as act:
            hp = act.execute(text("SELECT hp FROM unit WHERE id = 1")).scalar_one()
            act.execute(text("UPDATE unit SET hp = :hp WHERE id = 1"), {"hp": hp + 1})
        done += 1
    except Exception as error:
        if not isinstance(in_words(error), Busy):
            raise
"""


def test_eight_programs_that_count_in_one_file_lose_nothing(campaign: Path) -> None:
    children = [
        subprocess.Popen([sys.executable, "-c", COUNTING, campaign, str(ACTS)], cwd=Path.cwd())
        for _ in range(PROGRAMS)
    ]
    assert [child.wait(timeout=300) for child in children] == [0] * PROGRAMS
    assert open_connection(campaign).execute("SELECT hp FROM unit WHERE id = 1").fetchone() == (
        7 + PROGRAMS * ACTS,
    )


def test_without_our_begin_the_same_counting_loses(campaign: Path) -> None:
    """The control: SQLAlchemy as it comes reads before the transaction begins."""
    mine, theirs = (create_engine(f"sqlite:///{campaign}") for _ in range(2))
    with mine.connect() as one, theirs.connect() as other:
        for connection in (one, other):
            connection.info["hp"] = connection.scalar(text("SELECT hp FROM unit WHERE id = 1"))
        for connection in (one, other):
            hp = connection.info["hp"] + 1
            connection.execute(text("UPDATE unit SET hp = :hp WHERE id = 1"), {"hp": hp})
            connection.commit()
    assert open_connection(campaign).execute("SELECT hp FROM unit WHERE id = 1").fetchone() == (8,)


def test_another_thread_cannot_use_the_connection(engine: Engine) -> None:
    connection, raised = driver_connection(engine), []

    def use() -> None:
        try:
            connection.execute("SELECT 1")
        except sqlite3.ProgrammingError as error:
            raised.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert raised


def test_another_writer_is_told_as_busy(engine: Engine, campaign: Path) -> None:
    open_elsewhere = open_connection(campaign)
    open_elsewhere.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError) as caught, engine.begin():
        pass
    assert isinstance(in_words(caught.value), Busy)


def test_a_full_drive_is_told_and_the_act_is_not_there(engine: Engine) -> None:
    driver = driver_connection(engine)
    pages = driver.execute("PRAGMA page_count").fetchone()[0]
    driver.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(OperationalError) as caught, engine.begin() as act:
        act.execute(text("UPDATE unit SET hp = 55, picture = zeroblob(200000) WHERE id = 1"))
    told = in_words(caught.value, "Act 413 was not saved", "The game stands at act 412.")
    assert isinstance(told, NotSaved)
    assert str(told) == "Act 413 was not saved: the drive is full. The game stands at act 412."
    with engine.begin() as act:
        assert act.execute(text("SELECT hp FROM unit WHERE id = 1")).scalar_one() == 7


def test_an_error_that_is_not_about_the_file_stays_what_it_is(engine: Engine) -> None:
    refused = Refused("8.4-24", "The Rocket has already gone off.")
    assert in_words(refused) is refused
    with pytest.raises(Exception, match="UNIQUE") as caught, engine.begin() as act:
        act.execute(text("INSERT INTO player (name) VALUES ('Priya')"))
    assert not isinstance(in_words(caught.value), CampaignFileError)


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("SQLITE_FULL", NotSaved, "the drive is full"),
        ("SQLITE_IOERR_WRITE", NotSaved, "the drive reported an error"),
        ("SQLITE_READONLY", NotSaved, "write-protected"),
        ("SQLITE_READONLY_DBMOVED", Replaced, "replaced by another program"),
        ("SQLITE_BUSY", Busy, "Another program"),
        ("SQLITE_CORRUPT", Damaged, "damaged"),
        ("SQLITE_CANTOPEN", NotSaved, "cannot be opened"),
    ],
)
def test_each_answer_of_the_drive_has_its_words(
    name: str, kind: type[CampaignFileError], words: str
) -> None:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorname = name
    told = in_words(OperationalError("UPDATE", {}, error))
    assert isinstance(told, kind)
    assert words in str(told)


def test_a_commit_by_another_window_is_noticed(engine: Engine, campaign: Path) -> None:
    watch = Watch(campaign, engine)
    assert not watch.others_wrote()
    with engine.begin() as act:
        act.execute(text("UPDATE unit SET hp = 2 WHERE id = 1"))
    watch.remember()
    assert not watch.others_wrote()
    open_connection(campaign).execute("UPDATE unit SET hp = 3 WHERE id = 1")
    assert watch.others_wrote()
    watch.remember()
    assert not watch.others_wrote()


def test_a_file_replaced_under_us_is_noticed(engine: Engine, campaign: Path) -> None:
    watch = Watch(campaign, engine)
    twin = campaign.with_name("synced.brik")
    twin.write_bytes(campaign.read_bytes())
    twin.replace(campaign)
    with pytest.raises(Replaced):
        watch.others_wrote()


def test_a_file_written_over_by_bytes_is_noticed(engine: Engine, campaign: Path) -> None:
    watch = Watch(campaign, engine)
    with campaign.open("ab") as file:
        file.write(b"synced" * 1000)
    with pytest.raises(Replaced):
        watch.others_wrote()


def test_a_drive_that_is_gone_is_noticed(engine: Engine, campaign: Path) -> None:
    watch = Watch(campaign, engine)
    campaign.unlink()
    with pytest.raises(DriveGone):
        watch.others_wrote()
