"""Opening campaign files for commands: to read them, or to change them."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import brikdesk.acts  # noqa: F401  (makes every act known by its name)
from brikdesk.cli import paths
from brikdesk.cli.words import warn
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.durable import write_for_readers_of
from brikdesk.store.file.lock import Locked
from brikdesk.store.lineage.ancestry import Relation, Surprising
from brikdesk.store.lineage.opening import lineage_here, open_campaign
from brikdesk.store.views.battle import TurnRow, turns


@contextmanager
def to_read(file: str) -> Iterator[Campaign]:
    """Open a campaign to read it: no lock, no backup, nothing written.

    Warn if this computer has seen more of the campaign, or something else.
    """
    with (
        _for_its_readers(file),
        open_campaign(paths.path(file), read_only=True) as campaign,
    ):
        lineage, _ = lineage_here(campaign)
        if lineage.is_surprise:
            warn(lineage.words())
        yield campaign


@contextmanager
def to_change(file: str, accept: Sequence[str] = ()) -> Iterator[Campaign]:
    """Open a campaign to change it; raise CampaignFileError, which says why, if that cannot be.

    A file that is older than what this computer saw, or was played on elsewhere, is opened only if
    `accept` holds "older" or "fork". Whatever else fails at opening and at closing, such as a
    backup, is a warning.
    """
    relations = frozenset(Relation[word.upper()] for word in accept)
    try:
        campaign = open_campaign(paths.path(file), accept=relations)
    except Surprising as error:
        word = error.lineage.relation.name.lower()
        raise CampaignFileError(
            f"{error} brikdesk lineage FILE shows both; --accept {word} goes on with this file, "
            "brikdesk restore FILE with what was played here."
        ) from error
    except Locked as error:
        raise _locked(error, file) from error
    with _for_its_readers(file), _to_change(campaign):
        yield campaign


@contextmanager
def _for_its_readers(file: str) -> Iterator[None]:
    """Let reports, exports and copies of a private campaign be as private as it is."""
    before = write_for_readers_of(paths.path(file))
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def to_rehearse(file: str) -> Iterator[Campaign]:
    """Open a campaign to try something out; nothing is saved, and nothing remembered."""
    # Not by `open_campaign`, which records what this computer saw of the campaign.
    try:
        campaign = Campaign.open(paths.path(file))
    except Locked as error:
        raise _locked(error, file) from error
    with _to_change(campaign):
        yield campaign


def _locked(error: Locked, file: str) -> CampaignFileError:
    return CampaignFileError(f"{error} If it is open nowhere any more: brikdesk unlock {file}")


@contextmanager
def _to_change(campaign: Campaign) -> Iterator[Campaign]:
    try:
        if campaign.read_only:
            raise CampaignFileError(" ".join(campaign.notices) or "It can only be looked at.")
        for words in campaign.troubles:
            warn(words)
        yield campaign
        if campaign.recorder and (words := campaign.recorder.trouble()):
            warn(words)
    finally:
        for words in campaign.close():
            warn(words)


def turn_rows(campaign: Campaign, wanted: str) -> list[TurnRow]:
    """Return the player turns meant by 6 (a round) or 6.CS (that of one player), oldest first.

    If several battles had such a turn, return those of the newest. Raise BadInput for none.
    """
    number, _, code = wanted.strip().upper().partition(".")
    rows = campaign.read(turns)
    found = [row for row in rows if number == str(row.number) and code in ("", row.code.upper())]
    if not found:
        known = f"{rows[0].number} to {rows[-1].number}" if rows else "none, no battle has begun"
        raise BadInput(f"There is no turn {wanted}. Turns: {known}; 6 or 6.CODE.", "--turn")
    return [row for row in found if row.battle_id == found[-1].battle_id]
