"""What the dice of an Explosive are and do, one kind at a time (8.4, table 4), and large throws."""

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Caught, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.weapons.loading import Reload
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, Field, Inside
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import ROUND, end_turn, rows

POKE = (5, 3)
"""Action die and damage of the spear that sets a keg off."""


@pytest.fixture
def spear(battle: Campaign) -> Strike:
    bearer = unit(battle, "Poker", 1)
    return Strike(weapon_id=weapon(battle, bearer, preset="W-01"), by_id=bearer)


def keg(battle: Campaign, explosive_size: int, makeup: Makeup | None = None) -> int:
    battle.do(
        AddExplosive(
            name="Keg", explosive_size=explosive_size, makeup=makeup or Makeup(),
            stability=Stability.UNSTABLE,
        )
    )  # fmt: skip
    return rows(battle, Explosive)[-1].id or 0


def blast(spear: Strike, bomb: int, *caught: Caught) -> Attack:
    return Attack(aims=(Aim(explosive_id=bomb),), strikes=(spear,), caught=caught)


@pytest.mark.rule("8.4-02", "8.1-10", "8.4-39")
@pytest.mark.parametrize("explosive_size", [1, 3, 6])
def test_each_element_is_a_d10_with_an_inch_of_knockback(
    battle: Campaign, spear: Strike, explosive_size: int
) -> None:
    attack = blast(spear, keg(battle, explosive_size))
    assert [die.sides for die in look(battle, attack, *POKE).dice[2:]] == [10] * explosive_size
    bands = look(battle, attack, *POKE, *[4] * explosive_size).bands
    assert [(band.damage, band.knockback) for band in bands] == [
        (4 * left, left) for left in range(explosive_size, 0, -1)
    ]


@pytest.mark.rule("8.4-40", "8.4-35")
def test_a_phased_die_takes_the_place_of_two(battle: Campaign, spear: Strike) -> None:
    attack = blast(spear, keg(battle, 5, Makeup(exchanges={"PHASED": 2})))
    assert [die.sides for die in look(battle, attack, *POKE).dice[2:]] == [10, 12, 12]
    with pytest.raises(BadInput, match="these dice cost 6"):
        keg(battle, 5, Makeup(exchanges={"PHASED": 3}))


@pytest.mark.rule("8.4-40", "8.4-37", "8.4-39")
@pytest.mark.parametrize(
    ("made_of", "rolled", "through"),
    [("EXP", (5, 5), 5), ("PIERCE", (5, 5), 10), ("PHASED", (5,), 5)],
)
def test_deflection_takes_an_exp_die_but_no_phased_and_pierce_breaks_it(
    battle: Campaign, spear: Strike, made_of: str, rolled: tuple[int, ...], through: int
) -> None:
    exchanges = {} if made_of == "EXP" else {made_of: len(rolled)}
    bomb = keg(battle, 2, Makeup(exchanges=exchanges))
    drone = unit(battle, "Drone", 2, kind="Vehicle", size=3, armor="3d10", deflection=1)
    attack = blast(
        spear,
        bomb,
        Caught(blast=f"explosive-{bomb}", unit_id=drone, distance=1, loose=False, inches=1),
    )
    seen = look(battle, attack, *POKE, *rolled)
    assert [victim.damage for victim in seen.victims if victim.unit_id == drone] == [through]


@pytest.mark.rule("5.1-35", "8.4-31")
@pytest.mark.parametrize(
    ("facts", "measured", "change"),
    [
        ({"kind": "Vehicle", "size": 6, "armor": "3d10"}, {}, 3),
        ({"kind": "Vehicle", "size": 6, "armor": "3d10"}, {"inches": 4}, 2),
        ({"armor": "4"}, {}, 0),
        ({"armor": "4"}, {"sections": 2}, -1),
        ({"armor": "4"}, {"sections": 1}, -2),
    ],
)
def test_size_and_cover_change_the_damage_of_a_blast(
    battle: Campaign,
    spear: Strike,
    facts: dict[str, object],
    measured: dict[str, int],
    change: int,
) -> None:
    bomb = keg(battle, 1)
    foe = unit(battle, "Foe", 2, **facts)
    caught = Caught(blast=f"explosive-{bomb}", unit_id=foe, distance=1, loose=False, **measured)  # type: ignore[arg-type]
    seen = look(battle, blast(spear, bomb, caught), *POKE, 5)
    assert [victim.damage for victim in seen.victims if victim.unit_id] == [5 + change]


