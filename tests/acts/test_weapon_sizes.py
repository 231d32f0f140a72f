"""What a Weapon Size makes of a weapon on the roster, in whoever's hands (8.1, tables 1 to 3)."""

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit, TakeSizeDamage
from brikdesk.acts.weapons.weapons import AddWeapon, PickUp
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import ControlPoint, Weapon
from brikdesk.store.views.armory import WeaponRow, weapons_of
from tests.acts.attack_scene import faces, look, unit, weapon
from tests.acts.table import bad, refused, row, rows, told


@pytest.fixture
def mech(battle: Campaign) -> int:
    return unit(battle, "Mech", 1, kind="Creature", size=6, armor="2d10", action_die=6)


def card(campaign: Campaign, unit_id: int) -> WeaponRow:
    """Return the only weapon of a unit as the desk shows it."""
    (only,) = campaign.reading(lambda session: weapons_of(session, unit_id))
    return only


def disarm(campaign: Campaign, unit_id: int, weapon_id: int, *armor: int) -> None:
    """Knock a weapon out of its bearer's hands: damage as high as these Armor dice, or as 4."""
    campaign.do(
        DamageUnit(
            unit_id=unit_id,
            damage=sum(armor) or 4,
            faces=faces(*armor),
            choices={"bad": "disarmed", "item": str(weapon_id)},
        )
    )


TABLE_1 = {
    "Melee Weapon": ([2, 3, 4, 5, 6, 7], [None] * 6, "1 Action die", "{} Action dice"),
    "Melee Shield": ([2, 4, 6, 8, 10, 12], [None] * 6, "", "{} Deflection on a Parry"),
    "Gun": ([3, 4, 5, 6, 7, 8], [6, 10, 14, 18, 22, 26], "", "{}d6"),
    "MachineGun": ([3, 4, 5, 6, 7, 8], [5, 8, 11, 14, 17, 20], "", "{}d6"),
    "BlastGun": ([2, 3, 4, 5, 6, 7], [4, 6, 8, 10, 12, 14], "", "{}d8 − distance"),
    "FlameThrower": ([2, 3, 4, 5, 6, 7], [4, 6, 8, 10, 12, 14], "", "{}d4 Fire"),
    "Rocket": ([2, 4, 6, 8, 10, 12], [6, 12, 18, 24, 30, 36], "", "{}d10 Exp"),
    "Cannon": ([4, 5, 6, 7, 8, 9], [4, 8, 12, 16, 20, 24], "", "by ammo"),
    "Launcher": ([2, 4, 6, 8, 10, 12], [6, 12, 18, 24, 30, 36], "", "by payload"),
}
"""Use and Range for W or X 1 to 6, and the damage: of 1, and of any."""


@pytest.mark.rule("8.1-03", "8.1-04", "8.1-05", "8.1-06", "8.1-07", "8.1-08", "8.1-09", "8.1-11")
@pytest.mark.rule("8.1-12", "8.1-13")
@pytest.mark.parametrize("kind", TABLE_1)
def test_every_cell_of_table_1(battle: Campaign, mech: int, kind: str) -> None:
    uses, ranges, of_one, of_any = TABLE_1[kind]
    for size, use, reach in zip(range(1, 7), uses, ranges, strict=True):
        made = row(battle, Weapon, weapon(battle, mech, kind=kind, size=size))
        damage = of_one if size == 1 and of_one else of_any.format(size)
        assert (made.use, made.range, made.damage) == (use, reach, damage)
        assert made.max_payload == (size if kind in ("Cannon", "Launcher") else None)


@pytest.mark.rule("8.1-10")
def test_an_explosive_has_use_and_range_only_from_what_sends_it(
    battle: Campaign, mech: int
) -> None:
    mounted = row(battle, Weapon, weapon(battle, mech, kind="Explosive", size=3))
    thrown = row(battle, Weapon, weapon(battle, mech, kind="Explosive", size=3, mounted=False))
    assert (mounted.use, mounted.range, mounted.damage) == (None, None, "3d10 Exp")
    assert (thrown.use, thrown.range, thrown.damage) == (2, 3, "3d10 Exp")


