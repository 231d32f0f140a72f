"""A photo of a table that was never built: with studs, and marks whose places are known."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy
from PIL import Image, ImageDraw

from brikdesk.ground.perspective import STUD, Perspective, Rectangle, perspective
from brikdesk.ground.shapes import Point

MARKS: dict[tuple[int, int, int], Point] = {
    (230, 20, 20): (4.0, 3.0),
    (20, 60, 230): (35.0, 4.0),
    (240, 220, 20): (20.0, 8.0),
    (230, 20, 220): (7.0, 22.0),
    (20, 220, 230): (31.0, 25.0),
    (250, 250, 250): (17.5, 17.5),
    (20, 20, 20): (37.0, 14.0),
}
"""Each mark by its colour: the middle of a disc an inch across, in inches."""

PLATE = Rectangle(22.0, 12.0, 32 * STUD, 32 * STUD)
FINE = 40
"""Pixels to the inch of the table as it is drawn before it is photographed."""


def corners_seen(
    width: float, depth: float, height: float = 45, back: float = 50
) -> tuple[Point, ...]:
    """Return where a camera before the near edge, looking at the middle, sees the corners."""
    seen = []
    for x, y in Rectangle(0, 0, width, depth).corners:
        right, near = x - width / 2, y - depth / 2
        slope = math.atan2(height, back)
        ahead, above = back - near, -height
        away = ahead * math.cos(slope) - above * math.sin(slope)
        rise = ahead * math.sin(slope) + above * math.cos(slope)
        # The frame is 4 to 3: a part of its height is more inches than one of its width.
        seen.append((0.5 + 1.2 * right / away, 0.5 - 1.6 * rise / away))
    return tuple(seen)


def view_of(width: float, depth: float) -> Perspective:
    """Return how that camera sees the table."""
    return perspective(corners_seen(width, depth), Rectangle(0, 0, width, depth))


def photo_of_table(path: Path, width: float, depth: float, size: tuple[int, int]) -> Path:
    """Write the photo as JPEG with so many pixels."""
    table = _drawn(width, depth)
    view = view_of(width, depth)
    # From a pixel of the photo to one of the drawing: the way back through the camera.
    a, b, c, d, e, f, g, h, i = view.weights
    there = numpy.array([[a, b, c], [d, e, f], [g, h, i]])
    scale = numpy.diag([1 / size[0], 1 / size[1], 1.0])
    back = numpy.diag([FINE, FINE, 1.0]) @ numpy.linalg.inv(there) @ scale
    weights = (back / back[2, 2]).flatten()[:8]
    table.transform(
        size,
        Image.Transform.PERSPECTIVE,
        tuple(weights),
        Image.Resampling.BICUBIC,
        fillcolor=(92, 84, 78),
    ).save(path, "JPEG", quality=92)
    return path


def _drawn(width: float, depth: float) -> Image.Image:
    made = Image.new("RGB", (round(width * FINE), round(depth * FINE)), (70, 110, 74))
    pen = ImageDraw.Draw(made)
    inches = [
        part * FINE for part in (PLATE.x, PLATE.y, PLATE.x + PLATE.width, PLATE.y + PLATE.depth)
    ]
    pen.rectangle(inches, fill=(96, 128, 100))
    for row in range(32):
        for column in range(32):
            _disc(
                pen,
                PLATE.x + (column + 0.5) * STUD,
                PLATE.y + (row + 0.5) * STUD,
                0.09,
                (84, 112, 88),
            )
    for colour, (x, y) in MARKS.items():
        _disc(pen, x, y, 0.5, colour)
    return made


def _disc(
    pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Sequence[int]
) -> None:
    box = [part * FINE for part in (x - radius, y - radius, x + radius, y + radius)]
    pen.ellipse(box, fill=tuple(colour))


def found(pixels: "numpy.ndarray", colour: tuple[int, int, int]) -> Point:
    """Return the middle of all pixels of a colour, counted from the left and the top."""
    near = numpy.abs(pixels[:, :, :3].astype(int) - numpy.array(colour)).max(axis=2) < 60
    rows, columns = numpy.nonzero(near & (pixels[:, :, 3] > 200))
    assert len(rows) > 20, f"no mark of {colour}"
    return float(columns.mean()) + 0.5, float(rows.mean()) + 0.5
