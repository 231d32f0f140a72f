"""What has the focus in the Attack tab is in sight, and what is said in lists has marks between."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from tests.ui.attack.attack_scene import Table
from tests.ui.window_scene import focus, press, settle, typed
from ui.look.theme import Theme
from ui.panels.attack.panel import AttackPanel

K = Qt.Key


def aim(panel: AttackPanel, table: Table, by: str, at: str) -> None:
    panel.controller.begin_with(table.units[by])
    settle()
    press(K.Key_T)
    typed(at)
    press(K.Key_Return)


def counted(qtbot: QtBot, panel: AttackPanel) -> None:
    reckoner = panel.controller.reckoner
    qtbot.waitUntil(lambda: reckoner.odds is not None and not reckoner.counting)
    settle()


def in_sight(panel: AttackPanel, part: QWidget) -> bool:
    area = panel.findChild(QScrollArea)
    assert area is not None
    view = area.viewport()
    place = QRect(part.mapTo(view, QPoint(0, 0)), part.size())
    return view.rect().contains(place)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("scale", [100, 200])
def test_the_distance_of_who_is_caught_is_scrolled_into_sight(
    qtbot: QtBot, panel: AttackPanel, table: Table, theme: Theme, scale: int
) -> None:
    theme.set_scale(scale)
    panel.resize(480, 420) if scale == 100 else panel.resize(900, 640)
    settle()
    aim(panel, table, "Nephew", "opinion")
    press(K.Key_C)
    row = panel.damage.caught.row(table.units["Squire Tile"])
    assert focus() is row.distance
    counted(qtbot, panel)
    qtbot.waitUntil(lambda: in_sight(panel, row.distance))
    assert panel.damage.outcomes.isVisible(), "the odds came after the rows"


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("letter", ["d", "m"])
def test_what_a_letter_opens_is_in_sight_at_200_percent(
    qtbot: QtBot, panel: AttackPanel, table: Table, theme: Theme, letter: str
) -> None:
    theme.set_scale(200)
    panel.resize(900, 560)
    settle()
    aim(panel, table, "Nephew", "opinion")
    typed(letter)
    counted(qtbot, panel)
    there = focus()
    assert there is not panel
    qtbot.waitUntil(lambda: in_sight(panel, there))


def test_the_list_of_what_a_miss_strikes_is_in_sight_at_200_percent(
    qtbot: QtBot, panel: AttackPanel, table: Table, theme: Theme
) -> None:
    theme.set_scale(200)
    panel.resize(900, 800)
    settle()
    aim(panel, table, "Rifle Rosa", "under")
    for key in (K.Key_Return, K.Key_2, K.Key_L):
        press(key)
    assert focus() is panel.damage.strays.picks.field
    qtbot.waitUntil(lambda: in_sight(panel, focus()))


def test_outcomes_are_told_apart_by_commas(qtbot: QtBot, panel: AttackPanel, table: Table) -> None:
    aim(panel, table, "Nephew", "opinion")
    counted(qtbot, panel)
    words = panel.damage.outcomes._first.words.accessibleName()
    name, _, rest = words.partition(": ")
    assert name == "Second Opinion"
    parts = rest.partition(". ")[0].split(", ")
    assert [part.rstrip(" %0123456789.<>") for part in parts][:2] == ["miss", "no effect"]
    assert all(part.endswith("%") for part in parts)
    assert rest.endswith("damage on average")
    assert panel.roll.summary() == f"{panel.roll.needed.text()}, {panel.roll.total.text()}"


def test_shots_and_helps_are_told_apart_from_their_chances(
    qtbot: QtBot, panel: AttackPanel, table: Table
) -> None:
    units = table.units
    strike = Strike(
        by_id=units["Rifle Rosa"], name="Hose", use=3, range=20.0, damage="1d6", mode=Mode.ARC,
        count=2,
    )  # fmt: skip
    aims = (Aim(unit_id=units["Squire Tile"]), Aim(unit_id=units["Sister Underfoot"]))
    panel.controller.take_up(Attack(strikes=(strike,), aims=aims))
    counted(qtbot, panel)
    first = panel.roll.shots.words()[0]
    assert first.startswith("Squire Tile: ")
    assert " on d6, " in first
    assert "\n" not in panel.roll.summary()


def test_what_would_help_is_told_apart_from_its_chance(
    qtbot: QtBot, panel: AttackPanel, table: Table
) -> None:
    aim(panel, table, "Nephew", "opinion")
    press(K.Key_H)
    qtbot.waitUntil(lambda: bool(panel.controller.reckoner.helps))
    settle()
    assert panel.roll.helps.words()
    assert all(": " in words for words in panel.roll.helps.words())
