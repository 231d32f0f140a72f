"""In every state of the Attack tab each letter means one thing, and none lands in a number field."""

from collections import Counter
from collections.abc import Callable
from string import ascii_lowercase

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from brikdesk.acts.combat.aim import Aim, Extra, Mode, Strike, spot_key
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.units.roster import RemoveUnit
from brikdesk.rules.brikwars.fields import FieldKind
from tests.ui.attack.attack_scene import Table
from tests.ui.window_scene import focus, press, settle, typed
from ui.forms.inputs import MeasureEdit, PickBox
from ui.models.attack.draft import AttackPhase
from ui.models.picks import PickRow
from ui.panels.attack.any_attack import AttackCard
from ui.panels.attack.details_and_company import COMPANY
from ui.panels.attack.panel import AttackPanel
from ui.widgets.buttons import Button
from ui.widgets.fields import ChoiceRow

K = Qt.Key
State = Callable[[AttackPanel, Table], None]


def nothing(panel: AttackPanel, table: Table) -> None:
    """No attack is made."""


def no_target(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_Escape)


def aimed(panel: AttackPanel, table: Table) -> None:
    _cannon(panel, table)


def measures(panel: AttackPanel, table: Table) -> None:
    _cannon(panel, table)
    press(K.Key_D)


def caught(panel: AttackPanel, table: Table) -> None:
    _cannon(panel, table)
    press(K.Key_C)


def unmeasured(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("lost")
    press(K.Key_Return)


def refused(panel: AttackPanel, table: Table) -> None:
    _rifle(panel, table, "Second Opinion")
    panel.controller.attack_by(table.units["Gunner Nubs"])
    panel.controller.take_up(
        Attack(
            strikes=(Strike(weapon_id=table.guns["Nephew"], by_id=table.units["Rifle Rosa"], count=2,
                            mode=Mode.BURST),),
            aims=(Aim(unit_id=table.units["Squire Tile"]),),
        )
    )  # fmt: skip
    settle()


def dice(panel: AttackPanel, table: Table) -> None:
    _cannon(panel, table)
    press(K.Key_Return)


def benny(panel: AttackPanel, table: Table) -> None:
    dice(panel, table)
    typed("8")


def where_it_lands(panel: AttackPanel, table: Table) -> None:
    dice(panel, table)
    typed("2")


def dud(panel: AttackPanel, table: Table) -> None:
    dice(panel, table)
    typed("1")


def done(panel: AttackPanel, table: Table) -> None:
    _rifle(panel, table, "Sister Underfoot")
    press(K.Key_Return)
    typed("2")
    press(K.Key_Return)


STATES: tuple[State, ...] = (
    nothing, no_target, aimed, measures, caught, unmeasured, refused, dice, benny, where_it_lands,
    dud, done,
)  # fmt: skip
each_state = pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)


def _cannon(panel: AttackPanel, table: Table) -> None:
    strike = Strike(weapon_id=table.guns["Nephew"], by_id=table.units["Sgt. Flatplate"])
    panel.controller.take_up(
        Attack(strikes=(strike,), aims=(Aim(unit_id=table.units["Squire Tile"]),))
    )
    settle()


def _rifle(panel: AttackPanel, table: Table, target: str) -> None:
    strike = Strike(weapon_id=table.guns["Rifle Rosa"], by_id=table.units["Rifle Rosa"])
    panel.controller.take_up(Attack(strikes=(strike,), aims=(Aim(unit_id=table.units[target]),)))
    settle()


def caps(panel: AttackPanel) -> list[str]:
    """Return the letter of every keycap in sight."""
    found = [each.key for each in panel.findChildren(Button) if each.isVisible()]
    found += [each.key for each in panel.findChildren(AttackCard) if each.isVisible() and each.live]
    for row in panel.findChildren(ChoiceRow):
        found += row.letters if row.isVisible() else ""
    return [key for key in found if len(key) == 1 and key.isalpha()]


def fields(panel: AttackPanel) -> list[QLineEdit]:
    return [each for each in panel.findChildren(QLineEdit) if each.isVisible()]


@pytest.mark.thorough(but=2)
@each_state
def test_no_keycap_stands_twice(panel: AttackPanel, table: Table, state: State) -> None:
    state(panel, table)
    settle()
    assert [letter for letter, count in Counter(caps(panel)).items() if count > 1] == []


