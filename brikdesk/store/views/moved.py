"""What each unit did with its Move and its Actions in one player turn, for the turn's report."""

from collections.abc import Iterator

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.lengths import in_inches
from brikdesk.store.tables import (
    Fate,
    HouseRule,
    Maneuver,
    Player,
    Run,
    Sprint,
    State,
    StateKind,
    Turn,
    Unit,
    Weapon,
)
from brikdesk.store.unit_move import move_now, sprints_in
from brikdesk.store.views import view

HINDERS = (
    StateKind.HALF_SPEED,
    StateKind.STOPPED,
    StateKind.DROWNING,
    StateKind.DISRUPTED,
    StateKind.FULL_TURN,
)
"""States that keep a unit from its whole Move or its Action."""

MADE = {
    "strike": "struck",
    "grab": "grabbed",
    "shove": "shoved",
    "parry": "parried",
    "charge": "Charged",
}
"""What a unit has done in Close Combat, by the maneuver that is noted."""


class MovedUnit(Struct, frozen=True):
    """A unit that moved, acted or was hindered in a turn; `colour` is empty for nobody's."""

    name: str
    words: str
    colour: str
    hindered: bool


@view(Unit, State, Run, Sprint, Maneuver, Weapon, HouseRule, Player, Turn)
def moved_units(session: Session, turn_id: int) -> tuple[MovedUnit, ...]:
    """Return what the units did and what hinders them, those of the turn's player first.

    The session is one of a moment at which that turn is not handed over yet (4.1, 4.2, 5.4).
    """
    turn = session.get(Turn, turn_id)
    if turn is None:
        return ()
    colours = {player.id: player.colour for player in session.exec(select(Player))}
    names = {unit.id: unit.name for unit in session.exec(select(Unit))}
    found = []
    for unit in session.exec(select(Unit).order_by(col(Unit.id))):
        states = session.exec(
            select(State).where(State.unit_id == unit.id).order_by(col(State.id))
        ).all()
        did = [*_moved(session, unit, turn), *_acted(session, unit, turn)]
        held = [_state(each) for each in states if each.kind in HINDERS]
        if unit.fate is Fate.ALIVE and (did or (held and unit.player_id == turn.player_id)):
            foes = [
                names.get(each.with_id, "") for each in states if each.kind is StateKind.ENGAGED
            ]
            also = [f"engaged with {', '.join(sorted(filter(None, foes)))}"] if any(foes) else []
            words = ", ".join([*did, *held, *also, *_momentum(session, unit, turn)])
            colour = colours.get(unit.player_id, "")
            row = MovedUnit(unit.name, words, colour, bool(held))
            found.append((unit.player_id != turn.player_id, row))
    return tuple(row for _, row in sorted(found, key=lambda each: each[0]))


def _moved(session: Session, unit: Unit, turn: Turn) -> Iterator[str]:
    """Say how many of its inches it moved (4.1-01), and what a Sprint gave it (4.1-33)."""
    sprint = [row.inches for row in sprints_in(session, turn.id) if row.unit_id == unit.id]
    if unit.moved_turn_id == turn.id and unit.move_used:
        whole = move_now(session, unit) + sum(sprint)
        yield f"{in_inches(unit.move_used)} of {in_inches(whole)}"
    yield from (f'Sprint {inches}"' for inches in sprint)


def _acted(session: Session, unit: Unit, turn: Turn) -> Iterator[str]:
    """Say how many Actions it spent in this turn, as a response in those of others (4.2-02, 4.3-02)."""
    if unit.action_spent_turn_id == turn.id and unit.actions_spent:
        own = unit.player_id == turn.player_id
        word = "Action" if own else "response"
        yield word if unit.actions_spent == 1 else f"{unit.actions_spent} {word}s"
    noted = select(Maneuver.kind).where(Maneuver.unit_id == unit.id, Maneuver.turn_id == turn.id)
    made = set(session.exec(noted))
    yield from (words for kind, words in MADE.items() if kind in made)


def _state(state: State) -> str:
    return f"{state.kind.value}: {state.cause}" if state.cause else state.kind.value


def _momentum(session: Session, unit: Unit, turn: Turn) -> Iterator[str]:
    run = session.exec(select(Run).where(Run.unit_id == unit.id)).first()
    if run is None or run.turn_id != turn.id:
        return
    if run.mom:
        yield "holds a MOM"
    elif run.rolled:
        yield "spent its MOM"
