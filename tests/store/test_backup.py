import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups import (
    CheckFile,
    back_up,
    backup_name,
    backups,
    default_backup_dir,
    is_due,
    newest_good_backup,
    thin,
    to_keep,
)
from brikdesk.store.file.connection import make_engine, open_connection, read_header
from brikdesk.store.file.faults import NotACampaign, NotSaved, Unreadable
from brikdesk.store.file.lock import Locked, take_lock
from brikdesk.store.file.schema import Schema
from brikdesk.store.file.verify import verify
from brikdesk.store.recovery import restore

Content = Callable[[Path], list[str]]


@pytest.fixture
def check(schema: Schema) -> CheckFile:
    def look(path: Path) -> None:
        read_header(path, schema.version).check_size()
        verify(path, schema)

    return look


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    return tmp_path / "shelf"


@pytest.fixture
def writer(campaign: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_connection(campaign)) as connection:
        yield connection


def test_a_backup_is_the_whole_campaign(
    campaign: Path,
    writer: sqlite3.Connection,
    shelf: Path,
    now: datetime,
    check: CheckFile,
    content: Content,
) -> None:
    made = back_up(writer, shelf, "duel", now, check=check)
    assert made.name == "duel.20260502T214000000000Z.brik"
    assert content(made) == content(campaign)
    assert list(shelf.iterdir()) == [made]


def test_an_engine_is_backed_up_over_its_own_connection(
    campaign: Path, shelf: Path, now: datetime, check: CheckFile
) -> None:
    engine = make_engine(campaign)
    with engine.begin() as act:
        act.execute(text("UPDATE unit SET hp = 41 WHERE id = 1"))
    made = back_up(engine, shelf, "duel", now, check=check)
    assert open_connection(made).execute("SELECT hp FROM unit WHERE id = 1").fetchone() == (41,)
    engine.dispose()


def test_half_an_act_is_never_backed_up(
    writer: sqlite3.Connection, shelf: Path, now: datetime, check: CheckFile
) -> None:
    writer.execute("BEGIN IMMEDIATE")
    with pytest.raises(RuntimeError, match="in the middle of an act"):
        back_up(writer, shelf, "duel", now, check=check)
    assert backups(shelf, "duel") == []


def test_a_copy_that_does_not_open_does_not_count(
    writer: sqlite3.Connection, shelf: Path, now: datetime
) -> None:
    def refuse(path: Path) -> None:
        raise NotACampaign("for the test")

    with pytest.raises(NotACampaign):
        back_up(writer, shelf, "duel", now, check=refuse)
    assert list(shelf.iterdir()) == []


def test_a_copy_that_cannot_be_read_back_is_told_as_that_and_not_as_the_campaign(
    writer: sqlite3.Connection, shelf: Path, now: datetime
) -> None:
    def unreadable(copy: Path) -> None:
        raise Unreadable(f"{copy.name} cannot be read")

    with pytest.raises(NotSaved) as caught:
        back_up(writer, shelf, "duel", now, check=unreadable)
    assert str(caught.value) == (
        "The backup could not be made: the copy cannot be read. The game is saved."
    )
    assert [path for path in shelf.iterdir() if path.suffix == ".part"] == []


