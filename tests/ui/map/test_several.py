"""Several units are selected at once on the map; they move and turn together, in one act."""

import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from brikdesk.store.views.log import undo_state
from tests.ui.map.map_scene import CTRL, NONE, SHIFT, Map
from ui.panels.map.moving import Several

pytestmark = pytest.mark.thorough(every=3)

Key = Qt.Key
ROSA, NUBS, NEPHEW, TILE = "Rifle Rosa", "Gunner Nubs", "Nephew", "Squire Tile"


def _several(shown: Map) -> Several:
    return shown.panel.several


def _names(shown: Map) -> list[str]:
    names = {key: name for name, key in shown.keys.items()}
    return [names[unit_id] for unit_id in _several(shown).ids]


def _facing(shown: Map, name: str) -> float | None:
    token = shown.panel.scene.token(shown.keys[name])
    assert token is not None
    return token.facing


def test_ctrl_click_adds_and_takes_out_and_the_last_one_is_selected_everywhere(shown: Map) -> None:
    shown.click(6, 2)
    shown.click(4, 12, CTRL)
    assert _names(shown) == [ROSA, NUBS]
    assert shown.hub.selected_unit == shown.keys[NUBS]
    assert shown.says().startswith("2 units selected; Gunner Nubs")
    assert shown.panel.view.accessibleDescription().startswith("2 units selected")
    shown.click(4, 10, CTRL)
    assert shown.says().startswith("3 units selected")
    shown.click(4, 12, CTRL)
    assert _names(shown) == [ROSA, "Sgt. Flatplate"]
    shown.click(4, 10, CTRL)
    assert _names(shown) == [], "one alone is an ordinary selection"
    assert shown.hub.selected_unit == shown.keys[ROSA]


def test_ctrl_click_on_the_only_one_leaves_none(shown: Map) -> None:
    shown.click(6, 2)
    shown.click(6, 2, CTRL)
    assert shown.hub.selected_unit == 0


def test_a_plain_click_leaves_one_and_so_does_a_selection_elsewhere(shown: Map) -> None:
    shown.click(6, 2)
    shown.click(4, 12, CTRL)
    shown.click(4, 12)
    assert _names(shown) == []
    assert shown.hub.selected_unit == shown.keys[NUBS]
    shown.click(6, 2, CTRL)
    shown.hub.select_unit(shown.keys[TILE])
    assert _names(shown) == []
    shown.click(6, 2, CTRL)
    shown.click(30, 25)
    assert _names(shown) == []
    assert shown.hub.selected_unit == 0


def test_a_box_with_shift_selects_all_in_it_and_does_not_pan(shown: Map) -> None:
    corner = shown.place(0, 0)
    shown.drag((1.5, 8.5), (5.5, 13), SHIFT)
    assert sorted(_names(shown)) == [NUBS, "Sgt. Flatplate"]
    assert shown.place(0, 0) == corner
    assert shown.panel.tool is None


def test_a_box_is_left_with_esc_and_an_empty_one_changes_nothing(shown: Map) -> None:
    shown.click(6, 2)
    shown.drag((25, 20), (30, 25), SHIFT)
    assert shown.hub.selected_unit == shown.keys[ROSA]
    shown.panel.box(QPointF(1, 8))
    shown.panel.tool.drag(QPointF(6, 13))  # type: ignore[union-attr]
    assert shown.says() == "3 units in the box"
    shown.press(Key.Key_Escape)
    assert shown.panel.tool is None
    assert shown.hub.selected_unit == shown.keys[ROSA]


def test_ctrl_a_selects_all_of_whose_turn_it_is(shown: Map) -> None:
    shown.press(Key.Key_A, CTRL)
    assert sorted(_names(shown)) == sorted([ROSA, NUBS, "Sgt. Flatplate", NEPHEW])


@pytest.mark.rule("4.1-01")
def test_a_drag_of_one_moves_all_in_one_act_and_undo_takes_all_back(shown: Map) -> None:
    shown.click(6, 2)
    shown.click(4, 12, CTRL)
    shown.drag((6, 2), (8, 5))
    assert shown.where(ROSA) == (8, 5)
    assert shown.where(NUBS) == (6, 15)
    assert shown.desk.read(undo_state).undo[0] == "2 units move"
    assert _names(shown) == [ROSA, NUBS], "they stay selected"
    shown.desk.undo()
    assert shown.where(ROSA) == (6, 2)
    assert shown.where(NUBS) == (4, 12)


