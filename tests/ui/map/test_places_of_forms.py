"""Every place that a form asks for is clicked on the map, pointed at with arrows, or typed."""

from collections.abc import Iterator
from dataclasses import fields

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.acts.checks import named_point
from brikdesk.store.act import Act
from brikdesk.store.views.battlefield import battlefield
from tests.ui.map.map_scene import Map
from ui.forms.all_forms import ACT_FORMS
from ui.forms.answers import PlaceAnswer
from ui.forms.form_sheet import ActSheet, show_form
from ui.forms.questions import ActForm, Place
from ui.models.map import DrawnShot

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key
OF_A_PLACE = {"place", "spot", "target", "where", "x", "y", "target_x", "target_y", "points"}
"""Names that acts give to the fields of a place."""

NO_PLACE = {
    ("AddControl", "place"): "the seat on the weapon's own creation",
    ("AddSfUnit", "x"): "a new unit waits in the tray and is put down from there",
    ("AddSfUnit", "y"): "a new unit waits in the tray and is put down from there",
    ("Ignite", "place"): "the part of the unit that burns",
    ("PutAway", "where"): "at its belt, or on its back",
    ("CrossConcealed", "x"): "the point of its spot, which is asked",
    ("CrossConcealed", "y"): "the point of its spot, which is asked",
    ("Launch", "x"): "where the launcher stands",
    ("Launch", "y"): "where the launcher stands",
    ("ReshapeTerrain", "points"): "drawn on the map, where the piece is taken by its corners",
    ("ScorePoints", "points"): "victory points",
    ("TakeGrinding", "points"): "points of damage",
}
"""Fields with such a name that are not asked for as a place, and why."""

ASKED = [
    (form, asked)
    for form in ACT_FORMS.values()
    for asked in form.fields
    if isinstance(asked, Place)
]
"""Every place that a form asks for."""


def test_every_place_of_an_act_is_asked_for_as_one() -> None:
    open_fields = set()
    for form in ACT_FORMS.values():
        asked = [each for each in form.fields if isinstance(each, Place)]
        for each in fields(Act.KINDS[form.name]):
            if each.name in OF_A_PLACE and not any(one.answers(each.name) for one in asked):
                open_fields.add((form.name, each.name))
    assert open_fields == set(NO_PLACE)
    assert len(ASKED) >= 20


@pytest.fixture
def beside(shown: Map, qtbot: QtBot) -> Iterator[Map]:
    """Yield the map with room for a sheet beside it."""
    host = QWidget()
    line = QHBoxLayout(host)
    line.setContentsMargins(0, 0, 440, 0)
    line.addWidget(shown.panel)
    host.resize(1300, 700)
    host.setProperty("sheet_host", True)
    host.show()
    host.activateWindow()
    qtbot.waitActive(host)
    shown.hub.pointing_asked.connect(shown.panel.tools.point_for_a_form)  # as the window does
    yield shown
    shown.panel.setParent(None)  # it is closed by the fixture that made it
    host.close()
    host.deleteLater()


def opened(beside: Map, form: ActForm, asked: Place) -> ActSheet:
    """Open a form that asks for nothing but a place, beside the map."""
    alone = replace(form, fields=(replace(asked, unit="", inches="", shown=lambda _: True),))
    return show_form(beside.panel.theme, beside.desk, beside.hub, beside.panel, alone.filled())


def place_of(sheet: ActSheet) -> PlaceAnswer:
    assert sheet.body is not None
    answer = sheet.body.place()
    assert answer is not None
    return answer


def test_a_click_on_the_map_answers_and_the_keys_stay(beside: Map) -> None:
    for form, asked in ASKED:
        sheet = opened(beside, form, asked)
        before = QApplication.focusWidget()
        assert before is place_of(sheet).box, form.name
        shot = beside.hub.shot
        assert isinstance(shot, DrawnShot)
        assert shot.asks.startswith(asked.label)
        assert beside.says() == shot.asks
        beside.click(12, 9)
        assert QApplication.focusWidget() is before, form.name
        shot = beside.hub.shot
        assert isinstance(shot, DrawnShot)
        if asked.several:
            beside.click(15, 9)
            assert len(place_of(sheet).corners()) == 2
        else:
            _is_in_the_act(form, asked, place_of(sheet), shot)
        sheet.close_sheet()
        assert beside.hub.shot is None


