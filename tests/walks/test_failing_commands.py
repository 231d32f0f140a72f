"""Every command on a failing drive: what is said equals what is on the drive, and nothing else.

The list of commands is the parser's, so that a new one is in by itself: without a call in
`commands.py` the first test fails. With every change a few calls of each command fail, chosen by
seed; at night up to 400 of each, in each of three ways, of those that only read as well.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.nightly import NIGHTLY
from tests.walks.commands import CALLS, known_commands

ROOT = Path(__file__).parents[2]
SLOW = {"demo", "shot"}
"""Commands that take seconds each time: at night."""

READERS = {
    *("agenda", "ahead", "try", "acts", "log", "explain", "check", "digest", "odds", "rules"),
    "completion",
    *("lineage", "backups", "league", "library list"),
}
"""Commands that leave nothing: at night. A new command is not among them until somebody says so."""

FULL = ("0", "0", "0")
"""How many calls fail of each command: once, for good, for lack of room; 0 stands for each of them."""
QUICK = {"new": ("2", "0", "1"), "restore": ("1", "0", "1"), "library save": ("1", "0", "1")}
USUAL = ("1", "0", "0")


def test_every_command_of_the_parser_is_tried() -> None:
    """A new command needs a call in `commands.py`, with arguments that make it write."""
    assert known_commands() == set(CALLS)


TRIED = [name for name in CALLS if NIGHTLY or name not in SLOW | READERS]
GROUPS = [[name] for name in TRIED] if NIGHTLY else [TRIED[part::4] for part in range(4)]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group[0])
def test_what_a_command_says_is_what_is_on_the_drive(
    drive: Path, group: list[str], tmp_path: Path
) -> None:
    asked = [
        word for name in group for word in (name, *(FULL if NIGHTLY else QUICK.get(name, USUAL)))
    ]
    child = subprocess.run(
        [sys.executable, "-m", "tests.walks.on_failing_commands", drive, tmp_path, *asked],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "LD_PRELOAD": str(drive), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.returncode == 0, child.stderr
    plain, failed = [], []
    for case in map(json.loads, child.stdout.splitlines()):
        (failed if "fault" in case else plain).append(case)
    print(f"{len(plain)} calls of {len(group)} commands, {len(failed)} failures")
    assert [case for case in plain if case["code"] != 0] == [], "without a failure all is done"
    assert [case for case in failed if case["wrong"]] == []
    if any(case["calls"] for case in plain):
        assert failed, "the control: no call was made to fail"
