"""How far an attack has come, and one that is done."""

from dataclasses import dataclass
from enum import Enum

from brikdesk.acts.attack.preview import AttackPreview
from brikdesk.dice import Face
from brikdesk.store.lines import Line
from ui.models.attack.draft import AttackDraft
from ui.models.queue.step_draft import StepDraft


class AttackPhase(Enum):
    """How far an attack has come."""

    NOTHING = "no attack"
    AIM = "aimed"
    DICE = "dice and choices"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Title:
    """What the dice are thrown for."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Done:
    """An attack that was carried out, to show it and to bring it back after an undo."""

    act_id: int
    title: str
    lines: tuple[Line, ...]
    draft: AttackDraft
    dice: StepDraft
    faces: tuple[Face, ...]
    preview: AttackPreview
