"""What is hidden while something happens is right in the moment in which it is painted again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from pytestqt.qtbot import QtBot
from typing_extensions import override

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from tests.ui.window_scene import at_work, make_file, open_window, settle
from ui.look.theme import Theme
from ui.panels.attack.panel import EMPTY, NO_BATTLE, AttackPanel
from ui.panels.units.panel import UnitsPanel
from ui.parts.rows_view import RowsView
from ui.window.main_window import MainWindow

LONG = "Grandfather Brick of the Battlements"


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    """Open a campaign in which no battle runs yet."""
    file = make_file(tmp_path / "campaign.brik", battle=False)
    with open_window(qtbot, theme, file) as opened:
        yield opened


class Painted(QObject):
    """Keeps the widths of a table's columns, and the name in its first row, at each painting."""

    def __init__(self, view: RowsView) -> None:
        super().__init__(view)
        self._view = view
        self.seen: list[tuple[list[int], str]] = []
        view.viewport().installEventFilter(self)

    def now(self) -> tuple[list[int], str]:
        """Return what would be seen now."""
        view = self._view
        widths = [view.columnWidth(column) for column in range(len(view.columns()))]
        return widths, str(view.model().index(0, 0).data())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.seen.append(self.now())
        return False


def units_of(window: MainWindow) -> UnitsPanel:
    window.commands["units"].trigger()
    settle()
    panel = at_work(window).view.panel("units")
    assert isinstance(panel, UnitsPanel)
    return panel


def test_a_table_shows_in_its_first_painting_what_changed_while_it_was_hidden(
    window: MainWindow,
) -> None:
    desk = at_work(window).desk
    desk.do(AddUnit(player_id=1, name="Bob", size=1))
    desk.do(AddWeapon(unit_id=1, kind="Gun", size=1))
    view = units_of(window).view
    before = view.columnWidth(0)
    window.commands["battle"].trigger()
    settle()
    desk.do(EditUnit(unit_id=1, name=LONG))
    settle()
    painted = Painted(view)
    units_of(window)
    assert painted.seen[0] == painted.now()
    assert painted.now()[1] == LONG
    assert view.columnWidth(0) > before
    desk.undo()
    settle()
    assert painted.seen[-1][1] == "Bob"


def test_the_attack_tab_knows_of_a_battle_that_began_while_it_was_hidden(
    window: MainWindow,
) -> None:
    work = at_work(window)
    work.view.show_desk("attack")
    settle()
    panel = work.view.side.shown
    assert isinstance(panel, AttackPanel)
    assert panel.empty.text() == NO_BATTLE
    work.view.show_desk("start")
    work.desk.do(
        Together(title="Begin", acts=(NewBattle(name="First", player_ids=(1, 2)), StartBattle()))
    )
    settle()
    work.view.show_desk("attack")
    assert panel.empty.text() == EMPTY
