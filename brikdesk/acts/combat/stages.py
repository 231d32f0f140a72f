"""An attack as far as its dice and choices are known: stage after stage."""

import math
from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts import who_may
from brikdesk.acts.checks import existing_row, heed, point_said
from brikdesk.acts.combat import blows, legality
from brikdesk.acts.combat.aim import (
    AttackTerms,
    Mode,
    ModifierLine,
    Target,
    struck_by_miss,
    targets_of,
)
from brikdesk.acts.combat.armor import own_bonuses
from brikdesk.acts.combat.blasts import Explosion, exploding, pop_of
from brikdesk.acts.combat.disengaging_and_responses import struck_back
from brikdesk.acts.combat.engaging import chargers_of, engage, foes_now, foes_of
from brikdesk.acts.combat.event import Event
from brikdesk.acts.combat.modifiers import Melee, auto_of, modifiers_of
from brikdesk.acts.combat.parries import Guard, Guarding, check_parries
from brikdesk.acts.combat.protection import Protection
from brikdesk.acts.combat.shots import KEPT, SPENT, Decisions, Shot, shots_at, thrower_of
from brikdesk.acts.combat.weapons_used import Armed, armed_of, interfered, users_of
from brikdesk.acts.explosives.placed import lies_at
from brikdesk.acts.fields.energy_shields import dice_in
from brikdesk.acts.movement.momentum import force_on, run_now, runs_on, spend, stand_still
from brikdesk.acts.movement.on_the_way import spot_of
from brikdesk.acts.step_act import StillMissing, Throw, complete, played
from brikdesk.acts.sums import mom_sum
from brikdesk.acts.units.begin_state import begin_state, state_line
from brikdesk.dice import Roll, RollKind, action_kind
from brikdesk.errors import BadInput, Refused
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars import close_combat, movement
from brikdesk.rules.brikwars.actions_and_responses import may_act
from brikdesk.rules.brikwars.attacks import BENNY_DIE, BennyUse, counted_apart, one_damage_roll
from brikdesk.rules.brikwars.close_combat import ParryWith, may_strike_back
from brikdesk.rules.brikwars.controls_and_jams import jams
from brikdesk.rules.brikwars.explosives import may_be_dud
from brikdesk.rules.brikwars.flight import may_strike, miss_is_tracked
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.shooting import lies_there, may_land
from brikdesk.rules.brikwars.units_and_damage import knocked_away
from brikdesk.store.act import Act, all_refusals
from brikdesk.store.house_rules import allies_of, house_of, sprinted, thrusts
from brikdesk.store.lines import Dice, Kind, Line, line
from brikdesk.store.tables import Fate, Field, StateKind, Unit
from brikdesk.store.views.battlefield import flight_spot
from brikdesk.turns.steps import Option, Thrower
from brikdesk.turns.turn_order import present_turn, stamp_now


def in_one_action(session: Session, armed: Armed) -> Armed:
    """Return a Charger's weapon, without an Action of its own if its Sprint has spent it (5.4-02)."""
    turn = present_turn(session)
    shares = movement.shares_its_action(
        sprinted=turn is not None and sprinted(session, armed.by, turn.id) > 0,
        mom=run_now(session, armed.by).mom,
        engaged=bool(who_may.maneuvers_of(session, armed.by)),
    )
    return replace(armed, spends_action=False) if shares else armed


def check_charge(
    act: AttackTerms, session: Session, armed: Sequence[Armed], guards: Sequence[Guard]
) -> None:
    """Refuse a Charge without Momentum or its weapon, and Parries that do not meet one."""
    turn = present_turn(session)
    if turn is None:
        raise BadInput("Nobody Charges before the battle.", "charge")
    # Once for each Charger, however many weapons were named for it.
    for user in users_of(armed):
        own = [each for each in armed if each.by is user]
        weapon = own[0].weapon
        charging = weapon is not None and movement.is_charging_weapon(weapon.preset, own[0].hands)
        no = movement.may_charge(
            mom=run_now(session, user).mom,
            own_turn=user.player_id == turn.player_id,
            maneuver=own[0].mode.value,
            weapons=len(own),
            charging=charging,
        )
        heed(act, no, session, user.name)
        if own[0].mode is Mode.STRIKE and weapon is not None:
            said = thrusts(session, weapon.id)
            heed(
                act,
                movement.may_thrust(airborne=user.airborne, thrusting=said),
                session,
                weapon.name,
            )
    for guard in guards:
        of_unit = sum(each.unit is guard.unit for each in guards)
        no = movement.may_parry_charge(shield=guard.held is ParryWith.SHIELD, parries=of_unit)
        heed(act, no, session, guard.unit.name)


