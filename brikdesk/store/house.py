"""The house rules of the campaign that a session is in."""

from functools import partial
from typing import Any

from sqlmodel import Session, col, select

from brikdesk.rules.brikwars import house_rules as brikwars
from brikdesk.rules.scifi import house_rules as scifi
from brikdesk.store.answers import answers_of
from brikdesk.store.tables import HouseRule


def house_rules(session: Session) -> dict[str, Any]:
    """Give every switch with the value of this campaign; the default where none is stored.

    Read once for a session: an act that changes a switch must not ask before it has written.
    """
    if "house rules" not in session.info:
        answers = answers_of(session)
        read = partial(_read, session)
        session.info["house rules"] = (
            answers.once("house rules", _TABLES, read) if answers else read()
        )
    rules: dict[str, Any] = session.info["house rules"]
    return rules


_TABLES = frozenset({str(HouseRule.__tablename__)})


def _read(session: Session) -> dict[str, Any]:
    stored = session.exec(select(col(HouseRule.switch), col(HouseRule.value)))
    return {**scifi.defaults(), **brikwars.defaults(), **dict(stored.all())}
