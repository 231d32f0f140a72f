"""A file compared with what this computer saw of its campaign: the same, newer, older, or a fork."""

import hashlib
import json
import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from enum import Enum
from functools import partial
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock, Timeout
from msgspec import Struct, structs

from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.foreign_file import is_ordinary, ordinary
from brikdesk.store.act import act_from_data
from brikdesk.store.backups import (
    ALWAYS_KEPT,
    EVENINGS,
    KEPT,
    Backup,
    add,
    all_backups,
    allowed,
    backup_name,
    backups,
    default_backup_dir,
    in_units,
    opens,
)
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import (
    driver_connection,
    find_file,
    open_connection,
    read_header,
)
from brikdesk.store.file.durable import copy, discard, mode_of
from brikdesk.store.file.faults import in_words
from brikdesk.store.file.schema import frozen_schema, quoted
from brikdesk.store.journal.chain import EMPTY, Tip, holds, origin_of, tip_of, tip_of_file
from brikdesk.store.journal.unbroken import NotAsPlayed, put_rows
from brikdesk.store.life import create_file, open_file
from brikdesk.store.record import NOW, PHOTOS, Recorder, RecordLine, parts_of
from brikdesk.store.recovery import must_be_settled
from brikdesk.store.session import Progress, unwatched

SHORT = 16
"""Characters kept of the chain values of old acts: enough to tell them apart."""


class Relation(Enum):
    """What a file is, compared with what was seen here last."""

    UNKNOWN = "This campaign was never open on this computer before."
    SAME = "This file is as this computer saw it last."
    NEWER = "This file goes on from where this computer saw it last."
    OLDER = "This file is older than what this computer has seen"
    FORK = "This campaign was played on in two places"


class AncestryLink(Struct, frozen=True):
    """One link of a chain: an act done, undone or redone. `act` is the newest act at that moment.

    Without a title, only its place in the chain is known here.
    """

    act: int
    title: str
    at: datetime
    chain: str


class Lineage(Struct, frozen=True):
    """A file compared with what this computer saw; both hold the same acts up to `common`."""

    relation: Relation
    here: Tip
    there: Tip
    common: int = 0
    last_common: AncestryLink | None = None
    ours: tuple[AncestryLink, ...] = ()
    theirs: tuple[AncestryLink, ...] = ()
    origin: str = ""
    """What tells the campaign from any other."""

    @property
    def is_surprise(self) -> bool:
        """Whether the referee must decide which one goes on."""
        return self.relation in (Relation.OLDER, Relation.FORK)

    def words(self) -> str:
        """Return the comparison as a sentence."""
        if self.relation is Relation.OLDER and self.there.act == self.here.act:
            return f"{self.relation.value}: what was undone or done again since is not in it."
        if self.relation is Relation.OLDER:
            return (
                f"{self.relation.value}: it ends with act {self.there.act}, "
                f"the campaign was at act {self.here.act} here."
            )
        if self.relation is Relation.FORK:
            return (
                f"{self.relation.value} since act {self.common}: on this computer to act "
                f"{self.here.act}, in this file to act {self.there.act}."
            )
        return str(self.relation.value)


class Surprising(CampaignFileError):
    """The file is older than the state seen here, or was played on elsewhere; it is unchanged."""

    def __init__(self, lineage: Lineage) -> None:
        super().__init__(f"{lineage.words()} Nothing was changed.")
        self.lineage = lineage


def lineage_of(
    connection: sqlite3.Connection, entries: Iterable[RecordLine], backup_dir: Path
) -> Lineage:
    """Compare an open file with what is recorded of its campaign on this computer."""
    known = list(entries)
    there = tip_of(connection)
    last = next((entry for entry in reversed(known) if entry.is_sighting), None)
    if last is None:
        return Lineage(Relation.UNKNOWN, there, there)
    here = last.after
    if here == there:
        return Lineage(Relation.SAME, here, there, there.act)
    # Before any chain is read: a file that simply goes on is the usual case, and this is one
    # query.
    if holds(connection, here):
        return Lineage(Relation.NEWER, here, there, here.act)
    ours, theirs = _links_to(here, known, backup_dir), links_of(connection)
    shared = _shared(ours, theirs)
    last_common = theirs[shared - 1] if shared else None
    behind = shared == len(theirs)
    return Lineage(
        Relation.OLDER if behind else Relation.FORK,
        here,
        there,
        last_common.act if last_common else 0,
        last_common,
        _after(ours, last_common),
        tuple(theirs[shared:]),
        origin_of(connection),
    )


