"""Look at a step that may explode, with those whom the map has within its reach."""

from collections import Counter
from dataclasses import replace

from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blast_preview import BlastLine, ExplosionPreview
from brikdesk.acts.attack.reach import ExplodingStep
from brikdesk.turns.steps import Preview
from ui.campaign.desk import Desk
from ui.models.catching import MOST_CAUGHT, left_out
from ui.models.queue.step_draft import ShownStep, StepDraft

MOST_LOOKS = 20
"""Looks at one step at most: each explosion may set off another one, which catches more."""


def blasts_of(preview: Preview) -> tuple[BlastLine, ...]:
    """Return the explosions whose reach is known; none for a step that does not explode."""
    return preview.blasts if isinstance(preview, ExplosionPreview) else ()


def look_at(draft: StepDraft, desk: Desk) -> ShownStep:
    """Return a step as it is filled in, with all who are caught if it explodes.

    Raise BadInput if the step is impossible.
    """
    shown = draft.look(desk.preview)
    for _ in range(MOST_LOOKS):
        act = draft.act
        if not isinstance(act, ExplodingStep):
            break
        blasts = blasts_of(shown.preview)
        caught = draft.reach.with_map(_on_the_map(desk, blasts)) if blasts else ()
        # Whoever is caught may carry what explodes in turn: look on until nobody is added.
        if caught == act.caught:
            break
        draft.act = replace(act, caught=caught)
        shown = draft.look(desk.preview)
    return shown


def _on_the_map(desk: Desk, blasts: tuple[BlastLine, ...]) -> tuple[Caught, ...]:
    count: Counter[str] = Counter()
    found = []
    for each in left_out(desk, blasts, (), frozenset()):
        count[each.blast] += 1
        if count[each.blast] <= MOST_CAUGHT:
            found.append(each)
    return tuple(found)
