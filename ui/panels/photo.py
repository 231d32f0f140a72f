"""The sheet in which a photo of the table is straightened: four handles, and what is known."""

import math
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path

from msgspec import Struct
from PySide6 import QtGui
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.acts.battlefield.table import BEHIND, FAINTEST, RemoveBackground, SetBackground
from brikdesk.errors import BadInput
from brikdesk.ground.perspective import STUD, Perspective, Rectangle, hides_part_of, perspective
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.pictures.photo import MOST_PINNED, PhotoCopy, name_of, photo_from, unpacked
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battlefield import Ground, TablePhoto
from ui.campaign.desk import Desk, NotDone
from ui.forms.inputs import FieldBox, MeasureEdit
from ui.forms.sheet import Sheet
from ui.look.shortcuts import digit
from ui.look.text import announce, note, plain_label
from ui.look.theme import Theme
from ui.models.map import image_of
from ui.widgets.buttons import Button, Segment, Segmented
from ui.widgets.layout import SPRING, held, in_column, in_grid, in_row, nest, scrolling
from ui.widgets.painted import PaintedWidget, draw_centred, sized, with_alpha

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
        # Without corners all handles lie where they begin.
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


RADIUS, GRABBED = 10, 16
"""Pixels at 100 %: of a handle, and how near a click takes it."""

RULED = 6
"""Inches between two lines of the grid."""

LOUPE, NEARER = 140, 4.0
"""Pixels across the loupe, and how much larger it shows the photo."""

LOUPE_PART = 0.32
"""The part of the shorter side of the room that the loupe may take."""


class PhotoPlace(Struct, frozen=True):
    """Where the whole photo lies on a widget."""

    box: QRectF

    def at(self, place: Point) -> QPointF:
        """Return the pixel of a place that is given in parts of the photo."""
        return QPointF(
            self.box.left() + place[0] * self.box.width(),
            self.box.top() + place[1] * self.box.height(),
        )

    def part(self, pixel: QPointF) -> Point:
        """Return the place in the photo under a pixel."""
        return (
            (pixel.x() - self.box.left()) / self.box.width(),
            (pixel.y() - self.box.top()) / self.box.height(),
        )


def paint_table(
    painter: QtGui.QPainter,
    theme: Theme,
    place: PhotoPlace,
    view: Perspective,
    table: tuple[float, float],
) -> None:
    """Paint the edges of the table and a line every six inches, as the camera sees them."""
    painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
    for edge, start, end in _lines(*table):
        seen = view.to_photo(start), view.to_photo(end)
        if seen[0] is None or seen[1] is None:
            continue
        # Dark under light: a photo may be of any colour.
        for colour, wide in ((_dark(0.45), 3.0), (_light(0.95 if edge else 0.55), 1.2)):
            painter.setPen(QtGui.QPen(colour, wide + (0.8 if edge else 0.0)))
            painter.drawLine(place.at(seen[0]), place.at(seen[1]))


def _lines(width: float, depth: float) -> Iterator[tuple[bool, Point, Point]]:
    """Yield lines across the table, and whether each is an edge of it."""
    for inch in (*_marks(width), width):
        yield inch in (0.0, width), (inch, 0.0), (inch, depth)
    for inch in (*_marks(depth), depth):
        yield inch in (0.0, depth), (0.0, inch), (width, inch)


def _marks(length: float) -> Iterator[float]:
    at = 0.0
    while at < length:
        yield at
        at += RULED


def paint_handles(
    painter: QtGui.QPainter, theme: Theme, place: PhotoPlace, handles: Handles, *, focus: bool
) -> None:
    """Paint the four corners joined, the check line, and each handle with the key that takes it."""
    painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
    around = QtGui.QPolygonF([place.at(corner) for corner in handles.corners])
    check = place.at(handles[Handle.CHECK_START]), place.at(handles[Handle.CHECK_END])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, wide in ((_dark(0.6), theme.px(4)), (theme.color("accent"), theme.px(2))):
        painter.setPen(QtGui.QPen(colour, wide))
        painter.drawPolygon(around)
    for colour, wide in ((_dark(0.6), theme.px(4)), (_light(1.0), theme.px(2))):
        pen = QtGui.QPen(colour, wide)
        pen.setDashPattern([4, 2])
        painter.setPen(pen)
        painter.drawLine(*check)
    for handle in Handle:
        _paint_handle(painter, theme, place.at(handles[handle]), handle, handles, focus)