def _shared(ours: list[AncestryLink], theirs: list[AncestryLink]) -> int:
    """Count the links of the file up to the last one that is known here too."""
    known = {link.chain[:SHORT] for link in ours}
    there = (n for n, link in enumerate(theirs, start=1) if link.chain[:SHORT] in known)
    return max(there, default=0)


def _after(ours: list[AncestryLink], last_common: AncestryLink | None) -> tuple[AncestryLink, ...]:
    chains = [link.chain[:SHORT] for link in ours]
    # A ring holds shortened hashes, so all are compared at that length.
    at = chains.index(last_common.chain[:SHORT]) + 1 if last_common else 0
    return tuple(link for link in ours[at:] if link.title)


def _links_to(tip: Tip, entries: Iterable[RecordLine], backup_dir: Path) -> list[AncestryLink]:
    """Return the links of the chain up to a state, as far as they are known here, oldest first."""
    known = list(entries)
    deeds = {entry.after: entry for entry in known if entry.is_deed}
    path: list[RecordLine] = []
    # Popped, so that a record which leads in a circle ends all the same.
    while entry := deeds.pop(tip, None):
        assert entry.before is not None
        path.append(entry)
        tip = entry.before
    # Where the record begins, its first entry names a backup; the ring is left if that is gone.
    earlier = _from_backup(tip, known, backup_dir) or _from_ring(tip, known)
    return [*earlier, *_titled(reversed(path), earlier)]


def _titled(deeds: Iterable[RecordLine], earlier: list[AncestryLink]) -> Iterator[AncestryLink]:
    """Yield the recorded changes as links; the title of an undo is that of the act it took back."""
    done = [link.title for link in earlier if link.title and not link.title.startswith(WORDS)]
    undone: list[str] = []
    for deed in deeds:
        words = deed.title
        if deed.kind == "undo":
            title = done.pop() if done else ""
            undone.append(title)
            words = f"{UNDONE}{title}"
        elif deed.kind == "redo":
            title = undone.pop() if undone else ""
            done.append(title)
            words = f"{AGAIN}{title}"
        elif deed.kind == "seal":
            words = SEALED
        else:
            done.append(words)
            undone.clear()
        at = datetime.fromisoformat(deed.at)
        yield AncestryLink(deed.after.act, words, at, deed.after.chain)


def _from_backup(tip: Tip, known: list[RecordLine], backup_dir: Path) -> list[AncestryLink]:
    for entry in reversed(known):
        if entry.kind != "base" or entry.after != tip:
            continue
        try:
            path = backup_dir / entry.name
            with closing(open_connection(path, read_only=True)) as connection:
                if tip_of(connection) == tip:
                    return links_of(connection)
        except sqlite3.Error:
            continue
    return []


def _from_ring(tip: Tip, known: list[RecordLine]) -> list[AncestryLink]:
    for entry in reversed(known):
        if entry.ring and entry.after == tip:
            moment = datetime.fromisoformat(entry.at)
            return [AncestryLink(act, "", moment, chain) for act, chain in entry.ring]
    return []


def links_of(connection: sqlite3.Connection) -> list[AncestryLink]:
    """Return the chain of a file, oldest link first."""
    rows = connection.execute(_LINKS).fetchall()
    return [
        AncestryLink(act, f"{_WORDS[state]}{title}" if title else SEALED, _moment(at), chain)
        for act, title, state, at, chain, _ in rows
    ]


_LINKS = """
    SELECT id, title, '', done_at, chain, 0 FROM act
    UNION ALL
    SELECT after_act, (SELECT title FROM act WHERE act.id = act_id), state, done_at, chain, id
    FROM statechange WHERE taken IS NULL
    ORDER BY 1, 6
"""
UNDONE, AGAIN, SEALED = "Undone: ", "Done again: ", "All so far is past"
WORDS = (UNDONE, AGAIN, SEALED)
_WORDS = {"": "", "UNDONE": UNDONE, "DONE": AGAIN, "SEALED": ""}


def _moment(stored: str) -> datetime:
    try:
        return datetime.fromisoformat(stored).replace(tzinfo=UTC)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def ring_of(connection: sqlite3.Connection) -> dict[int, str]:
    """Return the chain values of the newest 32 acts, and of ever fewer before them.

    The distances double, so that a fork is found even in a long campaign from a short record.
    """
    newest = tip_of(connection).act
    acts = {newest - step for step in range(32)}
    acts |= {newest - 2**power for power in range(24)}
    asked = "SELECT chain FROM act WHERE id = ?"
    chains = {act: connection.execute(asked, (act,)).fetchall() for act in acts if act > 0}
    return {act: str(found[0][0]) for act, found in chains.items() if found}


