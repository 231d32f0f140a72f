"""Every scene in every size and theme: no words cut, over one another, or too dim to be read."""

import shutil
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from brikdesk.sample import write_sample, write_scifi_sample
from tests.nightly import NIGHTLY
from tests.ui.look.words_in_sight import STUMP, in_sight, scrolled, too_dim
from tests.ui.read_scene import takers
from tests.ui.window_scene import at_work, open_window, own_folders, press, settle
from ui.forms.form_sheet import ActSheet
from ui.look.text import plain_label
from ui.look.theme import Look, Theme, high_contrast_tokens
from ui.models.queue import queue_of
from ui.parts.lines import RichLabel
from ui.parts.step import StepWords
from ui.scenes.drawing import SCENES
from ui.widgets.buttons import Button
from ui.widgets.dice import DiceBox
from ui.widgets.overlay import Drawer, Overlay

LOOKS = (
    *((1024, 768, 100, "dark"), (1366, 768, 100, "light"), (1366, 768, 150, "dark")),
    *((1920, 1080, 100, "contrast"), (3840, 2160, 100, "light"), (1366, 768, 150, "contrast")),
    *((1024, 768, 100, "light"), (1920, 1080, 100, "dark")),
)
"""Width and height of the window, size of the text in percent, theme; those of every day."""

SIZES = tuple(dict.fromkeys(look[:3] for look in LOOKS))
AT_NIGHT = tuple((*size, theme) for size in SIZES for theme in ("dark", "light", "contrast"))

MAPS = {"StepMap", "PhotoCanvas"}
"""Pictures on which tokens, or handles, may lie over and under numbers."""

NAMES = sorted(set(SCENES) - {"components"})


