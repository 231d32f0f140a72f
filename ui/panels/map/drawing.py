"""Drawing terrain, changing the pieces that are there, and the menu of the table."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QActionGroup, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget
from typing_extensions import override

from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.lengths import at_spot, in_inches
from brikdesk.store.act import Act
from brikdesk.store.views.battlefield import Ground, TerrainKind, TerrainPiece, battlefield
from brikdesk.store.views.campaign_and_battle import plays_brikwars
from brikdesk.text import said_of
from brikdesk.turns.ledger import fields
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.sheet import Question, Reply
from ui.look.icons import icon
from ui.look.shortcuts import sign
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.map import (
    LETTERS,
    NARROWEST,
    WIDEST,
    DrawnAs,
    DrawnShape,
    Sketch,
    in_order,
    shape_of,
)
from ui.panels.map.frame import MapFrame
from ui.panels.map.moving import LARGEST, GoingTool, eighth
from ui.panels.map.scene import outline_of, terrain_colour
from ui.panels.map.view import ENTER, FINE, MapView, paint_plate, paint_way, step_of, turn_of
from ui.widgets.buttons import Button
from ui.widgets.layout import fill, in_row
from ui.widgets.painted import with_alpha

SHORTEST = 28
"""Pixels at 100 % of a side under which its inches would cover it."""


def paint_sketch(painter: QPainter, view: MapView, sketch: Sketch, at: Point) -> None:
    """Paint what is drawn so far, with the inches of its sides."""
    theme = view.theme
    try:
        shape = sketch.finished(at) if sketch.drawn_to(at) != (at,) else None
    except BadInput:  # it may become something yet
        shape = None
    if shape is not None and (len(shape.points) > 2 or shape.radius):
        painter.setPen(QPen(theme.color("accent"), theme.px(2), Qt.PenStyle.DashLine))
        painter.setBrush(with_alpha(terrain_colour(theme, sketch.kind), 0.6))
        outline = outline_of(shape.points, shape.radius)
        painter.drawPath(view.viewportTransform().map(outline))
    if sketch.form is not DrawnAs.RECTANGLE:
        paint_way(painter, view, [QPointF(*point) for point in sketch.drawn_to(at)], "accent")
    for one, other in sketch.sides(at):
        here, there = view.to_view(QPointF(*one)), view.to_view(QPointF(*other))
        if math.hypot(there.x() - here.x(), there.y() - here.y()) >= theme.px(SHORTEST):
            inches = math.dist(one, other)
            paint_plate(painter, theme, (here + there) / 2, in_inches(inches), "accent")


def paint_chosen(
    painter: QPainter,
    view: MapView,
    shape: DrawnShape,
    piece: TerrainPiece,
    ghost: DrawnShape | None,
) -> None:
    """Paint the edge of the chosen piece, and itself where it is moved to."""
    theme = view.theme
    line = Qt.PenStyle.DashLine if ghost else Qt.PenStyle.SolidLine
    painter.setPen(QPen(theme.color("accent"), theme.px(2.5), line))
    colour = with_alpha(terrain_colour(theme, piece.kind), 0.6)
    painter.setBrush(colour if ghost else Qt.BrushStyle.NoBrush)
    outline = view.viewportTransform().map(outline_of(shape.points, shape.radius))
    painter.drawPath(outline)
    box = outline.boundingRect()
    above = QPointF(box.center().x(), box.top() - theme.px(16))
    paint_plate(painter, theme, above, piece.name, "accent")


def paint_cursor(painter: QPainter, view: MapView, at: Point) -> None:
    """Paint the point that the next one is set at."""
    theme, place = view.theme, view.to_view(QPointF(*at))
    arm = theme.px(7)
    for tone, width in (("bg0", 4.0), ("accent", 2.0)):
        painter.setPen(QPen(theme.color(tone), theme.px(width)))
        painter.drawLine(place - QPointF(arm, 0), place + QPointF(arm, 0))
        painter.drawLine(place - QPointF(0, arm), place + QPointF(0, arm))


def piece_under(pieces: Iterable[TerrainPiece], point: QPointF) -> int:
    """Return the piece under a point, the smallest of several, as it lies on the others; 0: none."""
    under = []
    for piece in pieces:
        outline = outline_of(piece.points, piece.radius)
        if outline.contains(point):
            box = outline.boundingRect()
            under.append((box.width() * box.height(), piece.id))
    return min(under)[1] if under else 0


def removal_of(piece: TerrainPiece) -> Act:
    """Return the act that takes a piece off the table."""
    from brikdesk.acts.battlefield.terrain import (
        RemoveTerrain,  # acts here: nobody draws at the start
    )

    return RemoveTerrain(terrain_id=piece.id)


def copy_of(piece: TerrainPiece) -> Act:
    """Return the act that places a copy an inch beside a piece; the unit it is tied to stays its own."""
    from brikdesk.acts.battlefield.terrain import PlaceTerrain

    return copied(
        PlaceTerrain,
        piece,
        points=shape_of(piece).shifted(1, 1).points,
        difficult=piece.difficult.value if piece.difficult else "none",
        unit_id=None,
    )


_KEY = Qt.Key
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


class Drawing(GoingTool):
    """Draws pieces one after the other; a click or Tab chooses one that is there.

    A drag draws, and moves the chosen piece if it begins on it. `restated` comes when kind, form or
    width have changed.
    """

    stays = has_bar = True
    keys: tuple[tuple[str, str], ...] = _FREE
    restated = Signal()

    def __init__(self, view: MapView, doing: TerrainDoing, sketch: Sketch, start: QPointF) -> None:
        super().__init__(view)
        self._doing, self.sketch = doing, sketch
        self.at: Point = _rounded(start)
        self.chosen = 0
        self.ghost: DrawnShape | None = None
        self._by_pointer = False
        self._pressed: QPointF | None = None
        self._pulled = False

    def piece(self) -> TerrainPiece | None:
        """Return the chosen piece."""
        return next((piece for piece in self._doing.pieces() if piece.id == self.chosen), None)

    def choose(self, piece_id: int) -> None:
        """Choose a piece to change it; 0 lets go of it."""
        self.chosen, self.ghost = piece_id, None
        self.tell()
        if (piece := self.piece()) is not None:
            self.view.ensure(QPointF(*shape_of(piece).middle))

    def take_kind(self, kind: TerrainKind) -> None:
        """Draw another kind."""
        self.sketch.take_kind(kind)
        self.tell()

    def take_form(self, form: DrawnAs) -> None:
        """Draw in another form; points that were set in this one are dropped."""
        self.sketch.form = form
        self.sketch.points.clear()
        self.tell()

    def widen(self, inches: float) -> None:
        """Draw lines wider by so many inches; narrower for a negative number."""
        self.sketch.width = min(WIDEST, max(NARROWEST, self.sketch.width + inches))
        self.tell()

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
            self.ghost = shape_of(piece).shifted(eighth(step.x()), eighth(step.y()))
            self.tell()
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
        elif key in ENTER:
            self._enter()
        elif key == _KEY.Key_Escape:
            self._back()
        elif self.take_figure(event):
            pass
        elif key == _KEY.Key_Backspace:
            self._take_back()
        elif key in (_KEY.Key_PageUp, _KEY.Key_PageDown):
            self.widen(FINE if key == _KEY.Key_PageUp else -FINE)
        elif turn_of(event) or key in (_KEY.Key_Delete, _KEY.Key_F2) or text == "d":
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
            self.tell()
        else:
            self._go(QPointF(*self.at) + step)
            self.view.ensure(QPointF(*self.at))

    def _enter(self) -> None:
        piece, sketch = self.piece(), self.sketch
        if not self.took_typed():
            return
        if piece is not None and self.ghost is not None:
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

    @override
    def place_now(self) -> QPointF:
        piece = self.piece()
        return QPointF(*(self.at if piece is None else (self.ghost or shape_of(piece)).middle))

    @override
    def go_to(self, place: QPointF) -> None:
        if self.piece() is None:
            self._go(place)
            self.view.ensure(place)
        else:
            self._step(place - self.place_now())

    def _to_chosen(self, event: QKeyEvent) -> bool:
        """Do to the chosen piece what a key says; False if none is chosen."""
        piece = self.piece()
        if piece is None:
            return False
        key = event.key()
        degrees = turn_of(event)
        if degrees and len(piece.points) == 1:
            is_round = said_of(piece.name, "is round")
            self.readout.emit(f"{is_round}: turned or not, that is the same.")
        elif degrees:
            moving = self.ghost is not None
            self.ghost = (self.ghost or shape_of(piece)).turned(degrees)
            self.tell()
            if not moving:
                self._put()
        elif key == _KEY.Key_F2:
            self._doing.edit(piece)
        elif key == _KEY.Key_Delete:
            # Only where it was done: a refusal leaves the piece chosen.
            if self._doing.do(removal_of(piece)):
                self.choose(0)
        elif self._doing.do(copy_of(piece)):
            self.choose(max(each.id for each in self._doing.pieces()))
        return True

    def _back(self) -> None:
        """Take back what was typed, then the last point or the move, then the choice, then all."""
        if self.typed:
            self.drop_typed()
        elif self.sketch.points:
            self._take_back()
        elif self.ghost is not None:
            self.ghost = None
            self.tell()
        elif self.chosen:
            self.choose(0)
        else:
            self.ended.emit()

    def _take_back(self) -> None:
        if self.sketch.points:
            self.at = self.sketch.points.pop()
        self.tell()

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
        # An act, or undo, may have taken the chosen piece away.
        if self.chosen and self.piece() is None:
            self.chosen, self.ghost = 0, None
        self.tell()

    def _add(self) -> None:
        points = self.sketch.points
        if len(points) > 2 and self._meets(points[0]):
            self._finish(None)
        elif not points or points[-1] != self.at:
            points.append(self.at)
            self.tell()

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
        from brikdesk.acts.battlefield.terrain import PlaceTerrain

        act = PlaceTerrain(kind=self.sketch.kind.value, points=shape.points, radius=shape.radius)
        if self._doing.do(act):
            self.sketch.points.clear()
        self.tell()

    def _put(self) -> None:
        """Write the place of the chosen piece; it goes back to where it lay if that is refused."""
        ghost, self.ghost = self.ghost, None
        if ghost is not None and self.chosen:
            points = tuple((round(x, 3), round(y, 3)) for x, y in ghost.points)
            from brikdesk.acts.battlefield.terrain import ReshapeTerrain

            self._doing.do(ReshapeTerrain(terrain_id=self.chosen, points=points))
        self.tell()

    def _go(self, point: QPointF, *, by_pointer: bool = False) -> None:
        self.at, self._by_pointer = _rounded(point), by_pointer
        self.tell()

    @override
    def tell(self) -> None:
        free = _BEGUN if self.sketch.points else _FREE
        self.keys = free if not self.chosen else _MOVED if self.ghost else _CHOSEN
        if (piece := self.piece()) is not None and len(piece.points) == 1:
            self.keys = tuple(row for row in self.keys if row[0] != "[ ]")
        self.restated.emit()
        super().tell()

    @override
    def words_of_place(self) -> str:
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
    x, y = (eighth(min(max(place, 0.0), LARGEST)) for place in (point.x(), point.y()))
    return x, y


class DrawingBar(QWidget):
    """Hidden while nothing is drawn; the map's keys do the same as its buttons."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tool: Drawing | None = None
        self._line = in_row(theme, edges=(0, 0, 8, 0), gap=6, on=self)
        self.hide()

    def _fill(self) -> None:
        self.kind = self._button("", "Kind of terrain", self._choose_kind)
        self.form = self._button("", "Form  F", self._choose_form)
        self.thinner = self._button("minus", "Narrower  PgDn", lambda: self._widen(-FINE))
        self.wider = self._button("plus", "Wider  PgUp", lambda: self._widen(FINE))
        self._width = plain_label(self._theme, "", "small", "text2")
        self.done = self._button("cross", "End drawing  Esc", self._end)
        lines = (self.thinner, self._width, self.wider)
        fill(self._line, self.done, self.kind, self.form, *lines)

    def show_for(self, tool: Drawing) -> None:
        """Show it for a tool, until that ends."""
        if not self._line.count():  # most battles are played without it
            self._fill()
        self._tool = tool
        tool.restated.connect(self._show_state)
        tool.destroyed.connect(self.leave)
        tool.ended.connect(self.hide)
        self._show_state()
        self.show()

    def leave(self) -> None:
        """Hide it: the tool is put away."""
        self._tool = None
        self.hide()

    def kinds(self) -> QMenu:
        """Return the menu of kinds, each with its letter."""
        assert self._tool is not None
        words = {kind: f"{kind.value.capitalize()}\t{key.upper()}" for key, kind in LETTERS.items()}
        menu = self._menu(words, self._tool.sketch.kind)
        group = QActionGroup(menu)  # of an exclusive group Qt marks the one with a dot
        for entry in menu.actions():
            group.addAction(entry)
        return menu

    def forms(self) -> QMenu:
        """Return the menu of forms."""
        assert self._tool is not None
        return self._menu({form: form.value for form in DrawnAs}, self._tool.sketch.form)

    def _menu(self, words: Mapping[Any, str], now: Enum) -> QMenu:
        """Return a menu of values by their words, with a mark at the present one."""
        menu = QMenu(self)
        for value, said in words.items():
            entry = menu.addAction(said)
            entry.setCheckable(True)
            entry.setChecked(value is now)
            entry.triggered.connect(lambda _=False, value=value: self._take(value))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _choose_kind(self) -> None:
        if self._tool is not None:
            self.kinds().popup(self.kind.mapToGlobal(QPoint(0, 0)))

    def _choose_form(self) -> None:
        if self._tool is not None:
            self.forms().popup(self.form.mapToGlobal(QPoint(0, 0)))

    def _take(self, what: DrawnAs | TerrainKind) -> None:
        if self._tool is not None and isinstance(what, DrawnAs):
            self._tool.take_form(what)
        elif self._tool is not None and isinstance(what, TerrainKind):
            self._tool.take_kind(what)

    def _widen(self, inches: float) -> None:
        if self._tool is not None:
            self._tool.widen(inches)

    def _end(self) -> None:
        if self._tool is not None:
            self._tool.ended.emit()

    def _show_state(self) -> None:
        if self._tool is None:
            return
        sketch = self._tool.sketch
        letter = next(letter for letter, kind in LETTERS.items() if kind is sketch.kind)
        kind, form = sketch.kind.value.capitalize(), sketch.form.value
        self.kind.set_words(kind, f"Kind of terrain: {kind}")
        self.kind.set_key(letter.upper())
        self.form.set_words(form, f"Form: {form}")
        self.form.set_key("F")
        for part in (self.thinner, self._width, self.wider):
            part.setVisible(sketch.form is DrawnAs.LINE)
        self._width.setText(f"{in_inches(sketch.width)} wide")

    def _button(self, icon: str, name: str, does: object) -> Button:
        button = Button(self._theme, "", "quiet" if icon else "soft", icon, name=name)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda _=False: does())  # type: ignore[operator]
        return button


