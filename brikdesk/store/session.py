"""The session of a campaign, with the values that acts and views in it share."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from sqlmodel import Session, SQLModel

from brikdesk.errors import Refusal

if TYPE_CHECKING:
    from brikdesk.store.answers import Answers
    from brikdesk.store.progress import Progress


Kept = dict[Hashable, tuple[frozenset[str], Any, Callable[[Any, Any], object] | None]]
"""Answers read from one table by their question: with the columns they depend on, and how they take
in an added row."""


class CampaignSession(Session):
    """A session in which an act is carried out, or views are read.

    - `known`: answers read from one table, by table and question.
    - `until_written`: answers read from any tables since rows were last written.
    - `held`: rows kept alive, because SQLAlchemy's identity map holds rows only by weak references.
    - `overruled`: rules that would have refused the act, had the referee not overruled them, and
      `set_aside`: what each of them refused. `refusals`: what refuses the act, where all of it is
      asked for; None where the first one ends it.
    - `house_rules`: the house rules by their IDs, and `houses` the same as a value of each game.
    - `progress`: the callback of a long act. `answers`: the answers kept from earlier questions.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.forget()

    def forget(self) -> None:
        """Reset all shared values: the session is over, or its rows were written from elsewhere."""
        self.known: dict[type[SQLModel], Kept] = {}
        self.until_written: dict[Hashable, Any] = {}
        self.held: list[SQLModel] = []
        self.begin_anew()
        self.answers: Answers | None = None
        self.house_rules: dict[str, Any] | None = None
        self.houses: dict[type, Any] = {}

    def begin_anew(self) -> None:
        """Reset what belongs to a single act; rows and answers stay."""
        self.overruled: set[str] = set()
        self.set_aside: dict[Refusal, None] = {}
        self.refusals: dict[Refusal, None] | None = None
        self.progress: Progress | None = None


def campaign_session(session: Session) -> CampaignSession:
    """Return the session as a CampaignSession. Raise TypeError if it is none."""
    if not isinstance(session, CampaignSession):
        raise TypeError("Acts and views need the session of a campaign.")
    return session
