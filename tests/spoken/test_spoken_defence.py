"""Parries, Energy Shields and Missed Shots in a spoken attack; problems point at their word."""

import pytest
from msgspec.structs import replace

from brikdesk.acts.combat.aim import Aim, AttackPreview, Parry, ShieldDice, Stray, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.spoken import Problem, RollCall, answered, hear, roll_call
from brikdesk.spoken.roll_call import Dome
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import unit, weapon
from tests.spoken.roll_call import BERTHA, CALL, OPINION, SHIELD, STUB, SWORD, TILE

DOME, WALL = 1, 2
TABLE: RollCall = replace(
    CALL, domes=(Dome(DOME, "Crystal dome", (0, 1, 3)), Dome(WALL, "Light wall", ()))
)


def heard(line: str) -> Attack:
    spoken = hear(line, TABLE)
    assert spoken.act is not None, spoken.problems
    return spoken.act


def problem(line: str) -> tuple[str, str]:
    """Return the words that a problem points at, and what it says."""
    spoken = hear(line, TABLE)
    assert spoken.act is None, "there is a problem"
    first: Problem = spoken.problems[0]
    return line[first.start : first.end], first.words


@pytest.mark.parametrize(
    ("words", "parry"),
    [
        ("at tile parried", Parry(unit_id=TILE, weapon_id=SHIELD)),
        ("at tile parried with shield", Parry(unit_id=TILE, weapon_id=SHIELD)),
        ("at tile parried by tile with sword", Parry(unit_id=TILE, weapon_id=SWORD)),
        ("at tile, parry with bare hands", Parry(unit_id=TILE)),
        ("parried by squire tile at tile", Parry(unit_id=TILE, weapon_id=SHIELD)),
    ],
)
def test_a_target_parries(words: str, parry: Parry) -> None:
    assert heard(f'sgt fires pistol {words} 5"').parries == (parry,)


def test_a_grab_is_parried_with_bare_hands_where_no_shield_is_held() -> None:
    assert heard("tile grabs sgt parried").parries == (Parry(unit_id=1),)


@pytest.mark.parametrize(
    ("line", "word", "says"),
    [
        ('sgt fires pistol at opinion 5" parried', "parried", "holds no shield"),
        ('sgt fires pistol at tile 5" parried with spoon', "spoon", "holds no"),
        ('sgt fires pistol at tile 5" parried by nemo', "nemo", "Nobody is called"),
        ('sgt fires pistol at tile 5" shielded by bubble', "bubble", "No Energy Shield"),
        (
            'sgt fires pistol at tile 5" shielded by dome 4 dice',
            "shielded by dome 4 dice",
            "3 dice ready",
        ),
        ('sgt fires pistol at tile 5" shielded by wall', "shielded by wall", "0 dice ready"),
        ('sgt fires pistol shielded by dome at tile 5"', "shielded", "Name the target"),
        ('sgt fires pistol at tile 5" stray on nemo 3"', "nemo", "Nothing here is called"),
        ('sgt fires pistol at tile 5" stray on stub', "", "How many inches"),
        ('sgt fires pistol at tile 5" stray 0 on stub 3"', "stray 0", "counted from 1"),
    ],
)
def test_a_problem_points_at_its_word(line: str, word: str, says: str) -> None:
    words, sentence = problem(line)
    assert words == word
    assert says in sentence


def test_a_shield_gives_the_dice_that_are_ready() -> None:
    one = heard('sgt fires pistol at tile 5" shielded by dome 7 4')
    assert one.shields == (ShieldDice(field_id=DOME, unit_id=TILE, dice=(0,)),)
    spoken = hear('sgt fires pistol at tile 5" shielded by dome 3 dice 7 4', TABLE)
    assert spoken.act is not None
    assert spoken.act.shields == (ShieldDice(field_id=DOME, unit_id=TILE, dice=(0, 1, 3)),)
    assert [answer.words for answer in spoken.answers] == ["7", "4"], "faces stay faces"


@pytest.mark.rule("5.3-07")
def test_a_stray_is_tracked_and_lands_on_whom_it_strikes() -> None:
    act = heard('sgt fires pistol at tile 5" stray on stub 4" 2 3')
    assert act.strays == (Stray(shot="shot-0", unit_id=STUB, distance=4.0),)
    assert act.track_misses
    assert act.choices == {"spot-0": "Squire Stub"}


def test_the_number_of_a_stray_is_that_of_its_shot() -> None:
    act = heard('nubs bursts stapler 3 at opinion 5" stray 2 on big bertha 4", stray 3 on stub 2"')
    assert act.strays == (
        Stray(shot="shot-1", unit_id=BERTHA, distance=4.0),
        Stray(shot="shot-2", unit_id=STUB, distance=2.0),
    )
    assert [aim.unit_id for aim in act.aims] == [OPINION]


def test_an_explosive_may_be_struck_and_a_projectile_not() -> None:
    act = heard('sgt fires pistol at tile 5" stray on stink bomb 4"')
    assert act.strays == (Stray(shot="shot-0", explosive_id=1, distance=4.0),)
    words, _ = problem('sgt fires pistol at tile 5" stray on paper rocket 4"')
    assert words == "paper rocket"


# On a campaign


@pytest.fixture
def table(battle: Campaign) -> Campaign:
    archer = unit(battle, "Archer", 1)
    weapon(battle, archer, preset="W-04", name="Bow")
    unit(battle, "Foe", 2)
    unit(battle, "Friend", 2)
    return battle


def said(table: Campaign, line: str) -> AttackPreview | None:
    spoken = hear(line, table.read(roll_call))
    found = answered(spoken, lambda act: (act, table.reading(act.examine)))
    assert found is not None, spoken.problems
    assert not found.problems
    return found.preview


@pytest.mark.rule("5.3-11")
def test_the_dice_of_a_stray_follow_the_miss(table: Campaign) -> None:
    line = 'archer fires bow at foe 5" stray on friend 4" 2'
    preview = said(table, line)
    assert preview is not None
    assert preview.choices[0].chosen == "Friend"
    assert preview.owed == 1
    done = said(table, f"{line} 3")
    assert done is not None
    assert [victim.name for victim in done.victims] == ["Friend"]
    hit = said(table, 'archer fires bow at foe 5" stray on friend 4" 5 3')
    assert hit is not None
    assert [victim.name for victim in hit.victims] == ["Foe"]


def test_shields_of_a_campaign_can_be_named(table: Campaign) -> None:
    keep = unit(table, "Keep", 2, kind="Structure", size=4)
    table.do(
        act_from_data(
            {"act": "AddField", "carrier_id": keep, "kind": "Energy Shield", "size": 4, "name": "Soap bubble",
             "player_id": 2, "dice": ["d6 Damage", "d10 Damage"]}
        )
    )  # fmt: skip
    (dome,) = table.read(roll_call).domes
    assert (dome.name, dome.ready) == ("Soap bubble", (0, 1))


def test_a_spoken_attack_keeps_what_it_always_was() -> None:
    act = heard('sgt fires pistol at tile 5"')
    assert act == Attack(
        strikes=(Strike(weapon_id=2, by_id=1),), aims=(Aim(unit_id=TILE, distance=5.0),)
    )
