"""The Sci-fi attack by real keys: fire, entries, refusals, undo."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import unit
from tests.ui.sf_attack_scene import ANN, BEN, Field, Tab, press, set_field, settle
from tests.ui.window_scene import own_folders
from ui.desk import Desk
from ui.hub import Hub
from ui.models.sf_attack_controller import Stage
from ui.panels.sf_attack_panel import SfAttackPanel
from ui.theme import Theme

RIFLE = {"catalogue": "laser rifle", "range_factor": 12}
LAUNCHER = {"catalogue": "rocket launcher", "range_factor": 12, "area_size": 6,
            "loads": [{"count": 4}]}  # fmt: skip
RACK = {"catalogue": "missile rack", "name": "Rack", "warhead": "high explosive", "area_size": 4,
        "range_factor": 24, "loads": [{"name": "artillery rocket", "count": 7}]}  # fmt: skip

Make = Callable[..., Tab]


@pytest.fixture
def field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Field]:
    own_folders(tmp_path, monkeypatch)
    made = set_field(tmp_path / "field.brik")
    yield made
    made.campaign.close()


@pytest.fixture
def make(qtbot: QtBot, theme: Theme, field: Field) -> Iterator[Make]:
    desks: list[Desk] = []

    def build(rolls: tuple[int, ...] = (), size: tuple[int, int] = (480, 900)) -> Tab:
        faces = iter(rolls)
        desk = Desk(field.campaign, lambda _sides: next(faces))
        desks.append(desk)
        panel = SfAttackPanel(theme, desk, Hub(desk))
        qtbot.addWidget(panel)
        panel.resize(*size)
        panel.show()
        panel.activateWindow()
        panel.setFocus()
        settle()
        return Tab(panel, desk)

    yield build
    for desk in desks:
        desk.deleteLater()


def glow(field: Field, *weapons: dict[str, Any], **facts: Any) -> int:
    return field.unit("Glow", *weapons, x=4, y=4, **facts)


def entered(field: Field, matter: str) -> list[str]:
    return [each.answer for each in field.shots()[-1].outcomes if each.matter == matter]


def test_a_rifle_from_aim_to_damage_takes_twelve_keys_and_numbers(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    (foe,) = field.foes("Decimal")
    tab = make()
    tab.panel.controller.begin_with(shooter)
    settle()
    keys = "\n9\n\na\nb\na\n"
    press(keys)
    shot = field.shots()[-1]
    assert (shot.distance, shot.band, shot.next) == (9, "short", "")
    assert [(each.matter, each.answer) for each in shot.outcomes] == [
        ("hit", "hit"), ("penetration", "penetrated"), ("damage", "eliminated"),
    ]  # fmt: skip
    lost = field.campaign.read(unit, foe)
    assert lost is not None
    assert not lost.alive
    assert sum(not key.isdigit() for key in keys) + len("A") <= 12
    assert "Hit. Penetrated. Eliminated." in tab.done()[0]


def test_each_entry_is_its_own_act_and_undo_brings_the_question_back(
    make: Make, field: Field
) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n\na\nb\n")
    titles = tab.desk.read(undo_state).undo
    assert titles[:3] == (
        "laser rifle: penetration, penetrated", "laser rifle: hit, hit", "Glow fires laser rifle",
    )  # fmt: skip
    assert "damage" in tab.prompt()
    tab.desk.undo()
    assert "What does it do" in tab.prompt()
    assert tab.panel.controller.entry.answer.choice == 1, "the letter is still there"
    press("\n")
    assert entered(field, "penetration") == ["penetrated"]
    for _ in range(3):
        tab.desk.undo()
    assert (field.shots(), tab.panel.controller.stage) == ((), Stage.AIM)
    assert tab.panel.aim.target.words[0] == "Decimal", "the attack is there as it was"
    press("\n")
    assert len(field.shots()) == 1


def test_before_it_fires_the_panel_tells_what_bears_on_it(make: Make, field: Field) -> None:
    shooter = glow(field, {**RIFLE, "detection_effect": 2, "needs": ["tripod"]})
    field.foes("Decimal", powered_armor=True)
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.fact("Range band") == ("short", '10", range factor 12"', "12-13")
    assert tab.fact("Attack factor") == ("5", "Laser, small arm", "12-09")
    assert tab.fact("Rate of fire")[::2] == ("P", "12-21")
    assert tab.fact("Armor class") == ("2", "infantry, powered armor", "12-08")
    assert tab.fact("Detected")[0] == "no"
    assert tab.fact("Detection effect")[::2] == ("+2", "12-50")
    assert tab.fact("Ammunition")[::2] == ("∞", "12-62")
    assert tab.fact("Shots this turn")[::2] == ("1 left", "12-52")
    assert tab.fact("Equipment") == ("look", "lacks tripod", "12-31")
    assert tab.panel.aim.range.band() == "short"
    press("20")
    assert (tab.panel.aim.range.band(), tab.fact("Range band")[2]) == ("medium", "12-14")


@pytest.mark.parametrize(
    ("distance", "rule"), [("40", "12-16"), ("3", "12-17")], ids=["too far", "too close"]
)
def test_a_range_that_does_not_reach_is_refused_before_anything_is_fired(
    make: Make, field: Field, distance: str, rule: str
) -> None:
    shooter = glow(field, {**RIFLE, "minimum_range": 5})
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, f"\n{distance}\n")
    assert tab.said()[1] == rule
    press("\n")
    assert not field.shots(), "Enter fires nothing that is refused"
    press("^" if tab.panel.aim.fields.distance.hasFocus() else "")
    press("o\n")
    assert field.shots()[-1].overruled == (rule,)


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


def test_the_rounds_after_this_shot_are_told_before_it(make: Make, field: Field) -> None:
    shooter = glow(field, RACK, kind="vehicle")
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.fact("Artillery rocket")[0] == "7 → 6"
    press("+\n")
    assert tab.fact("Artillery rocket")[0] == "7 → 5"
    assert tab.panel.aim.target.words[1].endswith("2 of 2")


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


def test_space_rolls_the_die_and_ten_is_the_referees_direction(make: Make, field: Field) -> None:
    shooter = glow(field, {"catalogue": "automatic rifle", "range_factor": 12})
    field.foes("One", detected=True)
    tab = make(rolls=(10,))
    tab.begin(shooter, "\n\n \n")
    assert "the referee says" in tab.panel.shots.card.area.points.text()
    press("wto the hill\n\n")
    assert field.shots()[-1].placed


def test_over_several_detected_targets_the_oblong_lies_freely(make: Make, field: Field) -> None:
    shooter = glow(field, {"catalogue": "automatic rifle", "range_factor": 12})
    field.foes("One", "Two", "Three", detected=True)
    tab = make()
    tab.begin(shooter, "\n\n")
    assert tab.panel.shots.card.area.dice.isHidden()
    press("\n")
    assert field.shots()[-1].placed


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


def test_mini_rockets_ask_for_their_pulses_before_the_first_shot(make: Make, field: Field) -> None:
    shooter = glow(field, {"catalogue": "mini-rocket launcher", "range_factor": 12})
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.said()[1] == "12-66"
    assert tab.panel.aim.fields.load.hasFocus()
    press("6\n\n")
    assert (field.weapon("Glow").stores[0].remaining, len(field.shots())) == (5, 1)


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


def test_the_loader_gives_a_second_shot_but_no_third(make: Make, field: Field) -> None:
    field.switch("sf_weapon_crews")
    crew = [{"name": "Wick", "role": "gunner"}, {"name": "Taper", "role": "loader"}]
    gun = {"catalogue": "phaser rifle", "range_factor": 12, "mounting": "crew-served", "crew": crew}
    shooter = glow(field, gun, kind="crew")
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\na\na\n")
    press("l")
    assert tab.panel.controller.stage is Stage.AIM
    press("\n")
    assert len(field.shots()) == 2
    press("b\n\n")
    assert tab.said()[1] == "12-52"


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


def test_damage_destroys_the_weapon_that_the_referee_names(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    two = ({**RIFLE, "name": "Left"}, {**RIFLE, "name": "Right"})
    field.unit("Drone", *two, player=BEN, kind="wardrone", armor_class=1, x=14, y=4)
    tab = make()
    tab.begin(shooter, "\n\na\nb\nbb\n")
    assert not field.weapon("Drone").destroyed
    assert "weapon destroyed" in entered(field, "damage")


def test_a_skipped_entry_takes_its_note_and_never_blocks(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\nnthe cat sat on it\ns")
    (entry,) = field.shots()[-1].outcomes
    assert (entry.matter, entry.answer, entry.note) == ("hit", "", "the cat sat on it")
    assert "Hit skipped. the cat sat on it" in tab.done()[0]


def test_backspace_takes_a_letter_back(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\na<\n")
    assert not entered(field, "hit")
    press("b\n")
    assert entered(field, "hit") == ["miss"]


def test_who_fired_can_be_detected_with_the_effect_of_his_weapon(make: Make, field: Field) -> None:
    shooter = glow(field, {**RIFLE, "detection_effect": 3})
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\n")
    assert tab.beside("Detection effect") == ("+3", "12-50")
    press("v")
    assert tab.panel.controller.table.seen(shooter, (BEN,))
    assert tab.prompt() == "Hit or miss?", "the entry goes on"


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


def test_open_shots_wait_until_they_are_gone_to(make: Make, field: Field) -> None:
    shooter = glow(field, RACK, kind="vehicle")
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n+\n\n")
    assert len(tab.panel.controller.entry.open) == 2
    press("^")
    assert tab.panel.foot.shots.accessibleName() == "Open shots: 2"
    press("s")
    assert tab.panel.controller.stage is Stage.SHOTS
    first = tab.panel.controller.entry.current
    tab.panel.shots.lines[0].click()
    settle()
    assert tab.panel.controller.entry.current != first


def test_esc_closes_a_list_then_the_attack(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "^")
    assert (tab.panel.aim.picks.isVisible(), tab.stage()) == (False, Stage.AIM)
    press("^")
    assert tab.stage() is Stage.NOTHING


def test_words_may_stand_for_a_target(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "the far bunker\n8\n\nb\n")
    shot = field.shots()[-1]
    assert (shot.target, shot.target_id, shot.distance) == ("the far bunker", None, 8)


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


@pytest.mark.parametrize("size", [(380, 560), (480, 900)])
def test_no_part_is_wider_than_the_pane(make: Make, field: Field, size: tuple[int, int]) -> None:
    shooter = glow(
        field, {**RACK, "name": "Rack of seven very long artillery rockets"}, kind="vehicle"
    )
    field.foes("One")
    tab = make(size=size)
    tab.begin(shooter, "\n")
    assert tab.panel.minimumSizeHint().width() <= 380
    assert tab.panel.aim.width() <= size[0]
