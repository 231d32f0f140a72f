"""The timeline by keys: bookmarks, searches by words, rule and unit, a unit's life, a turn as a film."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import SetBookmark
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.moments import bookmarks
from brikdesk.store.views.log import log
from brikdesk.store.views.units import units
from tests.ui.window_scene import Key, at_work, focus, open_window, press, settle, typed
from ui.campaign.desk import NotDone
from ui.dialogs.book_and_life import LifeSheet
from ui.dialogs.library import NameSheet
from ui.look.theme import Theme
from ui.panels.log import LogPanel
from ui.panels.rule_and_why import EventSheet
from ui.window.looking_back import LookingBack, Timeline
from ui.window.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, sample: Path) -> Iterator[MainWindow]:
    """Yield a window with the sample campaign, whose Turn 6 begins."""
    with open_window(qtbot, theme, sample) as made:
        yield made


def pressed(*keys: Key) -> None:
    """Press keys one after the other, each where the focus is by then."""
    for key in keys:
        press(key)


def looking(window: MainWindow) -> LookingBack:
    """Return the past that the window shows; press F7 where it shows none."""
    if not isinstance(at_work(window), LookingBack):
        press(Key.Key_F7)
    now = at_work(window)
    assert isinstance(now, LookingBack)
    return now


def test_arrows_step_while_the_timeline_has_the_keys(window: MainWindow) -> None:
    past = looking(window)
    assert isinstance(focus(), Timeline)
    newest = past.beat
    pressed(Key.Key_Left, Key.Key_Left)
    assert past.beat == past.past.beats[-3]
    pressed(Key.Key_Right, Key.Key_Right)
    assert past.beat == newest
    press(Key.Key_Home)
    assert past.beat == past.past.beats[0]


def test_one_key_sets_a_bookmark_that_is_there_tomorrow(window: MainWindow, sample: Path) -> None:
    past = looking(window)
    pressed(Key.Key_Left, Key.Key_Left, Key.Key_M)
    marked = past.beat
    assert past.present is not None
    desk = past.present.desk
    assert desk.read(bookmarks) == {marked.act_id: marked.title}
    assert past.view.status.words() == f"Bookmark: {marked.title}"

    press(Key.Key_M)
    sheet = next(found for found in window.findChildren(NameSheet) if found.is_open())
    assert focus() is sheet.name
    typed("The argument about the van")
    press(Key.Key_Return)
    assert desk.read(bookmarks) == {marked.act_id: "The argument about the van"}
    assert past.words.startswith("“The argument about the van” · ")

    pressed(Key.Key_Home, Key.Key_N)
    assert past.beat == marked, "N leads to the next bookmark where nothing is searched"
    press(Key.Key_N)
    assert past.view.status.words() == "No more bookmark that way."
    window.close_campaign()
    with Campaign.open(sample, read_only=True) as again:
        assert again.read(bookmarks) == {marked.act_id: "The argument about the van"}


def test_a_bookmark_is_no_step_and_is_set_from_the_log_too(window: MainWindow) -> None:
    work = at_work(window)
    window.commands["log"].trigger()
    settle()
    panel = work.view.panel("log_full")
    assert isinstance(panel, LogPanel)
    entry = next(line for line in work.desk.read(log) if line.rule == "F.3-08")
    panel.show_line(entry.id)
    press(Key.Key_M)
    assert list(work.desk.read(bookmarks)) == [entry.act_id]
    past = looking(window)
    assert past.beat.title != f"Bookmark: {entry.title}"
    assert past.past.newest > entry.act_id
    pressed(Key.Key_Home, Key.Key_N)
    assert past.beat.first <= entry.act_id <= past.beat.act_id
    press(Key.Key_Escape)
    work.desk.undo()
    assert work.desk.read(bookmarks) == {}


def test_bookmarks_that_cannot_be_are_refused(window: MainWindow) -> None:
    desk = at_work(window).desk
    for wrong in (
        SetBookmark(act_id=0, name="x"),
        SetBookmark(act_id=99_999, name="x"),
        SetBookmark(act_id=5, name="x" * 81),
        SetBookmark(act_id=5),
    ):
        assert isinstance(desk.do(wrong), NotDone), wrong
    assert isinstance(desk.do(SetBookmark(act_id=5, name="Five")), Changes)
    assert isinstance(desk.do(SetBookmark(act_id=5)), Changes)
    assert desk.read(bookmarks) == {}


def searched(past: LookingBack, qtbot: QtBot, words: str) -> list[str]:
    """Type a search; return the titles of the beats that it has found."""
    past.search()
    typed(words)
    qtbot.waitUntil(lambda: past.found.is_whole)
    settle()
    return [past.past.beats[place].title for place in past.found.places]


@pytest.mark.rule("F.3-08")
def test_typed_words_and_rules_find_their_beats(qtbot: QtBot, window: MainWindow) -> None:
    past = looking(window)
    press(Key.Key_Slash)
    assert focus() is past.field
    found = searched(past, qtbot, "stapler van")
    assert found == ["Gunner Clack fires The Stapler at the left wheel of Ice Cream Van"]
    press(Key.Key_Home)
    past.go(0)
    press(Key.Key_Return)
    assert past.beat.title == found[0]
    press(Key.Key_Return)
    assert past.view.status.words() == "Nothing more was found that way."
    press(Key.Key_Escape)
    assert isinstance(focus(), Timeline)
    assert past.found.places == ()
    assert searched(past, qtbot, "f.3-08") == ["Surveyor Plumb Marks Sir Crumpet"]
    past.field.clear()
    # A rule that only a part of a number cites.
    assert found[0] in searched(past, qtbot, "5.1-53")
    past.field.clear()
    assert searched(past, qtbot, "no such thing") == []
    assert past._counted.text() == "Nothing of that was done."


def test_the_beats_of_the_selected_unit_are_found(window: MainWindow) -> None:
    work = at_work(window)
    van = next(row for row in work.desk.read(units) if row.name == "Ice Cream Van")
    work.hub.select_unit(van.id)
    past = looking(window)
    past.hub.select_unit(van.id)
    press(Key.Key_U)
    titles = [past.past.beats[place].title for place in past.found.places]
    assert "Add Ice Cream Van" in titles[0]
    assert any("at the left wheel of Ice Cream Van" in title for title in titles)
    pressed(Key.Key_Home, Key.Key_N)
    assert past.beat.title in titles
    press(Key.Key_U)
    assert past.found.places == ()


def test_the_life_of_a_unit_is_one_list_from_its_inspector(window: MainWindow) -> None:
    work = at_work(window)
    plumb = next(row for row in work.desk.read(units) if row.name == "Surveyor Plumb")
    work.hub.select_unit(plumb.id)
    work.hub.unit_opened.emit(plumb.id)
    settle()
    press(Key.Key_L)
    sheet = next(found for found in window.findChildren(LifeSheet) if found.is_open())
    rows = sheet.list.happened.rows
    assert rows[0].words.startswith("Surveyor Plumb joins") or "Surveyor Plumb" in rows[0].words
    marks = next(at for at, row in enumerate(rows) if "Marks Sir Crumpet" in row.words)
    assert rows[marks].head.startswith("Turn 5, Bureau of Unplanned Demolition · ")
    sheet.list.setCurrentIndex(sheet.list.happened.index(marks, 0))
    press(Key.Key_Return)
    past = at_work(window)
    assert isinstance(past, LookingBack)
    assert past.beat.first <= rows[marks].act_id <= past.beat.act_id


def test_a_turn_is_played_on_the_map_and_stops_at_its_end(window: MainWindow) -> None:
    past = looking(window)
    pressed(Key.Key_Up, Key.Key_Up)
    turn = past.beat.turn_id
    own = [beat for beat in past.past.beats if beat.turn_id == turn]
    assert len(own) > 2
    press(Key.Key_Space)
    assert past.film.isActive()
    assert past.film.interval() == 1000
    assert past.view.workspace == "battle"
    seen = [past.beat]
    while past.film.isActive():
        past.film.timeout.emit()
        seen.append(past.beat)
    assert seen == own
    assert past.view.status.words().startswith("The turn is over.")
    pressed(Key.Key_Space, Key.Key_Escape)
    assert not past.film.isActive()
    assert at_work(window) is past, "the first Esc ends the film"
    press(Key.Key_Escape)
    assert not isinstance(at_work(window), LookingBack)


def test_the_card_of_the_shown_step_is_one_key_away(qtbot: QtBot, window: MainWindow) -> None:
    past = looking(window)
    pressed(Key.Key_Left, Key.Key_D)
    sheet = next(found for found in window.findChildren(EventSheet) if found.is_open())
    qtbot.waitUntil(lambda: sheet.card is not None)
    assert sheet.card is not None
    assert sheet.card.act_id == past.beat.act_id
    press(Key.Key_Escape)
    assert at_work(window) is past
