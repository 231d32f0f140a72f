"""Attacks counted the long way: every face of every die, judged by the rules one by one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from brikdesk.dice import (
    Chain,
    DiceRules,
    Die,
    DieRole,
    Pool,
    Roll,
    RollKind,
    bonus_die,
    earned_role,
    fails_critically,
)
from brikdesk.odds.attacks import AttackAsked, Benny, BlastAsked, BlastTarget, ShotAsked
from brikdesk.rules.brikwars.blast_bands import (
    AddedDie,
    ExplosionBand,
    ExplosiveDie,
    ObjectInReach,
    against_armor,
    blast_on,
    explosion_bands,
)
from brikdesk.rules.brikwars.close_combat import judged_damage
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind

Amounts = Mapping[int, float]
Found = tuple[float, float, float, float, float]
"""Not hit, no effect, Something Bad, beaten, expected damage."""

Victim = tuple[Pool | None, int, list[tuple[int, Amounts, Amounts]]]
"""Armor, points taken before, and for each shot what it does without and with a Benny."""


@cache
def chains(
    role: DieRole, sides: int, house: DiceRules, most: int
) -> tuple[tuple[Chain, float], ...]:
    """Every way in which a die can fall with at most `most` Bonus Dice, with its chance."""

    def grow(role: DieRole, sides: int, left: int) -> Iterator[tuple[tuple[Die, ...], float]]:
        for face in range(1, sides + 1):
            die = Die(sides, face)
            earned = bonus_die(role, sides, face, house)
            if earned and left:
                for rest, chance in grow(earned_role(role), earned, left - 1):
                    yield (die, *rest), chance / sides
            else:
                yield (die,), 1 / sides

    return tuple((Chain(dice[0], dice[1:]), chance) for dice, chance in grow(role, sides, most))


@lru_cache(maxsize=16)  # the rolls of one attack: all of them together would take 300 MB
def rolls(
    kind: RollKind, pool: Pool, bought: tuple[int, ...], house: DiceRules, most: int
) -> tuple[tuple[Roll, float], ...]:
    """Every roll of a pool, with its chance."""
    first = DieRole.ACTION if kind is RollKind.ACTION else DieRole.PLAIN
    roles = [first, *[DieRole.PLAIN] * len(pool.sides)][: len(pool.sides)]
    wanted = list(zip(roles, pool.sides, strict=True))
    wanted += [(DieRole.PENALTY, side) for side in pool.penalty]
    wanted += [(DieRole.PLAIN, side) for side in bought]
    own, less = len(pool.sides), len(pool.sides) + len(pool.penalty)
    made = []
    for ways in product(*(chains(role, side, house, most) for role, side in wanted)):
        dice = tuple(chain for chain, _ in ways)
        thrown, more = dice[:own], dice[less:]
        failed = fails_critically(_faces(thrown), _faces(more), house)
        roll = Roll(kind, thrown, dice[own:less], more, pool.bonus, failed)
        made.append((roll, prod(chance for _, chance in ways)))
    return tuple(made)


def _faces(some: Sequence[Chain]) -> list[int]:
    return [chain.die.value for chain in some]


@cache
def amounts(
    pool: Pool, bought: tuple[int, ...], house: DiceRules, most: int, zero: bool
) -> Amounts:
    counted: Counter[int] = Counter()
    for roll, chance in rolls(RollKind.OTHER, pool, bought, house, most):
        counted[roll.quantity(failure_is_zero=zero)] += chance
    return counted


Shot = tuple[bool, bool, bool]
"""Whether a shot hits, spends a Benny on damage, and jams its gun."""


@cache
def shot_outcomes(
    shot: ShotAsked, benny: Benny, house: DiceRules, most: int
) -> Mapping[Shot, float]:
    if shot.automatic:
        return {(True, False, False): 1.0}
    found: Counter[Shot] = Counter()
    for roll, chance in rolls(RollKind.ACTION, shot.action, (), house, most):
        jams = (roll.natural or 0) < shot.jams_below
        hit = roll.reaches(shot.use)
        if hit or benny is not Benny.ACTION or not roll.benny:
            found[hit, hit and roll.benny and benny is Benny.DAMAGE, jams] += chance
            continue
        for more, share in chains(DieRole.PLAIN, 6, house, most):
            failed = fails_critically(_faces(roll.chains), _faces([more]), house)
            saved = Roll(roll.kind, roll.chains, roll.penalty, (more,), roll.bonus, failed).reaches(
                shot.use
            )
            found[saved, False, jams] += chance * share
    return found


def courses(
    asked: AttackAsked, house: DiceRules, most: int
) -> Iterator[tuple[float, tuple[Shot | None, ...]]]:
    """Every course of the shots, with its chance; None for a shot that a jam has taken."""

    def go(at: int, jammed: frozenset[int]) -> Iterator[tuple[float, tuple[Shot | None, ...]]]:
        if at == len(asked.shots):
            yield 1.0, ()
            return
        shot = asked.shots[at]
        if shot.chain in jammed:
            for chance, rest in go(at + 1, jammed):
                yield chance, (None, *rest)
            return
        for outcome, share in shot_outcomes(shot, asked.benny, house, most).items():
            then = jammed | {shot.chain} if outcome[2] else jammed
            for chance, rest in go(at + 1, then):
                yield chance * share, (outcome, *rest)

    return go(0, frozenset())


def blast_amounts(
    asked: BlastAsked,
    bought: bool,
    house: DiceRules,
    most: int,
    switches: Mapping[str, object],
) -> list[Amounts]:
    """Count an explosion die by die through the bands that the rules make, for each target."""
    groups = Counter((die, False) for die in asked.dice)
    groups += Counter((die, True) for die in asked.added)
    piles = [(die, added, False, count) for (die, added), count in groups.items()]
    if bought and asked.bought:
        piles.append((asked.bought, False, True, 1))
    ways = [
        _handfuls(chains(DieRole.PLAIN, _sides(die), house, most), count)
        for die, _, _, count in piles
    ]
    found: list[Counter[int]] = [Counter() for _ in asked.targets]
    for thrown in product(*ways):
        dice, added = [], []
        for (die, is_added, is_bought, _), (fallen, _) in zip(piles, thrown, strict=True):
            for chain in fallen:
                bonus = tuple(each.value for each in chain.bonus)
                if is_added:
                    added.append(AddedDie(chain.die.value, chain.die.sides, _kind(die), bonus))
                else:
                    kind = ExplosiveDieKind(_kind(die))
                    dice.append(ExplosiveDie(chain.die.value, bonus, kind, is_bought))
        bands = explosion_bands(
            dice,
            added,
            asked.flat,
            highest_by=str(switches.get("highest_by", "face")),
            phased_bands=int(str(switches.get("phased_bands", 1))),
            explosion_crit_damage=str(switches.get("explosion_crit_damage", "zero")),
            house=house,
        )
        chance = prod(share for _, share in thrown)
        for target, counted in zip(asked.targets, found, strict=True):
            counted[_on(target, bands, switches)] += chance
    return list(found)


def _on(target: BlastTarget, bands: Sequence[ExplosionBand], switches: Mapping[str, object]) -> int:
    return blast_on(
        bands[target.band] if target.band < len(bands) else None,
        ObjectInReach(modifier=target.modifier, deflection=target.layers),
        bw_deflection_pick=str(switches.get("bw_deflection_pick", "before_roll")),
        bw_deflection_keeps_bonus=bool(switches.get("bw_deflection_keeps_bonus", True)),
    ).damage


def _sides(die: object) -> int:
    return int(getattr(die, "sides", die))


def _kind(die: object) -> str:
    return str(getattr(die, "kind", "Exp"))


def _handfuls(
    ways: Sequence[tuple[Chain, float]], count: int
) -> list[tuple[tuple[Chain, ...], float]]:
    """Return what `count` equal dice can show, whatever their order, with its chance."""
    made = []
    for places in combinations_with_replacement(range(len(ways)), count):
        orders = factorial(count) // prod(factorial(n) for n in Counter(places).values())
        chance = orders * prod(ways[at][1] for at in places)
        made.append((tuple(ways[at][0] for at in places), chance))
    return made


def thrown_out(
    asked: AttackAsked, house: DiceRules, most: int, switches: Mapping[str, object]
) -> tuple[list[Found], float, float, float]:
    """Return each target's odds, then the chances of any hit and of all hits, and hits on average."""
    victims: dict[str, Victim] = {}
    for number, target in enumerate(asked.targets):
        fresh: Victim = (target.armor, target.earlier, [])
        _, _, harms = victims.setdefault(target.key or f"t{number}", fresh)
        for hit in target.hits:
            extra = (hit.bought,) if hit.bought else ()
            usual, more = (
                amounts(hit.damage, each, house, most, house.failure_is_zero)
                for each in ((), extra)
            )
            harms.append((hit.shot, usual, more))
    for number, blast in enumerate(asked.blasts):
        buys = bool(blast.bought) and asked.benny is Benny.DAMAGE
        without = blast_amounts(blast, False, house, most, switches)
        with_one = blast_amounts(blast, True, house, most, switches) if buys else without
        for place, caught in enumerate(blast.targets):
            key = caught.key or f"b{number}-{place}"
            _, _, harms = victims.setdefault(key, (caught.armor, 0, []))
            harms.append((blast.shot, without[place], with_one[place]))
    runs = list(courses(asked, house, most))
    found = [_victim(runs, *victim, house, most) for victim in victims.values()]
    struck = [(chance, [bool(each and each[0]) for each in run]) for chance, run in runs]
    return (
        found,
        sum(chance for chance, hits in struck if any(hits)),
        sum(chance for chance, hits in struck if all(hits)),
        sum(chance * sum(hits) for chance, hits in struck),
    )


