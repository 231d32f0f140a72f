"""The Units workspace: sorting, grouping, editing cells, and what a refusal looks like."""

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from brikdesk.acts.weapons.racks import TakeRounds
from brikdesk.store.views.units import UnitRow, unit, unit_card
from tests.ui.roster_scene import (
    BAITED,
    CANNON,
    GOLEM,
    HAYSTACK,
    HERO,
    LONG_ONE,
    PIKEMAN,
    RACK,
    SCOUT,
    SQUIRE,
)
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.units import UnitsModel
from ui.panels.units.panel import UnitsPanel
from ui.parts.cells import CellWords
from ui.parts.units import unit_columns
from ui.widgets.bars import PowerLeft
from ui.widgets.dice import DieGlyph
from ui.widgets.rule_lines import Citation

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key
TITLES = ["Unit", "Kind", "Size", "Action", "Armor", "Move", "Power left", "State", "Ammo"]
NAME, KIND, SIZE, ACTION, ARMOR, MOVE, POWER, STATE, AMMO = range(9)
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, desk: Desk) -> UnitsPanel:
    made = UnitsPanel(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(860, 600)
    made.show()
    made.view.setFocus()
    return made


def at(panel: UnitsPanel, unit_id: int, column: int) -> QModelIndex:
    index = panel.model.place_of(unit_id, column)
    panel.view.setCurrentIndex(index)
    return index


def type_over(panel: UnitsPanel, words: str) -> None:
    """Edit the cell with the cursor by keyboard."""
    QTest.keyClick(panel.view, K.Key_F2)
    editor = panel.view.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, words)
    QTest.keyClick(editor, K.Key_Return)
    QApplication.processEvents()  # the delegate hands over after the key


def row(desk: Desk, unit_id: int) -> UnitRow:
    found = desk.read(unit, unit_id)
    assert found is not None
    return found


def ids(panel: UnitsPanel) -> list[int]:
    return [row.id for row in panel.model.shown]


def test_the_columns_are_those_of_the_design(panel: UnitsPanel) -> None:
    across = Qt.Orientation.Horizontal
    assert [panel.model.headerData(k, across) for k in range(9)] == TITLES


def test_cells_show_die_power_bar_and_ammo(panel: UnitsPanel) -> None:
    view = panel.view
    assert view.cell_at(at(panel, HERO, ACTION)).left == (DieGlyph(10, 10),)
    power = view.cell_at(at(panel, LONG_ONE, POWER)).left
    assert power == (PowerLeft(4, 2, 6), CellWords('4/6"', strong=True))
    assert at(panel, HERO, POWER).data() == '2"'
    assert at(panel, CANNON, AMMO).data() == "3 Shell X3, 1 Smoke X2"
    assert at(panel, RACK, ACTION).data() == "–"


def test_ammo_follows_the_racks(panel: UnitsPanel, desk: Desk) -> None:
    desk.do(TakeRounds(round_id=1, count=2))
    assert at(panel, CANNON, AMMO).data() == "1 Shell X3, 1 Smoke X2"


def test_any_column_sorts_by_header_and_by_key(panel: UnitsPanel) -> None:
    header = panel.view.header()
    place = header.sectionViewportPosition(SIZE) + 8
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place, 10))
    assert [row.size for row in panel.model.shown] == sorted(r.size for r in panel.model.shown)
    at(panel, HERO, ARMOR)
    QTest.keyClick(panel.view, K.Key_S)
    QTest.keyClick(panel.view, K.Key_S)
    orders = [row.armor_average for row in panel.model.shown]
    assert orders == sorted(orders, reverse=True)
    assert panel.view.row().id == HERO


def test_the_sorting_holds_while_values_change(panel: UnitsPanel, desk: Desk) -> None:
    QAbstractItemModelTester(panel.model, FATAL)
    panel.sort_by(MOVE)
    at(panel, SCOUT, MOVE)
    type_over(panel, "11")
    assert ids(panel)[-1] == SCOUT
    assert panel.view.row().id == SCOUT
    desk.undo()
    assert ids(panel)[-1] != SCOUT
    assert panel.view.row().id == SCOUT


def test_g_groups_by_faction_and_keeps_the_unit_selected(panel: UnitsPanel) -> None:
    at(panel, SQUIRE, NAME)
    QTest.keyClick(panel.view, K.Key_G)
    assert panel.model.grouped
    heads = [panel.model.index(k, 0).data() for k in range(panel.model.rowCount())]
    assert heads == ["Amber Army", "Brick Brigade", "Clutch Crew", "Unaligned"]
    assert panel.view.row().id == SQUIRE
    QTest.mouseClick(panel._group, Qt.MouseButton.LeftButton)
    assert not panel.model.grouped
    assert panel.view.row().id == SQUIRE


def test_arrows_go_from_cell_to_cell(panel: UnitsPanel) -> None:
    at(panel, HERO, NAME)
    for _ in range(3):
        QTest.keyClick(panel.view, K.Key_Right)
    assert panel.view.currentIndex().column() == ACTION
    QTest.keyClick(panel.view, K.Key_Left)
    QTest.keyClick(panel.view, K.Key_Down)
    assert panel.view.currentIndex() == panel.model.place_of(SCOUT, SIZE)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    ("column", "typed", "fact", "value"),
    [
        (NAME, "Baroness Brick", "name", "Baroness Brick"),
        (MOVE, '6.5"', "move", 6.5),
        (ACTION, "d8", "action_die", 8),
        (ACTION, "none", "action_die", 0),
        (ARMOR, "5", "armor", "5"),
    ],
)
def test_f2_edits_a_cell_as_one_act(
    panel: UnitsPanel, desk: Desk, column: int, typed: str, fact: str, value: object
) -> None:
    at(panel, HERO, column)
    before = getattr(row(desk, HERO), fact)
    type_over(panel, typed)
    assert getattr(row(desk, HERO), fact) == value
    desk.undo()
    assert getattr(row(desk, HERO), fact) == before


