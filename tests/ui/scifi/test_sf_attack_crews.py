"""Ammunition, barrels, capabilities and crews in the Attack tab, by real keys."""

import pytest

from tests.ui.scifi.sf_attack_scene import (
    BEN,
    RACK,
    RIFLE,
    Field,
    Make,
    entered,
    glow,
    press,
)
from ui.models.scifi_attack.controller import SfAttackStage

pytestmark = pytest.mark.thorough(every=3)


@pytest.mark.rule("12-59", "12-60")
def test_a_rack_of_seven_fires_two_per_turn_until_it_is_refused_by_its_rule(
    make: Make, field: Field
) -> None:
    shooter = glow(field, RACK, kind="vehicle")
    field.foes("Decimal")
    tab = make()
    left = []
    for fired in (2, 2, 2, 1):
        tab.begin(shooter)
        if tab.panel.aim.picks.isVisible():
            press("\n")
        if fired == 2:
            press("+\n")
        press("\n")
        left.append(field.weapon("Glow").stores[0].remaining)
        press("^")
        if left[0] == 5 and len(left) == 1:
            tab.begin(shooter)
            assert tab.said()[1] == "12-59", "two in a turn"
            press("^")
        field.next_round()
    assert left == [5, 3, 1, 0]
    tab.begin(shooter)
    sentence, rule = tab.said()
    assert (rule, "Expended" in sentence) == ("12-60", True)
    value, why, _ = tab.fact("Artillery rocket")
    assert why == "loaded 7 = remaining 0 + fired 7 + lost 0 + adjusted 0"
    assert value == "0 → 0"
    assert tab.fact("Shots this turn")[0] == "0 left"


@pytest.mark.rule("12-64")
def test_the_rounds_after_this_shot_are_told_before_it(make: Make, field: Field) -> None:
    shooter = glow(field, RACK, kind="vehicle")
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.fact("Artillery rocket")[0] == "7 → 6"
    press("+\n")
    assert tab.fact("Artillery rocket")[0] == "7 → 5"
    assert tab.panel.aim.target.words[1].endswith("2 of 2")


@pytest.mark.rule("12-57", "12-58", "TC-13")
def test_a_rotary_hit_opens_an_entry_for_each_of_its_rounds(make: Make, field: Field) -> None:
    gun = {"catalogue": "minigun", "barrels": 6, "shape": "none", "range_factor": 12}
    shooter = glow(field, gun, kind="vehicle")
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.fact("Hits of a burst")[::2] == ("3", "12-57")
    press("\na\n")
    assert tab.prompt() == "What does it do to Decimal, hit 1 of 3?"
    press("a\na\n")
    assert tab.prompt() == "What does it do to Decimal, hit 3 of 3?"
    assert field.shots()[-1].next == "penetration and damage", "the third hit is still to check"
    press("b\n")
    assert [each.number for each in field.shots()[-1].outcomes[1:]] == [1, 2, 3]
    assert "damage" in tab.prompt()


def test_barrels_outside_the_table_ask_for_their_hits(make: Make, field: Field) -> None:
    gun = {"catalogue": "minigun", "barrels": 12, "shape": "none", "range_factor": 12}
    shooter = glow(field, gun, kind="vehicle")
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n\na")
    press("4\n")
    assert field.shots()[-1].outcomes[0].number == 4
    assert tab.prompt().endswith("hit 1 of 4?")


@pytest.mark.rule("12-57", "12-58")
def test_barrels_that_nobody_has_counted_ask_for_their_hits(make: Make, field: Field) -> None:
    gun = {"catalogue": "gatling gun", "shape": "none", "range_factor": 12}
    shooter = glow(field, gun, kind="vehicle")
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.fact("Hits of a burst")[::2] == ("asked", "12-57")
    press("\na")
    assert tab.beside("If it hits") == ("?", "12-57")
    press("\n")
    assert tab.prompt() == "Hit or miss?"
    assert field.shots()[-1].outcomes == (), "a number of hits is not made up"
    press("3\n")
    assert tab.prompt().endswith("hit 1 of 3?")
    press("a\na\n")
    assert field.shots()[-1].next == "penetration and damage", "the third hit is still to check"


@pytest.mark.rule("12-57")
def test_a_rotary_miss_asks_for_no_number_of_hits(make: Make, field: Field) -> None:
    gun = {"catalogue": "gatling gun", "shape": "none", "range_factor": 12}
    shooter = glow(field, gun, kind="vehicle")
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n\nb\n")
    assert (entered(field, "hit"), field.shots()[-1].next) == (["miss"], None)


