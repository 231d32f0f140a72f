"""The course of the turns: hand over, go on with open steps, skip, throw dice, lay them down."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer
from sqlmodel import Session, col, func, select

from brikdesk import text
from brikdesk.acts.combat.aim import ExplodingStep, ExplosionPreview, caught_on_map, map_knows_all
from brikdesk.acts.step_act import StepAct, act_of_step, check_sealed
from brikdesk.acts.throwing import (
    RollSealed,
    ThrowDie,
    ThrowOwed,
    UnderSeal,
    by_chance,
    declaring,
)
from brikdesk.dice import DiceFor, DiceWay, Face
from brikdesk.errors import BadInput, Refused
from brikdesk.store.act import Act, Faces, act_from_data, act_to_data, face_to_data, overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.house_rules import WaysOfDice, games_of, ways_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.session import Progress, known, one_by_one, unwatched, watcher
from brikdesk.store.tables import Fate, LaidDice, Phase, Player, SkippedStep, Turn, Unit
from brikdesk.store.views.still_to_act import FORCED, unfinished_units
from brikdesk.turns.queue import NOT_DONE, agenda, all_lasting, steps_at_end
from brikdesk.turns.seal import seal_in_force
from brikdesk.turns.steps import Preview, Step
from brikdesk.turns.turn_order import next_player, turn_now

FEW = 4
"""Up to this many acts read their rows themselves."""


def read_ahead(session: Session, acts: Sequence[Act | Mapping[str, Any]]) -> None:
    """Read the units that many acts name, and the rows with a clock that they settle.

    The results are not needed: the session keeps the rows alive, and the acts get them by key.
    """
    units = {_named(act, "unit_id") for act in acts}
    if len(units) > FEW:
        session.exec(select(Unit).where(col(Unit.id).in_(units))).all()
    for lasting in all_lasting(session):
        row_id = f"{lasting.table.__tablename__}_id"
        if sum(_named(act, row_id) is not None for act in acts) > FEW:
            lasting.rows(session)


def _named(act: Act | Mapping[str, Any], name: str) -> Any:
    return act.get(name) if isinstance(act, Mapping) else getattr(act, name, None)


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
        more = f" and {len(waiting) - 3} more" if len(waiting) > 3 else ""
        many = "1 step waits" if len(waiting) == 1 else f"{len(waiting)} steps wait"
        why = f"{many}: {names}{more}. Settle or skip them first."
        self.refuse_if(waiting, "turn-order", why, session)
        for unit in unfinished_units(session) if turn.phase is not Phase.END else ():
            forced = unit.rule in FORCED
            first = f"{unit.name} {unit.what}: move it so far in its line, then the turn ends."
            self.refuse_if(forced, unit.rule, first, session)
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
    return f"End {whose}", (hand_over(session, turn),)


def hand_over(session: Session, turn: Turn) -> Line:
    """Begin the next player's turn; return the line that says so."""
    ended = _whose(session, turn)
    player_id, new_round = next_player(session, turn)
    turn.phase = Phase.OVER
    session.add(turn)
    begun = begin_turn(session, turn.battle_id, player_id, turn.number + new_round)
    return line(
        Kind.TURN,
        f"{ended} is over.",
        f"Next: {_faction(session, begun)}.",
        rule=next((game.turn_rule for game in games_of(session) if game.turn_rule), ""),
        player_id=turn.player_id,
    )


def begin_turn(session: Session, battle_id: int, player_id: int, number: int) -> Turn:
    """Begin a player's turn. The key of its row is the stamp from which clocks count."""
    before = select(Turn.own_number).where(Turn.battle_id == battle_id, Turn.player_id == player_id)
    own = (session.exec(before.order_by(col(Turn.id).desc()).limit(1)).first() or 0) + 1
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
            if len(self.faces) > (count := len(preview.dice)):
                asked = {0: "No dice are", 1: "1 die is"}.get(count, f"{count} dice are")
                raise BadInput(f"{asked} asked for, not more.", "faces")
            check_sealed(session, act, preview, self.faces)


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
        if any(isinstance(each, RollSealed) for each in self.acts):
            raise BadInput("Sealed dice are thrown by an act of their own.", "acts")
        lines: list[Line] = []
        acts = [overruling(act, *self.overruled) for act in self.acts]
        # One query for the rows of all of them, in place of one for each.
        read_ahead(session, acts)
        for act in one_by_one(watcher(session), "Saving", acts):
            lines += act.carry_out(session).lines
        return Outcome(self.title, tuple(lines))


def as_one(acts: Sequence[Act], title: str) -> Act | None:
    """Return acts as one, with one undo: an act alone as it is, None for no act."""
    return Together(title=title, acts=tuple(acts)) if len(acts) > 1 else next(iter(acts), None)


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


NOTHING_LIES: Mapping[str, tuple[Face, ...]] = MappingProxyType({})


