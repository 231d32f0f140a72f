"""Tab goes through every form as it is read; the wheel over a form scrolls it and changes nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.read_scene import tab_is_read, takers, wheel_is_left
from tests.ui.roster_scene import CANNON, make_roster
from tests.ui.scifi.sf_scene import star_table
from tests.ui.window_scene import at_work, focus, open_window, press, settle
from ui.dialogs.army_and_roster import ArmySheet
from ui.dialogs.new_campaign import NewCampaign
from ui.dialogs.settings import Settings
from ui.forms.all_forms import forms_played
from ui.forms.form_sheet import show_form
from ui.look.theme import Theme
from ui.parts.editor_sheet import EditorSheet
from ui.parts.pick_buttons import PickButtons
from ui.scenes.drawing import ARMY
from ui.widgets.buttons import Segmented
from ui.widgets.overlay import Overlay
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(params=["BrikWars", "Sci-fi"])
def window(
    request: pytest.FixtureRequest, qtbot: QtBot, theme: Theme, tmp_path: Path,
) -> Iterator[MainWindow]:  # fmt: skip
    make = make_roster if request.param == "BrikWars" else star_table
    make(tmp_path / "game.brik").close()
    with open_window(qtbot, theme, tmp_path / "game.brik", (1440, 2400)) as made:
        yield made


@pytest.fixture
def empty(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, size=(1440, 1200)) as made:
        yield made


def overlay(window: MainWindow, kind: type[Overlay]) -> Overlay:
    settle()
    return next(each for each in window.findChildren(kind) if each.is_open())


def both(host: QWidget, first: QWidget | None = None, columns: int = 1) -> None:
    tab_is_read(host, first, columns)
    wheel_is_left(host)


def each_form(window: MainWindow, look: Callable[[QWidget], None]) -> None:
    """Open every form of an act for which there is something on the table."""
    work = at_work(window)
    wrong = []
    for form in forms_played(work.desk):
        filled = form.filled(CANNON)
        sheet = show_form(window.theme, work.desk, work.hub, work.view.body, filled)
        QApplication.processEvents()
        if sheet.isHidden():
            continue
        try:
            look(sheet)
        except AssertionError as error:
            wrong.append(f"{form.title}: {error}")
        sheet.close_sheet()
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough(but=1)
def test_tab_goes_through_every_form_of_an_act(window: MainWindow) -> None:
    each_form(window, tab_is_read)


@pytest.mark.thorough(but=1)
def test_the_wheel_scrolls_every_form_of_an_act(window: MainWindow) -> None:
    each_form(window, wheel_is_left)


@pytest.mark.thorough(but=1)
def test_tab_goes_through_the_editors_of_units_and_weapons(window: MainWindow) -> None:
    work = at_work(window)
    for unit_id in (0, CANNON):
        work.hub.unit_edited.emit(unit_id)
        settle()
        editors = [each for each in work.view.findChildren(EditorSheet) if each.isVisible()]
        assert len(editors) == 1
        both(editors[0])
        press(Qt.Key.Key_Escape)


def test_tab_goes_through_the_weapon_editor_of_the_scifi_rules(window: MainWindow) -> None:
    work = at_work(window)
    if "SCIFI" not in work.games:
        return
    work.hub.sf_weapon_edited.emit((2, 2))
    settle()
    both(next(each for each in work.view.findChildren(EditorSheet) if each.isVisible()))


@pytest.mark.thorough(but=1)
def test_tab_goes_through_every_page_of_the_settings(window: MainWindow) -> None:
    window.show_settings()
    sheet = overlay(window, Settings)
    assert isinstance(sheet, Settings)
    for place in range(len(sheet.page_names)):
        sheet.show_page(place)
        settle()
        both(sheet)


def test_tab_goes_through_the_sheets_of_campaign_and_battles(empty: MainWindow) -> None:
    empty.new_campaign()
    both(overlay(empty, NewCampaign))


def test_tab_goes_through_the_start_screen(empty: MainWindow) -> None:
    tab_is_read(empty.start)


SHEETS = ["new_battle", "end_battle", "keys", "about", "backups", "keep", "library", "album"]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("command", SHEETS)
def test_tab_goes_through_every_sheet_of_the_window(window: MainWindow, command: str) -> None:
    window.commands[command].trigger()
    sheet = overlay(window, Overlay)
    tab_is_read(sheet)
    if command != "album":  # without a photo its fields are off, and no wheel turns them
        wheel_is_left(sheet)


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("command", SHEETS)
def test_whatever_tab_reaches_in_a_sheet_has_a_name(window: MainWindow, command: str) -> None:
    window.commands[command].trigger()
    names = {each: spoken_name(each) for each in takers(overlay(window, Overlay))}
    assert all(names.values()), [type(each).__name__ for each, name in names.items() if not name]


def test_tab_goes_through_the_sheet_of_an_army_list_and_each_has_a_name(
    window: MainWindow,
) -> None:
    ArmySheet(window.theme, window.stack, at_work(window).desk, "dorks.json", ARMY).begin()
    sheet = overlay(window, Overlay)
    both(sheet)
    assert all(spoken_name(each) for each in takers(sheet))


def spoken_name(widget: QWidget) -> str:
    """Return what a screen reader calls a widget."""
    found = QAccessible.queryAccessibleInterface(widget)
    return found.text(QAccessible.Text.Name) if found else ""


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("workspace", ["battle", "units", "ledger", "log", "report"])
def test_tab_goes_round_in_every_pane(window: MainWindow, workspace: str) -> None:
    view = at_work(window).view
    view.show_workspace(workspace)
    settle()
    for pane in (view.bar, view.rail, *view.body.panes):
        if pane.isVisible():
            both(pane, columns=2 if workspace == "ledger" else 1)


def test_tab_goes_round_in_every_tab_of_the_desk(window: MainWindow) -> None:
    view = at_work(window).view
    for tab in ("start", "attack", "log"):
        view.show_desk(tab)
        settle()
        both(view.side)


def test_arrows_go_over_the_ends_of_lines_and_choose(window: MainWindow) -> None:
    """Right goes on from the last of a line to the first of the next; Left comes back."""
    at_work(window).hub.unit_edited.emit(0)
    settle()
    kinds = next(
        each for each in window.findChildren(PickButtons)
        if each.isVisible() and each.accessibleName() == "Kind"
    )  # fmt: skip
    kinds.focus()
    first, seen = kinds.value(), []
    while not seen or kinds.value() != first:
        press(Qt.Key.Key_Right)
        assert focus() is kinds.button(kinds.value())
        seen.append(kinds.value())
    assert len(seen) == len(set(seen)) == len(kinds._buttons)
    press(Qt.Key.Key_Up)
    assert kinds.value() == seen[-2]


def test_arrows_choose_in_segmented_switches(empty: MainWindow) -> None:
    empty.new_campaign()
    sheet = overlay(empty, NewCampaign)
    switch = sheet.findChild(Segmented)
    assert switch is not None
    switch.findChildren(QWidget)[0].setFocus()
    QTest.keyClick(focus(), Qt.Key.Key_Left)
    assert switch.current() == 2
    QTest.keyClick(focus(), Qt.Key.Key_Down)
    assert switch.current() == 0
