"""The minutes of the running turn in the status bar."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.past_turns import turn_began
from tests.acts.attack_scene import unit
from tests.acts.hazards import ANN
from ui.campaign.desk import Desk
from ui.look.theme import Theme
from ui.window.bars import StatusBar, TurnClock


@pytest.fixture
def desk(battle: Campaign, qtbot: QtBot) -> Iterator[Desk]:
    unit(battle, "Gus", ANN)
    made = Desk(battle)
    yield made
    made._watch.stop()


def test_it_counts_full_minutes_from_the_turns_first_act_and_begins_anew_with_the_next(
    qtbot: QtBot, theme: Theme, desk: Desk
) -> None:
    status = StatusBar(theme)
    qtbot.addWidget(status)
    began = desk.read(turn_began, desk.read(battle_head).turn_id)
    assert began is not None
    ahead = timedelta(0)
    clock = TurnClock(desk, status, status, lambda: began + ahead)
    label = status._minutes
    assert label.text() == ""
    ahead = timedelta(minutes=7, seconds=1)
    clock.look()
    assert label.text() == "This turn: 7 min"
    desk.do(MoveUnit(unit_id=1, inches=1))
    assert label.text() == "This turn: 7 min", "an act does not begin it anew"
    ahead = timedelta(days=3)
    clock.look()
    assert label.text() == "", "it goes on from another evening"
    desk.do(EndTurn())
    next_began = desk.read(turn_began, desk.read(battle_head).turn_id)
    assert next_began is not None
    ahead = next_began - began + timedelta(minutes=2)
    clock.look()
    assert label.text() == "This turn: 2 min"


def test_without_a_battle_nothing_is_counted(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    with Campaign.create(tmp_path / "new.brik") as campaign:
        desk = Desk(campaign)
        status = StatusBar(theme)
        qtbot.addWidget(status)
        TurnClock(desk, status, status, lambda: datetime.now(UTC) + timedelta(hours=1))
        assert status._minutes.text() == ""
        desk._watch.stop()