def test_a_full_drive_leaves_the_backup_before(
    writer: sqlite3.Connection,
    shelf: Path,
    now: datetime,
    check: CheckFile,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = back_up(writer, shelf, "duel", now, check=check)
    before = first.read_bytes()

    def full(ready: Path, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("brikdesk.store.file.durable.put_in_place", full)
    with pytest.raises(NotSaved) as caught:
        back_up(writer, shelf, "duel", now + timedelta(hours=1), check=check)
    assert str(caught.value) == (
        "The backup could not be made: the drive is full. The game is saved."
    )
    assert [(entry, entry.read_bytes()) for entry in shelf.iterdir()] == [(first, before)]


def test_the_newest_backup_that_opens_is_offered(
    writer: sqlite3.Connection, shelf: Path, now: datetime, check: CheckFile
) -> None:
    older = back_up(writer, shelf, "duel", now, check=check)
    newer = back_up(writer, shelf, "duel", now + timedelta(hours=1), check=check)
    back_up(writer, shelf, "another game", now + timedelta(hours=2), check=check)
    found = newest_good_backup(shelf, "duel", check)
    assert found is not None
    assert (found.path, found.made) == (newer, now + timedelta(hours=1))
    newer.write_bytes(newer.read_bytes()[:9000])
    found = newest_good_backup(shelf, "duel", check)
    assert found is not None
    assert found.path == older
    older.write_bytes(b"")
    assert newest_good_backup(shelf, "duel", check) is None


def test_what_else_lies_among_the_backups_is_left_alone(shelf: Path, now: datetime) -> None:
    shelf.mkdir()
    for name in ("notes.txt", "duel.brik", "duel.20261399T999999000000Z.brik", "duel.x.brik"):
        (shelf / name).write_text("mine")
    (shelf / "duel.20200101T000000000000Z.brik").symlink_to(shelf / "notes.txt")
    assert backups(shelf, "duel") == []
    assert thin(shelf, "duel", now) == []
    assert len(list(shelf.iterdir())) == 5
    assert backups(shelf / "none", "duel") == []


def test_thinning_deletes_by_age_and_spares_the_last_of_each_format(
    shelf: Path, now: datetime
) -> None:
    shelf.mkdir()
    names = [
        f"duel.{now - timedelta(days=days, hours=hours):%Y%m%dT%H%M%S%f}Z.brik"
        for days in (0, 5)
        for hours in (0, 1, 2)
    ]
    names += [f"duel.2019{month}01T000000000000Z.format1.brik" for month in ("01", "02")]
    names += ["duel.20190301T000000000000Z.format2.brik", "other.20190101T000000000000Z.brik"]
    for name in names:
        (shelf / name).touch()
    gone = {path.name for path in thin(shelf, "duel", now)}
    assert gone == {names[4], names[5], "duel.20190101T000000000000Z.format1.brik"}
    assert {path.name for path in shelf.iterdir()} == set(names) - gone


def test_a_backup_of_a_clock_that_ran_ahead_is_neither_the_newest_nor_todays(
    shelf: Path, now: datetime
) -> None:
    shelf.mkdir()
    ahead, good = "duel.20990101T000000000000Z.brik", f"duel.{now:%Y%m%dT%H%M%S%f}Z.brik"
    (shelf / ahead).touch()
    assert is_due(shelf, "duel", now)
    (shelf / good).touch()
    assert [found.path.name for found in backups(shelf, "duel", now)] == [good, ahead]
    assert not is_due(shelf, "duel", now)
    assert is_due(shelf, "duel", now + timedelta(days=1))


def test_all_of_two_days_then_twenty_days_eight_weeks_and_six_months() -> None:
    now = datetime(2026, 12, 31, 12, tzinfo=UTC)
    hourly = [now - timedelta(hours=hours) for hours in range(24 * 365)]
    kept = sorted(to_keep(hourly, now), reverse=True)
    recent = [moment for moment in kept if now - moment <= timedelta(days=2)]
    older = [moment for moment in kept if moment not in recent]
    assert len(recent) == 49
    assert len(older) == 20 + 8 + 6
    days, weeks, months = older[:20], older[20:28], older[28:]
    assert {(a - b).days for a, b in pairwise(days[1:])} == {1}
    assert {(a - b).days for a, b in pairwise(weeks[1:])} == {7}
    assert len({(moment.year, moment.month) for moment in months}) == 6


def test_thinning_again_deletes_nothing_more() -> None:
    now = datetime(2026, 12, 31, 12, tzinfo=UTC)
    kept = to_keep([now - timedelta(hours=hours) for hours in range(24 * 90)], now)
    assert to_keep(kept, now) == kept


@settings(max_examples=50)
@given(st.lists(st.integers(-50, 20_000), min_size=1, max_size=60))
def test_the_newest_backup_always_stays(hours: list[int]) -> None:
    now = datetime(2026, 12, 31, 12, tzinfo=UTC)
    made = [now - timedelta(hours=hour) for hour in hours]
    kept = to_keep(made, now)
    assert max(made) in kept
    assert kept <= set(made)
    assert {moment for moment in made if now - moment <= timedelta(days=2)} <= kept


def test_two_campaigns_of_one_name_have_backups_of_their_own(tmp_path: Path) -> None:
    one, other = (backup_name(tmp_path / place / "duel.brik") for place in ("a", "b"))
    assert one != other
    assert one.startswith("duel-")
    assert "/" not in backup_name(tmp_path / "../a:b*c?.brik")


def test_another_data_folder_can_be_named(own_data_folder: Path) -> None:
    assert default_backup_dir() == own_data_folder / "backups"


def test_restoring_keeps_the_present_file_as_a_backup(
    campaign: Path,
    writer: sqlite3.Connection,
    shelf: Path,
    now: datetime,
    check: CheckFile,
    content: Content,
) -> None:
    old = content(campaign)
    made = back_up(writer, shelf, "duel", now, check=check)
    writer.execute("UPDATE unit SET hp = 5, picture = zeroblob(2000)")
    new = content(campaign)
    later = now + timedelta(hours=1)
    kept = restore(made, campaign, backup_dir=shelf, when=later, check=check)
    assert content(campaign) == old
    assert kept is not None
    assert content(kept) == new
    assert [backup.path for backup in backups(shelf, backup_name(campaign))] == [kept]
    assert [entry.name for entry in campaign.parent.iterdir()] == ["battle.brik"]


def test_restoring_with_a_journal_beside_does_not_mix_the_two(
    campaign: Path,
    writer: sqlite3.Connection,
    shelf: Path,
    now: datetime,
    check: CheckFile,
    content: Content,
) -> None:
    old = content(campaign)
    made = back_up(writer, shelf, "duel", now, check=check)
    writer.execute("PRAGMA cache_size = 1")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE unit SET name = 'half an act', picture = zeroblob(4000)")
    journal = campaign.with_name("battle.brik-journal")
    left = (campaign.read_bytes(), journal.read_bytes())
    writer.execute("ROLLBACK")
    campaign.write_bytes(left[0])
    journal.write_bytes(left[1])
    kept = restore(made, campaign, backup_dir=shelf, when=now, check=check)
    assert content(campaign) == old
    assert kept is not None
    assert content(kept) == old
    assert not journal.exists()


@pytest.mark.parametrize("damage", ["wiped page", "no header", "empty", "cut off"])
def test_a_damaged_file_is_put_aside_byte_for_byte(
    campaign: Path,
    writer: sqlite3.Connection,
    shelf: Path,
    now: datetime,
    check: CheckFile,
    content: Content,
    damage: str,
) -> None:
    old = content(campaign)
    made = back_up(writer, shelf, "duel", now, check=check)
    writer.close()
    data = campaign.read_bytes()
    damaged = {
        "wiped page": data[:8192] + bytes(4096) + data[12288:],
        "no header": b"scribble" * 20 + data[160:],
        "empty": b"",
        "cut off": data[:9000],
    }[damage]
    campaign.write_bytes(damaged)
    kept = restore(made, campaign, backup_dir=shelf, when=now, check=check)
    assert kept is not None
    assert kept.read_bytes() == damaged
    assert content(campaign) == old
    check(campaign)


def test_a_lost_file_comes_back(
    campaign: Path,
    writer: sqlite3.Connection,
    shelf: Path,
    now: datetime,
    check: CheckFile,
    content: Content,
) -> None:
    old = content(campaign)
    made = back_up(writer, shelf, "duel", now, check=check)
    writer.close()
    campaign.unlink()
    campaign.with_name("battle.brik-journal").write_bytes(b"\xd9\xd5\x05\xf9" * 200)
    assert restore(made, campaign, backup_dir=shelf, when=now, check=check) is None
    assert content(campaign) == old
    assert not campaign.with_name("battle.brik-journal").exists()


def test_nothing_is_restored_from_a_bad_backup_or_into_an_open_file(
    campaign: Path, writer: sqlite3.Connection, shelf: Path, now: datetime, check: CheckFile
) -> None:
    made = back_up(writer, shelf, "duel", now, check=check)
    before = campaign.read_bytes()
    held = take_lock(campaign, now)
    with pytest.raises(Locked):
        restore(made, campaign, backup_dir=shelf, when=now, check=check)
    held.release()
    made.write_bytes(made.read_bytes()[:5000])
    with pytest.raises(CampaignFileError):
        restore(made, campaign, backup_dir=shelf, when=now, check=check)
    assert campaign.read_bytes() == before
