"""What is painted over the table at the same size at every zoom: selection, labels, shots."""

from collections.abc import Iterable, Iterator
from heapq import nlargest
from itertools import cycle
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QPolygonF

from brikdesk.ground.labels import Box, WantedLabel, placed
from brikdesk.lengths import in_inches
from brikdesk.store.views.battlefield import Ground
from ui.look.icons import CHIP, paint_icon
from ui.look.theme import Theme
from ui.models.map import DrawnShot, Landing, Ring, UnitToken, Zone
from ui.panels.map.scene import FIELDS, FLIGHTS, LABELS, UNITS, MapScene
from ui.panels.map.view import PLATE, MapView, paint_plate, plate_width
from ui.widgets.painted import (
    draw_focus,
    draw_line,
    draw_plate,
    in_lines,
    picturing,
    square_in,
    text_height,
    text_width,
    with_alpha,
)

BAND = 2.0
"""Inches from one ring of an explosion to the next (8.4-27)."""

SIDES = (QPointF(0, 1), QPointF(0, -1), QPointF(1, 0), QPointF(-1, 0))
"""Where the inches of one ring after another stand on it: on one side they would push each other off."""

MOST_RINGS = 12

MOST_LINES = 4
"""Lines that the words of a tool take over the map at most."""


class Plate(NamedTuple):
    """A few words around a point of the table, in inches."""

    words: str
    tone: str
    middle: QPointF


def paint_shot(painter: QPainter, view: MapView, shot: DrawnShot) -> None:
    """Paint the line from the weapon to the target, the rings, and where a miss may land."""
    theme = view.theme
    for ring in shot.rings:
        _paint_ring(painter, view, ring)
    for zone in shot.zones:
        _paint_zone(painter, view, zone, "danger")
    for ghost in shot.ghosts:
        _paint_zone(painter, view, ghost, "aim", Qt.PenStyle.DashLine)
    if shot.landing is not None:
        _paint_landing(painter, view, shot.landing)
    if shot.place is not None and shot.place.said is not None:
        paint_cross(painter, view, QPointF(*shot.place.said), "aim")
    if shot.start is None or shot.goal is None:
        return
    start, goal = (view.to_view(QPointF(*at)) for at in (shot.start, shot.goal))
    painter.setPen(QPen(theme.color("aim"), theme.px(2), Qt.PenStyle.DashLine))
    painter.drawLine(start, goal)


def paint_plates(painter: QPainter, view: MapView, shot: DrawnShot) -> None:
    """Paint the inches of a shot just where they belong, whatever lies there."""
    for plate in plates_of(shot):
        paint_plate(painter, view.theme, view.to_view(plate.middle), plate.words, plate.tone)


def plates_of(shot: DrawnShot) -> Iterator[Plate]:
    """Yield the inches of a shot, the most important first."""
    if shot.start is not None and shot.goal is not None and shot.inches is not None:
        source = ", measured" if shot.measured else ""
        middle = (QPointF(*shot.start) + QPointF(*shot.goal)) / 2
        yield Plate(f"{in_inches(shot.inches)}{source}", "aim", middle)
    landing = shot.landing
    # Once it is said the words have done their work, and rings have plates of their own.
    if landing is not None and landing.said is None:
        edge = QPointF(*landing.middle) + QPointF(0, landing.radius)
        yield Plate(f'lands within {landing.inches}"', "aim", edge)
    for tone, zones in (("danger", shot.zones), ("aim", shot.ghosts)):
        for zone in zones:
            yield Plate(zone.words, tone, plates_below(zone))
    for ring in shot.rings:
        for reach, side in zip(_reaches(ring), cycle(SIDES), strict=False):
            yield Plate(in_inches(reach), "danger", QPointF(*ring.middle) + side * reach)


def plates_below(zone: Zone) -> QPointF:
    """Return where the words of a zone stand: in the middle of its lowest edge."""
    across = [x for x, _ in zone.outline.core]
    low = max(y for _, y in zone.outline.core) + zone.outline.radius
    return QPointF((min(across) + max(across)) / 2, low)


def _reaches(ring: Ring) -> Iterator[float]:
    """Yield how far each ring of an explosion reaches, in inches, from the inmost on."""
    for number in range(1, MOST_RINGS + 1):
        yield min(BAND * number, ring.radius)
        if BAND * number >= ring.radius:
            return


