"""An attack as the odds need it: pools of dice and numbers."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from brikdesk.acts.attack.adding_up import Earlier, taken_before
from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arms import distance_to
from brikdesk.acts.attack.blasts import Explosion, dice_to_throw, modifier_in, pop_of
from brikdesk.acts.attack.blows import FIRE, incoming_of
from brikdesk.acts.attack.burning_blows import counts_as_damage, strike_dice
from brikdesk.acts.attack.course import Course
from brikdesk.acts.attack.knocks import knockback_of
from brikdesk.acts.attack.modifiers import auto_of, by_step, points_of
from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.damage.armor import armor_of, is_judged
from brikdesk.acts.damage.armor_kept import armor_kept
from brikdesk.acts.damage.protection import Warded, met_as_declared
from brikdesk.acts.damage.shielding import Shielding
from brikdesk.acts.explosives.explosion import bought_kind
from brikdesk.acts.fire.catching import catching_of
from brikdesk.acts.lasting import is_minifig
from brikdesk.dice import Pool, RollKind, action_kind
from brikdesk.odds.attacks import (
    AttackAsked,
    BlastAsked,
    BlastTarget,
    FireAsked,
    HitAsked,
    Likely,
    ShotAsked,
    TargetAsked,
)
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDie, full_inches
from brikdesk.rules.brikwars.attacks.benny_uses import bought_die_counts
from brikdesk.rules.brikwars.attacks.close_attacks import SHOVE_INCHES
from brikdesk.rules.brikwars.attacks.damage_sums import one_damage_roll
from brikdesk.rules.brikwars.explosives.explosion_odds import blast_asked
from brikdesk.rules.brikwars.explosives.explosions import BAND_DEPTH
from brikdesk.rules.brikwars.explosives.explosive_variants import ExplosiveDieKind
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.units.momentum import mom_chance
from brikdesk.store.tables import Unit

SURE = -1_000
"""A Use that every total reaches: only a Critical Failure misses (A4-15)."""


def asked_of(course: Course) -> AttackAsked | None:
    """Return what the odds of an attack are computed from; None for one that is not rolled now.

    None also if hits share a Damage Roll that counts twice or that Deflection takes dice out of, or
    an Energy Shield out of an explosion (the odds know single rolls only), and if all shots were
    parried: nothing is left to happen.
    """
    if (
        course.flies
        or _shares(course)
        or all(shot.cancelled or shot.avoided for shot in course.shots)
    ):
        return None
    if course.act.shields and any(shot.explosive for shot in course.shots):
        return None
    unrolled = [
        shot for shot in course.shots if shot.armed.strike.momentum and shot.mom_roll is None
    ]
    return _however_far(course, unrolled)


def _however_far(course: Course, unrolled: Sequence[Shot]) -> AttackAsked:
    """Return the question, with what it is for each number of inches that MOM dice may add (5.4-10)."""
    if not unrolled:
        shots = tuple(_shot(shot, course) for shot in course.shots)
        direct = [shot for shot in course.shots if not shot.explosive]
        return AttackAsked(shots, _targets(course, direct), _blasts(course))
    shot, rest = unrolled[0], unrolled[1:]
    rows, far = shot.rows, shot.over
    plain = _however_far(course, rest)
    likely = []
    for inches in range(far + 1):
        shot.rows = course.with_momentum(shot, inches)
        more = mom_chance(inches + 1, house=course.rules.dice) if inches < far else Fraction(0)
        chance = float(mom_chance(inches, house=course.rules.dice) - more)
        likely.append(Likely(chance, _however_far(course, rest)))
    shot.rows = rows
    return replace(plain, either=tuple(likely)) if far else plain


def _left_for(
    course: Course, shot: Shot, shield: Shielding
) -> tuple[Warded, tuple[DamageDie, ...]]:
    """Return what meets a hit, and the dice that its shield leaves, as the hit itself finds them."""
    dice, unit = strike_dice(course.session, shot), shot.target.unit
    incoming = incoming_of(course.session, shot, dice)
    if unit is None:
        return Warded(), dice
    met = met_as_declared(shield, unit, incoming)
    return met, Warded(met.gone).left(dice)


def _shares(course: Course) -> bool:
    """Return whether dice of a Damage Roll count twice, or not for all its targets (Q8-13)."""
    shared = [
        shot.target
        for shot in course.shots
        if one_damage_roll(arc=shot.armed.area, arc_shared_damage=course.rules.arc_shared_damage)
    ]
    again = len({target.key for target in shared}) < len(shared)
    return again or any(target.unit and target.unit.deflection for target in shared)


def _shot(shot: Shot, course: Course) -> ShotAsked:
    auto = auto_of(shot.rows)
    jams = abs(auto) if shot.armed.kind.name == "MACHINE_GUN" and abs(auto) > 1 else 0
    known = sum(term.value for term in shot.interfered)
    unrolled = [] if shot.interfered else _interferers(shot, course)
    bonus = shot.bonus - known + sum(term.value for term in shot.interfered)
    pool = Pool((shot.armed.die,), bonus, (*shot.penalty, *unrolled))
    rolled = shot.automatic and shot.rolled_anyway
    return ShotAsked(
        pool,
        SURE if rolled else shot.armed.use,
        shot.automatic and not rolled,
        jams,
        shot.armed.number,
        plain=action_kind(shot.armed.die, specialty=shot.armed.specialty, house=course.throw.house)
        is RollKind.OTHER,
    )


def _interferers(shot: Shot, course: Course) -> list[int]:
    """Return the dice of interferers who have not rolled yet; they count as if none could fail."""
    units = [course.session.get(Unit, unit_id) for unit_id in shot.armed.strike.interferers]
    return [unit.action_die or 4 for unit in units if unit] if shot.roll is None else []


def _targets(course: Course, shots: list[Shot]) -> tuple[TargetAsked, ...]:
    found: dict[str, tuple[Target, list[Shot]]] = {}
    for shot in shots:
        apart = course.apart(shot)
        key = f"{shot.target.key}@{apart}" if apart else shot.target.key
        found.setdefault(key, (shot.target, []))[1].append(shot)
    made, shield = [], course.protection.shield.fresh()
    for key, (target, own) in found.items():
        hits = tuple(_hit(course, shot, shield) for shot in own)
        adds_up = any(not shot.armed.ranged for shot in own)
        earlier = _earlier(course, target) if adds_up else Earlier()
        armor = _armor(course, target) if earlier.armor is None else Pool((), earlier.armor)
        made.append(TargetAsked(target.name, hits, armor, key, earlier.damage))
    return tuple(made)


def _earlier(course: Course, target: Target) -> Earlier:
    """Return the Close Combat that this attack is added to (5.2-23)."""
    return taken_before(course.session, target.unit) if target.unit else Earlier()


def _hit(course: Course, shot: Shot, shield: Shielding) -> HitAsked:
    armed, unit = shot.armed, shot.target.unit
    if armed.mode is Mode.SHOVE:
        return HitAsked(shot.number, Pool(()), knockback=SHOVE_INCHES)
    if armed.mode is Mode.GRAB:
        return HitAsked(shot.number, Pool(()))
    met, dice = _left_for(course, shot, shield)
    pierce = sum(die.kind == ExplosiveDieKind.PIERCE for die in dice)
    left = Warded(levels=met.levels).left(dice)
    counts = bool(dice) and bought_die_counts(dice, dice[0], met.levels, pierce=pierce)
    bought = dice[0] if counts and counts_as_damage(dice[0]) else None
    sides = tuple(die.sides for die in left if counts_as_damage(die))
    area = points_of(shot.rows, "size") if armed.area else 0
    off = full_inches(distance_to(armed, shot.target)) if shot.damage.less_distance else 0
    flat = shot.damage.flat + by_step(shot.rows).damage + area - off - shot.over
    fire = DamageDie(FIRE_SIDES, FIRE)
    fires, by_fire = left.count(fire), bought == fire
    catching = catching_of(course.session, unit, shot.over) if fires or by_fire else None
    return HitAsked(
        shot.number,
        Pool(sides, flat),
        bought.sides if bought else 0,
        FireAsked(fires, catching, area - shot.over, by_fire) if catching else None,
        knockback_of(armed, shot.target)[0],
    )


def _armor(course: Course, target: Target) -> Pool | None:
    if target.unit is None:
        return None
    return _armor_pool(course, target.unit, joint=target.aim.joint)


def _armor_pool(course: Course, unit: Unit, *, joint: bool = False) -> Pool | None:
    """Return the Armor of a unit with its Grinding Damage taken off; None where it has none."""
    if is_judged(course.session, unit):
        return None
    kept = None if joint else armor_kept(course.session, unit)
    if kept is not None:
        return Pool((), kept.value)
    pool = armor_of(course.session, unit, joint=joint)
    grinds = course.rules.bw_grinding_effect == "armor_minus_1" and not is_minifig(unit)
    return Pool(pool.sides, pool.bonus - (unit.grinding if grinds else 0), pool.penalty)


def _blasts(course: Course) -> tuple[BlastAsked, ...]:
    made = []
    for place, shot in enumerate(each for each in course.shots if each.explosive):
        assert shot.load is not None
        explosion = Explosion(
            shot.key, shot.load.name, shot.load.explosive_size, shot.load.makeup,
            shot.armed.player_id, shot.target.name, direct=shot.target,
        )  # fmt: skip
        explosion.gather(course.session, course.act.caught, first=place == 0)
        makeup = shot.load.makeup
        kinds = [kind for kind, _ in makeup.dice(shot.load.explosive_size)]
        made.append(
            blast_asked(
                shot.number,
                kinds,
                makeup.added_sides(),
                makeup.flat,
                _caught(course, explosion),
                bought=bought_kind(kinds),
                house=course.rules,
            )
        )
    return tuple(made)


def _caught(course: Course, explosion: Explosion) -> tuple[BlastTarget, ...]:
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
            BlastTarget(
                target.name,
                band,
                modifier_in(target, caught),
                _armor_pool(course, unit) if unit else None,
                unit.deflection if unit else 0,
                target.key,
                catching_of(course.session, unit),
                dice_to_throw(target, caught),
                Pool((6,) * pop_of(course.session, target)),
            )
        )
    return tuple(made)
