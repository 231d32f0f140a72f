"""What firing uses up and leaves: Actions, Power, loads, jams, homing, thrown objects."""

from collections.abc import Callable
from fractions import Fraction

from sqlmodel import Session

from brikdesk.acts.attack.aim import MANEUVERS, Mode
from brikdesk.acts.attack.arms import Armed, ShotLoad, away, distance_to
from brikdesk.acts.attack.course import Course
from brikdesk.acts.attack.homing import homing_lines
from brikdesk.acts.attack.legality import aim_key
from brikdesk.acts.attack.preview import To
from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.flights import ROCKET, Departure, put_in_the_air
from brikdesk.acts.guns.shots import take_shot, without_power
from brikdesk.acts.guns.weapons import RemoveWeapon
from brikdesk.acts.power.now import power_now, take_power
from brikdesk.acts.rows import alive
from brikdesk.acts.unit_now import take_action
from brikdesk.dice import Pool
from brikdesk.odds import action_odds
from brikdesk.rules.brikwars.attacks.benny_uses import BennyUse
from brikdesk.rules.brikwars.attacks.ranged_attacks import leaves_the_hand
from brikdesk.rules.brikwars.explosives import flight
from brikdesk.rules.brikwars.units.using import use_chance
from brikdesk.store.lines import Dice, Kind, Line, Tone, line
from brikdesk.store.tables import WeaponKind
from brikdesk.turns.sequence import stamp_now

VERBS = {Mode.THROW: "throws", Mode.DROP: "drops", Mode.STRIKE: "strikes with"}
VERBS |= dict.fromkeys(MANEUVERS, "makes a")


def _as_it_is(leaving: Departure) -> Departure:
    return leaving


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
    of = f" at {shot.target.name}"
    lead = f"{armed.by.name} {VERBS.get(armed.mode, 'fires')} {armed.name}{of}."
    # The first line of a weapon has said who fires; the others only number their shots.
    if shot.place:
        lead = f"{armed.name}, shot {shot.place + 1}{of}."
    tone = Tone.OK if shot.hit else Tone.DANGER
    dice = [Dice(shot.thrown, (tone,) * len(shot.thrown))] if shot.thrown else []
    summed = shot.sum()
    rule = "A5-69" if shot.avoided else shot.auto_rule or "5.1-09"
    return line(
        Kind.ATTACK, lead, _needs(course, shot), *dice, f"{shot.words} {_spent(course, shot)}".strip(),
        rule=rule, player_id=armed.player_id, unit_id=armed.bearer.id,
        sums=(summed,) if summed else (),
    )  # fmt: skip


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
        armed.by.ranged_turn_id = stamp_now(session)
        armed.by.ranged_target = aim_key(armed, course.targets)
        session.add(armed.by)
    failed = any(shot.critical_failure for shot in shots)
    lines += homing_lines(session, armed, course.targets[0], critical_failure=failed)
    return [*lines, *_out_of_hand(course, armed)]


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
        take_action(session, unit)
    for unit_id in armed.strike.interferers:
        take_action(session, alive(session, unit_id))


def _out_of_hand(course: Course, armed: Armed) -> list[Line]:
    """Leave a thrown weapon where it fell; a grenade without a rack is used up (5.3-01)."""
    weapon = armed.weapon
    if weapon is None or not leaves_the_hand(armed.mode.value):
        return []
    if weapon.kind is WeaponKind.EXPLOSIVE:
        # A grenade of a rack has been counted there; one in the hand is a weapon of its own.
        racked = armed.shot is not None and bool(armed.shot.payloads)
        return (
            []
            if racked
            else list(RemoveWeapon(weapon_id=weapon.id or 0).carry_out(course.session).lines)
        )
    weapon.lying = f"at {course.targets[0].name}"
    course.session.add(weapon)
    words = f"It lies at {course.targets[0].name}."
    return [
        line(
            Kind.UNIT, f"{armed.by.name} has thrown {weapon.name}.", words,
            rule="5.3-01", player_id=armed.player_id, unit_id=armed.by.id,
        )
    ]  # fmt: skip


def launched_lines(
    course: Course, stated: Callable[[Departure], Departure] = _as_it_is
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
        armed.by.ranged_turn_id = stamp_now(course.session)
        armed.by.ranged_target = aim_key(armed, course.targets)
        course.session.add(armed.by)
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
    return Departure(
        name=load.name,
        explosive_size=load.explosive_size,
        makeup=load.makeup,
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