@pytest.mark.rule("12-76", "12-77")
def test_who_has_no_weapon_can_lose_none(make: Make, field: Field) -> None:
    shooter = glow(field, {"catalogue": "laser rifle", "range_factor": 12})
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n\na\nb\n")
    asked = tab.panel.controller.entry.question
    assert asked is not None
    assert asked.options == ("eliminated", "other effect")
    press("b\n")
    assert entered(field, "damage") == ["other effect"]


@pytest.mark.rule("12-66")
def test_mini_rockets_ask_for_their_pulses_before_the_first_shot(make: Make, field: Field) -> None:
    shooter = glow(field, {"catalogue": "mini-rocket launcher", "range_factor": 12})
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.said()[1] == "12-66"
    assert tab.panel.aim.fields.load.hasFocus()
    press("6\n\n")
    assert (field.weapon("Glow").stores[0].remaining, len(field.shots())) == (5, 1)


@pytest.mark.rule("12-70")
def test_pulse_mode_is_easier_to_hit_with_and_weaker(make: Make, field: Field) -> None:
    field.switch("sf_variable_fire")
    shooter = glow(field, {"catalogue": "particle beam", "range_factor": 12}, kind="vehicle")
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.fact("Attack factor")[0] == "8"
    press("m")
    assert tab.fact("Attack factor")[::2] == ("7", "12-70")
    assert tab.fact("Bonus to hit")[0] == "+1"
    press("\n")
    assert tab.beside("Pulse mode") == ("+1", "12-70")
    assert (field.shots()[-1].mode, field.shots()[-1].hit_bonus) == ("pulse", 1)


@pytest.mark.rule("12-78", "S-15")
def test_the_loader_rolls_a_miss_again_once(make: Make, field: Field) -> None:
    field.switch("sf_weapon_crews")
    crew = [{"name": "Wick", "role": "gunner"}, {"name": "Taper", "role": "loader"}]
    gun = {"catalogue": "phaser rifle", "range_factor": 12, "mounting": "crew-served", "crew": crew}
    shooter = glow(field, gun, kind="crew")
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.fact("Loader assists")[::2] == ("yes", "12-78")
    press("\nb\n")
    assert not tab.panel.foot.again.isHidden()
    press("r")
    assert tab.prompt() == "Hit or miss? It is rolled again."
    press("a\n")
    assert (field.shots()[-1].rolls, entered(field, "hit")) == (2, ["hit"])
    press("l")
    assert tab.said()[1] == "S-15", "the loader has one initiative"


@pytest.mark.rule("12-52")
def test_the_loader_gives_a_second_shot_but_no_third(make: Make, field: Field) -> None:
    field.switch("sf_weapon_crews")
    crew = [{"name": "Wick", "role": "gunner"}, {"name": "Taper", "role": "loader"}]
    gun = {"catalogue": "phaser rifle", "range_factor": 12, "mounting": "crew-served", "crew": crew}
    shooter = glow(field, gun, kind="crew")
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\na\na\n")
    press("l")
    assert tab.panel.controller.stage is SfAttackStage.AIM
    press("\n")
    assert len(field.shots()) == 2
    press("b\n")
    tab.begin(shooter)
    assert tab.said()[1] == "12-52"


@pytest.mark.rule("12-74")
def test_an_eliminated_gunner_asks_whose_figure_goes_instead(make: Make, field: Field) -> None:
    field.switch("sf_weapon_crews")
    shooter = glow(field, RIFLE)
    wick = field.unit("Wick", player=BEN, kind="crew", armor_class=1, x=14, y=4)
    crew = [{"unit_id": wick, "role": "gunner"}, {"name": "Taper", "role": "loader"},
            {"name": "Snuff"}]  # fmt: skip
    gun = {"catalogue": "phaser rifle", "mounting": "crew-served", "crew": crew}
    field.unit("Tripod", gun, player=BEN, kind="crew", x=30, y=30)
    tab = make()
    tab.begin(shooter, "wick\n\na\nb\na")
    assert tab.panel.shots.card.prompt.text() == "Whose figure goes instead of Wick's?"
    press("\n")
    assert not entered(field, "damage"), "the figure has to be named"
    press("b\n")
    alive = [member.name for member in field.weapon("Tripod").crew if member.alive]
    assert alive == ["Wick", "Taper"]


