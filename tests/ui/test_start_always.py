"""The desk starts whatever lies around it, and tells what it put aside."""

import errno
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSize
from pytestqt.qtbot import QtBot

from tests.at_once import PROGRAMS, at_once
from tests.nightly import NIGHTLY
from tests.ui.odd_start import ENVIRONMENTS, SHAPES, STILL_FINE, WRONG, recent, row
from tests.ui.window_scene import make_file, open_window, settle
from ui.campaign.settings import Remembered
from ui.look.theme import Theme
from ui.window.main_window import MainWindow

ROOT = Path(__file__).parents[2]


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """Return where the file of the settings lies."""
    folder = Path(os.environ["BRIKDESK_CONFIG_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "brikdesk.ini"


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_desk_starts_with_any_settings(
    qtbot: QtBot, theme: Theme, settings: Path, shape: str
) -> None:
    SHAPES[shape](settings)
    what_lay_there = settings.read_bytes() if settings.is_file() and shape != "a device" else b""
    remembered = Remembered()
    window = MainWindow(theme, remembered)
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.painted):
        window.show()
    aside = list(settings.parent.glob("brikdesk-put-aside*.ini"))
    assert bool(remembered.notices) == (shape in WRONG)
    if shape in WRONG and shape != "a link to itself":
        (kept,) = aside
        assert str(kept) in remembered.notices[0]
        assert not what_lay_there or kept.read_bytes() == what_lay_there
    remembered.scale = 125
    remembered.save()
    again = Remembered()
    assert again.notices == remembered.notices * (shape == "a link to itself")
    assert again.scale == (100 if shape == "a link to itself" else 125)


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("shape", [*STILL_FINE, "an unknown value", "5000 rows"])
def test_a_campaign_opens_with_any_settings(
    qtbot: QtBot, theme: Theme, settings: Path, tmp_path: Path, shape: str
) -> None:
    SHAPES[shape](settings)
    with open_window(qtbot, theme, make_file(tmp_path / "a.brik")) as window:
        assert window.at_work is not None
        status = window.at_work.view.status.accessibleDescription() or str(
            window.at_work.view.status._words._whole
        )
        assert bool(window.remembered.notices) == ("settings" in status)


def test_of_wrong_recent_files_the_others_are_kept(settings: Path, tmp_path: Path) -> None:
    good = tmp_path / "good.brik"
    good.touch()
    recent([*row(name=5), *row(path=str(good), name="Good"), *row(path=str(good))])(settings)
    remembered = Remembered()
    assert [each.name for each in remembered.recent] == ["Good"]
    remembered.save()
    assert [each.name for each in Remembered().recent] == ["Good"]


def test_two_windows_keep_what_each_of_them_changed(settings: Path) -> None:
    one, other = Remembered(), Remembered()
    one.scale, other.workspace = 110, "log"
    one.save()
    other.save()
    assert (Remembered().scale, Remembered().workspace) == (110, "log")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs programs that begin at one moment")
def test_eight_windows_at_once_keep_all_recent_files_and_places(settings: Path) -> None:
    def work(number: int) -> None:
        remembered = Remembered(settings.parent)
        for turn in range(5):
            remembered.add_recent(settings.with_name(f"{number}.brik"), f"Campaign {number}")
            remembered.keep_place(QSize(100 + number, turn), "window", QByteArray(b"there"))
            remembered.save()

    for number in range(PROGRAMS):
        settings.with_name(f"{number}.brik").touch()
    assert at_once(work) == [0] * PROGRAMS
    found = Remembered(settings.parent)
    assert {entry.name for entry in found.recent} == {f"Campaign {n}" for n in range(PROGRAMS)}
    for number in range(PROGRAMS):
        assert [found.place(QSize(100 + number, turn), "window") for turn in range(5)] == [
            QByteArray(b"there")
        ] * 5


def test_settings_that_cannot_be_written_keep_nobody_from_going_on(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    remembered = Remembered()
    remembered.scale = 150
    monkeypatch.setattr(Path, "replace", refuse)
    remembered.save()
    assert remembered.scale == 150
    monkeypatch.undo()
    remembered.save()


# --- recent files on drives that are away ------------------------------------------------------------


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("code", ["EACCES", "EIO", "ENOTCONN", "ESTALE", "ELOOP"])
def test_a_recent_file_that_cannot_be_reached_stays_and_says_so(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    away = tmp_path / "away.brik"
    remembered = Remembered()
    remembered.add_recent(away, "Away", "Turn 3")
    remembered.save()
    _stat = os.stat

    def stat(path: object, *args: object, **more: object) -> object:
        if str(path) == str(away):
            raise OSError(getattr(errno, code), os.strerror(getattr(errno, code)))
        return _stat(path, *args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "stat", stat)
    window = MainWindow(theme, Remembered())
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.painted):
        window.show()
    assert "Cannot be reached now" in window.start.rows[-1].accessibleName()


@pytest.fixture
def silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Have every question about the path `silent.brik` wait until the event is set."""
    answers, _stat = threading.Event(), os.stat

    def stat(path: object, *args: object, **more: object) -> object:
        if str(path).endswith("silent.brik"):
            assert threading.current_thread() is not threading.main_thread() or answers.is_set()
            answers.wait()
        return _stat(path, *args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "stat", stat)
    yield answers
    answers.set()


def test_a_drive_that_does_not_answer_is_looked_at_beside_the_window(
    qtbot: QtBot, theme: Theme, tmp_path: Path, silence: threading.Event
) -> None:
    silence.set()
    path = make_file(tmp_path / "silent.brik")
    remembered = Remembered()
    remembered.add_recent(path, "Silent")
    remembered.folder = tmp_path
    remembered.save()
    silence.clear()
    with open_window(qtbot, theme) as window:
        row = window.start.rows[-1]
        assert "Its drive does not answer" in row.accessibleName()
        row.click()
        settle()
        assert window.at_work is None
        assert "Waiting for the drive of silent.brik" in window.start._motto.text()
        silence.set()
        qtbot.waitUntil(lambda: window.at_work is not None)
        assert window.at_work is not None


def test_of_a_drive_that_stays_silent_the_referee_is_told(
    qtbot: QtBot, theme: Theme, tmp_path: Path, silence: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    from ui.forms.sheet import Question

    monkeypatch.setattr("ui.window.opening.PATIENCE", 200)
    with open_window(qtbot, theme) as window:
        window.open_path(tmp_path / "silent.brik")
        qtbot.waitUntil(lambda: bool(window.findChildren(Question)))
        (told,) = window.findChildren(Question)
        assert (told.title, window.at_work) == ("silent.brik was not opened", None)
        assert "does not answer" in told.words


def test_a_recent_file_shows_as_usual_once_its_drive_answers(
    qtbot: QtBot, theme: Theme, tmp_path: Path, silence: threading.Event
) -> None:
    (tmp_path / "silent.brik").touch()
    remembered = Remembered()
    remembered.add_recent(tmp_path / "silent.brik", "Silent", "Turn 3")
    remembered.save()
    with open_window(qtbot, theme) as window:
        assert "Its drive does not answer" in window.start.rows[-1].accessibleName()
        silence.set()
        qtbot.waitUntil(lambda: "Turn 3" in window.start.rows[-1].accessibleName())


# --- the program itself ------------------------------------------------------------------------------

QUICK = ("no home", "data in a file", "an unknown platform", "a scale of NaN")


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("name", ENVIRONMENTS if NIGHTLY else QUICK)
def test_the_program_starts_and_opens_in_any_environment(tmp_path: Path, name: str) -> None:
    campaign = make_file(tmp_path / "a.brik")
    found = started(tmp_path, campaign, ENVIRONMENTS[name])
    assert (found["errors"], found["open"]) == ([], True)


def started(folder: Path, campaign: Path, changed: dict[str, str | None]) -> dict[str, object]:
    """Start the desk as a program of its own and return what it tells."""
    own = {f"BRIKDESK_{name}_DIR": str(folder / name) for name in ("CONFIG", "DATA", "CAMPAIGNS")}
    usual = {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.odd_start", str(folder), str(campaign)],
        env={key: value for key, value in {**usual, **changed}.items() if value is not None},
        cwd=folder, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert "Painter not active" not in done.stderr
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found
