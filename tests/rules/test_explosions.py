"""Heavy Explosions: bands, KnockBack, several at once."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.dice import DiceRules, RollKind
from brikdesk.rules.brikwars.blast_bands import (
    AddedDie,
    ExplosionBand,
    ExplosiveDie,
    band_at,
    explosion_bands,
    is_critical_failure,
    knockback_order,
)
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind, added_dice, dice_of, explosive_dice
from tests.dice.rolled import resolve

FIRE = ExplosiveDieKind.FIRE
PHASED = ExplosiveDieKind.PHASED


def _die(face: int, bonus: list[int], kind: ExplosiveDieKind) -> ExplosiveDie:
    sides = ExplosiveDie(1, kind=kind).sides
    return ExplosiveDie(min(face, sides), tuple(bonus) if face >= sides else (), kind)


EXP_DICE = st.lists(st.builds(ExplosiveDie, st.integers(1, 10)), max_size=8)
ANY_DICE = st.lists(
    st.builds(
        _die,
        st.integers(1, 12),
        st.lists(st.integers(1, 6), min_size=1, max_size=3),
        st.sampled_from(ExplosiveDieKind),
    ),
    max_size=8,
)
ADDED = st.lists(st.builds(AddedDie, st.integers(1, 4), st.just(4), st.just("Fire")), max_size=3)


def rows(bands: tuple[ExplosionBand, ...]) -> list[tuple[float, float, int, int]]:
    return [(band.inner, band.outer, band.damage, band.knockback) for band in bands]


@pytest.mark.rule("8.4-24", "8.4-25", "8.4-26", "8.4-27", "8.1-18")
def test_wall_demolition() -> None:
    """Worked example T8-07, step 1: a Rocket of X 3 shows 3, 6 and 7."""
    assert rows(explosion_bands([ExplosiveDie(3), ExplosiveDie(6), ExplosiveDie(7)])) == [
        (0, 2, 16, 3),
        (2, 4, 9, 2),
        (4, 6, 3, 1),
    ]


@pytest.mark.rule("8.4-29", "Q8-55")
def test_firebomb() -> None:
    """Worked example T8-05: 2d10 Exp + 1d4 Fire + 1 shows 6, 9 and Fire 3."""
    bands = explosion_bands([ExplosiveDie(6), ExplosiveDie(9)], [AddedDie(3, 4, "Fire")], 1)
    assert rows(bands) == [(0, 2, 19, 2), (2, 4, 10, 1)]
    assert [band.fire for band in bands] == [(3,), (3,)]


@pytest.mark.rule("8.4-27", "Q8-49")
def test_bonus_dice_leave_with_the_die_that_earned_them() -> None:
    """Worked example T8-11: 3d10 show 10 (and 6, and 2), 4 and 7."""
    dice = [ExplosiveDie(10, (6, 2)), ExplosiveDie(4), ExplosiveDie(7)]
    assert rows(explosion_bands(dice)) == [(0, 2, 29, 3), (2, 4, 11, 2), (4, 6, 4, 1)]


@pytest.mark.rule("8.4-26", "Q8-49")
def test_an_over_the_top_die_makes_a_band_and_knocks_back() -> None:
    """Worked example T8-12: a grenade with a Benny shows 3 and 8."""
    dice = [ExplosiveDie(3), ExplosiveDie(8, bought=True)]
    assert rows(explosion_bands(dice)) == [(0, 2, 11, 2), (2, 4, 3, 1)]


@pytest.mark.rule("8.4-02")
@pytest.mark.parametrize("explosive_size", [1, 2, 3, 6])
def test_n_dice_make_n_bands(explosive_size: int) -> None:
    """X dice of Explosive Damage reach out to 2X"."""
    dice = [ExplosiveDie(5) for _ in dice_of(explosive_size)]
    bands = explosion_bands(dice)
    assert len(bands) == explosive_size
    assert bands[-1].outer == 2 * explosive_size


@pytest.mark.rule("8.4-27")
def test_no_dice_no_bands() -> None:
    assert explosion_bands([]) == ()
    assert explosion_bands([], [AddedDie(3, 4, "Fire")], 5) == ()


@pytest.mark.rule("8.4-27", "8.4-41")
@given(ANY_DICE, st.randoms(use_true_random=False))
def test_the_order_of_the_dice_does_not_matter(dice: list[ExplosiveDie], chance: Random) -> None:
    assert explosion_bands(chance.sample(dice, k=len(dice))) == explosion_bands(dice)


