"""Moving units, one or several: ghosts, the way with its price, and one act at the end."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from typing_extensions import override

from brikdesk.acts.turns_and_steps import Together, as_one
from brikdesk.ground.shapes import Point
from brikdesk.lengths import at_spot, compared, in_inches, read_spot
from brikdesk.store.act import Act
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.scifi import sf_unit
from brikdesk.store.views.units import units
from brikdesk.text import number_of
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.shortcuts import key_of, sign
from ui.models.map import UnitToken
from ui.panels.map.scene import MapScene
from ui.panels.map.view import (
    ENTER,
    PLATE,
    InSlices,
    MapView,
    Tool,
    paint_plate,
    paint_way,
    plate_width,
    step_of,
)
from ui.widgets.painted import in_lines

if TYPE_CHECKING:
    from brikdesk.acts.battlefield.by_the_map import Way


class Several(QObject):
    """The units that move and turn together, in the order in which they were chosen.

    Acts that make sense for many are done to all of them too, by their forms. All else, as an
    attack or the inspector, goes by the one that is selected in the whole desk: the last one
    clicked, or where Tab is. It may be none of these. A unit that is selected elsewhere, or by a
    plain click, ends them.
    """

    changed = Signal()

    def __init__(self, scene: MapScene, desk: Desk, hub: Hub, parent: QObject) -> None:
        super().__init__(parent)
        self._scene, self._desk, self._hub = scene, desk, hub
        self.ids: tuple[int, ...] = ()
        self._stepping = False
        hub.unit_selected.connect(self._elsewhere)
        hub.together_changed.connect(self._chosen_elsewhere)

    @property
    def words(self) -> str:
        """How many there are, as a screen reader says it; empty if there are none."""
        count = len(self.ids)
        return f"{count} {'unit' if count == 1 else 'units'} selected" if count else ""

    def together_with(self, token: UnitToken) -> tuple[UnitToken, ...]:
        """Return what moves when this unit is taken up: itself first, or all if it is one of them."""
        if token.unit_id not in self.ids:
            return (token,)
        others = (each for each in self._tokens() if each.unit_id != token.unit_id)
        return token, *others

    def moving(self) -> tuple[UnitToken, ...]:
        """Return what keys move: all of them, or the one that is selected; the leader first."""
        selected = self._scene.token(self._hub.selected_unit)
        if not self.ids:
            return (selected,) if selected else ()
        if selected is not None and selected.unit_id in self.ids:
            return self.together_with(selected)
        return tuple(reversed(self._tokens()))

    def click(self, unit_id: int) -> None:
        """Add a unit, or take it out, as by a click with Ctrl; it is selected everywhere."""
        if not self.ids and unit_id == self._hub.selected_unit:
            self._hub.select_unit(0)
            return
        ids = self._with_toggled(unit_id)
        last = unit_id if unit_id in ids else next(reversed(ids), 0)
        # One alone is an ordinary selection.
        self._take(ids if len(ids) > 1 else ())
        self.go_to(last)

    def toggle_here(self) -> bool:
        """Add the selected unit or take it out, as by Ctrl+Space; it stays selected. False for none."""
        unit_id = self._hub.selected_unit
        if self._scene.token(unit_id) is None:
            return False
        self._take(self._with_toggled(unit_id) if self.ids else (unit_id,))
        return True

    def choose(self, ids: Iterable[int]) -> None:
        """Select all of these, and no others; the last one everywhere."""
        chosen = tuple(ids)
        self._take(chosen if len(chosen) > 1 else ())
        self.go_to(next(reversed(chosen), 0))

    def choose_side(self) -> None:
        """Select all on the map of whose turn it is; before the first turn, of the selected unit's."""
        rows = self._desk.read(units)
        active = self._desk.read(battle_head).active
        selected = self._hub.selected_unit
        beside = next((row.player_id for row in rows if row.id == selected), None)
        side = active.id if active else beside
        theirs = {row.id for row in rows if side is not None and row.player_id == side}
        placed = [token.unit_id for token in self._scene.in_reading_order()]
        if chosen := [unit_id for unit_id in placed if unit_id in theirs]:
            self.choose(chosen)

    def go_to(self, unit_id: int) -> None:
        """Select a unit everywhere and keep those that are selected on the map."""
        self._stepping = True
        # The hub tells of it at once: it must not end what is selected together.
        self._hub.select_unit(unit_id)
        self._stepping = False

    def leave(self) -> bool:
        """Go back to the one that is selected everywhere; False if there are no others."""
        there = bool(self.ids)
        self._take(())
        return there

    def keep_placed(self) -> None:
        """Let go of those that are no longer on the map."""
        gone = {each for each in self.ids if self._scene.token(each) is None}
        if gone:
            self._take(tuple(each for each in self.ids if each not in gone))

    def turned(self, degrees: float) -> Act | None:
        """Return the act that turns all that keys move clockwise by so many degrees, each in place."""
        from brikdesk.acts.battlefield.table import FaceUnit

        turns = tuple(
            FaceUnit(unit_id=token.unit_id, facing=((token.facing or 0.0) + degrees) % 360)
            for token in self.moving()
        )
        return as_one(turns, f"{len(turns)} units turn")

    def _with_toggled(self, unit_id: int) -> tuple[int, ...]:
        selected = self._hub.selected_unit
        ids = self.ids or ((selected,) if self._scene.token(selected) else ())
        if unit_id in ids:
            return tuple(each for each in ids if each != unit_id)
        return *ids, unit_id

    def _tokens(self) -> list[UnitToken]:
        found = (self._scene.token(unit_id) for unit_id in self.ids)
        return [token for token in found if token is not None]

    def _elsewhere(self, _unit_id: int) -> None:
        if not self._stepping:
            self._take(())

    def _take(self, ids: tuple[int, ...]) -> None:
        if ids != self.ids:
            self.ids = ids
            self._hub.choose_together(ids)
            self.changed.emit()

    def _chosen_elsewhere(self) -> None:
        """Show those of a list's choice that are on the map; they move together too."""
        ids = tuple(each for each in self._hub.together if self._scene.token(each) is not None)
        if ids != self.ids:
            self.ids = ids
            self.changed.emit()


