"""An attack put into the preview that the desk and the command line show."""

from collections.abc import Iterable

from msgspec.structs import replace

from brikdesk.acts.asking import missing
from brikdesk.acts.attack.aim import MANEUVERS, Mode
from brikdesk.acts.attack.arms import away, distance_to
from brikdesk.acts.attack.asked import asked_of
from brikdesk.acts.attack.bearing import bearing_on
from brikdesk.acts.attack.blasts import Explosion
from brikdesk.acts.attack.course import Course
from brikdesk.acts.attack.homing import turned_from
from brikdesk.acts.attack.landing_spots import centre_of
from brikdesk.acts.attack.preview import AttackPreview, AttackStage, ModifierLine
from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.attack.victims import victim_lines
from brikdesk.acts.power.now import power_now
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.explosives.explosive_variants import damage_in_words
from brikdesk.store.lines import Tone
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import DieWords


def preview_of(course: Course) -> AttackPreview:
    """Show an attack for the dice and choices given so far."""
    refused = course.refusal()
    exploded = [each for each in course.event.explosions if each.blast and not each.dud]
    first = course.shots[0]
    parries = course.guarding.shown(course.shots)
    return AttackPreview(
        dice=tuple(course.throw.asked),
        owed=course.throw.owed,
        legend=_legend(course, first),
        words=_words(course),
        choices=tuple(course.decide.asked),
        waiting=missing(course.throw.owed, course.decide.asked),
        summary=_summary(course),
        bands=exploded[0].blast.rows if exploded and exploded[0].blast else (),
        stage=_stage(course),
        power=_power(course),
        weapon=_weapon(course),
        ranged=course.armed[0].ranged,
        away=_away(course),
        target=course.targets[0].name,
        modifiers=(*_modifiers(course), *_of_parries(rows for _, rows in parries)),
        shots=tuple(shot.line() for shot in course.shots),
        parries=tuple(shown for shown, _ in parries),
        victims=victim_lines(course.event),
        blasts=tuple(each.line() for each in _explosions(course)),
        damage=_damage(course),
        damage_first=course.damage_first,
        flies=course.flies,
        refusal=refused.sentence if refused else "",
        refused_by=refused.rule if refused else "",
        refused_too=refused.refusals[1:] if refused else (),
        asked=asked_of(course),
        ends=_ends(course),
        adds_up=not any(course.apart(shot) for shot in course.shots),
        reminders=bearing_on(course),
    )


def _ends(course: Course) -> tuple[str, ...]:
    """Name the homing that this attack ends because its weapons aim elsewhere (8.5-17)."""
    return tuple(
        f"ends homing +{row.bonus} on {row.target} ({player_name(course.session, row.player_id)})"
        for armed in course.armed
        for row in turned_from(course.session, armed, course.targets[0])
    )


def _legend(course: Course, first: Shot) -> tuple[tuple[str, str], ...]:
    if course.flies or (first.automatic and not first.rolled_anyway):
        return ()
    if first.automatic:
        return (("2 or more", "hits (Automatic Hit)"), ("1", "Critical Failure"))
    saved = ", by the die of a Benny alone" if first.needed > first.armed.die else ""
    return (
        (f"{first.needed} or more", f"hits (Use {first.armed.use}){saved}"),
        ("1", "Critical Failure"),
    )


def _words(course: Course) -> tuple[DieWords, ...]:
    """Say what each Action die did, then those of Parries."""
    rolled = [shot for shot in course.shots if shot.roll is not None]
    words = [
        DieWords(shot.first, Tone.OK if shot.hit else Tone.DANGER, shot.words) for shot in rolled
    ]
    words += [
        DieWords(shot.first - len(shot.mom_roll.dice), Tone.OK, f'+{shot.mom_range}" of Range.')
        for shot in course.shots
        if shot.mom_roll and shot.armed.mode is Mode.THROW
    ]
    words += [
        DieWords(each.rolled.first, Tone.OK if each.made else Tone.DANGER, each.words)
        for each in course.guarding.done
    ]
    return tuple(words)


def _stage(course: Course) -> AttackStage:
    if course.complete and not course.decide.open:
        return AttackStage.DONE
    if not course.act.faces and not course.rolled_all:
        return AttackStage.AIM
    return AttackStage.DAMAGE if course.damage_first is not None else AttackStage.ROLL


def _power(course: Course) -> str:
    """Say what Power the weapons take: uses 3" of 6" Power."""
    armed = course.armed[0]
    if armed.shot is None:
        return ""
    bearer = armed.bearer
    needed = sum(
        each.shot.power for each in course.armed if each.shot and each.bearer.id == bearer.id
    )
    return f'uses {needed}" of {power_now(course.session, bearer).left}" Power' if needed else ""


