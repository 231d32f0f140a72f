"""The course of the turns: hand over, go on with open steps, skip, lay dice down; several acts."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.step import StepAct
from brikdesk.acts.turn.reading_ahead import read_ahead
from brikdesk.errors import BadInput
from brikdesk.store.act import Act, Faces, act_from_data, act_to_data, face_to_data, overruling
from brikdesk.store.games import games_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.progress import one_by_one, watcher
from brikdesk.store.tables import LaidDice, Phase, Player, SkippedStep, Turn
from brikdesk.store.views.unfinished import FORCED, unfinished_units
from brikdesk.turns.agenda import NOT_DONE, agenda, steps_at_end
from brikdesk.turns.sequence import next_player, turn_now
from brikdesk.turns.steps import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Act):
    """End the running player's turn and hand over to the next player.

    If steps come due at the end of the turn, the act only begins that phase; done again once they
    are settled, it hands over. It is refused (`turn-order`) while steps wait; overruled, those
    steps count as not done, and the log says so. It is refused too while a unit must run on (4.1-41,
    5.4-14).
    """

    def carry_out(self, session: Session) -> Outcome:
        """Begin the end of the turn, or hand over if no step waits there."""
        turn = turn_now(session)
        waiting = agenda(session)
        names = ", ".join(step.title for step in waiting[:3])
        more = len(waiting) - 3
        self.refuse_if(
            waiting,
            "turn-order",
            f"{len(waiting)} {'step waits' if len(waiting) == 1 else 'steps wait'}: {names}"
            f"{f' and {more} more' if more > 0 else ''}. Settle or skip them first.",
            session,
        )
        for unit in unfinished_units(session) if turn.phase is not Phase.END else ():
            forced = unit.rule in FORCED
            self.refuse_if(forced, unit.rule, f"{unit.name} {unit.what}.", session)
        # Only where the referee overruled; else nothing waits any more.
        lines = _left_open(session, turn, waiting)
        title, said = _end(session, turn)
        return Outcome(title, (*lines, *said))


def break_off(session: Session, turn: Turn) -> tuple[Line, ...]:
    """End a turn whose player goes out of the battle; return what the log says of it.

    While steps wait it goes on: they are settled in it, as they come in no other turn (Q8-37). Then
    it is handed over by `EndTurn`, as after the steps of every turn's end.
    """
    return () if agenda(session) else _end(session, turn)[1]


def _end(session: Session, turn: Turn) -> tuple[str, tuple[Line, ...]]:
    """Begin the end of a turn, or hand over if no step waits there; return its title and lines."""
    whose = _whose(session, turn)
    # In the phase of the end all of its steps are settled, or the act would have been refused.
    if turn.phase is not Phase.END and steps_at_end(session, turn):
        turn.phase = Phase.END
        session.add(turn)
        return f"End of {whose}", ()
    return f"End {whose}", (_hand_over(session, turn),)


def _hand_over(session: Session, turn: Turn) -> Line:
    """Begin the next player's turn; return the line that says so."""
    ended = _whose(session, turn)
    player_id, new_round = next_player(session, turn)
    turn.phase = Phase.OVER
    session.add(turn)
    begun = begin_turn(session, turn.battle_id, player_id, turn.number + new_round)
    return line(
        Kind.TURN,
        f"{ended} is over.",
        f"{_faction(session, begun)} is next.",
        rule=next((game.turn_rule for game in games_of(session) if game.turn_rule), ""),
        player_id=turn.player_id,
    )


def begin_turn(session: Session, battle_id: int, player_id: int, number: int) -> Turn:
    """Begin a player's turn. The key of its row is the stamp from which clocks count."""
    newest = (
        select(Turn.own_number)
        .where(Turn.battle_id == battle_id, Turn.player_id == player_id)
        .order_by(col(Turn.id).desc())
        .limit(1)
    )
    own = (session.exec(newest).first() or 0) + 1
    # Counted apart from the round: a player who joins late, or was out, has had fewer turns.
    turn = Turn(battle_id=battle_id, player_id=player_id, number=number, own_number=own)
    session.add(turn)
    session.flush()
    return turn


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn(Act):
    """Start the play of a turn although steps of its start still wait; the referee says why."""

    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Note every waiting step as not done; BadInput if play has begun already."""
        turn = turn_now(session)
        if turn.phase is not Phase.START:
            raise BadInput("This turn has already started.")
        reason = text.note(self.reason, "reason")
        lines = _left_open(session, turn, agenda(session), reason)
        turn.phase = Phase.PLAY
        session.add(turn)
        return Outcome(f"Start {_whose(session, turn)} with steps open", lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipStep(Act):
    """Put a step behind all others; a step that is skipped a second time is not done."""

    step: str
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Count the skip, and log the second one; BadInput if the step does not wait."""
        turn = turn_now(session)
        step = _waiting_step(session, self.step)
        row = session.exec(
            select(SkippedStep).where(SkippedStep.turn_id == turn.id, SkippedStep.step == self.step)
        ).first() or SkippedStep(turn_id=turn.id or 0, step=self.step, times=0)
        row.times += 1
        row.reason = text.note(self.reason, "reason")
        session.add(row)
        if row.times < NOT_DONE:
            return Outcome(f"Put off: {step.title}")
        return Outcome(f"Not done: {step.title}", (_not_done_line(step, row.reason),))


