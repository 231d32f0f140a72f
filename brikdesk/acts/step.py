"""What the acts that settle pending steps have in common."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmodel import Session, col, select

from brikdesk.dice import Die, Face
from brikdesk.errors import BadInput
from brikdesk.store.act import Act, Faces, act_from_data, face_from_data
from brikdesk.store.journal.remembering import known
from brikdesk.store.lines import Dice, Outcome, Tone
from brikdesk.store.tables import LaidDice
from brikdesk.turns.sequence import stamp_now
from brikdesk.turns.steps import Preview, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class StepAct(Act):
    """An act that settles one pending step with the dice and choices that it asks for.

    `faces` are the dice in the order in which `examine` asks for them; without any, the dice that
    were laid down for this step count. `choices` holds the value chosen for each `Choice.id`.
    """

    faces: Faces = ()
    choices: dict[str, str] = field(default_factory=dict)

    @property
    @abstractmethod
    def key(self) -> str:
        """Name the step that this act settles, as the agenda names it."""

    @abstractmethod
    def examine(self, session: Session) -> Preview:
        """Return what is asked and what will happen, for the dice and choices known so far."""

    @abstractmethod
    def settle(self, session: Session) -> Outcome:
        """Carry the step out; called only when all dice and choices are in."""

    def check_waiting(self, session: Session) -> None:
        """Raise Refused if the step does not wait now, so that nothing happens twice."""

    def carry_out(self, session: Session) -> Outcome:
        """Settle the step, and take laid dice off the table; BadInput if anything is missing."""
        self.check_waiting(session)
        preview = self.examine(session)
        if len(self.thrown(session)) > len(preview.dice):
            raise BadInput(f"{len(preview.dice)} dice are asked for, not more.", "faces")
        if preview.owed:
            sides = ", ".join(f"d{die.sides}" for die in preview.open_dice)
            raise BadInput(f"Dice are missing: {sides}.", "faces")
        for choice in preview.open_choices:
            raise BadInput(_choices_in_words(choice.prompt, choice.options), f"choices.{choice.id}")
        outcome = self.settle(session)
        # Those of earlier turns too: they were thrown for a step that was never settled.
        for laid in _laid(session, self.key):
            session.delete(laid)
        return outcome

    def thrown(self, session: Session) -> tuple[Face, ...]:
        """Return the faces of this act, or those that already lie on the table for its step."""
        return self.faces or _laid_faces(session, self.key)


del Act.KINDS["StepAct"]  # what steps have in common is no act that anybody can do


def act_of_step(step: Step) -> StepAct:
    """Return the act that settles a step, with the dice that lie there already."""
    act = act_from_data(dict(step.act))
    assert isinstance(act, StepAct)
    return replace(act, faces=step.laid) if step.laid else act


def _laid_faces(session: Session, key: str) -> tuple[Face, ...]:
    """Return the dice that were laid down for this step in the running turn."""
    now = stamp_now(session)
    found = next((laid for laid in _laid(session, key) if laid.turn_id == now), None)
    return _faces_from(found.faces) if found else ()


def _laid(session: Session, key: str) -> list[LaidDice]:
    """Return the dice that were laid down for a step, in any turn."""

    def ask() -> dict[str, list[LaidDice]]:
        by_step: dict[str, list[LaidDice]] = {}
        for laid in session.exec(select(LaidDice).order_by(col(LaidDice.id))):
            by_step.setdefault(laid.step, []).append(laid)
        return by_step

    return known(session, "laid dice", ask, LaidDice, "turn_id", "step").get(key, [])


def _faces_from(data: Sequence[Any]) -> tuple[Face, ...]:
    """Read faces as the campaign file holds them."""
    return tuple(face_from_data(item) for item in data)


def as_dice(sides: Sequence[int], faces: Sequence[Face], tones: Sequence[Tone] = ()) -> Dice:
    """Return faces as dice for a log line, each with the sides of its die."""
    dice = tuple(
        Die(side, face.value, face.origin) for side, face in zip(sides, faces, strict=False)
    )
    return Dice(dice, tuple(tones))


def check_faces(sides: Sequence[int], faces: Sequence[Face]) -> None:
    """Raise BadInput for a face that its die cannot show."""
    for side, face in zip(sides, faces, strict=False):
        if not 1 <= face.value <= side:
            raise BadInput(f"A d{side} shows 1 to {side}. {face.value} was not entered.", "faces")


def _choices_in_words(prompt: str, options: Sequence[Any]) -> str:
    values = ", ".join(f"{option.value} ({option.name})" for option in options)
    return f"{prompt} {values}" if values else prompt
