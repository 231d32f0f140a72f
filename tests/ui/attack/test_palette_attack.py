"""An attack in one line, typed into the palette."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import undo_state
from tests.ui.window_scene import (
    CTRL,
    SHIFT,
    Key,
    at_work,
    make_file,
    open_window,
    press,
    settle,
    typed,
)
from ui.look.theme import Theme
from ui.models.attack.controller import attack_of
from ui.palette import ATTACK, Palette
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)

SGT, GOLEM, TILE, STUB, PISTOL = 1, 2, 3, 4, 1
WHOLE = 'sgt fires pistol at golem 3" 4 2'


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    file = make_file(tmp_path / "campaign.brik")
    with Campaign.open(file) as campaign:
        campaign.do(AddUnit(player_id=1, name="Sgt. Flatplate"))
        campaign.do(AddUnit(player_id=2, name="Ratchet Golem", kind="Creature", size=4, armor="9"))
        campaign.do(AddUnit(player_id=2, name="Squire <b>Tile</b>"))
        campaign.do(AddUnit(player_id=2, name="Squire Stub"))
        campaign.do(AddWeapon(unit_id=SGT, preset="W-04", name="Pistol"))
    with open_window(qtbot, theme, file) as opened:
        yield opened


@pytest.fixture
def wanted(window: MainWindow) -> list[Attack]:
    """Collect the attacks that the Attack tab was asked to show."""
    found: list[Attack] = []
    at_work(window).hub.attack_wanted.connect(found.append)
    return found


def palette_with(window: MainWindow, words: str) -> Palette:
    press(Key.Key_K, CTRL)
    palette = next(p for p in window.findChildren(Palette) if p.is_open())
    palette.field.setText(words)
    settle()
    return palette


def last_act(window: MainWindow) -> str:
    return at_work(window).desk.read(undo_state).undo[0]


def wrong_words(palette: Palette) -> list[str]:
    text = palette.field.text()
    return [text[line.start : line.end] for line in palette.field._underlines if line.wrong]


def test_a_whole_line_is_done_by_enter(window: MainWindow, wanted: list[Attack]) -> None:
    palette = palette_with(window, "")
    typed(WHOLE)
    assert palette.current is not None
    assert palette.current.find.group == ATTACK
    assert palette.current.find.words == (
        'Attack: Sgt. Flatplate, Pistol at Ratchet Golem, 3"; 2 dice'
    )
    assert palette.current.find.more == "does it"
    press(Key.Key_Return)
    assert not palette.is_open()
    assert last_act(window) == "Sgt. Flatplate fires Pistol at Ratchet Golem"
    assert not wanted


def test_it_shows_what_it_understood_row_by_row(window: MainWindow) -> None:
    palette = palette_with(window, WHOLE)
    rows = palette.attack.rows
    assert [(label, words) for label, words, _ in rows.rows] == [
        ("Attacker", "Sgt. Flatplate"),
        ("Weapon", "Pistol"),
        ("Target", 'Ratchet Golem, 3" away'),
        ("Dice", "d6 shows 4 (Action), d6 shows 2"),
    ]
    assert rows.isVisible()
    assert "Target: Ratchet Golem" in rows.accessibleName()


def test_every_word_that_means_something_is_underlined(window: MainWindow) -> None:
    palette = palette_with(window, WHOLE)
    text = palette.field.text()
    words = [text[line.start : line.end] for line in palette.field._underlines]
    assert words == ["sgt", "fires", "pistol", "golem", '3"', "4", "2"]
    assert not wrong_words(palette)
    palette.grab()


def test_what_is_still_asked_is_said_and_enter_opens_the_attack_tab(
    window: MainWindow, wanted: list[Attack]
) -> None:
    before = last_act(window)
    palette = palette_with(window, 'sgt fires pistol at golem 3"')
    assert palette.attack.rows.state[0][1].endswith("or more; waits for d6")
    assert palette.current is not None
    assert palette.current.find.more == "opens Attack"
    press(Key.Key_Return)
    assert not palette.is_open()
    (attack,) = wanted
    assert attack.strikes == (Strike(weapon_id=PISTOL, by_id=SGT),)
    assert attack.aims == (Aim(unit_id=GOLEM, distance=3),)
    assert last_act(window) == before


def test_dice_that_lie_there_go_along_to_the_attack_tab(
    window: MainWindow, wanted: list[Attack]
) -> None:
    palette_with(window, 'sgt fires pistol at golem 3" 5')
    press(Key.Key_Return)
    assert [face.value for face in wanted[0].faces] == [5]


def test_half_a_line_opens_the_attack_tab_with_what_it_says(
    window: MainWindow, wanted: list[Attack]
) -> None:
    palette = palette_with(window, "sgt fires")
    assert palette.attack.rows.state[0][1] == "At whom?"
    press(Key.Key_Return)
    assert wanted[0].strikes == (Strike(weapon_id=PISTOL, by_id=SGT),)
    assert wanted[0].aims == ()


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("line", "words", "sentence"),
    [
        (
            'sgt fires pistl at golem 3" 4 2',
            "pistl",
            "No weapon “pistl” on Sgt. Flatplate: Pistol?",
        ),
        (
            'sgt fires pistol at golme 3" 4 2',
            "golme",
            "Nothing here is called “golme”: Ratchet Golem?",
        ),
        (
            'sgt fires pistol at golem 3" 4 7',
            "7",
            "A d6 shows 1 to 6. 7 was not entered.",
        ),
        (
            'sgt fires pistol at golem 3" 2 1 1 1 1 1',
            "1",
            "",
        ),
    ],
)
def test_a_line_with_a_wrong_word_does_nothing(
    window: MainWindow, wanted: list[Attack], line: str, words: str, sentence: str
) -> None:
    before = last_act(window)
    palette = palette_with(window, line)
    assert wrong_words(palette) == [words]
    state = palette.attack.rows.state[0]
    assert state[2] == "danger"
    assert state[1].startswith(sentence)
    press(Key.Key_Return)
    assert palette.is_open()
    assert palette.field.selectedText() == words, "the word is selected, to be typed anew"
    assert last_act(window) == before
    assert not wanted


def test_tab_mends_one_wrong_word_after_the_other(window: MainWindow) -> None:
    palette = palette_with(window, 'sgt fires pistl at golme 3" 4 2')
    assert wrong_words(palette) == ["pistl", "golme"]
    press(Key.Key_Tab)
    assert palette.field.text() == 'sgt fires Pistol at golme 3" 4 2'
    assert palette.field.cursorPosition() == len("sgt fires Pistol")
    press(Key.Key_Tab)
    assert palette.field.text() == 'sgt fires Pistol at Ratchet Golem 3" 4 2'
    assert not wrong_words(palette)
    press(Key.Key_Return)
    assert last_act(window) == "Sgt. Flatplate fires Pistol at Ratchet Golem"


def test_tab_goes_through_several_names_and_back(window: MainWindow) -> None:
    palette = palette_with(window, "sgt fires pistol at squire")
    assert palette.attack.rows.suggestions == ("Squire <b>Tile</b>", "Squire Stub")
    seen = []
    for modifiers in (Key.Key_Tab, Key.Key_Tab, Key.Key_Tab):
        press(modifiers)
        seen.append(palette.field.text().partition(" at ")[2])
    assert seen == ["Squire <b>Tile</b>", "Squire Stub", "Squire <b>Tile</b>"]
    press(Key.Key_Backtab, SHIFT)
    assert palette.field.text().endswith("Squire Stub")
    assert not wrong_words(palette)


def test_tab_completes_what_is_missing(window: MainWindow) -> None:
    palette = palette_with(window, "sgt fires pistol")
    press(Key.Key_Tab)
    assert palette.field.text() == "sgt fires pistol at Ratchet Golem"


def test_without_suggestions_tab_goes_through_the_rows(window: MainWindow) -> None:
    palette = palette_with(window, "squire")
    first = palette.current
    press(Key.Key_Tab)
    assert palette.current is not first
    assert palette.field.text() == "squire"


def test_a_refusal_is_shown_before_any_die_and_enter_opens_the_tab(
    window: MainWindow, wanted: list[Attack]
) -> None:
    palette_with(window, 'sgt fires pistol at golem 3" 1')
    press(Key.Key_Return)
    palette = palette_with(window, 'sgt fires pistol at golem 3"')
    words, token = palette.attack.rows.state[0][1:]
    assert "Action is spent" in words
    assert token == "danger"
    press(Key.Key_Return)
    assert len(wanted) == 1


def test_dice_come_along_where_the_weapon_is_still_to_be_said(
    window: MainWindow, wanted: list[Attack]
) -> None:
    at_work(window).desk.do(AddWeapon(unit_id=SGT, preset="W-05", name="Rifle"))
    palette = palette_with(window, 'sgt shoots at golem 3" 4 2')
    assert palette.attack.heard is not None
    assert palette.attack.heard.title.endswith("2 dice")
    press(Key.Key_Return)
    assert [face.value for face in wanted[-1].faces] == [4, 2]
    tab = attack_of(at_work(window).desk, at_work(window).hub)
    tab.attack_with(PISTOL)
    assert [face.value for face in tab.thrown] == [4, 2]


def test_what_is_no_attack_is_searched_as_before(window: MainWindow) -> None:
    palette = palette_with(window, "golem")
    assert palette.attack.heard is None
    assert not palette.attack.rows.isVisible()
    assert palette.field._underlines == ()
    assert palette.current is not None
    assert palette.current.find.group != ATTACK


def test_a_line_that_is_no_attack_any_more_loses_its_rows(window: MainWindow) -> None:
    palette = palette_with(window, WHOLE)
    palette.field.setText("golem")
    settle()
    assert not palette.attack.rows.isVisible()
    assert palette.field._underlines == ()


def test_a_watched_campaign_offers_no_attack(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    file = make_file(tmp_path / "watched.brik")
    with Campaign.open(file) as campaign:
        campaign.do(AddUnit(player_id=1, name="Sgt. Flatplate"))
    with open_window(qtbot, theme) as window:
        window.open_path(file, read_only=True)
        settle()
        assert palette_with(window, "sgt attacks sgt").attack.heard is None


def test_the_first_row_is_in_sight_also_in_large_letters(window: MainWindow, theme: Theme) -> None:
    theme.set_scale(200)
    window.resize(1024, 768)
    settle()
    palette = palette_with(window, 'sgt fires pistl at golme 3" +1 for the hill 4 2')
    view = palette.view
    assert view.visualRect(view.currentIndex()).bottom() <= view.viewport().height()
    assert palette.sheet.geometry().bottom() <= window.height()
    palette.sheet.grab()


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    "line", ["fires", "a fires", "\x00 fires at", "👨‍👩‍👧 fires 👨 at 🇬🇧 7", "at " * 99]
)
def test_odd_lines_do_no_harm(window: MainWindow, line: str) -> None:
    palette = palette_with(window, line)
    palette.grab()
    press(Key.Key_Tab)
    press(Key.Key_Return)
    assert last_act(window)


def test_lines_below_words_of_two_units_are_put_where_the_words_are(window: MainWindow) -> None:
    palette = palette_with(window, "👨 sgt fires pistl at golem")
    assert wrong_words(palette)
    palette.attack.refuse()
    assert palette.field.selectedText() in wrong_words(palette)


def test_the_row_of_an_attack_says_what_can_be_typed_instead(window: MainWindow) -> None:
    hit = palette_with(window, "parry").current
    assert hit is not None
    assert hit.find.words == "Attack"
    assert "parried" in hit.find.more
