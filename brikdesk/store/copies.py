"""The states that can be restored: backups, and backups with the acts recorded after them."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups import (
    KEPT,
    RESCUED,
    Backup,
    all_backups,
    backup_name,
    backups,
    default_backup_dir,
    opens,
)
from brikdesk.store.campaign import new_place
from brikdesk.store.file.connection import open_connection
from brikdesk.store.file.faults import moment
from brikdesk.store.file.lock import lock_path
from brikdesk.store.journal.chain import EMPTY, Tip, origin_of, tip_of, tip_of_file
from brikdesk.store.lineage import WayToRebuild, links_of, rebuild, way_to, within_reach
from brikdesk.store.record import Recorder
from brikdesk.store.recovery import restore
from brikdesk.store.session import Progress, unwatched


class BroughtBack(Struct, frozen=True):
    """What came of bringing a copy back: how far it is, and where the file before is kept."""

    tip: Tip
    kept: Path | None = None
    missing: str = ""
    """A sentence about what could not be brought back; empty if all is back."""
    lock_left: str = ""
    """A sentence about a lock that the drive did not remove; empty if there is none."""


class Copy(Struct, frozen=True):
    """One state that can be restored. `campaign` is empty if the backup cannot be read.

    `added` counts the acts that are repeated from the record on top of the backup.
    """

    path: Path
    made: datetime
    reason: str = ""
    name: str = ""
    campaign: str = ""
    tip: Tip = EMPTY
    title: str = ""
    origin: str = ""
    way: WayToRebuild | None = None
    ahead: bool = False
    """Whether it comes from a clock that ran ahead."""

    @property
    def added(self) -> int:
        """Acts from this computer's record, on top of the backup."""
        return self.way.acts if self.way else 0

    def words(self, now: datetime | None = None) -> str:
        """Return it in words: backup of today 21:40 and 12 acts recorded on this computer."""
        when = moment(self.made, now or datetime.now(UTC))
        if self.way and self.way.deeds:
            acts = f"{self.added} {'act' if self.added == 1 else 'acts'}"
            return f"backup of {when} and {acts} recorded on this computer"
        kind = _REASONS.get(self.reason.partition("-")[0], "")
        if self.reason.startswith("format"):
            kind = f"before the change from file format {self.reason.removeprefix('format')}"
        if self.ahead:
            kind = "from a clock that ran ahead"
        return f"backup of {when}" + (f", {kind}" if kind else "")


_REASONS = {
    KEPT: "kept when another state was chosen",
    RESCUED: "rescued from a file that was gone",
}


def copies_of(path: Path) -> list[Copy]:
    """Return the states to which a file can be restored: as recorded first, then its backups."""
    now = datetime.now(UTC)
    found = [_looked_at(backup, now) for backup in backups(default_backup_dir(), backup_name(path))]
    origins = [_origin_of_file(path), *(copy.origin for copy in found)]
    origin = next((origin for origin in origins if origin), "")
    recorded = as_recorded(origin) if origin else None
    # A backup of another state may have been made later; best is what was seen here last.
    if recorded and (not found or found[0].tip != recorded.tip):
        return [recorded, *found]
    return found


def all_copies() -> list[Copy]:
    """Return the backups of all campaigns."""
    now = datetime.now(UTC)
    return [_looked_at(backup, now) for backup in all_backups(default_backup_dir())]


def as_recorded(origin: str) -> Copy | None:
    """Return the state that this computer saw last; None if it cannot be rebuilt."""
    recorder = Recorder(origin)
    last = recorder.last_seen()
    return _recorded(recorder, origin, last.after, last.at) if last else None


def _recorded(recorder: Recorder, origin: str, tip: Tip, at: str) -> Copy | None:
    """Return a state that was seen here; None if it cannot be rebuilt."""
    way = way_to(recorder.entries(), tip, default_backup_dir(), recorder.folder)
    if way is None:
        return None
    made = datetime.fromisoformat(way.base_at or at)
    base = _looked_at(Backup(way.base, made), None) if way.base else Copy(Path(), made)
    titled = (deed.title for deed in reversed(way.deeds) if deed.title)
    title = next(titled, base.title)
    return Copy(base.path, made, "", "", base.campaign, tip, title, origin, way)


