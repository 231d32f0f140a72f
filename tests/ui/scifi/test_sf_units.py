"""Units by the Sci-fi rules in the list and the table: their own columns, chips, acts and letters."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.setup import CreateCampaign, SetRuleSets
from brikdesk.acts.scifi.areas import Incapacitate
from brikdesk.acts.scifi.outcomes import MarkDetected
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.units import SetSfUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.games import GAMES, SCIFI
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.scifi import detections, sf_unit
from brikdesk.store.views.units import units
from tests.ui.scifi.sf_scene import ANN, CARRIER, CLERK, DRONE, RACK, TROOPER
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import ActSheet, show_form
from ui.look.theme import Theme
from ui.panels.units.panel import UnitsPanel, UnitsTree

pytestmark = pytest.mark.thorough(every=3)

K = Qt.Key
OWN = [
    "Unit", "Kind", "Size", "Armor class", "Weapons", "Ammo left", "Detected by", "State",
    "Weapons cost",
]  # fmt: skip
OF_BRIKWARS = ["Unit", "Kind", "Size", "Action", "Armor", "Move", "Power left", "State", "Ammo"]
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, desk: Desk) -> UnitsPanel:
    made = UnitsPanel(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(1376, 600)
    made.show()
    made.view.setFocus()
    return made


@pytest.fixture
def tree(qtbot: QtBot, theme: Theme, desk: Desk) -> UnitsTree:
    made = UnitsTree(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(280, 600)
    made.show()
    made.view.setFocus()
    return made


def titles(panel: UnitsPanel) -> list[str]:
    return [column.title for column in panel.model.columns]


def texts(panel: UnitsPanel, unit_id: int) -> dict[str, str]:
    at = panel.model.place_of(unit_id)
    return {name: at.sibling(at.row(), k).data() for k, name in enumerate(titles(panel))}


def menu_words(tree: UnitsTree, unit_id: int) -> list[str]:
    return [entry.text() for entry in tree.acts.menu(unit_id).actions() if entry.text()]


def go_to(tree: UnitsTree, unit_id: int) -> None:
    tree.view.setCurrentIndex(tree.model.place_of(unit_id))


def test_a_campaign_of_the_sci_fi_rules_alone_has_its_own_columns(panel: UnitsPanel) -> None:
    assert titles(panel) == OWN
    assert texts(panel, CARRIER) == {
        "Unit": "Lamp Carrier", "Kind": "vehicle", "Size": "–", "Armor class": "5",
        "Weapons": "Rack of seven", "Ammo left": "artillery rocket 7 of 7", "Detected by": "–",
        "State": "–", "Weapons cost": "30",
    }  # fmt: skip
    assert texts(panel, DRONE)["Size"] == "2"
    assert texts(panel, DRONE)["Detected by"] == "Amber Army"
    assert texts(panel, CLERK)["Weapons"] == "–"


@pytest.mark.rule("12-51")
def test_the_tip_of_a_cost_says_what_the_points_stand_for(panel: UnitsPanel) -> None:
    at = panel.model.place_of(CARRIER)
    cost = at.sibling(at.row(), titles(panel).index("Weapons cost"))
    assert "30 points, weapons only" in str(cost.data(Qt.ItemDataRole.ToolTipRole))


def test_beside_brikwars_each_unit_shows_what_it_has(panel: UnitsPanel, desk: Desk) -> None:
    desk.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
    desk.do(AddUnit(name="Golem", player_id=ANN))
    assert set(titles(panel)) > {"Armor", "Power left", "Armor class", "Weapons", "Detected by"}
    carrier, golem = texts(panel, CARRIER), texts(panel, 6)
    assert (carrier["Kind"], carrier["Armor class"]) == ("vehicle", "5")
    assert [carrier[name] for name in ("Action", "Armor", "Move", "Power left")] == ["–"] * 4
    assert carrier["Ammo"] == "artillery rocket 7 of 7"
    assert golem["Armor"] != "–"
    assert golem["Armor class"] == "–"
    desk.undo()
    desk.undo()
    assert titles(panel) == OWN


def test_beside_brikwars_units_are_sorted_by_the_size_that_is_shown(
    panel: UnitsPanel, desk: Desk
) -> None:
    desk.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
    desk.do(AddUnit(name="Golem", player_id=ANN, kind="Creature", size=7))
    desk.do(SetSfUnit(unit_id=DRONE, size=9))
    panel.sort_by(titles(panel).index("Size"))
    shown = [texts(panel, row.id)["Size"] for row in panel.model.shown]
    numbers = [float(size.strip('"')) for size in shown if size.strip('"').isdigit()]
    assert 9.0 in numbers
    assert 7.0 in numbers
    assert numbers == sorted(numbers)


def test_a_campaign_of_brikwars_alone_keeps_its_columns(
    qtbot: QtBot, theme: Theme, battle: Campaign
) -> None:
    made = UnitsPanel(theme, Desk(battle), Hub())
    qtbot.addWidget(made)
    assert titles(made) == OF_BRIKWARS


def test_ammunition_and_detection_follow_every_act(panel: UnitsPanel, desk: Desk) -> None:
    QAbstractItemModelTester(panel.model, FATAL)
    desk.do(FireSf(sf_weapon_id=RACK, aims=(SfAim(target_id=DRONE, distance=20),)))
    assert texts(panel, CARRIER)["Ammo left"] == "artillery rocket 6 of 7"
    desk.do(MarkDetected(unit_id=DRONE, player_id=ANN, detected=False))
    assert texts(panel, DRONE)["Detected by"] == "–"
    desk.undo()
    desk.undo()
    assert texts(panel, CARRIER)["Ammo left"] == "artillery rocket 7 of 7"


def test_an_editor_hears_whether_its_act_was_refused(panel: UnitsPanel, desk: Desk) -> None:
    place = panel.model.place_of(DRONE, titles(panel).index("Size"))
    assert panel.model.setData(place, "3")
    assert not panel.model.setData(panel.model.place_of(DRONE, place.column()), "-5")


def test_typing_over_an_armor_class_sets_it(panel: UnitsPanel, desk: Desk) -> None:
    at = panel.model.place_of(CLERK)
    panel.view.setCurrentIndex(at.sibling(at.row(), titles(panel).index("Armor class")))
    QTest.keyClick(panel.view, K.Key_F2)
    editor = panel.view.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, "3")
    QTest.keyClick(editor, K.Key_Return)
    QApplication.processEvents()
    facts = desk.read(sf_unit, CLERK)
    assert facts is not None
    assert facts.armor_class == 3


def test_chips_tell_who_is_detected_and_incapacitated(tree: UnitsTree, desk: Desk) -> None:
    desk.do(Incapacitate(unit_ids=(CLERK,), cause="a blast"))
    chips = {row.id: [chip.word for chip in row.chips] for row in tree.model.shown}
    assert chips[DRONE] == ["Detected by Amber Army"]
    assert chips[CLERK] == ["Incapacitated"]
    assert chips[TROOPER] == []


def test_the_menu_of_a_unit_has_no_act_of_brikwars(tree: UnitsTree) -> None:
    assert menu_words(tree, TROOPER) == [
        "Open", "Attack", "Move", "Detected", "Incapacitate", "Photos", "Edit", "Duplicate",
        "Eliminate", "Remove",
    ]  # fmt: skip


def test_beside_brikwars_the_menu_is_that_of_the_unit(tree: UnitsTree, desk: Desk) -> None:
    desk.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
    desk.do(AddUnit(name="Golem", player_id=ANN))
    assert "Ignite it" in menu_words(tree, 6)
    assert "Detected" not in menu_words(tree, 6)
    assert "Ignite it" not in menu_words(tree, TROOPER)
    go_to(tree, 6)
    assert tree.view.acting["i"] == "ignite it"
    go_to(tree, TROOPER)
    assert tree.view.acting["i"] == "incapacitate"


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("key", "form"), [(K.Key_M, "MoveSf"), (K.Key_D, "MarkDetected"), (K.Key_I, "Incapacitate")]
)
def test_letters_open_the_forms_of_the_unit(tree: UnitsTree, key: Qt.Key, form: str) -> None:
    go_to(tree, TROOPER)
    QTest.keyClick(tree.view, key)
    sheet = tree.window().findChild(ActSheet)
    assert isinstance(sheet, ActSheet)
    assert sheet.title() == ACT_FORMS[form].title


def test_letters_of_brikwars_do_nothing_here(tree: UnitsTree) -> None:
    go_to(tree, TROOPER)
    assert set(tree.view.acting) == {"a", "m", "d", "i", "n"}


def test_the_form_that_incapacitates_knows_the_unit(tree: UnitsTree, desk: Desk) -> None:
    go_to(tree, CLERK)
    QTest.keyClick(tree.view, K.Key_I)
    sheet = tree.window().findChild(ActSheet)
    assert isinstance(sheet, ActSheet)
    sheet.submit()
    facts = desk.read(sf_unit, CLERK)
    assert facts is not None
    assert facts.incapacitated


def test_delete_removes_a_unit_and_undo_brings_it_back(tree: UnitsTree, desk: Desk) -> None:
    go_to(tree, CLERK)
    QTest.keyClick(tree.view, K.Key_Delete)
    assert not tree.model.place_of(CLERK).isValid()
    desk.undo()
    assert tree.model.place_of(CLERK).isValid()


def test_no_key_of_the_units_is_named_twice(panel: UnitsPanel) -> None:
    listed = panel.view.keys()
    names = [key for key, _ in listed]
    assert len(names) == len(set(names))
    assert ("N", "new unit") in listed


def test_an_empty_roster_says_how_to_begin(
    qtbot: QtBot, theme: Theme, panel: UnitsPanel, tmp_path: Path
) -> None:
    assert panel.view.empty == "No unit fits.", "only a filter can leave it bare"
    bare = Campaign.create(tmp_path / "bare.brik")
    bare.do(CreateCampaign(name="Bare", uuid="bare", rule_sets=(SCIFI.title,)))
    desk = Desk(bare)
    empty = UnitsPanel(theme, desk, Hub())
    qtbot.addWidget(empty)
    assert empty.view.empty == "No unit yet. N makes the first."
    desk._watch.stop()
    bare.close()


def test_weapons_of_the_other_rules_stand_in_the_same_column(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    campaign = Campaign.create(tmp_path / "both.brik")
    campaign.do(CreateCampaign(name="Both", uuid="weapons-of-both"))
    campaign.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
    campaign.do(AddUnit(name="Rosa", preset="U-01", weapons=(WeaponFacts(preset="W-04"),)))
    desk = Desk(campaign)
    made = UnitsPanel(theme, desk, Hub())
    qtbot.addWidget(made)
    made.show()
    at = titles(made).index("Weapons")
    assert made.model.index(0, at).data() == "Short-Ranged Weapon"
    desk.close()


def test_detected_is_for_all_that_are_selected() -> None:
    assert ACT_FORMS["MarkDetected"].many


def test_four_that_are_selected_are_detected_by_one_form(
    qtbot: QtBot, theme: Theme, desk: Desk
) -> None:
    hub = Hub(desk)
    tree = UnitsTree(theme, desk, hub)
    qtbot.addWidget(tree)
    ids = tuple(row.id for row in desk.read(units))[-4:]
    hub.choose_together(ids)
    sheet = show_form(
        theme, desk, hub, tree, ACT_FORMS["MarkDetected"].filled(ids[0], player_id=ANN)
    )
    sheet.submit()
    assert sheet.isHidden(), sheet.refusal.sentence()
    found = {row.unit_id for row in desk.read(detections) if row.player_id == ANN}
    assert len(ids) == 4
    assert found >= set(ids)
