"""What the queue shows: titles, notes, rows and cards at any size."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import log
from tests.ui.queue.panel_scene import K, Make, press
from ui.look.theme import Theme
from ui.models.queue import QueueRowsModel

pytestmark = pytest.mark.thorough(every=2)


def test_exactly_one_button_of_the_card_is_primary(make: Make) -> None:
    panel = make()
    buttons = panel.card.buttons
    assert (buttons.roll.kind, buttons.apply.kind) == ("primary", "soft")
    press(panel, K.Key_1)
    assert (buttons.roll.kind, buttons.apply.kind) == ("soft", "primary")


def test_enter_is_named_only_where_it_would_apply(make: Make) -> None:
    panel = make()
    told: list[tuple[tuple[str, str], ...]] = []
    panel.controller.hub.keys_changed.connect(told.append)
    press(panel, K.Key_4)
    assert ("Enter", "apply") not in told[-1], "somebody still has to choose"
    press(panel, K.Key_B)
    assert ("Enter", "apply") in told[-1]


def test_a_long_title_or_detail_that_waits_takes_a_second_line(make: Make, scene: Campaign) -> None:
    panel = make()
    rows = [replace(each, detail='fire 2"') for each in panel.waiting.steps.rows]
    panel.waiting.show_rows(tuple(rows))
    before = panel.waiting.sizeHintForRow(0)
    long = replace(rows[0], title="The wagon of the baron’s second cousin from Upper Stud burns")
    panel.waiting.show_rows((long, *rows[1:]))
    assert panel.waiting.sizeHintForRow(0) > before
    assert panel.waiting.sizeHintForRow(1) == before, "short ones stay as they are"
    lit = replace(
        rows[1], detail='Size 4", Weight class 2, fire 2", lit by Bureau of Unplanned Demolition'
    )
    panel.waiting.show_rows((long, lit, *rows[2:]))
    assert panel.waiting.sizeHintForRow(1) > before


def test_the_keys_that_work_are_told_to_the_status_bar(make: Make) -> None:
    told: list[object] = []
    panel = make()
    panel.controller.hub.keys_changed.connect(told.append)
    press(panel, K.Key_4)
    keys = dict(told[-1])  # type: ignore[call-overload]
    assert "1–4" not in keys
    assert keys["Backspace"] == "take a die back"
    assert keys["A–D"] == "choose"
    assert "Space" not in keys


def test_rows_say_place_state_and_words(make: Make) -> None:
    panel = make()
    done = panel.done.steps.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert done == "2 of 10, done, Baron Von Clutch gets up, Half Speed this turn."
    waiting = panel.waiting.steps.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert waiting.endswith(
        'Haystack burns, Size 4", Weight class 1, fire 3", lit by Duchy of Lower Stud, 3d4'
    )


def test_settled_steps_take_one_line_each_in_a_short_window(make: Make) -> None:
    panel = make()
    panel.resize(424, 860)
    press(panel, K.Key_4, K.Key_B, K.Key_Return)
    tall = panel.done.height()
    panel.resize(424, 700)
    QApplication.processEvents()
    assert panel.done.height() == 5 * panel.theme.px(28) < tall


def test_the_lists_are_proper_models(make: Make, qtbot: QtBot) -> None:
    panel = make()
    model = QueueRowsModel(panel)
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    tester = QAbstractItemModelTester(model, fatal)
    model.show_rows(panel.done.steps.rows)
    model.show_rows(panel.waiting.steps.rows)
    model.show_rows(())
    assert tester.model() is model
    assert model.rowCount() == 0


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("scale", [80, 100, 200])
@pytest.mark.parametrize("width", [300, 424])
def test_nothing_is_cut_at_any_text_size(
    make: Make, theme: Theme, scale: int, width: int, qtbot: QtBot
) -> None:
    theme.set_scale(scale)
    panel = make()
    panel.resize(round(width * scale / 100), 760)
    press(panel, K.Key_4)
    card = panel.card

    def fits() -> None:
        # Buttons that have gone to the foot lie in the card where they were last.
        shown = (
            each for each in (card.dice, card.words, card.choices, card.buttons) if each.isVisible()
        )
        for part in shown:
            assert part.geometry().right() <= card.width()
            assert part.height() >= part.minimumSizeHint().height()

    # A bar that appears beside the card makes it narrower, and it is laid out once more.
    qtbot.waitUntil(fits)
    theme.set_scale(100)


def test_buttons_and_the_asked_die_stay_in_sight_in_a_low_pane(make: Make) -> None:
    panel = make()
    card, foot = panel.card, panel.foot
    for high, low in ((860, False), (240, True), (860, False)):
        panel.resize(424, high)
        for _ in range(4):
            QApplication.processEvents()
        assert (foot.isVisible(), card.buttons.isVisible()) == (low, not low), high
        assert panel.head.title.isVisible() is not low, "the tab names the queue too"
        box, roll = card.dice.box_now, (foot if low else card).buttons.roll
        assert box is not None
        for part in (box, roll):
            assert part.visibleRegion().boundingRect() == part.rect(), high


def test_words_of_a_settled_step_go_below_it_where_they_have_no_room_beside(make: Make) -> None:
    panel = make()
    line = panel.theme.px(28)
    panel.resize(600, 900)
    QApplication.processEvents()
    count = panel.done.steps.rowCount()
    assert [panel.done.sizeHintForRow(at) for at in range(count)] == [line] * count
    panel.resize(300, 900)
    QApplication.processEvents()
    titles = [row.title for row in panel.done.steps.rows]
    high = dict(zip(titles, map(panel.done.sizeHintForRow, range(count)), strict=True))
    assert high["Baron Von Clutch gets up"] > line
    row = panel.done.steps.rows[1]
    panel.done.show_rows([replace(row, key="long", title=f"{row.title} and {row.title}")])
    assert panel.done.sizeHintForRow(0) > high[row.title], "its lead takes two lines"


def test_a_note_says_its_words_once(make: Make, scene: Campaign) -> None:
    scene.do(AddNote(text="The bridge breaks", player_id=1, due_number=2))
    panel = make()
    panel.controller.go(next(s.key for s in panel.controller.steps if s.key.startswith("note")))
    QApplication.processEvents()
    assert panel.controller.current is not None
    assert panel.controller.current.detail == "The bridge breaks"
    assert panel.card.words.isHidden()


def test_a_question_that_is_not_done_is_told_as_a_statement(make: Make, scene: Campaign) -> None:
    panel = make()
    for _ in range(2):
        panel.controller.go("homing-1")
        panel.controller.skip()
    told = scene.read(log)[-1].words
    assert told.startswith("Not done: Keep homing")
    assert "?" not in told
