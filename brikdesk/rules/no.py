"""How a rule says no, in every rule set."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class No:
    """A refusal: `rule` is the requirement that refuses, `why` the sentence for the referee.

    A question that may be refused gives a No, or None where nothing stands in the way.
    """

    rule: str
    why: str


def first(*answers: No | None) -> No | None:
    """Return the first refusal of several questions, None if all are allowed."""
    return next((answer for answer in answers if answer), None)