@pytest.mark.rule("8.4-25", "8.4-29")
@given(ANY_DICE.filter(bool), ADDED, st.integers(0, 9))
def test_the_first_band_takes_all_points(
    dice: list[ExplosiveDie], added: list[AddedDie], flat: int
) -> None:
    first = explosion_bands(dice, added, flat, explosion_crit_damage="as_rolled")[0]
    assert first.damage == sum(d.damage for d in dice) + sum(d.damage for d in added) + flat
    assert first.concussion == sum(die.points for die in dice) - sum(die.damage for die in dice)


@pytest.mark.rule("8.4-27")
@given(ANY_DICE, ADDED, st.integers(-30, 9))
def test_bands_never_grow_outward_and_are_never_negative(
    dice: list[ExplosiveDie], added: list[AddedDie], flat: int
) -> None:
    bands = explosion_bands(dice, added, flat)
    for name in ("damage", "knockback", "concussion", "pierce"):
        values = [getattr(band, name) for band in bands]
        assert values == sorted(values, reverse=True)
        assert all(value >= 0 for value in values)
    assert [band.inner for band in bands] == [2 * step for step in range(len(bands))]
    assert all(band.outer == band.inner + 2 for band in bands)


@pytest.mark.rule("8.4-27")
@given(EXP_DICE)
def test_each_band_loses_exactly_the_highest_die(dice: list[ExplosiveDie]) -> None:
    bands = explosion_bands(dice, explosion_crit_damage="as_rolled")
    for near, far in pairwise(bands):
        assert near.damage - far.damage == max(die.face for die in near.dice)
        assert near.knockback - far.knockback == 1


@pytest.mark.rule("Q8-48")
def test_highest_by_face_or_by_face_and_bonus() -> None:
    """A d4 Fire with Bonus Dice shows less, but counts more, than a d10."""
    fire, exp = ExplosiveDie(4, (6, 2), FIRE), ExplosiveDie(9)
    by_face = explosion_bands([fire, exp])
    by_sum = explosion_bands([fire, exp], highest_by="face_plus_bonus")
    assert [band.damage for band in by_face] == [21, 12]
    assert [band.damage for band in by_sum] == [21, 9]
    assert explosion_bands([fire, exp], highest_by="face") == by_face


@pytest.mark.rule("Q8-48")
def test_of_equal_faces_the_one_with_more_bonus_leaves_first() -> None:
    bands = explosion_bands([ExplosiveDie(10, (1,)), ExplosiveDie(10, (5,))])
    assert [band.damage for band in bands] == [26, 11]


@pytest.mark.rule("Q8-53", "8.4-40")
def test_a_phased_die_makes_one_band_or_two() -> None:
    dice = [ExplosiveDie(11, kind=PHASED), ExplosiveDie(4)]
    assert rows(explosion_bands(dice, phased_bands=1)) == [(0, 2, 15, 1), (2, 4, 4, 1)]
    assert rows(explosion_bands(dice)) == rows(explosion_bands(dice, phased_bands=1))
    assert rows(explosion_bands(dice, phased_bands=2)) == [
        (0, 2, 15, 1),
        (2, 4, 15, 1),
        (4, 6, 4, 1),
    ]


@pytest.mark.rule("Q8-43", "A-01")
def test_a_critically_failed_damage_roll_does_nothing_unless_the_table_says_as_rolled() -> None:
    ones = [ExplosiveDie(1), ExplosiveDie(1)]
    assert explosion_bands(ones) == ()
    assert explosion_bands(ones, explosion_crit_damage="zero") == ()
    assert rows(explosion_bands(ones, explosion_crit_damage="as_rolled")) == [
        (0, 2, 2, 2),
        (2, 4, 1, 1),
    ]


@pytest.mark.rule("Q8-43", "OF-07")
def test_added_dice_belong_to_the_roll_that_fails() -> None:
    assert is_critical_failure([ExplosiveDie(1)], [AddedDie(1, 4, "Fire")])
    assert not is_critical_failure([ExplosiveDie(1)], [AddedDie(2, 4, "Fire")])
    assert not is_critical_failure([])


