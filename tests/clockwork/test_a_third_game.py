"""A third game needs a folder of its own and one registration; no other file knows it."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brikdesk.acts.step_act import act_of_step
from brikdesk.errors import BadInput, Refused
from brikdesk.games import GAMES, SCIFI
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import house_rule_values, played
from brikdesk.store.views.log import log
from brikdesk.turns.queue import queue
from tests.clockwork.declared import CLOCKWORK


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(GAMES, CLOCKWORK.name, CLOCKWORK)  # the one registration
    yield
    # Other tests walk through every act that is known: these are known here only.
    for name in (name for names in CLOCKWORK.acts.values() for name in names):
        Act.KINDS.pop(name, None)
    sys.modules.pop("tests.clockwork.acts", None)


def do(campaign: Campaign, act: str, **fields: Any) -> None:
    campaign.do(act_from_data({"act": act, **fields}))


def nursery(path: Path, *titles: str) -> Campaign:
    """Return a campaign with a wound toy of player 1; his second turn begins."""
    made = Campaign.create(path)
    do(made, "CreateCampaign", name="Nursery", uuid="toys", rule_sets=titles)
    do(made, "AddPlayer", name="Ann", faction="Attic", colour="sky")
    do(made, "AddPlayer", name="Ben", faction="Basement", colour="lime")
    do(made, "BuildToy", player_id=1, name="Tin Drummer")
    do(made, "NewBattle", name="Bedtime", player_ids=[1, 2])
    do(made, "StartBattle")
    do(made, "GoOn")
    do(made, "WindUp", unit_id=1, turns=5)
    return made


def left(campaign: Campaign) -> list[tuple[str, int, str]]:
    from tests.clockwork.clocks import springs

    return [(row.toy, row.left, row.runs) for row in campaign.read(springs)]


def to_anns_next_turn(campaign: Campaign) -> None:
    do(campaign, "EndTurn")
    do(campaign, "GoOn")
    do(campaign, "EndTurn")


def test_a_toy_is_wound_up_and_runs_down_at_its_turn(tmp_path: Path) -> None:
    toys = nursery(tmp_path / "toys.brik", CLOCKWORK.title)
    assert toys.read(played) == ("CLOCKWORK",)
    assert left(toys) == [("Tin Drummer", 5, "Turn 2, AT")]
    to_anns_next_turn(toys)
    (step,) = toys.read(queue).waiting
    assert step.title == "Tin Drummer runs down"
    toys.do(act_of_step(step))
    assert left(toys) == [("Tin Drummer", 3, "Turn 3, AT")]
    assert toys.read(queue).waiting == ()
    assert "Tin Drummer runs down." in [entry.lead for entry in toys.read(log)]
    toys.undo()
    assert left(toys)[0][1] == 5
    assert [each.key for each in toys.read(queue).waiting] == [step.key]
    toys.redo()
    assert left(toys)[0][1] == 3
    with pytest.raises(Refused, match="ran down already"):
        toys.do(act_of_step(step))
    toys.close()


def test_its_house_rule_begins_at_the_default_and_is_obeyed(tmp_path: Path) -> None:
    toys = nursery(tmp_path / "toys.brik", CLOCKWORK.title)
    assert toys.read(house_rule_values)["cw_each_turn"] == 2
    do(toys, "SetHouseRule", switch="cw_each_turn", value=4)
    with pytest.raises(BadInput, match="1 to 9"):
        do(toys, "SetHouseRule", switch="cw_each_turn", value=10)
    to_anns_next_turn(toys)
    toys.do(act_of_step(toys.read(queue).waiting[0]))
    assert left(toys)[0][1] == 1
    toys.close()


def test_it_is_played_beside_another_game_and_taken_away(tmp_path: Path) -> None:
    toys = nursery(tmp_path / "toys.brik", CLOCKWORK.title, SCIFI.title)
    assert toys.read(played) == ("SCIFI", "CLOCKWORK")
    do(toys, "SetRuleSets", rule_sets=[SCIFI.title])
    to_anns_next_turn(toys)
    assert toys.read(queue).waiting == ()
    toys.close()


def test_its_file_opens_again_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "toys.brik"
    nursery(file, CLOCKWORK.title).close()
    again = Campaign.open(file)
    assert again.read(played) == ("CLOCKWORK",)
    assert left(again)[0][1] == 5
    again.close()
