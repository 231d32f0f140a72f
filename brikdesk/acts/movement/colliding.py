"""Collisions: a minifig with Momentum runs into another one (5.4-24 to 5.4-31)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.checks import alive, heed
from brikdesk.acts.combat.aim import Aim, Target
from brikdesk.acts.combat.blows import Blow, Victim, burning_blow
from brikdesk.acts.combat.engaging import engage, there
from brikdesk.acts.combat.event import Event, Results
from brikdesk.acts.fire.fires import kinds_on
from brikdesk.acts.movement.going import Manner, go, way_to
from brikdesk.acts.movement.momentum import run_now, runs_on, spend, stand_still
from brikdesk.acts.movement.on_the_way import away_from, spot_of
from brikdesk.acts.step_act import StepAct, Throw, complete, missing, played
from brikdesk.acts.sums import sum_of
from brikdesk.acts.units.actions import in_percent
from brikdesk.acts.units.begin_state import begin_state, disrupt, is_minifig, state_line
from brikdesk.acts.units.facts import inches as checked_inches
from brikdesk.acts.who_may import MINIFIGS, in_path, kinds_of, move_left, out_of_reach
from brikdesk.dice import Roll, RollKind
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.close_combat import ARM
from brikdesk.rules.brikwars.fire import burning_attack_kinds
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.movement import DIE, collision_chance, may_collide, thrown_back
from brikdesk.rules.refusal import No, no_if
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Sum, Term, Tone, line
from brikdesk.store.tables import Fate, Run, StateKind, Turn, Unit
from brikdesk.store.views import view
from brikdesk.store.views.units import apart
from brikdesk.turns.steps import DieWords, Preview, Thrower
from brikdesk.turns.turn_order import turn_now


class Push(Struct, frozen=True):
    """A unit that others run into: both rolls with what they count, and what that does to it."""

    by: tuple[Unit, ...]
    unit: Unit
    knockback: Roll
    opposition: Roll
    rolled: int
    held: int
    victim: Victim

    @property
    def inches(self) -> int:
        """Inches of KnockBack."""
        return self.victim.knockback

    @property
    def moved(self) -> float:
        """The inches that it is thrown, up to an obstacle."""
        return self.inches - self.victim.cut_short

    @property
    def sum(self) -> Sum:
        """How the inches came about."""
        parts = (Term("MOM", self.rolled, "5.4-26"), Term("POP", -self.held, "5.4-27"))
        return sum_of(f"KnockBack of {self.unit.name}", self.inches, *parts, floor=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Collide(StepAct):
    """A minifig that holds a MOM runs into another minifig; it is part of its movement (5.4-24).

    `free` are the inches behind the target up to a larger obstacle, None if nothing is in its way
    (5.4-31). `head_on`: the target holds a MOM as well and throws the charger back at the same
    moment (5.4-30); `own_free` are the inches behind the charger then. `with_ids`: others who run
    into it at the same moment from the same side; their MOM dice count together against one POP
    (5.1-46, A5-30). Whoever burns adds 1d4 of his fire (F.1-29).

    Faces: the MOM dice, the target's POP, each with its Bonus Dice; head-on then the same the other
    way round; then the dice of a burning charger's fire, and the Armor dice of whoever is hurt.
    Choices: Something Bad, with the unit's id, and those of what protects it.
    """

    KEY = "collision-{0.unit_id}"
    unit_id: int
    target_id: int
    with_ids: tuple[int, ...] = ()
    free: float | None = None
    head_on: bool = False
    own_free: float | None = None

    def check_waiting(self, session: Session) -> None:
        """Refuse a Collision without Momentum, or with what cannot be run into."""
        target, turn = alive(session, self.target_id), turn_now(session)
        for unit in self._chargers(session):
            others = unit.player_id != turn.player_id
            heed(self, no_if(others, "5.4-24", "it runs in its own turn only"), session, unit.name)
            no_collision = may_collide(
                mom=run_now(session, unit).mom,
                minifigs=is_minifig(unit) and is_minifig(target),
                lies=StateKind.DISRUPTED in kinds_of(session, target),
            )
            heed(self, no_collision, session, unit.name)
            heed(self, _out_of_way(session, unit, target), session, unit.name)
        missing = self.head_on and not run_now(session, target).mom
        why = f"{target.name} holds no MOM, so it is not head-on."
        self.refuse_if(missing, "5.4-30", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask for MOM and POP, then for the Armor of whoever is hurt."""
        event, pushes = self._throw(session)
        choices = tuple(event.asked)
        owed = event.throw.owed
        waiting = missing(owed, choices)
        if owed and not pushes:
            waiting += f" {self._chance(session)}"
        # Words stand at the first die; what a head-on charger suffers is told in the summary.
        words = tuple(
            DieWords(0, Tone.OK if push.inches else Tone.DANGER, _outcome(push))
            for push in pushes[:1]
        )
        tests = (push.victim.test for push in pushes if push.victim.damage)
        said = [*map(_outcome, pushes), *(test.words for test in tests if test)]
        return Preview(tuple(event.throw.asked), owed, (), words, choices, waiting, " ".join(said))

    def settle(self, session: Session) -> Outcome:
        """Spend the Momentum, throw back or stop, and let Smash and fire meet the Armor."""
        chargers, target = self._chargers(session), alive(session, self.target_id)
        unit = chargers[0]
        event, pushes = self._throw(session)
        results = Results(event, self.key)
        lines = [self._push_line(push) for push in pushes] + event.protection.write(self.key)
        spots = {each.id: spot_of(each) for each in (unit, target)}
        # Before anything is moved: who is thrown or stopped has no run left.
        for each in (*chargers, target) if self.head_on else chargers:
            spend(session, each)
        for push in pushes:
            lines += self._throw_back(session, push, spots[push.by[0].id])
            lines += results.hurt(push.victim) if push.victim.damage else []
        if not any(push.inches for push in pushes):
            lines += self._stop(session, chargers, target)
        elif not any(push.inches and push.unit is unit for push in pushes):
            lines += [said for each in chargers for said in runs_on(session, each)]
        return Outcome(f"{_run_into(chargers)} {target.name}", tuple(lines))

    def _chargers(self, session: Session) -> list[Unit]:
        """Return who runs into the target, the first one first."""
        ids = (self.unit_id, *self.with_ids)
        if self.target_id in ids:
            raise BadInput("Nobody runs into himself.", "target_id")
        if len(set(ids)) < len(ids):
            raise BadInput("Each of those who run into it once.", "with_ids")
        if self.with_ids and self.head_on:
            raise BadInput("Head-on are two, not more.", "with_ids")
        return [alive(session, key) for key in ids]

    def _chance(self, session: Session) -> str:
        house = house_of(session, BrikWarsHouse).dice
        chance = in_percent(float(collision_chance(1 + len(self.with_ids), house=house)))
        return f"The target is thrown back with {chance}."

    def _throw(self, session: Session) -> tuple[Event, tuple[Push, ...]]:
        """Return the dice, and who is run into by whom; nobody while MOM and POP are not all in."""
        chargers, target = self._chargers(session), alive(session, self.target_id)
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        event = Event(session, throw, self.choices, (), chargers[0].player_id, [])
        ways: list[tuple[Sequence[Unit], Unit, float | None]] = [
            (chargers, target, _room(self.free, "free"))
        ]
        if self.head_on:
            ways.append(([target], chargers[0], _room(self.own_free, "own_free")))
        pushes: list[Push] = []

        def play() -> None:
            # All are rolled before any is pushed: head-on both throw at the same moment (5.4-30).
            rolled = [complete(_rolls(throw, by, other)) for by, other, _ in ways]
            for number, (way, pair) in enumerate(zip(ways, rolled, strict=True)):
                pushes.append(_push(event, number, way, pair))
            for push in pushes:
                _burn(event, push)
            event.armor()

        if played(play):
            throw.done()
        return event, tuple(pushes)

    def _push_line(self, push: Push) -> Line:
        return line(
            Kind.ATTACK, f"{_run_into(push.by)} {push.unit.name}:", "MOM",
            Dice(push.knockback.dice), "against POP", Dice(push.opposition.dice), _outcome(push),
            rule="5.4-29" if push.inches else "5.4-28",
            player_id=push.by[0].player_id, unit_id=push.unit.id, step=self.key, sums=(push.sum,),
        )  # fmt: skip

    def _throw_back(self, session: Session, push: Push, source: Point | None) -> list[Line]:
        unit = push.unit
        if not push.inches:
            return []
        goal = away_from(unit, source, push.moved) if source else None
        way = way_to(unit, goal) if goal else ()
        lines = go(session, unit, way, Manner.THROWN, inches=push.moved, step=self.key)
        lines.append(disrupt(session, unit, "thrown back", "5.4-29", self.key))
        return lines

    def _stop(self, session: Session, chargers: Sequence[Unit], target: Unit) -> list[Line]:
        """Stop the chargers, and the target of a head-on Collision, and engage them (5.4-28)."""
        lines = []
        for each in filter(there, (*chargers, target) if self.head_on else chargers):
            begin_state(session, each, StateKind.STOPPED, "Collision")
            lines.append(state_line(each, StateKind.STOPPED, "It is stopped dead.", "5.4-28"))
            stand_still(session, each)
        fight = [each for each in chargers if there(each) and there(target)]
        return [*lines, *(said for each in fight for said in engage(session, each, target))]


