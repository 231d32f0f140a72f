"""Throwing dice for steps: one step, or all steps that need nobody's choice, as one act.

The dice come from whoever calls; here they are only asked for. All is tried out in a rehearsal
that is never kept, and comes back as an act with its faces.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from sqlmodel import Session, func, select

from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.acts.attack.reach import caught_on_map, map_knows_all
from brikdesk.acts.blasts.exploding import ExplodingStep
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

Thrower = Callable[[int], int]
"""Throws one die of so many sides."""


def throw_owed(session: Session, act: StepAct, thrower: Thrower) -> tuple[StepAct, Preview]:
    """Throw every die that the step asks for until it is complete or waits for a choice."""
    faces = list(act.thrown(session))
    preview = act.examine(session)
    while preview.owed:
        for asked in preview.dice[len(preview.dice) - preview.owed :]:
            faces.append(Face(thrower(asked.sides), Origin.ROLLED))
        act = replace(act, faces=tuple(faces))
        preview = act.examine(session)
    return act, preview


def roll_step(campaign: Campaign, act: StepAct, thrower: Thrower) -> StepAct:
    """Return the act with the dice that are missing now thrown; choices may still be open."""
    return campaign.reading(lambda session: throw_owed(session, act, thrower)[0])


def roll_all(
    campaign: Campaign,
    thrower: Thrower,
    *,
    stop_at_choice: bool = False,
    order: Sequence[str] = (),
    progress: Progress = unwatched,
) -> Together | None:
    """Settle every waiting step that needs nobody's choice, as one act; none where none can be.

    Dice of a step that then asks for a choice stay on the table: they are laid down, not thrown
    again. So do those of an explosion whose victims the map does not know: somebody has to say
    who is within reach. With `stop_at_choice` the first such step ends it, and so does a note that
    comes up: it is to be read before it is put away. `order` names steps in the order in which
    somebody wants them; others come after. `progress` is told how far it is, and may cancel it.
    """
    acts: list[Act] = []
    with campaign.rehearsal() as session:
        for step in _waiting(session, order, progress):
            if stop_at_choice and acts and step.kind is StepKind.NOTES:
                break
            thrown = _thrown(session, step, thrower)
            if thrown is None:
                continue
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
    """Yield each waiting step once, in order, while whoever asks settles them.

    Reading the agenda anew after each of 500 fires would take minutes. What waits changes under
    way only where a unit is lost or a row is gone; what is new comes last.
    """
    seen: set[str] = set()
    places = {key: place for place, key in enumerate(order)}
    while steps := [step for step in agenda(session) if step.key not in seen]:
        steps.sort(key=lambda step: places.get(step.key, len(places)))
        read_ahead(session, map(act_of_step, steps))
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


def _thrown(session: Session, step: Step, thrower: Thrower) -> tuple[StepAct, Preview] | None:
    """Throw for a step; none where its row is gone: a settled step may take others along.

    None too where dice lie there that no longer fit: what they were thrown for has changed.
    """
    try:
        return throw_owed(session, act_of_step(step), thrower)
    except BadInput:
        if not step.laid and any(waiting.key == step.key for waiting in agenda(session)):
            raise
        return None


def _with_caught(
    session: Session, act: StepAct, preview: Preview, thrower: Thrower
) -> tuple[StepAct, Preview] | None:
    """Return a step with those who are caught in its explosion, their Armor dice thrown.

    None where positions do not tell who they are. Each explosion that these set off may catch more.
    """
    while isinstance(act, ExplodingStep) and isinstance(preview, ExplosionPreview):
        if not preview.blasts:
            break
        if not map_knows_all(session, preview.blasts):
            return None
        caught = caught_on_map(session, preview.blasts)
        if caught == act.caught:
            break
        act, preview = throw_owed(session, replace(act, caught=caught), thrower)
    return act, preview


def _carried_out(session: Session, act: StepAct) -> bool:
    """Carry a step out in the rehearsal; one that is refused is left to the referee."""
    try:
        act.carry_out(session)
    except (BadInput, Refused):
        return False
    session.flush()
    return True
