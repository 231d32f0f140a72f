"""Where a Missed Shot goes."""

import pytest

from brikdesk.rules.brikwars.flight import miss_is_tracked
from brikdesk.rules.brikwars.shooting import spot_chooser, stray_out_of_range
from brikdesk.rules.refusal import No

VIKING, NINJA, PIRATE, STRANGER = 1, 2, 3, 4


def rule_of(answer: No | int | None) -> str:
    return answer.rule if isinstance(answer, No) else ""


@pytest.mark.rule("5.3-06", "5.3-07")
def test_a_miss_is_harmless_unless_somebody_insists() -> None:
    assert not miss_is_tracked(explosive=False)
    assert miss_is_tracked(explosive=False, requested=True)
    assert miss_is_tracked(explosive=False, track_all=True)
    assert miss_is_tracked(explosive=True)


@pytest.mark.rule("5.3-09")
def test_the_target_s_player_places_the_shot_if_hostile() -> None:
    assert spot_chooser(VIKING, NINJA, {NINJA, STRANGER}) == NINJA
    assert spot_chooser(VIKING, NINJA, {NINJA, STRANGER}, named=STRANGER) == NINJA


@pytest.mark.rule("5.3-09", "A5-34")
@pytest.mark.parametrize("owner", [None, VIKING, PIRATE])
def test_for_other_targets_the_attacker_names_an_enemy(owner: int | None) -> None:
    assert rule_of(spot_chooser(VIKING, owner, {NINJA})) == "5.3-09"
    assert spot_chooser(VIKING, owner, {NINJA}, named=NINJA) == NINJA
    assert rule_of(spot_chooser(VIKING, owner, {NINJA}, named=PIRATE)) == "A-13"
    assert rule_of(spot_chooser(VIKING, owner, set(), named=NINJA)) == "5.3-09"


@pytest.mark.rule("5.3-11")
def test_range_to_the_spot_takes_from_the_damage() -> None:
    assert stray_out_of_range(3, 3) == 0
    assert stray_out_of_range(5.5, 3) == 3
    assert stray_out_of_range(5.5, 3, rounding="floor") == 2
