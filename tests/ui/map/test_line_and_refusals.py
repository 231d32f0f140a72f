"""The line under the map and what is refused: nothing that matters is cut, and the map stays still."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Changes
from tests.ui.map.map_scene import LEFT, NONE, Map
from ui.look.text import PlainLabel
from ui.panels.map.moving import Moving
from ui.panels.map.view import PLATE, plate_width
from ui.widgets.buttons import Button

Key = Qt.Key
ROSA, NUBS, LANCER = "Rifle Rosa", "Gunner Nubs", "Lost Lancer"

WIDTHS = [560, 544, 624]
"""The map in a window that is 1024, 1366 and 1440 pixels wide."""


def _do(shown: Map, act: str, **facts: object) -> None:
    assert isinstance(shown.desk.do(act_from_data({"act": act, **facts})), Changes)


def _put(shown: Map, name: str, x: float, y: float) -> None:
    _do(shown, "MoveUnit", unit_id=shown.keys[name], x=x, y=y, by_itself=False)


def _still(shown: Map) -> tuple[object, ...]:
    """Return all that decides where the table is seen."""
    view = shown.panel.view
    return view.size(), view.scale_now, view.to_view(QPointF())


def _sized(shown: Map, qtbot: QtBot, wide: int, high: int = 480) -> None:
    shown.panel.resize(wide, high)
    qtbot.waitUntil(lambda: not shown.panel.view._arranging.waits)
    shown.panel.view.fit()


@pytest.mark.parametrize("wide", WIDTHS)
@pytest.mark.parametrize("y", [2.0, 15.0, 29.0])
def test_a_refusal_moves_nothing_and_the_same_pixel_is_the_same_unit(
    shown: Map, qtbot: QtBot, wide: int, y: float
) -> None:
    _sized(shown, qtbot, wide)
    _put(shown, ROSA, 20, y)
    before, view = _still(shown), shown.panel.view
    at = shown.place(20, y)
    shown.drag((20, y), (20, 2 if y > 15 else 28))
    refusal = shown.panel.refusal
    assert '5" of Move left' in refusal.sentence()
    assert _still(shown) == before
    QTest.mouseClick(view.viewport(), LEFT, NONE, at)
    assert shown.hub.selected_unit == shown.keys[ROSA]
    assert _still(shown) == before
    assert not refusal.sentence(), "a press on the map takes it away"


def test_a_refusal_lies_over_the_map_and_not_over_what_is_refused(shown: Map) -> None:
    for y in (1.0, 29.0):
        _put(shown, ROSA, 20, y)
        token = shown.panel.scene.token(shown.keys[ROSA])
        assert token is not None
        shown.hub.select_unit(token.unit_id)
        shown.panel.view.pointer = shown.panel.view.to_view(QPointF(20, y))
        _refused(shown)
        box = QRectF(shown.panel.refusal.geometry())
        assert QRectF(shown.panel.view.rect()).contains(box)
        assert not box.contains(shown.panel.view.to_view(QPointF(20, y)))
        words = shown.panel.refusal.findChildren(QWidget)
        assert all(box.height() >= each.height() for each in words if each.isVisible())


def _refused(shown: Map) -> None:
    act = act_from_data({"act": "MoveUnit", "unit_id": shown.keys[ROSA], "x": 20, "y": 15})
    assert not shown.panel.do(act)
    assert shown.panel.refusal.isVisible()


def test_a_refusal_is_still_overruled_by_key_and_by_its_button(shown: Map) -> None:
    shown.click(6, 2)
    _refused(shown)
    shown.press(Key.Key_O)
    assert shown.where(ROSA) == (20, 15)
    assert not shown.panel.refusal.isVisible()


def test_the_bar_has_one_line_for_good(shown: Map) -> None:
    before = _still(shown)
    bar = shown.panel._bar
    high = bar.height()
    shown.click(6, 2)
    for key in (Key.Key_M, Key.Key_V, Key.Key_B, Key.Key_E):
        shown.press(key)
        assert shown.panel.tool is not None
        assert (bar.height(), _still(shown)) == (high, before)
        shown.press(Key.Key_Escape)
        while shown.panel.tool is not None:
            shown.press(Key.Key_Escape)
        assert (bar.height(), _still(shown)) == (high, before)


def test_a_tool_is_ended_by_the_button_that_takes_the_place_of_the_others(shown: Map) -> None:
    bar = shown.panel._bar
    assert bar._end is not None
    assert not bar._end.isVisible()
    shown.press(Key.Key_M)
    QTest.mouseClick(bar._end, LEFT)
    assert shown.panel.tool is None
    assert not bar._end.isVisible()
    assert all(button.isVisible() for button in bar._buttons)


@pytest.mark.parametrize("wide", WIDTHS)
@pytest.mark.parametrize("goal", [(36.0, 2.0), (2.0, 29.0), (38.0, 29.0), (20.0, 15.0)])
def test_price_and_all_that_a_way_meets_stand_whole_at_the_token(
    shown: Map, qtbot: QtBot, wide: int, goal: tuple[float, float]
) -> None:
    _sized(shown, qtbot, wide)
    _do(shown, "AddField", name="Choking fog of the upper kitchens", kind="Exposure Damage", size=12,
        x=min(goal[0], 33), y=goal[1], dice=["d6 Damage"])  # fmt: skip
    for n in range(4):
        name = f"Lady Underfoot the {n + 1}th of the Missing Piece"
        _do(shown, "AddUnit", player_id=2, name=name, preset="U-01",
            x=min(39.0, goal[0] + 0.6 * n), y=goal[1] - 1)  # fmt: skip
    shown.click(6, 2)
    tool = shown.panel.begin_moving()
    assert isinstance(tool, Moving)
    tool.drag(QPointF(*goal))
    told = tool.at_the_ghost()
    assert len(told) > 1
    plates = list(tool.price_plates())
    shown_words = " ".join(words for words, _ in sorted(plates, key=lambda each: each[1].y()))
    first, *rest = told
    assert first in shown_words
    assert " ".join(rest) in shown_words, "to be read from above"
    theme, port = shown.panel.theme, QRectF(shown.panel.view.viewport().rect())
    boxes = []
    for words, middle in plates:
        across, down = plate_width(theme, words), theme.line_px(PLATE)
        boxes.append(QRectF(middle.x() - across / 2, middle.y() - down / 2, across, down))
    assert all(port.adjusted(-1, -1, 1, 1).contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in pairwise(boxes))


@pytest.mark.parametrize("wide", WIDTHS)
def test_what_the_line_is_too_short_for_is_written_over_the_map(
    shown: Map, qtbot: QtBot, wide: int
) -> None:
    _sized(shown, qtbot, wide)
    for n in range(6):
        _do(shown, "AddUnit", player_id=2, name=f"Sister Underfoot number {n + 2}", preset="U-01",
            x=20 + n, y=15)  # fmt: skip
    before = _still(shown)
    shown.press(Key.Key_B)
    shown.press(Key.Key_9)
    assert shown.panel.readout.is_cut
    assert shown.panel.overlay.note == shown.says()
    assert "Sister Underfoot number 7" in shown.panel.overlay.note
    shown.panel.view.viewport().grab()
    assert _still(shown) == before
    shown.press(Key.Key_Escape)
    assert shown.panel.overlay.note == ""


def test_the_last_one_put_down_moves_nothing_though_the_tray_goes(shown: Map, qtbot: QtBot) -> None:
    _sized(shown, qtbot, 900)
    view, tray = shown.panel.view, shown.panel.tray
    assert tray.isVisible()
    before, high = (view.scale_now, view.to_view(QPointF())), view.height()
    shown.panel.put_down(shown.keys[LANCER])
    shown.click(30, 25)
    assert shown.where(LANCER) == (30, 25)
    assert not tray.isVisible()
    qtbot.waitUntil(lambda: view.height() > high and not view._arranging.waits)
    assert (view.scale_now, view.to_view(QPointF())) == before
    shown.press(Key.Key_0)
    assert view.scale_now > before[0], "the whole table, as large as there is room"


def test_a_larger_window_shows_a_larger_table(shown: Map, qtbot: QtBot) -> None:
    before = shown.panel.view.scale_now
    shown.panel.resize(1200, 900)
    qtbot.waitUntil(lambda: shown.panel.view.scale_now > before)


def test_the_states_of_a_unit_come_before_its_place_and_faction(shown: Map) -> None:
    shown.click(6, 2)
    said = shown.says()
    assert said.index("Move left") < said.index("inches, Duchy of Lower Stud")


@pytest.mark.rule("5.2-08")
@pytest.mark.parametrize("wide", WIDTHS)
def test_what_mends_a_refusal_covers_neither_its_words_nor_overrule(
    shown: Map, qtbot: QtBot, wide: int
) -> None:
    _sized(shown, qtbot, wide)
    _put(shown, ROSA, 20, 15)
    _put(shown, LANCER, 21, 15)
    keys = {"unit_id": shown.keys[ROSA], "with_id": shown.keys[LANCER]}
    _do(shown, "SetState", kind="Engaged in Close Combat", **keys)
    shown.drag((20, 15), (20, 12))
    refusal = shown.panel.refusal
    assert "Disengages first" in refusal.sentence()
    buttons = {each.text(): each for each in refusal.findChildren(Button) if each.isVisible()}
    assert buttons.keys() == {"Disengage", "Overrule"}
    boxes = [
        QRectF(each.rect()).translated(each.mapTo(refusal, QPointF())) for each in buttons.values()
    ]
    assert not boxes[0].intersects(boxes[1])
    assert all(QRectF(refusal.rect()).contains(box) for box in boxes)
    words = [each for each in refusal.findChildren(PlainLabel) if each.isVisible() and each.text()]
    assert all(each.height() >= each.heightForWidth(each.width()) for each in words)
