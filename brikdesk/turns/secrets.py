"""What the players must not know yet, and what they may see of the battle."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, func, select

from brikdesk.copied import copied
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.lines import Kind, Line
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    ActRecord,
    ActState,
    Fate,
    Field,
    Image,
    Note,
    Trap,
    Turn,
    Unit,
)
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import Ground, battlefield
from brikdesk.store.views.campaign_and_battle import BattleHead, PlayerRow, battle_head
from brikdesk.store.views.log import LogEntry, log
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns.brikwars.units import NOTE
from brikdesk.turns.ledger import FireRow, fires, points_in
from brikdesk.turns.queue import ALL_TABLES, queue, steps_ahead
from brikdesk.turns.steps import Step
from brikdesk.turns.telling import Headline, headline_of

_TRAP, _FIELD, _NOTE, _UNIT = (str(table.__tablename__) for table in (Trap, Field, Note, Unit))

_WRITING = ("AddTrap", "EditTrap", "AddField", "AddNote", "EditNote", "Together")
"""Acts that write secrets down. Undone and overtaken, they leave their arguments, but no images."""

_SAID = ("effect", "condition", "text")
"""The columns that hold what a secret does or says, in rows and in acts; beside its name."""

MOST_KEYS = 500
"""Acts that are asked for one by one; of more, the images of all acts are read."""


class Secrets(Struct, frozen=True):
    """Keys of the Fields and Traps that are hidden, and the words that would betray a secret.

    `undone_words` are those of acts that were taken back: they betray only in lines of such acts. Where
    `notes` is False, notes are no secret either.
    """

    field_ids: frozenset[int] = frozenset()
    trap_ids: frozenset[int] = frozenset()
    words: frozenset[str] = frozenset()
    undone_words: frozenset[str] = frozenset()
    notes: bool = True

    def betrayed_by(self, said: str) -> bool:
        """Return whether something that is said names a secret, as words of its own."""
        return _names_one_of(self.words, said)

    def hides_line(self, line: Line, *, undone: bool = False) -> bool:
        """Return whether a line of the log must not be told; its numbers' reasons count, too."""
        if self.notes and (line.kind is Kind.NOTE or NOTE.owns(line.step)):
            return True
        said = " ".join((line.said(), *(term.reason for each in line.sums for term in each.terms)))
        return self.betrayed_by(said) or (undone and _names_one_of(self.undone_words, said))

    def hides_step(self, step: Step) -> bool:
        """Return whether a step must not be shown."""
        return (
            (self.notes and NOTE.owns(step.key))
            or step.act.get("field_id") in self.field_ids
            or self.betrayed_by(step.title)
        )

    def public(self, entries: Iterable[LogEntry]) -> tuple[LogEntry, ...]:
        """Return the entries of the log that may be told."""
        return tuple(each for each in entries if not self.hides_line(each.line, undone=each.undone))

    def seen(self, ground: Ground) -> Ground:
        """Return the table as the players may see it."""
        # Field by field: what the battlefield gets one day is not shown before somebody decided so.
        return replace(
            ground,
            discs=tuple(disc for disc in ground.discs if disc.id not in self.field_ids),
            lying=tuple(
                each for each in ground.lying if not each.trap or each.id not in self.trap_ids
            ),
        )

    def __or__(self, other: "Secrets") -> "Secrets":
        """Return both, such as those of a past moment and those of today."""
        return Secrets(
            field_ids=self.field_ids | other.field_ids,
            trap_ids=self.trap_ids | other.trap_ids,
            words=self.words | other.words,
            undone_words=self.undone_words | other.undone_words,
            notes=self.notes or other.notes,
        )


NOTHING_HIDDEN = Secrets(notes=False)
"""For what the referee asked for with its secrets."""


def _names_one_of(words: frozenset[str], said: str) -> bool:
    return bool(words) and _pattern(words).search(_flat(said)) is not None


@lru_cache(maxsize=16)
def _pattern(words: frozenset[str]) -> re.Pattern[str]:
    # Looked for together: a report asks for each of its lines.
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(words)))})(?!\w)")