MOST_FIELDS = 8
"""Fields without a place that the menu of the table names."""

FILES = "Terrain (*.terrain.json);;JSON (*.json)"


class TerrainWork(QObject):
    """What a map panel does with its table and the terrain on it."""

    def __init__(self, panel: MapFrame, desk: Desk, hub: Hub) -> None:
        super().__init__(panel)
        self._panel, self._desk, self._hub = panel, desk, hub
        self.bar = DrawingBar(panel.theme, panel)
        # Kind and width stay for the next piece, also when the tool was put away between.
        self._sketch = Sketch()

    def draw(self) -> Drawing | None:
        """Begin to draw (E), or end it; None where there is no table or nothing may be changed."""
        panel = self._panel
        if isinstance(panel.tool, Drawing):
            panel.put_away()
            return None
        if self._desk.read_only or not self._ground().width:
            return None
        self._sketch.points.clear()
        start = QPointF(round(panel.view.middle.x()), round(panel.view.middle.y()))
        doing = TerrainDoing(
            lambda: self._ground().pieces, panel.do, panel.refusal.refuse, self.edit
        )
        tool = Drawing(panel.view, doing, self._sketch, start)
        panel.take_up(tool)
        tool.restated.connect(panel.tell_keys)
        self.bar.show_for(tool)
        tool.tell()
        panel.view.setFocus(Qt.FocusReason.OtherFocusReason)
        return tool

    def edit(self, piece: TerrainPiece) -> None:
        """Open the form with all facts of a piece."""
        from ui.forms.battlefield import facts_of

        self._ask("ReshapeTerrain", **facts_of(piece))

    # --- the menu of the table -------------------------------------------------------------------

    def show_menu_here(self) -> None:
        """Open the menu of the table by a key, at the middle of what is seen."""
        view = self._panel.view
        place = view.viewport().mapToGlobal(view.viewport().rect().center())
        self.show_menu(view.middle, place)

    def show_menu(self, point: QPointF, place: QPoint) -> None:
        """Open the menu of a point of the table."""
        if self._ground().width:
            menu = self.menu(point)
            # Its host would keep every menu that was ever opened.
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(place)

    def menu(self, point: QPointF) -> QMenu:
        """Return what can be done at a point of the table."""
        panel, menu = self._panel, QMenu(self._panel)
        ground = self._ground()

        def entry(mark: str, words: str, does: object, key: str = "") -> None:
            made = menu.addAction(
                icon(panel.theme, mark, "text2"), f"{words}\t{key}" if key else words
            )
            made.setEnabled(not self._desk.read_only)
            made.triggered.connect(lambda _=False: does())  # type: ignore[operator]

        piece = self._under(point)
        if piece is not None:
            entry("edit", f"Change {piece.name}…", lambda: self.edit(piece))
            if piece.unit_id is None and self._desk.read(plays_brikwars):
                entry("fire", f"Set {piece.name} on fire…", lambda: self._light(piece))
            entry("hand", f"Move or turn {piece.name}", lambda: self._take(piece))
            entry("copy", f"Duplicate {piece.name}", lambda: panel.do(copy_of(piece)))
            entry(
                "trash",
                f"Remove {piece.name}",
                lambda: panel.do(removal_of(piece)),
            )
            menu.addSeparator()
        if not isinstance(panel.tool, Drawing):
            entry("edit", "Draw terrain", self.draw, "E")
        entry("map", "Size and finish of the table…", lambda: self._ask("SetTable"))
        placed = {disc.id for disc in ground.discs}
        without = [
            row for row in self._desk.read(fields) if row.id not in placed and not row.unit_id
        ]
        for row in without[:MOST_FIELDS]:
            words = f'Put {row.name} here, {row.size}"'
            entry("field", words, lambda row=row: self._put_field(row.id, point))
        menu.addSeparator()
        entry("file", "Load terrain…", self.load)
        saved = menu.addAction(icon(panel.theme, "file", "text2"), "Save terrain…")
        saved.triggered.connect(lambda _=False: self.save())
        saved.setEnabled(bool(ground.pieces))
        return menu

    def _under(self, point: QPointF) -> TerrainPiece | None:
        piece_id = piece_under(self._ground().pieces, point)
        return next((piece for piece in self._ground().pieces if piece.id == piece_id), None)

    def _take(self, piece: TerrainPiece) -> None:
        tool = self._panel.tool
        drawing = tool if isinstance(tool, Drawing) else self.draw()
        if drawing is not None:
            drawing.choose(piece.id)

    def _light(self, piece: TerrainPiece) -> None:
        self._ask("EnlistTerrain", terrain_id=piece.id, inches=1)

    def _put_field(self, field_id: int, point: QPointF) -> None:
        from brikdesk.acts.fields.fields import PutField

        self._panel.do(PutField(field_id=field_id, x=eighth(point.x()), y=eighth(point.y())))

    def _ask(self, act: str, /, **known: object) -> None:
        from ui.forms.all_forms import ACT_FORMS  # with it come all forms and their acts
        from ui.forms.form_sheet import show_form

        panel = self._panel
        filled = ACT_FORMS[act].filled(**known)
        show_form(panel.theme, self._desk, self._hub, panel, filled)

    # --- template files --------------------------------------------------------------------------

    def save(self) -> None:
        """Ask for a name and write the terrain there as a template."""
        from brikdesk.acts.battlefield.terrain import SUFFIX

        start = self._desk.path.with_name(f"{self._desk.path.stem}{SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(self._panel, "Save terrain", str(start), FILES)
        if name:
            self.write(Path(name))

    def write(self, path: Path) -> None:
        """Write the terrain as a template; show under the map what went wrong."""
        from brikdesk.acts.battlefield.terrain import write_file

        try:
            made = write_file(path, self._ground(), self._desk.path)
        except BadInput as error:
            self._panel.refusal.refuse(error.sentence)
            return
        self._desk.said.emit(f"Terrain saved as {made.name}")

    def load(self) -> None:
        """Ask for a template and lay it out."""
        folder = str(self._desk.path.parent)
        name, _ = QFileDialog.getOpenFileName(self._panel, "Load terrain", folder, FILES)
        if name:
            self.lay_out(Path(name))

    def lay_out(self, path: Path) -> None:
        """Lay a template out; where terrain stands already, ask whether it goes."""
        from brikdesk.acts.battlefield.terrain import read_file

        try:
            act = read_file(path)
        except BadInput as error:
            self._panel.refusal.refuse(error.sentence)
            return
        standing = len(self._ground().pieces)
        if not standing:
            self._panel.do(act)
            return
        answers = (
            Reply("Replace it", lambda: self._panel.do(replace(act, instead=True)), "primary"),
            Reply("Add to it", lambda: self._panel.do(act)),
            Reply("Cancel"),
        )
        pieces = "A piece" if standing == 1 else f"{standing} pieces"
        words = f"{pieces} of terrain on this table. {path.name} has {len(act.pieces)}."
        theme, host = self._panel.theme, self._panel.window()
        Question(theme, host, "Replace the terrain?", words, answers, "map", "text2").ask()

    def _ground(self) -> Ground:
        return self._desk.read(battlefield)
