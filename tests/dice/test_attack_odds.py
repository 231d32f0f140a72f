"""The odds of attacks against the same attacks counted the long way, and by hand."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from brikdesk.dice import DiceRules, Pool
from brikdesk.odds import spread
from brikdesk.odds.attack_odds import (
    AttackOdds,
    Improvement,
    ShotOdds,
    TargetOdds,
    attack_odds,
    help_of,
)
from brikdesk.odds.attacks import (
    MEANINGS,
    AttackAsked,
    Benny,
    BlastAsked,
    BlastTarget,
    HitAsked,
    ShotAsked,
    TargetAsked,
)
from brikdesk.odds.rolls import action_odds, against, pool_odds
from brikdesk.rules.brikwars.blast_bands import blast_asked
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind as Kind
from tests.dice.attacks_thrown_out import thrown_out
from tests.usual import USUAL_BRIKWARS

CLOSE = 1e-9
HOUSES = (
    DiceRules(),
    DiceRules(),
    DiceRules(crit_fail_multi="any_one"),
    DiceRules(bonus_die="same", incompetent_bonus_die=4, penalty_dice_explode=True),
    DiceRules(failure_is_zero=False, armor_failure_is_zero=True, bonus_die=4),
    DiceRules(crit_fail_multi="any_one", failure_is_zero=False, penalty_dice_explode=True),
)
SWITCHES: tuple[Mapping[str, object], ...] = (
    {},
    {"highest_by": "face_plus_bonus"},
    {"bw_deflection_pick": "lowest"},
    {"bw_deflection_keeps_bonus": False, "phased_bands": 2},
    {"explosion_crit_damage": "as_rolled"},
)
MIXES = (
    (Kind.EXP,),
    (Kind.EXP,) * 2,
    (Kind.EXP,) * 3,
    (Kind.EXP,) * 4,
    (Kind.EXP, Kind.FIRE),
    (Kind.EXP, Kind.EXP, Kind.PIERCE),
    (Kind.FIRE, Kind.PIERCE, Kind.CONCUSSION),
    (Kind.PIERCE, Kind.PIERCE, Kind.EXP),
    (Kind.PHASED, Kind.EXP),
    (Kind.PHASED, Kind.FIRE, Kind.FIRE),
    (Kind.CONCUSSION, Kind.EXP, Kind.EXP),
    (Kind.CONCUSSION, Kind.CONCUSSION),
)
ADDED = ((), (), ((4, ""),), ((6, ""),), ((4, "Plasma"), (6, "")))
D6 = Pool((6,))
FOUR = Pool((), 4)


def shot(use: int = 4, action: Pool = D6, **more: int) -> ShotAsked:
    return ShotAsked(action, use, **more)


def one(damage: str, armor: Pool | None, use: int = 4, benny: Benny = Benny.KEPT) -> TargetOdds:
    hit = HitAsked(0, Pool.parse(damage), 6)
    asked = AttackAsked((shot(use),), (TargetAsked("Krag", (hit,), armor),), benny=benny)
    return attack_odds(asked).targets[0]


class Attacks:
    """Attacks made up from a number."""

    def __init__(self, number: int) -> None:
        self.chance = Random(number)
        self.house = HOUSES[number % len(HOUSES)]
        self.switches = SWITCHES[number // 2 % len(SWITCHES)]
        self.benny = self.chance.choice(list(Benny))

    def pool(self, most: int, *, action: bool = False) -> Pool:
        sides = self.chance.choices((4, 6, 6, 8, 10, 12, 20), k=self.chance.randint(1, most))
        penalty = (4,) if self.chance.random() < 0.2 and (action or len(sides) < 2) else ()
        return Pool(tuple(sides), self.chance.randint(-3, 3), penalty)

    def armor(self) -> Pool | None:
        burning = Pool((6,), 0, (4,))
        return self.chance.choice((None, FOUR, D6, Pool((10,)), Pool((6, 6)), Pool((), 0), burning))

    def shots(self, count: int) -> tuple[ShotAsked, ...]:
        same = self.pool(2, action=True)
        jam = self.chance.choice((0, 0, 2, 3, 4))
        return tuple(
            ShotAsked(
                same if self.chance.random() < 0.5 else self.pool(2, action=True),
                self.chance.randint(2, 9),
                automatic=self.chance.random() < 0.15,
                jams_below=jam,
                chain=self.chance.choice((0, 0, 0, 1)),
            )
            for _ in range(count)
        )

    def hit(self, at: int) -> HitAsked:
        return HitAsked(at, self.pool(2), self.chance.choice((0, 6, 10)))

    def blast(self, at: int, keys: Sequence[str] = ("",)) -> BlastAsked:
        kinds = self.chance.choice(MIXES)
        few = len(kinds) < 3
        return blast_asked(
            at,
            kinds,
            self.chance.choice(ADDED[:3] if len(kinds) > 1 else ADDED) if few else (),
            self.chance.randint(-1, 2),
            [
                BlastTarget(
                    f"caught {place}",
                    self.chance.randint(0, len(kinds)),
                    self.chance.randint(-2, 2),
                    self.armor(),
                    self.chance.choice((0, 0, 1, 2)),
                    self.chance.choice(keys),
                )
                for place in range(2)
            ],
            bought=max(kinds, key=list(Kind).index) if few else None,
            house=replace(USUAL_BRIKWARS, **self.switches),
        )


def assert_counted(made: Attacks, asked: AttackAsked, most: int) -> None:
    """Compare all numbers of an attack with those counted the long way."""
    odds = attack_odds(asked, house=made.house)
    targets, any_hit, all_hit, hits = thrown_out(asked, made.house, most, made.switches)
    assert len(odds.targets) == len(targets)
    for target, counted in zip(odds.targets, targets, strict=True):
        told = (target.not_hit, target.no_effect, target.something_bad, target.beaten)
        assert (*told, target.expected_damage) == pytest.approx(counted, abs=CLOSE)
        assert sum(told) == pytest.approx(1, abs=CLOSE)
    assert odds.any_hit == pytest.approx(any_hit, abs=CLOSE)
    assert odds.all_hit == pytest.approx(all_hit, abs=CLOSE)
    assert odds.hits == pytest.approx(hits, abs=CLOSE)


@pytest.fixture
def short_chains(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Cut chains of Bonus Dice early, so that everything can be counted the long way."""
    monkeypatch.setattr(spread, "LONGEST_CHAIN", 2)
    return 2


