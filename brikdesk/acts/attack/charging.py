"""Charges among the attacks: what refuses them, what their MOM adds, how the run goes on (5.4)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.parries import Guard
from brikdesk.acts.attack.shots import KEPT, SPENT, Shot
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.heed import heed
from brikdesk.acts.lasting import begin_state, state_line
from brikdesk.acts.parted import CHARGE, maneuvers_of, note_maneuver
from brikdesk.acts.reckoning import sum_of
from brikdesk.acts.unit_now import kinds_of
from brikdesk.acts.units.engaging import chargers_of, engage, foes_now
from brikdesk.acts.units.momentum import force_on, run_now, runs_on, spend, stand_still
from brikdesk.acts.who_may import in_path
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.charging import (
    is_charging_weapon,
    is_stopped,
    may_answer_charge,
    may_charge,
    may_parry_charge,
    may_spend,
    may_thrust,
    must_run_on,
    shares_its_action,
)
from brikdesk.rules.brikwars.attacks.parrying import ParryWith
from brikdesk.rules.brikwars.units.momentum import may_spend as may_spend_mom
from brikdesk.rules.brikwars.units.momentum import may_spend_ahead, may_spend_once
from brikdesk.store.act import Act
from brikdesk.store.lines import Dice, Kind, Line, Term, line
from brikdesk.store.tables import Fate, StateKind, Unit
from brikdesk.store.thrusting import thrusts
from brikdesk.store.unit_move import sprinted
from brikdesk.turns.sequence import present_turn
from brikdesk.turns.steps import Option

if TYPE_CHECKING:
    from brikdesk.acts.attack.attack import Attack
    from brikdesk.acts.attack.course import Course


def in_one_action(session: Session, armed: Armed) -> Armed:
    """Return a Charger's weapon, without an Action of its own if its Sprint has spent it (5.4-02)."""
    turn = present_turn(session)
    shares = shares_its_action(
        sprinted=turn is not None and sprinted(session, armed.by, turn.id) > 0,
        mom=run_now(session, armed.by).mom,
        engaged=bool(maneuvers_of(session, armed.by)),
    )
    return replace(armed, spends_action=False) if shares else armed


def check_charge(
    act: "Attack", session: Session, armed: Sequence[Armed], guards: Sequence[Guard]
) -> None:
    """Refuse a Charge without Momentum or its weapon, and Parries that do not meet one."""
    turn = present_turn(session)
    if turn is None:
        raise BadInput("Nobody Charges before the battle.", "charge")
    # Once for each Charger, however many weapons were named for it.
    for user in {each.by.id: each.by for each in armed}.values():
        own = [each for each in armed if each.by is user]
        weapon = own[0].weapon
        charging = weapon is not None and is_charging_weapon(weapon.preset, own[0].hands)
        no = may_charge(
            mom=run_now(session, user).mom,
            own_turn=user.player_id == turn.player_id,
            maneuver=own[0].mode.value,
            weapons=len(own),
            charging=charging,
        )
        heed(act, no, session, user.name)
        if own[0].mode is Mode.STRIKE and weapon is not None:
            said = thrusts(session, weapon.id)
            heed(act, may_thrust(airborne=user.airborne, thrusting=said), session, weapon.name)
    for guard in guards:
        of_unit = sum(each.unit is guard.unit for each in guards)
        no = may_parry_charge(shield=guard.held is ParryWith.SHIELD, parries=of_unit)
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
            raise BadInput(
                "A MOM adds to the Range of what is thrown and lands at once.", "momentum"
            )
        own = turn is not None and each.by.player_id == turn.player_id
        twice = sum(other.by is each.by for other in runs_up) > 1
        run, unit = run_now(session, each.by), targets[0].unit
        ahead = in_path(each.by, run.heading, unit) if unit is not None else None
        heed(act, may_spend_mom(mom=run.mom, own_turn=own), session, each.by.name)
        heed(act, may_spend_once(twice=twice), session, each.by.name)
        heed(act, may_spend_ahead(ahead is not False), session, each.by.name)


