"""Acts that take long run beside the window: it stays alive, tells how far, and can call them off."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from sqlmodel import Session

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.combat.aim import Aim
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.turns_and_steps import EndTurn, GoOn, Together
from brikdesk.errors import BadInput
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.lines import Outcome
from brikdesk.store.session import Progress
from brikdesk.store.views import View
from brikdesk.store.views.units import rows_in_play
from brikdesk.turns.queue import Queue, agenda, queue
from tests.patience import LONGEST
from tests.ui.window_scene import (
    CTRL,
    SHIFT,
    Key,
    at_work,
    make_file,
    open_window,
    press,
    settle,
)
from ui.campaign import desk as desks
from ui.campaign import jobs as errands
from ui.campaign.desk import EVERYTHING, Desk, NotDone
from ui.campaign.jobs import Errand
from ui.forms.sheet import ErrandSheet
from ui.look.theme import Theme
from ui.panels.queue.panel import StartPanel
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)

CARTS = 25


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Ann's second turn begins, and 25 of her carts burn."""
    path = make_file(tmp_path / "campaign.brik")
    with Campaign.open(path) as campaign:
        for number in range(1, CARTS + 1):
            for data in (
                {"act": "AddUnit", "name": f"Cart {number}", "player_id": 1, "kind": "creature",
                 "size": 3, "armor": "1d10"},
                {"act": "Ignite", "unit_id": number, "inches": 2},
            ):  # fmt: skip
                campaign.do(act_from_data(data))
        for _ in range(3):
            campaign.do(EndTurn())
    return path


@pytest.fixture
def desk(file: Path) -> Iterator[Desk]:
    made = Desk(Campaign.open(file), lambda sides: 1)
    yield made
    made.close()


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, file: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, file) as opened:
        yield opened


class Pause:
    """Throws dice, and stops at the first one until it is let go: by then the window shows it."""

    def __init__(self) -> None:
        self.goes_on = Event()
        self.threads = set[object]()

    def throw(self, sides: int) -> int:
        """Return a 1."""
        self.threads.add(current_thread())
        assert self.goes_on.wait(LONGEST / 1000)
        return 1


@pytest.fixture
def pause(window: MainWindow) -> Pause:
    made = Pause()
    at_work(window).desk._thrower = made.throw
    return made


def sheets(window: MainWindow) -> list[ErrandSheet]:
    return [sheet for sheet in window.findChildren(ErrandSheet) if sheet.is_open()]


def test_a_long_roll_is_thrown_beside_the_window_and_is_one_act(
    window: MainWindow, pause: Pause
) -> None:
    desk, seen = at_work(window).desk, list[tuple[int, bool]]()

    def look() -> None:
        seen.append((len(sheets(window)), at_work(window).view.isVisible()))
        pause.goes_on.set()

    desk.long.connect(lambda _: QTimer.singleShot(0, look))
    before = desk.campaign.digest()
    press(Key.Key_Space, SHIFT)
    assert seen == [(1, True)]
    assert main_thread() not in pause.threads
    assert sheets(window) == []
    assert desk.read(queue).waiting == ()
    assert at_work(window).view.status.words() == f"Roll {CARTS} steps"
    press(Key.Key_Z, CTRL)
    assert desk.campaign.digest() == before
    assert len(desk.read(queue).waiting) == CARTS


def test_esc_calls_a_long_roll_off_and_nothing_is_changed(window: MainWindow, pause: Pause) -> None:
    desk = at_work(window).desk
    before, focus_before = desk.campaign.digest(), QApplication.focusWidget()

    def call_off(errand: Errand) -> None:
        press(Key.Key_Escape)
        assert errand.isInterruptionRequested()
        pause.goes_on.set()

    desk.long.connect(lambda errand: QTimer.singleShot(0, lambda: call_off(errand)))
    press(Key.Key_Space, SHIFT)
    assert desk.campaign.digest() == before
    assert at_work(window).view.status.words() == "Cancelled. Nothing was changed."
    assert QApplication.focusWidget() is focus_before
    assert sheets(window) == []
    assert desk.errand is None


