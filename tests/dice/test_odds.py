"""Odds against the resolver itself: every roll thrown out by hand must weigh the same."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest

from brikdesk.dice import DiceRules, Pool, Roll, RollKind
from brikdesk.errors import BadInput
from brikdesk.odds.attack_odds import FaceOdds, attack_odds
from brikdesk.odds.attacks import AttackAsked, ShotAsked
from brikdesk.odds.rolls import Odds, action_odds, against, odds_of, pool_odds
from tests.dice.rolled import owed, resolve

ACTION, OTHER = RollKind.ACTION, RollKind.OTHER
BILLIONTH = Fraction(1, 10**9)
HOUSES = [
    DiceRules(),
    DiceRules(bonus_die=4, crit_fail_multi="any_one"),
    DiceRules(bonus_die="same", incompetent_bonus_die=4, penalty_dice_explode=True),
]


def thrown_out(
    kind: RollKind, pool: Pool, house: DiceRules, *, spend_benny: bool = False, most: int = 7
) -> Iterator[tuple[Fraction, Roll]]:
    """Every complete roll of at most `most` dice, resolved, with its chance."""

    def grow(faces: tuple[int, ...], chance: Fraction) -> Iterator[tuple[Fraction, Roll]]:
        over = spend_benny and bool(faces) and pool.sides[0] > 4 and faces[0] >= 6
        benny = (6,) if over else ()
        missing = owed(kind, pool.sides, faces, penalty=pool.penalty, benny=benny, house=house)
        if not missing:
            yield (
                chance,
                resolve(
                    kind,
                    pool.sides,
                    faces,
                    pool.bonus,
                    penalty=pool.penalty,
                    benny=benny,
                    house=house,
                ),
            )
        elif len(faces) < most:
            for face in range(1, missing[0] + 1):
                yield from grow((*faces, face), chance / missing[0])

    return grow((), Fraction(1))


def assert_same(
    odds: Odds, rolls: list[tuple[Fraction, Roll]], counts: Callable[[Roll], int | None]
) -> None:
    """No number may weigh less than its rolls, nor more than they and the rolls left out."""
    weights: dict[int, Fraction] = {}
    for chance, roll in rolls:
        if (number := counts(roll)) is not None:
            weights[number] = weights.get(number, Fraction(0)) + chance
    left_out = 1 - sum(chance for chance, _ in rolls)
    assert left_out < Fraction(1, 500)
    for number, weight in weights.items():
        assert weight - BILLIONTH <= odds.exactly(number) <= weight + left_out + BILLIONTH
    beyond = sum(chance for number, chance in odds.chances if number not in weights)
    assert beyond <= left_out + BILLIONTH


@pytest.mark.rule("OF-01", "OF-02", "X1.2-02", "X1.2-04")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("text", ["1d6", "1d4+2", "1d10-1", "2d6+1", "1d8+1d4", "1d10-1d4"])
def test_an_amount_weighs_what_its_rolls_weigh(text: str, house: DiceRules) -> None:
    pool = Pool.parse(text)
    rolls = list(thrown_out(OTHER, pool, house))
    odds = pool_odds(pool, house=house)
    assert_same(odds, rolls, Roll.quantity)
    as_rolled = pool_odds(pool, house=house, failure_is_zero=False)
    assert_same(as_rolled, rolls, lambda roll: roll.quantity(failure_is_zero=False))
    failed = sum(chance for chance, roll in rolls if roll.critical_failure)
    assert 0 <= odds.critical_failure - failed < Fraction(1, 500)


@pytest.mark.rule("X1.2-01", "X1.2-03", "4.2-06", "4.2-12", "4.2-16")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("text", ["d4", "d6+1", "d10-2", "d6+1d4", "d8-1d4", "d4+1d6"])
@pytest.mark.parametrize("spend_benny", [False, True])
def test_an_action_roll_weighs_what_its_rolls_weigh(
    text: str, house: DiceRules, spend_benny: bool
) -> None:
    pool = Pool.parse(text)
    rolls = list(thrown_out(ACTION, pool, house, spend_benny=spend_benny))
    odds = action_odds(pool, house=house, spend_benny=spend_benny)
    assert_same(odds, rolls, lambda roll: None if roll.critical_failure else roll.total)
    complete = sum(chance for chance, _ in rolls)
    bennies = sum(chance for chance, roll in rolls if roll.benny)
    assert abs(odds.over_the_top - bennies) <= 1 - complete


@pytest.mark.rule("OF-01", "OF-02")
def test_chances_of_low_numbers_are_exact() -> None:
    odds = pool_odds(Pool((6,)))
    assert [odds.exactly(n) for n in (0, 1, 2, 5, 6)] == [
        Fraction(1, 6),
        0,
        Fraction(1, 6),
        Fraction(1, 6),
        0,
    ]
    assert odds.exactly(7) == Fraction(1, 36)
    assert odds.exactly(14) == Fraction(1, 216)
    assert pool_odds(Pool((10,))).exactly(11) == Fraction(1, 60)


@pytest.mark.rule("4.2-06")
@pytest.mark.parametrize(("use", "hits"), [(2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (7, 0)])
def test_a_minifig_reaches_a_use_so_often(use: int, hits: int) -> None:
    odds = action_odds(Pool((6,)))
    assert odds.at_least(use) == Fraction(hits, 6)
    assert odds.cut_off == 0


@pytest.mark.rule("OF-06")
def test_a_modifier_never_saves_a_natural_one() -> None:
    assert action_odds(Pool((6,), 9)).at_least(2) == Fraction(5, 6)


@pytest.mark.rule("4.2-18", "4.2-11")
def test_a_benny_reaches_what_the_die_alone_cannot() -> None:
    assert action_odds(Pool((6,)), spend_benny=True).at_least(8) == Fraction(1, 6) * Fraction(5, 6)


@pytest.mark.rule("OF-07")
def test_any_one_fails_more_often() -> None:
    pool = Pool((6, 6))
    assert pool_odds(pool).critical_failure == Fraction(1, 36)
    any_one = DiceRules(crit_fail_multi="any_one")
    assert pool_odds(pool, house=any_one).critical_failure == Fraction(11, 36)


@pytest.mark.rule("OF-11")
def test_a_fixed_number_is_certain() -> None:
    odds = pool_odds(Pool((), 4))
    assert odds.chances == ((4, Fraction(1)),)
    assert (odds.critical_failure, odds.cut_off) == (Fraction(0), Fraction(0))


@pytest.mark.parametrize("text", ["1d4", "5d8+2d4", "30d6", "30d10-2d4", "200d6", "100d20+1"])
@pytest.mark.parametrize("house", HOUSES)
def test_all_chances_together_are_one_and_what_is_cut_is_tiny(text: str, house: DiceRules) -> None:
    odds = pool_odds(Pool.parse(text), house=house)
    whole = sum((chance for _, chance in odds.chances), Fraction(0))
    assert 0 <= odds.cut_off < BILLIONTH
    assert abs(1 - whole) <= odds.cut_off
    assert all(chance > 0 for _, chance in odds.chances)


@pytest.mark.rule("OF-01")
def test_many_dice_have_the_mean_of_one_die_as_often() -> None:
    def mean(odds: Odds) -> float:
        return float(sum(number * chance for number, chance in odds.chances))

    one = mean(pool_odds(Pool((10,)), failure_is_zero=False))
    assert one == pytest.approx(5.5 + 0.1 * 4.2)
    assert mean(pool_odds(Pool((10,) * 40), failure_is_zero=False)) == pytest.approx(40 * one)


def test_an_action_roll_needs_a_die() -> None:
    with pytest.raises(ValueError, match="Action die"):
        action_odds(Pool((), 3))


# One roll against another


@pytest.mark.rule("OF-48", "OF-08", "OF-09")
@pytest.mark.parametrize("house", [DiceRules(), DiceRules(armor_failure_is_zero=True)])
def test_damage_against_armor_weighs_what_both_rolls_weigh(house: DiceRules) -> None:
    attack, armor = Pool((6,), 1), Pool((4,))
    compared = against(attack, armor, house=house)
    less = equal = greater = left_out = Fraction(0)
    damage_rolls = list(thrown_out(OTHER, attack, house))
    armor_rolls = list(thrown_out(OTHER, armor, house))
    for (p, damage), (q, rolled) in product(damage_rolls, armor_rolls):
        stopped = rolled.quantity(failure_is_zero=house.armor_failure_is_zero)
        # Damage of 0 meets no Armor, not even one that fails (A5-41).
        dealt = damage.quantity()
        less += p * q * (dealt < stopped or dealt == 0)
        equal += p * q * (dealt == stopped > 0)
        greater += p * q * (dealt > stopped)
    left_out = 1 - less - equal - greater
    for mine, theirs in (
        (compared.less, less),
        (compared.equal, equal),
        (compared.greater, greater),
    ):
        assert theirs - BILLIONTH <= mine <= theirs + left_out + BILLIONTH
    assert left_out < Fraction(1, 10**4)
    assert compared.less + compared.equal + compared.greater == 1


@pytest.mark.rule("OF-48", "OF-11")
def test_a_rifle_against_a_minifig() -> None:
    compared = against(Pool((6,), 1), Pool((), 4))
    assert (compared.less, compared.equal, compared.greater) == (
        Fraction(1, 3),
        Fraction(1, 6),
        Fraction(1, 2),
    )


# The odds bar


def bar_of(action: str, use: int) -> tuple[FaceOdds, ...]:
    return attack_odds(AttackAsked((ShotAsked(Pool.parse(action), use),))).shots[0].faces


@pytest.mark.rule("4.2-06", "4.2-12", "OF-06")
def test_the_bar_of_a_d8_against_use_five() -> None:
    bar = bar_of("d8", 5)
    assert [block.face for block in bar] == list(range(1, 9))
    assert [block.success for block in bar] == [0, 0, 0, 0, 1, 1, 1, 1]
    assert [block.benny for block in bar] == [False] * 5 + [True] * 3
    assert [block.critical_failure for block in bar] == [True] + [False] * 7
    assert {block.chance for block in bar} == {1 / 8}


@pytest.mark.rule("4.2-16")
def test_the_bar_of_an_incompetent_shows_what_his_bonus_die_may_do() -> None:
    assert [block.success for block in bar_of("d4", 8)] == pytest.approx([0, 0, 0, 1 / 2])


# Typed questions


@pytest.mark.parametrize(
    ("text", "title", "rows"),
    [
        (
            "action d8 >= 5",
            "Action 1d8 ≥ 5",
            {
                "5 or more": Fraction(1, 2),
                "Failure": Fraction(1, 2),
                "Critical Failure": Fraction(1, 8),
                "Over the Top": Fraction(3, 8),
            },
        ),
        (
            "  1D6  >  4 ",
            "1d6 ≥ 5",
            {
                "5 or more": Fraction(1, 3),
                "Less than 5": Fraction(2, 3),
                "Critical Failure": Fraction(1, 6),
            },
        ),
        (
            "1d6+1 vs 4",
            "Damage 1d6+1 against Armor 4",
            {
                "Less than Armor": Fraction(1, 3),
                "Equal": Fraction(1, 6),
                "More than Armor": Fraction(1, 2),
            },
        ),
        (
            "action d6",
            "Action 1d6",
            {
                **{str(face): Fraction(1, 6) for face in range(2, 7)},
                "Critical Failure": Fraction(1, 6),
                "Over the Top": Fraction(1, 6),
            },
        ),
    ],
)
def test_a_typed_question_is_answered(text: str, title: str, rows: dict[str, Fraction]) -> None:
    answer = odds_of(text)
    assert answer.title == title
    assert {row.label: row.chance for row in answer.rows} == rows


def test_two_d10_reach_nine() -> None:
    rows = {row.label: row.chance for row in odds_of("2d10 ≥ 9").rows}
    assert rows["9 or more"] == Fraction(72, 100)


@pytest.mark.parametrize("text", ["2d10+1d4", "30d10", "1d6-3", "action d4", "action d6-1d4"])
def test_the_rows_of_a_table_add_up_to_all_rolls(text: str) -> None:
    answer = odds_of(text)
    numbers = [row for row in answer.rows if row.label[0] not in "CO"]
    failed = next(row.chance for row in answer.rows if row.label == "Critical Failure")
    lost = failed if text.startswith("action") else Fraction(0)
    assert abs(1 - lost - sum(row.chance for row in numbers)) <= answer.cut_off
    assert len(numbers) <= 52
    assert (answer.cut_off > 0) is (text != "action d6-1d4")
    assert answer.cut_off < BILLIONTH


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "No odds were asked"),
        ("   ", "No odds were asked"),
        ("hello", "is neither dice nor a number"),
        ("action", "No dice were typed"),
        ("action 4", "throws no dice"),
        ("4", "throws no dice"),
        ("2d10 >=", "After >= stands a number"),
        ("2d10 >= x", "After >= stands a number, not “x”"),
        ("2d10 >= -3", "After >= stands a number"),
        ("2d10 >= 99999", "After >= stands a number"),
        ("2d10 >= 5 >= 6", "After >= stands a number"),
        (">= 5", "No dice were typed"),
        ("2d10 < 5", "is neither dice nor a number"),
        ("2d10 vs", "No dice were typed"),
        ("vs 2d10", "No dice were typed"),
        ("4 vs 2d10", "throws no dice"),
        ("2d10 vs 1d6 vs 1d4", "is neither dice nor a number"),
        ("action d6 vs d6", "asks two things at once"),
        ("2d10 vs 1d6 >= 3", "asks two things at once"),
        ("999d6", "At most 200 dice"),
        ("1d7", "There is no d7"),
        ("d6+" * 3_000, "too long"),
        ("action action d6", "is neither dice nor a number"),
    ],
)
def test_nonsense_is_refused_with_an_example(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        odds_of(text)
    assert words in caught.value.sentence
    assert "action d8 >= 5" in caught.value.sentence


def test_asking_for_no_odds_loads_no_icepool() -> None:
    program = "import sys, brikdesk.odds; sys.exit('icepool' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