@pytest.mark.rule(
    "OF-01", "OF-06", "OF-07", "4.2-18", "5.1-11", "5.1-12", "5.1-13", "5.2-23", "A5-41"
)
@pytest.mark.parametrize("number", range(100))
def test_shots_weigh_what_their_faces_weigh(number: int, short_chains: int) -> None:
    made = Attacks(number)
    hits = (made.hit(0), made.hit(0))[: 1 + number % 2]
    earlier = (0, 0, 3, 7)[number % 4]
    target = TargetAsked("Krag", hits, made.armor(), earlier=earlier)
    asked = AttackAsked(made.shots(1), (target,), benny=made.benny)
    assert_counted(made, asked, short_chains)


@pytest.mark.rule("5.1-37", "8.3-15", "Q8-20", "Q8-83")
@pytest.mark.parametrize("number", range(100, 170))
def test_bursts_arcs_and_combined_attacks_weigh_what_their_faces_weigh(
    number: int, short_chains: int
) -> None:
    made = Attacks(number)
    count = made.chance.randint(2, 4)
    at_one = TargetAsked("Krag", tuple(made.hit(at) for at in range(count)), made.armor())
    each = tuple(TargetAsked("Krag", (made.hit(at),), made.armor()) for at in range(count))
    targets = (at_one,) if number % 3 else each
    asked = AttackAsked(made.shots(count), targets, benny=made.benny)
    assert_counted(made, asked, short_chains)


@pytest.mark.rule("8.4-24", "8.4-27", "8.4-29", "8.4-37", "Q8-43", "Q8-48", "Q8-49", "Q8-51")
@pytest.mark.parametrize("number", range(200, 260))
def test_explosions_weigh_what_their_bands_weigh(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spread, "LONGEST_CHAIN", 1)
    made = Attacks(number)
    there = number % 4 == 0
    blast = made.blast(-1 if there else 0)
    asked = AttackAsked(() if there else made.shots(1), (), (blast,), made.benny)
    assert_counted_but_for_shots(made, asked)


