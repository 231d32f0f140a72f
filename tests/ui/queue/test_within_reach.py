"""A step that explodes: who is within reach is typed or known by the map, and each takes his part."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive, DamageExplosive
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.armory import explosives
from brikdesk.store.views.log import log
from brikdesk.store.views.units import units
from tests.played_once import begun
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.step_part import CaughtRow
from ui.look.theme import Theme
from ui.panels.queue.panel import LargeView, StartPanel

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key
TILE, STUB, LOST = 1, 2, 3
Make = Callable[..., StartPanel | LargeView]


@pytest.fixture
def keg(tmp_path: Path) -> Iterator[Campaign]:
    """Priya's turn ends, a Keg X2 at the origin goes off: Tile stands 1.5 inches from it."""
    made = begun(tmp_path / "keg.brik", _play)
    yield made
    made.close()


def _play(made: Campaign) -> None:
    made.do(CreateCampaign(name="The Keg", uuid="keg"))
    for name, faction, colour in (("Priya", "Duchy", "sky"), ("Tomasz", "Order", "orchid")):
        made.do(AddPlayer(name=name, faction=faction, colour=colour))
    made.do(NewBattle(name="Keg", player_ids=(1, 2)))
    made.do(AddUnit(name="Squire Tile", player_id=2, armor="4", x=2.0, y=0.0))
    made.do(AddUnit(name="Squire Stub", player_id=2, armor="4", x=9.0, y=0.0))
    made.do(AddUnit(name="Lost Lancer", player_id=1, armor="1d10"))
    made.do(StartBattle())
    made.do(AddExplosive(name="Keg", explosive_size=2, x=0.0, y=0.0))
    made.do(DamageExplosive(explosive_id=1, damage=3))
    made.do(EndTurn())


@pytest.fixture
def make(qtbot: QtBot, theme: Theme, keg: Campaign) -> Iterator[Make]:
    desks: list[Desk] = []

    def build(
        kind: type[StartPanel] | type[LargeView] = StartPanel, rolls: tuple[int, ...] = ()
    ) -> StartPanel | LargeView:
        faces = iter(rolls)
        desk = Desk(keg, lambda _sides: next(faces))
        desks.append(desk)
        panel = kind(theme, desk, Hub(desk))
        qtbot.addWidget(panel)
        panel.resize(*((424, 760) if kind is StartPanel else (1440, 900)))
        panel.show()
        panel.activateWindow()
        panel.controller.rest = 0
        panel.setFocus()
        QApplication.processEvents()
        return panel

    yield build
    for desk in desks:
        desk.deleteLater()


def press(panel: QWidget, *keys: K) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or panel, key)
        QApplication.processEvents()


def typed(words: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), words)
    QApplication.processEvents()


def act_of(panel: StartPanel | LargeView) -> Detonate:
    assert panel.controller.shown is not None
    act = panel.controller.shown.act
    assert isinstance(act, Detonate)
    return act


def within(panel: StartPanel | LargeView) -> list[tuple[int | None, float]]:
    return [(each.unit_id, each.distance) for each in act_of(panel).caught]


@pytest.mark.rule("8.4-27", "Q8-50")
@pytest.mark.parametrize("kind", [StartPanel, LargeView])
def test_whom_the_map_has_within_reach_is_there_once_the_roll_lies_there(
    make: Make, kind: type[StartPanel]
) -> None:
    panel = make(kind)
    card = panel.card
    assert card.caught.isHidden()
    press(panel, K.Key_6)
    assert card.caught.isHidden(), "nobody knows yet how far it reaches"
    press(panel, K.Key_5)
    assert not card.caught.isHidden()
    assert within(panel) == [(TILE, 1.5)]
    assert card.caught.row(TILE).distance.value() == 1.5
    assert card.bands.isHidden()
    assert any("11 against Armor 4" in words for words in card.results.words())


def test_a_distance_is_measured_otherwise_and_the_keys_go_back_to_the_card(make: Make) -> None:
    panel = make()
    press(panel, K.Key_6, K.Key_5, K.Key_W)
    assert panel.card.caught.row(TILE).distance.hasFocus()
    typed("3.5")
    assert within(panel) == [(TILE, 3.5)]
    assert any("5 against Armor 4" in words for words in panel.card.results.words())
    assert panel.card.caught.row(TILE).distance.hasFocus(), "who types keeps the field"
    press(panel, K.Key_Return)
    assert panel.controller.current is not None, "Enter in a field settles nothing"
    assert panel.card.dice.isAncestorOf(QApplication.focusWidget())
    press(panel, K.Key_Return)
    assert panel.controller.current is None


