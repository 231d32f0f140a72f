"""Campaign files as the commands open them: to look at, or to change."""

from collections.abc import Iterator
from contextlib import contextmanager

import brikdesk.acts  # noqa: F401  (makes every act known by its name)
from brikdesk.cli import paths
from brikdesk.cli.words import warn
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.lock import Locked
from brikdesk.store.views.battle import TurnRow, turns


@contextmanager
def to_read(file: str) -> Iterator[Campaign]:
    """Open a campaign to look at: no lock, no backup, nothing written."""
    with Campaign.open(paths.path(file), read_only=True) as campaign:
        yield campaign


@contextmanager
def to_change(file: str) -> Iterator[Campaign]:
    """Open a campaign to change it; CampaignFileError says why it cannot be changed.

    What fails around it, at opening and at closing, is told on the error output.
    """
    try:
        campaign = Campaign.open(paths.path(file))
    except Locked as error:
        hint = f"If it is open nowhere any more: brikdesk unlock {file}"
        raise CampaignFileError(f"{error} {hint}") from error
    try:
        if campaign.read_only:
            raise CampaignFileError(" ".join(campaign.notices) or "It can only be looked at.")
        for words in campaign.troubles:
            warn(words)
        yield campaign
    finally:
        for words in campaign.close():
            warn(words)


def turn_rows(campaign: Campaign, wanted: str) -> list[TurnRow]:
    """Give the player turns that 6 (a turn's number) or 6.CS (one player's) means, oldest first.

    Where several battles had such a turn, those of the newest. BadInput where there is none.
    """
    number, _, code = wanted.strip().upper().partition(".")
    rows = campaign.read(turns)
    found = [row for row in rows if number == str(row.number) and code in ("", row.code.upper())]
    if not found:
        known = f"{rows[0].number} to {rows[-1].number}" if rows else "none, no battle has begun"
        raise BadInput(f"There is no turn {wanted}. Turns: {known}; 6 or 6.CODE.", "--turn")
    return [row for row in found if row.battle_id == found[-1].battle_id]
