"""Effect areas, warheads and beams in the Attack tab, by real keys."""

import pytest

from brikdesk.dice import Face, Origin
from tests.ui.scifi.sf_attack_scene import (
    ANN,
    BEN,
    LAUNCHER,
    RIFLE,
    Field,
    Make,
    entered,
    glow,
    press,
)

pytestmark = pytest.mark.thorough(every=2)


@pytest.mark.rule("12-37", "12-39", "TC-34")
def test_an_oblong_lies_before_the_hit_roll_and_a_die_points_it(make: Make, field: Field) -> None:
    shooter = glow(field, {"catalogue": "automatic rifle", "range_factor": 12})
    one, two = field.foes("One", "Two", detected=True)
    field.do("MarkDetected", unit_id=two, player_id=ANN, detected=False)
    tab = make()
    tab.begin(shooter, "one\n\n")
    assert tab.prompt() == "Where does the area lie, and who is inside?"
    press("\n")
    assert not field.shots()[-1].placed, "the die is missing"
    press("3")
    assert "east" in tab.panel.shots.card.area.points.text()
    press("itwo\n^\n")
    assert (field.shots()[-1].place, set(field.shots()[-1].inside)) == ("east", {one, two})
    assert tab.prompt() == "Hit or miss, One?"
    press("a\nb\n")
    assert entered(field, "hit") == ["hit", "miss"]


@pytest.mark.rule("12-39", "S-27")
def test_space_rolls_the_die_and_ten_is_the_referees_direction(make: Make, field: Field) -> None:
    shooter = glow(field, {"catalogue": "automatic rifle", "range_factor": 12})
    field.foes("One", detected=True)
    tab = make(rolls=(10,))
    tab.begin(shooter, "\n\n \n")
    assert "the referee says" in tab.panel.shots.card.area.points.text()
    press("wto the hill\n\n")
    assert field.shots()[-1].placed


@pytest.mark.rule("12-37", "12-38", "TC-35")
def test_over_several_detected_targets_the_oblong_lies_freely(make: Make, field: Field) -> None:
    shooter = glow(field, {"catalogue": "automatic rifle", "range_factor": 12})
    field.foes("One", "Two", "Three", detected=True)
    tab = make()
    tab.begin(shooter, "\n\n")
    assert tab.panel.shots.card.area.dice.isHidden()
    press("\n")
    assert field.shots()[-1].placed


@pytest.mark.rule("12-38")
def test_without_a_detected_target_the_oblong_is_refused_and_overruled_in_place(
    make: Make, field: Field
) -> None:
    shooter = glow(field, {"catalogue": "automatic rifle", "range_factor": 12})
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\n\n")
    assert tab.said()[1] == "12-38"
    press("o")
    assert field.shots()[-1].placed
    assert tab.prompt() == "Hit or miss, One?"


@pytest.mark.rule("12-44")
def test_a_vaporshock_near_flame_has_half_its_size_and_attack_factor_four(
    make: Make, field: Field
) -> None:
    shooter = glow(field, {**LAUNCHER, "warhead": "vaporshock"})
    one, two = field.foes("One", "Two")
    tab = make()
    tab.begin(shooter, "one\n")
    assert tab.fact("Flame inside")[2] == "12-44"
    press("\na\n")
    inside = tab.panel.controller.entry.answer.inside
    assert inside == [one, two], "both stand within 3 inches of the target"
    press("f")
    assert tab.panel.controller.entry.answer.inside == [one], "only 1.5 inches are left"
    press("\n")
    shot = field.shots()[-1]
    assert (shot.early, shot.area_size, shot.attack_factor, shot.inside) == (True, 3, 4, (one,))
    assert tab.beside("Attack factor") == ("4", "12-44")


def test_the_survivors_of_a_blast_are_incapacitated(make: Make, field: Field) -> None:
    shooter = glow(field, {**LAUNCHER, "warhead": "high explosive"})
    field.foes("One", "Two")
    tab = make()
    tab.begin(shooter, "one\n\na\n\n")
    press("b\na\na\n")
    assert "blast" in tab.prompt()
    press("\n")
    assert "Penetrated. Eliminated. Two: no effect." in tab.done()[0]
    tab.begin(field.keys["Two"])
    assert tab.panel.aim.attacker.words[1] == "infantry, armor class 2, incapacitated"


