import pytest

from brikdesk.rules.brikwars import power
from brikdesk.rules.brikwars.controls_and_jams import LETTERS, handheld_class
from brikdesk.rules.brikwars.house_rules import SOURCES
from brikdesk.rules.brikwars.units_and_damage import (
    BY_SIZE,
    KINDS,
    UNIT_PRESETS,
    UnitPreset,
    armor_d10s,
    of_size,
    too_much_armor,
)
from brikdesk.rules.brikwars.weapons import (
    WEAPON_PRESETS,
    WEAPONS,
    WeaponPreset,
    figures,
    power_needed,
)

MINUS = "\N{MINUS SIGN}"


def power_of(unit: UnitPreset) -> int:
    """Return the Power limit in inches, before any damage and fire."""
    half = power.has_half_power(unit.half_power, airborne=unit.airborne)
    return power.limit(unit.size, multiplier=unit.power_multiplier, half_power=half)


HAND_HELD: list[tuple[str, str, str, tuple[int, ...], int | None, float | None, str]] = [
    ("W-01", "Hand Weapon", "S", (1,), 2, None, "1 Action die"),
    ("W-02", "Heavy Weapon", "M", (1, 2), 3, None, "1 Action die+2"),
    ("W-03", "Two-Handed Weapon", "L", (2,), 4, None, "2 Action dice"),
    ("W-04", "Short-Ranged Weapon", "S", (1, 2), 3, 6, "1d6"),
    ("W-05", "Long-Ranged Weapon", "M", (2,), 3, 10, "1d6+1"),
    ("W-06", "ShotGun", "M", (2,), 3, 6, f"1d8+1 {MINUS} distance"),
    ("W-07", "AutoGun", "M", (2,), 3, 8, "1d6+1"),
    ("W-08", "FlameGun", "M", (2,), 2, 5, "1d4+1 Fire"),
    ("W-09", "Bazooka", "M", (2,), 4, 6, "by ammo"),
    ("W-10", "RailGun", "M", (2,), 4, 8, "by payload"),
    ("W-11", "Explosive", "S", (1,), 2, 3, "1d10 Exp"),
    ("W-12", "Light Shield", "S", (1,), 2, None, "1 Deflection on a Parry"),
    ("W-13", "Heavy Shield", "M", (1,), 3, None, "1 Deflection on a Parry"),
    ("W-14", "Light Armor", "", (), None, None, ""),
    ("W-15", "Heavy Armor", "", (), None, None, ""),
    ("W-16", "Bare Hands", "", (1,), 0, None, "Shove or Grab"),
    ("W-17", "Minifig Tool", "S", (1,), 3, None, f"1 Action die{MINUS}1"),
    ("W-18", "Random Object", "", (1, 2), 4, None, f"1 Action die{MINUS}2"),
    ("W-19", "Thrown Object", "", (1,), None, 3, "as in Close Combat"),
    ("W-20", "Wand", "S", (1,), 2, 6, ""),
    ("W-21", "Staff", "L", (2,), 3, 10, ""),
]


@pytest.mark.parametrize(("id", "name", "length", "hands", "use", "reach", "damage"), HAND_HELD)
def test_every_weapon_preset(
    id: str,
    name: str,
    length: str,
    hands: tuple[int, ...],
    use: int | None,
    reach: float | None,
    damage: str,
) -> None:
    made = WEAPON_PRESETS[id]
    assert (made.name, made.length, made.hands) == (name, length, hands)
    assert (made.use, made.range, made.damage) == (use, reach, damage)


def test_the_list_of_weapon_presets_is_complete() -> None:
    assert list(WEAPON_PRESETS) == [row[0] for row in HAND_HELD]


@pytest.mark.parametrize("preset", WEAPON_PRESETS.values(), ids=lambda preset: preset.id)
def test_weapon_presets_make_sense(preset: WeaponPreset) -> None:
    assert preset.source in SOURCES
    assert preset.kind in {*WEAPONS, "Armor", "Other"}
    if preset.length:
        assert LETTERS[handheld_class(preset.size, 1) or ""] == preset.length
    if preset.hands:
        assert power_needed(preset.size, minifig_hands=min(preset.hands)) <= power.minifig_power(2)


