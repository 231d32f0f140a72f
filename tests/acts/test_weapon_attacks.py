"""Attacks with the weapons of chapter 8, through a campaign: its worked examples."""

from dataclasses import replace

import pytest

from brikdesk.acts.attack.aim import Aim, Caught, Change, Extra, Mode, ShieldDice, Strike
from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.blasts.detonate import Detonate
from brikdesk.acts.blasts.landing import Land
from brikdesk.acts.campaign.setup import SetAlliance, SetHouseRule
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.ground.fields import AddField
from brikdesk.acts.guns.racks import AddRack, RoundFacts
from brikdesk.acts.guns.reload import Reload
from brikdesk.acts.roster.editing import EditUnit
from brikdesk.acts.units.inside import EnterHazard
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.explosives.stability import Stability
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Fate,
    Field,
    Fire,
    Homing,
    Projectile,
    Round,
    State,
    StateKind,
    Unit,
    Weapon,
)
from tests.acts.attack_scene import done, faces, look, unit, weapon
from tests.acts.table import end_turn, row, rows, told


@pytest.fixture
def gunner(battle: Campaign) -> int:
    return unit(battle, "Gunner", 1)


@pytest.fixture
def foe(battle: Campaign) -> int:
    return unit(battle, "Foe", 2)


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


@pytest.fixture
def rocket(battle: Campaign) -> tuple[int, int]:
    """Return a stand with a Rocket X3 that is easy to fire, and its weapon."""
    stand = unit(battle, "Rocket Stand", 1, kind="Vehicle", size=3, armor="2d10")
    return stand, weapon(battle, stand, kind="Rocket", size=3, name="Big One", use=3)


@pytest.mark.rule("8.4-24", "8.4-25", "8.4-26", "8.4-27", "8.4-28", "8.4-32", "8.4-33", "8.1-18")
def test_the_wall_demolition(battle: Campaign, gunner: int, rocket: tuple[int, int]) -> None:
    """T8-07: dice 3, 6, 7; a wall of 3d10, 4 + 2 + 9 = 15; the tower in the second band."""
    wall = unit(battle, "Wall", 2, kind="Structure", size=20, armor="3d10")
    boyle = unit(battle, "Boyle", 2)
    attack = Attack(
        aims=(Aim(unit_id=wall, distance=10, inches=1),),
        strikes=(Strike(weapon_id=rocket[1], by_id=gunner),),
        caught=(Caught(unit_id=boyle, distance=3, exposed=False),),
    )
    asked = look(battle, attack)
    assert asked.blasts[0].radius == 6
    rolled = (5, 3, 6, 7, 4, 2, 9)
    seen = look(battle, attack, *rolled)
    assert [(band.reach, band.damage, band.knockback) for band in seen.bands] == [
        ('0–2"', 16, 3),
        ('2–4"', 9, 2),
        ('4–6"', 3, 1),
    ]
    assert [(each.name, each.damage, each.armor) for each in seen.victims] == [
        ("Wall", 16, 15),
        ("Boyle", 0, None),
    ]
    lines = done(battle, attack, *rolled)
    assert any('break out to 2" from the centre' in line for line in lines)
    assert row(battle, Unit, boyle).fate is Fate.ALIVE


@pytest.mark.rule("8.4-26", "8.4-31", "5.1-36", "4.1-26")
def test_an_explosion_strikes_each_in_his_band_and_throws_the_loose(
    battle: Campaign, gunner: int, foe: int, rocket: tuple[int, int]
) -> None:
    far = unit(battle, "Far", 3)
    attack = Attack(
        aims=(Aim(place="the yard", distance=10),),
        strikes=(Strike(weapon_id=rocket[1], by_id=gunner),),
        caught=(
            Caught(unit_id=foe, distance=1),
            Caught(unit_id=far, distance=5.5, sections=1),
        ),
    )
    lines = done(battle, attack, 4, 3, 6, 7)
    assert row(battle, Unit, foe).fate is Fate.DEAD  # 16
    assert row(battle, Unit, far).fate is Fate.ALIVE  # 3 − 2
    assert any('Far is thrown 1"' in line for line in lines)
    assert [state.kind for state in rows(battle, State)] == [StateKind.DISRUPTED]