def check_answer(act: Act, session: Session, armed: Sequence[Armed], target: Unit | None) -> None:
    """Refuse a Charged unit more than one attack with one weapon on its Charger (5.4-19)."""
    turn = present_turn(session)
    # Nobody Charges outside his own turn, so there is nothing to answer.
    if turn is None or target is None or target.player_id != turn.player_id:
        return
    for user in {each.by.id: each.by for each in armed if not each.ranged}.values():
        if target.id in chargers_of(session, user):
            weapons = sum(each.by is user for each in armed)
            again = user.id in foes_now(session, target)
            heed(act, may_answer_charge(weapons=weapons, again=again), session, user.name)


def momentum_decided(course: "Course", shot: Shot) -> bool:
    """Ask whether a Charge that hits spends its MOM, and roll it for a Shove (5.4-20, 5.4-21).

    Return whether that is decided and its die is there.
    """
    parried = bool(shot.parry) or shot.cancelled
    if not course.act.charge or not may_spend(hit=bool(shot.hit), parried=parried):
        return True
    shove = shot.armed.mode is Mode.SHOVE
    what = '+1d6" KnockBack' if shove else "+1 Action die of damage"
    shot.mom = course.decide.choose(
        f"mom-{shot.number}",
        f"{shot.armed.by.name} hits. Its MOM:",
        shot.armed.player_id,
        (Option(SPENT, "Spend it", what), Option(KEPT, "Keep it", "a Collision may follow")),
    )
    if not shot.mom:
        return False
    if shove and shot.mom == SPENT:
        return course.roll_momentum(shot)
    return True


def run_up_lines(course: "Course") -> list[Line]:
    """Write the MOM of each throw that it has made farther (5.4-10, 5.4-13)."""
    lines: list[Line] = []
    for shot in course.shots:
        if shot.mom_roll is None or shot.armed.mode is not Mode.THROW:
            continue
        by = shot.armed.by
        spend(course.session, by)
        gained = shot.mom_range
        lines.append(
            line(
                Kind.UNIT, f"{by.name} spends its MOM on the Range of {shot.armed.name}:",
                Dice(shot.mom_roll.dice), f'+{gained}".', rule="5.4-10",
                player_id=by.player_id, unit_id=by.id,
                sums=(sum_of("MOM", gained, Term("MOM", gained, "5.4-10")),),
            )
        )  # fmt: skip
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
    for by in {each.by.id: each.by for each in course.armed}.values():
        note_maneuver(course.session, by, CHARGE)
        # Its own attack may have killed it, as an explosion close by.
        if by.fate is not Fate.ALIVE:
            continue
        spent = any(shot.mom == SPENT for shot in course.shots if shot.armed.by is by)
        stands = unit is not None and _stands(course.session, unit)
        if spent:
            spend(course.session, by)
        if unit is not None and is_stopped(spent=spent, stands=stands):
            lines += _stopped(course.session, by, unit)
        elif spent:
            lines += runs_on(course.session, by)
        else:
            own = [shot for shot in course.shots if shot.armed.by is by]
            heading = run_now(course.session, by).heading
            ahead = in_path(by, heading, unit) if unit is not None else None
            if must_run_on(
                hit=any(bool(shot.hit) for shot in own),
                parried=any(bool(shot.parry) or shot.cancelled for shot in own),
                stands=stands and ahead is not False,
            ):
                force_on(course.session, by)
            lines.append(_on(by, unit.name if unit and stands else "", ahead))
    return lines


def _stands(session: Session, unit: Unit) -> bool:
    return unit.fate is Fate.ALIVE and StateKind.DISRUPTED not in kinds_of(session, unit)


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
    return line(
        Kind.UNIT, f"{by.name} keeps its MOM.", words,
        rule="5.4-22", player_id=by.player_id, unit_id=by.id,
    )  # fmt: skip
