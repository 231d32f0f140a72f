"""A player who comes when the battle has begun."""

import pytest

from brikdesk.acts.campaign.setup import AddPlayer
from brikdesk.errors import BadInput
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.log import log


def test_a_late_player_sits_last_and_undo_takes_the_seat_too(battle: Campaign) -> None:
    before = battle.read(battle_head)
    battle.do(AddPlayer(name="Lou", faction="Tin Tide", colour="pearl", battle_id=before.battle_id))
    came = battle.read(battle_head).players[-1]
    assert (came.name, came.code, came.out) == ("Lou", "TT", False)
    assert came.place == max(row.place for row in before.players) + 1
    assert battle.read(log, newest=1)[0].lead == "New in the battle: Tin Tide."
    battle.undo()
    assert battle.read(battle_head) == before


def test_without_a_battle_a_player_waits_outside(battle: Campaign) -> None:
    battle.do(AddPlayer(name="Lou", faction="Tin Tide", colour="pearl"))
    came = max(battle.read(battle_head).players, key=lambda row: row.id)
    assert (came.name, came.place) == ("Lou", 0)
    assert battle.read(log, newest=1)[0].lead == "New: Tin Tide."


def test_only_a_battle_that_is_open_has_seats(battle: Campaign) -> None:
    before = battle.digest()
    with pytest.raises(BadInput, match="not set up or running") as refused:
        battle.do(AddPlayer(name="Lou", faction="Tin Tide", colour="pearl", battle_id=99))
    assert refused.value.where == "battle_id"
    assert battle.digest() == before
