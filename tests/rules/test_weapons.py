import pytest

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.controls_and_jams import (
    LETTERS,
    Handling,
    bearer_size,
    handheld_class,
    handling,
)
from brikdesk.rules.brikwars.flight import max_payload_size
from brikdesk.rules.brikwars.weapons import (
    BASTARD_GUNS,
    SIZED_BY_X,
    WEAPON_PRESETS,
    WEAPONS,
    KnockBack,
    SizeFigures,
    figures,
    hit_knockback,
    may_maneuver,
    power_needed,
    thrown_explosive,
)
from brikdesk.rules.refusal import No

MINUS = "\N{MINUS SIGN}"


def card(made: SizeFigures) -> tuple[int | None, str, str]:
    touch = "by delivery" if made.damage_type == "Exp" else "CC"
    reach = touch if made.range is None else f'{made.range:g}"'
    return made.use, reach, made.damage


TABLE_1 = {
    1: "2 1A|2 1|3 6 1d6|3 5 1d6|2 4 1d8|2 4 1d4|4 4|2 6 0 1|2 6 1d10",
    2: "3 2A|4 2|4 10 2d6|4 8 2d6|3 6 2d8|3 6 2d4|5 8|4 12 1 2|4 12 2d10",
    3: "4 3A|6 3|5 14 3d6|5 11 3d6|4 8 3d8|4 8 3d4|6 12|6 18 1 3|6 18 3d10",
    4: "5 4A|8 4|6 18 4d6|6 14 4d6|5 10 4d8|5 10 4d4|7 16|8 24 2 4|8 24 4d10",
    5: "6 5A|10 5|7 22 5d6|7 17 5d6|6 12 5d8|6 12 5d4|8 20|10 30 2 5|10 30 5d10",
    6: "7 6A|12 6|8 26 6d6|8 20 6d6|7 14 6d8|7 14 6d4|9 24|12 36 3 6|12 36 6d10",
}
"""Check values of table 1: Use, Range in inches, dice or limits; columns as in the papers."""


@pytest.mark.rule(
    "8.1-03", "8.1-04", "8.1-05", "8.1-06", "8.1-07", "8.1-08", "8.1-09", "8.1-11", "8.1-12",
    "8.1-13",
)  # fmt: skip
@pytest.mark.parametrize("size", TABLE_1)
def test_every_cell_of_table_1(size: int) -> None:
    melee, shield, gun, machine, blast, flame, cannon, launcher, rocket = (
        tuple(column.split()) for column in TABLE_1[size].split("|")
    )
    sword = figures("Melee Weapon", size)
    assert (str(sword.use), f"{sword.dice}A", sword.die) == (*melee, "Action die")
    assert sword.range is None
    buckler = figures("Melee Shield", size)
    assert (str(buckler.use), str(buckler.deflection)) == shield
    for kind, cells, ending in (
        ("Gun", gun, ""),
        ("MachineGun", machine, ""),
        ("BlastGun", blast, f" {MINUS} distance"),
        ("FlameThrower", flame, " Fire"),
        ("Rocket", rocket, " Exp"),
    ):
        made = figures(kind, size)
        assert (str(made.use), f"{made.range:g}", made.damage) == (*cells[:2], cells[2] + ending)
    made = figures("Cannon", size)
    assert (str(made.use), f"{made.range:g}") == cannon
    assert (made.damage, made.max_explosive_size) == ("by ammo", size)
    made = figures("Launcher", size)
    limits = (str(max_payload_size(size)), str(made.max_explosive_size))
    assert (str(made.use), f"{made.range:g}", *limits) == launcher
    assert made.damage == "by payload"


@pytest.mark.rule("8.1-01")
def test_what_is_smaller_behaves_as_one_inch() -> None:
    assert power_needed(0) == power_needed(0.5) == power_needed(1) == 1
    assert figures("Gun", 0.5) == figures("Gun", 1)


