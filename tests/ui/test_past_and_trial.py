"""Looking back and trying out in the window: by keys, in a frame, and the battle waits as it was left."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.log import log, undo_state
from brikdesk.store.views.units import units
from tests.ui.window_scene import (
    SHIFT,
    Key,
    at_work,
    focus,
    make_file,
    open_window,
    press,
    settle,
    typed,
)
from ui.look.theme import Theme
from ui.models.queue import queue_of
from ui.panels.log import LogList
from ui.widgets.buttons import Button
from ui.widgets.overlay import open_overlays
from ui.window.campaign_at_work import AtWork
from ui.window.looking_back import LookingBack, Timeline
from ui.window.main_window import MainWindow
from ui.window.past_and_trial import (
    Correcting,
    CorrectionSheet,
    TrialSheet,
    TryingOut,
)

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, sample: Path) -> Iterator[MainWindow]:
    """Yield a window with the sample campaign, whose Turn 6 begins."""
    with open_window(qtbot, theme, sample) as made:
        yield made


def looking(window: MainWindow) -> LookingBack:
    """Return the past that the window shows."""
    now = at_work(window)
    assert isinstance(now, LookingBack)
    return now


def trying(window: MainWindow) -> TryingOut:
    """Return the trial that the window shows."""
    now = at_work(window)
    assert isinstance(now, TryingOut)
    return now


def in_the_frame(window: MainWindow, name: str) -> Button:
    """Return the button of the banner with these words."""
    page = at_work(window).page
    return next(each for each in page.findChildren(Button) if each.text().startswith(name))


def a_move(present: AtWork) -> MoveUnit:
    """Return a move of an inch that nothing forbids."""
    one = next(row for row in present.desk.read(units) if row.name == "Forewoman Rubble")
    assert one.x is not None
    assert one.y is not None
    return MoveUnit(unit_id=one.id, x=one.x + 1, y=one.y)


# --- looking back ----------------------------------------------------------------------------------


def test_steps_back_and_on_show_what_was_and_esc_comes_back_to_the_typed_die(
    window: MainWindow, sample: Path
) -> None:
    present = at_work(window)
    queue = queue_of(present.desk, present.hub)
    present.hub.step_asked.emit(next(step for step in queue.steps if len(step.dice) > 1).key)
    settle()
    press(Key.Key_1)
    laid, keys, written = queue.faces, focus(), sample.read_bytes()
    assert laid
    press(Key.Key_F7)
    past = looking(window)
    newest = past.beat
    assert past.page.isVisible()
    assert not present.view.isVisible()
    assert past.desk.read(battle_head).number == 6
    for _ in range(20):
        press(Key.Key_Left, ALT)
    assert max(line.act_id for line in past.desk.read(log)) == past.beat.act_id < newest.act_id
    assert past.words.startswith(f"Turn {past.beat.number}, ")
    press(Key.Key_End, ALT)
    assert past.beat == newest
    press(Key.Key_Right, ALT)
    assert past.view.status.words() == "This is now."
    press(Key.Key_Escape)
    assert at_work(window) is present
    assert present.view.isVisible()
    assert focus() is keys
    assert queue.faces == laid, "the typed die is gone"
    assert sample.read_bytes() == written


def test_whole_player_turns_are_stepped_over(window: MainWindow) -> None:
    press(Key.Key_F7)
    past = looking(window)
    turns = [past.beat.turn_id]
    for _ in range(3):
        press(Key.Key_Up, ALT)
        turns.append(past.beat.turn_id)
    assert len(set(turns)) == 4
    beats = past.past.beats
    place = beats.index(past.beat)
    assert beats[place + 1].turn_id != past.beat.turn_id, "it stands at the end of that turn"
    press(Key.Key_Down, ALT)
    assert past.beat.turn_id == turns[-2]
    press(Key.Key_Home, ALT)
    assert past.beat == beats[0]
    press(Key.Key_Left, ALT)
    assert past.view.status.words() == "This is where the campaign begins."


def test_the_log_leads_to_right_after_a_line(window: MainWindow) -> None:
    present = at_work(window)
    press(Key.Key_4, CTRL)
    lines = present.view.panel("log_full").findChild(LogList)
    assert lines is not None
    lines.setFocus()
    for _ in range(12):
        press(Key.Key_Down)
    entry = lines.entry()
    assert entry is not None
    press(Key.Key_B)
    past = looking(window)
    assert past.beat.first <= entry.act_id <= past.beat.act_id
    past.hub.moment_asked.emit(past.past.beats[3].act_id)
    assert past.beat == past.past.beats[3], "and further back from the log of the past"


def test_nothing_is_done_in_the_past_and_the_keys_say_so(window: MainWindow) -> None:
    press(Key.Key_F7)
    past, digest = looking(window), looking(window).desk.campaign.digest()
    press(Key.Key_Z, CTRL)
    press(Key.Key_Return, CTRL | SHIFT)
    press(Key.Key_F8)
    assert past.view.status.words() == "F8 does nothing here. The campaign can only be looked at."
    assert past.desk.campaign.digest() == digest
    press(Key.Key_F7)
    assert not isinstance(at_work(window), LookingBack), "F7 leads back too"


def test_a_click_on_the_timeline_goes_there(window: MainWindow) -> None:
    press(Key.Key_F7)
    past = looking(window)
    line = past.page.findChild(Timeline)
    assert line is not None
    at = QPointF(line.x_of(40), line.height() / 2).toPoint()
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=at)
    settle()
    assert past.beat == past.past.beats[40]
    assert line.accessibleDescription() == f"{past.words}. Rounds: 1, 2, 3, 4, 5, 6"


def test_the_battle_itself_goes_on_behind_and_closes_with_the_window(
    window: MainWindow, sample: Path
) -> None:
    press(Key.Key_F7)
    copy = looking(window).past.engine.url.database
    window.close_campaign()
    assert window.at_work is None
    assert copy is not None
    assert not Path(copy).exists(), "the copy goes with it"
    with Campaign.open(sample, read_only=True) as again:
        assert again.read(battle_head).number == 6


# --- trying out ------------------------------------------------------------------------------------


def test_what_is_tried_is_weighed_and_dropped_by_one_key(window: MainWindow, sample: Path) -> None:
    present, written = at_work(window), sample.read_bytes()
    press(Key.Key_F8)
    here = trying(window)
    here.desk.do(a_move(here))
    settle()
    press(Key.Key_F8)
    (sheet,) = open_overlays(window)
    assert isinstance(sheet, TrialSheet)
    press(Key.Key_D)
    assert at_work(window) is present
    assert sample.read_bytes() == written
    assert present.desk.read(undo_state).redo == ()


def test_what_is_tried_is_kept_as_acts_of_its_own(window: MainWindow) -> None:
    present = at_work(window)
    press(Key.Key_F8)
    here = trying(window)
    move = a_move(here)
    here.desk.do(move)
    there = here.desk.campaign.digest()
    settle()
    press(Key.Key_Escape)  # where nothing on the desk takes it, it asks what came of it
    press(Key.Key_Return, CTRL)
    assert at_work(window) is present
    assert present.desk.campaign.digest() == there
    assert present.view.status.words().startswith("Kept: ")
    assert present.desk.read(undo_state).undo[0] == "Forewoman Rubble moves"


def test_a_trial_goes_on_after_it_was_weighed(window: MainWindow) -> None:
    press(Key.Key_F8)
    here = trying(window)
    here.desk.do(a_move(here))
    settle()
    press(Key.Key_F8)
    press(Key.Key_Escape)
    assert at_work(window) is here
    assert open_overlays(window) == []


def test_a_trial_is_written_into_no_file(window: MainWindow) -> None:
    press(Key.Key_F8)
    here = trying(window)
    for name in ("copy", "export", "export_data"):
        here.do_command(name)
        assert "goes into no file" in here.view.status.words()
    assert here.view.heading.head.campaign == "The Biscuit Tin Wars"


def test_what_no_longer_fits_is_not_kept(window: MainWindow) -> None:
    present = at_work(window)
    press(Key.Key_F8)
    here = trying(window)
    here.desk.do(a_move(here))
    present.desk.do(a_move(present))
    digest = present.desk.campaign.digest()
    here.keep()
    assert "no longer fits" in present.view.status.words()
    assert present.desk.campaign.digest() == digest


def test_the_players_window_shows_neither(window: MainWindow) -> None:
    present = at_work(window)
    present.second.toggle()
    settle()
    players = present.second.window
    assert players is not None
    press(Key.Key_F8)
    here = trying(window)
    before = players.grab().toImage()
    here.desk.do(a_move(here))
    settle()
    assert players.grab().toImage() == before
    here.leave()
    assert present.second.window is players, "it stays open"
    players.close()


# --- correcting ------------------------------------------------------------------------------------


def correcting(window: MainWindow) -> Correcting:
    """Return the place in which something else is done instead."""
    now = at_work(window)
    assert isinstance(now, Correcting)
    return now


@pytest.fixture
def moved(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    """Yield a window with a battle in which Ada has gone to x 9, and Ben's turn runs."""
    file = make_file(tmp_path / "moved.brik")
    with Campaign.open(file) as campaign:
        campaign.do(SetTable(width=30, depth=20))
        campaign.do(AddUnit(name="Ada", player_id=1, x=5, y=5))
        campaign.do(MoveUnit(unit_id=1, x=9, y=5))
        campaign.do(EndTurn())
    with open_window(qtbot, theme, file) as made:
        yield made


