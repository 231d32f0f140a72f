"""Momentum as rows, and the activities of the table of Impaired Movement."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, heed
from brikdesk.acts.step_act import StepAct, Throw
from brikdesk.acts.sums import mom_sum
from brikdesk.acts.units.begin_state import begin_state, is_minifig, stay_stopped
from brikdesk.dice import Roll, RollKind
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point, bearing
from brikdesk.lengths import NEARLY, in_inches
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.movement import (
    ACTIVITIES,
    DIE,
    STANDING,
    ActivityEffect,
    Arms,
    Effect,
    StraightRun,
    costs_action,
    effect_of,
    ends_momentum,
    hinders_momentum,
    keeps_straight,
    lasts,
    may_interrupt,
    may_spend,
    may_take_arms,
    run_on,
    slowed_run,
    spent,
    words_with,
)
from brikdesk.rules.brikwars.shooting import aims_with_action
from brikdesk.rules.brikwars.states import may_do_minor_activity
from brikdesk.rules.brikwars.units_and_damage import put_on, take_off
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of, sprinted
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Tone, line
from brikdesk.store.session import of_unit
from brikdesk.store.tables import Fate, Run, State, StateKind, Turn, Unit
from brikdesk.store.views.states import STATES
from brikdesk.turns.steps import DieWords, Preview, Thrower
from brikdesk.turns.turn_order import present_turn, stamp_now, turn_now

WayPart = tuple[float | None, float]
"""A part of a way: its heading in degrees, None if nobody knows it, and its inches."""


def run_now(session: Session, unit: Unit) -> StraightRun:
    """Return the straight run that a unit has behind it now; what has ended by itself is left out.

    Rules: 5.4-07, A5-59.
    """
    row = _row(session, unit)
    if row is None or not _lasts(session, unit, row):
        return STANDING
    return StraightRun(row.heading, row.inches, row.mom)


def _lasts(session: Session, unit: Unit, row: Run) -> bool:
    # Its newest two turns: a run that used all its Move lasts into the next one (5.4-07).
    latest = select(Turn.id).where(Turn.player_id == unit.player_id)
    own = session.exec(latest.order_by(col(Turn.id).desc()).limit(2)).all()
    turn = present_turn(session)
    return lasts(row.turn_id, row.used_all, sorted(filter(None, own)), turn.id if turn else None)


def parts_of(way: Sequence[Point]) -> list[WayPart]:
    """Return the straight parts of a way on the map."""
    moves = ((here, there) for here, there in pairwise(way) if here != there)
    return [(bearing(here, there), dist(here, there)) for here, there in moves]


def headings(way: Sequence[Point]) -> tuple[float, ...]:
    """Return the heading of each part of a way in degrees; a part of no length has none."""
    return tuple(heading for heading, _ in parts_of(way) if heading is not None)


def roll_momentum(throw: Throw, unit: Unit) -> Roll | None:
    """Roll the MOM of a unit; return None while its die is missing."""
    return throw.roll(RollKind.OTHER, (DIE,), (f"MOM {unit.name}",), of=Thrower(unit.name, unit.id))


def go_on(
    session: Session,
    unit: Unit,
    parts: Sequence[WayPart],
    *,
    slowed: bool = False,
    broken: bool = False,
) -> str:
    """Write what a unit has run more in its own turn; return what the log says of its Momentum.

    `slowed`: something on the way prevented full speed (5.4-06); `broken`: something before these
    parts of it did. To be called when the Move is paid.
    """
    if not is_minifig(unit):
        return ""
    slowed = hinders_momentum(
        slowed_on_the_way=slowed or is_slowed(session, unit),
        half_speed=bool(who_may.half_speed_now(session, unit)),
        bw_half_speed_blocks_mom=house_of(session, BrikWarsHouse).bw_half_speed_blocks_mom,
    )
    before = run_now(session, unit)
    run = STANDING if slowed or broken else before
    held = before.mom and not slowed and not broken
    for heading, inches in parts:
        run = STANDING if slowed else run_on(run, heading, inches)
        # A bend loses the MOM even where the last part of the way earns a new one.
        held = held and run.mom
    _write(session, unit, run)
    return "Its MOM is lost on the way, 5.4-06." if before.mom and not held else ""


def is_slowed(session: Session, unit: Unit) -> bool:
    """Return whether something keeps a unit from running flat out (5.4-06, A5-27, A5-65).

    A ladder costs no more Move, and is no run all the same.
    """
    return slowed_run(who_may.half_speed_now(session, unit)) or bool(
        who_may.arms_bound_now(session, unit)
    )


def stand_still(session: Session, unit: Unit) -> None:
    """End a unit's run: it was stopped, shoved or thrown (5.4-06)."""
    if run_now(session, unit) != STANDING:
        _write(session, unit, STANDING)


