"""States with their clocks: recovery, drowning, Stops, full-turn Actions, whatever else lasts."""

import pytest

from brikdesk.acts.campaign.setup import AddPlayer, RemovePlayer, SetHouseRule
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.states import ClearState, DieOfWound, Drown, EndState, Recover, SetState
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.rules.turn import Edge
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import ControlPoint, Fate, State, StateKind, Unit, UnitKind, Weapon
from brikdesk.store.views.still_to_act import bears_on_unit
from brikdesk.store.views.units import unit as unit_row
from brikdesk.turns.queue import agenda
from tests.acts.hazards import (
    ANN,
    BEN,
    CLEO,
    creation,
    keys,
    look,
    minifig,
    put,
    settle,
    to_turn,
    turn,
    waiting,
)
from tests.acts.table import bad, end_turn, refused, row, rows, told


def put_in_state(campaign: Campaign, unit_id: int, kind: StateKind, **facts: object) -> list[str]:
    return told(campaign, SetState(unit_id=unit_id, kind=kind, **facts))  # type: ignore[arg-type]


@pytest.mark.rule("4.1-11", "4.1-26", "4.1-27", "4.1-31", "T4-17")
def test_disrupted_in_an_enemys_turn_it_gets_up_at_half_speed(battle: Campaign) -> None:
    gus = minifig(battle, player_id=BEN)
    lines = put_in_state(battle, gus, StateKind.DISRUPTED, cause="shoved")
    assert "Gus: Disrupted. Shoved. Until its next own turn starts. 4.1-26" in lines[0]
    early = Recover(unit_id=gus)
    assert "not Disrupted since before" in refused(battle, early, "4.1-31")
    end_turn(battle)
    assert keys(battle) == ["recover-1"]
    assert "Gus gets up. Half Speed this turn." in settle(battle, "recover-1")[0]
    state = row(battle, State, 2)
    assert (state.kind, state.clock_edge, len(rows(battle, State))) == (
        StateKind.HALF_SPEED, Edge.END, 1,
    )  # fmt: skip
    battle.do(EndTurn())
    assert (turn(battle).player_id, keys(battle)) == (BEN, ["state-2"])
    settle(battle, "state-2")
    assert rows(battle, State) == []


@pytest.mark.rule("4.1-27", "4.1-31", "T4-18")
def test_disrupted_in_its_own_turn_it_lies_through_all_others(battle: Campaign) -> None:
    gus = minifig(battle)
    put_in_state(battle, gus, StateKind.DISRUPTED)
    for _ in range(2):
        end_turn(battle)
        assert keys(battle) == []
        assert "not Disrupted since before" in refused(battle, Recover(unit_id=gus), "4.1-31")
    end_turn(battle)
    assert keys(battle) == ["recover-1"]