@pytest.mark.rule("8.1-21")
def test_short_presets_equal_the_formulas_for_one_inch() -> None:
    pistol, gun = WEAPON_PRESETS["W-04"], figures("Gun", 1)
    assert (pistol.use, pistol.range, pistol.damage) == (gun.use, gun.range, gun.damage)
    sword, melee = WEAPON_PRESETS["W-01"], figures("Melee Weapon", 1)
    assert (sword.use, sword.damage) == (melee.use, melee.damage)
    buckler, shield = WEAPON_PRESETS["W-12"], figures("Melee Shield", 1)
    assert (buckler.use, buckler.deflection) == (shield.use, shield.deflection)


def test_what_presets_do_besides_damage() -> None:
    knock = {id: (p.knockback, p.disrupts) for id, p in WEAPON_PRESETS.items() if p.knockback}
    assert knock == {
        "W-02": (1, False),
        "W-03": (1, True),
        "W-06": (1, False),
        "W-16": (2, True),
    }
    assert WEAPON_PRESETS["W-15"].deflection == 1
    assert not WEAPON_PRESETS["W-03"].throwable
    assert WEAPON_PRESETS["W-09"].max_explosive_size == 1
    assert WEAPON_PRESETS["W-10"].max_explosive_size == 2


UNITS: list[tuple[str, str, str, int, int, float, str, int, float]] = [
    ("U-01", "Minifig", "minifig", 1, 6, 5, "4", 2, 1),
    ("U-02", "Hero", "hero", 1, 10, 7, "2d6", 2, 2),
    ("U-03", "Great Leader", "minifig", 1, 6, 5, "4", 2, 2),
    ("U-04", "Civilian", "minifig", 1, 4, 5, "4", 2, 1),
    ("U-05", "Worker", "minifig", 1, 4, 5, "4", 2, 0.5),
    ("U-06", "Cannon fodder", "minifig", 1, 6, 5, "4", 2, 0.5),
    *(
        (f"U-{number:02}", name, "minifig", 1, 6, 5.0, "4", 2, 1.0)
        for number, name in enumerate(
            ["Gunner", "Scout", "Mechanik", "Medik", "Pilot / Rider", "Marksman", "Sniper",
             "Heavy", "Skirmisher", "Phalanx", "Officer", "Leader", "Commando"],
            start=7,
        )
    ),
    ("U-20", "Bigfig", "minifig", 2, 8, 5, "4", 4, 2),
    ("U-21", "Horse", "horse", 2, 6, 10, "4", 4, 1),
    ("U-22", "Flying creature", "creature", 2, 6, 10, "1d10", 2, 2),
    ("U-23", "Patch of ground", "object", 1, 0, 0, "1d10", 2, 0),
    ("U-24", "Border wall", "structure", 5, 0, 0, "3d10", 10, 5),
    ("U-25", "Tailed beast", "creature", 3, 6, 5, "2d10", 6, 3),
    ("U-26", "Giant automaton", "creature", 2, 6, 5, "1d10", 4, 2),
    ("U-27", "Missile tank", "vehicle", 4, 0, 10, "2d10", 8, 4),
    ("U-28", "Boiler mech", "vehicle", 4, 0, 10, "2d10", 8, 4),
    ("U-29", "Wooden golem on fire", "creature", 4, 6, 5, "1d10", 8, 4),
    ("U-30", "Ripper blade carrier", "creature", 2, 6, 5, "1d10", 4, 2),
]  # fmt: skip


@pytest.mark.parametrize(
    ("id", "name", "kind", "size", "action_die", "move", "armor", "inches_of_power", "value"), UNITS
)
def test_every_unit_preset(
    id: str,
    name: str,
    kind: str,
    size: int,
    action_die: int,
    move: float,
    armor: str,
    inches_of_power: int,
    value: float,
) -> None:
    unit = UNIT_PRESETS[id]
    assert (unit.name, unit.kind, unit.size) == (name, kind, size)
    assert (unit.action_die, unit.move, unit.armor) == (action_die, move, armor)
    assert (power_of(unit), unit.value) == (inches_of_power, value)


def test_the_list_of_unit_presets_is_complete() -> None:
    assert list(UNIT_PRESETS) == [row[0] for row in UNITS]


@pytest.mark.parametrize("unit", UNIT_PRESETS.values(), ids=lambda unit: unit.id)
def test_unit_presets_are_legal(unit: UnitPreset) -> None:
    assert unit.kind in KINDS
    assert unit.source in SOURCES
    assert too_much_armor(unit.armor, unit.size) is None
    assert unit.mind in ("independent", "half-minded", "none")
    assert (unit.action_die == 0) == (unit.mind == "none")
    for weapon in unit.weapons:
        assert power.may_activate(weapon.size, power_of(unit)) is None


