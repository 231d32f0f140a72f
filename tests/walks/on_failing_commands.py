"""Run by test_failing_commands.py, with failing_drive.c loaded before libc.

Arguments: the drive, a folder that holds nothing yet, then for each command its name, and how many of
its calls fail once, how many for good, how many for lack of room; three times 0 stands for each of
them. Prints one JSON line for each command without a failure and one for each call that failed.
"""

import contextlib
import ctypes
import io
import json
import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from brikdesk.cli import main as command
from brikdesk.errors import CampaignFileError
from brikdesk.library import shelf
from brikdesk.store.campaign import Campaign
from tests.walks.commands import CALLS, OLD, set_the_scene
from tests.walks.on_a_failing_drive import FAULTS

MOST = 400
"""Of a command that makes more calls than this some fail, chosen by seed."""

AT_REST = (".brik", ".pdf", ".json", ".csv", ".html", ".svg", ".png", ".lock")
DEAF = "a defect: "


@dataclass(frozen=True, slots=True)
class Said:
    """What a command said, and how many calls it had made by then."""

    calls: int
    code: int
    out: str
    error: str


def main(library: str, folder: str, *wanted: str) -> None:
    drive = ctypes.CDLL(library)
    source = Path(folder) / "scene"
    source.mkdir()
    set_the_scene(source)
    drive.drive_scene(str(Path(folder) / "trial").encode())
    for name, *few in zip(*[iter(wanted)] * 4, strict=True):
        counts = dict(zip(FAULTS, map(int, few), strict=False))
        for call in CALLS[name]:
            for case in _tried(drive, source, call, counts):
                print(json.dumps(case), flush=True)


def _tried(
    drive: ctypes.CDLL, source: Path, call: list[str], counts: dict[str, int]
) -> Iterator[dict[str, Any]]:
    before = _state(_trial(source))
    whole = _in_a_child(drive, _trial(source), call, 0, 0, 0)
    after = _state(source.with_name("trial"))
    yield {
        "call": call,
        "calls": whole.calls,
        "code": whole.code,
        "error": whole.error,
        "wrong": "",
    }
    everywhere = not any(counts.values())
    for fault, wanted in counts.items():
        for at in _points(call, whole.calls, fault, MOST if everywhere else wanted):
            reason, for_good = FAULTS[fault]
            said = _in_a_child(drive, _trial(source), call, at, reason, for_good)
            found = _state(source.with_name("trial"))
            wrong = _wrong(said, found, before, after, whole)
            yield {"call": call, "fault": fault, "at": at, **asdict(said), "wrong": wrong}


def _points(call: list[str], calls: int, fault: str, wanted: int) -> list[int]:
    chance = random.Random(f"{call} {fault}")
    return sorted(chance.sample(range(1, calls + 1), min(wanted, calls)))


def _trial(source: Path) -> Path:
    folder = source.with_name("trial")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)
    os.environ["BRIKDESK_DATA_DIR"] = str(folder / "data")
    return folder


def _in_a_child(
    drive: ctypes.CDLL, folder: Path, call: list[str], at: int, reason: int, for_good: int
) -> Said:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        (folder / "tmp").mkdir()
        os.environ["TMPDIR"] = str(folder / "tmp")
        out, error = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            drive.drive_fail(at, reason, for_good)
            try:
                code = command(call)
            except BaseException as defect:
                code, error = -1, io.StringIO(DEAF + repr(defect))
            calls = drive.drive_calls()
        os.write(
            writing,
            json.dumps(asdict(Said(calls, code, out.getvalue(), error.getvalue()))).encode(),
        )
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said_there = pipe.read()
    os.waitpid(child, 0)
    return Said(**json.loads(said_there)) if said_there else Said(0, -1, "", DEAF + "it died")


def _state(folder: Path) -> dict[str, str]:
    """Return what lies in the folder now that the drive works again."""
    os.environ["BRIKDESK_DATA_DIR"] = str(folder / "data")
    found = {
        path.name: _content(path)
        for path in sorted(folder.iterdir())
        if path.suffix in AT_REST and not path.name.startswith(".")
    }
    kept = shelf.opened()
    return {**found, "library": kept.notice + ", ".join(each.name for each in kept.entries)}


def _content(path: Path) -> str:
    """Return what a file holds, but for times and names made by chance."""
    if path.suffix == ".brik":
        return _campaign(path)
    if path.suffix == ".lock":
        return "locked"
    content = path.read_bytes()
    if content == OLD:
        return "old"
    ends = {
        ".pdf": b"%%EOF\n",
        ".svg": b"</svg>\n",
        ".html": b"</html>\n",
        ".png": b"IEND\xaeB`\x82",
    }
    wanted = ends.get(path.suffix, b"")
    if path.suffix == ".json":
        json.loads(content)
    return "whole" if content.strip().endswith(wanted.strip()) and content else "torn"


def _campaign(path: Path) -> str:
    lock = path.with_name(f"{path.name}.lock")
    if lock.exists():
        os.utime(lock, (1000, 1000))  # what nobody finished writing is a leftover after a while
    try:
        with closing(sqlite3.connect(path)) as file:  # plays back what was not finished
            states = file.execute("SELECT name, state FROM act ORDER BY id").fetchall()
            names = file.execute("SELECT name FROM unit ORDER BY id").fetchall()
    except sqlite3.Error as error:
        return f"no campaign, of {path.stat().st_size} bytes: {error}"
    try:
        with Campaign.open(path, read_only=True) as campaign:
            told = "" if path.stem == "made" else campaign.digest()
    except CampaignFileError as error:
        told = f"does not open: {error}"
    return f"{told} {states} {names}"


def _wrong(
    said: Said, found: dict[str, str], before: dict[str, str], after: dict[str, str], whole: Said
) -> str:
    """Return what is said and is not so, or is so and not said."""
    if said.code == -1:
        return said.error
    if said.code not in (0, 1, 3):
        return f"the exit code is {said.code}"
    if "Traceback" in said.error:
        return "a traceback"
    done = said.code != 1
    if done and before != after and "Nothing was changed" in said.error:
        return f"all is saved, but: {said.error}"
    wanted = after if done and whole.code == 0 else before
    quiet_locks = {name for name in found if name.endswith(".lock")} - wanted.keys()
    for name in sorted(found.keys() | wanted.keys()):
        is_lock = name in quiet_locks
        if is_lock and (not done or name in said.error):
            continue  # a lock that could not be taken away is told, or the next run takes it over
        if found.get(name) != wanted.get(name):
            return f"{name} is {found.get(name)}, not {wanted.get(name)}"
    if said.code == 3 and not said.error:
        return "something failed, and nothing says what"
    if said.code == 0 and said.error != whole.error:
        return f"all is well, but: {said.error}"
    if said.code == 1 and (not said.error or said.out) and whole.code == 0:
        return f"it failed, but said {said.out!r}" if said.out else "it failed without a word"
    return ""


if __name__ == "__main__":
    main(*sys.argv[1:])
