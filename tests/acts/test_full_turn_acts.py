"""Actions that take a whole turn or several: what they cost, and what their owner is asked."""

import pytest

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import ContinueAction, FullTurnAction, OtherAction, SpendAction
from brikdesk.acts.units.states import SetState
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import State, StateKind
from brikdesk.store.views.units import unit as unit_row
from brikdesk.turns.queue import agenda
from tests.acts.hazards import BEN, keys, look, minifig, put, settle, to_turn
from tests.acts.table import bad, refused, rows, told


def waiting(battle: Campaign) -> list[str]:
    return [f"{step.title}: {step.detail}" for step in battle.reading(agenda)]


def progress(battle: Campaign, unit_id: int) -> list[str]:
    row = battle.read(unit_row, unit_id)
    assert row
    return [f"{chip.word}, {chip.number}" for chip in row.chips if chip.number.startswith("turn")]


@pytest.mark.rule("4.2-26", "4.2-27")
def test_it_takes_the_action_and_the_movement_of_its_turn(battle: Campaign) -> None:
    gus = minifig(battle)
    told(battle, MoveUnit(unit_id=gus, inches=2))
    plate = FullTurnAction(unit_id=gus, name="Puts on plate")
    assert look(battle, plate).complete
    assert told(battle, plate) == [
        "Gus: Puts on plate. A full-turn Action. Until its own turn ends. 4.2-26"
    ]
    refused(battle, MoveUnit(unit_id=gus, inches=1), "4.2-27")
    refused(battle, SpendAction(unit_id=gus), "4.2-27")
    refused(battle, plate, "4.2-02")
    battle.do(EndTurn())
    ends = settle(battle, f"state-{rows(battle, State)[0].id}")
    assert ends == ["Gus: Full-turn Action ends. (Puts on plate) 4.2-27"]
    assert rows(battle, State) == []


@pytest.mark.rule("4.2-26", "4.1-27")
def test_it_is_begun_in_the_own_turn_by_a_unit_that_can_act(battle: Campaign) -> None:
    foe, gus = minifig(battle, "Foe", BEN), minifig(battle)
    assert "own turn" in refused(battle, FullTurnAction(unit_id=foe, name="Rows"), "4.2-26")
    told(battle, SetState(unit_id=gus, kind=StateKind.DISRUPTED))
    refused(battle, FullTurnAction(unit_id=gus, name="Rows"), "4.1-27")


@pytest.mark.rule("5.2-15")
def test_who_fights_begins_none(battle: Campaign) -> None:
    foe, gus = minifig(battle, "Foe", BEN), minifig(battle)
    put(
        battle,
        State(unit_id=gus, with_id=foe, kind=StateKind.ENGAGED, since_turn_id=1, lasting=True),
    )
    refused(battle, FullTurnAction(unit_id=gus, name="Reads"), "5.2-15")


@pytest.mark.rule("4.2-29")
def test_an_extended_action_is_asked_for_in_each_turn_and_ends_after_its_last(
    battle: Campaign,
) -> None:
    gus = minifig(battle)
    begun = told(battle, FullTurnAction(unit_id=gus, name="Rowing", turns=3))
    assert begun == ["Gus: Rowing. An extended Action of 3 turns. 4.2-29"]
    key = f"extended-{rows(battle, State)[0].id}"
    assert progress(battle, gus) == ["Rowing, turn 1 of 3"]
    assert key not in keys(battle)

    to_turn(battle, 1, 2)
    assert waiting(battle) == ["Gus: Rowing: does it go on? turn 2 of 3"]
    assert settle(battle, key, extended="on") == ["Gus goes on. Rowing, turn 2 of 3. 4.2-29"]
    assert waiting(battle) == []
    refused(battle, MoveUnit(unit_id=gus, inches=1), "4.2-27")
    refused(battle, OtherAction(unit_id=gus, name="Waves", use=0), "4.2-27")

    to_turn(battle, 1, 3)
    told_last = settle(battle, key, extended="on")
    assert told_last == ["Gus goes on. Rowing, turn 3 of 3, the last one. 4.2-29"]
    refused(battle, SpendAction(unit_id=gus), "4.2-27")
    battle.do(EndTurn())
    assert waiting(battle) == ["Gus: Full-turn Action ends: Rowing"]


@pytest.mark.rule("4.2-29")
def test_its_owner_may_stop_and_acts_in_that_turn(battle: Campaign) -> None:
    gus = minifig(battle)
    told(battle, FullTurnAction(unit_id=gus, name="Rowing", turns=0))
    assert progress(battle, gus) == ["Rowing, turn 1"]
    key = f"extended-{rows(battle, State)[0].id}"
    to_turn(battle, 1, 2)
    assert settle(battle, key, extended="stop") == ["Gus stops. Rowing is over. 4.2-29"]
    told(battle, MoveUnit(unit_id=gus, inches=5))
    told(battle, SpendAction(unit_id=gus))


@pytest.mark.rule("4.2-29")
def test_it_is_asked_once_and_not_in_the_turn_in_which_it_began(battle: Campaign) -> None:
    gus = minifig(battle)
    told(battle, FullTurnAction(unit_id=gus, name="Rowing", turns=2))
    state = rows(battle, State)[0].id or 0
    refused(battle, ContinueAction(state_id=state, choices={"extended": "on"}), "4.2-29")
    told(battle, SetState(unit_id=gus, kind=StateKind.HALF_SPEED))
    slow = rows(battle, State)[1].id or 0
    assert "no extended Action" in bad(
        battle, ContinueAction(state_id=slow, choices={"extended": "on"})
    )


@pytest.mark.parametrize(
    ("facts", "words"), [({"name": " "}, "name"), ({"name": "Rows", "turns": 100}, "99")]
)
def test_what_is_typed_wrong_is_named(battle: Campaign, facts: dict, words: str) -> None:  # type: ignore[type-arg]
    assert words in bad(battle, FullTurnAction(unit_id=minifig(battle), **facts))
