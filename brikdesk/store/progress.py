"""Report the progress of a long act, and let the referee cancel it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from sqlmodel import Session

from brikdesk.errors import BrikDeskError
from brikdesk.store.session import campaign_session

WorkPart = TypeVar("WorkPart")
Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much is done, and of how much. It may raise Cancelled."""


class Cancelled(BrikDeskError):
    """The referee cancelled a long act; nothing was changed."""

    def __init__(self) -> None:
        super().__init__("Cancelled. Nothing was changed.")


def unwatched(words: str, done: int, of: int) -> None:
    """Ignore all progress."""


def one_by_one(progress: Progress, words: str, parts: Sequence[WorkPart]) -> Iterator[WorkPart]:
    """Yield the parts of some work in turn, and report how many are done."""
    for done, part in enumerate(parts):
        progress(words, done, len(parts))
        yield part


def watch_acts(session: Session, progress: Progress) -> None:
    """Have the acts of a session report their progress."""
    campaign_session(session).progress = progress


def watcher(session: Session) -> Progress:
    """Return the progress callback of a session; one that does nothing if there is none."""
    return campaign_session(session).progress or unwatched