def spend(session: Session, unit: Unit) -> None:
    """Take away the MOM that was rolled; from now on the unit must run on (5.4-13, 5.4-14)."""
    _write(session, unit, spent(run_now(session, unit))).rolled = True


def force_on(session: Session, unit: Unit) -> None:
    """Let a charger that keeps its MOM run on in its line to the limit of its Move (5.4-22)."""
    _write(session, unit, run_now(session, unit)).rolled = True


def has_to_run_on(session: Session, unit: Unit) -> bool:
    """Return whether a unit runs on to the limit of its Move in this turn (5.4-14, 5.4-22)."""
    row = _row(session, unit)
    return row is not None and row.rolled and row.turn_id == turn_now(session).id


def keep_running(
    act: Act, session: Session, unit: Unit, way: Sequence[Point], *, bent: bool
) -> None:
    """Refuse a way that bends although the unit has to run on in this turn (5.4-14, 5.4-22).

    `bent`: by what was typed about it, the way is not straight from its start.
    """
    row = _row(session, unit)
    if row is None or not has_to_run_on(session, unit):
        return
    known = () if row.heading is None else (row.heading,)
    why = f"{unit.name} has Charged: it runs on in its straight line."
    straight = keeps_straight((*known, *headings(way))) and not bent
    act.refuse_if(not straight, "5.4-14", why, session)


def runs_on(session: Session, unit: Unit) -> list[Line]:
    """Say that the charger cannot stop now (5.4-14)."""
    left = who_may.move_left(session, unit)
    if unit.fate is not Fate.ALIVE or left <= NEARLY:
        return []
    return [
        line(
            Kind.UNIT, f'{unit.name} must run on, {in_inches(left)} straight ahead.',
            "Move it so far in its line, off cliffs or into spears: before that the turn does not end.",
            rule="5.4-14", of=unit,
        )
    ]  # fmt: skip


def _write(session: Session, unit: Unit, run: StraightRun) -> Run:
    turn_id = turn_now(session).id or 0
    row = _row(session, unit) or Run(unit_id=unit.id or 0, turn_id=turn_id)
    # That it must run on ends with the turn in which its MOM was rolled (5.4-14).
    row.rolled = row.rolled and row.turn_id == turn_id
    row.turn_id, row.heading, row.inches, row.mom = turn_id, run.heading, run.inches, run.mom
    row.used_all = who_may.move_left(session, unit) <= NEARLY
    session.add(row)
    return row


def _row(session: Session, unit: Unit) -> Run | None:
    return next(iter(of_unit(session, Run, unit.id)), None)


_STATES = {
    Effect.HALF_SPEED: StateKind.HALF_SPEED,
    Effect.STOPPED: StateKind.STOPPED,
    Effect.DROWNING: StateKind.DROWNING,
    Effect.FULL_TURN: StateKind.FULL_TURN,
}

_ARMORS = ("light", "heavy")

