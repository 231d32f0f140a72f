"""Jumps: as far as the Move goes and an inch high, farther or higher with a MOM (4.1-02, 4.1-04)."""

from dataclasses import dataclass
from math import ceil, dist

from sqlmodel import Session

from brikdesk.acts.checks import alive, heed
from brikdesk.acts.combat.engaging import check_in_reach
from brikdesk.acts.movement import momentum
from brikdesk.acts.movement.going import Manner, check_way, go, way_to
from brikdesk.acts.movement.moving import FIGHTS, keep_line, price_now, take_inch
from brikdesk.acts.movement.on_the_way import feet_of, on_foot, on_the_way, own_rise
from brikdesk.acts.step_act import StepAct, Throw, ask
from brikdesk.acts.sums import mom_sum
from brikdesk.acts.units.actions import in_percent
from brikdesk.acts.units.facts import goal_of
from brikdesk.acts.units.facts import inches as checked_inches
from brikdesk.acts.who_may import check_off_ground, half_speed_now, move_left, move_used
from brikdesk.dice import Roll
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.lengths import NEARLY, compared, in_inches
from brikdesk.rules.brikwars import movement as movement_rules
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import jump_length, may_rise
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Tone, line
from brikdesk.store.session import rows_of
from brikdesk.store.tables import Stance
from brikdesk.turns.steps import Choice, DieWords, Option, Preview
from brikdesk.turns.turn_order import turn_now

KEPT = Option("kept", "Keep its MOM")
LENGTH = Option("length", "Spend its MOM on the length", '+1d6"')
HEIGHT = Option("height", "Spend its MOM on the height", '+1d6"')

HIGHEST = 200.0
"""Inches above or below the table at which a unit can come down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JumpUnit(StepAct):
    """A unit jumps, in a straight line through the air: as far as its Move goes, and an inch high.

    It jumps so many `inches`, to the place `x`, `y`, or both. `rise` is how high it has to rise above
    where it stands, `lands` how high above the table it comes down; none: as high as it stood. The
    inches count against its Move like any other way (4.1-02), doubled at Half Speed; a MOM makes it
    longer or higher (5.4-10). If that is not enough, it comes down where its reach ends, or stays
    before what is too high.

    Faces: the MOM die with its Bonus Dice, if it spends one. Choices: `mom` (kept, length, height),
    asked of who holds one.
    """

    KEY = "jump-{0.unit_id}"
    unit_id: int
    inches: float | None = None
    x: float | None = None
    y: float | None = None
    rise: float = 0.0
    lands: float | None = None

    def check_waiting(self, session: Session) -> None:
        """Refuse who cannot jump now, what is too far or too high, and what is solid."""
        leap = _Leap(self, session)
        unit = leap.unit
        if not on_foot(unit):
            raise BadInput(f"{unit.name} has no feet on the ground to jump with.", "unit_id")
        check_off_ground(self, session, unit)
        heed(self, leap.price.no, session, unit.name)
        if leap.spends:
            no = movement_rules.may_spend(mom=leap.mom, own_turn=leap.own)
            heed(self, no, session, unit.name)
            heed(self, movement_rules.may_spend_ahead(leap.ahead), session, unit.name)
        # Whether a MOM lifts it high enough, or far enough, is known after its roll: if it does not,
        # the jump falls short, and is not refused.
        if leap.spends != HEIGHT.value:
            heed(self, may_rise(leap.high, leap.most_high), session, unit.name)
            check_way(self, session, unit, leap.way, leap.met, Manner.JUMPS)
        if leap.own and leap.spends != LENGTH.value:
            has, takes = compared(leap.left, leap.price.cost)
            why = f"{unit.name} has {has} of Move left, this takes {takes}."
            self.refuse_if(leap.price.cost > leap.left + NEARLY, "4.1-01", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask whether it spends a MOM, and for its die."""
        leap = _Leap(self, session)
        words: tuple[DieWords, ...] = ()
        if leap.roll:
            words = (DieWords(0, Tone.OK, f'+{leap.gained}" of {leap.spends}.'),)
        waiting = f"Waiting for the MOM die of {leap.unit.name}. {leap.chance()}".strip()
        return Preview(
            dice=tuple(leap.throw.asked),
            owed=leap.throw.owed,
            words=words,
            choices=leap.choices,
            waiting=waiting if leap.throw.owed else "",
            summary="" if leap.throw.owed else f"{leap.unit.name} {leap.says()}",
        )

    def settle(self, session: Session) -> Outcome:
        """Take the inches off its Move, and let it come down."""
        leap = _Leap(self, session)
        unit = leap.unit
        lost = ""
        if leap.own and leap.goes:
            momentum.keep_running(self, session, unit, leap.trod, bent=False)
            lost = keep_line(self, session, unit, leap.trod, bent=False)
        if leap.spends:
            momentum.spend(session, unit)
        self._pay(session, leap)  # before the run is noted, which asks what Move is left
        if leap.price.inch is FIGHTS and self.x is not None and self.y is not None:
            check_in_reach(self, session, unit, self.x, self.y)
        if leap.price.inch:
            take_inch(session, unit, leap.price.inch)
        lines = [leap.line(" ".join(filter(None, (lost, self._run(session, leap)))))]
        if leap.goes:
            self._stand(session, leap)
            jumps, far, met = Manner.JUMPS, leap.far, leap.met
            lines += go(session, unit, leap.path, jumps, inches=far, met=met, step=self.key)
            lines += momentum.runs_on(session, unit) if leap.spends else []
        return Outcome(f"{unit.name} jumps", tuple(lines))

    def _pay(self, session: Session, leap: "_Leap") -> None:
        if leap.own and leap.cost:
            leap.unit.move_used = move_used(session, leap.unit) + leap.cost
            leap.unit.moved_turn_id = turn_now(session).id
            session.add(leap.unit)

    def _run(self, session: Session, leap: "_Leap") -> str:
        """Note the inches, which go on with a run; who stops before an obstacle runs no more."""
        if not leap.own or not leap.goes:
            momentum.stand_still(session, leap.unit)
            return ""
        return momentum.go_on(
            session, leap.unit, momentum.parts_of(leap.trod) or [(None, leap.far)]
        )

    def _stand(self, session: Session, leap: "_Leap") -> None:
        """Note how high it stands where it has come down."""
        if self.lands is None or leap.short:
            return
        stances = (row for row in rows_of(session, Stance) if row.unit_id == leap.unit.id)
        stance = next(stances, None) or Stance(unit_id=leap.unit.id or 0)
        stance.base = leap.lands
        session.add(stance)


