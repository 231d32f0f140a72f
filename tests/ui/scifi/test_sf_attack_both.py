"""The Attack tab of a campaign of BrikWars, of the Sci-fi rules, and of both."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.setup import SetRuleSets
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.games import BRIKWARS, GAMES, SCIFI
from brikdesk.store.views.armory import weapons
from brikdesk.store.views.units import units
from tests.ui.scifi.sf_attack_scene import Field, press, set_field
from tests.ui.window_scene import at_work, open_window, settle
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel
from ui.panels.scifi_attack.panel import BothAttacks, SfAttackPanel
from ui.widgets.fields import ChoiceRow
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)

RIFLE = {"catalogue": "laser rifle", "range_factor": 12}


def stage_for(path: Path, *sets: str) -> dict[str, int]:
    """Write a file with a Sci-fi soldier, and a minifig where BrikWars is played."""
    field: Field = set_field(path, *sets)
    if SCIFI.title in sets:
        field.unit("Glow", RIFLE, x=4, y=4)
        field.foes("Decimal")
    if BRIKWARS.title in sets:
        field.do("AddUnit", player_id=1, name="Rosa", preset="U-01", weapons=[{"preset": "W-04"}])
        field.do("AddUnit", player_id=2, name="Tile", preset="U-01")
        field.keys = {row.name: row.id for row in field.campaign.read(units)}
    field.campaign.close()
    return field.keys


@pytest.fixture
def both(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[tuple[MainWindow, dict[str, int]]]:
    keys = stage_for(tmp_path / "both.brik", *(game.title for game in GAMES.values()))
    with open_window(qtbot, theme, tmp_path / "both.brik") as window:
        yield window, keys


def tab_of(window: MainWindow) -> BothAttacks:
    panel = at_work(window).view.side.panel("attack")
    assert isinstance(panel, BothAttacks)
    return panel


def wants(window: MainWindow, wanted: Attack | FireSf) -> BothAttacks:
    at_work(window).hub.attack_wanted.emit(wanted)
    settle()
    return tab_of(window)


@pytest.mark.parametrize(
    ("sets", "kind"),
    [((BRIKWARS.title,), AttackPanel), ((SCIFI.title,), SfAttackPanel)],
    ids=["BrikWars", "Sci-fi"],
)
def test_a_campaign_of_one_game_has_its_panel_alone(
    qtbot: QtBot, theme: Theme, tmp_path: Path, sets: tuple[str, ...], kind: type[object]
) -> None:
    stage_for(tmp_path / "one.brik", *sets)
    with open_window(qtbot, theme, tmp_path / "one.brik") as window:
        assert type(at_work(window).view.side.panel("attack")) is kind


def test_what_was_asked_for_opens(both: tuple[MainWindow, dict[str, int]]) -> None:
    window, keys = both
    tab = wants(window, Attack(strikes=(Strike(by_id=keys["Rosa"]),)))
    assert isinstance(tab.shown, AttackPanel)
    assert tab.shown.controller.phase is AttackPhase.AIM
    tab = wants(window, Attack(strikes=(Strike(by_id=keys["Glow"]),)))
    assert isinstance(tab.shown, SfAttackPanel)
    assert tab.shown.aim.weapon.words[0] == "Laser rifle"
    tab = wants(window, Attack(aims=(Aim(unit_id=keys["Decimal"]),)))
    assert isinstance(tab.shown, AttackPanel)


def test_a_shot_that_is_partly_filled_in_is_taken_up(
    both: tuple[MainWindow, dict[str, int]],
) -> None:
    window, keys = both
    aim = SfAim(target_id=keys["Decimal"], distance=7)
    tab = wants(window, FireSf(sf_weapon_id=1, aims=(aim,)))
    assert isinstance(tab.shown, SfAttackPanel)
    assert tab.shown.aim.target.words[1].startswith('7" away')
    press("\n")
    assert tab.shown.controller.phase is AttackPhase.SHOTS


def test_the_switch_goes_by_mouse_and_by_key(both: tuple[MainWindow, dict[str, int]]) -> None:
    window, keys = both
    aim, strike = Aim(unit_id=keys["Tile"], distance=3), Strike(by_id=keys["Rosa"])
    tab = wants(window, Attack(strikes=(strike,), aims=(aim,)))
    assert isinstance(tab.shown, AttackPanel)
    press("g")
    assert isinstance(tab.shown, SfAttackPanel)
    press("g")
    assert isinstance(tab.shown, AttackPanel)
    button = next(each for each in tab.switch.children() if _named(each) == "Sci-fi, G")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
    assert isinstance(tab.shown, SfAttackPanel)


def _named(part: object) -> str:
    name = getattr(part, "accessibleName", None)
    return str(name()) if callable(name) else ""


def test_the_tab_follows_when_another_game_joins(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    stage_for(tmp_path / "one.brik", SCIFI.title)
    with open_window(qtbot, theme, tmp_path / "one.brik") as window:
        side = at_work(window).view.side
        side.show_tab("attack")
        assert isinstance(side.panel("attack"), SfAttackPanel)
        at_work(window).desk.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
        settle()
        assert isinstance(side.panel("attack"), BothAttacks)
        at_work(window).desk.undo()
        settle()
        assert isinstance(side.panel("attack"), SfAttackPanel)


def letters_in(panel: QWidget) -> list[str]:
    """Return the letters of each row of answers in sight."""
    return [row.letters for row in panel.findChildren(ChoiceRow) if row.isVisible()]


@pytest.mark.rule("12-77")
def test_what_is_done_to_a_unit_of_the_other_book_is_a_letter(
    both: tuple[MainWindow, dict[str, int]],
) -> None:
    """Both ways: each question shows its answers, and its last letter ends the unit."""
    window, keys = both
    desk = at_work(window).desk

    def is_there(name: str) -> bool:
        return name in {row.name for row in desk.read(units)}

    shot = FireSf(sf_weapon_id=1, aims=(SfAim(target_id=keys["Tile"], distance=6.0),))
    scifi = wants(window, shot).shown
    assert isinstance(scifi, SfAttackPanel)
    press("\n")
    for _ in range(3):
        asked = scifi.controller.entry.question
        assert asked is not None
        assert [len(asked.options)] == [len(each) for each in letters_in(scifi)]
        wanted = next(at for at, each in enumerate(asked.options)
                      if each.value in ("hit", "penetrated", "eliminated"))  # fmt: skip
        press("abcdef"[wanted] + "\n")
    assert not is_there("Tile")
    gun = next(row.id for row in desk.read(weapons) if row.unit == "Rosa")
    strike = Strike(weapon_id=gun, by_id=keys["Rosa"])
    aim = Aim(unit_id=keys["Decimal"], distance=4)
    brikwars = wants(window, Attack(aims=(aim,), strikes=(strike,))).shown
    assert isinstance(brikwars, AttackPanel)
    brikwars.controller.to_the_dice()
    settle()
    press("54")
    assert letters_in(brikwars) == ["ABC"]
    press("c\n")
    assert not is_there("Decimal")