@pytest.mark.rule("A4-09")
def test_by_house_rule_recovering_lasts_until_the_next_turn(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_recover_until_next_turn", value=True))
    gus = minifig(battle)
    put_in_state(battle, gus, StateKind.DISRUPTED)
    to_turn(battle, ANN, 2)
    settle(battle, "recover-1")
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN, "nothing ends with the turn"
    to_turn(battle, ANN, 3)
    assert keys(battle) == ["state-2"]
    settle(battle, "state-2")
    assert rows(battle, State) == []


@pytest.mark.rule("4.1-31")
def test_a_second_disruption_in_the_own_turn_start_does_not_end_with_the_first(
    battle: Campaign,
) -> None:
    gus = minifig(battle)
    put_in_state(battle, gus, StateKind.DISRUPTED, cause="shoved")
    to_turn(battle, ANN, 2)
    put_in_state(battle, gus, StateKind.DISRUPTED, cause="a blast")
    settle(battle, "recover-1")
    assert [state.cause for state in rows(battle, State)] == ["a blast", "recovering"]


@pytest.mark.rule("4.1-21", "4.1-22", "A4-10", "T4-19")
def test_who_falls_in_with_armor_on_in_an_enemys_turn_drowns_at_the_end_of_his_next(
    battle: Campaign,
) -> None:
    to_turn(battle, BEN, 1)
    gus = minifig(battle)
    lines = put_in_state(battle, gus, StateKind.DROWNING, cause="Heavy Armor")
    assert "It dies when its following turn ends, unless freed." in lines[0]
    battle.do(EndTurn())
    battle.do(EndTurn())
    assert "until the end of its following turn" in refused(battle, Drown(state_id=1), "4.1-22")
    battle.do(EndTurn())
    assert (turn(battle).player_id, keys(battle)) == (ANN, ["drown-1"])
    choice = look(battle, waiting(battle, "drown-1")).choices[0]
    assert (choice.id, choice.player_id) == ("burden", ANN)
    assert "free of its burden" in bad(battle, waiting(battle, "drown-1"))
    assert "Gus dies. It drowned. 4.1-22" in settle(battle, "drown-1", burden="burdened")[0]
    assert row(battle, Unit, gus).fate is Fate.DEAD
    battle.undo()
    assert "no longer drowns" in settle(battle, "drown-1", burden="free")[0]
    assert (row(battle, Unit, gus).fate, rows(battle, State)) == (Fate.ALIVE, [])


@pytest.mark.rule("4.1-22", "T4-20")
def test_who_wades_in_in_his_own_turn_has_all_of_the_next_one(battle: Campaign) -> None:
    gus = minifig(battle)
    put_in_state(battle, gus, StateKind.DROWNING, cause="heavy item")
    battle.do(EndTurn())
    assert turn(battle).player_id == BEN, "the end of the turn it began in does not count"
    to_turn(battle, ANN, 2)
    battle.do(EndTurn())
    assert keys(battle) == ["drown-1"]


@pytest.mark.rule("4.1-23", "4.1-24", "T4-08")
def test_a_stop_ends_with_the_next_own_turn_unless_it_lasts(battle: Campaign) -> None:
    gus = minifig(battle)
    put_in_state(battle, gus, StateKind.STOPPED, cause="aiming")
    lines = put_in_state(battle, gus, StateKind.STOPPED, cause="trapped", lasting=True)
    assert "trapped. Until it is cleared." in lines[0]
    to_turn(battle, ANN, 2)
    assert keys(battle) == ["state-1"]
    assert "does not end in this turn" in refused(battle, EndState(state_id=2), "4.1-24")
    settle(battle, "state-1")
    assert [state.cause for state in rows(battle, State)] == ["trapped"]
    told(battle, ClearState(state_id=2, reason="dug out"))
    (rest,) = rows(battle, State)
    assert (rest.cause, rest.lasting) == ("trapped", False), "A4-31: for this turn of its own"


@pytest.mark.rule("4.1-31", "4.1-10")
def test_a_state_ends_at_its_own_edge_only(battle: Campaign) -> None:
    gus = minifig(battle)
    put_in_state(battle, gus, StateKind.HALF_SPEED, cause="mud")
    assert "does not end" in refused(battle, EndState(state_id=1), "4.1-10")
    battle.do(EndTurn())
    told(battle, EndState(state_id=1))
    put_in_state(battle, gus, StateKind.DISRUPTED)
    to_turn(battle, ANN, 2)
    assert "does not end" in refused(battle, EndState(state_id=2), "4.1-31"), "it recovers instead"


@pytest.mark.rule("4.2-26", "4.2-27", "A4-13")
def test_a_full_turn_action_takes_the_action_and_the_turn(battle: Campaign) -> None:
    gus, ben = minifig(battle), minifig(battle, "Bob", BEN)
    own = SetState(unit_id=ben, kind=StateKind.FULL_TURN, cause="reading")
    assert "in the unit's own turn" in refused(battle, own, "4.2-26")
    told(battle, SetState(unit_id=gus, kind=StateKind.FULL_TURN, cause="piloting"))
    assert row(battle, Unit, gus).action_spent_turn_id == turn(battle).id
    again = SetState(unit_id=gus, kind=StateKind.FULL_TURN, cause="rowing")
    assert "Action is spent" in refused(battle, again, "4.2-02")
    battle.do(EndTurn())
    assert keys(battle) == ["state-1"]


@pytest.mark.rule("A4-13")
def test_by_house_rule_a_full_turn_action_needs_a_unit_that_stood_still(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="bw_full_turn_needs_unmoved", value=True))
    gus = minifig(battle, move_used=2.0, moved_turn_id=turn(battle).id)
    act = SetState(unit_id=gus, kind=StateKind.FULL_TURN)
    assert "it has moved this turn" in refused(battle, act, "A4-13")


