"""An attack put into the preview that is shown, and as the odds need it, with its variants."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace as replace_dataclass
from fractions import Fraction
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session, select

from brikdesk.acts.combat import blows
from brikdesk.acts.combat.aim import (
    MANEUVERS,
    AttackPreview,
    AttackStage,
    AttackTerms,
    Mode,
    ModifierLine,
    Strike,
    Target,
    TargetPart,
    VictimLine,
)
from brikdesk.acts.combat.armor import armor_kept, armor_of, burns, is_judged
from brikdesk.acts.combat.blasts import Explosion, dice_to_throw, exploding, modifier_in, pop_of
from brikdesk.acts.combat.event import victim_lines
from brikdesk.acts.combat.modifiers import SECTIONS, auto_of, by_step, is_blind, points_of
from brikdesk.acts.combat.protection import Shielding, Warded, met_as_declared
from brikdesk.acts.combat.shots import SPENT, Shot
from brikdesk.acts.combat.stages import Course, centre_of
from brikdesk.acts.combat.weapons_used import away, distance_to, turned_from
from brikdesk.acts.explosives.explosion import bought_kind
from brikdesk.acts.fire.fires import catching_of
from brikdesk.acts.movement.momentum import run_now
from brikdesk.acts.power import power_now
from brikdesk.acts.step_act import missing
from brikdesk.acts.units.begin_state import is_minifig
from brikdesk.acts.weapons.gunnery import GUNNERY, stands_elsewhere
from brikdesk.acts.who_may import MINIFIGS, actions_left_now, kinds_of
from brikdesk.dice import Pool, RollKind
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.odds import attacks as attack_chances
from brikdesk.rules.brikwars import attacks as attack_rules
from brikdesk.rules.brikwars.blast_bands import BAND_DEPTH, blast_asked
from brikdesk.rules.brikwars.close_combat import SHOVE_INCHES
from brikdesk.rules.brikwars.controls_and_jams import max_supporters
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind, damage_in_words
from brikdesk.rules.brikwars.fire import FIRE_SIDES
from brikdesk.rules.brikwars.house_rules import Occasion, Reminder, reminders
from brikdesk.rules.brikwars.movement import mom_chance, thrust_asked
from brikdesk.rules.brikwars.states import angry_inch
from brikdesk.store.house_rules import house_rules, thrusts
from brikdesk.store.lines import Tone
from brikdesk.store.tables import Fate, StateKind, Unit, UnitKind
from brikdesk.text import said_of
from brikdesk.turns.steps import DieWords
from brikdesk.turns.turn_order import player_name


def bearing_on(course: Course) -> tuple[Reminder, ...]:
    """Return the reminders for an attack under the present house rules."""
    switched = reminders(_occasions(course), house_rules(course.session))
    return (
        *switched,
        *_of_thrusts(course),
        *_of_charges(course),
        *_of_fires(course),
        *_to_see(course),
    )


def _to_see(course: Course) -> tuple[Reminder, ...]:
    """Return what the players check themselves before an attack; most are shown only on demand."""
    armed = course.armed[0]
    thrown = armed.mode in (Mode.THROW, Mode.DROP)
    blind = is_blind(course.session, armed, course.targets[0])
    seen = attack_rules.to_see(ranged=armed.ranged, thrown=thrown, blind=blind)
    shown = [Reminder(each.words, each.rule, usual=each.rule != "5.1-57") for each in seen]
    if not armed.ranged:
        down = StateKind.DISRUPTED in kinds_of(course.session, armed.by)
        inches = in_inches(angry_inch(disrupted=down))
        words = f"It may move {inches} for free first, also while it recovers."
        shown.append(Reminder(words, "4.1-32", usual=True))
    return tuple(shown)


def _of_thrusts(course: Course) -> tuple[Reminder, ...]:
    """Return what the referee has to check of the weapon of a Charging Strike (5.4-16, 5.4-17)."""
    first = course.armed[0]
    if not course.act.charge or first.mode in (Mode.SHOVE, Mode.GRAB):
        return ()
    if not thrust_asked(airborne=first.by.airborne):
        return (Reminder("It strikes downward with both hands, as it flies or falls.", "5.4-17"),)
    if first.weapon is not None and thrusts(course.session, first.weapon.id) is not None:
        return ()
    words = "On foot its weapon must be made for thrusting: a lance, a ram, a bayonet."
    return (Reminder(words, "5.4-16"),)


def _of_charges(course: Course) -> tuple[Reminder, ...]:
    """Return reminders for several units that strike together and may Charge (5.1-46, 5.1-47)."""
    users = {each.by.id for each in course.armed if not each.ranged}
    if len(users) < 2:
        return ()
    together = "KnockBack of several Chargers adds up only if all come from the same direction."
    room = f"{len(users)} Chargers need a target that all of them can hit at once."
    return (Reminder(together, "5.1-46", usual=True), Reminder(room, "5.1-47", usual=True))


def _of_fires(course: Course) -> tuple[Reminder, ...]:
    """Return why a d4 is taken off the Action Roll: who fires burns, or what carries the weapon (F.1-27)."""
    rolled = next((shot for shot in course.shots if shot.penalty), None)
    if rolled is None:
        return ()
    armed, session = rolled.armed, course.session
    bearer = session.get(Unit, armed.weapon.unit_id) if armed.weapon else None
    alight = armed.by if bearer is None or burns(session, armed.by) else bearer
    less = "".join(f"−1d{sides}" for sides in rolled.penalty)
    return (Reminder(f"{alight.name} is on fire: {less} to the Action Roll.", "F.1-27"),)


def _occasions(course: Course) -> set[Occasion]:
    found = set()
    if any(not each.ranged and each.by.size > 1 for each in course.armed):
        found.add(Occasion.CHARGE)
    unit = course.targets[0].unit
    if unit is not None and unit.kind is UnitKind.HERO:
        found.add(Occasion.HERO_TARGET)
    return found


SURE = -1_000
"""A Use that every total reaches: only a Critical Failure misses (A4-15)."""


def asked_of(course: Course) -> attack_chances.AttackAsked | None:
    """Return what the odds of an attack are computed from; None for one that is not rolled now.

    None also if hits share a Damage Roll that counts twice or that Deflection takes dice out of, or
    an Energy Shield out of an explosion (the odds know single rolls only), and if all shots were
    parried: nothing is left to happen.
    """
    over = all(shot.cancelled or shot.avoided for shot in course.shots)
    shielded = course.act.shields and any(shot.explosive for shot in course.shots)
    if course.flies or _shares(course) or over or shielded:
        return None
    runs_up = [shot for shot in course.shots if shot.armed.strike.momentum]
    return _however_far(course, [shot for shot in runs_up if shot.mom_roll is None])


def _however_far(course: Course, unrolled: Sequence[Shot]) -> attack_chances.AttackAsked:
    """Return what the odds are asked, also for each number of inches that MOM dice may add (5.4-10)."""
    if not unrolled:
        shots = tuple(_shot(shot, course) for shot in course.shots)
        direct = [shot for shot in course.shots if not shot.explosive]
        return attack_chances.AttackAsked(shots, _targets(course, direct), _blasts(course))
    shot, rest = unrolled[0], unrolled[1:]
    rows, far = shot.rows, shot.over
    plain = _however_far(course, rest)
    likely = []
    for inches in range(far + 1):
        # The shot has the rows of each result in turn; it gets its own back below.
        shot.rows = course.with_momentum(shot, inches)
        # The last result stands for all farther ones too: they bring it into Range as well.
        more = mom_chance(inches + 1, house=course.rules.dice) if inches < far else Fraction(0)
        chance = float(mom_chance(inches, house=course.rules.dice) - more)
        likely.append(attack_chances.Likely(chance, _however_far(course, rest)))
    shot.rows = rows
    return replace(plain, either=tuple(likely)) if far else plain


def _left_for(
    course: Course, shot: Shot, shield: Shielding
) -> tuple[Warded, tuple[attack_rules.DamageDie, ...]]:
    """Return what meets a hit, and the dice that its shield leaves, as the hit itself finds them."""
    dice, unit = blows.strike_dice(course.session, shot), shot.target.unit
    incoming = blows.incoming_of(course.session, shot, dice)
    if unit is None:
        return Warded(), dice
    met = met_as_declared(shield, unit, incoming)
    return met, Warded(met.gone).left(dice)


def _shares(course: Course) -> bool:
    """Return whether dice of a Damage Roll count twice, or not for all its targets (Q8-13)."""
    shared = [shot.target for shot in course.shots if course.shares_damage(shot.armed)]
    again = len({target.key for target in shared}) < len(shared)
    return again or any(target.unit and target.unit.deflection for target in shared)


def _shot(shot: Shot, course: Course) -> attack_chances.ShotAsked:
    auto = auto_of(shot.rows)
    jams = abs(auto) if shot.armed.kind.name == "MACHINE_GUN" and abs(auto) > 1 else 0
    unrolled = [] if shot.interfered else _interferers(shot, course)
    pool = Pool((shot.armed.die,), shot.bonus, (*shot.penalty, *unrolled))
    rolled = shot.automatic and shot.rolled_anyway
    use, sure = SURE if rolled else shot.armed.use, shot.automatic and not rolled
    plain = course.kind_of_roll(shot.armed) is RollKind.OTHER
    return attack_chances.ShotAsked(pool, use, sure, jams, shot.armed.number, plain=plain)


def _interferers(shot: Shot, course: Course) -> list[int]:
    """Return the dice of interferers who have not rolled yet; they count as if none could fail."""
    units = [course.session.get(Unit, unit_id) for unit_id in shot.armed.strike.interferers]
    return [unit.action_die or 4 for unit in units if unit] if shot.roll is None else []


def _targets(course: Course, shots: list[Shot]) -> tuple[attack_chances.TargetAsked, ...]:
    found: dict[str, tuple[Target, list[Shot]]] = {}
    for shot in shots:
        # As `Event.take` names the sums of one target.
        apart = course.apart(shot)
        key = f"{shot.target.key}@{apart}" if apart else shot.target.key
        found.setdefault(key, (shot.target, []))[1].append(shot)
    made, shield = [], course.protection.shield.fresh()
    for key, (target, own) in found.items():
        hits = tuple(_hit(course, shot, shield) for shot in own)
        adds_up = any(not shot.armed.ranged for shot in own)
        earlier = _earlier(course, target) if adds_up else blows.Earlier()
        armor = _armor(course, target.unit, joint=target.aim.joint)
        armor = armor if earlier.armor is None else Pool((), earlier.armor)
        made.append(attack_chances.TargetAsked(target.name, hits, armor, key, earlier.damage))
    return tuple(made)


def _earlier(course: Course, target: Target) -> blows.Earlier:
    """Return what a target has taken in Close Combat before in this turn (5.2-23)."""
    return blows.taken_before(course.session, target.unit) if target.unit else blows.Earlier()


def _hit(course: Course, shot: Shot, shield: Shielding) -> attack_chances.HitAsked:
    armed, unit = shot.armed, shot.target.unit
    if armed.mode in MANEUVERS:
        thrown = SHOVE_INCHES if armed.mode is Mode.SHOVE else 0
        return attack_chances.HitAsked(shot.number, Pool(()), knockback=thrown)
    met, dice = _left_for(course, shot, shield)
    pierce = sum(die.kind == ExplosiveDieKind.PIERCE for die in dice)
    left = Warded(levels=met.levels).left(dice)
    counts = bool(dice) and attack_rules.bought_die_counts(dice, dice[0], met.levels, pierce=pierce)
    bought = dice[0] if counts and blows.counts_as_damage(dice[0]) else None
    sides = tuple(die.sides for die in left if blows.counts_as_damage(die))
    area = points_of(shot.rows, "size") if armed.area else 0
    off = blows.distance_off(shot, shot.target)
    flat = shot.damage.flat + by_step(shot.rows).damage + area - off - shot.over
    fire = attack_rules.DamageDie(FIRE_SIDES, blows.FIRE)
    fires, by_fire = left.count(fire), bought == fire
    catching = catching_of(course.session, unit, shot.over) if fires or by_fire else None
    return attack_chances.HitAsked(
        shot.number,
        Pool(sides, flat),
        bought.sides if bought else 0,
        attack_chances.FireAsked(fires, catching, area - shot.over, by_fire) if catching else None,
        blows.knockback_of(armed, shot.target)[0],
    )


def _armor(course: Course, unit: Unit | None, *, joint: bool = False) -> Pool | None:
    """Return the Armor of a unit with its Grinding Damage taken off; None where nothing has any."""
    if unit is None or is_judged(course.session, unit):
        return None
    kept = None if joint else armor_kept(course.session, unit)
    if kept is not None:
        return Pool((), kept.value)
    pool = armor_of(course.session, unit, joint=joint)
    grinds = course.rules.bw_grinding_effect == "armor_minus_1" and not is_minifig(unit)
    return Pool(pool.sides, pool.bonus - (unit.grinding if grinds else 0), pool.penalty)


def _blasts(course: Course) -> tuple[attack_chances.BlastAsked, ...]:
    made = []
    for place, shot in enumerate(each for each in course.shots if each.explosive):
        explosion = exploding(shot, shot.target.name, direct=shot.target)
        explosion.gather(course.session, course.act.caught, first=place == 0)
        makeup = explosion.makeup
        kinds = [kind for kind, _ in makeup.dice(explosion.explosive_size)]
        made.append(
            blast_asked(
                shot.number, kinds, makeup.added_sides(), makeup.flat,
                _caught(course, explosion), bought=bought_kind(kinds), house=course.rules,
            )
        )  # fmt: skip
    return tuple(made)


def _caught(course: Course, explosion: Explosion) -> tuple[attack_chances.BlastTarget, ...]:
    made = []
    exclusive = course.rules.band_border == "exclusive"
    for target, caught in explosion.caught:
        if not caught.exposed:
            continue
        step = caught.distance / BAND_DEPTH
        # Exactly on a border: the inner band, unless the house rule says the outer one (Q8-47).
        band = int(step) if exclusive or step != int(step) or not step else int(step) - 1
        unit = target.unit
        made.append(
            attack_chances.BlastTarget(
                target.name, band, modifier_in(target, caught), _armor(course, unit),
                unit.deflection if unit else 0, target.key, catching_of(course.session, unit),
                dice_to_throw(target, caught), Pool((6,) * pop_of(course.session, target)),
            )
        )  # fmt: skip
    return tuple(made)


def preview_of(course: Course) -> AttackPreview:
    """Return the preview of an attack for the dice and choices given so far."""
    refused = course.refusal()
    exploded = [each for each in course.event.explosions if each.blast and not each.dud]
    first = course.shots[0]
    parries = course.guarding.shown(course.shots)
    victims = victim_lines(course.event)
    return AttackPreview(
        dice=tuple(course.throw.asked),
        owed=course.throw.owed,
        legend=_legend(course, first),
        words=_words(course),
        choices=tuple(course.decide.asked),
        waiting=missing(course.throw.owed, course.decide.asked),
        summary=_summary(course, victims),
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
        victims=victims,
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
    # A MOM that makes a throw farther is rolled just before its Action die.
    runs = ((shot, shot.mom_roll) for shot in course.shots if shot.armed.mode is Mode.THROW)
    return (
        *(
            DieWords(shot.first, Tone.OK if shot.hit else Tone.DANGER, shot.words)
            for shot in course.shots
            if shot.roll is not None
        ),
        *(
            DieWords(shot.first - len(mom.dice), Tone.OK, f'+{shot.mom_range}" of Range.')
            for shot, mom in runs
            if mom
        ),
        *(
            DieWords(each.rolled.first, Tone.OK if each.made else Tone.DANGER, each.words)
            for each in course.guarding.done
        ),
    )


def _stage(course: Course) -> AttackStage:
    if course.complete and not course.decide.open:
        return AttackStage.DONE
    if not course.act.faces and not course.rolled_all:
        return AttackStage.AIM
    return AttackStage.DAMAGE if course.damage_first is not None else AttackStage.ROLL


def _power(course: Course) -> str:
    """Say what Power the weapons take: uses 3" of 6" Power."""
    bearer = course.armed[0].bearer
    shots = [each.shot for each in course.armed if each.bearer.id == bearer.id and each.shot]
    needed = sum(shot.power for shot in shots) if course.armed[0].shot else 0
    return f'uses {needed}" of {power_now(course.session, bearer).left}" Power' if needed else ""


def _weapon(course: Course) -> str:
    armed = course.armed[0]
    if armed.mode in MANEUVERS and course.shots[0].automatic:
        at_arms_length = "at arm\N{RIGHT SINGLE QUOTATION MARK}s length"
        return "with a free hand" if armed.mode is Mode.GRAB else at_arms_length
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
        exploding(
            shot,
            shot.target.name,
            centre_of(course, shot),
            direct=None if shot.hit is False else shot.target,
        )
        for shot in course.shots
        if shot.explosive
    ]


_BOUGHT = " + 1 Benny die"


def _damage(course: Course) -> str:
    """Say what is rolled for damage: 4d10 Exp, blast 8"."""
    armed = course.armed[0]
    if explosions := _explosions(course):
        first = explosions[0]
        makeup = first.makeup
        added = [f"1{die}" if die.startswith("d") else die for die in makeup.added]
        words = damage_in_words(makeup.dice(first.explosive_size), added, makeup.flat)
        return f"{words}{_BOUGHT if first.bought else ''}, blast {in_inches(first.radius)}"
    own = (_shot_damage(shot) for shot in course.shots if shot.armed is armed)
    return "; ".join(dict.fromkeys(own))


