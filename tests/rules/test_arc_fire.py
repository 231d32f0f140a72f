"""Arcs and bursts."""

import pytest

from brikdesk.rules.brikwars.attacks import damage_total, read_damage
from brikdesk.rules.brikwars.controls_and_jams import jams
from brikdesk.rules.brikwars.flight import miss_is_tracked
from brikdesk.rules.brikwars.shooting import attacks_on, may_spread, shot_penalty, shots_across
from brikdesk.rules.brikwars.weapons import full_inches
from brikdesk.rules.refusal import No


def rule_of(answer: No | None) -> str:
    return answer.rule if answer else ""


@pytest.mark.rule("8.3-01", "8.3-10", "8.3-12", "8.3-22")
@pytest.mark.parametrize(
    ("kind", "mode", "count", "rule"),
    [
        ("MachineGun", "burst", 2, ""),
        ("MachineGun", "burst", 1, "Q8-16"),
        ("MachineGun", "arc", 1, ""),
        ("MachineGun", "arc", 4, ""),
        ("FlameThrower", "arc", 1, ""),
        ("FlameThrower", "arc", 3, ""),
        ("FlameThrower", "burst", 3, "8.3-01"),
        ("BlastGun", "arc", 1, ""),
        ("BlastGun", "arc", 2, "8.3-10"),
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


@pytest.mark.rule("8.3-04", "8.3-05")
def test_each_target_is_attacked_once_and_large_ones_more_often() -> None:
    """Ruling Q8-12 in both readings."""
    assert [attacks_on(spans) for spans in (0, 1, 3)] == [1, 2, 4]
    assert [attacks_on(spans, arc_large_extra="instead") for spans in (0, 1, 3)] == [1, 1, 3]


@pytest.mark.rule("8.3-13", "8.3-05")
def test_an_arc_is_rolled_from_one_edge_to_the_other() -> None:
    assert shots_across([1, 1, 1]) == (0, 1, 2)
    assert shots_across([1, 3, 1]) == (0, 1, 1, 1, 2)
    assert shots_across([]) == ()


@pytest.mark.rule("8.3-01", "8.3-13", "8.3-14")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8])
def test_the_auto_penalty_grows_with_the_arc_and_is_the_same_for_all_shots(count: int) -> None:
    """Table 7; an arc of 3 with five attacks rolls all five at −3."""
    arc = [shot_penalty("MachineGun", count, shot, arc=True) for shot in range(5)]
    assert arc == [-count] * 5
    assert shot_penalty("FlameThrower", count, 1, arc=True) == -count
    burst = [shot_penalty("MachineGun", count, shot, arc=False) for shot in range(count)]
    assert burst == ([-count] * count if count > 1 else [0])
    jamming = [face for face in range(1, 7) if jams(face, -count)]
    assert jamming == list(range(1, min(count, 7)))


@pytest.mark.rule("8.3-10")
def test_a_blast_gun_has_no_auto_penalty() -> None:
    assert [shot_penalty("BlastGun", 1, shot, arc=True) for shot in range(4)] == [0, 0, 0, 0]
    assert shot_penalty("Gun", 1, 0, arc=False) == 0


@pytest.mark.rule("8.3-14")
def test_a_burst_may_grow_worse_shot_by_shot() -> None:
    """Ruling Q8-15; an arc does not."""

    def penalties(count: int, *, arc: bool, burst_penalty: str) -> list[int]:
        return [
            shot_penalty("MachineGun", count, shot, arc=arc, burst_penalty=burst_penalty)
            for shot in range(count)
        ]

    assert penalties(3, arc=False, burst_penalty="flat") == [-3, -3, -3]
    assert penalties(3, arc=False, burst_penalty="progressive") == [-1, -2, -3]
    assert penalties(3, arc=True, burst_penalty="progressive") == [-3, -3, -3]
    assert penalties(1, arc=False, burst_penalty="progressive") == [0]


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


@pytest.mark.rule("8.3-11")
def test_a_blast_gun_loses_full_inches_and_never_below_nothing() -> None:
    """Worked example T8-04, Purity again: a d8 of 2; and the illustration T5-09."""
    assert damage_total(2, 1, area=-2, distance_off=full_inches(3)) == 0
    assert [full_inches(distance) for distance in (0, 0.99, 1, 2.9999999, 3.5)] == [0, 0, 1, 3, 3]
    assert damage_total(8, 1, area=-1) == 8
    assert damage_total(8, 1, distance_off=full_inches(4)) == 5
