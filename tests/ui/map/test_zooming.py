"""Zoom by steps: pictures are stretched first, and as sharp as ever when the zoom rests."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGraphicsPixmapItem
from pytestqt.qtbot import QtBot

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from tests.ui.map.map_scene import Map
from ui.panels.map import tabletop
from ui.panels.map.panel import MapPanel
from ui.widgets.painted import painting


def _picture(panel: MapPanel) -> QImage:
    return panel.view.viewport().grab().toImage()


def _drawn_at_once(shown: Map, qtbot: QtBot) -> QImage:
    """Return what a map shows that was never stretched: the same part of the table."""
    other = MapPanel(shown.panel.theme, shown.desk, shown.hub)
    qtbot.addWidget(other)
    other.resize(shown.panel.size())
    other.show()
    qtbot.waitExposed(other)
    here, there = shown.panel.view, other.view
    there._fitted = False
    there._set_scale(here.scale_now)
    there.setSceneRect(here.sceneRect())
    return _picture(other)


def _terrain(shown: Map) -> None:
    outlines = (("wood", 2, 9), ("rocks", 12, 3), ("building", 14, 11), ("water", 20, 14))
    for kind, x, y in outlines:
        points = ((x, y), (x + 4.3, y + 0.4), (x + 3, y + 3.7), (x + 0.6, y + 2))
        shown.desk.do(PlaceTerrain(kind=kind, points=points))


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("steps", [1, -1, 3, -2])
def test_at_rest_the_map_looks_as_if_it_had_been_drawn_for_this_zoom(
    shown: Map, qtbot: QtBot, steps: int
) -> None:
    _terrain(shown)
    _picture(shown.panel)
    key = Qt.Key.Key_Plus if steps > 0 else Qt.Key.Key_Minus
    for _ in range(abs(steps)):
        shown.press(key)
        _picture(shown.panel)
    qtbot.waitUntil(lambda: shown.panel.view.at_rest)
    shown.panel.view.clearFocus()
    assert _picture(shown.panel) == _drawn_at_once(shown, qtbot)


def test_while_it_is_zoomed_units_stand_where_they_stand(shown: Map) -> None:
    _terrain(shown)
    before = _picture(shown.panel)
    shown.panel.view.zoom(2, QPointF(100, 100))
    assert _picture(shown.panel) != before
    for token in shown.panel.scene.tokens:
        point = QPointF(token.x, token.y)
        assert shown.panel.scene.unit_at(point, shown.panel.view.scale_now)


def test_an_act_in_the_middle_of_a_zoom_is_shown(shown: Map, qtbot: QtBot) -> None:
    _picture(shown.panel)
    shown.panel.view.zoom(1)
    _terrain(shown)
    shown.hub.select_unit(shown.keys["Rifle Rosa"])
    _picture(shown.panel)
    shown.panel.view.settle()
    shown.panel.view.clearFocus()
    assert shown.panel.view.at_rest
    assert _picture(shown.panel) == _drawn_at_once(shown, qtbot)
    scales = {
        item.scale() for item in shown.panel.scene.items() if isinstance(item, QGraphicsPixmapItem)
    }
    assert scales == {1.0}


def test_what_is_selected_while_there_is_no_room_leaves_the_table_fitted(
    shown: Map, qtbot: QtBot
) -> None:
    view, large = shown.panel.view, shown.panel.size()
    whole = view.scale_now
    shown.panel.resize(shown.panel.minimumSizeHint().width(), 60)
    shown.hub.select_unit(shown.keys["Rifle Rosa"])
    shown.panel.resize(large)
    qtbot.waitUntil(lambda: view.scale_now == whole)
    assert view.box_seen.isNull()


@pytest.mark.parametrize("inches", [3.0, 9.0, 200.0])
def test_marks_out_of_sight_are_left_out_without_a_pixel_of_difference(
    shown: Map, monkeypatch: pytest.MonkeyPatch, inches: float
) -> None:
    view = shown.panel.view

    def painted() -> QImage:
        picture = QImage(view.viewport().size(), QImage.Format.Format_RGB32)
        with painting(picture) as painter:
            shown.panel.tabletop._paint_all(painter)
        return picture

    for x, y in ((0, 0), (17.3, 11.9), (48, 36)):
        view.show_box(QRectF(x, y, inches, inches))
        some = painted()
        with monkeypatch.context() as patched:
            patched.setattr(tabletop, "_some", lambda marks, *_: marks)
            assert painted() == some, (x, y)