def _shot_damage(shot: Shot) -> str:
    """Return a shot's damage in words: "2d6 Crash (Anvil, Armor 2d10)"; without dice its source."""
    made, load = shot.damage, shot.load
    dice = _dice_in_words([(die.sides, die.kind) for die in made.dice])
    flat = f"{made.flat:+d}".replace("-", "−") if made.flat else ""
    bought = _BOUGHT if shot.benny == attack_rules.BennyUse.DAMAGE else ""
    if load and load.harm:
        return f"{dice + flat or 'none'}{bought} ({load.harm.source})"
    if load and not shot.explosive and not dice + flat:
        return f"{made.by}: type the damage of {load.name}"
    return (dice + flat or made.by) + bought


def _dice_in_words(dice: list[tuple[int, str]]) -> str:
    kinds = [f"d{sides} {kind}".strip() for sides, kind in dice]
    return " + ".join(f"{kinds.count(kind)}{kind}" for kind in dict.fromkeys(kinds))


def _summary(course: Course, victims: Iterable[VictimLine]) -> str:
    """Return in one line what has happened so far, or that the shot flies on."""
    if course.flies:
        armed = course.armed[0]
        inches = distance_to(armed, course.targets[0])
        name = armed.loads[0].name if armed.loads else armed.name
        return said_of(name, f"flies {in_inches(inches)}: nothing is rolled now.")
    rolled = [shot for shot in course.shots if shot.resolved]
    if not rolled:
        return ""
    hits = sum(bool(shot.hit) for shot in rolled)
    words = rolled[0].words if len(rolled) == 1 else f"{hits} of {len(course.shots)} shots hit."
    return " ".join([words, *(each.plain for each in victims if each.becomes)])


