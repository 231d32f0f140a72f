"""Which players' clocks strike in a turn, and which rows are due."""

from collections.abc import Collection

from sqlmodel import Session

from brikdesk.rules.brikwars.clocks import Clock, due
from brikdesk.rules.brikwars.explosives.flight import flight_clock
from brikdesk.rules.brikwars.explosives.stability import detonation_clock
from brikdesk.rules.brikwars.fire import fire_driver
from brikdesk.rules.brikwars.hazards import fields
from brikdesk.store.tables import (
    Edge,
    Explosive,
    ExplosiveState,
    Field,
    Fire,
    Projectile,
    State,
    StateKind,
    Turn,
)
from brikdesk.turns.sequence import seats


def players_served(session: Session, turn: Turn) -> frozenset[int]:
    """Return the player of this turn and the eliminated ones whose place came just before.

    What an eliminated player set going goes on at the place where his turn would begin
    (Q8-37, QF-09).
    """
    order = seats(session, turn.battle_id)
    places = [seat.player_id for seat in order]
    here = places.index(turn.player_id) if turn.player_id in places else 0
    served = {turn.player_id}
    # Backwards from this seat, around the table, up to the first player who still plays.
    for seat in reversed(order[here + 1 :] + order[:here]):
        if not seat.out:
            break
        served.add(seat.player_id)
    return frozenset(served)


def burns_now(fire: Fire, turn: Turn, served: Collection[int]) -> bool:
    """Return whether this fire's Burning Roll is due in this turn (8.3-33, F.1-31, QF-27)."""
    if fire.driver_id is None or fire.driver_id not in served or fire.permanent_dice:
        return False
    since = fire.burned_turn_id or fire.lit_turn_id
    # The driver counts as the current player: one who is out is served in another's turn.
    return fire_driver.burns_now(fire.driver_id, since, fire.driver_id, turn.id or 0)


def flies_now(flight: Projectile, turn: Turn, served: Collection[int]) -> bool:
    """Return whether this projectile flies on or lands in this turn (8.4-10, Q8-36)."""
    since = flight.flown_turn_id or flight.launched_turn_id
    clock = flight_clock(flight.player_id, since)
    return flight.player_id in served and due(clock, flight.player_id, Edge.START, turn.id or 0)


def shrinks_now(field: Field, turn: Turn, served: Collection[int]) -> bool:
    """Return whether this Field of an Explosive shrinks in this turn (8.4-44, Q8-58)."""
    owner, since = field.shrink_player_id, field.shrunk_turn_id or field.made_turn_id
    return owner in served and fields.shrinks_now(owner, since, owner or 0, turn.id or 0)


def goes_off_now(explosive: Explosive, turn: Turn) -> bool:
    """Return whether this Explosive detonates at the end of this turn, whosever it is (8.4-15)."""
    activated = explosive.state is ExplosiveState.ACTIVATED
    clock = detonation_clock(explosive.activated_turn_id or 0)
    return activated and due(clock, turn.player_id, Edge.END, turn.id or 0)


def ends_now(state: State, turn: Turn, edge: Edge) -> bool:
    """Return whether this state ends at this edge of this turn."""
    following = state.kind is StateKind.DROWNING  # the turn after the one it began in (A4-10)
    clock = Clock(state.clock_player_id, state.clock_edge, state.since_turn_id, following)
    if state.kind is StateKind.INCAPACITATED:
        return False  # by a clock of its own (S-03): turns/scifi_steps.py
    return not state.lasting and due(clock, turn.player_id, edge, turn.id or 0)