def _victim(
    runs: Sequence[tuple[float, tuple[Shot | None, ...]]],
    armor: Pool | None,
    earlier: int,
    harms: Sequence[tuple[int, Amounts, Amounts]],
    house: DiceRules,
    most: int,
) -> Found:
    rolled = amounts(armor, (), house, most, house.armor_failure_is_zero) if armor else {0: 1.0}
    ways: Counter[tuple[int, ...]] = Counter()
    for chance, run in runs:
        does = tuple(_does(harm[0], run) for harm in harms)
        ways[does] += chance
    missed = nothing = bad = beaten = mean = 0.0
    for does, chance in ways.items():
        if not any(does):
            missed += chance
            continue
        sums: Amounts = {0: chance}
        for number, (_, usual, more) in zip(does, harms, strict=True):
            if number:
                sums = _added(sums, usual if number == 1 else more)
        for points, share in sums.items():
            mean += points * share
            for met, part in rolled.items():
                result = against_armor(met, [judged_damage(earlier, points)])
                nothing += share * part * (result == "nothing")
                bad += share * part * (result == "Something Bad")
                beaten += share * part * (result == "beaten")
    return missed, nothing, bad, beaten, mean


def _does(shot: int, run: Sequence[Shot | None]) -> int:
    """0 where it does not harm, 1 where it does, 2 where it does with the die of a Benny."""
    if shot < 0:
        return 1
    outcome = run[shot]
    return 0 if outcome is None or not outcome[0] else 1 + outcome[1]


def _added(one: Amounts, other: Amounts) -> Amounts:
    summed: Counter[int] = Counter()
    for left, chance in one.items():
        for right, share in other.items():
            summed[left + right] += chance * share
    return summed
