"""Arcs and bursts."""

import pytest

from brikdesk.dice import RollKind, resolve
from brikdesk.rules.brikwars.aiming import visibility_modifier
from brikdesk.rules.brikwars.ammunition import jams, volley
from brikdesk.rules.brikwars.arc_fire import (
    arc_points,
    area_modifier,
    attacks_on,
    damage_rolls,
    may_spread,
    seen_part,
    shot_penalties,
    shots_across,
)
from brikdesk.rules.brikwars.attack_damage import damage_total, full_inches, read_damage
from brikdesk.rules.brikwars.duds import miss_is_tracked
from brikdesk.rules.brikwars.no import No


def rule_of(answer: No | None) -> str:
    return answer.rule if answer else ""


@pytest.mark.rule("8.3-01", "8.3-10", "8.3-12", "8.3-22")
@pytest.mark.parametrize(
    ("kind", "mode", "count", "rule"),
    [
        ("MachineGun", "single", 1, ""),
        ("MachineGun", "burst", 2, ""),
        ("MachineGun", "burst", 1, "Q8-16"),
        ("MachineGun", "arc", 1, ""),
        ("MachineGun", "arc", 4, ""),
        ("MachineGun", "arc", 0, "8.3-22"),
        ("FlameThrower", "arc", 1, ""),
        ("FlameThrower", "arc", 3, ""),
        ("FlameThrower", "burst", 3, "8.3-01"),
        ("FlameThrower", "single", 1, "8.3-22"),
        ("BlastGun", "arc", 1, ""),
        ("BlastGun", "arc", 2, "8.3-10"),
        ("BlastGun", "single", 1, "8.3-10"),
        ("Gun", "single", 1, ""),
        ("Gun", "arc", 2, "8.3-01"),
        ("Gun", "burst", 3, "8.3-01"),
        ("Cannon", "arc", 1, "8.3-01"),
    ],
)
def test_who_fires_arcs_and_bursts(kind: str, mode: str, count: int, rule: str) -> None:
    assert rule_of(may_spread(kind, mode, count)) == rule


def test_what_fires_no_arc_is_called_by_what_people_call_it() -> None:
    refused = [may_spread(kind, "arc", 2) for kind in ("Gun", "Explosive", "Other")]
    assert [no.why for no in refused if no] == [
        "a Gun fires no arc",
        "an Explosive fires no arc",
        "this weapon fires no arc",
    ]


@pytest.mark.rule("8.3-02")
def test_an_arc_counts_the_gaps_between_fingers() -> None:
    assert [arc_points(fingers) for fingers in (2, 3, 5)] == [1, 2, 4]
    with pytest.raises(ValueError, match="2 fingers"):
        arc_points(1)


@pytest.mark.rule("8.3-04", "8.3-05")
def test_each_target_is_attacked_once_and_large_ones_more_often() -> None:
    """Ruling Q8-12 in both readings."""
    assert [attacks_on(spans) for spans in (0, 1, 3)] == [1, 2, 4]
    assert [attacks_on(spans, arc_large_extra="instead") for spans in (0, 1, 3)] == [1, 1, 3]


@pytest.mark.rule("8.3-13", "8.3-05")
def test_an_arc_is_rolled_from_one_edge_to_the_other() -> None:
    assert shots_across([1, 1, 1]) == (0, 1, 2)
    assert shots_across([1, 3, 1]) == (0, 1, 1, 1, 2)
    assert shots_across([1, 3, 1], from_other_edge=True) == (2, 1, 1, 1, 0)
    assert shots_across([]) == ()


@pytest.mark.rule("8.3-01", "8.3-13", "8.3-14")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8])
def test_the_auto_penalty_grows_with_the_arc_and_is_the_same_for_all_shots(count: int) -> None:
    """Table 7; an arc of 3 with five attacks rolls all five at −3."""
    assert shot_penalties("MachineGun", count, arc=True, shots=5) == (-count,) * 5
    assert shot_penalties("FlameThrower", count, arc=True, shots=2) == (-count,) * 2
    burst = (-count,) * count if count > 1 else (0,)
    assert shot_penalties("MachineGun", count, arc=False, shots=count) == burst
    jamming = [face for face in range(1, 7) if jams(face, -count)]
    assert jamming == list(range(1, min(count, 7)))


@pytest.mark.rule("8.3-10")
def test_a_blast_gun_has_no_auto_penalty() -> None:
    assert shot_penalties("BlastGun", 1, arc=True, shots=4) == (0, 0, 0, 0)
    assert shot_penalties("Gun", 1, arc=False, shots=1) == (0,)


@pytest.mark.rule("8.3-14")
def test_a_burst_may_grow_worse_shot_by_shot() -> None:
    """Ruling Q8-15; an arc does not."""
    assert shot_penalties("MachineGun", 3, arc=False, shots=3) == (-3, -3, -3)
    grown = {"burst_penalty": "progressive"}
    assert shot_penalties("MachineGun", 3, arc=False, shots=3, **grown) == (-1, -2, -3)
    assert shot_penalties("MachineGun", 3, arc=True, shots=3, **grown) == (-3, -3, -3)
    assert shot_penalties("MachineGun", 1, arc=False, shots=1, **grown) == (0,)


