"""The ledger's seven tables, as cards and as tabs: rows, keys, acts, edits, and words when empty."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from brikdesk.acts.fields.scouts_and_marks import MarkTarget
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.units.roster import RemoveUnit
from brikdesk.acts.weapons.gunnery import ClearHoming
from brikdesk.store.campaign import Campaign
from brikdesk.turns import ledger
from tests.ui.ledger.ledger_panel_scene import BOOK_NAMES, NAMES, K
from tests.ui.roster_scene import CANNON, GOLEM, HERO, LONG_ONE, SCOUT
from tests.ui.window_scene import settle
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import ActSheet
from ui.look.theme import Theme
from ui.panels.ledger.panel import LedgerPanel, LedgerTabs
from ui.panels.ledger.table import LedgerTable
from ui.panels.ledger.tables import BOOK, TABLES, TableAct
from ui.parts.cells import CellWords, Side
from ui.widgets.bars import FlownInches
from ui.widgets.buttons import Button
from ui.widgets.dice import DieGlyph
from ui.widgets.layout import held_by
from ui.widgets.tokens import ChipLook

pytestmark = pytest.mark.thorough(every=2)

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def titles(table: LedgerTable) -> list[str]:
    return [column.title for column in table.spec.columns]


def texts(table: LedgerTable, place: int = 0) -> list[str]:
    model = table.rows_model
    return [model.index(place, k).data() for k in range(model.columnCount())]


def type_over(table: LedgerTable, place: int, title: str, words: str) -> None:
    table.setFocus()
    table.go_to(place, titles(table).index(title))
    QTest.keyClick(table, K.Key_F2)
    editor = table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, words)
    QTest.keyClick(editor, K.Key_Return)
    QApplication.processEvents()  # the delegate hands over after the key


def sheet_of(widget: Any) -> ActSheet:
    sheet = widget.window().findChild(ActSheet)
    assert isinstance(sheet, ActSheet)
    assert not sheet.isHidden()
    return sheet


def test_there_are_seven_tables_with_the_columns_of_the_design(panel: LedgerPanel) -> None:
    assert list(panel.cards) == NAMES + BOOK_NAMES
    assert titles(panel.table("air")) == ["Projectile", "From", "Type", "Flight", "Lands"]
    assert titles(panel.table("ammo")) == ["Rack", "For", "Load", "Rounds", "Chamber"]
    assert titles(panel.table("homing"))[-1] == "Lost on"
    counts = [panel.table(name).count for name in NAMES]
    assert counts == [1, 3, 2, 2, 1, 0, 2]


def test_rows_say_what_the_design_asks_for(panel: LedgerPanel) -> None:
    assert texts(panel.table("air")) == [
        "Stamp", "Baron Brick", "Rocket X5", '12" of 30"', "Turn 3, AA",
    ]  # fmt: skip
    assert texts(panel.table("fires"), 2)[:4] == ["Haystack", "Amber Army", '3" of 4"', "0"]
    assert texts(panel.table("ammo"))[:4] == ["Big Bertha", "Cannon", "Shell X3", "3 ∞"]
    assert texts(panel.table("homing"))[:3] == ["Big Bertha", "the gate", "+2"]


def test_cells_are_painted_with_tokens_bars_pips_and_chips(panel: LedgerPanel) -> None:
    def pieces(name: str, title: str, place: int = 0) -> Any:
        table = panel.table(name)
        index = table.rows_model.index(place, titles(table).index(title))
        return table.cell_at(index).left

    assert pieces("air", "Flight")[0] == FlownInches(12, 30)
    assert pieces("ammo", "Rounds") == (CellWords("3", strong=True), CellWords("∞", token="text2"))
    assert pieces("ammo", "Chamber") == (ChipLook("ammo", "Empty", "danger"),)
    assert pieces("homing", "Bonus") == (ChipLook("homing", "+2", "aim"),)
    assert pieces("fires", "Burning Roll")[0] == DieGlyph(4, tone="fire")
    assert pieces("fires", "Burns on", 2) == (Side("sky"), CellWords("lit by AA"))
    assert pieces("fields", "Dice", 1)[0] == DieGlyph(10, tone="danger")


@pytest.mark.parametrize("table", [*TABLES, BOOK[0]], ids=[*NAMES, BOOK_NAMES[0]])
def test_an_empty_table_says_so_in_one_line(
    qtbot: QtBot, theme: Theme, battle: Campaign, table: Any
) -> None:
    desk = Desk(battle)
    view = LedgerTable(theme, desk, Hub(), table)
    qtbot.addWidget(view)
    assert view.count == 0
    assert view.empty.endswith(".")
    assert not view.grab().isNull()
    desk._watch.stop()


def test_nothing_is_marked_in_the_words_of_the_design() -> None:
    assert next(table for table in TABLES if table.name == "marks").empty == "Nothing is Marked."


def test_every_act_of_a_table_has_a_form_and_opens_from_its_row(
    panel: LedgerPanel, desk: Desk
) -> None:
    """One about something of which there is none says so."""
    opened = 0
    said: list[str] = []
    desk.failed.connect(said.append)
    desk.do(MarkTarget(scout_id=SCOUT, target_id=GOLEM, distance=4))
    for name in NAMES + BOOK_NAMES:
        table = panel.table(name)
        table.go_to(0)
        for act in table.acts_now(table.row()):
            assert act.form in ACT_FORMS
            said.clear()
            table.do(act)
            title = ACT_FORMS[act.form].title
            assert (
                said[0].startswith(f"{title}: there is no ")
                if said
                else sheet_of(panel).title() == title
            )
            opened += not said
    assert opened > 25


def test_a_form_from_a_row_knows_the_row(panel: LedgerPanel) -> None:
    fires = panel.table("fires")
    fires.go_to(2)
    act = next(act for act in fires.spec.acts if act.form == "FightFire")
    fires.do(act)
    body = sheet_of(panel).body
    assert body is not None
    assert body.values()["fire_id"] == fires.row().id


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize(
    ("name", "key", "title"),
    [
        ("air", K.Key_X, "Move the X"),
        ("air", K.Key_P, 'Launch over 12"'),
        ("air", K.Key_Delete, "Remove a projectile"),
        ("fires", K.Key_I, "Ignite"),
        ("fields", K.Key_N, "Add a field"),
        ("ammo", K.Key_R, "Reload"),
        ("ammo", K.Key_N, "Add a rack"),
        ("homing", K.Key_Delete, "Clear homing"),
        ("marks", K.Key_K, "Mark a target"),
        ("waiting", K.Key_Delete, "Clear a state"),
    ],
)
def test_keys_open_the_acts_of_their_table(
    panel: LedgerPanel, name: str, key: K, title: str
) -> None:
    table = panel.table(name)
    panel.go_to(name)
    rows = [row for row in table.rows_model.rows if str(getattr(row, "key", "")) != "run-2"]
    if rows:
        table.go_to(table.rows_model.rows.index(rows[0]))
    QTest.keyClick(table, key)
    assert sheet_of(panel).title() == title


def test_the_buttons_of_a_card_open_its_chief_acts(panel: LedgerPanel) -> None:
    head = panel.cards["marks"].head
    held = held_by(head)
    button = held[max(held)]
    assert isinstance(button, Button)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert sheet_of(panel).title() == "Mark a target"


def test_tab_goes_to_the_next_table_and_shift_tab_back(panel: LedgerPanel) -> None:
    panel.go_to("ammo")
    seen = []
    for _ in range(8):
        QTest.keyClick(QApplication.focusWidget(), K.Key_Tab)
        seen.append(next(n for n in NAMES + BOOK_NAMES if panel.table(n).hasFocus()))
    left, right = ["fires", "fields", "objectives"], ["homing", "marks", "air", "waiting", "armies"]
    assert seen == left + right
    QTest.keyClick(QApplication.focusWidget(), K.Key_Backtab)
    assert panel.table("waiting").hasFocus()


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("name", "title", "words", "read", "fact", "value"),
    [
        ("fires", "Fire size", "1", ledger.fires, "size", 1),
        ("fields", "Size", '5"', ledger.fields, "size", 5),
        ("ammo", "Rounds", "5", ledger.ammo, "count", 5),
        ("ammo", "Rounds", "1", ledger.ammo, "count", 1),
    ],
)
def test_f2_edits_cells_that_map_to_an_act(
    panel: LedgerPanel,
    desk: Desk,
    name: str,
    title: str,
    words: str,
    read: Any,
    fact: str,
    value: int,
) -> None:
    before = getattr(desk.read(read)[0], fact)
    type_over(panel.table(name), 0, title, words)
    assert getattr(desk.read(read)[0], fact) == value
    desk.undo()
    assert getattr(desk.read(read)[0], fact) == before


@pytest.mark.rule("F.1-24")
def test_a_refused_edit_stands_in_the_panel_and_is_overruled_by_o(
    panel: LedgerPanel, desk: Desk
) -> None:
    table = panel.table("fires")
    type_over(table, 0, "Fire size", "9")
    assert "3" in panel.refusal.sentence()
    assert desk.read(ledger.fires)[0].size == 2
    QTest.keyClick(table, K.Key_O)
    assert desk.read(ledger.fires)[0].size == 9


def test_what_is_no_number_is_said(panel: LedgerPanel, desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.failed) as failed:
        type_over(panel.table("fires"), 0, "Fire size", "huge")
    assert failed.args == ["A fire size is a whole number. huge was not entered."]


def test_ctrl_c_copies_a_row_as_text(panel: LedgerPanel, qapp: Any) -> None:
    table = panel.table("homing")
    table.go_to(0)
    QTest.keyClick(table, K.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert qapp.clipboard().text().split("\t")[:3] == ["Big Bertha", "the gate", "+2"]


def test_a_selected_unit_lights_its_rows_and_a_row_selects_its_unit(panel: LedgerPanel) -> None:
    hub = panel.table("air").hub
    hub.select_unit(CANNON)
    for name in ("ammo", "homing"):
        assert panel.table(name).row().unit_id == CANNON
    panel.go_to("fires")
    assert hub.selected_unit == CANNON
    QTest.keyClick(panel.table("fires"), K.Key_Down)
    QTest.keyClick(panel.table("fires"), K.Key_Up)
    assert hub.selected_unit == LONG_ONE
    air = panel.table("air")
    place = air.visualRect(air.rows_model.index(0, 1)).center()
    QTest.mouseClick(air.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert hub.selected_unit == HERO
    assert not panel.table("ammo").selectionModel().hasSelection()


def test_a_row_that_goes_lights_no_neighbour_of_another_unit(
    panel: LedgerPanel, desk: Desk
) -> None:
    table = panel.table("fires")
    for first, then in ((LONG_ONE, HERO), (LONG_ONE, LONG_ONE)):
        table.hub.select_unit(first)
        assert table.row().unit_id == first
        table.hub.select_unit(then)
        desk.do(RemoveUnit(unit_id=LONG_ONE))
        assert not table.selectionModel().hasSelection()
        desk.undo()


def test_enter_opens_the_unit_and_waiting_rows_go_to_their_step(
    panel: LedgerPanel, qtbot: QtBot
) -> None:
    hub = panel.table("air").hub
    panel.go_to("air")
    with qtbot.waitSignal(hub.unit_opened) as told:
        QTest.keyClick(panel.table("air"), K.Key_Return)
    assert told.args == [HERO]
    panel.go_to("waiting")
    table = panel.table("waiting")
    with qtbot.waitSignal(hub.step_asked) as told:
        QTest.keyClick(table, K.Key_Period)
    assert told.args == [table.row().key]


def test_rows_keep_their_place_over_undo(panel: LedgerPanel, desk: Desk) -> None:
    for name in NAMES:
        QAbstractItemModelTester(panel.table(name).rows_model, FATAL)
    table = panel.table("fires")
    table.setFocus()
    table.go_to(2)
    desk.do(Ignite(unit_id=GOLEM))
    desk.do(ClearHoming(homing_id=1))
    assert panel.table("homing").count == 0
    desk.undo()
    desk.undo()
    assert table.row().name == "Haystack"
    assert panel.table("homing").count == 1


def test_a_click_on_a_head_sorts(panel: LedgerPanel) -> None:
    table = panel.table("fires")
    table.sortByColumn(titles(table).index("Fire size"), Qt.SortOrder.DescendingOrder)
    assert [row.size for row in table.rows_model.rows] == [3, 2, 0]


def test_the_filter_narrows_all_tables_at_once(panel: LedgerPanel) -> None:
    panel.go_to("ammo")
    QTest.keyClick(panel.table("ammo"), K.Key_Slash)
    QTest.keyClicks(panel.filter, "bertha")
    assert [panel.table(n).rows_model.rowCount() for n in NAMES] == [0, 0, 0, 2, 1, 0, 0]
    QTest.keyClick(panel.filter, K.Key_Escape)
    assert panel.table("fires").rows_model.rowCount() == 3
    assert panel.table("ammo").hasFocus()


def test_cards_stand_in_two_columns_and_in_one_where_it_is_narrow(panel: LedgerPanel) -> None:
    QApplication.processEvents()
    assert panel.cards["homing"].x() > panel.cards["ammo"].x()
    panel.resize(760, 900)
    settle()  # the cards go to their places when the layouts are done with the new size
    assert len({panel.cards[name].x() for name in NAMES}) == 1
    tops = [panel.cards[name].y() for name in NAMES]
    assert tops == sorted(tops)


def test_a_card_is_as_high_as_its_rows(
    panel: LedgerPanel, desk: Desk, theme: Theme, qtbot: QtBot
) -> None:
    QApplication.processEvents()
    table = panel.table("fires")
    before = table.height()
    desk.do(Ignite(unit_id=GOLEM))
    qtbot.waitUntil(lambda: table.height() - before == theme.px(36))
    assert table.verticalScrollBar().maximum() == 0


def test_the_context_menu_offers_what_fits_the_row(
    panel: LedgerPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: opened.append(menu))
    panel.go_to("air")
    QTest.keyClick(panel.table("air"), K.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    words = [entry.text() for entry in opened[0].actions() if not entry.isSeparator()]
    assert words == [
        "Show", "Shoot it down", "Move X", "Remove", "Launch", "Add Explosive", "Attack it",
        "Copy as text",
    ]  # fmt: skip


def test_a_dud_has_its_own_acts(panel: LedgerPanel, desk: Desk) -> None:
    row = ledger.AirRow(3, "Stamp", ledger.NOBODY, "", "X2", 0, 0, "river", "river", None, True)
    fitting = [act.form for act in panel.table("air").acts_now(row)]
    assert fitting[:4] == ["MoveDud", "DamageExplosive", "Detonate", "RemoveExplosive"]
    act: TableAct = panel.table("air").acts_now(row)[1]
    assert act.form_for(row).values["explosive_id"] == 3


def test_a_table_can_be_asked_for_by_name(panel: LedgerPanel) -> None:
    panel.table("air").hub.ledger_asked.emit("marks")
    assert panel.table("marks").hasFocus()


def test_a_tab_can_be_asked_for_by_name(tabs: LedgerTabs) -> None:
    tabs.current.hub.ledger_asked.emit("ammo")
    assert tabs.current.spec.name == "ammo"
    assert tabs.current.hasFocus()


# Tabs
