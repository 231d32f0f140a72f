"""Time as a place: a campaign as it was after any of its acts, and a copy to try things out in.

Both are campaigns of their own over a copy in a folder of this computer that goes with them. The file
itself is read once, when the copy is made, and neither written nor locked afterwards.
"""

import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import Connection, String, case, func, text, type_coerce
from sqlmodel import Session, SQLModel, col, select
from typing_extensions import override

from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign, copied_in_memory, copy_into
from brikdesk.store.file.connection import driver_connection, from_json, make_engine
from brikdesk.store.file.faults import in_words
from brikdesk.store.house_rules import OwnChoice, bookmarks_of, own_choice, write_choice
from brikdesk.store.journal.chain import links
from brikdesk.store.journal.images import Changed, game_tables, put_back
from brikdesk.store.life import OpenedFile, Watch
from brikdesk.store.lines import Kind
from brikdesk.store.session import CampaignSession, campaign_session, give_keys
from brikdesk.store.tables import ActRecord, ActState, HouseRule, Image, LogLine, Turn
from brikdesk.store.views import view
from brikdesk.store.views.log import CORRECTION, STANDING, act_as_data

_NO_COPY = "The campaign could not be copied", "Nothing was changed."


def _copy_of(campaign: Campaign, *, read_only: bool) -> OpenedFile:
    """Copy a campaign into a folder that goes with it, and open the copy.

    A copy that is only looked at bears the path of its campaign: what is exported from it is put
    beside that. One that is played on has a path of its own, so that nothing can reach the file.
    """
    with ExitStack() as held:
        folder = TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True)
        path = Path(held.enter_context(folder)) / campaign.path.name
        with closing(sqlite3.connect(path, isolation_level=None)) as made:
            copy_into(driver_connection(campaign.engine), made)
        engine = make_engine(path)
        held.callback(engine.dispose)
        # What a power cut takes of it nobody misses.
        driver_connection(engine).execute("PRAGMA synchronous = OFF")
        watch = Watch(path, engine)
        held.callback(watch.close)
        return campaign.opened_as(
            engine, campaign.path if read_only else path, watch, held.pop_all(), read_only
        )


# --- what was --------------------------------------------------------------------------------------


class Beat(Struct, frozen=True):
    """What a person calls one step back: an act, or the steps of one edge of a turn together.

    `act_id` is its last act, `first` its first. `turn_id`, `number` and `player_id` are those of the
    turn in which it was done, 0 outside of battles. `marks` tell what happened in it.
    """

    act_id: int
    first: int
    title: str
    at: datetime
    turn_id: int
    number: int
    player_id: int
    marks: frozenset[str] = frozenset()


BOOKMARKS = "SetBookmark"
"""The act that sets a bookmark."""

DEATH, FIRE, OVERRULED, NOTE, PHOTO = "death", "fire", "overruled", "note", "photo"
MARKS = {Kind.LOST: DEATH, Kind.MORTAL: DEATH, Kind.FIRE: FIRE, Kind.NOTE: NOTE}
"""The marks of a beat by the kinds of its lines."""


@view(ActRecord, LogLine, Turn)
def beats(session: Session) -> tuple[Beat, ...]:
    """Return the beats of the campaign, oldest first; acts that were undone are left out."""
    settles, marks = _of_lines(session)
    # A bookmark is nothing that happened: it belongs to the beat after which it was set.
    columns: Any = (
        ActRecord.id, ActRecord.name, ActRecord.title, ActRecord.done_at, ActRecord.turn_id,
        Turn.number, Turn.player_id,
    )  # fmt: skip
    standing = (
        select(*columns)
        .join(Turn, col(Turn.id) == col(ActRecord.turn_id), isouter=True)
        .where(col(ActRecord.state).in_(STANDING))
        .order_by(col(ActRecord.id))
    )
    found: list[Beat] = []
    steps = 0
    for act_id, name, title, at, turn_id, number, player_id in session.exec(standing):
        if name == BOOKMARKS and found:
            found[-1] = structs.replace(found[-1], act_id=act_id)
            continue
        own = marks.get(act_id, frozenset()) | ({PHOTO} if name == "PinPhoto" else set())
        # What was corrected is a beat of its own, whatever it settled.
        joins = act_id in settles and name != CORRECTION and steps and found[-1].turn_id == turn_id
        first, steps = (found[-1].first, steps + 1) if joins else (act_id, int(act_id in settles))
        beat = Beat(
            act_id, first, f"{steps} steps" if joins else title, at.replace(tzinfo=UTC),
            turn_id or 0, number or 0, player_id or 0, own | (found[-1].marks if joins else set()),
        )  # fmt: skip
        found[-1 if joins else len(found) :] = [beat]
    return tuple(found)


