"""The inspector by the Sci-fi rules: figures, ranges, every load as a sum, crews, why it may not fire."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from brikdesk.acts.scifi.ammunition import AdjustLoad
from brikdesk.acts.scifi.crews import ReplaceGunner
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.units.roster import AddUnit
from brikdesk.games import GAMES
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.turns import scifi_ledger
from tests.ui.scifi.sf_scene import CARRIER, DRONE, LAUNCHER, RACK, TRIPOD, TROOPER, star_table
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.scifi_units.unit_columns import LoadSum, SfWeaponPart
from ui.panels.units.inspector import BUTTONS, SF_BUTTONS, Inspector
from ui.parts.units import FiguresRow, RangeBar
from ui.widgets.rule_lines import Citation
from ui.widgets.tokens import StateChip

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key


@pytest.fixture
def inspector(qtbot: QtBot, theme: Theme, stars: Campaign) -> Iterator[Inspector]:
    yield from shown(qtbot, theme, stars)


def shown(qtbot: QtBot, theme: Theme, campaign: Campaign) -> Iterator[Inspector]:
    desk = Desk(campaign)
    made = Inspector(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(424, 900)
    made.show()
    made.activateWindow()
    made.setFocus()
    yield made
    desk.deleteLater()


def figures(inspector: Inspector, place: int = 0) -> tuple[tuple[str, str], ...]:
    return inspector.holder.page.findChildren(FiguresRow)[place].figures


def sums(inspector: Inspector) -> dict[str, str]:
    (found,) = inspector.holder.page.findChildren(LoadSum)
    return dict(found.figures)


def weapon(inspector: Inspector) -> SfWeaponPart:
    (found,) = inspector.holder.page.findChildren(SfWeaponPart)
    return found


def fire(inspector: Inspector, weapon_id: int, times: int = 1) -> None:
    aims = (SfAim(target_id=DRONE, distance=20),) * times
    assert isinstance(inspector._desk.do(FireSf(sf_weapon_id=weapon_id, aims=aims)), Changes)


def buttons(inspector: Inspector) -> set[str]:
    return {name for name, button in inspector.buttons.items() if not button.isHidden()}


class Windows(QObject):
    """Notes what is shown as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget) and event.type() is QEvent.Type.Show and watched.isWindow():
            self.seen.append(type(watched).__name__)
        return False


def test_no_part_of_it_is_a_window_even_for_a_moment(inspector: Inspector) -> None:
    application, windows = QApplication.instance(), Windows()
    assert application is not None
    application.installEventFilter(windows)
    try:
        for unit_id in (TRIPOD, TROOPER, DRONE, CARRIER):
            inspector.show_unit(unit_id)
    finally:
        application.removeEventFilter(windows)
    assert not windows.seen, "it takes the focus from the desk"
    assert weapon(inspector).findChild(RangeBar).isVisible()


def test_a_unit_shows_its_own_figures_and_none_of_brikwars(inspector: Inspector) -> None:
    inspector.show_unit(CARRIER)
    assert figures(inspector) == (
        ("Size", "–"), ("Armor class", "5"), ("Weapons", "1"), ("Weapons cost", "30"),
    )  # fmt: skip
    words = inspector.words()
    assert "Vehicle, Amber Army" in words
    assert "Power" not in words
    named = [name for part in range(3) for name, _ in figures(inspector, part)]
    assert not {"Armor", "Move", "Weight", "Action"} & set(named)


def test_who_has_detected_it_and_for_how_long(inspector: Inspector) -> None:
    inspector.show_unit(DRONE)
    assert "by Amber Army, until it is cleared" in inspector.words()
    chips = inspector.holder.page.findChildren(StateChip)
    assert "Detected by Amber Army" in [chip.accessibleName() for chip in chips]


def test_a_weapon_shows_attack_factor_rate_area_and_its_bands_to_scale(
    inspector: Inspector,
) -> None:
    inspector.show_unit(CARRIER)
    assert figures(inspector, 1)[:2] == (("Attack factor", "6"), ("Rate of fire", "S"))
    assert 'Single shot, circular area 4", high explosive, mounted, 30 points' in inspector.words()
    bar = weapon(inspector).findChild(RangeBar)
    assert isinstance(bar, RangeBar)
    assert [(each.name, each.to) for each in bar.bands] == [
        ("short", 24), ("medium", 48), ("long", 72),
    ]  # fmt: skip
    assert bar.too_close is not None
    assert bar.too_close.to == 10


