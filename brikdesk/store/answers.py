"""Keep what was read of a campaign, answers and rows, until it is written."""

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlmodel import Session

from brikdesk.store.file.connection import READ
from brikdesk.store.journal.images import Changed
from brikdesk.store.journal.remembering import read_expired, written_elsewhere
from brikdesk.store.session import CampaignSession, campaign_session

Answer = TypeVar("Answer")

MOST = 600
"""The most answers kept: more than all panes of a window ask for between two acts."""


FEW = 30
"""Up to this many written rows are expired one by one; after more, the whole session is dropped."""


class Answers:
    """The answers of a campaign's views, and the sessions of views and acts with their rows."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[frozenset[str], Any]] = {}
        self._session: CampaignSession | None = None
        self._writer: CampaignSession | None = None

    def ask(self, engine: Engine, question: Callable[[Session], Answer]) -> Answer:
        """Answer a question from the saved rows, in a session that must not write.

        Each question has its own transaction, but all share one session until rows are written, so
        that rows which a dozen panes need are read only once.
        """
        session, self._session = self._session, None  # dropped for good if the question fails
        if session is None:
            reading = engine.execution_options(**READ)
            session = CampaignSession(bind=reading, autoflush=False, expire_on_commit=False)
            session.answers = self
        try:
            answer = question(session)
            # Commit only ends the read transaction; what a question changed by mistake is dropped.
            if session.new or session.dirty or session.deleted:
                session.close()
            else:
                if session.in_transaction():  # else all rows were at hand
                    session.commit()
                self._session = session
            return answer
        except BaseException:
            session.close()
            raise

    def of(self, engine: Engine, asked: Hashable, question: Callable[[Session], Answer]) -> Answer:
        """Return the kept answer to what is `asked`; without one, ask the question, which keeps it."""
        try:
            known: Answer = self._kept[asked][1]
            return known
        except (KeyError, TypeError):  # not asked yet, or asked about a list
            return self.ask(engine, question)

    def once(self, asked: Hashable, tables: frozenset[str], ask: Callable[[], Answer]) -> Answer:
        """Return the kept answer, or ask and keep it."""
        if asked in self._kept:
            answer: Answer = self._kept[asked][1]
            return answer
        answer = ask()
        if len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]  # a dict keeps its order: this is the oldest
        self._kept[asked] = (tables, answer)
        return answer

    def writer(self, connection: Connection) -> CampaignSession:
        """Return a session to write in, with the rows that the act before has left in it."""
        session, self._writer = self._writer, None  # dropped for good if the act fails
        if session is None:
            return CampaignSession(bind=connection, expire_on_commit=False)
        session.bind = connection
        read_expired(session)
        return session

    def keep_writer(self, session: CampaignSession) -> None:
        """Keep the session of an act that is saved, for the next act."""
        session.begin_anew()
        self._writer = session

    def forget(self) -> None:
        """Forget everything."""
        self._session = self._writer = None
        self._kept.clear()

    def learn(self, tables: Collection[str], rows: Sequence[Changed]) -> None:
        """Forget the answers read from the written tables, and have the written rows read again."""
        if len(rows) > FEW:
            self._session = self._writer = None
        for session in (self._session, self._writer):
            if session:
                written_elsewhere(session, rows)
        for asked in [key for key, (read, _) in self._kept.items() if not read.isdisjoint(tables)]:
            del self._kept[asked]


def answers_of(session: Session) -> Answers | None:
    """Return the kept answers that a session may use; None for a session that writes."""
    return campaign_session(session).answers
