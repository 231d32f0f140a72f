"""Salvage: what can be proved of a damaged campaign goes into a new file; the damaged one is only read.

Its pages are read one by one, without SQLite, which stops at the first that is broken. What is found
is taken for nothing but a claim: an act counts once its record, its lines and its images fit the hash
of the chain; a state of the game counts where acts lead to it from an empty campaign or a whole copy
without a gap, or where its digest is the one that was kept for that place of the chain.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from itertools import groupby, islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from brikdesk.errors import CampaignFileError
from brikdesk.foreign_file import ordinary
from brikdesk.store.backups import opens
from brikdesk.store.campaign import Campaign, new_place
from brikdesk.store.copies import Copy, as_recorded, copies_of
from brikdesk.store.file.connection import (
    PAGE_SIZE,
    engine_of,
    find_file,
    from_json,
    make_engine,
    open_connection,
)
from brikdesk.store.file.durable import discard, mode_of, sync
from brikdesk.store.file.faults import Broken, ForeignParts, in_words, moment
from brikdesk.store.file.schema import INT_32, create_schema, frozen_schema, layout, quoted
from brikdesk.store.file.verify import COUNTERS, MASTER, PHOTOS, Pages
from brikdesk.store.journal.chain import (
    CHANGE,
    Tip,
    chain_of_act,
    chain_of_change,
    digest_of_images,
    origin_of,
    tip_of,
)
from brikdesk.store.journal.images import RowValues, add_game, game_tables, put_back, with_counters
from brikdesk.store.journal.unbroken import (
    STATES,
    Entry,
    accept,
    digest_of_journal,
    journal_entries,
    write_checkpoint,
)
from brikdesk.store.life import create_file
from brikdesk.store.lineage import rebuild
from brikdesk.store.record import Recorder
from brikdesk.store.recovery import copy_whole, settle, unfinished
from brikdesk.store.session import Progress, unwatched
from brikdesk.store.tables import JOURNAL_TABLES

# --- claims, and which of them are proved ----------------------------------------------------------


class ClaimedLink(Struct):
    """One link of the chain as it was found; `before` is the place of the one before it, if proved."""

    act: int
    change: int
    chain: str
    row: tuple[Any, ...] = ()
    before: int | None = None

    @property
    def takes(self) -> dict[str, Any] | None:
        """What a link that stands for the journal before it says of that."""
        return None if not self.change or self.row[3] is None else dict(from_json(self.row[3]))


BEGINNING = -1
"""The place before the first link: an empty campaign."""

Key = tuple[str, int]
"""A table and the key of a row in it."""

GameStep = tuple[int, bool]
"""An act, and whether it is done or undone."""


class Claims:
    """What was found in a damaged campaign and its copies, and what of it is proved."""

    def __init__(self, pool: sqlite3.Connection) -> None:
        self.pool = pool
        self.entries = {entry.act_id: entry for entry in journal_entries(pool)}
        self.has_images = {each for each, entry in self.entries.items() if _has_images(entry)}
        self.links = self._find_links()
        self.taken = self._prove()
        self.next_of = {
            link.before: n for n, link in enumerate(self.links) if link.before is not None
        }
        self.places = {link.chain: n for n, link in enumerate(self.links)}

    def _find_links(self) -> list[ClaimedLink]:
        changes = self.pool.execute(f"SELECT id, chain, {CHANGE} FROM statechange").fetchall()
        found = [ClaimedLink(act, 0, entry.chain) for act, entry in self.entries.items()]
        found += [ClaimedLink(row[0], key, chain, tuple(row)) for key, chain, *row in changes]
        return sorted(found, key=lambda link: (link.act, link.change))

    def _prove(self) -> int:
        """Note of each link which one it follows; return the place of the last taking over, if proved."""
        good, taken = BEGINNING, BEGINNING
        for place, link in enumerate(self.links):
            for before in dict.fromkeys((place - 1, good)):
                if self._hash(place, before) == link.chain:
                    link.before, good = before, place
                    if link.takes is not None:
                        taken = place
                    break
        for place in range(taken):  # all that was taken over is covered by its hash
            self.links[place].before = place - 1
        return taken

    def _hash(self, place: int, before: int) -> str:
        link, chain = self.links[place], self.links[before].chain if before >= 0 else ""
        if not link.change:
            entry = self.entries[link.act]
            return chain_of_act(chain, entry.record, entry.kept_images, entry.lines)
        if (takes := link.takes) is None:
            return chain_of_change(chain, link.row)
        old = [entry for act, entry in self.entries.items() if act <= link.act]
        if len(takes.get("states", "")) != len(old):
            return ""
        changes = [(*each.row, each.chain) for each in self.links[:place] if each.change]
        return chain_of_change(chain, link.row, digest_of_journal(old, changes))

    def proved(self) -> dict[int, Entry]:
        """Return the acts that are proved by the chain."""
        there = (link.act for link in self.links if not link.change and link.before is not None)
        return {act: self.entries[act] for act in there}

    def first(self) -> tuple[int, dict[int, str], list[GameStep] | None]:
        """Return the place from which each state is known, those states, and the steps up to there.

        It is the beginning, or where the journal was last taken over. Without steps the game there is
        not what the images say: rows were accepted that had been altered.
        """
        if self.taken == BEGINNING:
            return BEGINNING, {}, []
        link = self.links[self.taken]
        takes = link.takes or {}
        old = [act for act in self.entries if act <= link.act]
        states = {act: STATES[letter] for act, letter in zip(old, takes["states"], strict=True)}
        standing = [act for act, state in states.items() if state in ("DONE", "SEALED")]
        known = not takes.get("image") and self.has_images.issuperset(standing)
        return self.taken, states, [(act, True) for act in standing] if known else None

    def states_at(self, place: int) -> tuple[dict[int, str], int]:
        """Return the states of the acts at a place as far as the chain tells them, and their barrier.

        That is the newest act that can no more be undone: what led up to it has a gap, or it lacks
        its images. It is 0 where there is none.
        """
        begin, back = place, self.links[place].before if place >= 0 else BEGINNING
        while back is not None and back >= 0:
            begin, back = back, self.links[back].before
        start, states, _ = self.first()
        barrier = 0
        if back is None or start > place:
            start = begin if back is None else place
            states, barrier = {}, self.act_at(start)
        for at, _, _ in self._walk(start, states) if start < place else ():
            if at == place:
                break
        standing = {act for act, state in states.items() if state in ("DONE", "SEALED")}
        return states, max(barrier, *standing - self.has_images, 0)

    def forward(self, at: int, most: int) -> tuple[int, list[GameStep]]:
        """Follow the chain as far as the game is known; return the last place, and the steps there.

        It leads to the place `most` at the farthest. What was undone and overtaken has no images any
        more: where it lacks them the game is known again once it was undone.
        """
        steps, lacks, end, count = list[GameStep](), set[int](), at, 0
        for place, act, done in self._walk(at, {}):
            if place > most:
                break
            if act in self.has_images:
                steps.append((act, done))
            elif act and not done and act not in lacks:
                break
            elif act:
                (lacks.add if done else lacks.discard)(act)
            if not lacks:
                end, count = place, len(steps)
        return end, steps[:count]

    def _walk(self, at: int, states: dict[int, str]) -> Iterator[tuple[int, int, bool]]:
        """Yield each link that follows a place without a gap, with its act and whether that is done.

        The states are kept up to date. Without an act nothing changes in the game.
        """
        undone = {act for act, state in states.items() if state == "UNDONE"}
        while (at := self.next_of.get(at, BEGINNING)) != BEGINNING:
            link = self.links[at]
            if link.takes is not None:
                if link.takes.get("image"):
                    return  # altered rows were accepted there
                yield at, 0, True
            elif not link.change:
                states.update(dict.fromkeys(undone, "HISTORY"))
                undone.clear()
                states[link.act] = "DONE"
                yield at, link.act, True
            elif link.row[1] is None:
                states.update({act: "SEALED" for act, was in states.items() if was == "DONE"})
                yield at, 0, True
            else:
                act, state = link.row[1:3]
                states[act] = state
                (undone.add if state == "UNDONE" else undone.discard)(act)
                yield at, act, state == "DONE"

    def imaged(self, steps: Iterable[GameStep]) -> dict[Key, RowValues | None]:
        """Return the rows that steps leave, by the images of their acts."""
        left: dict[Key, RowValues | None] = {}
        for act, done in steps:
            for _, table, key, before, after in self.entries[act].images:
                image = after if done else before
                left[table, key] = None if image is None else from_json(image)
        return left

    def around(self, place: int) -> tuple[dict[Key, RowValues | None], dict[Key, RowValues | None]]:
        """Return what each row was by the images after a place, and by those before it.

        They are claims, also of acts that are not proved.
        """
        earlier: dict[Key, RowValues | None] = {}
        later: dict[Key, RowValues | None] = {}
        for at, link in enumerate(self.links):
            act, done = (link.row[1], link.row[2] == "DONE") if link.change else (link.act, True)
            if act not in self.entries or link.takes is not None:
                continue
            for _, table, key, before, after in self.entries[act].images:
                was, became = (before, after) if done else (after, before)
                if at <= place:
                    earlier[table, key] = None if became is None else from_json(became)
                elif (table, key) not in later:
                    later[table, key] = None if was is None else from_json(was)
        return later, earlier

    def act_at(self, place: int) -> int:
        """Return the newest act at a place."""
        return self.links[place].act if place >= 0 else 0

    def lengths(self, place: int) -> dict[str, int]:
        """Return the highest keys of the journal's tables at a place."""
        upto = self.links[: place + 1]
        newest = max((link.act for link in upto), default=0)
        ask = "SELECT coalesce(max(id), 0) FROM {} WHERE act_id <= ?"
        of_acts = {
            table: self.pool.execute(ask.format(table), (newest,)).fetchone()[0]
            for table in ("logline", "image")
        }
        changes = max((link.change for link in upto), default=0)
        return {"act": newest, "statechange": changes, **of_acts}


