"""Dice typed into boxes: every key, what is refused, and rows that grow while they are typed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.dice import Face, Origin
from ui.look.theme import Theme
from ui.widgets.dice import BoxSize, DiceBox, DiceEntry, DiceRow, DieSlot

pytestmark = pytest.mark.thorough(every=2)

Key = Qt.Key


class Desk(QWidget):
    """A panel that notes the keys that the dice did not use."""

    def __init__(self, row: DiceRow) -> None:
        super().__init__()
        self.keys: list[int] = []
        QVBoxLayout(self).addWidget(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keys.append(event.key())


@pytest.fixture
def row(theme: Theme, qtbot: QtBot) -> DiceRow:
    made = DiceRow(theme, (4, 4), "wagon Hay There Burning Roll")
    qtbot.addWidget(made)
    made.show()
    return made


def typed(row: DiceRow, keys: str) -> None:
    QTest.keyClicks(row, keys)


def values(row: DiceRow) -> list[int | None]:
    return [face.value if face else None for face in row.faces()]


def boxes(row: DiceRow) -> list[DiceBox]:
    return sorted(row.findChildren(DiceBox), key=lambda box: (box.y(), box.x()))


def test_digits_fill_the_boxes_one_after_the_other(row: DiceRow) -> None:
    typed(row, "3")
    assert (values(row), row.current(), row.is_complete()) == ([3, None], 1, False)
    typed(row, "2")
    assert (values(row), row.is_complete()) == ([3, 2], True)
    assert row.faces() == (Face(3, Origin.TYPED), Face(2, Origin.TYPED))


def test_changed_comes_with_each_face_and_complete_with_the_last(row: DiceRow) -> None:
    seen: list[str] = []
    row.changed.connect(lambda: seen.append(f"changed {values(row)}"))
    row.complete.connect(lambda: seen.append("complete"))
    typed(row, "34")
    assert seen == ["changed [3, None]", "changed [3, 4]", "complete"]


@pytest.mark.parametrize(
    ("sides", "digit", "words"),
    [
        (4, "7", "A d4 shows 1 to 4. 7 was not entered."),
        (4, "0", "A d4 shows 1 to 4. 0 was not entered."),
        (6, "0", "A d6 shows 1 to 6. 0 was not entered."),
        (8, "9", "A d8 shows 1 to 8. 9 was not entered."),
        (12, "0", "A d12 shows 1 to 12. 0 was not entered."),
        (20, "0", "A d20 shows 1 to 20. 0 was not entered."),
    ],
)
def test_a_face_that_the_die_cannot_show_is_not_entered(
    row: DiceRow, sides: int, digit: str, words: str
) -> None:
    said: list[str] = []
    row.refused.connect(said.append)
    row.set_dice([sides])
    typed(row, digit)
    assert (said, values(row), row.current()) == ([words], [None], 0)
    assert boxes(row)[0].look.refused


def test_the_next_key_takes_the_refusal_away(row: DiceRow) -> None:
    typed(row, "7")
    typed(row, "4")
    assert values(row) == [4, None]
    assert not any(box.look.refused for box in boxes(row))


@pytest.mark.parametrize(
    ("sides", "keys", "value"),
    [
        (8, "8", 8),
        (10, "0", 10),
        (10, "1", 1),
        (10, "9", 9),
        (12, "9", 9),
        (12, "10", 10),
        (12, "12", 12),
        (20, "7", 7),
        (20, "19", 19),
        (20, "20", 20),
    ],
)
def test_one_or_two_digits_make_a_face(row: DiceRow, sides: int, keys: str, value: int) -> None:
    row.set_dice([sides, 4])
    typed(row, keys)
    assert (values(row), row.current()) == ([value, None], 1)


@pytest.mark.parametrize(("sides", "digit"), [(12, "1"), (20, "1"), (20, "2")])
def test_a_digit_that_can_go_on_waits_and_enter_closes_it(
    row: DiceRow, sides: int, digit: str
) -> None:
    row.set_dice([sides, 4])
    typed(row, digit)
    assert (values(row), boxes(row)[0].look.waiting) == ([None, None], digit)
    QTest.keyClick(row, Key.Key_Return)
    assert (values(row), row.current()) == ([int(digit), None], 1)


@pytest.mark.parametrize(("key", "goes_to"), [(Key.Key_Right, 1), (Key.Key_Left, 0)])
def test_an_arrow_closes_a_waiting_digit(row: DiceRow, key: Key, goes_to: int) -> None:
    row.set_dice([12, 4])
    typed(row, "1")
    QTest.keyClick(row, key)
    assert (values(row), row.current()) == ([1, None], goes_to)


@pytest.mark.parametrize(("sides", "keys", "said"), [(12, "13", "13"), (20, "21", "21")])
def test_a_second_digit_that_goes_too_far_is_refused_and_the_first_still_waits(
    row: DiceRow, sides: int, keys: str, said: str
) -> None:
    words: list[str] = []
    row.refused.connect(words.append)
    row.set_dice([sides])
    typed(row, keys)
    assert words == [f"A d{sides} shows 1 to {sides}. {said} was not entered."]
    QTest.keyClick(row, Key.Key_Enter)
    assert values(row) == [int(keys[0])]


def test_backspace_goes_back_and_delete_stays(row: DiceRow) -> None:
    typed(row, "3")
    QTest.keyClick(row, Key.Key_Backspace)
    assert (values(row), row.current()) == ([None, None], 0)
    typed(row, "34")
    QTest.keyClick(row, Key.Key_Left)
    QTest.keyClick(row, Key.Key_Delete)
    assert (values(row), row.current()) == ([None, 4], 0)
    typed(row, "1")
    assert values(row) == [1, 4]


def test_backspace_takes_a_waiting_digit_first(row: DiceRow) -> None:
    row.set_dice([12])
    typed(row, "1")
    QTest.keyClick(row, Key.Key_Backspace)
    typed(row, "2")
    assert values(row) == [2]


def test_arrows_stop_at_both_ends(row: DiceRow) -> None:
    for _ in range(4):
        QTest.keyClick(row, Key.Key_Right)
    assert row.current() == 1
    for _ in range(4):
        QTest.keyClick(row, Key.Key_Left)
    assert row.current() == 0


def test_a_click_makes_a_box_current(row: DiceRow) -> None:
    QTest.mouseClick(boxes(row)[1], Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    typed(row, "2")
    assert values(row) == [None, 2]
    assert row.current() == 0


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Space, Key.Key_A, Key.Key_S, Key.Key_Up])
def test_keys_that_are_not_dice_go_on_to_the_panel(theme: Theme, qtbot: QtBot, key: Key) -> None:
    row = DiceRow(theme, (4,))
    desk = Desk(row)
    qtbot.addWidget(desk)
    typed(row, "3")
    QTest.keyClick(boxes(row)[0], key)
    assert desk.keys == [key]
    assert values(row) == [3]


def test_a_first_enter_closes_the_digit_and_a_second_one_is_the_panels(
    theme: Theme, qtbot: QtBot
) -> None:
    row = DiceRow(theme, (12,))
    desk = Desk(row)
    qtbot.addWidget(desk)
    typed(row, "1")
    QTest.keyClick(row, Key.Key_Return)
    assert desk.keys == []
    QTest.keyClick(row, Key.Key_Return)
    assert desk.keys == [Key.Key_Return]


def test_digits_with_control_or_alt_are_not_dice(row: DiceRow) -> None:
    for modifier in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier):
        event = QKeyEvent(QEvent.Type.KeyPress, Key.Key_3, modifier, "3")
        assert not row.take_key(event)
    assert values(row) == [None, None]


@pytest.mark.parametrize(
    "modifier", [Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier]
)
def test_digits_of_french_keyboards_and_keypads_are_dice(
    row: DiceRow, modifier: Qt.KeyboardModifier
) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, Key.Key_3, modifier, "3")
    assert row.take_key(event)
    assert values(row) == [3, None]


def test_rolling_fills_what_is_empty(row: DiceRow) -> None:
    row.set_dice([4, 6, 12])
    typed(row, "3")
    with pytest.raises(ValueError):
        row.fill_rolled([5])
    row.fill_rolled([5, 11])
    assert row.faces() == (Face(3), Face(5, Origin.ROLLED), Face(11, Origin.ROLLED))
    assert row.is_complete()


def test_rolling_leaves_a_waiting_digit_as_typed(row: DiceRow) -> None:
    row.set_dice([12, 6])
    typed(row, "1")
    with pytest.raises(ValueError):
        row.fill_rolled([4, 4])
    row.fill_rolled([4])
    assert row.faces() == (Face(1), Face(4, Origin.ROLLED))


@pytest.mark.parametrize("wrong", [[], [1], [1, 2, 3], [5, 1], [0, 1]])
def test_values_that_do_not_fit_are_an_error(row: DiceRow, wrong: list[int]) -> None:
    with pytest.raises(ValueError):
        row.fill_rolled(wrong)
    assert values(row) == [None, None]


def test_typing_over_a_rolled_face_counts_as_changed(row: DiceRow) -> None:
    row.fill_rolled([4, 4])
    row.set_faces(row.faces())
    for _ in range(2):
        QTest.keyClick(row, Key.Key_Left)
    QTest.keyClick(row, Key.Key_Delete)
    typed(row, "2")
    assert row.faces()[0] == Face(2, Origin.CHANGED)
    QTest.keyClick(row, Key.Key_Backspace)
    QTest.keyClick(row, Key.Key_Left)
    typed(row, "4")
    assert row.faces()[0] == Face(4, Origin.ROLLED), "the face that the desk rolled"


def test_growing_keeps_what_is_typed_and_goes_to_the_new_box(row: DiceRow) -> None:
    row.set_dice([6, 6])
    typed(row, "62")
    row.set_dice([6, 6, 6])
    assert (values(row), row.current()) == ([6, 2, None], 2)
    row.set_dice([6])
    assert values(row) == [6]


def test_a_bonus_die_stands_after_the_die_that_earned_it(row: DiceRow) -> None:
    first, second = DieSlot(6, key="a"), DieSlot(6, key="b")
    row.set_dice([first, second])
    typed(row, "62")
    row.set_dice([first, DieSlot(6, "+d6", key="bonus of a"), second])
    assert (values(row), row.current()) == ([6, None, 2], 1)
    assert boxes(row)[1].look.caption == "+d6"


def test_a_bonus_die_asked_for_on_the_last_face_keeps_the_row_from_being_complete(
    row: DiceRow,
) -> None:
    done: list[bool] = []
    row.set_dice([6])
    row.changed.connect(lambda: len(row.slots()) == 1 and row.set_dice([6, 6]))
    row.complete.connect(lambda: done.append(True))
    typed(row, "6")
    assert done == []
    typed(row, "1")
    assert done == [True]
    assert values(row) == [6, 1]


def test_other_dice_start_empty(row: DiceRow) -> None:
    typed(row, "34")
    row.set_dice([4, 4], keep=False)
    assert values(row) == [None, None]
    typed(row, "3")
    row.set_dice([8, 8])
    assert values(row) == [None, None]


def test_faces_come_back_after_an_undo(row: DiceRow) -> None:
    row.set_faces((Face(3), None))
    assert (values(row), row.current()) == ([3, None], 1)
    with pytest.raises(ValueError, match="a d4 shows 1 to 4"):
        row.set_faces((Face(5), None))
    with pytest.raises(ValueError, match="2 dice, but 1 faces"):
        row.set_faces((Face(1),))


def test_tones_colour_only_boxes_with_a_face(row: DiceRow) -> None:
    typed(row, "3")
    row.set_tones(("fire", "danger"), ("grows to 3 inches, 1 Grinding Damage",))
    assert [box.look.tone for box in boxes(row)] == ["fire", ""]


def test_boxes_tell_a_screen_reader_place_die_face_and_purpose(row: DiceRow) -> None:
    typed(row, "3")
    row.set_tones(("fire",), ("grows to 3 inches",))
    assert [box.accessibleName() for box in boxes(row)] == [
        "Die 1 of 2, d4, 3 typed, grows to 3 inches, wagon Hay There Burning Roll",
        "Die 2 of 2, d4, empty, wagon Hay There Burning Roll",
    ]


def test_the_ring_is_on_the_current_box_of_a_live_row(row: DiceRow) -> None:
    row.set_live(True)
    typed(row, "3")
    assert [box.look.current for box in boxes(row)] == [False, True]
    row.set_live(False)
    row.clearFocus()
    boxes(row)[1].clearFocus()
    assert not any(box.look.current for box in boxes(row))


def test_focus_moves_with_the_faces(theme: Theme, qtbot: QtBot) -> None:
    row = DiceRow(theme, (4, 4, 4))
    qtbot.addWidget(row)
    with qtbot.waitActive(row):
        row.show()
        row.activateWindow()
    row.setFocus()
    assert boxes(row)[0].hasFocus()
    QTest.keyClick(boxes(row)[0], "2")
    assert boxes(row)[1].hasFocus()
    assert boxes(row)[1].look.current
    row.set_dice([4])
    assert boxes(row)[0].hasFocus(), "focus is not lost when boxes go"


def test_a_narrow_panel_wraps_the_boxes(theme: Theme, qtbot: QtBot) -> None:
    row = DiceRow(theme, (6,) * 12)
    qtbot.addWidget(row)
    assert row.heightForWidth(2000) < row.heightForWidth(300) < row.heightForWidth(80)
    row.resize(300, row.heightForWidth(300))
    row.show()
    tops = {box.y() for box in boxes(row)}
    assert len(tops) == 3
    assert all(box.geometry().right() <= 300 for box in boxes(row))


def test_sizes_of_boxes(theme: Theme, qtbot: QtBot) -> None:
    for size, side in ((BoxSize.DENSE, 38), (BoxSize.NORMAL, 44), (BoxSize.LARGE, 84)):
        row = DiceRow(theme, (6,), size=size)
        qtbot.addWidget(row)
        assert boxes(row)[0].square().width() == side
    theme.set_scale(200)
    assert boxes(row)[0].square().width() == 168


def test_a_row_without_dice_uses_no_key(row: DiceRow) -> None:
    row.set_dice([])
    assert row.is_complete()
    assert not row.take_key(
        QKeyEvent(QEvent.Type.KeyPress, Key.Key_3, Qt.KeyboardModifier.NoModifier, "3")
    )


KEYS = st.sampled_from([*"0123456789", "back", "clear", "left", "right", "close", "roll"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([4, 6, 8, 10, 12, 20]), max_size=4), st.lists(KEYS, max_size=30))
def test_no_keys_ever_enter_a_face_that_the_die_cannot_show(
    sides: list[int], keys: list[str]
) -> None:
    entry = DiceEntry(sides)
    acts = {
        "back": entry.back,
        "clear": entry.clear,
        "left": lambda: entry.step(-1),
        "right": lambda: entry.step(1),
        "close": entry.close,
        "roll": lambda: entry.fill_rolled([1] * len(entry.empty())),
    }
    for key in keys:
        acts[key]() if key in acts else entry.digit(key)
        assert len(entry.faces) == len(sides)
        assert 0 <= entry.current <= max(0, len(sides) - 1)
        for face, die in zip(entry.faces, sides, strict=True):
            assert face is None or 1 <= face.value <= die
        assert entry.complete == (not entry.waiting and None not in entry.faces)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([4, 6, 8, 10, 12, 20]), min_size=1, max_size=5), st.data())
def test_every_throw_can_be_typed(sides: list[int], data: st.DataObject) -> None:
    throw = [data.draw(st.integers(1, die)) for die in sides]
    entry = DiceEntry(sides)
    for die, value in zip(sides, throw, strict=True):
        for digit in "0" if (die, value) == (10, 10) else str(value):
            assert entry.digit(digit) == ""
        entry.close()
    assert [face.value for face in entry.faces if face] == throw
    assert entry.complete


def test_boxes_may_go_while_the_last_of_them_has_the_focus(row: DiceRow, qtbot: QtBot) -> None:
    row.set_faces((Face(1, Origin.TYPED), None))
    row.activateWindow()
    row.setFocus()
    qtbot.waitUntil(lambda: row.findChildren(DiceBox)[1].hasFocus())
    with qtbot.captureExceptions() as errors:
        row.set_dice(())
    assert errors == []
    assert row.faces() == ()
    row.set_dice((6, 6, 6))
    assert row.faces() == (None, None, None)
