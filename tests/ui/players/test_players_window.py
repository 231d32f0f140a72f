"""The players' window follows the desk, does nothing itself, and comes and goes as it is told."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.fields.fields import AddField
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.views.log import acts_done
from tests.ui.players.players_scene import Screens, feed_of, said_by, words_of
from tests.ui.window_scene import CTRL, NONE, SHIFT, Key, focus, open_window, press, settle
from ui.look.theme import Look, Theme
from ui.models.map import Landing
from ui.models.queue import queue_of
from ui.panels.map.panel import MapPanel

pytestmark = pytest.mark.thorough(every=3)

PLACED = AddField(kind=FieldKind.SMOKE, size=3, name="Soap fog", x=5, y=5)


def desk_map(screens: Screens) -> MapPanel:
    """Return the map of the desk."""
    panel = screens.work.view.panel("map")
    assert isinstance(panel, MapPanel)
    return panel


def test_terrain_is_seen_when_it_is_placed(screens: Screens) -> None:
    port = screens.players.map.viewport()
    before = port.grab().toImage()
    corners = ((3, 3), (9, 3), (9, 9), (3, 9))
    screens.work.desk.do(PlaceTerrain(kind="building", points=corners))
    settle()
    assert port.grab().toImage() != before
    screens.work.desk.undo()
    settle()
    assert port.grab().toImage() == before


def test_it_follows_acts_and_undo(screens: Screens) -> None:
    screens.work.desk.do(PLACED)
    settle()
    assert "Soap fog is placed." in words_of(screens.players)
    assert screens.players.map.tabletop.ground is not None
    assert "Soap fog" in {disc.name for disc in screens.players.map.tabletop.ground.discs}
    screens.work.desk.undo()
    settle()
    assert "Taken back: Soap fog is placed." in words_of(screens.players)
    assert "Soap fog" not in {disc.name for disc in screens.players.map.tabletop.ground.discs}


def test_a_die_typed_on_the_desk_shows_at_once(screens: Screens) -> None:
    queue = queue_of(screens.work.desk, screens.work.hub)
    burning = next(s for s in queue.steps if s.kind == "burning_units")
    screens.work.hub.step_asked.emit(burning.key)
    settle()
    feed = feed_of(screens)
    feed.holding.timeout.emit()
    assert said_by(screens.players.foot) == burning.title
    waiting = feed.moment.step.dice
    assert [die.value for die in waiting] == [None] * len(waiting) != []
    screens.window.activateWindow()
    QTest.keyClicks(focus(), "3")
    settle()
    assert feed.moment.step.dice[0].value == 3
    press(Key.Key_Backspace)
    assert feed.moment.step.dice[0].value is None


def test_the_players_see_where_a_miss_may_come_down_and_how_far_it_explodes(
    screens: Screens,
) -> None:
    desk, hub = screens.work.desk, screens.work.hub
    queue = queue_of(desk, hub)
    key = next(step.key for step in queue.steps if step.title == "Paper rocket lands")
    queue.go(key)
    settle()
    assert screens.players.map.overlay.shot is None
    assert queue.shown is not None
    queue.put({queue.shown.keys[0]: Face(2)})
    settle()
    drawn = screens.players.map.overlay.shot
    assert drawn is not None
    assert drawn.landing is not None
    x, y = drawn.landing.middle
    assert drawn.landing == Landing((x, y), 1, 1, explodes=True)
    queue.choose("spot", f"x {x + 1:.2f} y {y:.2f}")
    assert queue.shown is not None
    queue.put({key: Face(5) for key in queue.shown.keys if key not in queue.faces})
    settle()
    drawn = screens.players.map.overlay.shot
    assert drawn is not None
    assert drawn.rings[0].middle == pytest.approx((x + 1, y), abs=0.1)
    queue.put(dict.fromkeys(queue.faces))
    settle()
    assert screens.players.map.overlay.shot is None


def test_nothing_can_be_done_in_it(screens: Screens) -> None:
    count = screens.work.desk.read(acts_done)
    ours, selected = screens.players.map, screens.work.hub.selected_unit
    token = next(iter(ours.items_shown.tokens))
    at = ours.to_view(QPointF(token.x, token.y)).toPoint()
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
        QTest.mouseClick(screens.players, button, NONE, ours.mapTo(screens.players, at))
        QTest.mouseDClick(screens.players, button, NONE, ours.mapTo(screens.players, at))
    screens.players.activateWindow()
    settle()
    assert screens.players.isActiveWindow()
    keys = (Key.Key_Space, Key.Key_Return, Key.Key_S, Key.Key_N, Key.Key_Delete, Key.Key_3)
    for key in keys:
        QTest.keyClick(screens.players, key)
    QTest.keyClick(screens.players, Key.Key_Z, CTRL)
    settle()
    assert screens.work.desk.read(acts_done) == count
    assert screens.work.hub.selected_unit == selected
    assert ours.overlay.selected == 0
    children = screens.players.findChildren(type(ours.parentWidget()))
    assert all(child.focusPolicy() is Qt.FocusPolicy.NoFocus for child in children)


def test_the_keys_stay_on_the_desk(screens: Screens) -> None:
    before = focus()
    assert before.window() is screens.window
    screens.open()
    screens.open()
    assert focus() is before
    assert QApplication.activeWindow() is screens.window


def test_it_shows_the_part_of_the_table_that_the_desk_shows(screens: Screens) -> None:
    desk, ours = desk_map(screens).view, screens.players.map
    assert ours.box_seen.isNull()
    desk.show_box(QRectF(10, 10, 8, 6))
    settle()
    assert ours.box_seen.contains(desk.box_seen.adjusted(0.1, 0.1, -0.1, -0.1))
    assert ours.box_seen.center().x() == pytest.approx(desk.box_seen.center().x(), abs=0.1)
    screens.window.commands["players_follow"].trigger()
    still = ours.box_seen
    desk.fit()
    settle()
    assert ours.box_seen == still
    screens.window.commands["players_follow"].trigger()
    settle()
    assert ours.box_seen.isNull()


def test_standing_still_is_remembered(screens: Screens) -> None:
    screens.window.commands["players_follow"].trigger()
    assert not screens.window.remembered.players_follow
    screens.open()
    screens.open()
    desk_map(screens).view.show_box(QRectF(10, 10, 8, 6))
    settle()
    assert screens.players.map.box_seen.isNull()
    QTest.keyClick(screens.players, Key.Key_0)
    assert screens.players.map.box_seen.isNull()


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("way", ["command", "escape", "key", "cross"])
def test_it_is_closed_and_opened_again_where_it_was(screens: Screens, way: str) -> None:
    players, count = screens.players, screens.work.desk.read(acts_done)
    players.setGeometry(40, 60, 700, 400)
    settle()
    place = players.geometry()
    if way == "command":
        screens.open()
    elif way == "escape":
        QTest.keyClick(players, Key.Key_Escape)
    elif way == "key":
        players.activateWindow()
        settle()
        QTest.keyClick(players, Key.Key_P, CTRL | SHIFT)
    else:
        players.close()
    settle()
    assert not screens.is_open
    assert screens.work.desk.read(acts_done) == count
    screens.work.desk.do(PLACED)  # nobody listens who is gone
    screens.open()
    assert screens.players.geometry() == place
    ground = screens.players.map.tabletop.ground
    assert ground is not None
    assert "Soap fog" in {disc.name for disc in ground.discs}


def test_the_key_on_the_desk_opens_and_closes_it(screens: Screens) -> None:
    screens.window.activateWindow()
    press(Key.Key_P, CTRL | SHIFT)
    assert not screens.is_open
    press(Key.Key_P, CTRL | SHIFT)
    assert screens.is_open


def test_it_is_in_the_menu_with_ticks(screens: Screens) -> None:
    commands = screens.window.commands
    assert commands["players"].isEnabled()
    assert commands["players_follow"].isChecked()
    assert not commands["players_odds"].isChecked()
    commands["players_odds"].trigger()
    assert screens.window.remembered.players_odds


def test_it_closes_with_its_campaign(screens: Screens) -> None:
    players = screens.players
    gone = []
    players.destroyed.connect(lambda: gone.append(True))
    screens.window.close_campaign()
    settle()
    assert not screens.window.commands["players"].isEnabled()
    assert [w for w in QApplication.topLevelWidgets() if w is players and w.isVisible()] == []


def test_another_campaign_has_its_own(screens: Screens, tmp_path: Path) -> None:
    from tests.ui.window_scene import at_work, make_file

    screens.window.open_path(make_file(tmp_path / "other.brik"))
    settle()
    other = Screens(screens.window, at_work(screens.window))
    assert not other.is_open
    other.open()
    assert said_by(other.players.top).startswith("Turn 1 AA")


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("scale", [80, 100, 200])
def test_text_is_large_whatever_the_desk_reads(
    screens: Screens, size: tuple[int, int], scale: int
) -> None:
    players = screens.players
    screens.window.theme.set_scale(scale)
    players.resize(*size)
    settle()
    least = round(0.041 * size[1])
    boards = (players.top, players.side, players.foot)
    sizes = [piece.pixels for board in boards for piece in board.pieces]
    assert min(sizes) >= players.theme.least >= least
    assert players.theme.font("caption").pixelSize() >= players.theme.least
    assert players.theme.font("small").pixelSize() >= players.theme.least


def test_it_wears_the_colours_of_the_desk(screens: Screens) -> None:
    theme, players = screens.window.theme, screens.players
    assert players.theme.dark
    theme.set_look(Look.LIGHT)
    settle()
    assert not players.theme.dark
    assert players.theme.color("text") == theme.color("text")
    ground = players.grab().toImage().pixelColor(2, players.height() // 2)
    assert ground.lightness() > 128


def test_turning_a_unit_shows(screens: Screens) -> None:
    ours = screens.players.map.items_shown
    token = next(iter(ours.tokens))
    screens.work.desk.do(FaceUnit(unit_id=token.unit_id, facing=90))
    settle()
    turned = ours.token(token.unit_id)
    assert turned is not None
    assert turned.facing == 90


def test_without_a_battle_it_says_so(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    from tests.ui.window_scene import at_work, make_file

    with open_window(qtbot, theme, make_file(tmp_path / "c.brik", battle=False)) as window:
        screens = Screens(window, at_work(window))
        screens.open()
        assert "No battle" in words_of(screens.players)
