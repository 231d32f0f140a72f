"""The course of past turns, read from the record: acts, ways over the table, shots."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct, field
from sqlalchemy import or_
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.store.tables import (
    ActRecord,
    Battle,
    Fate,
    Fire,
    Image,
    LogLine,
    Phase,
    Player,
    SfShot,
    Turn,
    Unit,
)
from brikdesk.store.views import view
from brikdesk.store.views.log import STANDING

TOGETHER = "Together"
"""The name of the act that consists of several."""


class DoneAct(Struct, frozen=True):
    """One act of the record; `name` is that of its kind, `turn_id` 0 where no battle ran.

    `deeds` are the names of the acts that it consists of: its own, or those of an act of several.
    """

    id: int
    turn_id: int
    name: str
    deeds: tuple[str, ...]
    title: str
    undone: bool
    done_at: datetime


@view(ActRecord)
def acts_of_turns(session: Session, turn_ids: Sequence[int]) -> tuple[DoneAct, ...]:
    """Return the acts of these player turns, the undone ones too, oldest first."""
    rows = session.exec(
        select(
            ActRecord.id,
            ActRecord.turn_id,
            ActRecord.name,
            ActRecord.title,
            ActRecord.state,
            ActRecord.done_at,
        )  # type: ignore[call-overload]  # not the arguments: an act can be as long as its dice
        .where(col(ActRecord.turn_id).in_(turn_ids))
        .order_by(col(ActRecord.id))
    )
    together = _deeds(session, turn_ids)
    # SQLite keeps no zone: all moments in the file are UTC.
    return tuple(
        DoneAct(
            act_id,
            turn_id or 0,
            name,
            together.get(act_id, (name,)),
            title,
            state not in STANDING,
            at.replace(tzinfo=UTC),
        )
        for act_id, turn_id, name, title, state, at in rows
    )


def _deeds(session: Session, turn_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the names of the acts within each act of several, by its key."""
    rows = session.exec(
        select(ActRecord.id, ActRecord.arguments).where(
            col(ActRecord.turn_id).in_(turn_ids), ActRecord.name == TOGETHER
        )
    )
    return {key or 0: tuple(_named(arguments)) for key, arguments in rows}


def _named(arguments: Mapping[str, Any]) -> Iterator[str]:
    for each in arguments.get("acts") or ():
        if each.get("act") == TOGETHER:
            yield from _named(each)
        else:
            yield str(each.get("act", ""))


@view(Turn, ActRecord, LogLine)
def turn_to_tell(session: Session) -> int:
    """Return the key of the player turn that a report is asked for now, 0 before the first one.

    It is the running one, but right after handing over the one that has just ended: nothing was
    played in the new one but steps that ask for neither dice nor choices.
    """
    newest = list(session.exec(select(Turn).order_by(col(Turn.id).desc()).limit(2)))
    if not newest:
        return 0
    # The same one in the first turn of all.
    running, before = newest[0], newest[-1]
    if running.phase is Phase.OVER or running.battle_id != before.battle_id:
        return running.id or 0
    played = session.exec(
        select(LogLine.id)
        .join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
        .where(LogLine.turn_id == running.id, ActRecord.turn_id == running.id)
        .where(col(ActRecord.state).in_(STANDING))
        .where(or_(col(LogLine.step) == "", col(LogLine.typed) > 0, col(LogLine.rolled) > 0))
        .limit(1)
    ).first()
    return (before if played is None else running).id or 0


@view(ActRecord)
def turn_began(session: Session, turn_id: int) -> datetime | None:
    """Return when the first act of a player turn was done, before it when the turn was handed over.

    None in an empty campaign.
    """
    done = select(ActRecord.done_at)
    first = done.where(ActRecord.turn_id == turn_id).order_by(col(ActRecord.id)).limit(1)
    newest = done.order_by(col(ActRecord.id).desc()).limit(1)
    began = session.exec(first).first() or session.exec(newest).first()
    return None if began is None else began.replace(tzinfo=UTC)


@view(ActRecord)
def newest_standing_act(session: Session) -> int:
    """Return the key of the newest act that is not undone, 0 in an empty campaign."""
    newest = select(ActRecord.id).where(col(ActRecord.state).in_(STANDING))
    return session.exec(newest.order_by(col(ActRecord.id).desc()).limit(1)).first() or 0


