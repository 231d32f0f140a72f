"""What the running turn leaves each unit, on its token and in its words."""

import pytest

from brikdesk.acts.movement.momentum import SpendMomentum
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.store.campaign import Changes
from brikdesk.store.tables import StateKind
from tests.ui.map.map_scene import Map
from ui.models.map import PARTS, TurnMark, UnitToken
from ui.panels.map.scene import TURN


def token(shown: Map, name: str) -> UnitToken:
    found = shown.panel.scene.token(shown.keys[name])
    assert found
    return found


@pytest.mark.rule("4.0-01", "4.1-01")
def test_move_and_action_left_stand_on_the_token(shown: Map) -> None:
    own = next(t for t in shown.panel.scene.tokens if t.turn and t.turn.move is not None)
    assert own.turn == TurnMark(PARTS, action=True)
    shown.desk.do(MoveUnit(unit_id=own.unit_id, inches=1))
    shown.desk.do(SpendAction(unit_id=own.unit_id))
    after = shown.panel.scene.token(own.unit_id)
    assert after
    assert after.turn == TurnMark(PARTS, action=False)
    assert "inches of Move left" in after.words
    assert "Action left" not in after.words
    shown.desk.do(SetState(unit_id=own.unit_id, kind=StateKind.STOPPED))
    after = shown.panel.scene.token(own.unit_id)
    assert after
    assert after.turn
    assert after.turn.move == 0


@pytest.mark.rule("4.0-02", "4.3-03", "4.1-27")
def test_who_may_still_respond_has_a_mark_until_it_is_down(shown: Map) -> None:
    foe = next(t for t in shown.panel.scene.tokens if t.turn == TurnMark(None, action=True))
    assert "may respond" in foe.words
    shown.desk.do(SetState(unit_id=foe.unit_id, kind=StateKind.DISRUPTED))
    after = shown.panel.scene.token(foe.unit_id)
    assert after
    assert after.turn is None


def test_the_marks_are_a_layer_and_equal_ones_one_picture(shown: Map) -> None:
    foe = next(t for t in shown.panel.scene.tokens if t.turn == TurnMark(None, action=True))
    pictures = shown.panel.scene.pictures
    marked = pictures.picture(foe, 20, 1).toImage()
    assert pictures.picture(foe, 20, 1) is pictures.picture(foe, 20, 1)
    shown.panel.hide_layers(frozenset({TURN}))
    assert pictures.picture(foe, 20, 1).toImage() != marked
    shown.panel.hide_layers(frozenset())
    assert pictures.picture(foe, 20, 1).toImage() == marked


@pytest.mark.rule("5.2-01", "5.2-05")
def test_who_fights_wears_crossed_swords_until_it_is_over(shown: Map) -> None:
    own = next(t for t in shown.panel.scene.tokens if t.turn and t.turn.move is not None)
    foe = next(t for t in shown.panel.scene.tokens if t.turn == TurnMark(None, action=True))
    engaged = SetState(unit_id=own.unit_id, kind=StateKind.ENGAGED, with_id=foe.unit_id)
    assert isinstance(shown.desk.do(engaged), Changes)
    after = shown.panel.scene.token(own.unit_id)
    assert after
    assert after.turn
    assert after.turn.engaged
    shown.desk.undo()
    assert shown.panel.scene.token(own.unit_id) == own


@pytest.mark.rule("5.4-05", "5.4-10")
def test_a_held_mom_is_an_arrow_until_it_is_spent(shown: Map) -> None:
    own = next(t for t in shown.panel.scene.tokens if t.turn and t.turn.move == PARTS)
    shown.desk.do(MoveUnit(unit_id=own.unit_id, inches=4, straight=4))
    after = shown.panel.scene.token(own.unit_id)
    assert after
    assert after.turn
    assert after.turn.momentum
    spent = SpendMomentum(unit_id=own.unit_id, name="a jump", faces=(Face(3),))
    assert isinstance(shown.desk.do(spent), Changes)
    after = shown.panel.scene.token(own.unit_id)
    assert after
    assert after.turn
    assert not after.turn.momentum
