"""Areas of Sci-fi shots on the map: drawn, placed by a click, and who stands within is inside."""

from math import dist

import pytest

from brikdesk.acts.checks import direction_said
from brikdesk.ground.shapes import Footprint
from tests.ui.scifi.sf_attack_scene import ANN, LAUNCHER, Field, Make, glow, press
from ui.models.map import DrawnShot
from ui.models.scifi_attack.controller import SfAttackController
from ui.panels.scifi_attack.panel import SfAttackPanel

pytestmark = pytest.mark.thorough(every=2)

SPRAY = {"catalogue": "automatic rifle", "range_factor": 12, "area_size": 6, "area_width": 2}


def drawn(panel: SfAttackPanel) -> DrawnShot:
    shot = panel.controller.hub.shot
    assert isinstance(shot, DrawnShot)
    return shot


def outline(panel: SfAttackPanel) -> Footprint:
    (zone,) = drawn(panel).zones
    return zone.outline


def inside(controller: SfAttackController) -> list[int]:
    return controller.entry.answer.inside


@pytest.mark.rule("12-35", "12-40")
def test_a_circle_is_drawn_around_the_target_while_it_is_aimed(make: Make, field: Field) -> None:
    shooter = glow(field, {**LAUNCHER, "warhead": "high explosive"})
    one, two, three = field.foes("One", "Two", "Three")
    tab = make()
    tab.begin(shooter, "one\n")
    assert outline(tab.panel).core == ((14, 4),)
    assert outline(tab.panel).radius == 3
    assert drawn(tab.panel).struck == (one, two)
    assert drawn(tab.panel).zones[0].words == '6" across'
    tab.panel.controller.hub.target_pointed.emit(0, 14, 7)
    assert outline(tab.panel).core == ((14, 7),), "a place is aimed at too"
    assert set(drawn(tab.panel).struck) == {one, two, three}


@pytest.mark.rule("12-44")
def test_flame_halves_the_circle_on_the_map(make: Make, field: Field) -> None:
    shooter = glow(field, {**LAUNCHER, "warhead": "vaporshock"})
    one, _ = field.foes("One", "Two")
    tab = make()
    tab.begin(shooter, "one\n\na\n")
    assert outline(tab.panel).radius == 3
    press("f")
    assert outline(tab.panel).radius == 1.5
    assert drawn(tab.panel).struck == (one,)


@pytest.mark.rule("12-42", "12-45")
def test_a_click_says_where_a_miss_lands_and_the_keys_stay(make: Make, field: Field) -> None:
    shooter = glow(field, {**LAUNCHER, "warhead": "high explosive"})
    one, two, three = field.foes("One", "Two", "Three")
    tab = make()
    tab.begin(shooter, "one\n\nb\n")
    controller = tab.panel.controller
    assert drawn(tab.panel).zones == ()
    assert drawn(tab.panel).asks == "Where it lands: click it"
    controller.hub.point_at(0, 14, 8)
    assert outline(tab.panel).core == ((14, 8),)
    assert inside(controller) == [three, two]
    press("\n")
    shot = field.shots()[-1]
    assert (shot.place, set(shot.inside)) == ("x 14, y 8", {two, three})
    assert one not in shot.inside
    assert drawn(tab.panel).zones != (), "it lies there while its damage is entered"


@pytest.mark.rule("12-43")
def test_the_fall_of_shot_that_was_clicked_is_where_it_lands(make: Make, field: Field) -> None:
    rack = {**LAUNCHER, "warhead": "high explosive", "catalogue": "missile rack"}
    shooter = glow(field, rack, kind="vehicle")
    _, two, three = field.foes("One", "Two", "Three")
    tab = make()
    tab.begin(shooter, "one\ni\n")
    controller = tab.panel.controller
    assert controller.entry.question is not None
    assert controller.entry.question.ask.value == "fall of shot"
    controller.hub.point_at(0, 14, 8)
    press("\n")
    assert inside(controller) == [three, two]
    assert outline(tab.panel).core == ((14, 8),)
    press("\n")
    assert (field.shots()[-1].place, field.shots()[-1].inside) == ("x 14, y 8", (three, two))


@pytest.mark.rule("12-38", "12-39")
def test_an_oblong_lies_from_its_target_where_die_or_click_points(make: Make, field: Field) -> None:
    shooter = glow(field, SPRAY)
    one, two, three = field.foes("One", "Two", "Three", detected=True)
    far = field.foes("Far", x=18.0, y=4.0)[0]
    tab = make()
    tab.begin(shooter, "one\n")
    corners = outline(tab.panel).core
    assert dist(corners[0], corners[1]) == pytest.approx(2)
    assert dist(corners[1], corners[2]) == pytest.approx(6)
    assert set(drawn(tab.panel).struck) == {one, far}, "on along the line of fire"
    press("\n")
    controller = tab.panel.controller
    assert set(inside(controller)) == {one, far}
    controller.hub.point_at(0, 14, 12)
    assert inside(controller) == [one, two, three], "south of One"
    for foe in (two, three):
        field.do("MarkDetected", unit_id=foe, player_id=ANN, detected=False)
    press("\n")
    assert field.shots()[-1].inside == (one, two, three)


@pytest.mark.rule("12-39", "S-27")
def test_the_die_turns_the_oblong(make: Make, field: Field) -> None:
    shooter = glow(field, SPRAY)
    one, two, three = field.foes("One", "Two", "Three")
    field.do("MarkDetected", unit_id=one, player_id=ANN)
    tab = make()
    tab.begin(shooter, "one\n\n")
    assert drawn(tab.panel).zones == (), "the die is missing"
    assert inside(tab.panel.controller) == [one]
    press("5")
    assert inside(tab.panel.controller) == [one, two, three], "5 is south"


def test_whom_the_referee_ticked_stays_whatever_the_map_says(make: Make, field: Field) -> None:
    shooter = glow(field, {**LAUNCHER, "warhead": "high explosive"})
    _, _, three = field.foes("One", "Two", "Three")
    tab = make()
    tab.begin(shooter, "one\n\nb\n")
    controller = tab.panel.controller
    controller.fill(lambda entry: entry.tick(three))
    controller.hub.point_at(0, 14, 4)
    assert inside(controller) == [three]


def test_the_map_takes_the_area_away_when_all_is_entered(make: Make, field: Field) -> None:
    shooter = glow(field, {**LAUNCHER, "warhead": "hellburner"})
    field.foes("One")
    tab = make()
    tab.begin(shooter, "one\n\na\n\na\n")
    assert field.shots()[-1].next is None
    assert tab.panel.controller.hub.shot is None


@pytest.mark.parametrize(
    ("words", "degrees"),
    [("north", 0), ("North-East", 45), ("south west", 225), ("W", 270), ("to the hill", None)],
)
def test_a_direction_in_words_is_read(words: str, degrees: float | None) -> None:
    assert direction_said(words) == degrees
