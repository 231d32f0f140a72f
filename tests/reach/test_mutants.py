"""Broken rules are found by tests that run again and again in copies of one process."""

import json
import os
import subprocess
import sys

import pytest

from tests.reach.forks import CAN_FORK
from tests.reach.sites import ROOT

SCRIPT = """
import json
from tests.reach.forks import changed_by, failing, import_tests
from tests.reach.mutations import all_mutants

tests = ["tests/rules/test_burning.py"]
import_tests(tests)
own = (each for each in all_mutants() if each.module == "brikdesk.rules.brikwars.fire")
changes = [made for each in own if each.words == "Lt -> LtE" and (made := changed_by(each))]
print(json.dumps([failing(tests, 60), *(failing(tests, 60, made) for made in changes[:4])]))
"""
"""Prints which test fails first with the rules as they are, then with each of some broken ones."""


@pytest.mark.skipif(not CAN_FORK, reason="this system copies no process")
def test_a_broken_rule_fails_in_a_copy_and_a_sound_one_does_not() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    run = [sys.executable, "-c", SCRIPT]
    told = subprocess.run(
        run, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    sound, *broken = json.loads(told.stdout.splitlines()[-1])
    assert sound is None
    assert any(broken), "some change to how a fire burns is noticed"