def _has_images(entry: Entry) -> bool:
    return digest_of_images(entry.images) == entry.kept_images


# --- the game at one place of the chain ------------------------------------------------------------


class Base(Struct, frozen=True):
    """A game that is proved to be that of a place in the chain, over a connection in memory.

    `act` is the newest act there. Where its own link is lost, nothing leads on from it.
    """

    place: int
    act: int
    game: sqlite3.Connection
    leads_on: bool = True
    copy: str = ""
    """The copy that it comes from, in words; empty: the file itself."""


def _empty_game() -> sqlite3.Connection:
    game = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    create_schema(game)
    game.execute("PRAGMA foreign_keys = OFF")
    return game


def _put(game: sqlite3.Connection, rows: Mapping[Key, RowValues | None]) -> None:
    engine = engine_of(game)
    with engine.begin() as connection:
        put_back(connection, ((table, key, None, row) for (table, key), row in rows.items()))


def _insert(
    file: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]], how: str = ""
) -> None:
    for row in rows:
        marks = ", ".join("?" * len(row))
        with suppress(sqlite3.IntegrityError):  # a claim that contradicts another one
            file.execute(f"INSERT {how} INTO {quoted(table)} VALUES ({marks})", row)


def _count_keys(game: sqlite3.Connection, counters: Mapping[str, int]) -> None:
    game.execute("DELETE FROM sqlite_sequence")
    _insert(game, COUNTERS, sorted(counters.items()))