@pytest.mark.rule("8.3-13", "8.3-15")
def test_a_machine_gun_arc_jams_at_its_second_target() -> None:
    """Worked example T8-14: W 2, Use 4, an arc of 3 over four targets."""
    penalties = shot_penalties("MachineGun", 3, arc=True, shots=len(shots_across([1, 1, 1, 1])))
    fired = volley((5, 2, 6, 4), penalties)
    assert (fired.resolved, fired.lost, fired.jammed) == (2, 2, True)
    rolls = [resolve(RollKind.ACTION, (6,), (face,), bonus=-3) for face in (5, 2)]
    assert [roll.total for roll in rolls] == [2, -1]
    assert not any(roll.reaches(4) for roll in rolls)


@pytest.mark.rule("8.3-14", "8.3-15")
def test_a_machine_gun_burst_of_three() -> None:
    """Worked example T8-14, burst: naturals 6, 6 and 1."""
    penalties = shot_penalties("MachineGun", 3, arc=False, shots=3)
    rolls = [
        resolve(RollKind.ACTION, (6,), (face,), bonus=penalty)
        for face, penalty in zip((6, 6, 1), penalties, strict=True)
    ]
    assert [roll.total for roll in rolls] == [3, 3, -2]
    assert [roll.benny for roll in rolls] == [True, True, False]
    assert rolls[2].critical_failure
    assert volley((6, 6, 1), penalties).jammed
    assert volley((6, 6, 1), penalties).resolved == 3


@pytest.mark.rule("8.3-06", "5.3-06")
def test_misses_of_an_arc_are_never_tracked() -> None:
    assert not miss_is_tracked(explosive=False, arc_fire=True, requested=True)
    assert not miss_is_tracked(explosive=False, arc_fire=True, track_all=True)


SHOTGUN = read_damage("1d8+1 − distance", 6)
WEDDING = [
    ("Constance", 0.4, 0, 0, 1),
    ("Constance's baby", 0.9, -1, 0, 0),
    ("Wooyang", 1, 0, 0, 0),
    ("Virginia", 2, 0, -1, -2),
    ("the baby at Virginia's left hand", 2, -1, 0, -2),
    ("Purity", 3, 0, -2, -4),
    ("Purity's baby", 3, -1, -2, -4),
    ("the parson", 4, 0, 0, -3),
]


@pytest.mark.rule("8.3-07", "8.3-11", "5.1-35")
@pytest.mark.parametrize(("who", "distance", "smallness", "cover", "points"), WEDDING)
def test_the_shotgun_wedding(
    who: str, distance: float, smallness: int, cover: int, points: int
) -> None:
    """Worked example T8-04: what a d8 of 5 does to each guest, and to the Action Roll of 5."""
    modifier = seen_part(smallness, cover)
    off = full_inches(distance)
    dealt = damage_total(5, SHOTGUN.flat, area=modifier, distance_off=off)
    assert dealt == 5 + points, who
    assert resolve(RollKind.ACTION, (6,), (5,), bonus=modifier).total == 5 + modifier


@pytest.mark.rule("8.3-11")
def test_a_blast_gun_loses_full_inches_and_never_below_nothing() -> None:
    """Worked example T8-04, Purity again: a d8 of 2; and the illustration T5-09."""
    assert damage_total(2, 1, area=-2, distance_off=full_inches(3)) == 0
    assert [full_inches(distance) for distance in (0, 0.99, 1, 2.9999999, 3.5)] == [0, 0, 1, 3, 3]
    assert damage_total(8, 1, area=-1) == 8
    assert damage_total(8, 1, distance_off=full_inches(4)) == 5


@pytest.mark.rule("8.3-07", "8.3-23", "5.1-35", "5.1-36")
def test_cover_counts_for_what_lies_inside_the_area() -> None:
    """The illustration T5-06: only the legs inside the radius."""
    assert [area_modifier(sections=sections) for sections in (3, 2, 1)] == [0, -1, -2]
    assert area_modifier() == 0
    with pytest.raises(ValueError, match="not attacked"):
        area_modifier(sections=0)
    flame = read_damage("2d4 Fire", 6)
    assert damage_total(5, flame.flat, area=area_modifier(sections=1)) == 3


@pytest.mark.rule("8.3-08", "5.1-36")
def test_of_a_large_target_only_the_inches_inside_the_arc_count() -> None:
    assert area_modifier(inches=4) == 2
    assert area_modifier(inches=1) == 0
    with pytest.raises(ValueError, match="minifigs"):
        area_modifier(sections=3, inches=4)


@pytest.mark.rule("8.3-07")
def test_the_visible_part_is_judged_once() -> None:
    """Ruling Q8-14."""
    assert seen_part(-1, -2) == -2
    assert seen_part(-2, visibility_modifier(1)) == -2
    assert seen_part(-1, 0) == -1
    assert seen_part(0, 0) == 0


@pytest.mark.rule("8.3-04")
def test_each_hit_of_an_arc_has_its_own_damage_roll_unless_the_table_shares_one() -> None:
    """Ruling Q8-13."""
    assert damage_rolls(3) == 3
    assert damage_rolls(3, arc_shared_damage=True) == 1
    assert damage_rolls(0, arc_shared_damage=True) == 0
