"""The session of a campaign, with what the acts and views in it share until it is over."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from sqlmodel import Session, SQLModel

if TYPE_CHECKING:
    from brikdesk.store.answers import Answers
    from brikdesk.store.progress import Progress


class CampaignSession(Session):
    """A session in which an act is carried out, or views are read.

    - `known`: what was read from one table, by table and question, with the columns that decide it.
    - `until_written`: what was read from any tables since rows were last written.
    - `held`: rows that stay in memory, so that their keys find them without another query.
    - `overruled`: the rules that would really have refused, and were set aside by the referee.
    - `progress`: who is told how far a long act is; `answers`: where views find earlier answers.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.forget()

    def forget(self) -> None:
        """Forget all that was read here: it is over, or its rows were written from elsewhere."""
        self.known: dict[type[SQLModel], dict[Hashable, tuple[frozenset[str], Any]]] = {}
        self.until_written: dict[Hashable, Any] = {}
        self.held: list[SQLModel] = []
        self.overruled: set[str] = set()
        self.progress: Progress | None = None
        self.answers: Answers | None = None
        self.house_rules: dict[str, Any] | None = None


def campaign_session(session: Session) -> CampaignSession:
    """Return a session as that of a campaign; TypeError for one that a campaign did not make."""
    if not isinstance(session, CampaignSession):
        raise TypeError("Acts and views need the session of a campaign.")
    return session