@pytest.mark.rule("8.1-02", "8.1-03", "8.1-04", "8.1-14")
@pytest.mark.parametrize(("size", "use", "dice"), [(1, 2, 1), (3, 4, 3), (4, 5, 4), (5, 6, 5)])
def test_ripper_blade(size: int, use: int, dice: int) -> None:
    """Worked example T8-01: the blade can be declared as 3", 4" or 5"."""
    made = figures("Melee Weapon", size)
    assert card(made) == (use, "CC", f"{dice} Action di{'e' if dice == 1 else 'ce'}")


@pytest.mark.rule("8.1-02")
def test_sizes_are_whole_inches() -> None:
    """Q8-01."""
    for wrong in (4.5, -1):
        with pytest.raises(BadInput):
            power_needed(wrong)
    assert power_needed(40) == 40


@pytest.mark.rule("8.1-03")
def test_explosives_and_rockets_go_by_x() -> None:
    assert {"Explosive", "Rocket"} == SIZED_BY_X
    assert set(WEAPONS) > SIZED_BY_X
    with pytest.raises(KeyError):
        figures("Trebuchet", 3)


@pytest.mark.rule("8.1-05")
def test_a_shield_only_parries_and_shoves() -> None:
    assert figures("Melee Shield", 3).damage == "3 Deflection on a Parry"
    assert figures("Melee Shield", 3).dice == 0
    assert may_maneuver("Melee Shield", "parry") is None
    assert may_maneuver("Melee Shield", "shove") is None
    refused = may_maneuver("Melee Shield", "strike")
    assert refused is not None
    assert refused.rule == "8.1-05"
    assert may_maneuver("Melee Weapon", "strike") is None


@pytest.mark.rule("8.1-10")
def test_an_explosive_takes_use_and_range_from_what_delivers_it() -> None:
    assert card(figures("Explosive", 3)) == (None, "by delivery", "3d10 Exp")
    assert card(thrown_explosive(1)) == (2, '3"', "1d10 Exp")
    assert card(thrown_explosive(2, use=1)) == (1, '3"', "2d10 Exp")


@pytest.mark.rule("8.1-19", "8.1-20")
def test_heavy_weapons_knock_smaller_targets_back() -> None:
    """Worked example T8-22."""
    assert hit_knockback(4, 1) == KnockBack(3, disrupts=True)
    assert hit_knockback(4, 4).inches == 0
    assert hit_knockback(2, 5).inches == 0
    assert hit_knockback(1, 0) == KnockBack(1, disrupts=True)
    assert hit_knockback(1.5, 1).inches == 0


@pytest.mark.rule("8.1-24")
def test_a_shotgun_knocks_minifigs_back_without_disrupting() -> None:
    assert hit_knockback(1.5, 1, gun="ShotGun") == KnockBack(1, disrupts=False)
    assert hit_knockback(1.5, 0, gun="ShotGun") == KnockBack(1, disrupts=False)
    assert hit_knockback(1.5, 2, gun="ShotGun") == KnockBack(0, disrupts=False)


@pytest.mark.rule("8.1-22", "8.1-23", "8.1-25")
@pytest.mark.parametrize(
    ("name", "base", "use", "reach", "damage"),
    [
        ("Long-Ranged Weapon", "Gun", 3, 10, "1d6+1"),
        ("AutoGun", "MachineGun", 3, 8, "1d6+1"),
        ("ShotGun", "BlastGun", 3, 6, f"1d8+1 {MINUS} distance"),
        ("FlameGun", "FlameThrower", 2, 5, "1d4+1 Fire"),
        ("Bazooka", "Cannon", 4, 6, "by ammo"),
        ("RailGun", "Launcher", 4, 8, "by payload"),
    ],
)
def test_every_cell_of_table_2(name: str, base: str, use: int, reach: float, damage: str) -> None:
    kind, made = BASTARD_GUNS[name]
    assert (kind, made.use, made.range, made.damage) == (base, use, reach, damage)
    preset = next(p for p in WEAPON_PRESETS.values() if p.name == name)
    assert (preset.kind, preset.use, preset.range, preset.damage) == (base, use, reach, damage)
    assert preset.hands == (2,)
    assert preset.length == "M"


