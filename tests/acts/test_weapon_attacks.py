"""Attacks with the weapons of chapter 8, through a campaign: its worked examples."""

from dataclasses import replace

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Change, Extra, Mode, ShieldDice, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fields.fields import AddField, EnterHazard
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Fate,
    Field,
    Fire,
    Homing,
    State,
    Unit,
    Weapon,
)
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import end_turn, row, rows


@pytest.mark.rule("8.3-07", "8.3-10", "8.3-11", "8.1-08", "8.1-24", "8.3-04", "Q8-14")
def test_the_shotgun_wedding(battle: Campaign, gunner: int) -> None:
    """T8-04: 1d8+1 less the distance, each with the modifier of what is seen of him."""
    gun = weapon(battle, gunner, preset="W-06")
    guests = [
        ("Constance", 0.8, 3, 2),
        ("Wooyang", 1, 3, 1),
        ("Virginia", 2, 2, -1),
        ("Purity", 3, 1, -3),
        ("Parson", 4, 3, -2),
    ]
    aims = tuple(
        Aim(unit_id=unit(battle, name, 2), distance=distance, sections=sections)
        for name, distance, sections, _ in guests
    )
    attack = Attack(aims=aims, strikes=(Strike(weapon_id=gun, by_id=gunner),))
    seen = look(battle, attack, 5, 5, 5, 5, 5, 2, 2, 2, 2, 2)
    assert [each.damage for each in seen.victims] == [3, 2, 0, 0, 0]
    assert seen.asked is not None
    flats = [target.hits[0].damage.bonus for target in seen.asked.targets]
    assert flats == [1, 0, -2, -4, -3]
    assert [shot.total for shot in seen.shots] == [5, 5, 4, 3, 5]
    lines = done(battle, attack, 5, 5, 5, 5, 5, 6, 2, 2, 2, 2)
    assert row(battle, Unit, 2).fate is Fate.DEAD  # Constance: 6 + 1
    assert any("Constance takes 7." in line and 'Thrown 1"' in line for line in lines)
    assert not rows(battle, State)  # a ShotGun Disrupts nobody


@pytest.mark.rule("8.3-09", "8.3-13", "8.3-15", "8.3-06")
def test_a_machine_gun_arc_jams_after_the_shot_that_jams_it(battle: Campaign, gunner: int) -> None:
    """T8-14: W 2, Use 4, arc of 3, naturals 5 and 2."""
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tank, kind="MachineGun", size=2)
    aims = tuple(Aim(unit_id=unit(battle, f"T{n}", 2), distance=5) for n in range(4))
    strike = Strike(weapon_id=gun, by_id=gunner, mode=Mode.ARC, count=3)
    attack = Attack(aims=aims, strikes=(strike,))
    seen = look(battle, attack, 5, 2)
    assert [(shot.total, shot.hit, shot.jams) for shot in seen.shots] == [
        (2, False, False),
        (-1, False, True),
        (None, None, False),
        (None, None, False),
    ]
    assert seen.complete
    done(battle, attack, 5, 2)
    assert row(battle, Weapon, gun).inoperative


@pytest.mark.rule("8.3-14", "8.3-15", "Q8-82", "4.2-18")
def test_a_burst_has_the_penalty_of_all_its_shots(battle: Campaign, gunner: int, foe: int) -> None:
    """T8-14: a burst of 3 at one target, naturals 6, 6, 1."""
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tank, kind="MachineGun", size=2)
    strike = Strike(weapon_id=gun, by_id=gunner, mode=Mode.BURST, count=3)
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(strike,))
    other = {"benny_0": "other", "words_0": "Smoke.", "benny_1": "other", "words_1": "Noise."}
    seen = look(battle, attack, 6, 6, 1, **other)
    assert [shot.total for shot in seen.shots] == [3, 3, -2]
    assert [shot.jams for shot in seen.shots] == [False, False, True]
    rescued = look(battle, attack, 6, 2, 6, 1, 3, 4, **{**other, "benny_0": "action"})
    assert rescued.shots[0].hit
    done(battle, attack, 6, 6, 1, **other)
    assert row(battle, Weapon, gun).inoperative


