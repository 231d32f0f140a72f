"""What dice boxes need to know about whatever asks for dice: a step of the queue, or an attack."""

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
