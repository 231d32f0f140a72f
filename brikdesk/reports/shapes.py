"""Dice, faction shapes and the brick, drawn as paths: the same silhouettes as on screen."""

import math

from reportlab.pdfgen.canvas import Canvas

from brikdesk.dice import Die, Origin
from brikdesk.reports.fonts import BOLD, CAP_HEIGHT
from brikdesk.reports.ink import stamp
from brikdesk.reports.palette import colour

Corners = tuple[tuple[float, float], ...]
"""Corners in a box of 1 by 1, y downwards."""

HEXAGON: Corners = ((0.5, 0), (0.94, 0.25), (0.94, 0.75), (0.5, 1), (0.06, 0.75), (0.06, 0.25))
PENTAGON: Corners = ((0.5, 0), (1, 0.375), (0.81, 0.97), (0.19, 0.97), (0, 0.375))
DIAMOND: Corners = ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))
OCTAGON: Corners = tuple(
    (0.5 + 0.5 * math.cos(angle), 0.5 + 0.5 * math.sin(angle))
    for angle in (math.radians(22.5 + 45 * step) for step in range(8))
)
DICE: dict[int, Corners] = {
    4: ((0.5, 0.03), (1, 0.93), (0, 0.93)),
    8: DIAMOND,
    10: HEXAGON,
    12: PENTAGON,
    20: OCTAGON,
}
FACTIONS: dict[str, Corners | str] = {
    "sky": "circle",
    "orchid": HEXAGON,
    "lime": "square",
    "slate": DIAMOND,
    "fern": ((0, 0.08), (1, 0.08), (0.5, 1)),
    "sand": PENTAGON,
    "pearl": OCTAGON,
}
_NUMBER_AT = {4: 0.655, 12: 0.53}
_NUMBER_SIZE = {4: 0.5, 8: 0.54}


def draw_die(canvas: Canvas, x: float, y: float, side: float, die: Die, token: str) -> None:
    """Draw a die into a square by its lower left corner: outlined if typed, filled if rolled.

    A face that was changed afterwards has a dashed outline.
    """
    what = ("die", side, die.sides, die.value, die.origin, token)
    stamp(canvas, x, y, what, lambda: _draw_die(canvas, side, die, token))


def _draw_die(canvas: Canvas, side: float, die: Die, token: str) -> None:
    rolled = die.origin is Origin.ROLLED
    canvas.setStrokeColor(colour(token))
    canvas.setFillColor(colour(token if rolled else "bg1"))
    canvas.setLineWidth(side / 14)
    canvas.setLineJoin(1)
    if die.origin is Origin.CHANGED:
        canvas.setDash(side / 9, side / 12)
    inset = side / 20
    _draw_die_shape(canvas, inset, inset, side - 2 * inset, die.sides)
    canvas.setFillColor(colour("on_solid" if rolled else token))
    size = side * (_NUMBER_SIZE.get(die.sides, 0.6) - (0.06 if die.value > 9 else 0))
    middle = side * (1 - _NUMBER_AT.get(die.sides, 0.5))
    canvas.setFont(BOLD, size)
    canvas.drawCentredString(side / 2, middle - CAP_HEIGHT * size / 2, str(die.value))


def _draw_die_shape(canvas: Canvas, x: float, y: float, side: float, sides: int) -> None:
    if sides == 6:
        _square(canvas, x, y, side, 0.8, 0.16)
    elif sides in DICE:
        _polygon(canvas, x, y, side, DICE[sides])
    else:
        canvas.circle(x + side / 2, y + side / 2, side / 2, stroke=1, fill=1)


def draw_faction(canvas: Canvas, x: float, y: float, side: float, token: str) -> None:
    """Draw a faction's shape in its colour into a square; a diamond for nobody's."""
    stamp(canvas, x, y, ("faction", side, token), lambda: _draw_faction(canvas, side, token))


def _draw_faction(canvas: Canvas, side: float, token: str) -> None:
    shape = FACTIONS.get(token, DIAMOND)
    canvas.setFillColor(colour(token))
    canvas.setStrokeColor(colour(token))
    canvas.setLineWidth(side / 12)
    canvas.setLineJoin(1)
    if shape == "circle":
        canvas.circle(side / 2, side / 2, side / 2, stroke=0, fill=1)
    elif shape == "square":
        _square(canvas, 0, 0, side, 0.84, 0.1)
    elif not isinstance(shape, str):
        _polygon(canvas, 0, 0, side, shape)


def _square(canvas: Canvas, x: float, y: float, side: float, part: float, radius: float) -> None:
    gap = side * (1 - part) / 2
    canvas.roundRect(x + gap, y + gap, side * part, side * part, side * radius, stroke=1, fill=1)


def _polygon(canvas: Canvas, x: float, y: float, side: float, corners: Corners) -> None:
    path = canvas.beginPath()
    for place, (across, down) in enumerate(corners):
        step = path.lineTo if place else path.moveTo
        step(x + across * side, y + (1 - down) * side)
    path.close()
    canvas.drawPath(path, stroke=1, fill=1)


def draw_brick(canvas: Canvas, x: float, y: float, height: float) -> None:
    """Draw the logo: a brick with two studs and three dots, 1.4 times as wide as high."""
    stamp(canvas, x, y, ("brick", height), lambda: _draw_brick(canvas, height))


def _draw_brick(canvas: Canvas, height: float) -> None:
    canvas.scale(height / 20, height / 20)
    canvas.setFillColor(colour("accent"))
    for left in (4, 16.4):
        canvas.roundRect(left, 13, 7.6, 7, 1.8, stroke=0, fill=1)
    canvas.roundRect(0, 0, 28, 16, 2.4, stroke=0, fill=1)
    canvas.setFillColor(colour("on_accent"))
    for middle in (8.2, 14, 19.8):
        canvas.circle(middle, 8, 1.9, stroke=0, fill=1)