def looks_of(scene: str) -> tuple[tuple[int, int, int, str], ...]:
    """Return the looks of a scene: two of them, which go round over the scenes; at night all there are."""
    first = NAMES.index(scene)
    return AT_NIGHT if NIGHTLY else (LOOKS[first % len(LOOKS)], LOOKS[(first + 3) % len(LOOKS)])


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Path]:
    """Give the sample campaigns of both rule sets, that of the Sci-fi rules by True."""
    folder = tmp_path_factory.mktemp("samples")
    files = {False: folder / "sample.brik", True: folder / "stars.brik"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIKDESK_DATA_DIR", str(folder / "data"))
        write_sample(files[False])
        write_scifi_sample(files[True])
    return files


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("scene", NAMES)
def test_no_words_are_cut_or_hidden_or_too_dim(
    scene: str,
    samples: dict[bool, Path],
    theme: Theme,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own_folders(tmp_path, monkeypatch)
    file = Path(shutil.copy(samples[scene.startswith("sf-")], tmp_path / "sample.brik"))
    with open_window(qtbot, theme, file) as window:
        shown = SCENES[scene](window)
        top = shown if isinstance(shown, QWidget) else window
        wrong = []
        for wide, high, text, look in looks_of(scene):
            # The players' window has a theme of its own, which asks the system itself.
            wear(theme, "dark" if scene.startswith("players-") else look, monkeypatch)
            theme.set_scale(text)
            top.resize(wide, high)
            settle()
            settle()  # what a layout has moved is laid out itself in the next round
            wrong += [f"{wide}x{high} {text} % {look}: {each}" for each in wrong_in(top)]
        assert not wrong, "\n".join(wrong)


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("scene", NAMES)
def test_at_200_percent_what_is_asked_is_seen_and_the_keys_reach_all(
    scene: str,
    samples: dict[bool, Path],
    theme: Theme,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own_folders(tmp_path, monkeypatch)
    file = Path(shutil.copy(samples[scene.startswith("sf-")], tmp_path / "sample.brik"))
    theme.set_scale(200)
    with open_window(qtbot, theme, file, (1366, 768)) as window:
        shown = SCENES[scene](window)
        top = shown if isinstance(shown, QWidget) else window
        top.resize(1366, 768)
        settle()
        front = in_front(top)
        wrong = [*wrong_in(top), *unseen_in(front), *out_of_reach(front)]
        assert not wrong, "\n".join(wrong)


def in_front(top: QWidget) -> QWidget:
    """Return what lies over a window and has the keys, or else the window."""
    over = [each for each in top.findChildren(QWidget)
            if isinstance(each, Overlay | ActSheet | Drawer) and each.isVisible()]  # fmt: skip
    return over[-1] if over else top


def unseen_in(top: QWidget) -> Iterator[str]:
    """Name the die that is asked and the button that goes on, where they are not seen whole."""
    for each in top.findChildren(DiceBox):
        asked = each.look.current and each.look.face is None
        if asked and each.isVisible() and not is_whole(each):
            yield f"{each.accessibleName()} is asked and not seen"
    for button in top.findChildren(Button):
        goes_on = button.kind == "primary" and button.isEnabled()
        if goes_on and button.isVisible() and not is_whole(button):
            yield f"{button.accessibleName()} goes on and is not seen"


def out_of_reach(top: QWidget) -> Iterator[str]:
    """Put the focus on each widget that takes it, and name those that do not come into sight."""
    for each in takers(top):
        if not isValid(each) or not each.isVisible() or not each.isEnabled():
            continue  # the focus has closed it, as a list that nobody answers
        each.setFocus(Qt.FocusReason.TabFocusReason)
        settle()
        now = QApplication.focusWidget()
        lies = isinstance(now, DiceBox) and now.look.face is not None  # a question goes before it
        if now is not None and not lies and not is_in_sight(now):
            yield f"{type(now).__name__} “{now.accessibleName()}” has the focus and is not seen"
        if isinstance(now, QAbstractItemView) and (rows := now.model().rowCount()):
            now.setCurrentIndex(now.model().index(rows - 1, 0))
            settle()
            place = now.visualRect(now.currentIndex())
            if not now.viewport().visibleRegion().intersects(place):
                yield f"The last row of {type(now).__name__} “{now.accessibleName()}” is not seen"


def is_whole(widget: QWidget) -> bool:
    """Whether nothing cuts a widget off or lies over it."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def is_in_sight(widget: QWidget) -> bool:
    """Whether a widget is seen whole, or where it is larger than its area, half of that area."""
    shown = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
    seen = shown.visibleRegion().boundingRect()
    area = widget.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    room = area.viewport().height() if isinstance(area, QScrollArea) else widget.height()
    return seen.height() >= min(shown.height(), room // 2) and seen.width() > shown.width() // 2


def wear(theme: Theme, look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put on a theme; that of high contrast as from a system with white on black."""
    system = QPalette()
    role = QPalette.ColorRole
    for ground in (role.Window, role.Base, role.Button):
        system.setColor(ground, QColor("#000000"))
    for ink in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        system.setColor(ink, QColor("#000000" if ink is role.HighlightedText else "#ffffff"))
    system.setColor(role.Highlight, QColor("#1aebff"))
    with monkeypatch.context() as patch:
        if look == "contrast":
            patch.setattr(theme, "_tokens_now", lambda: high_contrast_tokens(system))
        # Another look first: a theme that is worn already is not put on again.
        theme.set_look(Look.DARK if theme.look is Look.LIGHT else Look.LIGHT)
        theme.set_look(Look.DARK if look == "contrast" else Look(look))


def wrong_in(top: QWidget) -> list[str]:
    """Say what is wrong with the words of a window, or of what lies over it."""
    laid = [each for each in top.findChildren(Overlay) if each.isVisible()]
    top = laid[-1] if laid else top
    image, found = in_sight(top)
    wrong = [
        f"{each.name} is cut off by an edge"
        for each in found
        if each.cut and not scrolled(each, top)
    ]
    wrong += [f"{each.name} is a stump" for each in found if is_stump(each.words)]
    whole = [each for each in found if not each.cut and each.words.strip()]
    wrong += [f"{each.name} is too dim" for each in whole
              if type(each.owner).__name__ not in MAPS and too_dim(each, image)]  # fmt: skip
    wrong += [
        f"{one.name} lies over {other.name}"
        for one, other in combinations(whole, 2)
        if (both := one.box.intersected(other.box)).width() > 3 and both.height() > 3
    ]
    return wrong


def is_stump(words: str) -> bool:
    """Whether only a few letters are left of words that were cut short, before their number or not."""
    head, cut, number = words.partition("…")
    return bool(cut) and 0 < len(head) < STUMP and (not number or number.strip().isdecimal())


def test_a_stump_is_found() -> None:
    assert is_stump("Si…")
    assert is_stump("Si… 2")
    assert not is_stump("Sir Crum…")


def test_what_an_edge_cuts_and_what_lies_over_it_is_found(qtbot: QtBot, theme: Theme) -> None:
    top = QWidget()
    qtbot.addWidget(top)
    top.resize(200, 60)
    for x, words in ((150, "Far too long for this"), (10, "One"), (12, "Other")):
        label = plain_label(theme, words)
        label.setParent(top)
        label.move(x, 20)
        label.adjustSize()
    top.show()
    assert [each.split("”")[0] for each in wrong_in(top)] == [
        "PlainLabel “Far too long for this",
        "PlainLabel “One",
    ]


def test_words_like_their_ground_are_found(qtbot: QtBot, theme: Theme) -> None:
    top = QWidget()
    qtbot.addWidget(top)
    top.resize(300, 60)
    for token, words in (("bg2", "Hardly to be seen"), ("text", "Well to be seen")):
        label = plain_label(theme, words, token=token)
        label.setParent(top)
        label.move(10, 10 if token == "text" else 35)
        label.adjustSize()
    top.show()
    assert wrong_in(top) == ["PlainLabel “Hardly to be seen” is too dim"]


@pytest.mark.parametrize("large", [False, True])
def test_a_landing_shows_what_comes_of_it_and_how_to_go_on(
    large: bool,
    samples: dict[bool, Path],
    theme: Theme,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own_folders(tmp_path, monkeypatch)
    file = Path(shutil.copy(samples[False], tmp_path / "sample.brik"))
    with open_window(qtbot, theme, file, (1366, 768)) as window:
        SCENES["landing"](window)
        if large:
            press(Qt.Key.Key_F)
        work = at_work(window)
        queue = queue_of(work.desk, work.hub)
        while not queue.can_apply:
            queue.roll()
            for asked in queue.preview.open_choices[:1]:
                queue.choose(asked.id, asked.options[0].value if asked.options else "here")
        for wide, high, text, _ in LOOKS[:3]:
            theme.set_scale(text)
            window.resize(wide, high)
            settle()
            settle()
            (said,) = (each for each in window.findChildren(StepWords) if each.isVisible())
            where = f"{wide}x{high} {text} %"
            assert is_whole(said), where
            told = " ".join(each.accessibleName() for each in said.findChildren(RichLabel))
            assert "explodes" in told, where
            assert list(unseen_in(window)) == [], where
