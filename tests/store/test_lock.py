import errno
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from msgspec.structs import asdict

from brikdesk.errors import CampaignFileError
from brikdesk.store.file import lock as locks
from brikdesk.store.file.durable import alone
from brikdesk.store.file.lock import (
    FIRST_SPACE,
    Locked,
    Whereabouts,
    break_lock,
    here,
    is_alive,
    lock_owner,
    lock_path,
    start_mark,
    take_lock,
)
from brikdesk.store.file.schema import Schema
from brikdesk.store.life import open_file
from tests.nightly import NIGHTLY, many


@pytest.fixture
def written(campaign: Path, now: datetime) -> Callable[..., Path]:
    """Put a lock of somebody else beside the campaign."""

    def write(**said: Any) -> Path:
        owner = {
            "pid": os.getpid(),
            "host": socket.gethostname(),
            "user": "anna",
            "since": now.isoformat(),
            "started": "",
            "token": "theirs",
            **asdict(here()),
            **said,
        }
        lock_path(campaign).write_text(json.dumps(owner))
        return lock_path(campaign)

    return write


def dead_process() -> int:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_the_lock_says_who_and_since_when(campaign: Path, now: datetime) -> None:
    held = take_lock(campaign, now)
    assert held.path.name == "battle.brik.lock"
    owner = lock_owner(campaign)
    assert owner is not None
    assert (owner.pid, owner.host, owner.since) == (os.getpid(), socket.gethostname(), now)
    held.release()
    assert lock_owner(campaign) is None
    assert not held.path.exists()


def test_a_second_window_is_refused_in_words(campaign: Path, schema: Schema, now: datetime) -> None:
    opened = open_file(campaign, schema=schema, now=now)
    with pytest.raises(Locked) as caught:
        open_file(campaign, schema=schema, now=now)
    assert str(caught.value) == f"Open in another window since today {now.astimezone():%H:%M}."
    opened.close()
    open_file(campaign, schema=schema).close()


def test_a_refusal_leaves_no_lock(campaign: Path, schema: Schema) -> None:
    campaign.write_bytes(campaign.read_bytes()[:-4096])
    with pytest.raises(Exception, match="shorter"):
        open_file(campaign, schema=schema)
    assert not lock_path(campaign).exists()


OWNER = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from brikdesk.store.file.lock import take_lock

take_lock(Path(sys.argv[1]), datetime.now(UTC))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_killed_owner_is_taken_over_and_a_living_one_is_not(
    campaign: Path, now: datetime
) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(campaign)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    assert owner.stdout.readline() == "held\n"
    with pytest.raises(Locked, match="Open in another window"):
        take_lock(campaign, now)
    owner.kill()
    owner.communicate()
    held = take_lock(campaign, now)
    assert lock_owner(campaign) is not None
    held.release()


def test_a_process_that_took_the_number_of_a_dead_one_does_not_hold_its_lock(
    campaign: Path, written: Callable[..., Path], now: datetime
) -> None:
    if not start_mark(os.getpid()):
        pytest.skip("this system does not tell when a process started")
    written(started="another boot:12345")
    take_lock(campaign, now).release()


ELSEWHERE = {
    "another computer": {"machine": "theirs", "boot": "theirs", "host": "ANNA-LAPTOP"},
    "another computer of the same name": {"machine": "theirs", "boot": "theirs"},
    "a container here": {"space": "pid:[4026532999]"},
    "a container that was started anew": {"boot": "earlier", "space": "pid:[4026532999]"},
    "a program that did not say where it ran": {"machine": "", "boot": "", "space": ""},
}


@pytest.mark.parametrize("where", ELSEWHERE)
def test_a_lock_from_where_nobody_here_can_look_is_taken_over_only_on_the_referees_word(
    campaign: Path, written: Callable[..., Path], now: datetime, where: str
) -> None:
    path = written(pid=dead_process(), since="2020-01-01T10:00:00+00:00", **ELSEWHERE[where])
    before = path.read_bytes()
    with pytest.raises(Locked, match=r"1 January 2020"):
        take_lock(campaign, now + timedelta(days=2000))
    assert path.read_bytes() == before
    break_lock(campaign)
    assert take_lock(campaign, now).release() == ""