def _out_of_way(session: Session, unit: Unit, target: Unit) -> No | None:
    """Refuse a Collision with what the run does not lead to, or not so far (5.4-24).

    What is left of the Move counts: the Collision is part of the movement.
    """
    run = run_now(session, unit)
    if in_path(unit, run.heading, target) is False:
        return No("5.4-24", f"by the map its straight run does not lead to {target.name}")
    return out_of_reach("5.4-24", unit, target, ARM, free=move_left(session, unit))


@view(Unit, Run, Turn)
def lies_in_run(session: Session, unit_id: int) -> tuple[int, ...]:
    """Return the minifigs that a unit could run into: in its way first, foes first, nearest first."""
    unit = session.get(Unit, unit_id)
    if unit is None:
        return ()
    heading = run_now(session, unit).heading
    people = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.kind).in_(MINIFIGS))

    def order(other: Unit) -> tuple[bool, bool, float]:
        away = apart(session, unit, other)
        ahead = in_path(unit, heading, other)
        return ahead is False, other.player_id == unit.player_id, inf if away is None else away

    rows = (each for each in session.exec(people) if each.id != unit_id)
    return tuple(each.id or 0 for each in sorted(rows, key=order))


def _run_into(units: Sequence[Unit]) -> str:
    *others, last = (unit.name for unit in units)
    return f"{', '.join(others)} and {last} run into" if others else f"{last} runs into"