@pytest.mark.rule("8.4-56", "8.4-58", "8.4-55", "8.4-30")
def test_missile_racks(battle: Campaign, foe: int) -> None:
    """T8-08: three of twelve missiles at once, each with a roll of its own."""
    racks = unit(battle, "Racks", 1, kind="Vehicle", size=3, armor="2d10", action_die=6)
    launcher = weapon(battle, racks, kind="Launcher", size=3)
    rounds = (RoundFacts(name="Missile", explosive_size=1, count=12),)
    battle.do(AddRack(weapon_id=launcher, name="Battery", battery=True, rounds=rounds))
    target = unit(battle, "Target", 2, kind="Vehicle", size=1, armor="1d10")
    strike = Strike(weapon_id=launcher, rounds=3)
    attack = Attack(aims=(Aim(unit_id=target, distance=9),), strikes=(strike,))
    choices = {
        "benny_0": "other", "words_0": "A trail of glitter.",
        "spot_1": '1" from Target', "spot_2": '4" from Target',
    }  # fmt: skip
    seen = look(battle, attack, 6, 5, 2, **choices)
    assert [(shot.total, shot.hit) for shot in seen.shots] == [(6, True), (5, False), (2, False)]
    assert [die.sides for die in seen.dice[3:]] == [10, 10, 10] or seen.owed
    done(battle, attack, 6, 5, 2, 3, 4, 5, 9, **choices)
    assert rows(battle, Round)[0].count == 9
    end_turn(battle, 3)
    four = Attack(
        aims=(Aim(unit_id=target, distance=9),), strikes=(Strike(weapon_id=launcher, rounds=4),)
    )
    assert look(battle, four).refused_by == "8.4-55"


@pytest.mark.rule("8.4-60", "4.2-20", "8.4-34", "8.4-63", "5.3-01")
def test_a_grenade_with_a_benny_on_its_damage(battle: Campaign, gunner: int, foe: int) -> None:
    """T8-12: 3 and 8."""
    grenade = weapon(battle, gunner, preset="W-11", name="Grenade")
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=3),), strikes=(Strike(weapon_id=grenade, by_id=gunner),)
    )
    seen = look(battle, attack, 6, 3, 8, benny_0="damage")
    assert seen.weapon == 'Use 2, 3", X1', "a grenade is named once"
    assert seen.away == '3" away'
    assert [(band.damage, band.knockback) for band in seen.bands] == [(11, 2), (3, 1)]
    done(battle, attack, 6, 3, 8, benny_0="damage")
    assert not rows(battle, Weapon)
    assert row(battle, Unit, foe).fate is Fate.DEAD


@pytest.mark.rule("8.4-06", "8.4-20", "8.4-21", "8.4-22")
def test_a_grenade_that_fails_critically_may_be_a_dud(
    battle: Campaign, gunner: int, foe: int
) -> None:
    grenade = weapon(battle, gunner, preset="W-11")
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=3),), strikes=(Strike(weapon_id=grenade, by_id=gunner),)
    )
    seen = look(battle, attack, 1)
    assert [choice.id for choice in seen.open_choices] == ["spot-0", "dud-0"]
    done(battle, attack, 1, spot_0="the well", dud_0="dud")
    (dud,) = rows(battle, Explosive)
    assert (dud.state, dud.place) == (ExplosiveState.DUD, "the well")


@pytest.mark.rule("8.4-08", "8.4-09", "8.4-11", "8.4-12", "Q8-35")
@pytest.mark.parametrize(("distance", "flies"), [(12, False), (12.1, True), (30, True)])
def test_what_is_sent_farther_than_12_inches_flies_without_a_roll(
    battle: Campaign, gunner: int, foe: int, rocket: tuple[int, int], distance: float, flies: bool
) -> None:
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=distance),),
        strikes=(Strike(weapon_id=rocket[1], by_id=gunner),),
    )
    seen = look(battle, attack)
    assert seen.flies is flies
    assert bool(seen.dice) is not flies
    if flies:
        done(battle, attack)
        (flight,) = rows(battle, Projectile)
        assert (flight.distance, flight.travelled) == (distance, 12)
        assert row(battle, Unit, gunner).actions_spent == 1


