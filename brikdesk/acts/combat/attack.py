"""The act of attacking, and what it leaves behind: marks, loads, Parries, Missed Shots."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sqlmodel import Session

from brikdesk.acts import who_may
from brikdesk.acts.checks import alive
from brikdesk.acts.combat import engaging
from brikdesk.acts.combat.aim import MANEUVERS, AttackPreview, AttackTerms, Mode, To
from brikdesk.acts.combat.armor import at_the_feet
from brikdesk.acts.combat.attack_preview import alternatives_of, preview_of
from brikdesk.acts.combat.event import Results
from brikdesk.acts.combat.legality import aim_key
from brikdesk.acts.combat.parries import Guard
from brikdesk.acts.combat.protection import drop_after, use_up
from brikdesk.acts.combat.shots import Shot
from brikdesk.acts.combat.stages import (
    Course,
    charge_lines,
    counterstrike_lines,
    ran_up_lines,
    run_up_lines,
)
from brikdesk.acts.combat.weapons_used import (
    Armed,
    ShotLoad,
    away,
    distance_to,
    homing_lines,
    users_of,
)
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.flights import ROCKET, Departure, put_in_the_air
from brikdesk.acts.movement.on_the_way import fall, slips
from brikdesk.acts.power import power_now, take_power
from brikdesk.acts.units.begin_state import begin_state, state_line
from brikdesk.acts.weapons.firing import take_shot, without_power
from brikdesk.acts.weapons.weapons import RemoveWeapon
from brikdesk.copied import copied
from brikdesk.dice import Pool
from brikdesk.ground.shapes import edge_to_edge
from brikdesk.lengths import NEARLY
from brikdesk.odds.attacks import AttackAsked
from brikdesk.odds.rolls import action_odds
from brikdesk.rules.brikwars import flight
from brikdesk.rules.brikwars.actions_and_responses import use_chance
from brikdesk.rules.brikwars.attacks import BennyUse
from brikdesk.rules.brikwars.close_combat import is_used_up
from brikdesk.rules.brikwars.shooting import leaves_the_hand
from brikdesk.rules.brikwars.states import keeps_in_reach
from brikdesk.rules.brikwars.units_and_damage import knocked_away
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Tone, line
from brikdesk.store.session import until_written
from brikdesk.store.tables import StateKind, Unit, WeaponKind
from brikdesk.turns.brikwars.units import arms_of
from brikdesk.turns.turn_order import present_turn, stamp_now


def grab_lines(course: Course) -> list[Line]:
    """Write the Grabs that hold, and those from which a Shove breaks free; return their lines."""
    lines: list[Line] = []
    for shot in (each for each in course.shots if each.maneuver and each.hit):
        by, unit = shot.armed.by, shot.target.unit
        if unit is None or shot.cancelled:
            continue
        if shot.armed.mode is Mode.GRAB:
            lines.append(engaging.grab(course.session, by, unit))
        else:
            why = f"It shoves {unit.name} away."
            lines += engaging.end_grabs(course.session, by, why, "5.2-30", by=unit.id)
    return lines


def close_lines(course: Course) -> list[Line]:
    """Write who has fought whom with which hands; return a line for each new engagement."""
    unit = course.targets[0].unit
    lines: list[Line] = []
    for armed in (each for each in course.armed if not each.ranged):
        engaging.use_hands(course.session, armed.by, course.melee.hands(armed))
        who_may.note_maneuver(course.session, armed.by, armed.mode.value)
        # Its next inch goes with the next maneuver (5.2-10).
        who_may.forget(course.session, armed.by, who_may.INCH)
        if armed.weapon is not None and armed.shot is None:  # a Shove with an object
            armed.weapon.fired_turn_id = stamp_now(course.session)
            course.session.add(armed.weapon)
        if unit is not None and engaging.there(unit) and engaging.there(armed.bearer):
            lines += _between(course, armed, unit)
    return lines


def _between(course: Course, armed: Armed, unit: Unit) -> list[Line]:
    """Note that one unit has attacked another by touch, and engage the two if it binds them.

    With a mounted weapon it is that on which it is mounted: its crew touches nobody.
    """
    by = armed.bearer
    foes = engaging.foes_now(course.session, unit)
    if by.id not in foes:
        engaging.opened(course.session, unit).melee_foes = [*foes, by.id or 0]
    if course.act.avoided:  # whether it is out of his reach, the Bail has said (A5-64, A5-69)
        return []
    engages = (
        engaging.fights_back(unit)
        and engaging.fights_back(by)
        and not _thrown_clear(course, by, unit)
    )
    if engages and _on_its_way(course, by, unit):
        # Who does not Parry goes on; to be Grabbed binds it all the same (4.1-09, A4-07).
        grabbed = armed.mode is Mode.GRAB
        parried = any(each.unit is unit for each in course.guarding.done)
        if not grabbed and not parried and (course.act.passing or _goes_on(course, by, unit)):
            return []
        stops = parried and who_may.may_move_now(course.session, unit) is None
        stop = [_ends_move(course, unit)] if stops and not grabbed else []
        return [*engaging.engage(course.session, by, unit), *stop]
    # Who Charges is engaged only where its target stops it (A5-32).
    engages = engages and not course.act.passing and not course.act.charge
    return engaging.engage(course.session, by, unit) if engages else []


def _thrown_clear(course: Course, by: Unit, unit: Unit) -> bool:
    """Return whether the blow itself has thrown its target out of reach (5.2-07).

    Who is struck where it stands is in reach: whoever took his inch for it has come beside it.
    """
    struck = (each for each in course.event.victims.values() if each.target.unit is unit)
    thrown = any(each.knockback for each in struck)
    return thrown and engaging.out_of_reach(course.session, by, unit)


def _on_its_way(course: Course, by: Unit, unit: Unit) -> bool:
    """Return whether a unit is struck on its way in its own turn, by somebody it fights not yet."""
    turn = present_turn(course.session)
    if turn is None or unit.player_id != turn.player_id or by.player_id == turn.player_id:
        return False
    moves = unit.moved_turn_id == turn.id and unit.move_used > 0
    return moves and by.id not in {foe.id for foe in engaging.foes_of(course.session, unit)}


def _goes_on(course: Course, by: Unit, unit: Unit) -> bool:
    """Return whether a mover that was struck leaves the reach, as far as anybody knows (A4-07).

    Who is Stopped stays where it was struck, unless the map has it elsewhere; who has used up its Move
    stays in reach if the map says so. Of all others the end of the turn tells.
    """
    gap = edge_to_edge(by, unit)
    near = None if gap is None else keeps_in_reach(gap, arms_of(course.session, by))
    if who_may.may_move_now(course.session, unit) is not None:
        return near is False
    return not (near and who_may.move_left(course.session, unit) <= NEARLY)


def _ends_move(course: Course, unit: Unit) -> Line:
    """Stop a mover that parried: it is in a fight now (4.1-08)."""
    begin_state(course.session, unit, StateKind.STOPPED, "Parry")
    return state_line(unit, StateKind.STOPPED, "It parried on its way.", "4.1-08")


_VERBS = {Mode.THROW: "throws", Mode.DROP: "drops", Mode.STRIKE: "strikes with"}
_VERBS |= dict.fromkeys(MANEUVERS, "makes a")


def fired_lines(course: Course) -> list[Line]:
    """Write every weapon that took part: its Action Rolls, and what firing it took."""
    lines: list[Line] = []
    for armed in course.armed:
        shots = [shot for shot in course.shots if shot.armed is armed]
        lines += [_shot_line(course, shot) for shot in shots if not shot.lost]
        lines += _lost_line(armed, [shot for shot in shots if shot.lost])
        lines += _taken(course, armed, shots)
    return lines


def _lost_line(armed: Armed, lost: list[Shot]) -> list[Line]:
    """Name the shots that a jam has taken, or their targets (8.3-15)."""
    if not lost:
        return []
    spared = dict.fromkeys(shot.target.name for shot in lost)
    shots = "1 shot is" if len(lost) == 1 else f"{len(lost)} shots are"
    return [
        line(
            Kind.ATTACK, f"{armed.name} has jammed.", f"{shots} lost: at {', '.join(spared)}.",
            rule="8.3-15", player_id=armed.player_id, unit_id=armed.bearer.id,
        )
    ]  # fmt: skip


def _shot_line(course: Course, shot: Shot) -> Line:
    armed = shot.armed
    # The first line of a weapon says who fires; the others only number their shots.
    fires = f"{armed.by.name} {_VERBS.get(armed.mode, 'fires')} {armed.name}"
    fires = f"{armed.name}, shot {shot.place + 1}" if shot.place else fires
    lead = f"{fires} at {shot.target.name}."
    tone = Tone.OK if shot.hit else Tone.DANGER
    dice = [Dice(shot.thrown, (tone,) * len(shot.thrown))] if shot.thrown else []
    summed = shot.sum()
    rule = "A5-69" if shot.avoided else shot.auto_rule or "5.1-09"
    return line(
        Kind.ATTACK, lead, f"{_answers(course, shot)} {_needs(course, shot)}".strip(), *dice,
        f"{shot.words} {_spent(course, shot)}".strip(),
        rule=rule, player_id=armed.player_id, unit_id=armed.bearer.id,
        sums=(summed,) if summed else (),
    )  # fmt: skip


def _answers(course: Course, shot: Shot) -> str:
    """Say of the first shot of a weapon that it is a response (4.3-01) or a Counterstrike (5.2-35)."""
    if course.act.counterstrike:
        return "Counterstrike."
    turn, owner = present_turn(course.session), shot.armed.by.player_id
    answers = turn is not None and owner not in (None, turn.player_id)
    return "In response." if answers and not shot.place else ""


def _needs(course: Course, shot: Shot) -> str:
    """Say what the first shot of a weapon was, what it needed, and how likely that was.

    Use 6, Shell X3, 9" away. Needed 5 or more on a d8: 50 %. Where a Benny may save a miss, its
    chance stands behind: Needed 8 or more on a d6: 0 %, with a Benny 13.9 %.
    """
    armed = shot.armed
    if shot.automatic or shot.place or shot.avoided:
        return ""
    facts = [f"Use {armed.use}"]
    facts += [shot.load.words] if shot.load and shot.explosive else []
    facts += [away(armed, shot.target)] if armed.ranged else []
    less = "".join(f" −1d{sides}" for sides in shot.penalty)
    needed = f"Needed {shot.needed} or more on a d{armed.die}{less}"
    return f"{', '.join(facts)}. {needed}: {_chance(course, shot)}."


def _chance(course: Course, shot: Shot) -> str:
    """Return the chance of a hit as it was when the dice were thrown, alone and with a Benny.

    A Benny is spent on the Action Roll only after that has missed (4.2-18).
    """
    pool, house = Pool((shot.armed.die,), shot.bonus, shot.penalty), course.rules.dice
    alone = action_odds(pool, house=house).at_least(shot.armed.use)
    saved = use_chance(pool, shot.armed.use, house=house)
    return _shown(alone) if saved == alone else f"{_shown(alone)}, with a Benny {_shown(saved)}"


def _shown(odds: Fraction) -> str:
    """Return a chance in words: 50 %, 12.5 %."""
    shown = f"{float(odds) * 100:.1f}".removesuffix(".0")
    # Rounded to 0 or 100 it would claim a certainty that there is not.
    if shown in ("0", "100") and 0 < odds < 1:
        return "<0.1 %" if shown == "0" else ">99.9 %"
    return f"{shown} %"


def _spent(course: Course, shot: Shot) -> str:
    """Say what the Benny was spent on."""
    words = {
        BennyUse.DAMAGE: "The Benny adds a Damage die.",
        BennyUse.ACTION: "The Benny adds to the Action Roll.",
        BennyUse.RANGE: f'The Benny adds {shot.bonus_range or shot.late_range}" of Range.',
        BennyUse.OTHER: f"The Benny: {course.decide.embellishment(shot)}",
    }
    return words[BennyUse(shot.benny)] if shot.benny else ""


def _taken(course: Course, armed: Armed, shots: list[Shot]) -> list[Line]:
    session = course.session
    lines: list[Line] = []
    if armed.shot:
        # A team pays together, in `_team_power`; the weapon itself must not take that Power again.
        fired = without_power(armed.shot) if armed.team_powered else armed.shot
        lines += take_shot(session, fired, jammed=any(shot.jams for shot in shots))
    lines += _team_power(session, armed)
    _spend_actions(session, armed)
    if armed.ranged:
        _note_target(course, armed)
    failed = any(shot.critical_failure for shot in shots)
    lines += homing_lines(session, armed, course.targets[0], critical_failure=failed)
    return [*lines, *_out_of_hand(course, armed)]


def _note_target(course: Course, armed: Armed) -> None:
    """Note what a unit has shot at: all its shots of a turn go at the same (5.3-03)."""
    armed.by.ranged_turn_id = stamp_now(course.session)
    armed.by.ranged_target = aim_key(armed, course.targets)
    course.session.add(armed.by)


def _team_power(session: Session, armed: Armed) -> list[Line]:
    """Take the Power of a weapon from those who operate it, one after another (8.1-45)."""
    rest = armed.shot.power if armed.shot and armed.team_powered else 0
    lines = []
    for unit in (armed.by, *armed.team):
        now = power_now(session, unit)
        taken = min(rest, now.left + now.stored)
        if taken:
            lines.append(take_power(session, unit, taken, armed.name))
            rest -= taken
    return lines


def _spend_actions(session: Session, armed: Armed) -> None:
    """Spend the Actions of user, team and interferers; Gunners spend theirs with the homing."""
    for unit in ((armed.by,) if armed.spends_action else ()) + armed.team:
        who_may.take_action(session, unit)
    for unit_id in armed.strike.interferers:
        who_may.take_action(session, alive(session, unit_id))


def _out_of_hand(course: Course, armed: Armed) -> list[Line]:
    """Leave a thrown weapon where it fell; a grenade without a rack is used up (5.3-01)."""
    weapon = armed.weapon
    if weapon is None or not leaves_the_hand(armed.mode.value):
        return []
    if weapon.kind is WeaponKind.EXPLOSIVE:
        # A grenade of a rack has been counted there; one in the hand is a weapon of its own.
        if armed.shot is not None and armed.shot.payloads:
            return []
        return list(RemoveWeapon(weapon_id=weapon.id or 0).carry_out(course.session).lines)
    weapon.lying = f"at {course.targets[0].name}"
    course.session.add(weapon)
    return [
        line(
            Kind.UNIT, f"{armed.by.name} has thrown {weapon.name}.", f"It lies {weapon.lying}.",
            rule="5.3-01", player_id=armed.player_id, unit_id=armed.by.id,
        )
    ]  # fmt: skip


def launched_lines(
    course: Course, stated: Callable[[Departure], Departure] = lambda found: found
) -> list[Line]:
    """Put what is sent farther than 12" into the air; nothing is rolled now (8.4-09).

    `stated` may change each departure: a `Launch` sets more than an attack does.
    """
    lines: list[Line] = []
    for armed in course.armed:
        shots = [shot for shot in course.shots if shot.armed is armed]
        lines += [put_in_the_air(course.session, stated(_departure(shot))) for shot in shots]
        if armed.shot:
            lines += take_shot(course.session, armed.shot)
        _spend_actions(course.session, armed)
        lines += homing_lines(course.session, armed, course.targets[0])
        _note_target(course, armed)
    return lines


def _departure(shot: Shot) -> Departure:
    """Return what leaves with one shot, its attack fixed as it is now (Q8-32)."""
    armed, target = shot.armed, shot.target
    load = shot.load or ShotLoad(armed.name, 0, Makeup())
    bearer, unit = armed.bearer, target.unit
    modifiers = tuple(
        flight.RollTerm(row.reason, row.value, row.rule)
        for row in shot.rows
        if row.on and row.to is To.ACTION
    )
    return copied(
        Departure,
        load,
        distance=distance_to(armed, target),
        target=target.name,
        target_id=unit.id if unit else None,
        player_id=armed.player_id,
        unit_id=bearer.id,
        weapon_id=armed.weapon.id if armed.weapon else None,
        type=ROCKET if armed.kind is WeaponKind.ROCKET else "shell",
        attack=flight.freeze(armed.die, armed.use, modifiers, fire_penalty=bool(shot.penalty)),
        x=bearer.x,
        y=bearer.y,
        target_x=unit.x if unit else target.aim.x,
        target_y=unit.y if unit else target.aim.y,
    )


def write_attack(course: Course) -> Outcome:
    """Write an attack that is rolled to its end; return its title and lines."""
    if course.flies:
        return Outcome(title_of(course), tuple(launched_lines(course)))
    results = Results(course.event)
    units = [*users_of(course.armed), *(guard.unit for guard in course.guarding.guards)]
    fighters = list({unit.id: unit for unit in units}.values())
    arms = [arms_of(course.session, unit) for unit in fighters]
    # The order of the calls is the order of the log, and each call writes its rows: what firing
    # took comes first, victims after the explosions that struck them, engagements last.
    lines = [*run_up_lines(course), *fired_lines(course), *_slips(course), *_parries(course)]
    lines += [*results.explosions(), *_misses(course)]
    lines += [*grab_lines(course), *results.victims(), *close_lines(course)]
    lines += [*charge_lines(course), *ran_up_lines(course), *counterstrike_lines(course)]
    # Parted is who threw his weapon or dropped what he held; who strikes with his free inch stands
    # nearer than the map tells.
    for unit, before in zip(fighters, arms, strict=True):
        if arms_of(course.session, unit) != before:
            lines += engaging.parted_by_the_map(course.session, unit)
    return Outcome(title_of(course), tuple(lines))


def title_of(course: Course) -> str:
    """Return the title of the attack in the Undo menu."""
    first, at = course.armed[0], course.targets[0].name
    users, verb = users_of(course.armed), _VERBS.get(first.mode, "fires")
    if len(users) > 1:
        others = users[1].name if len(users) == 2 else f"{len(users) - 1} more"
        verbs = {"makes a": "make a", "strikes with": "strike with"}
        doing = verbs.get(verb, verb.removesuffix("s"))
        return f"{first.by.name} and {others} {doing} {first.name} at {at}"
    more = f" and {len(course.armed) - 1} more" if len(course.armed) > 1 else ""
    return f"{first.by.name} {verb} {first.name}{more} at {at}"


def _slips(course: Course) -> list[Line]:
    """Make units fall that fail critically on Slippery ground, Parries included (F.1-54, QF-37)."""
    failed = {shot.armed.by.id: shot.armed.by for shot in course.shots if shot.critical_failure}
    parried = course.guarding.done
    failed |= {each.unit.id: each.unit for each in parried if each.roll.critical_failure}
    return [fall(course.session, unit) for unit in failed.values() if slips(course.session, unit)]


def _parries(course: Course) -> list[Line]:
    """Write what each Parry used up and what came of it (5.2-48, 5.2-52, 5.2-46, 5.2-47)."""
    lines: list[Line] = []
    for parried in course.guarding.done:
        unit, guard = parried.unit, parried.guard
        lines += _used_up(course, guard)
        cancels = "5.2-52" if parried.shot.maneuver else "5.2-48"
        lines.append(
            line(
                Kind.ATTACK, f"{unit.name} parries.", Dice(parried.roll.dice),
                f"{guard.name}: {parried.words}", rule=cancels if parried.made else "5.2-46",
                of=unit, sums=(parried.rolled.sum,),
            )
        )  # fmt: skip
        away = knocked_away(parried.shot.total)
        lines += drop_after(course.session, parried.rolled, guard.weapon, guard.held, away)
    return [*lines, *_in_vain(course)]


def _used_up(course: Course, guard: Guard) -> list[Line]:
    """Spend what a Parry uses up: Action, hands, object; return a line for items dropped.

    Rules: 5.2-41, 5.2-42, 5.2-53.
    """
    lines = _dropped(course, guard)
    use_up(course.session, guard.unit, guard.weapon, guard.hands)
    return lines


def _in_vain(course: Course) -> list[Line]:
    """Use up the Parries that were declared before the Action Roll and met no hit (A5-02)."""
    lines: list[Line] = []
    rolled = course.guarding.rolled
    before = course.rules.bw_parry_before_hit_roll
    for guard in course.guarding.guards:
        if guard.number in rolled or not is_used_up(rolled=False, bw_parry_before_hit_roll=before):
            continue
        lines += _used_up(course, guard)
        lines.append(
            line(
                Kind.ATTACK, f"{guard.unit.name} parries in vain.",
                f"{guard.name}: declared before the Action Roll, nothing hits.",
                rule="A5-02", of=guard.unit,
            )
        )  # fmt: skip
    return lines


def _dropped(course: Course, guard: Guard) -> list[Line]:
    """Let fall what is held, to parry with Bare Hands (5.2-53)."""
    if guard.weapon is not None or not guard.parry.drops:
        return []
    unit = guard.unit
    items = who_may.in_hands(course.session, unit)
    for item in items:
        item.lying = at_the_feet(unit)
        course.session.add(item)
    if not items:
        return []
    lead = f"{unit.name} drops {', '.join(item.name for item in items)}."
    return [line(Kind.UNIT, lead, "At its feet.", rule="5.2-53", of=unit)]


def _misses(course: Course) -> list[Line]:
    """Return a line for each Missed Shot whose landing spot was named."""
    lines: list[Line] = []
    for shot in course.shots:
        where = course.decide.spot_said(shot)
        if not where or shot.hit or shot.explosive:
            continue
        words, by = f"{course.decide.placer(shot)} lands it: {where}.", course.armed[0].player_id
        lines.append(
            line(Kind.ATTACK, "The Missed Shot lands.", words, rule="5.3-08", player_id=by)
        )
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(AttackTerms):
    """Attack one target or several with one weapon or several: one act, one undo.

    `strikes` are the weapons that take part, `aims` the targets. Every shot goes at the first
    target; an arc goes at all of them, from one edge to the other. `caught` lists everybody within
    reach of the explosions. `changes` and `extras` are the referee's corrections of the modifiers.
    `combine` says whether the damage of all hits on one target is added up (None: as the house
    rules say, 5.1-37, Q8-20, Q8-83). `track_misses` lets a Missed Shot land somewhere (5.3-07), and
    `strays` say on whom. `melee` names further units in the same Close Combat (5.1-42). Attacks by
    touch engage both sides, unless they are made in `passing` (5.2-02). A `counterstrike` answers a
    unit that Disengages: it needs no Action, and spends it (5.2-35). A `charge` is made out
    of a straight run, and may spend its MOM (5.4-19 to 5.4-22). `avoided`: its target has Bailed clear
    of it, so it is made without a roll and misses (A5-69).

    Faces: for each interferer its Action Roll; for each shot the Action die with its Bonus Dice
    and −1d4 of a burning attacker, then the d6 of a Benny that is to save it, and for a Grab or
    Shove its Parry; the other Parry rolls; for each hit the Damage dice, then the die of a Benny
    spent on damage; POP against Concussion; Armor, target by target.

    Choices: `benny-0` for shot 0 (damage, action, range, other),
    `bad-12` and `twist-12` for unit 12, `item-12` what it drops, `mom-0` whether a Charge
    spends its MOM, `spot-0` where shot 0 lands, `chooser-0` who says so, `dud-0`, `tie-0`,
    `parry-12` what its Benny buys.
    """

    KEY = "attack"
    is_attack: ClassVar[bool] = True

    def check_waiting(self, session: Session) -> None:
        """Refuse what the rules do not allow now, before missing dice are asked for."""
        self._course(session).check()

    def examine(self, session: Session) -> AttackPreview:
        """Return what is asked and what comes of it, for the dice and choices so far."""
        return preview_of(self._course(session))

    def _course(self, session: Session) -> Course:
        """Return its course, computed once for checking, showing and settling it."""
        # By identity, until something is written: another act, or changed rows, need a new course.
        courses = until_written(session, "courses of attacks", list[Course])
        course = next((each for each in courses if each.act is self), None)
        if course is None:
            course = Course(self, session)
            courses.append(course)
        return course

    def alternatives(self, session: Session) -> tuple[tuple[str, AttackAsked], ...]:
        """Return variants of this attack, each in words and as the odds need it."""
        return alternatives_of(self, session)

    def settle(self, session: Session) -> Outcome:
        """Write what the attack does; return its title and lines."""
        return write_attack(self._course(session))
