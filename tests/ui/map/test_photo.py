"""A photo of the table: four handles, and the map can be measured on it."""

import math
from itertools import combinations
from pathlib import Path

import numpy
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.acts.battlefield.table import SetBackground, SetTable
from brikdesk.pictures.photo import PhotoCopy, name_of
from brikdesk.store.views.battlefield import TablePhoto, battlefield
from tests.pictures.a_table import MARKS, PLATE, corners_seen, found, photo_of_table, view_of
from tests.pictures.hostile import with_scans
from tests.ui.map.map_scene import Map
from ui.panels.map.scene import PHOTO
from ui.panels.photo import CORNERS, Handle, KnownRectangle, PhotoSheet

pytestmark = pytest.mark.thorough(every=3)

Key, Button, NONE = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
WIDTH, DEPTH = 40.0, 30.0


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    return photo_of_table(tmp_path / "table.jpg", WIDTH, DEPTH, (1600, 1200))


def sheet_of(shown: Map, qtbot: QtBot, path: Path) -> PhotoSheet:
    """Give the map a photo and return the sheet that opens."""
    shown.panel.photo.take(path)
    qtbot.waitUntil(lambda: bool(shown.panel.findChildren(PhotoSheet)))
    (sheet,) = shown.panel.findChildren(PhotoSheet)
    qtbot.waitUntil(sheet.isVisible)
    return sheet


def drag(sheet: PhotoSheet, handle: Handle, place: tuple[float, float]) -> None:
    """Drag a handle with the mouse to a place of the photo, as near as the pixels allow."""
    canvas = sheet.canvas
    start, goal = canvas.place_of(handle).toPoint(), canvas.pixel_of(place).toPoint()
    QTest.mousePress(canvas, Button, NONE, start)
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(canvas, start + (goal - start) * part)
    QTest.mouseRelease(canvas, Button, NONE, goal)


def lay(shown: Map, qtbot: QtBot, sheet: PhotoSheet) -> QImage:
    """Press the button, and return the map's picture of the table."""
    QTest.keyClick(sheet.canvas, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(shown.panel.photo.flat.sizes))
    return shown.panel.photo.flat.sizes[0]


def lies(shown: Map) -> TablePhoto | None:
    return shown.desk.read(battlefield).photo


def lengths(image: QImage) -> list[tuple[float, float]]:
    """Return every distance between two marks: as the picture of the table shows it, and the truth."""
    rgba = image.convertToFormat(QImage.Format.Format_RGBA8888)
    pixels = numpy.frombuffer(rgba.constBits(), numpy.uint8).reshape(
        rgba.height(), rgba.bytesPerLine() // 4, 4
    )
    scale = WIDTH / rgba.width()
    seen = {colour: found(pixels, colour) for colour in MARKS}
    return [
        (math.dist(seen[one], seen[other]) * scale, math.dist(MARKS[one], MARKS[other]))
        for one, other in combinations(MARKS, 2)
    ]


def test_four_handles_on_the_table_make_a_map_that_measures_within_two_percent(
    shown: Map, qtbot: QtBot, photo: Path
) -> None:
    shown.desk.do(SetTable(width=WIDTH, depth=DEPTH))
    sheet = sheet_of(shown, qtbot, photo)
    for handle, corner in zip(CORNERS, corners_seen(WIDTH, DEPTH), strict=True):
        drag(sheet, handle, corner)
    measured = lengths(lay(shown, qtbot, sheet))
    assert len(measured) >= 20
    off = [abs(seen - true) / true for seen, true in measured]
    assert max(off) < 0.02, measured
    assert not shown.panel.findChildren(PhotoSheet)
    assert shown.panel.view.hasFocus()


