"""Situations in which a switch decides what happens: written by subject, played for every value.

A situation is given a battle in which the switch has one value, plays it through acts, and gives
what came of it: rows, log lines, a preview, or what a view or a panel shows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, SetHouseRule
from brikdesk.errors import BadInput, Refused
from brikdesk.games import BRIKWARS, SCIFI
from brikdesk.rules.brikwars import house_rules as brikwars
from brikdesk.rules.scifi import house_rules as scifi
from brikdesk.rules.switches import Switch, Value, spoken
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from tests.acts.table import told
from tests.played_once import begun

Played = Callable[[Campaign], object]
"""Play a situation; give what came of it."""

SWITCHES: dict[str, Switch] = {**brikwars.HOUSE_RULES, **scifi.HOUSE_RULES}
"""Every switch of both sets, as the data has them."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is played, and the values for which it is; `sets` are the rule sets of its campaign."""

    play: Played
    values: tuple[Value, ...]
    sets: tuple[str, ...]


SITUATIONS: dict[str, Situation] = {}
"""One situation for each switch, by its ID."""


def situation(
    switch: str, *values: Value, sets: tuple[str, ...] = ()
) -> Callable[[Played], Played]:
    """Name the switch that a function is the situation of.

    Without `values`: all choices of the switch, or both ends of its span.
    """
    rule = SWITCHES[switch]
    ends = rule.span if rule.kind == "number" else ()
    usual = (SCIFI.title,) if switch in scifi.HOUSE_RULES else (BRIKWARS.title,)

    def keep(play: Played) -> Played:
        assert switch not in SITUATIONS, f"{switch} has two situations"
        SITUATIONS[switch] = Situation(play, values or rule.choices or ends, sets or usual)
        return play

    return keep


def played(file: Path, switch: str, value: Value) -> object:
    """Play the situation of a switch at one value, in a battle of Ann (1), Ben (2), Cleo (3)."""
    own = SITUATIONS[switch]
    campaign = begun(file, _joined, own.sets)
    try:
        given = list(value) if isinstance(value, tuple) else value
        campaign.do(SetHouseRule(switch=switch, value=given))
        campaign.do(NewBattle(name="First Clash", player_ids=(1, 2, 3)))
        campaign.do(StartBattle())
        return own.play(campaign)
    finally:
        campaign.close()


def _joined(campaign: Campaign, sets: tuple[str, ...]) -> None:
    campaign.do(CreateCampaign(name="Test of Strength", uuid="test", rule_sets=sets))
    campaign.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
    campaign.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="orchid"))
    campaign.do(AddPlayer(name="Cleo", faction="Clutch Crew", colour="lime"))


def answered(campaign: Campaign, act: Act) -> list[str]:
    """Do an act; give its log lines, or the words with which it is refused."""
    try:
        return told(campaign, act)
    except (Refused, BadInput) as no:
        return [str(no)]


def name_of(value: Value) -> str:
    """Write a value as Settings does."""
    return spoken(value)
