"""The open campaign: the only way to make, change, undo, redo and read it."""

import sqlite3
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ParamSpec, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace as replace_struct
from sqlalchemy import Connection, delete, func, update
from sqlalchemy.exc import NoResultFound
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.errors import BadInput, CampaignFileError, Refused
from brikdesk.lengths import words_depend_on_ruler, written_for_good
from brikdesk.pictures.photo import PhotoCopy
from brikdesk.rules.texts import is_known
from brikdesk.store.act import Act, all_refusals
from brikdesk.store.file.connection import (
    LARGEST_FILE,
    PAGE_SIZE,
    Promise,
    commit,
    driver_connection,
    engine_of,
    make_engine,
    patient_writer,
    total_changes,
)
from brikdesk.store.file.durable import beside, discard, put_in_new_place, sweep
from brikdesk.store.file.faults import Busy, CannotLock, ClosedBadly, Damaged, Replaced, in_words
from brikdesk.store.file.lock import can_lock, lock_path
from brikdesk.store.file.schema import in_last_form, quoted
from brikdesk.store.file.verify import PHOTOS, READ_AT_OPENING
from brikdesk.store.journal.chain import add_change, sqlite_moment, tip_of
from brikdesk.store.journal.images import Changed, Images, digest_of_game, game_tables, put_back
from brikdesk.store.journal.stored_shapes import misshapen
from brikdesk.store.journal.unbroken import (
    ACTS_BETWEEN,
    accept,
    altered_of_checkpoint,
    before_change,
    rows_left,
    write_checkpoint,
)
from brikdesk.store.life import CampaignFile, OpenedFile, create_file, open_file
from brikdesk.store.lines import OVERRULED, Kind, Line, Outcome, line
from brikdesk.store.record import (
    CAN_BE_UNDONE,
    RecordedChange,
    images_of,
    insert_act,
    present_turn_id,
)
from brikdesk.store.session import (
    Answers,
    CampaignSession,
    Progress,
    campaign_session,
    forget,
    one_by_one,
    unwatched,
    watch_acts,
)
from brikdesk.store.tables import (
    JOURNAL_TABLES,
    ActRecord,
    ActState,
    Background,
    CampaignRow,
    Image,
    Picture,
    PinnedPhoto,
)
from brikdesk.store.views import View, asked_of
from brikdesk.store.views.notes_and_photos import KeptPhotos, is_sound, kept_photos, shown_names

IN_THE_FILE = "The drive reported an error, but this is in the file"


class Changes(Struct, frozen=True):
    """What one act, undo or redo changed: the act, its title, and the tables whose rows differ."""

    act_id: int
    title: str
    tables: frozenset[str]
    lines: tuple[Line, ...] = ()

    def in_doubt(self) -> "Changes":
        """Return the same changes with a title that mentions the drive's error."""
        return replace_struct(self, title=f"{self.title}. {IN_THE_FILE}.")


MOST = 64 * 1024 * 1024
"""Bytes of the photos that nothing shows. Beyond that the oldest of them goes when another one comes."""

MOST_OF_ALL = 3 * 1024 * 1024 * 1024
"""Bytes of all photos of a campaign."""

RESERVE = 64 * 1024 * 1024
"""Bytes that stay free below the largest file: for the digest, and for taking back what is there."""

TOO_MANY = (
    f"This campaign holds {MOST_OF_ALL >> 30} GB of photos, as many as it can. Unpin some, then drop "
    "them: brikdesk thin FILE, or the button below the album. Nothing was changed."
)
FULL = (
    f"This campaign has grown to {LARGEST_FILE >> 30} GB, the largest file that BrikDesk opens. Drop "
    "photos that nothing shows (brikdesk thin FILE), or go on in a new campaign. Nothing was changed."
)


def keep(session: Session, photo: PhotoCopy, now: datetime) -> bool:
    """Write a photo unless the campaign has it, and drop the oldest that are too many.

    Return whether anything was written. Raise BadInput where there is no room for it.
    """
    known = session.exec(select(Picture.name).where(Picture.name == photo.name)).first()
    if known is not None:
        return False
    _make_room(session)
    if kept_photos(session).size + len(photo.data) > MOST_OF_ALL:
        raise BadInput(TOO_MANY)
    session.add(copied(Picture, photo, kept_at=now))
    session.flush()
    check_room(session)
    return True


