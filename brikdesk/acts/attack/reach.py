"""What an explosion catches, by the positions on the map, and steps that list it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, or_, select

from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blast_preview import BlastLine
from brikdesk.acts.step import StepAct
from brikdesk.store.act import Act
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import (
    ControlPoint,
    Explosive,
    ExplosiveState,
    Fate,
    Terrain,
    Unit,
)
from brikdesk.store.views.near import NearRow, near_point


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplodingStep(StepAct):
    """A step that settles an explosion, if it comes to one; `caught` lists who is in its reach."""

    caught: tuple[Caught, ...] = ()


del Act.KINDS["ExplodingStep"]  # a base class: every subclass of `Act` registers itself, this too


def caught_on_map(session: Session, blasts: Sequence[BlastLine]) -> tuple[Caught, ...]:
    """Return what is within reach of explosions that are rolled, nearest first.

    The first explosion has an empty key, as in `Caught.blast`.
    """
    return caught_by(blasts, lambda blast: near_blast(session, blast))


def caught_by(
    blasts: Sequence[BlastLine], near: Callable[[BlastLine], Iterable[NearRow]]
) -> tuple[Caught, ...]:
    """Return what `near` finds as caught in the explosions, in the order in which they go off.

    What has gone off by then is not there any more; what an explosion hits directly is in its centre
    without any measure.
    """
    gone: set[CaughtThing] = set()
    found: list[Caught] = []
    for place, blast in enumerate(blasts):
        gone.add((None, blast.explosive_id, blast.projectile_id, blast.round_id))
        direct = (blast.direct_id, None, None, None)
        found += (
            each
            for each in caught_in(blast if place else None, near(blast))
            if thing(each) not in gone and thing(each) != direct
        )
    return tuple(found)


CaughtThing = tuple[int | None, int | None, int | None, int | None]
"""A unit, an Explosive, a projectile, or rounds in a rack: exactly one of them."""


def thing(caught: Caught) -> CaughtThing:
    """Return what is caught, whatever is measured of it."""
    return caught.unit_id, caught.explosive_id, caught.projectile_id, caught.round_id


def near_blast(session: Session, blast: BlastLine) -> tuple[NearRow, ...]:
    """Return what is within reach of one explosion."""
    return near_point(session, blast.x, blast.y, blast.radius, blast.carrier_id)


def caught_in(blast: BlastLine | None, near: Iterable[NearRow]) -> tuple[Caught, ...]:
    """Return that as caught in `blast`, or in the first explosion if it is None."""
    key = blast.key if blast else ""
    return tuple(
        Caught(
            blast=key,
            unit_id=row.unit_id,
            explosive_id=row.explosive_id,
            projectile_id=row.projectile_id,
            round_id=row.round_id,
            distance=round(row.distance, 2),
            sections=row.sections,
            inches=row.inches,
            exposed=row.exposed,
            measured=True,
        )
        for row in near
    )


def map_knows_all(session: Session, blasts: Sequence[BlastLine]) -> bool:
    """Return whether positions alone say who is caught: of the explosions and of all there is.

    A crew is where its vehicle is; Explosives that lie or fly somewhere in words only are nowhere.
    """
    standing = select(Unit.id).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True))
    gone = {blast.explosive_id for blast in blasts}
    adrift = [each for each in _adrift(session) if each not in gone]
    if session.exec(standing.limit(1)).first() is None and not adrift:
        return True
    if any(blast.x is None or blast.y is None for blast in blasts):
        return False
    aboard = select(ControlPoint.occupant_id).where(col(ControlPoint.occupant_id).is_not(None))
    outlined = select(Terrain.unit_id).where(col(Terrain.unit_id).is_not(None))
    nowhere = standing.where(
        or_(col(Unit.x).is_(None), col(Unit.y).is_(None)),
        col(Unit.id).not_in(aboard),
        col(Unit.id).not_in(outlined),
    )
    return not adrift and session.exec(nowhere.limit(1)).first() is None


def _adrift(session: Session) -> list[int | None]:
    """Return the Explosives that lie somewhere, nobody knows where on the map."""
    return [
        row.id
        for row in rows_of(session, Explosive)
        if row.state is not ExplosiveState.SPENT and row.carrier_id is None and row.x is None
    ]
