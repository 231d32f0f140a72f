"""The pieces of terrain that are there: the one under a point, and the copy of one."""

from collections.abc import Iterable

from PySide6.QtCore import QPointF

from brikdesk.acts.battlefield.pieces import PlaceTerrain
from brikdesk.store.views.battlefield import TerrainPiece
from ui.models.map.sketch import shape_of
from ui.panels.map.shapes import outline_of


def piece_under(pieces: Iterable[TerrainPiece], point: QPointF) -> int:
    """Return the piece under a point, the smallest of several, as it lies on the others; 0: none."""
    under = []
    for piece in pieces:
        outline = outline_of(piece.points, piece.radius)
        if outline.contains(point):
            box = outline.boundingRect()
            under.append((box.width() * box.height(), piece.id))
    return min(under)[1] if under else 0


def copy_of(piece: TerrainPiece) -> PlaceTerrain:
    """Return the act that places a copy an inch beside a piece; the unit it is tied to stays its own."""
    return PlaceTerrain(
        kind=piece.kind.value,
        points=shape_of(piece).shifted(1, 1).points,
        name=piece.name,
        radius=piece.radius,
        base=piece.base,
        top=piece.top,
        blocks_move=piece.blocks_move,
        blocks_sight=piece.blocks_sight,
        difficult=piece.difficult.value if piece.difficult else "none",
        weight_class=piece.weight_class,
    )