def assert_counted_but_for_shots(made: Attacks, asked: AttackAsked) -> None:
    odds = attack_odds(asked, house=made.house)
    targets, *_ = thrown_out(asked, made.house, 1, made.switches)
    for target, counted in zip(odds.targets, targets, strict=True):
        told = (target.not_hit, target.no_effect, target.something_bad, target.beaten)
        assert (*told, target.expected_damage) == pytest.approx(counted, abs=CLOSE)


@pytest.mark.rule("Q8-43", "Q8-49", "OF-07")
@pytest.mark.parametrize("house", [DiceRules(), DiceRules(crit_fail_multi="any_one")])
@pytest.mark.parametrize("kinds", [(Kind.EXP,), (Kind.EXP, Kind.EXP), (Kind.FIRE, Kind.EXP)])
def test_the_die_of_a_benny_makes_no_explosion_worse(
    house: DiceRules, kinds: tuple[Kind, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spread, "LONGEST_CHAIN", 1)
    caught = [BlastTarget("Krag", band, armor=FOUR) for band in range(4)]
    blast = blast_asked(0, kinds, targets=caught, bought=Kind.EXP)
    asked = AttackAsked((ShotAsked(Pool((10,)), 2),), (), (blast,), Benny.DAMAGE)
    made = Attacks(0)
    made.house, made.switches = house, {}
    assert_counted_but_for_shots(made, asked)


@pytest.mark.rule("8.4-30", "8.4-32")
@pytest.mark.parametrize("number", range(300, 315))
def test_blasts_and_hits_of_one_attack_meet_one_armor(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spread, "LONGEST_CHAIN", 1)
    made = Attacks(number)
    target = TargetAsked("Krag", (made.hit(0),), made.armor(), "unit-1")
    blasts = (made.blast(0, ("unit-1", "unit-2")), made.blast(1, ("unit-1", "")))
    asked = AttackAsked(made.shots(2), (target,), blasts, made.benny)
    assert_counted(made, asked, 1)


@pytest.mark.rule("OF-01", "OF-02", "OF-48")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("damage", "armor"), [("1d6+1", "1d6"), ("3d10", "2d10"), ("2d8-1d4", "4")]
)
def test_endless_chains_weigh_the_same_as_in_exact_fractions(
    house: DiceRules, damage: str, armor: str
) -> None:
    attack, met = Pool.parse(damage), Pool.parse(armor, flat=True)
    sure = ShotAsked(D6, 2, automatic=True)
    target = TargetAsked("Krag", (HitAsked(0, attack),), met)
    found = attack_odds(AttackAsked((sure,), (target,)), house=house).targets[0]
    exact = against(attack, met, house=house)
    naught = pool_odds(met, house=house, failure_is_zero=house.armor_failure_is_zero).exactly(0)
    tie = pool_odds(attack, house=house).exactly(0) * naught
    assert found.beaten == pytest.approx(float(exact.greater), abs=CLOSE)
    assert found.something_bad == pytest.approx(float(exact.equal - tie), abs=CLOSE)
    assert found.no_effect == pytest.approx(float(exact.less + tie), abs=CLOSE)


@pytest.mark.rule("4.2-06", "4.2-12", "4.2-18")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("action", ["d4", "d6+1", "d8-2", "d10-1d4", "d6+1d4-1"])
@pytest.mark.parametrize("benny", list(Benny))
def test_an_action_roll_has_the_odds_that_it_has_alone(
    house: DiceRules, action: str, benny: Benny
) -> None:
    pool = Pool.parse(action)
    alone = action_odds(pool, spend_benny=benny is Benny.ACTION, house=house)
    found = attack_odds(AttackAsked((ShotAsked(pool, 5),), benny=benny), house=house).shots[0]
    assert found.hit == pytest.approx(float(alone.at_least(5)), abs=CLOSE)
    spent = action_odds(pool, spend_benny=True, house=house)
    assert found.saved == pytest.approx(float(spent.at_least(5)), abs=CLOSE)
    assert found.critical_failure == pytest.approx(float(alone.critical_failure), abs=CLOSE)
    assert found.over_the_top == pytest.approx(float(alone.over_the_top), abs=CLOSE)
    assert found.hit + found.miss + found.critical_failure == pytest.approx(1, abs=CLOSE)
    bar = [float(face.chance * face.success) for face in found.faces]
    bar += [block.chance for block in found.sums if block.hits]
    assert sum(bar) == pytest.approx(found.hit, abs=CLOSE)
    assert bool(found.faces) is (action in ("d4", "d6+1", "d8-2"))


