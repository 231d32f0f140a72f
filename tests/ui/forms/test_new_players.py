"""A player who comes late: the form proposes what is free, and a seat in the battle."""

import re

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from brikdesk.acts.campaign.setup import COLOURS
from brikdesk.store.views.campaign_and_battle import PlayerRow, battle_head
from brikdesk.store.views.units import units as all_units
from tests.ui.forms.sheet_scene import Opener, answer, field
from ui.campaign.desk import Desk
from ui.forms.all_forms import ACT_FORMS
from ui.forms.questions import ActForm
from ui.look.icons import FACTION_SHAPES

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


def newest(desk: Desk) -> PlayerRow:
    return max(desk.read(battle_head).players, key=lambda row: row.id)


def type_names() -> None:
    QTest.keyClicks(QApplication.focusWidget(), "Late Lou")
    QTest.keyClick(QApplication.focusWidget(), K.Key_Tab)
    QTest.keyClicks(QApplication.focusWidget(), "Tin Tide")


def test_two_names_are_enough_to_join_the_battle_last(opened: Opener, desk: Desk) -> None:
    before = desk.read(battle_head).players
    opened("AddPlayer")
    type_names()
    QTest.keyClick(QApplication.focusWidget(), K.Key_Return, CTRL)
    came = newest(desk)
    assert (came.name, came.faction, came.code) == ("Late Lou", "Tin Tide", "TT")
    assert came.colour not in {row.colour for row in before}
    assert came.place == max(row.place for row in before) + 1


def test_a_player_may_wait_for_the_next_battle_and_join_later(opened: Opener, desk: Desk) -> None:
    sheet = opened("AddPlayer")
    type_names()
    answer(sheet, "battle_id", None)
    QTest.keyClick(QApplication.focusWidget(), K.Key_Return, CTRL)
    waits = newest(desk)
    assert not waits.place
    sheet = opened("JoinBattle")
    assert field(sheet, "player_id").values() == [waits.id], "only who has no seat is offered"
    QTest.keyClick(QApplication.focusWidget(), K.Key_Return, CTRL)
    assert newest(desk).place
    assert ACT_FORMS["JoinBattle"].filled().lack(desk)


def test_only_free_colours_are_offered_and_ones_own(opened: Opener, desk: Desk) -> None:
    ann, *others = desk.read(battle_head).players
    free = set(COLOURS) - {ann.colour} - {row.colour for row in others}
    assert set(field(opened("AddPlayer"), "colour").values()) == free
    sheet = opened("EditPlayer")
    answer(sheet, "player_id", ann.id)
    assert set(field(sheet, "colour").values()) == {None, ann.colour, *free}


def test_who_edits_a_player_sees_what_stands(opened: Opener, desk: Desk) -> None:
    ann, ben, *_ = desk.read(battle_head).players
    units = [row for row in desk.read(all_units) if row.player_id == ben.id]
    sheet = opened("EditPlayer", units[0].id)
    assert field(sheet, "player_id").value() == ben.id, "whose unit is selected"
    assert field(sheet, "name").placeholderText() == ben.name
    assert field(sheet, "faction").placeholderText() == ben.faction
    assert field(sheet, "colour").currentText() == f"As it is: {ben.colour}"
    answer(sheet, "player_id", ann.id)
    assert field(sheet, "name").placeholderText() == ann.name
    assert field(sheet, "colour").currentText() == f"As it is: {ann.colour}"
    unselected = field(opened("EditPlayer"), "player_id").value()
    assert unselected == desk.read(battle_head).player_id, "whose turn it is"


def test_every_form_that_leaves_something_as_it_is_says_how_that_is() -> None:
    unsaid = ActForm("Nothing", "", icon="", words="", button="").now
    silent = [
        form.name
        for form in ACT_FORMS.values()
        for asked in form.fields
        if re.search("as (it is|they are)", f"{asked.hint} {getattr(asked, 'none', '')}".lower())
        and form.now is unsaid
    ]
    assert silent == []


def test_every_colour_that_a_player_can_have_has_a_shape() -> None:
    assert tuple(FACTION_SHAPES) == COLOURS
