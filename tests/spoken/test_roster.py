"""Rosters in words: what is understood, what is not, and what the one act adds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.spoken.roster import RosterHeard, hear_roster, scifi_vocabulary
from brikdesk.spoken.vocabulary import vocabulary
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Mind, Rack, Round, Unit, UnitKind, Weapon, WeaponKind
from tests.acts.table import rows
from tests.spoken.roll_call import calls_of

PLAYERS = ((1, "Ann's Army"), (2, "Reds"))

BATTLE = """3 Troopers: gun, light armor; Captain Ann hero two-handed
Big Bertha vehicle 4 cannon 3 (4 shells X3, 1 smoke X2), launcher 2 (12 missiles)
Reds:
2 Scouts: rifle
"The Gate" structure 6 armor 2d10 flammable "falls inward"
Wolf creature 2 claw 1 move 8 d8
"""


def heard(said: str) -> RosterHeard:
    return hear_roster(said, PLAYERS, 1)


def test_a_battle_is_read_line_by_line() -> None:
    found = heard(BATTLE)
    assert found.troubles == ()
    shown = [
        (each.act.copies, each.act.name, each.player, each.what, each.carries)
        for each in found.units
    ]
    assert shown == [
        (3, "Trooper", "Ann's Army", "Minifig", "Gun, Light Armor"),
        (1, "Captain Ann", "Ann's Army", "Hero", "Two-handed"),
        (
            1, "Big Bertha", "Ann's Army", 'Vehicle, Size 4"',
            'Cannon 3" (4 shells X3, 1 smoke X2 = 2 Smoke), Launcher 2" (12 missiles X2)',
        ),
        (2, "Scout", "Reds", "Scout", "Rifle, Optical tool"),
        (1, "The Gate", "Reds", 'Structure, Size 6"', ""),
        (1, "Wolf", "Reds", 'Creature, Size 2"', 'Claw 1"'),
    ]  # fmt: skip
    assert found.count == 9
    gate, wolf = found.units[4].act, found.units[5].act
    assert (gate.armor, gate.tags, gate.notes) == ("2d10", ("flammable",), "falls inward")
    assert (wolf.move, wolf.action_die) == (8, 8)


@pytest.mark.rule("W-14", "W-15")
def test_armor_that_is_worn_counts_in_the_figures(battle: Campaign) -> None:
    said = "Ann: light armor\nBen: heavy armor\nCei: light armor, armor 5\nDee hero: light armor"
    battle.do(heard(said).act())
    figures = [(unit.name, unit.armor, unit.deflection) for unit in rows(battle, Unit)[-4:]]
    assert figures == [("Ann", "6", 0), ("Ben", "4", 1), ("Cei", "5", 0), ("Dee", "2d6", 0)]


def test_a_side_and_its_unit_may_stand_in_one_line() -> None:
    found = heard("Reds: 2 Archers: bow\nReds: sword\n3 Troopers: gun")
    assert not found.troubles
    shown = [(each.act.name, each.player, each.carries) for each in found.units]
    assert shown == [
        ("Archer", "Reds", "Bow"),
        ("Reds", "Reds", "Sword"),
        ("Trooper", "Reds", "Gun"),
    ]


def test_what_follows_a_side_that_was_not_understood_is_still_that_side_s() -> None:
    found = heard("Reds: 2 Archers: wobblestick\nBob: cutlass, blaster rifle")
    assert [each.word for each in found.troubles] == ["wobblestick"]
    assert [(each.player, each.carries) for each in found.units] == [
        ("Reds", "Cutlass, Blaster rifle")
    ]


def test_a_horse_in_the_line_of_a_hero_is_told_to_be_a_unit_of_its_own() -> None:
    (trouble,) = heard("Percy hero: lance, horse").troubles
    assert "a unit of its own, in its own line: Dobbin horse." in trouble.words


@pytest.mark.parametrize(
    "said",
    [
        "Percy hero on horse: lance",
        "Percy hero: lance, riding a horse",
        "Percy hero rides his horse: lance",
        "Percy hero: lance, on horseback",
    ],
)
def test_who_rides_is_two_units(battle: Campaign, said: str) -> None:
    found = heard(said)
    assert not found.troubles
    shown = [(each.act.name, each.what, each.carries) for each in found.units]
    assert shown == [("Percy", "Hero", "Lance"), ("Percy’s horse", 'Horse, Size 2"', "")]
    battle.do(found.act())
    rider, horse = rows(battle, Unit)
    assert (rider.kind, horse.kind) == (UnitKind.HERO, UnitKind.HORSE)


@pytest.mark.rule("OF-87")
def test_riders_think_for_their_horses_and_others_do_not(battle: Campaign) -> None:
    found = heard("3 Riders: lance, squad Reds, riding horses\n2 Troopers on horses: gun")
    assert [each.act.copies for each in found.units] == [3, 3, 2, 2]
    battle.do(found.act())
    horses = [unit for unit in rows(battle, Unit) if unit.kind is UnitKind.HORSE]
    assert [unit.mind is Mind.RIDDEN for unit in horses] == [True] * 3 + [False] * 2
    squads = {each.act.name: each.act.squad for each in found.units}
    assert (squads["Rider’s horse"], squads["Trooper’s horse"]) == ("Reds", "")


def test_a_name_before_a_colon_may_be_that_of_a_weapon() -> None:
    found = heard(
        "Captain Hook: hook, boat hook\nCorporal Pike hero: gun\nBlack Pearl ship 8: cannon 3"
    )
    assert not found.troubles
    assert [(each.act.name, each.what, each.carries) for each in found.units] == [
        ("Captain Hook", "Minifig", "Hook, Boat hook"),
        ("Corporal Pike", "Hero", "Gun"),
        ("Black Pearl", 'Vehicle, Size 8"', 'Cannon 3"'),
    ]


def test_one_act_adds_them_all_and_one_undo_takes_them_back(battle: Campaign) -> None:
    before = battle.digest()
    done = battle.do(heard(BATTLE).act())
    assert done.title == "Add 9 units"
    units = rows(battle, Unit)
    assert [unit.name for unit in units[:4]] == ["Trooper", "Trooper 2", "Trooper 3", "Captain Ann"]
    assert {unit.worn_armor for unit in units[:3]} == {"light"}
    assert units[3].kind is UnitKind.HERO
    assert [unit.player_id for unit in units] == [1] * 5 + [2] * 4
    guns = [weapon.name for weapon in rows(battle, Weapon)]
    assert guns[:5] == ["Gun", "Gun", "Gun", "Two-handed", "Cannon"]
    assert [(rack.name, rack.battery) for rack in rows(battle, Rack)] == [
        ("Ammo rack", False),
        ("Battery", True),
    ]
    loads = [(each.name, each.explosive_size, each.count) for each in rows(battle, Round)]
    assert loads == [("shells", 3, 4), ("smoke", 2, 1), ("missiles", 2, 12)]
    battle.undo()
    assert battle.digest() == before


def test_it_adds_what_the_acts_one_by_one_would_add(battle: Campaign) -> None:
    battle.do(heard("2 Guards: pistol").act())
    by_words = [unit.model_dump(exclude={"id", "name", "token"}) for unit in rows(battle, Unit)]
    pistol = WeaponFacts(preset="W-04", name="Pistol")
    battle.do(AddUnit(name="Guard", player_id=1, copies=2, weapons=(pistol,)))
    by_form = [unit.model_dump(exclude={"id", "name", "token"}) for unit in rows(battle, Unit)][2:]
    assert by_words == by_form
    assert {weapon.damage for weapon in rows(battle, Weapon)} == {"1d6"}


@pytest.mark.parametrize(
    ("said", "name", "what", "carries"),
    [
        ("Mom 1: club", "Mom 1", "Minifig", "Club"),
        ("Gunner", "Gunner", "Gunner", ""),
        ("5 Horses", "Horse", 'Horse, Size 2"', ""),
        ("Gus", "Gus", "Minifig", ""),
        ("Gus: 2 grenades X2, pistol", "Gus", "Minifig", '2 × Grenade 2", Pistol'),
        ("Fort structure 8 2 cannons 3", "Fort", 'Structure, Size 8"', '2 × Cannon 3"'),
        (
            "Tank vehicle size 5 gun 2 machinegun 1",
            "Tank",
            'Vehicle, Size 5"',
            'Gun 2", Machinegun 1"',
        ),
        ("Cart object 1", "Cart", 'Object, Size 1"', ""),
        ("2 Orcs: sword, squad Red Hand", "Orc", "Minifig", "Sword, squad Red Hand"),
        ('"Sword of Hope": sword', "Sword of Hope", "Minifig", "Sword"),
    ],
)
def test_ways_to_say_a_unit(said: str, name: str, what: str, carries: str) -> None:
    (unit,) = heard(said).units
    assert (unit.act.name, unit.what, unit.carries) == (name, what, carries)


@pytest.mark.parametrize(
    ("said", "line", "word", "words"),
    [
        ("Gus\nBob: flamable", 2, "flamable", "Did you mean flammable?"),
        ("Greens:", 1, "Greens", "Players: Ann's Army, Reds."),
        ("200 Orcs: sword", 1, "200", "From 1 to 100"),
        ("Gus: cannon 2 (4 shells", 1, "(", "not closed"),
        ("Gus: (4 shells)", 1, "(", "right behind their weapon"),
        ("Gus armor big", 1, "big", "4, 1d6, 2d10"),
        ("Gus move", 1, "move", "A number is needed"),
        ("Cart object 1.5", 1, "1.5", "whole number"),
        ("Gus: squad, sword", 1, "squad", "A name is needed"),
        (", sword", 1, ",", "Name the unit"),
        ("Gus: cannon 2 (0 shells)", 1, "0", "From 1 to 999 rounds"),
    ],
)
def test_what_is_not_understood_is_named_with_its_place(
    said: str, line: int, word: str, words: str
) -> None:
    trouble = heard(said).troubles[0]
    assert (trouble.line, trouble.word) == (line, word)
    assert words in trouble.words
    assert not heard(said).ready


@pytest.mark.parametrize(
    ("said", "last"),
    [
        ("Gus: swo", True),
        ("Gus: swo ", False),
        ("Gus:", True),
        ("Gus:\n", False),
        ("Gus: cannon 2 (4 shells X", True),
        ("Gus: cannon 2 (4 shells\nBob", False),
    ],
)
def test_what_is_still_typed_is_told_from_what_is_wrong(said: str, last: bool) -> None:
    assert heard(said).troubles[-1].last is last


def test_more_than_can_be_added_is_refused() -> None:
    many = "\n".join(["100 Orcs: sword"] * 6)
    assert "more than 500 units" in heard(many).troubles[-1].words
    assert "20000 characters" in heard("a\n" * 20_000).troubles[0].words


WORDS = st.sampled_from(
    ["3", "x2", "Gus", "gun", "(", ")", ",", ";", ":", "\n", '"', "X3", "cannon", "4", "armor", "heavy",
     "structure", "smoke", "Reds", "d8", "move", "½", "-1", "1.5", "rifles", "hero", "#", "two-handed"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=30).map(" ".join)))
def test_no_text_breaks_it_and_every_word_counts(said: str) -> None:
    found = heard(said)
    assert found.ready == (bool(found.units) and not found.troubles)
    assert all(each.act.name.strip() for each in found.units)
    assert all(1 <= each.line <= said.count("\n") + 1 for each in (*found.units, *found.troubles))


@pytest.mark.rule("5.4-16")
@pytest.mark.parametrize(
    "said", ["Trooper: gun, smoke heavy armor", "Trooper: gun, fire light armor"]
)
def test_a_die_before_something_that_has_none_is_told_and_breaks_nothing(said: str) -> None:
    assert [each.line for each in heard(said).troubles] == [1]


def test_a_lance_is_made_for_thrusting_by_its_name() -> None:
    (knight,) = heard("Gwen: lance, sword, spear 2").units
    assert [each.thrusting for each in knight.act.weapons or ()] == [True, None, True]


@pytest.mark.parametrize("times", ["3", "3 x", "3 X", "3 ×", "3 *", "3x", "3×", "3*", "x3", "×3"])
def test_a_number_of_units_is_said_with_any_sign_of_times(times: str) -> None:
    (unit,) = heard(f"{times} Troopers: gun").units
    assert (unit.act.copies, unit.act.name) == (3, "Trooper")


@pytest.mark.parametrize("size", ["1½", "1.5", "1 1/2", "1,5in", "1½in", "1.5IN"])
def test_a_size_in_words_is_read_as_people_write_it(size: str) -> None:
    found = heard(f"Gus: gun {size}, 2 grenades")
    assert found.troubles == ()
    assert [weapon.size for weapon in found.units[0].act.weapons] == [1.5, None, None]


@pytest.mark.parametrize(
    ("said", "carries"),
    [
        ("Fire engine vehicle 3: water cannon, machine gun", 'Water cannon 1", Machine gun 1"'),
        ("Gnash creature 4: teeth 3, fire breath", 'Teeth 3", Fire breath 1"'),
        ("Wyrm creature 5: claws, horns 2, tail", 'Claws 1", Horns 2", Tail 1"'),
        ("Krull hero: chainsaw, flamethrower", "Chainsaw, Flamethrower"),
        ("Bob: close combat weapon, RPG (2 rockets)", "Close combat weapon, RPG (2 rockets X1)"),
        ("Rokka: rocket launcher (3 rockets), pistol", "Rocket launcher (3 rockets X1), Pistol"),
        ("Olaf: two-handed axe, crossbow", "Two-handed axe, Crossbow"),
        ("Olaf: rusty old axe, plasma rifle, 2 knives", "Rusty old axe, Plasma rifle, 2 × Knife"),
        (
            "Tower structure 4: 2 catapults 2, bone club",
            '2 × Catapult 2" (empty: write (3 rockets) behind it), Bone club 1"',
        ),
        ("Kuba: 2 molotovs", "2 × Molotov = 1d4 Fire"),
    ],
)
def test_weapons_are_called_as_people_call_them(said: str, carries: str) -> None:
    found = heard(said)
    assert not found.troubles
    assert found.units[0].carries == carries


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Bob: rocket launcher (3 rockets)", WeaponKind.LAUNCHER),
        ("Bob: two-handed axe", WeaponKind.MELEE_WEAPON),
        ("Bob: minigun", WeaponKind.MACHINE_GUN),
        ("Bob creature 2: fire breath", WeaponKind.FLAME_THROWER),
        ("Bob vehicle 2: water cannon", WeaponKind.BLAST_GUN),
        ("Bob: bazooka", WeaponKind.CANNON),
    ],
)
def test_a_common_word_has_the_figures_of_its_kind(
    battle: Campaign, said: str, kind: WeaponKind
) -> None:
    battle.do(heard(said).act())
    (weapon,) = rows(battle, Weapon)
    assert weapon.kind is kind
    if kind is WeaponKind.LAUNCHER:  # what it fires is gone
        assert [rack.battery for rack in rows(battle, Rack)] == [True]


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("Watchmen", "Watchman"), ("Firemen", "Fireman"), ("women", "woman"), ("wolves", "wolf"),
        ("thieves", "thief"), ("mice", "mouse"), ("Witches", "Witch"), ("Heroes of Ur", "Heroes of Ur"),
        ("Bosses", "Boss"), ("Boss", "Boss"), ("Horses", "Horse"), ("Slaves", "Slave"),
        ("Mercenaries", "Mercenary"),
        ("Zombies", "Zombie"), ("Spies", "Spy"), ("Ice-wolves", "Ice-wolf"),
        ("FIREMEN", "FIREMAN"), ("Samurai", "Samurai"),
        ("Townspeople", "Townsperson"), ("Foxes", "Fox"), ("Reavers", "Reaver"), ("Tortoises", "Tortoise"),
    ],
)  # fmt: skip
def test_several_are_called_as_one_of_them(several: str, one: str) -> None:
    found = heard(f"3 {several}: sword")
    assert [(each.act.copies, each.act.name) for each in found.units] == [(3, one)]


def test_what_is_not_understood_is_said_whole_and_offers_only_what_is_alike() -> None:
    first, second, third = heard("Bob: glorp snood 3, lihgt shield, gun, wobblestick").troubles
    assert (first.word, second.word, third.word) == ("glorp snood 3", "lihgt", "wobblestick")
    assert "Did you mean" not in first.words
    assert "wobble gun" in first.words
    assert "Did you mean light shield?" in second.words


@pytest.mark.parametrize(
    "words",
    ["Bob gun sword shield rifle horse knight axe ", "Trooper: heavvy armorr ", "sworrd", "3 x "],
)
def test_a_long_line_without_breaks_costs_no_more_than_its_length(words: str) -> None:
    """Ten times as long, it takes ten times as many calls, and not a hundred times."""
    several = words * (460 // len(words))
    assert calls_of(heard, several * 10) < 15 * calls_of(heard, several)


def test_no_word_is_offered_in_place_of_itself() -> None:
    phrases = {*vocabulary(creation=False), *vocabulary(creation=True), *scifi_vocabulary()}
    for word in sorted({" ".join(each) for each in phrases})[::7]:
        for said in (f"Bob: {word}", f"Bob {word} {word}", f"Tank vehicle 4: {word}", word):
            for trouble in heard(said).troubles:
                meant = trouble.words.rpartition("Did you mean ")[2].removesuffix("?")
                assert meant.casefold() != trouble.word.casefold(), said
