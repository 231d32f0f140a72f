"""The command export: a campaign, its log or its battle in a form that other programs read."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_read
from brikdesk.cli.words import Percent, say, warn
from brikdesk.errors import BadInput
from brikdesk.reports.files import write_export
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.battle import battle_head

if TYPE_CHECKING:
    from brikdesk.reports.web.sharing import SharedStory

BATTLE = (".html", ".md", ".bbcode")
"""The kinds of file that tell the battle."""


def export(asked: Namespace) -> None:
    """Write what the suffix and the options say; an old file is replaced only by a whole new one."""
    out = paths.output(asked.output, ".json", ".csv", *BATTLE)
    faults: tuple[str, ...] = ()
    with to_read(asked.file) as campaign, Percent(f"Writing {out.name}") as percent:
        if out.suffix.lower() in BATTLE:
            story = _battle(campaign, out, percent)
            story.write(out)
            faults = story.faults
        else:
            faults = _write(campaign, out, asked, percent)
    say(str(out))
    for fault in faults:
        warn(fault)


def _battle(campaign: Campaign, out: Path, percent: Percent) -> "SharedStory":
    from brikdesk.reports.web.sharing import shared_battle

    battle_id = campaign.read(battle_head).battle_id
    if not battle_id:
        raise BadInput("This campaign has no battle yet.", "export")
    return shared_battle(campaign, battle_id, out, progress=percent)


def _write(campaign: Campaign, out: Path, asked: Namespace, percent: Percent) -> tuple[str, ...]:
    """Write the log or the whole campaign; return what is wrong with its photos."""
    suffix = out.suffix.lower()
    if suffix == ".csv" or asked.log:
        from brikdesk.reports.log_table import log_as_csv, log_as_json

        write_export(out, campaign.reading(log_as_csv if suffix == ".csv" else log_as_json))
        return ()
    from brikdesk.store.exchange.written_out import written_out
    from brikdesk.store.views.pictures import faults_of_photos

    written_out(campaign, percent.named, lambda parts: write_export(out, parts))
    return campaign.reading(lambda session: tuple(faults_of_photos(session)))
