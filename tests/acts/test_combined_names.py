"""What the weapons of one attack are called: their shots, their dice, the title of the undo."""

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import look, unit, weapon, with_dice


def tank(battle: Campaign, name: str = "Tank") -> int:
    return unit(battle, name, 1, kind="Vehicle", size=6, armor="3d10")


def bursts(battle: Campaign, foe: int, users: tuple[str, ...]) -> Attack:
    """Have each user fire a burst of 2 from a MachineGun of its own."""
    strikes = tuple(
        Strike(
            weapon_id=weapon(battle, tank(battle, f"Tank of {name}"), kind="MachineGun", size=2),
            by_id=unit(battle, name, 1), mode=Mode.BURST, count=2,
        )
        for name in users
    )  # fmt: skip
    return Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=strikes)


def volley(battle: Campaign, foe: int, users: int) -> Attack:
    """Have so many pistols fire at once: Ada's, Bob's, Cy's."""
    shooters = [unit(battle, name, 1) for name in ("Ada", "Bob", "Cy")[:users]]
    strikes = tuple(
        Strike(weapon_id=weapon(battle, by, preset="W-04", name="Pistol"), by_id=by)
        for by in shooters
    )
    return Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=strikes)


def title(battle: Campaign, attack: Attack, *values: int, **choices: str) -> str:
    return battle.do(with_dice(attack, values, choices)).title


def test_the_shots_of_two_bursts_say_whose_they_are(battle: Campaign, foe: int) -> None:
    seen = look(battle, bursts(battle, foe, ("Ada", "Bob")), 2, 2, 2, 2)
    names = ["Ada, shot 1", "Ada, shot 2", "Bob, shot 1", "Bob, shot 2"]
    assert [shot.name for shot in seen.shots] == names
    assert [die.of and die.of.name for die in seen.dice] == names


def test_the_shots_of_one_burst_are_only_numbered(battle: Campaign, foe: int) -> None:
    seen = look(battle, bursts(battle, foe, ("Ada",)))
    assert [shot.name for shot in seen.shots] == ["Shot 1", "Shot 2"]


@pytest.mark.parametrize(
    ("weapons", "names"),
    [
        (("Bow", "Sling"), ["Bow", "Sling"]),
        (("Bow", "Bow"), ["Bow 1", "Bow 2"]),
        (("Bow", "Sling", "Bow"), ["Bow 1", "Sling", "Bow 2"]),
    ],
)
def test_weapons_of_one_user_go_by_their_own_names(
    battle: Campaign, foe: int, weapons: tuple[str, ...], names: list[str]
) -> None:
    ada, stand = unit(battle, "Ada", 1), tank(battle)
    strikes = tuple(
        Strike(weapon_id=weapon(battle, stand, kind="Gun", size=2, name=name), by_id=ada)
        for name in weapons
    )
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=strikes)
    assert [shot.name for shot in look(battle, attack).shots] == names


def test_one_user_with_two_launchers_sends_from_each_by_its_name(
    battle: Campaign, foe: int
) -> None:
    stand, ada = tank(battle), unit(battle, "Ada", 1)
    launchers = []
    for name in ("Port Launcher", "Starboard Launcher"):
        made = weapon(battle, stand, kind="Launcher", size=3, name=name)
        rounds = (RoundFacts(name="Missile", explosive_size=1, count=4),)
        battle.do(AddRack(weapon_id=made, name=f"Battery of {name}", battery=True, rounds=rounds))
        launchers.append(made)
    strikes = tuple(Strike(weapon_id=made, by_id=ada) for made in launchers)
    attack = Attack(aims=(Aim(unit_id=foe, distance=9),), strikes=strikes)
    seen = look(battle, attack, 1, 1)
    assert [shot.name for shot in seen.shots] == ["Port Launcher", "Starboard Launcher"]
    assert [die.of and die.of.name for die in seen.dice] == ["Port Launcher", "Starboard Launcher"]
    far = {"spot_0": "a hole", "spot_1": "a ditch", "dud_0": "dud", "dud_1": "dud"}
    assert title(battle, attack, 1, 1, **far) == "Ada fires Port Launcher and 1 more at Foe"


