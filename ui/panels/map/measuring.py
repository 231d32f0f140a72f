"""The tools that measure and point: inches, arcs, blasts, sight, a target."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPen
from typing_extensions import override

from brikdesk.ground.gaps import DEGREES_PER_POINT, gap
from brikdesk.ground.shapes import bearing, disc
from brikdesk.lengths import at_spot, in_inches, read_spot
from brikdesk.store.views.battlefield import Seen, sight_to
from ui.campaign.desk import Desk
from ui.look.shortcuts import digit, sign
from ui.models.map import DrawnShot, Landing, Ring, UnitToken, Zone
from ui.panels.map.overlay import BAND, paint_covered, paint_cross, paint_plates, paint_shot
from ui.panels.map.scene import MapScene
from ui.panels.map.view import ENTER, MapView, Pointing, Tool, paint_plate, paint_way, step_of
from ui.widgets.painted import with_alpha

if TYPE_CHECKING:
    from brikdesk.acts.battlefield.by_the_map import InArc, InBlast
    from ui.models.attack.controller import Sweeper


class TapeMeasure(Tool):
    """A tape measure: arrows or the pointer move its end, a click or Enter begins another leg.

    From a unit to a unit the inches are those between their edges, which the rules ask for.
    """

    stays = True
    keys = (
        ("← ↑ ↓ →", 'move 1"'), ("click", "next leg"), ("Enter", "next leg"),
        ("Ctrl C", "copy"), ("Esc", "end"),
    )  # fmt: skip

    def __init__(self, view: MapView, scene: MapScene, start: QPointF) -> None:
        super().__init__(view)
        self._scene = scene
        self.points, self.at = [QPointF(start)], QPointF(start)

    @override
    def press(self, point: QPointF) -> None:
        self.at = self._caught(point)
        self._turn()

    @override
    def follow(self, point: QPointF) -> None:
        self.at = self._caught(point)
        self.tell()

    @override
    def key(self, event: QKeyEvent) -> bool:
        step = step_of(event)
        if step is not None:
            self.at = self.at + step
            self.view.ensure(self.at)
            self.tell()
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.words_now())
        elif event.key() in ENTER:
            # Where no leg was begun there is nothing to end: the key goes on to the desk.
            goes_on = self.at != self.points[-1]
            self._turn()
            return goes_on
        elif event.key() == Qt.Key.Key_Escape:
            self.ended.emit()
        elif event.key() == Qt.Key.Key_Backspace and len(self.points) > 1:
            self.at = self.points.pop()
            self.tell()
        else:
            return False
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        words = in_inches(sum(self._legs()))
        paint_way(painter, self.view, (*self.points, self.at), "aim", words)

    def _turn(self) -> None:
        if self.at != self.points[-1]:
            self.points.append(QPointF(self.at))
        self.tell()

    def _caught(self, point: QPointF) -> QPointF:
        """Return the middle of the unit under the pointer, or the point itself."""
        # The middle, so that `_between_edges` finds the same unit there again.
        unit_id = self._scene.unit_at(point, self.view.scale_now)
        token = self._scene.token(unit_id)
        return QPointF(token.x, token.y) if token else point

    def _way(self) -> list[QPointF]:
        """Return all points; the end only where it is no longer on the last of them."""
        return [*self.points, self.at] if self.at != self.points[-1] else list(self.points)

    def _legs(self) -> list[float]:
        return [_apart(one, other) for one, other in pairwise(self._way())]

    @override
    def words_now(self) -> str:
        legs = self._legs()
        words = in_inches(sum(legs))
        if len(legs) > 1:
            words += " = " + " + ".join(in_inches(leg) for leg in legs)
        edges = self._between_edges()
        return f"{words}, {in_inches(edges)} between the edges" if edges is not None else words

    def _between_edges(self) -> float | None:
        """Return the inches between the edges of the units at both ends; None if one is missing."""
        scale = self.view.scale_now
        way = self._way()
        if len(way) != 2:
            return None
        ends = (self._scene.unit_standing_at(point, scale) for point in way)
        one, other = map(self._scene.token, ends)
        if one is None or other is None or one is other:
            return None
        return gap(disc(one.x, one.y, one.size / 2), disc(other.x, other.y, other.size / 2))


def _apart(one: QPointF, other: QPointF) -> float:
    return math.hypot(other.x() - one.x(), other.y() - one.y())


class Arcing(Pointing):
    """An arc from a unit toward the point. Digits say of how many points it is.

    With a weapon that fires arcs, Enter, A and a click attack everybody in the arc and its Range.
    """

    keys: tuple[tuple[str, str], ...] = (
        ("1–9", "points"), ("Tab", "next unit"), ("← ↑ ↓ →", 'move 1"'), ("Esc", "end"),
    )  # fmt: skip

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        desk: Desk,
        token: UnitToken,
        sweeper: "Sweeper",
        attack: "Callable[[Sweeper, Sequence[InArc]], None]",
    ) -> None:
        # Half a foot toward the far edge, until somebody points elsewhere.
        super().__init__(view, scene, QPointF(token.x, token.y - 6))
        self._desk, self._token, self._sweeper, self._attack = desk, token, sweeper, attack
        if sweeper.name:
            self.keys = (("Enter A", "attack"), *Arcing.keys)

    @override
    def words_now(self) -> str:
        sweeper = self._sweeper
        swept = ", ".join(
            f"{each.name} {in_inches(each.distance)}{_spans(each)}" for each in self._swept()
        )
        points = "1 point" if sweeper.points == 1 else f"{sweeper.points} points"
        words = f"Arc of {points} from {self._token.name}"
        if not sweeper.name:
            return f"{words}, who has no weapon that fires arcs: {swept or 'nobody'}"
        reach = "" if sweeper.range is None else f" {in_inches(sweeper.range)}"
        return f"{words}, {sweeper.name}{reach}: {swept or 'nobody in Range'}"

    @override
    def key(self, event: QKeyEvent) -> bool:
        if points := int(digit(event) or 0):
            self._sweeper = self._sweeper.of_points(points)
            self.go(self.at)
            return True
        if sign(event) == "a":
            self.finish()
            return True
        return super().key(event)

    @override
    def finish(self) -> bool:
        swept = self._swept()
        if self._desk.read_only or not self._sweeper.name or not swept:
            self.readout.emit(f"Nobody to attack. {self.words_now()}")
            return True
        self.ended.emit()
        self._attack(self._sweeper, swept)
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        theme, view = self.view.theme, self.view
        middle = view.to_view(QPointF(self._token.x, self._token.y))
        away = self.at - QPointF(self._token.x, self._token.y)
        inches = (away.x() ** 2 + away.y() ** 2) ** 0.5
        if self._sweeper.range is not None:
            inches = self._sweeper.range + self._token.size / 2
        radius = max(3.0, inches) * view.scale_now
        box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        wide = self._sweeper.points * DEGREES_PER_POINT
        # Qt counts sixteenths of a degree, against the clock, from the right.
        first = 90 - (self._bearing() + wide / 2)
        painter.setPen(QPen(theme.color("aim"), theme.px(1.5), Qt.PenStyle.DashLine))
        painter.setBrush(with_alpha(theme.color("aim"), 0.12))
        painter.drawPie(box, round(first * 16), round(wide * 16))

    def _bearing(self) -> float:
        return bearing((self._token.x, self._token.y), (self.at.x(), self.at.y()))

    def _swept(self) -> "tuple[InArc, ...]":
        from brikdesk.acts.battlefield.by_the_map import arc_from  # imported in the first pause

        way = round(self._bearing(), 1)
        found = self._desk.read(arc_from, self._token.unit_id, way, self._sweeper.points)
        reach = self._sweeper.range
        return tuple(each for each in found if reach is None or each.away <= reach)


def _spans(target: "InArc") -> str:
    return f" ({target.points} points)" if target.points else ""


USUAL = 3
"""Bands of an explosion before a number is typed; each Explosive die makes one (8.4-27)."""


class Blasting(Pointing):
    """Rings around a point, one for each Explosive die. Digits say how many there are."""

    stays = True
    keys = (
        ("1–9", "dice"), ("Tab", "next unit"), ("← ↑ ↓ →", 'move 1"'), ("Esc", "end"),
    )  # fmt: skip

    def __init__(self, view: MapView, scene: MapScene, desk: Desk, start: QPointF) -> None:
        super().__init__(view, scene, start)
        self._desk, self._bands = desk, USUAL

    @override
    def words_now(self) -> str:
        caught = ", ".join(f'{each.name} {2 * each.band}"' for each in self._caught())
        return f'Blast of {self._bands} dice, {2 * self._bands}": {caught or "nobody"}'

    @override
    def key(self, event: QKeyEvent) -> bool:
        if bands := int(digit(event) or 0):
            self._bands = bands
            self.go(self.at)
            return True
        return super().key(event)

    @override
    def paint(self, painter: QPainter) -> None:
        ring = Ring((self.at.x(), self.at.y()), BAND * self._bands)
        blast = DrawnShot(None, None, rings=(ring,))
        paint_shot(painter, self.view, blast)
        paint_plates(painter, self.view, blast)

    def _caught(self) -> "tuple[InBlast, ...]":
        from brikdesk.acts.battlefield.by_the_map import blast_at

        x, y = round(self.at.x(), 2), round(self.at.y(), 2)
        return self._desk.read(blast_at, x, y, self._bands)


class Sighting(Pointing):
    """A line of sight from a unit to the one that is pointed at. What it says is a proposal."""

    keys = (
        ("Tab", "next unit"), ("← ↑ ↓ →", 'move 1"'), ("Esc", "end"),
    )  # fmt: skip

    def __init__(self, view: MapView, scene: MapScene, desk: Desk, token: UnitToken) -> None:
        super().__init__(view, scene, QPointF(token.x, token.y))
        self._desk, self._token = desk, token

    @override
    def words_now(self) -> str:
        seen, target = self._seen(), self.under
        if seen is None or target is None:
            return f"Sight of {self._token.name}: point at a unit"
        words = f"{target.name}, {in_inches(seen.inches)} away: {seen.free:.0%} free"
        if seen.minifig and seen.free < 1:
            names = ("head", "torso", "legs")
            flags = (seen.sections.head, seen.sections.torso, seen.sections.legs)
            visible = [name for name, free in zip(names, flags, strict=True) if free]
            words += f" ({', '.join(visible) or 'nothing to be seen'})"
        hiders = ", ".join(f"{each.name} {each.hides:.0%}" for each in seen.in_the_way)
        return f"{words}. In the way: {hiders}" if hiders else words

    @override
    def paint(self, painter: QPainter) -> None:
        theme, target = self.view.theme, self.under
        start = self.view.to_view(QPointF(self._token.x, self._token.y))
        end = self.view.to_view(QPointF(target.x, target.y) if target else self.at)
        seen = self._seen()
        # Of bare ground nobody can say whether it is seen: its line is no warning.
        clear = seen is None or seen.free > 0
        tone = "aim" if clear else "danger"
        painter.setPen(QPen(theme.color(tone), theme.px(2), Qt.PenStyle.DotLine))
        painter.drawLine(start, end)
        if seen is not None:
            paint_plate(painter, theme, (start + end) / 2, f"{seen.free:.0%} free", tone)

    def _seen(self) -> Seen | None:
        target = self.under
        if target is None:
            return None
        return self._desk.read(sight_to, self._token.unit_id, target.unit_id)


_IN_FIGURES = (" ", ".", ",", "/", "-")


class Targeting(Pointing):
    """Puts the X on a unit or a place: by a click, or by arrows and Enter; Tab goes to the next unit.

    `aim` is called with the unit (0: none) and the place. With a `landing` it is where what missed
    comes down. `covers` is what will lie at the place.
    """

    aims = True
    keys = (
        ("click", "target"), ("Tab", "next unit"), ("A–Z", "a name"), ("← ↑ ↓ →", 'move 1"'),
        ("0–9", "27 20"), ("Enter", "take it"), ("Esc", "back"),
    )  # fmt: skip

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        start: QPointF,
        aim: Callable[[int, QPointF], None],
        landing: Landing | None = None,
        asked: str = "Target",
        covers: Zone | None = None,
    ) -> None:
        super().__init__(view, scene, start)
        self._aim, self._landing, self._asked, self._covers = aim, landing, asked, covers
        self._typed = self._named = ""
        self._start = QPointF(self.at)

    @override
    def paint(self, painter: QPainter) -> None:
        if self._covers is not None:
            paint_covered(painter, self.view, self._covers, self.at)
        paint_cross(painter, self.view, self.at, "danger")

    @override
    def words_now(self) -> str:
        token = self.under
        where = at_spot(self.at.x(), self.at.y())
        if self._typed and read_spot(self._typed) is None:
            return f"{self._asked}: {self._typed} … inches from the left, then from the far edge"
        if self._named and not self._called(self._named):
            return f"{self._asked}: no unit on the table is called “{self._named}”"
        if self._landing is None:
            return f"{self._asked}: {token.name if token else where}"
        at = (token.x, token.y) if token else (self.at.x(), self.at.y())
        return f"Comes down: {token.name if token else where}, {self._landing.words_of(at)}"

    @override
    def go(self, point: QPointF) -> None:
        self._typed = self._named = ""
        super().go(point)

    def _called(self, letters: str) -> list[UnitToken]:
        """Return the units that these letters name as in a list, of equal ones the nearest first."""
        from ui.models.picks import match  # the map is seen before a name is wanted

        found = [(fits.cost // 1000, token) for token in self.scene.tokens
                 if (fits := match(letters, token.name))]  # fmt: skip
        x, y = self._start.x(), self._start.y()
        found.sort(key=lambda each: (each[0], math.hypot(each[1].x - x, each[1].y - y)))
        return [token for _, token in found]

    def _name(self, letters: str) -> bool:
        """Put the mark on the nearest unit that is called so; without one it stays."""
        found = self._called(letters) if letters else []
        self.go(QPointF(found[0].x, found[0].y) if found else self.at)
        self.view.ensure(self.at)
        self._named = letters  # now, as `go` forgets it
        self.tell()
        return True

    @override
    def key(self, event: QKeyEvent) -> bool:
        """Take letters as a name, figures as a place, 27 20; other keys as every tool that points."""
        letter = sign(event)
        if "a" <= letter <= "z":
            return self._name(self._named + letter)
        if event.key() == Qt.Key.Key_Backspace and self._named:
            return self._name(self._named[:-1])
        # A sign alone begins no place: it goes on where a digit stands already.
        figure = digit(event) or (sign(event) if sign(event) in _IN_FIGURES else "")
        if event.key() == Qt.Key.Key_Backspace and self._typed:
            typed = self._typed[:-1]
        elif figure and (digit(event) or self._typed):
            typed = self._typed + figure
        else:
            return super().key(event)
        spot = read_spot(typed)
        self.go(self.at if spot is None else QPointF(*spot))
        self._typed = typed  # now, as `go` forgets what was typed
        self.tell()
        return True

    @override
    def finish(self) -> bool:
        token = self.under
        self.ended.emit()
        self._aim(token.unit_id if token else 0, self.at)
        return True


class Boxing(Tool):
    """Drawn by a drag with Shift from bare ground. `choose` takes the units whose middle is in it."""

    keys = (("drag", "select"), ("Esc", "back"))

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        start: QPointF,
        choose: Callable[[Iterable[int]], None],
    ) -> None:
        super().__init__(view)
        self._scene, self._choose = scene, choose
        self._start, self._at = QPointF(start), QPointF(start)

    @override
    def drag(self, point: QPointF) -> None:
        self._at = QPointF(point)
        self.tell()

    @override
    def words_now(self) -> str:
        count = len(self._inside())
        return f"{count} {'unit' if count == 1 else 'units'} in the box"

    @override
    def release(self, point: QPointF) -> None:
        # Without a drag it was a click on bare ground, which chooses nobody.
        inside = self._inside() if self._at != self._start else []
        self.ended.emit()
        if inside:
            self._choose(inside)

    @override
    def key(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Escape:
            return False
        self.ended.emit()
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        theme = self.view.theme
        box = QRectF(self.view.to_view(self._start), self.view.to_view(self._at)).normalized()
        painter.setPen(QPen(theme.color("accent"), theme.px(1.5), Qt.PenStyle.DashLine))
        painter.setBrush(with_alpha(theme.color("accent"), 0.12))
        painter.drawRect(box)

    def _inside(self) -> list[int]:
        box = QRectF(self._start, self._at).normalized()
        return self._scene.units_in(box)
