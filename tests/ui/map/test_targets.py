"""The attack and the map: a target by a click or by keys, the distance measured, the shot drawn."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.combat.aim import Aim, Measure, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.dice import Face
from brikdesk.store.journal.images import digest_of_game
from tests.ui.attack.attack_scene import set_table
from tests.ui.map.map_scene import Map
from ui.models.attack.controller import AttackController, attack_of, misses_of
from ui.models.attack.draft import Miss
from ui.models.map import Landing
from ui.panels.units.panel import attack_by

pytestmark = pytest.mark.thorough(every=2)

Key = Qt.Key
ROSA, SISTER = "Rifle Rosa", "Sister Underfoot"


@pytest.fixture
def attack(shown: Map) -> AttackController:
    """Return the attack of the desk that the map belongs to."""
    return attack_of(shown.desk, shown.hub)


def begin(shown: Map, attack: AttackController) -> None:
    """Begin an attack of Rosa that lacks only its target."""
    attack.take_up(attack_by(shown.keys[ROSA]))
    attack.change(replace(attack.draft, aims=()))  # the nearest had been proposed
    assert attack.draft.lacks == "target"


def test_the_attack_that_lacks_its_target_takes_the_unit_that_is_clicked(
    shown: Map, attack: AttackController
) -> None:
    begin(shown, attack)
    assert "Click the target" in shown.says()
    shown.click(10, 2)
    assert attack.draft.aim == Aim(unit_id=shown.keys[SISTER])
    assert attack.table.distance(attack.draft) == 3
    assert attack.table.is_measured(attack.draft)
    shot = shown.panel.overlay.shot
    assert shot is not None
    assert (shot.start, shot.goal, shot.inches) == ((6, 2), (10, 2), 3)


def test_x_and_the_arrows_put_the_target_without_a_mouse(
    shown: Map, attack: AttackController
) -> None:
    begin(shown, attack)
    shown.press(Key.Key_X)
    shown.press(Key.Key_Tab)
    assert "Target: " in shown.says()
    while SISTER not in shown.says():
        shown.press(Key.Key_Tab)
    shown.press(Key.Key_Return)
    assert attack.draft.aim == Aim(unit_id=shown.keys[SISTER])
    shown.press(Key.Key_X)
    shown.press(Key.Key_Down, times=4)
    shown.press(Key.Key_Return)
    aim = attack.draft.aim
    assert aim is not None
    assert (aim.x, aim.y, aim.unit_id) == (10, 6, None)


def test_a_click_on_bare_ground_says_how_a_place_is_aimed_at(
    shown: Map, attack: AttackController
) -> None:
    begin(shown, attack)
    said: list[str] = []
    shown.hub.remarked.connect(said.append)
    shown.hub.select_unit(shown.keys[ROSA])
    shown.click(10, 9)
    assert attack.draft.aim is None
    assert said == ["Nobody stands there. X, then a click, aims at the place itself."]
    assert shown.hub.selected_unit == shown.keys[ROSA], "who attacks stays marked"


def test_x_without_an_attack_does_nothing(shown: Map, attack: AttackController) -> None:
    shown.press(Key.Key_X)
    assert shown.panel.tool is None


@pytest.mark.parametrize("typed", [True, False])
def test_an_attack_from_the_map_is_the_typed_one_but_for_the_word_measured(
    shown: Map, attack: AttackController, typed: bool
) -> None:
    begin(shown, attack)
    shown.click(10, 2)
    if typed:
        attack.change(attack.draft.aiming(distance=3.0))
    assert attack.to_the_dice()
    while not attack.can_apply:
        assert attack.shown is not None
        attack.put({key: Face(1) for key in attack.shown.keys if key not in attack.faces})
    assert attack.apply()
    assert attack.done is not None
    lines = " ".join(str(line) for line in attack.done.lines)
    assert ("measured on the map" in lines) is not typed


def test_the_measured_attack_leaves_the_same_game_as_the_typed_one(tmp_path: Path) -> None:
    digests = []
    for distance in (None, 3.0):
        table = set_table(tmp_path / f"{distance}.brik")
        rosa, sister = table.units[ROSA], table.units[SISTER]
        strike = Strike(weapon_id=table.guns[ROSA], by_id=rosa)
        aim = Aim(unit_id=sister, distance=distance)
        table.campaign.do(Attack(strikes=(strike,), aims=(aim,), faces=(Face(1),)))
        digests.append(table.campaign.reading(lambda session: digest_of_game(session.connection())))
        table.campaign.close()
    assert digests[0] == digests[1]


@pytest.mark.rule("5.1-28", "5.1-33", "5.1-34", "5.1-49", "5.1-56")
def test_height_and_what_is_in_view_are_measured_and_typed_over(
    shown: Map, attack: AttackController
) -> None:
    shown.desk.do(PlaceTerrain(kind="wall", points=((8, 0), (8.5, 0), (8.5, 4), (8, 4)), top=0.7))
    shown.desk.do(FaceUnit(unit_id=shown.keys[ROSA], base=0.2))
    begin(shown, attack)
    shown.click(10, 2)
    aim = attack.measured.aim
    assert aim is not None
    assert aim.measured == (Measure.ABOVE, Measure.SECTIONS)
    assert (aim.above, aim.sections) == (0.2, 2)
    (cover,) = (row for row in attack.preview.modifiers if row.key == "size")
    assert (cover.value, cover.detail) == (-1, "two sections in sight, measured on the map")
    attack.change(attack.draft.aiming(sections=1))
    (cover,) = (row for row in attack.preview.modifiers if row.key == "size")
    assert (cover.value, cover.detail) == (-2, "one section in sight")
    attack.change(attack.draft.aiming(sections=None))
    shown.desk.do(PlaceTerrain(kind="wall", points=((8, 0), (8.5, 0), (8.5, 4), (8, 4)), top=5))
    (blind,) = (row for row in attack.preview.modifiers if row.key == "blind")
    assert (blind.value, blind.detail) == (-5, f"{SISTER} behind Wall, measured on the map")
    attack.change(attack.draft.aiming(blind=False))
    assert not any(row.key in ("blind", "size") for row in attack.preview.modifiers)
    hill = PlaceTerrain(kind="hill", points=((6, 2),), radius=2, top=3)
    shown.desk.do(FaceUnit(unit_id=shown.keys[ROSA], base=0))
    shown.desk.do(hill)
    (height,) = (row for row in attack.preview.modifiers if row.key == "height")
    assert (height.value, height.detail) == (3, '3" above, measured on the map')


def missed(shown: Map, attack: AttackController) -> Miss:
    """Let Rosa miss Sister, and have the shot tracked."""
    begin(shown, attack)
    shown.click(10, 2)
    assert attack.to_the_dice()
    assert attack.shown is not None
    attack.put({attack.shown.keys[0]: Face(2)})
    attack.change(attack.draft.tracking())
    (miss,) = misses_of(attack)
    return miss


@pytest.mark.rule("5.3-07", "5.3-11")
def test_whom_a_missed_shot_strikes_is_clicked_and_measured(
    shown: Map, attack: AttackController
) -> None:
    third = next(name for name in shown.keys if name not in (ROSA, SISTER))
    shown.desk.do(MoveUnit(unit_id=shown.keys[third], x=11, y=4, overruled=frozenset({"4.1-01"})))
    miss = missed(shown, attack)
    assert "Missed Shot" in shown.says()
    shot = shown.panel.overlay.shot
    assert shot is not None
    assert shot.landing == Landing((10, 2), miss.inches + 0.5, miss.inches)
    shown.click(11, 4)
    (after,) = misses_of(attack)
    (stray,) = after.strays
    far = attack.table.apart(shown.keys[ROSA], shown.keys[third])
    assert far is not None
    assert (stray.unit_id, stray.distance) == (shown.keys[third], round(far, 2))
    assert after.spot is not None
    assert after.spot.chosen == third
    assert "Missed Shot" not in shown.says()
    assert shown.panel.overlay.shot is not None
    assert shown.panel.overlay.shot.landing is None


@pytest.mark.rule("5.3-07")
def test_letters_go_to_who_is_called_so(shown: Map, attack: AttackController) -> None:
    begin(shown, attack)
    shown.press(Key.Key_X)
    shown.type("under")
    assert "Sister Underfoot" in shown.says()
    shown.type("x")
    assert "no unit on the table is called “underx”" in shown.says()
    shown.press(Key.Key_Backspace)
    shown.press(Key.Key_Return)
    assert attack.draft.aim == Aim(unit_id=shown.keys[SISTER])


def test_a_missed_shot_lands_at_a_place_by_keys(shown: Map, attack: AttackController) -> None:
    missed(shown, attack)
    shown.press(Key.Key_X)
    shown.press(Key.Key_Down, times=2)
    shown.press(Key.Key_Return)
    (after,) = misses_of(attack)
    assert after.spot is not None
    assert (after.spot.chosen, after.strays) == ("x 10, y 4", ())
