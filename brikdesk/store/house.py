"""The house rules of a session's campaign."""

from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.errors import BadInput
from brikdesk.games import GAMES
from brikdesk.rules.switches import checked, house_from
from brikdesk.store.answers import answers_of
from brikdesk.store.session import campaign_session
from brikdesk.store.tables import HouseRule

House = TypeVar("House", bound=Struct)


def house_of(session: Session, kind: type[House]) -> House:
    """Return the house rules of one game as a value of its own kind, whose fields are the switches.

    They are read once for a session; see `house_rules`.
    """
    houses = campaign_session(session).houses
    if kind not in houses:
        houses[kind] = house_from(kind, house_rules(session))
    made: House = houses[kind]
    return made


def house_rules(session: Session) -> dict[str, Any]:
    """Return every switch by its ID with its value in this campaign, for what shows them all.

    The default stands where nothing is stored, or a value that this version does not know. The
    switches are read once for a session, so an act that changes one must not call this before it
    has written.
    """
    own = campaign_session(session)
    if own.house_rules is None:
        answers = answers_of(session)
        read = partial(_read, session)
        own.house_rules = answers.once("house rules", _TABLES, read) if answers else read()
    return own.house_rules


_TABLES = frozenset({str(HouseRule.__tablename__)})


def _read(session: Session) -> dict[str, Any]:
    stored = session.exec(select(col(HouseRule.switch), col(HouseRule.value))).all()
    chosen = {switch: value for row in stored for switch, value in _chosen(*row).items()}
    usual = {id: value for game in GAMES.values() for id, value in game.defaults().items()}
    return usual | chosen


def _chosen(switch: str, stored: Any) -> dict[str, Any]:
    value = tuple(stored) if isinstance(stored, list) else stored
    for game in GAMES.values():
        if switch in game.house_rules:
            try:
                return {switch: checked(game.house_rules, switch, value)}
            except BadInput:
                continue
    return {}
