"""The refusal that the rules of every rule set return."""

from msgspec import Struct


class No(Struct, frozen=True):
    """A refusal: `rule` is the ID of the rule that refuses, `why` the sentence for the referee.

    A function that may refuse something returns a No, or None if nothing stands in the way. It
    does not raise: the referee may overrule a No.
    """

    rule: str
    why: str


def first(*answers: No | None) -> No | None:
    """Return the first refusal among the answers to several questions, None if there is none."""
    return next((answer for answer in answers if answer), None)
