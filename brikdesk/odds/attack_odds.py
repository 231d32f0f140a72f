"""The odds of a whole attack: every shot, every target, all together."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import prod

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk.dice import BY_THE_BOOK, DiceRules, Pool
from brikdesk.odds.attacks import AttackAsked, Benny, BlastAsked, BlastTarget, HitAsked
from brikdesk.odds.blast_odds import BlastDice, blast_of
from brikdesk.odds.effects import fire_of_blast, fire_of_hit, knockback_of_blast
from brikdesk.odds.shot_odds import Natural, ShotOdds, naturals, shot_odds
from brikdesk.odds.spread import NEVER, Spread, either, exactly
from brikdesk.odds.thrown import amount

ALWAYS = -1
"""The `shot` of an explosion that happens whatever is rolled."""


class TargetOdds(Struct, frozen=True):
    """What one target can expect; `MEANINGS` explains each field.

    `not_hit`, `no_effect`, `something_bad` and `beaten` add up to 1.
    """

    name: str
    not_hit: float
    no_effect: float
    something_bad: float
    beaten: float
    expected_damage: float
    key: str = ""
    set_on_fire: float = 0.0
    thrown: float = 0.0
    knockback: float = 0.0


class AttackOdds(Struct, frozen=True):
    """The odds of an attack; `MEANINGS` explains each field.

    `shots` are in the order of the question; `targets` too, each key once, followed by the targets
    of the explosions. An attack without shots always hits.
    """

    shots: tuple[ShotOdds, ...]
    targets: tuple[TargetOdds, ...]
    any_hit: float
    all_hit: float
    hits: float

    @property
    def beaten_targets(self) -> float:
        """Targets whose Armor is beaten, on average; with one target, the chance of it."""
        return sum(target.beaten for target in self.targets)


class HitHarm(Struct, frozen=True):
    """What one shot does to one target if it hits, without a Benny on damage and with one.

    Points of damage, inches of KnockBack, or 1 where it sets on fire and 0 where it does not.
    """

    shot: int
    usual: Spread
    with_benny: Spread


class TargetAtRisk(Struct):
    """One target with everything that may harm it."""

    name: str
    key: str
    armor: Pool | None
    earlier: int = 0
    harms: list[HitHarm] = field(default_factory=list)
    fires: list[HitHarm] = field(default_factory=list)
    knocks: list[HitHarm] = field(default_factory=list)

    def add_hit(self, hit: HitAsked, house: DiceRules, *, buys: bool) -> None:
        """Note the fire and the KnockBack of a hit."""
        if hit.fire is not None:
            usual = fire_of_hit(hit, house, bought=False)
            more = fire_of_hit(hit, house, bought=True) if buys else usual
            self.fires.append(HitHarm(hit.shot, _whether(usual), _whether(more)))
        if hit.knockback:
            inches = exactly(hit.knockback)
            self.knocks.append(HitHarm(hit.shot, inches, inches))

    def add_blast(
        self, blast: BlastAsked, caught: BlastTarget, usual: BlastDice, more: BlastDice
    ) -> None:
        """Note the fire and the KnockBack of an explosion, without a Benny and with one."""
        if caught.catching is not None:
            lit = fire_of_blast(usual, blast, caught)
            lit_more = lit if more is usual else fire_of_blast(more, blast, caught)
            if lit or lit_more:
                self.fires.append(HitHarm(blast.shot, _whether(lit), _whether(lit_more)))
        if caught.holds is not None:
            inches = knockback_of_blast(usual, caught)
            far = inches if more is usual else knockback_of_blast(more, caught)
            if inches.at_least(1) or far.at_least(1):
                self.knocks.append(HitHarm(blast.shot, inches, far))


def _whether(chance: float) -> Spread:
    return Spread(0, [1 - chance, chance])


def attack_odds(asked: AttackAsked, *, house: DiceRules = BY_THE_BOOK) -> AttackOdds:
    """Return the exact odds of an attack before any die is thrown.

    - Shots: a natural 1 alone fails (OF-06, OF-07), a Benny spent on the Action adds its die to
      any roll that earned one. A shot that jams its gun still counts, those after it do not.
    - Damage: highest faces earn Bonus Dice, a Critical Failure counts as the house says, never
      below 0. A Benny spent on damage adds its die to a hit whose natural number earned it.
    - Targets: all damage of the attack meets one Armor Roll; 0 never has an effect (A5-41). Fire
      dice set on fire whatever the Armor, and inches of KnockBack add up (8.3-25, Q8-10).

    Chances are floats, off by less than 1e-12. Raise ValueError if a shot has no Action die, or
    damage names a shot that does not exist.
    """
    if asked.either:
        return _together(
            [
                (each.chance, attack_odds(replace(each.asked, benny=asked.benny), house=house))
                for each in asked.either
            ]
        )
    found = [naturals(shot, asked.benny, house) for shot in asked.shots]
    fired = _fired(asked, found)
    shots = tuple(
        shot_odds(shot, asked.benny, house, 1 - alive, each)
        for shot, alive, each in zip(asked.shots, fired, found, strict=True)
    )
    chances = [alive * shot.hit for alive, shot in zip(fired, shots, strict=True)]
    # "Some shot hits" is asked like the damage of one target: a harm of 0 points by each shot.
    anywhere = [HitHarm(at, exactly(0), exactly(0)) for at in range(len(shots))]
    missed, _ = _total(asked, found, anywhere)
    return AttackOdds(
        shots=shots,
        targets=tuple(_judged(asked, found, each, house) for each in _victims(asked, house)),
        any_hit=1 - missed if shots else 1.0,
        all_hit=_all_hit(asked, found),
        hits=sum(chances),
    )


def _together(found: Sequence[tuple[float, AttackOdds]]) -> AttackOdds:
    """Return the odds of attacks of which one follows, each with its chance.

    No single roll stands for all of them, so that a shot has no bar.
    """

    def mean(of: Callable[[AttackOdds], float]) -> float:
        return sum(chance * of(odds) for chance, odds in found)

    def meant(rows: Callable[[AttackOdds], tuple[Struct, ...]], at: int) -> dict[str, float]:
        first = rows(found[0][1])[at]
        names = (name for name in first.__struct_fields__ if type(getattr(first, name)) is float)
        return {name: mean(lambda odds, n=name: getattr(rows(odds)[at], n)) for name in names}  # type: ignore[misc]

    first = found[0][1]
    return AttackOdds(
        shots=tuple(
            replace(shot, **meant(lambda odds: odds.shots, at), faces=(), sums=())
            for at, shot in enumerate(first.shots)
        ),
        targets=tuple(
            replace(target, **meant(lambda odds: odds.targets, at))
            for at, target in enumerate(first.targets)
        ),
        any_hit=mean(lambda odds: odds.any_hit),
        all_hit=mean(lambda odds: odds.all_hit),
        hits=mean(lambda odds: odds.hits),
    )


def _chains(asked: AttackAsked) -> list[list[int]]:
    """Return the places of the shots in one list for each gun."""
    chains: dict[int, list[int]] = {}
    for at, shot in enumerate(asked.shots):
        chains.setdefault(shot.chain, []).append(at)
    return list(chains.values())


def _fired(asked: AttackAsked, found: Sequence[Sequence[Natural]]) -> list[float]:
    """Return for each shot the chance that its gun has not jammed before."""
    fired = [1.0] * len(found)
    for chain in _chains(asked):
        alive = 1.0
        for at in chain:
            fired[at] = alive
            alive *= sum(each.chance for each in found[at] if not each.jams)
    return fired


def _all_hit(asked: AttackAsked, found: Sequence[Sequence[Natural]]) -> float:
    # A jam on the last shot of a gun loses no shot, so it does not spoil "all hit".
    lasts = {chain[-1] for chain in _chains(asked)}
    return prod(
        sum(each.chance * each.hit for each in possible if at in lasts or not each.jams)
        for at, possible in enumerate(found)
    )


def _victims(asked: AttackAsked, house: DiceRules) -> Iterable[TargetAtRisk]:
    victims: dict[object, TargetAtRisk] = {}
    buys = asked.benny is Benny.DAMAGE

    @cache  # the shots of a burst all roll the same
    def damage(pool: Pool, bought: int) -> Spread:
        return amount(pool, house, failure_is_zero=house.failure_is_zero, bought=bought)

    def victim(name: str, key: str, armor: Pool | None) -> TargetAtRisk:
        # Without a key it is a target of its own: no other key equals a new object.
        return victims.setdefault(key or object(), TargetAtRisk(name, key, armor))

    for target in asked.targets:
        one = victim(target.name, target.key, target.armor)
        one.earlier = target.earlier
        for hit in target.hits:
            _check_shot(hit.shot, asked, 0)
            more = damage(hit.damage, hit.bought if buys else 0)
            one.harms.append(HitHarm(hit.shot, damage(hit.damage, 0), more))
            one.add_hit(hit, house, buys=buys)
    for blast in asked.blasts:
        _check_shot(blast.shot, asked, ALWAYS)
        usual_dice = blast_of(blast, house, bought=False)
        more_dice = blast_of(blast, house, bought=True) if buys and blast.bought else usual_dice
        for caught in blast.targets:
            one = victim(caught.name, caught.key, caught.armor)
            usual = usual_dice.damage(blast, caught)
            more = usual if more_dice is usual_dice else more_dice.damage(blast, caught)
            one.harms.append(HitHarm(blast.shot, usual, more))
            one.add_blast(blast, caught, usual_dice, more_dice)
    return victims.values()


def _check_shot(shot: int, asked: AttackAsked, lowest: int) -> None:
    if not lowest <= shot < len(asked.shots):
        raise ValueError(f"there is no shot {shot} among {len(asked.shots)}")


def _total(
    asked: AttackAsked,
    found: Sequence[Sequence[Natural]],
    harms: Sequence[HitHarm],
) -> tuple[float, Spread]:
    """Return the chance that nothing hits, and the damage of all hits if something does."""
    # An explosion that always happens leaves no way to be missed.
    certain = [harm.usual for harm in harms if harm.shot == ALWAYS]
    missed, hit = (0.0, exactly(0)) if certain else (1.0, NEVER)
    for damage in certain:
        hit += damage
    for chain in _chains(asked):
        nothing, something = _chain_total(asked, found, harms, chain)
        hit = either([hit + something, hit.scaled(nothing), something.scaled(missed)])
        missed *= nothing
    return missed, hit


def _chain_total(
    asked: AttackAsked,
    found: Sequence[Sequence[Natural]],
    harms: Sequence[HitHarm],
    chain: Sequence[int],
) -> tuple[float, Spread]:
    """Go through the shots of one gun: those after a jam are lost (8.3-15).

    `firing` and `jammed` each hold the chance that nothing has hit so far, and the damage if
    something has.
    """
    firing, jammed = (1.0, NEVER), (0.0, NEVER)
    # Shots after the last one that can do harm change neither number.
    last = max((harm.shot for harm in harms), default=ALWAYS)
    for at in (place for place in chain if place <= last):
        mine = [harm for harm in harms if harm.shot == at]
        after = {jams: _after(asked, firing, found[at], mine, jams) for jams in (False, True)}
        jammed = jammed[0] + after[True][0], either([jammed[1], after[True][1]])
        firing = after[False]
    return firing[0] + jammed[0], either([firing[1], jammed[1]])


def _after(
    asked: AttackAsked,
    before: tuple[float, Spread],
    possible: Sequence[Natural],
    harms: Sequence[HitHarm],
    jams: bool,
) -> tuple[float, Spread]:
    """Return the state of `_chain_total` after one more shot that `jams` its gun, or does not."""
    nothing, something = before
    mine = [each for each in possible if each.jams is jams]
    chance = sum(each.chance for each in mine)
    if not mine or not harms:
        return nothing * chance, something.scaled(chance)
    hit = sum(each.chance * each.hit for each in mine)
    buys = asked.benny is Benny.DAMAGE
    spent = sum(each.chance * each.hit for each in mine if each.benny and buys)
    usual = _sum(harm.usual for harm in harms).scaled(hit - spent)
    more = _sum(harm.with_benny for harm in harms).scaled(spent)
    damage = either([usual, more]) if spent else usual
    missed = something.scaled(chance - hit)
    return nothing * (chance - hit), either([damage.scaled(nothing), damage + something, missed])


def _sum(spreads: Iterable[Spread]) -> Spread:
    result = exactly(0)
    for spread in spreads:
        result += spread
    return result


def _judged(
    asked: AttackAsked,
    found: Sequence[Sequence[Natural]],
    victim: TargetAtRisk,
    house: DiceRules,
) -> TargetOdds:
    """Compare all damage of one target with its Armor: 5.1-11 to 5.1-13, A5-41."""
    missed, damage = _total(asked, found, victim.harms)
    armor = (
        amount(victim.armor, house, failure_is_zero=house.armor_failure_is_zero)
        if victim.armor
        else exactly(0)
    )
    equal, beaten = _compared(damage, armor, victim.earlier)
    _, lit = _total(asked, found, victim.fires) if victim.fires else (0.0, NEVER)
    _, inches = _total(asked, found, victim.knocks) if victim.knocks else (0.0, NEVER)
    return TargetOdds(
        name=victim.name,
        not_hit=missed,
        no_effect=max(0.0, damage.total - equal - beaten),
        something_bad=equal,
        beaten=beaten,
        expected_damage=damage.mean,
        key=victim.key,
        set_on_fire=lit.at_least(1),
        thrown=inches.at_least(1),
        knockback=inches.mean,
    )


def _compared(damage: Spread, armor: Spread, earlier: int = 0) -> tuple[float, float]:
    """Return the chances that damage above 0, with what was `earlier`, equals Armor, or is more."""
    chance_of = dict(armor.items())
    # `below` is the chance of less Armor than these points; it grows with the points, so both
    # spreads are walked only once.
    below = sum(chance for amount, chance in armor.items() if amount < damage.low + earlier)
    equal = beaten = 0.0
    for points, chance in damage.items():
        same = chance_of.get(points + earlier, 0.0)
        if points > 0:
            equal += chance * same
            beaten += chance * below
        below += same
    return equal, beaten