def _of_lines(session: Session) -> tuple[set[int], dict[int, frozenset[str]]]:
    """Return which acts settle steps, and the marks of each act, by the log."""
    steps = select(LogLine.act_id).where(LogLine.step != "", LogLine.kind != Kind.SEAL.value)
    settles = set(session.exec(steps.distinct()))
    marks: dict[int, frozenset[str]] = {}
    # Only the lines that matter are read: a long campaign has ten thousand others.
    set_aside = type_coerce(col(LogLine.overruled), String) != "[]"
    marked = col(LogLine.kind).in_([kind.value for kind in MARKS]) | set_aside
    lines = select(LogLine.act_id, LogLine.kind, set_aside).where(marked)
    for act_id, kind, overruled in session.exec(lines):
        mark = OVERRULED if overruled else MARKS[Kind(kind)]
        marks[act_id] = marks.get(act_id, frozenset()) | {mark}
    return settles, marks


@view(Image, LogLine)
def touched(session: Session, act_id: int) -> frozenset[int]:
    """Return the units that an act told of, or of which it changed anything."""
    images = select(_WHOSE).where(Image.act_id == act_id)
    lines = select(LogLine.unit_id).where(LogLine.act_id == act_id)
    return frozenset(key for each in (images, lines) for key in session.exec(each) if key)


@view(Image, LogLine)
def life(session: Session, unit_id: int) -> frozenset[int]:
    """Return the acts that told of a unit, or that changed anything of it, undone ones too."""
    images = select(Image.act_id).where(unit_id == _WHOSE)
    lines = select(LogLine.act_id).where(LogLine.unit_id == unit_id)
    return frozenset(key for each in (images, lines) for key in session.exec(each))


class SaidOfAct(Struct, frozen=True):
    """What the log says of an act, casefolded, and the rules that it cites."""

    act_id: int
    words: str
    rules: frozenset[str]

    def holds(self, words: Sequence[str], rules: frozenset[str], bookmark: str) -> bool:
        """Return whether these rules are cited, and each word is said or in the name of a bookmark."""
        said = f"{self.words} {bookmark.casefold()}"
        return rules <= self.rules and all(word in said for word in words)


@view(ActRecord, LogLine)
def said_of_acts(session: Session, after: int, most: int) -> tuple[SaidOfAct, ...]:
    """Return what is said of up to `most` acts with numbers above `after`, in their order."""
    wanted = select(ActRecord.id, ActRecord.title).where(col(ActRecord.id) > after)
    acts = {
        key or 0: title
        for key, title in session.exec(wanted.order_by(col(ActRecord.id)).limit(most))
    }
    if not acts:
        return ()
    words = {key: [title] for key, title in acts.items()}
    rules: dict[int, set[str]] = {key: set() for key in acts}
    columns = (
        LogLine.act_id,
        LogLine.lead,
        LogLine.parts,
        LogLine.rule,
        LogLine.overruled,
        LogLine.sums,
    )
    lines: Any = select(*columns).where(LogLine.act_id >= min(acts), LogLine.act_id <= max(acts))  # type: ignore[call-overload]
    for act_id, lead, parts, rule, overruled, sums in session.exec(lines):
        words[act_id] += [lead, *(part for part in parts if isinstance(part, str)), rule]
        rules[act_id] |= {rule, *overruled, *(term[2] for each in sums for term in each["terms"])}
    return tuple(
        SaidOfAct(key, " ".join(words[key]).casefold(), frozenset(rules[key])) for key in acts
    )


