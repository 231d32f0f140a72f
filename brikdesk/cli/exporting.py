"""The command export: a campaign, its log or its battle in a form that other programs read."""

from argparse import Namespace
from pathlib import Path

from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_read
from brikdesk.cli.words import say
from brikdesk.reports.files import write_export
from brikdesk.store.campaign import Campaign


def export(asked: Namespace) -> None:
    """Write what the suffix and the options say; an old file is replaced only by a whole new one."""
    out = paths.output(asked.output, ".json", ".csv")
    with to_read(asked.file) as campaign:
        data = _content(campaign, out, asked)
    write_export(out, data)
    say(str(out))


def _content(campaign: Campaign, out: Path, asked: Namespace) -> bytes:
    suffix = out.suffix.lower()
    if suffix == ".csv" or asked.log:
        from brikdesk.reports.log_table import log_as_csv, log_as_json

        return campaign.reading(log_as_csv if suffix == ".csv" else log_as_json)
    from brikdesk.store.exchange.written_out import written_out

    return written_out(campaign)