@pytest.mark.thorough(but=1)
@each_state
def test_every_keycap_in_sight_means_what_it_stands_at(
    panel: AttackPanel, table: Table, state: State
) -> None:
    state(panel, table)
    settle()
    now = panel.keys.letters()
    for button in panel.findChildren(Button):
        if button.isVisible() and len(button.key) == 1 and button.key.isalpha():
            assert now.get(button.key.lower()) not in (None, "answer"), button.text()
    for row in panel.findChildren(ChoiceRow):
        if row.isVisible():
            assert {now[letter.lower()] for letter in row.letters} <= {"answer"}
    told = [key for key, _ in panel.keys.names() if len(key) == 1 and key.isalpha()]
    assert len(told) == len(set(told))
    assert {key.lower() for key in told} <= set(now)


@pytest.mark.thorough(but=2)
@each_state
def test_no_letter_lands_in_a_number(panel: AttackPanel, table: Table, state: State) -> None:
    state(panel, table)
    settle()
    numbers = [each for each in fields(panel) if isinstance(each, MeasureEdit)]
    for field in numbers:
        for letter in ascii_lowercase:
            if not field.isVisible():
                break
            field.setFocus()
            QTest.keyClicks(field, letter)
            assert not any(sign.isalpha() for sign in field.text()), field.accessibleName()


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("key", [K.Key_A, K.Key_W, K.Key_T, K.Key_D, K.Key_M])
def test_what_a_key_asks_for_unfolds_its_block(panel: AttackPanel, table: Table, key: K) -> None:
    aimed(panel, table)
    QTest.mouseClick(panel.aim.head, Qt.MouseButton.LeftButton)
    assert not panel.aim.body.isVisible()
    panel.setFocus()
    press(key)
    asked = focus()
    assert asked is not None
    assert asked.isVisible()
    assert panel.aim.isAncestorOf(asked)


def test_digits_type_the_distance_that_the_map_does_not_know(
    panel: AttackPanel, table: Table
) -> None:
    unmeasured(panel, table)
    editor = panel.aim.details.answers["distance"].box
    assert focus() is editor, "it lacks: it is asked for"
    panel.setFocus()
    assert ("0–9", "distance") in panel.keys.names()
    typed("5")
    typed(".5")
    aim = panel.controller.draft.aim
    assert aim is not None
    assert aim.distance == 5.5
    assert focus() is editor
    assert editor.isVisible()
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DICE, "Enter goes on from the field"
    press(K.Key_Escape)
    assert ("0–9", "distance") not in panel.keys.names(), "D goes to what was typed"


def test_a_digit_is_the_first_die_where_nothing_is_missing(
    panel: AttackPanel, table: Table
) -> None:
    aimed(panel, table)
    assert ("1–8", "first die") in panel.keys.names()
    typed("7")
    assert panel.controller.phase is AttackPhase.DICE
    assert [face.value for face in panel.controller.faces.values()] == [7]
    assert panel.controller.draft.aims[0].distance is None, "as the map measured it"
    press(K.Key_Escape)
    typed("6")
    assert [face.value for face in panel.controller.faces.values()] == [7, 6], "back to the dice"


def test_no_digit_is_thrown_for_what_a_rule_refuses(panel: AttackPanel, table: Table) -> None:
    refused(panel, table)
    typed("5")
    assert panel.controller.phase is AttackPhase.AIM
    assert not panel.controller.faces


def test_digits_do_nothing_where_no_distance_counts(panel: AttackPanel, table: Table) -> None:
    panel.controller.take_up(
        Attack(
            strikes=(Strike(by_id=table.units["Rifle Rosa"], mode=Mode.STRIKE),),
            aims=(Aim(unit_id=table.units["Squire Tile"]),),
        )
    )
    settle()
    typed("9")
    assert not panel.aim.details.asks("distance")
    assert panel.controller.draft.aim == Aim(unit_id=table.units["Squire Tile"])
    assert panel.controller.phase is AttackPhase.AIM, "Rosa is too far away to strike"


def test_a_refusal_gives_the_keys_back(panel: AttackPanel, table: Table) -> None:
    refused(panel, table)
    assert panel.controller.preview.refused_by
    press(K.Key_D)
    field = panel.aim.details.answers["distance"].box
    assert isinstance(field, QLineEdit)
    field.setFocus()
    typed("9")
    press(K.Key_Return)
    settle()
    assert not isinstance(focus(), QLineEdit), "O and dice are not typed into a field"
    before = panel.controller.preview.refused_by
    press(K.Key_O)
    assert panel.controller.preview.refused_by != before
    typed("83555")
    assert panel.controller.draft.aims[0].distance == 9