@pytest.mark.rule("8.1-25")
def test_bastard_guns_follow_the_rules_of_their_base_kind() -> None:
    assert set(BASTARD_GUNS) == {
        "Long-Ranged Weapon", "AutoGun", "ShotGun", "FlameGun", "Bazooka", "RailGun",
    }  # fmt: skip
    bazooka, railgun = BASTARD_GUNS["Bazooka"][1], BASTARD_GUNS["RailGun"][1]
    assert bazooka.max_explosive_size == 1
    assert railgun.max_explosive_size == 2


@pytest.mark.rule("8.1-21")
def test_classes_in_a_minifigs_hands() -> None:
    sizes = (0.5, 1, 1.25, 1.5, 1.75, 2, 2.5)
    classes = [handheld_class(size, 1) for size in sizes]
    assert classes == ["Short", "Short", "Bastard", "Bastard", "Long", "Long", None]
    assert LETTERS == {"Short": "S", "Bastard": "M", "Long": "L"}


@pytest.mark.rule("8.1-27", "8.1-28", "8.1-30")
def test_archohellenic_automaton() -> None:
    """Worked example T8-02: sword and shield of 3" in hands of Size 2", 3" and 1"."""
    assert card(figures("Melee Weapon", 3)) == (4, "CC", "3 Action dice")
    assert card(figures("Melee Shield", 3))[0] == 6
    sword = handling(3, 2)
    assert sword == Handling((1, 2))
    assert handling(3, 2, kind="Melee Shield") == Handling((1,))
    assert handheld_class(3, 3) == "Short"
    assert handling(3, 3) == Handling((1,))
    assert handling(3, 3, kind="Melee Shield") == Handling((1,))
    refused = handling(3, 1)
    assert isinstance(refused, No)
    assert refused.rule == "8.1-27"


@pytest.mark.rule("8.1-28", "8.1-29")
@pytest.mark.parametrize(
    ("kind", "size", "hands", "throwable"),
    [
        ("Melee Weapon", 2, (1,), True),
        ("Melee Weapon", 3, (1, 2), True),
        ("Melee Weapon", 4, (2,), False),
        ("Gun", 2, (1, 2), True),
        ("Cannon", 3, (2,), True),
    ],
)
def test_every_cell_of_table_3(
    kind: str, size: int, hands: tuple[int, ...], throwable: bool
) -> None:
    assert handling(size, 2, kind=kind) == Handling(hands, throwable)


@pytest.mark.rule("8.1-29")
def test_long_ranged_weapons_are_not_hand_held() -> None:
    refused = handling(4, 2, kind="Gun")
    assert isinstance(refused, No)
    assert refused.rule == "8.1-29"
    too_large = handling(5, 2, kind="Gun")
    assert isinstance(too_large, No)
    assert too_large.rule == "8.1-27"


@pytest.mark.rule("8.1-27")
def test_which_size_of_the_bearer_counts_is_a_house_rule() -> None:
    """Q8-08."""
    assert bearer_size(3, 2) == 3
    assert bearer_size(3, 2, base="effective_size") == 1


@pytest.mark.rule("8.1-26", "8.1-30")
def test_figures_do_not_depend_on_the_bearer() -> None:
    assert figures("Gun", 3) == figures("Gun", 3.0)
    assert handheld_class(3, 2) != handheld_class(3, 3)


@pytest.mark.rule("8.1-32")
def test_minifig_items_take_hands_and_others_their_size() -> None:
    """Q8-07."""
    assert power_needed(5) == 5
    assert power_needed(1.5, minifig_hands=2) == 2
    assert power_needed(1, minifig_hands=1) == 1