def _is_in_the_act(form: ActForm, asked: Place, answer: PlaceAnswer, shot: DrawnShot) -> None:
    said = answer.point()
    assert said == pytest.approx((12, 9), abs=0.3), form.name
    assert shot.place is not None
    assert shot.place.said == said
    made = asked.fields(answer.value())
    # Two acts take their place as part of a larger answer, which their forms make.
    known = {each.name for each in fields(Act.KINDS[form.name])} | {"x", "y", "target"}
    assert set(made) <= known
    assert said == (
        (made[asked.x], made[asked.y]) if asked.x else named_point(made[asked.words])[1]
    )


def test_arrows_and_figures_on_the_map_answer_too(beside: Map) -> None:
    for form, asked in ASKED:
        sheet = opened(beside, form, asked)
        QTest.keyClick(place_of(sheet).box, K.Key_Down)
        assert beside.panel.view.hasFocus(), form.name
        beside.type("14 9.5")
        beside.press(K.Key_Right)
        beside.press(K.Key_Return)
        answer = place_of(sheet)
        said = answer.corners()[0] if asked.several else answer.point()
        assert said == (15, 9.5), form.name
        assert answer.box.hasFocus()
        QTest.keyClick(answer.box, K.Key_Down)
        beside.press(K.Key_Escape)
        assert answer.box.hasFocus(), form.name
        assert not sheet.isHidden()
        sheet.close_sheet()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("27 20", ("", (27, 20))),
        ("the well", ("the well", None)),
        ("the well, 27 20", ("the well", (27, 20))),
        ("the well, x 27, y 20.5", ("the well", (27, 20.5))),
        ("the well, by the wall", ("the well, by the wall", None)),
        ("x 3, y 4", ("", (3, 4))),
        ("Room 12", ("Room 12", None)),
    ],
)
def test_a_place_is_a_point_or_words_or_both(typed: str, said: object) -> None:
    assert named_point(typed) == said


def test_a_trap_lies_where_the_map_was_clicked_and_words_do_not_lay_it(beside: Map) -> None:
    panel = beside.panel
    sheet = show_form(panel.theme, beside.desk, beside.hub, panel, ACT_FORMS["AddTrap"].filled())
    assert sheet.body is not None
    sheet.body.answers["name"].set_value("Jaws")
    sheet.body.answers["trigger"].set_value("a plank")
    sheet.body.answers["effect"].set_value("It bites.")
    sheet.body.answers["place"].set_value("by the well")
    sheet.submit()
    assert "27 20" in sheet.body.boxes["place"].problem()
    sheet.body.point(0, 12, 9)
    sheet.submit()
    assert sheet.isHidden(), sheet.refusal.sentence()
    (trap,) = (each for each in beside.desk.read(battlefield).lying if each.name == "Jaws")
    assert (trap.x, trap.y) == (12, 9)


def test_a_click_on_a_unit_answers_who_is_there_and_how_far(beside: Map) -> None:
    panel, foe = beside.panel, beside.unit("Squire Tile")
    firer = beside.unit("Rifle Rosa")
    filled = ACT_FORMS["Launch"].filled(firer.id)
    sheet = show_form(panel.theme, beside.desk, beside.hub, panel, filled)
    assert sheet.body is not None
    assert foe.x is not None
    assert foe.y is not None
    sheet.body.point(foe.id, foe.x + 0.2, foe.y)
    values = sheet.body.values()
    assert values["target_id"] == foe.id
    assert values["target"].startswith(foe.name)
    assert sheet.body.answers["distance"].value() is not None


def test_a_drag_of_the_table_is_no_answer(beside: Map) -> None:
    form = ACT_FORMS["AddTrap"]
    asked = next(each for each in form.fields if isinstance(each, Place))
    sheet = opened(beside, form, asked)
    beside.drag((12, 9), (16, 9))
    assert place_of(sheet).value() is None
