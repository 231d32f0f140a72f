"""What a way across the table costs and touches, before anybody moves."""

from itertools import pairwise
from math import dist

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.unit_now import half_speed_now, move_left
from brikdesk.acts.units.on_the_way import on_the_way
from brikdesk.acts.units.passing import answers_on_the_way
from brikdesk.acts.units.paying import price_now
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.rules.nearly import NEARLY
from brikdesk.store.tables import (
    Battle,
    CampaignRow,
    Field,
    Fire,
    Homing,
    HouseRule,
    Inside,
    Parting,
    Player,
    Sprint,
    State,
    Terrain,
    Turn,
    Unit,
    Weapon,
)
from brikdesk.store.views import view
from brikdesk.turns.sequence import present_turn


class Way(Struct, frozen=True):
    """A way in inches, what it costs of a Move, what is left before it, and what it changes.

    `cost` and `left` are None where the way costs no Move: outside its player's own turn, and for
    units without figures of BrikWars. `hindered` says why the unit cannot move at all, `slow` what
    gives it Half Speed, `difficult` how many inches of Difficult Terrain cost double (4.1-05).
    `homing` names what loses its homing (8.5-17), `into` the Fields and the terrain that hinders on
    the way, `blocked` the terrain that nothing passes, `answers` those in whose striking distance it
    comes and who hold an Action (4.1-07).
    """

    inches: float
    cost: float | None
    left: float | None
    slow: tuple[str, ...]
    hindered: str
    homing: tuple[str, ...]
    difficult: float = 0.0
    into: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def too_far(self) -> bool:
        """Whether the unit has not enough Move left for it (4.1-01)."""
        return self.cost is not None and self.left is not None and self.cost > self.left + NEARLY


@view(
    Unit, State, Sprint, Fire, Inside, Turn, Homing, Weapon, HouseRule, Player, Field, Terrain, Battle,
    Parting, CampaignRow,
)  # fmt: skip
def way_ahead(
    session: Session, unit_id: int, points: tuple[Point, ...], by_brikwars: bool = True
) -> Way | None:
    """Return what it means for a unit to go along these points; None where there is no such unit.

    `by_brikwars` is off for a unit whose Move another game counts.
    """
    unit = session.get(Unit, unit_id)
    if unit is None or not points:
        return None
    inches = sum(dist(here, there) for here, there in pairwise(points))
    turn = present_turn(session)
    counts = by_brikwars and turn is not None and turn.player_id == unit.player_id
    slow = half_speed_now(session, unit) if by_brikwars else frozenset()
    met = on_the_way(session, unit, points)
    price = price_now(session, unit, inches, met.difficult) if by_brikwars and turn else None
    no = price.no if price else None
    return Way(
        into=tuple(
            f"{each.name} for {in_inches(each.inches)}" for each in (*met.fields, *met.terrain)
        ),
        blocked=met.blocked,
        difficult=met.difficult if counts and not slow else 0.0,
        inches=inches,
        cost=price.cost if price and counts else None,
        left=move_left(session, unit) if counts else None,
        slow=tuple(sorted(slow)),
        hindered=no.why if no else "",
        homing=_homing(session, unit) if inches else (),
        answers=answers_on_the_way(session, unit, points) if counts and inches else (),
    )


def _homing(session: Session, unit: Unit) -> tuple[str, ...]:
    """Return the guns that lose their homing if a unit moves, and those that homed in on it."""
    found = []
    for homing in session.exec(select(Homing).order_by(col(Homing.id))):
        weapon = session.get_one(Weapon, homing.weapon_id)
        if unit.id in (weapon.unit_id, homing.target_id):
            found.append(session.get_one(Unit, weapon.unit_id).name)
    return tuple(dict.fromkeys(found))
