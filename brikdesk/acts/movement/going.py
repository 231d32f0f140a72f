"""The one way to get somewhere: what lies on a way and at its end is asked here."""

from collections.abc import Callable, Sequence
from enum import Enum
from itertools import pairwise
from math import dist, hypot

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.checks import heed
from brikdesk.acts.combat.engaging import end_grabs, engage, pairs_of, parted_by_the_map
from brikdesk.acts.fields.fields import cover_of, enter, inside_of, leave, note_encounter
from brikdesk.acts.fields.traps import spring
from brikdesk.acts.movement.momentum import stand_still
from brikdesk.acts.movement.on_the_way import (
    Met,
    OnTheWay,
    mode_of,
    on_the_way,
    spot_of,
    stops_in,
    wall_at,
)
from brikdesk.acts.units.belongings import goes, lose_homing, stands
from brikdesk.acts.who_may import move_left
from brikdesk.games.brikwars import BRIKWARS
from brikdesk.ground.gaps import stretches
from brikdesk.ground.shapes import Point, disc, edge_to_edge
from brikdesk.lengths import NEARLY, in_inches
from brikdesk.rules.brikwars.controls_and_jams import homing_lost
from brikdesk.rules.brikwars.fields import FieldKind, TerrainMode
from brikdesk.rules.brikwars.states import keeps_in_reach
from brikdesk.rules.brikwars.traps_and_scouts import may_spring, sets_off
from brikdesk.rules.refusal import No, no_if
from brikdesk.store.act import Act
from brikdesk.store.house_rules import games_of
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.session import known, rows_of
from brikdesk.store.tables import (
    Alliance,
    Battle,
    ControlPoint,
    Explosive,
    Fate,
    Field,
    Fire,
    Inside,
    State,
    StateKind,
    Trap,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.store.views.units import living_units
from brikdesk.text import said_of
from brikdesk.turns.brikwars.fields import damaging_dice, field_icon
from brikdesk.turns.brikwars.units import beside
from brikdesk.turns.turn_order import present_turn, turn_now


def fields_met(
    session: Session, unit: Unit, way: OnTheWay, *, by_itself: bool, flown: float | None = None
) -> list[Line]:
    """Note what a way means for a unit: the Fields that it is in or has left, the dice that it owes.

    Only Fields with a place on the map count. A step waits for the dice of each that it comes into
    or goes through: damage once in a player turn (F.1-11, QF-17), Difficult Terrain likewise
    (QF-34), a Concealed Hazard for each path (F.1-60). `flown`: the inches of a way through the air,
    which treads on nothing but where it comes down (F.1-67); 0 for who is aboard of what moves.
    """
    met = {each.id: each for each in way.fields if each.inches > 0 or each.ends}
    lines: list[Line] = []
    for row in rows_of(session, Field):
        if row.x is None:
            continue
        passage = met.get(row.id or 0)
        inside = inside_of(session, unit, field_id=row.id)
        # A row without a key is a new one: the unit has not been in this Field before.
        noted = bool(inside.id) and not inside.left
        if noted and (passage is None or not passage.ends):
            lines.append(leave(session, inside, unit))
        elif passage and not noted and damaging_dice(row):
            lines.append(_suffer(session, unit, row, inside, passage))
            note_encounter(
                session, unit, passage.id, passage.inches, ends=passage.ends, by_itself=by_itself
            )
        if passage and meets(unit, row, by_itself=by_itself):
            lines += _treads(session, unit, row, passage, by_itself, flown)
    return lines


def _treads(
    session: Session, unit: Unit, field: Field, met: Met, by_itself: bool, flown: float | None
) -> list[Line]:
    """Note the path of a unit over the ground of a Field, or that it comes down there."""
    concealed = field.kind is FieldKind.CONCEALED
    inches = met.inches
    if flown is not None:
        if not met.ends or not flown:
            return []
        inches = flown if concealed else met.inches
    if not inches:
        return []
    note_encounter(session, unit, met.id, inches, ends=met.ends, by_itself=by_itself)
    if flown is not None and concealed:
        lead, rule = f"{unit.name} comes down in {field.name}.", "F.1-67"
        words = f"It rolls for the {in_inches(inches)} that it went through the air."
    else:
        lead, rule = f"{unit.name} moves in {field.name}.", "F.1-60" if concealed else "F.1-50"
        words = f"{in_inches(inches)} of its way lie in it: it rolls for them."
    return [line(Kind.FIELD, lead, words, rule=rule, of=unit)]


def _suffer(session: Session, unit: Unit, field: Field, inside: Inside, passage: Met) -> Line:
    """Note a unit that has come into a damaging Field, or gone through it, and return the line."""
    if passage.ends:
        return enter(session, unit, inside)
    inside.left = True
    session.add(inside)
    session.flush()
    words = f"{in_inches(passage.inches)} of its way lie in it: it takes its Hazard dice."
    lead = f"{unit.name} crosses {field.name}."
    return line(field_icon(field), lead, words, rule="F.1-11", of=unit)


def meets(unit: Unit, field: Field, *, by_itself: bool) -> bool:
    """Return whether the dice of Difficult Terrain or a Concealed Hazard are owed on a way.

    Who flies treads on nothing. Who is shoved loses no Move by terrain, but Spikes hurt (F.1-56).
    """
    if unit.airborne:
        return False
    if field.kind is FieldKind.CONCEALED:
        return sets_off(unit.size)
    spiked = mode_of(field) is TerrainMode.SPIKED
    return field.kind is FieldKind.TERRAIN and bool(field.dice) and (by_itself or spiked)


CARRIERS = (UnitKind.HORSE, UnitKind.VEHICLE, UnitKind.STRUCTURE)
"""What others stand on, ride or go into: to be where it is means to be aboard."""

ARM = 1.0
"""Inches from its edge at which somebody still stands at the controls of a creation."""


class Manner(Enum):
    """How something comes to another place."""

    OWN = "by its own will, over the ground or through the air"
    JUMPS = "by its own will, on its feet, through the air"
    DIVES = "by its own will, in a leap"
    THROWN = "against its will, straight away from something"
    CARRIED = "with somebody else, or shoved by hand"
    ABOARD = "on what moves: it treads on nothing"
    PUT = "put there by hand: no way led to it"


class Going(Struct, frozen=True):
    """A way that a unit has gone: where it `was`, and its points, from there to where it is now.

    One point where nobody knows from where; none where nobody knows to where. `inches` are those of
    the whole way, `met` what lies on it.
    """

    unit: Unit
    was: Point | None
    way: tuple[Point, ...]
    inches: float
    how: Manner
    met: OnTheWay
    step: str = ""

    @property
    def by_itself(self) -> bool:
        """Whether it went on its own feet."""
        return self.how in (Manner.OWN, Manner.JUMPS)

    @property
    def treads(self) -> bool:
        """Whether it comes down on the ground itself where it is now, and was elsewhere."""
        return self.moved and bool(self.way) and self.how is not Manner.ABOARD

    @property
    def moved(self) -> bool:
        """Whether it is elsewhere now, and not only noted where it stood."""
        return self.inches > NEARLY and self.how is not Manner.PUT

    def line(self, lead: str, words: str, rule: str, kind: Kind = Kind.UNIT) -> Line:
        """Return a line about what its way means."""
        unit = self.unit
        return line(kind, lead, words, rule=rule, of=unit, step=self.step)


def length(way: Sequence[Point]) -> float:
    """Return the inches of a way."""
    return sum(dist(here, there) for here, there in pairwise(way))


def way_to(unit: Unit, goal: Point, corners: Sequence[Point] = ()) -> tuple[Point, ...]:
    """Return the way of a unit to a place; only the place where nobody knows where it stands."""
    if unit.x is None or unit.y is None:
        return (goal,)
    return ((unit.x, unit.y), *corners, goal)


def check_way(
    act: Act, session: Session, unit: Unit, way: Sequence[Point], met: OnTheWay, how: Manner
) -> None:
    """Refuse a way through something solid, and a place within it (4.1-03); nothing is changed."""
    if not way or not _by_the_book(session):
        return
    if how not in (Manner.OWN, Manner.JUMPS, Manner.DIVES):
        check_spot(act, session, unit, way[-1])
        return
    far = "" if not met.stops else f" after {in_inches(met.stops)}"
    no = No("4.1-03", f"{met.blocked[0]} is in its way{far}") if met.blocked else None
    heed(act, no, session, unit.name)


def _by_the_book(session: Session) -> bool:
    """Return whether what is on the table is asked by the rules of BrikWars."""
    return BRIKWARS in games_of(session)


def go(
    session: Session,
    unit: Unit,
    way: Sequence[Point],
    how: Manner,
    *,
    inches: float | None = None,
    met: OnTheWay | None = None,
    step: str = "",
) -> list[Line]:
    """Bring a unit to the end of its way; return the lines of all that this means.

    `inches` are those of a way that the map does not know. Who goes along, such as a crew, goes too.
    """
    points = tuple(way)
    if not _by_the_book(session):
        if points:
            unit.x, unit.y = points[-1]
            session.add(unit)
        return []
    met = on_the_way(session, unit, points) if met is None else met
    far = length(points) if inches is None else inches
    was = stands(unit)
    along = _along(session, unit, was, points)
    if points:
        unit.x, unit.y = points[-1]
        session.add(unit)
        session.flush()
    going = Going(unit, was, points, far, how, met, step)
    lines = [each for question in QUESTIONS for each in question(session, going)]
    if along:
        names = ", ".join(other.name for other, _ in along)
        does = "goes" if len(along) == 1 else "go"
        lines.append(going.line(f"{names} {does} with {unit.name}.", "", "4.2-28"))
    # Who stands on what is put down was not carried over anything either.
    for other, path in along:
        lines += go(session, other, path, how if how is Manner.PUT else Manner.ABOARD, step=step)
    return lines


def put(act: Act, session: Session, unit: Unit, spot: Point) -> list[Line]:
    """Put a unit somewhere by hand: no way led there; return the lines of what that means.

    Raise Refused for a spot within something solid.
    """
    check_spot(act, session, unit, spot)
    return go(session, unit, (spot,), Manner.PUT)


def check_spot(act: Act, session: Session, unit: Unit, spot: Point | None) -> None:
    """Refuse a spot where a unit would stand within something solid (4.1-03)."""
    wall = stops_in(session, unit, spot) if spot and _by_the_book(session) else ""
    heed(act, no_if(wall, "4.1-03", f"{wall} stands there"), session, unit.name)


def check_lying(act: Act, session: Session, thing: Explosive) -> None:
    """Refuse a spot within something solid for a thing that lies on the table (4.1-03)."""
    spot = spot_of(thing)
    wall = wall_at(session, spot) if spot and _by_the_book(session) else ""
    heed(act, no_if(wall, "4.1-03", f"{wall} stands there"), session, thing.name)


def lie(session: Session, thing: Explosive) -> list[Line]:
    """Return what it means for an Explosive to lie where it lies now (F.1-11, F.1-68).

    A thing has no steps of its own: what its Field does to it, the referee rolls and enters.
    """
    if present_turn(session) is None or thing.carrier_id is not None:
        return []
    lines = []
    spot = spot_of(thing)
    for field in rows_of(session, Field) if spot else ():
        cover = cover_of(field)
        if not cover or not spot or dist(spot, (cover.x, cover.y)) >= cover.size / 2:
            continue
        if dice := damaging_dice(field):
            words, rule = f"It takes {', '.join(f'd{sides}' for sides in dice)}.", "F.1-11"
        elif field.kind is FieldKind.CONCEALED:
            words, rule = "It rolls a d4 for the inches of its way in it.", "F.1-68"
        else:
            continue
        lead = f"{said_of(thing.name, 'lies')} in {field.name}."
        lines.append(line(field_icon(field), lead, words, rule=rule, player_id=thing.player_id))
    return lines


# Who goes along


def _along(
    session: Session, unit: Unit, was: Point | None, way: Sequence[Point]
) -> list[tuple[Unit, tuple[Point, ...]]]:
    """Return who stands at the controls of what moves, each with the way that it is taken."""
    if was is None or not way or was == way[-1]:
        return []
    found = []
    for rider in crew_of(session, unit):
        gap = edge_to_edge(unit, rider)
        if gap is None or gap > ARM or rider.x is None or rider.y is None:
            continue
        dx, dy = rider.x - was[0], rider.y - was[1]
        path = [(x + dx, y + dy) for x, y in way]
        if stops_in(session, rider, path[-1]):
            path[-1] = way[-1]  # it leans out no farther than what it stands on is wide
        found.append((rider, tuple(path)))
    return found


def crew_of(session: Session, unit: Unit) -> list[Unit]:
    """Return the living units at the controls of a unit's weapons, each once."""
    manned = [row for row in rows_of(session, ControlPoint) if row.occupant_id is not None]
    if not manned:
        return []
    weapons = set(session.exec(select(Weapon.id).where(Weapon.unit_id == unit.id)))
    keys = {row.occupant_id or 0 for row in manned if row.weapon_id in weapons} - {unit.id}
    crew = (session.get(Unit, key) for key in sorted(keys))
    return [each for each in crew if each is not None and each.fate is Fate.ALIVE]


# What is asked


def homing_ends(session: Session, going: Going) -> list[Line]:
    """End the homing of its guns, and homing at it (8.5-17, Q8-77)."""
    if not going.moved:
        return []
    if going.how is Manner.THROWN:
        gone = No("Q8-77", f"{going.unit.name} was knocked away")
        return lose_homing(session, going.unit, of_weapons=gone, at_target=gone)
    wants = going.how in (Manner.OWN, Manner.JUMPS, Manner.DIVES)
    target = homing_lost(target_moved=wants, target_knocked_back=not wants)
    gun = homing_lost(weapon_moved=True)
    return lose_homing(session, going.unit, of_weapons=gun, at_target=target)


def run_ends(session: Session, going: Going) -> list[Line]:
    """End the run of what does not go on its own feet (5.4-06)."""
    if going.moved and not going.by_itself and present_turn(session) is not None:
        stand_still(session, going.unit)
    return []


def fields_on_the_way(session: Session, going: Going) -> list[Line]:
    """Note the Fields that it enters, crosses and leaves; their steps wait (F.1-11, F.1-60)."""
    if present_turn(session) is None or not going.way:
        return []
    # What does not touch the ground on its way treads on nothing but where it comes down.
    leaps = going.how in (Manner.JUMPS, Manner.DIVES)
    flown = going.inches if leaps else 0.0 if going.how is Manner.ABOARD else None
    return fields_met(session, going.unit, going.met, by_itself=going.by_itself, flown=flown)


def fires_left(session: Session, going: Going) -> list[Line]:
    """Note that it has left the burning part of an object from which it has moved away (F.1-42)."""
    if present_turn(session) is None or not going.way or not rows_of(session, Fire):
        return []
    noted = select(Inside).where(Inside.unit_id == going.unit.id, col(Inside.left).is_(False))
    lines = []
    for inside in session.exec(noted).all():
        fire = session.get(Fire, inside.fire_id) if inside.fire_id else None
        gap = edge_to_edge(going.unit, session.get_one(Unit, fire.unit_id)) if fire else None
        if gap:  # 0: it touches it still; None: nobody knows
            lines.append(leave(session, inside, going.unit))
    return lines


def table_edge(session: Session, going: Going) -> list[Line]:
    """Say that its way led off the table (4.1-41)."""
    battles = rows_of(session, Battle)
    if present_turn(session) is None or len(going.way) < 2 or not battles or not going.treads:
        return []
    here, there = (_on(battles[-1], point) for point in (going.way[0], going.way[-1]))
    if there or not here:
        return []
    does = "leaves" if going.by_itself else "goes off"
    words = "Its way led over the edge: the table decides what becomes of it."
    return [going.line(f"{going.unit.name} {does} the table.", words, "4.1-41")]


def traps_touched(session: Session, going: Going) -> list[Line]:
    """Let the Traps go off whose triggers it touches, or say that it comes to them (F.2-04)."""
    if present_turn(session) is None or not going.treads:
        return []
    return [
        said
        for trap in rows_of(session, Trap)
        if trap.armed and _touches(going, trap)
        for said in _trigger(session, going, trap)
    ]


def lands_on(session: Session, going: Going) -> list[Line]:
    """Say whom it comes down on: who is of its Size or smaller does not stop it (A5-52)."""
    flies = going.how in (Manner.THROWN, Manner.JUMPS, Manner.DIVES)
    if present_turn(session) is None or not going.treads or not flies:
        return []
    below = ", ".join(other.name for other in living_units(session) if _stands_under(going, other))
    words = "Nothing larger: the table decides what that does to either."
    return [going.line(f"{going.unit.name} lands on {below}.", words, "A5-52")] if below else []


def fights_left(session: Session, going: Going) -> list[Line]:
    """End its Grabs and engagements with those out of whose reach it has come (5.2-07, A5-24)."""
    unit = going.unit
    if unit.id not in _bound(session):
        return []
    if going.how is Manner.DIVES:
        # Whose fights a Bail ends, the Bail says (A5-64).
        return end_grabs(session, unit, "It lets go to dive.", "A5-68", held=False)
    if going.how is Manner.THROWN:
        lines = end_grabs(session, unit, "They are separated.", "A5-24") if going.moved else []
    else:
        lines = _grabs_out_of_reach(session, unit)
    return lines + (parted_by_the_map(session, unit, going.step) if going.way else [])


def fights_begun(session: Session, going: Going) -> list[Line]:
    """Engage a mover whose Move is spent with those who struck at it and still reach it (A4-07)."""
    turn = present_turn(session)
    if turn is None or not going.by_itself or move_left(session, going.unit) > NEARLY:
        return []
    foes = [each.foe for each in beside(session, going.unit, turn) if each.reached]
    return [said for foe in foes for said in engage(session, foe, going.unit)]


def belongings_come(session: Session, going: Going) -> list[Line]:
    """Take along what belongs to it, and leave the seats that it walks away from (4.2-28, 8.5-10)."""
    return goes(session, going.unit, going.was)


QUESTIONS: tuple[Callable[[Session, Going], list[Line]], ...] = (
    homing_ends,
    run_ends,
    fields_on_the_way,
    fires_left,
    table_edge,
    traps_touched,
    lands_on,
    fights_left,
    fights_begun,
    belongings_come,
)
"""All that is asked of a way, in the order of the log."""


def _on(battle: Battle, point: Point) -> bool:
    x, y = point
    return (
        -NEARLY <= x <= battle.table_width + NEARLY and -NEARLY <= y <= battle.table_depth + NEARLY
    )


def _touches(going: Going, trap: Trap) -> bool:
    """Return whether a way leads over the trigger of a Trap; one through the air only ends there."""
    if trap.x is None or trap.y is None or trap.field_id is not None:
        return False
    half = going.unit.size / 2
    if hypot(going.way[-1][0] - trap.x, going.way[-1][1] - trap.y) <= half + NEARLY:
        return True
    if going.unit.airborne or going.how in (Manner.JUMPS, Manner.DIVES):
        return False
    spot = disc(trap.x, trap.y, half)
    return any(stretches(here, there, spot) for here, there in pairwise(going.way))


def _trigger(session: Session, going: Going, trap: Trap) -> list[Line]:
    """Let a Trap go off that any interaction triggers; of any other say that somebody is there."""
    unit = going.unit
    no = may_spring(
        armed=trap.armed, smart=trap.smart, sprung_in=trap.sprung_turn_id,
        current_turn=turn_now(session).id or 0,
    )  # fmt: skip
    if no is not None:
        return []
    knows = _on_one_side(session, trap.player_id, unit.player_id)
    if trap.condition or trap.candidates or knows:
        what = trap.condition or ", ".join(trap.candidates) or "its side knows of it"
        words = f"{trap.trigger}: {what}. The table decides whether it goes off."
        return [going.line(f"{unit.name} comes to {trap.name}.", words, "F.2-04", Kind.FIELD)]
    return spring(session, trap, unit.name, why=f"{unit.name} touches {trap.trigger}.")


def _on_one_side(session: Session, one: int | None, other: int | None) -> bool:
    """Return whether two players are one or allied; nobody is on no side."""
    if one is None or other is None:
        return False
    pairs = ({pair.player_id, pair.ally_id} for pair in rows_of(session, Alliance))
    return one == other or any(pair == {one, other} for pair in pairs)


def _stands_under(going: Going, other: Unit) -> bool:
    """Return whether somebody stands where a way ends, who did not where it began."""
    unit = going.unit
    if other.id == unit.id or not other.on_table or other.x is None or other.y is None:
        return False
    aboard = other.size > unit.size and other.kind in CARRIERS
    if aboard or other.airborne != unit.airborne or other.kind is UnitKind.STRUCTURE:
        return False

    def over(point: Point) -> bool:
        away = hypot(point[0] - (other.x or 0.0), point[1] - (other.y or 0.0))
        # Bases in contact overlap a little as they are put down; half of one is on top of another.
        deep = min(unit.size, other.size) / 2
        return away < (unit.size + other.size) / 2 - deep

    return over(going.way[-1]) and not (len(going.way) > 1 and over(going.way[0]))


def _bound(session: Session) -> set[int | None]:
    """Return the keys of all units in an engagement or a Grab; most ways are of units in none."""

    def ask() -> set[int | None]:
        pairs = select(State.unit_id, State.with_id).where(col(State.with_id).is_not(None))
        return {key for pair in session.exec(pairs) for key in pair}

    return known(session, "bound units", ask, State, "with_id", "unit_id")


def _grabs_out_of_reach(session: Session, unit: Unit) -> list[Line]:
    """End the Grabs between a unit and those whom it no longer touches (A5-24)."""
    lines: list[Line] = []
    for state in pairs_of(session, unit, StateKind.GRABBED):
        key = state.with_id if state.unit_id == unit.id else state.unit_id
        other = session.get_one(Unit, key)
        gap = edge_to_edge(unit, other)
        if gap is not None and not keeps_in_reach(gap, ()):
            lines += end_grabs(session, unit, "They are separated.", "A5-24", by=key)
    return lines
