"""What dice boxes need to know about whatever asks for dice: a step of the queue, or an attack."""

from collections.abc import Sequence
from typing import Protocol

from brikdesk.dice import Face
from brikdesk.turns.steps import Preview
from ui.models.queue.step_draft import DieKey


class Titled(Protocol):
    """What the dice are thrown for."""

    @property
    def key(self) -> str:
        """A name that is different for each thing that dice are thrown for."""

    @property
    def title(self) -> str:
        """What they are thrown for, in words."""


class AsksForDice(Protocol):
    """Says which dice are wanted, and takes the faces that were thrown."""

    @property
    def current(self) -> Titled | None:
        """What the dice are thrown for; None if nothing is asked."""

    @property
    def preview(self) -> Preview:
        """The dice that are wanted, and what those that lie there do."""

    @property
    def faces(self) -> dict[DieKey, Face]:
        """The faces in the boxes."""

    def put(self, faces: dict[DieKey, Face | None]) -> None:
        """Note what is in the boxes now; None for a box that was emptied."""


def asked_by(preview: Preview, letters: str, digits: str) -> str:
    """Say which dice and choices a preview waits for, "" if for none.

    `letters` answer its open choice, `digits` are those that its dice can show.
    """
    parts = []
    if preview.open_choices:
        prompt = preview.open_choices[0].prompt.rstrip(".: ")
        parts.append(f"{prompt}{'' if prompt.endswith('?') else ':'} {letters or 'in words'}.")
    if preview.owed:
        parts.append(f"Waiting for {_named(preview)}: {digits}, or Space rolls.")
    elif parts and preview.dice:
        parts.append("Backspace takes a die back.")
    return " ".join(parts)


def _named(preview: Preview) -> str:
    sides = [die.sides for die in preview.open_dice]
    if len(sides) == 1:
        return f"a d{sides[0]}"
    return f"{len(sides)} d{sides[0]}" if _same(sides) else f"{len(sides)} dice"


def _same(sides: Sequence[int]) -> bool:
    return len(set(sides)) == 1
