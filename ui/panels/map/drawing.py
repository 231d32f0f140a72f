"""Drawing terrain (E), and changing the pieces that are there."""

import math
from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from typing_extensions import override

from brikdesk.acts.battlefield.pieces import PlaceTerrain, RemoveTerrain, ReshapeTerrain
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.lengths import at_spot
from brikdesk.store.act import Act
from brikdesk.store.views.battlefield import TerrainKind, TerrainPiece
from ui.look.announce import announce
from ui.look.pressed import sign
from ui.models.map.sketch import (
    LETTERS,
    NARROWEST,
    WIDEST,
    DrawnAs,
    DrawnShape,
    Sketch,
    in_order,
    shape_of,
)
from ui.panels.map.moving import LARGEST, spot_of
from ui.panels.map.paint_terrain import paint_chosen, paint_cursor, paint_sketch
from ui.panels.map.pieces import copy_of, piece_under
from ui.panels.map.tool import FINE, Tool, step_of
from ui.panels.map.view import MapView

TURN, FINE_TURN = 15.0, 5.0
"""Degrees of one press of a bracket, and with Shift."""

_KEY = Qt.Key
_ENTER = (_KEY.Key_Return, _KEY.Key_Enter)
_TYPED = "0123456789., "
_BRACKETS = {"[": -1, "{": -1, "]": 1, "}": 1}
_FREE = (
    ("← ↑ ↓ →", 'move 1"'), ("Enter", "set point"), ("F", "form"), ("letter", "kind"),
    ("Tab", "pieces"), ("0–9", "x y"), ("Esc", "back"),
)  # fmt: skip
_BEGUN = tuple(row for row in _FREE if row[0] != "Tab")
_CHOSEN = (
    ("← ↑ ↓ →", 'move 1"'), ("[ ]", "turn"), ("D", "duplicate"), ("Del", "remove"),
    ("Enter", "edit"), ("Esc", "back"),
)  # fmt: skip
_MOVED = (("← ↑ ↓ →", 'move 1"'), ("[ ]", "turn"), ("Enter", "put it there"), ("Esc", "back"))


class TerrainDoing(Struct, frozen=True):
    """What the tool asks of the panel: pieces there are, acts, refusals in words, the form."""

    pieces: Callable[[], Sequence[TerrainPiece]]
    do: Callable[[Act], bool]
    refuse: Callable[[str], None]
    edit: Callable[[TerrainPiece], None]