@pytest.mark.rule("8.3-15")
@pytest.mark.parametrize("change", [Change(key="auto", on=False), Change(key="auto", value=-1)])
def test_an_auto_penalty_that_does_not_count_does_not_jam(
    battle: Campaign, gunner: int, foe: int, change: Change
) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tank, kind="MachineGun", size=2)
    strike = Strike(weapon_id=gun, by_id=gunner, mode=Mode.BURST, count=3)
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(strike,))
    assert look(battle, attack, 2).shots[0].jams
    eased = replace(attack, changes=(change,))
    assert not any(shot.jams for shot in look(battle, eased, 2, 3, 3).shots)
    seen = look(battle, eased)
    assert seen.asked is not None
    assert {shot.jams_below for shot in seen.asked.shots} == {0}, "nor in the odds"
    done(battle, eased, 2, 3, 3)
    assert not row(battle, Weapon, gun).inoperative


@pytest.mark.rule("8.5-11", "8.5-12", "8.5-13", "8.5-15", "8.5-16", "8.5-18")
def test_homing_in(battle: Campaign) -> None:
    """T8-18: Support of three, then two, then none; then a Critical Failure."""
    tower = unit(battle, "Tower", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tower, kind="Gun", size=4)
    gunners = [unit(battle, f"Gunner {n}", 1, specialties=("gunnery",)) for n in range(5)]
    target = unit(battle, "Bunker", 2, kind="Structure", size=1, armor="1d10")

    def attack(*supporters: int) -> Attack:
        strike = Strike(weapon_id=gun, by_id=gunners[0], supporters=supporters)
        return Attack(aims=(Aim(unit_id=target, distance=10),), strikes=(strike,))

    assert look(battle, attack(*gunners[1:5])).refused_by == "8.5-13"
    seen = look(battle, attack(*gunners[1:4]), 3)
    assert (seen.shots[0].die, seen.shots[0].total, seen.shots[0].hit) == (8, 6, True)
    done(battle, attack(*gunners[1:4]), 3, 1, 2, 1, 1, 9)
    assert rows(battle, Homing)[0].bonus == 3
    end_turn(battle, 3)
    assert look(battle, attack(*gunners[1:3]), 2).shots[0].total == 7
    done(battle, attack(*gunners[1:3]), 2, 1, 2, 1, 1, 9)
    assert rows(battle, Homing)[0].bonus == 5
    end_turn(battle, 3)
    assert look(battle, attack(), 2).shots[0].total == 7
    done(battle, attack(), 1)
    assert not rows(battle, Homing)


@pytest.mark.rule("8.3-21", "8.3-24", "8.3-25", "8.3-26", "8.3-27", "5.1-54")
def test_a_flamegun_sets_alight_whom_its_damage_reaches(battle: Campaign, gunner: int) -> None:
    """T8-20: out of Range by 3, a Critical Failure, and a hit in Range."""
    gun = weapon(battle, gunner, preset="W-08")
    foes = [unit(battle, f"Foe {n}", 2) for n in range(3)]

    def attack(at: int, distance: float) -> Attack:
        strike = Strike(weapon_id=gun, by_id=gunner)
        return Attack(aims=(Aim(unit_id=at, distance=distance),), strikes=(strike,))

    done(battle, attack(foes[0], 8), 6, 2, benny_0="other", words_0="Hot.")
    assert not rows(battle, Fire)
    end_turn(battle, 3)
    done(battle, attack(foes[1], 4), 5, 1)
    assert not rows(battle, Fire)
    end_turn(battle, 3)
    done(battle, attack(foes[2], 4), 5, 2)
    assert [fire.unit_id for fire in rows(battle, Fire)] == [foes[2]]
    assert row(battle, Unit, foes[2]).fate is Fate.ALIVE


@pytest.mark.rule("8.1-19", "8.1-20")
@pytest.mark.parametrize(("size", "inches"), [(1, 3), (4, 0)])
def test_a_large_hammer_knocks_back(battle: Campaign, size: int, inches: int) -> None:
    """T8-22: W 4 against Effective Size 1 and 4."""
    golem = unit(battle, "Golem", 1, kind="Creature", size=4, armor="2d10")
    hammer = weapon(battle, golem, kind="Melee Weapon", size=4)
    target = unit(battle, "Crate", 2, kind="Object", size=size, armor="1d10")
    attack = Attack(aims=(Aim(unit_id=target),), strikes=(Strike(weapon_id=hammer),))
    lines = done(battle, attack, 5, 1, 2, 1, 2, 9)
    assert any(f'thrown {inches}"' in line for line in lines) is bool(inches)