class FoundRows(Struct):
    """All rows of a damaged file: those of the journal in `pool`, those of the game by their keys."""

    pool: sqlite3.Connection
    owned: dict[Key, list[Any]]
    loose: dict[Key, list[Any]]
    """Rows on pages to which no table leads: perhaps of earlier."""
    counters: dict[str, int]
    photos: dict[str, list[Any]]
    broken: set[str]


def _found_in(pages: Pages) -> FoundRows:
    pool = _empty_game()
    found = FoundRows(pool, {}, {}, {}, {}, pages.broken)
    later: list[tuple[str, list[Any]]] = []
    pool.execute("BEGIN")
    for table, key, values, is_owned in pages.rows():
        if table == PHOTOS:
            found.photos.setdefault(values[0], values)
        elif table == COUNTERS:
            found.counters.setdefault(values[0], values[1])
        elif table not in JOURNAL_TABLES:
            (found.owned if is_owned else found.loose).setdefault((table, key), values)
        elif is_owned:
            _insert(pool, table, [values], "OR IGNORE")
        else:
            later.append((table, values))
    for table, values in later:
        _insert(pool, table, [values], "OR IGNORE")
    pool.execute("COMMIT")
    return found


def _kept_digests(claims: Claims, found: FoundRows) -> Iterator[Base]:
    """Yield the games whose digest was kept in the file, where what was found comes to one."""
    for chain, digest in claims.pool.execute("SELECT state, digest FROM checkpoint").fetchall():
        place, met = claims.places.get(chain), set[str]()
        near = len(claims.links) - 1 if place is None else place
        for game, counters in _games_at(claims, found, near):
            whole = hashlib.sha256()
            add_game(whole, game.execute)
            ways = counters if whole.hexdigest() not in met else iter(())
            met.add(whole.hexdigest())
            last = next((each for each in ways if with_counters(whole, each) == digest), None)
            if last is None:
                game.close()
                continue
            _count_keys(game, last)
            # Where its link is lost the counters say which one it was: the digest covers them.
            act, change = last.get("act", 0), last.get("statechange", 0)
            before = (n for n, e in enumerate(claims.links) if e.act <= act and e.change <= change)
            at = max(before, default=BEGINNING) if place is None else place
            yield Base(at, act, game, leads_on=place is not None)
            break


