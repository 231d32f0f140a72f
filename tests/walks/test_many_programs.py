"""Eight programs on one campaign: every act that one of them was told to be saved is in the file."""

import os
from collections import Counter
from pathlib import Path

import pytest

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.faults import Busy
from brikdesk.store.file.lock import Locked
from brikdesk.store.tables import Note
from tests.acts.table import rows
from tests.at_once import PROGRAMS, at_once
from tests.nightly import many

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="needs programs that begin at one moment"
)

OPENED = many(1, 25)
ACTS = many(3, 10)
"""How often each program opens the campaign, and the acts that it does each time."""


def evening(path: Path, number: int, told: int) -> None:
    """Open the campaign whenever nobody else has it, do some acts, tell each that was saved."""
    for turn in range(OPENED):
        campaign = None
        while campaign is None:
            try:
                campaign = Campaign.open(path)
            except (Locked, Busy):
                os.sched_yield()
        for count in range(ACTS):
            name = f"program {number}, evening {turn}, act {count}"
            campaign.do(AddNote(text=name))
            os.write(told, f"{name}\n".encode())
        campaign.close()


def test_eight_programs_on_one_campaign_lose_no_act(battle: Campaign, tmp_path: Path) -> None:
    path = battle.path
    battle.close()
    told = tmp_path / "told"
    tell = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    assert at_once(lambda number: evening(path, number, tell)) == [0] * PROGRAMS
    os.close(tell)
    saved = told.read_text().splitlines()
    with Campaign.open(path) as campaign:
        found = [note.text for note in rows(campaign, Note)]
    lost = Counter(saved) - Counter(found)
    print(f"{PROGRAMS} programs, {len(saved)} acts told as saved, {lost.total()} lost")
    assert len(saved) == PROGRAMS * OPENED * ACTS
    assert found == saved, "in the file they stand in the order in which they were saved"


def test_a_campaign_that_is_open_can_be_looked_at_by_all_the_others(battle: Campaign) -> None:
    def look(_number: int) -> None:
        with Campaign.open(battle.path, read_only=True) as campaign:
            assert [note.text for note in rows(campaign, Note)][:1] == ["First."]
        with pytest.raises(CampaignFileError, match="Open in another window"):
            Campaign.open(battle.path)

    battle.do(AddNote(text="First."))
    assert at_once(look) == [0] * PROGRAMS
    battle.do(AddNote(text="Second."))
    assert [note.text for note in rows(battle, Note)] == ["First.", "Second."]