@pytest.mark.rule("F.1-15")
def test_only_the_living_hold_their_breath(battle: Campaign) -> None:
    robot = creation(battle, "Robot", tags=["mechanical"])
    act = SetState(unit_id=robot, kind=StateKind.BREATH_HELD)
    assert "holds no breath" in refused(battle, act, "F.1-15")


@pytest.mark.rule("4.1-10")
def test_another_state_ends_where_the_referee_says(battle: Campaign) -> None:
    gus = minifig(battle)
    assert "what it is" in bad(battle, SetState(unit_id=gus, kind=StateKind.OTHER))
    lines = put_in_state(
        battle, gus, StateKind.OTHER, cause="hypnotised", ends_with_id=CLEO, edge=Edge.START
    )
    assert "Gus: hypnotised. Until the start of a turn of Clutch Crew." in lines[0]
    put_in_state(battle, gus, StateKind.OTHER, cause="dizzy")
    battle.do(EndTurn())
    assert keys(battle) == ["state-2"], "one without a player ends with the running turn"
    to_turn(battle, CLEO, 1)
    assert keys(battle) == ["state-1"]


def test_the_same_cause_is_not_doubled(battle: Campaign) -> None:
    gus = minifig(battle)
    put_in_state(battle, gus, StateKind.DISRUPTED, cause="shoved")
    end_turn(battle)
    put_in_state(battle, gus, StateKind.DISRUPTED, cause="shoved")
    assert [state.since_turn_id for state in rows(battle, State)] == [turn(battle).id]
    put_in_state(battle, gus, StateKind.MORTALLY_WOUNDED)
    assert {state.kind for state in rows(battle, State)} == {
        StateKind.DISRUPTED, StateKind.MORTALLY_WOUNDED,
    }  # fmt: skip


def test_last_moments_of_units_that_are_in_no_such_state(battle: Campaign) -> None:
    gus = minifig(battle)
    put_in_state(battle, gus, StateKind.STOPPED)
    assert "Gus is not Drowning" in bad(battle, Drown(state_id=1))
    assert "Gus is not Mortally Wounded" in bad(battle, DieOfWound(state_id=1))


@pytest.mark.rule("4.1-26")
def test_nobodys_unit_goes_by_the_player_in_whose_turn_it_was_hit(battle: Campaign) -> None:
    golem = creation(battle, "Golem", player_id=None)
    to_turn(battle, BEN, 1)
    put_in_state(battle, golem, StateKind.DISRUPTED)
    to_turn(battle, ANN, 2)
    assert keys(battle) == []
    to_turn(battle, BEN, 2)
    assert keys(battle) == ["recover-1"]


def test_a_player_whose_turns_end_something_cannot_be_removed(battle: Campaign) -> None:
    battle.do(AddPlayer(name="Dot", faction="Dune Dwellers", colour="fern"))
    gus = minifig(battle, player_id=BEN)
    put_in_state(battle, gus, StateKind.OTHER, cause="dizzy", ends_with_id=4)
    assert "A state on the table still names Dune Dwellers." in bad(
        battle, RemovePlayer(player_id=4)
    )
    battle.do(ClearState(state_id=rows(battle, State)[0].id or 0))
    battle.do(RemovePlayer(player_id=4))


@pytest.mark.rule("4.1-04", "4.1-18", "4.1-19", "4.1-20")
def test_half_speed_halves_jumps_and_flight_once(battle: Campaign) -> None:
    gus = minifig(battle, move=5.0)
    assert battle.read(bears_on_unit, gus) == ()
    put_in_state(battle, gus, StateKind.HALF_SPEED)
    put(battle, State(unit_id=gus, kind=StateKind.HALF_SPEED, cause="mud", since_turn_id=1))
    (told,) = battle.read(bears_on_unit, gus)
    assert told.words == 'At Half Speed it jumps 2.5" far at most, and 0.5" high.'
    assert told.rule == "4.1-18"
    bird = minifig(battle, "Bird", move=8.0, airborne=True)
    put_in_state(battle, bird, StateKind.HALF_SPEED)
    (told,) = battle.read(bears_on_unit, bird)
    assert (told.words, told.rule) == ('At Half Speed it flies 4" at most.', "4.1-19")