@pytest.mark.rule("F.1-70", "F.1-71", "F.1-72", "F.1-74")
def test_an_energy_shield_takes_dice_of_its_type_for_power(battle: Campaign, gunner: int) -> None:
    saucer = unit(battle, "Saucer", 2, kind="Vehicle", size=4, armor="1d10")
    battle.do(
        AddField(
            kind=FieldKind.SHIELD, size=3, name="Bubble",
            dice=("d6 Deflection", "d6 Deflection", "d10 Deflection"), carrier_id=saucer,
        )
    )  # fmt: skip
    bubble = rows(battle, Field)[0].id or 0
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tank, kind="Gun", size=3)
    attack = Attack(
        aims=(Aim(unit_id=saucer, distance=8),),
        strikes=(Strike(weapon_id=gun, by_id=gunner),),
        shields=(ShieldDice(field_id=bubble, unit_id=saucer, dice=(0, 1, 2)),),
    )
    seen = look(battle, attack, 5)
    assert [die.sides for die in seen.dice] == [6, 6]  # two of three d6 are gone
    lines = done(battle, attack, 5, 4, 9)
    assert any("uses its Energy Shield" in line and '2" of Power' in line for line in lines)
    assert row(battle, Field, bubble).spent.keys() == {"0", "1"}


@pytest.mark.rule("F.1-54")
def test_who_fails_critically_on_slippery_ground_falls(
    battle: Campaign, gunner: int, foe: int
) -> None:
    battle.do(
        AddField(
            kind=FieldKind.TERRAIN, size=3, name="Ice", dice=("d6 Move",), mode="Slippery",
        )
    )  # fmt: skip
    battle.do(EnterHazard(unit_id=gunner, field_id=rows(battle, Field)[0].id))
    pistol = weapon(battle, gunner, preset="W-04")
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=5),), strikes=(Strike(weapon_id=pistol, by_id=gunner),)
    )
    done(battle, attack, 1)
    assert [state.unit_id for state in rows(battle, State)] == [gunner]


@pytest.mark.rule("Q8-15", "8.3-13", "8.3-14")
@pytest.mark.parametrize(
    ("penalty", "mode", "values"),
    [
        ("flat", Mode.BURST, [-3, -3, -3]),
        ("progressive", Mode.BURST, [-1, -2, -3]),
        ("progressive", Mode.ARC, [-3, -3, -3, -3]),
    ],
)
def test_the_auto_penalty_of_each_shot(
    battle: Campaign, gunner: int, penalty: str, mode: Mode, values: list[int]
) -> None:
    battle.do(SetHouseRule(switch="burst_penalty", value=penalty))
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tank, kind="MachineGun", size=2)
    wall = unit(battle, "Wall", 2, kind="Structure", size=6, armor="3d10")
    strike = Strike(weapon_id=gun, by_id=gunner, mode=mode, count=3)
    seen = look(battle, Attack(aims=(Aim(unit_id=wall, distance=2, spans=3),), strikes=(strike,)))
    size = sum(row.value for row in seen.modifiers if row.key == "size")
    assert [int(shot.use) - shot.needed - size for shot in seen.shots] == values


@pytest.mark.rule("5.1-10")
def test_damage_has_at_most_1000_points(battle: Campaign, gunner: int, foe: int) -> None:
    sword = weapon(battle, gunner, kind="Melee Weapon", size=1, use=2)
    for most in ("1d6+1000", "1d6-1000"):
        strike = Strike(weapon_id=sword, by_id=gunner, damage=most)
        assert look(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(strike,)), 5).damage
    for more in ("1d6+1001", "1d6-1001"):
        strike = Strike(weapon_id=sword, by_id=gunner, damage=more)
        with pytest.raises(BadInput, match="1000 points in one roll"):
            look(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(strike,)), 5)


