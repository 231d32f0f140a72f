"""Missed Explosives and duds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.blast_bands import ExplosiveDie, is_critical_failure
from brikdesk.rules.brikwars.explosives import (
    DUD_STABILITY,
    DudHandling,
    Reaction,
    Stability,
    dud_reaction,
    handling_of_carry,
    may_be_dud,
    react,
)
from brikdesk.rules.brikwars.flight import (
    landing_chooser,
    may_name,
    may_strike,
    miss_is_tracked,
    missed_by,
)

ATTACKER, VICTIM, FRIEND, OTHER = 1, 2, 3, 4


@pytest.mark.rule("8.4-06")
@pytest.mark.parametrize("requested", [True, False])
def test_a_missed_explosive_always_lands(requested: bool) -> None:
    assert miss_is_tracked(explosive=True, requested=requested)


@pytest.mark.rule("8.4-06", "A5-35")
def test_other_misses_are_tracked_on_request_and_arc_fire_never() -> None:
    assert not miss_is_tracked(explosive=False)
    assert miss_is_tracked(explosive=False, requested=True)
    assert miss_is_tracked(explosive=False, track_all=True)
    assert not miss_is_tracked(explosive=False, arc_fire=True, requested=True, track_all=True)


@pytest.mark.rule("8.4-20", "A-13", "5.3-08")
@pytest.mark.parametrize(("use", "total", "inches"), [(5, 3, 2), (6, 5, 1), (6, 2, 4)])
def test_a_miss_is_what_was_needed_less_what_was_achieved(
    use: int, total: int, inches: int
) -> None:
    """The first is the illustration T5-07 of the combat chapter."""
    assert missed_by(use, total) == inches


@pytest.mark.rule("Q8-42", "A5-09")
@pytest.mark.parametrize(("total", "inches"), [(9, 1), (6, 1), (5, 1), (2, 4)])
def test_a_critical_failure_misses_by_one_inch_at_least(total: int, inches: int) -> None:
    assert missed_by(6, total) == inches


@pytest.mark.rule("8.4-20", "A-13")
@given(st.integers(0, 12), st.integers(-12, 20))
def test_nothing_that_misses_lands_on_the_spot(use: int, total: int) -> None:
    assert missed_by(use, total) >= 1


@pytest.mark.rule("8.4-20", "A-13", "A5-34")
def test_the_targets_player_picks_the_spot_if_he_is_an_enemy() -> None:
    assert landing_chooser(ATTACKER, VICTIM, enemies=[VICTIM, OTHER]) == VICTIM


@pytest.mark.rule("8.4-20", "A-13", "A5-34", "Q8-43")
@pytest.mark.parametrize("target_owner", [None, ATTACKER, FRIEND])
def test_for_any_other_target_the_attacker_names_an_enemy(target_owner: int | None) -> None:
    assert landing_chooser(ATTACKER, target_owner, enemies=[VICTIM]) is None
    assert may_name(VICTIM, enemies=[VICTIM]) is None
    refused = may_name(FRIEND, enemies=[VICTIM])
    assert refused is not None
    assert refused.rule == "A-13"


@pytest.mark.rule("A-13", "5.3-12")
def test_a_miss_strikes_the_two_sides_or_nobodys_things_only() -> None:
    allowed = (ATTACKER, VICTIM, FRIEND, None)
    assert all(may_strike(who, VICTIM, ATTACKER, [FRIEND]) is None for who in allowed)
    assert may_strike(OTHER, VICTIM, ATTACKER, [FRIEND]) is not None


@pytest.mark.rule("8.4-21")
@pytest.mark.parametrize(
    ("action", "damage", "dud"),
    [(False, False, False), (True, False, True), (False, True, True), (True, True, True)],
)
def test_either_critical_failure_allows_a_dud(action: bool, damage: bool, dud: bool) -> None:
    assert may_be_dud(action, damage) is dud


@pytest.mark.rule("8.4-21", "Q8-43")
def test_a_damage_roll_fails_critically_only_if_every_die_shows_one() -> None:
    assert is_critical_failure([ExplosiveDie(1), ExplosiveDie(1)])
    assert not is_critical_failure([ExplosiveDie(1), ExplosiveDie(2)])


@pytest.mark.rule("8.4-22")
@pytest.mark.parametrize("size", [1, 5])
def test_a_dud_lies_there_unstable_whatever_it_was(size: int) -> None:
    assert DUD_STABILITY is Stability.UNSTABLE
    assert dud_reaction(DudHandling.LEFT_ALONE) is Reaction.NOTHING
    assert react(DUD_STABILITY, size, damage=1) is Reaction.DETONATES


@pytest.mark.rule("8.4-23")
@pytest.mark.parametrize(
    ("minifig", "action", "half_speed", "handling"),
    [
        (True, True, True, DudHandling.CARRIED_CAREFULLY),
        (False, True, True, DudHandling.MOVED),
        (True, False, True, DudHandling.MOVED),
        (True, True, False, DudHandling.MOVED),
    ],
)
def test_only_a_minifig_with_an_action_at_half_speed_carries_carefully(
    minifig: bool, action: bool, half_speed: bool, handling: DudHandling
) -> None:
    assert (
        handling_of_carry(minifig=minifig, action_spent=action, half_speed=half_speed) is handling
    )


@pytest.mark.rule("8.4-23", "Q8-44")
@pytest.mark.parametrize(
    ("handling", "reaction"),
    [
        (DudHandling.LEFT_ALONE, Reaction.NOTHING),
        (DudHandling.CARRIED_CAREFULLY, Reaction.NOTHING),
        (DudHandling.MOVED, Reaction.DETONATES),
        (DudHandling.KNOCKED_BACK, Reaction.DETONATES),
        (DudHandling.DAMAGED, Reaction.DETONATES),
    ],
)
def test_a_dud_stands_a_careful_carry_and_nothing_else(
    handling: DudHandling, reaction: Reaction
) -> None:
    assert dud_reaction(handling) is reaction
    assert dud_reaction(handling, damage=1) is Reaction.DETONATES
