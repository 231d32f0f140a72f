"""Values that changed by themselves are noticed when a campaign is opened."""

import sqlite3
from pathlib import Path

import pytest

from brikdesk.acts.campaign.setup import EditPlayer
from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.chain import links as links_of_chain
from tests.staging import nine_steps


def change(path: Path, sql: str) -> None:
    with sqlite3.connect(path) as file:
        file.execute(sql)
    file.close()


def test_a_changed_value_is_noticed_and_can_be_accepted(battle: Campaign) -> None:
    nine_steps(battle)
    battle.close()
    change(battle.path, "UPDATE unit SET size = 5 WHERE id = 3")
    before = battle.path.read_bytes()
    with pytest.raises(CampaignFileError, match="differs from what BrikDesk saved last"):
        Campaign.open(battle.path)
    assert battle.path.read_bytes() == before, "a refused file is not touched"
    Campaign.open(battle.path, accept_altered=True).close()
    with Campaign.open(battle.path) as accepted:
        accepted.do(EditPlayer(player_id=1, name="Anna"))
    Campaign.open(battle.path).close()


def test_a_member_that_no_version_wrote_is_refused(battle: Campaign) -> None:
    nine_steps(battle)
    battle.close()
    change(battle.path, "UPDATE unit SET kind = 'SPACESHIP' WHERE id = 1")
    with pytest.raises(CampaignFileError, match=r"unit\.kind is 'SPACESHIP'"):
        Campaign.open(battle.path, accept_altered=True)


def test_undo_after_the_digest_was_kept_is_no_damage(battle: Campaign) -> None:
    battle.do(EditPlayer(player_id=1, name="Anna"))
    battle.close()
    with Campaign.open(battle.path) as again:
        again.undo()
    with Campaign.open(battle.path) as again:
        again.redo()
    Campaign.open(battle.path).close()


def test_a_digest_is_kept_every_two_hundred_acts(battle: Campaign) -> None:
    for number in range(205):
        battle.do(EditPlayer(player_id=1, name=f"Ann {number}"))
    file = sqlite3.connect(f"file:{battle.path}?mode=ro", uri=True)
    kept = file.execute("SELECT state FROM checkpoint").fetchall()
    file.close()
    assert len(kept) == 1
    links = battle.reading(links_of_chain)
    assert kept[0][0] in [link.chain for link in links[200:]]
