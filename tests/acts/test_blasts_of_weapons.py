"""Attacks with Explosives, Rockets and shells of chapter 8, through a campaign."""

from dataclasses import replace

import pytest

from brikdesk.acts.battlefield.by_the_map import on_the_map
from brikdesk.acts.combat.aim import Aim, Caught, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.weapons.loading import Reload
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Fate,
    Field,
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


@pytest.mark.rule("8.4-60", "4.2-20", "8.4-34", "8.4-63", "5.3-01", "T4-03", "4.2-09")
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


@pytest.mark.rule("8.4-20", "8.4-27")
def test_a_miss_that_lands_an_inch_from_the_target_reaches_it(
    battle: Campaign, gunner: int, foe: int
) -> None:
    """Nobody knows the point, but so much was said: the blast is not harmless."""
    grenade = weapon(battle, gunner, preset="W-11")
    aim, by = Aim(unit_id=foe, distance=3), Strike(weapon_id=grenade, by_id=gunner, use=6)
    attack = Attack(aims=(aim,), strikes=(by,))
    (choice,) = [each for each in look(battle, attack, 4).open_choices if each.id == "spot-0"]
    near = next(each.value for each in choice.options if each.value.startswith('1"'))
    told = replace(attack, faces=faces(4, 9), choices={"spot-0": near})
    made, seen = battle.reading(lambda session: on_the_map(session, told))
    assert [(each.unit_id, each.distance) for each in made.caught] == [(foe, 1.0)]
    assert [band.damage for band in seen.bands] == [9]
    battle.do(made)
    assert row(battle, Unit, foe).fate is Fate.DEAD


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
    told(battle, replace(goes_off, faces=faces(4, 5), choices={f"bad-{gunner}": "mortal"}))
    # Its KnockBack Disrupts it anyway, so Struck to the Ground! would cost nothing (A5-12).
    assert {(state.unit_id, state.kind.name) for state in rows(battle, State)} == {
        (gunner, "MORTALLY_WOUNDED"),
        (gunner, "DISRUPTED"),
    }
