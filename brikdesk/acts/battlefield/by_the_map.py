"""What the map fills in: of an attack, of an aim, of an arc, of a way across the table."""

from dataclasses import replace
from itertools import pairwise
from math import cos, dist, radians, sin
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
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.engaging import Watcher, answers_on_the_way, watchers
from brikdesk.acts.combat.weapons_used import armed_of
from brikdesk.acts.fire.fires import CONTACT
from brikdesk.acts.movement.momentum import is_slowed, parts_of, run_now
from brikdesk.acts.movement.moving import price_now
from brikdesk.acts.movement.on_the_way import on_the_way
from brikdesk.acts.who_may import MINIFIGS, actions_left_now, half_speed_now, in_path, move_left
from brikdesk.ground.gaps import swept
from brikdesk.ground.shapes import NEARLY, Point, edge_to_edge
from brikdesk.ground.sights import bands as in_bands
from brikdesk.lengths import MOST_DECIMALS, compared, in_inches
from brikdesk.lengths import NEARLY as SAME_LENGTH
from brikdesk.rules.brikwars.movement import (
    NEEDED,
    StraightRun,
    keeps_straight,
    lies_in_path,
    run_on,
)
from brikdesk.rules.brikwars.states import keeps_in_reach, real_inches
from brikdesk.store import tables
from brikdesk.store.house_rules import are_foes, sprinted, sprints_in
from brikdesk.store.tables import Homing, Unit, Weapon
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import (
    TABLES,
    Seen,
    battlefield,
    footprints,
    height_at,
    sight_to,
)
from brikdesk.store.views.units import carriers, living_units
from brikdesk.turns.turn_order import present_turn, turn_now

ALL_SECTIONS = 3

HALVINGS = 40
"""How often a run is halved to find where it ends: exact to less than any length is compared."""


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
    # Whoever has said what is in view, in one of the three ways, is not asked again by the map.
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
    # Whoever is caught may explode and catch others, so it ends only when nobody is added.
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
    # What somebody has said goes before what the map measures.
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
    comes and who hold an Action (4.1-07). `undriven`: it has no mind of its own, and nobody is at its
    controls (4.2-26). `charges` names the opponent whom it then touches with a MOM (5.4-01), `over`
    those whom what is no minifig runs into: no Collision, so the table says what it does (X9.5-01).
    `may_sprint`: it is too far, and a Sprint would add to its Move (4.1-33).
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
    undriven: bool = False
    charges: str = ""
    over: tuple[str, ...] = ()
    may_sprint: bool = False

    @property
    def too_far(self) -> bool:
        """Whether the unit has not enough Move left for it (4.1-01)."""
        return (
            self.cost is not None and self.left is not None and self.cost > self.left + SAME_LENGTH
        )


WAY_TABLES = (
    Unit, Homing, Weapon, tables.State, tables.Sprint, tables.Fire, tables.Inside, tables.Turn,
    tables.HouseRule, tables.Player, tables.Field, tables.Terrain, tables.Battle, tables.Parting,
    tables.CampaignRow, tables.ControlPoint, tables.Run,
)  # fmt: skip
"""What decides how a unit gets along a way."""


@view(*WAY_TABLES)
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
    left = move_left(session, unit) if counts else None
    short = left is not None and price is not None and price.cost > left + SAME_LENGTH
    return Way(
        may_sprint=short and _could_sprint(session, unit),
        into=tuple(
            f"{each.name} for {in_inches(each.inches)}" for each in (*met.fields, *met.terrain)
        ),
        blocked=met.blocked,
        difficult=met.difficult if counts and not slow else 0.0,
        inches=inches,
        cost=price.cost if price and counts else None,
        left=left,
        slow=tuple(sorted(slow)),
        hindered=no.why if no else "",
        homing=_homing(session, unit) if inches else (),
        answers=answers_on_the_way(session, unit, points) if counts and inches else (),
        undriven=counts and inches > 0 and _undriven(session, unit),
        charges=_charges(session, unit, points) if counts and not met.difficult else "",
        over=tuple(each.name for each in _runs_into(session, unit, points))
        if counts and inches
        else (),
    )


def _could_sprint(session: Session, unit: Unit) -> bool:
    """Return whether a minifig has an Action for a Sprint, and has not Sprinted yet."""
    if unit.kind not in MINIFIGS or not actions_left_now(session, unit):
        return False
    return not sprinted(session, unit, turn_now(session).id)