MOST_NAMES = 3
"""Names at most in one line; the others are counted."""


def few(names: tuple[str, ...]) -> str:
    """Return the first of some names and the number of the others: "Ann, Ben, Cleo and 2 more"."""
    more = len(names) - MOST_NAMES
    shown = ", ".join(names[:MOST_NAMES])
    return f"{shown} and {more} more" if more > 0 else shown


WIDE = 240
"""Pixels at 100 % of a plate at the ghost at most."""

MOST_LINES = 6
"""Lines of one thing at the ghost at most."""

SNAP = 0.375
"""Inches from the whole Move at which a dragged way ends there."""


class WayPrice(Struct, frozen=True):
    """A unit and the way before it; None where it has none."""

    name: str
    way: "Way | None"

    @property
    def wrong(self) -> bool:
        """Whether the move would be refused, or something blocks it."""
        way = self.way
        return way is not None and bool(way.too_far or way.hindered or way.blocked)

    @property
    def inches(self) -> str:
        """The length of the way, with what it costs of the Move where that is another figure."""
        way = self.way
        if way is None:
            return ""
        if way.cost is None or way.left is None or way.hindered:
            return in_inches(way.inches)
        cost, left = compared(way.cost, way.left)
        gone = in_inches(way.inches)
        return f"{cost} of {left}" if cost == gone else f"{gone}, costs {cost} of {left}"

    @property
    def words(self) -> tuple[str, ...]:
        """What it costs and what is left, or why it cannot be; then what it meets on its way."""
        way = self.way
        if way is None:
            return ()
        parts = []
        if way.hindered:
            parts.append(way.hindered)
        elif way.cost is not None and way.left is not None:
            cost, left = (
                compared(way.cost, way.left)
                if way.too_far
                else map(in_inches, (way.cost, way.left))
            )
            half = "".join(f"{' ' if way.slow else ', '}{why}" for why in self.why)
            more = f', {key_of("palette")} "sprint" adds to it' if way.may_sprint else ""
            parts.append(f"{cost} of {left} Move left{half}{more}")
        return (*parts, *self.meets)

    @property
    def why(self) -> tuple[str, ...]:
        """Why it costs more than its length."""
        way = self.way
        if way is None or way.hindered or way.cost is None or way.left is None:
            return ()
        if way.slow:
            return (f"at Half Speed: {', '.join(way.slow)}",)
        return (f"{in_inches(way.difficult)} in Difficult Terrain",) if way.difficult else ()

    @property
    def meets(self) -> tuple[str, ...]:
        """What the way leads into, by, and away from."""
        way, parts = self.way, list[str]()
        if way is None:
            return ()
        if way.blocked:
            parts.append(f"blocked by {', '.join(way.blocked)}")
        if way.undriven:
            parts.append("nobody noted at its controls: to drive it is a full-turn Action, 4.2-26")
        if way.into and way.inches:
            parts.append(f"into {', '.join(way.into)}")
        if way.answers:
            hold = "holds" if len(way.answers) == 1 else "hold"
            parts.append(f"in reach of {few(way.answers)}, who still {hold} an Action")
        if way.charges:
            parts.append(f"touches {way.charges} with a MOM: J Charges")
        if way.over:
            parts.append(_runs_over(way.over))
        if way.homing and way.inches:
            parts.append(f"ends the homing of {', '.join(way.homing)}")
        return tuple(parts)