_ARM_WORDS = {
    Arms.ONE: "one arm",
    Arms.LEFT: "its left arm",
    Arms.RIGHT: "its right arm",
    Arms.BOTH: "both arms",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginActivity(Act):
    """A unit begins an activity of the table: what it does to movement, arms and Action follows.

    `activity` is a key of ACTIVITIES. What slows it or binds its arms lasts until it is cleared, so
    also while others play (A4-05). `burdened`: it swims with a heavy object. `armor` is what it
    puts on: light or heavy. `arms` are those with which it climbs a ladder: left, right or both;
    empty: one of them.
    """

    unit_id: int
    activity: str
    burdened: bool = False
    armor: str = ""
    arms: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Begin the state of the activity, and spend the Action where it costs one (A4-01)."""
        unit = alive(session, self.unit_id)
        activity = ACTIVITIES.get(self.activity)
        if activity is None:
            known = f"Known: {', '.join(ACTIVITIES)}."
            raise BadInput(f"There is no activity {self.activity[:40]!r}. {known}", "activity")
        rules = house_of(session, BrikWarsHouse)
        arms = self._arms(session, unit, activity)
        self._check(session, unit, activity)
        effect = effect_of(
            activity,
            worn_armor=unit.worn_armor,
            burdened=self.burdened,
            light_drowns=rules.bw_light_armor_drowns,
        )
        says = self._armor(session, unit, activity)
        if present_turn(session) is not None and ends_momentum(activity):
            says += ["Its MOM is lost, 5.4-06."] if run_now(session, unit).mom else []
            stand_still(session, unit)
        if effect is Effect.FULL_TURN:
            who_may.begin_full_turn(self, session, unit)
        elif costs_action(
            activity,
            rules.bw_impaired_table,
            own_turn=_in_own_turn(session, unit),
            doff_costs=rules.bw_doff_costs_action,
            aim_cost=rules.bw_aim_cost,
        ):
            who_may.check_other_action(self, session, unit)
            who_may.take_action(session, unit)
            says.append("That takes its Action.")
        elif activity.key == "aim":
            self._check_aim(session, unit, rules.bw_aim_cost)
        done = words_with(activity, arms)
        says += self._impair(session, unit, activity, effect, done)
        if activity.arms and effect is not Effect.DROWNING:
            says.append(f"It takes {_ARM_WORDS[_taken(activity, arms)]}, until it is cleared.")
        words = line(
            Kind.STATE, f"{unit.name}: {done}.", " ".join(says),
            rule="4.1-21" if effect is Effect.DROWNING else activity.rule,
            of=unit,
        )  # fmt: skip
        return Outcome(f"{unit.name}: {done}", (words,))

    def _arms(self, session: Session, unit: Unit, activity: ActivityEffect) -> Arms:
        """Return the arms it is done with; another choice takes the place of an earlier one."""
        if self.arms not in {each.value for each in Arms}:
            raise BadInput("Say which arms: left, right or both.", "arms")
        arms = Arms(self.arms)
        if arms is not Arms.ONE and not activity.either:
            raise BadInput(f"Nobody chooses the arms for {activity.words}.", "arms")
        if activity.either:
            heed(self, may_take_arms(activity, arms, unit.limbs_lost), session, unit.name)
            _let_go_of(session, unit, activity, arms)
        return arms

    def _check(self, session: Session, unit: Unit, activity: ActivityEffect) -> None:
        """Refuse what the Disrupted cannot do, and what breaks the run of who has to run on."""
        turn = present_turn(session)
        if turn is None:
            return
        disrupted = StateKind.DISRUPTED in who_may.kinds_of(session, unit)
        heed(self, may_do_minor_activity(disrupted=disrupted), session, unit.name)
        no = may_interrupt(
            activity,
            sprints=bool(sprinted(session, unit, turn.id)),
            must_run_on=has_to_run_on(session, unit),
            move_left=who_may.move_left(session, unit),
        )
        heed(self, no, session, unit.name)

    def _check_aim(self, session: Session, unit: Unit, cost: str) -> None:
        """Refuse to aim without an Action for the attack; who has shot may note that it aimed (A4-02)."""
        if aims_with_action(cost) and unit.ranged_turn_id != stamp_now(session):
            who_may.check_other_action(self, session, unit)

    def _armor(self, session: Session, unit: Unit, activity: ActivityEffect) -> list[str]:
        """Put Body Armor on or off; who takes it off no longer drowns by it (4.1-22)."""
        if activity.key == "don_armor":
            if self.armor not in _ARMORS:
                raise BadInput("Say which armor: light or heavy.", "armor")
            _change_armor(unit, self.armor)
            return [f"It wears {self.armor.capitalize()} Armor."]
        if activity.key != "doff_armor":
            return []
        if not unit.worn_armor:
            raise BadInput(f"{unit.name} wears no Body Armor.", "activity")
        _change_armor(unit, "")
        drowning = _drowning(session, unit, _IN_ARMOR)
        if not drowning:
            return []
        if ACTIVITIES["carry_heavy"].words not in who_may.half_speed_now(session, unit):
            return [surface(session, unit, drowning)]
        _drown_on(session, drowning, _BURDENED)
        return ["It still carries a heavy object, and drowns."]

    def _impair(
        self, session: Session, unit: Unit, activity: ActivityEffect, effect: Effect, done: str
    ) -> list[str]:
        if effect is Effect.DROWNING:
            with_what = _BURDENED if self.burdened else _IN_ARMOR
            begin_state(session, unit, StateKind.DROWNING, f"{activity.words} {with_what}")
            return ["Stopped and drowning.", STATES[StateKind.DROWNING].until]
        if effect is Effect.NONE and not activity.arms:
            return []
        kind = _STATES.get(effect, StateKind.OTHER)
        lasts = effect is Effect.HALF_SPEED or bool(activity.arms)
        begin_state(session, unit, kind, done, lasting=lasts)
        says = [f"{kind.value}."] if effect in (Effect.HALF_SPEED, Effect.STOPPED) else []
        return says if lasts else [*says, STATES[kind].until]


def _taken(activity: ActivityEffect, arms: Arms) -> Arms:
    """Return the arms that an activity takes, those of its row where nobody has chosen."""
    return Arms.BOTH if activity.arms > 1 else arms


def _let_go_of(session: Session, unit: Unit, activity: ActivityEffect, arms: Arms) -> None:
    """Free the arms with which a unit has climbed so far: it goes on with these."""
    others = [words_with(activity, each) for each in Arms if each is not arms]
    for state in who_may.states_of(session, unit):
        if state.kind is StateKind.OTHER and state.cause in others:
            session.delete(state)


def _in_own_turn(session: Session, unit: Unit) -> bool:
    """Return whether it is its player's turn; what belongs to nobody has no turn of its own."""
    turn = present_turn(session)
    return turn is None or unit.player_id in (None, turn.player_id)


def drop_burden(session: Session, unit: Unit) -> str:
    """Return what it means for a drowning swimmer to drop its heavy object; "" for any other unit.

    It drowns on in Body Armor (4.1-22), else it swims from its next own turn on (A4-31).
    """
    drowning = _drowning(session, unit, _BURDENED)
    light = house_of(session, BrikWarsHouse).bw_light_armor_drowns
    armor = effect_of(ACTIVITIES["swim"], worn_armor=unit.worn_armor, light_drowns=light)
    if not drowning or armor is not Effect.DROWNING:
        return surface(session, unit, drowning) if drowning else ""
    _drown_on(session, drowning, _IN_ARMOR)
    return "It still wears Body Armor, and drowns."


def _change_armor(unit: Unit, worn: str) -> None:
    """Let a unit wear other Body Armor or none, with what it adds (W-14, W-15)."""
    bare = take_off(unit.worn_armor, unit.armor, unit.deflection)
    unit.armor, unit.deflection = put_on(worn, *bare)
    unit.worn_armor = worn


_BURDENED, _IN_ARMOR = "with a heavy object", "in Body Armor"
"""By what a swimmer drowns."""


def _drowning(session: Session, unit: Unit, by: str) -> list[State]:
    """Return the states by which a swimmer drowns because of one thing."""
    kind, cause = StateKind.DROWNING, f"{ACTIVITIES['swim'].words} {by}"
    states = who_may.states_of(session, unit)
    return [state for state in states if state.kind is kind and state.cause == cause]


def _drown_on(session: Session, drowning: Sequence[State], by: str) -> None:
    """Let a swimmer that has got rid of one thing drown on by another."""
    for state in drowning:
        state.cause = f"{ACTIVITIES['swim'].words} {by}"
        session.add(state)


def surface(session: Session, unit: Unit, drowning: Sequence[State]) -> str:
    """Let a unit swim that was drowning; in its own turn it stays where it is (A4-31)."""
    swimming = ACTIVITIES["swim"].words
    for state in drowning:
        session.delete(state)
    begin_state(session, unit, StateKind.HALF_SPEED, swimming, lasting=True)
    stays = stay_stopped(session, unit, "it was drowning")
    return f"It drowns no more and swims. {stays}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendMomentum(StepAct):
    """A unit spends the MOM that it holds where speed helps: +1d6 to a roll, or +1d6" (5.4-10).

    `name` says on what; the table decides what is logical, and the referee adds the number there.
    Charges and Collisions spend their MOM by themselves. Faces: the MOM die with its Bonus Dice.
    """

    KEY = "momentum-{0.unit_id}"
    unit_id: int
    name: str

    def check_waiting(self, session: Session) -> None:
        """Refuse a unit that holds no MOM, or whose turn it is not."""
        unit = alive(session, self.unit_id)
        own = unit.player_id == turn_now(session).player_id
        no = may_spend(mom=run_now(session, unit).mom, own_turn=own)
        heed(self, no, session, unit.name)

    def examine(self, session: Session) -> Preview:
        """Ask for the MOM die."""
        unit, on = alive(session, self.unit_id), text.name(self.name)
        throw, roll = self._throw(session, unit)
        if roll is None:
            waiting = f"Waiting for the MOM die of {unit.name}."
            return Preview(dice=tuple(throw.asked), owed=throw.owed, waiting=waiting)
        adds = f"+{self._gained(session, roll)} to {on}."
        return Preview(
            dice=tuple(throw.asked),
            words=(DieWords(0, Tone.OK, adds),),
            summary=f"{unit.name}: {adds}",
        )

    def settle(self, session: Session) -> Outcome:
        """Spend the MOM; from now on the unit runs on in its line (5.4-13, 5.4-14)."""
        unit, on = alive(session, self.unit_id), text.name(self.name)
        _, roll = self._throw(session, unit)
        assert roll is not None  # only a step whose dice are in is settled
        gained = self._gained(session, roll)
        entry = line(
            Kind.UNIT, f"{unit.name} spends its MOM on {on}:", Dice(roll.dice), f"+{gained}.",
            rule="5.4-10", of=unit, step=self.key, sums=(mom_sum(gained),),
        )  # fmt: skip
        spend(session, unit)
        return Outcome(f"{unit.name} spends its MOM", (entry, *runs_on(session, unit)))

    def _throw(self, session: Session, unit: Unit) -> tuple[Throw, Roll | None]:
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        roll = roll_momentum(throw, unit)
        if roll is not None:
            throw.done()
        return throw, roll

    def _gained(self, session: Session, roll: Roll) -> int:
        zero = house_of(session, BrikWarsHouse).bw_cf_zeroes_quantities
        return roll.quantity(failure_is_zero=zero)
