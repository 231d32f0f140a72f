"""Turn order: who plays next, and when the place of a player comes who has no turn.

In a round every player who is in the battle has one turn, whatever happens to the seats meanwhile: the
next turn is that of the first player who has had none in it.
"""

from collections.abc import Collection, Mapping, Sequence

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