DAMAGE_OF_IT = "the table agrees on its damage, X9.5-01"


def _runs_over(names: Iterable[str]) -> str:
    """Say whom a vehicle or another creation runs into, and that this does what the table says."""
    return f"runs into {few(tuple(names))}: {DAMAGE_OF_IT}"


def dearest(prices: Iterable[WayPrice]) -> WayPrice:
    """Return the price that matters most: who cannot move, then who goes too far or is blocked.

    Of all others it is that of the unit with the least Move left.
    """

    def weight(price: WayPrice) -> tuple[bool, bool, bool, float]:
        way = price.way
        if way is None:
            return False, False, False, 0.0
        over = (way.cost or 0.0) - (way.left or 0.0) if way.cost is not None else float("-inf")
        return bool(way.hindered), way.too_far, bool(way.blocked), over

    return max(prices, key=weight)


LARGEST = 1000.0
"""The farthest place from the corner of the table, in inches."""

NO_PLACE = "A place is two numbers, as 15 18: inches from the left, then down."


class GoingTool(Tool):
    """A tool with a place that is also typed, as `x y` in inches."""

    typed = ""
    _untyped: QPointF | None = None
    """Where it was before something was typed."""

    def take_figure(self, event: QKeyEvent) -> bool:
        """Take a key as part of a place, where it goes at once; False if it is none."""
        figure, before = sign(event), self.typed
        if event.key() == Qt.Key.Key_Backspace and self.typed:
            self.typed = self.typed[:-1]
        elif figure and figure in "0123456789., " and (self.typed or figure != " "):
            self.typed += figure
        else:
            return False
        if not before:
            self._untyped = self.place_now()
        if (place := spot_of(self.typed) or self._untyped) is not None:
            self.go_to(place)
        self.tell()
        return True

    def drop_typed(self) -> None:
        """Take back all that was typed, and go back to where it was before."""
        self.typed = ""
        if self._untyped is not None:
            self.go_to(self._untyped)
        self.tell()

    def took_typed(self) -> bool:
        """Forget what was typed, now that Enter takes it; False if it is no place, which is said."""
        typed, self.typed = self.typed, ""
        if typed and spot_of(typed) is None:
            self.readout.emit(NO_PLACE)
            return False
        return True

    def place_now(self) -> QPointF:
        """Return where it is."""
        raise NotImplementedError

    def go_to(self, place: QPointF) -> None:
        """Go to a place that was typed, or back from it."""
        raise NotImplementedError

    @override
    def words_now(self) -> str:
        return f"To x y: {self.typed}▏  Enter goes there" if self.typed else self.words_of_place()

    def words_of_place(self) -> str:
        """Return how it stands, while nothing is typed."""
        raise NotImplementedError