def test_four_handles_on_a_baseplate_make_the_same_map_by_keys_alone(
    shown: Map, qtbot: QtBot, photo: Path
) -> None:
    shown.desk.do(SetTable(width=WIDTH, depth=DEPTH))
    sheet = sheet_of(shown, qtbot, photo)
    view = view_of(WIDTH, DEPTH)
    canvas = sheet.canvas
    for handle, corner in zip(CORNERS, PLATE.corners, strict=True):
        QTest.keyClicks(canvas, str(handle + 1))
        place = view.to_photo(corner)
        assert place is not None
        walk(sheet, handle, place)
    QTest.mouseClick(
        sheet.known.kind.findChildren(type(sheet.known.kind._group.button(1)))[1], Button
    )
    assert sheet.known.kind.current() == KnownRectangle.PLATE
    for box, number in zip(sheet.known.corner, (PLATE.x, PLATE.y), strict=True):
        box.editor.setText(f"{number:g}")
        box.editor.textEdited.emit("")
    assert max(abs(seen - true) / true for seen, true in lengths(lay(shown, qtbot, sheet))) < 0.02
    shown_photo = lies(shown)
    assert shown_photo is not None
    assert shown_photo.known.width == pytest.approx(10.08, abs=0.01)


def walk(sheet: PhotoSheet, handle: Handle, place: tuple[float, float]) -> None:
    """Move the handle in hand by arrows: in tens, in pixels, in tenths."""
    canvas = sheet.canvas
    for modifier, length in (
        (Qt.KeyboardModifier.ControlModifier, 10.0),
        (NONE, 1.0),
        (Qt.KeyboardModifier.ShiftModifier, 0.1),
    ):
        goal = canvas.pixel_of(place)
        way = goal - canvas.place_of(handle)
        for inches, back, on in (
            (way.x(), Key.Key_Left, Key.Key_Right),
            (way.y(), Key.Key_Up, Key.Key_Down),
        ):
            for _ in range(int(abs(inches) / length)):
                QTest.keyClick(canvas, on if inches > 0 else back, modifier)


def test_the_check_line_says_how_far_off_it_is(shown: Map, qtbot: QtBot, photo: Path) -> None:
    shown.desk.do(SetTable(width=WIDTH, depth=DEPTH))
    sheet = sheet_of(shown, qtbot, photo)
    view = view_of(WIDTH, DEPTH)
    for handle, corner in zip(CORNERS, corners_seen(WIDTH, DEPTH), strict=True):
        drag(sheet, handle, corner)
    for handle, spot in ((Handle.CHECK_START, (5.0, 15.0)), (Handle.CHECK_END, (35.0, 15.0))):
        place = view.to_photo(spot)
        assert place is not None
        drag(sheet, handle, place)
    QTest.keyClicks(sheet.check, "30")
    inches = float(sheet.reading.text().split('"')[0].split()[-1])
    assert inches == pytest.approx(30, rel=0.02)
    sheet.check.setText("")
    QTest.keyClicks(sheet.check, "25")
    assert "too long, 19" in sheet.reading.text()


def test_crossed_handles_are_told_and_nothing_is_done(
    shown: Map, qtbot: QtBot, photo: Path
) -> None:
    shown.desk.do(SetTable(width=WIDTH, depth=DEPTH))
    sheet = sheet_of(shown, qtbot, photo)
    drag(sheet, Handle.FAR_LEFT, (0.95, 0.95))
    assert "handles" in sheet.problem.sentence()
    sheet.submit()
    assert sheet.isVisible()
    assert lies(shown) is None


def test_a_photo_that_lies_there_is_corrected_replaced_and_taken_away(
    shown: Map, qtbot: QtBot, photo: Path, tmp_path: Path
) -> None:
    shown.desk.do(SetTable(width=WIDTH, depth=DEPTH))
    sheet = sheet_of(shown, qtbot, photo)
    sheet.opacity.setText("40")
    lay(shown, qtbot, sheet)
    first = lies(shown)
    assert first is not None
    assert first.opacity == 0.4
    QTest.keyClick(shown.panel.view, Key.Key_T)
    qtbot.waitUntil(lambda: bool(shown.panel.findChildren(PhotoSheet)))
    again = shown.panel.findChildren(PhotoSheet)[-1]
    assert again.canvas.handles.corners == first.corners
    assert again.opacity.text() == "40"
    again.remove()
    assert lies(shown) is None
    assert not shown.panel.photo.flat.sizes
    shown.desk.undo()
    qtbot.waitUntil(lambda: bool(shown.panel.photo.flat.sizes))
    newer = photo_of_table(tmp_path / "newer.jpg", WIDTH, DEPTH, (1200, 900))
    next_sheet = sheet_of_newest(shown, qtbot, newer)
    next_sheet.submit()
    second = lies(shown)
    assert second is not None
    assert second.picture != first.picture
    assert (second.known, second.opacity) == (first.known, first.opacity)