def check_room(session: Session) -> None:
    """Raise BadInput where what is about to be saved would make the file too large to be opened."""
    file = driver_connection(session.connection())
    (pages,) = file.execute("PRAGMA page_count").fetchone()
    (free,) = file.execute("PRAGMA freelist_count").fetchone()
    if (pages - free) * PAGE_SIZE > LARGEST_FILE - RESERVE:
        raise BadInput(FULL)


def _make_room(session: Session) -> None:
    spare = _unshown(session)
    total = sum(size for _, size in spare)
    for name, size in spare:
        if total <= MOST:
            return
        total -= size
        # A damaged one stays until the whole file is checked: its pages may belong to something else.
        if is_sound(session, name):
            # Undo may name it still: the map then says that it lacks the photo.
            session.execute(delete(Picture).where(col(Picture.name) == name))


def _unshown(session: Session) -> list[tuple[str, int]]:
    """Return name and size of the photos that nothing shows, the oldest first."""
    shown = shown_names(session)
    sizes = select(Picture.name, func.length(Picture.data)).order_by(col(Picture.kept_at))
    return [(name, size) for name, size in session.exec(sizes) if name not in shown]


def drop_unshown(session: Session) -> KeptPhotos:
    """Drop the photos that nothing shows; return what was there before.

    All pages of the file are checked first. Raise Damaged if they do not fit together.
    """
    before = kept_photos(session)
    if before.unshown:
        file = driver_connection(session.connection())
        if file.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise Damaged("its pages do not fit together")
        for name, _ in _unshown(session):
            session.execute(delete(Picture).where(col(Picture.name) == name))
    return before


def dropped_of(session: Session, rows: Iterable[Changed]) -> int:
    """Return how many photos the rows name, as undo or redo leaves them, that were dropped."""
    tables = {model.__tablename__ for model in (Background, PinnedPhoto)}
    left = (then for table, _, _, then in rows if table in tables)
    names = {row["picture"] for row in left if row}
    return sum(
        session.exec(select(Picture.name).where(Picture.name == name)).first() is None
        for name in names
    )


Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


_STATE = "SELECT state FROM act WHERE uuid = ?"
_NOT_SAVED = "The change was not saved", "The game stands as before."
_NO_PICTURE = "The photo was not saved", "The game stands as before."
_NOT_DROPPED = "The photos were not dropped", "The campaign stands as before."
_NOT_SMALLER = (
    "The photos are dropped, but the file could not be made smaller",
    "Their room is used for what comes next.",
)
_NO_DIGEST = (
    "The digest by which altered values are noticed could not be kept",
    "The game is saved.",
)


Now = Callable[[], datetime]


def now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


