"""How far an attack has come, and one that is done."""

from enum import Enum

from msgspec import Struct

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


class Title(Struct, frozen=True):
    """What the dice are thrown for."""

    key: str
    title: str


class Done(Struct, frozen=True):
    """An attack that was carried out, to show it and to bring it back after an undo."""

    act_id: int
    title: str
    lines: tuple[Line, ...]
    draft: AttackDraft
    dice: StepDraft
    faces: tuple[Face, ...]
    preview: AttackPreview
