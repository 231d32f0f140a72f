"""The course of turns: hand over, steps left open, skipped or laid, and rolling all of them."""

from dataclasses import replace
from itertools import cycle

import pytest

from brikdesk.acts.fields.fields import AddField, EnterHazard
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.step_act import act_of_step
from brikdesk.acts.throwing import roll_step
from brikdesk.acts.turns_and_steps import EndTurn, GoOn, LayDice, SkipStep, roll_all
from brikdesk.dice import Face, Origin
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fire, LaidDice, Phase, SkippedStep
from brikdesk.turns.queue import agenda, queue
from tests.acts.hazards import (
    ANN,
    BEN,
    creation,
    hut,
    keys,
    look,
    minifig,
    settle,
    to_turn,
    turn,
    waiting,
)
from tests.acts.table import bad, end_turn, refused, row, rows, told

OPEN = frozenset({"turn-order"})


def burning_turn(campaign: Campaign, count: int = 2) -> None:
    """Let Ann's turn 2 begin with so many fires of 2" of hers waiting."""
    for number in range(count):
        campaign.do(Ignite(unit_id=creation(campaign, f"Mech {number + 1}"), inches=2))
    to_turn(campaign, ANN, 2)


@pytest.mark.rule("4.0-01")
def test_a_turn_does_not_end_while_its_steps_wait(battle: Campaign) -> None:
    burning_turn(battle)
    why = refused(battle, EndTurn(), "turn-order")
    assert why == "2 steps wait: Mech 1 burns, Mech 2 burns. Settle or skip them first."
    settle(battle, "burn-1", 3, 1)
    assert "1 step waits: Mech 2 burns." in refused(battle, EndTurn(), "turn-order")
    settle(battle, "burn-2", 3, 1)
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN


def test_overruled_the_open_steps_are_not_done_and_told(battle: Campaign) -> None:
    burning_turn(battle)
    lines = told(battle, EndTurn(overruled=OPEN))
    assert lines[:2] == ["Not done: Mech 1 burns. F.1-31", "Not done: Mech 2 burns. F.1-31"]
    assert [fire.size for fire in rows(battle, Fire)] == [2, 2]


def test_a_step_put_off_once_and_then_left_open_is_not_done(battle: Campaign) -> None:
    burning_turn(battle)
    battle.do(SkipStep(step="burn-1", reason="later"))
    assert keys(battle) == ["burn-2", "burn-1"], "put off, it comes last"
    lines = told(battle, GoOn(reason="lunch"))
    assert [line.split(".")[0] for line in lines] == [
        "Not done: Mech 2 burns",
        "Not done: Mech 1 burns",
    ]
    assert {skipped.step: skipped.times for skipped in rows(battle, SkippedStep)} == {
        "burn-1": 2, "burn-2": 2,
    }  # fmt: skip
    assert turn(battle).phase is Phase.PLAY
    assert "already started" in bad(battle, GoOn())
    battle.do(EndTurn())


def test_steps_left_at_the_start_are_named_there_and_not_at_the_end(battle: Campaign) -> None:
    burning_turn(battle)
    battle.do(AddField(kind=FieldKind.EXPOSURE, size=3, dice=("d6 Damage",)))
    battle.do(EnterHazard(unit_id=minifig(battle, armor="5"), field_id=1))
    battle.do(GoOn())
    left = battle.read(queue).left
    assert [step.lead for step in left] == ["Not done: Mech 1 burns.", "Not done: Mech 2 burns."]
    assert battle.read(queue).not_done == ("burn-1", "burn-2")
    battle.do(EndTurn())
    assert battle.read(queue).phase == "END"
    assert battle.read(queue).left == ()


def test_a_step_skipped_twice_no_longer_waits(battle: Campaign) -> None:
    burning_turn(battle)
    assert told(battle, SkipStep(step="burn-1", reason="wet")) == []
    assert told(battle, SkipStep(step="burn-1", reason="wet")) == [
        "Not done: Mech 1 burns. wet F.1-31"
    ]
    assert keys(battle) == ["burn-2"]
    assert "waits in this turn" in bad(battle, SkipStep(step="burn-1"))
    to_turn(battle, ANN, 3)
    assert keys(battle) == ["burn-1", "burn-2"], "the next turn asks again"