def log_line(window: MainWindow, words: str) -> LogList:
    """Go to a line of the log by keys; return its list."""
    press(Key.Key_4, CTRL)
    lines = at_work(window).view.panel("log_full").findChild(LogList)
    assert lines is not None
    lines.setFocus()
    press(Key.Key_Home)
    while not (lines.entry() and words in lines.entry().words):  # type: ignore[union-attr]
        press(Key.Key_Down)
    return lines


def test_a_line_of_the_log_is_corrected_and_all_that_came_after_follows(moved: MainWindow) -> None:
    present = at_work(moved)
    log_line(moved, "Ada moves")
    press(Key.Key_C)
    place = correcting(moved)
    (ada,) = place.desk.read(units)
    assert (ada.x, ada.y) == (5, 5), "it begins right before the move"
    assert place.view.open_sheet() is not None, "the form of the act is open"
    place.view.open_sheet().close_sheet()  # type: ignore[union-attr]
    place.desk.do(MoveUnit(unit_id=1, x=5, y=8))
    settle()
    press(Key.Key_F8)
    (sheet,) = open_overlays(moved)
    assert isinstance(sheet, CorrectionSheet)
    sheet.reason.setText("Her player said so.")
    press(Key.Key_Return, CTRL)
    assert at_work(moved) is present
    (ada,) = present.desk.read(units)
    assert (ada.x, ada.y) == (5, 8)
    assert present.desk.read(battle_head).player_id == 2, "Ben's turn runs as before"
    told = present.desk.read(log, newest=3)
    assert [line.undone for line in told] == [False, False, False]
    assert "Her player said so." in told[1].words
    assert told[2].words.startswith("Instead: Ada moves 3")
    lines = log_line(moved, "Ada moves 4")
    wrong = lines.entry()
    assert wrong is not None
    assert wrong.undone, "struck out on the page as well"
    press(Key.Key_Z, CTRL)
    (ada,) = present.desk.read(units)
    assert (ada.x, ada.y) == (9, 5)
    there = lines.entry()
    assert there is not None
    assert (there.id, there.undone) == (wrong.id, False)


