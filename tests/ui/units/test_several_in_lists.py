"""Several units selected in the lists of units: every act that makes sense for several takes them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.spoken.roster import hear_roster
from brikdesk.store.views.armory import weapons
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import units
from brikdesk.turns.ledger import fires
from tests.ui.window_scene import CTRL, Key, at_work, make_file, open_window, press, settle, typed
from ui.forms.form_sheet import ActSheet
from ui.look.theme import Theme
from ui.models.units import spoken
from ui.panels.units.panel import UnitsPanel, UnitsTree
from ui.window.main_window import MainWindow

SHIFT = Qt.KeyboardModifier.ShiftModifier
HUNDRED = AddUnit(
    name="Cart", player_id=1, kind="Vehicle", size=4, armor="1d10", copies=100, weapons=()
)


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, make_file(tmp_path / "campaign.brik")) as opened:
        at_work(opened).desk.do(HUNDRED)
        yield opened


def table(window: MainWindow) -> UnitsPanel:
    window.commands["units"].trigger()
    settle()
    (panel,) = window.findChildren(UnitsPanel)
    panel.view.setFocus()
    panel.view.go_to(0)
    settle()
    return panel


def tree(window: MainWindow) -> UnitsTree:
    (panel,) = window.findChildren(UnitsTree)
    panel.view.setFocus()
    settle()
    return panel


def undone(window: MainWindow) -> str:
    return at_work(window).desk.read(undo_state).undo[0]


class Keys:
    """Presses keys and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def press(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        self.count += 1
        press(key, modifiers)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("where", [table, tree])
def test_a_hundred_burn_are_hurt_and_are_well_again_by_four_keys_each(
    window: MainWindow, where: object
) -> None:
    where(window)  # type: ignore[operator]
    desk = at_work(window).desk
    burn = Keys()
    burn.press(Key.Key_A, CTRL)
    burn.press(Key.Key_I)
    burn.press(Key.Key_Return, CTRL)
    assert burn.count <= 4
    assert len(desk.read(fires)) == 100
    assert undone(window) == "Ignite: 100 units"
    hurt = Keys()
    hurt.press(Key.Key_H)
    hurt.press(Key.Key_Return, CTRL)
    assert hurt.count <= 4
    assert {unit.effective_size for unit in desk.read(units)} == {3}
    well = Keys()
    well.press(Key.Key_Z, CTRL)
    well.press(Key.Key_Z, CTRL)
    assert well.count <= 4
    assert desk.read(fires) == ()
    assert {unit.effective_size for unit in desk.read(units)} == {4}


def test_shift_and_arrows_select_a_few_and_delete_takes_them(window: MainWindow) -> None:
    table(window)
    desk = at_work(window).desk
    first = [unit.name for unit in desk.read(units)[:4]]
    press(Key.Key_Down, SHIFT)
    press(Key.Key_Down, SHIFT)
    assert len(at_work(window).hub.together) == 3
    press(Key.Key_Delete)
    left = [unit.name for unit in desk.read(units)]
    assert not set(first[:3]) & set(left)
    assert first[3] in left
    assert undone(window) == "Remove 3 units"


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    ("act", "title"),
    [("state", "Set state: 100 units"), ("move", "Move: 100 units"),
     ("mark", "Mark a target: 100 units"), ("damage", "Size Damage: 100 units")],
)  # fmt: skip
def test_a_form_is_for_all_of_them(window: MainWindow, act: str, title: str) -> None:
    panel = table(window)
    press(Key.Key_A, CTRL)
    panel.acts.do(act, at_work(window).hub.selected_unit)
    settle()
    (sheet,) = (each for each in window.findChildren(ActSheet) if not each.isHidden())
    assert sheet.title() == title


def test_empty_guns_are_reloaded_with_one_undo(window: MainWindow) -> None:
    desk = at_work(window).desk
    press_reload(window)
    assert at_work(window).view.status.words() == "None of these units has a gun to reload."
    shells = RackFacts(weapon=0, rounds=(RoundFacts(name="Shell", explosive_size=3, count=4),))
    desk.do(AddUnit(name="Gun", player_id=1, kind="Structure", size=4, armor="1d10", copies=2,
                    weapons=(WeaponFacts(kind="Cannon", size=3),), racks=(shells,)))  # fmt: skip
    press_reload(window)
    assert undone(window) == "Reload: 2 guns"
    assert [row.load for row in desk.read(weapons)] == ["Shell X3", "Shell X3"]


def press_reload(window: MainWindow) -> None:
    table(window)
    press(Key.Key_A, CTRL)
    press(Key.Key_R)


def test_a_unit_that_is_selected_elsewhere_ends_the_choice(window: MainWindow) -> None:
    panel = table(window)
    press(Key.Key_A, CTRL)
    work = at_work(window)
    assert len(work.hub.together) == 100
    window.commands["battle"].trigger()
    settle()
    tree(window)
    assert work.hub.together
    ids = [unit.id for unit in work.desk.read(units)]
    work.hub.choose_together(())
    work.hub.select_unit(ids[5])
    assert work.hub.together == ()
    assert not [row for row in (0, 50) if panel.view.is_lit(panel.model.index(row, 0))]


def test_a_squad_is_seen_found_and_selected_by_one_of_its_units(window: MainWindow) -> None:
    work = at_work(window)
    work.desk.do(hear_roster("3 Orcs: sword, squad Red Hand; Elf: squad Blue", (), 1).act())
    panel = table(window)
    press(Key.Key_Slash)
    typed("red hand")
    assert panel.model.rowCount() == 3
    press(Key.Key_Return)
    (orc,) = (row for row in work.desk.read(units) if row.name == "Orc 2")
    assert "squad Red Hand" in spoken(orc)
    menu = panel.acts.menu(orc.id)
    (entry,) = (each for each in menu.actions() if each.text() == "Select its squad")
    entry.trigger()
    assert len(work.hub.together) == 3
    assert orc.id in work.hub.together
    assert "Select its squad" not in [each.text() for each in panel.acts.menu(1).actions()]
