"""The command report: the report of a turn or of a battle as PDF."""

from argparse import Namespace
from typing import Any

from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_read, turn_rows
from brikdesk.cli.words import say
from brikdesk.errors import BadInput
from brikdesk.reports import render, report_of_battle, report_of_turn, write_report
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.battle import battle_head, turns


def report(asked: Namespace) -> None:
    """Write the report; an existing PDF is replaced only once the new one is complete."""
    out = paths.output(asked.output, ".pdf")
    with to_read(asked.file) as campaign:
        data = _data(campaign, asked)
    write_report(out, render(data, asked.paper))
    say(str(out))


def _data(campaign: Campaign, asked: Namespace) -> Any:
    if asked.battle:
        battle_id = campaign.read(battle_head).battle_id
        if not battle_id:
            raise BadInput("This campaign has no battle yet.", "--battle")
        return report_of_battle(campaign, battle_id)
    if asked.turn:
        return report_of_turn(campaign, turn_rows(campaign, asked.turn)[-1].id)
    begun = campaign.read(turns)
    if not begun:
        raise BadInput("No turn has begun in this campaign.")
    return report_of_turn(campaign, begun[-1].id)