@pytest.mark.rule("5.1-11", "5.1-12", "5.1-13", "OF-01", "A-01")
def test_one_die_against_armor_four() -> None:
    found = one("1d6", FOUR)
    half = 1 / 2
    assert found.not_hit == pytest.approx(half)
    assert found.no_effect == pytest.approx(half * 3 / 6)  # 1 is 0, 2, 3
    assert found.something_bad == pytest.approx(half * 1 / 6)
    assert found.beaten == pytest.approx(half * 2 / 6)  # 5, and 6 with what it earns
    assert found.expected_damage == pytest.approx(half * (2 + 3 + 4 + 5 + 6 + 4.2) / 6)


@pytest.mark.rule("A-01", "A5-41")
def test_ones_and_minus_points_never_harm() -> None:
    assert one("1d6+3", FOUR).something_bad == 0  # 1 + 3 is a Critical Failure, not 4
    bare = one("1d6-3", None)
    assert bare.beaten == pytest.approx(1 / 2 * 3 / 6)
    nothing = one("1d6-6", Pool((), 0))
    assert nothing.something_bad == 0
    assert nothing.beaten == pytest.approx(1 / 2 * 1 / 6)  # only a 6, with its Bonus Die


@pytest.mark.rule("4.2-18", "4.2-11")
def test_a_benny_on_damage_adds_a_die_to_a_hit_that_earned_it() -> None:
    kept, spent = one("1d6", FOUR), one("1d6", FOUR, benny=Benny.DAMAGE)
    # A natural 6 is 1 of the 3 hits; two dice beat 4 unless they show 1-1, 1-2, 2-1, 1-3, 2-2, 3-1.
    assert spent.beaten == pytest.approx(kept.beaten * 2 / 3 + 1 / 6 * 30 / 36)
    assert spent.something_bad == pytest.approx(kept.something_bad * 2 / 3 + 1 / 6 * 3 / 36)
    hopeless = one("1d6", FOUR, use=7, benny=Benny.DAMAGE)
    assert hopeless.not_hit == pytest.approx(1)


@pytest.mark.rule("8.3-15")
def test_a_jam_takes_the_shots_after_it_but_not_the_shot_itself() -> None:
    asked = AttackAsked(tuple(shot(2, jams_below=3) for _ in range(3)))
    odds = attack_odds(asked)
    assert [each.lost for each in odds.shots] == pytest.approx([0, 1 / 3, 5 / 9])
    assert odds.shots[2].jam == pytest.approx(1 / 3)
    assert odds.all_hit == pytest.approx(2 / 3 * 2 / 3 * 5 / 6)  # a 2 hits, and ends the burst
    assert odds.any_hit == pytest.approx(5 / 6)  # a 1 misses and ends it
    assert odds.hits == pytest.approx(5 / 6 * (1 + 2 / 3 + 4 / 9))


@pytest.mark.rule("8.3-15")
def test_a_jam_of_one_gun_leaves_the_other_firing() -> None:
    asked = AttackAsked((shot(jams_below=7, chain=1), shot(jams_below=7, chain=2)))
    assert [each.lost for each in attack_odds(asked).shots] == [0, 0]


@pytest.mark.rule("8.4-25", "8.4-27", "Q8-43")
def test_a_grenade_of_two_dice_band_by_band() -> None:
    near, far, out = (BlastTarget("Krag", band, armor=Pool((), 9)) for band in range(3))
    blast = BlastAsked(-1, (10, 10), targets=(near, far, out))
    first, second, third = attack_odds(AttackAsked((), (), (blast,))).targets
    assert first.expected_damage == pytest.approx(2 * (5.5 + 0.42) - 2 / 100)  # 1-1 is nothing
    # The lower die is 9 in 3 of 100 rolls (9-9, 9-10, 10-9) and more in one, 10-10.
    assert second.something_bad == pytest.approx(0.03)
    assert second.beaten == pytest.approx(0.01)
    assert (third.no_effect, third.expected_damage) == (1, 0)