class Campaign(CampaignFile):
    """An open campaign file. Everything that changes it goes through `do`, `undo` and `redo`.

    Each of them is one transaction: the rows, the log lines, the images and the act as data are
    saved together or not at all.
    """

    def __init__(
        self,
        opened: OpenedFile,
        clock: Now = now,
        new_name: Callable[[], str] = lambda: str(uuid.uuid4()),
    ) -> None:
        super().__init__(opened)
        self._clock, self._new_name = clock, new_name
        self._foreign = False
        self._promise: Promise | None = None
        self._in_doubt = False
        self._acts_since_digest = 0
        self._answers = Answers()
        self._deed: RecordedChange | None = None
        self._touched: list[tuple[str, int]] = []
        """The game rows that the running change writes."""

    @classmethod
    def create(cls, path: Path) -> Self:
        """Make an empty campaign file and open it. Raise CampaignFileError if the name is taken."""
        create_file(path)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, accept_altered: bool = False) -> Self:
        """Check and open a campaign file. Raise CampaignFileError if it cannot be opened.

        With `accept_altered`, values that differ from what was saved last are accepted.
        """
        accepted: list[str] = []

        def checks(connection: sqlite3.Connection) -> list[str]:
            with in_last_form(connection) as readable:
                if found := misshapen(readable):
                    return found
            accepted[:] = altered_of_checkpoint(connection)
            return [] if accept_altered else accepted

        opened = cls(open_file(path, read_only=read_only, extra_checks=checks))
        if accepted and not opened.read_only:
            opened._accept()
        return opened

    def close(self) -> tuple[str, ...]:
        """Close the file and remove its lock; return a sentence for each thing that failed."""
        failed: list[str] = []
        try:
            self.keep_digest()
        except CampaignFileError as error:
            failed.append(str(error))
        return (*failed, *self._opened.close())

    def keep_digest(self) -> None:
        """Write a digest of the game, so that values altered from outside are noticed later."""
        if self._acts_since_digest and not self.read_only:
            with self._writing(failure=_NO_DIGEST) as session:
                self._promise = write_checkpoint(session.connection())
            self._acts_since_digest = 0

    def _accept(self) -> None:
        """Accept the altered values from now on; close the file if that fails."""
        try:
            with self._writing() as session:
                accept(session.connection())
        except BaseException:
            self._opened.close()
            raise
        self._acts_since_digest = 0

    def others_wrote(self) -> bool:
        """Return whether another program has changed the file since it was last looked at."""
        wrote = super().others_wrote()
        if wrote:
            self._answers.forget()
        return wrote

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        """Close the file. Raise ClosedBadly if that fails, unless another error is under way."""
        failed = self.close()
        if failed and kind is None:
            raise ClosedBadly(" ".join(failed))

    @contextmanager
    def beside(self) -> Iterator["Campaign"]:
        """Yield this campaign over a second connection, for a long act on another thread.

        Meanwhile this one may only read; afterwards call its `others_wrote` to see the changes.
        """
        if self.read_only:
            raise Replaced
        engine, watch = make_engine(self.path), None
        try:
            patient_writer(engine)
            watch = self._opened.watch.for_another(engine)
            opened = replace(self._opened, engine=engine, watch=watch)
            own = Campaign(opened, self._clock, self._new_name)
            own._acts_since_digest, own.recorder = self._acts_since_digest, self.recorder
            yield own
            self._acts_since_digest = own._acts_since_digest
            # What our own other connection wrote is no surprise, but the views have not seen it.
            self._opened.watch.expect(watch)
        except Exception as error:
            raise in_words(error) from error
        finally:
            if watch:
                watch.close()
            engine.dispose()

    def do(self, act: Act, progress: Progress = unwatched) -> Changes:
        """Carry out an act and save it, with its log lines and images, in one transaction.

        `progress` is told how far an act of many parts is, and may cancel it. Refused, BadInput and
        CampaignFileError leave the campaign unchanged. Refused tells all rules that refuse.
        """
        try:
            return self._do(act, progress)
        except Refused as refusal:
            # It is told and not kept: its lengths are worded as the referee measures.
            raise self.looked_through(act, progress)[1] or refusal from None
        except BadInput:
            if words_depend_on_ruler():
                self.try_out(act)
            raise

    def _do(self, act: Act, progress: Progress) -> Changes:
        with self._writing(rows_stay=True) as session:
            watch_acts(session, progress)
            file = driver_connection(session.connection())
            turn_id = present_turn_id(file)  # before the act: it may end the turn it belongs to
            images = campaign_session(session).images = Images()
            before = total_changes(session.connection())
            with written_for_good():
                outcome = carried_out(act, session)
            session.flush()
            self._check_nothing_bypassed(session, images, before)
            campaign_session(session).images = None
            written = images.changed()
            self._touched = [(name, key) for name, key, *_ in written]
            changes = self._record(session, act, outcome, written, turn_id)
            check_room(session)
            if self._acts_since_digest >= ACTS_BETWEEN:
                write_checkpoint(session.connection())
                self._acts_since_digest = 0
        return self._remembered(changes, written)

    def keep_picture(self, photo: PhotoCopy) -> bool:
        """Save a photo in the file, so that an act can name it; nothing that is shown changes.

        Return whether it was written: False where the file has it already.
        """
        moment = self._clock()
        with self._writing(failure=_NO_PICTURE) as session:
            kept = keep(session, photo, moment)
        if kept and self.recorder:
            size = {"width": photo.width, "height": photo.height}
            row = {**size, "kept_at": sqlite_moment(moment)}
            self.recorder.photo(photo.name, photo.data, row, self.tip)
        return kept

    def drop_photos(self) -> tuple[KeptPhotos, str]:
        """Drop the photos that nothing shows, and give their room back to the drive.

        Return what there was before, and in a sentence why the file did not become smaller, if it did
        not. Undo still names the photos: what it brings back lacks them.
        """
        with self._writing(failure=_NOT_DROPPED) as session:
            before = drop_unshown(session)
        trouble = self._shrink() if before.unshown else ""
        self._answers.forget()
        return before, trouble

    def _shrink(self) -> str:
        """Leave out the pages that nothing needs any more; return why that failed."""
        file = driver_connection(self.engine)
        self._opened.watch.expect_smaller()
        try:
            file.execute("PRAGMA temp_store = FILE")  # not in memory: it writes the whole file anew
            file.execute("PRAGMA cache_spill = ON")
            file.execute("VACUUM")
            return ""
        except sqlite3.Error as error:
            return str(in_words(error, *_NOT_SMALLER))
        finally:
            # A drive that failed may fail here too; what is not remembered is looked at by the next act.
            with suppress(sqlite3.Error):
                file.execute("PRAGMA temp_store = MEMORY")
                self._opened.watch.remember()

    def try_out(self, act: Act) -> Outcome:
        """Return what an act would do: carry it out and roll it back."""
        with self._writing(keep=False) as session:
            outcome = carried_out(act, session)
            session.flush()
            return outcome

    def looked_through(
        self, act: Act, progress: Progress = unwatched
    ) -> tuple[Outcome | None, Refused | None, str]:
        """Return what an act would do, all that refuses it, and what is wrong with it.

        It is carried out with every refusal set aside, and rolled back. What it would do is None
        where something is wrong with it even so.
        """
        outcome: Outcome | None = None
        problem = ""

        def carry_out() -> None:
            nonlocal outcome, problem
            try:
                outcome = carried_out(act, session)
                session.flush()
            except BadInput as error:
                problem = str(error)

        with self._writing(keep=False) as session:
            watch_acts(session, progress)
            refused = all_refusals(session, carry_out)
        return outcome, refused, problem

    @contextmanager
    def rehearsal(self) -> Iterator[Session]:
        """Yield a session in which acts can be carried out one after another; nothing is kept."""
        with self._writing(keep=False) as session:
            yield session

    def undo(self, progress: Progress = unwatched) -> Changes:
        """Undo the last act as a whole. Raise BadInput if nothing is left to undo."""
        return self._go(back=True, progress=progress)

    def redo(self, progress: Progress = unwatched) -> Changes:
        """Redo the act that was undone last. Raise BadInput if nothing is left to redo."""
        return self._go(back=False, progress=progress)

    def _go(self, back: bool, progress: Progress) -> Changes:
        """Take the last done act back, or do the first undone one again."""
        found, made, doing, way = (
            (f"{CAN_BE_UNDONE} ORDER BY id DESC", ActState.UNDONE, "Taking back", "undo")
            if back
            else ("state = 'UNDONE' ORDER BY id", ActState.DONE, "Doing again", "redo")
        )
        with self._writing() as session:
            file = driver_connection(session.connection())
            asked = f"SELECT id, uuid, title FROM act WHERE {found} LIMIT 1"
            record = file.execute(asked).fetchone()
            if record is None:
                raise BadInput(f"There is nothing to {way}.")
            act_id, act_uuid, title = record
            rows = images_of(file, act_id, back=back)
            images = one_by_one(progress, doing, rows)
            tables = put_back(session.connection(), images)
            self._touched = [(name, key) for name, key, *_ in rows]
            file.execute("UPDATE act SET state = ? WHERE id = ?", (made.name, act_id))
            self._deed = RecordedChange(way, self._clock())
            add_change(session.connection(), act_id, made, self._deed.at)
            self._promise = Promise(_STATE, act_uuid, made.name)
            title += _LACKS[min(2, dropped_of(session, rows))]
            changes = Changes(act_id, title, frozenset(tables | _JOURNAL))
        return self._remembered(changes, rows)

    def seal(self) -> None:
        """Seal everything done so far, so that undo stops here (for sample campaigns)."""
        with self._writing() as session:
            done = col(ActRecord.state) == ActState.DONE
            sealed = session.execute(update(ActRecord).where(done).values(state=ActState.SEALED))
            if sealed.rowcount:  # type: ignore[attr-defined]
                self._deed = RecordedChange("seal", self._clock())
                add_change(session.connection(), None, ActState.SEALED, self._deed.at)
        self._answers.forget()

    def read(
        self, question: View[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Answer:
        """Answer a view from the saved rows, or with its kept answer if nothing was written."""
        return self._read(
            lambda: self._answers.of(
                self.engine,
                asked_of(question, args, kwargs),
                lambda session: question(session, *args, **kwargs),
            )
        )

    def reading(self, ask: Callable[[Session], Answer]) -> Answer:
        """Call a function with a session that sees the saved rows; it must not write."""
        return self._read(lambda: self._answers.ask(self.engine, ask))

    def _read(self, ask: Callable[[], Answer]) -> Answer:
        """Ask, and forget the kept answers first where another program has written."""
        try:
            if self._opened.watch.counts_another():
                self._answers.forget()
            return ask()
        except Exception as error:
            raise in_words(error) from error

    def digest(self) -> str:
        """Return a hash of all game rows: equal digests mean equal games."""
        return self.reading(lambda session: digest_of_game(session.connection()))

    @contextmanager
    def _writing(
        self,
        *,
        keep: bool = True,
        rows_stay: bool = False,
        failure: tuple[str, str] = _NOT_SAVED,
    ) -> Iterator[Session]:
        """Yield a session over a transaction of its own, which is committed at the end if `keep`.

        With `rows_stay` the rows that the act before has read are at hand, and stay for the next.
        """
        if self.read_only:
            raise CampaignFileError("This campaign was opened to look at. Nothing was changed.")
        self._promise, self._in_doubt, self._deed, self._touched = None, False, None, []
        left = ""
        watch = self._opened.watch
        try:
            watch.check_place()
            with self.engine.connect() as connection:
                transaction = connection.begin()
                driver = driver_connection(connection)
                try:
                    self._foreign = watch.others_wrote(driver)
                    before = tip_of(driver)
                    known = before_change(driver) if keep and self.recorder else None
                    with self._session(connection, rows_stay) as session:
                        session.rehearses = not keep
                        yield session
                    after = tip_of(driver) if keep else before
                    if known and self._deed:
                        left = rows_left(driver, known, self._touched)
                    if keep:
                        self._in_doubt = commit(connection, transaction, self._promise)
                    if rows_stay:
                        self._answers.keep_writer(session)
                finally:
                    if transaction.is_active:
                        transaction.rollback()
                    elif driver.in_transaction:  # SQLite keeps open what it refused to commit
                        driver.rollback()
            if keep or not self._foreign:  # else the views are still to be read anew
                watch.remember(after)
            self._acts_since_digest += keep
        except Exception as error:
            self._answers.forget()  # a commit that failed may have been written all the same
            reason = in_words(error, *failure)
            lockless = isinstance(reason, Busy) and not can_lock(lock_path(self.path))
            raise CannotLock() if lockless else reason from error
        if self._deed and self.recorder:
            self.recorder.note(self._deed, before, after, left)

    @contextmanager
    def _session(self, connection: Connection, rows_stay: bool) -> Iterator[CampaignSession]:
        if rows_stay and not self._foreign:
            session = self._answers.writer(connection)
        else:
            session = CampaignSession(bind=connection, expire_on_commit=False)
        try:
            yield session
            if not session.rehearses:
                session.commit()  # flushes; the transaction itself belongs to the connection
        except BaseException:
            session.close()
            raise
        if not rows_stay:
            forget(session)
            session.close()

    def _remembered(self, changes: Changes, written: list[Changed]) -> Changes:
        if self._foreign:
            self._answers.forget()
        else:
            self._answers.learn(changes.tables | JOURNAL_TABLES, written)
        return changes.in_doubt() if self._in_doubt else changes

    def _record(
        self,
        session: Session,
        act: Act,
        outcome: Outcome,
        changed: list[Changed],
        turn_id: int | None,
    ) -> Changes:
        data = {"act": type(act).__name__, **act.as_data()}
        deed = self._deed = RecordedChange(
            "act", self._clock(), outcome.title, self._new_name(), data
        )
        key = insert_act(session, act, outcome, turn_id, changed, deed)
        self._promise = Promise(_STATE, deed.uuid, ActState.DONE.name)
        tables = frozenset(name for name, *_ in changed) | _JOURNAL
        return Changes(key, outcome.title, self._with_foreign(tables), outcome.lines)

    def _with_foreign(self, tables: frozenset[str]) -> frozenset[str]:
        """Return the written tables, or all of them if another program wrote in the meantime."""
        if not self._foreign:
            return tables
        return tables | {table.name for table in game_tables()}

    def _check_nothing_bypassed(self, session: Session, images: Images, before: int) -> None:
        # A bulk statement or a trigger changes rows without session events: no image, no undo.
        written = total_changes(session.connection()) - before
        if written != images.writes:
            raise RuntimeError(f"{written} rows were written, {images.writes} of them as objects")


def carried_out(act: Act, session: Session) -> Outcome:
    """Carry out an act in a session, with a line for each refusal that the referee set aside."""
    try:
        return _with_rulings(act.carry_out(session), session)
    except NoResultFound:
        # An earlier BrikDesk could take a campaign's own beginning back.
        if session.exec(select(CampaignRow)).first() is None:
            words = "This campaign was taken back to before its beginning. Redo first."
            raise BadInput(words) from None
        raise


def _with_rulings(outcome: Outcome, session: Session) -> Outcome:
    """Return what an act did, with a line for each refusal that the referee set aside."""
    player_id = outcome.lines[0].player_id if outcome.lines else None
    rulings = []
    for each in campaign_session(session).set_aside:
        rule = each.rule if is_known(each.rule) else ""
        ruling = line(Kind.RULING, OVERRULED, each.sentence, rule=rule, player_id=player_id)
        rulings.append(ruling)
    return replace(outcome, lines=(*outcome.lines, *rulings)) if rulings else outcome


_JOURNAL = frozenset({"act", "logline"})
_LACKS = (
    "",
    " (its photo was dropped from this file)",
    " (its photos were dropped from this file)",
)
"""What the title of an undone act adds where its photos are gone: none, one, several."""


def make_campaign(path: Path, fill: Callable[[Campaign], None], clock: Now = now) -> None:
    """Make a campaign file and let `fill` do its first acts, which are never undone.

    If anything goes wrong, no file is left. Raise CampaignFileError if the name is taken, if the
    folder is missing or if the drive refuses.
    """
    with new_place(path) as part:
        create_file(part)
        # Closing makes a backup; that of an unfinished file must not join the referee's backups.
        with TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as backups:
            campaign = Campaign(open_file(part, backup_dir=Path(backups)), clock)
            try:
                fill(campaign)
                campaign.seal()  # undo begins after this: a campaign's beginning is not taken back
            finally:
                failed = campaign.close()
        if failed:
            raise CampaignFileError(
                "The campaign could not be made: its drive refused to finish it."
            )


@contextmanager
def new_place(path: Path) -> Iterator[Path]:
    """Yield the name under which a new campaign is written, and give it its own name at the end.

    Raise CampaignFileError as `make_campaign` does; then no file is left.
    """
    if path.exists() or path.is_symlink():
        raise CampaignFileError(f"There is a file {path.name} already. Choose another name.")
    if not path.parent.is_dir():
        raise CampaignFileError(f"There is no folder {path.parent}. Make it first.")
    sweep(path)
    part = beside(path)
    try:
        yield part
        put_in_new_place(part, path)
    except FileExistsError:
        raise CampaignFileError(f"There is a file {path.name} already. Choose another.") from None
    except (OSError, sqlite3.Error) as error:  # a driver's own, where rows are written without acts
        raise in_words(error, "The campaign could not be made", "Nothing was changed.") from error
    finally:
        discard(part)


@contextmanager
def looking_back(campaign: Campaign) -> Iterator[Callable[[int], Session]]:
    """Copy the campaign into memory and yield `back_to(act_id)`, which returns a session for views.

    The session shows the campaign as it was after that act. Calls only go back in time: each act
    must not be newer than the one before. Acts that are undone now count as never done. The file is
    not changed; the copy is dropped at the end. Raise CampaignFileError if it cannot be read.
    """
    try:
        with copied_in_memory(driver_connection(campaign.engine)) as back_to:
            yield back_to
    except sqlite3.Error as error:
        raise in_words(error, "The past of the campaign could not be read") from error


@contextmanager
def copied_in_memory(file: sqlite3.Connection) -> Iterator[Callable[[int], Session]]:
    """Copy a campaign into memory, as `looking_back` does, over an open connection to its file."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    copy = engine_of(memory)
    try:
        copy_into(file, memory)
        with CampaignSession(bind=copy, autoflush=False, expire_on_commit=False) as session:
            yield _Past(session).back_to
    finally:
        copy.dispose()
        memory.close()


def copy_into(file: sqlite3.Connection, made: sqlite3.Connection) -> None:
    """Copy a campaign into an empty database; without its photos where they would fill the memory.

    Without them too in the middle of a transaction, where SQLite would wait for its end.
    """
    (photos,) = file.execute(f"SELECT sum(length(data)) FROM {PHOTOS}").fetchone()
    if (photos or 0) <= READ_AT_OPENING and not file.in_transaction:
        file.backup(made)
        return
    for setting in ("page_size", "application_id", "user_version"):
        made.execute(f"PRAGMA {setting} = {file.execute(f'PRAGMA {setting}').fetchone()[0]}")
    # Tables come before their indexes.
    parts = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC"
    made.execute("BEGIN")
    for kind, name, sql in file.execute(parts).fetchall():
        if name.startswith("sqlite_"):
            continue
        made.execute(sql)
        if kind == "table" and name != PHOTOS:
            _copy_rows(file, made, name)
    # How far keys were counted: none is used twice, in a copy that is played on neither.
    made.execute("DELETE FROM sqlite_sequence")
    _copy_rows(file, made, "sqlite_sequence")
    made.execute("COMMIT")


def _copy_rows(file: sqlite3.Connection, made: sqlite3.Connection, name: str) -> None:
    rows = file.execute(f"SELECT * FROM {quoted(name)}")
    marks = ", ".join("?" * len(rows.description))
    made.executemany(f"INSERT INTO {quoted(name)} VALUES ({marks})", rows)


class _Past:
    """A copy of a campaign that is put back further and further."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._reached: int | None = None

    def back_to(self, act_id: int) -> Session:
        """Put the copy back to how it was after an act, which is no newer than that of the last call."""
        wanted = [col(Image.act_id) > act_id]
        if self._reached is not None:  # what came after it is put back already
            wanted.append(col(Image.act_id) <= self._reached)
        self._reached = act_id
        images = self._session.exec(
            select(Image.table, Image.row_id, Image.before, Image.id)
            .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
            .where(col(ActRecord.state).in_((ActState.DONE, ActState.SEALED)), *wanted)
            .order_by(col(Image.id).desc())
        ).all()
        # The images come newest first, so a row's oldest one overwrites the others and is used alone.
        rows: dict[tuple[str, int], dict[str, Any] | None] = {
            (table, row_id): None if before is None else dict(before)
            for table, row_id, before, _ in images
        }
        connection = self._session.connection()
        put_back(connection, ((*row, None, image) for row, image in rows.items()))
        forget(self._session)
        return self._session
