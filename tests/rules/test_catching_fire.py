import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.fields import exposure_damage
from brikdesk.rules.brikwars.fire import (
    FireKind,
    burning_attack_kinds,
    fire_after_ignition,
    fire_penalty_dice,
    ignition_steps,
    largest_fire,
    power_after_fire,
    weight_class_of,
)
from brikdesk.rules.brikwars.units_and_damage import armor_after_damage


@pytest.mark.rule("OF-45", "A-03")
@pytest.mark.parametrize(
    ("armor", "weight_class"),
    [("", 0), ("4", 0), ("1d6", 0), ("1d10", 1), ("2d10", 2), ("5d10", 5), ("7d10", 5)],
)
def test_weight_class_is_the_number_of_armor_d10s(armor: str, weight_class: int) -> None:
    assert weight_class_of(armor) == weight_class


@pytest.mark.rule("QF-53")
def test_size_damage_thins_armor_but_not_the_weight_class() -> None:
    """The Weight class is taken from the roster's Armor, not from what Size Damage left of it."""
    roster = "3d10"
    left = armor_after_damage(roster, effective_size=1)
    assert (left, weight_class_of(roster)) == ("1d10", 3)


@pytest.mark.rule("F.1-22", "F.1-23", "F.1-24", "TF-06")
def test_three_fire_dice_on_weight_class_2() -> None:
    """Derived case TF-06: 4, 3, 2 on S 5."""
    steps = ignition_steps((4, 3, 2), weight_class=2)
    assert steps == 2
    assert fire_after_ignition(5, 0, steps) == 2


@pytest.mark.rule("F.1-23")
def test_one_step_makes_a_fire_of_one_inch_and_none_makes_none() -> None:
    assert fire_after_ignition(4, 0, 1) == 1
    assert fire_after_ignition(4, 0, 0) == 0


@pytest.mark.rule("F.1-26", "TF-06")
def test_out_of_range_each_fire_die_reads_lower() -> None:
    """Derived case TF-06: 4, 3, 2 by 1" out of Range."""
    assert ignition_steps((4, 3, 2), weight_class=2, out_of_range=1) == 1
    assert ignition_steps((4, 3, 2), weight_class=2, out_of_range=2) == 0
    assert fire_after_ignition(5, 0, 1) == 1


@pytest.mark.rule("F.1-24", "TF-06")
def test_a_fire_grows_up_to_the_size_of_its_object() -> None:
    """Derived case TF-06: FS 4 on S 5, dice 4, 4, 4."""
    assert fire_after_ignition(5, 4, ignition_steps((4, 4, 4), weight_class=2)) == 5


@pytest.mark.rule("F.1-22", "QF-05", "TF-06")
@pytest.mark.parametrize(
    ("weight_class", "faces", "steps"),
    [
        (5, (4, 4, 4), 0),
        (4, (4, 4, 4), 0),
        (3, (2, 3, 4), 1),
        (2, (2, 3, 4), 2),
        (1, (2, 3, 4), 3),
        (0, (2, 3, 4), 3),
        (0, (1, 3), 2),
    ],
)
def test_each_die_above_the_weight_class_ignites(
    weight_class: int, faces: tuple[int, ...], steps: int
) -> None:
    assert ignition_steps(faces, weight_class) == steps


@pytest.mark.rule("QF-12")
def test_a_roll_of_all_ones_ignites_not_even_paper() -> None:
    assert ignition_steps((1, 1), weight_class=0) == 0
    assert ignition_steps((1,), weight_class=0) == 0
    assert ignition_steps((), weight_class=0) == 0


@pytest.mark.rule("QF-06")
def test_bonus_dice_of_fire_damage_are_no_fire_dice() -> None:
    """A 4 earns a d6 of damage; only the 4 itself can ignite."""
    hit = exposure_damage((4, 4), (4, 2), bonus=(5,))
    assert hit.damage == 4 + 2 + 5
    assert hit.fire_faces == (4, 2)
    assert ignition_steps(hit.fire_faces, weight_class=2) == 1
    with pytest.raises(ValueError, match="a d4"):
        ignition_steps((4, 5), weight_class=2)