def test_a_quick_roll_shows_nothing_of_its_progress(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "AT_ONCE", 60_000)
    desk, shown = at_work(window).desk, list[object]()
    desk.long.connect(shown.append)
    press(Key.Key_Space, SHIFT)
    assert desk.read(queue).waiting == ()
    assert shown == []


def test_while_a_long_act_runs_nothing_else_is_done(window: MainWindow, pause: Pause) -> None:
    desk, said = at_work(window).desk, list[str]()
    desk.not_done.connect(lambda answer: said.append(answer.sentence))

    def meddle() -> None:
        assert isinstance(desk.do(AddNote(text="Meanwhile")), NotDone)
        at_work(window).do_command("undo")
        pause.goes_on.set()

    desk.long.connect(lambda _: QTimer.singleShot(0, meddle))
    press(Key.Key_Space, SHIFT)
    assert said == ["The desk is still busy. Nothing was changed."]
    assert at_work(window).undo_titles()[0] == f"Roll {CARTS} steps"


def test_keys_typed_while_a_long_act_runs_come_after_it_in_their_order(
    window: MainWindow, pause: Pause
) -> None:
    """N opens a new unit; the letters after it are its name, though the note was asked for first."""

    def type_ahead() -> None:
        press(Key.Key_2, CTRL)
        for letter in "nab c":
            QTest.keyClick(QApplication.focusWidget(), letter)  # type: ignore[arg-type]
        pause.goes_on.set()

    at_work(window).desk.long.connect(lambda _: QTimer.singleShot(0, type_ahead))
    press(Key.Key_Space, SHIFT)
    settle()
    assert at_work(window).view.workspace == "units"
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.text() == "ab c"
    assert at_work(window).undo_titles()[0] == f"Roll {CARTS} steps"


def test_closing_the_window_calls_a_long_act_off_first(
    window: MainWindow, pause: Pause, qtbot: QtBot, file: Path
) -> None:
    at_work(window).desk.long.connect(lambda _: QTimer.singleShot(0, close))

    def close() -> None:
        window.close()
        assert window.at_work
        pause.goes_on.set()

    press(Key.Key_Space, SHIFT)
    qtbot.waitUntil(lambda: not window.isVisible())
    with Campaign.open(file) as campaign:
        assert len(campaign.reading(agenda)) == CARTS


def test_it_tells_how_many_steps_of_how_many_are_rolled(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "BETWEEN", -1.0)
    told = list[tuple[str, int, int]]()
    sent = Errand.carry_out

    def carry_out(errand: Errand, seen: object) -> None:
        errand.advanced.connect(lambda *words: told.append(words))
        sent(errand, lambda _: None)
        settle()

    monkeypatch.setattr(Errand, "carry_out", carry_out)
    desk.throw_all()
    assert [n for words, n, of in told if words == "Rolling"] == list(range(CARTS))
    assert {of for _, _, of in told} == {CARTS}
    assert told[-1] == ("Saving", CARTS - 1, CARTS)


def test_a_refusal_from_another_thread_is_told_as_any_other(desk: Desk) -> None:
    notes = tuple(AddNote(text=f"Note {k}") for k in range(30))
    act = Together(title="Too much", acts=(*notes, EndTurn()))
    refused = list[object]()
    desk.not_done.connect(lambda answer: refused.append((answer.act, answer.rule)))
    before = desk.campaign.digest()
    assert isinstance(desk.do(act), NotDone)
    assert refused == [(act, "turn-order")]
    assert desk.campaign.digest() == before


def test_a_defect_in_another_thread_is_raised_where_the_act_was_asked_for(desk: Desk) -> None:
    def broken(sides: int) -> int:
        raise ZeroDivisionError

    desk._thrower = broken
    with pytest.raises(ZeroDivisionError):
        desk.throw_all()
    assert desk.errand is None


