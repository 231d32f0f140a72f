"""Which weapons fire bursts and arcs, and what large targets suffer in one (8.3)."""

from dataclasses import replace

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Change, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import done, look, unit, weapon


@pytest.fixture
def tank(battle: Campaign) -> int:
    return unit(battle, "Tank", 1, kind="Vehicle", size=6, armor="2d10", action_die=6)


def fired(
    campaign: Campaign, tank: int, kind: str, mode: Mode, count: int = 1, spans: int = 0
) -> Attack:
    gun = weapon(campaign, tank, kind=kind, size=2)
    target = unit(campaign, "Barge", 2, kind="Vehicle", size=1, armor="1d10")
    strike = Strike(weapon_id=gun, mode=mode, count=count)
    return Attack(aims=(Aim(unit_id=target, distance=4, spans=spans),), strikes=(strike,))


@pytest.mark.rule("8.3-01", "8.3-10", "8.3-12", "8.3-22", "Q8-16")
@pytest.mark.parametrize(
    ("kind", "mode", "count", "refused_by"),
    [
        ("MachineGun", Mode.SINGLE, 1, ""),
        ("MachineGun", Mode.BURST, 2, ""),
        ("MachineGun", Mode.BURST, 1, "Q8-16"),
        ("MachineGun", Mode.ARC, 3, ""),
        ("Gun", Mode.SINGLE, 1, ""),
        ("Gun", Mode.BURST, 2, "8.3-01"),
        ("Gun", Mode.ARC, 1, "8.3-01"),
        ("BlastGun", Mode.ARC, 1, ""),
        ("BlastGun", Mode.ARC, 2, "8.3-10"),
        ("BlastGun", Mode.BURST, 2, "8.3-10"),
        ("FlameThrower", Mode.ARC, 1, ""),
        ("FlameThrower", Mode.ARC, 3, ""),
        ("Rocket", Mode.ARC, 1, "8.3-01"),
    ],
)
def test_what_fires_single_shots_bursts_and_arcs(
    battle: Campaign, tank: int, kind: str, mode: Mode, count: int, refused_by: str
) -> None:
    assert look(battle, fired(battle, tank, kind, mode, count)).refused_by == refused_by


@pytest.mark.rule("8.3-01", "8.3-09", "8.3-12", "8.3-14", "8.3-10", "8.3-22")
@pytest.mark.parametrize(
    ("kind", "mode", "count", "penalty"),
    [
        ("MachineGun", Mode.SINGLE, 1, 0),
        ("MachineGun", Mode.BURST, 2, -2),
        ("MachineGun", Mode.BURST, 5, -5),
        ("MachineGun", Mode.ARC, 1, -1),
        ("MachineGun", Mode.ARC, 3, -3),
        ("FlameThrower", Mode.SINGLE, 1, -1),
        ("FlameThrower", Mode.ARC, 3, -3),
        ("BlastGun", Mode.ARC, 1, 0),
    ],
)
def test_larger_arcs_and_bursts_cost_more(
    battle: Campaign, tank: int, kind: str, mode: Mode, count: int, penalty: int
) -> None:
    seen = look(battle, fired(battle, tank, kind, mode, count), 5)
    assert seen.shots[0].total == 5 + penalty
    assert [each.value for each in seen.modifiers] == ([penalty] if penalty else [])


@pytest.mark.rule("8.3-04", "8.3-05")
@pytest.mark.parametrize(("spans", "attacks"), [(0, 1), (1, 2), (2, 3)])
def test_a_large_target_is_attacked_once_more_for_each_point_it_spans(
    battle: Campaign, tank: int, spans: int, attacks: int
) -> None:
    seen = look(battle, fired(battle, tank, "MachineGun", Mode.ARC, 3, spans))
    assert len(seen.shots) == attacks


@pytest.mark.rule("Q8-12", "8.3-05")
@pytest.mark.parametrize(("spans", "attacks"), [(0, 1), (1, 1), (2, 2)])
def test_by_house_rule_the_points_count_instead_of_the_first_attack(
    battle: Campaign, tank: int, spans: int, attacks: int
) -> None:
    battle.do(SetHouseRule(switch="arc_large_extra", value="instead"))
    seen = look(battle, fired(battle, tank, "MachineGun", Mode.ARC, 3, spans))
    assert len(seen.shots) == attacks


@pytest.mark.rule("8.3-01")
@pytest.mark.parametrize(
    ("kind", "words"),
    [("Gun", "a Gun fires no arc"), ("Explosive", "an Explosive fires no arc"),
     ("Other", "this weapon fires no arc")],
)  # fmt: skip
def test_a_refusal_calls_the_weapon_by_its_kind(
    battle: Campaign, tank: int, kind: str, words: str
) -> None:
    target = unit(battle, "Barge", 2, kind="Vehicle", size=1, armor="1d10")
    arm = weapon(battle, tank, kind=kind, size=2, use=3, range=6)
    strike = Strike(weapon_id=arm, mode=Mode.ARC)
    seen = look(battle, Attack(aims=(Aim(unit_id=target, distance=4),), strikes=(strike,)))
    assert (seen.refused_by, words in seen.refusal) == ("8.3-01", True)


