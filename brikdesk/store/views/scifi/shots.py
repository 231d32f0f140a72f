"""Shots as they are shown, with what was entered for them."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.attack_order import AttackStep
from brikdesk.rules.scifi.convergence import Use
from brikdesk.rules.scifi.outcomes import OUTCOMES, Matter, UsualOutcome
from brikdesk.rules.scifi.range_bands import RangeBand
from brikdesk.rules.scifi.variable_fire import FireMode
from brikdesk.store.scifi_shots import concerned, hits_asked, next_step
from brikdesk.store.tables import (
    SfShot,
    Unit,
)
from brikdesk.store.views import view
from brikdesk.store.views.scifi.read_from import TABLES


class OutcomeRow(Struct, frozen=True):
    """One entry of the referee for a shot; an empty answer was skipped."""

    matter: Matter
    unit_id: int | None
    unit: str
    answer: str
    number: int | None
    note: str

    @property
    def verdict(self) -> UsualOutcome | None:
        """The answer, where it is one of those to choose from."""
        return next((each for each in OUTCOMES[self.matter].choices if each == self.answer), None)


class ShotRow(Struct, frozen=True):
    """One shot with what was entered for it; `next` is the step that is due, none if it is settled.

    `asks` is whom penetration and damage are asked of, `hits_asked` how many hit entries it has.
    """

    id: int
    turn_id: int
    unit_id: int
    unit: str
    sf_weapon_id: int
    weapon: str
    capability: str
    mode: FireMode | None
    indirect: bool
    target: str
    target_id: int | None
    distance: float | None
    band: RangeBand | None
    attack_factor: int | None
    hit_bonus: int
    warhead: str
    explosive: bool
    shape: AreaShape
    area_size: float | None
    area_width: float | None
    placed: bool
    place: str
    early: bool
    inside: tuple[int, ...]
    remaining_before: int | None
    remaining_after: int | None
    rolls: int
    hits_asked: int
    asks: tuple[int | None, ...]
    outcomes: tuple[OutcomeRow, ...]
    overruled: tuple[str, ...]
    next: AttackStep | None


@view(*TABLES)
def sf_shots(session: Session, open_only: bool = False) -> tuple[ShotRow, ...]:
    """Return the shots of the campaign, oldest first; or those that wait for an entry."""
    names = {unit.id: unit.name for unit in session.exec(select(Unit))}
    rows = session.exec(select(SfShot).order_by(col(SfShot.id))).all()
    shots = (_shot(session, row, names) for row in rows)
    return tuple(shot for shot in shots if shot.next or not open_only)


def _shot(session: Session, row: SfShot, names: dict[int | None, str]) -> ShotRow:
    return ShotRow(
        id=row.id or 0,
        turn_id=row.turn_id,
        unit_id=row.unit_id,
        unit=names.get(row.unit_id, ""),
        sf_weapon_id=row.sf_weapon_id,
        weapon=row.weapon,
        capability=row.capability,
        mode=row.mode,
        indirect=row.use is Use.INDIRECT,
        target=row.target,
        target_id=row.target_id,
        distance=row.distance,
        band=row.band,
        attack_factor=row.attack_factor,
        hit_bonus=row.hit_bonus,
        warhead=row.warhead,
        explosive=row.explosive and row.shape is not AreaShape.NONE,
        shape=row.shape,
        area_size=row.area_size,
        area_width=row.area_width,
        placed=row.placed,
        place=row.place,
        early=row.early,
        inside=tuple(row.inside),
        remaining_before=row.remaining_before,
        remaining_after=row.remaining_after,
        rolls=row.rolls,
        hits_asked=hits_asked(session, row),
        asks=concerned(session, row),
        outcomes=tuple(
            OutcomeRow(Matter(matter), unit_id, names.get(unit_id, ""), answer, number, note)
            for matter, unit_id, answer, number, note in row.outcomes
        ),
        overruled=tuple(row.overruled),
        next=next_step(session, row),
    )