@pytest.mark.rule("QF-13", "QF-14")
def test_neither_armor_nor_target_size_keeps_a_die_from_igniting() -> None:
    """The total is 0 after the modifier, so no Armor is beaten; the die still shows 3."""
    hit = exposure_damage((4,), (3,), size_modifier=-3)
    assert hit.damage == 0
    assert ignition_steps(hit.fire_faces, weight_class=2) == 1


@pytest.mark.rule("QF-02")
def test_the_largest_fire_is_as_large_as_the_object_was_built() -> None:
    assert largest_fire(5, effective_size=2) == 5


@pytest.mark.rule("QF-02")
def test_a_table_may_let_size_damage_limit_the_fire() -> None:
    assert largest_fire(5, effective_size=2, fire_cap="effective_size") == 2
    assert largest_fire(5, fire_cap="effective_size") == 5


@pytest.mark.rule("F.1-23", "F.1-24")
def test_a_book_of_size_0_can_burn_with_one_inch() -> None:
    assert fire_after_ignition(0, 0, 3) == 1


@pytest.mark.rule("F.1-24")
@given(st.integers(1, 20), st.integers(0, 20), st.integers(0, 10))
def test_no_ignition_makes_a_fire_larger_than_its_object(size: int, fire: int, steps: int) -> None:
    before = min(size, fire)
    after = fire_after_ignition(size, before, steps)
    assert before <= after <= size
    assert after == size or after == before + steps


@pytest.mark.rule("F.1-27")
@pytest.mark.parametrize(
    ("on_fire", "uses_burning", "dice"),
    [(False, False, 0), (True, False, 1), (False, True, 1), (True, True, 1)],
)
def test_burning_or_using_what_burns_costs_one_d4_and_both_no_more(
    on_fire: bool, uses_burning: bool, dice: int
) -> None:
    assert fire_penalty_dice(on_fire, uses_burning) == dice


@pytest.mark.rule("F.1-28")
def test_a_torch_or_flaming_sword_has_and_gives_no_penalty() -> None:
    assert fire_penalty_dice(on_fire=True, burns_by_design=True) == 0
    assert fire_penalty_dice(on_fire=False, uses_burning=True, used_burns_by_design=True) == 0
    assert fire_penalty_dice(on_fire=True, uses_burning=True, used_burns_by_design=True) == 1


FIRE, ACID = FireKind.FIRE, FireKind.ACID


@pytest.mark.rule("F.1-29", "TF-16")
def test_a_burning_mech_strikes_with_a_fire_die_more() -> None:
    """Derived case TF-16: W 3 melee, and its Fire die ignites what it exceeds."""
    assert burning_attack_kinds({FIRE}, (), ()) == (FIRE,)
    assert ignition_steps((3,), weight_class=2) == 1
    assert ignition_steps((2,), weight_class=2) == 0


@pytest.mark.rule("F.1-29")
def test_a_burning_weapon_alone_adds_the_die_and_no_fire_adds_none() -> None:
    assert burning_attack_kinds((), {FIRE}, ()) == (FIRE,)
    assert burning_attack_kinds((), (), ()) == ()


@pytest.mark.rule("QF-15", "F.1-49")
def test_burning_twice_adds_one_die_of_a_kind_only() -> None:
    assert burning_attack_kinds({FIRE}, {FIRE}, ()) == (FIRE,)
    assert burning_attack_kinds({ACID}, {FIRE, ACID}, ()) == (FIRE, ACID)


@pytest.mark.rule("F.1-49", "F.1-45", "F.1-46", "F.1-47")
@pytest.mark.parametrize(
    ("kind", "tag"),
    [
        (FireKind.ION, "technological"),
        (FireKind.POISON, "living"),
        (FireKind.VIRUS, "computer"),
    ],
)
def test_a_kind_adds_a_die_against_those_whom_it_reaches_only(kind: FireKind, tag: str) -> None:
    assert burning_attack_kinds({kind}, (), {tag, "flammable"}) == (kind,)
    assert burning_attack_kinds({kind}, (), {"flammable"}) == ()


@pytest.mark.rule("F.1-30", "TF-02")
def test_a_burning_wooden_golem_has_five_power_left() -> None:
    """Worked example TF-02: S 4, P 8, a fire of 3"."""
    assert power_after_fire(8, 3) == 5


@pytest.mark.rule("F.1-30")
def test_power_never_falls_below_zero() -> None:
    assert power_after_fire(2, 3) == 0