def check_thrown_mom(
    act: Act, session: Session, armed: Sequence[Armed], targets: Sequence[Target], *, flies: bool
) -> None:
    """Refuse a MOM on the Range of what is not thrown, or not thrown ahead, and one that is not held.

    Rules: 5.4-03, 5.4-09 (it holds one at most), 5.4-10, 5.4-12. `flies`: it lands in a later turn.
    """
    turn = present_turn(session)
    runs_up = [each for each in armed if each.strike.momentum]
    for each in runs_up:
        if each.mode is not Mode.THROW or flies:
            only = "A MOM adds to the Range of what is thrown and lands at once."
            raise BadInput(only, "momentum")
        own = turn is not None and each.by.player_id == turn.player_id
        twice = sum(other.by is each.by for other in runs_up) > 1
        run, unit = run_now(session, each.by), targets[0].unit
        ahead = who_may.in_path(each.by, run.heading, unit) if unit is not None else None
        heed(act, movement.may_spend(mom=run.mom, own_turn=own), session, each.by.name)
        heed(act, movement.may_spend_once(twice=twice), session, each.by.name)
        heed(act, movement.may_spend_ahead(ahead is not False), session, each.by.name)


def check_answer(act: Act, session: Session, armed: Sequence[Armed], target: Unit | None) -> None:
    """Refuse a Charged unit more than one attack with one weapon on its Charger (5.4-19)."""
    turn = present_turn(session)
    # Nobody Charges outside his own turn, so there is nothing to answer.
    if turn is None or target is None or target.player_id != turn.player_id:
        return
    for user in users_of(each for each in armed if not each.ranged):
        if target.id in chargers_of(session, user):
            weapons = sum(each.by is user for each in armed)
            again = user.id in foes_now(session, target)
            heed(act, movement.may_answer_charge(weapons=weapons, again=again), session, user.name)


def decide_momentum(course: "Course", shot: Shot) -> None:
    """Ask whether a Charge that hits spends its MOM, and roll it for a Shove (5.4-20, 5.4-21)."""
    parried = bool(shot.parry) or shot.cancelled
    if not course.act.charge or not close_combat.may_spend_of_charging(
        hit=bool(shot.hit), parried=parried
    ):
        return
    shove = shot.armed.mode is Mode.SHOVE
    what = '+1d6" KnockBack' if shove else "+1 Action die of damage"
    shot.mom = course.decide.choose(
        f"mom-{shot.number}",
        f"{shot.armed.by.name} hits. Its MOM:",
        shot.armed.player_id,
        (Option(SPENT, "Spend it", what), Option(KEPT, "Keep it", "a Collision may follow")),
    )
    if not shot.mom:
        raise StillMissing
    if shove and shot.mom == SPENT:
        course.roll_momentum(shot)


def run_up_lines(course: "Course") -> list[Line]:
    """Write the MOM that makes a throw go farther (5.4-10, 5.4-13)."""
    lines: list[Line] = []
    for shot in course.shots:
        if shot.mom_roll is None or shot.armed.mode is not Mode.THROW:
            continue
        by, gained = shot.armed.by, shot.mom_range
        spend(course.session, by)
        lead = f"{by.name} spends its MOM on the Range of {shot.armed.name}:"
        dice, sums = Dice(shot.mom_roll.dice), (mom_sum(gained),)
        lines.append(line(Kind.UNIT, lead, dice, f'+{gained}".', rule="5.4-10", of=by, sums=sums))
    return lines


def ran_up_lines(course: "Course") -> list[Line]:
    """Say that who has thrown with its MOM runs on in its line (5.4-14)."""
    thrown = [shot for shot in course.shots if shot.mom_roll and shot.armed.mode is Mode.THROW]
    return [said for shot in thrown for said in runs_on(course.session, shot.armed.by)]


