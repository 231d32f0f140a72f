"""Small things that stand in the way: what a form begins with, what Esc drops, what a key names."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMenu,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from brikdesk.acts.checks import initials
from brikdesk.acts.combat.aim import Mode, Strike
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.units import units
from tests.ui.look.words_in_sight import in_sight
from tests.ui.roster_scene import GOLEM
from tests.ui.window_scene import at_work, make_file, open_window, press, settle, typed
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import HOST, show_form
from ui.forms.inputs import FieldBox, MeasureEdit
from ui.look.theme import Theme
from ui.models.attack.draft import AttackDraft
from ui.models.attack.picks import targets
from ui.palette import DO, Find, Hit, HitsDelegate, HitsModel, Palette
from ui.panels.ledger.panel import LedgerPanel
from ui.panels.units.unit_editor import UnitEditor, _presets
from ui.parts.editor_sheet import EditorSheet
from ui.widgets.buttons import Button
from ui.widgets.dice import DiceEntry
from ui.widgets.tokens import Seated, TurnOrder
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.setProperty(HOST, True)
    QVBoxLayout(made).addWidget(QLineEdit())
    qtbot.addWidget(made)
    made.resize(900, 800)
    made.show()
    return made


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path, scene: Campaign) -> Iterator[MainWindow]:
    path = scene.path
    scene.close()
    with open_window(qtbot, theme, path) as made:
        yield made


def test_who_is_to_be_marked_is_not_filled_in_as_the_scout_too(
    theme: Theme, desk: Desk, host: QWidget
) -> None:
    sheet = show_form(theme, desk, Hub(), host, ACT_FORMS["MarkTarget"].filled(GOLEM))
    assert sheet.body is not None
    assert sheet.body.values()["target_id"] == GOLEM
    assert sheet.body.values()["scout_id"] != GOLEM
    assert sheet.body.answers["scout_id"].focusProxy().hasFocus()  # type: ignore[union-attr]


def test_esc_drops_a_filled_form_only_the_second_time(
    theme: Theme, desk: Desk, host: QWidget
) -> None:
    sheet = show_form(theme, desk, Hub(), host, ACT_FORMS["AddNote"].filled())
    QTest.keyClicks(QApplication.focusWidget(), "Do not lose this")
    QTest.keyClick(QApplication.focusWidget(), K.Key_Escape)
    assert not sheet.isHidden()
    assert "Esc again" in sheet.refusal.sentence()
    QTest.keyClicks(QApplication.focusWidget(), "!")
    assert sheet.refusal.sentence() == "", "going on takes the warning away"
    QTest.keyClick(QApplication.focusWidget(), K.Key_Escape)
    assert not sheet.isHidden()
    QTest.keyClick(QApplication.focusWidget(), K.Key_Escape)
    assert sheet.isHidden()


def test_esc_drops_a_filled_editor_only_the_second_time(window: MainWindow) -> None:
    work = at_work(window)
    work.hub.unit_edited.emit(0)
    settle()
    typed("Sir Typed")
    press(K.Key_Escape)
    assert any(each.isVisible() for each in window.findChildren(EditorSheet))
    press(K.Key_Escape)
    assert not any(each.isVisible() for each in window.findChildren(EditorSheet))


def test_a_burst_begins_with_two_shots() -> None:
    """One shot is no burst: choosing it must not begin with a refusal."""
    draft = AttackDraft(strikes=(Strike(weapon_id=1),)).striking(mode=Mode.BURST)
    assert draft.strike.count == 2
    assert draft.striking(count=1).strike.count == 1, "what is typed stands, and is refused"
    assert AttackDraft().striking(mode=Mode.ARC).strike.count == 1


def test_f2_is_named_only_where_a_cell_can_be_typed_over(
    theme: Theme, desk: Desk, host: QWidget
) -> None:
    table = LedgerPanel(theme, desk, Hub(), host).table("fires")
    titles = [column.title for column in table.spec.columns]
    named = {}
    for title in ("Effect", "Fire size"):
        table.go_to(0, titles.index(title))
        offered = table.keys()
        named[title] = ("F2", "edit") in offered
    assert named == {"Effect": False, "Fire size": True}


def test_what_begins_the_name_of_an_act_is_that_act_and_no_attack(window: MainWindow) -> None:
    press(K.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = next(each for each in window.findChildren(Palette) if each.is_open())
    typed("shoot it down")
    assert palette.current is not None
    assert (palette.current.find.group, palette.current.find.words) == (DO, "Shoot it down")


def test_every_word_of_a_row_of_the_palette_is_drawn(theme: Theme) -> None:
    """The space between two found words is narrow: what follows it is drawn all the same."""
    holder = QWidget()
    model = HitsModel(holder)
    pictures = []
    for words, spans in (("End turn", ((0, 3), (4, 8))), ("End", ((0, 3),))):
        model.show_hits((Hit(Find(DO, "flag", words, lambda: None), spans),))
        picture = QImage(400, 60, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(0)
        painter, option = QPainter(picture), QStyleOptionViewItem()
        option.rect = QRect(0, 0, 400, 60)  # type: ignore[attr-defined]
        HitsDelegate(theme, holder).paint(painter, option, model.index(1))
        painter.end()
        pictures.append(picture)
    assert pictures[0] != pictures[1]


def test_an_icon_button_with_the_focus_shows_its_ring_and_nothing_inside(
    theme: Theme, host: QWidget
) -> None:
    button = Button(theme, "", "quiet", "undo")
    button.setParent(host)
    button.show()
    host.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    inside = QRect(5, 5, button.width() - 10, button.height() - 10)
    before = button.grab(inside).toImage()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    assert button.hasFocus()
    assert button.grab(inside).toImage() == before
    assert button.grab().toImage().pixelColor(button.width() // 2, 0) == theme.color("focus")


def test_the_message_of_a_narrow_field_has_the_height_that_it_needs(
    theme: Theme, host: QWidget
) -> None:
    box = FieldBox(theme, "Distance", MeasureEdit(theme, 0, 10_000, '"', 2), parent=host)
    box.setFixedWidth(theme.px(116))
    box.set_problem("A number from 0 to 10000 is needed here.")
    assert box.sizeHint().height() >= box.heightForWidth(theme.px(116))


def test_the_armor_field_says_what_is_wrong_without_its_inner_name(
    theme: Theme, desk: Desk, qtbot: QtBot
) -> None:
    editor = UnitEditor(theme, desk, Hub())
    qtbot.addWidget(editor)
    editor.form.name.setText("Oddity")
    editor.form.name.textEdited.emit("Oddity")
    editor.form.edit("armor").setText("thick")
    editor.form.edit("armor").textEdited.emit("thick")
    editor.submit()
    said = editor.form.boxes["armor"].problem() + editor.refusal.sentence()
    assert "Armor is a number" in said
    assert "armor:" not in said


def test_a_preset_does_not_say_its_group_twice() -> None:
    words = [option.words for option in _presets()]
    assert "Minifig" in words
    assert not any(each.casefold() == "minifig, minifigs" for each in words)


def test_a_flying_vehicle_says_that_its_power_is_halved(
    theme: Theme, desk: Desk, qtbot: QtBot
) -> None:
    editor = UnitEditor(theme, desk, Hub())
    qtbot.addWidget(editor)
    editor.form.edit("preset").set_value("flying")
    assert editor.form.edit("power_multiplier").value() == 3
    assert editor.form.edit("power_multiplier").unit == "half of 2 × Size"


def test_a_target_shows_the_size_that_its_modifier_counts(desk: Desk, scene: Campaign) -> None:
    from ui.models.attack.draft import AttackTable

    table = AttackTable(desk)
    rows = {row.value: row.detail for row in targets(desk, table, AttackDraft())}
    for unit in desk.read(units):
        if unit.id in rows and unit.size > 1:
            assert f'Size {unit.size}"' in rows[unit.id]
            assert (unit.effective_size == unit.size) or "Effective Size" in rows[unit.id]


@pytest.mark.parametrize(
    ("name", "token"),
    [
        ("Amber Trooper", "AT"), ("Amber Trooper 2", "A2"), ("Amber Trooper 12", "12"),
        ("7", "7"), ("Rig", "RI"), ("Golem 3", "G3"),
    ],
)  # fmt: skip
def test_tokens_of_copies_can_be_told_apart(name: str, token: str) -> None:
    assert initials(name) == token


def test_the_top_bar_names_factions_and_nobody_by_another_name(theme: Theme, qtbot: QtBot) -> None:
    order = TurnOrder(theme)
    qtbot.addWidget(order)
    seats = [
        Seated("Ann", "Amber Army", "AA", "sky", active=True),
        Seated("Ben", "Bricks", "BB", "lime"),
    ]
    assert [order._words(seat, "factions") for seat in seats] == ["Amber Army", "Bricks"]
    assert [order._words(seat, "codes") for seat in seats] == ["Amber Army", "BB"]


def test_the_top_bar_shows_every_player_in_a_narrow_window_too(theme: Theme, qtbot: QtBot) -> None:
    order = TurnOrder(theme)
    qtbot.addWidget(order)
    seats = [
        Seated("Ann", "The Amber Army of the Upper Bricks", "AA", "sky", active=True),
        *(
            Seated(name, f"The {name}s", name[:2].upper(), "lime")
            for name in ("Bens", "Cleo", "Dora")
        ),
    ]
    order.show_seats(seats)
    for wide in (320, 250):
        order.resize(wide, 34)
        found = [each.words for each in in_sight(order)[1] if not each.cut]
        assert found == ["AA", "BE", "CL", "DO"], wide


@pytest.mark.rule("Q8-37")
def test_the_top_bar_keeps_a_player_who_goes_out_until_his_turn_is_over(
    theme: Theme, qtbot: QtBot
) -> None:
    order = TurnOrder(theme)
    qtbot.addWidget(order)
    ben = Seated("Ben", "Bricks", "BB", "lime")
    order.show_seats([Seated("Ann", "Amber Army", "AA", "sky", active=True, out=True), ben])
    assert order.accessibleName() == (
        "Amber Army to play. Turn order: Ann (Amber Army, out), then Ben (Bricks)"
    )
    order.show_seats(
        [Seated("Ann", "Amber Army", "AA", "sky", out=True), replace(ben, active=True)]
    )
    assert order.accessibleName() == "Bricks to play. Turn order: Ben (Bricks)"


def test_a_digit_never_replaces_a_die_that_lies_there() -> None:
    entry = DiceEntry((6, 6, 6))
    for digit in "345":
        entry.digit(digit)
    entry.go(0)
    for digit in "126":
        entry.digit(digit)
    assert [face.value for face in entry.faces if face] == [3, 4, 5]


def test_typing_goes_on_at_the_first_open_die_when_another_one_is_asked() -> None:
    entry = DiceEntry((6, 6))
    for digit in "34":
        entry.digit(digit)
    entry.go(0)
    entry.digit("6")
    entry.set_dice((6, 6, 4))
    assert entry.current == 2
    entry.digit("2")
    assert [face.value for face in entry.faces if face] == [3, 4, 2]


def test_the_undo_list_is_no_longer_than_a_menu(window: MainWindow) -> None:
    work = at_work(window)
    for _ in range(30):
        work.desk.do(act_from_data({"act": "AddNote", "text": "Word"}))
    edit = next(
        each for each in window.menu.findChildren(type(window.menu)) if each.title() == "Undo list"
    )
    edit.aboutToShow.emit()
    assert len(edit.actions()) == 15


def test_the_menu_opens_what_was_open_last(window: MainWindow, tmp_path: Path) -> None:
    """Each by its digit; the campaign that is open already is only shown."""
    here = at_work(window).desk.path
    window.open_path(make_file(tmp_path / "R&D <b>.brik"))
    before = at_work(window)
    menu = next(m for m in window.menu.findChildren(QMenu) if m.title() == "Open recent")
    menu.aboutToShow.emit()
    assert [entry.text()[:3] for entry in menu.actions()] == ["&1 ", "&2 "]
    assert "Test of Strength" in menu.actions()[0].text()
    menu.actions()[0].trigger()
    assert at_work(window) is before
    menu.actions()[1].trigger()
    assert at_work(window).desk.path == here


def test_the_menu_says_that_nothing_was_open_yet(qtbot: QtBot, theme: Theme) -> None:
    with open_window(qtbot, theme) as window:
        menu = next(m for m in window.menu.findChildren(QMenu) if m.title() == "Open recent")
        menu.aboutToShow.emit()
        (entry,) = menu.actions()
        assert not entry.isEnabled()
