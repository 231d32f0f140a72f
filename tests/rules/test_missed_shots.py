"""Where a Missed Shot goes."""

import pytest

from brikdesk.dice import RollKind, resolve
from brikdesk.rules.brikwars.attack_damage import damage_outcome, damage_total
from brikdesk.rules.brikwars.blast import ArmorResult
from brikdesk.rules.brikwars.duds import may_strike, miss_is_tracked, missed_by
from brikdesk.rules.brikwars.missed_shots import may_hit_spot, spot_chooser, stray_out_of_range
from brikdesk.rules.brikwars.no import No

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


@pytest.mark.rule("5.3-08", "5.3-10")
def test_any_spot_within_the_miss_will_do_if_the_weapon_could_hit_it() -> None:
    assert may_hit_spot(0, 1) is None
    assert may_hit_spot(2.0000001, 2) is None
    assert rule_of(may_hit_spot(2.1, 2)) == "5.3-08"
    assert rule_of(may_hit_spot(1, 2, could_hit=False)) == "5.3-10"


@pytest.mark.rule("5.3-11")
def test_range_to_the_spot_takes_from_the_damage_but_not_from_an_explosion() -> None:
    assert stray_out_of_range(3, 3) == 0
    assert stray_out_of_range(5.5, 3) == 3
    assert stray_out_of_range(5.5, 3, rounding="floor") == 2
    assert stray_out_of_range(5.5, 3, explosive=True) == 0


@pytest.mark.rule("5.3-08", "5.3-09", "5.3-10", "5.3-11", "5.3-12", "5.1-53")
def test_viking_against_ninja_against_pirate() -> None:
    """Worked example T5-04: an axe of Use 2 and Range 3\", thrown with a 1."""
    thrown = resolve(RollKind.ACTION, (6,), (1,))
    assert thrown.critical_failure
    margin = missed_by(2, thrown.total, thrown.critical_failure)
    assert margin == 1
    chooser = spot_chooser(VIKING, NINJA, {NINJA})
    assert chooser == NINJA
    assert may_strike(PIRATE, NINJA, VIKING, {PIRATE}) is None
    assert rule_of(may_strike(STRANGER, NINJA, VIKING, {PIRATE})) == "A-13"
    assert may_hit_spot(1, margin) is None
    damage = damage_total(4, 0, out_of_range=stray_out_of_range(3.2, 3))
    assert damage == 3
    assert damage_outcome(damage, 4) is ArmorResult.NOTHING
