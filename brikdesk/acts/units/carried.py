"""Explosives that units carry: where they are, and what becomes of them without their carrier (8.4)."""

from collections.abc import Sequence

from sqlmodel import Session

from brikdesk import text
from brikdesk.rules.brikwars.explosives.duds import DudHandling, dud_reaction
from brikdesk.rules.brikwars.explosives.stability import Reaction
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import Explosive, ExplosiveState, Unit
from brikdesk.text import said_of
from brikdesk.turns.sequence import present_turn, stamp_now

NOW = "It goes off at once: make its Damage Roll."


def activate(session: Session, explosive: Explosive, causer_id: int | None) -> None:
    """Let an Explosive wait for its detonation.

    If it is activated already, a player who damages it again becomes its causer; without a player
    the causer stays as it is.
    """
    if explosive.state is not ExplosiveState.ACTIVATED:
        explosive.activated_turn_id = stamp_now(session)
        explosive.causer_id = causer_id
    elif causer_id is not None:
        explosive.causer_id = causer_id
    explosive.state = ExplosiveState.ACTIVATED
    session.add(explosive)


def put_down(session: Session, carrier: Unit, carried: Sequence[Explosive]) -> list[Line]:
    """Let what a unit carried lie where it fell; a dud that falls goes off (8.4-16, 8.4-23)."""
    return [
        _put_down(session, carrier, explosive)
        for explosive in carried
        if explosive.state is not ExplosiveState.SPENT
    ]


def _put_down(session: Session, carrier: Unit, explosive: Explosive) -> Line:
    explosive.carrier_id = None
    explosive.x, explosive.y = carrier.x, carrier.y
    explosive.place = f"where {carrier.name} was"[: text.NAME_LENGTH]
    session.add(explosive)
    words, rule = f"It lies {explosive.place}.", "8.4-16"
    if explosive.state is ExplosiveState.DUD:
        # Whatever is done with a dud but a careful carry sets it off, a fall too.
        if dud_reaction(DudHandling.MOVED) is Reaction.DETONATES and present_turn(session):
            activate(session, explosive, None)
        words, rule = f"{words} {NOW}", "8.4-23"
    elif explosive.state is ExplosiveState.ACTIVATED:
        words, rule = f"{words} It goes off when this turn ends.", "8.4-15"
    return line(
        Kind.BLAST, f"{said_of(explosive.name, 'falls')}.", words,
        rule=rule, player_id=explosive.player_id, unit_id=carrier.id,
    )  # fmt: skip


def takes_along(session: Session, carrier: Unit, carried: Sequence[Explosive]) -> list[Line]:
    """Let a unit that leaves the table keep what it carries, but not what will go off (8.4-15)."""
    going_off = [each for each in carried if each.state is ExplosiveState.ACTIVATED]
    return put_down(session, carrier, going_off)
