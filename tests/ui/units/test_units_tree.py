"""The Units list: what it shows, how it follows the desk, and what its keys do."""

from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit, DuplicateUnit, RemoveUnit
from brikdesk.acts.units.states import ClearState
from brikdesk.acts.weapons.weapons import AddWeapon, PutAway
from brikdesk.store.views.armory import weapons
from brikdesk.store.views.units import unit
from brikdesk.store.views.units import units as all_units
from tests.ui.roster_scene import (
    ANN,
    BAIT,
    BAITED,
    BEN,
    CANNON,
    GOLEM,
    HAYSTACK,
    HERO,
    LONG,
    LONG_ONE,
    PIKEMAN,
    SCOUT,
    SQUIRE,
)
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.form_sheet import ActSheet
from ui.look.theme import Theme
from ui.models.rows import ROW_ROLE
from ui.models.units import Faction, UnitsModel
from ui.panels.scifi_units.unit_columns import acts_of
from ui.panels.units.panel import UnitsTree
from ui.parts.cells import CellWords, fitting
from ui.parts.units import UNIT_ACTS
from ui.widgets.tokens import ChipLook, TokenLook

pytestmark = pytest.mark.thorough(every=3)

K = Qt.Key
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture
def tree(qtbot: QtBot, theme: Theme, desk: Desk) -> UnitsTree:
    made = UnitsTree(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(272, 700)
    made.show()
    made.view.setFocus()
    return made


def names(model: UnitsModel) -> dict[str, list[str]]:
    """Return the names under each faction."""
    heads = [model.index(k, 0) for k in range(model.rowCount())]
    return {
        head.data(): [model.index(k, 0, head).data() for k in range(model.rowCount(head))]
        for head in heads
    }


def select(tree: UnitsTree, unit_id: int) -> None:
    tree.view.setCurrentIndex(tree.model.place_of(unit_id))


def heard(model: UnitsModel) -> list[str]:
    """Note every signal of a model by name."""
    said: list[str] = []
    for name in ("rowsInserted", "rowsRemoved", "rowsMoved", "dataChanged", "modelReset"):
        getattr(model, name).connect(lambda *_, name=name: said.append(name))
    return said


def test_units_stand_under_their_factions_with_counts(tree: UnitsTree) -> None:
    found = names(tree.model)
    assert list(found) == ["Amber Army", "Brick Brigade", "Clutch Crew", "Unaligned"]
    assert found["Brick Brigade"] == [LONG[:80], "Ratchet Golem", "Squire Tile"]
    head = tree.model.index(0, 0).data(ROW_ROLE)
    assert isinstance(head, Faction)
    assert head.count == "5"


def test_a_row_shows_token_name_and_chips_as_icons_with_numbers(tree: UnitsTree) -> None:
    cell = tree.view.cell_at(tree.model.place_of(LONG_ONE))
    assert cell.left[0] == TokenLook("orchid", "WO", solid=False)
    assert cell.right[0] == ChipLook("fire", '2"', "fire", "On fire 2 inches")
    minifig = tree.view.cell_at(tree.model.place_of(SQUIRE))
    assert minifig.left[0] == TokenLook("orchid", "ST", solid=True)
    assert [chip.icon for chip in minifig.right if isinstance(chip, ChipLook)] == ["disrupted"]


def test_what_is_read_out_names_faction_and_states(tree: UnitsTree) -> None:
    words = tree.model.place_of(LONG_ONE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert words == f"{LONG[:80]}, Brick Brigade, On fire 2 inches"


def test_selecting_tells_the_hub_and_follows_it(tree: UnitsTree, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tree._hub.unit_selected) as told:
        select(tree, PIKEMAN)
    assert told.args == [PIKEMAN]
    tree._hub.select_unit(GOLEM)
    assert tree.view.row().id == GOLEM


def test_enter_opens_the_unit_and_closes_a_faction(tree: UnitsTree, qtbot: QtBot) -> None:
    select(tree, HERO)
    with qtbot.waitSignal(tree._hub.unit_opened) as told:
        QTest.keyClick(tree.view, K.Key_Return)
    assert told.args == [HERO]
    head = tree.model.index(1, 0)
    tree.view.setCurrentIndex(head)
    QTest.keyClick(tree.view, K.Key_Return)
    assert not tree.view.isExpanded(head)


def test_a_click_on_a_faction_closes_and_opens_it(tree: UnitsTree) -> None:
    head = tree.model.index(0, 0)
    place = tree.view.visualRect(head).center()
    QTest.mouseClick(tree.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not tree.view.isExpanded(head)
    QTest.mouseClick(tree.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert tree.view.isExpanded(head)


@pytest.mark.parametrize(
    ("act", "signals"),
    [
        (ClearState(state_id=1), ["dataChanged"]),
        (AddUnit(name="Recruit", player_id=ANN), ["rowsInserted", "dataChanged"]),
        (RemoveUnit(unit_id=GOLEM), ["rowsRemoved", "dataChanged"]),
        (EditUnit(unit_id=HERO, name="Baroness Brick"), ["dataChanged"]),
        (
            EditUnit(unit_id=GOLEM, player_id=ANN),
            ["rowsInserted", "dataChanged", "rowsRemoved", "dataChanged"],
        ),
    ],
    ids=["state", "join", "leave", "rename", "change sides"],
)
def test_changes_come_as_the_smallest_signals(
    desk: Desk, act: Any, signals: list[str], qtbot: QtBot
) -> None:
    model = UnitsModel(desk)
    QAbstractItemModelTester(model, FATAL)
    before, said = names(model), heard(model)
    desk.do(act)
    assert said == signals
    said.clear()
    desk.undo()
    assert "modelReset" not in said
    assert names(model) == before


def test_acts_undone_and_done_again_leave_the_same_tree(desk: Desk, qtbot: QtBot) -> None:
    model = UnitsModel(desk)
    QAbstractItemModelTester(model, FATAL)
    acts = (
        DuplicateUnit(unit_id=PIKEMAN, copies=3),
        Kill(unit_id=SQUIRE),
        EditUnit(unit_id=HERO, unaligned=True),
        RemoveUnit(unit_id=BAITED),
    )
    seen = [names(model)]
    for act in acts:
        desk.do(act)
        seen.append(names(model))
    for known in reversed(seen[:-1]):
        desk.undo()
        assert names(model) == known
    for known in seen[1:]:
        desk.redo()
        assert names(model) == known


def test_selection_expansion_and_scroll_survive_an_undo(tree: UnitsTree, desk: Desk) -> None:
    tree.resize(272, 220)
    closed = tree.model.index(1, 0)
    tree.view.setExpanded(closed, False)
    select(tree, CANNON)
    tree.view.verticalScrollBar().setValue(2)
    scrolled = tree.view.verticalScrollBar().value()
    desk.do(AddUnit(name="Recruit", player_id=ANN))
    desk.undo()
    assert tree.view.row().id == CANNON
    assert not tree.view.isExpanded(tree.model.index(1, 0))
    assert tree.view.isExpanded(tree.model.index(0, 0))
    assert tree.view.verticalScrollBar().value() == scrolled


def test_a_removed_unit_is_selected_again_when_it_comes_back(tree: UnitsTree, desk: Desk) -> None:
    select(tree, PIKEMAN)
    desk.do(RemoveUnit(unit_id=PIKEMAN))
    assert tree._hub.selected_unit != PIKEMAN
    desk.undo()
    assert tree._hub.selected_unit == PIKEMAN
    assert tree.view.row().id == PIKEMAN


def test_capital_letters_go_to_a_name_and_small_ones_act(tree: UnitsTree, qtbot: QtBot) -> None:
    select(tree, HERO)
    QTest.keyClick(tree.view, K.Key_R, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(tree.view, "atc")
    assert tree.view.row().id == GOLEM
    assert not tree.findChildren(ActSheet)


def test_the_filter_opens_with_a_slash_and_esc_takes_it_away(tree: UnitsTree) -> None:
    select(tree, GOLEM)
    QTest.keyClick(tree.view, K.Key_Slash)
    assert tree.filter.isVisible()
    QTest.keyClicks(tree.filter, "fire")
    assert [row.id for row in tree.model.shown] == [PIKEMAN, LONG_ONE, 10]
    assert tree._hub.selected_unit == GOLEM
    QTest.keyClick(tree.filter, K.Key_Escape)
    assert len(tree.model.shown) == 10
    assert not tree.filter.isVisible()
    assert tree.view.row().id == GOLEM


def test_n_asks_for_a_new_unit_and_f2_for_the_editor(tree: UnitsTree, qtbot: QtBot) -> None:
    select(tree, SCOUT)
    with qtbot.waitSignal(tree._hub.unit_edited) as told:
        QTest.keyClick(tree.view, K.Key_N)
    assert told.args == [0]
    with qtbot.waitSignal(tree._hub.unit_edited) as told:
        QTest.keyClick(tree.view, K.Key_F2)
    assert told.args == [SCOUT]


def test_delete_removes_the_unit_at_once(tree: UnitsTree, desk: Desk) -> None:
    select(tree, SQUIRE)
    QTest.keyClick(tree.view, K.Key_Delete)
    assert desk.read(unit, SQUIRE) is None
    desk.undo()
    assert desk.read(unit, SQUIRE) is not None


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("key", "title"),
    [
        (K.Key_I, "Ignite"),
        (K.Key_R, "Reload"),
        (K.Key_K, "Mark a target"),
        (K.Key_P, 'Launch over 12"'),
    ],
)
def test_letters_open_the_form_of_their_act(tree: UnitsTree, key: K, title: str) -> None:
    select(tree, CANNON)
    QTest.keyClick(tree.view, key)
    sheet = tree.findChild(ActSheet)
    assert sheet is not None
    assert sheet.title() == title
    QTest.keyClick(sheet, K.Key_Escape)
    assert tree.view.hasFocus()


def test_a_scout_marks_others_and_all_others_are_marked(tree: UnitsTree) -> None:
    for unit_id, name in ((SCOUT, "scout_id"), (GOLEM, "target_id")):
        select(tree, unit_id)
        QTest.keyClick(tree.view, K.Key_K)
        sheet = tree.findChild(ActSheet)
        assert sheet is not None
        assert sheet.body is not None
        assert sheet.body.values()[name] == unit_id
        sheet.close_sheet()


@pytest.mark.rule("4.1-14")
def test_what_lies_about_is_picked_up_from_the_menu_of_who_has_hands(desk: Desk) -> None:
    assert "pick_up" not in {act.id for act in acts_of(desk, PIKEMAN) if act}
    desk.do(AddWeapon(unit_id=SQUIRE, kind="Melee Weapon", name="Club", size=1))
    club = next(row.id for row in desk.read(weapons) if row.name == "Club")
    desk.do(PutAway(weapon_id=club, where="at the well"))
    assert "pick_up" in {act.id for act in acts_of(desk, PIKEMAN) if act}
    structure = next(row.id for row in desk.read(all_units) if row.kind == "Structure")
    assert "pick_up" not in {act.id for act in acts_of(desk, structure) if act}


@pytest.fixture
def menus(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """Return the menus that opened; a screenless Qt cannot show them."""
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: opened.append(menu))
    return opened


def trigger(menu: QMenu, words: str) -> None:
    next(entry for entry in menu.actions() if entry.text() == words).trigger()


def test_the_context_menu_comes_by_key_and_by_mouse(tree: UnitsTree, menus: list[QMenu]) -> None:
    select(tree, PIKEMAN)
    QTest.keyClick(tree.view, K.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    words = [entry.text() for entry in menus[0].actions() if not entry.isSeparator()]
    # Pikeman is in no squad, and nothing lies about.
    missing = ("squad", "pick_up")
    assert words == [act.words for act in UNIT_ACTS if act and act.id not in missing]
    trigger(menus[0], "Duplicate")
    assert "Pikeman Hinge 2" in names(tree.model)["Amber Army"]
    place = tree.view.visualRect(tree.model.place_of(SQUIRE)).center()
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, place, tree.view.viewport().mapToGlobal(place))
    tree.view.contextMenuEvent(event)
    trigger(menus[1], "Remove")
    assert "Squire Tile" not in names(tree.model)["Brick Brigade"]


def test_ctrl_c_copies_the_row_as_text(tree: UnitsTree, qapp: Any) -> None:
    select(tree, SQUIRE)
    QTest.keyClick(tree.view, K.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert qapp.clipboard().text() == "Squire Tile, Brick Brigade, Disrupted"


def test_the_pane_tells_its_keys_when_it_gets_the_focus(tree: UnitsTree, qtbot: QtBot) -> None:
    tree.filter.open()
    with qtbot.waitSignal(tree._hub.keys_changed) as told:
        tree.view.setFocus()
    assert ("N", "new") in told.args[0]
    assert ("R", "reload") not in told.args[0], "the cursor is on the head of a faction"
    with qtbot.waitSignal(tree._hub.keys_changed) as told:
        QTest.keyClick(tree.view, Qt.Key.Key_Down)
    assert ("R", "reload") in told.args[0]


def test_names_that_look_like_html_stay_words_and_long_ones_are_cut(
    tree: UnitsTree, theme: Theme
) -> None:
    index = tree.model.place_of(BAITED)
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;img" in tip
    assert "<img" not in tip
    assert index.data() == BAIT
    tree.resize(200, 500)
    assert tree.view.horizontalScrollBar().maximum() == 0
    assert not tree.grab().isNull()


def test_more_chips_than_fit_are_counted(theme: Theme) -> None:
    chips = [ChipLook("fire", '2"', "fire")] * 6
    kept = fitting(theme, chips, 120)
    assert kept[:-1] == chips[: len(kept) - 1]
    assert kept[-1] == CellWords(f"+{6 - len(kept) + 1}", token="text2")
    assert fitting(theme, chips[:2], 400) == chips[:2]


def test_text_at_200_percent_keeps_the_panel_whole(tree: UnitsTree, theme: Theme) -> None:
    theme.set_scale(200)
    row = tree.view.visualRect(tree.model.index(0, 0))
    assert row.height() == theme.px(30)
    assert not tree.grab().isNull()


def test_a_unit_of_ben_joins_where_ben_had_none_shown(desk: Desk, qtbot: QtBot) -> None:
    model = UnitsModel(desk)
    QAbstractItemModelTester(model, FATAL)
    model.set_filter("golem")
    assert list(names(model)) == ["Brick Brigade"]
    desk.do(AddUnit(name="Golem Junior", player_id=ANN))
    assert list(names(model)) == ["Amber Army", "Brick Brigade"]
    head = model.index(0, 0)
    assert head.data(ROW_ROLE).count == "1 of 6"
    assert model.parent(model.index(0, 0, head)) == head
    assert model.index(5, 0, head) == QModelIndex()
    assert desk.read(unit, GOLEM).player_id == BEN  # type: ignore[union-attr]


def test_no_row_is_lit_by_a_mouse_that_is_elsewhere(qtbot: QtBot, theme: Theme, desk: Desk) -> None:
    hub = Hub()
    hub.select_unit(HAYSTACK)
    QCursor.setPos(10, 10)  # Qt takes a tree without a place to be under it
    made = UnitsTree(theme, desk, hub)
    qtbot.addWidget(made)
    assert not made.view._hovered.isValid()