def roll_all(
    campaign: Campaign,
    thrower: ThrowDie,
    *,
    stop_at_choice: bool = False,
    order: Sequence[str] = (),
    lying: Mapping[str, tuple[Face, ...]] = NOTHING_LIES,
    progress: Progress = unwatched,
) -> Together | None:
    """Return one act that settles every waiting step for which no choice is open.

    None if nothing can be done. Under the seal of a battle the dice that are missing are thrown by acts
    of their own, which are done before this returns.

    If a step asks for a choice once its dice are thrown, its dice are laid down and kept. So are those of
    an explosion if positions do not tell who is within reach.
    Dice that their player types are not thrown: such a step waits.

    - `stop_at_choice`: stop at the first such step, and before a note, which is to be read first. The
      one that stands first is rolled even if its dice are typed: the referee has asked for them.
    - `order`: keys of steps in the order in which they are wanted; all others come after them.
    - `lying`: by the keys of their steps, dice that lie there and are not thrown again.
    - `progress`: is told how far the work is; it may raise Cancelled.
    """
    before: RollSealed | None = None
    while True:
        act, owing = _all_rolled(campaign, thrower, stop_at_choice, order, lying, progress)
        if not owing:
            return act
        throws = campaign.reading(partial(declaring, acts=owing))
        if throws == before:  # nothing could be thrown: the steps themselves say why
            return None
        campaign.do(throws)
        before = throws


def _all_rolled(
    campaign: Campaign,
    thrower: ThrowDie,
    stop_at_choice: bool,
    order: Sequence[str],
    lying: Mapping[str, tuple[Face, ...]],
    progress: Progress,
) -> tuple[Together | None, Sequence[StepAct]]:
    """Return what settles the waiting steps, and those whose sealed dice have to be thrown first."""
    acts: list[Act] = []
    with campaign.rehearsal() as session:
        ways, seal = ways_of(session), seal_in_force(session)
        sealed = UnderSeal(seal) if seal else None
        throw = sealed or by_chance(thrower)
        there = {step.key for step in agenda(session)} if seal else ()
        for step in one_after_another(session, order, progress):
            typed = _is_typed(step, ways)
            if stop_at_choice and acts and (step.kind == "notes" or typed):
                break
            if typed and not stop_at_choice:
                continue
            thrown = _thrown(session, step, throw, lying.get(step.key, ()))
            if thrown is None:
                continue
            # Before victims are added: their Armor dice are not laid down with the explosion's.
            faces = thrown[0].faces
            known = _with_caught(session, *thrown, throw)
            if known and known[1].complete and _carried_out(session, *known):
                acts.append(known[0])
                continue
            if faces and faces != step.laid:
                acts.append(LayDice(step=step.key, faces=faces))
            if stop_at_choice:
                break
    owing = tuple(act for act in sealed.acts if act.key in there) if sealed else ()
    count = sum(isinstance(act, StepAct) for act in acts)
    if not acts:
        return None, owing
    title = f"Roll {count} {'step' if count == 1 else 'steps'}" if count else "Roll dice"
    return Together(title=title, acts=tuple(acts)), owing


def one_after_another(session: Session, order: Sequence[str], progress: Progress) -> Iterator[Step]:
    """Yield each waiting step once, in order; the caller settles each before the next.

    Reading the agenda again after each of 500 fires would take minutes. It is read again only once
    a unit is lost, and after the last step; steps that are new then come last.
    """
    seen: set[str] = set()
    places = {key: place for place, key in enumerate(order)}
    while steps := [step for step in agenda(session) if step.key not in seen]:
        steps.sort(key=lambda step: places.get(step.key, len(places)))
        read_ahead(session, [step.act for step in steps])
        lost = _units_lost(session)
        of = len(seen) + len(steps)
        for step in steps:
            progress("Rolling", len(seen), of)
            seen.add(step.key)
            yield step
            if _units_lost(session) != lost:
                break


def _units_lost(session: Session) -> int:
    def ask() -> int:
        lost = select(func.count()).select_from(Unit).where(Unit.fate != Fate.ALIVE)
        return session.exec(lost).one()

    return known(session, "units lost", ask, Unit, "fate")


def _is_typed(step: Step, ways: WaysOfDice) -> bool:
    """Return whether a step waits for dice that its player types as they lie on the table."""
    way = ways.get((step.player_id or 0, DiceFor.TURN))
    return way is DiceWay.TYPED and bool(step.dice) and not step.laid


def _thrown(
    session: Session, step: Step, throw: ThrowOwed, lying: tuple[Face, ...] = ()
) -> tuple[StepAct, Preview] | None:
    """Throw for a step. Return None if its row is gone, since settling a step may end others.

    None too if dice were laid down for it that no longer fit, because the step has changed.
    """
    act = act_of_step(step)
    try:
        return throw(session, replace(act, faces=lying) if lying else act)
    except BadInput:
        if lying:  # those of a step that is another one by now
            return _thrown(session, step, throw)
        # A step that still waits, with no dice laid for it, must not fail: that is our own bug.
        if not step.laid and any(waiting.key == step.key for waiting in agenda(session)):
            raise
        return None


def _with_caught(
    session: Session, act: StepAct, preview: Preview, throw: ThrowOwed
) -> tuple[StepAct, Preview] | None:
    """Return a step with the units caught in its explosion, their Armor dice thrown.

    None if positions do not tell who they are. The loop ends when no explosion catches more:
    those who are caught may explode themselves.
    """
    while isinstance(act, ExplodingStep) and isinstance(preview, ExplosionPreview):
        if not preview.blasts:
            break
        if not map_knows_all(session, preview.blasts):
            return None
        caught = caught_on_map(session, preview.blasts)
        if caught == act.caught:
            break
        act, preview = throw(session, replace(act, caught=caught))
    return act, preview


def _carried_out(session: Session, act: StepAct, preview: Preview) -> bool:
    """Carry a step out in the rehearsal; return False if it is refused, for the referee to see."""
    try:
        act.carry_out(session, preview)
    except (BadInput, Refused):
        return False
    return True