def test_what_came_later_is_taken_over_or_stands_line_by_line(moved: MainWindow) -> None:
    present = at_work(moved)
    on = present.desk.do(MoveUnit(unit_id=1, x=9.5, y=5, overruled=frozenset({"5.1-01"})))
    assert isinstance(on, Changes)
    log_line(moved, "Ada moves 4")
    press(Key.Key_C)
    press(Key.Key_Escape)  # the form
    correcting(moved).desk.do(MoveUnit(unit_id=1, x=5, y=9))
    settle()
    press(Key.Key_F8)
    (sheet,) = open_overlays(moved)
    assert isinstance(sheet, CorrectionSheet)
    assert on.act_id in sheet.ticks
    while not sheet.ticks[on.act_id].hasFocus():
        press(Key.Key_Backtab, SHIFT)
    press(Key.Key_Space)
    settle()
    box = sheet.ticks[on.act_id]
    assert not box.isChecked()
    assert box.hasFocus(), "the keys stay where they were"
    assert box.text().endswith(": stands as it was")
    press(Key.Key_Return, CTRL)
    (ada,) = present.desk.read(units)
    assert ada.x == 9.5, "what that act wrote stands"
    press(Key.Key_Z, CTRL)
    (ada,) = present.desk.read(units)
    assert (ada.x, ada.y) == (9.5, 5)


