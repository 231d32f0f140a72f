"""Labels beside tokens: none lies over another, whatever stands on the table."""

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSizeF

from ui.models.map.labels import Wanted, place_labels

ROOM = QRectF(-20, -20, 840, 640)
places = st.tuples(st.integers(0, 780), st.integers(0, 580))


@st.composite
def tables(draw: st.DrawFn) -> list[Wanted]:
    """Return labels of random width beside random tokens; perhaps one of them must be seen."""
    found = draw(
        st.lists(st.tuples(places, st.integers(20, 90), st.integers(20, 170)), max_size=40)
    )
    chosen = draw(st.integers(-1, 39))
    return [
        Wanted(f"unit-{number}", QRectF(x, y, side, side), QSizeF(wide, 20), side, number == chosen)
        for number, ((x, y), side, wide) in enumerate(found)
    ]


def _placed(wanted: list[Wanted], taken: list[QRectF], room: QRectF) -> dict[str, QRectF]:
    """Return the labels' places, once the work is done to its end."""
    work = place_labels(wanted, taken, room)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return dict(end.value)


@settings(max_examples=60, deadline=None)
@given(tables())
def test_no_label_overlaps_another_or_leaves_the_room(wanted: list[Wanted]) -> None:
    tokens = [each.beside for each in wanted]
    placed = _placed(wanted, tokens, ROOM)
    boxes = list(placed.items())
    must = {each.key for each in wanted if each.must}
    for number, (key, box) in enumerate(boxes):
        assert ROOM.contains(box)
        assert not any(box.intersects(other) for _, other in boxes[number + 1 :])
        if key not in must:
            assert not any(box.intersects(token) for token in tokens)


def test_a_label_stands_below_first_then_right_left_and_above() -> None:
    owner = QRectF(100, 100, 20, 20)
    one = Wanted("one", owner, QSizeF(60, 20))
    below = _placed([one], [owner], ROOM)["one"]
    assert below.top() >= owner.bottom()
    right = _placed([one], [owner, below], ROOM)["one"]
    assert right.left() >= owner.right()
    left = _placed([one], [owner, below, right], ROOM)["one"]
    assert left.right() <= owner.left()
    above = _placed([one], [owner, below, right, left], ROOM)["one"]
    assert above.bottom() <= owner.top()
    assert _placed([one], [owner, below, right, left, above], ROOM) == {}


def test_the_label_of_the_selected_unit_is_shown_over_tokens_rather_than_not() -> None:
    owner = QRectF(100, 100, 20, 20)
    crowd = [QRectF(0, 0, 400, 400)]
    assert _placed([Wanted("one", owner, QSizeF(60, 20))], crowd, ROOM) == {}
    assert "one" in _placed([Wanted("one", owner, QSizeF(60, 20), must=True)], crowd, ROOM)
