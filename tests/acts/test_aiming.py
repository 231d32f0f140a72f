"""What Range, height and Marks make of a shot (5.1, F.3)."""

import pytest

from brikdesk.acts.campaign.setup import SetAlliance
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fields.scouts_and_marks import MarkTarget
from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import look, unit, weapon


@pytest.fixture
def archer(battle: Campaign) -> int:
    return unit(battle, "Archer", 1)


@pytest.fixture
def bow(battle: Campaign, archer: int) -> int:
    """Return a bow: Use 3, Range 10", 1d6+1."""
    return weapon(battle, archer, preset="W-05")


def shot(by: int, arm: int, at: int, distance: float, above: float = 0) -> Attack:
    aim = Aim(unit_id=at, distance=distance, above=above)
    return Attack(aims=(aim,), strikes=(Strike(weapon_id=arm, by_id=by),))


@pytest.mark.rule("T5-10", "5.1-08", "5.1-53")
@pytest.mark.parametrize(
    ("distance", "value"), [(10, 0), (10.1, -1), (11, -1), (11.1, -2), (13, -3)]
)
def test_a_target_beyond_range_may_be_shot_at_for_a_penalty(
    battle: Campaign, archer: int, bow: int, foe: int, distance: float, value: int
) -> None:
    """T5-10, with a Range of 10"."""
    seen = look(battle, shot(archer, bow, foe, distance), 6, benny_0="other", words_0="A cheer.")
    assert not seen.refusal
    assert [each.value for each in seen.modifiers] == ([value] if value else [])
    assert "5.1-07" in {each.rule for each in seen.reminders}, "where Range begins is to be seen to"
    assert seen.shots[0].total == 6 + value


@pytest.mark.rule("T5-11", "5.1-49", "5.1-50", "5.1-51")
@pytest.mark.parametrize(
    ("above", "reach"), [(-9, 10), (-0.5, 10), (0, 10), (0.9, 10), (3.9, 13), (7, 15)]
)
def test_height_adds_range_and_shooting_upward_costs_nothing(
    battle: Campaign, archer: int, bow: int, foe: int, above: float, reach: int
) -> None:
    """T5-11."""
    for distance, penalty in ((reach, 0), (reach + 1, -1)):
        seen = look(battle, shot(archer, bow, foe, distance, above), 4)
        assert seen.shots[0].total == 4 + penalty


@pytest.mark.rule("F.3-10", "F.3-11")
def test_a_mark_helps_the_shots_of_the_scouts_side_and_nothing_else(
    battle: Campaign, archer: int, bow: int, foe: int
) -> None:
    battle.do(SetAlliance(player_id=1, ally_id=3))
    friend, rival = unit(battle, "Friend", 3), unit(battle, "Rival", 2)
    bows = {by: weapon(battle, by, preset="W-05") for by in (friend, rival)}
    sword = weapon(battle, archer, preset="W-01")

    def total(by: int, arm: int) -> int | None:
        return look(battle, shot(by, arm, foe, 5), 3).shots[0].total

    def totals() -> list[int | None]:
        shots = [total(archer, bow), *(total(by, arm) for by, arm in bows.items())]
        return [*shots, total(archer, sword)]

    assert totals() == [3, 3, 3, 3]
    for number in range(2):  # a second Mark adds nothing
        scout = unit(
            battle, f"Scout {number}", 1, specialties=("pathfinding", "tracking"),
            tags=("optical tool",),
        )  # fmt: skip
        battle.do(MarkTarget(scout_id=scout, target_id=foe, distance=8))
        assert totals() == [4, 4, 3, 3]
