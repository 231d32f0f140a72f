"""An attack in one line: what is understood, what is not, and where."""

import dataclasses

import pytest
from msgspec.structs import replace

from brikdesk.acts.combat.aim import Aim, Caught, Extra, Mode, Strike, TargetPart
from brikdesk.spoken import hear
from brikdesk.spoken.roll_call import Arm
from tests.spoken.roll_call import (
    BERTHA,
    CALL,
    CANNON,
    FIRES,
    GOLEM,
    NUBS,
    OPINION,
    PISTOL,
    SGT,
    SHIELD,
    STAPLER,
    STUB,
    TANK_1,
    TANK_2,
    TILE,
    aim_of,
    dice_in,
    one_problem,
    strike_of,
)


def test_the_whole_attack_is_one_line() -> None:
    spoken = hear("sgt fires cannon at opinion 7 4 9 6", CALL)
    assert spoken.act is not None
    assert spoken.act.strikes == (Strike(weapon_id=CANNON, by_id=SGT),)
    assert spoken.act.aims == (Aim(unit_id=OPINION),)
    assert dice_in(spoken) == ["7", "4", "9", "6"]
    assert spoken.title == 'Sgt. Flatplate, Cannon 3" at Trebuchet “Second Opinion”'


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        ("sgt", SGT),
        ("SGT.", SGT),
        ("flatplate", SGT),
        ("flat", SGT),
        ("sf", SGT),
        ("Sgt. Flatplate", SGT),
        ("gunner", NUBS),
        ("#2", NUBS),
        ("duchy gunner", NUBS),
    ],
)
def test_a_unit_is_named_by_any_part_of_its_name(words: str, unit: int) -> None:
    assert strike_of(f"{words} shoots cannon at golem").by_id == unit


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        ("opinion", OPINION),
        ("second opinion", OPINION),
        ("“second opinion”", OPINION),
        ('"Second Opinion"', OPINION),
        ("trebuchet", OPINION),
        ("Trebuchet “Second Opinion”", OPINION),
        ("so", OPINION),
        ("tso", OPINION),
        ("the golem", GOLEM),
        ("rg", GOLEM),
        ("berthas nephew", BERTHA),
        ("bertha's", BERTHA),
        ("bbn", BERTHA),
        ("private fires at will", FIRES),
        ("old tank 2", TANK_2),
        ("tank 2", TANK_2),
        ("tile", TILE),
        ("order stub", STUB),
    ],
)
def test_a_target_is_named_by_any_part_of_its_name(words: str, unit: int) -> None:
    spoken = hear(f'sgt fires pistol at {words} 9" 5', CALL)
    assert spoken.act is not None, spoken.problems
    assert spoken.act.aims == (Aim(unit_id=unit, distance=9),)
    assert dice_in(spoken) == ["5"]


@pytest.mark.parametrize(
    ("line", "mode", "count"),
    [
        ("sgt fires pistol at golem", Mode.SINGLE, 1),
        ("sgt attacks golem with pistol", Mode.SINGLE, 1),
        ("sgt throws pistol at golem", Mode.THROW, 1),
        ("sgt drops pistol on golem", Mode.DROP, 1),
        ("tile strikes golem with sword", Mode.STRIKE, 1),
        ("tile grabs golem", Mode.GRAB, 1),
        ("tile grabs at golem", Mode.GRAB, 1),
        ("sgt shoves golem", Mode.SHOVE, 1),
        ("tile shoves golem with sword", Mode.SHOVE, 1),
        ("nubs bursts stapler 3 at golem", Mode.BURST, 3),
        ("nubs bursts 3 with stapler at golem", Mode.BURST, 3),
        ("nubs fires stapler at golem burst 4", Mode.BURST, 4),
        ("nubs fires stapler at golem 4 shots", Mode.BURST, 4),
        ("nubs fires stapler at golem 1 shot", Mode.SINGLE, 1),
        ("nubs sweeps stapler arc 2 across golem", Mode.ARC, 2),
        ("nubs fires stapler arc 2 at golem", Mode.ARC, 2),
        ("stub sweeps kettle across golem", Mode.ARC, 1),
    ],
)
def test_verbs_and_counts_say_how_a_weapon_is_used(line: str, mode: Mode, count: int) -> None:
    strike = strike_of(line)
    assert (strike.mode, strike.count) == (mode, count)


