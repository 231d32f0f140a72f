import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import text

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups import backup_name, backups
from brikdesk.store.file.connection import APPLICATION_ID
from brikdesk.store.file.faults import Damaged, ForeignParts
from brikdesk.store.file.lock import lock_path
from brikdesk.store.file.schema import Schema
from brikdesk.store.file.verify import verify
from brikdesk.store.life import create_file, open_file

Content = Callable[[Path], list[str]]


def test_a_new_file_has_our_mark_and_stands_alone(tmp_path: Path, schema: Schema) -> None:
    path = tmp_path / "new.brik"
    create_file(path, schema=schema)
    assert [entry.name for entry in tmp_path.iterdir()] == ["new.brik"]
    with closing(sqlite3.connect(path)) as connection:

        def ask(name: str) -> object:
            return connection.execute(f"PRAGMA {name}").fetchone()[0]

        assert ask("application_id") == APPLICATION_ID
        assert ask("user_version") == 1
        assert ask("page_size") == 4096
        assert ask("encoding") == "UTF-8"
    verify(path, schema)


@pytest.mark.parametrize("there", ["file", "folder", "dangling link"])
def test_creating_never_writes_over_something(tmp_path: Path, schema: Schema, there: str) -> None:
    path = tmp_path / "mine.brik"
    if there == "file":
        path.write_text("my diary")
    elif there == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(CampaignFileError, match="already"):
        create_file(path, schema=schema)
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.brik"]
    assert there != "file" or path.read_text() == "my diary"


def test_a_file_is_not_made_beside_the_journal_of_another(tmp_path: Path, schema: Schema) -> None:
    (tmp_path / "mine.brik-journal").write_bytes(b"\xd9\xd5" * 300)
    with pytest.raises(CampaignFileError, match="journal of an earlier campaign"):
        create_file(tmp_path / "mine.brik", schema=schema)
    assert not (tmp_path / "mine.brik").exists()


def test_a_missing_folder_is_said(tmp_path: Path, schema: Schema) -> None:
    with pytest.raises(CampaignFileError, match="could not be made: the f"):
        create_file(tmp_path / "none" / "mine.brik", schema=schema)


def test_an_open_campaign_has_a_lock_beside_it_and_a_closed_one_nothing(
    campaign: Path, schema: Schema
) -> None:
    opened = open_file(campaign, schema=schema)
    assert opened.lock is not None
    assert lock_path(campaign).exists()
    assert (opened.path, opened.read_only, opened.notices) == (campaign, False, ())
    with opened.engine.begin() as act:
        act.execute(text("UPDATE unit SET hp = 42 WHERE id = 1"))
    assert opened.close() == ()
    assert [entry.name for entry in campaign.parent.iterdir()] == ["battle.brik"]
    with closing(sqlite3.connect(campaign)) as connection:
        assert connection.execute("SELECT hp FROM unit WHERE id = 1").fetchone() == (42,)


def test_closing_twice_does_no_harm(campaign: Path, schema: Schema) -> None:
    opened = open_file(campaign, schema=schema)
    opened.close()
    opened.close()
    again = open_file(campaign, schema=schema)
    assert not again.read_only
    again.close()


def test_looking_only_takes_no_lock_and_writes_nothing(campaign: Path, schema: Schema) -> None:
    before = (campaign.read_bytes(), campaign.stat().st_mtime_ns)
    opened = open_file(campaign, schema=schema, read_only=True)
    assert opened.read_only
    assert not lock_path(campaign).exists()
    with pytest.raises(Exception, match="readonly"), opened.engine.begin() as act:
        act.execute(text("DELETE FROM unit"))
    opened.close()
    assert (campaign.read_bytes(), campaign.stat().st_mtime_ns) == before


def test_one_window_can_watch_what_another_one_plays(campaign: Path, schema: Schema) -> None:
    player = open_file(campaign, schema=schema)
    watcher = open_file(campaign, schema=schema, read_only=True)
    with player.engine.begin() as act:
        act.execute(text("UPDATE unit SET hp = 1000 WHERE id = 1"))
    assert watcher.watch.others_wrote()
    with watcher.engine.begin() as view:
        assert view.execute(text("SELECT hp FROM unit WHERE id = 1")).scalar_one() == 1000
    watcher.close()
    player.close()