def test_laid_dice_count_for_the_step_and_are_taken_up_with_it(battle: Campaign) -> None:
    burning_turn(battle, 1)
    laid = LayDice(step="burn-1", faces=(Face(3, Origin.ROLLED),))
    battle.do(laid)
    assert look(battle, waiting(battle, "burn-1")).owed == 1
    assert battle.reading(agenda)[0].laid == (Face(3, Origin.ROLLED),)
    battle.do(LayDice(step="burn-1", faces=(Face(3), Face(1))))
    assert len(rows(battle, LaidDice)) == 1
    lines = settle(battle, "burn-1")
    assert "[3][1]" in lines[0]
    assert rows(battle, LaidDice) == []


@pytest.mark.parametrize("faces", [(Face(5),), (Face(3), Face(3), Face(3))])
def test_dice_that_a_step_does_not_ask_for_are_not_laid(
    battle: Campaign, faces: tuple[Face, ...]
) -> None:
    burning_turn(battle, 1)
    bad(battle, LayDice(step="burn-1", faces=faces))
    assert rows(battle, LaidDice) == []
    assert "waits in this turn" in bad(battle, LayDice(step="burn-9", faces=()))


@pytest.mark.rule("Q8-37", "4.0-01")
def test_a_player_who_is_out_in_his_own_turn_still_settles_what_its_end_asks_for(
    battle: Campaign,
) -> None:
    battle.do(Ignite(unit_id=minifig(battle)))
    out = act_from_data({"act": "EliminatePlayer", "player_id": ANN})
    told(battle, out)
    assert (turn(battle).phase, turn(battle).player_id, keys(battle)) == (Phase.END, ANN, ["run-1"])
    assert told(battle, out) == ["Out of the battle: Amber Army. Q8-37"]
    assert keys(battle) == ["run-1"]  # said a second time, it changes nothing
    battle.do(SkipStep(step="run-1"))
    battle.do(SkipStep(step="run-1"))
    lines = told(battle, EndTurn())
    assert any("Amber Army" in each and "is over" in each for each in lines)
    assert turn(battle).player_id == BEN


@pytest.mark.rule("Q8-37")
def test_a_player_who_is_out_still_settles_what_the_start_of_his_turn_asks_for(
    battle: Campaign,
) -> None:
    burning_turn(battle, 1)
    told(battle, act_from_data({"act": "EliminatePlayer", "player_id": ANN}))
    assert (turn(battle).phase, turn(battle).player_id, keys(battle)) == (
        Phase.START,
        ANN,
        ["burn-1"],
    )
    settle(battle, "burn-1", 3, 1)
    battle.do(EndTurn())
    assert (turn(battle).player_id, keys(battle)) == (BEN, [])  # it burns once in a round
    to_turn(battle, BEN, 3)
    assert keys(battle) == ["burn-1"]


def test_end_steps_hold_the_turn_until_they_are_settled(battle: Campaign) -> None:
    gus = minifig(battle)
    battle.do(Ignite(unit_id=gus))
    battle.do(EndTurn())
    assert (turn(battle).phase, turn(battle).player_id, keys(battle)) == (Phase.END, ANN, ["run-1"])
    assert "1 step waits: Gus runs about, burning." in refused(battle, EndTurn(), "turn-order")
    settle(battle, "run-1")
    lines = told(battle, EndTurn())
    assert lines == ["Turn 1, Amber Army is over. Next: Brick Brigade. 4.0-01"]


