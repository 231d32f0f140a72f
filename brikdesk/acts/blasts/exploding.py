"""The base of steps that settle an explosion."""

from dataclasses import dataclass

from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.step import StepAct
from brikdesk.store.act import Act


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplodingStep(StepAct):
    """A step that settles an explosion; `caught` lists who is within its reach."""

    caught: tuple[Caught, ...] = ()


del Act.KINDS["ExplodingStep"]  # a base class: every subclass of `Act` registers itself, this too
