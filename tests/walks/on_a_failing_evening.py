"""Run by test_failing_evening.py, with failing_drive.c loaded before libc.

One command from its start to its end, opening, lock, backups, digest and closing included. Arguments:
the drive, a closed campaign, how the drive fails, and of which calls each. Prints one JSON line for
each call that was made to fail: what was said, and what is on the drive.
"""

import contextlib
import ctypes
import io
import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.cli import main as command
from brikdesk.errors import CampaignFileError
from brikdesk.store.backups import backups
from brikdesk.store.campaign import Campaign
from brikdesk.store.copies import copies_of, write_out
from brikdesk.store.file.durable import discard
from brikdesk.store.file.lock import lock_path
from brikdesk.store.journal.chain import last_chain
from tests.walks.on_a_failing_drive import FAULTS


@dataclass(frozen=True, slots=True)
class Said:
    """What the command said before it ended, and whether a call really failed."""

    failed: bool
    code: int
    out: str
    error: str


def main(library: str, campaign: str, fault: str, every: str) -> None:
    drive = ctypes.CDLL(library)
    reason, for_good = FAULTS[fault]
    source = Path(campaign)
    at = 1
    while True:
        folder = source.with_name(f"trial {at}")
        folder.mkdir()
        path = folder / "tried.brik"
        shutil.copyfile(source, path)
        act = folder / "act.json"
        act.write_text('{"act": "RenameCampaign", "name": "Another Tale"}', "utf-8")
        os.environ["BRIKDESK_DATA_DIR"] = str(folder / "data")
        said = _in_a_child(drive, path, act, at, reason, for_good)
        if not said.failed:
            shutil.rmtree(folder)
            return
        print(json.dumps({"at": at, **asdict(said), **_on_the_drive(path)}))
        shutil.rmtree(folder)
        at += int(every)


def _in_a_child(
    drive: ctypes.CDLL, path: Path, act: Path, at: int, reason: int, for_good: int
) -> Said:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        out, error = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            drive.drive_fail(at, reason, for_good)
            try:
                code = command(["do", str(path), str(act)])
            except BaseException as defect:
                code, error = -1, io.StringIO(repr(defect))
            met = drive.drive_calls() >= at
        said = Said(met, code, out.getvalue(), error.getvalue())
        os.write(writing, json.dumps(asdict(said)).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said_there = pipe.read()
    os.waitpid(child, 0)
    return Said(**json.loads(said_there))


def _on_the_drive(path: Path) -> dict[str, object]:
    """Look what is there now that the drive works again."""
    lock = lock_path(path)
    found: dict[str, object] = {"lock": lock.exists(), "saved": None, "digest": None}
    if lock.exists():
        os.utime(lock, (1000, 1000))  # what nobody finished writing is a leftover after a while
    with closing(sqlite3.connect(path)) as file:  # plays back what was not finished
        (name,) = file.execute("SELECT name FROM campaign").fetchone()
        kept = file.execute("SELECT state FROM checkpoint").fetchone()
        found |= {"saved": name == "Another Tale", "digest": kept == (last_chain(file),)}
    folder = path.parent / "data" / "backups"
    names = {entry.name.split(".")[0] for entry in folder.glob("*.brik")} if folder.is_dir() else ()
    copies = [copy.path for name in names for copy in backups(folder, name)]
    found["backups"] = [_has_the_act(copy) for copy in copies]
    found["recorded"] = _is_recorded(path)
    try:
        Campaign.open(path).close()
        found["opens"] = True
    except CampaignFileError as error:
        found["opens"] = str(error)
    return found


def _is_recorded(path: Path) -> bool:
    """Look whether what is kept on the computer brings the act back, though the file is gone."""
    best = next(iter(copies_of(path)), None)
    if best is None:
        return False
    again = path.with_name("again.brik")
    try:
        write_out(best, again)
        return _has_the_act(again)
    except CampaignFileError:
        return False
    finally:
        discard(again)


def _has_the_act(copy: Path) -> bool:
    with Campaign.open(copy, read_only=True) as campaign:
        return (
            campaign.reading(
                lambda session: (
                    session.connection().exec_driver_sql("SELECT name FROM campaign").scalar()
                )
            )
            == "Another Tale"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