@pytest.mark.rule("5.1-10", "8.1-04")
@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("1d7", "there is no d7"),
        ("1d0", "there is no d0"),
        ("1d6 custard", "is no damage"),
        ("201d6", "dice and 1000 points"),
        ("1d6+1001", "dice and 1000 points"),
        ("2d6+" * 1_000 + "1", "too long for damage"),
        ("999d6", "dice and 1000 points"),
    ],
)
def test_damage_that_makes_no_sense_is_not_taken(
    battle: Campaign, gunner: int, foe: int, damage: str, words: str
) -> None:
    strike = Strike(by_id=gunner, name="Spoon", use=2, damage=damage)
    with pytest.raises(BadInput, match=words):
        look(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(strike,)))


@pytest.mark.rule("5.1-10", "8.1-04", "8.1-10", "8.3-21")
@pytest.mark.parametrize(
    ("damage", "labels"),
    [
        ("2 Xdice", ["d10 Exp", "d10 Exp"]),
        ("d6", ["d6"]),
        ("1d6+1000", ["d6"]),
        ("1d4+1 Fire", ["d4 Fire"]),
        ("2d4+1 Fire", ["d4 Fire", "d4 Fire"]),
        ("1d6 Crash+2d4+1 Fire", ["d6 Crash", "d4 Fire", "d4 Fire"]),
        ("1d8+1d6 Crash+1d4", ["d8", "d6 Crash", "d4"]),
        ("1 Action die+1d6+2", ["d6", "d6"]),
    ],
)
def test_damage_is_typed_as_people_write_it(
    battle: Campaign, gunner: int, foe: int, damage: str, labels: list[str]
) -> None:
    strike = Strike(by_id=gunner, name="Spoon", use=2, damage=damage)
    seen = look(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(strike,)), 5)
    assert [die.label for die in seen.dice[1:]] == labels


@pytest.mark.rule("OF-58", "5.1-54")
@pytest.mark.parametrize(("distance", "points"), [(10, 1), (11, 0)])
def test_a_highest_face_out_of_range_does_not_grind(
    battle: Campaign, gunner: int, distance: int, points: int
) -> None:
    battle.do(SetHouseRule(switch="bw_grinding_trigger", value="max_face"))
    gun = weapon(battle, gunner, kind="Gun", size=1, use=2, range=10, damage="1d6")
    mech = unit(battle, "Mech", 2, kind="Creature", size=4, armor="20")
    strike = Strike(weapon_id=gun, by_id=gunner)
    attack = Attack(aims=(Aim(unit_id=mech, distance=distance),), strikes=(strike,))
    done(battle, attack, 5, 6, 1)
    assert row(battle, Unit, mech).grinding == points


@pytest.mark.rule("5.1-15", "A5-10")
@pytest.mark.parametrize(("face", "where"), [(3, "at its feet"), (5, '2" away')])
def test_a_lost_item_flies_as_far_as_the_action_roll_says(
    battle: Campaign, gunner: int, foe: int, face: int, where: str
) -> None:
    weapon(battle, foe, preset="W-01", name="Spoon")
    spoon = weapon(battle, gunner, preset="W-01")
    strike = Strike(weapon_id=spoon, by_id=gunner, use=0, damage="1d6")
    tired = Extra(reason="Very tired", value=-3)
    attack = Attack(aims=(Aim(unit_id=foe),), strikes=(strike,), extras=(tired,))
    lines = done(battle, attack, face, 4, **{f"bad_{foe}": "disarmed"})
    assert any(f"Spoon lies {where}" in line for line in lines)


@pytest.mark.rule("4.2-20", "8.4-27", "Q8-49")
@pytest.mark.parametrize(
    ("preset", "does"), [("W-11", 'one more band: the blast reaches 2" farther'), ("W-04", "")]
)
def test_one_more_die_of_an_explosion_says_that_the_blast_grows(
    battle: Campaign, gunner: int, foe: int, preset: str, does: str
) -> None:
    arm = weapon(battle, gunner, preset=preset)
    mode = Mode.THROW if does else Mode.SINGLE
    strike = Strike(weapon_id=arm, by_id=gunner, mode=mode)
    seen = look(battle, Attack(aims=(Aim(unit_id=foe, distance=3),), strikes=(strike,)), 6)
    (benny,) = (choice for choice in seen.choices if choice.id == "benny-0")
    said = {option.value: option.consequence for option in benny.options}
    assert said["damage"] == does