@pytest.mark.rule("4.1-01")
def test_the_price_is_that_of_the_dearest(shown: Map, qtbot: QtBot) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_Right, times=3)
    shown.press(Key.Key_Return)
    shown.press(Key.Key_Escape)
    shown.click(4, 12, CTRL)
    shown.press(Key.Key_Down)
    qtbot.waitUntil(lambda: 'Rifle Rosa: 1" of 2" Move left' in shown.says())
    assert shown.says().startswith('2 units move 1" · Rifle Rosa')
    assert shown.says().endswith("Gunner Nubs to x 4, y 13")
    shown.press(Key.Key_Return)
    assert shown.where(ROSA) == (9, 3)
    assert shown.where(NUBS) == (4, 13)


@pytest.mark.rule("4.1-01")
def test_what_is_too_far_for_one_is_refused_for_all_and_overruled_for_all(shown: Map) -> None:
    shown.press(Key.Key_A, CTRL)
    shown.drag((6, 2), (6, 16))
    assert shown.where(ROSA) == (6, 2)
    assert shown.where(NUBS) == (4, 12)
    assert shown.panel.refusal.sentence()
    while shown.where(ROSA) != (6, 16):  # each rule that stands in the way is set aside by itself
        assert shown.panel.refusal.overrule()
    assert shown.where(ROSA) == (6, 16)
    assert shown.where(NUBS) == (4, 26)


def test_none_of_them_goes_beyond_the_edge_and_they_keep_their_places(shown: Map) -> None:
    shown.click(6, 2)
    shown.click(4, 12, CTRL)
    shown.press(Key.Key_Right)
    shown.type("1 1")
    tool = shown.panel.tool
    assert tool is not None
    assert (tool.at.x(), tool.at.y()) == (1, 10), "Rosa, who is 10 inches above, stands at the edge"  # type: ignore[attr-defined]


def test_brackets_turn_all_of_them_each_in_its_place(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_BracketRight)
    shown.click(4, 12, CTRL)
    shown.press(Key.Key_BracketRight)
    assert (_facing(shown, ROSA), _facing(shown, NUBS)) == (30, 15)
    assert shown.desk.read(undo_state).undo[0] == "2 units turn"
    shown.desk.undo()
    assert (_facing(shown, ROSA), _facing(shown, NUBS)) == (15, None)


def test_by_keys_ctrl_space_takes_in_where_tab_is_and_esc_leaves_one(shown: Map) -> None:
    shown.press(Key.Key_Tab)
    first = shown.hub.selected_unit
    shown.press(Key.Key_Space, CTRL)
    assert shown.says().startswith("1 unit selected")
    shown.press(Key.Key_Tab, times=2)
    last = shown.hub.selected_unit
    assert _several(shown).ids == (first,), "Tab goes on and leaves what is selected"
    shown.press(Key.Key_Space, CTRL)
    assert _several(shown).ids == (first, last)
    shown.press(Key.Key_Space, CTRL)
    assert _several(shown).ids == (first,)
    shown.press(Key.Key_Space, CTRL)
    shown.press(Key.Key_Escape)
    assert _several(shown).ids == ()
    assert shown.hub.selected_unit == last


def test_a_unit_that_leaves_the_table_is_no_longer_one_of_them(shown: Map) -> None:
    from brikdesk.store.act import act_from_data

    shown.press(Key.Key_A, CTRL)
    shown.desk.do(act_from_data({"act": "RemoveUnit", "unit_id": shown.keys[ROSA]}))
    assert shown.panel.scene.token(shown.keys[ROSA]) is None
    assert ROSA not in _names(shown)


def test_all_that_are_selected_are_ringed(shown: Map) -> None:
    shown.click(30, 25, NONE)
    shown.panel.view.clearFocus()
    bare = shown.panel.view.viewport().grab().toImage()
    shown.panel.view.setFocus()
    shown.click(4, 12, NONE)
    shown.click(6, 2, CTRL)
    shown.panel.view.clearFocus()
    ringed = shown.panel.view.viewport().grab().toImage()
    for name in (ROSA, NUBS):
        x, y = shown.where(name)
        assert x is not None
        assert y is not None
        place = shown.place(x, y)
        token = shown.panel.scene.token(shown.keys[name])
        assert token is not None
        side = shown.panel.scene.pictures.side_of(token, shown.panel.view.scale_now)
        at = place.x() - side // 2 - 3
        assert ringed.pixelColor(at, place.y()) != bare.pixelColor(at, place.y()), name
