"""A player who comes late: the form proposes what is free, and a seat in the battle."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from brikdesk.acts.campaign.setup import COLOURS
from brikdesk.store.views.campaign_and_battle import PlayerRow, battle_head
from tests.ui.forms.sheet_scene import Opener, answer, field
from ui.campaign.desk import Desk
from ui.forms.all_forms import ACT_FORMS
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


def test_every_colour_that_a_player_can_have_has_a_shape() -> None:
    assert tuple(FACTION_SHAPES) == COLOURS