def charge_lines(course: "Course") -> list[Line]:
    """Write what becomes of each Charger: stopped, or on in its straight line (5.4-14, A5-32)."""
    lines: list[Line] = []
    unit = course.targets[0].unit
    if not course.act.charge:
        return lines
    for by in users_of(course.armed):
        who_may.note_maneuver(course.session, by, who_may.CHARGE)
        # Its own attack may have killed it, as an explosion close by.
        if by.fate is not Fate.ALIVE:
            continue
        own = [shot for shot in course.shots if shot.armed.by is by]
        spent = any(shot.mom == SPENT for shot in own)
        stands = unit is not None and _stands(course.session, unit)
        if spent:
            spend(course.session, by)
        if unit is not None and movement.is_stopped(spent=spent, stands=stands):
            lines += _stopped(course.session, by, unit)
        elif spent:
            lines += runs_on(course.session, by)
        else:
            heading = run_now(course.session, by).heading
            ahead = who_may.in_path(by, heading, unit) if unit is not None else None
            if movement.must_run_on(
                hit=any(bool(shot.hit) for shot in own),
                parried=any(bool(shot.parry) or shot.cancelled for shot in own),
                stands=stands and ahead is not False,
            ):
                force_on(course.session, by)
            lines.append(_on(by, unit.name if unit and stands else "", ahead))
    return lines


def _stands(session: Session, unit: Unit) -> bool:
    return unit.fate is Fate.ALIVE and StateKind.DISRUPTED not in who_may.kinds_of(session, unit)


def _stopped(session: Session, by: Unit, unit: Unit) -> list[Line]:
    begin_state(session, by, StateKind.STOPPED, "Charge")
    stand_still(session, by)
    entry = state_line(by, StateKind.STOPPED, f"{unit.name} stands in its way.", "A5-32")
    return [entry, *engage(session, by, unit)]


def _on(by: Unit, standing: str, ahead: bool | None) -> Line:
    words = "It runs on in its straight line."
    if standing and ahead is False:
        words = f"By the map {standing} is not in its path."
    elif standing:
        only = "" if ahead else ", if that is in its path,"
        words = f"It Collides with {standing}{only} or runs on straight."
    return line(Kind.UNIT, f"{by.name} keeps its MOM.", words, rule="5.4-22", of=by)


def check_counterstrike(
    act: AttackTerms, session: Session, armed: Sequence[Armed], targets: Sequence[Target]
) -> None:
    """Refuse a Counterstrike that nothing calls for, or that is no Strike with one weapon."""
    by, unit, weapon = armed[0].by, targets[0].unit, armed[0].weapon
    if unit is None:
        raise BadInput("A Counterstrike is made at the unit that Disengages.", "aims")
    always = house_of(session, BrikWarsHouse).bw_counterstrike_always
    no = may_strike_back(
        called_for=_called_for(session, by, unit, always=always),
        weapons=len(armed),
        strike=armed[0].mode is Mode.STRIKE,
        used=weapon is not None and weapon.fired_turn_id == stamp_now(session),
        always=always,
    )
    heed(act, no, session, by.name)
    heed(act, who_may.no_mind(by), session, by.name)
    down = StateKind.DISRUPTED in who_may.kinds_of(session, by)
    heed(act, may_act(1, disrupted=down), session, by.name)  # spent or not: it needs no Action


def _called_for(session: Session, by: Unit, unit: Unit, *, always: bool) -> bool:
    if any(row.foe_id == by.id and row.waits for row in who_may.partings_of(session, unit)):
        return True
    # By the house rule every maneuver may be answered by all who are engaged with its attacker (A5-01).
    engaged = by.id in {foe.id for foe in foes_of(session, unit)}
    return always and engaged and unit.id in foes_now(session, by)


def counterstrike_lines(course: "Course") -> list[Line]:
    """Write that a Counterstrike is made: it spends an Action, and the next one may follow (5.2-35)."""
    by, unit = course.armed[0].by, course.targets[0].unit
    if not course.act.counterstrike or unit is None:
        return []
    if who_may.actions_left_now(course.session, by) > 0:
        who_may.take_action(course.session, by)
    return struck_back(course.session, by, unit)


def centre_of(course: "Course", shot: Shot) -> tuple[float | None, float | None]:
    """Return the point at which a shot explodes, or would if it hits; (None, None) if not known."""
    if shot.hit is False:
        return point_said(course.decide.spot_said(shot)) or (None, None)
    return _stands_at(course.session, shot.target) or (None, None)