@view(ActRecord, Image)
def phases_begun(session: Session) -> dict[tuple[int, str], int]:
    """Return, for each player turn and phase (START, END, OVER), the act by which it began."""
    images = session.exec(
        select(Image.row_id, Image.before, Image.after, Image.act_id)
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == Turn.__tablename__, col(ActRecord.state).in_(STANDING))
        .order_by(col(Image.id))
    )
    begun: dict[tuple[int, str], int] = {}
    for turn_id, before, after, act_id in images:
        phase = (after or {}).get("phase")
        if phase and phase != (before or {}).get("phase"):
            begun[turn_id, str(phase)] = act_id
    return begun


@view(ActRecord, Image)
def fires_lit_and_out(session: Session) -> tuple[tuple[int, int], ...]:
    """Return (act, +1 or −1) for each fire that began or ended, oldest first."""
    new, gone = col(Image.before).is_(None), col(Image.after).is_(None)
    images = session.exec(
        select(Image.act_id, new)
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == Fire.__tablename__, col(ActRecord.state).in_(STANDING), new | gone)
        .order_by(col(Image.id))
    )
    return tuple((act_id, 1 if lit else -1) for act_id, lit in images)


class Loss(Struct, frozen=True):
    """A unit that died or was destroyed, and in which player turn (0: between battles)."""

    turn_id: int
    unit_id: int
    player_id: int | None


@view(ActRecord, Image)
def losses(session: Session) -> tuple[Loss, ...]:
    """Return every loss of a unit, oldest first; one that came back can be lost again."""
    images = session.exec(
        select(Image.row_id, Image.before, Image.after, ActRecord.turn_id)
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == Unit.__tablename__, col(ActRecord.state).in_(STANDING))
        .where(col(Image.before).is_not(None), col(Image.after).is_not(None))
        .order_by(col(Image.id))
    )
    # An image holds what the file holds: names of enum members, not their values.
    dead = Fate.DEAD.name
    return tuple(
        Loss(turn_id or 0, unit_id, after["player_id"])
        for unit_id, before, after, turn_id in images
        if before and after and before["fate"] != dead and after["fate"] == dead
    )


class ShotsOfAct(Struct, frozen=True):
    """Keys of shots: those that an act fired, and those of earlier acts to which it added."""

    fired: list[int] = field(default_factory=list)
    settled: list[int] = field(default_factory=list)


@view(ActRecord, Image)
def shots_of_acts(session: Session) -> dict[int, ShotsOfAct]:
    """Return the shots by act, for acts that are not undone and that concern one."""
    images = session.exec(
        select(Image.act_id, Image.row_id, col(Image.before).is_(None))
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == SfShot.__tablename__, col(ActRecord.state).in_(STANDING))
        # An act that deletes a shot neither fires nor settles it.
        .where(col(Image.after).is_not(None))
        .order_by(col(Image.id))
    )
    found: dict[int, ShotsOfAct] = {}
    for act_id, shot_id, new in images:
        shots = found.setdefault(act_id, ShotsOfAct())
        (shots.fired if new else shots.settled).append(shot_id)
    return found


class TurnRow(Struct, frozen=True):
    """One player turn that has begun."""

    id: int
    battle_id: int
    battle: str
    number: int
    player_id: int
    faction: str
    colour: str
    code: str
    over: bool

    @property
    def words(self) -> str:
        """The turn of one player as it is called at the table: Turn 6, Duchy of Lower Stud."""
        return f"Turn {self.number}, {self.faction}"


@view(Turn, Battle, Player)
def turns(session: Session) -> tuple[TurnRow, ...]:
    """Return all player turns of the campaign, oldest first."""
    rows = session.exec(
        select(Turn, Battle, Player)
        .join(Battle, col(Battle.id) == col(Turn.battle_id))
        .join(Player, col(Player.id) == col(Turn.player_id))
        .order_by(col(Turn.id))
    )
    return tuple(
        copied(
            TurnRow,
            turn,
            battle=battle.name,
            faction=player.faction,
            colour=player.colour,
            code=player.code,
            over=turn.phase is Phase.OVER,
        )
        for turn, battle, player in rows
    )
