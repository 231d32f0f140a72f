"""The reason why an act, undo or redo was not done, returned in place of Changes."""

from msgspec import Struct

from brikdesk.errors import BadInput, BrikDeskError, Refused
from brikdesk.store.act import Act, overruling


class NotDone(Struct, frozen=True):
    """The reason why nothing was changed."""

    act: Act | None
    """The act that was asked for; None for undo, redo, and throwing for all steps."""
    sentence: str
    """The reason in words for the referee; empty if the referee cancelled the act."""
    rule: str = ""
    """The ID of the rule that refuses, which the referee can overrule; empty if none does."""
    where: str = ""
    """The field of the act that is wrong; empty if it is none in particular."""

    @classmethod
    def because(cls, error: BrikDeskError, act: Act | None = None) -> "NotDone":
        """Return what an error of the core says about an act."""
        if isinstance(error, Refused):
            # Without an act there is nothing that could be done again with the rule set aside.
            return cls(act, error.sentence, error.rule if act else "")
        if isinstance(error, BadInput):
            return cls(act, error.sentence, where=error.where)
        return cls(act, str(error))

    @property
    def words(self) -> str:
        """The sentence, with the rule's ID behind it."""
        return f"{self.sentence} {self.rule}".rstrip()

    def overruled(self) -> Act:
        """Return the act that sets the refusing rule aside. Raise ValueError if no rule refused."""
        if self.act is None or not self.rule:
            raise ValueError("No rule refused this.")
        return overruling(self.act, self.rule)
