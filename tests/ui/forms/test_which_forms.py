"""Every act done by hand has a form that asks for what it needs."""

from dataclasses import MISSING, fields

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from brikdesk.acts.campaign.setup import KeepSearch
from brikdesk.store.act import Act, act_from_data
from tests.ui.forms.sheet_scene import Opener
from tests.ui.roster_scene import (
    CANNON,
    HERO,
)
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.answers import PickAnswer
from ui.forms.form_sheet import FormBody
from ui.forms.questions import ABOUT, ActForm, Pick, Place
from ui.look.icons import icon
from ui.look.theme import Theme

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier

BY_THE_DESK = {
    "AddUnit", "EditUnit", "EditWeapon",  # the unit editor
    "TakeArmy",  # the sheets of army files and of the library
    "Attack",  # its own tab of the desk
    "LayTerrain", "SetBackground", "RemoveBackground",  # the map, from a file
    "SetRuleSets",  # the settings
    "CreateCampaign", "BeginAnew", "NewBattle", "StartBattle", "EndBattle", "ReorderSeats", "SetHouseRule",
    "EndTurn", "GoOn", "SkipStep", "LayDice", "RollSealed", "Together",  # the window, the queue, the settings
    "BurnMinifig", "BurnUnit", "DieOfWound", "Drown", "EndMark", "EndState", "FlyOn", "KeepHoming",
    "ContinueAction",  # goes on with an extended Action
    "Land", "Recover", "RunBurning", "ShrinkField", "StorePower", "TakeNote",  # steps of a turn
    "PinPhoto", "EditPinnedPhoto", "UnpinPhoto",  # the album
    "CorrectPast",  # a line of the log
    "TellTurn",  # the story in the report of a battle
    "SetBookmark",  # M in the log and on the timeline, with a field for its name
    "ForgoCounterstrike",  # the answer to a unit that Disengages
    "ExposeExplosive",  # the step of an Explosive in a Field that harms it
    "StayInReach",  # the step of a mover that ends beside who struck it
    "BeginSfTurn", "EndDetections", "EndIncapacitated",  # steps of a turn by the Sci-fi rules
}  # fmt: skip
"""Acts that no form is for: another room of the desk does them."""


def test_every_act_done_by_hand_has_a_form() -> None:
    known = {name for name, kind in Act.KINDS.items() if kind.__module__.startswith("brikdesk.")}
    assert set(ACT_FORMS) == known - BY_THE_DESK


@pytest.mark.thorough(but=10)
@pytest.mark.parametrize("form", ACT_FORMS.values(), ids=list(ACT_FORMS))
def test_a_form_asks_for_what_its_act_needs(form: ActForm, theme: Theme) -> None:
    kind = Act.KINDS[form.name]
    needed = {
        each.name
        for each in fields(kind)
        if each.default is MISSING and each.default_factory is MISSING
    }
    asked = {question.name for question in form.fields}
    for question in form.fields:
        if isinstance(question, Place):
            asked |= {question.x, question.y, question.words}
    assert needed <= asked | {"hazard"}
    assert not icon(theme, form.icon).isNull()
    assert form.words == form.words.lower()
    if form.about:
        assert form.about in asked


AT_ENEMIES = {"MarkTarget", "Reveal"}
"""Forms that take no unit of the player's own for their target."""


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("form", ACT_FORMS.values(), ids=list(ACT_FORMS))
def test_every_form_opens_for_a_unit_and_for_none_or_says_what_there_is_none_of(
    opened: Opener, desk: Desk, form: ActForm, theme: Theme
) -> None:
    said: list[str] = []
    desk.failed.connect(said.append)
    for unit_id in (None, CANNON):
        sheet = opened(form.name, unit_id)
        if sheet.isHidden():
            assert said.pop().startswith(f"{form.title}: there is no ")
            continue
        assert sheet.title() == form.title
        assert sheet.body is not None
        if form.about and unit_id:
            fits = unit_id in sheet.body.answers[form.about].box.values()  # type: ignore[attr-defined]
            fits = fits and form.name not in AT_ENEMIES
            assert sheet.body.values()[form.about] == (unit_id if fits else None)
        sheet.submit()
        assert not sheet.grab().isNull()


def test_a_form_without_anything_to_choose_stays_closed_and_leaves_another_open(
    opened: Opener, desk: Desk
) -> None:
    said: list[str] = []
    desk.failed.connect(said.append)
    sheet = opened("AddNote")
    opened("ClearMark")
    assert said == ["Clear a Mark: there is no Mark."]
    assert sheet.isVisible()
    assert sheet.title() == "Add a note"


@pytest.mark.thorough(but=7)
@pytest.mark.parametrize("form", ACT_FORMS.values(), ids=list(ACT_FORMS))
def test_answers_of_a_form_read_as_its_act(
    theme: Theme, desk: Desk, host: QWidget, form: ActForm
) -> None:
    """Whatever is given for the open questions, no field has a name that the act does not know."""
    desk.do(KeepSearch(name="Hot ones", search="burning"))  # chosen by its name, not by a key
    body = FormBody(theme, desk, form.filled(HERO).knowing(desk, Hub()))
    layout = host.layout()
    assert layout is not None
    layout.addWidget(body)
    for question in form.fields:
        editor = body.answers[question.name]
        if editor.value() is None:
            values = editor.box.values() if isinstance(editor, PickAnswer) else []
            some = "27 20" if isinstance(question, Place) else 1
            editor.set_value(next((v for v in values if v is not None), some))
    given = body.filled_in()
    for question in form.fields:
        if isinstance(question, Pick) and given.get(question.name, 1) is None:
            given[question.name] = 1
    act = act_from_data(form.filled(HERO).data(given))
    assert type(act).__name__ == form.name


def test_a_filled_form_knows_its_unit_and_keeps_it_out_of_the_act() -> None:
    filled = ACT_FORMS["Ignite"].filled(3)
    assert filled.values == {ABOUT: 3, "unit_id": 3}
    assert filled.data({"inches": 2}) == {"act": "Ignite", "inches": 2}
    marked = ACT_FORMS["ClearField"].filled(None, field_id=4)
    assert marked.data({"field_id": 4}) == {"act": "ClearField", "field_id": 4}