@pytest.mark.rule("8.4-61", "8.4-59")
@pytest.mark.parametrize(("size", "largest", "reach"), [(8, 5, 24), (5, 3, 15), (2, 2, 6)])
def test_larger_arms_throw_larger_things_farther(
    battle: Campaign, size: int, largest: int, reach: int
) -> None:
    """An arm is a Launcher of half the Size; what it throws has half its Weapon Size."""
    giant = unit(battle, "Giant", 1, kind="Creature", size=size, armor="2d10", action_die=6)
    foe = unit(battle, "Foe", 2)

    def throw(inches: int, distance: float) -> Attack:
        rock = weapon(battle, giant, kind="Other", size=inches, use=2, damage="1 Action die",
                      mounted=False)  # fmt: skip
        strike = Strike(weapon_id=rock, mode=Mode.THROW)
        return Attack(aims=(Aim(unit_id=foe, distance=distance),), strikes=(strike,))

    fits = look(battle, throw(largest, reach))
    assert (fits.refusal, [each.value for each in fits.modifiers]) == ("", [])
    far = look(battle, throw(largest, reach + 2))
    assert [each.value for each in far.modifiers] == [-2]
    assert look(battle, throw(largest + 1, reach)).refused_by == "8.4-59"


@pytest.mark.rule("8.4-59", "8.4-62")
@pytest.mark.parametrize(("throwers", "refusal"), [(1, "8.4-59"), (3, "8.4-59"), (4, "")])
def test_half_an_inch_of_each_arm_adds_up(battle: Campaign, throwers: int, refusal: str) -> None:
    team = [unit(battle, f"Thrower {number}", 1) for number in range(throwers)]
    chest = weapon(battle, team[0], kind="Other", size=3, use=2, damage="1d6", mounted=False)
    strike = Strike(weapon_id=chest, by_id=team[0], team=tuple(team[1:]), mode=Mode.THROW)
    aims = (Aim(unit_id=unit(battle, "Foe", 2), distance=2),)
    assert look(battle, Attack(aims=aims, strikes=(strike,))).refused_by == refusal


@pytest.mark.rule("F.0-04", "F.0-07", "8.4-43", "Q8-57")
def test_a_field_of_a_blast_acts_alike_out_to_half_its_size(
    battle: Campaign, spear: Strike
) -> None:
    """T8-23: two Exposure dice make 4" across; 2" from the middle is inside, 2.1" is not."""
    bomb = keg(battle, 3, Makeup(exchanges={"EXPOSURE": 2}))
    foes = {away: unit(battle, f"Foe {away}", 2, armor="30") for away in (0.5, 2, 2.1)}
    caught = tuple(
        Caught(blast=f"explosive-{bomb}", unit_id=foe, distance=away, loose=False)
        for away, foe in foes.items()
    )
    lines = done(battle, blast(spear, bomb, *caught), *POKE, 5)
    assert rows(battle, Field)[0].size == 4
    entered = [words for words in lines if "takes its Hazard dice now: d6, d6." in words]
    assert len(entered) == 2
    assert {each.unit_id for each in rows(battle, Inside)} == {foes[0.5], foes[2]}


@pytest.mark.rule("8.4-29", "8.4-46")
def test_the_odds_of_a_shell_know_the_dice_on_top(battle: Campaign) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10", action_die=6)
    cannon = weapon(battle, tank, kind="Cannon", size=2)
    bomb = RoundFacts(
        name="Firebomb", explosive_size=2, makeup=Makeup(added=("d4 Fire",), flat=1).as_data()
    )
    battle.do(AddRack(weapon_id=cannon, rounds=(bomb,)))
    battle.do(Reload(weapon_id=cannon))
    end_turn(battle, ROUND)
    foe = unit(battle, "Foe", 2, armor="3")
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=4),),
        strikes=(Strike(weapon_id=cannon),),
        caught=(Caught(unit_id=foe, distance=1, loose=False),),
    )
    asked = look(battle, attack).asked
    assert asked is not None
    (blast,) = asked.blasts
    assert [(die.sides, die.kind) for die in blast.added] == [(4, "Fire")]
    assert ([die.sides for die in blast.dice], blast.flat) == ([10, 10], 1)


@pytest.mark.rule("8.4-36", "8.4-37", "8.4-38", "8.4-40")
@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("", (False, False, False, True, 1)),
        ("FIRE", (True, False, False, False, 1)),
        ("PIERCE", (False, True, False, False, 1)),
        ("CONCUSSION", (False, False, True, False, 1)),
        ("PHASED", (False, False, False, False, 2)),
    ],
)
def test_the_odds_of_a_shell_know_what_each_kind_of_die_does(
    battle: Campaign, kind: str, told: tuple[bool | int, ...]
) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10", action_die=6)
    cannon = weapon(battle, tank, kind="Cannon", size=2)
    battle.do(SetHouseRule(switch="phased_bands", value=2))
    makeup = Makeup(exchanges={kind: 1 if kind == "PHASED" else 2} if kind else {})
    battle.do(
        AddRack(
            weapon_id=cannon,
            rounds=(RoundFacts(name="Shell", explosive_size=2, makeup=makeup.as_data()),),
        )
    )
    battle.do(Reload(weapon_id=cannon))
    end_turn(battle, ROUND)
    aims = (Aim(unit_id=unit(battle, "Foe", 2), distance=4),)
    asked = look(battle, Attack(aims=aims, strikes=(Strike(weapon_id=cannon),))).asked
    assert asked is not None
    for die in asked.blasts[0].dice:
        assert (die.fire, die.pierces, die.harmless, die.throws, die.bands) == told