def test_a_correction_is_dropped_by_one_key_and_esc_goes_back(moved: MainWindow) -> None:
    present, digest = at_work(moved), at_work(moved).desk.campaign.digest()
    log_line(moved, "Ada moves")
    press(Key.Key_C)
    press(Key.Key_Escape)  # the form
    press(Key.Key_F8)  # with nothing in its place
    (sheet,) = open_overlays(moved)
    assert isinstance(sheet, CorrectionSheet)
    typed("dice misread")
    assert sheet.reason.text() == "dice misread", "no letter of a reason does anything else"
    press(Key.Key_D, CTRL | SHIFT)
    assert at_work(moved) is present
    assert present.desk.campaign.digest() == digest
    press(Key.Key_C)
    press(Key.Key_Escape)
    press(Key.Key_Escape)
    assert at_work(moved) is present


def test_undo_takes_back_what_is_done_in_place_of_an_act_and_nothing_before_it(
    moved: MainWindow,
) -> None:
    log_line(moved, "Ada moves 4")
    press(Key.Key_C)
    press(Key.Key_Escape)  # the form
    place = correcting(moved)
    press(Key.Key_Z, CTRL)
    assert place.view.status.words() == "There is nothing to undo."
    place.desk.do(MoveUnit(unit_id=1, x=5, y=9))
    press(Key.Key_Z, CTRL)
    assert not place.is_begun()
    press(Key.Key_Z, CTRL)
    (ada,) = place.desk.read(units)
    assert (ada.x, ada.y) == (5, 5), "she has joined, and not gone yet"


def test_what_lies_before_the_battle_is_not_corrected(moved: MainWindow) -> None:
    present = at_work(moved)
    present.hub.correction_asked.emit(1)
    assert at_work(moved) is present
    assert "can be corrected" in present.view.status.words()


def test_steps_that_later_acts_have_done_wait_for_these(window: MainWindow) -> None:
    """A step that asks for nothing is done by itself at the present, and never while correcting."""
    present = at_work(window)
    settle()
    done = present.desk.do(a_move(present))
    assert isinstance(done, Changes)
    present.desk.do(a_move(present))
    present.hub.correction_asked.emit(done.act_id)
    place = correcting(window)
    place.view.show_desk("start")
    settle()
    assert place.rewrite.acts == ()
    assert place.desk.read(undo_state).undo[:1] != ("Forewoman Rubble moves",)


def test_the_bar_of_the_past_names_only_keys_that_work(window: MainWindow) -> None:
    press(Key.Key_F7)
    past = looking(window)
    past.view.show_desk("start")
    settle()
    assert [key for key, _ in past.view.status.keys.keys] == ["↑ ↓", "F"]