@view(HouseRule)
def bookmarks(session: Session) -> dict[int, str]:
    """Return the names of the bookmarks, by the acts on which they lie."""
    return bookmarks_of(session)


_OWNER: Any = func.json_extract(func.coalesce(Image.after, Image.before), "$.unit_id")
_WHOSE: Any = case((col(Image.table) == "unit", Image.row_id), else_=_OWNER)
"""The unit that a row is, or belongs to."""


class Past(Campaign):
    """A campaign as it was after an act, to look at. It begins where the campaign is.

    Beside the copy that goes back and forth lies a whole one, `whole`, from which the journal is
    taken: what lies after the act that is shown is in no table of the first.
    """

    def __init__(self, campaign: Campaign) -> None:
        try:
            super().__init__(_copy_of(campaign, read_only=True))
            self._keep_whole()
        except (OSError, sqlite3.Error) as error:
            raise in_words(error, *_NO_COPY) from error
        self.beats = self.read(beats)
        self._reached = self.newest

    @property
    @override
    def kept_how(self) -> str:
        """What the window says of it beside its name."""
        return "As it was"

    @property
    def newest(self) -> int:
        """The last act that stands; 0 in an empty campaign."""
        return self.beats[-1].act_id if self.beats else 0

    @property
    def act_id(self) -> int:
        """The act after which the campaign is seen."""
        return self._reached

    def beat_of(self, act_id: int) -> int:
        """Return the place of the beat that an act belongs to; of one undone, the beat before it."""
        return max(0, bisect_right(self.beats, act_id, key=lambda beat: beat.first) - 1)

    def go(self, act_id: int) -> None:
        """Show the campaign as it was right after an act. Raise CampaignFileError if that fails."""
        if act_id == self._reached:
            return
        try:
            with self.engine.begin() as connection:
                file = driver_connection(connection)
                put_back(connection, list(self._rows(file, act_id)))
                self._cut_journal(file, act_id)
        except Exception as error:
            raise in_words(error, "The past of the campaign could not be read") from error
        finally:
            self._answers.forget()
        self._reached = act_id
        self._opened.watch.remember()

    def _keep_whole(self) -> None:
        """Put a second copy beside the first, and leave out of both what was undone."""
        file = driver_connection(self.engine)
        # The copy, not the campaign: its path is that of the campaign.
        (shown,) = [Path(row[2]) for row in file.execute("PRAGMA database_list")]
        whole = shown.with_name("whole")
        undone = "SELECT id FROM act WHERE state IN ('UNDONE', 'HISTORY')"
        file.execute("BEGIN")
        file.execute("PRAGMA defer_foreign_keys = ON")
        for table in ("logline", "image", "statechange"):
            file.execute(f"DELETE FROM {table} WHERE act_id IN ({undone})")
        file.execute("DELETE FROM act WHERE state IN ('UNDONE', 'HISTORY')")
        file.execute("COMMIT")
        file.execute("VACUUM INTO ?", (str(whole),))
        file.execute("ATTACH DATABASE ? AS whole", (str(whole),))

    def _rows(self, file: sqlite3.Connection, act_id: int) -> Iterator[Changed]:
        """Yield each row that differs between here and an act, as it was there."""
        # Of the images of a row the oldest says how it was before all of them, the newest how after.
        # They come in the order in which the one that counts is the last.
        side, order = ("before", "DESC") if act_id < self._reached else ("after", "ASC")
        between = sorted((act_id, self._reached))
        images = file.execute(
            f'SELECT "table", row_id, {side} FROM whole.image WHERE act_id > ? AND act_id <= ? '
            f"ORDER BY id {order}",
            between,
        )
        rows = {(table, row_id): image for table, row_id, image in images}
        for (table, row_id), image in rows.items():
            yield table, row_id, None, None if image is None else from_json(image)

    def _cut_journal(self, file: sqlite3.Connection, act_id: int) -> None:
        """Have the journal end with an act."""
        tables = {"act": "id", "image": "act_id", "logline": "act_id"}
        if act_id < self._reached:
            _cut(file, act_id + 1)
            return
        for table, key in tables.items():
            file.execute(
                f"INSERT INTO {table} SELECT * FROM whole.{table} WHERE {key} > ? AND {key} <= ?",
                (self._reached, act_id),
            )


