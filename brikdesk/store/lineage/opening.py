"""Open a campaign, compare it with what this computer saw of it, and record its acts."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups.backup import KEPT, add, backup_name, backups, default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection, in_words
from brikdesk.store.file.durable import copy, mode_of
from brikdesk.store.journal.recorder import Recorder
from brikdesk.store.journal.tip import Tip, origin_of, tip_of_file
from brikdesk.store.lineage.ancestry import Lineage, Relation, Surprising, lineage_of, ring_of
from brikdesk.store.lineage.keeping import keep_within
from brikdesk.store.lineage.rebuild import rebuild, way_to, ways_to


def open_campaign(
    path: Path,
    *,
    read_only: bool = False,
    accept: frozenset[Relation] = frozenset(),
) -> Campaign:
    """Open a campaign as `Campaign.open` does, and compare it with what this computer knows of it.

    Raise Surprising if the file is older than that, or was played on elsewhere, unless `accept`
    names that relation; then the state seen here is kept as a backup. A campaign opened read-only
    gets a notice instead, and nothing is recorded of it.
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
    _begin_recording(campaign, recorder)


def lineage_here(campaign: Campaign) -> tuple[Lineage, Recorder | None]:
    """Compare an open campaign with its record; also return its recorder, None without acts."""
    try:
        connection = driver_connection(campaign.engine)
        origin = origin_of(connection)
        recorder = Recorder(origin) if origin else None
        entries = recorder.recent() if recorder else []
        lineage = lineage_of(connection, entries, default_backup_dir())
        if recorder and (lineage.is_surprise or lineage.relation is Relation.UNKNOWN):
            lineage = lineage_of(connection, recorder.entries(), default_backup_dir())
        return lineage, recorder
    except sqlite3.Error as error:
        raise in_words(error) from error


def _begin_recording(campaign: Campaign, recorder: Recorder) -> None:
    """Record from here on, and make a backup if none leads to this state with its rows."""
    folder = default_backup_dir()

    def backed_up(made: Path) -> None:
        recorder.base(made)
        keep_within(folder)

    def is_covered() -> bool:
        return _leads_to(campaign.tip, recorder, folder)

    recorder.seen(campaign.path, campaign.tip, ring_of(driver_connection(campaign.engine)))
    campaign.record_to(recorder, backed_up, is_covered)
    if is_covered():
        keep_within(folder)
        return
    newest = next(iter(backups(folder, backup_name(campaign.path))), None)
    if newest is None or not recorder.base(newest.path, campaign.tip):
        try:
            campaign.back_up_now()
        except CampaignFileError as error:
            campaign.tell(str(error))


def _leads_to(tip: Tip, recorder: Recorder, folder: Path) -> bool:
    """Return whether a backup, and rows recorded since, lead to a state: another adds nothing."""
    return any(way.has_all_rows for way in ways_to(recorder.recent(), tip, folder) if way.base)


def _keep_ours(recorder: Recorder, here: Tip, path: Path) -> str:
    """Keep the state seen here as a backup; return a sentence that says where, or why not."""
    try:
        kept, missing = keep_seen_here(recorder, here, path)
    except CampaignFileError as error:
        return f"What was played here to act {here.act} could not be kept: {error}"
    if kept is None:
        return f"Of what was played here to act {here.act} no copy is left on this computer."
    words = f"What was played here to act {here.act} is kept among the backups: {kept.name}."
    return f"{words} {missing}".strip()


def keep_seen_here(recorder: Recorder, here: Tip, path: Path) -> tuple[Path | None, str]:
    """Rebuild the state seen here among the backups of a file; None if it cannot be rebuilt.

    Also return a sentence about what could not be brought back, empty if all is. Raise
    CampaignFileError if the drive refuses.
    """
    folder, name = default_backup_dir(), backup_name(path)
    there = {old.reason: old.path for old in backups(folder, name)}
    if found := there.get(_kept(here)):
        return found, ""
    way = way_to(recorder.entries(), here, folder, recorder.folder)
    if way is None:
        return None, ""
    with TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as nowhere:
        made = Path(nowhere) / "kept.brik"
        missing = rebuild(way, made)
        # Named for what it holds: what could not be brought back whole must not pass for it.
        reason = _kept(tip_of_file(made))
        if found := there.get(reason):
            return found, missing
        made.chmod(mode_of(path))
        kept = add(folder, name, datetime.now(UTC), reason, lambda part: copy(made, part))
    return kept, missing


def _kept(tip: Tip) -> str:
    return f"{KEPT}-{tip.act}-{tip.chain[:8]}"
