"""Throwing dice for steps: for one step, or for all that need no choice, as one act.

The caller throws the dice. All steps are tried out in a rehearsal that is never kept; what comes
back is an act with the faces, to be done.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from sqlmodel import Session, func, select

from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.acts.attack.reach import ExplodingStep, caught_on_map, map_knows_all
from brikdesk.acts.step import StepAct, act_of_step
from brikdesk.acts.turn.reading_ahead import read_ahead
from brikdesk.acts.turn.turns import LayDice, Together
from brikdesk.dice import Face, Origin
from brikdesk.errors import BadInput, Refused
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.remembering import known
from brikdesk.store.progress import Progress, unwatched
from brikdesk.store.tables import Fate, Unit
from brikdesk.turns.agenda import agenda
from brikdesk.turns.steps import Preview, Step, StepKind

ThrowDie = Callable[[int], int]
"""A function that throws one die with this many sides and returns its face."""


def _throw_owed(session: Session, act: StepAct, thrower: ThrowDie) -> tuple[StepAct, Preview]:
    """Throw every die that the step asks for, until it is complete or waits for a choice."""
    faces = list(act.thrown(session))
    preview = act.examine(session)
    # Again and again, because a die that was thrown may earn Bonus Dice.
    while preview.owed:
        for asked in preview.open_dice:
            faces.append(Face(thrower(asked.sides), Origin.ROLLED))
        act = replace(act, faces=tuple(faces))
        preview = act.examine(session)
    return act, preview


def roll_step(campaign: Campaign, act: StepAct, thrower: ThrowDie) -> StepAct:
    """Return the act with the dice that are missing now thrown; choices may still be open."""
    return campaign.reading(lambda session: _throw_owed(session, act, thrower)[0])


def roll_all(
    campaign: Campaign,
    thrower: ThrowDie,
    *,
    stop_at_choice: bool = False,
    order: Sequence[str] = (),
    progress: Progress = unwatched,
) -> Together | None:
    """Return one act that settles every waiting step for which no choice is open.

    None if nothing can be done. If a step asks for a choice once its dice are thrown, its dice are
    laid down and kept. So are those of an explosion if positions do not tell who is within reach.

    - `stop_at_choice`: stop at the first such step, and before a note, which is to be read first.
    - `order`: keys of steps in the order in which they are wanted; all others come after them.
    - `progress`: is told how far the work is; it may raise Cancelled.
    """
    acts: list[Act] = []
    with campaign.rehearsal() as session:
        for step in _waiting(session, order, progress):
            if stop_at_choice and acts and step.kind is StepKind.NOTES:
                break
            thrown = _thrown(session, step, thrower)
            if thrown is None:
                continue
            # Before victims are added: their Armor dice are not laid down with the explosion's.
            lying = thrown[0].faces
            known = _with_caught(session, *thrown, thrower)
            if known and known[1].complete and _carried_out(session, known[0]):
                acts.append(known[0])
                continue
            if lying and lying != step.laid:
                acts.append(LayDice(step=step.key, faces=lying))
            if stop_at_choice:
                break
    count = sum(isinstance(act, StepAct) for act in acts)
    if not acts:
        return None
    title = f"Roll {count} {'step' if count == 1 else 'steps'}" if count else "Roll dice"
    return Together(title=title, acts=tuple(acts))


def _waiting(session: Session, order: Sequence[str], progress: Progress) -> Iterator[Step]:
    """Yield each waiting step once, in order; the caller settles each before the next.

    Reading the agenda again after each of 500 fires would take minutes. It is read again only once
    a unit is lost, and after the last step; steps that are new then come last.
    """
    seen: set[str] = set()
    places = {key: place for place, key in enumerate(order)}
    while steps := [step for step in agenda(session) if step.key not in seen]:
        steps.sort(key=lambda step: places.get(step.key, len(places)))
        read_ahead(session, [act_of_step(step) for step in steps])
        lost = _units_lost(session)
        of = len(seen) + len(steps)
        for step in steps:
            progress("Rolling", len(seen), of)
            seen.add(step.key)
            yield step
            if _units_lost(session) != lost:
                break


def _units_lost(session: Session) -> int:
    lost = select(func.count()).select_from(Unit).where(Unit.fate != Fate.ALIVE)
    return known(session, "units lost", lambda: session.exec(lost).one(), Unit, "fate")


def _thrown(session: Session, step: Step, thrower: ThrowDie) -> tuple[StepAct, Preview] | None:
    """Throw for a step. Return None if its row is gone, since settling a step may end others.

    None too if dice were laid down for it that no longer fit, because the step has changed.
    """
    try:
        return _throw_owed(session, act_of_step(step), thrower)
    except BadInput:
        # A step that still waits, with no dice laid for it, must not fail: that is our own bug.
        if not step.laid and any(waiting.key == step.key for waiting in agenda(session)):
            raise
        return None


def _with_caught(
    session: Session, act: StepAct, preview: Preview, thrower: ThrowDie
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
        act, preview = _throw_owed(session, replace(act, caught=caught), thrower)
    return act, preview


def _carried_out(session: Session, act: StepAct) -> bool:
    """Carry a step out in the rehearsal; return False if it is refused, for the referee to see."""
    try:
        act.carry_out(session)
    except (BadInput, Refused):
        return False
    session.flush()
    return True
