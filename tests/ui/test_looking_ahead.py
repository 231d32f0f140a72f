"""Look ahead in the window: one line at the foot, a list by a key, ghosts on the map; never for players."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.acts.ahead import begins_with
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.store.act import overruling
from brikdesk.store.campaign import Changes
from tests.ui.players.players_scene import Screens, words_of
from tests.ui.window_scene import Key, at_work, focus, make_file, open_window, press, settle
from ui.look.theme import Theme
from ui.models.map import DrawnShot
from ui.panels.ahead import AheadList, AheadPanel
from ui.window.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, sample: Path) -> Iterator[MainWindow]:
    """Yield a window with the sample campaign, whose Turn 6 begins."""
    with open_window(qtbot, theme, sample) as made:
        yield made


def looked(qtbot: QtBot, window: MainWindow) -> AheadPanel:
    """Press the key, and return the panel once it has looked ahead."""
    press(Key.Key_F9)
    panel = at_work(window).view.side.shown
    assert isinstance(panel, AheadPanel)
    qtbot.waitUntil(lambda: not panel.is_looking and bool(panel.turns))
    settle()
    return panel


def drawn(window: MainWindow) -> DrawnShot | None:
    """Return what the map draws of a turn to come."""
    shot = at_work(window).hub.shot
    return shot if isinstance(shot, DrawnShot) and shot.ghosts else None


def choose(panel: AheadPanel, title: str, turn: str) -> None:
    """Choose a step of a turn by its title."""
    rows = panel.list.steps.rows
    (at,) = [
        place
        for place, row in enumerate(rows)
        if row.step and (row.step.title, row.turn.name) == (title, turn)
    ]
    panel.list.choose(at)
    settle()


def test_the_list_is_opened_walked_and_left_by_keys_with_ghosts_while_it_is_open(
    qtbot: QtBot, window: MainWindow, sample: Path
) -> None:
    written = sample.read_bytes()
    panel = looked(qtbot, window)
    assert isinstance(focus(), AheadList)
    heads = [row.words for row in panel.list.steps.rows if row.step is None]
    assert heads[:3] == [
        "Turn 6, Bureau of Unplanned Demolition",
        "Turn 6, Teapot Cavalry",
        "Turn 6, Gnomes of Upper Drainpipe",
    ]
    first = panel.list.chosen
    press(Key.Key_Down)
    assert first is not None
    assert panel.list.chosen is not None
    assert panel.list.chosen.words != first.words
    choose(panel, "Wicker Samovar burns", "Turn 7, TC")
    chosen = panel.list.chosen
    assert chosen.step is not None
    assert "if it burns" in chosen.words
    assert chosen.words.endswith("Turn 7, TC, start of turn")
    shot = drawn(window)
    assert shot is not None
    assert {ghost.words for ghost in shot.ghosts} >= {'Smoke of a shell 2", Turn 7, TC'}
    press(Key.Key_Return)
    assert at_work(window).hub.selected_unit == chosen.step.unit_id
    assert at_work(window).view.side.aside == "inspector"
    assert drawn(window) is None
    assert sample.read_bytes() == written


def test_a_step_that_waits_now_is_gone_to_and_what_is_no_unit_has_its_ledger(
    qtbot: QtBot, window: MainWindow
) -> None:
    panel = looked(qtbot, window)
    choose(panel, "Form 27B burns", "Turn 6, BU")
    press(Key.Key_Return)
    work = at_work(window)
    assert work.view.side.aside == ""
    assert work.view.side.tab == "start"
    looked(qtbot, window)
    choose(panel, "Smoke of a shell shrinks", "Turn 7, BU")
    asked: list[str] = []
    work.hub.ledger_asked.connect(asked.append)
    press(Key.Key_Return)
    assert asked == ["fields"]
    press(Key.Key_F9)
    assert work.view.side.aside == ""
    assert drawn(window) is None


def test_the_line_at_the_foot_and_the_list_follow_what_is_done(
    qtbot: QtBot, window: MainWindow
) -> None:
    work = at_work(window)
    line = work.view.next_line
    assert [(turn.owner.code, turn.words) for turn in line.turns] == [
        ("TC", "Wicker Samovar burns"), ("GD", "nothing"),
    ]  # fmt: skip
    panel = looked(qtbot, window)
    work.desk.do(GoOn())
    qtbot.waitUntil(lambda: not panel.is_looking and panel.turns[0].start == ())
    assert isinstance(work.desk.do(overruling(EndTurn(), "turn-order", "8.3-32")), Changes)
    assert isinstance(work.desk.do(overruling(EndTurn(), "turn-order", "8.3-32")), Changes)
    qtbot.waitUntil(lambda: line.turns[0].owner.code == "GD")


def test_whoever_ends_the_turn_is_told_what_comes_for_the_one_who_begins(
    qtbot: QtBot, theme: Theme, tmp_path: Path, window: MainWindow
) -> None:
    work = at_work(window)
    assert "Clerk Fizzle burns (a limb lost 75 %, out 25 %)" in work.desk.campaign.reading(
        begins_with
    )
    with open_window(qtbot, theme, make_file(tmp_path / "plain.brik")) as plain:
        plain.commands["end_turn"].trigger()
        settle()
        said = at_work(plain).view.status.words()
        assert said == "End Turn 1, Amber Army. Brick Brigade begins: nothing."


def test_the_players_see_neither_the_list_nor_its_line_nor_a_ghost(
    qtbot: QtBot, window: MainWindow
) -> None:
    screens = Screens(window, at_work(window))
    screens.open()
    before = words_of(screens.players)
    panel = looked(qtbot, window)
    choose(panel, "Wicker Samovar burns", "Turn 7, TC")
    assert drawn(window) is not None
    settle()
    words = words_of(screens.players)
    assert words == before
    assert not [
        word for word in ("Look ahead", "next two rounds", "if it burns", "89 %") if word in words
    ]
    for panel_drawn in screens.players.findChildren(object):
        overlay = getattr(panel_drawn, "overlay", None)
        assert overlay is None or overlay.shot is None or not overlay.shot.ghosts