@pytest.mark.rule("8.1-01")
@pytest.mark.parametrize("size", [0, 0.5, 1])
def test_what_is_smaller_behaves_as_one_inch(battle: Campaign, mech: int, size: float) -> None:
    assert told(battle, AddWeapon(unit_id=mech, kind="Gun", size=size))[0].endswith(
        'Use 3, Range 6", 1d6.'
    )
    seen = card(battle, mech)
    assert seen.power == 1


@pytest.mark.rule("8.1-02", "8.1-15")
def test_the_owner_declares_any_whole_inch_and_nothing_between(battle: Campaign, mech: int) -> None:
    """T8-01: the Ripper Blade may be 3", 4" or 5"; Explosives count whole elements."""
    blades = [
        row(battle, Weapon, weapon(battle, mech, kind="Melee Weapon", size=size))
        for size in (3, 4, 5)
    ]
    assert [(made.use, made.damage) for made in blades] == [
        (4, "3 Action dice"), (5, "4 Action dice"), (6, "5 Action dice"),
    ]  # fmt: skip
    rocket = row(battle, Weapon, weapon(battle, mech, kind="Rocket", size=40))
    assert (rocket.use, rocket.range, rocket.damage) == (80, 240, "40d10 Exp")
    for wrong in (1.5, 2.5, 4.25, -1):
        assert bad(battle, AddWeapon(unit_id=mech, kind="Gun", size=wrong))
        assert bad(battle, AddWeapon(unit_id=mech, kind="Rocket", size=wrong))


@pytest.mark.rule("8.1-26")
def test_a_weapon_in_the_hand_has_the_figures_of_a_mounted_one(battle: Campaign, mech: int) -> None:
    for kind in ("Gun", "Melee Weapon", "FlameThrower"):
        held, mounted = (
            row(battle, Weapon, weapon(battle, mech, kind=kind, size=3, mounted=is_mounted))
            for is_mounted in (False, True)
        )
        assert (held.use, held.range, held.damage) == (mounted.use, mounted.range, mounted.damage)
        assert (held.hands, mounted.hands) == (1, 0)


@pytest.mark.rule("8.1-21", "8.1-28", "8.1-29")
@pytest.mark.parametrize(
    ("kind", "size", "letter", "hands"),
    [
        ("Melee Weapon", 1, "S", 1),
        ("Melee Weapon", 1.5, "M", 1),
        ("Melee Weapon", 2, "L", 2),
        ("Melee Shield", 1, "S", 1),
        ("Melee Shield", 1.5, "M", 1),
        ("Melee Shield", 2, "L", 2),
        ("Gun", 1, "S", 1),
        ("Gun", 1.5, "M", 2),
    ],
)
def test_the_class_of_a_minifigs_weapon(
    battle: Campaign, kind: str, size: float, letter: str, hands: int
) -> None:
    hinge = unit(battle, "Hinge", 1)
    weapon(battle, hinge, kind=kind, size=size)
    seen = card(battle, hinge)
    assert (seen.held, seen.hands) == (letter, hands)


@pytest.mark.rule("8.1-28", "8.1-30")
def test_the_sword_of_an_automaton_goes_from_hand_to_hand(battle: Campaign) -> None:
    """T8-02: 3" is Bastard for Size 2", Short for 3", and too large for 1"; the figures stay."""
    sizes = {2: "M", 3: "S"}
    bearers = {
        size: unit(battle, f"Size {size}", 1, kind="Creature", size=size, armor="2d10")
        for size in (2, 3)
    }
    minifig = unit(battle, "Hinge", 1)
    sword = weapon(battle, bearers[2], kind="Melee Weapon", size=3, mounted=False)
    for size, bearer in bearers.items():
        seen = card(battle, bearer)
        assert (seen.held, seen.use, seen.damage) == (sizes[size], 4, "3 Action dice")
        disarm(battle, bearer, sword, 4, 5)
        refused(battle, PickUp(weapon_id=sword, by_unit_id=minifig), "8.1-27")
        battle.do(PickUp(weapon_id=sword, by_unit_id=bearers[3]))


