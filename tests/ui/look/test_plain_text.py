"""People's words stay words: no label, tip or box takes them for HTML or loads what they name."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

import ui
from ui.look.text import (
    MOST,
    ElidedLabel,
    PlainLabel,
    cut_to,
    elided,
    line_length,
    plain_label,
    tip,
    tip_text,
)
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.fields import ChoiceRow, ChoiceWords
from ui.widgets.rule_lines import RefusalLine

ROOM = Path(ui.__file__).parent
DOORS = re.compile(
    r"\bQLabel\(|\bQMessageBox\b|\bQErrorMessage\b|\bQInputDialog\b|\bQProgressDialog\b|"
    r"\bQWizardPage\b|\bQTextEdit\b|\bQTextBrowser\b|\bQGraphicsTextItem\b|\bQWhatsThis\b|"
    r"\.setToolTip\(|\bQToolTip\b|\.setHtml\(|\.setWhatsThis\(|\.addRow\(\s*f?[\"']"
)


@pytest.mark.parametrize(
    "file",
    [path for path in sorted(ROOM.rglob("*.py")) if path != ROOM / "look" / "text.py"],
    ids=lambda path: str(path.relative_to(ROOM)),
)
def test_only_the_text_room_opens_doors_to_rich_text(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [f"{n}: {line.strip()}" for n, line in enumerate(lines, 1) if DOORS.search(line)]
    assert not found, "use ui.look.text instead: " + "; ".join(found)


@pytest.mark.parametrize(
    "line",
    ["label = QLabel(name)", "QMessageBox.warning(self)", "w.setToolTip(name)"],
)
def test_the_search_finds_a_door(line: str) -> None:
    assert DOORS.search(line)


@pytest.fixture
def bait(tmp_path: Path) -> str:
    """Return a name that would show a red picture if it were taken for HTML."""
    picture = QImage(60, 60, QImage.Format.Format_RGB32)
    picture.fill(QColor("#ff0000"))
    path = tmp_path / "bait.png"
    assert picture.save(str(path))
    return f'<img src="{path.as_posix()}"> Bob<br>'


def red_pixels(widget: QWidget) -> int:
    picture = widget.grab().toImage()
    return sum(
        picture.pixelColor(x, y).name() == "#ff0000"
        for x in range(picture.width())
        for y in range(picture.height())
    )


def test_the_bait_works_where_it_is_not_guarded(theme: Theme, qtbot: QtBot, bait: str) -> None:
    label = PlainLabel(theme, bait)
    label.setTextFormat(Qt.TextFormat.AutoText)
    qtbot.addWidget(label)
    label.resize(300, 100)
    assert red_pixels(label) > 1000


def test_a_label_shows_the_words_and_not_the_picture(theme: Theme, qtbot: QtBot, bait: str) -> None:
    for label in (plain_label(theme, bait), plain_label(theme, bait, wrap=True)):
        qtbot.addWidget(label)
        label.resize(300, 100)
        assert red_pixels(label) == 0
        assert label.text() == bait


def test_other_words_said_later_are_plain_too(theme: Theme, qtbot: QtBot, bait: str) -> None:
    label = ElidedLabel(theme, "Hinge")
    qtbot.addWidget(label)
    label.resize(600, 100)
    label.say(bait)
    assert red_pixels(label) == 0


def test_widgets_that_show_names_keep_them_plain(theme: Theme, qtbot: QtBot, bait: str) -> None:
    refusal = RefusalLine(theme)
    choices = ChoiceRow(theme, (ChoiceWords(bait, bait),))
    for widget in (refusal, choices, Button(theme, bait)):
        qtbot.addWidget(widget)
        widget.resize(500, 120)
        if widget is refusal:
            refusal.refuse(bait, "8.4-47")
        assert red_pixels(widget) == 0


def test_a_tip_shows_the_words_and_not_the_picture(
    theme: Theme, qtbot: QtBot, qapp: QApplication, bait: str
) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(100, 100)
    widget.show()
    tip(widget, bait)
    QApplication.sendEvent(
        widget, QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), widget.mapToGlobal(QPoint(5, 5)))
    )
    shown = [w for w in qapp.topLevelWidgets() if w.inherits("QTipLabel") and w.isVisible()]
    assert len(shown) == 1
    assert red_pixels(shown[0]) == 0
    QToolTip.hideText()


def test_a_tip_keeps_signs_that_html_would_eat() -> None:
    assert tip_text("Tom & <Jerry>") == "<qt>Tom &amp; &lt;Jerry&gt;</qt>"
    assert tip_text("one\ntwo") == "<qt>one<br>two</qt>"
    assert tip_text("") == ""


def test_a_tip_also_comes_with_the_keyboard(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "", "quiet", "undo", name="Undo")
    qtbot.addWidget(button)
    button.show()
    QToolTip.hideText()
    QApplication.sendEvent(button, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert QToolTip.isVisible()
    assert "Undo" in QToolTip.text()
    QToolTip.hideText()


def test_a_tip_set_twice_shows_the_second_and_listens_once(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    tip(widget, "one")
    tip(widget, "two")
    assert widget.toolTip() == "<qt>two</qt>"
    assert len(widget.children()) == 1


def test_a_name_of_ten_thousand_letters_keeps_the_window_small(theme: Theme, qtbot: QtBot) -> None:
    long = "W" * 10_000
    label = ElidedLabel(theme, long)
    qtbot.addWidget(label)
    label.resize(200, 20)
    assert label.minimumSizeHint().width() < 100
    assert label.text().endswith("…")
    assert len(plain_label(theme, long).text()) == MOST
    assert label.toolTip().startswith("<qt>WWW")


def test_a_short_name_needs_no_tip(theme: Theme, qtbot: QtBot) -> None:
    label = ElidedLabel(theme, "Sgt. Flatplate")
    qtbot.addWidget(label)
    label.show()
    label.resize(400, 20)
    assert (label.text(), label.toolTip()) == ("Sgt. Flatplate", "")
    label.resize(40, 20)
    assert label.toolTip() == "<qt>Sgt. Flatplate</qt>"
    assert label.accessibleName() == "Sgt. Flatplate"


def test_elided_fits(theme: Theme) -> None:
    metrics = plain_label(theme, "x").fontMetrics()
    shown = elided(metrics, "Trebuchet Second Opinion", 90)
    assert metrics.horizontalAdvance(shown) <= 90
    assert shown.endswith("…")


def test_an_ampersand_is_no_shortcut(theme: Theme, qtbot: QtBot) -> None:
    button = Button(theme, "Tom & Jerry")
    qtbot.addWidget(button)
    assert button.text() == "Tom && Jerry"
    assert button.shortcut().isEmpty()
    assert button.accessibleName() == "Tom & Jerry"


def test_a_name_that_is_cut_keeps_the_number_by_which_it_is_known(theme: Theme) -> None:
    font = theme.font("body")
    room = line_length(font, "Spearman 2") - 12
    assert cut_to(font, "Spearman 2", 1000) == "Spearman 2"
    cut = cut_to(font, "Spearman 2", room)
    assert cut.endswith("… 2")
    assert line_length(font, cut) <= room
    assert cut_to(font, "Spearman the Second", room).endswith("…")
