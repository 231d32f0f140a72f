"""Things that a referee does to a campaign whose turn start waits: what is saved whole or not at all."""

from collections.abc import Callable

from brikdesk.acts.campaign.setup import RenameCampaign, SetHouseRule
from brikdesk.acts.turns_and_steps import Together
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign, Changes
from tests.staging import answer

Deed = Callable[[Campaign], Changes]


def rename(campaign: Campaign) -> Changes:
    return campaign.do(RenameCampaign(name="Another Tale"))


def burn(campaign: Campaign) -> Changes:
    return campaign.do(answer(campaign, "burn-2"))


def land(campaign: Campaign) -> Changes:
    return campaign.do(answer(campaign, "flight-2"))


def several(campaign: Campaign) -> Changes:
    acts: tuple[Act, ...] = (
        RenameCampaign(name="One"),
        SetHouseRule(switch="burn_order", value="as_rolled"),
    )
    return campaign.do(Together(title="Two at once", acts=acts))


def undo(campaign: Campaign) -> Changes:
    return campaign.undo()


DEEDS: dict[str, Deed] = {deed.__name__: deed for deed in (rename, burn, land, several, undo)}
"""Deed by its name."""