def test_all_steps_without_a_choice_are_rolled_as_one_act(battle: Campaign) -> None:
    burning_turn(battle, 3)
    before = battle.digest()
    faces = cycle((3, 1))
    act = roll_all(battle, lambda sides: next(faces))
    assert act is not None
    assert act.title == "Roll 3 steps"
    assert battle.digest() == before, "the rehearsal keeps nothing"
    lines = told(battle, act)
    assert 'Mech 1: fire stays 2". [3*][1*] Dies down 1", grows 1".' in lines[0]
    assert (keys(battle), [fire.size for fire in rows(battle, Fire)]) == ([], [2, 2, 2])
    assert battle.undo().title == "Roll 3 steps"
    assert battle.digest() == before


def test_a_step_that_then_asks_is_left_with_its_dice_on_the_table(battle: Campaign) -> None:
    cask = creation(battle, "Cask", 1, 0)
    hut(battle)
    battle.do(Ignite(unit_id=cask))
    battle.do(Ignite(unit_id=creation(battle)))
    to_turn(battle, ANN, 2)
    act = roll_all(battle, lambda sides: 3)
    assert act is not None
    battle.do(act)
    assert keys(battle) == ["burn-1"]
    assert row(battle, LaidDice).faces == [{"face": 3, "origin": "rolled"}]
    assert roll_all(battle, lambda sides: 3) is None, "nothing more to throw"
    stopped = roll_all(battle, lambda sides: 3, stop_at_choice=True)
    assert stopped is None


def test_end_steps_are_rolled_as_well(battle: Campaign) -> None:
    gus = minifig(battle, armor="5", x=30.0, y=30.0)
    battle.do(AddField(kind=FieldKind.EXPOSURE, size=3, dice=("d6 Damage",)))
    battle.do(EnterHazard(unit_id=gus, field_id=1))
    bomb = {"act": "AddExplosive", "name": "Bomb", "explosive_size": 2, "x": 1.0, "y": 1.0}
    battle.do(act_from_data(bomb))
    battle.do(act_from_data({"act": "DamageExplosive", "explosive_id": 1, "damage": 3}))
    battle.do(EndTurn())
    assert keys(battle) == ["inside-1", "detonate-1"]
    act = roll_all(battle, lambda sides: 4)
    assert act is not None
    lines = told(battle, act)
    assert "4 damage against Armor 5: nothing." in lines[0]
    assert "Bomb explodes. [4*][4*] 8 damage in all." in lines[1]
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN


def test_one_step_is_rolled_with_the_dice_that_lie_there(battle: Campaign) -> None:
    burning_turn(battle, 1)
    battle.do(LayDice(step="burn-1", faces=(Face(2),)))
    act = act_of_step(battle.reading(agenda)[0])
    rolled = roll_step(battle, act, lambda sides: sides)
    assert rolled.faces == (Face(2), Face(4, Origin.ROLLED))


def test_a_turn_passed_over_settles_nothing_by_itself(battle: Campaign) -> None:
    burning_turn(battle, 1)
    end_turn(battle)
    assert rows(battle, Fire)[0].burned_turn_id is None
    to_turn(battle, ANN, 3)
    assert keys(battle) == ["burn-1"]


def test_laid_dice_that_no_longer_fit_are_left_to_the_referee(battle: Campaign) -> None:
    burning_turn(battle)
    battle.do(LayDice(step="burn-1", faces=(Face(3), Face(1))))
    battle.do(act_from_data({"act": "SetFireSize", "fire_id": 1, "inches": 1}))
    act = roll_all(battle, lambda sides: 1)
    assert act is not None
    battle.do(act)
    assert keys(battle) == ["burn-1"]
    battle.do(LayDice(step="burn-1", faces=()))
    settle(battle, "burn-1", 1)


@pytest.mark.parametrize("act", [SkipStep(step="burn-1"), GoOn()])
def test_a_reason_is_a_note_as_any_other(battle: Campaign, act: SkipStep | GoOn) -> None:
    burning_turn(battle, 1)
    assert "at most 10,000 characters" in bad(battle, replace(act, reason="x" * 10_001))
    battle.do(replace(act, reason=" wet\u202e\r\nstraw "))
    assert [skipped.reason for skipped in rows(battle, SkippedStep)] == ["wet\nstraw"]
