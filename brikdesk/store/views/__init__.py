"""The questions that the desk, the reports and the command line ask of a campaign."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from sqlmodel import Session, SQLModel

from brikdesk.store.session import answers_of

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
Returned = TypeVar("Returned", covariant=True)


def asked_of(
    question: Hashable, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> tuple[Hashable, ...]:
    """Return the key under which the answer to a question is kept."""
    return question, args, tuple(kwargs.items())


class View(Generic[Asked, Returned]):
    """A question to a campaign, with the names of the tables that it reads."""

    def __init__(
        self, ask: Callable[Concatenate[Session, Asked], Returned], tables: frozenset[str]
    ) -> None:
        self._ask = ask
        self.tables = tables
        self.__doc__ = ask.__doc__
        self.__name__ = ask.__name__

    def __call__(self, session: Session, *args: Asked.args, **kwargs: Asked.kwargs) -> Returned:
        """Return the answer from the rows that this session sees, or a kept one that is valid."""
        answers = answers_of(session)
        # A session that writes keeps no answers: its rows change under them.
        if answers is None:
            return self._ask(session, *args, **kwargs)
        asked = asked_of(self, args, kwargs)
        try:
            hash(asked)
        except TypeError:  # asked about a list
            return self._ask(session, *args, **kwargs)
        return answers.once(asked, self.tables, lambda: self._ask(session, *args, **kwargs))


def view(
    *tables: type[SQLModel],
) -> Callable[[Callable[Concatenate[Session, Asked], Answer]], View[Asked, Answer]]:
    """Declare a question and the tables it reads, so that the desk knows when to ask again."""
    names = frozenset(str(table.__tablename__) for table in tables)

    def declare(ask: Callable[Concatenate[Session, Asked], Answer]) -> View[Asked, Answer]:
        return View(ask, names)

    return declare