def _games_at(
    claims: Claims, found: FoundRows, place: int
) -> Iterator[tuple[sqlite3.Connection, Iterator[Mapping[str, int]]]]:
    """Yield what the game may have been at a place: each mixes rows and images in another order.

    With it comes what its counters of keys may have been.
    """
    later, earlier = claims.around(place)
    every = {**found.loose, **found.owned}
    # A table that has all its pages has all its rows: what images say besides was deleted later.
    in_broken = {key: row for key, row in earlier.items() if key[0] in found.broken}
    ways: tuple[tuple[Mapping[Key, list[Any]], Mapping[Key, RowValues | None]], ...] = (
        (found.owned, {key: row for key, row in in_broken.items() if key not in found.owned}),
        (every, {}),
        (every, {key: row for key, row in earlier.items() if key not in every}),
        (found.owned, in_broken),
        (found.owned, earlier),
        ({}, earlier),
    )
    newer = {key for key, row in later.items() if row is None} - earlier.keys()
    for rows, imaged in ways:
        game = _empty_game()
        try:
            game.execute("BEGIN")
            for (table, key), values in rows.items():
                if (table, key) not in imaged:
                    _insert(game, table, [values])
            game.execute("COMMIT")
            _put(game, {**imaged, **later})
        except (ValueError, TypeError, LookupError, sqlite3.Error, SQLAlchemyError):
            game.close()  # a claim that no row can be made of
            continue
        used = {*rows, *earlier} - newer
        yield game, _counters_at(claims.lengths(place), used, newer, found.counters)


def _counters_at(
    journal: Mapping[str, int], used: Iterable[Key], newer: Iterable[Key], now: Mapping[str, int]
) -> Iterator[Mapping[str, int]]:
    """Yield what the counters may have been: first those of `now`, if they are not of later.

    Else each lies between the highest key that was used and the first that was given later: what was
    overtaken has used keys too, and left no images.
    """
    yield {name: last for name, last in now.items() if name != "checkpoint"}
    least, most = dict(journal), {**now, **journal}
    for table, key in used:
        least[table] = max(least.get(table, 0), key)
    for table, key in newer:
        most[table] = min(most.get(table, key), key - 1)
    names = sorted({*least, *most} - {"checkpoint"})
    known = ((least.get(name, 0), most.get(name, 0)) for name in names)
    between = (range(low, max(low, high) + 1) for low, high in known)
    for last in islice(product(*between), _MOST_COUNTERS):
        yield {name: key for name, key in zip(names, last, strict=True) if key}


_MOST_COUNTERS = 20_000


def _base_of(copy: Path, claims: Claims, words: str) -> Base | None:
    """Return the game of a whole copy; None where its state is unknown here."""
    with closing(open_connection(copy, read_only=True)) as file:
        tip = tip_of(file)
        if tip.chain not in claims.places:
            return None
        game = _empty_game()
        game.execute("BEGIN")
        names = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
        for table in (table.name for table in game_tables() if table.name in names):
            _insert(game, table, file.execute(f"SELECT * FROM {quoted(table)}"))
        game.execute("COMMIT")
        _count_keys(game, dict(file.execute("SELECT name, seq FROM sqlite_sequence")))
    return Base(claims.places[tip.chain], tip.act, game, copy=words)