CLOSER = 2.0
"""Inches that are offered as a step nearer."""


def alternatives_of(
    act: AttackTerms, session: Session
) -> tuple[tuple[str, attack_chances.AttackAsked], ...]:
    """Return attacks that differ in one thing, in words, as their odds see them.

    One more Gunner in support, 2" closer, a larger part of the target, more of it in sight, fewer
    shots or points, the MOM of a Charge. Only what is possible is listed. Raise BadInput if the attack
    itself makes no sense.
    """
    # Without faces and choices: odds are those before any die is rolled.
    bare = replace_dataclass(act, faces=(), choices={})
    course = Course(bare, session)
    if course.flies:
        return ()
    made: list[tuple[str, attack_chances.AttackAsked]] = []
    for words, other in _others(bare, course, session):
        try:
            asked = asked_of(Course(other, session))
        except BadInput:
            continue
        if asked is not None:
            made.append((words, asked))
    return tuple(made)


def _others(
    act: AttackTerms, course: Course, session: Session
) -> Iterator[tuple[str, AttackTerms]]:
    """Yield the attack with one thing changed, each in words."""
    shot = course.shots[0]
    strike, aim = act.strikes[0], act.aims[0]

    def striking(**changes: Any) -> AttackTerms:
        first = replace_dataclass(strike, **changes)
        return replace_dataclass(act, strikes=(first, *act.strikes[1:]))

    def aiming(**changes: Any) -> AttackTerms:
        return replace_dataclass(act, aims=(replace_dataclass(aim, **changes), *act.aims[1:]))

    if (gunner := _free_gunner(shot, session)) is not None:
        with_him = (*strike.supporters, gunner.id or 0)
        yield f"+1 Support of {gunner.name}", striking(supporters=with_him)
    if shot.over:
        # By the map or as typed: the same number as the attack itself counts with.
        away = [distance_to(course.armed[0], target) for target in course.targets]
        near = zip(act.aims, away, strict=True)
        aims = tuple(replace_dataclass(each, distance=max(0.0, gap - CLOSER)) for each, gap in near)
        typed = tuple(_nearer(each) for each in act.strikes)
        yield f"{in_inches(CLOSER)} closer", replace_dataclass(act, aims=aims, strikes=typed)
    if aim.part is not TargetPart.WHOLE:
        larger = TargetPart.SMALL if aim.part is TargetPart.TINY else TargetPart.WHOLE
        yield "aim at a larger part" if larger else "aim at the whole target", aiming(part=larger)
    if shot.target.minifig and aim.sections is not None and aim.sections < max(SECTIONS):
        yield "one more section in sight", aiming(sections=aim.sections + 1)
    if strike.mode in (Mode.BURST, Mode.ARC) and strike.count > 2:
        what = "shot" if strike.mode is Mode.BURST else "point"
        yield f"one {what} fewer", striking(count=strike.count - 1)
    if strike.mode is Mode.BURST and strike.count == 2:
        yield "a single shot", striking(mode=Mode.SINGLE, count=1)
    falls_short = strike.mode is Mode.THROW and bool(shot.over)
    if falls_short and not strike.momentum and run_now(session, shot.armed.by).mom:
        yield "with its MOM", striking(momentum=True)
    if act.charge:
        yield "with its MOM", replace_dataclass(act, choices={"mom-0": SPENT})
    if aim.blind and not act.changes:
        yield "in sight", aiming(blind=False)


def _nearer(strike: Strike) -> Strike:
    """Return a weapon 2" nearer, where its own distance was typed."""
    if strike.distance is None:
        return strike
    return replace_dataclass(strike, distance=max(0.0, strike.distance - CLOSER))


def _free_gunner(shot: Shot, session: Session) -> Unit | None:
    """Return a Gunner who could support this weapon too (8.5-12 to 8.5-14)."""
    armed, weapon, supporters = shot.armed, shot.armed.weapon, shot.armed.strike.supporters
    if weapon is None or not weapon.mounted or not armed.ranged:
        return None
    if len(supporters) >= max_supporters(int(weapon.size)):
        return None
    busy = {armed.by.id, *supporters}
    own = select(Unit).where(Unit.player_id == armed.player_id, Unit.fate == Fate.ALIVE)
    for unit in session.exec(own):
        able = unit.kind in MINIFIGS and GUNNERY in unit.specialties and unit.id not in busy
        if able and actions_left_now(session, unit) and not stands_elsewhere(session, weapon, unit):
            return unit
    return None
