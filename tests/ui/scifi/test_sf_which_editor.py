"""Which editor opens for a unit: the one of its rules, with a switch where both are played."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.store.views.scifi import SfUnitRow, sf_unit
from tests.ui.scifi.sf_editor_scene import (
    ANN,
    BRIKWARS,
    FORT,
    GLOW,
    SCIFI,
    TEAM,
    do,
    focused,
    make_stars,
)
from tests.ui.window_scene import at_work, open_window, type_into
from ui.campaign.desk import Desk
from ui.look.theme import Theme
from ui.panels.scifi_units.unit_editor import SfUnitEditor
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor
from ui.panels.units.unit_editor import UnitEditor
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton


def row_of(desk: Desk, unit_id: int) -> SfUnitRow:
    found = desk.read(sf_unit, unit_id)
    assert found is not None
    return found


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[MainWindow]:  # fmt: skip
    sets = getattr(request, "param", (SCIFI,))
    made = make_stars(tmp_path / "window.brik", *sets)
    if BRIKWARS in sets:
        do(made, "AddUnit", name="Baron Brick", player_id=ANN, kind="Hero")
    made.close()
    with open_window(qtbot, theme, tmp_path / "window.brik") as opened:
        yield opened


both = pytest.mark.parametrize("window", [(BRIKWARS, SCIFI)], indirect=True)
BARON = FORT + 1


def shown(window: MainWindow) -> object:
    return at_work(window).view.side.shown


def test_a_campaign_of_the_sci_fi_rules_opens_only_its_own_editor(window: MainWindow) -> None:
    hub = at_work(window).hub
    for unit_id in (0, GLOW):
        hub.unit_edited.emit(unit_id)
        editor = shown(window)
        assert isinstance(editor, SfUnitEditor)
        assert editor.unit.unit_id == unit_id
        assert editor.unit._sets.isHidden()
    assert not window.findChildren(UnitEditor)
    hub.sf_weapon_edited.emit((TEAM, 3))
    weapon = shown(window)
    assert isinstance(weapon, SfWeaponEditor)
    assert weapon.form.name.text() == "Tripod launcher"
    QTest.keyClick(focused(), K.Key_Escape)
    assert at_work(window).view.side.aside == ""


@both
def test_where_both_are_played_each_unit_opens_in_its_own(window: MainWindow) -> None:
    hub = at_work(window).hub
    hub.unit_edited.emit(BARON)
    assert isinstance(shown(window), UnitEditor)
    hub.unit_edited.emit(GLOW)
    editor = shown(window)
    assert isinstance(editor, SfUnitEditor)
    assert editor.unit.form.name.text() == "Lampwoman Glow"
    assert editor.unit.form.name.hasFocus()


@both
def test_a_switch_goes_from_one_editor_to_the_other_by_keys(window: MainWindow) -> None:
    hub = at_work(window).hub
    hub.unit_edited.emit(0)
    first = shown(window)
    assert isinstance(first, UnitEditor)
    assert first._sets.isVisible()
    first._sets._group.button(0).setFocus()
    QTest.keyClick(focused(), K.Key_Right)
    second = shown(window)
    assert isinstance(second, SfUnitEditor)
    assert second.unit._sets.current() == 1
    hub.unit_edited.emit(0)
    assert shown(window) is second
    second.unit._sets._group.button(1).setFocus()
    QTest.keyClick(focused(), K.Key_Left)
    assert shown(window) is first


@both
def test_a_unit_of_brikwars_can_be_given_sci_fi_facts(window: MainWindow) -> None:
    work = at_work(window)
    work.hub.unit_edited.emit(BARON)
    editor = shown(window)
    assert isinstance(editor, UnitEditor)
    QTest.mouseClick(editor._sets._group.button(1), LEFT)
    other = shown(window)
    assert isinstance(other, SfUnitEditor)
    assert other.unit.form.name.text() == "Baron Brick"
    type_into(other.unit.form.edit("armor_class"), "1")
    other.unit.submit()
    assert row_of(work.desk, BARON).armor_class == 1


@pytest.mark.parametrize("window", [(BRIKWARS, SCIFI)], indirect=True)
def test_the_switch_has_words_for_a_screen_reader(window: MainWindow) -> None:
    at_work(window).hub.unit_edited.emit(0)
    editor = shown(window)
    assert isinstance(editor, UnitEditor)
    names = [button.accessibleName() for button in editor._sets._group.buttons()]
    assert names == ["BrikWars", "Sci-fi"]