@pytest.mark.rule("12-47")
def test_who_is_incapacitated_does_not_fire(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    field.do("Incapacitate", unit_ids=[shooter], cause="a blast")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.said()[1] == "12-47"
    press("\n")
    assert not field.shots()


@pytest.mark.rule("12-45")
def test_a_miss_asks_where_the_warhead_lands_and_finds_nobody_by_itself(
    make: Make, field: Field
) -> None:
    shooter = glow(field, {**LAUNCHER, "warhead": "high explosive"})
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\nb\n")
    assert tab.panel.controller.entry.answer.inside == []
    press("wbehind the wall\n\n")
    shot = field.shots()[-1]
    assert (shot.place, shot.inside) == ("behind the wall", ())


@pytest.mark.rule("12-11")
def test_anti_matter_asks_for_the_armor_class_and_follows_it(make: Make, field: Field) -> None:
    shooter = glow(field, {**LAUNCHER, "warhead": "anti-matter", "area_size": 1})
    one = field.unit("One", player=BEN, x=14, y=4)
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.fact("Attack factor")[::2] == ("1–9", "12-11")
    press("\na\n\n")
    assert tab.prompt() == "Armor class of One, 0 to 9?"
    press("7\n")
    assert tab.beside("Attack factor") == ("7", "12-11")
    assert tab.panel.controller.table.fact(one).armor_class == 7  # type: ignore[union-attr]


@pytest.mark.rule("12-84", "12-86", "12-87")
def test_a_convergence_beam_needs_detection_only_when_it_fires_directly(
    make: Make, field: Field
) -> None:
    field.switch("sf_convergence_beams")
    shooter = glow(field, {"catalogue": "convergence beam", "range_factor": 12}, kind="vehicle")
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.said()[1] == "12-84"
    press("v")
    assert tab.said() == ("", "")
    assert tab.fact("Cover")[::2] == ("0", "12-87")
    assert tab.fact("Concealment")[::2] == ("0", "12-86")
    press("v")
    press("i")
    assert tab.said() == ("", "")
    press("sglow\n\n")
    shot = field.shots()[-1]
    assert shot.indirect
    assert tab.prompt() == "Where does it land, and when?"
    press("won the bridge\n\n")
    assert entered(field, "fall of shot") == ["on the bridge"]
    assert tab.prompt() == "Hit or miss?"


@pytest.mark.rule("12-55")
def test_barrels_of_a_twin_divide_their_fire_among_detected_targets(
    make: Make, field: Field
) -> None:
    shooter = glow(field, {"catalogue": "twin bolt rifle", "range_factor": 12})
    one, two = field.foes("One", "Two")
    field.do("MarkDetected", unit_id=one, player_id=ANN)
    tab = make()
    tab.begin(shooter, "one\n+two\n")
    assert tab.said()[1] == "12-55"
    press("v\n")
    assert [shot.target_id for shot in field.shots()] == [one, two]
    press("a\na\n")
    assert tab.panel.controller.entry.current == field.shots()[1], "the other barrel's shot is next"


@pytest.mark.rule("12-39")
def test_the_die_of_the_direction_comes_as_its_player_likes(make: Make, field: Field) -> None:
    shooter = glow(field, {"catalogue": "automatic rifle", "range_factor": 12})
    field.foes("One", detected=True)
    field.do("SetDice", player_id=ANN, hit="rolled")
    tab = make(rolls=(3,))
    tab.begin(shooter, "\n\n")
    area = tab.panel.shots.card.area
    assert area.dice.faces() == (Face(3, Origin.ROLLED),)
    assert area.dice.whose == "Ann's dice: rolled here"
    assert not field.shots()[-1].placed, "it waits for Enter"
    press("<")
    assert area.dice.faces() == (None,), "taken back it is typed"
    press("5\n")
    assert field.shots()[-1].placed


@pytest.mark.rule("12-39")
def test_a_typed_die_of_the_direction_is_rolled_when_space_is_pressed_twice(
    make: Make, field: Field
) -> None:
    shooter = glow(field, {"catalogue": "automatic rifle", "range_factor": 12})
    field.foes("One", detected=True)
    field.do("SetDice", player_id=ANN, hit="typed")
    tab = make(rolls=(3,))
    tab.begin(shooter, "\n\n ")
    area = tab.panel.shots.card.area
    assert area.dice.faces() == (None,)
    press(" ")
    assert area.dice.faces() == (Face(3, Origin.ROLLED),)
