"""Searching that filters: words, facts by name, and what is not to be there."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.setup import KeepSearch, RemoveSearch, RenameSearch, SetDice
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.units.roster import AddUnit
from brikdesk.dice import DiceWay
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import kept_searches, players
from brikdesk.store.views.units import units
from tests.ui.window_scene import CTRL, Key, at_work, make_file, open_window, press, settle, typed
from ui.campaign.desk import NotDone
from ui.forms.form_sheet import ActSheet
from ui.look.theme import Theme
from ui.models.rows import RowFacts, Search, search_of
from ui.models.units import UnitsModel
from ui.palette import Palette
from ui.panels.ledger.panel import LedgerTabs
from ui.panels.units.panel import UnitsTree
from ui.window.main_window import MainWindow

FACTS: RowFacts = {
    "armor": lambda row: row[0],
    "armed": lambda row: row[1],
    "move": lambda row: None,
}


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    file = make_file(tmp_path / "campaign.brik")
    with Campaign.open(file) as campaign:
        campaign.do(AddUnit(player_id=1, name="Big Bertha", size=3, kind="Vehicle", armor="2d10"))
        campaign.do(AddUnit(player_id=1, name="Ann", size=1, armor="4", move=5))
        campaign.do(AddUnit(player_id=2, name="Ben", size=1, armor="6", move=8))
        campaign.do(Ignite(unit_id=1, inches=2))
    with open_window(qtbot, theme, file) as opened:
        yield opened


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("", ["Big Bertha", "Ann", "Ben"]),
        ("armor<5", ["Ann"]),
        ("armor>=6", ["Big Bertha", "Ben"]),
        ("armor=4", ["Ann"]),
        ("arm<5 side:sky", ["Ann"]),
        ("side:brick", ["Ben"]),
        ("burning", ["Big Bertha"]),
        ("-burning size<2", ["Ann", "Ben"]),
        ("state:fire", ["Big Bertha"]),
        ("kind:vehicle power>0", ["Big Bertha"]),
        ("ann move>9", []),
        ("armor<lots", []),
    ],
)
def test_units_are_found_by_what_they_are(
    window: MainWindow, wanted: str, found: list[str]
) -> None:
    model = UnitsModel(at_work(window).desk)
    model.set_filter(wanted)
    assert [row.name for row in model.shown] == found


def test_what_no_unit_has_is_said_with_what_it_has(window: MainWindow) -> None:
    model = UnitsModel(at_work(window).desk)
    model.set_filter("hats>3")
    assert model.shown == []
    assert model.nothing.startswith("A unit has no “hats”. It has: armor, size,")


def test_a_search_in_the_palette_selects_all_that_fit(window: MainWindow) -> None:
    press(Key.Key_K, CTRL)
    palette = next(each for each in window.findChildren(Palette) if each.is_open())
    typed("armor<7")
    assert palette.current is not None
    assert palette.current.find.words == "Select 2: Ann, Ben"
    press(Key.Key_Return)
    names = {row.id: row.name for row in at_work(window).desk.read(units)}
    assert [names[each] for each in at_work(window).hub.together] == ["Ann", "Ben"]


def test_a_name_may_be_shortened_while_only_one_is_left() -> None:
    assert search_of("armo<3", FACTS) == Search(asked=(("armor", "<", "3"),))
    assert search_of("ar<3", FACTS).unknown == ("ar",)
    assert search_of("ar<3", FACTS, loose=True) == Search(words=("ar<3",))
    assert not search_of("move>0", FACTS).fits((1, ""), "", FACTS), "it has none"


@pytest.mark.parametrize(
    "odd", ["<", ":", "a:", "-", "--", "armor<", "armor<<3", "armor:nan", "é>½"]
)
def test_odd_words_are_words(odd: str) -> None:
    assert not search_of(odd, FACTS, loose=True).fits((3.0, "yes"), "a row", FACTS)


Part = TypeVar("Part", bound=QWidget)


def one_of(window: MainWindow, kind: type[Part]) -> Part:
    (found,) = window.findChildren(kind)
    return found


def tree_of(window: MainWindow) -> UnitsTree:
    return one_of(window, UnitsTree)


def open_palette(window: MainWindow, words: str) -> Palette:
    press(Key.Key_K, CTRL)
    palette = next(each for each in window.findChildren(Palette) if each.is_open())
    typed(words)
    return palette


def rows_of(palette: Palette) -> list[str]:
    found = (palette.model.hit(at) for at in range(palette.model.rowCount()))
    return [hit.find.words for hit in found if hit is not None]


def test_what_is_typed_into_a_filter_is_kept_by_a_name_with_one_key(window: MainWindow) -> None:
    work = at_work(window)
    field = tree_of(window).filter
    field.open()
    settle()
    typed("armor<7 -burning")
    assert ("F2", "keep it by a name") in field.keys_now
    press(Key.Key_F2)
    typed("Soft ones")
    press(Key.Key_Return, CTRL)
    assert work.desk.read(kept_searches) == {"Soft ones": "armor<7 -burning"}
    assert field.hasFocus(), "the keys are back in the field"
    tree_of(window).filter.setText("soft ONES")
    assert [row.name for row in tree_of(window).model.shown] == ["Ann", "Ben"]
    field.setText("soft ones side:brick")
    assert [row.name for row in tree_of(window).model.shown] == ["Ben"]


def test_the_field_offers_what_is_kept(window: MainWindow) -> None:
    work = at_work(window)
    tree = tree_of(window)
    assert ("↑", "what is kept") not in tree.filter.keys_now
    work.desk.do(KeepSearch(name="Fast & few", search="move>6 size<2"))
    assert ("↑", "what is kept") in tree.filter.keys_now
    tree.filter.open()
    entry, *others = [each for each in tree.filter.kept_menu().actions() if each.isEnabled()]
    assert entry.text() == "Fast && few    move>6 size<2"
    assert [each.text() for each in others if each.text()] == [
        "Rename a search…",
        "Remove a search…",
    ]
    entry.trigger()
    assert [row.name for row in tree.model.shown] == ["Ben"]
    work.desk.undo()
    assert tree.model.shown == [], "no unit has these words"
    work.desk.redo()
    assert [row.name for row in tree.model.shown] == ["Ben"]


def test_a_name_that_is_kept_is_changed_by_the_same_key(window: MainWindow) -> None:
    work = at_work(window)
    work.desk.do(KeepSearch(name="Fast", search="move>6"))
    field = tree_of(window).filter
    asked: list[object] = []
    work.hub.form_asked.disconnect()
    work.hub.form_asked.connect(lambda *form: asked.append(form))
    field.setText("fast")
    field.keep()
    assert asked == [("KeepSearch", {"name": "Fast", "search": "move>6"})]


def test_the_ledger_takes_the_name_too(window: MainWindow) -> None:
    work = at_work(window)
    work.desk.do(KeepSearch(name="Hot", search="bertha"))
    work.desk.do(Ignite(unit_id=2))
    tabs = one_of(window, LedgerTabs)
    tabs.show_table("fires")
    tabs.filter.setText("hot")
    rows = tabs.current.rows_model
    assert rows.rowCount() == 1
    tabs.filter.setText("hot ann")
    assert rows.rowCount() == 0


def test_the_palette_selects_by_a_name_that_is_kept(window: MainWindow) -> None:
    work = at_work(window)
    work.desk.do(KeepSearch(name="Soft ones", search="armor<7"))
    palette = open_palette(window, "sof")
    assert "Search Soft ones" in rows_of(palette)
    typed("t ones")
    rows = rows_of(palette)
    assert rows[0] == "Select 2: Ann, Ben"
    assert "Search Soft ones" not in rows, "it stands there once"
    press(Key.Key_Return)
    assert work.hub.together == (2, 3)


def test_names_say_no_facts_and_are_there_once(window: MainWindow) -> None:
    desk = at_work(window).desk
    desk.do(KeepSearch(name="Soft", search="armor<7"))
    for wrong in ("armor<3", "-soft", "  "):
        assert isinstance(desk.do(KeepSearch(name=wrong, search="x")), NotDone), wrong
    assert isinstance(desk.do(KeepSearch(name="Empty", search="  ")), NotDone)
    assert isinstance(desk.do(KeepSearch(name="Long", search="x" * 201)), NotDone)
    desk.do(KeepSearch(name="SOFT", search="armor<5"))
    assert desk.read(kept_searches) == {"SOFT": "armor<5"}
    desk.do(KeepSearch(name="Other", search="ann"))
    assert isinstance(desk.do(RenameSearch(search="other", name="soft")), NotDone)
    desk.do(RenameSearch(search="other", name="Ann’s"))
    desk.do(RemoveSearch(search="soft"))
    assert desk.read(kept_searches) == {"Ann’s": "ann"}
    assert isinstance(desk.do(RemoveSearch(search="soft")), NotDone)
    for _ in range(2):
        desk.undo()
    assert desk.read(kept_searches) == {"Other": "ann", "SOFT": "armor<5"}


def test_a_faction_has_a_menu_for_the_dice_of_its_player(window: MainWindow) -> None:
    tree = tree_of(window)
    dice, edit = tree.player_menu(1).actions()
    assert (dice.text(), edit.text()) == ("Dice of the player…", "Edit the player…")
    dice.trigger()
    settle()
    (sheet,) = [each for each in window.findChildren(ActSheet) if each.isVisible()]
    assert sheet.accessibleName() == "Dice of a player"
    assert sheet.body is not None
    assert sheet.body.values()["player_id"] == 1


def test_the_palette_says_of_each_player_how_his_dice_come(window: MainWindow) -> None:
    work = at_work(window)
    work.desk.do(SetDice(player_id=1, hit=DiceWay.ROLLED, damage=DiceWay.ROLLED))
    palette = open_palette(window, "dice of")
    name = work.desk.read(players)[0].name
    found = (palette.model.hit(at) for at in range(palette.model.rowCount()))
    more = {hit.find.words: hit.find.more for hit in found if hit is not None}
    assert more[f"Dice of {name}"] == "attack rolls and damage: rolled here"


def test_what_is_kept_is_chosen_by_the_arrows_alone(window: MainWindow) -> None:
    at_work(window).desk.do(KeepSearch(name="Hot", search="burning"))
    at_work(window).desk.do(KeepSearch(name="Soft", search="armor<7"))
    tree = tree_of(window)
    tree.filter.open()
    settle()
    press(Key.Key_Up)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    QTest.keyClick(menu, Key.Key_Down)
    QTest.keyClick(menu, Key.Key_Return)
    settle()
    assert tree.filter.text() == "Soft"
    assert [row.name for row in tree.model.shown] == ["Ann", "Ben"]
    assert tree.filter.hasFocus()
