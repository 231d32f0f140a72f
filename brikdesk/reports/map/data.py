"""What the map on paper shows, as frozen values."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.ground.shapes import Point
from brikdesk.lengths import at_spot
from brikdesk.store.views.battle import battle_head
from brikdesk.store.views.battlefield import Ground, battlefield
from brikdesk.store.views.trails import Trail, trails
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns import ledger
from brikdesk.turns.secrets import NOTHING_HIDDEN, Secrets, secrets_now

BEYOND = 6.0
"""Inches beside the table at which a unit is still drawn, as one on the rim of the room."""


class MapToken(Struct, frozen=True):
    """A unit that stands on the table; `flames` are the inches of its fire, 0 without one."""

    unit_id: int
    name: str
    faction: str
    initials: str
    colour: str
    size: int
    x: float
    y: float
    facing: float | None
    flames: int

    @property
    def words(self) -> str:
        """The token in words: name, faction and place."""
        parts = (self.name, self.faction, f"{at_spot(self.x, self.y)} inches")
        return ", ".join(part for part in parts if part)


class MapWay(Struct, frozen=True):
    """The way of a unit in the turn, in the colour of its faction."""

    colour: str
    points: tuple[Point, ...]


class TableMap(Struct, frozen=True):
    """The table at one moment. `beyond` names units whose place is far from the table."""

    title: str
    campaign: str
    ground: Ground
    tokens: tuple[MapToken, ...]
    ways: tuple[MapWay, ...]
    beyond: tuple[str, ...] = ()
    photo: bytes = b""
    """The straightened photo of the table as JPEG, where one is wanted."""

    @property
    def is_bare(self) -> bool:
        """Whether nothing has a place on it."""
        ground = self.ground
        return not (self.tokens or ground.pieces or ground.discs or ground.flights or ground.lying)

    @property
    def names(self) -> tuple[str, ...]:
        """The names from the campaign that stand among other words."""
        factions = (one.faction for one in self.tokens)
        return (self.campaign, *factions, *self.texts)

    @property
    def words(self) -> str:
        """The map in words, for those who cannot see it: who stands where."""
        there = "; ".join(one.words for one in self.tokens) or "no unit stands on it"
        return f"{self.title}, a map of the table: {there}."

    @property
    def texts(self) -> tuple[str, ...]:
        """All words from the campaign that it shows."""
        ground = self.ground
        names = [one.name for one in self.tokens]
        names += [one.name for one in ground.discs]
        names += [one.name for one in ground.flights]
        names += [one.name for one in ground.lying]
        return (*names, *(one.initials for one in self.tokens), *self.beyond)


def table_map(session: Session, turn_ids: Sequence[int], title: str, secrets: Secrets) -> TableMap:
    """Read the table, with the ways that units took in these player turns.

    `secrets` are those of today; of a past moment, what was one then is left out as well.
    """
    hidden = secrets if secrets == NOTHING_HIDDEN else secrets | secrets_now(session)
    ground = hidden.seen(battlefield(session))
    flames = {fire.unit_id: max(fire.size, 1) for fire in ledger.fires(session)}
    there, beyond = [], []
    for row in units(session):
        if not row.alive or not row.on_table or row.x is None or row.y is None:
            continue
        if _is_near(ground, (row.x, row.y)):
            there.append(_token(row, (row.x, row.y), ground, flames.get(row.id, 0)))
        else:
            beyond.append(row.name)
    colours = {token.unit_id: token.colour for token in there}
    return TableMap(
        title=title,
        campaign=battle_head(session).campaign,
        ground=ground,
        # Large units first: a small one is never hidden under the hull that it stands on.
        tokens=tuple(sorted(there, key=lambda token: (-token.size, token.unit_id))),
        ways=tuple(
            way for each in turn_ids for way in _ways(ground, trails(session, each), colours)
        ),
        beyond=tuple(beyond),
    )


def _is_near(ground: Ground, spot: Point) -> bool:
    across, down = spot
    inside = -BEYOND <= across <= ground.width + BEYOND
    return inside and -BEYOND <= down <= ground.depth + BEYOND


def _token(row: UnitRow, spot: Point, ground: Ground, flames: int) -> MapToken:
    stance = ground.standing.get(row.id)
    return MapToken(
        unit_id=row.id,
        name=row.name,
        faction=row.faction,
        initials=row.token,
        colour=row.colour,
        size=max(row.effective_size, 1),
        x=spot[0],
        y=spot[1],
        facing=stance.facing if stance else None,
        flames=flames,
    )


def _ways(ground: Ground, taken: Iterable[Trail], colours: dict[int, str]) -> tuple[MapWay, ...]:
    """Return the ways of units that are shown, as far as they lie near the table."""
    return tuple(
        MapWay(colours[trail.unit_id], trail.points)
        for trail in taken
        if trail.unit_id in colours and all(_is_near(ground, point) for point in trail.points)
    )
