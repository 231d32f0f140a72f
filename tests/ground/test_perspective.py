"""A photo of the table, straightened by four corners of something known."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from brikdesk.errors import BadInput
from brikdesk.ground.perspective import STUD, Rectangle, hides_part_of, perspective
from brikdesk.ground.shapes import Point

FROM_ABOVE = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
SLANTED = ((0.3, 0.2), (0.7, 0.25), (0.95, 0.9), (0.05, 0.85))
TABLE = Rectangle(0, 0, 48, 36)

PARTS = st.floats(0.02, 0.2)


def camera(height: float, back: float, zoom: float) -> "tuple[Point, ...]":
    """Return where a pinhole camera in front of a table of 48 by 36 inches sees its corners."""
    seen = []
    for x, y in TABLE.corners:
        # The camera looks down at the middle of the table from its near side.
        right, near, up = x - 24, y - 18, 0.0
        slope = math.atan2(height, back)
        ahead, above = back - near, up - height
        depth = ahead * math.cos(slope) - above * math.sin(slope)
        rise = ahead * math.sin(slope) + above * math.cos(slope)
        seen.append((0.5 + zoom * right / depth, 0.5 - zoom * rise / depth))
    return tuple(seen)


def test_a_photo_from_straight_above_is_only_scaled() -> None:
    view = perspective(FROM_ABOVE, TABLE)
    assert view.to_table((0.5, 0.5)) == pytest.approx((24, 18))
    assert view.to_photo((12, 9)) == pytest.approx((0.3, 0.3))


def test_a_baseplate_of_32_studs_is_ten_inches_wide() -> None:
    assert pytest.approx(10.08, abs=0.005) == 32 * STUD


def test_the_corners_lie_where_they_were_put() -> None:
    known = Rectangle(5, 7, 10, 6, turned=30)
    view = perspective(SLANTED, known)
    for place, corner in zip(SLANTED, known.corners, strict=True):
        assert view.to_table(place) == pytest.approx(corner, abs=1e-9)
    far_left, far_right, near_right, _ = known.corners
    assert math.dist(far_left, far_right) == pytest.approx(10)
    assert math.dist(far_right, near_right) == pytest.approx(6)
    assert far_right[1] > far_left[1]  # clockwise: the right side comes nearer


@given(
    st.floats(20, 90), st.floats(25, 90), st.floats(0.5, 1.2), st.tuples(st.floats(0, 48), st.floats(0, 36))
)  # fmt: skip
def test_what_a_camera_saw_is_found_again_on_the_table(
    height: float, back: float, zoom: float, point: Point
) -> None:
    view = perspective(camera(height, back, zoom), TABLE)
    place = view.to_photo(point)
    assert place is not None
    assert view.to_table(place) == pytest.approx(point, abs=1e-6)
    assert not hides_part_of(view, 48, 36)


@given(st.floats(20, 90), st.floats(25, 90), st.floats(4, 20), st.floats(4, 20), st.floats(0, 360))
def test_any_rectangle_on_the_table_gives_the_same_view(
    height: float, back: float, wide: float, deep: float, turned: float
) -> None:
    whole = perspective(camera(height, back, 0.8), TABLE)
    plate = Rectangle(24, 18, wide, deep, turned)
    seen = [whole.to_photo(corner) for corner in plate.corners]
    assume(None not in seen)
    try:
        view = perspective([at for at in seen if at is not None], plate)
    except BadInput:
        assume(False)  # too small in this photo
    for point in ((0, 0), (48, 0), (48, 36), (0, 36), (20, 11)):
        assert view.to_photo(point) == pytest.approx(whole.to_photo(point), abs=1e-5)


@pytest.mark.parametrize(
    "corners",
    [
        ((0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)),  # two of them exchanged
        ((0.1, 0.1), (0.1, 0.9), (0.9, 0.9), (0.9, 0.1)),  # the wrong way round
        ((0.1, 0.1), (0.5, 0.1), (0.9, 0.1), (0.1, 0.9)),  # three in a line
        ((0.1, 0.1), (0.9, 0.1), (0.2, 0.2), (0.1, 0.9)),  # bent inward
        ((0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.5, 0.5)),
        ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9)),
    ],
)
def test_corners_of_nothing_flat_are_refused(corners: "tuple[Point, ...]") -> None:
    with pytest.raises(BadInput, match="corners"):
        perspective(corners, TABLE)


def test_what_lies_behind_the_camera_is_told() -> None:
    plate = Rectangle(40, 30, 4, 4)
    # Its far side is a tenth as wide as its near one: the camera is close before it.
    view = perspective(((0.45, 0.5), (0.55, 0.5), (1.0, 0.9), (0.0, 0.9)), plate)
    assert hides_part_of(view, 48, 36)
    assert not hides_part_of(view, 48, 34)
    assert view.to_photo((42, 36)) is None
    assert view.to_table((0.5, 0.1)) is None  # above the horizon
