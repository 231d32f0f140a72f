from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.fire import (
    DieEffect,
    FireKind,
    burn,
    can_take_overflow,
    fire_after_ignition,
    ignition_steps,
    overflow_to_place,
    power_after_fire,
    room_for_fire,
    who_places_overflow,
)
from brikdesk.rules.brikwars.units_and_damage import armor_roll_after_grinding, grinding_size_damage

DOWN, GROWS, JUMPS = DieEffect.DIES_DOWN, DieEffect.GROWS, DieEffect.JUMPS
NO_ROOM, GRINDS, NOTHING, OPEN = (
    DieEffect.NO_ROOM,
    DieEffect.GRINDS,
    DieEffect.INEFFECTIVE,
    DieEffect.OPEN,
)
A, B = 1, 2


def totals(size: int, weight_class: int, fire: int, faces: Sequence[int]) -> tuple[int, int, int]:
    result = burn(size, weight_class, fire, faces)
    return result.fire_size, result.grinding, result.overflow


@pytest.mark.rule("F.1-22", "F.1-23", "QF-13", "QF-28", "TF-01")
def test_boiler_mech_turn_1_burns_though_its_armor_holds() -> None:
    """Worked example TF-01: damage 5 + 3 against Armor dice 6 and 9, which add up to 15."""
    assert 5 + 3 < 6 + 9
    assert fire_after_ignition(4, 0, ignition_steps((3,), weight_class=2)) == 1


@pytest.mark.rule("F.1-31", "F.1-32", "F.1-33", "F.1-34", "QF-06", "TF-01")
@pytest.mark.parametrize(
    ("fire", "faces", "per_die", "expected"),
    [
        (1, (3,), (GROWS,), (2, 1, 0)),
        (2, (1, 3), (DOWN, GROWS), (2, 1, 0)),
        (2, (3, 4), (GROWS, GROWS), (4, 2, 0)),
    ],
)
def test_boiler_mech_turns_2_to_4(
    fire: int, faces: tuple[int, ...], per_die: tuple[DieEffect, ...], expected: tuple[int, ...]
) -> None:
    """Worked example TF-01, turn by turn; the 4 of Turn 4 earns nothing more."""
    result = burn(4, 2, fire, faces)
    assert result.per_die == per_die
    assert (result.fire_size, result.grinding, result.overflow) == expected


@pytest.mark.rule("F.1-35", "QF-01", "TF-01")
@pytest.mark.parametrize(
    ("faces", "expected", "grinding_in_all"),
    [
        ((1, 2, 3, 4), (4, 2, 0), 6),
        ((3, 3, 4, 4), (4, 4, 4), 8),
        ((4, 4, 4, 1), (4, 3, 2), 7),
        ((1, 2, 2, 1), (0, 0, 0), 4),
    ],
)
def test_boiler_mech_turn_5_in_four_variants(
    faces: tuple[int, ...], expected: tuple[int, int, int], grinding_in_all: int
) -> None:
    assert totals(4, 2, 4, faces) == expected
    assert 4 + expected[1] == grinding_in_all


@pytest.mark.rule("QF-08")
def test_grinding_points_can_cost_size_or_nothing_instead() -> None:
    assert armor_roll_after_grinding(3, 4) == 0
    assert armor_roll_after_grinding(12, 4, effect="size_damage_per_n") == 12
    assert armor_roll_after_grinding(12, 4, effect="none") == 12
    assert grinding_size_damage(9) == 0
    assert grinding_size_damage(9, effect="size_damage_per_n", points_per_inch=4) == 2
    assert grinding_size_damage(9, effect="none") == 0


