"""What the players must not know yet: Traps and Concealed Hazards that have not gone off, notes."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Field, Image, Note, Trap

_TRAP, _FIELD, _NOTE = (str(table.__tablename__) for table in (Trap, Field, Note))


class Secrets(Struct, frozen=True):
    """Keys of the Fields and Traps that are hidden, and the words that would betray a secret."""

    field_ids: frozenset[int]
    trap_ids: frozenset[int]
    words: frozenset[str]

    def betrayed_by(self, said: str) -> bool:
        """Return whether something that is said names a secret, as words of its own."""
        flat = _flat(said)
        return any(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", flat) for each in self.words)


def secrets_now(session: Session, act_ids: Iterable[int] = ()) -> Secrets:
    """Return the secrets of the campaign.

    Of these acts also the secrets that they changed or took away count, under the names that they
    had: a line of the log says the name of its time.
    """
    fields = [row for row in rows_of(session, Field) if _hidden_field(row.kind, row.triggered)]
    hidden = frozenset(row.id or 0 for row in fields)
    untouched = [row for row in rows_of(session, Trap) if _unsprung(row)]
    # An open Trap is known to be there, but what it does is written down and told by nobody.
    traps = [row for row in untouched if row.secret or row.field_id in hidden]
    words = [*(row.name for row in fields), *(row.name for row in untouched)]
    words += [text for row in untouched for text in (row.effect, row.condition)]
    words += [row.text for row in rows_of(session, Note)]
    words += _of_the_past(session, tuple(act_ids))
    return Secrets(
        field_ids=hidden,
        trap_ids=frozenset(row.id or 0 for row in traps),
        words=frozenset(_flat(each) for each in words) - {""},
    )


def _hidden_field(kind: FieldKind, triggered: list[str]) -> bool:
    """Return whether a Field is a Concealed Hazard of which no spot has gone off (F.1-59)."""
    return kind is FieldKind.CONCEALED and not triggered


def _of_the_past(session: Session, act_ids: tuple[int, ...]) -> Iterator[str]:
    """Yield the words that secrets had before or after these acts."""
    wanted = col(Image.act_id).in_(act_ids), col(Image.table).in_((_TRAP, _FIELD, _NOTE))
    images = session.exec(select(Image).where(*wanted).order_by(col(Image.id))).all()
    newest = {(image.table, image.row_id): image.after or image.before or {} for image in images}
    for image in images:
        if _still_hidden(session, image.table, image.row_id, newest[image.table, image.row_id]):
            for row in (image.before, image.after):
                yield from _words_of(row or {})


def _still_hidden(session: Session, table: str, row_id: int, last: dict[str, Any]) -> bool:
    """Return whether a row is a secret; `last` is how the acts left one that is gone."""
    if table == _FIELD:
        if field := session.get(Field, row_id):
            return _hidden_field(field.kind, field.triggered)
        return last.get("kind") == FieldKind.CONCEALED.name and not last.get("triggered")
    if table == _TRAP:
        if trap := session.get(Trap, row_id):
            return _unsprung(trap)
        return bool(last.get("armed")) and last.get("sprung_turn_id") is None
    return True


def _unsprung(trap: Trap) -> bool:
    return trap.armed and trap.sprung_turn_id is None


def _words_of(row: dict[str, Any]) -> Iterator[str]:
    for column in ("name", "effect", "condition", "text"):
        if isinstance(row.get(column), str):
            yield row[column]


def _flat(words: str) -> str:
    return " ".join(words.casefold().split()).rstrip(".")