class RoomTaken(Struct, frozen=True):
    """The bytes that backups and records take, and may take."""

    taken: int
    allowed: int

    def words(self) -> str:
        """Return both in a sentence, and why it is more than that where it is."""
        if self.taken <= self.allowed:
            return f"Backups take {in_units(self.taken)} of the {in_units(self.allowed)} allowed."
        return (
            f"Backups take {in_units(self.taken)}, more than the {in_units(self.allowed)} allowed: "
            "the newest whole backup of each campaign stays all the same, and so does what was "
            "rescued, damaged, or kept when another state was chosen."
        )


class RecordPart(Struct):
    """One part of a record, and the whole backups that lead into it, oldest first."""

    path: Path
    bases: list[Backup]


def room() -> RoomTaken:
    """Return how much room the backups of this computer take."""
    return RoomTaken(_size_of(_folders(default_backup_dir())), allowed())


def _folders(backup_dir: Path) -> tuple[Path, Path]:
    return backup_dir, backup_dir.parent / "recorder"


def _size_of(folders: Iterable[Path]) -> int:
    total = 0
    for folder in folders:
        for inner, _, names in os.walk(folder):  # which leaves out what the drive does not show
            for name in names:
                with suppress(OSError):  # it is gone meanwhile
                    total += Path(inner, name).lstat().st_size
    return total


def keep_within(backup_dir: Path) -> RoomTaken:
    """Delete what is needed least until the backups fit; return how much room they take then."""
    shelves = _Shelves(backup_dir, allowed())
    if shelves.fits():
        return shelves.room
    try:
        with FileLock(backup_dir.parent / ".backups.lock", timeout=0):
            shelves = _Shelves(backup_dir, allowed())
            shelves.make_room()
    except (Timeout, OSError):
        pass  # another program is at it
    return shelves.room


class _Shelves:
    """All whole backups and records of this computer."""

    def __init__(self, backup_dir: Path, most: int) -> None:
        self._dirs = _folders(backup_dir)
        self.room = RoomTaken(_size_of(self._dirs), most)
        if not self.fits():
            self._look(backup_dir)

    def _look(self, backup_dir: Path) -> None:
        whole = {backup.path.name: backup for backup in all_backups(backup_dir)}
        self._records = [list(_parts(folder, whole)) for folder in _subfolders(self._dirs[1])]
        bases = {base.path for parts in self._records for part in parts for base in part.bases}
        newest: dict[str, Backup] = {}
        for backup in whole.values():
            if not backup.reason and backup.name not in newest:
                newest[backup.name] = backup  # they come newest first
        self._stay = {backup.path for backup in newest.values()}
        self._stay |= {b.path for b in whole.values() if b.reason.startswith(ALWAYS_KEPT)}
        # Also of a campaign whose file lies elsewhere now.
        self._stay |= {alive[-1].bases[-1].path for p in self._records if (alive := _alive(p))}
        loose = [b for b in whole.values() if b.path not in bases | self._stay]
        self._loose = sorted(loose, key=lambda backup: backup.made, reverse=True)

    def fits(self) -> bool:
        """Return whether all is within the room allowed."""
        return self.room.taken <= self.room.allowed

    def make_room(self) -> None:
        """Delete until it fits, or nothing is left that may go."""
        # First the evenings of records that have enough of them without, at last those of any.
        old = partial(self._oldest, EVENINGS)
        ways = (self._dead, self._loose_ones, old, self._middle, self._oldest)
        while not self.fits():
            goes = next((found for way in ways if (found := way())), None)
            if goes is None:
                break
            goes()
        for folder in _subfolders(self._dirs[1]):
            for photo in _unnamed_photos(folder):
                self._delete(photo)

    def _delete(self, path: Path) -> None:
        with suppress(OSError):
            size = path.lstat().st_size
            discard(path)
            self.room = RoomTaken(self.room.taken - size, self.room.allowed)

    # --- what may go, in this order: each returns how to do it, None if there is nothing ----------

    def _dead(self) -> Callable[[], None] | None:
        """Find a part to which no whole backup leads any more."""
        for parts in self._records:
            if len(parts) > 1 and not parts[0].bases:
                return partial(self._drop_parts, parts, 1)
        return None

    def _loose_ones(self) -> Callable[[], None] | None:
        """Find the oldest whole backup from which nothing was played on."""
        return partial(self._delete, self._loose.pop().path) if self._loose else None

    def _middle(self) -> Callable[[], None] | None:
        """Find a whole backup between two others that are few evenings apart."""
        found: list[tuple[int, RecordPart]] = []
        for parts in self._by_age():
            steps = _steps(parts)
            gaps = zip(steps, steps[1:], steps[2:], strict=False)
            found += [(after - before, parts[at]) for before, at, after in gaps]
        gap, part = min(found, key=lambda pair: pair[0], default=(EVENINGS + 1, None))
        if part is None or gap > EVENINGS:
            return None
        return partial(self._drop_bases, part)

    def _oldest(self, least: int = 1) -> Callable[[], None] | None:
        """Find the oldest evening of a record that has at least so many parts without it."""
        for parts in self._by_age():
            steps = _steps(parts)
            if len(steps) > 1 and len(parts) - steps[1] >= least:
                return partial(self._drop_parts, parts, steps[1])
        return None

    def _by_age(self) -> list[list[RecordPart]]:
        alive = (parts for parts in self._records if _alive(parts))
        return sorted(alive, key=lambda parts: _alive(parts)[0].bases[0].made)

    def _drop_parts(self, parts: list[RecordPart], count: int) -> None:
        for part in parts[:count]:
            self._drop_bases(part)
            if part.path.name != NOW:
                self._delete(part.path)
        del parts[:count]

    def _drop_bases(self, part: RecordPart) -> None:
        for base in part.bases:
            if base.path not in self._stay:
                self._delete(base.path)
        part.bases.clear()