@pytest.mark.rule("8.1-28", "8.1-30")
def test_what_takes_two_hands_of_one_takes_one_of_another(battle: Campaign, mech: int) -> None:
    hinge = unit(battle, "Hinge", 1)
    axe = weapon(battle, hinge, preset="W-03")
    assert row(battle, Weapon, axe).hands == 2
    disarm(battle, hinge, axe)
    battle.do(PickUp(weapon_id=axe, by_unit_id=mech))
    taken = row(battle, Weapon, axe)
    assert (taken.hands, taken.use, taken.damage) == (1, 4, "2 Action dice")
    disarm(battle, mech, axe, 4, 5)
    battle.do(PickUp(weapon_id=axe, by_unit_id=hinge))
    assert row(battle, Weapon, axe).hands == 2


@pytest.mark.rule("8.1-26", "8.1-29", "8.1-30")
def test_a_gun_torn_off_is_held_by_who_picks_it_up(battle: Campaign, mech: int) -> None:
    tank = unit(battle, "Tank", 2, kind="Vehicle", size=3, armor="2d10")
    gun = weapon(battle, tank, kind="Gun", size=4)
    disarm(battle, tank, gun, 4, 5)
    hinge = unit(battle, "Hinge", 1)
    small = unit(battle, "Small Mech", 1, kind="Creature", size=2, armor="1d10")
    refused(battle, PickUp(weapon_id=gun, by_unit_id=hinge), "8.1-27")
    refused(battle, PickUp(weapon_id=gun, by_unit_id=small), "8.1-29")
    battle.do(PickUp(weapon_id=gun, by_unit_id=mech))
    taken = row(battle, Weapon, gun)
    assert (taken.mounted, taken.hands, taken.use, taken.range) == (False, 1, 6, 18)
    assert not rows(battle, ControlPoint)


@pytest.mark.rule("8.1-28")
def test_a_long_weapon_of_a_creation_is_not_thrown(battle: Campaign) -> None:
    automaton = unit(battle, "Automaton", 1, kind="Creature", size=4, armor="2d10", action_die=6)
    foe = unit(battle, "Foe", 2)

    def thrown(size: int) -> str:
        blade = weapon(battle, automaton, kind="Melee Weapon", size=size, mounted=False)
        strike = Strike(weapon_id=blade, mode=Mode.THROW)
        return look(
            battle, Attack(aims=(Aim(unit_id=foe, distance=3),), strikes=(strike,))
        ).refused_by

    assert [thrown(size) for size in (2, 6, 8)] == ["", "8.4-59", "8.1-28"]


@pytest.mark.rule("Q8-08", "8.1-27")
def test_size_damage_loosens_the_grip_only_where_the_table_says_so(battle: Campaign) -> None:
    automaton = unit(battle, "Automaton", 1, kind="Creature", size=3, armor="2d10")
    weapon(battle, automaton, kind="Melee Weapon", size=3, mounted=False)
    battle.do(TakeSizeDamage(unit_id=automaton))
    assert card(battle, automaton).held == "S"
    battle.do(SetHouseRule(switch="handheld_ratio_base", value="effective_size"))
    assert card(battle, automaton).held == "M"


@pytest.mark.rule("8.1-22", "8.1-23", "8.1-25")
@pytest.mark.parametrize(
    ("kind", "use", "reach", "damage", "largest"),
    [
        ("Gun", 3, 10, "1d6+1", None),
        ("MachineGun", 3, 8, "1d6+1", None),
        ("BlastGun", 3, 6, "1d8+1 − distance", None),
        ("FlameThrower", 2, 5, "1d4+1 Fire", None),
        ("Cannon", 4, 6, "by ammo", 1),
        ("Launcher", 4, 8, "by payload", 2),
    ],
)
def test_every_cell_of_table_2(
    battle: Campaign, kind: str, use: int, reach: int, damage: str, largest: int | None
) -> None:
    hinge = unit(battle, "Hinge", 1)
    made = row(battle, Weapon, weapon(battle, hinge, kind=kind, size=1.5))
    assert (made.use, made.range, made.damage) == (use, reach, damage)
    assert (made.max_payload, made.hands) == (largest, 2)
