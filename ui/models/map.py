"""What the map shows, before anything of it is drawn: tokens, clusters, sketches, the photo."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import pairwise
from math import atan2, ceil, cos, dist, hypot, pi, sin
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from brikdesk.errors import BadInput
from brikdesk.ground.perspective import perspective
from brikdesk.ground.shapes import Footprint, Point, centre, moved, strip, turned
from brikdesk.lengths import at_spot, in_figures, in_inches
from brikdesk.pictures.photo import BLOCK, LAID_FLAT_DAMAGED, Pixels, laid_flat, name_of
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battlefield import (
    Ground,
    StandingUnit,
    TablePhoto,
    TerrainKind,
    TerrainPiece,
    battlefield,
)
from brikdesk.store.views.notes_and_photos import photo_bytes
from brikdesk.store.views.units import UnitRow
from brikdesk.turns.ledger import FireRow
from ui.campaign.desk import Desk
from ui.campaign.jobs import OneJob

PARTS = 4
"""Steps of the bar for the Move that is left: few, so that many tokens share one picture."""

FIGHTING = "attack"
"""The icon of the states in which a unit is engaged or held."""


class TurnMark(Struct, frozen=True):
    """The mark of a unit: `move` is None for a unit of another player.

    - `move`: how many of PARTS of its Move are left.
    - `action`: it has an Action left, for another player's unit: it may still respond.
    """

    move: int | None
    action: bool
    engaged: bool = False
    momentum: bool = False

    def words(self, unit: UnitRow) -> Iterator[str]:
        """Yield what a screen reader says of it beyond the states."""
        if self.move is None:
            if self.action:
                yield "may respond"
            return
        yield f"{in_figures(unit.move_left or 0)} inches of Move left"
        if self.action:
            yield "Action left"


def mark_of(unit: UnitRow, answers: bool) -> TurnMark | None:
    """Return the mark of a unit; None where there is nothing to tell."""
    engaged = any(chip.icon == FIGHTING for chip in unit.chips)
    if unit.move_left is None:
        mark = TurnMark(None, answers, engaged, unit.momentum)
        return mark if answers or engaged or unit.momentum else None
    of = max(unit.move, unit.move_left)  # more may be left than its Move
    left = ceil(PARTS * unit.move_left / of) if of else 0
    return TurnMark(left, not unit.action_spent, engaged, unit.momentum)


SOLID_UNDER = 2
"""Inches of Size from which a token is outlined and true to scale."""


class UnitToken(Struct, frozen=True):
    """A unit with its place in inches; `flames` are the inches of its fire, `badge` another state."""

    unit_id: int
    name: str
    faction: str
    initials: str
    colour: str
    size: int
    x: float
    y: float
    facing: float | None = None
    flames: int = 0
    badge: str = ""
    tone: str = ""
    states: tuple[str, ...] = ()
    turn: TurnMark | None = None

    @property
    def solid(self) -> bool:
        """Whether it is drawn solid, as all that is smaller than 2"."""
        return self.size < SOLID_UNDER

    @property
    def words(self) -> str:
        """The token as a screen reader says it."""
        # What passes comes before what stays: the end of a long line is cut.
        parts = (self.name, *self.states, f"{at_spot(self.x, self.y)} inches", self.faction)
        return ", ".join(part for part in parts if part)


def tokens_of(
    units: Iterable[UnitRow],
    standing: Mapping[int, StandingUnit],
    fires: Iterable[FireRow],
    answering: Collection[int] | None = None,
) -> tuple[tuple[UnitToken, ...], tuple[UnitRow, ...]]:
    """Return the tokens of units that have a place, and the units that have none; a crew needs none.

    With `answering`, the units that may still respond, each token tells what is left of the turn.
    """
    flames = {fire.unit_id: max(fire.size, 1) for fire in fires}
    tokens, placeless = [], []
    for unit in units:
        if not unit.alive or not unit.on_table:
            continue
        if unit.x is None or unit.y is None:
            placeless += [] if unit.aboard else [unit]
        else:
            token = _token(unit, unit.x, unit.y, standing.get(unit.id), flames.get(unit.id, 0))
            if answering is not None and (mark := mark_of(unit, unit.id in answering)):
                token = replace(token, turn=mark, states=(*token.states, *mark.words(unit)))
            tokens.append(token)
    return tuple(tokens), tuple(placeless)