def _paint_landing(painter: QPainter, view: MapView, ring: Landing) -> None:
    theme, radius = view.theme, ring.radius * view.scale_now
    middle, aim = view.to_view(QPointF(*ring.middle)), theme.color("aim")
    painter.setPen(QPen(aim, theme.px(1.5), Qt.PenStyle.DashLine))
    painter.setBrush(with_alpha(aim, 0.08))
    painter.drawEllipse(middle, radius, radius)
    if ring.said is not None:
        paint_cross(painter, view, QPointF(*ring.said), "aim")


def paint_covered(painter: QPainter, view: MapView, covers: Zone, point: QPointF) -> None:
    """Paint what will lie at a point if it is chosen, with its size."""
    zone = covers.at((point.x(), point.y()))
    _paint_zone(painter, view, zone, "aim", Qt.PenStyle.DashLine)
    below = plates_below(zone)
    paint_plate(painter, view.theme, view.to_view(below), zone.words, "aim")


def paint_cross(painter: QPainter, view: MapView, point: QPointF, colour: str) -> None:
    """Paint an X on a point of the table: what is aimed at, or where something comes down."""
    theme, place = view.theme, view.to_view(point)
    arm = theme.px(9)
    pen = QPen(theme.color(colour), theme.px(4))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(place + QPointF(-arm, -arm), place + QPointF(arm, arm))
    painter.drawLine(place + QPointF(-arm, arm), place + QPointF(arm, -arm))


