"""What dice boxes have to know of whatever asks for dice: a step of the queue, or an attack."""

from typing import Protocol

from brikdesk.dice import Face
from brikdesk.turns.steps import Preview
from ui.models.queue.step_draft import DieKey


class Titled(Protocol):
    """What the dice are thrown for."""

    @property
    def key(self) -> str:
        """Tell it from what was asked before."""

    @property
    def title(self) -> str:
        """Say it in words."""


class AsksForDice(Protocol):
    """Gives the dice that are wanted and takes the faces."""

    @property
    def current(self) -> Titled | None:
        """What the dice are thrown for; none where nothing is asked."""

    @property
    def preview(self) -> Preview:
        """The dice that are wanted, and what those that lie there do."""

    @property
    def faces(self) -> dict[DieKey, Face]:
        """The faces in the boxes."""

    def put(self, faces: dict[DieKey, Face | None]) -> None:
        """Note what is in the boxes now."""
