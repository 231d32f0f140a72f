"""The battlefield: the table that the bricks stand on, its terrain and photo, and how units stand."""

from enum import Enum

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from brikdesk.rules.brikwars.hazards.difficult_terrain import TerrainMode
from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, values


class Finish(Enum):
    """What the table is covered with."""

    PLAIN = "plain"
    GRASS = "grass"
    SAND = "sand"
    STONE = "stone"
    NIGHT = "night"


class TerrainKind(Enum):
    """What a piece of terrain is; it decides how the map draws it, and no rule."""

    BUILDING = "building"
    WALL = "wall"
    WOOD = "wood"
    ROCKS = "rocks"
    WATER = "water"
    HILL = "hill"
    ROAD = "road"
    RUBBLE = "rubble"
    OTHER = "other"


class Battlefield(SQLModel, table=True):
    """What the table of a battle is like besides its size, which the battle's own row holds."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    battle_id: int = Field(foreign_key="battle.id")
    finish: Finish = member(Finish.PLAIN)


class Terrain(SQLModel, table=True):
    """A piece of terrain: everything within `radius` inches of its points, or of what they enclose.

    One point is a round piece, two are a long one, three and more an outline.
    """

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    battle_id: int = Field(foreign_key="battle.id", description="on whose table it stands")
    kind: TerrainKind = member(of=TerrainKind)
    name: str
    points: list[tuple[float, float]] = values("x and y in inches, in order")
    radius: float = Field(default=0.0, description="inches around the points")
    base: float = Field(default=0.0, description="inches above the table where it begins")
    top: float = Field(default=1.0, description="inches above the table where it ends")
    blocks_move: bool = False
    blocks_sight: bool = False
    difficult: TerrainMode | None = member(of=TerrainMode)
    weight_class: int | None = Field(default=None, description="none: it does not burn")
    unit_id: int | None = Field(
        default=None, foreign_key="unit.id", description="the Structure or Object that it is"
    )


class Background(SQLModel, table=True):
    """A photo that lies under the map of a battle, and how it was taken.

    Its corners are places in the photo, in parts of its width and height, at which a known rectangle
    of the table is seen: far left, far right, near right, near left.
    """

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    battle_id: int = Field(foreign_key="battle.id")
    # No foreign key: a campaign that is rebuilt from its acts lacks the photo until it is taken again.
    picture: str = Field(max_length=64, description="the name of a Picture")
    corners: list[tuple[float, float]] = values("four places in the photo")
    x: float = Field(description="inches: the far left corner of the rectangle")
    y: float
    width: float
    depth: float
    turned: float = Field(default=0.0, description="degrees clockwise around that corner")
    opacity: float = Field(default=1.0, description="0 to 1")


class Stance(SQLModel, table=True):
    """How a unit stands: which way it faces, and how high."""

    __table_args__ = (Index("stance_by_unit", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    facing: float | None = Field(default=None, description="degrees clockwise from the far edge")
    base: float = Field(default=0.0, description="inches above the table at its feet")
