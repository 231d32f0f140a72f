"""The Attack tab in a whole window: the ways that lead to it, and its room."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.attack.attack_scene import Table
from tests.ui.attack.panel_scene import K, press, typed
from tests.ui.window_scene import at_work, focus, open_window, settle
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel
from ui.panels.units.inspector import Inspector
from ui.panels.units.panel import UnitsTree
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)


@pytest.fixture
def file(table: Table) -> Path:
    path = table.campaign.path
    table.campaign.seal()
    table.campaign.close()
    return path


def attack_tab(window: MainWindow) -> AttackPanel:
    panel = at_work(window).view.side.panel("attack")
    assert isinstance(panel, AttackPanel)
    return panel


def test_a_on_a_unit_of_the_list_opens_the_tab_with_the_attack_filled_in(
    qtbot: QtBot, theme: Theme, table: Table, file: Path
) -> None:
    with open_window(qtbot, theme, file) as window:
        view = at_work(window).view
        at_work(window).hub.select_unit(table.units["Nephew"])
        view.panel("units_tree").setFocus()
        press(K.Key_A)
        panel = attack_tab(window)
        assert panel.isVisible()
        assert panel.aim.attacker.words[0] == "Sgt. Flatplate"
        press(K.Key_T)
        typed("second")
        press(K.Key_Return, K.Key_Return, K.Key_7)
        assert panel.keys.dice is panel.damage.dice
        assert panel.isAncestorOf(focus())


def test_x_in_the_attack_points_at_the_ground_and_its_place_can_be_typed(
    qtbot: QtBot, theme: Theme, table: Table, file: Path
) -> None:
    with open_window(qtbot, theme, file) as window:
        at_work(window).hub.select_unit(table.units["Rifle Rosa"])
        at_work(window).view.panel("units_tree").setFocus()
        press(K.Key_A)
        panel = attack_tab(window)
        assert ("X", "a place on the map") in panel.keys.names()
        press(K.Key_X)
        map_panel = at_work(window).view.panel("map")
        assert map_panel.isAncestorOf(focus())
        assert map_panel.tool is not None
        press(K.Key_Down, K.Key_Down, K.Key_Return)
        aim = panel.controller.draft.aim
        assert aim is not None
        assert aim.unit_id is None
        assert None not in (aim.x, aim.y)
        assert panel.isAncestorOf(focus()), "the attack has the keys back"
        press(K.Key_T)
        typed("12 7.5")
        press(K.Key_Return)
        typed_aim = panel.controller.draft.aim
        assert typed_aim is not None
        assert (typed_aim.x, typed_aim.y, typed_aim.place) == (12, 7.5, "x 12, y 7.5")


def test_esc_out_of_an_attack_goes_back_to_the_unit(
    qtbot: QtBot, theme: Theme, table: Table, file: Path
) -> None:
    with open_window(qtbot, theme, file) as window:
        view, hub = at_work(window).view, at_work(window).hub
        hub.select_unit(table.units["Rifle Rosa"])
        view.panel("units_tree").setFocus()
        press(K.Key_A, K.Key_T)
        typed("under")
        press(K.Key_Return, K.Key_Return)
        assert attack_tab(window).controller.phase is AttackPhase.DICE
        press(K.Key_Escape)
        assert view.side.isAncestorOf(focus()), "the aim is still there"
        press(K.Key_Escape)
        assert attack_tab(window).controller.phase is AttackPhase.NOTHING
        assert view.panel("units_tree").isAncestorOf(focus())
        press(K.Key_F2)
        assert view.side.aside == "unit_editor"


def test_esc_goes_back_to_the_ledger_if_the_attack_came_from_the_palette_over_it(
    qtbot: QtBot, theme: Theme, table: Table, file: Path
) -> None:
    with open_window(qtbot, theme, file) as window:
        view = at_work(window).view
        at_work(window).do_command("ledger_drawer")
        settle()
        assert view.middle.isAncestorOf(focus())
        at_work(window).show_palette("attack with nephew")
        settle()
        press(K.Key_Return)
        assert view.side.isAncestorOf(focus())
        press(K.Key_Escape, K.Key_Escape)  # the list of targets, then the attack
        assert view.middle.isAncestorOf(focus())


def test_esc_opens_the_units_again_where_they_lie_in_a_drawer(
    qtbot: QtBot, theme: Theme, table: Table, file: Path
) -> None:
    with open_window(qtbot, theme, file, (1100, 760)) as window:
        view = at_work(window).view
        at_work(window).hub.select_unit(table.units["Rifle Rosa"])
        at_work(window).do_command("units_drawer")
        settle()
        assert view.body.units_drawer.is_open()
        press(K.Key_A)
        assert not view.body.units_drawer.is_open()
        press(K.Key_Escape)
        assert view.body.units_drawer.isAncestorOf(focus())


def test_the_palette_attacks_with_a_unit(
    qtbot: QtBot, theme: Theme, table: Table, file: Path
) -> None:
    with open_window(qtbot, theme, file) as window:
        at_work(window).show_palette("attack with nephew")
        settle()
        press(K.Key_Return)
        panel = attack_tab(window)
        assert panel.isVisible()
        assert panel.aim.weapon.words[0] == 'Cannon 3"'


def test_menu_and_inspector_offer_the_attack(
    qtbot: QtBot, theme: Theme, table: Table, file: Path
) -> None:
    with open_window(qtbot, theme, file) as window:
        hub = at_work(window).hub
        rosa = table.units["Rifle Rosa"]
        hub.select_unit(rosa)
        hub.unit_opened.emit(rosa)
        settle()
        inspector = at_work(window).view.side.panel("inspector")
        assert isinstance(inspector, Inspector)
        inspector.buttons["attack"].click()
        settle()
        panel = attack_tab(window)
        assert panel.isVisible()
        assert panel.controller.draft.strike.by_id == rosa
        tree = at_work(window).view.panel("units_tree")
        assert isinstance(tree, UnitsTree)
        words = [entry.text() for entry in tree.acts.menu(rosa).actions()]
        assert "Attack" in words


def test_the_desk_is_as_wide_on_every_tab(
    qtbot: QtBot, theme: Theme, table: Table, file: Path
) -> None:
    with open_window(qtbot, theme, file) as window:
        side = at_work(window).view.side
        start = side.width()
        at_work(window).view.show_desk("attack")
        settle()
        assert side.width() == start, "the map beside it stays where it is"
        at_work(window).view.show_desk("start")
        settle()
        assert side.width() == start