class Drawing(Tool):
    """Draws pieces one after the other; a click or Tab chooses one that is there.

    A drag draws, and moves the chosen piece if it begins on it. `restated` comes when kind, form or
    width have changed.
    """

    stays = True
    keys: tuple[tuple[str, str], ...] = _FREE
    restated = Signal()

    def __init__(self, view: MapView, doing: TerrainDoing, sketch: Sketch, start: QPointF) -> None:
        super().__init__(view)
        self._doing, self.sketch = doing, sketch
        self.at: Point = _rounded(start)
        self.chosen = 0
        self.ghost: DrawnShape | None = None
        self.typed = ""
        self._by_pointer = False
        self._pressed: QPointF | None = None
        self._pulled = False

    def begin(self) -> None:
        """Say what can be done."""
        self._changed()

    def piece(self) -> TerrainPiece | None:
        """Return the chosen piece."""
        return next((piece for piece in self._doing.pieces() if piece.id == self.chosen), None)

    def choose(self, piece_id: int) -> None:
        """Choose a piece to change it; 0 lets go of it."""
        self.chosen, self.ghost = piece_id, None
        self._changed()
        if (piece := self.piece()) is not None:
            self.view.ensure(QPointF(*shape_of(piece).middle))
            announce(self.view, self._words())

    def take_kind(self, kind: TerrainKind) -> None:
        """Draw another kind."""
        self.sketch.take_kind(kind)
        self._changed()

    def take_form(self, form: DrawnAs) -> None:
        """Draw in another form; points that were set in this one are dropped."""
        self.sketch.form = form
        self.sketch.points.clear()
        self._changed()

    def widen(self, inches: float) -> None:
        """Draw lines so much wider."""
        self.sketch.width = min(WIDEST, max(NARROWEST, self.sketch.width + inches))
        self._changed()

    # --- the pointer -----------------------------------------------------------------------------

    @override
    def press(self, point: QPointF) -> None:
        self._pressed, self._pulled = QPointF(point), False

    @override
    def follow(self, point: QPointF) -> None:
        # Not where a piece is chosen: its ghost is moved by keys, and stays where they put it.
        if not self.chosen:
            self._go(point, by_pointer=True)

    @override
    def drag(self, point: QPointF) -> None:
        if self._pressed is None:
            return
        if not self._pulled:
            apart = (point - self._pressed) * self.view.scale_now
            if apart.manhattanLength() <= 8:
                return
            self._pulled = True
            if self._under(self._pressed) != self.chosen or self.sketch.points:
                self.chosen, self.ghost = 0, None
            if not self.chosen and not self.sketch.points:
                self.sketch.points.append(_rounded(self._pressed))
        piece = self.piece()
        if piece is not None:
            step = point - self._pressed
            self.ghost = shape_of(piece).shifted(_eighth(step.x()), _eighth(step.y()))
            self._changed()
        else:
            self._go(point, by_pointer=True)

    @override
    def release(self, point: QPointF) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:  # the second click of two has opened something already
            return
        if not self._pulled:
            self._click(point)
        elif self.chosen:
            self._put()
        elif self.sketch.by_points:
            self._add()
        else:
            self._finish(self.at)

    @override
    def open(self, point: QPointF) -> None:
        piece = self.piece()
        if self.sketch.points:
            self._finish(None)
        elif piece is not None and self._under(point) == piece.id:
            self._doing.edit(piece)

    def _click(self, point: QPointF) -> None:
        self.typed = ""
        if self.chosen or (not self.sketch.points and self._under(point)):
            self.choose(self._under(point))
            return
        self._go(point, by_pointer=True)
        if not self.sketch.points or self.sketch.by_points:
            self._add()
        else:
            self._finish(self.at)

    def _under(self, point: QPointF) -> int:
        return piece_under(self._doing.pieces(), point)

    # --- keys ------------------------------------------------------------------------------------

    @override
    def key(self, event: QKeyEvent) -> bool:
        if event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        ):
            return False
        key, text = event.key(), sign(event)
        step = step_of(event)
        if step is not None:
            self.typed = ""  # it goes on from where it is: a place half typed would hide the step
            self._step(step)
        elif key in _ENTER:
            self._enter()
        elif key == _KEY.Key_Escape:
            self._back()
        elif key == _KEY.Key_Backspace:
            self._take_back()
        elif text and text in _TYPED and (self.typed or text != " "):
            self.typed += text
            self._changed()
        elif key in (_KEY.Key_PageUp, _KEY.Key_PageDown):
            self.widen(FINE if key == _KEY.Key_PageUp else -FINE)
        elif text in _BRACKETS or key in (_KEY.Key_Delete, _KEY.Key_F2) or text == "d":
            return self._to_chosen(event)
        elif text in LETTERS:
            self.take_kind(LETTERS[text])
        elif text == "f":
            forms = list(DrawnAs)
            self.take_form(forms[(forms.index(self.sketch.form) + 1) % len(forms)])
        elif text == "e" and not self.sketch.points and self.ghost is None:
            self.ended.emit()
        else:
            return False
        return True

    @override
    def step(self, by: int) -> bool:
        pieces = in_order(self._doing.pieces())
        if self.sketch.points:
            self.readout.emit(
                "Pieces are chosen when none is begun: Enter ends it, Esc takes it back."
            )
        elif not pieces:
            self.readout.emit("There is no piece of terrain yet to choose.")
        else:
            ids = [piece.id for piece in pieces]
            # The newest first: a piece that was just drawn is the likeliest to be changed.
            at = ids.index(self.chosen) + by if self.chosen in ids else ids.index(max(ids))
            self.choose(ids[at % len(ids)])
        return True

    def _step(self, step: QPointF) -> None:
        piece = self.piece()
        if piece is not None:
            self.ghost = (self.ghost or shape_of(piece)).shifted(step.x(), step.y())
            self.view.ensure(QPointF(*self.ghost.middle))
            self._changed()
        else:
            self._go(QPointF(*self.at) + step)
            self.view.ensure(QPointF(*self.at))

    def _enter(self) -> None:
        piece, sketch = self.piece(), self.sketch
        if self.typed:
            self._go_where_typed()
        elif piece is not None and self.ghost is not None:
            self._put()
        elif piece is not None:
            self._doing.edit(piece)
        elif not sketch.points:
            self._add()
        elif not sketch.by_points:
            self._finish(self.at)
        elif self._by_pointer or self.at == sketch.points[-1]:
            self._finish(None)
        else:
            self._add()

    def _go_where_typed(self) -> None:
        goal, self.typed = spot_of(self.typed), ""
        if goal is None:
            self.readout.emit("A place is two numbers, as 15 18: inches from the left, then down.")
            return
        piece = self.piece()
        if piece is None:
            self._go(goal)
            self.view.ensure(goal)
            return
        shape = self.ghost or shape_of(piece)
        x, y = shape.middle
        self._step(QPointF(goal.x() - x, goal.y() - y))

    def _to_chosen(self, event: QKeyEvent) -> bool:
        """Do to the chosen piece what a key says; False if none is chosen."""
        piece = self.piece()
        if piece is None:
            return False
        key, pressed = event.key(), sign(event)
        if pressed in _BRACKETS:
            fine = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            degrees = _BRACKETS[pressed] * (FINE_TURN if fine else TURN)
            moving = self.ghost is not None
            self.ghost = (self.ghost or shape_of(piece)).turned(degrees)
            self._changed()
            if not moving:
                self._put()
        elif key == _KEY.Key_F2:
            self._doing.edit(piece)
        elif key == _KEY.Key_Delete:
            if self._doing.do(RemoveTerrain(terrain_id=piece.id)):
                self.choose(0)
        elif self._doing.do(copy_of(piece)):
            self.choose(max(each.id for each in self._doing.pieces()))
        return True

    def _back(self) -> None:
        """Take back what was typed, then the last point or the move, then the choice, then all."""
        if self.typed or self.sketch.points:
            self._take_back()
        elif self.ghost is not None:
            self.ghost = None
            self._changed()
        elif self.chosen:
            self.choose(0)
        else:
            self.ended.emit()

    def _take_back(self) -> None:
        if self.typed:
            self.typed = self.typed[:-1] if len(self.typed) > 1 else ""
        elif self.sketch.points:
            self.at = self.sketch.points.pop()
        self._changed()

    # --- what comes of it ------------------------------------------------------------------------

    @override
    def paint(self, painter: QPainter) -> None:
        piece = self.piece()
        if piece is not None:
            paint_chosen(painter, self.view, self.ghost or shape_of(piece), piece, self.ghost)
        else:
            if self.sketch.points:
                paint_sketch(painter, self.view, self.sketch, self.at)
            paint_cursor(painter, self.view, self.at)

    @override
    def refreshed(self) -> None:
        if self.chosen and self.piece() is None:
            self.chosen, self.ghost = 0, None
        self._changed()

    def _add(self) -> None:
        points = self.sketch.points
        if len(points) > 2 and self._meets(points[0]):
            self._finish(None)
        elif not points or points[-1] != self.at:
            points.append(self.at)
            self._changed()

    def _meets(self, first: Point) -> bool:
        """Return whether an outline is back where it began."""
        near = self.view.theme.px(8) / self.view.scale_now if self._by_pointer else 0.0
        return self.sketch.form is DrawnAs.OUTLINE and math.dist(first, self.at) <= near

    def _finish(self, at: Point | None) -> None:
        """Place what is drawn; it stays as it is if it makes no sense, to be taken back."""
        try:
            shape = self.sketch.finished(at)
        except BadInput as error:
            self._doing.refuse(error.sentence)
            return
        act = PlaceTerrain(kind=self.sketch.kind.value, points=shape.points, radius=shape.radius)
        if self._doing.do(act):
            self.sketch.points.clear()
        self._changed()

    def _put(self) -> None:
        """Write the place of the chosen piece; it goes back to where it lay if that is refused."""
        ghost, self.ghost = self.ghost, None
        if ghost is not None and self.chosen:
            points = tuple((round(x, 3), round(y, 3)) for x, y in ghost.points)
            self._doing.do(ReshapeTerrain(terrain_id=self.chosen, points=points))
        self._changed()

    def _go(self, point: QPointF, *, by_pointer: bool = False) -> None:
        self.at, self._by_pointer = _rounded(point), by_pointer
        self._changed()

    def _changed(self) -> None:
        free = _BEGUN if self.sketch.points else _FREE
        keys = free if not self.chosen else _MOVED if self.ghost else _CHOSEN
        if keys is not self.keys:
            self.keys = keys
        self.restated.emit()
        self.readout.emit(self._words())
        self.view.viewport().update()

    def _words(self) -> str:
        """Return the state of the drawing in one line."""
        if self.typed:
            return f"To x y: {self.typed}▏  Enter goes there"
        piece = self.piece()
        if piece is not None:
            x, y = (self.ghost or shape_of(piece)).middle
            parts = (piece.name, piece.kind.value, f"{at_spot(x, y)} inches", piece.words)
            return ", ".join(part for part in parts if part)
        what = f"{self.sketch.kind.value.capitalize()}, {self.sketch.form.value.lower()}"
        size = self.sketch.words(self.at) if self.sketch.points else ""
        where = at_spot(*self.at)
        return " · ".join(part for part in (what, size, where) if part)


def _rounded(point: QPointF) -> Point:
    """Return a point on the table, to an eighth of an inch."""
    x, y = (_eighth(min(max(place, 0.0), LARGEST)) for place in (point.x(), point.y()))
    return x, y


def _eighth(inches: float) -> float:
    return round(inches * 8) / 8
