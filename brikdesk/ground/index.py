"""An index of footprints: who is near, among thousands, in a few milliseconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

import numpy as np
import shapely

from brikdesk.ground.cores import Geometry, core_of
from brikdesk.ground.shapes import NEARLY, Footprint, Key, Point


@dataclass(frozen=True, slots=True)
class Near(Generic[Key]):
    """A footprint and its gap on the table from what was asked about."""

    key: Key
    gap: float


class Index(Generic[Key]):
    """Footprints by key, as they stood when the index was made. Make a new one after an act.

    While one unit is dragged, ask about its new footprint and leave its own key out of the answers.
    """

    def __init__(self, footprints: Mapping[Key, Footprint]) -> None:
        self._keys = tuple(footprints)
        shapes = tuple(footprints.values())
        self._radii = np.array([shape.radius for shape in shapes], dtype=float)
        self._cores = _cores(shapes)
        left, up, right, down = shapely.bounds(self._cores).T
        wide = self._radii
        # Boxes around everything: cores alone would have to be asked for the widest radius of all.
        self._tree = shapely.STRtree(shapely.box(left - wide, up - wide, right + wide, down + wide))

    def __len__(self) -> int:
        return len(self._keys)

    def near(self, footprint: Footprint, inches: float) -> tuple[Near[Key], ...]:
        """Return all with a gap of so many inches at most, nearest first.

        With 0 inches these are the ones that it touches or overlaps.
        """
        return self._within(core_of(footprint.core), footprint.radius, inches)

    def crossing(self, path: Sequence[Point], inches: float = 0.0) -> tuple[Near[Key], ...]:
        """Return all that a path of at least one point comes as near as this, nearest first.

        - `inches`: half the width of what moves, plus the longest reach that matters.
        """
        whole = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
        return self._within(whole, 0.0, inches)

    def _within(self, core: Geometry, radius: float, inches: float) -> tuple[Near[Key], ...]:
        if not self._keys:
            return ()
        reach = inches + radius + NEARLY
        found = np.sort(self._tree.query(core, predicate="dwithin", distance=reach))
        gaps = shapely.distance(self._cores[found], core) - (self._radii[found] + radius)
        close = gaps <= inches + NEARLY
        found, gaps = found[close], np.maximum(0.0, gaps[close])
        order = np.argsort(gaps, kind="stable")
        return tuple(
            Near(self._keys[place], float(inches))
            for place, inches in zip(found[order], gaps[order], strict=True)
        )


def _cores(shapes: Sequence[Footprint]) -> Geometry:
    """Return the cores of footprints as one array; points, which are most, are made all at once."""
    cores = np.empty(len(shapes), dtype=object)
    round_ones = [place for place, shape in enumerate(shapes) if len(shape.core) == 1]
    if round_ones:
        cores[round_ones] = shapely.points([shapes[place].core[0] for place in round_ones])
    for place, shape in enumerate(shapes):
        if len(shape.core) > 1:
            cores[place] = core_of(shape.core)
    return cores
