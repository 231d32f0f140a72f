"""The table of a battle: its size, its photo, where Fields lie, which way units face."""

from dataclasses import dataclass
from math import isfinite

from sqlmodel import Session, select

from brikdesk.acts.checks import existing_row, points_of
from brikdesk.acts.movement.going import check_spot
from brikdesk.acts.movement.on_the_way import spot_of
from brikdesk.acts.units.facts import one_of
from brikdesk.acts.who_may import in_play
from brikdesk.errors import BadInput
from brikdesk.ground.perspective import Rectangle, hides_part_of, perspective
from brikdesk.ground.shapes import FARTHEST, Point
from brikdesk.lengths import in_inches
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Outcome, outcome
from brikdesk.store.tables import Background, Battle, Battlefield, Finish, Stance, Unit
from brikdesk.turns.turn_order import running_battle

LARGEST = 1000.0
"""The longest side of a table, in inches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTable(Act):
    """Say how large the table of this battle is, in inches, and what covers it.

    What is not given stays. Nothing that stands on the table moves: what lies beyond a new edge
    keeps its place, and the map shows it there.
    """

    width: float | None = None
    depth: float | None = None
    finish: str | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write size and finish; BadInput for a side that no table has."""
        battle = battle_now(session)
        width = _side(self.width, battle.table_width, "width")
        depth = _side(self.depth, battle.table_depth, "depth")
        finish = None if self.finish is None else one_of(Finish, self.finish, "finish")
        battle.table_width, battle.table_depth = width, depth
        session.add(battle)
        if finish is not None:
            known = select(Battlefield).where(Battlefield.battle_id == battle.id)
            field = session.exec(known).first() or Battlefield(battle_id=battle.id or 0)
            field.finish = finish
            session.add(field)
        title = f"The table is {in_inches(width)} by {in_inches(depth)}"
        covered = "" if finish in (None, Finish.PLAIN) else f"Finish: {finish.value}."
        return outcome(Kind.SETUP, title, covered)


def battle_now(session: Session) -> Battle:
    """Return the battle whose table is meant; BadInput if none is set up."""
    battle = running_battle(session)
    if battle is None:
        raise BadInput("There is no battle, and so no table. Set up a battle first.")
    return battle


def _side(typed: float | None, present: float, where: str) -> float:
    if typed is None:
        return present
    if not 1 <= typed <= LARGEST:
        raise BadInput(f"A side of the table is 1 to {LARGEST:,g} inches long.", where)
    return float(typed)


FAINTEST = 0.1
"""The least opacity: a photo that nobody sees is hidden with its layer, or taken away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBackground(Act):
    """Lay a photo of the table under the map, or correct how it lies; None leaves a fact as it is.

    `picture` is the name under which the campaign keeps the photo. `corners` are the places in it,
    in parts of its width and height, where the corners of a known rectangle are seen: far left, far
    right, near right, near left. That rectangle is `width` by `depth` inches, has its far left corner
    at `x`, `y` and is turned clockwise around it by `turned` degrees; at first it is the table
    itself. `opacity` is 0.1 to 1.
    """

    picture: str | None = None
    corners: tuple[Point, ...] | None = None
    x: float | None = None
    y: float | None = None
    width: float | None = None
    depth: float | None = None
    turned: float | None = None
    opacity: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write how the photo lies; BadInput where no camera can have seen the table so."""
        battle = battle_now(session)
        row = _row(session, battle)
        before = row.picture
        if self.picture is not None:
            row.picture = name_of_photo(self.picture)
        if self.corners is not None:
            row.corners = [_near(corner) for corner in points_of(self.corners, "corners")]
        for fact in ("x", "y", "width", "depth", "turned", "opacity"):
            if (typed := getattr(self, fact)) is not None:
                setattr(row, fact, float(typed))
        _check(row, battle)
        session.add(row)
        anew, under = "The photo of the table lies anew", "A photo of the table lies under the map"
        known = f"Measured by a rectangle of {in_inches(row.width)} by {in_inches(row.depth)}."
        return outcome(Kind.SETUP, anew if before == row.picture else under, known)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveBackground(Act):
    """Take the photo away from under the map. Everything that stands on the map keeps its place."""

    def carry_out(self, session: Session) -> Outcome:
        """Remove it; BadInput if there is none."""
        row = _known(session, battle_now(session))
        if row is None:
            raise BadInput("No photo lies under the map.")
        session.delete(row)
        return outcome(Kind.SETUP, "The photo of the table is taken away")


