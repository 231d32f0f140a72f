"""The sample campaign: an evening's battle, played by acts alone up to the start of a Turn 6.

Two builds are equal: dice, times and names are fixed.
"""

from pathlib import Path

from brikdesk.sample.battle import (
    NAME,
    Evening,
    SampleClock,
    play_first_turns,
    play_last_turns,
    set_the_table,
)
from brikdesk.sample.star_field import SCIFI_NAME, write_scifi_sample
from brikdesk.store.campaign import Campaign, make_campaign

__all__ = ["NAME", "SCIFI_NAME", "write_sample", "write_scifi_sample"]


def write_sample(path: Path) -> None:
    """Write the sample campaign into a new file; CampaignFileError where there is one already."""
    make_campaign(path, _play, SampleClock())


def _play(campaign: Campaign) -> None:
    evening = Evening(campaign)
    set_the_table(evening)
    play_first_turns(evening)
    play_last_turns(evening)