class _Leap:
    """One jump as far as its die and choice are known; lengths in inches."""

    def __init__(self, act: JumpUnit, session: Session) -> None:
        self.act, self.session = act, session
        # The order counts: each of these reads what stands above it.
        self.unit = alive(session, act.unit_id)
        turn = turn_now(session)
        self.rules = house_of(session, BrikWarsHouse)
        self.own = turn.player_id == self.unit.player_id
        self.slow = half_speed_now(session, self.unit)
        self.left = move_left(session, self.unit)
        self.mom = self.own and momentum.run_now(session, self.unit).mom
        self.way = self._way()
        self.wanted = self._wanted()
        stood = feet_of(session, self.unit)
        self.lands = stood if act.lands is None else _height(act.lands, "lands")
        self.high = max(checked_inches(act.rise, "rise"), self.lands - stood, 0.0)
        self.choices = self._asked()
        chosen = act.choices.get("mom", KEPT.value)
        self.spends = "" if chosen == KEPT.value else chosen
        self.throw = Throw(act.thrown(session), self.rules.dice)
        self.roll = self._rolled()
        self.price = price_now(session, self.unit, self.wanted)
        self.most_high = own_rise(session, self.unit, self._of(HEIGHT))
        self.most_far = jump_length(self.left, self.slow, self._of(LENGTH))
        self.met = on_the_way(session, self.unit, self.path, rise=self.most_high)
        self.throw.done()

    def _way(self) -> tuple[Point, ...]:
        goal = goal_of(self.act.x, self.act.y)
        return way_to(self.unit, goal) if goal else ()

    def _wanted(self) -> float:
        if self.act.inches is not None:
            return checked_inches(self.act.inches, "inches")
        if len(self.way) > 1:
            return dist(*self.way)
        raise BadInput("Give the inches of the jump, or a place on the map.", "inches")

    def _asked(self) -> tuple[Choice, ...]:
        if not self.mom and "mom" not in self.act.choices:
            return ()
        prompt, options = f"The MOM of {self.unit.name}:", (KEPT, LENGTH, HEIGHT)
        who = self.unit.player_id
        return (ask(self.act.choices, "mom", prompt, who, options, usual=KEPT.value),)

    def _rolled(self) -> Roll | None:
        if not self.spends:
            return None
        return momentum.roll_momentum(self.throw, self.unit)

    @property
    def gained(self) -> int:
        """The inches of the MOM die; none before it lies there, or if it fails (A5-56)."""
        zero = self.rules.bw_cf_zeroes_quantities
        return self.roll.quantity(failure_is_zero=zero) if self.roll else 0

    def _of(self, what: Option) -> int:
        return self.gained if self.spends == what.value else 0

    @property
    def ahead(self) -> bool:
        """Whether it jumps in the line of its run, as far as the map knows (5.4-12)."""
        heading = momentum.run_now(self.session, self.unit).heading
        gone = [each for each, _ in momentum.parts_of(self.way) if each is not None]
        return heading is None or movement_rules.keeps_straight((heading, *gone))

    @property
    def too_high(self) -> bool:
        """Whether its MOM does not bring it over what is in its way."""
        walls = bool(self.met.blocked)
        return self.spends == HEIGHT.value and (walls or self.high > self.most_high + NEARLY)

    @property
    def short(self) -> bool:
        """Whether its MOM does not bring it as far as it wanted."""
        return self.spends == LENGTH.value and self.wanted > self.most_far + NEARLY

    @property
    def goes(self) -> bool:
        """Whether it leaves the place where it stands."""
        return self.far > NEARLY

    @property
    def far(self) -> float:
        """The inches that it comes."""
        if self.too_high:
            return 0.0
        return min(self.wanted, self.most_far) if self.short else self.wanted

    @property
    def cost(self) -> float:
        """The inches that it takes of its Move: those of a MOM are free (5.4-10)."""
        if self.too_high:
            return 0.0
        if self.short:
            return self.left
        return max(0.0, self.price.cost - self._of(LENGTH))

    @property
    def path(self) -> tuple[Point, ...]:
        """The points of its way, as far as it comes."""
        if len(self.way) < 2 or not self.short or not self.wanted:
            return self.way
        (x, y), (to_x, to_y) = self.way
        part = min(1.0, self.most_far / self.wanted)
        return (x, y), (x + (to_x - x) * part, y + (to_y - y) * part)

    @property
    def trod(self) -> tuple[Point, ...]:
        """The points of its way if the map knows from where."""
        return self.path if len(self.path) > 1 else ()

    def says(self) -> str:
        """Say how far it jumps, and what its MOM made of that."""
        if self.too_high:
            return "does not get over what is in its way, and stays before it."
        up = f", {in_inches(self.high)} high" if self.high else ""
        short = f" It falls {in_inches(self.wanted - self.far)} short." if self.short else ""
        return f"jumps {in_inches(self.far)}{up}.{short}"

    def chance(self) -> str:
        """Say how likely its MOM is to bring it there; empty if it spends none."""
        if not self.spends:
            return ""
        # At Half Speed an inch of the jump takes two (4.1-18).
        times = 2 if self.slow else 1
        if self.spends == LENGTH.value:
            missing, what = self.price.cost - self.left, in_inches(self.wanted)
        else:
            missing = self.high * times - 1.0
            what = f"{in_inches(self.high)} high"
        chance = movement_rules.mom_chance(ceil(missing - NEARLY), house=self.rules.dice)
        return f"A jump of {what}: {in_percent(float(chance))} before the roll."

    def line(self, more: str) -> Line:
        """Return the line of the jump, with what else is to be said of the run."""
        unit = self.unit
        dice = (Dice(self.roll.dice),) if self.roll else ()
        words = [f'The MOM adds {self.gained}" of {self.spends}.'] if self.roll else []
        words += [self.chance()] if self.spends else []
        if self.too_high:
            words.append(f"It rises {in_inches(self.most_high)}.")
        elif self.own:
            why = f", Half Speed: {', '.join(sorted(self.slow))}" if self.slow else ""
            words.append(f"It takes {in_inches(self.cost)}{why}." if why or self.roll else "")
            words.append(f"{in_inches(move_left(self.session, unit))} of Move left.")
        words += [self.price.inch.words if self.price.inch else "", more]
        return line(
            Kind.UNIT, f"{unit.name} {self.says()}", *dice, " ".join(filter(None, words)),
            rule="4.1-04" if self.high else "4.1-02", of=unit,
            step=self.act.key, sums=(mom_sum(self.gained),) if self.roll else (),
        )  # fmt: skip


def _height(inches: float, where: str) -> float:
    if not -HIGHEST <= inches <= HIGHEST:
        raise BadInput(f"It comes down within {HIGHEST:g} inches of the table.", where)
    return float(inches)
