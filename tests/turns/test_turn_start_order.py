"""What waits at a turn start, in which order, and that a kill between or within steps loses nothing."""

import os
import shutil
import signal
from pathlib import Path

import pytest
from sqlalchemy import event

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.errors import BadInput, Refused
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import house_rule_values
from brikdesk.turns.queue import agenda, queue
from tests.staging import answer, nine_steps, settle

KEYS = [
    "mark-1", "recover-1", "field-1", "field-2", "burn-1", "burn-2", "flight-1", "flight-2", "homing-1",
]  # fmt: skip


def keys(campaign: Campaign) -> list[str]:
    return [step.key for step in campaign.reading(agenda)]


@pytest.mark.rule("F.3-09", "4.1-31", "8.4-44", "8.3-33", "F.1-31", "8.4-10", "8.4-11", "8.5-17")
def test_steps_wait_in_the_order_of_the_setting(battle: Campaign) -> None:
    nine_steps(battle)
    assert keys(battle) == KEYS
    order = list(reversed(battle.read(house_rule_values)["turn_start_order"]))
    battle.do(SetHouseRule(switch="turn_start_order", value=order))
    kinds = [step.kind for step in battle.reading(agenda)]
    assert kinds == sorted(kinds, key=order.index)
    assert kinds[0] == "homing"


def test_only_the_player_whose_turn_begins_is_asked(battle: Campaign) -> None:
    nine_steps(battle)
    for key in KEYS:
        settle(battle, key)
    assert keys(battle) == []
    battle.do(EndTurn())
    assert keys(battle) == ["run-1", "state-2"], "he burns on, and she still walks slowly"
    for key in ("run-1", "state-2"):
        settle(battle, key)
    battle.do(EndTurn())
    assert keys(battle) == [], "nothing of Ann's strikes at Ben's turn"


def test_nothing_happens_twice(battle: Campaign) -> None:
    nine_steps(battle)
    for key in KEYS:
        act = answer(battle, key)
        battle.do(act)
        before = battle.digest()
        with pytest.raises((Refused, BadInput)):
            battle.do(act)
        assert battle.digest() == before


def test_undo_puts_each_step_back(battle: Campaign) -> None:
    nine_steps(battle)
    digests = [battle.digest()]
    for key in KEYS:
        settle(battle, key)
        digests.append(battle.digest())
    for left in range(len(KEYS) - 1, -1, -1):
        battle.undo()
        assert (keys(battle), battle.digest()) == (KEYS[left:], digests[left])
    assert battle.read(queue).done == ()


@pytest.mark.thorough(but=3)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process to kill")
@pytest.mark.parametrize("moment", ["before the commit", "after the commit"])
@pytest.mark.parametrize("place", range(len(KEYS)))
def test_killed_at_any_step_it_waits_at_the_next_one(
    battle: Campaign, tmp_path: Path, place: int, moment: str
) -> None:
    nine_steps(battle)
    battle.close()
    whole = _copy(battle.path, tmp_path / "whole.brik")
    with Campaign.open(whole) as campaign:
        for key in KEYS:
            settle(campaign, key)
        uninterrupted = campaign.digest()

    cut = _copy(battle.path, tmp_path / "cut.brik")
    _play_and_die(cut, place, moment)
    with Campaign.open(cut) as campaign:
        next_one = place + (moment == "after the commit")
        assert keys(campaign) == KEYS[next_one:]
        for key in KEYS[next_one:]:
            settle(campaign, key)
        assert campaign.digest() == uninterrupted


def _copy(source: Path, target: Path) -> Path:
    return Path(shutil.copyfile(source, target))


def _play_and_die(path: Path, place: int, moment: str) -> None:
    """In a child process: settle the steps before `place`, then die within or right after it."""
    child = os.fork()
    if child == 0:
        try:
            campaign = Campaign.open(path)
            for key in KEYS[:place]:
                settle(campaign, key)
            if moment == "before the commit":
                event.listen(
                    campaign.engine, "commit", lambda _: os.kill(os.getpid(), signal.SIGKILL)
                )
            settle(campaign, KEYS[place])
            os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGKILL
