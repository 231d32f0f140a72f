"""Answers to questions that are still true: kept until a row that they come from is written."""

from collections.abc import Callable, Collection, Hashable
from typing import Any, TypeVar

from sqlmodel import Session

from brikdesk.store.session import campaign_session

Answer = TypeVar("Answer")

MOST = 600
"""Answers that are kept, newest last: more than all panes of a window ask for between two acts."""


class Answers:
    """What a campaign was asked since its rows were written, each with the tables it was read from."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[frozenset[str], Any]] = {}

    def lend_to(self, session: Session) -> None:
        """Let views in a session that only reads find here what was asked before."""
        campaign_session(session).answers = self

    def __getitem__(self, asked: Hashable) -> Any:
        """Return the answer that is kept; KeyError where there is none."""
        return self._kept[asked][1]

    def once(self, asked: Hashable, tables: frozenset[str], ask: Callable[[], Answer]) -> Answer:
        """Return the answer that is kept, else ask and keep it."""
        if asked in self._kept:
            answer: Answer = self._kept[asked][1]
            return answer
        answer = ask()
        if len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]
        self._kept[asked] = (tables, answer)
        return answer

    def forget(self, tables: Collection[str] | None = None) -> None:
        """Forget what was read from tables in which rows were written; none: everything."""
        if tables is None:
            self._kept.clear()
            return
        for asked in [key for key, (read, _) in self._kept.items() if not read.isdisjoint(tables)]:
            del self._kept[asked]


def answers_of(session: Session) -> Answers | None:
    """Return what a session may take answers from; none where it writes."""
    return campaign_session(session).answers