def _known(session: Session, battle: Battle) -> Background | None:
    return session.exec(select(Background).where(Background.battle_id == battle.id)).first()


def _row(session: Session, battle: Battle) -> Background:
    # At first the rectangle that is known is the table itself.
    width, depth = battle.table_width, battle.table_depth
    return _known(session, battle) or Background(
        battle_id=battle.id or 0, picture="", x=0.0, y=0.0, width=width, depth=depth
    )


def _check(row: Background, battle: Battle) -> None:
    if not row.picture:
        raise BadInput("Say which photo.", "picture")
    for side in ("width", "depth"):
        if not 0.1 <= getattr(row, side) <= LARGEST:
            raise BadInput(f"A side of the rectangle is 0.1 to {LARGEST:,g} inches long.", side)
    for place in ("x", "y"):
        if not abs(getattr(row, place)) <= FARTHEST:
            raise BadInput(f"The rectangle lies within {FARTHEST:,g} inches of the table.", place)
    if not isfinite(row.turned):
        raise BadInput("Degrees are a number.", "turned")
    row.turned %= 360
    if not FAINTEST <= row.opacity <= 1:
        raise BadInput(f"Opacity is {FAINTEST:g} to 1.", "opacity")
    known = Rectangle(row.x, row.y, row.width, row.depth, row.turned)
    if hides_part_of(perspective(row.corners, known), battle.table_width, battle.table_depth):
        raise BadInput(BEHIND, "corners")


BEHIND = (
    "Seen like this a part of the table would lie behind the camera. Drag the handles onto the "
    "corners of what was measured, and check its sides."
)


def _near(corner: Point) -> Point:
    # A corner of the table may lie a little outside of the photo.
    if not all(-1 <= part <= 2 for part in corner):
        raise BadInput("A corner lies far outside of the photo.", "corners")
    return corner


def name_of_photo(name: str) -> str:
    """Return a photo's name as it was given. Raise BadInput for what cannot be one."""
    if len(name) != 64 or not set(name) <= set("0123456789abcdef"):
        raise BadInput("A photo is named by the SHA-256 of its bytes.", "picture")
    return name


HIGHEST = 200.0
"""Inches above or below the table at which a unit can stand, and terrain begin or end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUnit(Act):
    """Turn a unit to a facing in degrees, clockwise from the far edge, or say how high it stands.

    To turn costs no Move, so the log says nothing about it. What is not given stays.
    """

    unit_id: int
    facing: float | None = None
    base: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write facing and height; BadInput if neither is given."""
        unit = in_play(existing_row(session, Unit, self.unit_id))
        if self.facing is None and self.base is None:
            raise BadInput("Give a facing in degrees, or a height in inches.", "facing")
        known = select(Stance).where(Stance.unit_id == unit.id)
        stance = session.exec(known).first() or Stance(unit_id=unit.id or 0)
        if self.facing is not None:
            if not isfinite(self.facing):
                raise BadInput("A facing is a number of degrees.", "facing")
            stance.facing = self.facing % 360.0
        if self.base is not None:
            if not -HIGHEST <= self.base <= HIGHEST:
                raise BadInput(f"A unit stands within {HIGHEST:g} inches of the table.", "base")
            stance.base = float(self.base)
        session.add(stance)
        if self.base is None:
            return Outcome(f"{unit.name} turns")
        # The new height is read from its row.
        session.flush()
        check_spot(self, session, unit, spot_of(unit))
        return Outcome(f"{unit.name} stands at {in_inches(self.base)}")