def _bases(claims: Claims, found: FoundRows, wholes: Mapping[str, Path]) -> Iterator[Base]:
    """Yield the games that are proved without another one: all others are played on from these."""
    start, _, steps = claims.first()
    if steps is not None:
        game = _empty_game()
        _put(game, claims.imaged(steps))
        yield Base(start, claims.act_at(start), game)
    yield from _kept_digests(claims, found)
    yield from filter(None, (_base_of(whole, claims, words) for words, whole in wholes.items()))


def _best(claims: Claims, bases: Iterable[Base], most: int) -> Base | None:
    """Return the game that is furthest along the chain up to the place `most`, played on from a base."""
    found: list[tuple[Base, list[GameStep]]] = []
    for base in (base for base in bases if base.place <= most):
        end, steps = claims.forward(base.place, most) if base.leads_on else (base.place, [])
        found.append((replace(base, place=end, act=max(base.act, claims.act_at(end))), steps))
    if not found:
        return None
    best, steps = max(found, key=lambda way: (way[0].act, way[0].place, not way[0].leads_on))
    game = _empty_game()
    best.game.backup(game)
    _put(game, claims.imaged(steps))
    return replace(best, game=game) if best.act else None


# --- what is brought back, and what is lost --------------------------------------------------------


class Missing(Struct, frozen=True):
    """Acts that are not brought back, or only what they came to: the first, the last, when, titles."""

    first: int
    last: int
    since: str = ""
    until: str = ""
    titles: tuple[str, ...] = ()

    def words(self) -> str:
        """Return it in words: acts 12 to 15, 2 May 21:05 to 21:09 (Ada moves; Bea moves)."""
        which = (
            f"act {self.first}" if self.first == self.last else f"acts {self.first} to {self.last}"
        )
        times = list(dict.fromkeys(filter(None, (self.since, self.until))))
        said = f", {' to '.join(times)}" if times else ""
        named = f" ({'; '.join(self.titles[:_NAMED])}{', …' if self.titles[_NAMED:] else ''})"
        return f"{which}{said}{named if self.titles else ''}"


_NAMED = 5


class Salvaged(Struct, frozen=True):
    """What came of it: the last act that is proved, and in plain words what is lost."""

    act: int
    title: str
    of: int
    """The newest act of which there is any trace."""
    brought: int
    """Acts that are in the new file."""
    gone: tuple[Missing, ...]
    """Acts after the last one that is proved."""
    unknown: tuple[Missing, ...]
    """Acts before it: the game is as they left it, but they are in the log no more."""
    tables: tuple[str, ...]
    photos: int
    copies: tuple[str, ...]
    """Whole copies that were used, in words."""
    end: str
    """What is to be said of the end: that more may have been done after it; empty if that is known."""
    proved: Tip
    """Where in the chain the game is; without a chain value where that link itself is lost."""
    tip: Tip
    """How far the new file is."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is lost."""
        return not (self.gone or self.unknown or self.photos or self.end)

    def found(self) -> tuple[str, ...]:
        """Return, in sentences, what is back, what was broken, and what was used beside the file."""
        last = f"act {self.act}" + (f" ({self.title})" if self.title else "")
        back = f"All up to {last} is back, as it was played."
        if self.unknown:
            back = f"The game is back as it was after {last}."
        said = [back]
        if self.tables:
            said.append(f"Broken or missing were pages of {_listed(self.tables)}.")
        if self.copies:
            said.append(f"Used beside the file: {_listed(self.copies)}.")
        if self.is_whole:
            said.append("Nothing is lost.")
        return tuple(said)

    def losses(self) -> tuple[str, ...]:
        """Return, in sentences, what is lost; none if all is back."""
        said = [f"Lost: {each.words()}." for each in self.gone]
        if self.unknown:
            which = "; ".join(each.words() for each in self.unknown)
            said.append(
                f"Missing in the log, though the game is as they left it: {which}. "
                "What is older than these can no more be undone."
            )
        if self.end:
            said.append(self.end)
        if self.photos:
            some = "1 photo is" if self.photos == 1 else f"{self.photos} photos are"
            said.append(f"{some} lost; the map and the album say where.")
        return tuple(said)


def _listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


STANDS = "what stands on the table now"
_IN_WORDS = {
    "act": "the acts",
    "logline": "the lines of the log",
    "image": "what undo needs",
    "statechange": "what was undone",
    "checkpoint": "the digest",
    COUNTERS: "the counters of keys",
    MASTER: "the list of tables",
    PHOTOS: "the photos",
}