@pytest.mark.rule("5.2-24", "5.2-31")
def test_a_grab_takes_no_weapon_a_shove_may() -> None:
    assert strike_of("tile grabs golem").weapon_id is None
    assert strike_of("sgt shoves golem").weapon_id is None
    assert strike_of("tile shoves golem with sword").weapon_id is not None
    spoken = hear("tile grabs golem", CALL)
    assert spoken.act is not None
    assert (spoken.act.strikes[0].by_id, spoken.act.aims) == (TILE, (Aim(unit_id=GOLEM),))


@pytest.mark.parametrize(
    ("options", "aim"),
    [
        ('9"', Aim(distance=9)),
        ("9in", Aim(distance=9)),
        ("9 inches away", Aim(distance=9)),
        ("9″", Aim(distance=9)),
        ("at 9", Aim(distance=9)),
        ('at 9"', Aim(distance=9)),
        ("distance 9", Aim(distance=9)),
        ('from 9"', Aim(distance=9)),
        ('2,5"', Aim(distance=2.5)),
        ('2 1/2"', Aim(distance=2.5)),
        ('2⅛"', Aim(distance=2.125)),
        ("9IN", Aim(distance=9)),
        ("2,5 inches", Aim(distance=2.5)),
        ('1/2"', Aim(distance=0.5)),
        ('2½"', Aim(distance=2.5)),
        ("from above 3", Aim(above=3)),
        ('3" above', Aim(above=3)),
        ("below 2", Aim(above=-2)),
        ("blind", Aim(blind=True)),
        ("sections 2", Aim(sections=2)),
        ("2 sections", Aim(sections=2)),
        ('4" visible', Aim(inches=4)),
        ('visible 4"', Aim(inches=4)),
        ("joint (small)", Aim(joint=True, part=TargetPart.SMALL)),
        ("aiming at the rope (tiny)", Aim(part=TargetPart.TINY, part_name="rope")),
        ("aiming at the joint (small)", Aim(part=TargetPart.SMALL, part_name="joint", joint=True)),
        (
            "aiming at sling component tiny",
            Aim(part=TargetPart.TINY, part_name="sling", component=True),
        ),
        ('free 2"', Aim(free=2)),
        ("spans 2", Aim(spans=2)),
    ],
)
def test_measures_belong_to_the_target(options: str, aim: Aim) -> None:
    assert aim_of(f"sgt fires pistol at golem {options} 5") == dataclasses.replace(
        aim, unit_id=GOLEM
    )
    assert aim_of(f"sgt fires pistol at golem, {options}, 5") == dataclasses.replace(
        aim, unit_id=GOLEM
    )


def test_an_aimed_at_weapon_of_the_target_is_known() -> None:
    aim = aim_of("sgt fires pistol at tile aiming at his shield (small)")
    assert (aim.part_weapon_id, aim.part_name) == (SHIELD, "shield")


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ("+1 because of the hill", Extra(reason="the hill", value=1)),
        ("-2 for rain", Extra(reason="rain", value=-2)),
        ("−2 for rain", Extra(reason="rain", value=-2)),
        ("+1 damage for spikes", Extra(reason="spikes", value=1, damage=True)),
        ("+1 parry for luck", Extra(reason="luck", value=1, parry=True)),
        ('+1 "wave 2 bonus"', Extra(reason="wave 2 bonus", value=1)),
    ],
)
def test_a_modifier_comes_with_its_reason(words: str, extra: Extra) -> None:
    spoken = hear(f"sgt fires pistol at golem {words} 7 4", CALL)
    assert spoken.act is not None
    assert spoken.act.extras == (extra,)
    assert dice_in(spoken) == ["7", "4"]


def test_an_arc_has_several_targets_each_with_its_measures() -> None:
    line = 'nubs sweeps stapler arc 3 across tile 9", stub 12" blind and golem 7 6 5'
    spoken = hear(line, CALL)
    assert spoken.act is not None
    assert spoken.act.aims == (
        Aim(unit_id=TILE, distance=9),
        Aim(unit_id=STUB, distance=12, blind=True),
        Aim(unit_id=GOLEM),
    )
    assert dice_in(spoken) == ["7", "6", "5"]


def test_what_is_said_before_the_first_target_goes_for_all_of_them() -> None:
    spoken = hear("nubs sweeps stapler blind arc 2 across tile and stub", CALL)
    assert spoken.act is not None
    assert all(aim.blind for aim in spoken.act.aims)