@pytest.mark.parametrize("machine", ["", "0f" * 16], ids=["a bare system", "a computer with an id"])
def test_another_computer_is_named(
    campaign: Path,
    written: Callable[..., Path],
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    machine: str,
) -> None:
    ours = Whereabouts(machine, "this start", FIRST_SPACE)
    monkeypatch.setattr(locks, "here", lambda: ours)
    monkeypatch.setitem(globals(), "here", lambda: ours)
    written(**ELSEWHERE["another computer"])
    with pytest.raises(Locked, match=r"Opened on 'ANNA-LAPTOP' by anna"):
        take_lock(campaign, now)
    written(**ELSEWHERE["a container here"])
    with pytest.raises(Locked, match=r"Opened in another system on this computer"):
        take_lock(campaign, now)


def test_after_a_dead_battery_the_lock_is_nobodys(
    campaign: Path, written: Callable[..., Path], now: datetime
) -> None:
    if here().space != FIRST_SPACE or not here().machine:
        pytest.skip("this system cannot tell one start from another")
    written(pid=1, boot="the start before")
    take_lock(campaign, now).release()


def test_what_a_lock_proves() -> None:
    me = Whereabouts("computer", "today", FIRST_SPACE)
    yesterday = Whereabouts("computer", "yesterday", FIRST_SPACE)
    other = Whereabouts("other", "yesterday", FIRST_SPACE)
    inside = Whereabouts("computer", "yesterday", "pid:[4026532999]")
    assert me.surely_outlived(yesterday)
    assert not any(me.surely_outlived(there) for there in (me, other, inside, Whereabouts()))
    assert me.surely_knows(me)
    assert not any(me.surely_knows(there) for there in (yesterday, other, inside, Whereabouts()))
    assert not Whereabouts().surely_knows(Whereabouts())


def test_a_lock_that_cannot_be_removed_is_told_and_hinders_nobody_here(
    campaign: Path, schema: Schema, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_file(campaign, schema=schema, now=now)
    unlink = Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path == lock_path(campaign):
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    (told,) = opened.close()
    assert told.startswith("battle.brik.lock could not be removed: the drive reported an error.")
    monkeypatch.undo()
    assert lock_path(campaign).exists()
    assert open_file(campaign, schema=schema, now=now).close() == ()
    assert not lock_path(campaign).exists()


def test_a_lock_just_being_written_is_respected(campaign: Path, now: datetime) -> None:
    lock_path(campaign).touch()
    with pytest.raises(Locked, match="just opening"):
        take_lock(campaign, now)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"pid": "x"}', b"\xff\xfe", b"[" * 4096])
def test_a_lock_that_nobody_finished_writing_is_a_leftover(
    campaign: Path, now: datetime, content: bytes
) -> None:
    path = lock_path(campaign)
    path.write_bytes(content)
    os.utime(path, (1000, 1000))
    take_lock(campaign, now).release()
    assert not path.exists()


def test_a_lock_taken_over_by_others_is_not_given_back(
    campaign: Path, written: Callable[..., Path], now: datetime
) -> None:
    mine = take_lock(campaign, now)
    break_lock(campaign)
    theirs = written(**ELSEWHERE["another computer"])
    assert mine.release() == ""
    assert theirs.exists()


