"""An attack of the sample campaign from the map: nothing typed, and the act that typing makes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.combat.aim import Aim, Caught, Measure
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.store.act import Act
from brikdesk.store.views.units import units
from tests.ui.window_scene import Key, at_work, open_window, press, settle
from ui.campaign.desk import Desk
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel
from ui.panels.map.panel import MapPanel
from ui.widgets.fields import ChoiceButton
from ui.window.main_window import MainWindow

LORRY, WAGON, SIGNPOST = "Skip Lorry", "Bucket Wagon", "Signpost to Nowhere"
LEFT = Qt.MouseButton.LeftButton
# Of the Wagon, 2" long and high, a tower hides one side and a wall the lower half.
TOWER = PlaceTerrain(
    kind="wall", points=((11.8, 11.6), (12, 11.4), (13.4, 12.8), (13, 13.1)), top=8
)
WALL = PlaceTerrain(
    kind="wall", points=((10.8, 10.1), (11.2, 9.8), (13.4, 12.8), (13, 13.1)), top=2
)


@dataclass(frozen=True, slots=True)
class Battle:
    """The sample in a window, with every act that its campaign is asked for."""

    window: MainWindow
    map: MapPanel
    keys: dict[str, int]
    acts: list[Act]
    menus: list[QMenu]

    @property
    def desk(self) -> Desk:
        """The desk of the window."""
        return at_work(self.window).desk

    @property
    def attack(self) -> AttackPanel:
        """The tab with the attack."""
        panel = at_work(self.window).view.side.panel("attack")
        assert isinstance(panel, AttackPanel)
        return panel

    def place(self, name: str) -> QPoint:
        """Return the pixel of the map on which a unit stands."""
        row = next(row for row in self.desk.read(units) if row.name == name)
        return self.map.view.to_view(QPointF(row.x or 0, row.y or 0)).toPoint()

    def choose(self, name: str, words: str) -> None:
        """Open the menu of a unit by the right button and take an entry."""
        port, at = self.map.view.viewport(), self.place(name)
        reason = QContextMenuEvent.Reason.Mouse
        QApplication.sendEvent(port, QContextMenuEvent(reason, at, port.mapToGlobal(at)))
        (entry,) = (e for e in self.menus[-1].actions() if e.text().split("\t")[0] == words)
        entry.trigger()
        settle()

    def click(self, widget: QWidget) -> None:
        """Click on a widget that is seen."""
        assert widget.isVisible()
        assert widget.isEnabled()
        QTest.mouseClick(widget, LEFT)
        settle()

    def answers(self) -> list[ChoiceButton]:
        """Return the answers to the question that waits."""
        found = self.attack.keys.choices.answers.findChildren(ChoiceButton)
        return [button for button in found if button.isVisible()]

    def made(self) -> Attack:
        """Return the attack that was recorded."""
        assert self.attack.controller.phase is AttackPhase.DONE
        act = self.acts[-1]
        assert isinstance(act, Attack)
        return act

    def told(self) -> str:
        """Return what the log tells of the attack that is done."""
        done = self.attack.controller.done
        assert done is not None
        return " ".join(str(line) for line in done.lines)


@pytest.fixture
def battle(
    qtbot: QtBot, theme: Theme, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Battle]:
    """Yield the sample's last turn; the Lorry stands 3" high, and half of the Wagon is covered."""
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: menus.append(menu))
    with open_window(qtbot, theme) as window:
        window.thrower = lambda sides: sides - 2  # hits, with a Benny to spend
        window.open_path(sample)
        qtbot.waitUntil(lambda: window.at_work is not None)
        settle()
        desk = at_work(window).desk
        keys = {row.name: row.id for row in desk.read(units)}
        # Its gunner has to be at the Rubbish chute, and as high as that is.
        clack = keys["Gunner Clack"]
        beside = MoveUnit(unit_id=clack, x=4, y=15.5, overruled=frozenset({"4.1-01"}))
        lifted = (FaceUnit(unit_id=key, base=3) for key in (keys[LORRY], clack))
        for act in (beside, *lifted, TOWER, WALL):
            desk.do(act)
        panel = at_work(window).view.panel("map")
        assert isinstance(panel, MapPanel)
        acts: list[Act] = []
        do = desk.campaign.do
        monkeypatch.setattr(desk.campaign, "do", lambda act: (acts.append(act), do(act))[1])
        settle()
        yield Battle(window, panel, keys, acts, menus)


def by_mouse(battle: Battle) -> Attack:
    """Attack with the Lorry at the Wagon by nothing but the mouse."""
    battle.choose(LORRY, "Attack")
    battle.choose(WAGON, "Aim the attack here")
    battle.click(battle.attack.foot.go)
    while not battle.attack.controller.can_apply:
        if battle.attack.controller.can_roll:
            battle.click(battle.attack.foot.roll)
        else:
            battle.click(battle.answers()[0])
    battle.click(battle.attack.foot.apply)
    return battle.made()


def by_keys(battle: Battle) -> Attack:
    """Attack with the Lorry at the Wagon by nothing but keys."""
    battle.map.view.setFocus()
    told = battle.map.readout.accessibleName
    while LORRY not in told():
        press(Key.Key_Tab)
    press(Key.Key_A)
    battle.map.view.setFocus()
    press(Key.Key_X)
    while f"Target: {WAGON}" not in told():
        press(Key.Key_Tab)
    press(Key.Key_Return)
    battle.attack.setFocus()
    press(Key.Key_Return)
    while not battle.attack.controller.can_apply:
        press(Key.Key_Space if battle.attack.controller.can_roll else Key.Key_A)
    press(Key.Key_Return)
    return battle.made()


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("play", [by_mouse, by_keys])
def test_an_attack_of_the_sample_from_the_map_is_the_typed_one_but_for_the_word_measured(
    battle: Battle, play: Callable[[Battle], Attack]
) -> None:
    wagon, signpost = battle.keys[WAGON], battle.keys[SIGNPOST]
    played = play(battle)
    measured = (Measure.ABOVE, Measure.INCHES)
    assert played.aims == (Aim(unit_id=wagon, above=3, inches=0.8, measured=measured),)
    assert Caught(unit_id=signpost, distance=2.33, measured=True) in played.caught
    assert all(each.measured for each in played.caught)
    caught = tuple(replace(each, measured=False) for each in played.caught)
    by_map = battle.told()
    battle.desk.undo()
    attack = battle.attack.controller
    typed = attack.draft.aiming(distance=10.31, above=3.0, inches=0.8)
    for each in caught:
        typed = typed.reaching(typed.reach.catching(each))
    attack.change(typed)
    assert attack.apply()
    bare = replace(
        played,
        # The distance stands in the act only if it was typed: else it follows from the places.
        aims=(replace(played.aims[0], distance=10.31, measured=()),),
        caught=caught,
    )
    assert battle.made() == bare
    by_hand = battle.told()
    assert " measured" in by_map
    assert by_hand == by_map.replace(", measured on the map", "")
