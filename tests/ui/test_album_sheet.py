"""The album in the window: photos pinned, described, gone through and taken out; bad ones said."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.acts.units.roster import AddUnit
from brikdesk.pictures import jobs
from brikdesk.store.views.notes_and_photos import album, kept_photos
from tests.pictures.hostile import with_scans
from tests.ui.window_scene import CTRL, Key, at_work, press, settle, typed
from ui.campaign.jobs import Job
from ui.look.shortcuts import KEYS
from ui.panels.album import NONE_YET, AlbumSheet
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)


@pytest.fixture(autouse=True)
def gus(window: MainWindow) -> Iterator[None]:
    """Put somebody on the table; at the end no thread of the sheet may be left."""
    at_work(window).desk.do(AddUnit(name="Gus", preset="U-01", player_id=1))
    yield
    for sheet in window.findChildren(AlbumSheet):
        sheet.close_sheet()
    settle()
    assert not [each for each in window.findChildren(Job) if each.isRunning()]


def photo(tmp_path: Path, name: str = "moment.png", shade: int = 90) -> Path:
    path = tmp_path / name
    Image.new("RGB", (800, 600), (shade, shade, shade)).save(path)
    return path


def album_sheet(window: MainWindow) -> AlbumSheet:
    settle()
    (sheet,) = (each for each in window.findChildren(AlbumSheet) if each.is_open())
    return sheet


def pinned(sheet: AlbumSheet, qtbot: QtBot, path: Path) -> None:
    """Pin a photo, and wait until it is shown."""
    before = sheet.list.count()
    sheet.take(path)
    qtbot.waitUntil(lambda: sheet.list.count() == before + 1)
    qtbot.waitUntil(lambda: sheet.picture.is_shown)


def test_a_photo_is_pinned_and_described_by_keys(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KEYS["album"] == ("Ctrl+Shift+I",)
    path = photo(tmp_path)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    desk = at_work(window).desk
    before = desk.campaign.digest()
    window.commands["album"].trigger()
    sheet = album_sheet(window)
    assert sheet.picture.accessibleName() == NONE_YET
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: sheet.picture.is_shown)
    assert QApplication.focusWidget() is sheet.said
    typed("<b>Boom</b>")
    press(Key.Key_Tab)
    (row,) = desk.read(album)
    assert (row.words, row.unit_id) == ("<b>Boom</b>", 0)
    assert sheet.list.item(0).text().startswith("<b>Boom</b>\nTurn 1")
    press(Key.Key_Down)
    (row,) = desk.read(album)
    assert (row.unit, row.title) == ("Gus", "Gus: <b>Boom</b>")
    press(Key.Key_Escape)
    assert not sheet.is_open()
    for _ in range(3):
        press(Key.Key_Z, CTRL)
    assert desk.campaign.digest() == before


def test_photos_are_gone_through_and_taken_out(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = at_work(window).desk
    window.commands["album"].trigger()
    sheet = album_sheet(window)
    for shade in (40, 120, 200):
        pinned(sheet, qtbot, photo(tmp_path, f"{shade}.png", shade))
    assert sheet.list.currentRow() == 2
    sheet.list.setFocus()
    press(Key.Key_Up)
    qtbot.waitUntil(lambda: sheet._shown == desk.read(album)[1].picture)
    gone = desk.read(album)[1].picture
    press(Key.Key_Delete)
    assert [row.picture for row in desk.read(album)].count(gone) == 0
    assert sheet.list.count() == 2
    desk.undo()
    assert sheet.list.count() == 3
    assert desk.read(album)[1].picture == gone


def test_the_menu_of_a_unit_pins_to_it_and_opens_at_its_photos(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    work = at_work(window)
    work.hub.album_asked.emit(1)
    sheet = album_sheet(window)
    pinned(sheet, qtbot, photo(tmp_path))
    assert work.desk.read(album)[0].unit == "Gus"
    press(Key.Key_Escape)
    window.commands["album"].trigger()
    pinned(album_sheet(window), qtbot, photo(tmp_path, "other.png", 10))
    assert [row.unit for row in work.desk.read(album)] == ["Gus", ""]
    press(Key.Key_Escape)
    work.hub.album_asked.emit(1)
    assert album_sheet(window).list.currentRow() == 0


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("torn.jpg", b"\xff\xd8\xff\xe0 torn", "damaged or cut off"),
        ("words.png", b"These are words.", "no JPEG, PNG, WebP or HEIC"),
    ],
)
def test_what_is_no_photo_is_said_and_nothing_is_pinned(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str, data: bytes, why: str
) -> None:
    (tmp_path / name).write_bytes(data)
    window.commands["album"].trigger()
    sheet = album_sheet(window)
    sheet.take(tmp_path / name)
    qtbot.waitUntil(lambda: why in sheet.problem.sentence())
    assert at_work(window).desk.read(album) == ()
    pinned(sheet, qtbot, photo(tmp_path))
    assert sheet.problem.sentence() == ""


def test_a_sheet_closed_while_a_photo_is_read_leaves_nothing_behind(
    window: MainWindow, tmp_path: Path
) -> None:
    window.commands["album"].trigger()
    sheet = album_sheet(window)
    sheet.take(photo(tmp_path))
    sheet.close_sheet()
    settle()
    assert not sheet.is_open()
    assert at_work(window).desk.read(album) == ()


def test_a_photo_that_the_file_lacks_is_said(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.commands["album"].trigger()
    pinned(album_sheet(window), qtbot, photo(tmp_path))
    press(Key.Key_Escape)
    monkeypatch.setattr("ui.panels.album.photo_bytes", lambda *_: None)
    window.commands["album"].trigger()
    sheet = album_sheet(window)
    assert "lacks the photo" in sheet.picture.accessibleName()
    assert sheet.unpin_button.isEnabled()


def test_esc_stops_the_reading_of_a_hostile_photo_and_leaves_the_album_open(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.commands["album"].trigger()
    sheet = album_sheet(window)
    path = tmp_path / "scans.jpg"
    path.write_bytes(with_scans(9500, 9500, 90))
    sheet.take(path)
    assert "Esc stops it" in sheet.when.text()
    press(Key.Key_Escape)
    assert sheet.is_open()
    assert "was stopped" in sheet.problem.sentence()
    assert not at_work(window).desk.read(album)
    pinned(sheet, qtbot, photo(tmp_path))
    press(Key.Key_Escape)
    assert not sheet.is_open()


def test_the_window_answers_while_a_hostile_photo_is_read(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SECONDS", 1.0)  # a fast computer reads it within the usual limit
    window.commands["album"].trigger()
    sheet = album_sheet(window)
    path = tmp_path / "scans.jpg"
    path.write_bytes(with_scans(9500, 9500, 90))
    turns: list[int] = []
    timer = QTimer()
    timer.timeout.connect(lambda: turns.append(1))
    timer.start(10)
    sheet.take(path)
    qtbot.waitUntil(lambda: bool(sheet.problem.sentence()))
    assert "takes longer" in sheet.problem.sentence()
    assert len(turns) > 20, "the window went on meanwhile"


def test_photos_that_nothing_shows_are_dropped_by_a_button_that_says_what_it_frees(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.commands["album"].trigger()
    sheet = album_sheet(window)
    pinned(sheet, qtbot, photo(tmp_path))
    assert sheet.drop_button.isHidden()
    sheet.unpin()
    assert sheet.drop_button.accessibleName().startswith("Drop 1 photo not shown, 0.0 MB")
    assert not sheet.drop_button.isHidden()
    sheet.drop_button.setFocus()
    press(Key.Key_Return)
    assert sheet.drop_button.isHidden()
    desk = at_work(window).desk
    assert desk.read(kept_photos).count == 0
    desk.undo()
    qtbot.waitUntil(lambda: "lacks the photo" in sheet.picture.accessibleName())
