"""The steps that wait in the running player's turn, at its start, at its end or at once, in order.

The agenda is a function of the rows and stored nowhere: a power cut loses nothing and repeats
nothing, and undo puts a step back by itself.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session, col, select

from brikdesk.games import GAMES
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.act import face_from_data
from brikdesk.store.games import games_of
from brikdesk.store.house import house_of
from brikdesk.store.tables import Edge, LaidDice, Phase, SkippedStep, Turn
from brikdesk.turns.lasting import Lasting
from brikdesk.turns.sequence import present_turn
from brikdesk.turns.steps import Step, StepKind

END_ORDER = (
    StepKind.MET,
    StepKind.IDLE,
    StepKind.STAYING,
    StepKind.COUNTERSTRIKE,
    StepKind.RUNNING,
    StepKind.EXPOSURE,
    StepKind.DROWNING,
    StepKind.DYING,
    StepKind.DETONATING,
    StepKind.DIVERTING,
    StepKind.STANDING,
    StepKind.NOTES,
)
"""Steps at turn end, as section 5 of chapters 8 and F and section 6 of chapter 4 order them."""

NOT_DONE = 2
"""A step that was skipped this often no longer waits; it counts as not done."""


def all_lasting(session: Session) -> tuple[Lasting[Any], ...]:
    """Return everything with a clock in this campaign."""
    own = games_of(session)
    ticking = (game for game in GAMES.values() if game.everywhere or game in own)
    return tuple(each for game in ticking for each in game.lasting)


def agenda(session: Session) -> tuple[Step, ...]:
    """Return the steps that wait in the running turn; empty if no battle is running.

    Between the start and the end of a turn only those wait that a move has just brought.
    """
    turn = present_turn(session)
    if turn is None:
        return ()
    if turn.phase is Phase.PLAY:
        return _in_order(session, turn, Edge.END, (), at_once=True)
    return (
        steps_at_end(session, turn) if turn.phase is Phase.END else _steps_at_start(session, turn)
    )


def _steps_at_start(session: Session, turn: Turn) -> tuple[Step, ...]:
    """Return the steps that wait at this turn's start, in the order of `turn_start_order`.

    Steps of the Sci-fi rules come after all others, what ends before what begins.
    """
    order = [StepKind(name) for name in house_of(session, BrikWarsHouse).turn_start_order]
    return _in_order(session, turn, Edge.START, order)


def steps_at_end(session: Session, turn: Turn) -> tuple[Step, ...]:
    """Return the steps that wait at this turn's end."""
    return _in_order(session, turn, Edge.END, END_ORDER)


def not_done(session: Session, turn: Turn) -> tuple[SkippedStep, ...]:
    """Return the steps of this turn that were skipped for good."""
    skipped = select(SkippedStep).where(
        SkippedStep.turn_id == turn.id, col(SkippedStep.times) >= NOT_DONE
    )
    return tuple(session.exec(skipped))


def _in_order(
    session: Session, turn: Turn, edge: Edge, order: Sequence[StepKind], *, at_once: bool = False
) -> tuple[Step, ...]:
    """Return what waits at an edge of a turn, or only what waits as soon as it happens."""
    lasting = [each for each in all_lasting(session) if each.at_once or not at_once]
    waiting = [step for each in lasting for step in each.waiting(session, turn, edge)]
    # Kinds that the order does not name come last; `sort` is stable and keeps their own order.
    place = {kind: number for number, kind in enumerate(order)}
    waiting.sort(key=lambda step: place.get(step.kind, len(place)))
    return _with_memory(session, turn, waiting)


def _with_memory(session: Session, turn: Turn, steps: list[Step]) -> tuple[Step, ...]:
    """Add the dice that were laid; put steps skipped once last, drop those skipped twice."""
    laid = {
        row.step: tuple(face_from_data(face) for face in row.faces)
        for row in session.exec(select(LaidDice).where(LaidDice.turn_id == turn.id))
    }
    times = {
        row.step: row.times
        for row in session.exec(select(SkippedStep).where(SkippedStep.turn_id == turn.id))
    }
    remembered = [
        replace(step, laid=laid.get(step.key, ()), skipped=times.get(step.key, 0))
        if step.key in laid or step.key in times
        else step
        for step in steps
    ]
    waiting = [step for step in remembered if step.skipped < NOT_DONE]
    # Sorting is stable: among steps skipped equally often the order of the rules stands.
    return tuple(sorted(waiting, key=lambda step: step.skipped))