# --- what could be ---------------------------------------------------------------------------------


class Trial(Campaign):
    """A copy of a campaign in which anything can be done; nothing of it reaches the file.

    What was done is kept by doing it once more in the campaign: its `deeds`.
    """

    def __init__(self, campaign: Campaign) -> None:
        try:
            super().__init__(_copy_of(campaign, read_only=False))
        except (OSError, sqlite3.Error) as error:
            raise in_words(error, *_NO_COPY) from error
        self._base = campaign.tip
        self._links = self._count_links()
        self._leave_out_seeds()

    def _leave_out_seeds(self) -> None:
        """Take the seeds out of the copy: what is tried out is thrown by chance, and foretells nothing."""
        with self.engine.begin() as connection, CampaignSession(bind=connection) as session:
            seals = own_choice(session, OwnChoice.SEALS)
            if seals:
                without_seeds = {battle: {**seal, "seed": ""} for battle, seal in seals.items()}
                write_choice(session, OwnChoice.SEALS, without_seeds)
                session.commit()
        self._opened.watch.remember()

    @contextmanager
    @override
    def _session(self, connection: Connection, rows_stay: bool) -> Iterator[CampaignSession]:
        with super()._session(connection, rows_stay) as session:
            session.on_a_copy = True
            yield session

    def _count_links(self) -> int:
        return self.reading(lambda session: len(links(session)))

    @property
    @override
    def kept_how(self) -> str:
        """What the window says of it beside its name."""
        return "Not saved"

    @property
    def act_ids(self) -> tuple[int, ...]:
        """The acts that were done here and stand, oldest first."""
        return self.reading(_standing_after(self._base.act))

    def fits(self, campaign: Campaign) -> bool:
        """Return whether the campaign stands as it did when the trial began."""
        return campaign.tip == self._base

    def deeds(self) -> tuple[Act | bool, ...]:
        """Return what has to be done in the campaign to have it there too.

        An act is done, True is an undo, False a redo: what was undone here has used up keys of rows,
        by which later acts name theirs. What was taken back at the end is left out.
        """
        return self.reading(lambda session: _deeds(session, self._links, self._base.act))


# --- what should have been -------------------------------------------------------------------------


class KnownKeys:
    """Keys for new rows as history gave them: those that an act has made, else ones never used.

    By the keys of its rows an act names what another one has made; so whatever is done in place of
    an act gets the keys of that one.
    """

    def __init__(self, made: Mapping[str, Sequence[int]], last: Mapping[str, int]) -> None:
        self.made, self._last = made, last

    def give(self, session: Session, row: SQLModel) -> None:
        """Give a new row its key, unless it has one."""
        if row.id is not None or row.__tablename__ not in self._last:  # type: ignore[attr-defined]
            return
        name = str(row.__tablename__)
        connection = session.connection()
        taken = {each.id for each in session.new if each.__tablename__ == name}
        for key in self.made.get(name, ()):
            there = text(f"SELECT 1 FROM {name} WHERE id = :key")
            if key not in taken and not connection.execute(there, {"key": key}).first():
                row.id = key
                return
        highest = connection.execute(text(f"SELECT coalesce(max(id), 0) FROM {name}")).scalar_one()
        above = max(int(highest), self._last[name], *(key for key in taken if key))
        row.id = above + 1


def last_keys(connection: Connection) -> dict[str, int]:
    """Return the highest key that each table of the game has ever used."""
    counters = connection.exec_driver_sql("SELECT name, seq FROM sqlite_sequence")
    names = {table.name for table in game_tables()}
    return dict.fromkeys(names, 0) | {name: seq for name, seq in counters if name in names}


def keys_made_since(connection: Connection, act_id: int) -> dict[int, dict[str, list[int]]]:
    """Return the keys of the rows that each act has made, from an act on."""
    made: dict[int, dict[str, list[int]]] = {}
    images = select(Image.act_id, Image.table, Image.row_id).where(
        Image.act_id >= act_id, col(Image.before).is_(None)
    )
    for maker, table, key in connection.execute(images.order_by(col(Image.id))):
        made.setdefault(maker, {}).setdefault(table, []).append(key)
    return made