@pytest.mark.rule("8.4-46", "8.4-47", "8.4-51", "8.1-12", "8.1-32", "8.5-05")
def test_a_cannon_fires_what_is_in_its_chamber_and_is_empty_then(
    battle: Campaign, gunner: int, foe: int
) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    cannon = weapon(battle, tank, kind="Cannon", size=3)
    rounds = (RoundFacts(name="Shell", explosive_size=3, count=2),)
    battle.do(AddRack(unit_id=tank, name="Shells", rounds=rounds))
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=9),), strikes=(Strike(weapon_id=cannon, by_id=gunner),)
    )
    assert look(battle, attack).refused_by == "8.4-46"
    battle.do(Reload(weapon_id=cannon, by_unit_id=gunner, round_id=rows(battle, Round)[0].id))
    end_turn(battle, 3)
    seen = look(battle, attack)
    assert not seen.refusal
    assert (seen.power, seen.damage) == ('uses 3" of 8" Power', '3d10 Exp, blast 6"')
    lines = done(battle, attack, 6, 4, 4, 4, benny_0="other", words_0="A hat flies.")
    assert any("the chamber is empty" in line for line in lines)
    assert row(battle, Unit, foe).fate is Fate.DEAD
    assert look(
        battle, Attack(aims=(Aim(place="the ruins", distance=9),), strikes=attack.strikes)
    ).refusal


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


@pytest.mark.rule("8.4-13", "8.4-14", "8.4-17", "8.4-18")
def test_a_blast_sets_off_an_unstable_explosive_beside_it(
    battle: Campaign, gunner: int, foe: int, rocket: tuple[int, int]
) -> None:
    battle.do(AddExplosive(name="Keg", explosive_size=1, stability=Stability.UNSTABLE))
    keg = rows(battle, Explosive)[0].id
    attack = Attack(
        aims=(Aim(place="the yard", distance=10),),
        strikes=(Strike(weapon_id=rocket[1], by_id=gunner),),
        caught=(
            Caught(explosive_id=keg, distance=3),
            Caught(blast=f"explosive-{keg}", unit_id=foe, distance=1),
        ),
    )
    seen = look(battle, attack, 4, 3, 6, 7, 8)
    assert [each.key for each in seen.blasts] == ["shot-0", f"explosive-{keg}"]
    lines = done(battle, attack, 4, 3, 6, 7, 8)
    assert any("Keg explodes" in line for line in lines)
    assert rows(battle, Explosive)[0].state is ExplosiveState.SPENT
    assert row(battle, Unit, foe).fate is Fate.DEAD
    battle.undo()
    assert rows(battle, Explosive)[0].state is ExplosiveState.STORED
    assert row(battle, Unit, foe).fate is Fate.ALIVE


@pytest.mark.rule("8.4-43", "8.4-44")
def test_a_smoke_shell_leaves_its_field(battle: Campaign, gunner: int) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    launcher = weapon(battle, tank, kind="Launcher", size=3)
    rounds = (
        RoundFacts(name="Smoke", explosive_size=2, count=2, makeup={"exchanges": {"SMOKE": 2}}),
    )
    battle.do(AddRack(weapon_id=launcher, name="Battery", battery=True, rounds=rounds))
    attack = Attack(
        aims=(Aim(place="the gate", distance=9),),
        strikes=(Strike(weapon_id=launcher, by_id=gunner),),
    )
    done(battle, attack, 6, benny_0="other", words_0="Purple smoke.")
    (field,) = rows(battle, Field)
    assert (field.size, field.place) == (8, "the gate")


@pytest.mark.rule("8.5-06", "Q8-69")
def test_who_uses_other_controls_can_spoil_the_aim(battle: Campaign, gunner: int, foe: int) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tank, kind="Gun", size=2)
    spoiler = unit(battle, "Spoiler", 2)
    strike = Strike(weapon_id=gun, by_id=gunner, interferers=(spoiler,))
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(strike,))
    seen = look(battle, attack, 3, 5)
    assert seen.shots[0].total == 2
    done(battle, attack, 3, 5)
    assert row(battle, Unit, spoiler).actions_spent == 1


