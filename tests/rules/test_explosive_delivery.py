"""Bringing an Explosive to its target: Power, arcs, long range, dropping."""

import pytest

from brikdesk.rules.brikwars.duds import may_land
from brikdesk.rules.brikwars.explosive_delivery import (
    FIRING_BLIND,
    Delivery,
    Lob,
    OutOfRange,
    blind_modifier,
    dropped_use,
    lob,
    may_drop,
    may_lob,
    out_of_range,
)
from brikdesk.rules.brikwars.flight import Modifier, arrival, freeze
from brikdesk.rules.brikwars.power import explosive_power


@pytest.mark.rule("8.4-01")
def test_an_explosive_can_be_brought_in_six_ways() -> None:
    assert {way.name for way in Delivery} == {
        "DROPPED", "THROWN", "CANNON", "LAUNCHER", "ROCKET", "CRASHED",
    }  # fmt: skip


@pytest.mark.rule("8.1-16", "8.4-03")
@pytest.mark.parametrize("explosive_size", [1, 3, 5])
def test_used_directly_it_costs_its_explosive_size(explosive_size: int) -> None:
    assert explosive_power(explosive_size) == explosive_size


@pytest.mark.rule("8.1-17", "8.4-03")
@pytest.mark.parametrize(("explosive_size", "weapon_size"), [(1, 3), (3, 3), (2, 6)])
def test_through_a_cannon_or_launcher_it_costs_the_weapons_size(
    explosive_size: int, weapon_size: int
) -> None:
    assert explosive_power(explosive_size, delivered_by=weapon_size) == weapon_size


@pytest.mark.rule("8.4-04")
@pytest.mark.parametrize(
    ("delivery", "steering", "allowed"),
    [
        (Delivery.LAUNCHER, False, True),
        (Delivery.CANNON, False, True),
        (Delivery.THROWN, False, True),
        (Delivery.ROCKET, True, True),
        (Delivery.ROCKET, False, False),
        (Delivery.DROPPED, False, False),
        (Delivery.CRASHED, False, False),
    ],
)
def test_launchers_and_cannons_lob_and_only_some_rockets_steer(
    delivery: Delivery, steering: bool, allowed: bool
) -> None:
    answer = may_lob(delivery, steering=steering)
    assert (answer is None) is allowed
    assert answer is None or answer.rule == "8.4-04"


@pytest.mark.rule("Q8-85")
def test_cannon_indirect_says_whether_a_cannon_lobs() -> None:
    assert may_lob(Delivery.CANNON, cannon_indirect=True) is None
    refused = may_lob(Delivery.CANNON, cannon_indirect=False)
    assert refused is not None
    assert refused.rule == "Q8-85"
    assert may_lob(Delivery.LAUNCHER, cannon_indirect=False) is None


@pytest.mark.rule("8.4-05", "Q8-35")
def test_the_drop_onto_the_target_is_free_and_flight_counts_the_ground() -> None:
    assert lob(ground=12, rise=5) == Lob(range_used=13, flight=12)
    assert lob(ground=12, rise=5, drop=30) == lob(ground=12, rise=5)
    assert lob(ground=0, rise=0, drop=20) == Lob(range_used=0, flight=0)


@pytest.mark.rule("8.4-05")
@pytest.mark.parametrize("lengths", [(-1, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_negative_lengths_are_refused(lengths: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="0 inches or more"):
        lob(*lengths)


@pytest.mark.rule("8.4-07")
@pytest.mark.parametrize(
    ("in_own_sight", "marks", "modifier"),
    [(True, 0, 0), (False, 0, -5), (False, 1, 0), (True, 2, 0)],
)
def test_firing_blind_costs_5_unless_a_scout_tracks_the_target(
    in_own_sight: bool, marks: int, modifier: int
) -> None:
    assert blind_modifier(in_own_sight=in_own_sight, marks=marks) == modifier


@pytest.mark.rule("8.4-07", "8.4-20")
def test_a_blind_shot_misses_by_so_much_more() -> None:
    blind = freeze(6, 4, [Modifier("Firing Blind", FIRING_BLIND, "8.4-07")])
    missed = arrival(blind, [5]).missed_by
    assert missed == 4
    assert may_land(4, missed) is None


@pytest.mark.rule("8.4-34", "5.1-55", "Q8-80")
@pytest.mark.parametrize(
    ("distance", "beyond"), [(6.0, 0), (6.1, -1), (7.0, -1), (7.1, -2), (2.0, 0)]
)
def test_beyond_its_range_an_explosive_loses_accuracy_but_no_damage(
    distance: float, beyond: int
) -> None:
    assert out_of_range(distance, 6) == OutOfRange(action=beyond, damage=0)
    assert out_of_range(distance, 6, explosive=False) == OutOfRange(action=beyond, damage=beyond)


@pytest.mark.rule("Q8-45")
@pytest.mark.parametrize("setting", [1, 2, 3, 4])
def test_bw_explosive_use_is_the_use_of_a_dropped_bomb(setting: int) -> None:
    assert dropped_use(bw_explosive_use=setting) == setting
    assert dropped_use() == 2


@pytest.mark.rule("Q8-45")
def test_a_bomb_must_be_above_its_target() -> None:
    assert may_drop(above_target=True) is None
    assert may_drop(above_target=False) is not None