def check_misses(course: "Course") -> None:
    """Refuse a spot outside the circle of a miss (5.3-08, 8.4-20), and whom the miss may not strike."""
    for shot in course.shots:
        middle = _stands_at(course.session, shot.target)
        spot = point_said(course.decide.spot_said(shot))
        if shot.hit or middle is None or spot is None:
            continue
        away = max(0.0, math.dist(middle, spot) - _half(shot.target))
        no = may_land(away, shot.missed_by, explosive=shot.explosive)
        heed(course.act, no, course.session, shot.target.name)
    _check_strays(course)


def _half(target: Target) -> float:
    """Return the inches from the middle of a target to its edge."""
    return target.unit.size / 2 if target.unit else 0.0


def _check_strays(course: "Course") -> None:
    """Refuse a Missed Shot that strikes a target it may not strike (5.3-12), or cannot (5.3-08)."""
    session, attacker = course.session, course.armed[0].player_id or 0
    missed = {shot.key: shot for shot in course.shots if shot.hit is False}
    for stray in (each for each in course.act.strays if each.shot in missed):
        target = struck_by_miss(session, stray)
        _check_near(course, missed[stray.shot], target)
        chooser = course.decide.who_lands(missed[stray.shot]) or attacker
        sides = {*allies_of(session, attacker), *allies_of(session, chooser)}
        no = may_strike(target.owner, chooser, attacker, sides)
        heed(course.act, no, session, target.name)


def _check_near(course: "Course", shot: Shot, struck: Target) -> None:
    """Refuse what lies farther from the target, or from the spot that was named, than it may.

    Asked where the map knows both places: the spot lies within the inches by which it missed, and
    what is struck lies there.
    """
    session = course.session
    middle, there = _stands_at(session, shot.target), _stands_at(session, struck)
    if there is None:
        return
    if middle is not None:
        away = math.dist(middle, there) - _half(struck) - _half(shot.target)
        heed(course.act, may_land(max(0.0, away), shot.missed_by), session, struck.name)
    if (spot := point_said(course.decide.spot_said(shot))) is not None:
        no = lies_there(max(0.0, math.dist(spot, there) - _half(struck)))
        heed(course.act, no, session, struck.name)


def _stands_at(session: Session, target: Target) -> Point | None:
    """Return where a target is now, else the place that was aimed at."""
    if target.flight is not None:
        return flight_spot(target.flight)
    x, y = target.aim.x, target.aim.y
    if target.unit is not None:
        x, y = target.unit.x, target.unit.y
    elif target.explosive is not None:
        x, y = lies_at(session, target.explosive)
    return None if x is None or y is None else (x, y)


