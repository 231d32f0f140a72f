"""What the map fills in: of an attack, of an aim, of an arc, of a way across the table."""

from dataclasses import replace
from itertools import pairwise
from math import dist
from typing import Any

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.combat.aim import (
    Aim,
    AttackPreview,
    Caught,
    Measure,
    TargetPart,
    caught_on_map,
    thing,
)
from brikdesk.acts.combat.arms import armed_of
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.engaging import answers_on_the_way
from brikdesk.acts.movement.moving import price_now
from brikdesk.acts.movement.on_the_way import on_the_way
from brikdesk.acts.who_may import MINIFIGS, half_speed_now, move_left
from brikdesk.ground.gaps import swept
from brikdesk.ground.shapes import NEARLY, Point
from brikdesk.ground.sights import bands as in_bands
from brikdesk.lengths import NEARLY as NEARLY_NEARLY
from brikdesk.lengths import in_inches
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
from brikdesk.store.views.battlefield import (
    TABLES,
    Seen,
    battlefield,
    footprints,
    height_at,
    sight_to,
)
from brikdesk.store.views.units import living_units
from brikdesk.turns.turn_order import present_turn

ALL_SECTIONS = 3


@view(*TABLES)
def measured_aim(session: Session, aim: Aim, unit_id: int) -> Aim:
    """Return an aim with what the map knows of it, as proposals.

    `unit_id` is the unit that bears the weapon. Terrain and Smoke hide what is behind them; whether
    another unit does, only the players see. Nothing is filled in where the referee has said
    something, where the target is a place, and where one of both has no place.
    """
    seen = None if aim.unit_id is None else sight_to(session, unit_id, aim.unit_id, past_units=True)
    if seen is None or aim.unit_id is None:
        return aim
    found: dict[Measure, Any] = {}
    if aim.above is None and abs(seen.above) > NEARLY:
        found[Measure.ABOVE] = round(seen.above, 2)
    judged = (aim.sections, aim.inches, aim.blind) != (None, None, None)
    if not judged and aim.part is TargetPart.WHOLE:
        found |= _in_view(seen, session.get_one(Unit, aim.unit_id))
    values = {name.value: value for name, value in found.items()}
    return replace(aim, **values, measured=tuple(found)) if found else aim


def unmeasured(aim: Aim) -> Aim:
    """Return an aim without what the map gave, so that it is measured anew."""
    nothing: dict[str, Any] = {name.value: None for name in aim.measured}
    return replace(aim, **nothing, measured=())


def _in_view(seen: Seen, unit: Unit) -> dict[Measure, Any]:
    """Return what of a target is in view where that is not all of it."""
    if seen.free <= 0:
        return {Measure.BLIND: True}
    if unit.kind in MINIFIGS:
        count = seen.sections.count
        return {Measure.SECTIONS: count} if count < ALL_SECTIONS else {}
    part = round(seen.part, 1)
    return {Measure.INCHES: part} if part < unit.size else {}


def measured(session: Session, attack: Attack) -> Attack:
    """Return an attack with what the map knows of its targets; one by touch sees all of them.

    Raise BadInput or Refused for weapons that cannot attack.
    """
    first = armed_of(session, attack.strikes)[0]
    if not first.ranged:
        return attack
    aims = tuple(measured_aim(session, aim, first.bearer.id or 0) for aim in attack.aims)
    return replace(attack, aims=aims)


MOST_LOOKS = 20
"""Looks at one attack at most: each explosion may set off another one, which catches more."""


def on_the_map(session: Session, attack: Attack) -> tuple[Attack, AttackPreview]:
    """Return an attack with what the map knows of it, and its preview.

    What was said stays, and what still flies catches nobody. Raise BadInput or Refused as the
    attack itself does.
    """
    attack = measured(session, attack)
    preview = attack.examine(session)
    for _ in range(MOST_LOOKS):
        caught = _caught(session, attack, preview)
        if caught == attack.caught:
            break
        attack = replace(attack, caught=caught)
        preview = attack.examine(session)
    return attack, preview


def _caught(session: Session, attack: Attack, preview: AttackPreview) -> tuple[Caught, ...]:
    """Return those who were said to be caught, and those whom only the map has within reach."""
    said = tuple(each for each in attack.caught if not each.measured)
    if preview.flies:
        return said
    known = {(each.blast, thing(each)) for each in said}
    found = caught_on_map(session, preview.blasts)
    return (*said, *(each for each in found if (each.blast, thing(each)) not in known))


class InArc(Struct, frozen=True):
    """A target of an arc, in the order of its sweep, and the points that it spans.

    `distance` is from the muzzle in the middle of the unit, `away` between the edges of both.
    """

    unit_id: int
    name: str
    distance: float
    points: int
    away: float


class InBlast(Struct, frozen=True):
    """A unit that an explosion reaches: inches from its middle, and in which band (1: innermost)."""

    unit_id: int
    name: str
    distance: float
    band: int


@view(*TABLES)
def arc_from(session: Session, unit_id: int, bearing: float, points: int) -> tuple[InArc, ...]:
    """Return whom an arc of a unit sweeps, in order (8.3-02, 8.3-05): `bearing` is its middle."""
    units = living_units(session)
    prints = footprints(units, battlefield(session))
    if unit_id not in prints:
        return ()
    others = {key: each for key, each in prints.items() if key != unit_id}
    names = {unit.id or 0: unit.name for unit in units}
    found = swept(prints[unit_id].core[0], bearing, points, others)
    own = prints[unit_id].radius
    return tuple(
        InArc(each.key, names[each.key], each.distance, each.points, max(0.0, each.distance - own))
        for each in found
    )


@view(*TABLES)
def blast_at(session: Session, x: float, y: float, bands: int) -> tuple[InBlast, ...]:
    """Return whom an explosion of so many bands on the table reaches, nearest first (8.4-27)."""
    units, ground = living_units(session), battlefield(session)
    prints = footprints(units, ground)
    names = {unit.id or 0: unit.name for unit in units}
    found = in_bands((x, y), height_at(ground, (x, y)), prints, bands)
    return tuple(InBlast(each.key, names[each.key], each.distance, each.band) for each in found)


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
        return (
            self.cost is not None
            and self.left is not None
            and self.cost > self.left + NEARLY_NEARLY
        )


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
