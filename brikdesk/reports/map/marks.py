"""The marks that a map is made of: what a PDF and an SVG draw alike.

Places are points of paper from the upper left corner, y downward; within a group from its middle.
"""

from collections.abc import Iterator

from msgspec import Struct
from reportlab.lib.colors import Color

from brikdesk.ground.shapes import Point

OutlineStep = tuple[str, tuple[float, ...]]
"""One step of an outline: M, L or C with its places, or Z without any, as in SVG."""

CURVE = 0.5523
"""How far the handles of a curve stand out that draws a quarter of a circle of radius 1."""


class OutlineStyle(Struct, frozen=True):
    """Fill and line of an outline; `faint` is how much of the fill covers what lies below."""

    fill: Color | None = None
    line: Color | None = None
    wide: float = 0.7
    dash: tuple[float, ...] = ()
    faint: float = 1.0


class Outline(Struct, frozen=True):
    """A line or a shape."""

    steps: tuple[OutlineStep, ...]
    style: OutlineStyle


class WordsMark(Struct, frozen=True):
    """A line of text, as the font can show it, from `x` on its baseline."""

    x: float
    baseline: float
    words: str
    face: str
    size: float
    ink: Color


class MarkGroup(Struct, frozen=True):
    """Marks around a place, with words for those who cannot see them."""

    x: float
    y: float
    marks: tuple["MapMark", ...]
    words: str = ""
    kind: str = ""


class Clipped(Struct, frozen=True):
    """Marks that are drawn within a box only: left, top, width, height."""

    box: tuple[float, float, float, float]
    marks: tuple["Outline | MarkGroup", ...]


class PhotoMark(Struct, frozen=True):
    """A JPEG in a box; `faint` is how much of it covers what lies below."""

    box: tuple[float, float, float, float]
    jpeg: bytes
    faint: float


MapMark = Outline | WordsMark | MarkGroup | Clipped | PhotoMark


def polygon(points: Iterator[Point] | tuple[Point, ...], style: OutlineStyle) -> Outline:
    """Return a closed outline through points."""
    return Outline((*_through(points), ("Z", ())), style)


def polyline(points: Iterator[Point] | tuple[Point, ...], style: OutlineStyle) -> Outline:
    """Return a line through points."""
    return Outline(tuple(_through(points)), style)


def _through(points: Iterator[Point] | tuple[Point, ...]) -> Iterator[OutlineStep]:
    for place, point in enumerate(points):
        yield "L" if place else "M", point


def circle(x: float, y: float, radius: float, style: OutlineStyle) -> Outline:
    """Return a circle, as four curves."""
    bow = CURVE * radius
    return Outline(
        (
            ("M", (x + radius, y)),
            ("C", (x + radius, y + bow, x + bow, y + radius, x, y + radius)),
            ("C", (x - bow, y + radius, x - radius, y + bow, x - radius, y)),
            ("C", (x - radius, y - bow, x - bow, y - radius, x, y - radius)),
            ("C", (x + bow, y - radius, x + radius, y - bow, x + radius, y)),
            ("Z", ()),
        ),
        style,
    )


def box(
    left: float, top: float, wide: float, high: float, style: OutlineStyle, round_by: float = 0
) -> Outline:
    """Return a rectangle, with round corners if so wished."""
    right, low = left + wide, top + high
    if round_by <= 0:
        return polygon(((left, top), (right, top), (right, low), (left, low)), style)
    by = min(round_by, wide / 2, high / 2)
    bow = by * (1 - CURVE)
    return Outline(
        (
            ("M", (left + by, top)),
            ("L", (right - by, top)),
            ("C", (right - bow, top, right, top + bow, right, top + by)),
            ("L", (right, low - by)),
            ("C", (right, low - bow, right - bow, low, right - by, low)),
            ("L", (left + by, low)),
            ("C", (left + bow, low, left, low - bow, left, low - by)),
            ("L", (left, top + by)),
            ("C", (left, top + bow, left + bow, top, left + by, top)),
            ("Z", ()),
        ),
        style,
    )
