"""The units that an explosion catches, by their positions on the map, and steps that list them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, or_, select

from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blast_preview import BlastLine
from brikdesk.acts.step import StepAct
from brikdesk.store.act import Act
from brikdesk.store.tables import Fate, Unit
from brikdesk.store.views.near import NearRow, near_point


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplodingStep(StepAct):
    """A step that settles an explosion, if it comes to one; `caught` lists who is in its reach."""

    caught: tuple[Caught, ...] = ()


del Act.KINDS["ExplodingStep"]  # a base class: every subclass of `Act` registers itself, this too


def caught_on_map(session: Session, blasts: Sequence[BlastLine]) -> tuple[Caught, ...]:
    """Return the units within reach of explosions that are rolled, nearest first.

    The first explosion has an empty key, as in `Caught.blast`.
    """
    return tuple(
        caught
        for place, blast in enumerate(blasts)
        for caught in caught_in(blast if place else None, near_blast(session, blast))
    )


def near_blast(session: Session, blast: BlastLine) -> tuple[NearRow, ...]:
    """Return the units that stand within reach of one explosion."""
    return near_point(session, blast.x, blast.y, blast.radius, blast.carrier_id)


def caught_in(blast: BlastLine | None, near: Iterable[NearRow]) -> tuple[Caught, ...]:
    """Return those units as caught in `blast`, or in the first explosion if it is None."""
    key = blast.key if blast else ""
    return tuple(
        Caught(
            blast=key,
            unit_id=row.unit_id,
            distance=round(row.distance, 2),
            sections=row.sections,
            inches=row.inches,
            measured=True,
        )
        for row in near
    )


def map_knows_all(session: Session, blasts: Sequence[BlastLine]) -> bool:
    """Return whether positions alone say who is caught: of the explosions and of all units."""
    standing = select(Unit.id).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True))
    if session.exec(standing.limit(1)).first() is None:
        return True
    if any(blast.x is None or blast.y is None for blast in blasts):
        return False
    nowhere = standing.where(or_(col(Unit.x).is_(None), col(Unit.y).is_(None)))
    return session.exec(nowhere.limit(1)).first() is None