@pytest.mark.rule("8.5-06", "Q8-69")
@pytest.mark.parametrize(
    ("stacks", "thrown", "total", "told"),
    [
        (True, (2, 4, 9), 3, ["One interferes", "Two interferes"]),
        (True, (1, 4, 9), 5, ["Two interferes"]),
        (False, (2, 4, 9), 5, ["Two interferes"]),
        (False, (4, 2, 9), 5, ["One interferes"]),
    ],
)
def test_several_who_interfere_add_up_unless_the_table_says_otherwise(
    battle: Campaign, foe: int, stacks: bool, thrown: tuple[int, ...], total: int, told: list[str]
) -> None:
    """The gunner throws a d10 last; a 1 of an interferer is a Critical Failure and takes nothing."""
    battle.do(SetHouseRule(switch="interference_stacks", value=stacks))
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gunner = unit(battle, "Ace", 1, action_die=10)
    gun = weapon(battle, tank, kind="Gun", size=2)
    strike = Strike(
        weapon_id=gun, by_id=gunner, interferers=(unit(battle, "One", 2), unit(battle, "Two", 2))
    )
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(strike,))
    seen = look(battle, attack, *thrown)
    assert seen.shots[0].total == total
    assert [term.reason for term in seen.shots[0].sums[0].terms if term.rule == "8.5-06"] == told


@pytest.mark.rule("8.1-32", "8.1-40")
def test_weapons_of_one_action_share_the_power(battle: Campaign) -> None:
    """T8-03: stinger and claw, or both claws, but not all three."""
    rex = unit(battle, "Scorpiosaurus Rex", 1, kind="Creature", size=3, armor="2d10")
    claws = [weapon(battle, rex, kind="Melee Weapon", size=1, name=f"Claw {n}") for n in (1, 2)]
    stinger = weapon(battle, rex, kind="Melee Weapon", size=5, name="BioStinger")
    target = unit(battle, "Crate", 2, kind="Object", size=6, armor="4d10")

    def attack(*weapons: int) -> Attack:
        strikes = tuple(Strike(weapon_id=each) for each in weapons)
        return Attack(aims=(Aim(unit_id=target),), strikes=strikes)

    assert not look(battle, attack(stinger, claws[0])).refusal
    assert not look(battle, attack(*claws)).refusal
    assert look(battle, attack(stinger, *claws)).refused_by == "8.1-32"


@pytest.mark.rule("8.5-07", "8.5-08")
def test_allies_do_not_share_a_gun_in_one_round(battle: Campaign, foe: int) -> None:
    """T8-19, as an attack."""
    battle.do(SetAlliance(player_id=1, ally_id=2))
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tank, kind="Gun", size=2)
    crew = [unit(battle, f"Crew {n}", n) for n in (1, 2, 3)]
    enemy = unit(battle, "Enemy", 3)

    def attack(by: int, at: int) -> Attack:
        return Attack(
            aims=(Aim(unit_id=at, distance=5),), strikes=(Strike(weapon_id=gun, by_id=by),)
        )

    done(battle, attack(crew[0], enemy), 2)
    end_turn(battle)
    assert look(battle, attack(crew[1], enemy)).refused_by == "8.5-07"
    end_turn(battle)
    assert not look(battle, attack(crew[2], foe)).refusal


@pytest.mark.rule("8.4-24", "8.4-25", "8.4-27", "8.4-28")
def test_a_landing_and_a_detonation_strike_who_is_caught(
    battle: Campaign, gunner: int, foe: int, rocket: tuple[int, int]
) -> None:
    away = Attack(
        aims=(Aim(unit_id=foe, distance=20),),
        strikes=(Strike(weapon_id=rocket[1], by_id=gunner),),
    )
    done(battle, away)
    end_turn(battle, 3)
    flight = rows(battle, Projectile)[0].id or 0
    caught = (Caught(unit_id=foe, distance=1.5),)
    lines = told(battle, Land(projectile_id=flight, caught=caught, faces=faces(5, 3, 6, 7)))
    assert any("Foe takes 16." in line for line in lines)
    assert row(battle, Unit, foe).fate is Fate.DEAD
    battle.do(AddExplosive(name="Keg", explosive_size=2))
    keg = rows(battle, Explosive)[0].id or 0
    goes_off = Detonate(explosive_id=keg, caught=(Caught(unit_id=gunner, distance=3),))
    told(battle, replace(goes_off, faces=faces(4, 5), choices={f"bad-{gunner}": "struck"}))
    assert [state.unit_id for state in rows(battle, State)] == [gunner]


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


