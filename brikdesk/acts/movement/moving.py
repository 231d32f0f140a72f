"""A unit moves and its Action is spent: what a movement takes of its Move and its Angry Inches."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts import who_may
from brikdesk.acts.checks import existing_row, heed, points_of
from brikdesk.acts.combat.engaging import check_in_reach, in_charge
from brikdesk.acts.movement import momentum
from brikdesk.acts.movement.going import Manner, check_way, go, length, way_to
from brikdesk.acts.movement.on_the_way import OnTheWay, on_the_way
from brikdesk.acts.units.facts import goal_of, place
from brikdesk.acts.units.facts import inches as checked_inches
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.lengths import NEARLY, compared, in_inches
from brikdesk.rules.brikwars.movement import keeps_straight, may_inch_in
from brikdesk.rules.brikwars.states import angry_inch, may_shift, move_cost
from brikdesk.rules.refusal import No
from brikdesk.store.act import Act
from brikdesk.store.house_rules import sprints_in
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Unit
from brikdesk.store.views.battlefield import trails
from brikdesk.turns.turn_order import present_turn, turn_now


class Inch(Struct, frozen=True):
    """Inches of a way that take no Move: what the log says of them, and their rule."""

    words: str
    rule: str


FIGHTS = Inch("An Angry Inch costs no Move.", "5.2-09")
GETS_AWAY = Inch("The Angry Inch to get away costs no Move.", "5.2-36")
RESPONDS = Inch("The inch of a response costs no Move.", "4.3-05")


class Price(Struct, frozen=True):
    """The Move inches that a way costs, why the unit may not go it, and the inch that is free."""

    cost: float = 0.0
    no: No | None = None
    inch: Inch | None = None


def price_now(session: Session, unit: Unit, inches: float, difficult: float = 0.0) -> Price:
    """Return what a movement by its own will takes in the running turn.

    Rules: 4.1-01 (in its own turn), 4.3-04 and 4.3-05 (an inch in those of others), 5.2-09, 5.2-36.
    """
    if who_may.takes_angry_inch(session, unit, inches):
        charge = may_inch_in(charge=in_charge(session, unit))
        return Price(no=charge or who_may.no_inch(session, unit), inch=FIGHTS)
    turn = present_turn(session)
    # What belongs to nobody has no turn of its own.
    if turn is not None and unit.player_id not in (None, turn.player_id):
        far, charge = may_shift(inches), may_inch_in(charge=in_charge(session, unit))
        no = who_may.may_move_now(session, unit) or far or charge
        return Price(no=no or who_may.no_inch(session, unit), inch=None if far else RESPONDS)
    away = any(row.inch for row in who_may.partings_of(session, unit))
    rest = max(0.0, inches - angry_inch()) if away else inches
    cost = move_cost(rest, who_may.half_speed_now(session, unit), min(difficult, rest))
    return Price(cost, who_may.may_move_now(session, unit), GETS_AWAY if away else None)


def take_inch(session: Session, unit: Unit, inch: Inch) -> None:
    """Use up the inch that a unit takes.

    Rules: 5.2-36 (the first inch of the way of one that has Disengaged), 5.2-10 and 4.3-04 (the next
    one goes with the next maneuver or response).
    """
    if inch is not GETS_AWAY:
        who_may.note_maneuver(session, unit, who_may.INCH)
        return
    for row in who_may.partings_of(session, unit):
        row.inch = False
        session.add(row)


def travelled(session: Session, unit: Unit) -> tuple[float, ...]:
    """Return the headings of what a unit has gone in the running turn, as far as the map knows."""
    if not who_may.move_used(session, unit):
        return ()
    ways = trails(session, turn_now(session).id or 0)
    return momentum.headings(next((way.points for way in ways if way.unit_id == unit.id), ()))


def keep_line(act: Act, session: Session, unit: Unit, way: Sequence[Point], *, bent: bool) -> str:
    """Refuse a way that bends a Sprint, and note its heading (4.1-34).

    `bent`: by what was typed about it, the way is not straight from its start.
    Return a sentence for the log of a Sprint whose way the map does not know, else "".
    """
    sprints = [row for row in sprints_in(session, turn_now(session).id) if row.unit_id == unit.id]
    if not sprints:
        return ""
    if not way and not bent:
        return "All of it in one straight line, 4.1-34."
    run = sprints[-1]
    gone = momentum.headings(way)
    known = () if run.heading is None else (run.heading,)
    stairs = " Stairs in that line are no bend: say that it was slowed." if bent else ""
    why = f"{unit.name} Sprints: its whole way in this turn is one straight line.{stairs}"
    straight = keeps_straight((*known, *gone)) and not bent
    act.refuse_if(not straight, "4.1-34", why, session)
    if gone and run.heading is None:
        run.heading = gone[0]
        session.add(run)
    return ""


MOST_CORNERS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUnit(Act):
    """Move a unit: by so many inches, to a place on the table, or both.

    In its player's own turn the inches count against its Move, doubled at Half Speed (4.1-17);
    without `inches` the distance counts, straight or over `corners`, the places where it turned on
    its way, and what of it lies in Difficult Terrain of the map counts double (4.1-05). `straight`
    are the last inches of the way that went straight on, where no map tells (5.4-03). `slowed`: what
    came before them did not turn, but kept it from full speed, as stairs do (5.4-06). `by_itself`
    is off for a unit that is carried, shoved or knocked back, which costs no Move and is never
    refused. An inch of an engaged unit is an Angry Inch and costs no Move (5.2-09).
    """

    unit_id: int
    inches: float | None = None
    x: float | None = None
    y: float | None = None
    corners: tuple[tuple[float, float], ...] = ()
    straight: float | None = None
    slowed: bool = False
    by_itself: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Change Move and place; homing of its guns, and homing at it, is lost (8.5-17)."""
        unit = who_may.in_play(existing_row(session, Unit, self.unit_id))
        goal, corners = self._goal(), points_of(self.corners, "corners")
        # One point where its place before is unknown, none where nobody says to where it goes.
        way = way_to(unit, goal, corners) if goal else ()
        typed = self.inches is not None
        distance = checked_inches(self.inches, "inches") if typed else length(way)
        # Noting where a unit stands is no movement, and no line in the log.
        first_place = unit.x is None and not typed
        how = Manner.OWN if self.by_itself else Manner.CARRIED
        how = Manner.PUT if first_place and way else how
        met = on_the_way(session, unit, way)
        check_way(self, session, unit, way, met, how)
        # Inches that the referee typed are his count of the way, mud and all.
        difficult = 0.0 if typed else met.difficult
        turn = present_turn(session)
        costs = turn is not None and self.by_itself and turn.player_id == unit.player_id
        slow = who_may.half_speed_now(session, unit)
        price = Price()
        # Before the first turn units are set up: nothing is refused, and nothing is spent.
        if turn is not None and self.by_itself and distance:
            price = price_now(session, unit, distance, difficult)
            heed(self, price.no, session, unit.name)
            if unit.airborne:
                who_may.check_off_ground(self, session, unit)
        cost = price.cost if costs else 0.0
        if cost:
            self._check_left(session, unit, cost, _why(slow, difficult)[0])
        run = [price.inch.words] if price.inch else []
        if costs and distance:
            short = self.straight is not None and self.straight < distance - NEARLY
            bent = short and not self.slowed
            trod = way if len(way) > 1 else ()
            momentum.keep_running(self, session, unit, trod, bent=bent)
            run.append(keep_line(self, session, unit, trod, bent=bent))
        if cost:
            unit.move_used = who_may.move_used(session, unit) + cost
            unit.moved_turn_id = turn_now(session).id
        # After the Move is paid: a run that has used all of it lasts into the next turn (5.4-07).
        run.append(self._run(session, unit, way, distance, met, costs))
        if goal and price.inch is FIGHTS:
            check_in_reach(self, session, unit, *goal)
        session.add(unit)
        if price.inch:
            take_inch(session, unit, price.inch)
        does = "is put down" if first_place else "moves" if self.by_itself else "is moved"
        title = f"{unit.name} {does}"
        lines = []
        if turn is not None and not first_place:
            rule, why = price.inch.rule if price.inch else "", _why(slow, difficult)
            lead = f"{title} {in_inches(distance)}."
            lines.append(_moved(session, unit, lead, cost, why, (run, rule)))
        # What the way means stands in the log after the way itself, but the row needs the old place.
        lines += go(session, unit, way, how, inches=distance, met=met)
        return Outcome(title, tuple(lines))

    def _goal(self) -> Point | None:
        goal, corners = goal_of(self.x, self.y), points_of(self.corners, "corners")
        if len(corners) > MOST_CORNERS:
            raise BadInput(f"A way has at most {MOST_CORNERS} corners.", "corners")
        for corner in corners:
            for inches_from_edge in corner:
                place(inches_from_edge, "corners")
        if goal is None and self.inches is None:
            raise BadInput("Give inches, or a place, or both.", "inches")
        return goal

    def _check_left(self, session: Session, unit: Unit, cost: float, why: str) -> None:
        left = who_may.move_left(session, unit)
        has, takes = compared(left, cost)
        dear = f", {why}" if why else ""
        no = f"{unit.name} has {has} of Move left, this takes {takes}{dear}."
        self.refuse_if(cost > left + NEARLY, "4.1-01", no, session)

    def _run(
        self,
        session: Session,
        unit: Unit,
        way: tuple[Point, ...],
        distance: float,
        met: OnTheWay,
        own: bool,
    ) -> str:
        """Note the straight inches of the way, which earn a MOM; return what the log says of it."""
        if present_turn(session) is None or not distance:
            return ""
        if not own:
            # Whoever is taken along has no run either: that is asked on the way itself.
            if self.by_itself:
                momentum.stand_still(session, unit)
            return ""
        parts = momentum.parts_of(way)
        if self.straight is None:
            # Nobody knows how straight a way was that has inches alone.
            slowed = self.slowed or bool(met.difficult) or not parts
            return momentum.go_on(session, unit, parts, slowed=slowed)
        straight = checked_inches(self.straight, "straight")
        if straight > distance + NEARLY:
            raise BadInput(f"The whole way has only {in_inches(distance)}.", "straight")
        # What was not straight before them, or not at full speed, has broken the run.
        broken = self.slowed or straight < distance - NEARLY
        heading = parts[-1][0] if parts and broken else None
        return momentum.go_on(
            session, unit, [(heading, straight)], slowed=bool(met.difficult), broken=broken
        )


def _why(slow: frozenset[str], difficult: float) -> tuple[str, str]:
    """Return why a way costs more than its inches, and the rule that says so; empty if it does not."""
    if slow:
        return f"Half Speed: {', '.join(sorted(slow))}", "4.1-17"
    return (f"{in_inches(difficult)} in Difficult Terrain", "4.1-05") if difficult else ("", "")


def _moved(
    session: Session,
    unit: Unit,
    lead: str,
    cost: float,
    dear: tuple[str, str],
    run_and_rule: tuple[Sequence[str], str],
) -> Line:
    run, own_rule = run_and_rule
    why, rule = dear if cost else ("", own_rule)
    words = [f"It takes {in_inches(cost)}, {why}."] if why else []
    if cost:
        words.append(f"{in_inches(who_may.move_left(session, unit))} of Move left.")
    said = " ".join(filter(None, (*words, *run)))
    return line(Kind.UNIT, lead, said, rule=rule or "4.1-01", of=unit)
