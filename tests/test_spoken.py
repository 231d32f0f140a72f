"""An attack in one line: what is understood, what is not, and where."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brikdesk import text
from brikdesk.acts.attack.aim import Aim, Caught, Extra, Mode, Part, Strike
from brikdesk.acts.attack.preview import AttackPreview, ShotLine
from brikdesk.errors import BadInput
from brikdesk.spoken import Problem, Role, RollCall, Spoken, answered, hear
from brikdesk.spoken.naming import meant, near
from brikdesk.spoken.roll_call import Arm, Caller, Shell, Thing
from brikdesk.spoken.words import folded, words_of
from brikdesk.turns.steps import Choice, DieAsked, Option
from tests.names import NAMES, REFUSED

SGT, NUBS, BERTHA, OPINION, GOLEM, TILE, STUB, FIRES, TANK_1, TANK_2 = range(1, 11)
CANNON, PISTOL, SWORD, STAPLER, SHIELD, GRENADE, FLAME = range(1, 8)

CALL = RollCall(
    units=(
        Caller(SGT, "Sgt. Flatplate", "SF", "Duchy of Lower Stud DL Minifig", 1),
        Caller(NUBS, "Gunner Nubs", "GN", "Duchy of Lower Stud DL Minifig", 1),
        Caller(BERTHA, "Big Bertha’s Nephew", "BN", "Duchy of Lower Stud DL Vehicle", 1, 0),
        Caller(OPINION, "Trebuchet “Second Opinion”", "SO", "Order OM Vehicle", 2),
        Caller(GOLEM, "Ratchet Golem", "RG", "Order OM Creature", 2, 8),
        Caller(TILE, "Squire Tile", "ST", "Order OM Minifig", 2),
        Caller(STUB, "Squire Stub", "SS", "Order OM Minifig", 2),
        Caller(FIRES, "Private Fires at Will", "PF", "Order OM Minifig", 2),
        Caller(TANK_1, "Old Tank 1", "T1", "Order OM Vehicle", 2),
        Caller(TANK_2, "Old Tank 2", "T2", "Order OM Vehicle", 2),
    ),
    arms=(
        Arm(CANNON, "Cannon", BERTHA, kind="Cannon", size=3, also="Cannon 3", crew=(SGT, NUBS)),
        Arm(PISTOL, "Pistol", SGT, kind="Gun", mounted=False, also="Gun"),
        Arm(SWORD, "Sword", TILE, kind="Melee Weapon", mounted=False, reaches=False),
        Arm(STAPLER, "The Stapler", BERTHA, kind="MachineGun", also="MachineGun 2", crew=(NUBS,)),
        Arm(SHIELD, "Shield", TILE, kind="Melee Shield", mounted=False, reaches=False),
        Arm(GRENADE, "Hand grenade", STUB, kind="Explosive", mounted=False),
        Arm(FLAME, "Kettle", STUB, kind="FlameThrower", mounted=False),
    ),
    things=(
        Thing(1, "Stink bomb", also="by the well explosive dud"),
        Thing(2, "Paper rocket", also="Rocket projectile", flies=True),
    ),
    shells=(Shell(4, "Shell", BERTHA, None), Shell(5, "Smoke shell", BERTHA, None)),
)


def strike_of(line: str) -> Strike:
    spoken = hear(line, CALL)
    assert spoken.act is not None, spoken.problems
    (strike,) = spoken.act.strikes
    return strike


def aim_of(line: str) -> Aim:
    spoken = hear(line, CALL)
    assert spoken.act is not None, spoken.problems
    (aim,) = spoken.act.aims
    return aim


def one_problem(line: str) -> Problem:
    spoken = hear(line, CALL)
    assert spoken.act is None
    (problem,) = spoken.problems
    return problem


def dice_in(spoken: Spoken) -> list[str]:
    return [answer.words for answer in spoken.answers]


# What is understood


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
        ('2½"', Aim(distance=2.5)),
        ("from above 3", Aim(above=3)),
        ('3" above', Aim(above=3)),
        ("below 2", Aim(above=-2)),
        ("blind", Aim(blind=True)),
        ("sections 2", Aim(sections=2)),
        ("2 sections", Aim(sections=2)),
        ('4" visible', Aim(inches=4)),
        ('visible 4"', Aim(inches=4)),
        ("joint (small)", Aim(joint=True, part=Part.SMALL)),
        ("aiming at the rope (tiny)", Aim(part=Part.TINY, part_name="rope")),
        ("aiming at the joint (small)", Aim(part=Part.SMALL, part_name="joint", joint=True)),
        ("aiming at sling component tiny", Aim(part=Part.TINY, part_name="sling", component=True)),
        ('free 2"', Aim(free=2)),
        ("spans 2", Aim(spans=2)),
    ],
)
def test_measures_belong_to_the_target(options: str, aim: Aim) -> None:
    assert aim_of(f"sgt fires pistol at golem {options} 5") == replace(aim, unit_id=GOLEM)
    assert aim_of(f"sgt fires pistol at golem, {options}, 5") == replace(aim, unit_id=GOLEM)


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


# What is not understood


@pytest.mark.parametrize(
    ("line", "words", "sentence", "suggestion"),
    [
        (
            "sgt fires canon at golem", "canon",
            "No weapon “canon” on Sgt. Flatplate: Cannon?", "Cannon",
        ),
        (
            "sgt fires cannon at opinoin 7", "opinoin",
            "Nothing here is called “opinoin”: Trebuchet “Second Opinion”?",
            "Trebuchet “Second Opinion”",
        ),
        (
            "stg fires cannon at golem", "stg",
            "Nobody is called “stg”: Sgt. Flatplate?", "Sgt. Flatplate",
        ),
        (
            "sgt fiers cannon at golem", "fiers",
            "“fiers” is no way to attack: fires?", "fires",
        ),
        (
            "sgt fires cannon at golem blnid", "blnid",
            "“blnid” is not understood here: blind?", "blind",
        ),
        (
            "sgt fires cannon at squire", "squire",
            "“squire” may be Squire Tile or Squire Stub.", "Squire Tile",
        ),
        ("sgt fires cannon at golem +1", "+1", "Say why: +1 for ...", "+1 for the table"),
        (
            "sgt fires cannon at golem aiming at rope", "rope",
            "How large is the rope? Write (small) or (tiny) after it.", "rope (small)",
        ),
        (
            "sgt fires cannon at golem sections", "sections",
            "sections takes a number.", "sections 2",
        ),
    ],
)  # fmt: skip
def test_a_problem_points_at_its_word(
    line: str, words: str, sentence: str, suggestion: str
) -> None:
    problem = one_problem(line)
    assert line[problem.start : problem.end] == words
    assert problem.words == sentence
    assert problem.suggestions[0] == suggestion


@pytest.mark.parametrize(
    "line",
    [
        "sgt fires canon at golem",
        "sgt fires cannon at opinoin",
        "stg fires cannon at golem",
        'sgt fires cannon at squire 9"',
        "sgt fires at golem",
        "sgt fires cannon",
        "sgt fires cannon at",
        "nubs bursts stapler at golem",
        "bertha fires cannon at golem",
        "sgt fires cannon at golem aiming at rope 7 4",
    ],
)
def test_its_first_suggestion_mends_the_line(line: str) -> None:
    problem = hear(line, CALL).problems[0]
    mended = hear(problem.mended(line, problem.suggestions[0]), CALL)
    assert mended.act is not None, mended.problems


def test_several_problems_are_all_told() -> None:
    spoken = hear("sgt fires canon at opinoin", CALL)
    assert [problem.start for problem in spoken.problems] == [10, 19]
    assert spoken.said(Role.ATTACKER) == ("Sgt. Flatplate",)


def test_what_is_missing_is_no_mistake() -> None:
    spoken = hear("sgt fires cannon", CALL)
    (problem,) = spoken.problems
    assert problem.missing
    assert problem.words == "At whom?"
    assert "at Ratchet Golem" in problem.suggestions
    assert spoken.draft is not None
    assert spoken.draft.strikes == (Strike(weapon_id=CANNON, by_id=SGT),)


def test_a_wrong_line_has_no_draft() -> None:
    assert hear("sgt fires canon", CALL).draft is None


def test_units_of_the_same_name_are_told_apart_by_number() -> None:
    twin = replace(CALL.units[TILE - 1], id=99)
    call = replace(CALL, units=(*CALL.units, twin))
    (problem,) = hear("sgt fires pistol at tile", call).problems
    assert problem.words == "“tile” may be Squire Tile (#6) or Squire Tile (#99)."
    assert problem.suggestions == ("#6", "#99")
    spoken = hear("sgt fires pistol at #99", call)
    assert spoken.act is not None
    assert spoken.act.aims[0].unit_id == 99


def test_a_line_without_a_verb_is_no_attack() -> None:
    for line in ("", "   ", "sgt", "end turn", "rule 8.4"):
        spoken = hear(line, CALL)
        assert not spoken.meant
        assert spoken.act is None
        assert spoken.problems


def test_a_search_that_holds_a_verb_is_no_attack() -> None:
    assert not hear("report fires", CALL).meant
    assert hear("sgt fires", CALL).meant
    assert hear("sgt fires canon", CALL).meant


def test_an_endless_line_is_refused_whole() -> None:
    spoken = hear("sgt fires cannon at golem " + "7 " * 600, CALL)
    assert spoken.act is None
    assert spoken.problems[0].words == "A line has at most 1,000 characters."


def test_a_message_shows_no_control_characters() -> None:
    (problem,) = hear("sgt fires pistol at \x1b[31mred", CALL).problems
    assert problem.words.isprintable()


# Odd names


@pytest.mark.parametrize("kind", sorted(set(NAMES) - REFUSED))
def test_every_name_that_can_be_given_can_be_said(kind: str) -> None:
    name = text.name(NAMES[kind])
    call = replace(CALL, units=(*CALL.units, Caller(50, name, "??")))
    spoken = hear(f"sgt fires pistol at {name} 5", call)
    assert spoken.act is not None, spoken.problems
    assert spoken.act.aims == (Aim(unit_id=50),)
    assert dice_in(spoken) == ["5"]
    fired = hear(f"{name} throws a chair at golem", call)
    assert fired.act is not None, fired.problems
    assert fired.act.strikes[0].by_id == 50


def test_accents_and_small_letters_do_not_count() -> None:
    assert folded("Ren\u00e9") == folded("rene\u0301") == folded("RENE")
    assert folded("Straße") == folded("STRASSE")


def test_the_surest_way_to_mean_a_name_decides() -> None:
    tank, tankard = Caller(1, "Tank"), Caller(2, "Tank Girl")
    assert meant(("tank",), (tank, tankard)) == (tank,)
    assert meant(("ta",), (tank, tankard)) == (tank, tankard)
    assert meant(("girl", "tank"), (tank, tankard)) == (tankard,)


@pytest.mark.parametrize("said", ["gloem", "golme", "golen", "goolem", "glem"])
def test_a_slip_is_near_and_another_word_is_not(said: str) -> None:
    golem, far = Caller(1, "Ratchet Golem"), Caller(2, "Squire Stub")
    assert near((said,), (golem, far)) == (golem,)
    assert near(("xylophone",), (golem, far)) == ()


# Dice and choices


def asks(faces_of_two_d6: int = 2) -> AttackPreview:
    dice = tuple(DieAsked(6, "Armor") for _ in range(faces_of_two_d6))
    return AttackPreview(dice=(DieAsked(8, "Action"), *dice), owed=1 + faces_of_two_d6)


def answer(line: str, previews: list[AttackPreview]) -> tuple[list[int], list[Problem]]:
    spoken = hear(line, CALL)
    shown = iter(previews)
    last = previews[-1]
    found = answered(spoken, lambda _act: next(shown, last))
    assert found is not None
    return [face.value for face in found.act.faces], list(found.problems)


def test_faces_go_to_the_dice_in_order() -> None:
    assert answer("sgt fires pistol at golem 8 6 1", [asks()]) == ([8, 6, 1], [])


def test_a_face_that_its_die_cannot_show_points_at_its_word() -> None:
    line = "sgt fires pistol at golem 8 7 1"
    faces, (problem,) = answer(line, [asks()])
    assert faces == [8]
    assert line[problem.start : problem.end] == "7"
    assert problem.words == "A d6 shows 1 to 6. 7 was not entered."


def test_a_die_too_many_points_at_its_word() -> None:
    line = "sgt fires pistol at golem 8 6 1 5"
    _, (problem,) = answer(line, [asks()])
    assert line[problem.start : problem.end] == "5"
    assert problem.words == "3 dice are asked for, not more."


def test_a_letter_chooses_from_the_open_choice() -> None:
    options = (Option("damage", "+1d6 Damage"), Option("action", "+1d6 Action"))
    open_one = AttackPreview(
        dice=(DieAsked(8),), owed=0, choices=(Choice("benny-0", "Ann picks:", 1, options),)
    )
    spoken = hear("sgt fires pistol at golem 8 B", CALL)
    found = answered(spoken, lambda _act: open_one)
    assert found is not None
    assert found.act.choices == {"benny-0": "action"}
    wrong = hear("sgt fires pistol at golem 8 C", CALL)
    told = answered(wrong, lambda _act: open_one)
    assert told is not None
    assert told.problems[0].words == "Ann picks: A +1d6 Damage, B +1d6 Action."
    assert told.problems[0].suggestions == ("A", "B")


def test_a_letter_where_nothing_is_open_points_at_itself() -> None:
    line = "sgt fires pistol at golem A"
    _, (problem,) = answer(line, [asks()])
    assert (problem.words, line[problem.start :]) == ("Nothing is to be chosen here.", "A")


def test_a_missing_measurement_is_asked_for_after_the_target() -> None:
    def examine(_act: object) -> AttackPreview:
        raise BadInput("Type the distance to Ratchet Golem in inches.", "distance")

    line = "sgt fires pistol at golem 5"
    found = answered(hear(line, CALL), examine)
    assert found is not None
    (problem,) = found.problems
    assert problem.missing
    assert problem.mended(line, problem.suggestions[0]) == 'sgt fires pistol at golem 9" 5'


def test_dice_of_a_refused_attack_are_not_looked_at() -> None:
    refused = AttackPreview(refusal="The Cannon is empty. Reload it first.", refused_by="8.4-46")
    found = answered(hear("sgt fires cannon at golem 99 99", CALL), lambda _act: refused)
    assert found is not None
    assert not found.problems
    assert not found.ready
    assert found.standing == "The Cannon is empty. Reload it first. 8.4-46"


def test_what_is_needed_and_waited_for_is_said_in_short() -> None:
    shot = ShotLine(0, "Golem", die=8, use=6, needed=5, modifiers=())
    waits = replace(asks(0), shots=(shot,))
    found = answered(hear("sgt fires pistol at golem", CALL), lambda _act: waits)
    assert found is not None
    assert found.standing == "needs 5 or more; waits for d8"


# Whatever is typed

WORDS = st.sampled_from(
    [
        "sgt", "nubs", "fires", "bursts", "at", "and", "with", "cannon", "opinion", '9"', "7", "a",
        ",", "+1", "-2", "for", "rain", "blind", "sections", "aiming", "(tiny)", "support", "from",
        "above", "#4", "#", '"', "“", "the", "load", "overrule", "catching", "squire", "½", "xyz",
    ]
)  # fmt: skip


@settings(max_examples=120, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=14).map(" ".join)))
def test_no_line_breaks_it_and_every_place_lies_in_the_line(line: str) -> None:
    spoken = hear(line, CALL)
    for each in (*spoken.problems, *spoken.pieces, *spoken.answers):
        assert 0 <= each.start <= each.end <= len(line)
    assert (spoken.act is None) == bool(spoken.problems)
    for problem in spoken.problems:
        assert problem.words
        for suggestion in problem.suggestions:
            assert suggestion in problem.mended(line, suggestion)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_words_are_cut_out_of_the_line_where_they_stand(line: str) -> None:
    at = 0
    for word in words_of(line):
        assert at <= word.start < word.end <= len(line)
        assert word.text in line[word.start : word.end]
        at = word.end
