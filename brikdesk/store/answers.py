"""Answers to questions that are still true: kept until a row that they come from is written."""

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlmodel import Session

from brikdesk.store.file.connection import READ
from brikdesk.store.journal.images import Changed
from brikdesk.store.journal.remembering import written_elsewhere
from brikdesk.store.session import CampaignSession, campaign_session

Answer = TypeVar("Answer")

MOST = 600
"""Answers that are kept, newest last: more than all panes of a window ask for between two acts."""


FEW = 30
"""Written rows that are read again one by one; where there are more, all rows are."""


class Answers:
    """What a campaign was asked since its rows were written, each with the tables it was read from."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[frozenset[str], Any]] = {}
        self._session: CampaignSession | None = None

    def ask(self, engine: Engine, question: Callable[[Session], Answer]) -> Answer:
        """Return what is answered from the saved rows, in a session that must not write.

        Questions have a transaction each, but one session until rows are written: what a dozen
        panes ask about is read once.
        """
        session, self._session = self._session, None  # where a question fails nothing is kept
        if session is None:
            reading = engine.execution_options(**READ)
            session = CampaignSession(bind=reading, autoflush=False, expire_on_commit=False)
            session.answers = self
        try:
            answer = question(session)
            if session.new or session.dirty or session.deleted:
                session.close()
            else:
                session.commit()
                self._session = session
            return answer
        except BaseException:
            session.close()
            raise

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

    def forget(self) -> None:
        """Forget everything."""
        self._session = None
        self._kept.clear()

    def learn(self, tables: Collection[str], rows: Sequence[Changed]) -> None:
        """Forget what was read from tables in which rows were written, and these rows."""
        if self._session and len(rows) <= FEW:
            written_elsewhere(self._session, rows)
        else:
            self._session = None
        for asked in [key for key, (read, _) in self._kept.items() if not read.isdisjoint(tables)]:
            del self._kept[asked]


def answers_of(session: Session) -> Answers | None:
    """Return what a session may take answers from; none where it writes."""
    return campaign_session(session).answers
