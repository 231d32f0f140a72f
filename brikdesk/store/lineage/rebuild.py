"""Rebuild a campaign as this computer saw it: a backup, and what was recorded after it.

A line of the record holds the rows that its change left: they are put into the copy, whatever has
become of the rules since. A line of an earlier version holds only the act, which is done again; it
counts as long as it comes to the same link of the chain.
"""

import hashlib
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from datetime import datetime
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, structs

from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.foreign_file import is_ordinary, ordinary
from brikdesk.store.act import act_from_data
from brikdesk.store.backups.backup import opens
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection, in_words, open_connection
from brikdesk.store.file.durable import copy, discard
from brikdesk.store.file.schema import quoted
from brikdesk.store.journal.recorder import PHOTOS, RecordLine
from brikdesk.store.journal.rows_left import NotAsPlayed, put_rows
from brikdesk.store.journal.tip import EMPTY, Tip, tip_of
from brikdesk.store.life.files import create_file, open_file
from brikdesk.store.progress import Progress, unwatched

HowFar = Callable[[int], None]
"""Is told how many changes are done, and may cancel."""


class WayToRebuild(Struct, frozen=True):
    """A backup (None: an empty campaign) and the recorded changes after it, in order.

    `photos` are those that were kept in it meanwhile; their bytes lie in `folder`.
    """

    base: Path | None
    base_at: str
    deeds: tuple[RecordLine, ...]
    photos: tuple[RecordLine, ...] = ()
    folder: Path | None = None

    @property
    def acts(self) -> int:
        """How many acts are added to the backup."""
        return sum(entry.kind == "act" for entry in self.deeds)

    @property
    def has_all_rows(self) -> bool:
        """Whether nothing needs to be done again by the rules of today."""
        return all(entry.rows for entry in self.deeds)


class DoesNotRepeat(Exception):
    """A recorded change did not come to what was played; `done` of those before it did."""

    def __init__(self, entry: RecordLine, done: int) -> None:
        super().__init__(entry.title)
        self.entry, self.done = entry, done


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
        elif (base := bases.get(at)) and is_ordinary(backup_dir / base.name):
            yield WayToRebuild(backup_dir / base.name, base.at, deeds)
        for entry in reversed(into.get(at, ())):
            if entry.before is not None and entry.before not in met:
                met.add(entry.before)
                waiting.append((entry.before, (entry, *deeds)))


def within_reach(entries: Iterable[RecordLine], backup_dir: Path) -> set[Tip]:
    """Return the states to which some way leads."""
    known = list(entries)
    reached = {EMPTY}
    reached |= {e.after for e in known if e.kind == "base" and is_ordinary(backup_dir / e.name)}
    out: dict[Tip, list[Tip]] = {}
    for entry in known:
        if entry.before is not None:
            out.setdefault(entry.before, []).append(entry.after)
    waiting = list(reached)
    while waiting:
        further = set(out.get(waiting.pop(), ())) - reached
        reached |= further
        waiting += further
    return reached


def way_to(
    entries: Iterable[RecordLine], tip: Tip, backup_dir: Path, folder: Path | None = None
) -> WayToRebuild | None:
    """Return the shortest way to a state from a good backup; None if there is none.

    `folder` holds the record, and with it the photos.
    """
    known = list(entries)
    for way in ways_to(known, tip, backup_dir):
        try:
            if way.base:
                opens(way.base)
        except (CampaignFileError, OSError):
            continue
        last = max((deed.at for deed in way.deeds), default="")
        photos = (e for e in known if e.kind == "photo" and way.base_at <= e.at <= last)
        return structs.replace(way, photos=tuple(photos), folder=folder)
    return None