def test_o_overrules_from_a_number_field_too(panel: AttackPanel, table: Table) -> None:
    refused(panel, table)
    before = panel.controller.preview.refused_by
    press(K.Key_D)
    field = panel.aim.details.answers["distance"].box
    field.setFocus()
    typed("10o")
    assert isinstance(field, MeasureEdit)
    assert field.text() == "10"
    assert panel.controller.preview.refused_by != before


def test_an_unknown_name_says_that_it_is_a_place_before_it_is_one(
    panel: AttackPanel, table: Table
) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("Sister Underfood the Great")
    meant, row = panel.aim.picks.model.rows
    assert meant.words == "Sister Underfoot"
    assert row.words == "“Sister Underfood the Great”"
    assert row.detail == "a place: nobody of this name is on the table"
    press(K.Key_Down)
    press(K.Key_Return)
    assert panel.aim.target.words == ("Sister Underfood the Great", "a place")


def test_c_answers_where_there_is_an_answer_c_and_shows_nowhere_else(
    panel: AttackPanel, table: Table
) -> None:
    where_it_lands(panel, table)
    settle()
    choice = panel.keys.choices
    assert choice.open_choice is not None
    assert "c" in choice.letters_now
    assert panel.damage.caught.head.key == ""
    press(K.Key_C)
    assert not panel.damage.caught.is_open


def test_a_modifier_half_typed_goes_with_its_attack(panel: AttackPanel, table: Table) -> None:
    aimed(panel, table)
    panel.aim.other.open()
    settle()
    assert panel.aim.other.isVisible()
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    assert not panel.aim.other.isVisible(), "its Enter would stand beside that of the list"


def test_where_the_modifiers_have_the_keys_none_leads_there(
    panel: AttackPanel, table: Table
) -> None:
    aimed(panel, table)
    panel.setFocus()
    assert ("M", "modifiers") in panel.keys.names()
    press(K.Key_M)
    assert panel.aim.modifiers.hasFocus()
    assert ("M", "modifiers") not in panel.keys.names()


def test_space_is_no_key_of_dice_that_all_lie_there(panel: AttackPanel, table: Table) -> None:
    where_it_lands(panel, table)
    faces = panel.controller.faces
    assert not panel.controller.preview.owed
    event = QKeyEvent(QEvent.Type.KeyPress, K.Key_Space, Qt.KeyboardModifier.NoModifier, " ")
    assert not panel.keys.press(event), "the status bar says what is waited for"
    assert panel.controller.faces == faces


def by_hand(panel: AttackPanel, table: Table) -> None:
    """Aim a blow: its measures begin with drop-down lists."""
    strike = Strike(by_id=table.units["Rifle Rosa"], mode=Mode.GRAB, name="Grab")
    target = Aim(unit_id=table.units["Squire Tile"])
    panel.controller.take_up(Attack(strikes=(strike,), aims=(target,)))
    settle()


def told(panel: AttackPanel) -> list[str]:
    """Return the keys that the status bar names now."""
    return [cap for cap, _ in panel.focus._announced]


def test_letters_in_a_drop_down_list_among_the_measures_are_those_of_the_aim(
    panel: AttackPanel, table: Table
) -> None:
    by_hand(panel, table)
    press(K.Key_D)
    box = focus()
    assert isinstance(box, PickBox)
    before = box.value()
    typed("w")
    assert box.value() == before, "no letter chooses where letters open parts of the aim"
    assert panel.aim.picks.purpose == "weapon"
    press(K.Key_Escape)
    box.setFocus()
    press(K.Key_Down)
    assert box.value() != before, "the arrows still do"


def test_keys_of_the_attack_work_beside_another_modifier(panel: AttackPanel, table: Table) -> None:
    aimed(panel, table)
    panel.aim.other.open()
    typed("t")
    assert panel.aim.picks.purpose == "target", "T is shown, and works"


def test_support_is_a_key_where_somebody_else_is_at_the_weapon(
    panel: AttackPanel, table: Table
) -> None:
    aimed(panel, table)
    asked = COMPANY[0]
    able = [row.value for row in panel.aim.company.rows(asked.purpose)]
    assert able
    assert ("S", "support") in panel.keys.names()
    for unit_id in able:
        panel.controller.desk.do(RemoveUnit(unit_id=unit_id))
    settle()
    assert ("S", "support") not in panel.keys.names()


