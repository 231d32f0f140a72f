"""Run by test_failing_drive.py in a process of its own, with failing_drive.c loaded before libc.

Arguments: the drive, a campaign, what is done, how the drive fails, and of which calls each. Prints
one JSON line for each call that was made to fail: what was said, and what is in the file.
"""

import ctypes
import errno
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.acts.units.roster import AddUnit
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.library import shelf, templates
from brikdesk.reports.files import write_report
from brikdesk.store.campaign import Campaign
from tests.walks.deeds import DEEDS

FAULTS = {
    "error once": (errno.EIO, 0),
    "error for good": (errno.EIO, 1),
    "full": (errno.ENOSPC, 1),
    "killed": (0, 0),
}
OLD, NEW = b"%PDF old" * 3_000, b"%PDF new" * 5_000


@dataclass(frozen=True, slots=True)
class Told:
    """What a process said of its failing drive before it ended."""

    failed: bool = False
    """Whether a call really failed."""
    words: str = ""
    """What the referee was told was not done; empty where all seemed well."""
    title: str = ""
    """What the referee was told was done."""
    shown: str = ""
    """What the program itself holds for the state afterwards."""
    again: str = ""
    """What it holds for the state once the drive works again and the deed was repeated."""


Job = Callable[[Path, Callable[[], None], Callable[[], bool]], Told]


def main(library: str, campaign: str, job: str, fault: str, every: str) -> None:
    drive = ctypes.CDLL(library)
    reason, for_good = FAULTS[fault]
    source = Path(campaign)
    before, after = _plain(source, job)
    print(json.dumps({"before": before, "after": after}))
    at = 1
    while True:
        path = source.with_name("tried.brik")
        shutil.copyfile(source, path)
        told = _in_a_child(
            JOBS[job],
            path,
            lambda at=at: drive.drive_fail(at, reason, for_good),  # type: ignore[misc]
            lambda at=at: drive.drive_calls() >= at,  # type: ignore[misc]
        )
        if told is not None and not told.failed:
            return
        found = asdict(told) if told else {"killed": True}
        print(json.dumps({"at": at, **found, "file": _state(path, job)}))
        at += int(every)


def _plain(source: Path, job: str) -> tuple[str, str]:
    """Return the state before and after on a drive that works."""
    path = source.with_name("plain.brik")
    shutil.copyfile(source, path)
    _prepare(path, job)
    before = _state(path, job)
    JOBS[job](path, lambda: None, lambda: False)
    return before, _state(path, job)


def _prepare(path: Path, job: str) -> None:
    if job.endswith("report"):
        path.with_suffix(".pdf").write_bytes(OLD)
    if job in LIBRARIES:
        shutil.rmtree(_library(path).parent, ignore_errors=True)
        _library(path).parent.mkdir()
        LIBRARIES[job](_library(path))


def _library(path: Path) -> Path:
    return path.with_name("data") / "library.jsonl"


TEMPLATES = [
    templates.to_data(templates.of_units(f"Old {n}", [AddUnit(name="A")])) for n in range(5)
]


def _whole_library(path: Path) -> None:
    shelf.write(path, [shelf.row_of(each) for each in TEMPLATES])


def _damaged_library(path: Path) -> None:
    _whole_library(path)
    path.write_bytes(path.read_bytes()[:-7])


def _earlier_library(path: Path) -> None:
    old = {"format": shelf.FORMAT, "version": 1, "templates": TEMPLATES}
    path.with_name("library.json").write_text(json.dumps(old))


LIBRARIES = {
    "library": _whole_library,
    "damaged library": _damaged_library,
    "earlier library": _earlier_library,
}
"""What lies in the data folder before a template is kept."""


def _in_a_child(
    job: Job, path: Path, arm: Callable[[], None], failed: Callable[[], bool]
) -> Told | None:
    """Do it in a process that may die; none where it did."""
    _prepare(path, next(name for name in JOBS if JOBS[name] is job))
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.write(writing, json.dumps(asdict(job(path, arm, failed))).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said = pipe.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return None
    return Told(**json.loads(said))


def _state(path: Path, job: str) -> str:
    if job.endswith("report"):
        found = path.with_suffix(".pdf").read_bytes()
        parts = [entry.name for entry in path.parent.glob(".*.part")]
        for name in parts:
            path.with_name(name).unlink()
        return {OLD: "old report", NEW: "new report"}.get(found, "a torn report")
    if job in LIBRARIES:
        return ", ".join(entry.name for entry in shelf.opened(_library(path)).entries)
    try:
        careless = job == "careless act"
        with Campaign.open(path, read_only=True, accept_altered=careless) as campaign:
            return campaign.digest()
    except CampaignFileError as error:
        return str(error)


def _deed(name: str) -> Job:
    def do(path: Path, arm: Callable[[], None], failed: Callable[[], bool]) -> Told:
        campaign, words, title = Campaign.open(path), "", ""
        arm()
        try:
            title = DEEDS[name](campaign).title
        except CampaignFileError as error:
            words = str(error)
        met = failed()
        shown = campaign.digest()
        again = ""
        if words and met:
            try:
                DEEDS[name](campaign)
                again = campaign.digest()
            except Exception as error:
                again = repr(error)
        campaign.let_go()
        return Told(met, words, title, shown, again)

    return do


def _report(path: Path, arm: Callable[[], None], failed: Callable[[], bool]) -> Told:
    words, target = "", path.with_suffix(".pdf")
    arm()
    try:
        write_report(target, NEW, path)
    except CampaignFileError as error:
        words = str(error)
    return Told(failed(), words)


def _kept_in(_name: str) -> Job:
    # A job of its own for each: by it the child knows what to prepare.
    return lambda path, arm, failed: _keep(path, arm, failed)


def _keep(path: Path, arm: Callable[[], None], failed: Callable[[], bool]) -> Told:
    """Keep one more template in the library."""
    words = ""
    arm()
    try:
        shelf.kept(templates.of_units("New", [AddUnit(name="A")]), _library(path))
    except BadInput as error:
        words = str(error)
    return Told(failed(), words)


def _careless_report(path: Path, arm: Callable[[], None], failed: Callable[[], bool]) -> Told:
    """Write the new report over the old one: the control."""
    words, target = "", path.with_suffix(".pdf")
    arm()
    try:
        target.write_bytes(NEW)
    except OSError as error:
        words = str(error)
    return Told(failed(), words)


def _careless_act(path: Path, arm: Callable[[], None], failed: Callable[[], bool]) -> Told:
    """Save two statements one by one and take nothing back: the control."""
    words = ""
    connection = sqlite3.connect(path, isolation_level=None)
    arm()
    try:
        connection.execute("UPDATE unit SET size = 3")
        connection.execute("UPDATE unit SET name = 'X' || id")
    except sqlite3.Error as error:
        words = str(error)
    met = failed()
    connection.close()
    return Told(met, words)


JOBS: dict[str, Job] = {
    **{name: _deed(name) for name in DEEDS},
    "report": _report,
    **{name: _kept_in(name) for name in LIBRARIES},
    "careless report": _careless_report,
    "careless act": _careless_act,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
