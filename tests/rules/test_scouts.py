import pytest

from brikdesk.rules.brikwars.traps_and_scouts import hazard_die, reveals, unseen_modifier, visible


@pytest.mark.rule("F.3-01")
def test_specialties_need_a_tool_that_is_carried_and_used() -> None:
    assert hazard_die(6, pathfinding=True, tool=True) == 8
    assert hazard_die(6, pathfinding=True, tool=False) == 6


@pytest.mark.rule("F.3-02")
def test_a_pathfinder_rolls_d8_against_hazards_and_traps() -> None:
    assert hazard_die(6, pathfinding=True) == 8
    assert hazard_die(6) == 6
    assert hazard_die(10, pathfinding=True) == 10, "a Hero keeps his d10"


@pytest.mark.rule("F.3-05", "QF-33", "QF-52")
def test_a_scout_reveals_what_is_in_his_view_but_not_through_smoke() -> None:
    assert reveals()
    assert not reveals(through_smoke=True)
    assert reveals(through_smoke=True, scout_sees_through_smoke=True)


@pytest.mark.rule("F.3-07", "F.3-09")
def test_what_a_scout_sees_or_marks_is_visible_to_his_allies() -> None:
    assert visible(revealed=True, marks=0)
    assert visible(revealed=False, marks=1)
    assert not visible(revealed=False, marks=0)
    assert unseen_modifier(seen=False) == -5
    assert unseen_modifier(seen=True) == 0
