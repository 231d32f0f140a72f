"""Times, dice and counts as a report words them."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

from brikdesk.reports.data import ThrownDice


def local(moment: datetime, zone: tzinfo) -> datetime:
    """Return a moment in a time zone; moments from the file have no zone and are UTC."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(zone)


def clock(moment: datetime, zone: tzinfo) -> str:
    """Return the time of day."""
    return f"{local(moment, zone):%H:%M}"


def span(moments: Sequence[datetime], zone: tzinfo) -> str:
    """Return the span of the moments in words, empty without any; "UTC" is added in that zone."""
    if not moments:
        return ""
    first, last = local(min(moments), zone), local(max(moments), zone)
    words = f"{_day(first)}, {first:%H:%M}"
    if first.date() != last.date():
        words += f" to {_day(last)}, {last:%H:%M}"
    elif f"{first:%H:%M}" != f"{last:%H:%M}":
        words += f" to {last:%H:%M}"
    return f"{words} UTC" if zone is UTC else words


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


def not_told(undone: int) -> str:
    """Return how many acts were taken back, which are told nowhere; empty for none."""
    return f"{counted(undone, 'act')} undone." if undone else ""