@pytest.mark.rule("8.3-15", "8.3-09")
def test_an_auto_penalty_that_is_taken_out_counts_in_no_jam_either(
    battle: Campaign, tank: int
) -> None:
    burst = fired(battle, tank, "MachineGun", Mode.BURST, 4)
    assert [shot.jams for shot in look(battle, burst, 3).shots] == [True, False, False, False]
    off = replace(burst, changes=(Change(key="auto", on=False),))
    seen = look(battle, off, 3)
    assert not any(row.key == "auto" and row.on for row in seen.modifiers)
    assert not any(shot.jams for shot in seen.shots)
    less = replace(burst, changes=(Change(key="auto", value=-3),))
    assert not any(shot.jams for shot in look(battle, less, 3).shots), "3 is not less than 3"
    assert look(battle, less, 2).shots[0].jams


@pytest.fixture
def row_of_foes(battle: Campaign) -> list[int]:
    """Three foes from left to right before a MachineGun at (20, 20), in an arc of 60 degrees."""
    places = {"Left": (15, 11), "Middle": (20, 10), "Right": (25, 11)}
    return [unit(battle, name, 2, x=x, y=y) for name, (x, y) in places.items()]


def swept(battle: Campaign, foes: list[int], points: int = 6) -> Attack:
    gunner = unit(battle, "Spray", 1, kind="Vehicle", size=2, action_die=6, x=20, y=20)
    gun = weapon(battle, gunner, kind="MachineGun", size=2)
    strike = Strike(weapon_id=gun, by_id=gunner, mode=Mode.ARC, count=points)
    rules = frozenset({"8.5-10"})
    return Attack(
        aims=tuple(Aim(unit_id=each) for each in foes), strikes=(strike,), overruled=rules
    )


@pytest.mark.rule("8.3-13")
@pytest.mark.parametrize(
    ("picked", "order"),
    [
        ((0, 2, 1), ["Left", "Middle", "Right"]),
        ((2, 0, 1), ["Right", "Middle", "Left"]),
        ((1, 2, 0), ["Left", "Middle", "Right"]),
    ],
)
def test_an_arc_is_rolled_from_edge_to_edge_whatever_was_picked_first(
    battle: Campaign, row_of_foes: list[int], picked: tuple[int, ...], order: list[str]
) -> None:
    attack = swept(battle, [row_of_foes[at] for at in picked])
    assert [shot.name for shot in look(battle, attack).shots] == order


@pytest.mark.rule("8.3-13")
def test_an_arc_across_the_far_edge_is_swept_as_one(battle: Campaign) -> None:
    """Bearings just below 360 and just above 0 lie side by side."""
    foes = [unit(battle, name, 2, x=x, y=10) for name, x in (("A", 18), ("B", 20), ("C", 22))]
    attack = swept(battle, [foes[0], foes[2], foes[1]])
    assert [shot.name for shot in look(battle, attack).shots] == ["A", "B", "C"]


@pytest.mark.rule("8.3-13")
def test_without_places_the_order_is_that_of_picking(
    battle: Campaign, row_of_foes: list[int]
) -> None:
    nowhere = unit(battle, "Nowhere", 2)
    attack = swept(battle, [row_of_foes[2], nowhere, row_of_foes[0]])
    aims = (attack.aims[0], replace(attack.aims[1], distance=5), attack.aims[2])
    assert [shot.name for shot in look(battle, replace(attack, aims=aims)).shots] == [
        "Right", "Nowhere", "Left",
    ]  # fmt: skip


@pytest.mark.rule("8.3-02", "8.3-03")
def test_targets_too_far_apart_for_the_arc_are_refused(
    battle: Campaign, row_of_foes: list[int]
) -> None:
    attack = swept(battle, row_of_foes, points=2)
    seen = look(battle, attack)
    assert seen.refused_by == "8.3-02"
    assert "an arc of 2 points is too small" in seen.refusal
    assert look(battle, replace(attack, overruled=attack.overruled | {"8.3-02"})).refusal == ""
    assert look(battle, replace(attack, aims=attack.aims[:1])).refusal == ""


@pytest.mark.rule("8.3-15")
def test_what_a_jam_spares_has_no_die_and_is_named_in_the_log(
    battle: Campaign, row_of_foes: list[int]
) -> None:
    attack = swept(battle, [row_of_foes[0], row_of_foes[2], row_of_foes[1]])
    seen = look(battle, attack, 2)
    assert [(shot.name, shot.lost) for shot in seen.shots] == [
        ("Left", False), ("Middle", True), ("Right", True),
    ]  # fmt: skip
    told = done(battle, attack, 2)
    assert any("2 shots are lost: at Middle, Right." in line for line in told)
