"""Compare a file with what this computer saw of its campaign: the same, newer, older, or a fork."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from msgspec import Struct

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.connection import open_connection
from brikdesk.store.journal.recorder import RecordLine
from brikdesk.store.journal.tip import Tip, holds, origin_of, tip_of

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
