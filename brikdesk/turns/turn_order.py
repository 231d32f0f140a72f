"""Whose turn it is, whose is next, and since when a player's own turn runs."""

from collections.abc import Mapping

from sqlmodel import Session, col, func, select

from brikdesk.errors import BadInput
from brikdesk.rules.turn import (
    InOrder,
    Played,
    Slot,
    next_to_play,
    round_of_next,
    slots_before,
    turns_to_come,
)
from brikdesk.store.session import known, rows_of, running_turn
from brikdesk.store.tables import Battle, BattleState, Player, Seat, SkippedStep, Turn


def running_battle(session: Session) -> Battle | None:
    """Return the battle that is set up or running; None between battles."""

    def ask() -> Battle | None:
        open_ones = select(Battle).where(Battle.state != BattleState.OVER).order_by(col(Battle.id))
        return session.exec(open_ones).first()

    return known(session, "running battle", ask, Battle, "state")


present_turn = running_turn


def turn_now(session: Session) -> Turn:
    """Return the player turn that is running. Raise BadInput if no battle runs."""
    turn = present_turn(session)
    if turn is None:
        raise BadInput("No battle is running. Start a battle first.")
    return turn


def stamp_now(session: Session) -> int:
    """Return the running player turn's number: the stamp of every clock that starts now."""
    return turn_now(session).id or 0


def round_start(session: Session, player_id: int | None) -> int:
    """Return the stamp of this player's latest turn, at which the present round began; 0 before."""

    def ask() -> int:
        # Keys of turns are never used twice, so the highest is the newest.
        newest = select(func.max(Turn.id)).where(Turn.player_id == player_id)
        return session.exec(newest).one() or 0

    return known(session, ("round start", player_id), ask, Turn, "player_id")


def seats(session: Session, battle_id: int) -> list[Seat]:
    """Return the seats of a battle in turn order."""

    def ask() -> tuple[Seat, ...]:
        in_order = select(Seat).where(Seat.battle_id == battle_id).order_by(col(Seat.place))
        return tuple(session.exec(in_order))

    return list(known(session, ("seats", battle_id), ask, Seat, "battle_id", "place"))


def _order(session: Session, battle_id: int) -> tuple[InOrder, ...]:
    """Return the players of a battle in turn order, then those without a seat, who are out."""
    seated = [InOrder(seat.player_id, seat.out) for seat in seats(session, battle_id)]
    known_ones = {each.player for each in seated}
    others = [row.id or 0 for row in rows_of(session, Player) if row.id not in known_ones]
    return (*seated, *(InOrder(player, out=True) for player in others))


def _turns_of(session: Session, battle_id: int) -> Mapping[int, Turn]:
    """Return the turns of a battle by their stamps, oldest first."""

    def ask() -> Mapping[int, Turn]:
        own = select(Turn).where(Turn.battle_id == battle_id).order_by(col(Turn.id))
        return {turn.id or 0: turn for turn in session.exec(own)}

    return known(
        session, ("turns by stamp", battle_id), ask, Turn, "battle_id", "number", "player_id"
    )


def _had_turns(session: Session, turn: Turn) -> dict[int, set[int]]:
    """Return by round who has had a turn in it, up to a turn and with it."""

    def ask() -> dict[int, set[int]]:
        had: dict[int, set[int]] = {}
        for stamp, each in _turns_of(session, turn.battle_id).items():
            if stamp <= (turn.id or 0):
                had.setdefault(each.number, set()).add(each.player_id)
        return had

    return known(session, ("had turns", turn.id), ask, Turn, "battle_id", "number", "player_id")


def next_player(session: Session, turn: Turn) -> tuple[int, bool]:
    """Return the player after this turn's, and whether a new round begins with him."""
    had = _had_turns(session, turn)[turn.number]
    coming = next_to_play(_order(session, turn.battle_id), had, turn.player_id)
    if coming is None:
        raise BadInput("No player is left in this battle. End the battle.")
    return coming


def order_of_turns(session: Session, turn: Turn) -> list[int]:
    """Return all players in the order of their next turns, those who have none last."""
    had = _had_turns(session, turn)[turn.number]
    return turns_to_come(_order(session, turn.battle_id), had, turn.player_id)


def next_turn_of(session: Session, turn: Turn | None, player_id: int, done: bool) -> int:
    """Return the round of this player's next turn start; with `done` the running turn is over."""
    if turn is None:
        return 1
    had = _had_turns(session, turn)[turn.number]
    now = Played(turn.player_id, turn.number)
    return round_of_next(_order(session, turn.battle_id), had, now, player_id, over=done)


def _slots_at(session: Session, turn: Turn) -> dict[int, Slot]:
    """Return whose places have come when a turn begins, though they have no turn there."""
    before = _turn_before(session, turn)
    had = dict(_had_turns(session, before)) if before else {}
    return slots_before(
        _order(session, turn.battle_id),
        had,
        Played(before.player_id, before.number) if before else None,
        Played(turn.player_id, turn.number),
    )


def slots_of_absent(session: Session, turn: Turn) -> Mapping[int, Slot]:
    """Return the players without turns whose places have come when a turn begins.

    What a player who is out set going goes on at the place where his turn would begin (Q8-37, QF-09),
    and so does what belongs to somebody without a seat.
    """
    order = _order(session, turn.battle_id)

    def ask() -> Mapping[int, Slot]:
        out = {seat.player for seat in order if seat.out}
        return {who: slot for who, slot in _slots_at(session, turn).items() if who in out}

    question = ("absent", turn.id, order)
    return known(session, question, ask, Turn, "battle_id", "number", "player_id")


def round_served(session: Session, stamp: int, player_id: int) -> int:
    """Return the round for which a clock of this player struck in the turn of a stamp; 0 without one."""
    turn = session.get(Turn, stamp)
    if turn is None:
        return 0
    slot = None if turn.player_id == player_id else _slots_at(session, turn).get(player_id)
    return slot.round if slot else turn.number


def round_of(session: Session, stamp: int) -> int:
    """Return the round of a stamp; 0 for none."""
    turn = session.get(Turn, stamp)
    return turn.number if turn else 0


def player_at(session: Session, *stamps: int | None) -> int | None:
    """Return the player of the first of these stamps that is one: whose turn it was."""
    turns = (session.get(Turn, stamp) for stamp in stamps if stamp)
    return next((turn.player_id for turn in turns if turn), None)


def left_undone(session: Session, turn: Turn) -> frozenset[str]:
    """Return the keys of the steps that were skipped in other turns of this round."""
    skipped = rows_of(session, SkippedStep)
    others = {row.turn_id for row in skipped if row.turn_id != turn.id}
    others = {stamp for stamp in others if round_of(session, stamp) == turn.number}
    return frozenset(row.step for row in skipped if row.turn_id in others)


def _turn_before(session: Session, turn: Turn) -> Turn | None:
    """Return the turn before this one in its battle; None for the first."""
    earlier = [
        each for stamp, each in _turns_of(session, turn.battle_id).items() if stamp < (turn.id or 0)
    ]
    return earlier[-1] if earlier else None


def player_name(session: Session, player_id: int | None) -> str:
    """Return the player's name, or "the referee" if there is no player."""
    player = session.get(Player, player_id) if player_id else None
    return player.name if player else "the referee"