def made_of_pages(path: Path) -> bool:
    """Return whether a file is as long as so many whole pages: a campaign whose first page is broken."""
    with suppress(OSError):
        size = path.stat().st_size
        return size > PAGE_SIZE and size % PAGE_SIZE == 0
    return False


def salvage(path: Path, target: Path, progress: Progress = unwatched) -> Salvaged:
    """Put into a new file what can be proved of a damaged campaign and of its copies on this computer.

    The damaged file is only read. Raise CampaignFileError where nothing of it can be proved, where it
    is no campaign at all, where the name is taken or the drive refuses; then no file is left.
    """
    real = find_file(path)
    with TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as folder:
        try:
            with new_place(target) as part:
                read = _settled(real, Path(folder))
                with ordinary(read) as file:
                    done = _salvage(real, file, part, Path(folder), progress)
                part.chmod(mode_of(real))
        except (OSError, sqlite3.Error, SQLAlchemyError) as error:
            raise in_words(error, "The campaign could not be salvaged") from error
        if origin := _origin(target):
            Recorder(origin).seen(target, done.tip, {done.tip.act: done.tip.chain})
    return done


def _origin(path: Path) -> str:
    with closing(open_connection(path, read_only=True)) as file:
        return origin_of(file)


def _settled(path: Path, folder: Path) -> Path:
    """Return the file, or a copy in which an act that was being saved is rolled back."""
    copy = folder / "settled.brik"
    try:
        if not unfinished(path):
            return path
        copy_whole(path, copy)
        settle(copy)
    except (CampaignFileError, sqlite3.Error):
        return path  # the journal does not fit what is left: each act is proved by itself
    return copy


def _salvage(path: Path, file: BinaryIO, part: Path, folder: Path, progress: Progress) -> Salvaged:
    schema = frozen_schema()
    pages = Pages(file, layout(schema, schema.version), partial(progress, "Reading page"))
    found = _found_in(pages)
    hints = dict(found.pool.execute("SELECT id, state FROM act"))
    wholes = dict(_whole_copies(path, found.pool, folder, progress))
    own = {act: entry.chain for act, entry in Claims(found.pool).proved().items()} if wholes else {}
    # Where both went on from the same act, each in its own way, they are not mixed.
    wholes = {words: whole for words, whole in wholes.items() if _is_of_one_line(whole, own)}
    for whole in wholes.values():
        _add_journal(found.pool, whole)
    progress("Proving the acts", 0, 1)
    claims = Claims(found.pool)
    bases = tuple(_bases(claims, found, wholes))

    def write(most: int) -> Written | None:
        if (best := _best(claims, bases, most)) is None:
            return None
        progress("Writing what is proved", 0, 1)
        discard(part)
        states = _write(part, claims, best, hints, found.counters)
        photos = _write_photos(part, pages, found, wholes.values())
        tip = _opened(part, best)
        return Written(best, states, photos, tip) if tip else None

    best = _best(claims, bases, len(claims.links))
    first = min((base.place for base in bases), default=BEGINNING)
    written = _furthest(write, first, best.place) if best else None
    if written is None:
        raise CampaignFileError(
            "Nothing of this file can be proved, and no backup leads further. It stays as it is."
        )
    used = tuple(wholes) if written.best.copy or not own.keys() >= written.states.keys() else ()
    return _report(claims, written, found, used[:1])


class Written(Struct, frozen=True):
    """A new file that passes the check of its opening: its game, its acts with their states."""

    best: Base
    states: dict[int, str]
    photos: int
    """Photos that are lost."""
    tip: Tip


def _opened(part: Path, best: Base) -> Tip | None:
    """Return how far a file is that was written; None if it does not open as what was proved."""
    try:
        with Campaign.open(part, read_only=True) as made:
            tip, digest = made.tip, made.digest()
    except (Broken, ForeignParts):
        return None
    proved = hashlib.sha256()
    add_game(proved, best.game.execute)
    return tip if digest == proved.hexdigest() else None


def _furthest(write: Callable[[int], Written | None], first: int, end: int) -> Written | None:
    """Write as much of the chain as passes the check of its opening; None if nothing does.

    What is proved should pass. Where it does not, go back from the place `end` in longer and longer
    steps, `first` at the most, and from where it passes on again by halves.
    """
    if (written := write(end)) is not None:
        return written
    good, bad, back = end - 1, end, 1
    while good > first and write(good) is None:
        back *= 2
        good, bad = max(first, good - back), good
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (good, middle) if write(middle) is None else (middle, bad)
    return write(good)