def _weapon(course: Course) -> str:
    armed = course.armed[0]
    if armed.mode in MANEUVERS and course.shots[0].automatic:
        return (
            "with a free hand"
            if armed.mode is Mode.GRAB
            else "at arm\N{RIGHT SINGLE QUOTATION MARK}s length"
        )
    reach = "touch" if armed.range is None else in_inches(armed.range)
    load = armed.loads[0] if armed.loads else None
    parts = [f"Use {armed.use}", reach]
    if load and load.explosive_size:  # a grenade is its own Explosive: its name stands there
        alone = load.words.removeprefix(f"{armed.name} ")
        parts += [alone if load.name == armed.name else load.words]
    return ", ".join(parts)


def _away(course: Course) -> str:
    """Say how far it is to the first target: 9" away; empty for what is not shot or thrown."""
    armed = course.armed[0]
    return away(armed, course.targets[0]) if armed.ranged else ""


def _modifiers(course: Course) -> tuple[ModifierLine, ...]:
    """List the modifiers once, those of every weapon and target; tell these apart."""
    found: dict[str, ModifierLine] = {}
    apart = len({shot.whose for shot in course.shots}) > 1
    for shot in course.shots:
        for row in shot.rows:
            of = shot.whose if apart and not row.own else ""
            found.setdefault(row.key, replace(row, of=of))
    return tuple(found.values())


def _of_parries(of_each: Iterable[tuple[ModifierLine, ...]]) -> tuple[ModifierLine, ...]:
    """List the modifiers of all Parries; the referee's own ones once."""
    return tuple({row.key: row for rows in of_each for row in rows}.values())


def _explosions(course: Course) -> list[Explosion]:
    """Return the explosions that are there, or those that a hit would make."""
    if course.event.explosions:
        return course.event.explosions
    return [
        Explosion(
            shot.key, shot.load.name, shot.load.explosive_size, shot.load.makeup,
            shot.armed.player_id, shot.target.name, *centre_of(course, shot),
            direct=None if shot.hit is False else shot.target,
        )
        for shot in course.shots
        if shot.load is not None and shot.load.explosive_size
    ]  # fmt: skip


def _damage(course: Course) -> str:
    """Say what is rolled for damage: 4d10 Exp, blast 8"."""
    armed = course.armed[0]
    explosions = _explosions(course)
    if explosions:
        first = explosions[0]
        makeup = first.makeup
        added = [f"1{die}" if die.startswith("d") else die for die in makeup.added]
        words = damage_in_words(makeup.dice(first.explosive_size), added, makeup.flat)
        return f"{words}, blast {in_inches(first.radius)}"
    return "; ".join(
        dict.fromkeys(_shot_damage(shot) for shot in course.shots if shot.armed is armed)
    )


def _shot_damage(shot: Shot) -> str:
    """Return a shot's damage in words: "2d6 Crash (Anvil, Armor 2d10)"; without dice its source."""
    made, load = shot.damage, shot.load
    dice = _dice_in_words([(die.sides, die.kind) for die in made.dice])
    flat = f"{made.flat:+d}".replace("-", "−") if made.flat else ""
    if load and load.harm:
        return f"{dice + flat or 'none'} ({load.harm.source})"
    if load and not shot.explosive and not dice + flat:
        return f"{made.by}: type the damage of {load.name}"
    return dice + flat or made.by


def _dice_in_words(dice: list[tuple[int, str]]) -> str:
    kinds = [f"d{sides} {kind}".strip() for sides, kind in dice]
    return " + ".join(f"{kinds.count(kind)}{kind}" for kind in dict.fromkeys(kinds))


def _summary(course: Course) -> str:
    """Return in one line what has happened so far, or that the shot flies on."""
    if course.flies:
        armed = course.armed[0]
        inches = distance_to(armed, course.targets[0])
        name = armed.loads[0].name if armed.loads else armed.name
        return f"{name} flies {in_inches(inches)}: nothing is rolled now."
    rolled = [shot for shot in course.shots if shot.resolved]
    if not rolled:
        return ""
    hits = sum(bool(shot.hit) for shot in rolled)
    words = rolled[0].words if len(rolled) == 1 else f"{hits} of {len(course.shots)} shots hit."
    ends = [
        f"{victim.target.name}: {victim.test.words}"
        for victim in course.event.victims.values()
        if victim.test
    ]
    return " ".join([words, *ends])
