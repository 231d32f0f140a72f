"""A creation with its crew in one line of words: who is added, and at which controls (8.5-03, 8.5-04)."""

import pytest

from brikdesk.spoken.roster import hear_roster
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.armory import controls
from brikdesk.store.views.campaign_and_battle import first_battle
from brikdesk.store.views.units import units

PLAYERS = ((1, "Ann's Army"), (2, "Reds"))


def heard(said: str) -> list[tuple[int, str, str, str]]:
    """Return count, name, kind and what each unit carries; nothing was left over."""
    found = hear_roster(said, PLAYERS, 1)
    assert found.troubles == ()
    return [(each.act.copies, each.act.name, each.what, each.carries) for each in found.units]


@pytest.mark.parametrize(
    "line",
    [
        "Tank vehicle 4 cannon 3, crew of 2 troopers",
        "Tank vehicle 4 with a cannon 3 and a crew of 2 troopers",
        "Tank vehicle 4, crewed by 2 troopers, cannon 3",
        "Tank vehicle 4: cannon 3, manned by 2 troopers",
    ],
)
def test_a_crew_is_said_as_people_say_it(line: str) -> None:
    assert heard(line) == [
        (1, "Tank", 'Vehicle, Size 4"', 'Cannon 3"'),
        (2, "trooper", "Minifig, crew of Tank", ""),
    ]


def test_a_driver_is_crew_without_that_word() -> None:
    truck = (1, "Truck", 'Vehicle, Size 4"', 'Cannon 2"')
    for line in ("Truck vehicle 4, driver, cannon 2", "Truck vehicle 4 with driver and cannon 2"):
        assert heard(line) == [truck, (1, "Driver", "Minifig, crew of Truck", "")]
    assert [name for _, name, *_ in heard("Truck vehicle 4, driver, crew of 2 gunners")] == [
        "Truck", "Driver", "Gunner",
    ]  # fmt: skip
    assert heard("Pilot Pete: pistol")[0][1] == "Pilot Pete"
    assert hear_roster("Fred: driver", PLAYERS, 1).troubles[0].word == "driver"


@pytest.mark.parametrize(
    "crew", ["crew of driver, gunner", "crew of a driver, 1 gunner", "driven by a driver, a gunner"]
)
def test_a_crew_goes_on_behind_a_comma_with_who_is_named_by_his_place(crew: str) -> None:
    assert heard(f"Mule vehicle 3, {crew}, cannon 2") == [
        (1, "Mule", 'Vehicle, Size 3"', 'Cannon 2"'),
        (1, "Driver", "Minifig, crew of Mule", ""),
        (1, "Gunner", "Gunner, crew of Mule", ""),
    ]


def test_a_squad_of_several_is_as_many_and_a_hero_may_be_called_so_first() -> None:
    assert heard("squad of 4 Troopers: gun") == [(4, "Trooper", "Minifig", "Gun, squad Troopers")]
    assert heard("a squad of 2 Knights, axe")[0][:2] == (2, "Knight")
    assert heard("Hero Alda: sword") == heard("Alda hero: sword")
    assert heard("Hero: sword")[0][1:3] == ("Hero", "Hero")


def test_what_is_called_a_tank_is_a_vehicle_and_with_and_and_lead_to_weapons() -> None:
    assert heard("tank with cannon, crew of 2 troopers")[0][2] == 'Vehicle, Size 1"'
    assert heard("Fred with a gun and a sword") == [(1, "Fred", "Minifig", "Gun, Sword")]
    assert heard("Ann Tank hero: gun") == [(1, "Ann Tank", "Hero", "Gun")]
    assert heard("Gun crew: rifle") == [(1, "Gun crew", "Minifig", "Rifle")]


def test_who_has_no_crew_is_told_how_one_is_put_in() -> None:
    (trouble,) = hear_roster("Fred, crew of 2 troopers", PLAYERS, 1).troubles
    assert trouble.word == "crew"
    assert "Tank vehicle 4 cannon 3, crew of 2 Troopers" in trouble.words


@pytest.mark.rule("8.5-03", "8.5-04")
def test_the_first_has_the_cockpit_the_others_a_seat_at_a_gun(battle: Campaign) -> None:
    said = "2 Tanks vehicle 4 cannon 3, gun 1, crew of a driver and 2 gunners"
    battle.do(hear_roster(said, PLAYERS, 1).act())
    seen = [(row.unit, row.weapon, row.place, row.occupant) for row in battle.read(controls)]
    for tank, driver, first, second in (
        ("Tank", "Driver", "Gunner", "Gunner 2"), ("Tank 2", "Driver 2", "Gunner 3", "Gunner 4"),
    ):  # fmt: skip
        assert [each[1:] for each in seen if each[0] == tank] == [
            ("Cannon", "cockpit", driver), ("Cannon", "gunner's seat 1", first),
            ("Gun", "cockpit", driver), ("Gun", "gunner's seat 2", second),
        ]  # fmt: skip
    battle.undo()
    assert battle.read(controls) == ()


@pytest.mark.rule("8.5-03")
def test_at_a_fort_each_has_the_controls_on_a_weapon(battle: Campaign) -> None:
    battle.do(hear_roster("Fort structure 6: cannon 3, crew of 2", PLAYERS, 1).act())
    seen = [(row.place, row.occupant) for row in battle.read(controls) if row.unit == "Fort"]
    assert seen == [("on the weapon", "Crew"), ("gunner's seat 2", "Crew 2")]


def test_a_crew_stands_where_its_tank_is_put_down(battle: Campaign) -> None:
    battle.do(hear_roster("Tank vehicle 4 cannon 3, crew of 2 troopers", PLAYERS, 1).act())
    keys = {row.name: row.id for row in battle.read(units)}
    sides = battle.read(first_battle)
    assert sides is not None, "it is still being set up"
    assert [each[0] for side in sides for each in side.placeless] == [keys["Tank"]]