@pytest.mark.rule("F.1-31", "F.1-32", "F.1-33", "F.1-34", "F.1-35", "QF-01", "TF-07")
@pytest.mark.parametrize(
    ("size", "weight_class", "fire", "faces", "expected"),
    [
        (4, 2, 4, (1, 4, 3, 2), (4, 2, 0)),
        (6, 0, 3, (1, 2, 4), (4, 2, 0)),
        (5, 4, 3, (4, 4, 4), (0, 0, 0)),
        (3, 3, 3, (4, 3, 1), (2, 1, 0)),
        (1, 0, 1, (3,), (1, 1, 1)),
        (2, 1, 2, (2, 2), (2, 2, 2)),
    ],
)
def test_table_of_burning_results(
    size: int,
    weight_class: int,
    fire: int,
    faces: tuple[int, ...],
    expected: tuple[int, int, int],
) -> None:
    """Derived case TF-07, row by row."""
    assert totals(size, weight_class, fire, faces) == expected


@pytest.mark.rule("F.1-32", "F.1-33", "QF-04", "QF-05", "TF-06")
@pytest.mark.parametrize(
    ("weight_class", "spreading"),
    [(0, {2, 3, 4}), (1, {2, 3, 4}), (2, {3, 4}), (3, {4}), (4, set()), (5, set())],
)
def test_which_faces_die_down_and_which_spread(weight_class: int, spreading: set[int]) -> None:
    """A 1 dies down even on Weight class 0; from Weight class 4 on every die does."""
    for face in (1, 2, 3, 4):
        result = burn(9, weight_class, 1, (face,))
        assert result.per_die == ((GROWS,) if face in spreading else (DOWN,))
        assert (result.up, result.down) == ((1, 0) if face in spreading else (0, 1))


@st.composite
def burning_rolls(draw: st.DrawFn) -> tuple[int, int, int, list[int]]:
    size = draw(st.integers(1, 8))
    fire = draw(st.integers(0, size))
    faces = draw(st.lists(st.integers(1, 4), min_size=fire, max_size=fire))
    return size, draw(st.integers(0, 5)), fire, faces


@pytest.mark.rule("QF-01", "TF-07")
@given(burning_rolls())
def test_the_closed_form(roll: tuple[int, int, int, list[int]]) -> None:
    size, weight_class, fire, faces = roll
    u = sum(face > max(1, weight_class) for face in faces)
    result = burn(size, weight_class, fire, faces)
    assert result.fire_size == min(size, 2 * u)
    assert result.overflow == max(0, 2 * u - size)
    assert (result.grinding, result.up, result.down) == (u, u, fire - u)


@pytest.mark.rule("F.1-34")
@given(
    burning_rolls(),
    st.sampled_from(FireKind),
    st.sampled_from(["reduce_first", "as_rolled", "grow_first"]),
)
def test_a_fire_is_never_larger_than_its_object(
    roll: tuple[int, int, int, list[int]], kind: FireKind, order: str
) -> None:
    size, weight_class, fire, faces = roll
    for known in range(fire + 1):
        result = burn(size, weight_class, fire, faces[:known], kind, burn_order=order)
        assert 0 <= result.fire_size <= size
        assert 0 <= result.overflow <= result.up


@pytest.mark.rule("F.1-34", "QF-02")
@given(burning_rolls(), st.integers(1, 8))
def test_a_fire_that_an_effective_size_shrank_never_jumps_more_often_than_it_has_dice(
    roll: tuple[int, int, int, list[int]], effective: int
) -> None:
    _, weight_class, fire, faces = roll
    result = burn(effective, weight_class, fire, faces)
    assert result.fire_size <= effective
    assert result.overflow <= result.up


@pytest.mark.rule("QF-01")
@given(burning_rolls())
def test_the_totals_are_those_of_the_dice_one_by_one(
    roll: tuple[int, int, int, list[int]],
) -> None:
    size, weight_class, fire, faces = roll
    result = burn(size, weight_class, fire, faces)
    effects = result.per_die
    assert result.fire_size == fire - effects.count(DOWN) + effects.count(GROWS)
    assert result.overflow == effects.count(JUMPS)
    assert OPEN not in effects