def test_a_folder_that_cannot_be_written_opens_to_look_at(
    campaign: Path, schema: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("brikdesk.store.file.lock._create", refuse)
    opened = open_file(campaign, schema=schema)
    assert opened.read_only
    assert opened.notices == ("Opened to look at only: the file or its folder is write-protected.",)
    opened.close()


def test_a_write_protected_file_opens_to_look_at(
    campaign: Path, schema: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Asked of the system, because whoever runs the tests may be allowed everything.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    opened = open_file(campaign, schema=schema)
    assert opened.notices == ("Opened to look at only: the file is write-protected.",)
    assert not lock_path(campaign).exists()
    opened.close()


def test_a_link_is_followed_and_told(campaign: Path, schema: Schema, tmp_path: Path) -> None:
    link = tmp_path / "desktop.brik"
    link.symlink_to(campaign)
    opened = open_file(link, schema=schema)
    assert opened.path == campaign
    assert lock_path(campaign).exists()
    assert opened.notices == (f"Opened through a link; the campaign is {campaign}.",)
    opened.close()


def interrupt(campaign: Path) -> None:
    """Leave the file as a killed writer does: half an act in it, and the journal beside it."""
    held = campaign.with_name("held")
    with closing(sqlite3.connect(campaign, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE unit SET name = name || ' is changed', hp = 0")
        writer.execute("UPDATE unit SET picture = zeroblob(3000)")
        held.mkdir()
        for path in (campaign, campaign.with_name(campaign.name + "-journal")):
            (held / path.name).write_bytes(path.read_bytes())
        writer.execute("ROLLBACK")
    for path in held.iterdir():
        path.replace(campaign.with_name(path.name))
    held.rmdir()


def test_after_a_crash_the_campaign_is_back_at_its_last_act(
    campaign: Path, schema: Schema, content: Content, own_data_folder: Path
) -> None:
    before = content(campaign)
    interrupt(campaign)
    found = campaign.read_bytes()
    opened = open_file(campaign, schema=schema)
    assert opened.notices == (
        "BrikDesk ended without closing. The campaign is complete up to its last saved act.",
    )
    opened.close()
    assert content(campaign) == before
    assert [entry.name for entry in campaign.parent.iterdir()] == ["battle.brik"]
    kept = own_data_folder / "backups" / "interrupted"
    assert found in [entry.read_bytes() for entry in kept.iterdir()]
    assert len(list(kept.iterdir())) == 2


def test_looking_at_a_campaign_after_a_crash_leaves_it_as_it_is(
    campaign: Path, schema: Schema, content: Content
) -> None:
    before = content(campaign)
    interrupt(campaign)
    found = {entry.name: entry.read_bytes() for entry in campaign.parent.iterdir()}
    opened = open_file(campaign, schema=schema, read_only=True)
    assert "a copy" in opened.notices[0]
    shown = Path(opened.engine.url.database or "")
    assert content(shown) == before
    opened.close()
    assert not shown.exists()
    assert {entry.name: entry.read_bytes() for entry in campaign.parent.iterdir()} == found


def test_a_journal_of_another_file_harms_nothing(campaign: Path, schema: Schema) -> None:
    other = campaign.with_name("other.brik")
    create_file(other, schema=schema)
    with closing(sqlite3.connect(other)) as connection:
        connection.executemany(
            "INSERT INTO unit (name, kind, hp, alive) VALUES (?, 'HERO', 1, 1)",
            [(f"Other {n}" * 30,) for n in range(300)],
        )
        connection.commit()
    interrupt(other)
    other.with_name("other.brik-journal").replace(campaign.with_name("battle.brik-journal"))
    found = {entry.name: entry.read_bytes() for entry in campaign.parent.iterdir()}
    with pytest.raises(CampaignFileError):
        open_file(campaign, schema=schema)
    assert {entry.name: entry.read_bytes() for entry in campaign.parent.iterdir()} == found


def test_a_journal_cannot_name_a_file_to_delete(
    campaign: Path, schema: Schema, tmp_path: Path
) -> None:
    """SQLite deletes the file that a journal names as its super-journal, once it was played."""
    interrupt(campaign)
    victim = tmp_path / "diary.txt"
    victim.write_text("mine")
    name = bytes(str(victim), "utf-8")
    ending = b"".join(
        [
            (2**30 // 4096 + 1).to_bytes(4, "big"),
            name,
            len(name).to_bytes(4, "big"),
            sum(name).to_bytes(4, "big"),
            b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7",
        ]
    )
    with campaign.with_name("battle.brik-journal").open("ab") as journal:
        journal.write(ending)
    with pytest.raises(ForeignParts, match="a journal that names other files"):
        open_file(campaign, schema=schema)
    assert victim.read_text() == "mine"


def test_a_write_ahead_log_is_taken_in_and_given_up(
    campaign: Path, schema: Schema, tmp_path: Path
) -> None:
    writer = sqlite3.connect(campaign, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("UPDATE unit SET hp = 77 WHERE id = 1")
    copied = tmp_path / "copied"
    copied.mkdir()
    for name in ("battle.brik", "battle.brik-wal"):
        (copied / name).write_bytes((campaign.parent / name).read_bytes())
    writer.close()
    opened = open_file(copied / "battle.brik", schema=schema)
    with opened.engine.begin() as view:
        assert view.execute(text("SELECT hp FROM unit WHERE id = 1")).scalar_one() == 77
    opened.close()
    assert [entry.name for entry in copied.iterdir()] == ["battle.brik"]
    assert (copied / "battle.brik").read_bytes()[18:20] == b"\1\1"


def test_the_first_opening_of_an_evening_makes_a_backup_that_opens(
    campaign: Path, schema: Schema, own_data_folder: Path, now: datetime, content: Content
) -> None:
    folder, name = own_data_folder / "backups", backup_name(campaign)
    open_file(campaign, schema=schema, now=now).close()
    (first,) = backups(folder, name)
    assert first.made == now
    assert content(first.path) == content(campaign)
    open_file(campaign, schema=schema, now=now + timedelta(hours=11)).close()
    assert backups(folder, name) == [first]
    open_file(campaign, schema=schema, now=now + timedelta(hours=12)).close()
    assert len(backups(folder, name)) == 2


def test_closing_makes_a_backup_of_what_changed(
    campaign: Path, schema: Schema, tmp_path: Path, content: Content
) -> None:
    folder = tmp_path / "elsewhere"
    opened = open_file(campaign, schema=schema, backup_dir=folder)
    with opened.engine.begin() as act:
        act.execute(text("UPDATE unit SET hp = 3 WHERE id = 1"))
    opened.close()
    newest, before = backups(folder, backup_name(campaign))
    assert content(newest.path) == content(campaign) != content(before.path)


def test_the_clock_makes_a_backup_only_when_something_was_saved(
    campaign: Path, schema: Schema
) -> None:
    opened = open_file(campaign, schema=schema)
    assert opened.back_up() is None
    with opened.engine.begin() as act:
        act.execute(text("UPDATE unit SET hp = 3 WHERE id = 1"))
    made = opened.back_up()
    assert made is not None
    verify(made, schema)
    assert opened.back_up() is None
    opened.close()


def test_without_room_for_a_backup_the_campaign_still_opens(
    campaign: Path, schema: Schema, tmp_path: Path
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    opened = open_file(campaign, schema=schema, backup_dir=blocked)
    assert "The backup could not be made" in opened.notices[0]
    opened.close()


def test_a_damaged_campaign_offers_its_newest_good_backup(
    campaign: Path, schema: Schema, now: datetime
) -> None:
    open_file(campaign, schema=schema, now=now).close()
    content = bytearray(campaign.read_bytes())
    content[4096 * 2 : 4096 * 3] = bytes(4096)
    campaign.write_bytes(content)
    with pytest.raises(Damaged) as caught:
        open_file(campaign, schema=schema, now=now + timedelta(minutes=5))
    assert caught.value.backup is not None
    assert f"Your last good backup is from today {now.astimezone():%H:%M}." in str(caught.value)
    verify(caught.value.backup, schema)
    assert campaign.read_bytes() == content


def test_those_who_know_the_rows_can_refuse_them(campaign: Path, schema: Schema) -> None:
    def kinds(connection: sqlite3.Connection) -> list[str]:
        found = connection.execute("SELECT DISTINCT kind FROM unit")
        return [f"{kind} is no kind" for (kind,) in found if kind not in ("HERO", "MINIFIG")]

    with pytest.raises(Damaged, match="STRUCTURE is no kind"):
        open_file(campaign, schema=schema, extra_checks=kinds)
    assert not lock_path(campaign).exists()


def test_a_busy_computer_makes_no_sound_file_a_foreign_one(
    campaign: Path, schema: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    minutes = count(0, 60)
    for clock in ("monotonic", "thread_time", "process_time", "perf_counter"):
        monkeypatch.setattr(f"time.{clock}", lambda: float(next(minutes)))
    refused: list[str] = []
    try:
        verify(campaign, schema)
    except ForeignParts as error:
        refused.append(str(error))
    assert refused == []


def test_a_check_cannot_read_what_is_not_ours_nor_run_for_ever(
    campaign: Path, schema: Schema
) -> None:
    def endless(connection: sqlite3.Connection) -> list[str]:
        connection.execute(
            "SELECT count(*) FROM unit a, unit b, unit c, unit d, unit e, unit f"
        ).fetchone()
        return []

    def settings(connection: sqlite3.Connection) -> list[str]:
        connection.execute("PRAGMA writable_schema = ON")
        return []

    with pytest.raises(ForeignParts, match="too long to read"):
        verify(campaign, schema, extra_checks=endless, most_steps=1_000_000)
    with pytest.raises(ForeignParts, match="reads what it should not"):
        verify(campaign, schema, extra_checks=settings)
