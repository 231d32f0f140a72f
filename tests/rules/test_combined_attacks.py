"""Several attackers and one target."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.actions_and_responses import actions_left
from brikdesk.rules.brikwars.attacks import (
    MOST_AT_ONE_MINIFIG,
    OUTNUMBERED,
    Fighter,
    may_gang_up,
    outnumbered,
)
from brikdesk.rules.refusal import No


def rule_of(answer: No | None) -> str:
    return answer.rule if answer else ""


def group(**sizes: int) -> list[Fighter]:
    """So many fighters of player a (1), b (2), c (3)."""
    players = {"a": 1, "b": 2, "c": 3}
    flat = [players[name] for name, count in sizes.items() for _ in range(count)]
    return [Fighter(unit, player) for unit, player in enumerate(flat)]


@pytest.mark.rule("5.1-39")
def test_the_delayed_action_is_back_in_the_unit_s_own_turn() -> None:
    """It attacked in its ally's turn 7; its own turn began with stamp 6, then again with 9."""
    assert actions_left(1, 7, 6) == 0
    assert actions_left(1, 7, 9) == 1


@pytest.mark.rule("5.1-42")
@pytest.mark.parametrize(
    ("own", "foes", "modifier"),
    [(1, 3, -1), (2, 3, -1), (2, 2, 0), (3, 2, 0), (1, 9, -1), (1, 1, 0)],
)
def test_the_outnumbered_side_loses_one_whatever_the_odds(
    own: int, foes: int, modifier: int
) -> None:
    """Worked examples T5-24, and T5-03 where Fred meets three moms."""
    fighters = group(a=own, b=foes)
    assert outnumbered(1, fighters) == modifier
    assert OUTNUMBERED == -1


@pytest.mark.rule("5.1-42")
def test_allies_count_on_one_s_own_side() -> None:
    assert outnumbered(1, group(a=1, b=1, c=2)) == OUTNUMBERED
    assert outnumbered(1, group(a=1, b=1, c=2), allies={2}) == 0
    assert outnumbered(3, group(a=1, b=1, c=2)) == 0
    assert outnumbered(3, group(a=1, b=2, c=2), allies=set()) == OUTNUMBERED


@pytest.mark.rule("5.1-43")
def test_three_parties_of_two_are_all_outnumbered() -> None:
    """Worked example T5-23."""
    fighters = group(a=2, b=2, c=2)
    assert [outnumbered(player, fighters) for player in (1, 2, 3)] == [OUTNUMBERED] * 3


@pytest.mark.rule("5.1-42", "A5-16")
def test_the_disrupted_do_not_count_and_nobody_counts_twice() -> None:
    foes = [Fighter(1, 2), Fighter(2, 2, disrupted=True)]
    assert outnumbered(1, [Fighter(0, 1), *foes]) == 0
    counted = outnumbered(1, [Fighter(0, 1), *foes], bw_count_disrupted_fighters=True)
    assert counted == OUTNUMBERED
    assert outnumbered(1, [Fighter(0, 1), Fighter(1, 2), Fighter(1, 2)]) == 0


@pytest.mark.rule("5.1-42", "5.1-43")
@given(st.integers(0, 6), st.integers(0, 6))
def test_of_two_sides_at_most_one_is_outnumbered(own: int, foes: int) -> None:
    both = [outnumbered(player, group(a=own, b=foes)) for player in (1, 2)]
    assert sum(both) == (0 if own == foes else OUTNUMBERED)


@pytest.mark.rule("5.1-44")
def test_a_fourth_opponent_has_no_room_at_one_minifig() -> None:
    """Worked example T5-03: three moms have attacked Fred."""
    assert MOST_AT_ONE_MINIFIG == 3
    assert may_gang_up(3, {1, 2}) is None
    assert rule_of(may_gang_up(4, {1, 2, 3})) == "5.1-44"
    assert may_gang_up(2, {1, 2, 3}) is None


@pytest.mark.rule("5.1-45")
def test_larger_targets_have_no_such_limit() -> None:
    assert may_gang_up(9, range(8), minifig=False) is None
