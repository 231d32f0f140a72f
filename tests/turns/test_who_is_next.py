"""Nobody plays twice or not at all in a round, whatever happens to the seats in the middle of it."""

from random import Random

import pytest

from brikdesk.acts.campaign.battles import EliminatePlayer, JoinBattle, ReorderSeats
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.campaign.setup import AddPlayer
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.states import SetState
from brikdesk.errors import BrikDeskError
from brikdesk.rules.turn import Edge
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Seat, State, StateKind, Turn
from brikdesk.store.views.campaign_and_battle import battle_head
from tests.acts.hazards import ANN, BEN, CLEO, keys, minifig, put, to_turn, turn
from tests.acts.table import bad, end_turn, rows, told
from tests.nightly import many

DORA = 4


def goes_on(battle: Campaign, turns: int = 6) -> list[tuple[int, int]]:
    """Return who plays next, by round and player; each time the window must have said so."""
    found = []
    for _ in range(turns):
        head = battle.read(battle_head)
        said = head.following.id if head.following else 0
        end_turn(battle)
        found.append((turn(battle).number, turn(battle).player_id))
        assert found[-1][1] == said
    return found


@pytest.mark.rule("4.0-01")
def test_seats_that_change_in_the_middle_of_a_round_cost_nobody_a_turn(battle: Campaign) -> None:
    end_turn(battle)
    battle.do(ReorderSeats(player_ids=(CLEO, BEN, ANN)))
    assert goes_on(battle) == [(1, CLEO), (2, CLEO), (2, BEN), (2, ANN), (3, CLEO), (3, BEN)]


@pytest.mark.rule("4.0-01", "Q8-37")
def test_who_is_back_in_the_middle_of_a_round_plays_in_it(battle: Campaign) -> None:
    battle.do(EliminatePlayer(player_id=ANN))
    assert turn(battle).player_id == BEN
    end_turn(battle)
    battle.do(EliminatePlayer(player_id=BEN))
    battle.do(EliminatePlayer(player_id=ANN, out=False))
    # Ann has had her turn of this round; Ben is out.
    assert goes_on(battle, 3) == [(2, ANN), (2, CLEO), (3, ANN)]
    battle.do(EliminatePlayer(player_id=BEN, out=False))
    assert goes_on(battle, 3) == [(3, BEN), (3, CLEO), (4, ANN)]


@pytest.mark.thorough(but=5)
@pytest.mark.rule("4.0-01")
@pytest.mark.parametrize("seed", range(many(10, 1000)))
def test_everybody_plays_once_in_each_round(battle: Campaign, seed: int) -> None:
    chance = Random(f"seats {seed}")
    battle.do(AddPlayer(name="Dora", faction="Dust Devils", colour="fern"))
    away: set[tuple[int, int]] = set()
    for _ in range(14):
        for _ in range(chance.randint(0, 2)):
            seated = [seat.player_id for seat in rows(battle, Seat)]
            acts = (
                ReorderSeats(player_ids=tuple(chance.sample(seated, len(seated)))),
                EliminatePlayer(player_id=chance.choice(seated), out=chance.random() < 0.5),
                JoinBattle(player_id=DORA),
            )
            before = turn(battle).id
            try:
                battle.do(chance.choice(acts))
            except BrikDeskError:
                continue
            away |= {
                (turn(battle).number, seat.player_id) for seat in rows(battle, Seat) if seat.out
            }
            assert turn(battle).id in (before, (before or 0) + 1)
        end_turn(battle)
        away |= {(turn(battle).number, seat.player_id) for seat in rows(battle, Seat) if seat.out}
    had = [(each.number, each.player_id) for each in rows(battle, Turn)]
    assert len(had) == len(set(had)), "somebody has played twice"
    for number in range(2, turn(battle).number):
        for player in (ANN, BEN, CLEO):
            assert (number, player) in {*had, *away}, f"{player} has not played in round {number}"


@pytest.mark.rule("Q8-37")
def test_what_was_left_undone_at_the_place_of_one_who_is_out_waits_a_round(
    battle: Campaign,
) -> None:
    battle.do(AddNote(text="The bridge falls", due_number=2))
    battle.do(EliminatePlayer(player_id=ANN))
    to_turn(battle, BEN, 2)
    assert keys(battle) == ["note-1"]
    end_turn(battle)
    assert (turn(battle).player_id, keys(battle)) == (CLEO, [])
    end_turn(battle)
    assert (turn(battle).player_id, keys(battle)) == (BEN, ["note-1"])


@pytest.mark.rule("Q8-37")
def test_an_alarm_comes_though_the_player_is_out_whose_turn_it_was(battle: Campaign) -> None:
    battle.do(AddNote(text="The bridge falls", due_number=3))
    to_turn(battle, BEN, 2)
    battle.do(EliminatePlayer(player_id=ANN))
    to_turn(battle, BEN, 3)
    assert keys(battle) == ["note-1"]


@pytest.mark.rule("4.1-10")
def test_a_state_ends_with_the_turn_that_was_said(battle: Campaign) -> None:
    gus = minifig(battle)
    stop = SetState(unit_id=gus, kind=StateKind.STOPPED, cause="held", ends_with_id=BEN)
    assert told(battle, stop) == [
        "Gus: Stopped. held. Until the end of a turn of Brick Brigade. 4.1-10"
    ]
    end_turn(battle)
    battle.do(EndTurn())
    assert keys(battle) == ["state-1"]


@pytest.mark.parametrize(
    "kind",
    [StateKind.DISRUPTED, StateKind.FULL_TURN, StateKind.DROWNING, StateKind.MORTALLY_WOUNDED],
)
def test_a_state_that_ends_by_its_rule_ends_with_nobodys_turn(
    battle: Campaign, kind: StateKind
) -> None:
    gus = minifig(battle)
    assert "Leave out the player." in bad(
        battle, SetState(unit_id=gus, kind=kind, ends_with_id=BEN, edge=Edge.START)
    )
    both = SetState(unit_id=gus, kind=StateKind.STOPPED, lasting=True, ends_with_id=BEN)
    assert "say one" in bad(battle, both)


@pytest.mark.rule("4.1-31")
def test_what_ends_with_the_turns_of_a_unit_follows_it_to_its_new_player(battle: Campaign) -> None:
    gus = minifig(battle, player_id=BEN)
    now = turn(battle).id or 0
    facts = {"unit_id": gus, "kind": StateKind.DISRUPTED, "since_turn_id": now}
    put(battle, State(**facts, clock_player_id=BEN, clock_edge=Edge.START))
    battle.do(EditUnit(unit_id=gus, player_id=CLEO))
    to_turn(battle, BEN, 1)
    assert keys(battle) == []
    to_turn(battle, CLEO, 1)
    assert keys(battle) == [f"recover-{gus}"]