def secrets_now(session: Session, act_ids: Iterable[int] | None = ()) -> Secrets:
    """Return the secrets of the campaign.

    Of these acts (None: of all) also the secrets that they changed or took away count, under the names
    that they had: a line of the log says the name of its time.
    """
    fields = [row for row in rows_of(session, Field) if _hidden_field(row.kind, row.triggered)]
    hidden = frozenset(row.id or 0 for row in fields)
    untouched = [row for row in rows_of(session, Trap) if _unsprung(row)]
    # An open Trap is known to be there, but what it does is written down and told by nobody.
    traps = [row for row in untouched if row.secret or row.field_id in hidden]
    words = [*(row.name for row in fields), *(row.name for row in untouched)]
    words += [text for row in untouched for text in _sentences(row.effect, row.condition)]
    words += _sentences(*(row.text for row in rows_of(session, Note)))
    words += _of_the_past(session, None if act_ids is None else tuple(act_ids))
    return Secrets(
        field_ids=hidden,
        trap_ids=frozenset(row.id or 0 for row in traps),
        words=frozenset(_flat(each) for each in words) - {""},
        undone_words=frozenset(_flat(each) for each in _of_the_undone(session)) - {""},
    )


def kept_from(session: Session, *, secret: bool) -> Secrets:
    """Return the secrets that a paper leaves out: none if they were asked for, else all of them."""
    return NOTHING_HIDDEN if secret else secrets_now(session, None)


def _hidden_field(kind: FieldKind, triggered: list[str]) -> bool:
    """Return whether a Field is a Concealed Hazard of which no spot has gone off (F.1-59)."""
    return kind is FieldKind.CONCEALED and not triggered


def _of_the_past(session: Session, act_ids: tuple[int, ...] | None) -> Iterator[str]:
    """Yield the words that secrets had before or after these acts."""
    wanted = [col(Image.table).in_((_TRAP, _FIELD, _NOTE))]
    if act_ids is not None and len(act_ids) <= MOST_KEYS:
        wanted.append(col(Image.act_id).in_(act_ids))
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
    if isinstance(row.get("name"), str):
        yield row["name"]
    yield from _sentences(*(row[each] for each in _SAID if isinstance(row.get(each), str)))


def _sentences(*texts: str) -> Iterator[str]:
    """Yield the texts of more than one word.

    A single word, such as an effect that is "Fire", is in every other line of a battle; it is said
    only beside the name of its Trap, or in the line of its note.
    """
    return (each for each in texts if " " in each.strip())


def _of_the_undone(session: Session) -> Iterator[str]:
    """Yield the words of secrets that were written down by acts that another act has overtaken."""
    wanted = col(ActRecord.state) == ActState.HISTORY, col(ActRecord.name).in_(_WRITING)
    for name, arguments in session.exec(select(ActRecord.name, ActRecord.arguments).where(*wanted)):
        yield from _written_by({"act": name, **arguments})


def _written_by(act: dict[str, Any]) -> Iterator[str]:
    """Yield the words of the secrets that an act, given as data, wrote down."""
    for each in act.get("acts") or ():
        yield from _written_by(each)
    is_field = act.get("act") == "AddField"
    if act.get("act") in _WRITING and not (
        is_field and act.get("kind") != FieldKind.CONCEALED.value
    ):
        yield from _words_of(act)


def _flat(words: str) -> str:
    return " ".join(words.casefold().split()).rstrip(".")


LOOKED_BACK = 60
"""Newest lines of the log among which the last outcome is looked for."""

MOST_AHEAD = 3
"""Coming things that are told."""


class SideRow(Struct, frozen=True):
    """How a player stands: units left on the roster, units lost in this battle, victory points."""

    player_id: int
    left: int
    dead: int
    points: int


class DeadRow(Struct, frozen=True):
    """A unit that was lost in the running battle, and where it stood, if the map knew that."""

    unit_id: int
    name: str
    token: str
    colour: str
    size: int
    x: float | None = None
    y: float | None = None


class AheadRow(Struct, frozen=True):
    """Something that is coming, in words, and when: Paper rocket lands; Turn 6, BU."""

    words: str
    when: str


class PlayersView(Struct, frozen=True):
    """Table, units, turn order, steps and the last outcome. `number` is 0 while no battle runs.

    `steps` are the titles of the waiting steps by their keys; one that is a secret is not in it.
    `headline` tells the newest act of which something may be told, `back` the one that was taken back
    last, if nothing has followed; `ahead` is what comes next.
    """

    campaign: str
    number: int
    phase: str
    players: tuple[PlayerRow, ...]
    ground: Ground
    units: tuple[UnitRow, ...]
    fires: tuple[FireRow, ...]
    steps: Mapping[str, str]
    headline: Headline = Headline()
    back: Headline = Headline()
    sides: tuple[SideRow, ...] = ()
    dead: tuple[DeadRow, ...] = ()
    ahead: tuple[AheadRow, ...] = ()

    @property
    def active(self) -> PlayerRow | None:
        """The player whose turn it is."""
        return next((player for player in self.players if player.active), None)


