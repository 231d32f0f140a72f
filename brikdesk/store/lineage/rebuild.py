"""Rebuild a campaign as this computer saw it last: a backup, and the acts recorded after it."""

import sqlite3
from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.store.act import act_from_data
from brikdesk.store.backups.backup import opens
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection, in_words
from brikdesk.store.file.durable import copy
from brikdesk.store.journal.recorder import RecordLine
from brikdesk.store.journal.tip import EMPTY, Tip
from brikdesk.store.life.files import create_file, open_file
from brikdesk.store.progress import Progress, unwatched


class WayToRebuild(Struct, frozen=True):
    """A backup (None: an empty campaign) and the recorded changes after it, in order."""

    base: Path | None
    base_at: str
    deeds: tuple[RecordLine, ...]

    @property
    def acts(self) -> int:
        """How many acts are added to the backup."""
        return sum(entry.kind == "act" for entry in self.deeds)


class DoesNotRepeat(CampaignFileError):
    """A recorded act had another result when it was repeated."""

    def __init__(self, entry: RecordLine) -> None:
        super().__init__(
            f"The recorded act {entry.after.act} ({entry.title or entry.kind}) does not come to the "
            "same again. Nothing was changed."
        )


def ways_to(entries: Iterable[RecordLine], tip: Tip, backup_dir: Path) -> Iterable[WayToRebuild]:
    """Yield the ways to a state whose backups exist, fewest changes first.

    A breadth-first search backwards from the state; each way is searched for only when asked.
    """
    known = list(entries)
    bases = {entry.after: entry for entry in known if entry.kind == "base"}
    into: dict[Tip, list[RecordLine]] = {}
    for entry in known:
        if entry.is_deed:
            into.setdefault(entry.after, []).append(entry)
    waiting: deque[tuple[Tip, tuple[RecordLine, ...]]] = deque([(tip, ())])
    met = {tip}
    while waiting:
        at, deeds = waiting.popleft()
        if at == EMPTY:
            yield WayToRebuild(None, "", deeds)
        elif (base := bases.get(at)) and (backup_dir / base.name).is_file():
            yield WayToRebuild(backup_dir / base.name, base.at, deeds)
        for entry in reversed(into.get(at, ())):
            if entry.before is not None and entry.before not in met:
                met.add(entry.before)
                waiting.append((entry.before, (entry, *deeds)))


def way_to(entries: Iterable[RecordLine], tip: Tip, backup_dir: Path) -> WayToRebuild | None:
    """Return the shortest way to a state from a good backup; None if there is none."""
    for way in ways_to(entries, tip, backup_dir):
        try:
            if way.base:
                opens(way.base)
        except (CampaignFileError, OSError):
            continue
        return way
    return None


def rebuild(way: WayToRebuild, path: Path, progress: Progress = unwatched) -> None:
    """Write the campaign to which a way leads into a new file, exactly as it was.

    Raise DoesNotRepeat, or CampaignFileError if the drive refuses; then no file is left.
    """
    try:
        if way.base:
            copy(way.base, path)
        else:
            create_file(path)
        if way.deeds:
            repeat(path, way.deeds, progress)
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError | sqlite3.Error):
            raise in_words(error, "The acts could not be put together") from error
        raise


def repeat(path: Path, deeds: Sequence[RecordLine], progress: Progress = unwatched) -> None:
    """Repeat the recorded changes in a private file, each with its own moment and uuid."""
    at = deeds[0]  # the clock and the names below follow this variable through the loop
    with (
        TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as nowhere,
        Campaign(
            open_file(path, backup_dir=Path(nowhere)),
            clock=lambda: datetime.fromisoformat(at.at),
            new_name=lambda: at.uuid,
        ) as campaign,
    ):
        # Nobody waits for this file yet: it is synced once, by whoever puts it in its place.
        driver = driver_connection(campaign.engine)
        driver.execute("PRAGMA synchronous = OFF")
        for done, at in enumerate(deeds):
            progress("Putting the acts together", done, len(deeds))
            _repeat(campaign, at)
        driver.execute("PRAGMA synchronous = EXTRA")


def _repeat(campaign: Campaign, entry: RecordLine) -> None:
    try:
        if entry.kind == "act":
            campaign.do(act_from_data(entry.data))
        elif entry.kind == "undo":
            campaign.undo()
        elif entry.kind == "redo":
            campaign.redo()
        else:
            campaign.seal()
    except CampaignFileError:
        raise
    except BrikDeskError as error:
        raise DoesNotRepeat(entry) from error
    if campaign.tip != entry.after:
        raise DoesNotRepeat(entry)
