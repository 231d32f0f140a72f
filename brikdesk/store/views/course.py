"""The course of past turns, read from the record and its row images: acts, phases, fires."""

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.store.games import games_of
from brikdesk.store.tables import ActRecord, ActState, CampaignRow, Fate, Fire, Image, Turn, Unit
from brikdesk.store.views import view

STANDING = (ActState.DONE, ActState.SEALED)
"""States of acts that count: not undone, not overtaken."""


class DoneAct(Struct, frozen=True):
    """One act of the record; `name` is that of its kind, `turn_id` 0 where no battle ran."""

    id: int
    turn_id: int
    name: str
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
    # SQLite keeps no zone: all moments in the file are UTC.
    return tuple(
        DoneAct(act_id, turn_id or 0, name, title, state not in STANDING, at.replace(tzinfo=UTC))
        for act_id, turn_id, name, title, state, at in rows
    )


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


@view(CampaignRow)
def rule_set(session: Session) -> str:
    """Return the names of the rules that the campaign is played by."""
    return ", ".join(each.title for each in games_of(session))