def test_a_list_with_nobody_in_it_does_not_open_and_says_so(
    panel: AttackPanel, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    aimed(panel, table)
    said = list[str]()
    panel.aim._hub.remarked.connect(said.append)
    monkeypatch.setattr(panel.aim.company, "rows", lambda _purpose: ())
    panel.aim.ask_for(COMPANY[0])
    assert not panel.aim.picks.isVisible()
    assert said == ["No other Gunner is at this weapon."]


def test_a_list_of_one_row_shows_no_arrows_and_an_empty_one_no_enter(
    panel: AttackPanel, table: Table
) -> None:
    aimed(panel, table)
    press(K.Key_T)
    assert {"↑ ↓", "Enter", "Esc"} <= set(told(panel))
    unused = list[object]()
    panel.aim._hub.key_unused.connect(unused.append)
    typed("underfoot")
    assert panel.aim.picks.model.rowCount() == 1
    assert "↑ ↓" not in told(panel)
    assert "Enter" in told(panel)
    press(K.Key_Down)
    assert len(unused) == 1, "the status bar says that it is the only one"
    assert panel.aim.picks.waits_for().startswith("It is the only row")
    panel.aim.picks.open("team", "Who?", tuple, several=True)
    assert "Enter" not in told(panel)
    press(K.Key_Return)
    assert len(unused) == 2
    assert panel.aim.picks.isVisible()


def test_modifiers_without_any_show_the_keys_that_add_one(panel: AttackPanel, table: Table) -> None:
    aimed(panel, table)
    panel.controller.change(panel.controller.draft.adding(Extra(reason="Mud", value=-1)))
    modifiers = panel.aim.modifiers
    modifiers.setFocus()
    press(K.Key_Home)
    assert {"↑ ↓", "Space", "+ −"} <= set(told(panel))
    press(K.Key_End)
    assert ("Space", "another") in modifiers.keys_now
    assert "+ −" not in told(panel)
    modifiers.show_rows(modifiers.rows.rows[-1:])
    assert [cap for cap, _ in modifiers.keys_now] == ["Space"]


@pytest.mark.rule("F.1-71")
def test_an_energy_shield_is_one_key_once_its_dice_are_ready(
    panel: AttackPanel, table: Table
) -> None:
    aimed(panel, table)
    press(K.Key_D)
    shield = panel.aim.company.buttons["shields"]
    assert not shield.isVisible(), "nobody has one"
    table.campaign.do(
        AddField(
            kind=FieldKind.SHIELD, size=3, name="Bubble", dice=("d6 Deflection",) * 2,
            carrier_id=table.units["Second Opinion"],
        )
    )  # fmt: skip
    _cannon(panel, table)
    panel.setFocus()
    assert ("E", "Energy Shield") in panel.keys.names()
    press(K.Key_E)
    assert panel.aim.picks.purpose == "shields"
    press(K.Key_Return)
    assert [each.dice for each in panel.controller.draft.shields] == [(0,)]
    assert shield.isVisible()


@pytest.mark.rule("5.1-13")
def test_the_only_field_of_a_question_has_the_keys(panel: AttackPanel, table: Table) -> None:
    """Letters of what is told in words are no keys of the attack."""
    _rifle(panel, table, "Sister Underfoot")
    press(K.Key_Return)
    typed("54")
    assert "d" in panel.keys.choices.letters_now
    typed("d")  # an Unexpected Twist
    words = panel.keys.choices.words
    assert focus() is words
    typed("a cat")
    assert words.text() == "a cat"


def _twist(panel: AttackPanel, table: Table, words: str) -> None:
    """Type what happens to Sister Underfoot, whom Rifle Rosa's 5 and 4 do Something Bad to."""
    _rifle(panel, table, "Sister Underfoot")
    press(K.Key_Return)
    typed("54d")
    typed(words)
    press(K.Key_Return)


@pytest.mark.rule("5.1-13")
def test_enter_applies_after_the_last_answer_in_words(panel: AttackPanel, table: Table) -> None:
    _twist(panel, table, "a cat")
    assert panel.foot.apply.isEnabled()
    assert ("Enter", "apply") in panel.keys.names()
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE


@pytest.mark.rule("5.1-13")
def test_enter_in_the_field_of_an_answered_question_applies_too(
    panel: AttackPanel, table: Table
) -> None:
    _twist(panel, table, "a cat")
    panel.keys.choices.words.setFocus()  # as a click into it does
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE


@pytest.mark.rule("5.3-09")
def test_enter_goes_on_after_a_place_in_words(panel: AttackPanel, table: Table) -> None:
    where_it_lands(panel, table)
    press(K.Key_B)  # in words
    panel.keys.choices.words.setText("by the well")
    panel.keys.choices.words.setFocus()
    press(K.Key_Return)
    assert focus() is not panel.keys.choices.words
    while panel.controller.preview.owed:
        press(K.Key_Space)
    while panel.controller.preview.open_choices:
        press(K.Key_A)
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE


@pytest.mark.rule("5.1-13")
def test_esc_takes_the_keys_out_of_the_field_in_words(panel: AttackPanel, table: Table) -> None:
    _rifle(panel, table, "Sister Underfoot")
    press(K.Key_Return)
    typed("54d")
    press(K.Key_Escape)
    assert focus() is not panel.keys.choices.words
    assert panel.controller.phase is AttackPhase.DICE


@pytest.mark.rule("5.1-13")
def test_backspace_takes_the_last_thing_back_an_answer_before_the_dice(
    panel: AttackPanel, table: Table
) -> None:
    _twist(panel, table, "c")
    faces, words = panel.controller.faces, panel.keys.choices.words
    assert ("Backspace", "take the answer back") in panel.keys.names()
    press(K.Key_Backspace)
    assert panel.controller.faces == faces, "the dice lie where they lay"
    assert focus() is words, "it is asked again, where it can be typed"
    assert not panel.controller.can_apply
    press(K.Key_Backspace)
    typed("a cat in space")
    assert words.text() == "a cat in space"
    assert panel.controller.faces == faces, "nothing of it is a key"
    press(K.Key_Return)
    assert [each.chosen for each in panel.controller.preview.choices][-1] == "a cat in space"
    press(K.Key_Backspace)
    words.clear()
    press(K.Key_Backspace)
    asked = panel.controller.preview.open_choices
    assert len(asked) == 1, "which of the Something Bad it is"
    assert asked[0].options
    assert panel.controller.faces == faces
    press(K.Key_Backspace)
    assert len(panel.controller.faces) == len(faces) - 1, "then the dice"


@pytest.mark.rule("5.1-13")
def test_an_answer_goes_with_what_it_hung_on(panel: AttackPanel, table: Table) -> None:
    _twist(panel, table, "a cat")
    press(K.Key_Backspace)
    panel.keys.choices.words.clear()
    press(K.Key_Backspace)
    typed("d")
    assert panel.keys.choices.words.text() == ""
    assert not panel.controller.can_apply, "what happens is asked again"


def test_backspace_clears_the_die_that_somebody_has_gone_to(
    panel: AttackPanel, table: Table
) -> None:
    where_it_lands(panel, table)
    typed("a")
    while panel.controller.preview.owed:
        press(K.Key_Space)
    press(K.Key_Left)
    faces = panel.keys.dice.faces()
    press(K.Key_Backspace)
    assert panel.keys.dice.faces().count(None) == faces.count(None) + 1


@pytest.mark.rule("5.3-09")
def test_a_place_goes_with_the_die_that_missed(panel: AttackPanel, table: Table) -> None:
    where_it_lands(panel, table)
    typed("a")
    while len(panel.controller.faces):
        press(K.Key_Backspace)
    typed("2")
    asked = panel.controller.preview.choices[0]
    assert asked.id == spot_key(0)
    assert asked.chosen is None, "another miss lands somewhere else"


def test_a_list_to_be_ticked_takes_blanks_and_closes_once_its_only_row_is_ticked(
    panel: AttackPanel, table: Table
) -> None:
    aimed(panel, table)
    picks, ticked = panel.aim.picks, list[object]()
    picks.picked.connect(ticked.append)
    two, one = (tuple(PickRow(k, f"Row {k}") for k in range(many)) for many in (2, 1))
    picks.open("nobody", "Who?", lambda: two, several=True)
    for key in (K.Key_Space, K.Key_Down, K.Key_Space):
        press(key)
    assert ticked == [0, 1]
    assert picks.isVisible()
    assert picks.field.text() == ""
    typed("row")
    press(K.Key_Space)
    assert picks.field.text() == "row ", "a blank within words"
    picks.close_list()
    picks.open("nobody", "Who?", lambda: one, several=True)
    press(K.Key_Return)
    assert ticked == [0, 1, 0]
    assert not picks.isVisible()


def test_tab_is_named_only_where_it_takes_the_next_target(panel: AttackPanel, table: Table) -> None:
    """In a list or a field it goes to the next part of the pane."""
    shown: list[tuple[tuple[str, str], ...]] = []
    panel.controller.hub.keys_changed.connect(shown.append)
    _cannon(panel, table)
    assert ("Tab", "next target") in shown[-1]
    press(K.Key_A)
    assert "Tab" not in dict(shown[-1])
    press(K.Key_Escape)
    assert ("Tab", "next target") in shown[-1]