def bare_token(unit: UnitRow, x: float, y: float, **more: Any) -> UnitToken:
    """Return the token of a unit at a place in inches, with `more` that is to be told of it."""
    return UnitToken(
        unit_id=unit.id,
        name=unit.name,
        faction=unit.faction,
        initials=unit.token,
        colour=unit.colour,
        size=max(unit.effective_size, 1),
        x=x,
        y=y,
        **more,
    )


def _token(
    unit: UnitRow, x: float, y: float, stance: StandingUnit | None, flames: int
) -> UnitToken:
    # Fire is drawn as flames; what passes with the turn would change too often to be looked for.
    rest = next((chip for chip in unit.chips if chip.icon != "fire" and not chip.passing), None)
    return bare_token(
        unit,
        x,
        y,
        facing=stance.facing if stance else None,
        flames=flames,
        badge=rest.icon if rest else "",
        tone=rest.tone if rest else "",
        states=tuple(chip.aloud for chip in unit.chips),
    )


AT_ONCE = 100
"""Tokens that are looked at without a pause."""

PASSES = 6
"""How often clusters that have come to lie over each other are joined, at most."""


class Cluster(Struct, frozen=True):
    """Units that are drawn as one disc: where, in inches, and who, in the order they were given."""

    x: float
    y: float
    tokens: tuple[UnitToken, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """The keys of its units."""
        return tuple(token.unit_id for token in self.tokens)

    @property
    def colour(self) -> str:
        """The colour of its faction; empty where several factions are in it."""
        colours = {token.colour for token in self.tokens}
        return colours.pop() if len(colours) == 1 else ""

    @property
    def shares(self) -> tuple[tuple[str, int], ...]:
        """How many units of each colour are in it, the most first."""
        counted: dict[str, int] = {}
        for token in self.tokens:
            counted[token.colour] = counted.get(token.colour, 0) + 1
        return tuple(sorted(counted.items(), key=lambda each: (-each[1], each[0])))

    @property
    def words(self) -> str:
        """What a screen reader says of it."""
        return f"heap of {len(self.tokens)} units"

    def without(self, ids: Collection[int]) -> "Cluster":
        """Return it without some of its units, in the same place."""
        rest = tuple(token for token in self.tokens if token.unit_id not in ids)
        # Of one alone there is nothing to count.
        return replace(self, tokens=rest if len(rest) > 1 else ())


def gather(
    tokens: Iterable[UnitToken], reach: float, around: float
) -> Generator[None, None, tuple[Cluster, ...]]:
    """Return clusters of tokens whose middles lie nearer than `reach` inches; not the single ones.

    A cluster takes in what lies nearer than `around` inches, which is no less than `reach`. The same
    tokens in the same order make the same clusters. Each `yield` is where the work may pause.
    """
    found = [Cluster(token.x, token.y, (token,)) for token in tokens]
    # A cluster lies in the middle of its units, and may come to lie over another one there.
    for _ in range(PASSES):
        joined = yield from _joined(found, reach, around)
        if len(joined) == len(found):
            break
        found = joined
    return tuple(cluster for cluster in found if len(cluster.tokens) > 1)


def _joined(
    clusters: list[Cluster], reach: float, around: float
) -> Generator[None, None, list[Cluster]]:
    """Return clusters with each taken into the first one before it that is near."""
    cells: dict[tuple[int, int], list[int]] = {}
    groups: list[list[Cluster]] = []
    for number, one in enumerate(clusters):
        across, down = int(one.x // around), int(one.y // around)
        # Whatever lies nearer than `around` is in its own cell or in one beside it.
        near = (
            place
            for x in (across - 1, across, across + 1)
            for y in (down - 1, down, down + 1)
            for place in cells.get((x, y), ())
            if _meet(groups[place][0], one, reach, around)
        )
        place = min(near, default=-1)
        if place < 0:
            cells.setdefault((across, down), []).append(len(groups))
            groups.append([one])
        else:
            groups[place].append(one)
        if number % AT_ONCE == 0:
            yield
    return [_one_of(group) for group in groups]


def _meet(one: Cluster, other: Cluster, reach: float, around: float) -> bool:
    single = len(one.tokens) == len(other.tokens) == 1
    return hypot(one.x - other.x, one.y - other.y) < (reach if single else around)


def _one_of(group: list[Cluster]) -> Cluster:
    if len(group) == 1:
        return group[0]
    tokens = tuple(token for cluster in group for token in cluster.tokens)
    x = sum(token.x for token in tokens) / len(tokens)
    y = sum(token.y for token in tokens) / len(tokens)
    return Cluster(x, y, tokens)


HEAP = 6
"""Units that are pushed apart at most; more that lie over each other are a disc with their number."""

FAN = 8
"""Units of a heap that are seen around it, in one ring; of more there is a list."""

ROUNDS, TRIES = 40, 2
"""How often tokens push each other, and how often those that find no room become a disc."""

MANY = 24
"""Tokens that push each other until all have room; of more, many have none however long it takes."""

PUSH = 0.8
"""Share of each push that is followed at once: more, and those between two others would swing."""

_TURN = 2.4
"""Radians from one to the next of those that stand in exactly one place."""


class Apart(Struct, frozen=True):
    """How tokens that would lie over each other are drawn at one zoom, in inches.

    - `heaps`: those of which only the number is shown.
    - `steps`: how far from its place a token is drawn.
    """

    heaps: tuple[Cluster, ...] = ()
    steps: Mapping[int, Point] = {}


def apart(
    tokens: Sequence[UnitToken],
    sides: Mapping[int, float],
    covered: float,
    round_one: float,
    known: dict[object, dict[int, Point]],
) -> Generator[None, None, Apart]:
    """Return tokens that are drawn `sides` inches wide pushed apart until they touch.

    Nobody is pushed farther than a token is wide. Those nearer together than the share `covered` of
    it hide initials: more than HEAP of the smallest become a heap, drawn `round_one` inches wide, and so
    do fewer that find no room beside others. The same tokens in the same order always come out alike:
    groups that are `known` from before are not pushed again.
    """
    before = dict(known)
    known.clear()
    least = min(sides.values(), default=1.0)
    smallest = [token for token in tokens if sides[token.unit_id] == least]
    found = yield from gather(smallest, least * covered, round_one)
    heaps = [each for each in found if len(each.tokens) > HEAP]
    few = [each for each in found if len(each.tokens) <= HEAP]
    homes = {token.unit_id: (token.x, token.y) for token in tokens}
    shown: dict[int, Point] = {}
    for _ in range(TRIES):
        hidden = {unit_id for each in heaps for unit_id in each.ids}
        free = {unit_id: at for unit_id, at in homes.items() if unit_id not in hidden}
        pairs = tuple(_near(free, 1.5 * max(sides.values(), default=1.0)))
        shown = dict(free)
        for group in _groups(pairs):
            walls = tuple(_walls(group, free, heaps, sides, round_one))
            ids = dict.fromkeys(each for pair in group for each in pair)
            key = (tuple(ids), tuple(map(free.__getitem__, ids)), walls)
            if key not in before:
                before[key] = yield from _pushed(group, free, walls, sides, round_one)
            known[key] = before[key]
            shown |= known[key]
        tight = {
            unit_id
            for one, other in pairs
            if dist(shown[one], shown[other]) < covered * (sides[one] + sides[other]) / 2
            for unit_id in (one, other)
        }
        crowded = [each for each in few if not tight.isdisjoint(each.ids)]
        if not crowded:
            break
        heaps += crowded
        few = [each for each in few if each not in crowded]
    hidden = {unit_id for each in heaps for unit_id in each.ids}
    steps = {
        unit_id: (at[0] - homes[unit_id][0], at[1] - homes[unit_id][1])
        for unit_id, at in shown.items()
        if at != homes[unit_id] and unit_id not in hidden
    }
    return Apart(tuple(heaps), steps)


def _near(places: Mapping[int, Point], reach: float) -> Iterator[tuple[int, int]]:
    """Yield the pairs that lie nearer than `reach`, each once, always in the same order."""
    cells: dict[tuple[int, int], list[int]] = {}
    for unit_id, (x, y) in places.items():
        across, down = int(x // reach), int(y // reach)
        for column in (across - 1, across, across + 1):
            for row in (down - 1, down, down + 1):
                for other in cells.get((column, row), ()):
                    if hypot(x - places[other][0], y - places[other][1]) < reach:
                        yield other, unit_id
        cells.setdefault((across, down), []).append(unit_id)


def _groups(pairs: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the pairs of those who may push each other, group by group."""
    of: dict[int, list[tuple[int, int]]] = {}
    for pair in pairs:
        one, other = (of.get(each) for each in pair)
        if one is None or other is None:
            group = one or other or []
        else:
            group, less = (one, other) if len(one) >= len(other) else (other, one)
            if group is not less:
                group += less
                of |= {each: group for joined in less for each in joined}
        group.append(pair)
        of |= dict.fromkeys(pair, group)
    yield from {group[0]: group for group in of.values()}.values()


_Wall = tuple[int, float, float, float]
"""A token, the middle of a heap beside it, and the inches between their middles when they touch."""


def _walls(
    pairs: Iterable[tuple[int, int]],
    places: Mapping[int, Point],
    heaps: Sequence[Cluster],
    sides: Mapping[int, float],
    round_one: float,
) -> Iterator[_Wall]:
    """Yield the heaps that tokens of a group are drawn beside."""
    for unit_id in dict.fromkeys(each for pair in pairs for each in pair) if heaps else ():
        for heap in heaps:
            if dist(places[unit_id], (heap.x, heap.y)) < round_one + 2 * sides[unit_id]:
                yield unit_id, heap.x, heap.y, (sides[unit_id] + round_one) / 2


def _pushed(
    pairs: Sequence[tuple[int, int]],
    places: Mapping[int, Point],
    walls: Sequence[_Wall],
    sides: Mapping[int, float],
    round_one: float,
) -> Generator[None, None, dict[int, Point]]:
    """Return where a group is drawn: tokens touch each other and heaps beside them, if they can."""
    homes = {unit_id: places[unit_id] for pair in pairs for unit_id in pair}
    shown = dict(homes)
    touching = [(one, other, (sides[one] + sides[other]) / 2) for one, other in pairs]
    if all(dist(homes[one], homes[other]) >= 0.99 * enough for one, other, enough in touching):
        return shown
    for _ in range(ROUNDS if len(homes) <= MANY else ROUNDS // 4):
        pushes = dict.fromkeys(homes, (0.0, 0.0))
        # All at once: one after the other, they would pass each other in a row.
        for one, other, enough in touching:
            x, y = shown[one]
            dx, dy = shown[other][0] - x, shown[other][1] - y
            away = hypot(dx, dy)
            if away >= 0.99 * enough:
                continue
            if away < enough / 1000:  # no line to be pushed along: each pair has one of its own
                dx, dy, away, part = cos(_TURN * other), sin(_TURN * other), 1.0, enough / 2
            else:
                part = (enough - away) / 2
            dx, dy = dx / away * part, dy / away * part
            (x, y), (to_x, to_y) = pushes[one], pushes[other]
            pushes[one], pushes[other] = (x - dx, y - dy), (to_x + dx, to_y + dy)
        for unit_id, x, y, enough in walls:
            dx, dy = shown[unit_id][0] - x, shown[unit_id][1] - y
            away = hypot(dx, dy)
            if away < 0.99 * enough:
                part = (enough - away) / (away or 1.0)
                x, y = pushes[unit_id]
                pushes[unit_id] = x + (dx if away else 1.0) * part, y + dy * part
        yield
        if _go(shown, homes, pushes, sides) < round_one / 200:
            break  # nobody sees less than a tenth of a pixel
    return shown


def _go(
    shown: dict[int, Point],
    homes: Mapping[int, Point],
    pushes: Mapping[int, Point],
    sides: Mapping[int, float],
) -> float:
    """Push each token as far as it may go from its place; return how far the farthest went."""
    moved = 0.0
    for unit_id, (dx, dy) in pushes.items():
        if not dx and not dy:
            continue
        (x, y), (home_x, home_y), most = shown[unit_id], homes[unit_id], sides[unit_id]
        to_x, to_y = x + PUSH * dx - home_x, y + PUSH * dy - home_y
        if (far := hypot(to_x, to_y)) > most:
            to_x, to_y = to_x / far * most, to_y / far * most
        shown[unit_id] = home_x + to_x, home_y + to_y
        moved = max(moved, abs(home_x + to_x - x), abs(home_y + to_y - y))
    return moved


def around(
    heap: Cluster, ids: Collection[int], side: float, disc: float, taken: Sequence[Point]
) -> dict[int, Point]:
    """Return how far from their places some units of a heap are drawn: in rings around it.

    `disc` inches are left free in the middle. Each lies on the side where it stands, or where the
    ring covers fewest of the places that are `taken`.
    """
    out = sorted(
        (token for token in heap.tokens if token.unit_id in ids),
        key=lambda token: (atan2(token.y - heap.y, token.x - heap.x), token.unit_id),
    )
    found: dict[int, Point] = {}
    reach = (disc + side) / 2
    while out:
        # One that has room for all that are left is as small as they allow.
        reach = max(reach, min(len(out), FAN) * side * 1.05 / (2 * pi))
        room = max(1, int(2 * pi * reach / side))
        ring, out = out[:room], out[room:]
        first = atan2(ring[0].y - heap.y, ring[0].x - heap.x)

        def places(turn: float, count: int = len(ring), reach: float = reach) -> list[Point]:
            turns = [turn + 2 * pi * number / count for number in range(count)]
            return [(heap.x + reach * cos(at), heap.y + reach * sin(at)) for at in turns]

        def covers(turn: float) -> int:
            return sum(dist(at, other) < side for at in places(turn) for other in taken)

        turns = (first + step * pi / 8 for step in _STEPS)
        best = min(turns, key=covers) if taken else first
        for token, (x, y) in zip(ring, places(best), strict=True):
            found[token.unit_id] = x - token.x, y - token.y
        reach += side
    return found


_STEPS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8)
"""Sixteenths of a turn by which a ring is turned, the least first."""


class DrawnAs(Enum):
    """How a piece is drawn."""

    RECTANGLE = "Rectangle"
    CIRCLE = "Circle"
    OUTLINE = "Outline"
    LINE = "Line"


LETTERS = {
    "b": TerrainKind.BUILDING,
    "w": TerrainKind.WALL,
    "o": TerrainKind.WOOD,
    "k": TerrainKind.ROCKS,
    "a": TerrainKind.WATER,
    "h": TerrainKind.HILL,
    "r": TerrainKind.ROAD,
    "u": TerrainKind.RUBBLE,
    "t": TerrainKind.OTHER,
}
"""The key of each kind: a letter of its word."""

USUAL_FORMS = {
    TerrainKind.WOOD: DrawnAs.CIRCLE,
    TerrainKind.WALL: DrawnAs.LINE,
    TerrainKind.ROAD: DrawnAs.LINE,
    TerrainKind.WATER: DrawnAs.OUTLINE,
    TerrainKind.HILL: DrawnAs.OUTLINE,
}
"""How a kind is mostly drawn, if not as a rectangle."""

NARROWEST, WIDEST = 0.25, 12.0
"""Inches of width of a line."""


class DrawnShape(Struct, frozen=True):
    """Points and radius, as a piece of terrain has them."""

    points: tuple[Point, ...]
    radius: float = 0.0

    @property
    def middle(self) -> Point:
        """The middle of it, around which it turns."""
        return centre(Footprint(self.points, self.radius))

    def shifted(self, dx: float, dy: float) -> "DrawnShape":
        """Return it after a step."""
        return DrawnShape(moved(Footprint(self.points), dx, dy).core, self.radius)

    def turned(self, degrees: float) -> "DrawnShape":
        """Return it turned clockwise about its middle."""
        return DrawnShape(turned(Footprint(self.points), degrees, self.middle).core, self.radius)


def shape_of(piece: TerrainPiece) -> DrawnShape:
    """Return the shape of a piece on the table."""
    return DrawnShape(piece.points, piece.radius)


class Sketch(Struct):
    """What is being drawn: the kind, the form, and the points that are set."""

    kind: TerrainKind = TerrainKind.BUILDING
    form: DrawnAs = DrawnAs.RECTANGLE
    width: float = 1.0
    points: list[Point] = field(default_factory=list)

    @property
    def by_points(self) -> bool:
        """Whether it goes on point by point until it is ended."""
        return self.form in (DrawnAs.OUTLINE, DrawnAs.LINE)

    def take_kind(self, kind: TerrainKind) -> None:
        """Draw another kind, in the form that is usual for it unless points are set already."""
        self.kind = kind
        if not self.points:
            self.form = USUAL_FORMS.get(kind, DrawnAs.RECTANGLE)

    def drawn_to(self, at: Point) -> tuple[Point, ...]:
        """Return the points with the one where the pointer is; those of a rectangle are corners."""
        points = self.points if self.points and self.points[-1] == at else [*self.points, at]
        if self.form is DrawnAs.RECTANGLE and len(points) > 1:
            (left, top), (right, bottom) = points[0], points[1]
            return (left, top), (right, top), (right, bottom), (left, bottom)
        return tuple(points)

    def finished(self, at: Point | None) -> DrawnShape:
        """Return the shape, ended at a point or at the last one that is set; BadInput for no shape."""
        points = tuple(self.points) if at is None else self.drawn_to(at)
        if self.form is DrawnAs.CIRCLE:
            radius = dist(points[0], points[-1])
            return DrawnShape(points[:1], round(radius, 3))
        if self.form is DrawnAs.LINE:
            return DrawnShape(strip(points, self.width))
        return DrawnShape(points)

    def sides(self, at: Point) -> tuple[tuple[Point, Point], ...]:
        """Return the sides whose inches are of interest."""
        points = self.drawn_to(at)
        if self.form is DrawnAs.RECTANGLE and len(points) == 4:
            return (points[0], points[1]), (points[1], points[2])
        return tuple(pairwise(points))

    def words(self, at: Point) -> str:
        """Return its size in words."""
        inches = [dist(*side) for side in self.sides(at)]
        if not inches:
            return ""
        if self.form is DrawnAs.RECTANGLE:
            return " by ".join(in_inches(side) for side in inches)
        if self.form is DrawnAs.CIRCLE:
            return f"{in_inches(2 * inches[0])} across"
        long = f"{in_inches(sum(inches))} long"
        return f"{long}, {in_inches(self.width)} wide" if self.form is DrawnAs.LINE else long


def in_order(pieces: Sequence[TerrainPiece]) -> list[TerrainPiece]:
    """Return pieces in reading order, as Tab goes through them."""

    def place(piece: TerrainPiece) -> tuple[float, float, int]:
        x, y = shape_of(piece).middle
        return y // 3, x, piece.id

    return sorted(pieces, key=place)


class Ring(Struct, frozen=True):
    """An explosion: its middle, and how far it reaches, in inches."""

    middle: Point
    radius: float


class Zone(Struct, frozen=True):
    """What something covers: its outline, and how large it is in words."""

    outline: Footprint
    words: str

    def at(self, place: Point) -> "Zone":
        """Return it at a place, if it lies about the corner of the table."""
        core = moved(Footprint(self.outline.core), *place).core
        return Zone(Footprint(core, self.outline.radius), self.words)


class Landing(Ring, frozen=True):
    """Where a miss lands: within so many `inches` of the edge of what it missed, or of its X.

    `explodes`: it goes off there, so a place is asked for, not whom it strikes. `said`: where it
    lands; None while nobody has said it.
    """

    inches: int
    explodes: bool = False
    said: Point | None = None

    def words_of(self, point: Point) -> str:
        """Say how far a point is from the edge of what was missed, and whether that is too far."""
        # `radius` counts from the middle of what was missed, the words from its edge.
        away = dist(point, self.middle)
        outside = "" if away <= self.radius else f', farther than it missed by, {self.inches}"'
        return f"{in_inches(max(0.0, away - (self.radius - self.inches)))} away{outside}"


class AskedPlace(Struct, frozen=True):
    """A place that a form asks for, in words; `said`: where it is, None while nobody has said it.

    `covers` is what will lie there, about the corner of the table.
    """

    words: str
    said: Point | None = None
    covers: Zone | None = None


class DrawnShot(Struct, frozen=True):
    """From where to where; None for what has no place on the map. `inches` are from edge to edge.

    `aiming`: the target can still be chosen. `wanted`: it has to be, all else is said. `landing` is
    where a Missed Shot may land, while that can still be said. `struck` are the units that are
    caught, `place` is what a form asks for, `who` the units at both ends.
    `ghosts` are what lies elsewhere, or is smaller, in a turn to come.
    """

    start: Point | None
    goal: Point | None
    inches: float | None = None
    measured: bool = False
    rings: tuple[Ring, ...] = ()
    zones: tuple[Zone, ...] = ()
    struck: tuple[int, ...] = ()
    aiming: bool = False
    wanted: bool = False
    landing: Landing | None = None
    place: AskedPlace | None = None
    who: tuple[int, ...] = ()
    ghosts: tuple[Zone, ...] = ()

    @property
    def pointed(self) -> bool:
        """Whether something of it can be pointed at."""
        return self.aiming or self.landing is not None or self.place is not None

    @property
    def has_line(self) -> bool:
        """Whether it has a line of fire."""
        return self.start is not None and self.goal is not None

    @property
    def points(self) -> tuple[Point, ...]:
        """What has to be in view: where it comes from and goes to, and where a miss may land."""
        line = (self.start, self.goal) if self.goal is not None else ()
        said = self.place.said if self.place else None
        ends = (*line, self.landing.middle if self.landing else None, said)
        return tuple(point for point in ends if point is not None)

    def takes(self, unit_id: int, point: Point) -> bool:
        """Return whether a click there answers what it asks for: on a unit, or within the circle."""
        if self.landing is not None and self.landing.explodes:
            return bool(self.asks) and dist(point, self.landing.middle) <= self.landing.radius
        return bool(unit_id and self.asks)

    def beyond(self, point: Point) -> str:
        """Say why a click on a bare place answers nothing; "" where nothing is asked, or it does."""
        circle = self.landing
        if circle is None and self.place is None and self.wanted:
            return "Nobody stands there. X, then a click, aims at the place itself."
        if circle is None or not circle.explodes or not self.asks or self.takes(0, point):
            return ""
        return f'That is outside of the circle: it comes down at most {circle.inches}" away.'

    @property
    def asks(self) -> str:
        """What the map asks for; "" if a click on a unit means nothing to it."""
        if self.place is not None:
            return f"{self.place.words}: click it"
        if self.landing is not None and self.landing.explodes:
            return "" if self.landing.said else "Click where it comes down, or X and a place"
        if self.landing is not None:
            return "Click whom the Missed Shot strikes, or X and a place"
        return "Click the target, or X and a place" if self.wanted else ""


def image_of(pixels: Pixels) -> QImage:
    """Return an image of its own, in the form that is painted without being converted each time."""
    image = QImage(pixels.width, pixels.height, QImage.Format.Format_ARGB32_Premultiplied)
    here, there = memoryview(image.bits()), memoryview(pixels.data)
    # In parts, between which the window may have its turn.
    for at in range(0, len(there), BLOCK):
        here[at : at + BLOCK] = there[at : at + BLOCK]
    return image


MISSING = (
    "This campaign file lacks the photo of its table: choose it once more, or take it away (T)."
)

LaidPhoto = tuple[TablePhoto, float, float]
"""What a picture is made of: the photo as it lies, and the sides of the table."""


class FlatPhoto(QObject):
    """Follows the desk. `sizes` show the whole table from above, each half as large as the one before.

    `changed` comes with every other picture, `failed` brings words where a photo cannot be shown.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.sizes: tuple[QImage, ...] = ()
        self.opacity = 1.0
        self._wanted: LaidPhoto | None = None
        self._making: LaidPhoto | None = None
        self._job = OneJob(self)
        self._job.ended.connect(self._go_on)
        desk.changed.connect(self._heard)
        desk.ending.connect(self._job.stop)

    def begin(self) -> None:
        """Show the photo that lies there, if any."""
        self._look()

    def cancel(self) -> bool:
        """Wait no longer for the photo; return whether it was being made ready."""
        return self._job.cancel()

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(battlefield.tables):
            self._look()

    def _look(self) -> None:
        ground = self._desk.read(battlefield)
        opacity = ground.photo.opacity if ground.photo else 1.0
        if opacity != self.opacity:
            self.opacity = opacity
            self.changed.emit()
        laid = _laid(ground)  # without the opacity, which needs no new picture
        if laid != self._wanted:
            self._wanted = laid
            if laid is None:
                self._show(())
            elif not self._job.is_busy:
                self._begin(laid)

    def _begin(self, laid: LaidPhoto) -> None:
        name = laid[0].picture
        data = self._desk.campaign.reading(lambda session: photo_bytes(session, name))
        if data is None:
            self._show(())
            self.failed.emit(MISSING)
            return
        self._making = laid
        self._job.start(_straightening(data, laid), self._made, self._could_not)

    def _made(self, sizes: tuple[QImage, ...]) -> None:
        if self._making == self._wanted:
            self._show(sizes)

    def _could_not(self, words: str) -> None:
        if self._making == self._wanted:
            self._show(())
            self.failed.emit(words)

    def _go_on(self) -> None:
        # What was laid out meanwhile comes next.
        if self._wanted is not None and self._wanted != self._making:
            self._begin(self._wanted)

    def _show(self, sizes: tuple[QImage, ...]) -> None:
        self.sizes = sizes
        self.changed.emit()


def _laid(ground: Ground) -> LaidPhoto | None:
    if ground.photo is None or not ground.width:
        return None
    return replace(ground.photo, opacity=1.0), ground.width, ground.depth


def _straightening(data: bytes, laid: LaidPhoto) -> Callable[[], tuple[QImage, ...]]:
    """Return the work that makes the pictures of a table; it runs on a thread of its own."""

    def make() -> tuple[QImage, ...]:
        photo, width, depth = laid
        if name_of(data) != photo.picture:
            raise BadInput(LAID_FLAT_DAMAGED)
        view = perspective(photo.corners, photo.known)
        return tuple(image_of(pixels) for pixels in laid_flat(data, view, width, depth))

    return make
