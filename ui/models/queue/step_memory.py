"""A step that undo brought back, with the dice and choices with which it was settled."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from brikdesk.acts.attack.reach import ExplodingStep
from brikdesk.acts.step import StepAct
from brikdesk.dice import Face
from brikdesk.errors import BadInput
from brikdesk.store.act import act_from_data
from brikdesk.store.lines import LinePart, dice_thrown
from brikdesk.store.views.log import act_as_data
from brikdesk.turns.queue import DoneStep
from brikdesk.turns.steps import Step
from ui.campaign.desk import Desk
from ui.models.catching import SaidReach
from ui.models.queue.step_draft import StepDraft, without_dice


def as_it_was(desk: Desk, done: DoneStep, step: Step) -> StepDraft:
    """Return the draft of a step as the act that settled it has it, whoever did that and when."""
    settled = _within(desk.read(act_as_data, done.act_id), done.key)
    if settled is None:
        return StepDraft(without_dice(step), loose=_faces_in(done.parts))
    act = without_dice(step)
    draft = StepDraft(act, choices=dict(settled.choices), laid=step.laid)
    draft.loose = list(settled.faces or step.laid)
    if isinstance(settled, ExplodingStep) and isinstance(act, ExplodingStep):
        # In the act too: without them their dice would find nobody who throws them.
        draft.reach = SaidReach(caught=settled.caught, whole=True)
        draft.act = replace(act, caught=settled.caught)
    return draft


def _within(data: Mapping[str, Any], key: str) -> StepAct | None:
    """Return the act that settles this step, from an act as data or from those it is made of."""
    for part in data.get("acts") or ():
        if found := _within(part, key):
            return found
    try:
        act = act_from_data(data)
    except BadInput:  # an older version of the program has written it
        return None
    return act if isinstance(act, StepAct) and act.key == key else None


def _faces_in(parts: Iterable[LinePart]) -> list[Face]:
    """Return the faces of the dice thrown for a log line, in their order."""
    return [Face(die.value, die.origin) for die in dice_thrown(parts)]