@pytest.mark.rule("12-76")
def test_damage_destroys_the_weapon_that_the_referee_names(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    two = ({**RIFLE, "name": "Left"}, {**RIFLE, "name": "Right"})
    field.unit("Drone", *two, player=BEN, kind="wardrone", armor_class=1, x=14, y=4)
    tab = make()
    tab.begin(shooter, "\n\na\nb\nbb\n")
    assert not field.weapon("Drone").destroyed
    assert "weapon destroyed" in entered(field, "damage")


@pytest.mark.rule("12-32")
def test_a_capability_is_asked_for_and_only_one_counts_in_a_turn(make: Make, field: Field) -> None:
    rifle = {
        "catalogue": "automatic rifle with grenade launcher", "range_factor": 10,
        "capabilities": [
            {"name": "automatic rifle"},
            {"name": "grenade launcher", "holder": "items", "loads": [{"name": "grenade", "count": 2}]},
        ],
    }  # fmt: skip
    shooter = glow(field, rifle)
    field.foes("One")
    tab = make()
    tab.begin(shooter)
    assert tab.panel.aim.picks.purpose == "capability"
    press("gren\n\n")
    assert tab.fact("Grenade")[0] == "2 → 1"
    press("\n^")
    tab.begin(shooter, "cauto\n")
    assert tab.said()[1] == "12-32"


def test_only_rounds_that_the_rack_holds_are_chosen_in_turn(make: Make, field: Field) -> None:
    mixed = {
        **RACK,
        "loads": [{"name": "smoke", "count": 1}, {"name": "high explosive", "count": 3}],
    }
    shooter = glow(field, mixed, kind="vehicle")
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\nll\n")
    left = {load.name: load.remaining for load in field.weapon("Glow").stores[0].loads}
    assert left == {"smoke": 1, "high explosive": 2}


GRENADIER = {
    "catalogue": "automatic rifle with grenade launcher", "range_factor": 10,
    "capabilities": [
        {"name": "automatic rifle"},
        {"name": "grenade launcher", "holder": "items",
         "loads": [{"name": "high explosive", "count": 2}, {"name": "smoke", "count": 2}]},
    ],
}  # fmt: skip


@pytest.mark.rule("12-09", "12-46")
def test_the_figures_of_the_rifle_are_not_shown_for_its_grenades(make: Make, field: Field) -> None:
    shooter = glow(field, GRENADIER)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "auto\n^")  # no target yet
    assert tab.fact("Attack factor")[::2] == ("3", "12-09")
    assert tab.fact("Rate of fire")[0] == "A"
    assert tab.fact("Range band")[1].startswith('range factor 10"')
    press("cgren\n^")
    assert tab.fact("Attack factor")[0] == "?"
    assert tab.fact("Rate of fire")[0] == "S"
    assert tab.fact("Range")[0] == "?"
    assert not tab.panel.aim.range.isVisible()
    press("t\nl")
    assert tab.fact("Attack factor")[1] == "High explosive warhead"
    assert tab.fact("Warhead")[0] == "high explosive"


@pytest.mark.rule("12-78")
def test_an_open_shot_of_another_unit_hides_no_help_of_a_loader(make: Make, field: Field) -> None:
    field.switch("sf_weapon_crews")
    crew = [{"name": "Wick", "role": "gunner"}, {"name": "Taper", "role": "loader"}]
    gun = {"catalogue": "phaser rifle", "range_factor": 12, "mounting": "crew-served", "crew": crew}
    shooter = glow(field, gun, kind="crew")
    other = field.unit("Shine", RIFLE, x=5, y=5)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\nb\n")
    tab.begin(other, "\n\n")
    assert tab.prompt() == "Hit or miss?", "Shine's shot is open"
    again = tab.panel.foot.again
    assert not again.isHidden()
    assert again.accessibleName().startswith("Roll again, Glow")
    press("r")
    assert tab.prompt() == "Hit or miss? It is rolled again."


@pytest.mark.rule("12-77")
def test_another_effect_has_a_field_that_says_which(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\na\nb\n")
    note = tab.panel.shots.card.note
    assert note.isHidden()
    other = [each.value for each in tab.panel.controller.entry.question.options].index(
        "other effect"
    )
    press("abcd"[other])
    assert not note.isHidden()
    assert note.placeholderText() == "What it does"


@pytest.mark.rule("12-32")
def test_no_capability_is_chosen_because_it_was_fired_last(make: Make, field: Field) -> None:
    both = {"catalogue": "automatic rifle with grenade launcher", "range_factor": 12}
    shooter = glow(field, both)
    field.foes("One")
    tab = make()
    controller = tab.panel.controller
    tab.begin(shooter)
    controller.with_capability("automatic rifle")
    controller.fire()
    field.next_round()
    tab.begin(shooter)
    assert controller.draft.capability == ""
    assert controller.draft.lacks == "capability"


@pytest.mark.rule("12-82")
def test_artillery_can_fire_both_ways(make: Make, field: Field) -> None:
    gun = {"name": "howitzer", "family": "artillery", "type": "bullet", "range_factor": 30}
    shooter = glow(field, gun, kind="vehicle")
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n")
    assert not tab.panel.aim.fields.use.isHidden()
