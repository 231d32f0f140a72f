"""The refusal that the rules of every rule set return."""

from msgspec import Struct


class No(Struct, frozen=True):
    """A refusal: `rule` is the ID of the rule that refuses, `why` the sentence for the referee.

    A function that may refuse something returns a No, or None if nothing stands in the way. It
    does not raise: the referee may overrule a No. `others` are the refusals of the same question
    that stand behind it: each is overruled by itself.
    """

    rule: str
    why: str
    others: tuple["No", ...] = ()

    @property
    def each(self) -> tuple["No", ...]:
        """It and the others behind it, one by one."""
        return (No(self.rule, self.why), *self.others)


def first(*answers: No | None) -> No | None:
    """Return the first refusal among the answers to several questions, with the others behind it.

    None if nothing stands in the way.
    """
    found = tuple(dict.fromkeys(no for answer in answers if answer for no in answer.each))
    return No(found[0].rule, found[0].why, found[1:]) if found else None


def no_if(refused: object, rule: str, why: str) -> No | None:
    """Return the refusal of a rule where it does refuse."""
    return No(rule, why) if refused else None