@pytest.mark.rule("8.1-45", "8.1-46", "8.1-47")
@pytest.mark.parametrize(("size", "crew", "able"), [(6, 3, True), (6, 2, False), (5, 3, True)])
def test_minifigs_on_a_catapult(battle: Campaign, size: int, crew: int, able: bool) -> None:
    """T8-10: a W 6" takes three minifigs, and W 5" three: each has 2" of Power."""
    stand = unit(battle, "Stand", 1, kind="Structure", size=2, armor="2d10")
    catapult = weapon(battle, stand, kind="Gun", size=size, name="Catapult")
    team = [unit(battle, f"Crew {n}", 1, action_die=4 if n else 6) for n in range(crew)]
    target = unit(battle, "Tower", 2, kind="Structure", size=4, armor="2d10")
    strike = Strike(weapon_id=catapult, by_id=team[0], team=tuple(team[1:]))
    attack = Attack(aims=(Aim(unit_id=target, distance=9),), strikes=(strike,))
    seen = look(battle, attack)
    assert seen.refused_by == ("" if able else "8.1-45")
    assert seen.shots[0].die == 4
    if able:
        lines = done(battle, attack, 1)
        assert sum("of Power. Catapult." in line for line in lines) == crew
        assert all(row(battle, Unit, each).actions_spent == 1 for each in team)


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
        ("1d6 custard", "is no damage"),
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


@pytest.mark.rule("A5-17", "X3.2-02", "8.3-34")
@pytest.mark.parametrize(
    ("hands", "lost", "words"),
    [
        ((1, 1), (), ""),
        ((1,), ("left_arm",), ""),
        ((2, 1), (), "these weapons take 3 Hands, it has 2 Hands"),
        ((2, 2), (), "these weapons take 4 Hands, it has 2 Hands"),
        ((1, 1), ("left_arm",), "these weapons take 2 Hands, it has 1 Hand"),
    ],
)
def test_a_minifig_fires_as_many_guns_at_once_as_it_has_hands_for(
    battle: Campaign, hands: tuple[int, ...], lost: tuple[str, ...], words: str
) -> None:
    ann, foe = unit(battle, "Ann", 1), unit(battle, "Foe", 2)
    battle.do(EditUnit(unit_id=ann, limbs_lost=lost))
    guns = [weapon(battle, ann, kind="Gun", size=1, hands=each) for each in hands]
    strikes = tuple(Strike(weapon_id=gun, by_id=ann) for gun in guns)
    attack = Attack(aims=(Aim(unit_id=foe, distance=4),), strikes=strikes)
    short = look(battle, attack).refused_by  # of Power, where it is short of Hands
    seen = look(battle, replace(attack, overruled=frozenset({short} - {""})))
    assert (short != "") is (words != "")
    assert seen.refusal == (f"Ann: {words}." if words else "")
    assert seen.refused_by == ("X3.2-02" if words else "")


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


@pytest.mark.rule("A5-17")
def test_a_creation_fires_all_that_it_carries(battle: Campaign) -> None:
    mech = unit(battle, "Mech", 1, kind="Creature", size=6, armor="2d10", action_die=6)
    guns = [weapon(battle, mech, kind="Gun", size=1, hands=2) for _ in range(3)]
    strikes = tuple(Strike(weapon_id=gun, by_id=mech) for gun in guns)
    at = Aim(unit_id=unit(battle, "Foe", 2), distance=4)
    assert look(battle, Attack(aims=(at,), strikes=strikes)).refusal == ""


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


@pytest.mark.rule("8.5-01")
def test_the_weapons_of_one_action_make_one_type_of_attack(battle: Campaign, foe: int) -> None:
    mech = unit(battle, "Mech", 1, kind="Creature", size=6, armor="2d10", action_die=6)
    gun = weapon(battle, mech, kind="Gun", size=1)
    claw = weapon(battle, mech, kind="Melee Weapon", size=1)
    both = (Strike(weapon_id=gun, by_id=mech), Strike(weapon_id=claw, by_id=mech))
    seen = look(battle, Attack(aims=(Aim(unit_id=foe, distance=1),), strikes=both))
    assert seen.refused_by == "8.5-01"
    assert "the same type of attack" in seen.refusal