def _paint_handle(
    painter: QtGui.QPainter,
    theme: Theme,
    at: QPointF,
    handle: Handle,
    handles: Handles,
    focus: bool,
) -> None:
    active, corner = handle is handles.active, handle in CORNERS
    radius = theme.px(RADIUS)
    if active and focus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ring = radius + theme.px(4)
        for colour, wide in ((_dark(0.7), theme.px(5)), (theme.color("accent"), theme.px(2))):
            painter.setPen(QtGui.QPen(colour, wide))
            painter.drawEllipse(at, ring, ring)
    fill = theme.color("accent") if corner else _light(1.0)
    painter.setPen(QtGui.QPen(_dark(0.8), theme.px(2)))
    painter.setBrush(with_alpha(fill, 1.0 if active else 0.75))
    painter.drawEllipse(at, radius, radius)
    ink = theme.color("on_accent") if corner else _dark(1.0)
    draw_centred(painter, at, str(handle + 1), theme.font("caption", True), ink)


def paint_loupe(
    painter: QtGui.QPainter,
    theme: Theme,
    place: PhotoPlace,
    handles: Handles,
    photo: QtGui.QImage,
    room: QRectF,
) -> None:
    """Paint what lies under the handle in hand, four times as large, in the emptiest corner."""
    # With large text it would lie over the other handles.
    across, edge = min(theme.px(LOUPE), LOUPE_PART * min(room.width(), room.height())), theme.px(8)
    inner = room.adjusted(edge, edge, -edge, -edge)
    glass = max(_corners(inner, across), key=lambda box: _nearest(box.center(), place, handles))
    scale = photo.width() / place.box.width()  # pixels of the photo to one of the widget
    reach = across / NEARER * scale
    x, y = handles[handles.active]
    source = QRectF(x * photo.width() - reach / 2, y * photo.height() - reach / 2, reach, reach)
    painter.save()
    clip = QtGui.QPainterPath()
    clip.addEllipse(glass)
    painter.setClipPath(clip)
    painter.fillRect(glass, theme.color("well"))
    painter.setRenderHint(QtGui.QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(glass, photo, source)
    middle = glass.center()
    for colour, wide in ((_dark(0.7), 3.0), (_light(1.0), 1.0)):
        painter.setPen(QtGui.QPen(colour, wide))
        painter.drawLine(QPointF(glass.left(), middle.y()), QPointF(glass.right(), middle.y()))
        painter.drawLine(QPointF(middle.x(), glass.top()), QPointF(middle.x(), glass.bottom()))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QtGui.QPen(theme.color("line2"), theme.px(2)))
    painter.drawEllipse(glass)


def _corners(room: QRectF, across: float) -> list[QRectF]:
    """Return a box in each corner of the room."""
    return [
        QRectF(x, y, across, across)
        for x in (room.left(), room.right() - across)
        for y in (room.top(), room.bottom() - across)
    ]


def _nearest(middle: QPointF, place: PhotoPlace, handles: Handles) -> float:
    """Return the pixels to the nearest handle."""
    ways = [place.at(handles[handle]) - middle for handle in Handle]
    return min(math.hypot(way.x(), way.y()) for way in ways)


def _dark(alpha: float) -> QtGui.QColor:
    return with_alpha(QtGui.QColor(0, 0, 0), alpha)


def _light(alpha: float) -> QtGui.QColor:
    return with_alpha(QtGui.QColor(255, 255, 255), alpha)


EDGE = 20
"""Pixels around the photo, so that a corner that is cut off can be put outside."""

STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
FINE, COARSE = 0.1, 10.0
"""Pixels of a step with Shift, and with Ctrl."""


