"""What a screen reader is given in every scene: names, states in words, and what has just happened."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QCheckBox,
    QLabel,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.ui.look.test_nothing_is_cut import NAMES, in_front, samples  # noqa: F401 - a fixture
from tests.ui.look.words_in_sight import InSight, in_sight
from tests.ui.read_scene import takers
from tests.ui.window_scene import CTRL, open_window, own_folders, press, settle
from ui.look.theme import Theme
from ui.scenes.drawing import SCENES
from ui.widgets.dice import DiceBox
from ui.widgets.tokens import Token
from ui.window.main_window import MainWindow

TEXTS = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)
K = Qt.Key

ON_PICTURES = {"MapView", "MapPanel", "TableScene", "StepMap", "PhotoCanvas", "PageView"}
"""Pictures with numbers on them: what they show is said by lists, and by the line of the tool in use."""

IN_OTHER_WORDS = {"why", "Shooter gets detected"}
"""A link that W opens as well, and a button whose name says who is detected."""

CHARTS = {"OddsBar", "RangeBar", "DigitRow"}
"""Parts whose words are said in another order: their names must hold the same numbers."""


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("scene", NAMES)
def test_all_words_and_states_are_told_and_whatever_takes_the_focus_has_a_name(
    scene: str,
    samples: dict[bool, Path],  # noqa: F811
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
        settle()
        wrong = [f"{each.name} is not told" for each in in_sight(top)[1] if not is_told(each, top)]
        wrong += nameless(in_front(top))
        wrong += [f"{type(each).__name__}: {said}" for each in top.findChildren(QWidget)
                  if each.isVisible() and "<qt>" in (said := told_by(each))]  # fmt: skip
        assert not wrong, "\n".join(dict.fromkeys(wrong))


def nameless(top: QWidget) -> Iterator[str]:
    """Say which widgets take the focus without a name, or without the state that they show."""
    for each in takers(top):
        found = QAccessible.queryAccessibleInterface(each)
        if found is None or not found.text(QAccessible.Text.Name).strip():
            yield f"{type(each).__name__} has no name"
        elif isinstance(each, QAbstractButton) and each.isCheckable():
            state: Any = found.state()  # its flags are in no stub
            if bool(state.checked) is not each.isChecked():
                yield f"{type(each).__name__} “{told_by(each)}” does not say whether it is on"
    for box in top.findChildren(DiceBox):
        face, told = box.look.face, re.split("[, ]+", told_by(box))
        says = {f"d{box.look.sides}", str(face.value) if face else "empty"}
        if box.isVisible() and not says <= set(told):
            yield f"A box of dice says only “{told_by(box)}”"


def told_by(widget: QWidget) -> str:
    """Return what a screen reader is given of a widget: name, description and value."""
    found = QAccessible.queryAccessibleInterface(widget)
    return " ".join(filter(None, (found.text(kind) for kind in TEXTS))) if found else ""


def is_told(each: InSight, top: QWidget) -> bool:
    """Whether words that are painted are in the name of their part, of what holds it, or of a row."""
    owner = each.owner
    kind = type(owner).__name__
    plain = isinstance(owner, QLabel | Token | QCheckBox | QRadioButton)
    if plain or kind in ON_PICTURES or each.words in IN_OTHER_WORDS or is_cap(each):
        return True
    # Where there is room for its initials only, a unit or a faction is told by its name.
    words = bare(INITIALS.sub("", CUT_BEFORE.sub("…", each.words)))
    at: QWidget | None = owner
    while at is not None and at is not top:
        if words in bare(told_by(at)):
            return True
        if isinstance(at, QAbstractItemView) and any(words in row for row in rows_of(at.model())):
            return True
        at = at.parentWidget()
    return kind in CHARTS and bool(told_by(owner))


CAPS = re.compile(r"(Ctrl|⇧|Esc|Enter|Space|Del|Tab|F\d+|[A-Z0-9?.]|[↑↓←→ ])+")
CUT_BEFORE = re.compile(r"… \d{1,3}$")
"""The number that stays where a name is cut: Spear… 2."""
INITIALS = re.compile(r"(?<=\S) [A-Z0-9]{2}$")


def is_cap(each: InSight) -> bool:
    """Whether words are a keycap on a button, or initials on a token in a row."""
    is_part = isinstance(each.owner, QAbstractButton | QAbstractItemView)
    return is_part and CAPS.fullmatch(each.words) is not None


def bare(words: str) -> str:
    """Return words without signs, with inches and percent spelt out."""
    spelt = words.rstrip("…").lower().replace('"', " inches").replace("%", " percent")
    return re.sub(r"[^\w]+", "", spelt.replace("−", "minus").replace("½", ".5"))


def rows_of(model: QAbstractItemModel, above: QModelIndex | None = None) -> Iterator[str]:
    """Yield what the rows of a list, table or tree say, without signs."""
    parent = above or QModelIndex()
    for row in range(model.rowCount(parent)):
        # That of a list is private.
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for column in range(columns):
            index = model.index(row, column, parent)
            for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole):
                yield bare(str(index.data(role) or ""))
            if not column:
                yield from rows_of(model, index)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[bool, str]]]:
    """Yield what is announced: whether it interrupts what is being read, and the words."""
    found: list[tuple[bool, str]] = []

    def note(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            urgent = QAccessible.AnnouncementPoliteness.Assertive
            found.append((event.politeness() is urgent, event.message()))

    QAccessible.setActive(True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", note)
    yield found
    QAccessible.setActive(False)


@pytest.fixture
def played(
    samples: dict[bool, Path],  # noqa: F811
    theme: Theme, qtbot: QtBot, tmp_path: Path,
) -> Iterator[MainWindow]:  # fmt: skip
    """Yield the sample at a Burning Roll whose first die is typed."""
    file = Path(shutil.copy(samples[False], tmp_path / "sample.brik"))
    with open_window(qtbot, theme, file) as window:
        SCENES["battle"](window)
        settle()
        yield window


def test_a_die_says_what_it_does_and_the_desk_what_it_waits_for(
    played: MainWindow, told: list[tuple[bool, str]]
) -> None:
    press(K.Key_Backspace)
    assert any("Waiting for 2 d4" in words for _, words in told), told
    told.clear()
    press(K.Key_1)
    assert [urgent for urgent, _ in told] == [False]
    assert "The fire dies down" in told[0][1]
    assert "Waiting for a d4" in told[0][1]


def test_what_came_of_a_step_is_told_whole_and_what_is_asked_next(
    played: MainWindow, told: list[tuple[bool, str]]
) -> None:
    press(K.Key_1)
    told.clear()
    press(K.Key_Return)
    assert told[0][0] is False
    assert told[0][1].startswith("Form 27B"), "first the outcome"
    assert "F.1-31" in told[0][1], "with its rule, as in the log"
    assert told[-1][1].startswith("Hayrick of Dubious Origin burns"), "then the next step"
    assert "Waiting for 2 d4" in told[-1][1]
    told.clear()
    press(K.Key_Z, CTRL)
    assert any(words.startswith("Undone: ") for _, words in told), told


def test_a_refusal_interrupts(played: MainWindow, told: list[tuple[bool, str]]) -> None:
    press(K.Key_9)
    assert (True, "A d4 shows 1 to 4. 9 was not entered.") in told


def test_a_tool_of_the_map_is_told_as_it_moves(
    played: MainWindow, told: list[tuple[bool, str]]
) -> None:
    SCENES["map-measure"](played)
    told.clear()
    press(K.Key_Right)
    settle()
    assert told
    assert told[-1][1].endswith('"'), "the inches"