def test_panes_read_the_new_rows_and_each_question_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answers = list[object](), list[tuple[Queue, Queue]]()
    read = desk.campaign.read
    desk.read(queue)

    def ask(changes: Changes) -> None:
        answers.append((desk.read(queue), desk.read(queue)))

    desk.changed.connect(ask)

    def note(question: View[[], object]) -> object:
        asked.append(question)
        return read(question)

    monkeypatch.setattr(desk.campaign, "read", note)
    desk.throw_all()
    assert answers[0][0].waiting == ()
    assert answers[0][0] is answers[0][1]
    assert asked == [], "it was read beside the window"
    assert desk.read(queue) == answers[0][0]
    assert asked == [queue]


def test_what_another_program_wrote_meanwhile_is_read_too(desk: Desk) -> None:
    heard = list[Changes]()
    desk.changed.connect(heard.append)

    def work(own: Campaign, progress: Progress) -> Changes:
        with desk.campaign.beside() as other:
            other.do(AddNote(text="From elsewhere"))
        return own.do(AddNote(text="From here"))

    desk._beside(work)
    desk._beside(lambda own, _: own.do(AddNote(text="Alone")))
    assert [changes.tables is EVERYTHING for changes in heard] == [True, False]
    assert not desk.campaign.others_wrote()


def test_the_window_can_read_while_a_long_act_writes(desk: Desk) -> None:
    campaign, read = desk.campaign, list[Queue]()
    with campaign.beside() as own, own.rehearsal() as session:
        AddNote(text="x" * 900).carry_out(session)
        session.flush()
        read.append(campaign.read(queue))
    assert len(read[0].waiting) == CARTS


def test_an_attack_of_many_parts_is_done_beside_the_window_and_a_common_one_is_not(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[object]()

    def refuse(act: Attack, session: Session) -> Outcome:
        threads.append(current_thread())
        raise BadInput("Not today.")

    monkeypatch.setattr(Attack, "carry_out", refuse)
    for many in (1, desks.MANY - 1, desks.MANY):
        desk.do(Attack(aims=tuple(Aim(unit_id=number + 1) for number in range(many))))
    assert [thread is main_thread() for thread in threads] == [True, True, False]


def test_in_a_large_game_the_first_act_already_is_done_beside_the_window(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[object]()
    carry_out = AddNote.carry_out

    def note(act: AddNote, session: Session) -> Outcome:
        threads.append(current_thread())
        return carry_out(act, session)

    monkeypatch.setattr(AddNote, "carry_out", note)
    assert desk.read(rows_in_play) == 2 * CARTS  # each with its fire
    for large in (2 * CARTS + 1, 2 * CARTS):
        monkeypatch.setattr(desks, "LARGE", large)
        desk.do(AddNote(text="Large or not"))
    assert [thread is main_thread() for thread in threads] == [True, False]


def test_while_an_errand_runs_nothing_stops_all_threads_for_long(desk: Desk, qtbot: QtBot) -> None:
    share = sys.getswitchinterval()
    meanwhile = list[tuple[bool, float]]()

    def work(own: Campaign, progress: Progress) -> Changes:
        meanwhile.append((gc.isenabled(), sys.getswitchinterval()))
        return own.do(AddNote(text="Long"))

    desk._beside(work)
    collects, switches = meanwhile[0]
    assert not collects
    assert switches < share
    assert sys.getswitchinterval() == share
    qtbot.waitUntil(gc.isenabled)


def test_settled_steps_stand_above_the_card_also_at_the_end_of_a_turn(
    qtbot: QtBot, theme: Theme, sample: Path
) -> None:
    with open_window(qtbot, theme, sample) as window:
        desk = at_work(window).desk
        desk.throw_all()
        if desk.read(queue).waiting:
            desk.do(GoOn(reason="for the test"))
        panel = next(p for p in window.findChildren(StartPanel) if p.isVisible())
        settled = list[bool]()

        class Frames(QObject):
            def eventFilter(self, body: QObject, event: QEvent) -> bool:
                painted = event.type() is QEvent.Type.Paint
                if painted and panel.done.isVisible() and panel.done.steps.rowCount():
                    settled.append(panel.card.y() > panel.done.geometry().bottom())
                return False

        frames = Frames()
        panel._body.installEventFilter(frames)
        desk.do(EndTurn())
        qtbot.waitUntil(lambda: bool(settled))
        assert all(settled)
