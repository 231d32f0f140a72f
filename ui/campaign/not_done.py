"""What stood in the way of an act, undo or redo: the caller's answer in place of Changes."""

from dataclasses import dataclass

from brikdesk.errors import BadInput, BrikDeskError, Refused
from brikdesk.store.act import Act, overruling


@dataclass(frozen=True)
class NotDone:
    """Nothing was changed, and why."""

    act: Act | None
    """The act as it was asked for; none for undo, redo and throwing for all steps."""
    sentence: str
    """Why, for the referee; empty where the referee called it off."""
    rule: str = ""
    """The requirement that refuses, which the referee can overrule; empty where none does."""
    where: str = ""
    """The field of the act that is wrong; empty where it is none in particular."""

    @classmethod
    def because(cls, error: BrikDeskError, act: Act | None = None) -> "NotDone":
        """Return what an error of the core says of an act."""
        if isinstance(error, Refused):
            return cls(act, error.sentence, error.rule if act else "")
        if isinstance(error, BadInput):
            return cls(act, error.sentence, where=error.where)
        return cls(act, str(error))

    @property
    def words(self) -> str:
        """The sentence, with the rule behind it."""
        return f"{self.sentence} {self.rule}".rstrip()

    def overruled(self) -> Act:
        """Return the act that sets the refusing rule aside; ValueError where no rule refused."""
        if self.act is None or not self.rule:
            raise ValueError("No rule refused this.")
        return overruling(self.act, self.rule)
