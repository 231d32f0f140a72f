"""A whole turn of the sample by keys alone, as a referee plays it with one hand."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.dice import Origin
from brikdesk.sample import write_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.armory import weapons_of
from brikdesk.store.views.log import log
from brikdesk.turns.ledger import fires
from tests.ui.window_scene import (
    CTRL,
    SHIFT,
    Key,
    at_work,
    focus,
    open_window,
    press,
    settle,
    typed,
)
from ui.campaign.places import saved_words
from ui.forms.form_sheet import ActSheet
from ui.look.theme import Theme
from ui.models.queue import QueueController, queue_of
from ui.panels.report import ReportPanel
from ui.widgets.focus import holds_focus
from ui.window.campaign_at_work import AtWork
from ui.window.main_window import MainWindow

MOST_KEYS = 300
FACES = (3, 1, 4, 2, 7, 5)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    write_sample(tmp_path / "sample.brik")
    return tmp_path / "sample.brik"


def play_queue(work: AtWork) -> int:
    """Settle every step that waits: digits for dice, A for choices, Enter; give how many keys."""
    controller = queue_of(work.desk, work.hub)
    controller.rest = 0  # no hand is as quick as this one: it means every Enter
    pressed = 0
    while work.view.heading.queue.waiting:
        assert holds_focus(work.view.side), "the queue keeps the keys"
        assert pressed < MOST_KEYS, f"stuck at {controller.current}"
        one_key(controller, pressed)
        pressed += 1
    return pressed


def one_key(controller: QueueController, count: int) -> None:
    preview = controller.preview
    if preview.owed:
        sides = preview.dice[len(preview.dice) - preview.owed].sides
        face = min(FACES[count % len(FACES)], sides)
        typed(str(face % 10))
    elif preview.open_choices:
        typed("a")
    else:
        press(Key.Key_Return)


def test_a_turn_is_played_from_its_start_to_the_next_player_by_keys_alone(
    qtbot: QtBot, theme: Theme, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Campaign.open(sample) as delivered:
        before = delivered.digest()
    with open_window(qtbot, theme, sample) as window:
        work = at_work(window)
        head = work.view.heading.head
        waiting = len(work.view.heading.queue.waiting)
        assert waiting >= 8

        assert play_queue(work) >= waiting
        assert not work.view.heading.queue.not_done
        assert work.view.heading.head.turn_id == head.turn_id

        edit_the_ledger(window, work)

        press(Key.Key_Return, CTRL | SHIFT)
        assert work.view.status.words().endswith("again ends the turn."), (
            "what is open is said first"
        )
        press(Key.Key_Return, CTRL | SHIFT)
        if work.view.heading.queue.phase == "END":
            play_queue(work)
            press(Key.Key_Return, CTRL | SHIFT)
        after = work.view.heading.head
        assert after.turn_id > head.turn_id
        assert after.active is not None
        assert head.active is not None
        assert after.active.name != head.active.name

        export_the_turn(qtbot, window, tmp_path, monkeypatch)
        the_log_tells_it(work, head.turn_id)

        take_everything_back(work)
        assert work.desk.campaign.digest() == before


def edit_the_ledger(window: MainWindow, work: AtWork) -> None:
    """Reload the gun that fired and set something on fire, from the ledger's own keys."""
    gun = next(
        row
        for unit_id in range(1, 40)
        for row in work.desk.read(weapons_of, unit_id)
        if row.kind == "Cannon" and not row.loaded
    )
    burning = len(work.desk.read(fires))
    press(Key.Key_3, CTRL)
    assert holds_focus(work.view.middle)
    for _ in range(9):
        if ("R", "reload") in work.view.status.keys.keys:
            break
        press(Key.Key_Backtab, SHIFT)
    work.hub.select_unit(gun.unit_id)
    press(Key.Key_R)
    sheet = next(found for found in window.findChildren(ActSheet) if found.isVisible())
    assert sheet.title() == "Reload"
    while focus().accessibleName() != "Load":
        press(Key.Key_Tab)
    press(Key.Key_Down)
    press(Key.Key_Return, CTRL)
    assert not sheet.isVisible(), sheet.refusal.sentence()
    press(Key.Key_K, CTRL)
    typed("ignite lady oolong")
    press(Key.Key_F2)  # the form of the line; Enter would do it
    assert sheet.title() == "Ignite"
    press(Key.Key_Return, CTRL)
    assert not sheet.isVisible(), sheet.refusal.sentence()
    assert len(work.desk.read(fires)) == burning + 1
    press(Key.Key_1, CTRL)
    assert holds_focus(work.view.side)


def export_the_turn(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "turn.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    press(Key.Key_E, CTRL)
    qtbot.waitUntil(out.exists)
    panel = at_work(window).view.panel("report")
    assert isinstance(panel, ReportPanel)
    assert out.read_bytes().startswith(b"%PDF")
    assert at_work(window).view.status.words() == saved_words(out)


def the_log_tells_it(work: AtWork, turn_id: int) -> None:
    lines = work.desk.read(log, turn_id)
    assert sum(line.dice(Origin.TYPED) for line in lines) >= 4
    assert any(line.lead.startswith("Lady Oolong") for line in lines)


def take_everything_back(work: AtWork) -> None:
    press(Key.Key_1, CTRL)
    for _ in range(MOST_KEYS):
        if not work.undo_titles():
            return
        press(Key.Key_Z, CTRL)
        settle()
        assert focus().isVisible()
    raise AssertionError("undo never came to an end")