def _rolls(throw: Throw, by: Sequence[Unit], unit: Unit) -> tuple[Roll, Roll] | None:
    labels = tuple(f"MOM {each.name}" for each in by)
    of = Thrower(by[0].name, by[0].id)
    knockback = throw.roll(RollKind.OTHER, (DIE,) * len(by), labels, of=of)
    if knockback is None:
        return None
    of = Thrower(unit.name, unit.id)
    opposition = throw.roll(RollKind.OTHER, (DIE,), (f"POP {unit.name}",), of=of)
    return None if opposition is None else (knockback, opposition)


def _room(free: float | None, where: str) -> float | None:
    return None if free is None else checked_inches(free, where)


def _push(
    event: Event,
    number: int,
    way: tuple[Sequence[Unit], Unit, float | None],
    pair: tuple[Roll, Roll],
) -> Push:
    """Return a unit that others run into, its KnockBack as a blow that has dealt no damage yet."""
    by, unit, free = way
    zero = event.rules.bw_cf_zeroes_quantities
    rolled, held = (each.quantity(failure_is_zero=zero) for each in pair)
    target = Target(number, Aim(unit_id=unit.id, free=free), unit.name, unit=unit)
    event.take(target, _impact(thrown_back(rolled, held)))
    victim = event.victims[target.key]
    victim.collides = True
    victim.thrown_from = spot_of(by[0])
    victim.prevent(event.session, victim.thrown_from)
    return Push(tuple(by), unit, *pair, rolled, held, victim)


def _impact(inches: int) -> Blow:
    """Return a Collision as a blow: it throws, and deals no damage by itself (5.4-25)."""
    none = Sum("Damage of the Collision", 0, (Term("Collision", 0, "5.4-25"),), floor=0)
    return Blow("Collision", 0, none, knockback=inches, knock_rule="5.4-29", adds_up=True)


def _burn(event: Event, push: Push) -> None:
    """Add 1d4 of the fire of whoever burns (F.1-29)."""
    for by in push.by:
        if kinds := burning_attack_kinds(kinds_on(event.session, by), (), push.unit.tags):
            blow = burning_blow(event.protection, by, push.unit, kinds)
            push.victim.blows.append(complete(blow))


def _outcome(push: Push) -> str:
    if not push.inches:
        return f"{push.unit.name} resists."
    points, by = push.victim.smash, push.victim.stopped_by or "An obstacle"
    smash = f" {by} stops it: {points} Smash." if points else ""
    return f'{push.unit.name} is thrown {push.inches}".{smash}'
