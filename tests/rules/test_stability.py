"""Premature detonation: what sets an Explosive off, when, and who counts as the attacker."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.blast_bands import CONTACT, ExplosiveDie, band_at, explosion_bands
from brikdesk.rules.brikwars.explosives import (
    Reaction,
    Stability,
    attacker_of,
    detonation_clock,
    react,
)
from brikdesk.rules.turn import Edge, due

A, B, C = 1, 2, 3
UNSTABLE, SEMI_STABLE = Stability.UNSTABLE, Stability.SEMI_STABLE
NOTHING, ACTIVATED, DETONATES = Reaction.NOTHING, Reaction.ACTIVATED, Reaction.DETONATES


@pytest.mark.rule("8.4-13")
@pytest.mark.parametrize("size", [1, 3, 9])
def test_one_point_sets_an_unstable_explosive_off_whatever_its_size(size: int) -> None:
    assert react(UNSTABLE, size, damage=1) is DETONATES
    assert react(UNSTABLE, size, damage=0) is NOTHING


@pytest.mark.rule("8.4-13", "Q8-46")
@pytest.mark.parametrize("border", ["inclusive", "exclusive"])
def test_whoever_carries_it_takes_the_full_blast(border: str) -> None:
    bands = explosion_bands([ExplosiveDie(3), ExplosiveDie(8)])
    carried = band_at(bands, CONTACT, border=border)
    assert carried is not None
    assert carried.damage == 11


@pytest.mark.rule("8.4-14")
@pytest.mark.parametrize(
    ("size", "damage", "reaction"),
    [(1, 1, NOTHING), (1, 2, ACTIVATED), (3, 3, NOTHING), (3, 4, ACTIVATED)],
)
def test_semi_stable_chain_needs_more_points_than_the_size(
    size: int, damage: int, reaction: Reaction
) -> None:
    """Worked example T8-17: grenade X 1 and warhead X 3."""
    assert react(SEMI_STABLE, size, damage=damage) is reaction


@pytest.mark.rule("8.4-17")
def test_one_more_point_sets_off_what_is_activated() -> None:
    """Worked example T8-17: further damage in the same turn."""
    assert react(SEMI_STABLE, 3, activated=True, damage_before=4, damage=1) is DETONATES
    assert react(SEMI_STABLE, 9, damage=1) is NOTHING


@pytest.mark.rule("8.4-15")
def test_the_blast_of_a_chain_activates_the_next_grenade_in_the_same_end_step() -> None:
    """Worked example T8-17: the warhead's blast deals 2 to a grenade X 1."""
    assert react(SEMI_STABLE, 1, damage=2) is ACTIVATED
    assert due(detonation_clock(activated_turn=5), B, Edge.END, 5)


@pytest.mark.rule("8.4-15", "8.4-16")
def test_activated_goes_off_at_the_end_of_whoevers_turn_and_leaves_time_to_respond() -> None:
    clock = detonation_clock(activated_turn=5)
    assert [due(clock, player, Edge.END, 5) for player in (A, B, C)] == [True, True, True]
    assert not due(clock, A, Edge.START, 5)
    assert due(clock, B, Edge.END, 6), "what was passed over stays due"


@pytest.mark.rule("Q8-44")
def test_knockback_alone_is_no_damage_but_smash_damage_is() -> None:
    knocked, smashed = 0, 1
    assert react(UNSTABLE, 1, damage=knocked) is NOTHING
    assert react(SEMI_STABLE, 1, damage_before=5, damage=knocked) is NOTHING
    assert react(UNSTABLE, 1, damage=smashed) is DETONATES


@pytest.mark.rule("Q8-39")
@pytest.mark.parametrize(("before", "now"), [(-1, 2), (2, -1)])
def test_points_below_nothing_are_refused(before: int, now: int) -> None:
    with pytest.raises(ValueError, match="0 points or more"):
        react(SEMI_STABLE, 1, damage_before=before, damage=now)


@pytest.mark.rule("8.4-14", "Q8-39")
@given(st.integers(1, 9), st.integers(0, 20), st.integers(1, 20))
def test_more_damage_never_calms_an_explosive(size: int, before: int, damage: int) -> None:
    calm = list(Reaction)
    less = react(SEMI_STABLE, size, damage_before=before, damage=damage)
    more = react(SEMI_STABLE, size, damage_before=before, damage=damage + 1)
    assert calm.index(less) <= calm.index(more)
    assert (less is ACTIVATED) is (before + damage > size)


@pytest.mark.rule("Q8-41")
@pytest.mark.parametrize(
    ("causer", "owner", "by_causer", "by_owner"),
    [(A, B, A, B), (None, B, B, B), (A, None, A, A), (None, None, C, C)],
)
def test_the_attacker_of_a_premature_blast(
    causer: int | None, owner: int | None, by_causer: int, by_owner: int
) -> None:
    assert attacker_of(causer, owner, current_player=C) == by_causer
    assert attacker_of(causer, owner, C, premature_owner="causer") == by_causer
    assert attacker_of(causer, owner, C, premature_owner="owner") == by_owner
