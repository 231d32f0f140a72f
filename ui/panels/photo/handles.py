"""The four corners and the two ends of the check line, as places in a photo."""

from enum import IntEnum

from brikdesk.ground.shapes import Point

FARTHEST_OUT = 0.25
"""Parts of the photo by which a corner may lie outside of it: a table is often cut off."""


class Handle(IntEnum):
    """What can be dragged, in the order of its key: 1 to 6."""

    FAR_LEFT = 0
    FAR_RIGHT = 1
    NEAR_RIGHT = 2
    NEAR_LEFT = 3
    CHECK_START = 4
    CHECK_END = 5

    @property
    def words(self) -> str:
        """Its name as the screen reader says it."""
        return _WORDS[self]


_WORDS = {
    Handle.FAR_LEFT: "far left corner",
    Handle.FAR_RIGHT: "far right corner",
    Handle.NEAR_RIGHT: "near right corner",
    Handle.NEAR_LEFT: "near left corner",
    Handle.CHECK_START: "one end of the check line",
    Handle.CHECK_END: "the other end of the check line",
}

CORNERS = (Handle.FAR_LEFT, Handle.FAR_RIGHT, Handle.NEAR_RIGHT, Handle.NEAR_LEFT)

BEGINNING: dict[Handle, Point] = {
    Handle.FAR_LEFT: (0.2, 0.2),
    Handle.FAR_RIGHT: (0.8, 0.2),
    Handle.NEAR_RIGHT: (0.9, 0.85),
    Handle.NEAR_LEFT: (0.1, 0.85),
    Handle.CHECK_START: (0.35, 0.5),
    Handle.CHECK_END: (0.65, 0.5),
}
"""Where they lie in a new photo: as a table is seen by somebody who stands before it."""


class Handles:
    """Where all six lie, and which one is in hand. Places are parts of the photo's sides."""

    def __init__(self, corners: tuple[Point, ...] = ()) -> None:
        self._places = dict(BEGINNING)
        self._places.update(zip(CORNERS, corners, strict=False))
        self.active = Handle.FAR_LEFT

    def __getitem__(self, handle: Handle) -> Point:
        """Return where a handle lies."""
        return self._places[handle]

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners, far left first, clockwise."""
        one, two, three, four = (self._places[handle] for handle in CORNERS)
        return one, two, three, four

    def put(self, place: Point) -> None:
        """Put the handle that is in hand somewhere, as far as it may go."""
        least, most = -FARTHEST_OUT, 1 + FARTHEST_OUT
        x, y = (min(most, max(least, part)) for part in place)
        self._places[self.active] = (x, y)

    def shift(self, across: float, down: float) -> None:
        """Move the handle that is in hand by parts of the photo."""
        x, y = self._places[self.active]
        self.put((x + across, y + down))
