"""A whole command on a failing drive: what is said of act, digest, backup and lock is what is there."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from brikdesk.store.campaign import IN_THE_FILE, Campaign
from tests.nightly import many

ROOT = Path(__file__).parents[2]

NO_BACKUP = "The backup could not be made"
NO_RECORD = "the second copy of its acts on this computer is not being kept"
NO_DIGEST = "The digest by which altered values are noticed could not be kept"
NO_UNLOCK = "tried.brik.lock could not be removed"


def evenings(drive: Path, campaign: Path, fault: str, every: int) -> list[dict[str, Any]]:
    """Return what was said and what is on the drive, for each call that was made to fail."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.walks.on_a_failing_evening", drive, campaign, fault, str(every)],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "LD_PRELOAD": str(drive), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.returncode == 0, child.stderr
    return [json.loads(line) for line in child.stdout.splitlines()]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    ("fault", "every"), [("full", many(7, 1)), ("error for good", many(7, 1)), ("error once", 1)]
)
def test_what_is_said_is_what_is_on_the_drive(
    drive: Path, battle: Campaign, fault: str, every: int
) -> None:
    battle.close()
    found = evenings(drive, battle.path, fault, every)
    print(f"{fault}: {len(found)} calls, codes {sorted({case['code'] for case in found})}")
    assert len(found) > 60 / every, "hardly any call was made to fail"
    for case in found:
        said = case["error"]
        assert case["code"] in (0, 1, 3), case
        assert "Traceback" not in said, case
        assert case["saved"] == (case["code"] != 1), case
        assert case["saved"] == bool(case["out"]), case
        assert case["digest"] != (NO_DIGEST in said), case
        if case["saved"]:
            assert case["lock"] == (NO_UNLOCK in said), case
            assert case["recorded"] or NO_BACKUP in said, case
            assert case["recorded"] or NO_RECORD in said, case
            if not said:
                # One whole copy of the evening; a second one only where the record has a gap.
                assert case["backups"] == [False], case
        assert (case["code"] == 0) <= (said == ""), case
        assert case["opens"] is True, case
    assert {case["code"] for case in found} >= {1, 3}, "the control: nothing went wrong at all"
    assert sum(IN_THE_FILE in case["out"] for case in found) <= 3