@pytest.mark.rule("QF-01")
@given(burning_rolls(), st.sampled_from(["reduce_first", "as_rolled", "grow_first"]))
def test_what_was_said_of_a_die_stays_true_when_later_dice_come(
    roll: tuple[int, int, int, list[int]], order: str
) -> None:
    size, weight_class, fire, faces = roll
    final = burn(size, weight_class, fire, faces, burn_order=order).per_die
    for known in range(fire + 1):
        now = burn(size, weight_class, fire, faces[:known], burn_order=order)
        assert now.missing == fire - known
        for said, at_last in zip(now.per_die, final, strict=False):
            assert said == at_last or (said is OPEN and at_last in (GROWS, JUMPS))


@pytest.mark.rule("QF-01")
def test_a_growth_without_room_stays_open_while_a_later_die_may_make_room() -> None:
    first = burn(2, 1, 2, (4,))
    assert first.per_die == (OPEN,)
    assert (first.overflow, first.grinding, first.missing) == (0, 1, 1)
    assert first.fire_size > 0
    assert burn(2, 1, 2, (4, 1)).per_die == (GROWS, DOWN)
    assert burn(2, 1, 2, (4, 4)).per_die == (JUMPS, JUMPS)
    assert burn(3, 1, 3, (4, 4)).per_die == (OPEN, JUMPS)


@pytest.mark.rule("QF-01", "QF-02")
def test_room_that_a_too_large_fire_has_lost_is_not_promised_to_any_die() -> None:
    """A fire of 3" on an object with room for 1": one die to come cannot make room."""
    assert burn(1, 1, 3, (4, 4)).per_die == (JUMPS, JUMPS)
    assert burn(2, 1, 3, (4,)).per_die == (OPEN,)
    assert burn(2, 1, 3, (4, 1, 1)).per_die == (GROWS, DOWN, DOWN)


@pytest.mark.rule("QF-01")
@pytest.mark.parametrize(
    ("order", "per_die", "fire", "overflow"),
    [
        ("reduce_first", (GROWS, JUMPS, JUMPS, DOWN), 4, 2),
        ("as_rolled", (JUMPS, JUMPS, JUMPS, DOWN), 3, 3),
        ("grow_first", (JUMPS, JUMPS, JUMPS, DOWN), 3, 3),
    ],
)
def test_the_order_of_the_dice_matters_by_house_rule(
    order: str, per_die: tuple[DieEffect, ...], fire: int, overflow: int
) -> None:
    result = burn(4, 2, 4, (4, 4, 4, 1), burn_order=order)
    assert (result.per_die, result.fire_size, result.overflow) == (per_die, fire, overflow)
    assert result.grinding == 3


@pytest.mark.rule("QF-01")
def test_as_rolled_and_grow_first_differ_when_the_one_comes_first() -> None:
    as_rolled = burn(2, 1, 2, (1, 4), burn_order="as_rolled")
    assert (as_rolled.fire_size, as_rolled.overflow) == (2, 0)
    grow_first = burn(2, 1, 2, (1, 4), burn_order="grow_first")
    assert (grow_first.fire_size, grow_first.overflow) == (1, 1)


@pytest.mark.rule("F.1-31")
def test_a_fire_rolls_one_die_for_each_inch() -> None:
    with pytest.raises(ValueError, match='a fire of 2" rolls 2d4, not 3'):
        burn(4, 2, 2, (1, 2, 3))
    with pytest.raises(ValueError, match="a d4 shows"):
        burn(4, 2, 2, (1, 5))
    assert burn(4, 2, 2, (1,)).missing == 1


@pytest.mark.rule("F.1-44", "QF-24", "TF-14")
def test_acid_only_falls_and_still_grinds() -> None:
    """Derived case TF-14: acid of 3" on Weight class 1."""
    result = burn(5, 1, 3, (1, 2, 4), FireKind.ACID)
    assert (result.fire_size, result.grinding, result.overflow) == (2, 2, 0)
    assert result.per_die == (DOWN, GRINDS, GRINDS)