@dataclass(frozen=True, slots=True, kw_only=True)
class LayDice(Act):
    """Leave the dice of a step on the table until a choice is made; they count as thrown."""

    step: str
    faces: Faces

    def carry_out(self, session: Session) -> Outcome:
        """Store the faces with their origin, in place of dice laid before."""
        turn = turn_now(session)
        step = _waiting_step(session, self.step)
        self._check_asked(session, step)
        row = session.exec(
            select(LaidDice).where(LaidDice.turn_id == turn.id, LaidDice.step == self.step)
        ).first() or LaidDice(turn_id=turn.id or 0, step=self.step)
        row.faces = [face_to_data(face) for face in self.faces]
        session.add(row)
        return Outcome(f"Dice for: {step.title}")

    def _check_asked(self, session: Session, step: Step) -> None:
        """Raise BadInput for dice that the step does not ask for: they would block it."""
        act = act_from_data(dict(step.act))
        if isinstance(act, StepAct):
            preview = replace(act, faces=self.faces).examine(session)
            if len(self.faces) > len(preview.dice):
                raise BadInput(f"{len(preview.dice)} dice are asked for, not more.", "faces")


def _acts_from_data(data: Any) -> Any:
    if not isinstance(data, list | tuple):
        return data
    return tuple(item if isinstance(item, Act) else act_from_data(item) for item in data)


Acts = Annotated[
    tuple[Any, ...],
    BeforeValidator(_acts_from_data),
    PlainSerializer(lambda acts: [act_to_data(act) for act in acts]),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Act):
    """Several acts as one, with one transaction and one undo.

    A rule that it overrules is overruled for each of them.
    """

    title: str
    acts: Acts

    def carry_out(self, session: Session) -> Outcome:
        """Carry the acts out in their order; if one is refused, all are. BadInput without a title."""
        if not self.title.strip():
            raise BadInput("Several acts as one need a title, which Undo shows.", "title")
        lines: list[Line] = []
        acts = [overruling(act, *self.overruled) for act in self.acts]
        # One query for the rows of all of them, in place of one for each.
        read_ahead(session, acts)
        for act in one_by_one(watcher(session), "Saving", acts):
            lines += act.carry_out(session).lines
            session.flush()
        return Outcome(self.title, tuple(lines))


def _waiting_step(session: Session, key: str) -> Step:
    for step in agenda(session):
        if step.key == key:
            return step
    raise BadInput(f"No step called {key[:40]!r} waits in this turn.", "step")


def _left_open(
    session: Session, turn: Turn, waiting: tuple[Step, ...], reason: str = ""
) -> tuple[Line, ...]:
    skipped = session.exec(select(SkippedStep).where(SkippedStep.turn_id == turn.id))
    known = {row.step: row for row in skipped}
    lines = []
    for step in waiting:
        row = known.get(step.key) or SkippedStep(turn_id=turn.id or 0, step=step.key)
        # A reason that was typed when it was skipped stays the one that the log tells.
        row.times, row.reason = NOT_DONE, reason or row.reason
        session.add(row)
        lines.append(_not_done_line(step, row.reason))
    session.flush()
    return tuple(lines)


def _not_done_line(step: Step, reason: str) -> Line:
    return line(
        Kind.SKIPPED,
        f"Not done: {step.title.rstrip('?')}.",
        reason,
        rule=step.rule,
        player_id=step.player_id,
        unit_id=step.unit_id,
        step=step.key,
    )


def _whose(session: Session, turn: Turn) -> str:
    return f"Turn {turn.number}, {_faction(session, turn)}"


def _faction(session: Session, turn: Turn) -> str:
    return session.get_one(Player, turn.player_id).faction
