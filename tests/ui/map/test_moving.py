"""Units are moved on the map: by drag, by arrows, by a way with corners, by a typed place."""

import pytest
from PySide6.QtCore import Qt

from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.views.log import undo_state
from tests.ui.map.map_scene import SHIFT, Map
from ui.panels.map.moving import Moving

pytestmark = pytest.mark.thorough(every=3)

Key = Qt.Key
ROSA = "Rifle Rosa"


def test_a_dragged_unit_moves_in_one_act_and_undo_brings_it_back(shown: Map) -> None:
    shown.drag((6, 2), (9, 6))
    assert shown.where(ROSA) == (9, 6)
    assert shown.desk.read(undo_state).undo[0] == "Rifle Rosa moves"
    shown.desk.undo()
    assert shown.where(ROSA) == (6, 2)
    token = shown.panel.scene.token(shown.keys[ROSA])
    assert token is not None
    assert (token.x, token.y) == (6, 2)


def test_a_click_selects_for_the_whole_desk_and_moves_nothing(shown: Map) -> None:
    shown.click(6, 2)
    assert shown.hub.selected_unit == shown.keys[ROSA]
    assert "x 6, y 2" in shown.says()
    shown.click(30, 25)
    assert shown.hub.selected_unit == 0
    assert shown.where(ROSA) == (6, 2)


@pytest.mark.rule("4.1-01")
def test_arrows_move_a_ghost_and_enter_the_unit(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_Right, times=2)
    shown.press(Key.Key_Down, SHIFT)
    assert shown.where(ROSA) == (6, 2), "nothing moves before Enter"
    assert 'of 5" Move left' in shown.says()
    shown.press(Key.Key_Return)
    assert shown.where(ROSA) == (8, 2.25)
    assert shown.panel.tool is None


def test_esc_leaves_the_unit_where_it_was(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_Right, times=3)
    shown.press(Key.Key_Escape)
    assert shown.where(ROSA) == (6, 2)
    assert shown.panel.tool is None


@pytest.mark.rule("4.1-01")
def test_a_way_over_corners_costs_its_whole_length(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_Down, times=2)
    shown.click(8, 4)
    assert 'Rifle Rosa moves 4" to x 8' in shown.says()
    shown.press(Key.Key_Return)
    assert shown.where(ROSA) == (8, 4)
    shown.press(Key.Key_Right, times=2)
    assert '2" of 1" Move left' in shown.says()


@pytest.mark.rule("4.1-01")
def test_a_way_that_is_too_long_is_refused_and_can_be_overruled(shown: Map) -> None:
    shown.drag((6, 2), (16, 2))
    assert shown.where(ROSA) == (6, 2)
    assert '5" of Move left' in shown.panel.refusal.sentence()
    assert shown.panel.refusal.overrule()
    assert shown.where(ROSA) == (16, 2)


def test_a_place_is_typed_as_two_numbers(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_Right)
    shown.type("8.5 3")
    assert "8.5 3" in shown.says()
    shown.press(Key.Key_Return)
    assert shown.where(ROSA) == (8.5, 3)


def test_a_typed_place_is_seen_before_enter_and_esc_goes_back_from_it(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_Right)
    shown.type("8 3")
    tool = shown.panel.tool
    assert isinstance(tool, Moving)
    assert (tool.at.x(), tool.at.y()) == (8, 3)
    assert tool.at_the_ghost(), "its price stands there already"
    shown.press(Key.Key_Escape)
    assert (tool.at.x(), tool.at.y()) == (7, 2)
    shown.press(Key.Key_Return)
    assert shown.where(ROSA) == (7, 2)


def test_what_is_no_place_is_said_and_nothing_moves(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_Right)
    shown.type("8,,,")
    shown.press(Key.Key_Return)
    assert "two numbers" in shown.says()
    shown.press(Key.Key_Escape)
    assert shown.where(ROSA) == (6, 2)


@pytest.mark.rule("8.5-17")
def test_a_move_that_ends_homing_says_so_before(shown: Map) -> None:
    from brikdesk.store.act import act_from_data

    gun = {"act": "HomeIn", "weapon_id": 2, "target_id": shown.keys["Second Opinion"]}
    done = shown.desk.do(act_from_data({**gun, "target": "Second Opinion", "supporters": 2}))
    assert not hasattr(done, "sentence"), done
    shown.click(18.5, 11)
    shown.press(Key.Key_Right)
    assert "ends the homing of" in shown.says()