@pytest.mark.rule("5.2-23", "A5-20", "T5-16", "T5-17")
def test_points_of_an_earlier_strike_count_with_any_damage() -> None:
    """1d6−1 on Armor 4 after 3 points: 0 changes nothing, 1 equals it, 2 and more beat it."""
    sure = ShotAsked(Pool(), 2, automatic=True)
    hit = HitAsked(0, Pool.parse("1d6-1"))
    found = attack_odds(AttackAsked((sure,), (TargetAsked("Krag", (hit,), FOUR, "", 3),)))
    (krag,) = found.targets
    assert krag.no_effect == pytest.approx(1 / 6)
    assert krag.something_bad == pytest.approx(1 / 6)
    assert krag.beaten == pytest.approx(4 / 6)


@pytest.mark.rule("OF-13")
def test_an_automatic_hit_has_no_roll() -> None:
    found = attack_odds(AttackAsked((ShotAsked(Pool(), 5, automatic=True),)))
    (only,) = found.shots
    assert (only.hit, only.miss, only.critical_failure, only.over_the_top) == (1, 0, 0, 0)
    assert (only.faces, only.sums, found.any_hit, found.all_hit) == ((), (), 1, 1)


def test_rare_sums_share_a_block_that_either_hits_or_misses() -> None:
    found = attack_odds(AttackAsked((ShotAsked(Pool((10, 6), 0, (4,)), 40),))).shots[0]
    last = found.sums[-1]
    assert (last.low, last.high, last.hits) == (40, None, True)
    assert all(not block.hits for block in found.sums[:-1])
    told = sum(block.chance for block in found.sums) + found.critical_failure
    assert told == pytest.approx(1, abs=CLOSE)
    over = sum(block.benny for block in found.sums)
    assert over == pytest.approx(found.over_the_top, abs=CLOSE)


@pytest.mark.rule("8.4-27")
def test_twenty_dice_add_up_to_one() -> None:
    caught = tuple(BlastTarget("Krag", band, armor=Pool((10,) * 5)) for band in (0, 7, 19))
    blast = BlastAsked(0, (10,) * 20, targets=caught)
    for found in attack_odds(AttackAsked((shot(),), (), (blast,))).targets:
        told = (found.not_hit, found.no_effect, found.something_bad, found.beaten)
        assert sum(told) == pytest.approx(1, abs=CLOSE)


def test_what_would_help_is_told_with_its_gain() -> None:
    def way(use: int, damage: str) -> AttackOdds:
        target = TargetAsked("Krag", (HitAsked(0, Pool.parse(damage)),), FOUR)
        return attack_odds(AttackAsked((shot(use),), (target,)))

    now = way(5, "1d6")
    higher = help_of("Higher up", way(4, "1d6"), now)
    assert higher.hit_gain == pytest.approx(1 / 6)
    assert higher.gain == higher.beaten_gain == pytest.approx(1 / 6 * 2 / 6)
    assert help_of("Further off", way(6, "1d6"), now).gain < 0


def test_without_targets_what_helps_to_hit_counts() -> None:
    here, closer = (attack_odds(AttackAsked((shot(use),))) for use in (5, 3))
    assert help_of("Closer", closer, here).gain == pytest.approx(1 / 3)


def test_damage_of_a_shot_that_is_not_there_is_a_mistake() -> None:
    target = TargetAsked("Krag", (HitAsked(1, D6),))
    with pytest.raises(ValueError, match="no shot 1 among 1"):
        attack_odds(AttackAsked((shot(),), (target,)))
    with pytest.raises(ValueError, match="Action die"):
        attack_odds(AttackAsked((ShotAsked(Pool(), 3),)))


def test_every_number_has_one_meaning() -> None:
    untold = {"name", "key", "words", "faces", "sums", "shots", "targets"}
    told = {name for kind in (ShotOdds, TargetOdds, AttackOdds) for name in kind.__struct_fields__}
    assert told - untold <= set(MEANINGS)
    assert {"gain", "beaten_targets"} <= set(MEANINGS)
    assert "gain" in Improvement.__struct_fields__