def test_of_two_that_find_a_dead_owner_only_one_gets_the_lock(
    campaign: Path,
    written: Callable[..., Path],
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other one is quicker, between our looking at the leftover and our taking it away.

    It is an earlier BrikDesk, which no lock of the kernel keeps out.
    """
    written(pid=dead_process())
    rename = Path.rename

    def too_late(path: Path, target: Path) -> Path:
        monkeypatch.undo()
        written(pid=os.getppid(), token="quicker")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", too_late)
    with pytest.raises(Locked):
        take_lock(campaign, now)
    owner = lock_owner(campaign)
    assert owner is not None
    assert owner.token == "quicker"
    assert names_beside(campaign) == ["battle.brik.lock"]


def names_beside(campaign: Path) -> list[str]:
    return [entry.name for entry in campaign.parent.iterdir() if ".lock" in entry.name]


def holders(campaign: Path, now: datetime, programs: int) -> int:
    """Let so many programs take the lock at the same moment; return how many of them hold it."""
    go, start = os.pipe()
    told, tell = os.pipe()
    stay, end = os.pipe()
    children = []
    for _ in range(programs):
        child = os.fork()
        if child == 0:
            os.close(start)
            os.close(end)
            os.read(go, 1)  # all of them wake when the other end is closed
            try:
                take_lock(campaign, now)
                os.write(tell, b"h")
            except Locked:
                os.write(tell, b"-")
            finally:
                os.read(stay, 1)  # it holds the lock until all have tried, and never gives it back
                os._exit(0)
        children.append(child)
    os.close(start)
    said = b""
    while len(said) < programs:
        said += os.read(told, programs)
    os.close(end)
    for child in children:
        os.waitpid(child, 0)
    for descriptor in (go, told, tell, stay):
        os.close(descriptor)
    return said.count(b"h")


ROUNDS = many(10, 200)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs programs that begin at one moment")
def test_of_six_that_find_a_dead_owner_at_once_one_gets_the_lock(
    campaign: Path, written: Callable[..., Path], now: datetime
) -> None:
    written(pid=dead_process())
    found = [holders(campaign, now, 6) for _ in range(ROUNDS)]  # each holder dies with its lock
    print(f"{ROUNDS} rounds of six programs, holders: {sorted(set(found))}")
    assert found == [1] * ROUNDS
    assert names_beside(campaign) == ["battle.brik.lock"]


@pytest.mark.skipif(not NIGHTLY, reason="two hold it in one round of ten or fewer")
def test_without_a_lock_of_the_kernel_two_get_it(
    campaign: Path, written: Callable[..., Path], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr(locks, "alone", lambda *_: nullcontext())
    written(pid=dead_process())
    found = [holders(campaign, now, 6) for _ in range(ROUNDS)]
    print(f"{ROUNDS} rounds without it: {sum(held > 1 for held in found)} with several holders")
    assert max(found) > 1


def test_a_program_that_is_just_looking_is_waited_for_then_told(
    campaign: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "ALONE_WITHIN", 0.01)
    with alone(lock_path(campaign), 1):
        with pytest.raises(Locked, match="just opening"):
            take_lock(campaign, now)
        with pytest.raises(CampaignFileError, match=r"is just looking at battle\.brik\.lock"):
            break_lock(campaign)
    take_lock(campaign, now).release()
    assert names_beside(campaign) == []


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_on_a_drive_without_locks_the_file_alone_decides(
    campaign: Path, now: datetime, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(FileLock, "acquire", refused)
    held = take_lock(campaign, now)
    with pytest.raises(Locked):
        take_lock(campaign, now)
    assert held.release() == ""
    assert names_beside(campaign) == []


THEIRS = b'[[package]]\nname = "brikdesk"\nversion = "0.1.0"\n'


@pytest.mark.parametrize("content", [THEIRS, b"# generated", b'{"_meta": {}}', b"\x7fELF"])
def test_a_lock_of_another_program_is_never_taken_away(
    campaign: Path, now: datetime, content: bytes
) -> None:
    campaign = campaign.rename(campaign.with_name("poetry"))
    path = lock_path(campaign)
    path.write_bytes(content)
    os.utime(path, (1000, 1000))
    for deed in (lambda: break_lock(campaign), lambda: take_lock(campaign, now)):
        with pytest.raises(CampaignFileError, match=r"poetry\.lock is no lock of BrikDesk"):
            deed()
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "torn", [b"", b"\0" * 300, b"{", b'{\n "pid": 17,\n "ho', b'{\n "pid": 1\0\0']
)
def test_our_own_lock_is_known_under_any_name_also_torn(
    campaign: Path, now: datetime, torn: bytes
) -> None:
    campaign = campaign.rename(campaign.with_name("poetry"))
    take_lock(campaign, now)
    break_lock(campaign)
    path = lock_path(campaign)
    assert not path.exists()
    path.write_bytes(torn)
    os.utime(path, (1000, 1000))
    take_lock(campaign, now).release()
    assert not path.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_as_lock_is_not_waited_for(campaign: Path, now: datetime) -> None:
    os.mkfifo(lock_path(campaign))
    with pytest.raises(Locked):
        take_lock(campaign, now)


def test_processes_live_and_die() -> None:
    assert is_alive(os.getpid())
    assert is_alive(os.getpid(), start_mark(os.getpid()))
    assert not is_alive(dead_process())
    assert not is_alive(0)
    assert not is_alive(-1)
