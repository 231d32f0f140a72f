"""What aiming adds and takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.shooting import range_penalties
from brikdesk.rules.brikwars.weapons import (
    BLIND,
    aim_modifier,
    face_after_range,
    height_bonus,
    out_of_range,
    size_modifier,
    visibility_modifier,
)


@pytest.mark.rule("5.1-49", "5.1-50")
@pytest.mark.parametrize(
    ("above", "inches"),
    [(0.9, 0), (1, 1), (3.9, 3), (4.9999999, 5), (5, 5), (5.9, 5), (7, 5), (40, 5)],
)
def test_height_adds_a_full_inch_of_range_for_each_inch_and_five_at_most(
    above: float, inches: int
) -> None:
    """Table 2.4; worked example T5-11 with a Range of 10\"."""
    assert height_bonus(above) == inches


@pytest.mark.rule("5.1-51")
@pytest.mark.parametrize("above", [0, -0.5, -1, -12])
def test_shooting_upward_costs_nothing(above: float) -> None:
    assert height_bonus(above) == 0


@pytest.mark.rule("5.1-52")
@pytest.mark.parametrize(
    ("distance", "over"),
    [(2, 0), (6, 0), (6.0000001, 0), (6.1, 1), (7, 1), (7.0000001, 1), (7.1, 2)],
)
def test_a_started_inch_beyond_range_counts(distance: float, over: int) -> None:
    """Worked example T5-10: Range 6\"."""
    assert out_of_range(distance, 6) == over


@pytest.mark.rule("5.1-52", "5.1-53")
def test_a_table_may_drop_fractions_out_of_range() -> None:
    assert out_of_range(7.9, 6, rounding="floor") == 1
    assert out_of_range(8, 6, rounding="floor") == 2
    assert out_of_range(5, 6, rounding="floor") == 0
    with pytest.raises(ValueError, match="round"):
        out_of_range(7, 6, rounding="up")


@pytest.mark.rule("5.1-52", "5.1-53", "5.1-31", "5.1-08")
def test_the_gallows_rope() -> None:
    """Worked example T5-02: a longbow of Range 10\", 15\" away, a rope of 1x1."""
    assert out_of_range(15, 10) == 5
    assert aim_modifier("tiny") + range_penalties(5)[0] == -7
    assert out_of_range(15, 12) == 3
    assert aim_modifier("tiny") + range_penalties(3)[0] == -5


@pytest.mark.rule("5.1-53", "5.1-55")
def test_each_inch_out_of_range_costs_action_and_damage_but_explosives_keep_their_damage() -> None:
    assert range_penalties(0) == (0, 0)
    assert range_penalties(3) == (-3, -3)
    assert range_penalties(3, explosive=True) == (-3, 0)


@pytest.mark.rule("5.1-54")
def test_an_effect_read_die_by_die_reads_each_die_lower() -> None:
    assert [face_after_range(face, 2) for face in (1, 2, 3, 6)] == [0, 0, 1, 4]
    assert face_after_range(6, 0) == 6


@pytest.mark.rule("5.1-27", "5.1-28", "5.1-30")
@pytest.mark.parametrize(
    ("inches", "modifier"),
    [(0, 0), (0.5, 0), (1, 0), (1.9, 0), (2, 1), (3, 1), (4, 2), (6, 3), (8, 4), (24, 12)],
)
def test_a_large_target_is_easier_by_its_inches(inches: float, modifier: int) -> None:
    """Table 2.2."""
    assert size_modifier(inches) == modifier


@pytest.mark.rule("5.1-29")
def test_only_the_inches_that_can_be_hit_count() -> None:
    """Worked example T5-05: 4\" of a 24\" ship."""
    assert size_modifier(4) == 2


@pytest.mark.rule("5.1-32", "5.1-33", "5.1-34")
def test_a_minifig_is_harder_to_hit_with_each_hidden_section() -> None:
    assert [visibility_modifier(sections) for sections in (3, 2, 1)] == [0, -1, -2]
    for wrong in (4, -1):
        with pytest.raises(ValueError, match="3 sections"):
            visibility_modifier(wrong)


@pytest.mark.rule("5.1-56", "5.1-34")
def test_an_unseen_target_costs_five_and_no_visibility_on_top() -> None:
    """Ruling A5-14."""
    assert BLIND == -5
    assert BLIND + visibility_modifier(0) == -5


@pytest.mark.rule("5.1-31")
def test_small_aim_points_are_harder() -> None:
    """Table 2.2: a 2x2 brick, a 1x1 brick."""
    assert [aim_modifier(part) for part in ("small", "tiny")] == [-1, -2]
    with pytest.raises(ValueError, match="huge"):
        aim_modifier("huge")


@pytest.mark.rule("5.1-53")
@given(st.floats(0, 200), st.floats(0, 60))
def test_the_inches_out_of_range_cover_the_distance_and_no_inch_more(
    distance: float, reach: float
) -> None:
    over = out_of_range(distance, reach)
    assert reach + over >= distance - 1e-5
    assert over == 0 or reach + over - 1 < distance
