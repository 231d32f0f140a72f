"""Times, dice and counts as a report words them."""

from collections.abc import Sequence
from datetime import datetime

from brikdesk.reports.data import ThrownDice


def clock(moment: datetime) -> str:
    """Return the time of day where this computer is, by the time that held there on that day."""
    return f"{moment.astimezone():%H:%M}"


def span(moments: Sequence[datetime]) -> str:
    """Return the span of the moments in words, in the time of this computer; empty without any."""
    if not moments:
        return ""
    first, last = min(moments).astimezone(), max(moments).astimezone()
    words = f"{_day(first)}, {first:%H:%M}"
    if first.date() != last.date():
        words += f" to {_day(last)}, {last:%H:%M}"
    elif f"{first:%H:%M}" != f"{last:%H:%M}":
        words += f" to {last:%H:%M}"
    return words


def _day(moment: datetime) -> str:
    return f"{moment.day} {_MONTHS[moment.month - 1]}"


_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
"""Not from strftime: a report reads the same under every locale."""


def dice_words(dice: ThrownDice) -> str:
    """Return a sentence that says where the dice came from."""
    if not dice.total:
        return "No dice."
    if dice.total == dice.typed:
        return "All dice typed."
    if dice.total == dice.rolled:
        return "All dice rolled by the desk."
    words = ["Typed dice"] if dice.typed else []
    if dice.rolled:
        words.append(f"{counted(dice.rolled, 'roll')} by the desk")
    if dice.changed:
        words.append(f"{dice.changed} changed afterwards")
    return f"{', '.join(words)}."


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 roll, 2 rolls."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
