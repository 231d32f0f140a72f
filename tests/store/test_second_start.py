"""A campaign that is opened a second time asks the window that has it, and nobody else."""

import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from brikdesk.store.file.lock import lock_path, take_lock
from brikdesk.store.life import asked_to_front, requests, take_request


def held_by_another(file: Path, now: datetime) -> int:
    """Have the lock say that this test's parent holds it, a process that runs; return its number."""
    take_lock(file, now)
    lock = lock_path(file)
    said = json.loads(lock.read_bytes())
    shown = [sys.executable, "-c", "from brikdesk.store.file.lock import start_mark as m;"]
    shown[2] += f"print(m({os.getppid()}))"
    mark = subprocess.run(shown, capture_output=True, text=True, check=True).stdout.strip()
    lock.write_text(json.dumps(said | {"pid": os.getppid(), "started": mark}))
    return os.getppid()


def test_nobody_is_asked_where_the_file_is_open_nowhere(campaign: Path) -> None:
    assert not asked_to_front(campaign)
    assert not requests().exists()


def test_a_program_without_a_window_leaves_no_request_behind(campaign: Path, now: datetime) -> None:
    held_by_another(campaign, now)
    assert not asked_to_front(campaign, patience=0)
    assert list(requests().iterdir()) == []


def test_the_window_takes_what_is_meant_for_its_campaign(campaign: Path) -> None:
    requests().mkdir(parents=True)
    mine = requests() / str(os.getpid())
    mine.write_bytes(os.fsencode(campaign.with_name("another.brik")))
    assert not take_request(campaign)
    mine.write_bytes(os.fsencode(campaign.resolve()))
    assert take_request(campaign)
    assert not take_request(campaign)


def test_a_folder_that_cannot_be_written_stops_nothing(
    campaign: Path, now: datetime, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    held_by_another(campaign, now)
    (tmp_path / "in the way").touch()
    monkeypatch.setenv("BRIKDESK_DATA_DIR", str(tmp_path / "in the way"))
    assert not asked_to_front(campaign)
