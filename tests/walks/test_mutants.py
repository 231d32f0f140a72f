"""Bytes that changed by chance: noticed, or harmless to what the referee sees; never a crash."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brikdesk.acts.campaign.setup import EditPlayer
from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign
from tests.mutants import MUTANTS
from tests.nightly import NIGHTLY, many
from tests.staging import nine_steps, settle
from tests.store.played import unpack

ROOT = Path(__file__).parents[2]
EACH = many(86, 1_720, quick=20)
"""Mutants of each of seven kinds: 602, at night 12,040."""

PLAYED = ("8b-evening-closed", "8b-stars-closed", "6a-duel-closed")
"""Of each, 96 of each kind at night: 2,016."""


@pytest.fixture
def closed(battle: Campaign) -> Path:
    """Return a closed campaign in the middle of a turn start, with an act undone."""
    nine_steps(battle)
    settle(battle, "mark-1")
    settle(battle, "burn-2")
    battle.undo()
    battle.close()
    return battle.path


def mutants_of(campaign: Path, each: int) -> list[dict[str, Any]]:
    """Open mutants of a campaign; none is taken for what was saved. Return what came of each kind."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.walks.on_mutants", campaign, str(each)],
        cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.returncode == 0, child.stderr
    kinds = [json.loads(line) for line in child.stdout.splitlines()]
    for told in kinds:
        opened, unnoticed = len(told["opened"]), len(told["unnoticed"])
        print(f"{told['kind']}: seeds 0 to {each - 1}, {opened} opened, SQLite missed {unnoticed}")
        assert told["wrong"] == [], f"{told['kind']}: these seeds opened with other content"
        assert told["written"] == [], f"{told['kind']}: these seeds were written to"
    assert len(kinds) == len(MUTANTS)
    return kinds


@pytest.mark.parametrize("name", PLAYED if NIGHTLY else PLAYED[-1:])
def test_what_chance_changed_in_a_played_campaign_is_never_taken_for_what_was_saved(
    name: str, tmp_path: Path
) -> None:
    """With photos, by both rule sets, and in an earlier form of a format."""
    mutants_of(unpack(name, tmp_path), many(3, 96))


def test_what_chance_changed_is_never_taken_for_what_was_saved(closed: Path) -> None:
    kinds = mutants_of(closed, EACH)
    # The control: SQLite's own check lets changed values pass, so that only our digest saw them.
    assert sum(len(told["unnoticed"]) for told in kinds) > 0
    (cut_off,) = (told for told in kinds if told["kind"] == "truncation")
    assert cut_off["opened"] == []


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE logline SET lead = 'Another word.' WHERE id = 3",
        "UPDATE act SET title = 'Another title' WHERE id = 2",
        "UPDATE image SET before = NULL WHERE id = (SELECT min(id) FROM image WHERE before NOTNULL)",
        "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'unit'",
        "DELETE FROM logline WHERE id = (SELECT max(id) FROM logline)",
    ],
)
def test_a_change_in_log_past_or_counters_is_noticed_and_can_be_accepted(
    closed: Path, sql: str
) -> None:
    with closing(sqlite3.connect(closed)) as file:
        changed = file.execute(sql).rowcount
        file.commit()
    assert changed == 1
    with pytest.raises(CampaignFileError, match="differs from what BrikDesk saved last"):
        Campaign.open(closed)
    Campaign.open(closed, accept_altered=True).close()
    Campaign.open(closed).close()


def test_play_over_several_evenings_is_never_taken_for_damage(closed: Path) -> None:
    """The digest of the journal holds after undo, redo, an act that overtakes, and no act at all."""
    chance = Random("evenings")
    for number in range(12):
        with Campaign.open(closed) as campaign:
            for _ in range(chance.randint(0, 3)):
                campaign.do(EditPlayer(player_id=1, name=f"Ann {number} {chance.random()}"))
            if chance.random() < 0.6:
                campaign.undo()
            if chance.random() < 0.3:
                campaign.undo()
                campaign.redo()
    assert Campaign.open(closed).close() == ()