def _whole_copies(
    path: Path, pool: sqlite3.Connection, folder: Path, progress: Progress
) -> Iterator[tuple[str, Path]]:
    """Yield the best copies of the same campaign on this computer, with words for each."""
    origin = origin_of(pool)
    recorded = as_recorded(origin) if origin else None
    listed = [*([recorded] if recorded else []), *copies_of(path)]
    good = [each for each in listed if each.campaign or each.way]
    for number, each in enumerate(good[:_COPIES]):
        if origin and each.origin != origin:
            continue
        with suppress(CampaignFileError, OSError, sqlite3.Error):
            yield each.words(), _whole(each, folder / f"{number}.brik", progress)


_COPIES = 3


def _whole(copy: Copy, target: Path, progress: Progress) -> Path:
    if copy.way:
        rebuild(copy.way, target, progress)
        return target
    opens(copy.path)
    return copy.path


def _is_of_one_line(whole: Path, own: Mapping[int, str]) -> bool:
    """Return whether a copy says the same of all acts that are proved in the file itself."""
    with closing(open_connection(whole, read_only=True)) as file:
        return all(own.get(act, chain) == chain for act, chain in file.execute(_CHAINS))


_CHAINS = "SELECT id, chain FROM act"


def _add_journal(pool: sqlite3.Connection, whole: Path) -> None:
    """Add the journal of a whole copy: its rows are good, whatever the damaged file says."""
    with closing(open_connection(whole, read_only=True)) as file:
        pool.execute("BEGIN")
        for table in ("act", "logline", "image", "statechange"):
            rows = file.execute(f"SELECT * FROM {quoted(table)}")
            _insert(pool, table, rows, "OR REPLACE")
        pool.execute("COMMIT")


def _write(
    part: Path, claims: Claims, best: Base, hints: Mapping[int, str], counters: Mapping[str, int]
) -> dict[int, str]:
    """Write game and journal into a new file; return the acts that are in it, with their states."""
    states, is_whole = _states_left(claims, best, hints)
    create_file(part)
    with closing(open_connection(part)) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("BEGIN IMMEDIATE")
        for table in (table.name for table in game_tables()):
            _insert(file, table, best.game.execute(f"SELECT * FROM {quoted(table)}"))
        _write_journal(file, claims, best, states)
        used = dict(file.execute("SELECT name, seq FROM sqlite_sequence"))
        for table, last in counters.items():  # a key that was ever given is not given again
            if table not in JOURNAL_TABLES and used.get(table, 0) < last < INT_32:
                used[table] = last
        if states:  # without any act the journal begins anew
            used["act"] = max(used.get("act", 0), best.act)
        _count_keys(file, used)
        file.execute("COMMIT")
    engine = make_engine(part)
    try:
        with engine.begin() as connection:
            (accept if states and not is_whole else write_checkpoint)(connection)
    finally:
        engine.dispose()
    return states


def _states_left(
    claims: Claims, best: Base, hints: Mapping[int, str]
) -> tuple[dict[int, str], bool]:
    """Return the acts that are proved, with their states, and whether these are what the chain says.

    Up to a barrier nothing can be undone. An undone act that is older or lacks its images, as what
    was overtaken does, can no more be done again, and so neither can those that came after it.
    """
    states, barrier = claims.states_at(best.place) if best.leads_on else ({}, best.act)
    undone = {act for act, state in states.items() if state == "UNDONE"}
    lost = {act for act in undone if act <= barrier or act not in claims.has_images}
    if not barrier and not lost:
        return states, True
    if lost:
        states |= {act: "HISTORY" for act in undone if act >= min(lost)}
    found: dict[int, str] = {}
    for act in (act for act in claims.proved() if act <= claims.act_at(best.place)):
        found[act] = states.get(act) or hints.get(act, "")
        if act <= barrier:
            found[act] = "HISTORY" if found[act] in ("UNDONE", "HISTORY") else "SEALED"
    return found, False


