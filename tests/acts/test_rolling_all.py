"""All steps that ask nobody are rolled as one act, also where one takes another one's unit along."""

import pytest

from brikdesk.acts.turns_and_steps import EndTurn, roll_all
from brikdesk.sample.battle import play_waiting_steps
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.session import Cancelled
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import units
from brikdesk.turns.queue import agenda

LIMBS = ["left_arm", "right_arm", "left_leg", "right_leg"]


def do(campaign: Campaign, act: str, /, **fields: object) -> None:
    campaign.do(act_from_data({"act": act, **fields}))


def next_turn_of_ann(campaign: Campaign) -> None:
    campaign.do(EndTurn())
    if list(play_waiting_steps(campaign, lambda sides: sides)):  # who burns has run about
        campaign.do(EndTurn())
    campaign.do(EndTurn())
    campaign.do(EndTurn())


@pytest.mark.rule("8.3-33")
def test_a_minifig_who_dies_of_one_fire_does_not_roll_for_the_other(battle: Campaign) -> None:
    do(battle, "AddUnit", name="Poor Tom", player_id=1, tags=["flammable", "living"])
    do(battle, "EditUnit", unit_id=1, limbs_lost=LIMBS)
    do(battle, "Ignite", unit_id=1)
    do(battle, "Ignite", unit_id=1, kind="acid")
    next_turn_of_ann(battle)
    assert len(battle.reading(agenda)) == 2
    thrown: list[int] = []

    def three(sides: int) -> int:
        thrown.append(sides)
        return 3

    act = roll_all(battle, three)
    assert act is not None
    assert (thrown, len(act.acts)) == ([4], 1)
    battle.do(act)
    assert battle.reading(agenda) == ()
    assert battle.read(units) == ()


def test_each_step_is_thrown_for_once(battle: Campaign) -> None:
    for name in ("Cart", "Wagon", "Coach"):
        do(battle, "AddUnit", name=name, player_id=1, kind="creature", size=3, armor="1d10")
        do(battle, "Ignite", unit_id=battle.read(units)[-1].id, inches=2)
    next_turn_of_ann(battle)
    thrown: list[int] = []

    def one(sides: int) -> int:
        thrown.append(sides)
        return 1

    act = roll_all(battle, one)
    assert act is not None
    assert act.title == "Roll 3 steps"
    assert thrown == [4] * 6
    before = battle.digest()
    battle.do(act)
    assert battle.reading(agenda) == ()
    battle.undo()
    assert battle.digest() == before


@pytest.mark.parametrize("what", ["roll", "do", "undo", "redo"])
def test_what_takes_long_can_be_called_off_with_nothing_changed(
    battle: Campaign, what: str
) -> None:
    for name in ("Cart", "Wagon"):
        do(battle, "AddUnit", name=name, player_id=1, kind="creature", size=3, armor="1d10")
        do(battle, "Ignite", unit_id=battle.read(units)[-1].id, inches=2)
    next_turn_of_ann(battle)
    act = roll_all(battle, lambda sides: 1)
    assert act is not None
    if what in ("undo", "redo"):
        battle.do(act)
    if what == "redo":
        battle.undo()
    before, state, told = battle.digest(), battle.read(undo_state), list[tuple[int, int]]()

    def progress(words: str, done: int, of: int) -> None:
        told.append((done, of))
        if done == 1:
            raise Cancelled

    long = {
        "roll": lambda: roll_all(battle, lambda sides: 1, progress=progress),
        "do": lambda: battle.do(act, progress),
        "undo": lambda: battle.undo(progress),
        "redo": lambda: battle.redo(progress),
    }
    with pytest.raises(Cancelled):
        long[what]()
    assert [done for done, _ in told] == [0, 1]
    assert (battle.digest(), battle.read(undo_state)) == (before, state)


def test_a_note_that_comes_up_is_read_before_it_is_put_away(battle: Campaign) -> None:
    do(battle, "AddUnit", name="Cart", player_id=1, kind="creature", size=3, armor="1d10")
    do(battle, "Ignite", unit_id=1, inches=2)
    do(battle, "AddNote", player_id=1, due_number=2, text="The tea is ready.", kind="alarm")
    next_turn_of_ann(battle)
    act = roll_all(battle, lambda _: 2, stop_at_choice=True)
    assert act is not None
    battle.do(act)
    (left,) = battle.reading(agenda)
    assert "tea" in left.detail
    read = roll_all(battle, lambda _: 2, stop_at_choice=True)
    assert read is not None, "it was read, as it stands first now"
    battle.do(read)
    assert battle.reading(agenda) == ()