@view(*WAY_TABLES)
def run_over(session: Session, unit_id: int, points: tuple[Point, ...]) -> tuple[int, ...]:
    """Return the keys of those over whom a way led that a unit has gone (X9.5-01)."""
    unit = session.get(Unit, unit_id)
    return tuple(each.unit_id for each in _runs_into(session, unit, points)) if unit else ()


def _runs_into(session: Session, unit: Unit, points: tuple[Point, ...]) -> tuple[Watcher, ...]:
    """Return whom a way of what is no minifig leads over; who rides on it, or touches it before, not."""
    if unit.kind in MINIFIGS or unit.airborne:
        return ()
    aboard = {key for key, on in carriers(session).items() if on is unit}
    found = []
    for each in watchers(session).values():
        near = each.half + unit.size / 2 - CONTACT
        goes_on = each.unit_id != unit.id and each.unit_id not in aboard
        if goes_on and dist(points[0], each.spot) >= near:
            away = min(_from_line(each.spot, here, there) for here, there in pairwise(points))
            found += [each] if away < near else []
    return tuple(found)


def _from_line(spot: Point, here: Point, there: Point) -> float:
    """Return the inches from a spot to the nearest point of a straight way."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    along = ((spot[0] - here[0]) * dx + (spot[1] - here[1]) * dy) / (dx * dx + dy * dy or 1.0)
    part = min(1.0, max(0.0, along))
    return dist(spot, (here[0] + dx * part, here[1] + dy * part))


def _charges(session: Session, unit: Unit, points: tuple[Point, ...]) -> str:
    """Name the opponent ahead whom a minifig touches at the end of a way that earns it a MOM."""
    parts = parts_of(points)
    if unit.kind not in MINIFIGS or not parts or is_slowed(session, unit):
        return ""
    run = run_now(session, unit)
    for heading, inches in parts:
        run = run_on(run, heading, inches)
    if not run.mom or not _able_to_charge(session, unit):
        return ""
    there = {
        each.unit_id: dist(points[-1], each.spot) - each.half - unit.size / 2
        for each in watchers(session).values()
        if each.unit_id != unit.id
        and lies_in_path(
            points[-1], run.heading or 0.0, each.spot, widths=unit.size + 2 * each.half
        )
    }
    near = sorted(
        (key for key, away in there.items() if keeps_in_reach(away, ())), key=there.__getitem__
    )
    found = (session.get_one(Unit, key) for key in near)
    return next(
        (each.name for each in found if are_foes(session, unit.player_id, each.player_id)), ""
    )


class WayOn(Struct, frozen=True):
    """How far a unit still goes in the line of its run, and where it then is; None: not known."""

    inches: float
    spot: Point | None


@view(*WAY_TABLES)
def way_on(session: Session, unit_id: int) -> WayOn:
    """Return what a unit still has to run: straight on to the limit of its Move (4.1-41, 5.4-14)."""
    unit = session.get_one(Unit, unit_id)
    inches = real_inches(move_left(session, unit), half_speed_now(session, unit))
    lines = (run_now(session, unit).heading, *_lines_of_sprints(session, unit_id))
    heading = next((each for each in lines if each is not None), None)
    if heading is None or unit.x is None or unit.y is None:
        return WayOn(inches, None)
    across, down = sin(radians(heading)), -cos(radians(heading))
    # Off the near edges of the table there are no places: it ends there.
    edges = (at / -by for at, by in ((unit.x, across), (unit.y, down)) if by < -NEARLY)
    here = (unit.x, unit.y)

    def there(far: float) -> Point:
        x, y = here[0] + across * far, here[1] + down * far
        return max(0.0, round(x, MOST_DECIMALS)), max(0.0, round(y, MOST_DECIMALS))

    def ends(far: float) -> bool:
        way = way_ahead(session, unit_id, (here, there(far)))
        return way is None or way.too_far or bool(way.blocked)

    most = min((inches, *edges))
    if ends(most):  # Mud takes more of the Move, and a wall ends the run.
        least = 0.0
        for _ in range(HALVINGS):
            middle = (least + most) / 2
            least, most = (least, middle) if ends(middle) else (middle, most)
        most = least
    return WayOn(most, there(most))


class RunUp(Struct, frozen=True):
    """The straight way of a unit to where it touches another one, and why no Charge comes of it.

    `why` is empty where the run earns or keeps its MOM (5.4-03). `ahead`: the run that it has behind
    it leads there (5.4-22), as far as the map knows.
    """

    spot: Point
    inches: float
    why: str
    ahead: bool = True


@view(*WAY_TABLES)
def run_up(session: Session, unit_id: int, target_id: int) -> RunUp | None:
    """Return the run with which a unit would Charge another one; None where the map does not know."""
    unit, target = session.get(Unit, unit_id), session.get(Unit, target_id)
    gap = edge_to_edge(unit, target) if unit and target else None
    if unit is None or target is None or unit.x is None or unit.y is None or gap is None:
        return None
    here, there = (unit.x, unit.y), (target.x or 0.0, target.y or 0.0)
    part = gap / dist(here, there) if gap else 0.0
    goal = (round(a + (b - a) * part, MOST_DECIMALS) for a, b in zip(here, there, strict=True))
    spot = (next(goal), next(goal))
    way = way_ahead(session, unit_id, (here, spot))
    parts = parts_of((here, spot))
    run = run_now(session, unit)
    ahead = in_path(unit, run.heading, target) is not False
    for heading, inches in parts:
        run = run_on(run, heading, inches)
    lines = _lines_of_sprints(session, unit_id) if parts else ()
    if not keeps_straight((*lines, *(heading for heading, _ in parts if heading is not None))):
        return RunUp(spot, gap, "it Sprints, and its line does not lead there", ahead)
    if way is not None and way.left is not None and not _able_to_charge(session, unit):
        return RunUp(spot, gap, "its Action is spent until its next turn", ahead)
    sprints = bool(sprinted(session, unit, turn_now(session).id))
    slowed = is_slowed(session, unit)
    return RunUp(spot, gap, _no_run_up(way, run, slowed=slowed, gap=gap, sprints=sprints), ahead)


def _able_to_charge(session: Session, unit: Unit) -> bool:
    """Return whether a unit has what a Charge takes: a Sprint and it are one Action (5.4-02)."""
    sprints = sprinted(session, unit, turn_now(session).id)
    return bool(actions_left_now(session, unit) or sprints)


def _lines_of_sprints(session: Session, unit_id: int) -> tuple[float, ...]:
    """Return the headings that a unit's Sprints of this turn are bound to (4.1-34)."""
    rows = (each for each in sprints_in(session, turn_now(session).id) if each.unit_id == unit_id)
    return tuple(each.heading for each in rows if each.heading is not None)