def test_several_attackers_each_with_a_weapon_make_a_combined_attack() -> None:
    wanted = (Strike(weapon_id=PISTOL, by_id=SGT), Strike(weapon_id=CANNON, by_id=NUBS))
    for line in (
        "sgt and nubs fire pistol and cannon at golem",
        "sgt with pistol and nubs with cannon fire at golem",
    ):
        spoken = hear(line, CALL)
        assert spoken.act is not None, spoken.problems
        assert spoken.act.strikes == wanted


def test_one_attacker_fires_two_weapons() -> None:
    spoken = hear("nubs fires cannon and stapler at golem", CALL)
    assert spoken.act is not None
    assert [strike.weapon_id for strike in spoken.act.strikes] == [CANNON, STAPLER]


def test_each_attacker_may_have_a_distance_of_his_own() -> None:
    spoken = hear('sgt with pistol 3" and nubs with cannon 7" fire at golem', CALL)
    assert spoken.act is not None
    assert [strike.distance for strike in spoken.act.strikes] == [3, 7]


@pytest.mark.parametrize(
    "words", ["support 1", "support nubs", "supported by nubs", "with support of gunner"]
)
def test_support_is_named_or_counted(words: str) -> None:
    assert strike_of(f"sgt fires cannon at golem {words} 7").supporters == (NUBS,)


def test_support_is_for_the_weapon_in_its_mount() -> None:
    spoken = hear("sgt fires pistol and cannon at golem support nubs", CALL)
    assert spoken.act is not None
    assert [strike.supporters for strike in spoken.act.strikes] == [(), (NUBS,)]


def test_more_support_than_there_is_at_the_controls_is_a_problem() -> None:
    problem = one_problem("sgt fires cannon at golem support 3")
    assert "Gunner Nubs at the controls" in problem.words


@pytest.mark.rule("X3.2-02")
def test_the_hands_that_hold_a_weapon_are_said() -> None:
    assert strike_of("sgt strikes golem with pistol grip 2").hands == 2
    assert strike_of("sgt strikes golem with pistol").hands is None


@pytest.mark.rule("5.4-10")
@pytest.mark.parametrize("said", ["mom", "with mom", "momentum"])
def test_a_throw_is_made_with_its_mom(said: str) -> None:
    assert strike_of(f"sgt throws pistol at golem {said}").momentum
    assert not strike_of("sgt throws pistol at golem").momentum


def test_a_team_throws_along() -> None:
    assert strike_of("stub throws grenade at golem together with tile").team == (TILE,)


def test_the_caught_are_named_with_their_inches() -> None:
    spoken = hear('sgt fires cannon at opinion 9" catching tile 3", stub 5" 7 4', CALL)
    assert spoken.act is not None
    assert spoken.act.caught == (
        Caught(unit_id=TILE, distance=3),
        Caught(unit_id=STUB, distance=5),
    )
    assert dice_in(spoken) == ["7", "4"]


@pytest.mark.rule("8.4-13", "8.4-18")
def test_what_may_go_off_is_caught_by_name_too() -> None:
    line = 'sgt fires cannon at opinion 9" catching stink bomb 2", tile 3" and paper rocket 4"'
    spoken = hear(line, CALL)
    assert spoken.act is not None
    assert spoken.act.caught == (
        Caught(explosive_id=1, distance=2),
        Caught(unit_id=TILE, distance=3),
        Caught(projectile_id=2, distance=4),
    )
    lacking = hear('sgt fires cannon at opinion 9" catching stink bomb', CALL)
    assert lacking.problems[0].words == "How many inches is Stink bomb from the centre?"


def test_the_only_weapon_that_fits_needs_no_name() -> None:
    assert strike_of("nubs bursts 3 at golem").weapon_id == STAPLER
    spoken = hear("sgt fires at golem", CALL)
    assert spoken.act is None
    assert spoken.draft is not None
    assert spoken.problems[0].words == 'With what? Cannon 3" or Pistol.'
    assert spoken.draft.strikes == (Strike(by_id=SGT),), "who attacks is known already"


def test_a_weapon_that_is_not_named_is_all_that_is_asked() -> None:
    for line in ("sgt bursts at golem", "sgt fires at golem, support 2"):
        spoken = hear(line, CALL)
        words = [problem.words for problem in spoken.problems if problem.missing]
        assert [each.partition("?")[0] for each in words] == ["With what"], line
        assert all(problem.missing for problem in spoken.problems), line