@pytest.mark.rule("4.1-30")
def test_a_hero_who_lies_down_is_told_of_feats_and_nobody_else_is(battle: Campaign) -> None:
    hero, gus = minifig(battle, "Hero", kind=UnitKind.HERO), minifig(battle)
    for each in (hero, gus):
        put_in_state(battle, each, StateKind.DISRUPTED)
    assert [each.rule for each in battle.read(bears_on_unit, hero)] == ["OF-32"]
    assert battle.read(bears_on_unit, gus) == ()


@pytest.mark.rule("4.2-29")
def test_a_full_turn_action_that_goes_on_counts_its_turns(battle: Campaign) -> None:
    gus = minifig(battle)
    plate = SetState(unit_id=gus, kind=StateKind.FULL_TURN, cause="Donning plate", lasting=True)
    told(battle, plate)
    seen = []
    for number in (1, 2, 3):
        to_turn(battle, ANN, number)
        shown = battle.read(unit_row, gus)
        assert shown
        seen += [chip.number for chip in shown.chips if chip.word == "Donning plate"]
        refused(battle, SpendAction(unit_id=gus), "4.2-27")
    assert seen == ["turn 1", "turn 2", "turn 3"]


@pytest.mark.rule("4.1-25", "4.1-27", "A4-11")
def test_the_stopped_still_man_a_gun_and_the_disrupted_do_not(battle: Campaign) -> None:
    gus = minifig(battle)
    gun = put(battle, Weapon(unit_id=creation(battle), name="Gun"))[0]
    seat = put(battle, ControlPoint(weapon_id=gun, place="seat"))[0]
    put_in_state(battle, gus, StateKind.STOPPED)
    told(battle, ManControl(control_id=seat, unit_id=gus))
    put_in_state(battle, gus, StateKind.DISRUPTED)
    refused(battle, ManControl(control_id=seat, unit_id=gus), "4.1-27")


@pytest.mark.rule("4.1-31", "A4-09")
@pytest.mark.parametrize("until_next", [False, True])
def test_step_line_and_clearing_name_the_same_rule_for_the_end_of_a_recovery(
    battle: Campaign, until_next: bool
) -> None:
    battle.do(SetHouseRule(switch="bw_recover_until_next_turn", value=until_next))
    gus = minifig(battle)
    put_in_state(battle, gus, StateKind.DISRUPTED)
    to_turn(battle, ANN, 2)
    settle(battle, f"recover-{gus}")
    assert told(battle, ClearState(state_id=2))[0].endswith("Half Speed is over. 4.1-31")
    battle.undo()
    if until_next:
        to_turn(battle, ANN, 3)
    else:
        battle.do(EndTurn())
    (step,) = battle.reading(agenda)
    assert (step.key, step.rule) == ("state-2", "4.1-31")
    assert settle(battle, "state-2") == ["Gus: Half Speed ends. (recovering) 4.1-31"]


@pytest.mark.rule("4.1-10", "4.1-24", "4.2-27", "F.1-15")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (StateKind.HALF_SPEED, "4.1-10"),
        (StateKind.STOPPED, "4.1-24"),
        (StateKind.FULL_TURN, "4.2-27"),
        (StateKind.BREATH_HELD, "F.1-15"),
    ],
)
def test_the_end_of_a_state_names_its_own_rule_everywhere(
    battle: Campaign, kind: StateKind, rule: str
) -> None:
    gus = minifig(battle)
    put_in_state(battle, gus, kind)
    assert told(battle, ClearState(state_id=1))[0].endswith(rule)
    battle.undo()
    refused(battle, EndState(state_id=1), rule)
    battle.do(EndTurn())
    if not keys(battle):
        to_turn(battle, ANN, 2)
    (step,) = battle.reading(agenda)
    assert step.rule == rule
    assert settle(battle, "state-1")[0].endswith(rule)


@pytest.mark.rule("4.1-21", "4.1-23")
def test_who_drowns_is_shown_with_no_move_left(battle: Campaign) -> None:
    gus = minifig(battle)
    before = battle.read(unit_row, gus)
    assert before is not None
    assert before.move_left
    put_in_state(battle, gus, StateKind.DROWNING, cause="heavy item")
    after = battle.read(unit_row, gus)
    assert after is not None
    assert after.move_left == 0
