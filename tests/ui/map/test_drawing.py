"""Terrain drawn, chosen, moved, turned, copied and removed on the map."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.store.tables import TerrainKind
from brikdesk.store.views.battlefield import TerrainPiece, battlefield
from brikdesk.store.views.log import undo_state
from tests.ui.map.map_scene import LEFT, NONE, SHIFT, Map
from ui.forms.form_sheet import ActSheet
from ui.panels.map.drawing import Drawing

pytestmark = pytest.mark.thorough(every=3)

Key = Qt.Key


def pieces(shown: Map) -> tuple[TerrainPiece, ...]:
    return shown.desk.read(battlefield).pieces


def oak(shown: Map) -> TerrainPiece:
    shown.desk.do(PlaceTerrain(kind="wood", name="Oak", points=((30, 25),), radius=2))
    return pieces(shown)[-1]


def drawing(shown: Map) -> Drawing:
    tool = shown.panel.tool
    assert isinstance(tool, Drawing)
    return tool


def hover(shown: Map, x: float, y: float) -> None:
    port = shown.panel.view.viewport()
    at = QPointF(shown.place(x, y))
    none = Qt.MouseButton.NoButton
    QApplication.sendEvent(
        port, QMouseEvent(QEvent.Type.MouseMove, at, port.mapToGlobal(at), none, none, NONE)
    )


def go_to(shown: Map, place: str) -> None:
    shown.type(place)
    shown.press(Key.Key_Return)


def near(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(pytest.approx(x, abs=0.2), pytest.approx(y, abs=0.2)) for x, y in points]


def test_a_drag_draws_a_building_from_corner_to_corner(shown: Map) -> None:
    shown.type("e")
    shown.drag((10, 20), (14, 23))
    (piece,) = pieces(shown)
    assert piece.kind is TerrainKind.BUILDING
    assert list(piece.points) == near(((10, 20), (14, 20), (14, 23), (10, 23)))
    shown.desk.undo()
    assert pieces(shown) == ()
    assert isinstance(shown.panel.tool, Drawing)


def test_a_building_is_drawn_by_keys_alone(shown: Map) -> None:
    shown.type("eb")
    go_to(shown, "10 20")
    shown.press(Key.Key_Right, times=4)
    shown.press(Key.Key_Down, times=3)
    shown.press(Key.Key_Down, SHIFT)
    assert '4" by 3.3"' in shown.says()
    shown.press(Key.Key_Return)
    (piece,) = pieces(shown)
    assert piece.points == ((10, 20), (14, 20), (14, 23.25), (10, 23.25))


def test_two_clicks_draw_a_round_wood(shown: Map) -> None:
    shown.type("eo")
    shown.click(10, 20)
    hover(shown, 12, 20)
    assert "across" in shown.says()
    shown.click(12, 20)
    (piece,) = pieces(shown)
    assert (piece.kind, len(piece.points)) == (TerrainKind.WOOD, 1)
    assert piece.radius == pytest.approx(2, abs=0.2)


def test_an_outline_is_clicked_and_ended_by_enter(shown: Map) -> None:
    shown.type("ea")
    for x, y in ((10, 20), (14, 20), (15, 24)):
        shown.click(x, y)
    shown.press(Key.Key_Return)
    (piece,) = pieces(shown)
    assert piece.kind is TerrainKind.WATER
    assert list(piece.points) == near(((10, 20), (14, 20), (15, 24)))


def test_an_outline_ends_where_it_began_or_by_a_double_click(shown: Map) -> None:
    shown.type("ea")
    for x, y in ((10, 20), (14, 20), (15, 24), (10, 20)):
        shown.click(x, y)
    assert len(pieces(shown)) == 1
    for x, y in ((20, 25), (24, 25), (24, 28)):
        shown.click(x, y)
    QTest.mouseDClick(shown.panel.view.viewport(), LEFT, NONE, shown.place(24, 28))
    assert [len(piece.points) for piece in pieces(shown)] == [3, 3]


def test_a_wall_has_the_width_that_was_chosen(shown: Map) -> None:
    shown.type("ew")
    go_to(shown, "10 20")
    shown.press(Key.Key_PageUp, times=4)
    shown.press(Key.Key_Right, times=6)
    shown.press(Key.Key_Return)
    assert '6" long, 2" wide' in shown.says()
    shown.press(Key.Key_Return)
    (piece,) = pieces(shown)
    assert piece.kind is TerrainKind.WALL
    assert sorted(piece.points) == [(10, 19), (10, 21), (16, 19), (16, 21)]


def test_what_makes_no_sense_is_said_and_not_lost(shown: Map) -> None:
    shown.type("ea")
    for place in ("10 20", "14 24", "14 20", "10 24"):
        go_to(shown, place)
    shown.press(Key.Key_Return)
    assert pieces(shown) == ()
    assert shown.panel.refusal.sentence()
    assert len(drawing(shown).sketch.points) == 4
    shown.press(Key.Key_Backspace)
    shown.press(Key.Key_Backspace)
    go_to(shown, "10 28")
    shown.press(Key.Key_Return)
    assert len(pieces(shown)) == 1
    assert not shown.panel.refusal.sentence()


def test_a_wall_that_meets_itself_is_turned_back(shown: Map) -> None:
    shown.type("ew")
    for place in ("10 20", "16 20", "16 26", "12 26", "12 18"):
        go_to(shown, place)
    shown.press(Key.Key_Return)
    assert "may not meet itself" in shown.panel.refusal.sentence()
    assert pieces(shown) == ()


def test_escape_takes_back_step_by_step(shown: Map) -> None:
    shown.type("ea")
    shown.click(10, 20)
    shown.click(14, 20)
    shown.type("3")
    shown.press(Key.Key_Escape)
    assert drawing(shown).typed == ""
    shown.press(Key.Key_Escape)
    assert len(drawing(shown).sketch.points) == 1
    shown.press(Key.Key_Escape, times=2)
    assert shown.panel.tool is None
    assert pieces(shown) == ()


def test_a_piece_is_clicked_and_dragged(shown: Map) -> None:
    oak(shown)
    shown.type("e")
    shown.click(30, 25)
    assert shown.says().startswith("Oak, wood, x 30, y 25 inches")
    shown.drag((30, 25), (26, 22))
    assert list(pieces(shown)[0].points) == near(((26, 22),))
    shown.desk.undo()
    assert pieces(shown)[0].points == ((30, 25),)


def test_a_drag_that_begins_on_a_piece_not_chosen_draws(shown: Map) -> None:
    oak(shown)
    shown.type("e")
    shown.drag((30, 25), (33, 27))
    assert [piece.name for piece in pieces(shown)] == ["Oak", "Building"]


def test_a_piece_is_moved_by_keys_in_one_act(shown: Map) -> None:
    oak(shown)
    shown.type("e")
    shown.press(Key.Key_Tab)
    shown.press(Key.Key_Right, times=2)
    shown.press(Key.Key_Up, SHIFT)
    assert pieces(shown)[0].points == ((30, 25),)
    shown.press(Key.Key_Return)
    assert pieces(shown)[0].points == ((32, 24.75),)
    shown.type("5 6")
    shown.press(Key.Key_Escape)
    shown.press(Key.Key_Escape)
    assert pieces(shown)[0].points == ((32, 24.75),)
    go_to(shown, "5 6")
    assert pieces(shown)[0].points == ((5, 6),)


def test_a_piece_turns_about_its_middle(shown: Map) -> None:
    shown.desk.do(PlaceTerrain(kind="building", points=((10, 20), (14, 20), (14, 22), (10, 22))))
    shown.type("e")
    shown.press(Key.Key_Tab)
    shown.type("]" * 6)
    assert sorted(pieces(shown)[0].points) == [(11, 19), (11, 23), (13, 19), (13, 23)]
    shown.desk.undo()
    shown.press(Key.Key_BracketLeft, SHIFT, times=15)
    corners = sorted((round(x, 1), round(y, 1)) for x, y in pieces(shown)[0].points)
    assert corners == [(10, 20), (10, 22), (14, 20), (14, 22)]


def test_a_round_piece_is_not_turned_and_shows_no_key_for_it(shown: Map) -> None:
    piece = oak(shown)
    shown.type("e")
    shown.press(Key.Key_Tab)
    assert "[ ]" not in dict(drawing(shown).keys)
    before = shown.desk.read(undo_state).undo
    shown.type("[")
    assert shown.desk.read(undo_state).undo == before, "no act that changes nothing"
    assert "Oak is round" in shown.panel.readout.accessibleName()
    shown.press(Key.Key_Right)
    assert "[ ]" not in dict(drawing(shown).keys)
    assert pieces(shown)[-1].points == piece.points


def test_a_piece_is_copied_with_its_facts_and_removed(shown: Map) -> None:
    shown.desk.do(
        PlaceTerrain(kind="wood", name="Oak", points=((30, 25),), radius=2, top=9, weight_class=1)
    )
    shown.type("e")
    shown.press(Key.Key_Tab)
    shown.type("d")
    first, copy = pieces(shown)
    assert (copy.points, copy.top, copy.weight_class) == (((31, 26),), 9, 1)
    assert drawing(shown).chosen == copy.id
    shown.press(Key.Key_Delete)
    assert pieces(shown) == (first,)
    shown.desk.undo()
    assert len(pieces(shown)) == 2


def test_tab_goes_through_pieces_in_reading_order(shown: Map) -> None:
    for name, x, y in (("Third", 5, 20), ("First", 8, 4), ("Second", 30, 5)):
        shown.desk.do(PlaceTerrain(kind="rocks", name=name, points=((x, y),), radius=1))
    shown.type("e")
    seen = []
    for _ in range(4):
        shown.press(Key.Key_Tab)
        seen.append(shown.says().split(",")[0])
    # The newest comes first: it was drawn a moment ago.
    assert seen == ["Second", "Third", "First", "Second"]


def test_enter_opens_all_facts_of_a_piece(shown: Map) -> None:
    oak(shown)
    shown.type("e")
    shown.press(Key.Key_Tab)
    shown.press(Key.Key_Return)
    (sheet,) = shown.panel.window().findChildren(ActSheet)
    assert sheet.body is not None
    given = sheet.body.filled_in()
    assert (given["name"], given["top"], given["difficult"]) == ("Oak", 5, "Slow")
    assert (given["blocks_move"], given["blocks_sight"], given["burns"]) == (False, True, False)
    sheet.submit()
    assert not shown.panel.refusal.sentence()
    assert pieces(shown)[0].name == "Oak"


def test_a_unit_chosen_elsewhere_leaves_the_sketch(shown: Map) -> None:
    shown.type("ea")
    shown.click(10, 20)
    shown.hub.select_unit(next(iter(shown.keys.values())))
    assert len(drawing(shown).sketch.points) == 1


def test_the_bar_shows_kind_form_and_width(shown: Map) -> None:
    bar = shown.panel.terrain.bar
    assert bar.isHidden()
    shown.type("e")
    assert (bar.kind.text(), bar.form.text()) == ("Building", "Rectangle")
    next(each for each in bar.kinds().actions() if each.text().startswith("Road")).trigger()
    assert (bar.kind.text(), bar.form.text(), bar.wider.isVisible()) == ("Road", "Line", True)
    bar.wider.click()
    next(each for each in bar.forms().actions() if each.text() == "Circle").trigger()
    assert (bar.form.text(), bar.wider.isVisible()) == ("Circle", False)
    bar.done.click()
    assert shown.panel.tool is None
    assert bar.isHidden()


def test_a_removed_piece_is_let_go_of(shown: Map) -> None:
    oak(shown)
    shown.type("e")
    shown.press(Key.Key_Tab)
    shown.desk.undo()
    assert drawing(shown).chosen == 0
    assert shown.says().startswith("Building")
