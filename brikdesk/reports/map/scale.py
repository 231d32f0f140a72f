"""The scale of a map on paper: how large an inch of the table is drawn."""

from msgspec import Struct

from brikdesk.ground.shapes import Point

POINTS = 72.0
"""Points of paper to an inch of paper."""

LEFT, TOP, RIGHT, LOW = 20.0, 16.0, 4.0, 26.0
"""Points beside the table: for the rulers, and below it for the bar and the scale in words."""

LARGEST, USUAL = 2, 4
"""An inch of the table is at most half an inch of paper; on a page of its own, a quarter."""

LONGEST = 2_880.0
"""Points of the longer side of a table on a page of its own: a printer's roll, 40 inches."""

SHORTEST = 360.0
"""Points that the longer side of a small table gets on a page of its own."""

RULED = (6, 12, 24, 60, 120, 240)
"""Inches between two numbers of a ruler."""

LEAST_RULED, LEAST_GRID = 24.0, 4.0
"""Points between two numbers of a ruler, and between two lines of the grid."""


class MapSheet(Struct, frozen=True):
    """A table of `width` by `depth` inches on paper at 1 : `ratio`, with its rulers around it."""

    width: float
    depth: float
    ratio: int

    @property
    def inch(self) -> float:
        """Points of an inch of the table."""
        return POINTS / self.ratio

    @property
    def size(self) -> Point:
        """Points of the whole drawing."""
        return LEFT + self.width * self.inch + RIGHT, TOP + self.depth * self.inch + LOW

    @property
    def table(self) -> tuple[float, float, float, float]:
        """The table's left, top, width and height in points."""
        return LEFT, TOP, self.width * self.inch, self.depth * self.inch

    @property
    def ruled(self) -> int:
        """Inches between two numbers of a ruler: 6, and more where these would run together."""
        fit = (step for step in RULED if step * self.inch >= LEAST_RULED)
        return next(fit, RULED[-1])

    @property
    def has_grid(self) -> bool:
        """Whether a line for every inch can be told from the next one."""
        return self.inch >= LEAST_GRID

    @property
    def words(self) -> str:
        """The scale in words."""
        millimetres = 25.4 / self.ratio
        return f'Scale 1:{self.ratio}. 1" of the table is {millimetres:.2g} mm on paper.'

    def at(self, x: float, y: float) -> Point:
        """Return where a spot of the table lies on the drawing."""
        return LEFT + x * self.inch, TOP + y * self.inch


def fitted(width: float, depth: float, wide: float, high: float) -> MapSheet:
    """Return the table at the largest scale at which the drawing fits into a room of points."""
    across = width * POINTS / (wide - LEFT - RIGHT)
    down = depth * POINTS / (high - TOP - LOW)
    return MapSheet(width, depth, max(LARGEST, _next_even(max(across, down))))


def alone(width: float, depth: float) -> MapSheet:
    """Return the table as it is drawn on a page of its own size."""
    longer = max(width, depth) * POINTS
    if longer / USUAL < SHORTEST:
        return MapSheet(width, depth, max(LARGEST, min(USUAL, int(longer // SHORTEST))))
    return MapSheet(width, depth, max(USUAL, _next_even(longer / LONGEST)))


def _next_even(least: float) -> int:
    """Return the next scale that a ruler shows well: whole numbers, then fives, then tens."""
    step = 1 if least <= 20 else 5 if least <= 60 else 10
    # A thousandth: 40 inches in exactly the room for 1:6 are 1:6, whatever floats say.
    return int(-((least - 0.001) // -step)) * step
