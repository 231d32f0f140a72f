"""The ledger by the Sci-fi rules: the sum of every load, who is detected, crews, open shots."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.setup import SetRuleSets
from brikdesk.acts.scifi.crews import ReplaceGunner
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.units import EliminateSf
from brikdesk.acts.scifi.weapons import AddSfWeapon, DestroySfWeapon
from brikdesk.games import GAMES
from brikdesk.store.campaign import Changes
from brikdesk.store.views.log import log
from brikdesk.turns import scifi_ledger
from tests.ui.ledger.ledger_panel_scene import BOOK_NAMES
from tests.ui.scifi.sf_scene import ANN, CARRIER, CLERK, DRONE, LAUNCHER, RACK, TRIPOD
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import ActSheet
from ui.look.theme import Theme
from ui.models.scifi_attack.controller import sf_attack_of
from ui.panels.ledger.panel import LedgerPanel, LedgerTabs
from ui.panels.ledger.table import LedgerTable
from ui.panels.ledger.tables import TABLES, tables_for
from ui.widgets.bars import RoundsLeft
from ui.widgets.painted import text_width
from ui.widgets.tokens import ChipLook

pytestmark = pytest.mark.thorough(every=3)

K = Qt.Key
SF_ONLY = ["ammo", "shots", "detected", "crews", "waiting"]
SUM = ["Left", "This turn", "State"]
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, desk: Desk) -> LedgerPanel:
    return shown(qtbot, LedgerPanel(theme, desk, Hub()))


def shown(qtbot: QtBot, made: Any, wide: int = 1376) -> Any:
    qtbot.addWidget(made)
    made.resize(wide, 900)
    made.show()
    return made


def titles(table: LedgerTable) -> list[str]:
    return [column.title for column in table.spec.columns]


def texts(table: LedgerTable, place: int = 0) -> list[str]:
    model = table.rows_model
    return [model.index(place, k).data() for k in range(model.columnCount())]


def figures(table: LedgerTable, place: int = 0) -> list[str]:
    return texts(table, place)[3:]


def spoken(table: LedgerTable, place: int) -> str:
    index = table.rows_model.index(place, titles(table).index("Left"))
    return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


def pieces(table: LedgerTable, title: str, place: int = 0) -> Any:
    return table.cell_at(table.rows_model.index(place, titles(table).index(title))).left


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


def press(table: LedgerTable, place: int, *keys: Qt.Key) -> None:
    table.setFocus()
    table.go_to(place)
    for key in keys:
        QTest.keyClick(table, key)


def wanted(hub: Hub) -> list[object]:
    asked: list[object] = []
    hub.attack_wanted.connect(asked.append)
    return asked


def fire(desk: Desk, weapon_id: int, *targets: int) -> None:
    aims = tuple(SfAim(target_id=target, distance=20) for target in targets)
    assert isinstance(desk.do(FireSf(sf_weapon_id=weapon_id, aims=aims)), Changes)


def test_a_campaign_of_one_rule_set_has_no_table_of_the_other(panel: LedgerPanel) -> None:
    assert list(panel.cards) == SF_ONLY + BOOK_NAMES
    assert tables_for(("BRIKWARS_2020",)) == TABLES
    assert not {"shots", "detected", "crews"} & {table.name for table in TABLES}
    assert titles(panel.table("ammo")) == ["Unit", "Weapon", "Load", *SUM]


def test_a_campaign_of_both_has_the_tables_of_both_and_one_for_ammunition() -> None:
    both = tables_for(("BRIKWARS_2020", "SCIFI"))
    assert {table.name for table in both} == {table.name for table in TABLES} | set(SF_ONLY)
    (ammo,) = (table for table in both if table.name == "ammo")
    assert [column.title for column in ammo.columns][:4] == ["Rack", "For", "Load", "Left"]


@pytest.mark.rule("12-59", "12-60", "12-64", "TC-50")
def test_loaded_is_what_remains_was_fired_lost_and_adjusted(panel: LedgerPanel, desk: Desk) -> None:
    table = panel.table("ammo")
    assert texts(table)[:3] == ["Lamp Carrier", "Rack of seven", "artillery rocket"]
    assert figures(table) == ["7 of 7", "0 of 2", "–"]
    fire(desk, RACK, DRONE, DRONE)
    type_over(table, 0, "Left", "4")
    assert figures(table) == ["4 of 7", "2 of 2", "–"]
    assert pieces(table, "Left")[0] == RoundsLeft(4, 7)
    assert "7 loaded = 4 remaining + 2 fired + 0 lost + 1 adjusted" in spoken(table, 0)
    (told,) = desk.read(log)[-1].parts
    assert told.text.startswith("By hand.")
    desk.do(DestroySfWeapon(sf_weapon_id=RACK))
    assert figures(table) == ["0 of 7", "2 of 2", "Destroyed"]
    for _ in range(3):
        desk.undo()
    assert figures(table) == ["7 of 7", "0 of 2", "–"]


@pytest.mark.rule("12-68")
def test_what_was_put_in_by_hand_counts_below_nothing(panel: LedgerPanel, desk: Desk) -> None:
    table = panel.table("ammo")
    fire(desk, RACK, DRONE)
    type_over(table, 0, "Left", "7")
    assert figures(table)[0] == "7 of 7"
    assert "7 loaded = 7 remaining + 1 fired + 0 lost + −1 adjusted" in spoken(table, 0)


def test_more_than_was_loaded_is_not_taken(panel: LedgerPanel) -> None:
    table = panel.table("ammo")
    type_over(table, 0, "Left", "9")
    assert figures(table)[0] == "7 of 7"
    assert "type 0 to 7" in panel.refusal.sentence()


def test_what_is_no_number_is_said(panel: LedgerPanel, desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.failed) as said:
        type_over(panel.table("ammo"), 0, "Left", "some")
    assert said.args == ["What remains is a whole number. some was not entered."]


@pytest.mark.rule("12-66")
def test_a_launcher_without_a_number_asks_and_takes_it_where_it_stands(
    panel: LedgerPanel, desk: Desk
) -> None:
    desk.do(AddSfWeapon(unit_id=CARRIER, catalogue="mini-rocket launcher"))
    table = panel.table("ammo")
    assert texts(table, 2)[2:] == ["pulse", "?", "0 of 1", "How many?"]
    type_over(table, 2, "Left", "3")
    assert figures(table, 2) == ["3 of 3", "0 of 1", "–"]


@pytest.mark.rule("12-76")
def test_what_an_eliminated_unit_carried_stays_as_lost(panel: LedgerPanel, desk: Desk) -> None:
    desk.do(EliminateSf(unit_id=CARRIER))
    table = panel.table("ammo")
    assert figures(table) == ["0 of 7", "0 of 2", "Destroyed"]


@pytest.mark.rule("12-60")
def test_an_expended_rack_has_a_chip(panel: LedgerPanel, desk: Desk) -> None:
    table = panel.table("ammo")
    type_over(table, 0, "Left", "0")
    assert pieces(table, "State") == (ChipLook("ammo", "Expended", "danger"),)


def test_a_on_ammunition_a_crew_or_an_open_shot_goes_to_the_attack(
    panel: LedgerPanel, desk: Desk
) -> None:
    fire(desk, RACK, DRONE)
    asked = wanted(panel._hub)
    press(panel.table("ammo"), 1, K.Key_A)
    press(panel.table("crews"), 0, K.Key_A)
    press(panel.table("shots"), 0, K.Key_A, K.Key_Return)
    shot = FireSf(sf_weapon_id=RACK)
    assert asked == [*[FireSf(sf_weapon_id=LAUNCHER)] * 2, shot, shot]


def test_open_shots_tell_what_is_due(panel: LedgerPanel, desk: Desk) -> None:
    fire(desk, RACK, DRONE)
    assert texts(panel.table("shots")) == ["Rack of seven", "Audit Drone", "hit or miss"]
    desk.undo()
    assert panel.table("shots").count == 0


def test_enter_on_an_open_shot_asks_for_that_shot(panel: LedgerPanel, desk: Desk) -> None:
    fire(desk, RACK, DRONE, CLERK)
    first, second = (row.id for row in desk.read(scifi_ledger.sf_open_shots))
    attack = sf_attack_of(desk, panel._hub)
    for place, shot in ((1, second), (0, first)):
        press(panel.table("shots"), place, K.Key_Return)
        assert attack.entry.current is not None
        assert attack.entry.current.id == shot


def test_a_detection_ends_with_the_delete_key_and_comes_back(
    panel: LedgerPanel, desk: Desk
) -> None:
    table = panel.table("detected")
    assert texts(table) == ["Audit Drone", "Amber Army", "until it is cleared"]
    press(table, 0, K.Key_Delete)
    assert desk.read(scifi_ledger.sf_seen) == ()
    desk.undo()
    assert [row.by.player_id for row in desk.read(scifi_ledger.sf_seen)] == [ANN]
    assert table.count == 1


def test_a_crew_tells_who_serves_and_who_is_gone(panel: LedgerPanel, desk: Desk) -> None:
    table = panel.table("crews")
    assert texts(table) == ["Tripod launcher", "Wick", "Taper", "Snuff", "–", "–"]
    (crew,) = desk.read(scifi_ledger.sf_crews)
    assert isinstance(
        desk.do(ReplaceGunner(sf_weapon_id=LAUNCHER, member_id=crew.others_serve[-1])), Changes
    )
    assert texts(table)[1:5] == ["Wick", "Taper", "–", "Snuff"]


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("name", "key", "title"),
    [
        ("ammo", K.Key_J, "AdjustLoad"),
        ("ammo", K.Key_L, "SetLoad"),
        ("ammo", K.Key_R, "Resupply"),
        ("crews", K.Key_G, "ServeAsGunner"),
        ("crews", K.Key_S, "AssistGunner"),
        ("crews", K.Key_C, "SetCrew"),
        ("detected", K.Key_D, "MarkDetected"),
    ],
)
def test_a_letter_opens_the_form_of_its_act(
    panel: LedgerPanel, name: str, key: Qt.Key, title: str
) -> None:
    press(panel.table(name), 0, key)
    sheet = panel.window().findChild(ActSheet)
    assert isinstance(sheet, ActSheet)
    assert sheet.title() == ACT_FORMS[title].title


def test_other_rules_bring_other_tables_and_undo_takes_them_away(
    panel: LedgerPanel, desk: Desk, theme: Theme, qtbot: QtBot
) -> None:
    tabs = shown(qtbot, LedgerTabs(theme, desk, Hub()))
    desk.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
    assert {"air", "shots"} <= set(panel.cards)
    assert "air" in [page.name for page in tabs.pages]
    assert tabs.bar.count() == len(tabs.pages)
    assert figures(panel.table("ammo"))[0] == "7 of 7"
    desk.undo()
    assert list(panel.cards) == SF_ONLY + BOOK_NAMES
    assert [page.name for page in tabs.pages] == SF_ONLY
    assert tabs.bar.tabText(0).startswith("Ammo")


def test_where_it_is_narrow_the_sum_stands_beside_the_name(
    qtbot: QtBot, theme: Theme, desk: Desk
) -> None:
    narrow = shown(qtbot, LedgerPanel(theme, desk, Hub()), 320)
    header = narrow.table("ammo").header()
    QApplication.processEvents()
    order = [titles(narrow.table("ammo"))[header.logicalIndex(k)] for k in range(header.count())]
    assert order == ["Unit", *SUM, "Weapon", "Load"]
    narrow.resize(1400, 900)
    QApplication.processEvents()
    assert [header.logicalIndex(k) for k in range(header.count())] == list(range(header.count()))


def test_names_and_weapons_are_whole_where_the_battle_shows_the_table(
    qtbot: QtBot, theme: Theme, desk: Desk
) -> None:
    """The middle of the Battle workspace in a window of 1440 pixels."""
    table = shown(qtbot, LedgerPanel(theme, desk, Hub()), 640).table("ammo")
    QApplication.processEvents()
    assert table.horizontalScrollBar().maximum() == 0
    for place, row in enumerate(table.rows_model.rows):
        for column, words in ((0, row.unit), (1, row.weapon)):
            room = table.visualRect(table.rows_model.index(place, column)).width()
            need = text_width(theme.font("body", column == 0), words) + (not column) * theme.px(30)
            assert room >= need, words


def test_the_models_keep_the_rules_of_qt(panel: LedgerPanel, desk: Desk) -> None:
    testers = [
        QAbstractItemModelTester(card.table.rows_model, FATAL) for card in panel.cards.values()
    ]
    fire(desk, RACK, DRONE)
    desk.do(EliminateSf(unit_id=TRIPOD))
    desk.undo()
    assert len(testers) == len(SF_ONLY + BOOK_NAMES)