@pytest.mark.rule("5.1-11", "8.4-26")
def test_a_unit_without_a_position_is_added_by_typing_and_rolls_its_armor(
    make: Make, keg: Campaign
) -> None:
    panel = make()
    press(panel, K.Key_6, K.Key_5)
    panel.card.caught.add.setFocus()
    press(panel, K.Key_Return)
    typed("lanc")
    press(panel, K.Key_Return, K.Key_Escape)
    assert panel.card.caught.row(LOST).distance.hasFocus(), "its distance is wanted next"
    typed("1")
    press(panel, K.Key_Escape)
    assert sorted(within(panel)) == [(TILE, 1.5), (LOST, 1.0)]
    assert panel.controller.preview.owed == 1
    assert panel.controller.preview.waiting == "Armor of Lost Lancer: a die."
    press(panel, K.Key_2, K.Key_Return)
    assert panel.controller.current is None
    assert [row.name for row in keg.read(units)] == ["Squire Stub"]
    lines = [entry.line.text() for entry in keg.read(log)]
    assert any(words.startswith("Lost Lancer takes 11. [2]") for words in lines)


def test_who_is_taken_out_stays_out_and_undo_brings_all_back(make: Make, keg: Campaign) -> None:
    panel = make()
    press(panel, K.Key_6, K.Key_5)
    panel.card.caught.row(TILE).spared()
    QApplication.processEvents()
    assert within(panel) == []
    assert not panel.card.bands.isHidden(), "bands alone are shown where nobody is struck"
    panel.setFocus()
    press(panel, K.Key_Return)
    assert len(keg.read(units)) == 3
    panel.controller.desk.undo()
    QApplication.processEvents()
    assert within(panel) == []


def test_an_explosion_waits_for_enter_although_its_last_die_is_in(make: Make) -> None:
    panel = make()
    panel.controller.apply_when_complete = True
    press(panel, K.Key_6, K.Key_5)
    assert panel.controller.current is not None
    assert ("W", "within reach") in panel.keys.names()


def test_the_last_die_cleared_takes_those_within_reach_away_again(make: Make) -> None:
    panel = make()
    press(panel, K.Key_6, K.Key_5, K.Key_Backspace)
    assert panel.card.caught.isHidden()
    assert panel.card.results.isHidden()
    assert within(panel) == []


def test_rolling_all_stops_where_somebody_has_to_say_who_is_within_reach(
    make: Make, keg: Campaign
) -> None:
    panel = make(rolls=(6, 5))
    panel.controller.roll_all()
    QApplication.processEvents()
    assert panel.controller.current is not None
    assert within(panel) == [(TILE, 1.5)]
    assert len(keg.read(units)) == 3


@pytest.mark.rule("8.4-13", "8.4-14", "8.4-50")
def test_what_may_go_off_too_is_found_by_the_map_and_added_from_the_list(
    make: Make, keg: Campaign
) -> None:
    keg.do(AddExplosive(name="Case", explosive_size=2, x=1.0, y=0.0))
    keg.do(AddExplosive(name="Powder", explosive_size=1, place="by the well"))
    panel = make()
    press(panel, K.Key_6, K.Key_5)
    assert [(each.explosive_id, each.unit_id) for each in act_of(panel).caught] == [
        (2, None), (None, TILE),
    ]  # fmt: skip
    press(panel, K.Key_W)
    panel.card.caught.add.setFocus()
    press(panel, K.Key_Return)
    typed("powd")
    press(panel, K.Key_Return, K.Key_Escape)
    typed("3")
    press(panel, K.Key_Escape)
    powder = next(each for each in act_of(panel).caught if each.explosive_id == 3)
    assert powder.distance == 3.0
    names = [row.distance.accessibleName() for row in panel.card.caught.findChildren(CaughtRow)]
    assert {"Case X2, inches from the centre", "Powder X1, inches from the centre"} <= set(names)
    press(panel, K.Key_Return)
    states = {row.name: row.state for row in keg.read(explosives)}
    assert states == {"Case": "activated", "Powder": "activated"}


def test_more_than_forty_within_reach_are_told_and_caught_by_one_button(
    make: Make, keg: Campaign
) -> None:
    keg.do(AddUnit(name="Extra", player_id=2, armor="4", copies=52, x=1.0, y=1.0))
    panel = make()
    press(panel, K.Key_6, K.Key_5)
    caught = panel.card.caught
    caught.open(True)
    assert caught.head.text().endswith("40 of 53")
    assert caught.beyond.text() == "and 13 more within reach, who are not caught yet"
    assert len(act_of(panel).caught) == 40
    caught.all.click()
    assert len({each.unit_id for each in act_of(panel).caught}) == 53
    assert caught.beyond.isHidden()
    caught.row(TILE).spared()
    assert caught.beyond.isHidden(), "who was taken out by hand is not missed"