def test_abilities_that_the_rules_know() -> None:
    assert UNIT_PRESETS["U-07"].specialties == ("gunnery",)
    assert UNIT_PRESETS["U-08"].specialties == ("pathfinding", "tracking")
    assert [id for id, unit in UNIT_PRESETS.items() if unit.two_steps] == ["U-20", "U-21"]
    assert [id for id, unit in UNIT_PRESETS.items() if unit.airborne] == ["U-22"]
    assert UNIT_PRESETS["U-22"].half_power == "always"


@pytest.mark.rule("8.1-32", "8.4-03")
def test_the_creations_of_the_chapters() -> None:
    beast = UNIT_PRESETS["U-25"]
    assert [
        (w.size, figures(w.kind, w.size).use, figures(w.kind, w.size).dice) for w in beast.weapons
    ] == [
        (1, 2, 1),
        (1, 2, 1),
        (5, 6, 5),
    ]
    automaton = UNIT_PRESETS["U-26"]
    assert [(w.kind, figures(w.kind, w.size).use, w.mounted) for w in automaton.weapons] == [
        ("Melee Weapon", 4, False),
        ("Melee Shield", 6, False),
    ]
    (turret,) = UNIT_PRESETS["U-27"].weapons
    assert (figures(turret.kind, turret.size).use, figures(turret.kind, turret.size).range) == (
        6,
        18,
    )
    assert turret.battery is not None
    assert (turret.battery.explosive_size, turret.battery.count) == (1, 12)
    assert armor_d10s(UNIT_PRESETS["U-28"].armor) == 2
    assert UNIT_PRESETS["U-28"].fire_size == 1
    golem = UNIT_PRESETS["U-29"]
    assert power.limit(golem.size, fire_size=golem.fire_size) == 5
    (blade,) = UNIT_PRESETS["U-30"].weapons
    assert (figures(blade.kind, blade.size).use, figures(blade.kind, blade.size).damage) == (
        5,
        "4 Action dice",
    )


BODIES = {
    0: ("5 1d6 0", "", "", "0 1d6 0"),
    1: ("5 1d6 2", "5 1d6 2", "10 1d6 1", "0 1d10 2"),
    2: ("5 1d10 4", "10 1d6 4", "10 1d10 2", "0 1d10 4"),
    3: ("5 2d10 6", "10 1d10 6", "10 2d10 3", "0 2d10 6"),
    4: ("5 3d10 8", "10 2d10 8", "10 3d10 4", "0 2d10 8"),
    5: ("5 4d10 10", "10 3d10 10", "10 4d10 5", "0 3d10 10"),
    9: ("5 4d10 18", "10 3d10 18", "10 4d10 9", "0 3d10 18"),
}
"""Table of creations by Size: Move, Armor, Power; columns creature, ground, flying, structure."""


@pytest.mark.rule("8.1-31", "8.1-37")
@pytest.mark.parametrize("size", BODIES)
def test_every_cell_of_the_table_by_size(size: int) -> None:
    bodies = ("creature", "ground vehicle", "flying vehicle", "structure")
    for body, cells in zip(bodies, BODIES[size], strict=True):
        unit = of_size(body, size)
        made = f"{unit.move:g} {unit.armor} {power_of(unit)}" if unit else ""
        assert made == cells
        if unit:
            assert unit.size == size
            assert unit.kind in KINDS
            assert too_much_armor(unit.armor, unit.size) is None
            assert (unit.mind == "independent") == (body == "creature")
            assert unit.airborne == (body == "flying vehicle")


def test_the_table_spends_its_enhancements() -> None:
    """OF-42: an Enhancement for each of the first inches, OF-43: a step of Armor or 5" of Move each."""
    steps = ["1d6", "1d10", "2d10", "3d10", "4d10", "5d10"]
    for row in BY_SIZE[1:]:
        for body, (move, armor) in row.bodies.items():
            inches = (1, 3, 5) if body == "structure" else (1, 2, 3, 4, 5)
            allowed = sum(row.size >= inch for inch in inches)
            free = 1 if body == "flying vehicle" else 0
            assert move / 5 + steps.index(armor) == allowed + free