def _no_run_up(
    way: Way | None, run: StraightRun, *, slowed: bool, gap: float, sprints: bool
) -> str:
    """Return why a unit cannot run so far, or earns no Momentum by it (5.4-03, 5.4-06)."""
    if way is None or way.left is None:
        return "it runs in its own turn only"
    if way.hindered:
        return way.hindered
    if way.blocked:
        return f"{way.blocked[0]} stands in its way"
    if slowed or way.difficult:
        return "nothing runs flat out at Half Speed or in Difficult Terrain"
    if way.too_far:
        far, left = compared(way.cost or gap, way.left)
        more = "" if sprints else ": a Sprint adds to that"
        return f"{far} to it, {left} of Move left{more}"
    if run.mom:
        return ""
    ran, needed = compared(run.inches, NEEDED)
    if run.inches > gap + SAME_LENGTH:
        return f"it has then run {ran} in this line, and a MOM takes {needed}"
    return f"{ran} to it: it takes {needed} straight on"


def _undriven(session: Session, unit: Unit) -> bool:
    """Return whether a vehicle without a mind of its own has nobody at its controls, or aboard."""
    if unit.kind is not tables.UnitKind.VEHICLE or unit.mind not in (
        tables.Mind.NONE,
        tables.Mind.OPERATED,
    ):
        return False
    points = session.exec(
        select(tables.ControlPoint.occupant_id, Weapon.unit_id).join(Weapon)
    ).all()
    if any(occupant is not None and bearer == unit.id for occupant, bearer in points):
        return False
    people = (each for each in living_units(session) if each.kind in MINIFIGS)
    return not any(edge_to_edge(each, unit) == 0 for each in people)


def _homing(session: Session, unit: Unit) -> tuple[str, ...]:
    """Return the guns that lose their homing if a unit moves, and those that homed in on it."""
    found = []
    for homing in session.exec(select(Homing).order_by(col(Homing.id))):
        weapon = session.get_one(Weapon, homing.weapon_id)
        if unit.id in (weapon.unit_id, homing.target_id):
            found.append(session.get_one(Unit, weapon.unit_id).name)
    return tuple(dict.fromkeys(found))
