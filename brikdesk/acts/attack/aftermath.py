"""What an attack leaves behind besides its event: Parries, Missed Shots, and what firing took."""

from brikdesk.acts.attack.charging import charge_lines, ran_up_lines, run_up_lines
from brikdesk.acts.attack.close_marks import close_lines, grab_lines
from brikdesk.acts.attack.course import Course
from brikdesk.acts.attack.gunfire import fired_lines, launched_lines
from brikdesk.acts.attack.parries import Guard
from brikdesk.acts.attack.results import Results
from brikdesk.acts.attack.striking_back import counterstrike_lines
from brikdesk.acts.damage.parrying import drop_after, use_up
from brikdesk.acts.units.angry_inch import parted_by_the_map
from brikdesk.acts.units.slipping import fall, slips
from brikdesk.acts.who_may import in_hands
from brikdesk.rules.brikwars.attacks.parrying import is_used_up
from brikdesk.rules.brikwars.units.something_bad import knocked_away
from brikdesk.store.lines import Dice, Kind, Line, Outcome, line
from brikdesk.store.tables import Unit
from brikdesk.turns.brikwars.close_combat import arms_of


def write_attack(course: Course) -> Outcome:
    """Write an attack that is rolled to its end; return its title and lines."""
    if course.flies:
        return Outcome(title_of(course), tuple(launched_lines(course)))
    results = Results(course.event)
    fighters = _fighters(course)
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
            lines += parted_by_the_map(course.session, unit)
    return Outcome(title_of(course), tuple(lines))


def _fighters(course: Course) -> list[Unit]:
    """Return who attacks and who Parries, each once."""
    units = [*(each.by for each in course.armed), *(each.unit for each in course.guarding.guards)]
    return list({unit.id: unit for unit in units}.values())


def title_of(course: Course) -> str:
    """Return the title of the attack in the Undo menu."""
    first, at = course.armed[0], course.targets[0].name
    users = list({each.by.id: each.by.name for each in course.armed}.values())
    if len(users) > 1:
        others = users[1] if len(users) == 2 else f"{len(users) - 1} more"
        verbs = {"makes a": "make a", "strikes with": "strike with"}
        doing = verbs.get(verb(course), verb(course).removesuffix("s"))
        return f"{first.by.name} and {others} {doing} {first.name} at {at}"
    more = f" and {len(course.armed) - 1} more" if len(course.armed) > 1 else ""
    return f"{first.by.name} {verb(course)} {first.name}{more} at {at}"


def verb(course: Course) -> str:
    """Say what is done with the weapon."""
    words = {"throw": "throws", "drop": "drops", "strike": "strikes with"}
    words |= {"grab": "makes a", "shove": "makes a"}
    return words.get(course.armed[0].mode.value, "fires")


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
                player_id=unit.player_id, unit_id=unit.id, sums=(parried.rolled.sum,),
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
                rule="A5-02", player_id=guard.unit.player_id, unit_id=guard.unit.id,
            )
        )  # fmt: skip
    return lines


def _dropped(course: Course, guard: Guard) -> list[Line]:
    """Let fall what is held, to parry with Bare Hands (5.2-53)."""
    if guard.weapon is not None or not guard.parry.drops:
        return []
    unit = guard.unit
    items = in_hands(course.session, unit)
    for item in items:
        item.lying = f"at the feet of {unit.name}"
        course.session.add(item)
    names = ", ".join(item.name for item in items)
    return [
        line(
            Kind.UNIT, f"{unit.name} drops {names}.", "At its feet.",
            rule="5.2-53", player_id=unit.player_id, unit_id=unit.id,
        )
    ] if items else []  # fmt: skip


def _misses(course: Course) -> list[Line]:
    """Return a line for each Missed Shot whose landing spot was named."""
    lines: list[Line] = []
    for shot in course.shots:
        where = course.decide.spot_said(shot)
        if not where or shot.hit or shot.explosive:
            continue
        words = f"{course.decide.placer(shot)} lands it: {where}."
        lines.append(
            line(
                Kind.ATTACK,
                "The Missed Shot lands.",
                words,
                rule="5.3-08",
                player_id=course.armed[0].player_id,
            )
        )
    return lines