@view(*ALL_TABLES)
def players_view(session: Session) -> PlayersView:
    """Return what the players may see now."""
    newest = log(session, newest=LOOKED_BACK)
    secrets = secrets_now(session, {entry.act_id for entry in newest})
    head = battle_head(session)
    waiting = queue(session).waiting
    everybody = units(session, include_lost=True)
    dead = _dead(session, head.battle_id, {row.id: row for row in everybody})
    return copied(
        PlayersView,
        head,
        players=tuple(player for player in head.players if player.place),
        ground=secrets.seen(battlefield(session)),
        units=tuple(_unit(row, secrets) for row in everybody if row.alive),
        fires=fires(session),
        steps={step.key: step.title for step in waiting if not secrets.hides_step(step)},
        headline=_newest(entry for entry in secrets.public(newest) if not entry.undone),
        back=_taken_back(session, newest, secrets),
        sides=_sides(session, head, everybody, {row.unit_id for row in dead}),
        dead=dead,
        ahead=_ahead(session, secrets),
    )


@view(*ALL_TABLES)
def may_be_told(session: Session, said: tuple[str, ...]) -> frozenset[str]:
    """Return those of some words, as a step or an attack says them, that betray no secret."""
    secrets = secrets_now(session)
    return frozenset(words for words in said if not secrets.betrayed_by(words))


def _unit(row: UnitRow, secrets: Secrets) -> UnitRow:
    return replace(
        row, chips=tuple(chip for chip in row.chips if not secrets.betrayed_by(chip.word))
    )


def _taken_back(session: Session, newest: Sequence[LogEntry], secrets: Secrets) -> Headline:
    """Tell the act that was taken back last; nothing where another one has followed."""
    # Undo goes backwards, so the oldest undone act is the one that was undone last.
    undone = select(func.min(ActRecord.id)).where(ActRecord.state == ActState.UNDONE)
    last = session.exec(undone).one()
    back = secrets.public(entry for entry in newest if entry.act_id == last)
    return replace(_newest(back), taken_back=bool(back))


def _newest(public: Iterable[LogEntry]) -> Headline:
    """Tell the newest act of these entries; nothing where there are none."""
    entries = tuple(public)
    last = entries[-1].act_id if entries else 0
    lines = [entry.line for entry in entries if entry.act_id == last]
    return replace(headline_of(lines), act_id=last)


def _sides(
    session: Session, head: BattleHead, everybody: Sequence[UnitRow], dead: Collection[int]
) -> tuple[SideRow, ...]:
    points = points_in(session, head.battle_id)
    left = Counter(row.player_id for row in everybody if row.alive and row.on_table)
    lost = Counter(row.player_id for row in everybody if row.id in dead)
    return tuple(
        SideRow(each.id, left[each.id], lost[each.id], points.get(each.id, 0))
        for each in head.players
        if each.place
    )


def _dead(
    session: Session, battle_id: int, everybody: Mapping[int, UnitRow]
) -> tuple[DeadRow, ...]:
    """Return the units that this battle has cost; a row that is lost has no place any more."""
    turns = select(Turn.id).where(Turn.battle_id == battle_id)
    lost = select(Unit.id).where(Unit.fate == Fate.DEAD, col(Unit.lost_turn_id).in_(turns))
    keys = (key or 0 for key in session.exec(lost.order_by(col(Unit.id))))
    rows = [everybody[key] for key in keys if key in everybody]
    if not rows:
        return ()
    stood = (
        select(Image.row_id, Image.before)
        .where(Image.table == _UNIT, col(Image.row_id).in_([row.id for row in rows]))
        .where(col(Image.after)["x"].as_float().is_(None))
        .where(col(Image.before)["x"].as_float().is_not(None))
        .order_by(col(Image.act_id))
    )
    places = {key: before or {} for key, before in session.exec(stood)}
    return tuple(
        DeadRow(
            row.id, row.name, row.token, row.colour, row.size,
            places.get(row.id, {}).get("x"), places.get(row.id, {}).get("y"),
        )
        for row in rows
    )  # fmt: skip


def _ahead(session: Session, secrets: Secrets) -> tuple[AheadRow, ...]:
    coming = (each for each in steps_ahead(session) if not secrets.hides_step(each.step))
    return tuple(AheadRow(each.step.title, each.when) for each in islice(coming, MOST_AHEAD))
