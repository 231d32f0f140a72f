"""What the program tells of itself: its version, what is new, the licences of its parts."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from brikdesk import __version__
from brikdesk import about as licences
from brikdesk.about import changelog, releases
from tests.ui.window_scene import Key, focus, press, settle
from ui.dialogs import keys_news_licences as news_sheet
from ui.dialogs.keys_news_licences import LicencesSheet, NewsSheet
from ui.forms.sheet import Question
from ui.widgets.overlay import Overlay, ReadingField, open_overlays
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)


def top(window: MainWindow) -> Overlay:
    settle()
    return open_overlays(window)[-1]


def test_about_leads_to_what_is_new_and_to_the_licences(window: MainWindow) -> None:
    for steps, kind in ((1, NewsSheet), (2, LicencesSheet)):
        window.commands["about"].trigger()
        question = top(window)
        assert isinstance(question, Question)
        assert question.title == f"BrikDesk {__version__}"
        for _ in range(steps):
            press(Key.Key_Tab)
        press(Key.Key_Return)
        assert isinstance(top(window), kind)
        press(Key.Key_Escape)
        assert open_overlays(window) == []


def test_the_sheet_shows_every_change_of_the_list(window: MainWindow) -> None:
    window.commands["news"].trigger()
    sheet = top(window)
    assert isinstance(sheet, NewsSheet)
    assert focus() is sheet.text
    shown = sheet.text.toPlainText()
    found = releases(changelog())
    assert found[0].version == __version__
    assert found[0].changes
    for release in found:
        assert f"Version {release.version}" in shown
        assert [change for change in release.changes if change not in shown] == []


def test_markup_in_the_list_is_words(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    written = "## 9.9\n\n- <b>Bold</b> &amp; <img src='file:///etc/passwd'>, **Ctrl** `x`\n"
    monkeypatch.setattr(news_sheet, "changelog", lambda: written)
    window.commands["news"].trigger()
    sheet = top(window)
    assert isinstance(sheet, NewsSheet)
    assert "•  <b>Bold</b> &amp; <img src='file:///etc/passwd'>, Ctrl x" in sheet.text.toPlainText()
    QTest.keyClick(sheet.text, Qt.Key.Key_X)
    assert sheet.text.toPlainText().endswith("Ctrl x")


def test_a_list_that_is_gone_is_told(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(news_sheet, "changelog", gone)
    window.commands["news"].trigger()
    sheet = top(window)
    assert isinstance(sheet, NewsSheet)
    assert sheet.text.toPlainText() == news_sheet.MISSING


def test_each_part_shows_its_licence(window: MainWindow) -> None:
    window.commands["licences"].trigger()
    sheet = top(window)
    assert isinstance(sheet, LicencesSheet)
    names = [part.name for part in sheet.parts]
    for wanted in ("BrikDesk", "Inter, the typeface", "PySide6_Essentials", "shapely", "Python"):
        assert wanted in names
        assert wanted in sheet.text.toPlainText()
    press(Key.Key_Down)
    assert "Permission is hereby granted, free of charge" in sheet.text.toPlainText()
    press(Key.Key_Down)
    assert "SIL OPEN FONT LICENSE" in sheet.text.toPlainText()
    sheet.list.setCurrentIndex(1 + names.index("PySide6_Essentials"))
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in sheet.text.toPlainText()
    press(Key.Key_Tab)
    assert isinstance(focus(), ReadingField)


def test_a_built_folder_tells_what_its_own_list_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "licences"
    (built / "system").mkdir(parents=True)
    (built / "NOTICES.txt").write_text(
        "Words around Qt 6: its parts.\n\n- thing 1.2: MIT: thing-LICENSE, more\n- bare 3: PD\n"
    )
    (built / "thing-LICENSE").write_text("As it is.")
    (built / "system" / "NOTICES.txt").write_text("- libz 1:1.2: Zlib: libz-copyright\n")
    monkeypatch.setattr(licences, "OURS", tmp_path / "resources")
    _, _, thing, bare, libz = licences.all_parts()
    assert (thing.name, thing.version, thing.licence) == ("thing", "1.2", "MIT")
    assert thing.texts == (built / "thing-LICENSE", built / "more")
    assert (bare.name, bare.texts) == ("bare", ())
    assert (libz.version, libz.texts) == ("1:1.2", (built / "system" / "libz-copyright",))
    assert licences.line(thing) == "- thing 1.2: MIT: thing-LICENSE, more"


def test_the_palette_finds_them(window: MainWindow) -> None:
    app = QApplication.instance()
    assert app is not None
    window.commands["palette"].trigger()
    settle()
    for letter in "what is new":
        QTest.keyClick(focus(), letter)
    settle()
    press(Key.Key_Return)
    assert isinstance(top(window), NewsSheet)