class Course:
    """One attack with its rows, as far as its dice and choices are known."""

    def __init__(self, act: AttackTerms, session: Session) -> None:
        self.act, self.session = act, session
        self.rules = house_of(session, BrikWarsHouse)
        self.throw = Throw(act.thrown(session), self.rules.dice)
        self.targets = targets_of(session, act.aims)
        self.armed = armed_of(session, act.strikes)
        if act.charge:
            self.armed = tuple(in_one_action(session, each) for each in self.armed)
        if act.counterstrike:  # it needs no Action, and spends it in its own way (5.2-35)
            self.armed = tuple(replace(each, spends_action=False) for each in self.armed)
        self.decide = Decisions(session, act.choices, self.armed[0].player_id)
        self.flies = legality.flies(self.armed, self.targets)
        self.melee = Melee(session, self.armed, self.targets, act.melee)
        self.guarding = Guarding(act, session, self.throw, self.decide, self.melee)
        self.protection = self._protection()
        self.shots = self._shots()
        attacker, source = self.armed[0].player_id, spot_of(self.armed[0].bearer)
        self.event = Event(
            session, self.throw, act.choices, act.caught, attacker, self.decide.asked,
            self.protection, source,
        )  # fmt: skip
        self.arc_rolls: dict[int, Roll] = {}
        self.damage_first: int | None = None
        self.rolled_all = False
        self.complete = self.flies or played(self._play)  # what flies on rolls nothing now (8.4-09)
        self.throw.done()

    def _protection(self) -> Protection:
        """Return what protects its targets, with the Parries and shield dice that were declared."""
        asked, declared = self.decide.asked, self.guarding.declared
        made = Protection(self.session, self.throw, self.act.choices, asked, declared)
        for each in self.act.shields:
            field = existing_row(self.session, Field, each.field_id)
            made.shield.name(each.unit_id, dice_in(field, each.dice))
        return made

    def check(self) -> None:
        """Refuse what the rules do not allow now; nothing is changed."""
        act, session, armed, targets = self.act, self.session, self.armed, self.targets
        # The order of the checks is that in which refusals are told.
        if act.counterstrike:
            check_counterstrike(act, session, armed, targets)
        if act.charge:
            check_charge(act, session, armed, self.guarding.guards)
        check_thrown_mom(act, session, armed, targets, flies=self.flies)
        legality.check_mixed(act, session, armed)
        legality.check_avoided(act, armed, targets)
        legality.check_outside(act, session, armed, targets)
        if not act.counterstrike:
            legality.check_noticed(act, session, armed, targets)
        check_answer(act, session, armed, targets[0].unit)
        legality.check_attack(act, session, armed, targets)
        self.protection.shield.check(act)
        legality.check_melee(act, session, armed, targets, self.melee)
        others = {each.unit_id for each in act.caught} | {each.unit_id for each in act.strays}
        check_parries(act, session, self.guarding.guards, self.shots, others)
        check_misses(self)

    def refusal(self) -> Refused | None:
        """Return all that the rules have against it, or None where it may be made."""
        return all_refusals(self.session, self.check)

    def _shots(self) -> list[Shot]:
        shots: list[Shot] = []
        for armed in self.armed:
            sweep = blows.sweep_of(armed, self.targets) if armed.area else None
            swept = sweep.targets if sweep else self.targets
            each = shots_at(armed, swept, arc_large_extra=self.rules.arc_large_extra)
            own = own_bonuses(self.session, armed.by, armed.bearer)
            for place, (target, load) in enumerate(each):
                shot = Shot(
                    number=len(shots),
                    armed=armed,
                    target=target,
                    load=load,
                    place=place,
                    rows=self._rows(armed, target, place),
                    penalty=own.penalty,
                    auto_rule=self.melee.automatic(armed, target),
                    # In the hope of going Over the Top (A4-15).
                    rolled_anyway=self.rules.bw_auto_hit_rolls,
                    who=thrower_of(armed, self.armed),
                    avoided=self.act.avoided,
                )
                if self.act.charge and not self.act.faces:
                    # Before any die the odds count a MOM as their asker says.
                    shot.mom = self.act.choices.get(f"mom-{shot.number}", "")
                self._foresee(shot)
                shots.append(shot)
        return shots

    def _foresee(self, shot: Shot) -> None:
        """Count a Grab that needs no roll and meets no Parry as made, for the attacks after it."""
        sure = shot.automatic and not shot.avoided and self.guarding.against(shot) is None
        if shot.armed.mode is Mode.GRAB and sure and shot.target.unit:
            self.melee.hold(shot.armed.by, shot.target.unit)

    def _rows(
        self, armed: Armed, target: Target, place: int, bonus_range: int = 0, mom_range: int = 0
    ) -> tuple[ModifierLine, ...]:
        return modifiers_of(
            self.session, armed, target, self.act.changes, self.act.extras, bonus_range, place,
            self.melee, mom_range,
        )  # fmt: skip

    def with_momentum(self, shot: Shot, inches: int) -> tuple[ModifierLine, ...]:
        """Return the modifiers of a throw to whose Range a MOM adds so many inches (5.4-10)."""
        return self._rows(shot.armed, shot.target, shot.place, shot.bonus_range, inches)

    def _play(self) -> None:
        self._roll_all()
        self._misses()
        self._parries()
        self._damage()
        self.event.play(self._settle)

    # Action Rolls

    def _roll_all(self) -> None:
        for armed in self.armed:
            terms = complete(interfered(self.session, self.throw, armed))
            jammed = False
            for shot in (each for each in self.shots if each.armed is armed):
                shot.lost = jammed  # after a jam the shots not yet rolled are lost (8.3-15)
                if jammed:
                    continue
                shot.interfered = terms
                # Asked again: a Grab that was rolled just now makes the attacks after it sure.
                shot.auto_rule = self.melee.automatic(armed, shot.target)
                self._roll(shot)
                self._maneuver(shot)
                jammed = shot.jams
        self.rolled_all = True

    def _wait_for(self, *names: str) -> None:
        """Stop where a choice of one of these names is open."""
        if self.decide.waits(*names):
            raise StillMissing

    def _maneuver(self, shot: Shot) -> None:
        """Let a Grab or Shove be parried now: a Grab decides what follows (A5-02, 5.2-25)."""
        if not shot.maneuver:
            return
        if shot.hit:
            self.guarding.meet(shot)
        if shot.hit and not shot.cancelled and shot.armed.mode is Mode.GRAB and shot.target.unit:
            self.melee.hold(shot.armed.by, shot.target.unit)
        self._wait_for("parry")

    def _roll(self, shot: Shot) -> None:
        if shot.avoided or (shot.automatic and not shot.rolled_anyway):
            return
        if shot.armed.strike.momentum:
            self._run_up(shot)
        shot.first = len(self.throw.asked)
        labels = ("Action", *["−1d4 fire"] * len(shot.penalty))
        kind, die, of = self.kind_of_roll(shot.armed), (shot.armed.die,), self._whose(shot)
        roll = self.throw.roll(kind, die, labels, penalty=shot.penalty, of=of)
        shot.dice = len(self.throw.asked) - shot.first
        shot.roll = roll = complete(roll)
        shot.jams = jams(shot.natural or 0, auto_of(shot.rows), shot.armed.kind.value)
        if roll.benny:
            dice = blows.strike_dice(self.session, shot)
            shot.benny = self.decide.benny(shot, dice, several=len(self.shots) > 1)
            if not shot.hit:
                self._rescue(shot)

    def kind_of_roll(self, armed: Armed) -> RollKind:
        """Return how the die of a weapon is rolled: as an Action die, or a plain one."""
        return action_kind(armed.die, specialty=armed.specialty, house=self.throw.house)

    def _run_up(self, shot: Shot) -> None:
        """Roll the MOM that makes a throw farther (5.4-10)."""
        zero = self.rules.bw_cf_zeroes_quantities
        shot.mom_range = self.roll_momentum(shot).quantity(failure_is_zero=zero)
        shot.rows = self.with_momentum(shot, shot.mom_range)

    def _whose(self, shot: Shot) -> Thrower | None:
        """Return the name that tells a shot's dice from those of others; None for a single shot."""
        return shot.thrower if len(self.shots) > 1 else None

    def _rescue(self, shot: Shot) -> None:
        """Spend the Benny of a miss: on the roll, on Range, or on something else (4.2-18)."""
        if not shot.benny:
            raise StillMissing
        if shot.benny not in (BennyUse.ACTION, BennyUse.RANGE):
            return
        shot.bought = self.throw.roll(RollKind.OTHER, (BENNY_DIE,), ("Benny",))
        shot.dice = len(self.throw.asked) - shot.first
        bought = complete(shot.bought)
        if shot.benny == BennyUse.RANGE:
            shot.bonus_range = bought.total
            shot.rows = self.with_momentum(shot, shot.mom_range)

    # What misses

    def _misses(self) -> None:
        for shot in self.shots:
            if shot.lost or shot.hit:
                continue
            tracked = miss_is_tracked(
                explosive=shot.explosive,
                arc_fire=shot.armed.area,
                requested=self.act.track_misses,
                track_all=self.rules.bw_track_all_missed_shots,
            )
            if tracked:
                self.decide.spot(shot)
            if shot.explosive and may_be_dud(shot.critical_failure):
                why = "The Action Roll is a Critical Failure."
                shot.dud = self.decide.dud(shot, why)
        self._wait_for("chooser", "spot", "dud")

    # Parries

    def _parries(self) -> None:
        for shot in self.shots:
            if shot.hit and not shot.lost and not shot.maneuver:
                self.guarding.meet(shot)
        self._wait_for("parry")

    # Damage

    def _damage(self) -> None:
        self.damage_first = len(self.throw.asked)
        self.event.lost = self.guarding.lost
        for shot in self.shots:
            if shot.resolved and not shot.explosive:
                if shot.hit:
                    self._hit(shot)
                else:
                    self._strays(shot)
        self._explode_shots()

    def _hit(self, shot: Shot) -> None:
        if shot.cancelled or shot.armed.mode is Mode.GRAB:
            return
        decide_momentum(self, shot)
        if shot.armed.mode is Mode.SHOVE:
            self._oppose(shot)
            zero = self.rules.bw_cf_zeroes_quantities
            self.event.take(shot.target, blows.shove_of(shot, failure_is_zero=zero))
            return
        blow = self._blow(shot)
        if shot.roll is not None and shot.roll.benny and not shot.benny:
            raise StillMissing
        self.event.take(shot.target, blow, self.apart(shot))

    def roll_momentum(self, shot: Shot) -> Roll:
        """Roll the MOM of a Charging Shove or of a throw (5.4-10, 5.4-21)."""
        shot.mom_roll = self.throw.roll(
            RollKind.OTHER, (movement.DIE,), ("MOM",), of=self._whose(shot)
        )
        return complete(shot.mom_roll)

    def _oppose(self, shot: Shot) -> None:
        """Roll the POP of who is shoved, by house rule (A5-29)."""
        unit = shot.target.unit
        opposes = movement.opposes_shove(
            charge=self.act.charge, bw_pop_vs_shove=self.rules.bw_pop_vs_shove
        )
        count = pop_of(self.session, shot.target) if opposes and unit else 0
        if not unit or not count:
            return
        dice, labels, who = (movement.DIE,) * count, ("POP",) * count, Thrower(unit.name, unit.id)
        shot.pop_roll = complete(self.throw.roll(RollKind.OTHER, dice, labels, of=who))

    def shares_damage(self, armed: Armed) -> bool:
        """Return whether one Damage Roll counts for all that a weapon hits (Q8-13)."""
        return one_damage_roll(arc=armed.area, arc_shared_damage=self.rules.arc_shared_damage)

    def _blow(self, shot: Shot) -> blows.Blow:
        """Make the Damage Roll of a hit, or take that of the arc."""
        if self.shares_damage(shot.armed):
            return complete(blows.shared_hit(self.protection, shot, self._arc_roll(shot.armed)))
        return complete(blows.hit_by(self.protection, shot, of=self._whose(shot)))

    def _strays(self, shot: Shot) -> None:
        """Make a Missed Shot strike the targets named in `strays`, without a roll (5.3-11)."""
        for stray in (each for each in self.act.strays if each.shot == shot.key):
            target = struck_by_miss(self.session, stray)
            struck = (target, stray.distance)
            blow = complete(blows.hit_by(self.protection, shot, stray=struck, of=self._whose(shot)))
            self.event.take(target, blow, self.apart(shot))

    def apart(self, shot: Shot) -> str:
        """Name the sum that a shot's damage goes to, empty for the common one (Q8-20, Q8-83)."""
        weapons, shots = counted_apart(
            burst=shot.armed.mode is Mode.BURST,
            combine=self.act.combine,
            multi_weapon_damage=self.rules.multi_weapon_damage,
            burst_damage=self.rules.burst_damage,
        )
        if shots:
            return f"{shot.armed.number}.{shot.place}"
        return f"{shot.armed.number}" if weapons else ""

    def _arc_roll(self, armed: Armed) -> Roll:
        """Make the Damage Roll that all hits of an arc share."""
        if armed.number not in self.arc_rolls:
            several = len(self.armed) > 1
            self.arc_rolls[armed.number] = complete(
                blows.roll_of_arc(self.throw, armed, several=several)
            )
        return self.arc_rolls[armed.number]

    # Explosions

    def _explode_shots(self) -> None:
        for shot in (each for each in self.shots if each.resolved and each.explosive):
            explosion = exploding(
                shot,
                shot.target.name if shot.hit else self.decide.where(shot),
                centre_of(self, shot),
                direct=shot.target if shot.hit else None,
                source=spot_of(shot.armed.bearer),
                bought=shot.benny == BennyUse.DAMAGE,
                knocked=knocked_away(shot.total),
                dud=shot.dud,
                beside=None if shot.hit else self.decide.beside(shot),
            )
            self.event.explosions.append(explosion)

    def _settle(self, explosion: Explosion) -> None:
        """Ask whether what the attack sent is a dud."""
        shot = next((each for each in self.shots if each.key == explosion.key), None)
        failed = explosion.blast is not None and explosion.blast.critical_failure
        if shot and not shot.critical_failure and may_be_dud(False, failed):
            explosion.dud = self.decide.dud(shot, "The Damage Roll is a Critical Failure.")
        self._wait_for("dud", "benny", "words")