@sized(640, 480)
class PhotoCanvas(PaintedWidget):
    """Shows a photo and six handles; `moved` comes when one of them lies elsewhere.

    `shown` is the photo in a size in which it is quickly painted; the loupe looks at the photo itself.

    Keys 1 to 6 take a handle in hand, arrows move it by a pixel, with Shift by a tenth of one, with
    Ctrl by ten.
    """

    moved = Signal()

    def __init__(
        self, theme: Theme, photo: QtGui.QImage, shown: QtGui.QImage, handles: Handles
    ) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(200, 160))
        self.setAccessibleName("Photo with handles")
        self.handles = handles
        self._photo = photo
        self._shown = shown
        self.view: Perspective | None = None
        self.table = (0.0, 0.0)
        self._grip: QPointF | None = None
        self._say_where()

    def show_view(self, view: Perspective | None, width: float, depth: float) -> None:
        """Draw the table of so many inches as this view sees it; None draws only the handles."""
        self.view, self.table = view, (width, depth)
        self.update()

    def place_of(self, handle: Handle) -> QPointF:
        """Return where a handle is on the widget, in pixels."""
        return self.pixel_of(self.handles[handle])

    def pixel_of(self, place: Point) -> QPointF:
        """Return where a place of the photo, in parts of its sides, is on the widget."""
        return self._place().at(place)

    # --- mouse and keys --------------------------------------------------------------------------

    @override
    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        here = event.position()
        apart = {handle: _apart(self.place_of(handle), here) for handle in Handle}
        nearest = min(apart, key=lambda handle: apart[handle])
        if apart[nearest] <= self.theme.px(GRABBED):
            self._take(nearest)
            # Held where it was grabbed, the handle does not jump under the pointer.
            self._grip = self.place_of(nearest) - here
            self.update()

    @override
    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        if self._grip is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self.handles.put(self._place().part(event.position() + self._grip))
            self._tell()

    @override
    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        if self._grip is not None and event.button() is Qt.MouseButton.LeftButton:
            self._grip = None
            self._say_where()

    @override
    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        typed = digit(event)
        if step is not None:
            length = {
                Qt.KeyboardModifier.ShiftModifier: FINE,
                Qt.KeyboardModifier.ControlModifier: COARSE,
            }.get(modifiers, 1.0)
            box = self._place().box
            self.handles.shift(length * step[0] / box.width(), length * step[1] / box.height())
            self._tell()
        elif typed and 1 <= int(typed) <= len(Handle) and not modifiers:
            self._take(Handle(int(typed) - 1))
            announce(self, self.accessibleDescription())
            self.update()
        else:
            super().keyPressEvent(event)

    def _take(self, handle: Handle) -> None:
        self.handles.active = handle
        self._say_where()

    def _tell(self) -> None:
        self._say_where()
        self.update()
        self.moved.emit()

    def _say_where(self) -> None:
        handle = self.handles.active
        across, down = self.handles[handle]
        words = f"{handle + 1}, {handle.words}, {across:.1%} from the left, {down:.1%} from the top"
        self.setAccessibleDescription(words)

    # --- painting --------------------------------------------------------------------------------

    @override
    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint photo, table and loupe, and the handles over all of it."""
        place = self._place()
        painter.fillRect(box, self.theme.color("well"))
        painter.setRenderHint(QtGui.QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place.box, self._shown)
        if self.view is not None:
            paint_table(painter, self.theme, place, self.view, self.table)
        if self.hasFocus() or self._grip is not None:
            paint_loupe(painter, self.theme, place, self.handles, self._photo, box)
        paint_handles(painter, self.theme, place, self.handles, focus=self.hasFocus())

    def _place(self) -> PhotoPlace:
        """Return where the photo lies on the widget now."""
        room = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        size = self._photo.size().scaled(room.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(QPointF(0, 0), size.toSizeF())
        box.moveCenter(room.center())
        return PhotoPlace(box)


def _apart(one: QPointF, other: QPointF) -> float:
    return math.hypot(one.x() - other.x(), one.y() - other.y())


PLATE = 32
"""Studs along a side of the usual baseplate."""

MOST_STUDS, LONGEST = 500, 1000
"""The longest side in studs, and in inches."""


class KnownRectangle(IntEnum):
    """What the four handles are dragged onto, in the order of the switch."""

    TABLE = 0
    PLATE = 1
    MEASURED = 2


class KnownShape(QWidget):
    """Asks for a known rectangle and where it lies; `changed` comes with every change."""

    changed = Signal()

    def __init__(
        self, theme: Theme, table: tuple[float, float], before: Rectangle | None = None
    ) -> None:
        super().__init__()
        self._theme, self._table = theme, table
        segments = (Segment("Table"), Segment("Baseplate"), Segment("Other"))
        self.kind = Segmented(theme, segments)
        self.kind.chosen.connect(self._choose)
        self._words = note(theme)
        self.studs = self._pair("Studs across", "Studs deep", 1, MOST_STUDS, "studs", 0)
        self.sides = self._pair("Width", "Depth", 0.1, LONGEST, '"', 2)
        self.corner = self._pair("From the left", "From the far edge", -LONGEST, LONGEST, '"', 2)
        (self.turned,) = self._boxes(("Turned clockwise",), -360, 360, "°", 1)
        self._lay_out()
        self._begin(before)

    def rectangle(self) -> Rectangle | None:
        """Return the rectangle; None, with the field marked, where a number is missing."""
        if self.kind.current() == KnownRectangle.TABLE:
            return Rectangle(0.0, 0.0, *self._table)
        plate = self.kind.current() == KnownRectangle.PLATE
        boxes = (*(self.studs if plate else self.sides), *self.corner, self.turned)
        numbers = [self._number(box) for box in boxes]
        if any(number is None for number in numbers):
            return None
        across, deep, x, y, turned = (number or 0.0 for number in numbers)
        inches = STUD if plate else 1.0
        return Rectangle(x, y, across * inches, deep * inches, turned)

    def _number(self, box: FieldBox) -> float | None:
        editor = box.editor
        assert isinstance(editor, MeasureEdit)
        box.set_problem(editor.problem())
        return None if box.problem() else editor.value()

    def _begin(self, before: Rectangle | None) -> None:
        wide, deep = self._table
        _fill(self.studs, PLATE, PLATE)
        if before is None or (before == Rectangle(0.0, 0.0, wide, deep)):
            _fill(self.sides, 10, 10)
            # Somewhere has to be said first; the middle is seldom far off.
            side = PLATE * STUD
            _fill(self.corner, round((wide - side) / 2, 1), round((deep - side) / 2, 1))
            _fill((self.turned,), 0)
            self._choose(KnownRectangle.TABLE)
            return
        studs = before.width / STUD, before.depth / STUD
        # Sides of whole studs were said as a baseplate.
        whole = all(abs(each - round(each)) < 1e-6 for each in studs)
        _fill(self.studs, *(round(each) for each in studs) if whole else (PLATE, PLATE))
        _fill(self.sides, round(before.width, 2), round(before.depth, 2))
        _fill(self.corner, round(before.x, 2), round(before.y, 2))
        _fill((self.turned,), round(before.turned, 1))
        self._choose(KnownRectangle.PLATE if whole else KnownRectangle.MEASURED)

    def _choose(self, place: int) -> None:
        kind = KnownRectangle(place)
        self.kind.set_current(kind)
        wide, deep = self._table
        self._words.say(
            {
                KnownRectangle.TABLE: f"The whole table, {in_inches(wide)} by {in_inches(deep)}.",
                KnownRectangle.PLATE: "A stud is 8 mm: 32 studs are 10.08 inches.",
                KnownRectangle.MEASURED: "Any rectangle whose sides you have measured.",
            }[kind]
        )
        for boxes, shown in (
            (self.studs, kind is KnownRectangle.PLATE),
            (self.sides, kind is KnownRectangle.MEASURED),
            ((*self.corner, self.turned, self._where), kind is not KnownRectangle.TABLE),
        ):
            for box in boxes:
                box.setVisible(shown)
        self.changed.emit()

    def _pair(
        self, one: str, other: str, least: float, most: float, unit: str, decimals: int
    ) -> tuple[FieldBox, ...]:
        return self._boxes((one, other), least, most, unit, decimals)

    def _boxes(
        self, labels: tuple[str, ...], least: float, most: float, unit: str, decimals: int
    ) -> tuple[FieldBox, ...]:
        made = []
        for label in labels:
            editor = MeasureEdit(self._theme, least, most, unit, decimals)
            editor.textEdited.connect(lambda _text: self.changed.emit())
            made.append(FieldBox(self._theme, label, editor))
        return tuple(made)

    def _lay_out(self) -> None:
        self._where = note(self._theme, "Where its far left corner lies on the table:")
        rows = (self.studs, self.sides, ((self._where, 2),), self.corner, (self.turned,))
        fields = in_grid(self._theme, *rows, gap=10)
        in_column(self._theme, self.kind, self._words, fields, gap=10, on=self)


def _fill(boxes: tuple[FieldBox, ...], *numbers: float) -> None:
    for box, number in zip(boxes, numbers, strict=True):
        editor = box.editor
        assert isinstance(editor, MeasureEdit)
        editor.set_value(number)


LARGEST_SHOWN = 1600
"""Pixels of the longer side of the copy that a sheet paints."""


class Taken(Struct, frozen=True):
    """A photo as it is kept, as it is looked at through the loupe, and as it is painted."""

    photo: PhotoCopy
    image: QtGui.QImage
    shown: QtGui.QImage


def from_file(path: Path) -> Taken:
    """Return the photo in a file. Raise BadInput as `photo_from`."""
    return from_campaign(photo_from(path).data)


def to_pin(path: Path) -> PhotoCopy:
    """Return the photo in a file, small enough to be pinned. Raise BadInput as `photo_from`."""
    return photo_from(path, MOST_PINNED)


def from_campaign(data: bytes) -> Taken:
    """Return a photo that a campaign keeps. Raise BadInput if its bytes are damaged."""
    # Not by Qt: it would hold up the window while it unpacks, also on a thread of its own.
    photo = unpacked(data, (0, LARGEST_SHOWN))
    whole, shown = photo.sizes
    copy = PhotoCopy(name_of(data), data, photo.width, photo.height)
    return Taken(copy, image_of(whole), image_of(shown))


SIDE = 300
"""Pixels at 100 % of the column of fields."""

HOW = (
    "Drag the handles 1 to 4 onto its corners, or press a handle's number and move it with the arrows "
    "(Shift: finer, Ctrl: farther). The thin lines are the table, a line every six inches."
)


class PhotoSheet(Sheet):
    """Lays a photo under the map. With `before` it corrects how one lies, or puts another in its place.

    `another` comes when a newer photo is wanted instead.
    """

    another = Signal()

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        desk: Desk,
        ground: Ground,
        taken: Taken,
        before: TablePhoto | None = None,
    ) -> None:
        super().__init__(
            theme, host, "Photo of the table", "Lay it under the map", 1180, 860, scrolls=False
        )
        self._desk, self.taken = desk, taken
        self._table = ground.width, ground.depth
        # The corners of another photo say nothing about this one.
        same = before is not None and before.picture == taken.photo.name
        corners = before.corners if before is not None and same else ()
        self.canvas = PhotoCanvas(theme, taken.image, taken.shown, Handles(corners))
        self.known = KnownShape(theme, self._table, before.known if before else None)
        self.check = MeasureEdit(theme, 0.1, 1000, '"', 2)
        self._check_box = FieldBox(
            theme, "The check line is really", self.check, "5 and 6, if you like"
        )
        self.reading = note(theme)
        self.opacity = MeasureEdit(theme, 100 * FAINTEST, 100, "%")
        self.opacity.set_value(round(100 * (before.opacity if before else 1.0)))
        self._opacity_box = FieldBox(theme, "How solid", self.opacity)
        self._lay_out()
        if before is not None:
            self._offer_removal()
        for changed in (self.canvas.moved, self.known.changed, self.check.textEdited):
            changed.connect(lambda *_: self._follow())
        self._follow()

    @override
    def first_field(self) -> QWidget:
        return self.canvas

    @override
    def submit(self) -> None:
        """Save the photo and how it lies; say what is wrong, if anything is."""
        known = self.known.rectangle()
        self._opacity_box.set_problem(self.opacity.problem())
        opacity = self.opacity.value()
        if known is None or opacity is None or self._opacity_box.problem():
            self.fail("A number is missing or wrong; it is marked.")
            return
        if words := self._fault(known):
            self.fail(words)
            return
        act = SetBackground(
            picture=self.taken.photo.name,
            corners=self.canvas.handles.corners,
            x=known.x,
            y=known.y,
            width=known.width,
            depth=known.depth,
            turned=known.turned,
            opacity=opacity / 100,
        )
        self._done(self._desk.do_with_photo(self.taken.photo, act))

    def remove(self) -> None:
        """Take the photo away from under the map."""
        self._done(self._desk.do(RemoveBackground()))

    def _done(self, answer: Changes | NotDone) -> None:
        if isinstance(answer, Changes):
            self.close_sheet()
        elif answer.sentence:
            self.fail(answer.sentence)

    def _view(self, known: Rectangle) -> Perspective | None:
        try:
            return perspective(self.canvas.handles.corners, known)
        except BadInput:
            return None

    def _fault(self, known: Rectangle) -> str:
        try:
            view = perspective(self.canvas.handles.corners, known)
        except BadInput as error:
            return error.sentence
        return BEHIND if hides_part_of(view, *self._table) else ""

    def _follow(self) -> None:
        """Draw the table and measure the check line, with the handles where they are now."""
        known = self.known.rectangle()
        view = self._view(known) if known is not None else None
        self.canvas.show_view(view, *self._table)
        fault = self._fault(known) if known is not None else ""
        if fault:
            self.fail(fault)
        else:
            self.problem.clear()
        self.reading.say(self._measured(view))

    def _measured(self, view: Perspective | None) -> str:
        handles = self.canvas.handles
        ends = (handles[Handle.CHECK_START], handles[Handle.CHECK_END])
        spots = [view.to_table(end) for end in ends] if view is not None else []
        if len(spots) < 2 or spots[0] is None or spots[1] is None:
            return ""
        inches = math.dist(spots[0], spots[1])
        self._check_box.set_problem(self.check.problem(optional=True))
        really = self.check.value()
        if really is None or self._check_box.problem():
            return f'It measures {inches:.4g}".'
        off = inches - really
        # Less than can be shown with two decimals.
        if abs(off) < 0.005:
            return f'It measures {inches:.4g}": exactly right.'
        word = "long" if off > 0 else "short"
        return f'It measures {inches:.4g}": {abs(off):.2g}" too {word}, {abs(off) / really:.1%}.'

    def _offer_removal(self) -> None:
        button = Button(self.theme, "Take the photo away", "quiet", "trash", does=self.remove)
        newer = Button(self.theme, "Another photo…", "quiet", "photo", does=self._want_another)
        # Behind the button that lays the photo, before the stretch.
        self.foot.insertWidget(1, newer)
        self.foot.insertWidget(2, button)

    def _want_another(self) -> None:
        self.close_sheet()
        self.another.emit()

    def _lay_out(self) -> None:
        title = plain_label(self.theme, "What lies at the corners", "title")
        known = (title, self.known, note(self.theme, HOW), self._check_box, self.reading)
        fields = (*known, self._opacity_box, SPRING)
        side = scrolling(held(in_column(self.theme, *fields, gap=12, edges=(0, 0, 8, 0))))
        side.setFrameShape(QFrame.Shape.NoFrame)
        side.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side.setFixedWidth(self.theme.px(SIDE))
        nest(self.body, in_row(self.theme, (self.canvas, 1), side, gap=16), 1)
