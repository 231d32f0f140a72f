"""The Sci-fi attack that is aimed, as the map draws it."""

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.acts.scifi.shooting import FireSf
from brikdesk.acts.scifi.units import MoveSf
from tests.ui.scifi.sf_scene import DRONE, RACK
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.map import DrawnShot
from ui.models.scifi_attack.controller import sf_attack_of
from ui.panels.map.panel import MapPanel


def test_the_map_draws_a_sci_fi_attack_while_it_is_aimed(desk: Desk) -> None:
    hub = Hub()
    drawn: list[DrawnShot | None] = []
    hub.shot_changed.connect(lambda: drawn.append(hub.shot))
    attack = sf_attack_of(desk, hub)
    bearer = attack.table.weapon(RACK)
    assert bearer is not None
    desk.do(MoveSf(unit_id=bearer.unit_id, x=4, y=4, inches=0))
    desk.do(MoveSf(unit_id=DRONE, x=10, y=12, inches=0))
    assert drawn == [], "nothing is aimed yet"
    attack.begin_with(bearer.unit_id)
    attack.fire_with(RACK)
    attack.change(replace(attack.draft, aims=FireSf(sf_weapon_id=RACK).aims))
    assert drawn[-1] is not None
    assert (drawn[-1].start, drawn[-1].goal) == ((4, 4), None)
    attack.begin_at(DRONE)
    attack.fire_by(bearer.unit_id)
    shot = drawn[-1]
    assert shot is not None
    assert (shot.start, shot.goal, shot.inches, shot.measured) == ((4, 4), (10, 12), 10, True)
    attack.change(attack.draft.aiming(distance=9.0))
    shot = drawn[-1]
    assert shot is not None
    assert (shot.inches, shot.measured) == (9, False), "typed over"
    attack.back()
    assert drawn[-1] is None


def test_the_target_of_a_sci_fi_attack_is_pointed_at_on_the_map(desk: Desk) -> None:
    hub = Hub()
    drawn: list[DrawnShot | None] = []
    hub.shot_changed.connect(lambda: drawn.append(hub.shot))
    attack = sf_attack_of(desk, hub)
    bearer = attack.table.weapon(RACK)
    assert bearer is not None
    desk.do(MoveSf(unit_id=bearer.unit_id, x=4, y=4, inches=0))
    desk.do(MoveSf(unit_id=DRONE, x=10, y=12, inches=0))
    hub.target_pointed.emit(DRONE, 10, 12)
    assert drawn == [], "nothing is aimed yet"
    attack.begin_with(bearer.unit_id)
    attack.fire_with(RACK)
    attack.change(replace(attack.draft, aims=()))
    shot = drawn[-1]
    assert shot is not None
    assert (shot.aiming, shot.wanted) == (True, True)
    hub.target_pointed.emit(DRONE, 10, 12)
    assert (attack.draft.aim.target_id, attack.draft.aim.distance) == (DRONE, 10)
    shot = drawn[-1]
    assert shot is not None
    assert (shot.goal, shot.measured, shot.wanted) == ((10, 12), True, False)
    hub.target_pointed.emit(bearer.unit_id, 4, 4)
    assert attack.draft.aim.target_id == DRONE, "nobody shoots at himself"
    hub.target_pointed.emit(0, 4, 9)
    assert (attack.draft.aim.target, attack.draft.aim.distance) == ("x 4, y 9", 5)
    attack.back()
    hub.target_pointed.emit(DRONE, 10, 12)
    assert drawn[-1] is None


def test_by_keys_x_and_enter_aim_a_sci_fi_attack(desk: Desk, qtbot: QtBot, theme: Theme) -> None:
    hub = Hub()
    panel = MapPanel(theme, desk, hub)
    qtbot.addWidget(panel)
    panel.resize(900, 700)
    panel.show()
    qtbot.waitExposed(panel)
    attack = sf_attack_of(desk, hub)
    bearer = attack.table.weapon(RACK)
    assert bearer is not None
    desk.do(MoveSf(unit_id=bearer.unit_id, x=4, y=4, inches=0))
    desk.do(MoveSf(unit_id=DRONE, x=4, y=6, inches=0))
    attack.begin_with(bearer.unit_id)
    attack.fire_with(RACK)
    attack.change(replace(attack.draft, aims=()))
    panel.view.setFocus()
    for key in (Qt.Key.Key_X, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(panel.view, key)
    assert (attack.draft.aim.target_id, attack.draft.aim.distance) == (DRONE, 2)
