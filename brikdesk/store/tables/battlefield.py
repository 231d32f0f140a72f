"""The battlefield: table, terrain and photo; fires, Fields and Traps, and those that units met."""

from enum import Enum

from sqlalchemy import Index
from sqlmodel import Field as SqlmodelField
from sqlmodel import SQLModel

from brikdesk.rules.brikwars.fields import FieldKind, TerrainMode
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, record, values


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
    battle_id: int = SqlmodelField(foreign_key="battle.id")
    finish: Finish = member(Finish.PLAIN)


class Terrain(SQLModel, table=True):
    """A piece of terrain: everything within `radius` inches of its points, or of what they enclose.

    One point is a round piece, two are a long one, three and more an outline.
    """

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    battle_id: int = SqlmodelField(foreign_key="battle.id", description="on whose table it stands")
    kind: TerrainKind = member(of=TerrainKind)
    name: str
    points: list[tuple[float, float]] = values("x and y in inches, in order")
    radius: float = SqlmodelField(default=0.0, description="inches around the points")
    base: float = SqlmodelField(default=0.0, description="inches above the table where it begins")
    top: float = SqlmodelField(default=1.0, description="inches above the table where it ends")
    blocks_move: bool = False
    blocks_sight: bool = False
    difficult: TerrainMode | None = member(of=TerrainMode)
    weight_class: int | None = SqlmodelField(default=None, description="none: it does not burn")
    unit_id: int | None = SqlmodelField(
        default=None, foreign_key="unit.id", description="the Structure or Object that it is"
    )


class Background(SQLModel, table=True):
    """A photo that lies under the map of a battle, and how it was taken.

    Its corners are places in the photo, in parts of its width and height, at which a known rectangle
    of the table is seen: far left, far right, near right, near left.
    """

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    battle_id: int = SqlmodelField(foreign_key="battle.id")
    # No foreign key: a campaign that is rebuilt from its acts lacks the photo until it is taken again.
    picture: str = SqlmodelField(max_length=64, description="the name of a Picture")
    corners: list[tuple[float, float]] = values("four places in the photo")
    x: float = SqlmodelField(description="inches: the far left corner of the rectangle")
    y: float
    width: float
    depth: float
    turned: float = SqlmodelField(default=0.0, description="degrees clockwise around that corner")
    opacity: float = SqlmodelField(default=1.0, description="0 to 1")


class Stance(SQLModel, table=True):
    """How a unit stands: which way it faces, and how high."""

    __table_args__ = (Index("stance_by_unit", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = SqlmodelField(foreign_key="unit.id")
    facing: float | None = SqlmodelField(
        default=None, description="degrees clockwise from the far edge"
    )
    base: float = SqlmodelField(default=0.0, description="inches above the table at its feet")


class Fire(SQLModel, table=True):
    """A burning unit or object. A burning minifig's fire has Size 0: it is either there or not."""

    __table_args__ = (Index("fire_by_unit", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = SqlmodelField(foreign_key="unit.id")
    kind: FireKind = member(FireKind.FIRE)
    size: int = SqlmodelField(default=1, description="inches")
    permanent_dice: int = SqlmodelField(
        default=0, description="d4 Fire of a permanent fire (F.1-19)"
    )
    set_by_id: int | None = SqlmodelField(default=None, foreign_key="player.id")
    driver_id: int | None = SqlmodelField(
        default=None, foreign_key="player.id", description="at whose turn start it burns (QF-09)"
    )
    lit_turn_id: int = SqlmodelField(foreign_key="turn.id")
    burned_turn_id: int | None = SqlmodelField(default=None, foreign_key="turn.id")
    ran_turn_id: int | None = SqlmodelField(
        default=None, foreign_key="turn.id", description="when he ran it off (8.3-32)"
    )
    place: str = ""
    final_stage: str = ""


class Field(SQLModel, table=True):
    """A Field Hazard on the table (F.0)."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    player_id: int | None = SqlmodelField(default=None, foreign_key="player.id")
    name: str
    kind: FieldKind = member(FieldKind.SMOKE)
    size: int = SqlmodelField(description="inches across (F.0-04)")
    dice: list[str] = values("Hazard dice, each as d6 Damage, d4 Fire, d10 Exp, d6 Move")
    height: float | None = SqlmodelField(default=None, description="inches; none: unlimited")
    affects: str = SqlmodelField(default="", description="who suffers; empty: everybody")
    mode: str = SqlmodelField(default="", description="Slow, Thrust, Slippery or Spiked Obstacle")
    direction: str = SqlmodelField(default="", description="where a Thrust carries (F.1-52)")
    carrier_id: int | None = SqlmodelField(
        default=None, foreign_key="unit.id", description="whose surface an Energy Shield covers"
    )
    projector_id: int | None = SqlmodelField(
        default=None, foreign_key="weapon.id", description="the Shield Projector (F.1-73)"
    )
    spent: dict[str, int] = record("stamp of each Energy Shield die's last use, by its place")
    shrink_player_id: int | None = SqlmodelField(
        default=None, foreign_key="player.id", description="none: it does not shrink"
    )
    made_turn_id: int = SqlmodelField(foreign_key="turn.id")
    shrunk_turn_id: int | None = SqlmodelField(default=None, foreign_key="turn.id")
    triggered: list[str] = values("spots of a Concealed Hazard that went off (F.1-59)")
    place: str = ""
    x: float | None = None
    y: float | None = None


class Trap(SQLModel, table=True):
    """Something that goes off by itself when its trigger is touched (F.2)."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    player_id: int | None = SqlmodelField(default=None, foreign_key="player.id")
    name: str
    trigger: str = SqlmodelField(description="the object on the table (F.2-03)")
    condition: str = SqlmodelField(default="", description="empty: any interaction (F.2-04)")
    effect: str = SqlmodelField(
        description="what exactly happens, written down beforehand (F.2-02)"
    )
    secret: bool = False
    candidates: list[str] = values("objects that may be the trigger (F.2-06)")
    weapon_id: int | None = SqlmodelField(default=None, foreign_key="weapon.id")
    field_id: int | None = SqlmodelField(
        default=None, foreign_key="field.id", description="its hidden spots are triggers (F.2-07)"
    )
    smart: bool = SqlmodelField(default=False, description="attacks again every turn (F.2-11)")
    action_die: int = SqlmodelField(default=4, description="sides (F.2-10)")
    sprung_turn_id: int | None = SqlmodelField(default=None, foreign_key="turn.id")
    armed: bool = True
    x: float | None = None
    y: float | None = None


class Encounter(SQLModel, table=True):
    """A unit has come into a Field, or gone through it, and its dice are owed (F.1-11, QF-34, F.1-60).

    It goes when they are rolled, and counts in the turn in which it happened only.
    """

    __table_args__ = (Index("encounter_by_turn", "turn_id", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = SqlmodelField(foreign_key="unit.id")
    field_id: int = SqlmodelField(foreign_key="field.id")
    turn_id: int = SqlmodelField(foreign_key="turn.id")
    inches: float = SqlmodelField(description="inches of its way within the Field")
    leaves: bool = SqlmodelField(default=False, description="its way ended outside")
    by_itself: bool = SqlmodelField(default=True, description="not shoved, carried or knocked back")
