"""Searching that filters: words, facts by name, and what is not to be there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.units import units
from tests.ui.window_scene import CTRL, Key, at_work, make_file, open_window, press, typed
from ui.look.theme import Theme
from ui.models.rows import RowFacts, Search, search_of
from ui.models.units import UnitsModel
from ui.palette import Palette
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