@pytest.mark.rule("OF-07", "A5-50")
def test_one_single_one_fails_where_the_table_wants_so_but_not_that_of_a_benny() -> None:
    any_one = DiceRules(crit_fail_multi="any_one")
    assert is_critical_failure([ExplosiveDie(1), ExplosiveDie(9)], house=any_one)
    assert explosion_bands([ExplosiveDie(1), ExplosiveDie(9)], house=any_one) == ()
    assert not is_critical_failure([ExplosiveDie(1, bought=True), ExplosiveDie(9)], house=any_one)
    assert not is_critical_failure([ExplosiveDie(1), ExplosiveDie(3, bought=True)])


@pytest.mark.rule("8.4-25", "8.4-27", "Q8-47")
@pytest.mark.parametrize(
    ("distance", "inclusive", "exclusive"),
    [
        (0, 16, 16),
        (1.9, 16, 16),
        (2.0, 16, 9),
        (2.1, 9, 9),
        (4.0, 9, 3),
        (4.1, 3, 3),
        (6.0, 3, None),
        (6.1, None, None),
    ],
)
def test_the_band_of_a_distance_on_either_reading_of_a_border(
    distance: float, inclusive: int | None, exclusive: int | None
) -> None:
    bands = explosion_bands([ExplosiveDie(3), ExplosiveDie(6), ExplosiveDie(7)])

    def damage(border: str) -> int | None:
        band = band_at(bands, distance, border=border)
        return band.damage if band else None

    assert (damage("inclusive"), damage("exclusive")) == (inclusive, exclusive)
    assert band_at(bands, distance) == band_at(bands, distance, border="inclusive")


@pytest.mark.rule("Q8-47")
def test_nothing_lies_nearer_than_the_centre() -> None:
    with pytest.raises(ValueError, match='0" or more'):
        band_at((), -0.1)


@pytest.mark.rule("Q8-50")
def test_a_unit_in_several_bands_takes_that_of_its_nearest_part() -> None:
    bands = explosion_bands([ExplosiveDie(3), ExplosiveDie(6), ExplosiveDie(7)])
    nearest = min(1.5, 3.0, 5.0)
    band = band_at(bands, nearest)
    assert band is not None
    assert band.damage == 16


@pytest.mark.rule("8.4-28")
def test_knockback_moves_the_outermost_first_and_nobody_twice() -> None:
    where = {"wall": 0.0, "tower": 2.0, "barrel": 4.0, "cow": 2.0}
    assert knockback_order(where) == ("barrel", "tower", "cow", "wall")


@pytest.mark.rule("8.4-24")
def test_the_dice_of_one_resolved_roll_become_the_dice_of_the_explosion() -> None:
    """2d10 Exp, 1d4 Fire exchanged, 1d4 Fire added; a Benny die; 10 and the added 4 earn more."""
    kinds = [ExplosiveDieKind.FIRE, ExplosiveDieKind.EXP, ExplosiveDieKind.EXP]
    roll = resolve(RollKind.OTHER, [4, 10, 10, 4], [3, 10, 2, 4, 6, 1, 5, 8], benny=[10])
    dice = explosive_dice([*kinds, ExplosiveDieKind.EXP], roll)
    assert dice == (
        ExplosiveDie(3, kind=FIRE),
        ExplosiveDie(10, (6, 1)),
        ExplosiveDie(2),
        ExplosiveDie(8, bought=True),
    )
    assert added_dice(["Fire"], roll) == (AddedDie(4, 4, "Fire", (5,)),)
    assert added_dice([], roll) == ()


@pytest.mark.rule("8.4-24")
def test_a_roll_of_other_dice_is_no_explosion() -> None:
    with pytest.raises(ValueError, match="is a d10, not a d6"):
        explosive_dice([ExplosiveDieKind.EXP], resolve(RollKind.OTHER, [6], [3]))


@pytest.mark.rule("8.4-24")
@pytest.mark.parametrize(
    ("face", "bonus", "kind"),
    [
        (0, (), "Exp"),
        (11, (), "Exp"),
        (10, (11,), "Exp"),
        (10, (0,), "Exp"),
        (5, (), "Fire"),
        (4, (7,), "Fire"),
    ],
)
def test_a_die_cannot_show_what_is_not_on_it(face: int, bonus: tuple[int, ...], kind: str) -> None:
    with pytest.raises(ValueError, match=r"shows|cannot show"):
        ExplosiveDie(face, bonus, ExplosiveDieKind(kind))


@pytest.mark.rule("8.4-29")
def test_an_added_die_cannot_show_what_is_not_on_it() -> None:
    with pytest.raises(ValueError, match="a d4 shows 1 to 4, not 5"):
        AddedDie(5, 4, "Fire")
