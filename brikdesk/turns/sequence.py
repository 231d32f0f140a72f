"""Whose turn it is, whose is next, and since when a player's own turn runs."""

from sqlmodel import Session, col, func, select

from brikdesk.errors import BadInput
from brikdesk.store.journal.remembering import known, running_turn
from brikdesk.store.tables import Battle, BattleState, Player, Seat, Turn


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


def next_player(session: Session, turn: Turn) -> tuple[int, bool]:
    """Return the player after this turn's, and whether a new round begins with him."""
    order = seats(session, turn.battle_id)
    playing = [seat for seat in order if not seat.out]
    if not playing:
        raise BadInput("No player is left in this battle. End the battle.")
    here = next((seat.place for seat in order if seat.player_id == turn.player_id), 0)
    later = [seat for seat in playing if seat.place > here]
    return (later or playing)[0].player_id, not later


def next_turn_of(session: Session, turn: Turn | None, player_id: int, done: bool) -> int:
    """Return the round of this player's next turn start; with `done` the running turn is over."""
    if turn is None:
        return 1
    if turn.player_id == player_id:
        # True counts as 1: once the running turn is over, his next one lies in the next round.
        return turn.number + done
    places = {seat.player_id: seat.place for seat in seats(session, turn.battle_id)}
    later = places.get(player_id, 0) > places.get(turn.player_id, 0)
    return turn.number if later else turn.number + 1


def players_served(session: Session, turn: Turn) -> frozenset[int]:
    """Return the player of this turn and the eliminated ones whose place came just before.

    What an eliminated player set going goes on at the place where his turn would begin
    (Q8-37, QF-09): not in the round in which he had that turn himself.
    """
    order = seats(session, turn.battle_id)
    places = [seat.player_id for seat in order]
    here = places.index(turn.player_id) if turn.player_id in places else 0
    served = {turn.player_id}
    before = _player_before(session, turn)
    # Backwards from this seat, around the table, up to the player who had the turn before: he may
    # have gone out in it, but it was his.
    for seat in reversed(order[here + 1 :] + order[:here]):
        if not seat.out or seat.player_id == before:
            break
        served.add(seat.player_id)
    return frozenset(served)


def _player_before(session: Session, turn: Turn) -> int | None:
    """Return the player of the turn before this one in its battle; None for the first."""

    def ask() -> int | None:
        earlier = select(Turn.player_id).where(
            Turn.battle_id == turn.battle_id, col(Turn.id) < turn.id
        )
        return session.exec(earlier.order_by(col(Turn.id).desc()).limit(1)).first()

    return known(session, ("player before", turn.id), ask, Turn, "player_id")


def player_name(session: Session, player_id: int | None) -> str:
    """Return the player's name, or "the referee" if there is no player."""
    player = session.get(Player, player_id) if player_id else None
    return player.name if player else "the referee"