def sheet_of_newest(shown: Map, qtbot: QtBot, path: Path) -> PhotoSheet:
    before = set(shown.panel.findChildren(PhotoSheet))
    shown.panel.photo.take(path)
    qtbot.waitUntil(lambda: bool(set(shown.panel.findChildren(PhotoSheet)) - before))
    (sheet,) = set(shown.panel.findChildren(PhotoSheet)) - before
    return sheet


def test_the_photo_is_hidden_with_its_layer_and_the_map_stays(
    shown: Map, qtbot: QtBot, photo: Path
) -> None:
    shown.desk.do(SetTable(width=WIDTH, depth=DEPTH))
    sheet = sheet_of(shown, qtbot, photo)
    for handle, corner in zip(CORNERS, corners_seen(WIDTH, DEPTH), strict=True):
        drag(sheet, handle, corner)
    lay(shown, qtbot, sheet)
    at = shown.place(4.2, 3.2)  # beside the middle of the red mark, away from the lines of the grid
    red = shown.panel.view.viewport().grab().toImage().pixelColor(at)
    assert red.red() > 150 > red.green()
    shown.panel.hide_layers(frozenset({PHOTO}))
    plain = shown.panel.view.viewport().grab().toImage().pixelColor(at)
    assert abs(plain.red() - plain.green()) < 60


def test_a_picture_dropped_on_the_map_is_read_and_other_files_are_the_windows(
    shown: Map, qtbot: QtBot, photo: Path, tmp_path: Path
) -> None:
    view = shown.panel.view

    def drop(path: Path) -> QDragEnterEvent:
        carried = QMimeData()
        carried.setUrls([QUrl.fromLocalFile(str(path))])
        action = Qt.DropAction.CopyAction
        entered = QDragEnterEvent(QPoint(50, 50), action, carried, Button, NONE)
        view.dragEnterEvent(entered)
        if entered.isAccepted():
            view.dropEvent(QDropEvent(QPointF(50, 50), action, carried, Button, NONE))
        return entered

    assert not drop(tmp_path / "evening.brik").isAccepted()
    assert drop(photo).isAccepted()
    qtbot.waitUntil(lambda: bool(shown.panel.findChildren(PhotoSheet)))


def test_what_is_no_photo_is_told_under_the_map(shown: Map, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    path.write_bytes(b"GIF89a nothing")
    shown.panel.photo.take(path)
    qtbot.waitUntil(lambda: "a GIF" in shown.panel.refusal.sentence())
    assert lies(shown) is None


def test_esc_stops_the_reading_of_a_photo_from_a_file_and_from_the_campaign(
    shown: Map, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "scans.jpg"
    path.write_bytes(with_scans(9500, 9500, 90))
    shown.panel.photo.take(path)
    QTest.keyClick(shown.panel.view, Key.Key_Escape)
    assert "was stopped" in shown.panel.readout.text()
    data = path.read_bytes()
    kept = PhotoCopy(name_of(data), data, 8000, 6000)  # as a stranger's campaign may hold it
    shown.desk.do_with_photo(kept, SetBackground(picture=kept.name, corners=corners_seen(40, 30)))
    assert shown.panel.photo.flat._job.is_busy
    QTest.keyClick(shown.panel.view, Key.Key_Escape)
    assert "not shown" in shown.panel.readout.text()
    assert not shown.panel.photo.flat._job.is_busy
