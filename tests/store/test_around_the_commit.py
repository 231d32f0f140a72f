"""What lies around a commit: leftovers, a file emptied while open, drives without locks, old SQLites."""

import errno
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from brikdesk.acts.campaign.setup import CreateCampaign, RenameCampaign
from brikdesk.errors import CampaignFileError
from brikdesk.reports import write_report
from brikdesk.store.backups import backup_name, default_backup_dir
from brikdesk.store.campaign import Campaign, make_campaign
from brikdesk.store.file.connection import OLDEST, SAFE, notice_of_sqlite
from brikdesk.store.file.durable import beside
from brikdesk.store.file.faults import CannotLock, damage_in
from brikdesk.store.file.lock import lock_path
from brikdesk.store.life import create_file
from brikdesk.store.tables import Squad
from brikdesk.store.views.campaign_and_battle import battle_head
from tests.staging import stage


@pytest.fixture
def opened(tmp_path: Path) -> Campaign:
    create_file(tmp_path / "campaign.brik")
    return Campaign.open(tmp_path / "campaign.brik")


def old_leftover(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    left = beside(path)
    left.write_bytes(b"half")
    two_hours_ago = time.time() - 7200
    os.utime(left, (two_hours_ago, two_hours_ago))
    return left


def test_what_killed_programs_left_half_written_is_swept_away(tmp_path: Path) -> None:
    campaign = tmp_path / "new.brik"
    backup = default_backup_dir() / f"{backup_name(campaign)}.20200101T000000000000Z.brik"
    left = [
        old_leftover(campaign),
        old_leftover(backup),
        old_leftover(tmp_path / "brikdesk-report"),
    ]
    young = beside(campaign)
    young.write_bytes(b"another program is at it")
    others = old_leftover(tmp_path / "other.brik")
    make_campaign(campaign, lambda made: None)
    with Campaign.open(campaign) as made:
        made.seal()
    write_report(tmp_path / "turn.pdf", b"%PDF")
    assert [path for path in left if path.exists()] == []
    assert young.exists()
    assert others.exists()


def test_a_file_that_was_made_is_said_to_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second name under which it was written cannot be taken away."""
    unlink, failed = Path.unlink, []

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path.name.endswith(".part"):
            failed.append(path)
            raise OSError(errno.EIO, "Input/output error", str(path))
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    make_campaign(tmp_path / "made.brik", lambda campaign: None)
    monkeypatch.undo()
    assert failed, "the control"
    Campaign.open(tmp_path / "made.brik").close()


def test_a_file_emptied_while_it_is_open_is_told_and_leaves_no_lock(opened: Campaign) -> None:
    os.truncate(opened.path, 0)
    with pytest.raises(CampaignFileError, match="its tables are gone"):
        opened.read(battle_head)
    with pytest.raises(CampaignFileError):
        opened.do(RenameCampaign(name="Nowhere"))
    told = opened.close()
    assert all("no such table" not in words for words in told)
    assert not lock_path(opened.path).exists()
    assert opened.path.stat().st_size == 0, "nothing is written into it"


def test_words_of_sqlite_do_not_reach_the_referee() -> None:
    for said in ("*** in database main ***\nTree 5 page 3", "database disk image is malformed"):
        assert str(damage_in(said)) == (
            "The file is damaged (its pages do not fit together). The file stays as it is."
        )


def test_a_drive_that_does_not_lock_is_told_as_what_it_is(
    opened: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite calls it busy, as if another program were writing."""
    import fcntl

    def refuses(*_: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    with closing(sqlite3.connect(opened.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CampaignFileError, match="Another program is writing"):
            opened.do(RenameCampaign(name="No"))
        monkeypatch.setattr(fcntl, "lockf", refuses)
        with pytest.raises(CannotLock, match="does not lock files"):
            opened.do(RenameCampaign(name="No"))
    monkeypatch.undo()
    opened.close()


def test_an_old_sqlite_is_told_and_a_very_old_one_refused() -> None:
    assert notice_of_sqlite(SAFE) == ()
    assert notice_of_sqlite((3, 54, 1)) == ()
    assert notice_of_sqlite((3, 39, 1))[0].startswith("This computer has SQLite 3.39.1, which")
    with pytest.raises(CampaignFileError, match=r"SQLite 3\.31\.1; BrikDesk needs 3\.39\.2"):
        notice_of_sqlite((3, 31, 1))
    assert notice_of_sqlite(OLDEST) != ()


def test_what_cannot_be_committed_leaves_the_campaign_at_work(opened: Campaign) -> None:
    """A row that names another one that there is not is found by SQLite as it commits."""
    with opened:
        opened.do(CreateCampaign(name="Test of Strength", uuid="test"))
        before = opened.digest()
        with pytest.raises(IntegrityError):
            stage(opened, lambda session: session.add(Squad(unit_id=99, name="Lost")))
        assert opened.digest() == before
        opened.do(RenameCampaign(name="Still here"))
        assert opened.read(battle_head).campaign == "Still here"
