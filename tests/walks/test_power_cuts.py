"""The battery dies: what was confirmed is in the file, on a drive that keeps its own promise."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brikdesk.errors import BrikDeskError
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection
from tests.nightly import many
from tests.staging import nine_steps
from tests.walks.chance import random_act

ROOT = Path(__file__).parents[2]
ACTS = many(24, 200)
CUTS = many(300, 3_000)
"""For each of two models."""
CONTROLS = many(60, 600)

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("apsw") is None, reason="needs apsw, of the development packages"
)


class Recorder:
    """Notes the statements that change something, act by act, as SQLite itself tells them."""

    def __init__(self, campaign: Campaign) -> None:
        self.acts: list[list[list[Any]]] = []
        self._now: list[list[Any]] = []
        driver_connection(campaign.engine).set_trace_callback(self._note)

    def _note(self, sql: str) -> None:
        if sql.startswith("COMMIT"):
            if any(said.startswith("INSERT INTO act ") for said, _ in self._now):
                self.acts.append(self._now)
            self._now = []
        elif sql.startswith("ROLLBACK"):
            self._now = []
        elif sql.startswith(("BEGIN", "INSERT", "UPDATE", "DELETE", "PRAGMA defer")):
            self._now.append([sql, []])  # with its values: SQLite writes them into what it tells


@pytest.fixture
def recorded(battle: Campaign, tmp_path: Path) -> tuple[Path, Path, str]:
    """Return a campaign, acts done to it as SQL, and the settings with which they were saved."""
    nine_steps(battle)
    copy = tmp_path / "start.brik"
    copy.write_bytes(battle.path.read_bytes())
    recorder, chance = Recorder(battle), Random("power")
    while len(recorder.acts) < ACTS:
        act = random_act(battle, chance, overrule=True)
        try:
            if act is not None:
                battle.do(act)
        except BrikDeskError:
            pass
    told = tmp_path / "acts.json"
    told.write_text(json.dumps(recorder.acts))
    driver = driver_connection(battle.engine)
    settings = "; ".join(
        f"PRAGMA {name} = {driver.execute(f'PRAGMA {name}').fetchone()[0]}"
        for name in ("journal_mode", "synchronous", "foreign_keys", "temp_store")
    )
    return copy, told, settings


def test_a_power_cut_at_any_call_loses_no_confirmed_act(recorded: tuple[Path, Path, str]) -> None:
    campaign, acts, ours = recorded
    usual, careless = (f"{ours}; PRAGMA synchronous = {level}" for level in ("FULL", "OFF"))
    cuts = {ours: CUTS, usual: CONTROLS, careless: CONTROLS}
    child = subprocess.run(
        [sys.executable, "-m", "tests.walks.on_a_cut_drive", campaign, acts, json.dumps(cuts)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert child.returncode == 0, child.stderr
    print(child.stdout)
    _, *told = map(json.loads, child.stdout.splitlines())
    found = {settings: [one for one in told if one["settings"] == settings] for settings in cuts}
    for one in found[ours]:
        assert one.get("kept", 0) + one.get("one more", 0) == CUTS, one
    assert count("one more", found[ours]), "no cut hit the very end of an act"
    # The controls: the same drive loses acts by SQLite's usual setting, and whole files by none.
    assert count("lost", found[usual]) >= 2 * CONTROLS * 0.02
    assert count("corrupt", found[usual]) == 0
    assert count("corrupt", found[careless]) >= 2 * CONTROLS * 0.25


def count(outcome: str, told: list[dict[str, Any]]) -> int:
    return sum(one.get(outcome, 0) for one in told)