def _steps(parts: list[RecordPart]) -> list[int]:
    """Return the places of the parts to which a whole backup leads."""
    return [at for at, part in enumerate(parts) if part.bases]


def _alive(parts: list[RecordPart]) -> list[RecordPart]:
    return [part for part in parts if part.bases]


def _subfolders(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError:
        return []


def _parts(folder: Path, whole: dict[str, Backup]) -> Iterator[RecordPart]:
    for path in parts_of(folder):
        with suppress(OSError):
            named = [str(line.get("name")) for line in _lines(path, "base")]
            bases = [whole[name] for name in dict.fromkeys(named) if name in whole]
            yield RecordPart(path, bases)


def _lines(path: Path, kind: str) -> Iterator[dict[str, object]]:
    """Yield the lines of one kind, without reading what the others hold."""
    begins = f'{{"kind":"{kind}",'.encode("ascii")
    with ordinary(path) as file:
        lines = file.read().splitlines()
    for line in lines:
        if line.startswith(begins):
            with suppress(ValueError, RecursionError):
                yield json.loads(line)


def _unnamed_photos(folder: Path) -> list[Path]:
    """Return the photos of a record that no line names any more."""
    try:
        there = list((folder / PHOTOS).iterdir())
    except OSError:
        return []
    if not there:
        return []
    named: set[str] = set()
    for path in parts_of(folder):
        with suppress(OSError):
            named |= {str(line.get("name")) for line in _lines(path, "photo")}
    return [path for path in there if path.name not in named]


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

    # Where the record has the rows they are put in; what was recorded without them is done again.
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
            # Cut off or altered: the campaign does without it.
            if hashlib.sha256(data).hexdigest() != photo.name:
                continue
            row = {**photo.data, "name": photo.name, "data": data}
            named, marks = ", ".join(map(quoted, row)), ", ".join("?" * len(row))
            sql = f"INSERT OR IGNORE INTO picture ({named}) VALUES ({marks})"
            file.execute(sql, tuple(row.values()))


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
    if not read_only and _opening_writes(path):
        _compare_untouched(path, accept)
    campaign = Campaign.open(path, read_only=read_only)
    try:
        _compare(campaign, accept)
    except BaseException:
        campaign.let_go()
        campaign.close()
        raise
    return campaign


def _opening_writes(path: Path) -> bool:
    """Return whether opening a file changes it: it has an older format, or an unfinished journal."""
    newest = frozen_schema().version
    try:
        header = read_header(find_file(path), newest)
        return header.version < newest or must_be_settled(find_file(path), header)
    except (CampaignFileError, OSError):
        return False  # opening it says why


def _compare_untouched(path: Path, accept: frozenset[Relation]) -> None:
    """Raise Surprising as `open_campaign` does, before anything is written to the file."""
    with Campaign.open(path, read_only=True) as looked:
        lineage, recorder = lineage_here(looked)
    if recorder and lineage.is_surprise and lineage.relation not in accept:
        raise Surprising(lineage)


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
        # The newest lines are enough for a file that simply goes on; for all else the whole record.
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
        # A backup leads to this state with the rows recorded since: another one would add nothing.
        ways = ways_to(recorder.recent(), campaign.tip, folder)
        return any(way.has_all_rows for way in ways if way.base)

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
