"""Turn order, and the clocks of what lasts: who plays next, and whose turn ends what."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum

from msgspec import Struct


class InOrder(Struct, frozen=True):
    """A player in turn order; who is out, or sits in no seat of the battle, has no turns."""

    player: int
    out: bool = False


class Played(Struct, frozen=True):
    """A player turn, and the round that it belongs to."""

    player: int
    round: int


class Slot(Struct, frozen=True):
    """The place at which the turn of a player would have begun.

    `fresh`: it lies between this turn and the one before. Else the seats have changed since, and it
    has come earlier in the round.
    """

    round: int
    fresh: bool = True


def next_to_play(
    order: Sequence[InOrder], had: Collection[int], here: int
) -> tuple[int, bool] | None:
    """Return who plays next, and whether a new round begins with him; None if nobody is left.

    - `had`: players who have had a turn in this round.
    - `here`: the player whose turn it is.
    """
    playing = [seat.player for seat in order if not seat.out]
    if not playing:
        return None
    at = place_of(order, here) + 1
    waiting = [seat.player for seat in (*order[at:], *order[:at]) if not seat.out]
    first = next((player for player in waiting if player not in had), None)
    return (playing[0], True) if first is None else (first, False)


def turns_to_come(order: Sequence[InOrder], had: Collection[int], here: int) -> list[int]:
    """Return the players in the order of their next turns; those without turns come last."""
    found, done = list[int](), {*had, here}
    while (coming := next_to_play(order, done, here)) and not coming[1]:
        here = coming[0]
        found.append(here)
        done.add(here)
    playing = [seat.player for seat in order if not seat.out]
    out = [seat.player for seat in order if seat.out]
    return list(dict.fromkeys([*found, *playing, *out]))


def round_of_next(
    order: Sequence[InOrder], had: Collection[int], now: Played, player: int, *, over: bool
) -> int:
    """Return the round in which a player's next turn begins, or his place comes without a turn.

    `over`: the running turn is over, if it is his.
    """
    if player == now.player:
        return now.round + over
    at, here = place_of(order, player), place_of(order, now.player)
    waiting = {seat.player for seat in order if not seat.out and seat.player not in had}
    if player in waiting:
        return now.round
    has_turns = any(seat.player == player and not seat.out for seat in order)
    after = any(place_of(order, each) > at for each in waiting)
    # Behind the last who plays, his place comes with the first turn of the next round.
    return now.round + (has_turns or player in had or at < here or not after)


def place_of(order: Sequence[InOrder], player: int) -> int:
    """Return the place of a player in the order, from 0; behind all others without a seat."""
    return next((at for at, seat in enumerate(order) if seat.player == player), len(order))


def slots_before(
    order: Sequence[InOrder],
    had: Mapping[int, Collection[int]],
    before: Played | None,
    now: Played,
) -> dict[int, Slot]:
    """Return the others whose place has come when a turn begins, though they had no turn there.

    - `had`: by round, the players who had a turn in it before this one.
    - `before`: the turn before this one; None for the first of a battle.

    Whoever sits behind the last player of a round is passed as the next round begins.
    """
    here = place_of(order, now.player)
    there = place_of(order, before.player) if before else -1
    anew = before is None or before.round < now.round
    found: dict[int, Slot] = {}
    for at, seat in enumerate(order):
        if seat.player == now.player:
            continue
        behind = before is not None and at > there
        if anew and behind and at > here and before and seat.player not in had[before.round]:
            found[seat.player] = Slot(before.round)
        elif seat.player in had.get(now.round, ()):
            continue
        elif at < here:
            found[seat.player] = Slot(now.round, fresh=anew or there < at)
        elif not anew and here < there < at:
            # The order goes round to somebody who sat behind or has come back.
            found[seat.player] = Slot(now.round)
    return found


class Edge(Enum):
    """The two moments of a player's turn at which clocks strike."""

    START = "start"
    END = "end"


class Clock(Struct, frozen=True):
    """When something ends.

    `player` is the one whose turn it waits for, None for any player. `since` is the stamp of the
    player turn in which it began. A START clock waits for a turn that begins later than that. An
    END clock may strike at the end of that same turn, unless `following` is set. No clock strikes
    before `round`.
    """

    player: int | None
    edge: Edge
    since: int
    following: bool = False
    round: int = 0


def due(
    clock: Clock, current_player: int, edge: Edge, current_turn: int, current_round: int = 0
) -> bool:
    """Return whether the clock strikes at this edge of the current player's turn.

    A clock that was passed over stays due at every later edge of this kind.
    """
    if clock.edge is not edge or clock.player not in (None, current_player):
        return False
    if current_round < clock.round:
        return False
    # Compared with > and >=, not ==: a step that was skipped must come up again next time.
    waits_for_a_later_turn = edge is Edge.START or clock.following
    return current_turn > clock.since if waits_for_a_later_turn else current_turn >= clock.since


def in_window(stamp: int | None, window: str, current_turn: int, round_started_on: int) -> bool:
    """Return whether a stamp lies in the present window (Q8-02, Q8-22, Q8-23).

    `window` is "player_turn" or "owner_round"; an owner round runs from the beginning of one turn
    of a player, `round_started_on`, to the beginning of that player's next. A stamp of None means
    that it never happened.
    """
    begin = {"player_turn": current_turn, "owner_round": round_started_on}[window]
    return stamp is not None and begin <= stamp <= current_turn