def _write_journal(
    file: sqlite3.Connection, claims: Claims, best: Base, states: Mapping[int, str]
) -> None:
    ask = claims.pool.execute
    for act, state in states.items():
        _insert(file, "act", ask("SELECT * FROM act WHERE id = ?", (act,)))
        file.execute("UPDATE act SET state = ? WHERE id = ?", (state, act))
        _insert(file, "logline", ask("SELECT * FROM logline WHERE act_id = ?", (act,)))
        if state != "HISTORY" and act in claims.has_images:
            _insert(file, "image", ask("SELECT * FROM image WHERE act_id = ?", (act,)))
    for link in claims.links[: best.place + 1]:
        if link.change and link.before is not None and (link.row[1] or 0) in {0, *states}:
            row = ask("SELECT * FROM statechange WHERE id = ?", (link.change,))
            _insert(file, "statechange", row)


def _write_photos(part: Path, pages: Pages, found: FoundRows, wholes: Iterable[Path]) -> int:
    """Write the photos whose bytes are those that their names say; return how many are lost."""
    with closing(open_connection(part)) as file:
        file.execute("PRAGMA synchronous = OFF")
        for values in found.photos.values():
            data = values[-1] if isinstance(values[-1], bytes) else pages.photo(values[-1])
            if data is not None and hashlib.sha256(data).hexdigest() == values[0]:
                _insert(file, PHOTOS, [[*values[:-1], data]], "OR IGNORE")
        for whole in wholes:
            with closing(open_connection(whole, read_only=True)) as copy, suppress(sqlite3.Error):
                _insert(file, PHOTOS, copy.execute(f"SELECT * FROM {PHOTOS}"), "OR IGNORE")
        named = "SELECT picture FROM background UNION SELECT picture FROM pinned_photo"
        lost = f"SELECT count(*) FROM ({named}) WHERE picture NOT IN (SELECT name FROM {PHOTOS})"
        (count,) = file.execute(lost).fetchone()
    sync(part)
    return int(count)


def _report(
    claims: Claims, written: Written, found: FoundRows, copies: tuple[str, ...]
) -> Salvaged:
    best, kept = written.best, written.states
    moments = {act: (entry.record[5], entry.record[6]) for act, entry in claims.entries.items()}
    proved = claims.proved()
    counted = {name: last for name, last in found.counters.items() if last < INT_32}
    newest = max(best.act, counted.get("act", 0), *proved)
    lost = [act for act in range(1, newest + 1) if act not in kept]
    known = {act: moments[act] for act in moments if act in proved}
    return Salvaged(
        act=best.act,
        title=known[best.act][0] if best.act in known else "",
        of=newest,
        brought=len(kept),
        gone=_ranges([act for act in lost if act > best.act], known),
        unknown=_ranges([act for act in lost if act <= best.act], known),
        tables=tuple(dict.fromkeys(_IN_WORDS.get(each, STANDS) for each in sorted(found.broken))),
        photos=written.photos,
        copies=copies,
        end=_of_the_end(claims, best, counted),
        proved=Tip(best.act, claims.links[best.place].chain if best.leads_on else ""),
        tip=written.tip,
    )


def _of_the_end(claims: Claims, best: Base, counted: Mapping[str, int]) -> str:
    if not counted:
        return "Whether more was done after it cannot be known: the counters of keys are lost."
    undone = max((each.change for each in claims.links[: best.place + 1]), default=0)
    if (
        best.leads_on
        and counted.get("act", 0) <= best.act
        and counted.get("statechange", 0) > undone
    ):
        return "What was undone or done again after it is lost."
    return ""


def _ranges(acts: Iterable[int], known: Mapping[int, tuple[str, str]]) -> tuple[Missing, ...]:
    """Return acts as ranges, with the moments of the nearest acts that are known."""
    found: list[Missing] = []
    for _, group in groupby(enumerate(acts), key=lambda pair: pair[1] - pair[0]):
        some = [act for _, act in group]
        first, last = some[0], some[-1]
        since = max((act for act in known if act <= first), default=0)
        until = min((act for act in known if act >= last), default=0)
        titles = tuple(known[act][0] for act in some if act in known)
        begun, ended = (_moment(known[act][1]) if act else "" for act in (since, until))
        found.append(Missing(first, last, begun, ended, titles))
    return tuple(found)


def _moment(stored: str) -> str:
    try:
        at = datetime.fromisoformat(stored).replace(tzinfo=UTC)
    except ValueError:
        return ""
    return moment(at, datetime.now(UTC))