def test_size_is_typed_with_and_without_its_sign(panel: UnitsPanel, desk: Desk) -> None:
    at(panel, GOLEM, SIZE)
    type_over(panel, '5"')
    assert row(desk, GOLEM).size == 5


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("column", "typed", "said"),
    [
        (MOVE, "far", "Move is a number. far was not entered."),
        (SIZE, "2.5", "A Size is a whole number. 2.5 was not entered."),
        (ARMOR, "thick", "Armor is a number or dice such as 2d10, not thick."),
    ],
)
def test_what_makes_no_sense_is_said_and_changes_nothing(
    panel: UnitsPanel, desk: Desk, column: int, typed: str, said: str
) -> None:
    at(panel, GOLEM, column)
    before = row(desk, GOLEM)
    heard: list[str] = []
    desk.failed.connect(heard.append)
    desk.not_done.connect(lambda answer: heard.append(answer.sentence))
    type_over(panel, typed)
    assert heard == [said]
    assert row(desk, GOLEM) == before


@pytest.mark.rule("OF-39")
def test_a_refusal_stands_in_the_panel_and_o_overrules_it(panel: UnitsPanel, desk: Desk) -> None:
    at(panel, SQUIRE, ARMOR)
    type_over(panel, "5d10")
    assert panel.refusal.isVisible()
    assert "OF-39" in panel.refusal.findChildren(Citation)[0].rule
    assert row(desk, SQUIRE).armor == "4"
    QTest.keyClick(panel.view, K.Key_O)
    card = desk.read(unit_card, SQUIRE)
    assert card is not None
    assert card.armor == "5d10"
    assert not panel.refusal.isVisible()


def test_kind_power_state_and_ammo_are_not_typed_here(panel: UnitsPanel) -> None:
    editable = Qt.ItemFlag.ItemIsEditable
    flags = [bool(panel.model.flags(at(panel, HERO, k)) & editable) for k in range(9)]
    assert flags == [True, False, True, True, True, True, False, False, False]


def test_the_filter_narrows_and_counts(panel: UnitsPanel) -> None:
    QTest.keyClick(panel.view, K.Key_Slash)
    QTest.keyClicks(panel.filter, "brick fire")
    assert ids(panel) == [LONG_ONE]
    assert panel._count.text() == "1 of 10"
    QTest.keyClick(panel.filter, K.Key_Escape)
    assert panel._count.text() == "10"
    assert panel.view.hasFocus()


def test_new_unit_is_asked_by_button_and_by_key(panel: UnitsPanel, qtbot: QtBot) -> None:
    for ask in (
        lambda: QTest.mouseClick(panel._new, Qt.MouseButton.LeftButton),
        lambda: QTest.keyClick(panel.view, K.Key_N),
    ):
        with qtbot.waitSignal(panel._hub.unit_edited) as told:
            ask()
        assert told.args == [0]


def test_delete_and_undo_bring_the_row_back(panel: UnitsPanel, desk: Desk) -> None:
    at(panel, PIKEMAN, NAME)
    QTest.keyClick(panel.view, K.Key_Delete)
    assert PIKEMAN not in ids(panel)
    desk.undo()
    assert ids(panel)[2] == PIKEMAN
    assert panel.view.row().id == PIKEMAN


def test_the_context_menu_sorts_and_edits_by_the_cell(
    panel: UnitsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: opened.append(menu))
    at(panel, HERO, MOVE)
    QTest.keyClick(panel.view, K.Key_Menu)
    entries = {entry.text(): entry for entry in opened[0].actions()}
    entries["Sort by Move"].trigger()
    moves = [row.move for row in panel.model.shown]
    assert moves == sorted(moves)
    entries["Edit Move here"].trigger()
    assert panel.view.findChild(QLineEdit) is not None


@pytest.mark.parametrize("grouped", [False, True])
def test_the_model_keeps_its_promises(desk: Desk, qtbot: QtBot, grouped: bool) -> None:
    model = UnitsModel(desk, unit_columns(lambda unit_id: ""), grouped)
    QAbstractItemModelTester(model, FATAL)
    for column in range(9):
        model.sort(column, Qt.SortOrder.DescendingOrder)
    model.set_filter("a")
    model.set_grouped(not grouped)
    model.set_filter("")
    assert len(model.shown) == 10
    assert model.place_of(HAYSTACK).isValid()
    assert not model.place_of(999).isValid()


def test_a_name_of_80_letters_leaves_room_for_the_numbers(panel: UnitsPanel, theme: Theme) -> None:
    at(panel, LONG_ONE, NAME)
    at(panel, BAITED, NAME)
    assert panel.view.columnWidth(NAME) <= theme.px(320)
    panel.resize(500, 400)
    assert panel.view.columnWidth(NAME) <= panel.view.width() / 2
    assert panel.view.columnViewportPosition(NAME + 2) < panel.view.width(), "figures are in sight"
    theme.set_scale(200)
    assert not panel.grab().isNull()
