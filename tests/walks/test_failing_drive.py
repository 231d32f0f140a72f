"""A drive that fails, or a program that is killed, at every single call that writes."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from brikdesk.store.campaign import IN_THE_FILE, Campaign
from tests.nightly import NIGHTLY
from tests.staging import nine_steps, settle
from tests.walks.deeds import DEEDS

ROOT = Path(__file__).parents[2]

ACTS = list(DEEDS) if NIGHTLY else ["rename"]
KILLED = list(DEEDS) if NIGHTLY else ["rename", "undo"]
FAULTS = ["error once", "error for good", "full"]


@pytest.fixture
def waiting(battle: Campaign) -> Path:
    """Return a closed campaign whose turn start waits, with something to undo."""
    nine_steps(battle)
    settle(battle, "mark-1")
    battle.close()
    return battle.path


def tried(drive: Path, campaign: Path, job: str, fault: str, every: int = 1) -> Any:
    """Return the states before and after, and what came of each failing call."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.walks.on_a_failing_drive", drive, campaign, job, fault, str(every)],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "LD_PRELOAD": str(drive), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.returncode == 0, child.stderr
    states, *cases = map(json.loads, child.stdout.splitlines())
    assert states["before"] != states["after"]
    print(f"{job}, {fault}: {len(cases)} calls")
    return states["before"], states["after"], cases


@pytest.mark.thorough(
    witness="tests/walks/test_failing_drive.py::test_whatever_call_fails_the_template_is_kept_or_said_not_to_be"
)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("act", ACTS)
def test_whatever_call_fails_the_act_is_saved_or_said_not_to_be(
    drive: Path, waiting: Path, act: str, fault: str
) -> None:
    before, after, cases = tried(drive, waiting, act, fault)
    assert len(cases) > 10, "hardly any call was made to fail"
    assert any(case["words"] for case in cases)
    doubtful = 0
    for case in cases:
        assert case["failed"], case
        if case["words"]:
            assert "not saved" in case["words"], case
            assert case["shown"] == before, f"the screen shows what is not in the file: {case}"
            assert case["file"] == case["again"] == after, f"a second try does it: {case}"
        else:
            assert case["file"] == case["shown"] == after, case
            doubtful += IN_THE_FILE in case["title"]
    assert doubtful == 1, "the last call of all fails when the act is in the file already"


@pytest.mark.thorough(
    witness="tests/walks/test_saving.py::test_killed_at_any_statement_the_file_holds_all_of_an_act_or_nothing"
)
@pytest.mark.parametrize("act", KILLED)
def test_killed_at_any_call_the_file_holds_all_of_the_act_or_nothing(
    drive: Path, waiting: Path, act: str
) -> None:
    before, after, cases = tried(drive, waiting, act, "killed")
    assert len(cases) > 10
    assert all(case["killed"] for case in cases)
    assert {case["file"] for case in cases} == {before, after}


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_call_fails_the_old_report_is_whole_until_the_new_one_is(
    drive: Path, waiting: Path, fault: str
) -> None:
    before, after, cases = tried(drive, waiting, "report", fault)
    assert len(cases) > 2
    for case in cases:
        assert case["failed"], case
        assert case["file"] == (before if case["words"] else after), case
        if case["words"]:
            assert "not written" in case["words"]
            assert case["words"].endswith("The old report is unchanged.")


def test_killed_at_any_call_a_report_is_the_old_or_the_new_one(drive: Path, waiting: Path) -> None:
    before, after, cases = tried(drive, waiting, "report", "killed")
    assert {case["file"] for case in cases} == {before, after}


LIBRARIES = ["library", "damaged library", "earlier library"]
FAILING = [(library, fault) for library in LIBRARIES for fault in FAULTS]
if not NIGHTLY:
    FAILING = [("library", "error once"), ("damaged library", "full")]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(("library", "fault"), FAILING)
def test_whatever_call_fails_the_template_is_kept_or_said_not_to_be(
    drive: Path, waiting: Path, library: str, fault: str
) -> None:
    before, after, cases = tried(drive, waiting, library, fault)
    assert len(cases) > 3
    assert any(case["words"] for case in cases)
    for case in cases:
        assert case["failed"], case
        # The last step of a takeover may fail when the new template is not kept yet, no later.
        assert case["file"] == (before if case["words"] else after), case


@pytest.mark.parametrize("library", LIBRARIES if NIGHTLY else LIBRARIES[-1:])
def test_killed_at_any_call_the_library_has_the_new_template_or_not_and_all_others(
    drive: Path, waiting: Path, library: str
) -> None:
    before, after, cases = tried(drive, waiting, library, "killed")
    assert len(cases) > 3
    assert all(case["killed"] for case in cases)
    assert {case["file"] for case in cases} == {before, after}


@pytest.mark.thorough(
    witness="tests/walks/test_failing_drive.py::test_whatever_call_fails_the_template_is_kept_or_said_not_to_be"
)
def test_the_same_drive_destroys_what_careless_programs_save(drive: Path, waiting: Path) -> None:
    """The controls: without a transaction, and without a file beside, the drive does its worst."""
    careless = partial(tried, drive, waiting)
    for job, fault in (("careless act", "error for good"), ("careless report", "full")):
        before, after, cases = careless(job, fault)
        assert [case for case in cases if case["file"] not in (before, after)], job
