"""Files that somebody altered by hand: each is refused in words, untouched, or is harmless."""

import os
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.connection import APPLICATION_ID
from brikdesk.store.file.faults import CutOff, Damaged, ForeignParts, Newer, NotACampaign
from brikdesk.store.file.schema import Schema
from brikdesk.store.life import open_file
from tests.mutants import MUTANTS, PAGE, mutant

Alter = Callable[[Path], object]


@contextmanager
def editing(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def sql(*statements: str) -> Alter:
    """Alter a file as somebody with a database tool would."""

    def alter(path: Path) -> None:
        with editing(path) as connection:
            for statement in statements:
                connection.execute(statement)

    return alter


def in_schema(statement: str) -> Alter:
    """Alter the text of the schema itself."""
    return sql("PRAGMA writable_schema = ON", statement)


def put(place: int, data: bytes) -> Alter:
    def alter(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(place)
            file.write(data)

    return alter


def content(data: bytes) -> Alter:
    return lambda path: path.write_bytes(data)


def cut(size: int) -> Alter:
    return lambda path: path.write_bytes(path.read_bytes()[:size])


def unit(column: str, value: str) -> Alter:
    return sql(f"UPDATE unit SET {column} = {value} WHERE id = 2")


def zipped(path: Path) -> None:
    inner = path.read_bytes()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("battle.brik", inner)


def utf_16(path: Path) -> None:
    path.unlink()
    sql(
        "PRAGMA encoding = 'UTF-16le'",
        f"PRAGMA application_id = {APPLICATION_ID}",
        "PRAGMA user_version = 1",
        "CREATE TABLE unit (id INTEGER)",
    )(path)


def small_pages(path: Path) -> None:
    sql("PRAGMA page_size = 1024", "VACUUM")(path)


def swapped(path: Path) -> None:
    data = path.read_bytes()
    first, second = data[2 * PAGE : 3 * PAGE], data[5 * PAGE : 6 * PAGE]
    path.write_bytes(
        data[: 2 * PAGE] + second + data[3 * PAGE : 5 * PAGE] + first + data[6 * PAGE :]
    )


def index_lacks_a_row(path: Path) -> None:
    with editing(path) as connection:
        kept = connection.execute(
            "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master "
            "WHERE name = 'unit_by_player'"
        ).fetchone()
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'unit_by_player'")
    with editing(path) as connection:
        connection.execute("UPDATE unit SET player_id = 2 WHERE id = 1")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", kept)


def sparse(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(300 * 10**9)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def loop_of_links(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_name("other.brik"))
    path.with_name("other.brik").symlink_to(path)


def dangling_link(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_name("nowhere.brik"))


def pipe_as_journal(path: Path) -> None:
    os.mkfifo(path.with_name("battle.brik-journal"))


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
NO_UNIT = ("PRAGMA foreign_keys = OFF", "ALTER TABLE unit RENAME TO hidden")
UNIT_VIEW = "CREATE VIEW unit AS {} SELECT i AS id, 1 AS hp FROM n"

REFUSED: dict[str, tuple[Alter, type[CampaignFileError], str]] = {
    # what is no campaign at all
    "missing": (Path.unlink, CampaignFileError, "There is no file battle.brik"),
    "folder": (folder, NotACampaign, "it is a folder"),
    "pipe": (pipe, NotACampaign, "it is a device or a pipe"),
    "endless device": (device, NotACampaign, "it is a device or a pipe"),
    "dangling link": (dangling_link, CampaignFileError, "There is no file"),
    "links in a circle": (loop_of_links, CampaignFileError, "cannot be reached"),
    "empty": (content(b""), NotACampaign, "it is empty"),
    "text": (content(b"Dear diary"), NotACampaign, "it is a text file"),
    "UTF-16 text": (content("Dear diary".encode("utf-16")), NotACampaign, "it is a text file"),
    "zip": (zipped, NotACampaign, "it is a zip archive"),
    "PDF": (content(b"%PDF-1.7" + bytes(5000)), NotACampaign, "it is a PDF"),
    "picture": (content(b"\x89PNG\r\n" + bytes(5000)), NotACampaign, "it is a picture"),
    "zeros": (content(bytes(8192)), NotACampaign, "another kind"),
    "300 GB of nothing": (sparse, NotACampaign, "larger than 4 GB"),
    "database of another program": (
        sql("PRAGMA application_id = 0"),
        NotACampaign,
        "it is a database of another program",
    ),
    # what is one, but not for us
    "newer": (sql("PRAGMA user_version = 2"), Newer, "file format 2"),
    "newest": (sql("PRAGMA user_version = 9999"), Newer, "file format 9999"),
    "no format": (sql("PRAGMA user_version = 0"), Damaged, "format number is missing"),
    "negative format": (sql("PRAGMA user_version = -5"), Damaged, "format number is missing"),
    "UTF-16 database": (utf_16, ForeignParts, "text in UTF-16"),
    "small pages": (small_pages, ForeignParts, "pages of another size"),
    # what lost something
    "less than a header": (cut(60), CutOff, "shorter than it should be"),
    "header only": (cut(100), CutOff, "shorter than it should be"),
    "half": (cut(3 * PAGE), CutOff, "shorter than it should be"),
    "half a page": (cut(3 * PAGE + 77), CutOff, "shorter than it should be"),
    "wiped page": (put(2 * PAGE, bytes(PAGE)), Damaged, r"page 3\b"),
    "wiped page of rows": (put(7 * PAGE, bytes(PAGE)), Damaged, r"page 8\b"),
    "wiped schema": (put(100, bytes(PAGE - 100)), Damaged, "damaged"),
    "swapped pages": (swapped, Damaged, "pages do not fit|an index does not fit"),
    "index lacking a row": (index_lacks_a_row, Damaged, "an index does not fit its table"),
    "missing table": (
        sql("PRAGMA foreign_keys = OFF", "DROP TABLE player"),
        Damaged,
        "the table 'player' is missing",
    ),
    "missing index": (sql("DROP INDEX unit_by_player"), Damaged, "the index 'unit_by_player'"),
    # what would act on its own
    "endless view": (
        sql(*NO_UNIT, UNIT_VIEW.format(ENDLESS)),
        ForeignParts,
        "a(nother form of the)? (table|index|view)",
    ),
    "endless view alone": (
        in_schema(
            "UPDATE sqlite_master SET type = 'view', rootpage = 0, sql = "
            f"'{UNIT_VIEW.format(ENDLESS)}' WHERE name = 'unit'"
        ),
        CampaignFileError,
        "(a view, 'unit'|damaged)",
    ),
    "long view": (
        sql(f"CREATE VIEW units AS {ENDLESS} SELECT i FROM n LIMIT 10000000"),
        ForeignParts,
        "a view, 'units'",
    ),
    "endless trigger": (
        sql(
            "CREATE TRIGGER bomb AFTER UPDATE ON unit BEGIN SELECT count(*) FROM "
            "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n); END"
        ),
        ForeignParts,
        "a trigger, 'bomb'",
    ),
    "deleting trigger": (
        sql("CREATE TRIGGER thief AFTER INSERT ON unit BEGIN DELETE FROM unit; END"),
        ForeignParts,
        "a trigger, 'thief'",
    ),
    "full-text table": (
        sql("CREATE VIRTUAL TABLE words USING fts5(word)"),
        ForeignParts,
        "a virtual table, 'words'",
    ),
    "expression index": (
        sql("CREATE INDEX slow ON unit (length(name))"),
        ForeignParts,
        "an index, 'slow'",
    ),
    "partial index": (
        sql("CREATE INDEX part ON unit (hp) WHERE hp > 3"),
        ForeignParts,
        "an index, 'part'",
    ),
    "extra table": (sql("CREATE TABLE loot (id INTEGER)"), ForeignParts, "a table, 'loot'"),
    "statistics": (sql("ANALYZE"), ForeignParts, "a table, 'sqlite_stat"),
    "generated column": (
        sql("ALTER TABLE unit ADD COLUMN twice INTEGER AS (hp * 2)"),
        ForeignParts,
        "another form of the table 'unit'",
    ),
    "extra column": (
        sql("ALTER TABLE unit ADD COLUMN gold INTEGER"),
        ForeignParts,
        "another form of the table 'unit'",
    ),
    "slow condition": (
        in_schema(
            "UPDATE sqlite_master SET sql = replace(sql, 'hp INTEGER NOT NULL', 'hp INTEGER "
            "NOT NULL CHECK (length(hex(zeroblob(9999999))) > 0)') WHERE name = 'unit'"
        ),
        ForeignParts,
        "another form of the table 'unit'",
    ),
    "schema of nonsense": (
        in_schema("UPDATE sqlite_master SET sql = 'CREATE TABEL unit' WHERE name = 'unit'"),
        Damaged,
        "its pages do not fit together",
    ),
    "a name that shows off": (
        sql('CREATE TABLE "<img src=x>\x1b[2J\n" (id INTEGER)'),
        ForeignParts,
        re.escape("(a table, '<img src=x>[2J')"),
    ),
    # values that are none
    "text in a whole number": (unit("hp", "'lots'"), Damaged, "'hp' is not a whole number"),
    "more than 32 bits": (unit("hp", "2147483648"), Damaged, "'hp' is not a whole number"),
    "fraction": (unit("hp", "1.5"), Damaged, "'hp' is not a whole number"),
    "blob in text": (unit("name", "x'424F42'"), Damaged, "'name' is not text"),
    "NUL in a name": (unit("name", "'Bob' || char(0) || 'x'"), Damaged, "NUL in it"),
    "bytes that are no text": (
        unit("name", "CAST(x'C3C3FF41' AS TEXT)"),
        Damaged,
        "text that cannot be read",
    ),
    "surrogate in a name": (
        unit("name", "CAST(x'EDA080' AS TEXT)"),
        Damaged,
        "text that cannot be read",
    ),
    "long name": (unit("name", "hex(zeroblob(60000))"), Damaged, "'name' is not text, too long"),
    "long member": (unit("kind", "'A VERY LONG KIND'"), Damaged, "'kind' is not text, too long"),
    "20 MB in a blob": (unit("picture", "zeroblob(20000000)"), Damaged, "more than 16 MB"),
    "text in a blob": (unit("picture", "'a text'"), Damaged, "'picture' does not hold bytes"),
    "yes and no and 7": (unit("alive", "7"), Damaged, "'alive' is neither yes nor no"),
    "infinite speed": (unit("speed", "9e999"), Damaged, "'speed' is not a number"),
    "speed in words": (unit("speed", "'fast'"), Damaged, "'speed' is not a number"),
    "no date": (unit("seen_at", "'last night'"), Damaged, "'seen_at' is not a date"),
    "31 June": (unit("seen_at", "'2026-06-31 10:00:00.000000'"), Damaged, "'seen_at' is not"),
    "no JSON": (unit("extra", "'{not json'"), Damaged, "'extra' is not readable data"),
    "NaN in JSON": (unit("extra", "'[NaN]'"), Damaged, "'extra' is not readable data"),
    "infinite JSON": (unit("extra", "'[1e400]'"), Damaged, "'extra' is not readable data"),
    "JSON and more": (unit("extra", "'{} {}'"), Damaged, "'extra' is not readable data"),
    "deep JSON": (
        unit("extra", f"'{'[' * 2000}{']' * 2000}'"),
        Damaged,
        "'extra' is nested too deep",
    ),
    "5,000 digits": (unit("extra", f"'[{'9' * 5000}]'"), Damaged, "too many digits"),
    "surrogate in JSON": (unit("extra", r"""'["\ud800"]'"""), Damaged, "a character that is none"),
    "NUL in JSON": (unit("extra", r"""'{"\u0000":1}'"""), Damaged, "a character that is none"),
    "blob in JSON": (unit("extra", "x'7B7D'"), Damaged, "'extra' does not hold data"),
    "nothing where something must be": (
        in_schema(
            "UPDATE sqlite_master SET sql = replace(sql, 'hp INTEGER NOT NULL', "
            "'hp INTEGER         ') WHERE name = 'unit'"
        ),
        ForeignParts,
        "another form",
    ),
    "orphan": (
        sql("PRAGMA foreign_keys = OFF", "UPDATE unit SET player_id = 99 WHERE id = 2"),
        Damaged,
        "row 2 of 'unit' points to a missing 'player'",
    ),
    "counter of keys set back": (
        sql("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'unit'"),
        Damaged,
        "the counter of keys of 'unit'",
    ),
    "counter of keys at its end": (
        sql("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'unit'"),
        Damaged,
        "the counter of keys of 'unit'",
    ),
    "counter of keys lost": (
        sql("DELETE FROM sqlite_sequence"),
        Damaged,
        "the counter of keys of",
    ),
    "pipe as journal": (pipe_as_journal, ForeignParts, "something strange"),
}

HARMLESS: dict[str, Alter] = {
    "page behind the end": lambda path: path.write_bytes(path.read_bytes() + bytes(PAGE)),
    "bytes behind the end": lambda path: path.write_bytes(path.read_bytes() + b"junk"),
    "header of a write-ahead log": put(18, b"\2\2"),
    "free pages": sql("DELETE FROM unit WHERE id > 100"),
    "journal of nothing": lambda path: path.with_name("battle.brik-journal").touch(),
    "wiped journal": lambda path: path.with_name("battle.brik-journal").write_bytes(bytes(2000)),
    "digits in a string": unit("extra", f"""'["{"9" * 50}"]'"""),
    "brackets in a string": unit("extra", f"""'["{"[" * 500}"]'"""),
    "an escape that is none": unit("extra", r"""'["\\ud800 is a surrogate"]'"""),
    "a name like markup": unit("name", """'<img src="/etc/passwd"> & <b>'"""),
    "the same key twice": unit("extra", """'{"a":1,"a":2}'"""),
}


def everything(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return names, sizes, times and the first bytes of all in a folder, without waiting for pipes."""
    found: dict[str, tuple[object, ...]] = {}
    for entry in folder.iterdir():
        look = entry.lstat()
        start = b""
        if entry.is_file() and not entry.is_symlink():
            with entry.open("rb") as file:
                start = file.read(1_000_000)
        found[entry.name] = (look.st_mode, look.st_size, look.st_mtime_ns, start)
    return found


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_in_words_and_left_as_it_is(
    name: str, campaign: Path, schema: Schema
) -> None:
    alter, kind, words = REFUSED[name]
    alter(campaign)
    before = everything(campaign.parent)
    with pytest.raises(kind, match=words) as caught:
        open_file(campaign, schema=schema)
    assert type(caught.value) is kind or kind is CampaignFileError
    assert everything(campaign.parent) == before


@pytest.mark.parametrize("name", HARMLESS)
def test_it_is_harmless_and_opens(name: str, campaign: Path, schema: Schema) -> None:
    HARMLESS[name](campaign)
    opened = open_file(campaign, schema=schema)
    with opened.engine.begin() as act:
        rows = act.exec_driver_sql("SELECT name FROM unit WHERE id = 1").scalars()
        assert list(rows) == ["Sir Bob"]
        act.exec_driver_sql("UPDATE unit SET picture = zeroblob(9000)")
    opened.watch.remember()
    assert opened.close() == ()
    again = open_file(campaign, schema=schema)
    assert not again.read_only
    again.close()


def test_a_number_of_any_length_is_a_number_elsewhere(campaign: Path, schema: Schema) -> None:
    """A key may be large: only plain numbers are kept within what a server takes."""
    sql("PRAGMA foreign_keys = OFF", "UPDATE player SET id = 5000000000 WHERE id = 2")(campaign)
    sql("UPDATE unit SET player_id = 5000000000 WHERE player_id = 2")(campaign)
    sql("UPDATE sqlite_sequence SET seq = 5000000000 WHERE name = 'player'")(campaign)
    open_file(campaign, schema=schema, read_only=True).close()


def look_into(path: Path, schema: Schema, name: str) -> bool:
    """Tell whether a file opens; it must be read or refused, and nothing else may happen."""
    try:
        opened = open_file(path, schema=schema, read_only=True)
    except CampaignFileError:
        return False
    except Exception as error:
        pytest.fail(f"{name}: {error!r}")
    with opened.engine.begin() as view:
        for table in ("player", "unit"):
            view.exec_driver_sql(f"SELECT * FROM {table}").all()
    opened.close()
    return True


@pytest.mark.parametrize("kind", MUTANTS)
def test_chance_never_finds_a_file_that_harms(
    kind: str, good_bytes: bytes, tmp_path: Path, schema: Schema
) -> None:
    """A few of each kind on a file of every type of column; many are in test_mutants.py."""
    for seed in range(15):
        data = mutant(kind, seed, good_bytes)
        path = tmp_path / f"mutant {seed}.brik"
        path.write_bytes(data)
        assert not look_into(path, schema, f"{kind}, seed {seed}") or kind != "truncation"
        assert path.read_bytes() == data, f"seed {seed} was written to"
        path.unlink()
    assert list(tmp_path.glob("mutant*")) == []