@pytest.mark.rule("12-59", "12-60", "12-64", "TC-50")
def test_the_four_numbers_of_a_load_are_a_sum_that_holds_over_fire_edit_and_undo(
    inspector: Inspector,
) -> None:
    inspector.show_unit(CARRIER)
    desk = inspector._desk
    fire(inspector, RACK, 2)
    (load,) = (row for row in desk.read(scifi_ledger.sf_ammo) if row.sf_weapon_id == RACK)
    desk.do(AdjustLoad(load_id=load.load_id, removed=1, reason="Fell off."))
    assert sums(inspector) == {
        "Loaded": "7", "= Remaining": "4", "+ Fired": "2", "+ Lost": "0", "+ Adjusted": "1",
    }  # fmt: skip
    assert "artillery rocket, 2 of 2 fired this turn" in inspector.words()
    desk.undo()
    desk.undo()
    assert sums(inspector)["= Remaining"] == "7"


@pytest.mark.rule("12-59")
def test_why_it_may_not_fire_now_stands_with_its_rule(inspector: Inspector, qtbot: QtBot) -> None:
    inspector.show_unit(CARRIER)
    assert weapon(inspector).findChild(Citation) is None
    fire(inspector, RACK, 2)
    assert "2 this turn" in inspector.words()
    cited = weapon(inspector).findChild(Citation)
    assert isinstance(cited, Citation)
    with qtbot.waitSignal(inspector._hub.rule_asked) as asked:
        cited.click()
    assert asked.args == ["12-59"]


@pytest.mark.rule("12-74")
def test_a_crew_shows_roles_and_who_is_gone(inspector: Inspector) -> None:
    inspector.show_unit(TRIPOD)
    words = inspector.words().split("\n")
    assert {"Wick, gunner", "Taper, loader", "Snuff"} <= set(words)
    (crew,) = inspector._desk.read(scifi_ledger.sf_crews)
    inspector._desk.do(ReplaceGunner(sf_weapon_id=LAUNCHER, member_id=crew.others_serve[-1]))
    assert "Snuff, gone" in inspector.words().split("\n")


def test_f2_and_enter_on_a_weapon_edit_it_and_a_fires_it(inspector: Inspector) -> None:
    inspector.show_unit(CARRIER)
    edited: list[object] = []
    fired: list[object] = []
    inspector._hub.sf_weapon_edited.connect(edited.append)
    inspector._hub.attack_wanted.connect(fired.append)
    QTest.keyClick(inspector, K.Key_Tab)
    weapon(inspector).setFocus()
    for key in (K.Key_F2, K.Key_Return, K.Key_A):
        QTest.keyClick(weapon(inspector), key)
    assert edited == [(CARRIER, RACK)] * 2
    assert fired == [FireSf(sf_weapon_id=RACK)]


def test_the_focus_stays_on_its_weapon_when_something_changes(inspector: Inspector) -> None:
    inspector.show_unit(CARRIER)
    weapon(inspector).setFocus()
    fire(inspector, RACK)
    assert weapon(inspector).hasFocus()


def test_buttons_and_letters_are_those_of_the_rules_it_plays_by(
    inspector: Inspector, qtbot: QtBot
) -> None:
    inspector.show_unit(TROOPER)
    assert buttons(inspector) == {"attack", "edit", *SF_BUTTONS}
    inspector.setFocus()
    with qtbot.assertNotEmitted(inspector._hub.unit_edited):
        QTest.keyClick(inspector, K.Key_R)
    with qtbot.waitSignal(inspector._hub.attack_wanted):
        QTest.keyClick(inspector, K.Key_A)


def test_beside_brikwars_each_unit_shows_the_figures_it_has(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    both = star_table(tmp_path / "both.brik", *(game.title for game in GAMES.values()))
    both.do(AddUnit(name="Golem", player_id=1))
    (made,) = shown(qtbot, theme, both)
    made.show_unit(TROOPER)
    assert [name for name, _ in figures(made)] == ["Size", "Armor class", "Weapons", "Weapons cost"]
    made.show_unit(6)
    assert [name for name, _ in figures(made)] == ["Size", "Armor", "Move", "Weight", "Action"]
    assert buttons(made) == set(BUTTONS)
    both.close()
