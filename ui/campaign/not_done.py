"""The reason why an act, undo or redo was not done, returned in place of Changes."""

from msgspec import Struct

from brikdesk.errors import BadInput, BrikDeskError, Refusal, Refused
from brikdesk.store.act import Act, overruling


class NotDone(Struct, frozen=True):
    """The reason why nothing was changed."""

    act: Act | None
    """The act that was asked for; None for undo, redo, and throwing for all steps."""
    sentence: str
    """The reason in words for the referee; empty if the referee cancelled the act."""
    rule: str = ""
    """The ID of the rule that refuses, which the referee can overrule; empty if none does."""
    others: tuple[Refusal, ...] = ()
    """What else refuses the act: each is overruled by itself."""
    where: str = ""
    """The field of the act that is wrong; empty if it is none in particular."""

    @classmethod
    def because(cls, error: BrikDeskError, act: Act | None = None) -> "NotDone":
        """Return what an error of the core says about an act."""
        if isinstance(error, Refused):
            # Without an act there is nothing that could be done again with the rule set aside.
            return cls.refused(error, act) if act else cls(None, error.sentence)
        if isinstance(error, BadInput):
            return cls(act, error.sentence, where=error.where)
        return cls(act, str(error))

    @classmethod
    def refused(cls, error: Refused, act: Act | None = None) -> "NotDone":
        """Return what the rules say about an act; without one, about what is only rehearsed."""
        return cls(act, error.sentence, error.rule, error.refusals[1:])

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """All that was said, the first of it first; a sentence without a rule is not overruled."""
        return (Refusal(self.rule, self.sentence), *self.others)

    @property
    def words(self) -> str:
        """The sentences, each with the ID of its rule behind it."""
        return " ".join(each.words for each in self.refusals)

    def overruled(self, rule: str = "") -> Act:
        """Return the act that sets aside this rule, or else the first one that refused.

        Raise ValueError if no rule refused.
        """
        if self.act is None or not self.rule:
            raise ValueError("No rule refused this.")
        return overruling(self.act, rule or self.rule)
