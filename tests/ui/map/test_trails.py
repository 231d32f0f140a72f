"""The trails of the running turn: drawn by each move, taken back with it, gone with the turn."""

from PySide6.QtWidgets import QGraphicsItem

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn, Together
from brikdesk.acts.units.editing import EditUnit
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battlefield import trails_now
from tests.ui.map.map_scene import Map
from ui.panels.map.scene import NAME, TRAILS


def trails(shown: Map) -> list[QGraphicsItem]:
    return [item for item in shown.panel.scene.items() if str(item.data(NAME)).startswith("trail-")]


def walk(shown: Map) -> int:
    """Have the first unit go an inch right and an inch down; give its key."""
    token = shown.panel.scene.in_reading_order()[0]
    way = MoveUnit(
        unit_id=token.unit_id, x=token.x + 1, y=token.y + 1, corners=((token.x + 1, token.y),),
        by_itself=False,
    )  # fmt: skip
    assert isinstance(shown.desk.do(way), Changes)
    return token.unit_id


def test_a_move_leaves_its_trail_over_its_corner(shown: Map) -> None:
    assert trails(shown) == []
    before = shown.panel.scene.in_reading_order()[0]
    unit_id = walk(shown)
    (trail,) = trails(shown)
    assert trail.data(NAME) == f"trail-{unit_id}"
    box = trail.boundingRect()
    assert box.contains(before.x, before.y)
    assert box.contains(before.x + 1, before.y + 1)


def test_undo_takes_the_trail_back(shown: Map) -> None:
    walk(shown)
    shown.desk.undo()
    assert trails(shown) == []
    shown.desk.redo()
    assert len(trails(shown)) == 1


def test_a_new_turn_begins_without_trails(shown: Map) -> None:
    walk(shown)
    shown.desk.throw_all(stop_at_choice=False)
    assert isinstance(shown.desk.do(EndTurn()), Changes)
    assert trails(shown) == []


def test_the_layer_can_be_hidden(shown: Map) -> None:
    walk(shown)
    shown.panel.hide_layers(frozenset({TRAILS}))
    assert not trails(shown)[0].isVisible()


def test_who_is_put_somewhere_by_hand_has_gone_no_way(shown: Map) -> None:
    first, other = shown.panel.scene.in_reading_order()[:2]
    put = EditUnit(unit_id=first.unit_id, x=first.x + 2, y=first.y)
    both = (put, EditUnit(unit_id=other.unit_id, x=other.x, y=other.y + 9))
    assert isinstance(shown.desk.do(Together(title="Put 2 units down", acts=both)), Changes)
    assert trails(shown) == []
    walk(shown)
    assert isinstance(shown.desk.do(EditUnit(unit_id=first.unit_id, x=first.x, y=first.y)), Changes)
    ways = {way.unit_id: way.points for way in shown.desk.read(trails_now)}
    assert list(ways) == [first.unit_id]
    assert ways[first.unit_id][-1] == (first.x, first.y), "a correction is where the way ends"
