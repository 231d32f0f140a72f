"""A campaign is opened on this computer: compared with what was seen of it here, and recorded."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups.backup import KEPT, add, backup_name, backups, default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection, in_words
from brikdesk.store.journal.recorder import Recorder
from brikdesk.store.journal.tip import Tip, origin_of
from brikdesk.store.lineage.ancestry import Lineage, Relation, Surprising, lineage_of, ring_of
from brikdesk.store.lineage.rebuild import rebuild, way_to, ways_to
from brikdesk.store.progress import Progress, unwatched


def open_campaign(
    path: Path,
    *,
    read_only: bool = False,
    accept: frozenset[Relation] = frozenset(),
) -> Campaign:
    """Open a campaign as `Campaign.open` does, and hold it against what this computer knows of it.

    Raises Surprising where the file is older than that, or was played on elsewhere, and `accept`
    does not name it; what was seen here is then kept as a backup before the file goes on. A campaign
    that is only looked at is told of in its notices instead, and nothing is remembered of it.
    """
    campaign = Campaign.open(path, read_only=read_only)
    try:
        _compare(campaign, accept)
    except BaseException:
        campaign.let_go()
        campaign.close()
        raise
    return campaign


def _compare(campaign: Campaign, accept: frozenset[Relation]) -> None:
    lineage, recorder = lineage_here(campaign)
    if recorder is None:
        return
    if campaign.read_only:
        if lineage.is_surprise:
            campaign.tell(lineage.words())
        return
    if lineage.is_surprise:
        if lineage.relation not in accept:
            raise Surprising(lineage)
        campaign.tell(_keep_ours(recorder, lineage.here, campaign.path))
    begin_recording(campaign, recorder)


def lineage_here(campaign: Campaign) -> tuple[Lineage, Recorder | None]:
    """Compare an open campaign with what this computer knows of it; no recorder for an empty one."""
    try:
        connection = driver_connection(campaign.engine)
        origin = origin_of(connection)
        recorder = Recorder(origin) if origin else None
        entries = recorder.entries() if recorder else []
        return lineage_of(connection, entries, default_backup_dir()), recorder
    except sqlite3.Error as error:
        raise in_words(error) from error


def begin_recording(campaign: Campaign, recorder: Recorder) -> None:
    """Record from here on: behind every act stands a backup from which it can be repeated."""
    recorder.seen(campaign.path, campaign.tip, ring_of(driver_connection(campaign.engine)))
    campaign.record_to(recorder)
    if any(ways_to(recorder.entries(), campaign.tip, default_backup_dir())):
        return
    newest = next(iter(backups(default_backup_dir(), backup_name(campaign.path))), None)
    if newest is None or not recorder.base(newest.path, campaign.tip):
        try:
            campaign.back_up_now()
        except CampaignFileError as error:
            campaign.tell(str(error))


def _keep_ours(recorder: Recorder, here: Tip, path: Path) -> str:
    """Keep what was seen here as a backup; tell where, or that it cannot be had."""
    try:
        kept = keep_seen_here(recorder, here, path)
    except CampaignFileError as error:
        return f"What was played here to act {here.act} could not be kept: {error}"
    if kept is None:
        return f"Of what was played here to act {here.act} no copy is left on this computer."
    return f"What was played here to act {here.act} is kept among the backups: {kept.name}."


def keep_seen_here(
    recorder: Recorder, here: Tip, path: Path, progress: Progress = unwatched
) -> Path | None:
    """Put the campaign as it was seen here with the backups of a file; none where that cannot be.

    Raises CampaignFileError where the drive refuses.
    """
    folder, name = default_backup_dir(), backup_name(path)
    same = f"{KEPT}-{here.act}-{here.chain[:8]}"
    if there := next((old.path for old in backups(folder, name) if old.reason == same), None):
        return there
    way = way_to(recorder.entries(), here, folder)
    if way is None:
        return None
    return add(folder, name, datetime.now(UTC), same, lambda part: rebuild(way, part, progress))