def test_brackets_turn_the_unit_and_cost_no_move(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_BracketRight, times=2)
    token = shown.panel.scene.token(shown.keys[ROSA])
    assert token is not None
    assert token.facing == 30
    shown.press(Key.Key_BracketLeft, SHIFT)
    token = shown.panel.scene.token(shown.keys[ROSA])
    assert token is not None
    assert token.facing == 25
    shown.desk.undo()
    token = shown.panel.scene.token(shown.keys[ROSA])
    assert token is not None
    assert token.facing == 30


def test_tab_goes_from_unit_to_unit_in_reading_order_and_round(shown: Map) -> None:
    seen = []
    placed = [token.unit_id for token in shown.panel.scene.tokens]
    for _ in placed:
        shown.press(Key.Key_Tab)
        seen.append(shown.hub.selected_unit)
    assert sorted(seen) == sorted(placed)
    shown.press(Key.Key_Tab)
    assert shown.hub.selected_unit == seen[0]
    shown.press(Key.Key_Backtab, SHIFT)
    assert shown.hub.selected_unit == seen[-1]


@pytest.mark.rule("4.1-07")
def test_a_move_into_the_reach_of_who_holds_an_action_says_so_before(shown: Map) -> None:
    # Who has nothing to Strike with attacks nobody.
    shown.desk.do(AddWeapon(unit_id=shown.keys["Sister Underfoot"], preset="W-01"))
    shown.click(6, 2)
    shown.press(Key.Key_Right)
    assert "in reach of" not in shown.says()
    shown.press(Key.Key_Right, times=2)
    assert "in reach of Sister Underfoot, who still holds an Action" in shown.says()


@pytest.mark.rule("4.1-01")
@pytest.mark.parametrize("goal", [(10.75, 2), (11.25, 2), (6, 6.8), (9.1, 6.1)])
def test_a_drag_to_about_the_whole_move_uses_all_of_it(
    shown: Map, goal: tuple[float, float]
) -> None:
    shown.drag((6, 2), goal)
    assert shown.unit(ROSA).move_left == pytest.approx(0, abs=1e-6)
    shown.desk.undo()
    shown.drag((6, 2), (9.5, 2))
    assert shown.where(ROSA) == (9.5, 2), "what ends well before it stays where it was put"


@pytest.mark.rule("4.1-01")
def test_the_price_stands_at_the_token_while_it_is_moved(shown: Map) -> None:
    shown.desk.do(AddWeapon(unit_id=shown.keys["Sister Underfoot"], preset="W-01"))
    shown.click(6, 2)
    shown.press(Key.Key_Right, times=3)
    tool = shown.panel.tool
    assert isinstance(tool, Moving)
    assert tool.at_the_ghost()[0] == '3" of 5"'
    shown.press(Key.Key_Right, times=4)
    assert tool.at_the_ghost()[0] == '7" of 5"'
    assert any("Sister Underfoot" in words for words in tool.at_the_ghost())
    assert not shown.panel.view.grab().isNull()


@pytest.mark.rule("4.2-26")
def test_a_vehicle_that_nobody_drives_is_said_to_be_before_it_goes(shown: Map) -> None:
    shown.desk.do(AddUnit(name="Empty engine", player_id=1, kind="vehicle", size=3, x=12, y=20))

    def plates() -> str:
        shown.panel.refresh()
        shown.click(12, 20)
        shown.press(Key.Key_Right)
        tool = shown.panel.tool
        assert isinstance(tool, Moving)
        words = " ".join(tool.at_the_ghost())
        shown.press(Key.Key_Escape)
        shown.press(Key.Key_Escape)
        return words

    assert "nobody noted at its controls" in plates()
    shown.desk.do(AddUnit(name="Driver", player_id=1, x=12, y=21))
    assert "nobody noted" not in plates()


@pytest.mark.rule("X9.5-01", "5.4-24")
def test_a_vehicle_that_runs_somebody_over_is_told_what_comes_of_it(shown: Map) -> None:
    shown.desk.do(AddUnit(name="Truck", player_id=1, kind="vehicle", size=3, x=12, y=20))
    shown.desk.do(AddUnit(name="Driver", player_id=1, x=12, y=20))
    shown.desk.do(AddUnit(name="Victim", player_id=2, x=15.5, y=20))
    heard: list[str] = []
    shown.desk.said.connect(heard.append)
    shown.panel.refresh()
    shown.drag((12.0, 19.0), (16.0, 19.0))
    assert heard[-1].startswith("Truck runs into Victim: the table agrees")
    assert heard[-1].endswith("X9.5-01. Y enters it.")