class Moving(GoingTool):
    """Moves units by arrows, clicks, a drag, or a place typed as `x y`; the first one leads.

    A click turns at the place of the ghost and goes on to where was clicked; a drag ends the move
    by itself. All others keep their places beside the leader. `do` carries out the act, one for all
    of them, and returns whether it was done. `freely`: the battle has not begun, so they are put down
    elsewhere, which is no move and costs nothing.
    """

    holds_units = tells_at_hand = True
    keys = (
        ("← ↑ ↓ →", 'move 1"'), ("Shift", 'a quarter'), ("click", "corner"),
        ("0–9", "x y"), ("Enter", "move"), ("Esc", "back"),
    )  # fmt: skip

    def __init__(
        self,
        view: MapView,
        scene: MapScene,
        desk: Desk,
        tokens: tuple[UnitToken, ...],
        do: Callable[[Act], bool],
        *,
        placing: bool = False,
        freely: bool = False,
    ) -> None:
        super().__init__(view)
        self._scene, self._desk, self._tokens, self._do = scene, desk, tokens, do
        self._placing, self._freely = placing, freely
        self.start = QPointF(tokens[0].x, tokens[0].y)
        self._reach = _reach_of(tokens)
        self.corners: list[QPointF] = []
        self.at = QPointF(self.start)
        self._dragged = False
        # By the Sci-fi rules a move is an act of its own, and takes nothing from a BrikWars Move.
        self._scifi = {
            token.unit_id for token in tokens if desk.read(sf_unit, token.unit_id) is not None
        }
        self._price, self._first_asked = WayPrice("", None), tokens[0]
        self._slices = InSlices(self)
        self._slices.done.connect(self._asked_all)
        self.ended.connect(self._slices.drop)

    @override
    def press(self, point: QPointF) -> None:
        if self._placing:
            self._go(point)
            self.finish()
            return
        self.typed = ""
        # A second click at the same place makes no corner of its own.
        if self.at != (self.corners[-1] if self.corners else self.start):
            self.corners.append(QPointF(self.at))
        self._go(point)

    @override
    def follow(self, point: QPointF) -> None:
        if self._placing:
            self._go(point)

    @override
    def drag(self, point: QPointF) -> None:
        self._dragged, self.typed = True, ""
        self._go(point)
        self._snap()

    def _snap(self) -> None:
        """End a dragged way at the whole Move where it ends nearly there: by hand nobody hits it."""
        way, reached = self._price.way, self.at
        if len(self._tokens) > 1 or way is None or not way.cost or not way.left:
            return
        before = self.corners[-1] if self.corners else self.start
        leg = QLineF(before, self.at)
        over = (way.cost - way.left) * way.inches / way.cost
        if not 0 < abs(over) <= SNAP or leg.length() <= over:
            return
        leg.setLength(leg.length() - over)
        if self._reach.contains(leg.p2()):
            self.at = leg.p2()
            self.tell()
        if self._price.wrong:  # it came into something, or is dearer there
            self.at = reached
            self.tell()

    @override
    def release(self, point: QPointF) -> None:
        if self._dragged:
            self.finish()

    @override
    def key(self, event: QKeyEvent) -> bool:
        step = step_of(event)
        if step is not None:
            self.typed = ""  # it goes on from where it is: a place half typed would hide the step
            self._go(self.at + step)
            self.view.ensure(self.at)
        elif event.key() in ENTER:
            if self.took_typed():
                self.finish()
        elif event.key() == Qt.Key.Key_Escape:
            self._back()
        else:
            return self.take_figure(event)
        return True

    @override
    def paint(self, painter: QPainter) -> None:
        if not self._placing and not self._freely:
            tone = "danger" if self._price.wrong else "accent"
            paint_way(painter, self.view, (self.start, *self.corners, self.at), tone)
        painter.setOpacity(0.6)
        for token in self._tokens:
            self._paint_ghost(painter, token)
        painter.setOpacity(1.0)
        if not self._placing and not self._freely:
            self._paint_price(painter)

    def at_the_ghost(self) -> tuple[str, ...]:
        """Return what stands on plates at the ghost: the price, and all that the way meets."""
        price = self._price
        hindered = (price.way.hindered,) if price.way and price.way.hindered else ()
        return tuple(filter(None, (price.inches, *hindered, *price.why, *price.meets)))

    def price_plates(self) -> Iterator[tuple[str, QPointF]]:
        """Yield the plates at the ghost with their middles, all of them inside the view."""
        theme, port = self.view.theme, self.view.viewport()
        high, place = theme.line_px(PLATE) + theme.px(2), self.view.to_view(self.at)
        most, font = min(theme.px(WIDE), port.width()) - theme.px(16), theme.font("small", True)
        lines = [
            line
            for words in self.at_the_ghost()
            for line in in_lines(words, font, most, MOST_LINES)
        ]
        up = theme.px(30)
        # Above the ghost, the price nearest it; below it where there is no room above.
        sign = -1 if place.y() - up - len(lines) * high > 0 else 1
        if sign < 0 and lines:
            lines = [lines[0], *reversed(lines[1:])]  # read from above
        # Where there is no room below either, they reach up to the ghost and over it.
        last = place.y() + up + (len(lines) - 0.5) * high
        over = max(0.0, last - port.height()) if sign > 0 else 0.0
        for number, words in enumerate(lines):
            half = plate_width(theme, words) / 2
            x = max(half, min(place.x(), port.width() - half))
            yield words, QPointF(x, place.y() + sign * (up + number * high) - over)

    def _paint_price(self, painter: QPainter) -> None:
        """Paint it there, where one looks while one drags: in the line below it may be cut."""
        tone = "danger" if self._price.wrong else "accent"
        for words, middle in self.price_plates():
            paint_plate(painter, self.view.theme, middle, words, tone)

    def _paint_ghost(self, painter: QPainter, token: UnitToken) -> None:
        ratio = self.view.devicePixelRatioF()
        picture = self._scene.pictures.picture(token, self.view.scale_now, ratio)
        size = picture.deviceIndependentSize()
        place = self.view.to_view(self._beside(self.at, token))
        painter.drawPixmap(
            (place - QPointF(size.width() / 2, size.height() / 2)).toPoint(), picture
        )

    def finish(self) -> None:
        """Carry out the move; it goes on if a rule refuses it."""
        price = self._price
        if (self.at == self.start and not self._placing) or self._do(self._act()):
            if len(self._tokens) == 1 and price.way and price.way.charges:
                said = f"{price.name} holds a MOM and touches {price.way.charges}: J Charges."
                self._desk.said.emit(said)
            elif price.way and price.way.over:
                self._desk.said.emit(f"{price.name} {_runs_over(price.way.over)}. Y enters it.")
            elif price.way and price.way.undriven:
                self._desk.said.emit(f"{price.name} moved, with nobody noted at its controls.")
            self.ended.emit()
        elif self._dragged:
            # A drag is over when the button is: the refusal stands under the map, to be overruled.
            self.ended.emit()

    @override
    def place_now(self) -> QPointF:
        return QPointF(self.at)

    @override
    def go_to(self, place: QPointF) -> None:
        self._go(place)
        self.view.ensure(self.at)

    def _back(self) -> None:
        """Take back what was typed, then the last corner, then the whole move."""
        if not self.typed and not self.corners:
            self.ended.emit()
            return
        if self.typed:
            self.drop_typed()
            return
        self.at = self.corners.pop()
        self.tell()

    def _go(self, point: QPointF) -> None:
        """Put the ghost on a place, to an eighth of an inch by the pointer."""
        reach = self._reach
        x = min(max(point.x(), reach.left()), reach.right())
        y = min(max(point.y(), reach.top()), reach.bottom())
        self.at = QPointF(eighth(x), eighth(y))
        self.tell()

    def _beside(self, place: QPointF, token: UnitToken) -> QPointF:
        """Return where a unit is when the leader is at a place."""
        leader = self._tokens[0]
        x, y = place.x() + token.x - leader.x, place.y() + token.y - leader.y
        # Eighths of the leader may put one that stands between eighths a hair beyond the edge.
        return QPointF(min(max(x, 0.0), LARGEST), min(max(y, 0.0), LARGEST))

    def _points(self, token: UnitToken) -> tuple[Point, ...]:
        """Return the places of a unit's way, from where it stands."""
        places = (self._beside(place, token) for place in (self.start, *self.corners, self.at))
        return tuple((place.x(), place.y()) for place in places)

    @override
    def tell(self) -> None:
        # What was dearest a moment ago mostly is still; a large battle has no time to ask of all.
        self._price = self._price_of(self._first_asked)
        super().tell()
        if len(self._tokens) > 1:
            self._slices.begin([self._ask_the_others()])

    def _ask_the_others(self) -> Iterator[None]:
        for token in self._tokens:
            price = self._price_of(token)
            if dearest((self._price, price)) is price:
                self._price, self._first_asked = price, token
            yield

    def _asked_all(self) -> None:
        super().tell()

    def _price_of(self, token: UnitToken) -> WayPrice:
        if self._freely:
            return WayPrice(token.name, None)
        from brikdesk.acts.battlefield.by_the_map import way_ahead  # imported in the first pause

        by_brikwars = token.unit_id not in self._scifi
        way = self._desk.read(
            way_ahead, token.unit_id, self._points(token), by_brikwars=by_brikwars
        )
        return WayPrice(token.name, way)

    @override
    def words_of_place(self) -> str:
        where = at_spot(self.at.x(), self.at.y())
        name, way = self._tokens[0].name, self._price.way
        if self._placing or way is None:
            many = len(self._tokens)
            who = name if many == 1 else f"{many} units, {name}"
            return f"{who} to {where}" + (", before the battle begins" if self._freely else "")
        count = len(self._tokens)
        if count == 1:
            # What decides comes first: the end of a long line is cut.
            moves = f"{name} moves {in_inches(way.inches)} to {where}"
            return " · ".join((*self._price.words, moves))
        first, *rest = self._price.words or ("",)
        dearest_of = f"{self._price.name}: {first}" if first else ""
        parts = (
            f"{count} units move {in_inches(way.inches)}",
            dearest_of,
            *rest,
            f"{name} to {where}",
        )
        return " · ".join(filter(None, parts))

    def _act(self) -> Act:
        acts = [*map(self._act_of, self._tokens)]
        if self._freely:
            who = self._tokens[0].name if len(acts) == 1 else number_of(len(acts), "unit")
            return Together(title=f"Put {who} down", acts=tuple(acts))
        act = as_one(acts, f"{len(self._tokens)} units move")
        assert act is not None
        return act

    def _act_of(self, token: UnitToken) -> Act:
        from brikdesk.acts.movement.moving import MoveUnit
        from brikdesk.acts.scifi.units import MoveSf
        from brikdesk.acts.units.editing import EditUnit

        (_, *corners, (x, y)) = points = self._points(token)
        if self._freely:
            return EditUnit(unit_id=token.unit_id, x=x, y=y)
        if token.unit_id in self._scifi:
            moved = round(sum(dist(here, there) for here, there in pairwise(points)), 3)
            inches = None if self._placing else moved  # to be put down is no move
            return MoveSf(unit_id=token.unit_id, x=x, y=y, inches=inches)
        return MoveUnit(unit_id=token.unit_id, x=x, y=y, corners=tuple(corners))


def _reach_of(tokens: tuple[UnitToken, ...]) -> QRectF:
    """Return where the first unit can go so that all of them have a place that can be written."""
    x, y = tokens[0].x, tokens[0].y
    across, down = [token.x for token in tokens], [token.y for token in tokens]
    first = QPointF(max(x - min(across), 0.0), max(y - min(down), 0.0))
    return QRectF(first, QPointF(LARGEST + x - max(across), LARGEST + y - max(down)))


def eighth(inches: float) -> float:
    """Return a length to the nearest eighth of an inch."""
    return round(inches * 8) / 8


def spot_of(typed: str) -> QPointF | None:
    """Return the place that was typed as `x y`, None if it is none."""
    spot = read_spot(typed)
    inside = spot is not None and all(0 <= place <= LARGEST for place in spot)
    return QPointF(*spot) if spot and inside else None
