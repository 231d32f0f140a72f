"""Who is waited for: the players whose clocks strike in a turn, and rows whose moment has come."""

from collections.abc import Collection

from sqlmodel import Session

from brikdesk.rules.brikwars.clocks import Clock, due
from brikdesk.store.tables import Edge, Fire, State, StateKind, Turn
from brikdesk.turns.sequence import seats


def players_served(session: Session, turn: Turn) -> frozenset[int]:
    """Give the player of this turn and the eliminated ones whose place came just before.

    What an eliminated player set going goes on at the place where his turn would begin
    (Q8-37, QF-09).
    """
    order = seats(session, turn.battle_id)
    places = [seat.player_id for seat in order]
    here = places.index(turn.player_id) if turn.player_id in places else 0
    served = {turn.player_id}
    for seat in reversed(order[here + 1 :] + order[:here]):
        if not seat.out:
            break
        served.add(seat.player_id)
    return frozenset(served)


def burns_now(fire: Fire, turn: Turn, served: Collection[int]) -> bool:
    """Tell whether this fire's Burning Roll is due in this turn (8.3-33, F.1-31, QF-27)."""
    return (
        fire.driver_id in served
        and fire.permanent_dice == 0
        and fire.lit_turn_id < (turn.id or 0)
        and fire.burned_turn_id != turn.id
    )


def ends_now(state: State, turn: Turn, edge: Edge) -> bool:
    """Tell whether this state ends at this edge of this turn."""
    following = state.kind is StateKind.DROWNING  # the turn after the one it began in (A4-10)
    clock = Clock(state.clock_player_id, state.clock_edge, state.since_turn_id, following)
    if state.kind is StateKind.INCAPACITATED:
        return False  # by a clock of its own (S-03): turns/scifi_steps.py
    return not state.lasting and due(clock, turn.player_id, edge, turn.id or 0)