def test_a_user_of_two_weapons_among_others_says_both(battle: Campaign, foe: int) -> None:
    ada, bob, stand = unit(battle, "Ada", 1), unit(battle, "Bob", 1), tank(battle)
    guns = [weapon(battle, stand, kind="Gun", size=2, name=f"Gun {side}") for side in "LRB"]
    strikes = tuple(
        Strike(weapon_id=gun, by_id=by) for gun, by in zip(guns, (ada, ada, bob), strict=True)
    )
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=strikes)
    names = [shot.name for shot in look(battle, attack).shots]
    assert names == ["Ada, Gun L", "Ada, Gun R", "Bob"]


@pytest.mark.parametrize(
    ("users", "words"),
    [
        (1, "Ada fires Pistol at Foe"),
        (2, "Ada and Bob fire Pistol at Foe"),
        (3, "Ada and 2 more fire Pistol at Foe"),
    ],
)
def test_the_undo_says_who_fires(battle: Campaign, foe: int, users: int, words: str) -> None:
    assert title(battle, volley(battle, foe, users), *[2] * users) == words


def test_two_of_one_name_are_two(battle: Campaign, foe: int) -> None:
    shooters = [unit(battle, "Gus", 1), unit(battle, "Gus", 1)]
    strikes = tuple(
        Strike(weapon_id=weapon(battle, by, preset="W-04", name="Pistol"), by_id=by)
        for by in shooters
    )
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=strikes)
    assert title(battle, attack, 2, 2) == "Gus and Gus fire Pistol at Foe"


@pytest.mark.parametrize(
    ("mode", "words"),
    [(Mode.STRIKE, "Ada and Bob strike with Sword at Foe"), (Mode.SHOVE, "make a Shove at Foe")],
)
def test_verbs_of_several_are_plural(battle: Campaign, foe: int, mode: Mode, words: str) -> None:
    strikes = []
    for name in ("Ada", "Bob"):
        by = unit(battle, name, 1)
        sword = weapon(battle, by, preset="W-01", name="Sword")
        strikes.append(Strike(weapon_id=sword, by_id=by, mode=mode))
    attack = Attack(aims=(Aim(unit_id=foe),), strikes=tuple(strikes))
    values = [1, 1] if mode is Mode.STRIKE else []
    assert words in title(battle, attack, *values)


def test_who_spends_the_benny_of_which_shot(battle: Campaign, foe: int) -> None:
    prompts = [choice.prompt for choice in look(battle, volley(battle, foe, 2), 6, 6).choices]
    assert [words.partition("spends ")[2] for words in prompts] == [
        "the Benny of Ada on:",
        "the Benny of Bob on:",
    ]


def test_the_benny_of_an_arc_is_that_of_the_shot_at_somebody(battle: Campaign, foe: int) -> None:
    ada, other = unit(battle, "Ada", 1), unit(battle, "Other", 2)
    gun = weapon(battle, tank(battle), kind="MachineGun", size=2)
    strike = Strike(weapon_id=gun, by_id=ada, mode=Mode.ARC, count=1)
    aims = (Aim(unit_id=foe, distance=5), Aim(unit_id=other, distance=5))
    prompts = [
        choice.prompt for choice in look(battle, Attack(aims=aims, strikes=(strike,)), 6, 6).choices
    ]
    assert [words.partition("spends ")[2] for words in prompts] == [
        "the Benny of the shot at Foe on:",
        "the Benny of the shot at Other on:",
    ]


def test_missiles_of_one_salvo_are_counted(battle: Campaign, foe: int) -> None:
    racks = unit(battle, "Racks", 1, kind="Vehicle", size=3, armor="2d10", action_die=6)
    launcher = weapon(battle, racks, kind="Launcher", size=3)
    rounds = (RoundFacts(name="Missile", explosive_size=1, count=12),)
    battle.do(AddRack(weapon_id=launcher, name="Battery", battery=True, rounds=rounds))
    salvo = Attack(
        aims=(Aim(unit_id=foe, distance=9),), strikes=(Strike(weapon_id=launcher, rounds=2),)
    )
    assert [shot.name for shot in look(battle, salvo).shots] == ["Missile 1", "Missile 2"]
