"""How far a long act is: told to whoever waits for it, who may call it off."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from sqlmodel import Session

from brikdesk.errors import BrikDeskError
from brikdesk.store.session import campaign_session

Part = TypeVar("Part")
Progress = Callable[[str, int, int], None]
"""Is told what is being done, and how much of how much is done. Raising Cancelled calls it off."""


class Cancelled(BrikDeskError):
    """Called off by the referee; nothing was changed."""

    def __init__(self) -> None:
        super().__init__("Cancelled. Nothing was changed.")


def unwatched(words: str, done: int, of: int) -> None:
    """Tell nobody."""


def one_by_one(progress: Progress, words: str, parts: Sequence[Part]) -> Iterator[Part]:
    """Yield the parts of some work in turn, and tell how many are done."""
    for done, part in enumerate(parts):
        progress(words, done, len(parts))
        yield part


def watch_acts(session: Session, progress: Progress) -> None:
    """Have the acts of a session tell how far they are."""
    campaign_session(session).progress = progress


def watcher(session: Session) -> Progress:
    """Return who is told by the acts of a session."""
    return campaign_session(session).progress or unwatched