@contextmanager
def before_act(file: sqlite3.Connection, act_id: int) -> Iterator[CampaignSession]:
    """Yield a session over a copy in memory of a campaign as it was right before an act.

    What came after it has not happened there. `file` may be in the middle of a transaction.
    """
    with copied_in_memory(file) as back_to:
        session = campaign_session(back_to(act_id - 1))
        _cut(driver_connection(session.connection()), act_id)
        session.autoflush = True  # as where acts are done
        yield session


def _cut(file: sqlite3.Connection, act_id: int) -> None:
    """Leave out of the journal an act and all that came after it; what refers to others goes first."""
    changes = (
        ("statechange", "after_act"),
        ("logline", "act_id"),
        ("image", "act_id"),
        ("act", "id"),
    )
    for table, key in changes:
        file.execute(f"DELETE FROM {table} WHERE {key} >= ?", (act_id,))


class Rewrite(Trial):
    """A trial that begins right before an act of the campaign, to do something else in its place."""

    def __init__(self, campaign: Campaign, act_id: int) -> None:
        super().__init__(campaign)
        self.act_id = act_id
        try:
            with self.engine.begin() as connection:
                self._go_back(connection)
        except Exception as error:
            raise in_words(error, *_NO_COPY) from error
        self._opened.watch.remember()
        self._before = act_id - 1

    def _go_back(self, connection: Connection) -> None:
        """Put every row back to how it was before the act, and note which keys the act has used."""
        file = driver_connection(connection)
        made = keys_made_since(connection, self.act_id).get(self.act_id, {})
        self._keys = KnownKeys(made, last_keys(connection))
        images = file.execute(
            'SELECT "table", row_id, before FROM image JOIN act ON act.id = act_id '
            "WHERE act_id >= ? AND state IN ('DONE', 'SEALED') ORDER BY image.id DESC",
            (self.act_id,),
        )
        # The oldest comes last, and is the one that counts.
        rows = {(table, row_id): image for table, row_id, image in images}
        put_back(
            connection,
            [(*row, None, image and from_json(image)) for row, image in rows.items()],
        )
        _cut(file, self.act_id)
        # Undo takes back what is done here, not what led here: that is as it was.
        file.execute("UPDATE act SET state = 'SEALED' WHERE state = 'DONE'")

    @property
    def acts(self) -> tuple[Act, ...]:
        """What was done here in place of the act, and stands."""
        ids = self.reading(_standing_after(self._before))
        return tuple(act_from_data(self.read(act_as_data, each)) for each in ids)

    @contextmanager
    @override
    def _session(self, connection: Connection, rows_stay: bool) -> Iterator[CampaignSession]:
        with super()._session(connection, rows_stay) as session:
            give_keys(session, self._keys)
            yield session


def _standing_after(act_id: int) -> Callable[[Session], tuple[int, ...]]:
    def ask(session: Session) -> tuple[int, ...]:
        later = select(ActRecord.id).where(
            col(ActRecord.id) > act_id, col(ActRecord.state).in_(STANDING)
        )
        return tuple(each or 0 for each in session.exec(later.order_by(col(ActRecord.id))))

    return ask


def _deeds(session: Session, known: int, last: int) -> tuple[Act | bool, ...]:
    """Return what was done after the `known` links of the chain, and after its act `last`."""
    done: list[Act | bool] = []
    seen, standing, needed = set[int](), list[int](), 0
    for link in links(session)[known:]:
        # An act of before the trial can only be undone or done again.
        if link.act_id not in seen and link.act_id > last:
            done.append(act_from_data(act_as_data(session, link.act_id)))
        else:
            done.append(link.state is ActState.UNDONE)
        seen.add(link.act_id)
        if done[-1] is not True:
            standing.append(len(done))
        elif standing:
            standing.pop()
        else:
            needed = len(done)  # what was done before the trial was undone in it
    # Whatever comes after the last that stands has been taken back again.
    return tuple(done[: max([*standing[-1:], needed])])
