"""Notes and alarms that are open, the photos that a campaign keeps, and those pinned in its album."""

import hashlib
import sqlite3
from collections.abc import Iterator

from msgspec import Struct
from sqlalchemy import func
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.pictures.photo import name_of
from brikdesk.store.file.connection import driver_connection
from brikdesk.store.session import Progress, rows_of, unwatched
from brikdesk.store.tables import (
    Background,
    Battle,
    Note,
    Picture,
    PinnedPhoto,
    Player,
    Turn,
    Unit,
)
from brikdesk.store.views import view

NO_TURN = "Between turns"


class AlbumRow(Struct, frozen=True):
    """A pinned photo.

    - `turn`: Turn 6, Duchy of Lower Stud; `short`: Turn 6, DLS. Of a photo that was pinned outside of
      turns `turn` is empty, and `short` says so.
    - `unit_id`, `unit`: whom it shows, 0 and empty for nobody.
    - `battle_id`: of its turn, 0 without one.
    """

    id: int
    picture: str
    words: str
    turn_id: int
    turn: str
    short: str
    battle: str
    battle_id: int
    unit_id: int
    unit: str

    @property
    def title(self) -> str:
        """What it shows, in one line; without words, the turn."""
        said = ": ".join(filter(None, (self.unit, " ".join(self.words.split()))))
        return said or self.turn or "A photo"

    @property
    def when(self) -> str:
        """The turn with its battle."""
        return ", ".join(filter(None, (self.turn, self.battle))) or NO_TURN


@view(PinnedPhoto, Turn, Player, Unit, Battle)
def album(session: Session) -> tuple[AlbumRow, ...]:
    """Return the pinned photos, the first one first."""
    pinned = rows_of(session, PinnedPhoto)
    if not pinned:
        return ()
    turns = {row.id: row for row in rows_of(session, Turn)}
    players = {row.id: row for row in rows_of(session, Player)}
    battles = {row.id: row.name for row in rows_of(session, Battle)}
    named = select(Unit.id, Unit.name).where(
        col(Unit.id).in_(select(PinnedPhoto.unit_id).where(col(PinnedPhoto.unit_id).is_not(None)))
    )
    units = {unit_id: name for unit_id, name in session.exec(named)}  # noqa: C416
    found = []
    for row in pinned:
        turn = turns.get(row.turn_id)
        player = players[turn.player_id] if turn else None
        words = f"Turn {turn.number}, {player.faction}" if turn and player else ""
        short = f"Turn {turn.number}, {player.code}" if turn and player else NO_TURN
        battle_id = turn.battle_id if turn else 0
        battle = battles.get(battle_id, "")
        unit_id = row.unit_id or 0
        found.append(
            AlbumRow(row.id or 0, row.picture, row.words, row.turn_id or 0, words, short,
                     battle, battle_id, unit_id, units.get(unit_id, ""))
        )  # fmt: skip
    return tuple(found)


BLOCK = 1 << 20
"""Bytes of a photo that are read at once where only its SHA-256 is wanted."""

MISSING, DAMAGED = "is missing from this file", "is damaged"


def photo_bytes(session: Session, name: str) -> bytes | None:
    """Return the JPEG kept under a name, as the file has it; None if the campaign lacks it."""
    # No question of the desk's: its answer would stay in memory with a dozen megabytes.
    return session.exec(select(Picture.data).where(Picture.name == name)).first()


def sound_photo(session: Session, name: str) -> bytes:
    """Return the JPEG kept under a name. Raise BadInput where it is missing, or not what was kept."""
    data = photo_bytes(session, name)
    if data is None:
        raise BadInput(MISSING)
    if name_of(data) != name:
        raise BadInput(DAMAGED)
    return data


class KeptPhotos(Struct, frozen=True):
    """How many photos a campaign keeps, and those of them that nothing shows; with their bytes."""

    count: int
    size: int
    unshown: int
    unshown_size: int


@view(Background, PinnedPhoto, Picture)
def kept_photos(session: Session) -> KeptPhotos:
    """Count the photos, without reading any."""
    shown = shown_names(session)
    rows = list(session.exec(select(Picture.name, func.length(Picture.data))))
    spare = [size for name, size in rows if name not in shown]
    return KeptPhotos(len(rows), sum(size for _, size in rows), len(spare), sum(spare))


def shown_names(session: Session) -> set[str]:
    """Return the names of the photos that lie under a map or are pinned."""
    under = set(session.exec(select(Background.picture)))
    return under | set(session.exec(select(PinnedPhoto.picture)))


def where_shown(session: Session) -> dict[str, list[str]]:
    """Return for each photo that is shown the places where, in words."""
    places: dict[str, list[str]] = {}
    under = select(Background.picture, Battle.name).join(
        Battle, col(Battle.id) == col(Background.battle_id)
    )
    for name, battle in session.exec(under.order_by(col(Background.id))):
        places.setdefault(name, []).append(f"under the map of {battle}")
    for row in album(session):
        said = "" if row.title == row.turn else f" ({row.title})"
        places.setdefault(row.picture, []).append(f"pinned to {row.when}{said}")
    return places


def faults_of_photos(session: Session, progress: Progress = unwatched) -> Iterator[str]:
    """Read every byte of every photo; yield a sentence for each that is not what was kept."""
    file = driver_connection(session.connection())
    places = where_shown(session)
    # In the order of their rows, so that the file is read from front to back.
    there = list(file.execute("SELECT rowid, name FROM picture ORDER BY rowid"))
    for done, (row, name) in enumerate(there):
        progress("Reading the photos", done, len(there))
        if not _holds(file, row, name):
            yield _fault(name, places.get(name, []), DAMAGED)
    for name in sorted(places.keys() - {name for _, name in there}):
        yield _fault(name, places[name], MISSING)


def is_sound(session: Session, name: str) -> bool:
    """Return whether a photo is what was kept under its name."""
    file = driver_connection(session.connection())
    found = file.execute("SELECT rowid FROM picture WHERE name = ?", (name,)).fetchone()
    return found is not None and _holds(file, found[0], name)


def _holds(file: sqlite3.Connection, row: int, name: str) -> bool:
    whole = hashlib.sha256()
    try:
        with file.blobopen("picture", "data", row, readonly=True) as data:
            while block := data.read(BLOCK):
                whole.update(block)
    except sqlite3.DatabaseError:  # its pages do not fit together
        return False
    return whole.hexdigest() == name


def _fault(name: str, places: list[str], what: str) -> str:
    where = "; ".join(places) if places else "shown nowhere"
    return f"The photo {name[:8]}, {where}, {what}."


class NoteRow(Struct, frozen=True):
    """A note that is not done yet; `due_number` none: pinned to no turn."""

    id: int
    kind: str
    text: str
    unit_id: int | None
    player_id: int | None
    faction: str
    due_number: int | None


@view(Note, Player)
def notes(session: Session) -> tuple[NoteRow, ...]:
    """Return all open notes and alarms, oldest first."""
    factions = {player.id: player.faction for player in rows_of(session, Player)}
    open_notes = select(Note).where(col(Note.done).is_(False)).order_by(col(Note.id))
    return tuple(
        copied(NoteRow, note, faction=factions.get(note.player_id, ""))
        for note in session.exec(open_notes)
    )


@view(Unit)
def notes_of_units(session: Session) -> tuple[tuple[int, str, str], ...]:
    """Return key, name and notes of every unit that has some."""
    rows = select(Unit.id, Unit.name, Unit.notes).where(Unit.notes != "")
    return tuple((key or 0, name, notes) for key, name, notes in session.exec(rows))