def test_a_weapon_in_the_line_decides_who_is_meant() -> None:
    assert strike_of("squire strikes golem with sword").by_id == TILE


def test_a_creation_that_cannot_act_fires_by_whoever_mans_it() -> None:
    assert strike_of("bertha fires stapler at golem").by_id == NUBS
    problem = one_problem("bertha fires cannon at golem")
    assert problem.words.startswith("Who fires the Cannon of Big Bertha’s Nephew?")
    assert problem.suggestions == ("Sgt. Flatplate", "Gunner Nubs")


def test_a_gun_of_the_own_side_needs_no_noted_crew() -> None:
    assert strike_of("sgt fires stapler at golem").weapon_id == STAPLER


def test_of_weapons_that_are_alike_one_that_has_not_fired_is_taken() -> None:
    claws = (Arm(20, "Claw", GOLEM, spent=True), Arm(21, "Claw", GOLEM), Arm(22, "Claw", GOLEM))
    call = replace(CALL, arms=claws)
    for line, taken in (("claw", [21]), ("claw and claw", [21, 22]), ("#20", [20])):
        spoken = hear(f"golem strikes sgt with {line}", call)
        assert spoken.act is not None, spoken.problems
        assert [strike.weapon_id for strike in spoken.act.strikes] == taken


def test_weapons_of_different_bearers_are_not_alike() -> None:
    pair = (Arm(20, "Cannon", BERTHA, crew=(SGT,)), Arm(21, "Cannon", TANK_1, crew=(SGT,)))
    (problem,) = hear("sgt fires cannon at golem", replace(CALL, arms=pair)).problems
    assert problem.suggestions == ("#20", "#21")
    assert 'Cannon 1" of Old Tank 1 (#21)' in problem.words


def test_a_captured_gun_is_named_in_full() -> None:
    call = replace(CALL, arms=(*CALL.arms, Arm(30, "Cannon turret", TANK_1, kind="Cannon")))
    spoken = hear("sgt fires cannon turret at golem", call)
    assert spoken.act is not None
    assert spoken.act.strikes[0].weapon_id == 30


def test_its_size_after_a_weapon_is_no_distance() -> None:
    assert aim_of('sgt fires cannon 3" at golem 9"').distance == 9


def test_explosives_projectiles_and_places_are_targets() -> None:
    assert aim_of('sgt fires pistol at stink bomb 4"') == Aim(explosive_id=1, distance=4)
    assert aim_of("sgt fires pistol at paper rocket") == Aim(projectile_id=2)
    ground = aim_of('sgt fires cannon at the ground by the gate 6"')
    assert ground == Aim(place="ground by the gate", distance=6)
    assert aim_of('sgt fires cannon at spot "3 left" 6"') == Aim(place="3 left", distance=6)


def test_something_on_no_roster_is_thrown_with_its_figures() -> None:
    strike = strike_of("sgt throws a chair at golem use 4 damage 1d6 range 3")
    assert (strike.name, strike.use, strike.damage, strike.range) == ("chair", 4, "1d6", 3)
    assert (strike.weapon_id, strike.mode) == (None, Mode.THROW)


def test_rounds_rules_and_rulings_are_taken() -> None:
    spoken = hear("sgt fires cannon at golem load smoke overrule 8.4-46 track misses", CALL)
    assert spoken.act is not None
    assert spoken.act.strikes[0].round_id == 5
    assert spoken.act.overruled == frozenset({"8.4-46"})
    assert spoken.act.track_misses


def test_letters_and_quoted_words_answer_choices() -> None:
    spoken = hear('sgt fires cannon at golem 7 A 4 b "in the river"', CALL)
    assert [(answer.words, answer.free) for answer in spoken.answers] == [
        ("7", False),
        ("A", False),
        ("4", False),
        ("b", False),
        ("in the river", True),
    ]


def test_dice_may_stand_apart_by_commas() -> None:
    assert dice_in(hear("sgt fires pistol at golem 7,4, 9", CALL)) == ["7", "4", "9"]


def test_the_verb_in_a_name_is_not_the_verb() -> None:
    spoken = hear("private fires at will attacks golem with a chair", CALL)
    assert spoken.act is not None
    assert spoken.act.strikes[0].by_id == FIRES