def rebuild(way: WayToRebuild, path: Path, progress: Progress = unwatched) -> str:
    """Write the campaign to which a way leads into a new file, exactly as it was.

    Where a change does not come to what was played, the file holds what can be proved up to there.
    Return a sentence about that, empty if all is back. Raise CampaignFileError if the drive
    refuses; then no file is left.
    """
    try:
        try:
            _rebuild(way, path, progress)
        except DoesNotRepeat as stopped:
            # What was done again to another result is in the file, and its journal says so.
            path.unlink(missing_ok=True)
            _rebuild(structs.replace(way, deeds=way.deeds[: stopped.done]), path, progress)
            return _what_is_missing(way, stopped)
    except BaseException as error:
        discard(path)  # a drive that refuses all from now on must not hide what it said first
        if isinstance(error, OSError | sqlite3.Error):
            raise in_words(error, "The acts could not be put together") from error
        raise
    return ""


def _what_is_missing(way: WayToRebuild, stopped: DoesNotRepeat) -> str:
    entry, left = stopped.entry, len(way.deeds) - stopped.done
    many = "It" if left == 1 else f"It and the {left - 1} recorded after it"
    return (
        f"All up to act {entry.before.act if entry.before else 0} is as it was played. Act "
        f"{entry.after.act} ({entry.title or entry.kind}) was recorded without its rows, or its "
        f"line was altered, and does not come to the same again. {many} could not be brought back."
    )


def _rebuild(way: WayToRebuild, path: Path, progress: Progress) -> None:
    if way.base:
        copy(way.base, path)
    else:
        create_file(path)
    done = 0

    def how_far(part: int) -> None:
        progress("Putting the acts together", done + part, len(way.deeds))

    for has_rows, group in groupby(way.deeds, key=lambda deed: bool(deed.rows)):
        deeds = tuple(group)
        try:
            (put if has_rows else repeat)(path, deeds, how_far)
        except DoesNotRepeat as stopped:
            raise DoesNotRepeat(stopped.entry, done + stopped.done) from stopped
        done += len(deeds)
    if way.photos and way.folder:
        _put_photos(path, way.photos, way.folder / PHOTOS)


def put(path: Path, deeds: Sequence[RecordLine], how_far: HowFar) -> None:
    """Put the rows that recorded changes left into a private file."""
    with closing(open_connection(path)) as file:
        # Nobody waits for this file yet: it is synced once, by whoever puts it in its place.
        file.execute("PRAGMA synchronous = OFF")
        for done, entry in enumerate(deeds):
            how_far(done)
            try:
                put_rows(file, entry.rows)
            except NotAsPlayed as error:
                raise DoesNotRepeat(entry, done) from error
            if tip_of(file) != entry.after:
                raise DoesNotRepeat(entry, done)


def repeat(path: Path, deeds: Sequence[RecordLine], how_far: HowFar) -> None:
    """Do recorded changes again in a private file, each with its own moment and uuid."""
    at = deeds[0]  # the clock and the names below follow this variable through the loop
    with (
        TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as nowhere,
        Campaign(
            open_file(path, backup_dir=Path(nowhere)),
            clock=lambda: datetime.fromisoformat(at.at),
            new_name=lambda: at.uuid,
        ) as campaign,
    ):
        driver = driver_connection(campaign.engine)
        driver.execute("PRAGMA synchronous = OFF")
        for done, at in enumerate(deeds):
            how_far(done)
            _repeat(campaign, at, done)
        driver.execute("PRAGMA synchronous = EXTRA")


def _repeat(campaign: Campaign, entry: RecordLine, done: int) -> None:
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
        raise DoesNotRepeat(entry, done) from error
    if campaign.tip != entry.after:
        raise DoesNotRepeat(entry, done)


def _put_photos(path: Path, photos: Iterable[RecordLine], folder: Path) -> None:
    """Put photos into the file whose bytes are still in the record; no act needs them."""
    with closing(open_connection(path)) as file:
        file.execute("PRAGMA synchronous = OFF")
        for photo in photos:
            try:
                with ordinary(folder / photo.name) as kept:
                    data = kept.read()
            except (OSError, ValueError):
                continue
            if hashlib.sha256(data).hexdigest() != photo.name:
                continue
            row = {**photo.data, "name": photo.name, "data": data}
            named, marks = ", ".join(map(quoted, row)), ", ".join("?" * len(row))
            sql = f"INSERT OR IGNORE INTO picture ({named}) VALUES ({marks})"
            file.execute(sql, tuple(row.values()))