def _paint_zone(
    painter: QPainter,
    view: MapView,
    zone: Zone,
    token: str,
    line: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    colour, outline = view.theme.color(token), zone.outline
    painter.setPen(QPen(colour, view.theme.px(1.5), line))
    painter.setBrush(with_alpha(colour, 0.08))
    corners = [view.to_view(QPointF(*corner)) for corner in outline.core]
    if len(corners) == 1:
        reach = outline.radius * view.scale_now
        painter.drawEllipse(corners[0], reach, reach)
    else:
        painter.drawPolygon(QPolygonF(corners))


def _paint_ring(painter: QPainter, view: MapView, ring: Ring) -> None:
    theme, scale = view.theme, view.scale_now
    middle, danger = view.to_view(QPointF(*ring.middle)), theme.color("danger")
    for number, reach in enumerate(_reaches(ring)):
        line = Qt.PenStyle.SolidLine if number == 0 else Qt.PenStyle.DashLine
        painter.setPen(QPen(danger, theme.px(1.5), line))
        painter.setBrush(with_alpha(danger, 0.06))
        painter.drawEllipse(middle, reach * scale, reach * scale)


GAP = 2.0
"""Pixels between a label and what it names."""

LABEL, PADDING = 20, 6
"""A label's height and the room beside its words, in pixels at 100 %."""

LONGEST = 160
"""Pixels at 100 % after which the words of a label are cut."""

NAMED_FROM = 2
"""Inches of Size from which a unit is named without being selected, where there is room."""

MOST_NAMES = 150
"""Units that are named at most: more would be a wall of words."""

MOST_PICTURES = 4 * MOST_NAMES
"""Pictures of labels that are kept: the inches of each aim are others."""

SHOT = 1000.0
"""The rank of the inches of a shot, before all names."""

_FIELD_ICONS = {"SMOKE": "smoke", "EXPOSURE": "gas", "CONCEALED": "mine", "SHIELD": "shield"}


def _box(of: QRectF) -> Box:
    return Box(of.left(), of.top(), of.width(), of.height())


def _rect(of: Box) -> QRectF:
    return QRectF(of.left, of.top, of.wide, of.high)


class LabelLook(NamedTuple):
    """What a label says and how; one with a `tone` tells inches of a shot."""

    words: str
    icon: str = ""
    chosen: bool = False
    tone: str = ""


class MapOverlay:
    """Paints what belongs to the map and not to the table."""

    def __init__(self, theme: Theme, view: MapView, scene: MapScene) -> None:
        self._theme, self._view, self._scene = theme, view, scene
        self.ground: Ground | None = None
        self.hidden: frozenset[str] = frozenset()
        self.selected = 0
        self.several: frozenset[int] = frozenset()
        self.roomy = True
        self.only: tuple[int, ...] | None = None
        """The units that alone are named, and nothing else; None: whatever there is room for."""
        self.shot: DrawnShot | None = None
        self.pointing = False
        """Whether a tool points, with a mark of its own."""
        self.note = ""
        """What the line under the map is too short for."""
        self._placed: dict[str, QRectF] | None = None
        self._found: dict[str, QRectF] = {}
        self._found_from: tuple[object, ...] = ()
        self._placed_for: tuple[object, ...] = ()
        self._placed_at, self._forgotten = 1.0, 0
        self._owners: dict[str, QPointF] = {}
        view.sharpened.append(self.sharpen)
        self._words: dict[str, LabelLook] = {}
        self._plates: dict[LabelLook, QPixmap] = {}

    def forget(self) -> None:
        """Place the labels again when they are next painted."""
        self._placed = None
        self._words.clear()
        self._forgotten += 1

    def keep_told_apart(self) -> None:
        """Draw those of whom something is told beside the heap that they stand in."""
        struck = self.shot.struck if self.shot else ()
        if self._scene.show_beside(frozenset((*(self.only or ()), *struck))):
            self.forget()

    def restyle(self) -> None:
        """Draw the labels anew, in the colours and sizes of the theme."""
        self._plates.clear()
        self.forget()

    def paint(self, painter: QPainter) -> None:
        """Paint rings around what is selected, the labels, and the focus ring of the map."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_rings(painter)
        if self.shot is not None:
            paint_shot(painter, self._view, self.shot)
            self._paint_under_pointer(painter, self.shot)
        self._paint_labels(painter)
        if self.note:
            self._paint_note(painter)
        if self._view.hasFocus():
            room = QRectF(self._view.viewport().rect()).adjusted(1, 1, -1, -1)
            draw_focus(painter, room, self._theme, self._theme.px(8))

    def _paint_under_pointer(self, painter: QPainter, shot: DrawnShot) -> None:
        """Paint what a click there would lay down."""
        place, view = shot.place, self._view
        if place is None or place.covers is None or self.pointing:
            return
        here = view.to_table(view.pointer)
        near = place.said is not None and (QPointF(*place.said) - here).manhattanLength() < 1
        if not near and view.rect().contains(view.pointer.toPoint()):
            paint_covered(painter, view, place.covers, here)

    def _paint_note(self, painter: QPainter) -> None:
        """Paint it over the foot of the view, or over its head where the hand or the unit is at the foot."""
        theme, room = self._theme, QRectF(self._view.viewport().rect())
        pad, font = theme.px(PADDING), theme.font("small")
        lines = in_lines(self.note, font, room.width() - 6 * pad, MOST_LINES)
        step = text_height(font)
        high = step * len(lines) + 2 * pad
        token = self._scene.token(self.selected)
        at = [self._view.pointer.y()]
        at += [self._view.to_view(QPointF(token.x, token.y)).y()] if token else []
        head = max(at) > room.bottom() - high - theme.px(60)
        top = room.top() + 2 * pad if head else room.bottom() - high - 2 * pad
        box = QRectF(room.left() + 2 * pad, top, room.width() - 4 * pad, high)
        draw_plate(painter, box, theme.px(6), theme.color("bg1"), theme.color("line2"), 1)
        for number, line in enumerate(lines):
            place = QRectF(box.left() + pad, box.top() + pad + number * step, box.width(), step)
            draw_line(painter, place, line, font, theme.color("text"))

    def boxes(self) -> dict[str, QRectF]:
        """Return where each label is painted when the zoom rests, in pixels of the view."""
        self._view.settle()
        corner = self._view.to_view(QPointF(0, 0))
        return {key: box.translated(corner) for key, box in self._labels().items()}

    def _paint_rings(self, painter: QPainter) -> None:
        ringed = set() if UNITS in self.hidden else {*self.several, self.selected}
        clusters = self._scene.clusters
        # Of those that one disc stands for, one is ringed.
        for unit_id in {clusters.first_of(each): each for each in sorted(ringed)}.values():
            self._paint_ring(painter, unit_id)
        struck = self.shot.struck if self.shot is not None and UNITS not in self.hidden else ()
        for unit_id in {clusters.first_of(each): each for each in struck}.values():
            self._paint_ring(painter, unit_id, "danger")

    def _paint_ring(self, painter: QPainter, unit_id: int, colour: str = "accent") -> None:
        """Paint the ring of a unit; where several are selected, Tab may stand on one more."""
        token = self._scene.token(unit_id)
        if token is None:
            return
        scale = self._view.scale_now
        box = self._scene.seen_as(token, scale)
        # Who is selected and caught has two rings.
        side = box.width() * scale + self._theme.px(8 if colour == "accent" else 15)
        ring = QRectF(0, 0, side, side)
        ring.moveCenter(self._view.to_view(box.center()))
        wide = self._theme.px(2.5)
        pen = QPen(self._theme.color(colour), wide)
        if colour == "accent" and self.several and unit_id not in self.several:
            pen.setDashPattern([2, 2])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(ring.adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2))

    # --- labels ----------------------------------------------------------------------------------

    def _paint_labels(self, painter: QPainter) -> None:
        corner = self._view.to_view(QPointF(0, 0))
        room = QRectF(self._view.viewport().rect())
        for key, box in self._labels().items():
            place = box.translated(corner)
            if place.intersects(room):
                # On whole pixels: half a pixel would blur the letters.
                painter.drawPixmap(place.topLeft().toPoint(), self._plate(self._words[key]))

    def _labels(self) -> dict[str, QRectF]:
        """Return the boxes of labels in pixels, counted from the far left corner of the table."""
        scale = self._view.scale_now
        elsewhere = self._placed_at != scale and self._view.at_rest
        if self._placed is None or self._placed_for != self._asked() or elsewhere:
            for _ in self._place():
                pass
        placed, before = self._placed or {}, self._placed_at
        if before == scale:
            return placed
        # While it is zoomed each label stays beside what it names.
        return {
            key: box.translated(self._owners[key] * (scale - before)) for key, box in placed.items()
        }

    def sharpen(self) -> Iterator[None]:
        """Place the labels if they were placed for another zoom; it may pause in between."""
        if self._placed_at != self._view.scale_now:
            yield from self._place()

    def _asked(self) -> tuple[object, ...]:
        return self.selected, self.hidden, self.roomy, self.shot, self.only, self._forgotten

    def _place(self) -> Iterator[None]:
        asked, scale = self._asked(), self._view.scale_now
        wanted = list(self._wanted())
        tokens = [] if UNITS in self.hidden else self._scene.boxes_seen(scale)
        # By their keys: of equals the same ones are shown every time.
        wanted.sort(key=lambda one: one.named)
        # Most acts move nothing: then the labels stay where they are.
        if (from_now := (wanted, tokens, _box(self._room()))) != self._found_from:
            found: dict[str, QRectF] = {}
            for label in placed(*from_now, GAP):
                if label is not None:
                    one, box = label
                    found[one.named] = _rect(box)
                yield
            self._found, self._found_from = found, from_now
        if asked == self._asked():
            self._placed, self._placed_for, self._placed_at = self._found, asked, scale
            self._owners = {one.named: _rect(one.beside).center() / scale for one in wanted}

    def _room(self) -> QRectF:
        """Return the table with what is around it when it is seen whole, in pixels."""
        if self.only is not None:  # in a window that nobody pans
            return QRectF(self._view.viewport().rect()).translated(-self._view.to_view(QPointF()))
        ground, scale, edge = self.ground, self._view.scale_now, self._view.margin
        wide, deep = (ground.width, ground.depth) if ground else (0.0, 0.0)
        return QRectF(-edge, -edge, wide * scale + 2 * edge, deep * scale + 2 * edge)

    def _wanted(self) -> Iterator[WantedLabel[str]]:
        if self.only is None:
            yield from self._inches()
        if LABELS in self.hidden:
            return
        scale = self._view.scale_now
        for token in self._named():
            chosen = self.only is not None or token.unit_id == self.selected
            look, box = LabelLook(token.name, chosen=chosen), self._pixels(token.unit_id)
            yield self._want(f"unit-{token.unit_id}", look, box, token.size, must=chosen)
        ground = self.ground
        if ground is None or self.only is not None:
            return
        for disc in ground.discs if FIELDS not in self.hidden else ():
            icon = _FIELD_ICONS.get(disc.kind.name, "field")
            look = LabelLook(f'{disc.name}  {disc.size}"', icon)
            # In the middle of a Field nothing is covered that the label would not name.
            side = self._theme.line_px(LABEL)
            middle = QPointF(disc.x, disc.y) * scale
            box = QRectF(middle.x() - 1, middle.y() - side / 2 - 2, 2, 0)
            yield self._want(f"field-{disc.id}", look, box, 20 + disc.size)
        for flight in ground.flights if FLIGHTS not in self.hidden else ():
            middle = QPointF(*flight.now) * scale
            side = self._theme.px(24)
            box = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
            look = LabelLook(f"{flight.name}  {in_inches(flight.travelled)}", "projectile")
            yield self._want(f"flight-{flight.id}", look, box, 40)

    def _inches(self) -> Iterator[WantedLabel[str]]:
        """Yield the inches of what is shot, which are shown whatever names are in the way."""
        scale, high = self._view.scale_now, self._theme.line_px(PLATE)
        for number, plate in enumerate(plates_of(self.shot) if self.shot else ()):
            middle = plate.middle * scale
            # A box as if it stood above: the first place, below it, is around the middle.
            box = QRectF(middle.x() - 1, middle.y() - high / 2 - GAP, 2, 0)
            look = LabelLook(plate.words, tone=plate.tone)
            yield self._want(f"shot-{number}", look, box, SHOT - number, must=True)

    def _named(self) -> Iterable[UnitToken]:
        """Return the units that are named: the largest, and the selected one."""
        if UNITS in self.hidden:
            return ()
        if self.only is not None:
            return filter(None, map(self._scene.token, self.only))
        apart = self._scene.clusters.of
        large = [
            token
            for token in self._scene.tokens
            if token.size >= NAMED_FROM and apart(token.unit_id) is None
        ]
        named = nlargest(MOST_NAMES, large, key=lambda token: token.size) if self.roomy else []
        chosen = self._scene.token(self.selected)
        return [*named, chosen] if chosen is not None and chosen not in named else named

    def _want(
        self, key: str, look: LabelLook, beside: QRectF, rank: float, must: bool = False
    ) -> WantedLabel[str]:
        self._words[key] = look
        size = self._plate(look).deviceIndependentSize()
        return WantedLabel(key, _box(beside), size.width(), size.height(), rank, must)

    def _pixels(self, unit_id: int) -> QRectF:
        token = self._scene.token(unit_id)
        assert token is not None
        scale = self._view.scale_now
        box = self._scene.seen_as(token, scale)
        return QRectF(box.topLeft() * scale, box.size() * scale)

    def _plate(self, look: LabelLook) -> QPixmap:
        """Return a label as a picture; equal labels are drawn once."""
        if look not in self._plates:
            if len(self._plates) >= MOST_PICTURES:
                self._plates.clear()
            self._plates[look] = self._drawn(look)
        return self._plates[look]

    def _drawn(self, look: LabelLook) -> QPixmap:
        theme, pad, ratio = self._theme, self._theme.px(PADDING), self._view.devicePixelRatioF()
        if look.tone:
            wide = plate_width(theme, look.words)
            with picturing(wide, theme.line_px(PLATE), ratio) as (picture, painter, box):
                paint_plate(painter, theme, box.center(), look.words, look.tone)
            return picture
        font = theme.font("caption", strong=look.chosen)
        before = theme.px(CHIP + 4) if look.icon else 0
        wide = (
            min(text_width(font, look.words), theme.px(LONGEST) + 6 * theme.least)
            + 2 * pad
            + before
            + 1
        )
        ink = theme.color("text" if look.chosen else "text2")
        with picturing(wide, theme.line_px(LABEL), ratio) as (picture, painter, box):
            ground, line = with_alpha(theme.color("bg0"), 0.88), theme.color("line2")
            draw_plate(painter, box, theme.px(6), ground, line, 1)
            if look.icon:
                place = QRectF(pad, 0, theme.px(CHIP), box.height())
                mark = square_in(place, theme.px(CHIP))
                paint_icon(painter, mark, theme, look.icon, "text2")
            draw_line(painter, box.adjusted(pad + before, 0, -pad + 1, 0), look.words, font, ink)
        return picture
