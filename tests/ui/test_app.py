import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.window_scene import Key, at_work, make_file, open_window, press, settle
from ui.forms.sheet import Question
from ui.look.theme import Theme
from ui.widgets.overlay import Overlay
from ui.window.defects import Defects, report
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)

HEAVY = (
    *(
        "sqlmodel",
        "sqlalchemy",
        "reportlab",
        "icepool",
        "brikdesk.acts",
        "ui.campaign.desk",
        "pypdfium2",
    ),
    # what the first frame does not show, and what takes long for the little that it gives
    *("ui.models.commands", "ui.window.menus", "ui.forms.sheet", "ui.widgets.buttons"),
    *("typing_extensions", "platform", "html"),
)

WATCHED_START = """
import sys
from ui.app import make_application, make_window
app = make_application()
window = make_window(app)
def tell(moment):
    heavy = [name for name in {heavy!r} if name in sys.modules]
    print(moment, ",".join(heavy), flush=True)
window.painted.connect(lambda: tell("painted"))
window.ready.connect(lambda: (tell("ready"), window.close()))
window.show()
app.exec()
"""


def test_the_first_paint_comes_before_anything_heavy_is_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED_START.format(heavy=HEAVY)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        cwd=Path(__file__).parents[2],
    )
    lines = [line for line in done.stdout.splitlines() if line]
    assert lines[0].strip() == "painted", done.stderr
    assert lines[1].startswith("ready")
    assert {"sqlmodel", "ui.campaign.desk"} <= set(lines[1].removeprefix("ready ").split(","))
    assert done.returncode == 0


def test_on_linux_qt_is_told_to_fall_back_to_drawing_where_nobody_sees() -> None:
    code = "from ui.app import make_application as m; import os; m(); print(os.environ['QT_QPA_PLATFORM'])"
    quiet = {k: v for k, v in os.environ.items() if k not in ("QT_QPA_PLATFORM", "DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        env=quiet,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.strip() == "wayland;xcb;offscreen" or sys.platform != "linux", done.stderr


def test_a_file_named_at_the_start_is_opened_as_soon_as_that_is_possible(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "named.brik")
    with open_window(qtbot, theme) as window:
        window.is_ready = False
        window.open_path(file)
        assert window.at_work is None
        window._now_ready()
        assert at_work(window).name == "Test of Strength"
        assert "Test of Strength" in window.windowTitle()


def test_a_defect_is_told_plainly_and_the_session_goes_on(window: MainWindow) -> None:
    defects = Defects(window)
    window.hear_defects(defects)
    try:
        raise KeyError("Sir Bob's secret")
    except KeyError as error:
        defects.met.emit(report(KeyError, error.__traceback__))
    settle()
    question = next(o for o in window.findChildren(Question) if o.is_open())
    assert question.title == "Something went wrong inside BrikDesk"
    press(Key.Key_Return)
    assert not question.is_open()
    assert window.at_work is not None


def test_the_report_of_a_defect_holds_no_words_from_the_campaign() -> None:
    try:
        raise ValueError("Sir Bob of the secret castle")
    except ValueError as error:
        words = report(ValueError, error.__traceback__)
    assert "ValueError" in words
    assert "test_app.py" in words
    assert "Bob" not in words


def test_a_defect_in_a_thread_is_told_too(window: MainWindow, qtbot: QtBot) -> None:
    import threading

    defects = Defects(window)
    told: list[str] = []
    defects.met.connect(told.append)
    hook, own = threading.excepthook, sys.excepthook
    try:
        defects.listen()
        sys.__excepthook__, silent = (lambda *_: None), sys.__excepthook__
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()
        qtbot.waitUntil(lambda: bool(told))
    finally:
        threading.excepthook, sys.excepthook = hook, own
        sys.__excepthook__ = silent
    assert "ZeroDivisionError" in told[0]


def test_nothing_but_the_window_ever_stands_on_the_screen_by_itself(
    qtbot: QtBot, theme: Theme, tmp_path: Path, qapp: QObject
) -> None:
    """A widget shown before it has its place is a window for a moment: it flickers and takes focus."""
    strays: list[str] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            shown = event.type() == QEvent.Type.Show and isinstance(watched, QWidget)
            if shown and watched.isWindow() and not isinstance(watched, MainWindow):
                strays.append(f"{type(watched).__name__} {watched.accessibleName()}")
            return False

    watch = Watch()
    file = make_file(tmp_path / "campaign.brik")
    qapp.installEventFilter(watch)
    try:
        with open_window(qtbot, theme, file) as window:
            for name in ("units", "ledger", "log", "report", "battle", "large"):
                window.commands[name].trigger()
                settle()
            for name in ("settings", "palette", "new_battle", "end_battle", "keys", "about"):
                window.commands[name].trigger()
                settle()
                for overlay in window.findChildren(Overlay):
                    overlay.close_sheet()
            at_work(window).hub.unit_edited.emit(0)
            at_work(window).show_rule("F.1-31")
            settle()
            for overlay in window.findChildren(Overlay):
                overlay.close_sheet()
    finally:
        qapp.removeEventFilter(watch)
    assert strays == []


def test_what_the_window_was_like_is_remembered(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    file = make_file(tmp_path / "campaign.brik")
    with open_window(qtbot, theme, file) as window:
        window.commands["ledger"].trigger()
        window.commands["larger"].trigger()
        window.commands["theme"].trigger()
        look, scale = theme.look, theme.scale
    theme.set_scale(100)
    with open_window(qtbot, theme, file) as window:
        assert at_work(window).view.workspace == "ledger"
        assert (window.remembered.look, window.remembered.scale) == (look, scale)
        assert [recent.name for recent in window.remembered.recent] == ["Test of Strength"]
        assert window.remembered.recent[0].standing == "Turn 1, Amber Army to play"
        assert window.remembered.recent[0].colours == ("sky", "orchid", "lime")
