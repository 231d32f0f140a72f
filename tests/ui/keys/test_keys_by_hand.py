"""Single ways in which keys went astray, as a referee met them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.store.views.units import units
from brikdesk.turns.queue import queue
from tests.ui.keys.walked_window import Walked
from tests.ui.map.map_scene import Map
from tests.ui.window_scene import open_window, settle
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import show_form
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.panels.units.panel import UnitsTree, attack_by
from ui.widgets.buttons import Button

pytestmark = pytest.mark.thorough(every=2)

HAYRICK = "burn-2"
"""A step of the sample that asks for 2d4."""


@pytest.fixture
def at(qtbot: QtBot, theme: Theme, sample: Path) -> Iterator[Walked]:
    """Yield the sample campaign in a window: twelve steps wait."""
    with open_window(qtbot, theme, sample) as window:
        walked = Walked(window)
        walked.desk._thrower = lambda sides: min(sides, 3)
        yield walked


def go_to(at: Walked, step: str) -> None:
    at.view.show_desk("start")
    at.hub.step_asked.emit(step)
    settle()


def table(at: Walked) -> Map:
    keys = {row.name: row.id for row in at.desk.read(units)}
    return Map(at.map, at.desk, at.hub, keys)


def typed(at: Walked) -> list[int]:
    return [face.value for face in at.queue.faces.values()]


def test_a_click_on_the_map_between_two_dice_loses_neither(at: Walked) -> None:
    go_to(at, HAYRICK)
    at.press("3")
    token = at.map.scene.in_reading_order()[0]
    at.click_map(token.x, token.y)
    assert at.hub.selected_unit == token.unit_id, "the click selects"
    assert typed(at) == [3]
    at.click_map(1, 1)
    at.press("2")
    assert typed(at) == [3, 2]


def test_a_digit_never_replaces_a_die_and_says_so(at: Walked) -> None:
    go_to(at, HAYRICK)
    at.type("3,2,1")
    assert typed(at) == [3, 2]
    assert "1 does nothing here" in at.view.status.words()
    assert "catches: A–E. Backspace takes back what came last" in at.view.status.words()
    at.type("Backspace,1")
    assert typed(at) == [3, 1]


def test_a_key_without_effect_says_what_is_waited_for(at: Walked) -> None:
    go_to(at, HAYRICK)
    at.press("Enter")
    assert at.view.status.words() == (
        "Enter does nothing here. Waiting for 2 d4: 1–4, or Space rolls."
    )
    asked = next(step.key for step in at.queue.steps if step.key.startswith("homing"))
    go_to(at, asked)
    at.press("5")
    assert at.view.status.words().startswith("5 does nothing here. ")
    assert "A–C" in at.view.status.words()


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("again", [False, True])
def test_every_step_comes_back_whole_from_undo(at: Walked, again: bool) -> None:
    """Dice, choices, and who was caught; also where another program than this window did it."""
    for step in at.queue.steps:
        at.reset()
        go_to(at, step.key)
        for _ in range(8):
            at.queue.roll()
            for choice in at.queue.preview.open_choices[:1]:
                at.queue.choose(choice.id, choice.options[0].value if choice.options else "here")
        before = (at.queue.faces, [c.chosen for c in at.queue.preview.choices], at.queue.can_apply)
        shown = at.queue.shown
        assert shown is not None
        if again:  # as `brikdesk do` would: nothing of it was typed here
            at.queue._drafts.clear()
            at.desk.do(shown.act)
        else:
            assert at.queue.apply()
        settle()
        at.press("Ctrl Z")
        assert at.queue.current is not None
        assert at.queue.current.key == step.key
        after = (at.queue.faces, [c.chosen for c in at.queue.preview.choices], at.queue.can_apply)
        assert after == before, step.title


def test_o_overrules_under_the_map_wherever_the_keys_are(at: Walked) -> None:
    table_of = table(at)
    name = "Gunner Clack"
    x, y = table_of.where(name)
    assert x is not None
    assert y is not None
    for keys_in_the_queue in (False, True):
        if keys_in_the_queue:
            go_to(at, HAYRICK)
        else:
            at.view.panes.focus(at.map)
            settle()
        table_of.drag((x, y), (x + 14, y + 1))
        settle()
        assert at.map.refusal.sentence(), "too far"
        at.press("O")
        assert table_of.where(name) != (x, y)
        at.press("Ctrl Z")
        assert table_of.where(name) == (x, y)


def test_one_selection_is_shown_everywhere_or_nowhere(at: Walked) -> None:
    at.go("units_drawer")
    tree = at.view.panel("units_tree")
    assert isinstance(tree, UnitsTree)
    at.type("Home,↓")
    chosen = at.hub.selected_unit
    assert chosen
    at.click_map(1, 1)
    assert not at.hub.selected_unit
    assert not tree.view.selectionModel().hasSelection(), "no row is lit where no unit is selected"
    row = tree.view.visualRect(tree.view.currentIndex()).center()
    QTest.mouseClick(tree.view.viewport(), Qt.MouseButton.LeftButton, pos=row)
    settle()
    assert at.hub.selected_unit == chosen
    assert at.map.overlay.selected == chosen


def test_an_attack_is_left_from_the_map_and_at_the_end_of_the_turn(at: Walked) -> None:
    unit = next(iter(at.attack.table.attackers))
    at.hub.attack_wanted.emit(attack_by(unit))
    settle()
    at.view.panes.focus(at.map)
    settle()
    at.press("Esc")
    assert at.attack.phase is AttackPhase.NOTHING
    assert at.hub.shot is None
    at.hub.attack_wanted.emit(attack_by(unit))
    settle()
    turn = at.queue.queue.turn_id
    at.desk.do(GoOn(reason="the table goes on"))
    for _ in range(20):
        at.desk.do(EndTurn(overruled=frozenset({"turn-order"})))
        settle()
        if at.queue.queue.turn_id != turn:
            break
    assert at.attack.phase is AttackPhase.NOTHING, "handed over"
    assert not at.hub.attacks


def test_a_click_on_the_target_closes_the_list_of_targets(at: Walked) -> None:
    shooter = at.map.scene.token(table(at).keys["Gunner Clack"])
    assert shooter is not None
    at.hub.attack_wanted.emit(attack_by(shooter.unit_id))
    settle()
    if "target" not in at.seen()["picks"]:
        at.press("T")
    assert at.seen()["picks"] == ["target"]
    bar = dict(at.view.status.keys.keys)
    assert "W" not in bar, "letters are typed into the list"
    assert bar["Enter"] == "choose"
    target = next(t for t in at.map.scene.in_reading_order() if t.unit_id != shooter.unit_id)
    at.click_map(target.x, target.y)
    assert at.seen()["picks"] == []
    assert at.attack.draft.aim is not None
    assert at.attack.draft.aim.unit_id == target.unit_id
    assert at.waits() == "attack", "the keys stay"
    at.press("W")
    assert at.seen()["picks"] == ["weapon"]


def test_a_form_keeps_undo_and_ctrl_enter_to_itself(at: Walked) -> None:
    before = at.seen()["acts"]
    form = ACT_FORMS["Ignite"].filled(table(at).keys["Gunner Clack"])
    sheet = show_form(at.window.theme, at.desk, at.hub, at.view.body, form)
    settle()
    box = next(each for each in at.each(QComboBox) if sheet.isAncestorOf(each))
    box.setFocus()
    at.press("Ctrl Z")
    assert at.seen()["acts"] == before, "the act behind the form is not undone"
    assert "form is open" in at.view.status.words()
    field = next((each for each in at.each(QLineEdit) if sheet.isAncestorOf(each)), None)
    if field is not None:
        field.setText("2")
        field.textEdited.emit("2")
    box.setFocus()
    at.press("Space")
    assert QApplication.activePopupWidget() is not None
    QTest.keyClick(box.view(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert QApplication.activePopupWidget() is None
    assert at.seen()["acts"] != before, "the first Ctrl+Enter counts"
    assert sheet.isHidden()


def test_f2_on_a_cell_that_is_not_typed_into_says_so(at: Walked) -> None:
    at.go("units")
    at.type("Home,↓,→,F2")
    said = set()
    for _ in range(12):
        at.type("→,F2")
        said.add(at.view.status.words())
        at.press("Esc")
    assert any("is not typed here" in words for words in said)


def test_a_distance_takes_inches_in_words_and_no_plus(at: Walked) -> None:
    at.hub.attack_wanted.emit(attack_by(table(at).keys["Gunner Clack"]))
    settle()
    details = at.view.side.panel("attack").aim.details  # type: ignore[attr-defined]
    details.open(True)
    field = details.answers["distance"].box
    field.setFocus()
    QTest.keyClicks(field, "9IN+")
    assert field.text() == "9IN"
    assert field.value() == 9


def test_ctrl_z_in_an_empty_note_undoes_the_last_act(at: Walked) -> None:
    before = at.seen()["acts"]
    at.desk.do(AddNote(text="tea"))
    go_to(at, HAYRICK)
    at.press("N")
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    at.press("x")
    at.press("Ctrl Z")
    assert at.seen()["acts"] != before, "what is typed comes first"
    at.press("Ctrl Z")
    assert at.seen()["acts"][0] == before[0]


def caps(at: Walked) -> dict[str, bool]:
    """Return whether the keycap on each button in sight is bright, by the words of the button."""
    return {each.accessibleName(): each.cap_is_live for each in at.each(Button) if each.key}


def test_a_keycap_is_bright_only_where_its_key_acts_now(at: Walked) -> None:
    go_to(at, HAYRICK)
    of_the_step = {"Roll": True, "Roll all": True, "Skip": True}
    assert of_the_step.items() <= caps(at).items()
    for elsewhere in (
        at.map,
        at.view.rail,
        at.view.panel("ledger_tabs"),
        at.view.panel("units_tree"),
    ):
        at.view.panes.focus(elsewhere)
        settle()
        assert dict.fromkeys(of_the_step, False).items() <= caps(at).items()
    at.view.panes.focus(at.view.side)
    settle()
    assert of_the_step.items() <= caps(at).items()
    at.go("palette")
    assert not any(caps(at)[name] for name in of_the_step), "nothing below it has the keys"


def test_a_table_shows_the_keys_that_fit_its_row_and_no_others(at: Walked) -> None:
    keys = at.view.status.keys

    def shown(table: str) -> dict[str, str]:
        at.hub.ledger_asked.emit(table)
        settle()
        return dict(keys.keys)

    assert shown("waiting")["Enter"] == "go to the step"
    assert shown("fires")["Enter"] == "open unit"
    nothing = shown("marks")
    assert not {"↑ ↓", "A", "Enter"} & nothing.keys(), "nobody is marked"
    assert nothing["K"] == "mark a target"
    at.press("A")
    assert at.view.status.words() == "The table is empty: nothing that attacks or is attacked."


def test_dice_that_lie_in_an_attack_are_asked_about_before_the_turn_ends(at: Walked) -> None:
    for step in tuple(at.desk.read(queue).waiting):
        at.queue.go(step.key)
        at.queue.skip()
        at.queue.go(step.key)
        at.queue.skip()
    assert at.desk.read(queue).waiting == ()
    shooter = table(at).keys["Gunner Clack"]
    at.hub.attack_wanted.emit(attack_by(shooter))
    settle()
    if at.attack.draft.lacks:
        at.attack.next_target(1)
    while at.attack.refusing and at.attack.overrule():
        pass
    assert at.attack.go_on()
    assert at.attack.roll()
    at.view.show_desk("log")
    turn = at.queue.queue.turn_id
    at.window.at_work.end_turn()
    assert at.view.status.words().startswith("Dice lie on the table for an attack")
    assert at.view.side.tab == "attack"
    assert (at.attack.phase, at.queue.queue.turn_id) == (AttackPhase.DICE, turn)
    said = [at.view.status.words()]
    for _ in range(4):
        if at.queue.queue.turn_id != turn or at.queue.queue.ends:
            break
        at.window.at_work.end_turn()
        said.append(at.view.status.words())
    assert at.queue.queue.turn_id != turn or at.queue.queue.ends, "it ends in the end"
    assert sum("Dice lie" in words for words in said) == 1, "asked once"
    assert not at.hub.dice_lie