def _looked_at(backup: Backup, now: datetime | None) -> Copy:
    """Read what a backup holds, for display only: it is verified when it is opened or restored."""
    ahead = now is not None and backup.made > now
    bare = Copy(backup.path, backup.made, backup.reason, backup.name, ahead=ahead)
    try:
        with closing(open_connection(backup.path, read_only=True)) as connection:
            tip = _tip(connection)
            title = _last_words(connection)
            named = connection.execute("SELECT name FROM campaign").fetchone()
            origin = origin_of(connection)
    except sqlite3.Error:
        return bare
    campaign = str(named[0]) if named else "?"
    return replace(bare, campaign=campaign, tip=tip, title=title, origin=origin)


def _last_words(connection: sqlite3.Connection) -> str:
    """Return the title of the last link; empty for a file of an older format without this chain."""
    try:
        links = links_of(connection)
    except sqlite3.OperationalError:
        return ""
    return links[-1].title if links else ""


def _tip(connection: sqlite3.Connection) -> Tip:
    try:
        return tip_of(connection)
    except sqlite3.OperationalError:  # of an older format, whose chain was another
        return Tip(connection.execute("SELECT coalesce(max(id), 0) FROM act").fetchone()[0], "")


def _origin_of_file(path: Path) -> str:
    try:
        opens(path)
        with closing(open_connection(path, read_only=True)) as connection:
            return origin_of(connection)
    except (CampaignFileError, sqlite3.Error, OSError):
        return ""


class PastAct(Struct, frozen=True):
    """An act after which the campaign can be brought back as it was."""

    act: int
    title: str
    at: datetime
    tip: Tip

    @property
    def evening(self) -> date:
        """The day on whose evening it was done: what is played past midnight belongs to it."""
        return (self.at.astimezone() - timedelta(hours=6)).date()


def past_acts(path: Path) -> tuple[str, list[PastAct]]:
    """Return the origin of a campaign, and the acts to which it can be brought back, oldest first.

    A number that was reached twice, because another file went on from an older act, comes twice.
    """
    origins = (copy.origin for copy in copies_of(path))
    origin = _origin_of_file(path) or next((each for each in origins if each), "")
    if not origin:
        return "", []
    entries = Recorder(origin).entries()
    there = within_reach(entries, default_backup_dir())
    done = (e for e in entries if e.kind == "act" and e.after in there)
    acts = (PastAct(e.after.act, e.title, datetime.fromisoformat(e.at), e.after) for e in done)
    return origin, list({past.tip: past for past in acts}.values())


def copy_at(origin: str, past: PastAct) -> Copy:
    """Return the campaign as it was right after an act. Raise CampaignFileError if it is gone."""
    found = _recorded(Recorder(origin), origin, past.tip, past.at.isoformat())
    if found is None:
        raise CampaignFileError(f"No good backup leads to act {past.act} any more.")
    return found


def bring_back(copy: Copy, target: Path, progress: Progress = unwatched) -> BroughtBack:
    """Restore a copy to `target`, after keeping the file that is there.

    The file must not be open in this program. The restored state counts as last seen here, because
    going back is the referee's decision. After a CampaignFileError the present file is unchanged or
    among the backups.
    """
    with TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as folder:
        source, missing = copy.path, ""
        if copy.way:
            source = Path(folder) / "as-recorded.brik"
            missing = rebuild(copy.way, source, progress)
        progress("Bringing it back", 0, 1)  # the last moment at which it can be cancelled
        kept = restore(source, target, backup_dir=default_backup_dir(), when=datetime.now(UTC))
    lock, left = lock_path(target), ""
    if lock.exists():
        left = f"{lock.name} could not be removed. On this computer it hinders nobody."
    return BroughtBack(_is_seen(copy, target), kept, missing, left)


def write_out(copy: Copy, target: Path, progress: Progress = unwatched) -> BroughtBack:
    """Write a copy into a new file; its state then counts as last seen here.

    Raise CampaignFileError if the name is taken or the copy is not good.
    """
    if not copy.way:
        opens(copy.path)
    with new_place(target) as part:
        missing = rebuild(copy.way or WayToRebuild(copy.path, "", ()), part, progress)
    return BroughtBack(_is_seen(copy, target), None, missing)


def _is_seen(copy: Copy, path: Path) -> Tip:
    """Remember the state of a file that was brought back, and return it."""
    try:
        tip = tip_of_file(path)
    except sqlite3.Error:  # of an older format without this chain
        tip = copy.tip
    if copy.origin:
        Recorder(copy.origin).seen(path, tip, {tip.act: tip.chain})
    return tip
