"""A table to play on: rows as they are saved, refusals in words, turns that pass."""

from typing import TypeVar

import pytest
from sqlmodel import Session, SQLModel, select

from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.errors import BadInput, Refused
from brikdesk.store.act import Act, act_from_data, act_to_data
from brikdesk.store.campaign import Campaign
from brikdesk.turns.turn_order import present_turn

Row = TypeVar("Row", bound=SQLModel)


def row(campaign: Campaign, kind: type[Row], key: int = 1) -> Row:
    """Return the saved row with this key."""
    return campaign.reading(lambda session: session.get_one(kind, key))


def rows(campaign: Campaign, kind: type[Row]) -> list[Row]:
    """Return all saved rows of a table, oldest first."""
    return campaign.reading(lambda session: list(session.exec(select(kind))))


def told(campaign: Campaign, act: Act) -> list[str]:
    """Do an act, as it would come from a file, and give its log lines as plain text."""
    assert act_from_data(act_to_data(act)) == act
    return [line.text() for line in campaign.do(act).lines]


def refused(campaign: Campaign, act: Act, rule: str) -> str:
    """Return the words with which an act is refused; it must be this rule that refuses."""
    digest = campaign.digest()
    with pytest.raises(Refused) as refusal:
        campaign.do(act)
    assert refusal.value.rule == rule
    assert campaign.digest() == digest
    return refusal.value.sentence


def bad(campaign: Campaign, act: Act) -> str:
    """Return the words with which an act is turned back that makes no sense."""
    with pytest.raises(BadInput) as error:
        campaign.do(act)
    return str(error.value)


def turn_id(campaign: Campaign) -> int:
    """Return the stamp of the running turn."""

    def stamp(session: Session) -> int:
        turn = present_turn(session)
        return (turn.id or 0) if turn else 0

    return campaign.reading(stamp)


def end_turn(campaign: Campaign, times: int = 1) -> None:
    """Let so many player turns pass; steps that wait are left undone."""
    for _ in range(times):
        before = turn_id(campaign)
        while turn_id(campaign) == before:
            campaign.do(EndTurn(overruled=frozenset({"turn-order", "4.1-41", "5.4-14"})))


ROUND = 3
"""Player turns of a whole round: Ann, Ben, Cleo."""
