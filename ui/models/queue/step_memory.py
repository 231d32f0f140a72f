"""The dice of settled steps, so that undo can bring a step back with its dice in the boxes."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from msgspec.structs import replace

from brikdesk.acts.step import StepAct
from brikdesk.dice import Face
from brikdesk.store.lines import Kind, Line, LinePart, dice_thrown
from brikdesk.turns.queue import DoneStep
from ui.models.queue.step_draft import StepDraft


class StepMemory:
    """What was put in for each step that was settled since the campaign was opened."""

    def __init__(self) -> None:
        self._drafts: dict[str, StepDraft] = {}
        self._faces: dict[str, list[Face]] = {}

    def keep(self, key: str, draft: StepDraft) -> None:
        """Remember a step as the referee filled it in."""
        self._drafts[key] = _copy(draft)

    def learn(self, lines: Iterable[Line]) -> None:
        """Remember dice from log lines, for steps that were settled without a draft here."""
        found: dict[str, list[Face]] = defaultdict(list)
        for line in lines:
            if line.step and line.kind is not Kind.SKIPPED:
                found[line.step] += _faces_in(line.parts)
        for key, faces in found.items():
            known = self._drafts.get(key)
            # Compared without order: the log may tell the same dice in another one than the boxes.
            if known and Counter(known.faces.values()) != Counter(faces):
                del self._drafts[key]
        self._faces.update(found)

    def recall(self, done: DoneStep, act: StepAct) -> StepDraft:
        """Return the draft of a step as it was settled, as far as that is known."""
        if draft := self._drafts.get(done.key):
            return _copy(replace(draft, act=act))
        return StepDraft(act, loose=list(self._faces.get(done.key) or _faces_in(done.parts)))


def _faces_in(parts: Iterable[LinePart]) -> list[Face]:
    """Return the faces of the dice thrown for a log line, in their order."""
    return [Face(die.value, die.origin) for die in dice_thrown(parts)]


def _copy(draft: StepDraft) -> StepDraft:
    # `replace` alone would share the dictionaries: what is typed later would change both drafts.
    return replace(
        draft, faces=dict(draft.faces), choices=dict(draft.choices), rolled=dict(draft.rolled)
    )