@pytest.mark.rule("QF-24")
def test_acid_grinds_not_where_the_table_says_so() -> None:
    result = burn(5, 1, 3, (1, 2, 4), FireKind.ACID, acid_grinds=False)
    assert (result.fire_size, result.grinding) == (2, 0)
    assert result.per_die == (DOWN, NOTHING, NOTHING)


@pytest.mark.rule("F.1-45", "F.1-49", "QF-24", "TF-14")
def test_ion_only_costs_power() -> None:
    """Derived case TF-14: ion of 3" on Weight class 1, afterwards Power -2."""
    result = burn(5, 1, 3, (1, 2, 4), FireKind.ION)
    assert (result.fire_size, result.grinding, result.overflow) == (2, 0, 0)
    assert result.per_die == (DOWN, NOTHING, NOTHING)
    assert power_after_fire(8, result.fire_size) == 6


@pytest.mark.rule("F.1-46", "F.1-47", "QF-24")
@pytest.mark.parametrize("kind", [FireKind.POISON, FireKind.VIRUS])
def test_poison_and_virus_grow_and_grind_but_never_jump(kind: FireKind) -> None:
    result = burn(2, 0, 2, (3, 4), kind)
    assert (result.fire_size, result.grinding, result.overflow) == (2, 2, 0)
    assert result.per_die == (NO_ROOM, NO_ROOM)
    assert burn(4, 0, 2, (3, 1), kind).per_die == (GROWS, DOWN)


@pytest.mark.rule("F.1-32", "F.1-43")
@pytest.mark.parametrize("kind", FireKind)
def test_every_kind_dies_down_alike(kind: FireKind) -> None:
    assert burn(5, 2, 3, (1, 2, 1), kind).fire_size == 0


@pytest.mark.rule("F.1-35", "QF-03")
@pytest.mark.parametrize(
    ("flammable", "weight_class", "limit", "eligible"),
    [
        (True, 3, "3", True),
        (True, 4, "3", False),
        (False, 0, "3", False),
        (True, 1, "1", True),
        (True, 2, "1", False),
        (True, 5, "none", True),
        (False, 5, "none", False),
    ],
)
def test_a_fire_without_room_jumps_to_flammable_neighbours(
    flammable: bool, weight_class: int, limit: str, eligible: bool
) -> None:
    assert can_take_overflow(flammable, weight_class, limit) is eligible


@pytest.mark.rule("QF-03")
def test_by_default_nothing_above_weight_class_3_catches_an_overflow() -> None:
    assert can_take_overflow(True, 3)
    assert not can_take_overflow(True, 4)


@pytest.mark.rule("F.1-35", "QF-03")
def test_jumps_must_be_placed_while_neighbours_have_room_and_the_rest_is_lost() -> None:
    rooms = [room_for_fire(3, 2), room_for_fire(1), room_for_fire(2, 2)]
    assert rooms == [1, 1, 0]
    assert overflow_to_place(4, rooms) == 2
    assert overflow_to_place(1, rooms) == 1
    assert overflow_to_place(3, [5]) == 3
    assert overflow_to_place(4, []) == 0


@pytest.mark.rule("QF-03")
def test_a_jump_makes_a_new_fire_of_one_inch_or_feeds_the_one_that_burns() -> None:
    assert fire_after_ignition(3, 0, 1) == 1
    assert fire_after_ignition(3, 2, 1) == 3


@pytest.mark.rule("QF-03")
def test_who_is_in_charge_of_the_fire_picks_the_neighbour_unless_the_referee_does() -> None:
    assert who_places_overflow(owner=A, setter=B) == A
    assert who_places_overflow(owner=None, setter=B) == B
    assert who_places_overflow(A, B, "referee") is None
