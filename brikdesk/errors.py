"""The three errors that a referee can meet; anything else is a defect of the program."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class BrikDeskError(Exception):
    """Base of these errors. Its message tells the referee what happened, where, and what to do."""


class Refusal(NamedTuple):
    """One rule that stands in the way: its ID (8.4-47), and what is refused, in a sentence."""

    rule: str
    sentence: str

    @property
    def words(self) -> str:
        """The sentence, with the rule's ID behind it."""
        return f"{self.sentence} {self.rule}".rstrip()


MOST_ALIKE = 3
"""Refusals by one rule that are told one by one."""


def in_few(refusals: Sequence[Refusal]) -> tuple[Refusal, ...]:
    """Return refusals to be read: of many by the same rule the first two, and how many more."""
    many, seen = Counter(each.rule for each in refusals), Counter[str]()
    found: list[Refusal] = []
    for each in refusals:
        seen[each.rule] += 1
        if many[each.rule] <= MOST_ALIKE or seen[each.rule] == 1:
            found.append(each)
        elif seen[each.rule] == 2:
            more = many[each.rule] - 2
            found.append(Refusal(each.rule, f"{each.sentence} And {more} more."))
    return tuple(found)


class Refused(BrikDeskError):
    """The rules do not allow an act. The referee may overrule it, rule by rule.

    `rule` is the ID of the first rule that refuses (8.4-47), `sentence` says what is refused and
    what can be done instead. `refusals` are all that stand in the way, that one first.
    """

    def __init__(self, rule: str, sentence: str, others: Sequence[Refusal] = ()) -> None:
        self.refusals = tuple(dict.fromkeys((Refusal(rule, sentence), *others)))
        super().__init__(" ".join(each.words for each in self.refusals))
        self.rule = rule
        self.sentence = sentence

    @property
    def rules(self) -> tuple[str, ...]:
        """The IDs of all rules that refuse, each once."""
        return tuple(dict.fromkeys(each.rule for each in self.refusals))


class BadInput(BrikDeskError):
    """Something typed or imported makes no sense; nothing was changed. It cannot be overruled.

    `where` names the field or line that is wrong; it is empty if there is only one.
    """

    def __init__(self, sentence: str, where: str = "") -> None:
        super().__init__(f"{where}: {sentence}" if where else sentence)
        self.sentence = sentence
        self.where = where


def field_of(where: str) -> str:
    """Return the field of an act that `where` of a `BadInput` begins with: "loads" of "loads.2.name"."""
    return where.split(".")[0]


class CampaignFileError(BrikDeskError):
    """The campaign file cannot be used: missing, locked, damaged, too new, or a disk error."""
