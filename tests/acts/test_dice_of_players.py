"""How the dice of each player come to the desk is an act; typed dice wait for the table."""

import pytest
from sqlmodel import Session, select

from brikdesk.acts.campaign.setup import AddPlayer, RemovePlayer, SetDice
from brikdesk.acts.turns_and_steps import roll_all
from brikdesk.dice import DiceFor, DiceWay, Face
from brikdesk.errors import BadInput
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import HouseRule
from brikdesk.store.views.campaign_and_battle import house_rule_values, players, ways_of_dice
from brikdesk.store.views.units import units
from brikdesk.turns.queue import agenda
from tests.acts.test_rolling_all import do, next_turn_of_ann

ANN = 1


def burning(campaign: Campaign, *names: str) -> None:
    for name in names:
        do(campaign, "AddUnit", name=name, player_id=ANN, kind="creature", size=3, armor="1d10")
        do(campaign, "Ignite", unit_id=campaign.read(units)[-1].id, inches=2)
    next_turn_of_ann(campaign)


def test_what_a_player_has_said_is_told_and_taken_back_whole(battle: Campaign) -> None:
    before, name = battle.digest(), battle.read(players)[0].name
    assert battle.read(ways_of_dice) == {}, "the usual: nobody has said anything"
    done = battle.do(SetDice(player_id=ANN, hit=DiceWay.ROLLED, armor=DiceWay.TYPED))
    assert [line.text() for line in done.lines] == [
        f"{name}'s dice. Attack rolls: rolled by the desk at once. Armor: typed as they lie on the table."
    ]
    said = {(ANN, DiceFor.HIT): DiceWay.ROLLED, (ANN, DiceFor.ARMOR): DiceWay.TYPED}
    assert battle.read(ways_of_dice) == said
    battle.do(SetDice(player_id=ANN, hit=DiceWay.ASKED))
    assert battle.read(ways_of_dice) == {(ANN, DiceFor.ARMOR): DiceWay.TYPED}
    battle.undo()
    assert battle.read(ways_of_dice) == said
    battle.undo()
    assert battle.digest() == before
    battle.redo()
    assert battle.read(ways_of_dice) == said


def test_as_usual_leaves_no_row_and_no_house_rule(battle: Campaign) -> None:
    rows = battle.reading(_rows)
    rules = battle.read(house_rule_values)
    battle.do(SetDice(player_id=ANN, turn=DiceWay.TYPED))
    assert battle.read(house_rule_values) == rules
    battle.do(SetDice(player_id=ANN, turn=DiceWay.ASKED))
    assert battle.reading(_rows) == rows


def _rows(session: Session) -> int:
    return len(session.exec(select(HouseRule)).all())


def test_nobody_says_nothing(battle: Campaign) -> None:
    with pytest.raises(BadInput, match="Say of which dice"):
        battle.do(SetDice(player_id=ANN))
    with pytest.raises(BadInput):
        battle.do(SetDice(player_id=99, hit=DiceWay.ROLLED))


def test_a_player_who_goes_takes_his_dice_along(battle: Campaign) -> None:
    battle.do(AddPlayer(name="Late", faction="Late Lot", colour="pearl"))
    late = battle.read(players)[-1].id
    battle.do(SetDice(player_id=late, damage=DiceWay.ROLLED))
    battle.do(RemovePlayer(player_id=late))
    assert battle.read(ways_of_dice) == {}
    battle.undo()
    assert battle.read(ways_of_dice) == {(late, DiceFor.DAMAGE): DiceWay.ROLLED}


def test_typed_steps_wait_while_all_others_are_rolled(battle: Campaign) -> None:
    burning(battle, "Cart", "Wagon")
    battle.do(SetDice(player_id=ANN, turn=DiceWay.TYPED))
    assert roll_all(battle, lambda sides: 1) is None, "nobody has asked for these"
    asked = roll_all(battle, lambda sides: 1, stop_at_choice=True)
    assert asked is not None
    assert len(asked.acts) == 1, "the first one was asked for; the next one waits for the table"
    battle.do(asked)
    assert len(battle.reading(agenda)) == 1
    battle.do(SetDice(player_id=ANN, turn=DiceWay.ROLLED))
    rest = roll_all(battle, lambda sides: 1)
    assert rest is not None


def test_dice_that_lie_in_their_boxes_are_not_thrown_anew(battle: Campaign) -> None:
    burning(battle, "Cart", "Wagon")
    first, second = (step.key for step in battle.reading(agenda))
    thrown: list[int] = []

    def one(sides: int) -> int:
        thrown.append(sides)
        return 1

    lying = {second: (Face(4), Face(4)), first: (Face(9),)}
    act = roll_all(battle, one, lying=lying)
    assert act is not None
    assert thrown == [4, 4], "those of the first step, as a d4 shows no 9"
    lines = [line.text() for line in battle.do(act).lines]
    assert [words for words in lines if "[4][4]" in words], lines
