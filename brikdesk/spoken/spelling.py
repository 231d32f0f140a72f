"""Spelling names so that they mean one thing in a line."""

from collections.abc import Iterable, Sequence

from brikdesk.spoken.naming import Named
from brikdesk.spoken.words import folded, folded_together, words_of


def spelled(name: str, number: int, others: Iterable[str]) -> str:
    """Return a name as it can be typed: `#12` if another name reads the same, or if it cannot be.

    A name cannot be typed if the line, cut into words, does not read as the name again.
    """
    same = [each for each in others if folded(each) == folded(name)]
    typed = folded_together(words_of(name))
    return name if len(same) <= 1 and typed == folded(name) else f"#{number}"


def listed(names: Sequence[str], last: str = "or") -> str:
    """Return names as a list in words: Kaboom, Thud or Clack."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def distinct_name(thing: Named, number: int, things: Sequence[Named]) -> str:
    """Return the name of a thing for a message, with its number if others have the same name."""
    same = [each for each in things if each.name == thing.name]
    return f"{thing.name} (#{number})" if len(same) > 1 else thing.name
