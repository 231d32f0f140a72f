"""Commands that only read a campaign: log, check, digest."""

from argparse import Namespace
from datetime import datetime
from pathlib import Path
from typing import Any

from brikdesk.cli.campaigns import to_read, turn_rows
from brikdesk.cli.words import Percent, columns, say, tell
from brikdesk.store.backups.backup import Backup, backup_name, backups, default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.lineage.opening import lineage_here
from brikdesk.store.lines import parts_to_data, sums_to_data
from brikdesk.store.views.battle import battle_head, players
from brikdesk.store.views.log import LogEntry, acts_done
from brikdesk.store.views.log import log as log_view
from brikdesk.store.views.pictures import faults_of_photos, kept_photos
from brikdesk.turns.at_odds import at_odds, told_of


def log(asked: Namespace) -> None:
    """Print the log, oldest line first, with undone lines marked as such."""
    with to_read(asked.file) as campaign:
        entries = _entries(campaign, asked.turn)
        codes = {player.id: player.code for player in campaign.read(players)}
    if asked.json:
        tell([_to_data(entry, codes) for entry in entries])
        return
    for line in columns(_in_columns(entry, codes) for entry in entries):
        say(line)


def _entries(campaign: Campaign, turn: str | None) -> tuple[LogEntry, ...]:
    if turn is None:
        return campaign.read(log_view)
    rows = turn_rows(campaign, turn)
    return tuple(entry for row in rows for entry in campaign.read(log_view, turn_id=row.id))


def _in_columns(entry: LogEntry, codes: dict[int, str]) -> tuple[str, str, str]:
    turn = f"{entry.number}.{codes.get(entry.turn_player_id, '')}" if entry.number else ""
    return turn, entry.done_at.astimezone().strftime("%H:%M"), entry.words


def _to_data(entry: LogEntry, codes: dict[int, str]) -> dict[str, Any]:
    return {
        "id": entry.id,
        "act_id": entry.act_id,
        "turn": entry.number,
        "turn_of": codes.get(entry.turn_player_id),
        "time": entry.done_at.isoformat(),
        "kind": entry.kind.value,
        "text": entry.line.text(),
        "lead": entry.lead,
        "parts": parts_to_data(entry.parts),
        "sums": sums_to_data(entry.sums),
        "rule": entry.rule,
        "unit_id": entry.unit_id,
        "step": entry.step,
        "undone": entry.undone,
        "overruled": list(entry.overruled),
    }


def check(asked: Namespace) -> int:
    """Open a campaign with every check, also of its chain of acts and its photos; print what was found.

    The exit code is 1 if a photo is damaged or missing.
    """
    with to_read(asked.file) as campaign, Percent("Reading the photos") as percent:
        found = _findings(campaign)
        found["photos"] = campaign.read(kept_photos).count
        found["faults"] = campaign.reading(
            lambda session: list(faults_of_photos(session, percent.named))
        )
    if asked.json:
        tell(found)
    else:
        _say_findings(found)
    return int(bool(found["faults"]))


def _say_findings(found: dict[str, Any]) -> None:
    faults = found["faults"]
    if faults:
        some = "1 photo is" if len(faults) == 1 else f"{len(faults)} photos are"
        say(f"{found['file']}: {found['campaign']}. Its acts are good; {some} not:")
        for fault in faults:
            say(fault)
    else:
        say(f"{found['file']} is good: {found['campaign']}.")
    for line in columns(
        (name, str(found[name])) for name in ("acts", "photos", "digest", "lineage", "backup")
    ):
        say(line)
    for notice in found["notices"]:
        say(notice)


def _findings(campaign: Campaign) -> dict[str, Any]:
    newest = _newest_backup(campaign.path)
    return {
        "file": campaign.path.name,
        "campaign": campaign.read(battle_head).campaign,
        "acts": campaign.read(acts_done),
        "digest": campaign.digest(),
        "lineage": lineage_here(campaign)[0].words(),
        "backup": f"{newest.path}, {_local(newest.made)}" if newest else "none yet",
        "notices": [*campaign.notices, *filter(None, (told_of(campaign.read(at_odds)),))],
    }


def _newest_backup(path: Path) -> Backup | None:
    return next(iter(backups(default_backup_dir(), backup_name(path))), None)


def _local(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def digest(asked: Namespace) -> None:
    """Print the digest of a campaign's rows, without those of the journal."""
    with to_read(asked.file) as campaign:
        say(campaign.digest())
