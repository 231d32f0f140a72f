"""The power goes, or the program is killed, while acts are recorded and backups kept and brought back."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from brikdesk.store.backups import USUAL
from tests.nightly import many
from tests.walks.noted import ENDINGS

ROOT = Path(__file__).parents[2]
CUTS, CONTROLS = many(5, 200), many(2, 40)
"""For each of the endings."""

FREE, LEAST = 50_000_000, 10_000_000


@pytest.fixture(scope="module")
def found(noting_drive: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return what was found after each cut."""
    folder = tmp_path_factory.mktemp("cut")
    counts = (str(CUTS), str(CONTROLS))
    child = subprocess.run(
        [sys.executable, "-m", "tests.walks.on_a_cut_evening", noting_drive, folder, *counts],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "LD_PRELOAD": str(noting_drive), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.returncode == 0, child.stderr
    return [json.loads(line) for line in child.stdout.splitlines()]


def came_of(case: dict[str, Any]) -> str:
    """Return what came of the campaign: kept, one more, or lost."""
    confirmed, next_one = case["expected"]["states"]
    if case.get("state") == confirmed:
        return "kept"
    return "one more" if case.get("state") == next_one else "lost"


@pytest.mark.thorough(
    witness="tests/walks/test_power_cuts.py::test_a_power_cut_at_any_call_loses_no_confirmed_act"
)
def test_every_confirmed_act_is_there_or_comes_back_after_any_cut(
    found: list[dict[str, Any]],
) -> None:
    ours = [case for case in found if case["syncs"]]
    assert len(ours) == CUTS * len(ENDINGS)
    print(Counter((case["ending"], case["gone"], came_of(case)) for case in ours))
    for case in ours:
        assert "traceback" not in case, case
        assert "words" not in case, f"the next start is refused: {case}"
        assert came_of(case) != "lost", case
        assert not case.get("missing"), case
        unreachable = [tip for tip in case["expected"]["tips"] if tip not in case["tips"]]
        assert not unreachable, f"acts that cannot be brought back: {case}"


def test_nothing_that_is_half_written_counts_as_whole(found: list[dict[str, Any]]) -> None:
    for case in found:
        if case["syncs"]:
            assert case["torn"] == [], case
            assert case["copied"] or "copied" not in case["expected"]["steps"], case
            assert case["allowed"] in (USUAL, FREE, LEAST), case
            if "allowed" in case["expected"]["steps"]:
                assert case["allowed"] != USUAL, case


def test_a_drive_that_does_not_wait_loses_acts(found: list[dict[str, Any]]) -> None:
    """The control: the same evening, where no call waits for the drive."""
    powerless = [case for case in found if not case["syncs"] and case["ending"] != "killed"]
    lost = [case for case in powerless if came_of(case) == "lost"]
    assert len(lost) >= len(powerless) // 2
