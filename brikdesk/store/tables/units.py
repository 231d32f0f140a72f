"""Units and squads, what they do and have done, and the states that last."""

from enum import Enum

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from brikdesk.rules.turn import Edge
from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, values


class UnitKind(Enum):
    """What a unit is; the rules ask for it only to tell minifigs and Horses from the rest."""

    MINIFIG = "Minifig"
    HERO = "Hero"
    HORSE = "Horse"
    CREATURE = "Creature"
    VEHICLE = "Vehicle"
    STRUCTURE = "Structure"
    OBJECT = "Object"


class Mind(Enum):
    """Who thinks for a creation (A-09)."""

    INDEPENDENT = "independent"
    RIDDEN = "ridden"
    PILOTED = "piloted"
    OPERATED = "operated"
    HALF_MINDED = "half-minded"
    NONE = "none"


class HalfPower(Enum):
    """When a creation has Half Power (8.1-36, 8.1-37)."""

    NEVER = "never"
    ALWAYS = "always"
    AIRBORNE = "while airborne"


class Fate(Enum):
    """Whether a unit is still in the game."""

    ALIVE = "alive"
    DEAD = "dead"
    REMOVED = "removed"


class Unit(SQLModel, table=True):
    """A unit, creation or object of the campaign's roster (7.1, A-02, A-03)."""

    __table_args__ = (Index("unit_by_player", "player_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    player_id: int | None = Field(
        default=None, foreign_key="player.id", description="none: belongs to nobody"
    )
    name: str
    token: str = Field(description="two letters")
    kind: UnitKind = member(UnitKind.MINIFIG)
    preset: str = ""
    size: int = Field(default=1, description="built Size, inches")
    size_damage: int = Field(default=0, description="inches")
    armor: str = Field(default="4", description="4, 1d6, 2d10 or empty")
    weight_class: int = 0
    deflection: int = Field(default=0, description="levels")
    action_die: int = Field(default=6, description="sides; 0: it cannot act")
    actions_per_turn: int = 1
    move: float = Field(default=5.0, description="inches")
    power_multiplier: int = 2
    half_power: HalfPower = member(HalfPower.NEVER)
    airborne: bool = False
    mind: Mind = member(Mind.INDEPENDENT)
    specialties: list[str] = values("gunnery, pathfinding, tracking ...")
    tags: list[str] = values("flammable, living, breathing, mechanical, fire creature ...")
    worn_armor: str = Field(default="", description="light or heavy")
    value: float = Field(default=1.0, description="Unit Inches")
    notes: str = ""
    on_table: bool = Field(default=True, description="takes part in the present battle")
    fate: Fate = member(Fate.ALIVE)
    lost_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    wounded: bool = Field(default=False, description="a Horse after its first step (OF-93)")
    grinding: int = Field(default=0, description="points of Grinding Damage")
    limbs_lost: list[str] = values("left_arm, right_arm, left_leg, right_leg")
    action_spent_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    actions_spent: int = Field(default=0, description="in the round of that stamp")
    move_used: float = Field(default=0.0, description="Move inches, in the turn of the next stamp")
    moved_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    power_saved: int = Field(default=0, description="inches stored by Divert All Power (8.1-42)")
    power_saved_turn_id: int | None = Field(
        default=None, foreign_key="turn.id", description="when the store last changed at an end"
    )
    diverted_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    ranged_turn_id: int | None = Field(
        default=None, foreign_key="turn.id", description="when it made its latest Ranged attack"
    )
    ranged_target: str = Field(default="", description="at what: one target a turn (5.3-03)")
    melee_turn_id: int | None = Field(
        default=None, foreign_key="turn.id", description="in which the next four columns count"
    )
    melee_damage: int = Field(default=0, description="points of Close Combat it took (5.2-23)")
    melee_armor: int | None = Field(default=None, description="its Armor Roll against them (X6-01)")
    melee_foes: list[int] = values("units that attacked it in Close Combat (5.1-44)")
    hands_used: int = Field(default=0, description="in Close Combat (5.2-05)")
    fought: list[str] = values("apparatus used on its fires, each with its stamp (QF-21)")
    x: float | None = Field(default=None, description="inches from the left edge")
    y: float | None = Field(default=None, description="inches from the far edge")


class StateKind(Enum):
    """The kinds of states that last on a unit (F.3, 4.1, 5.1)."""

    DISRUPTED = "Disrupted"
    HALF_SPEED = "Half Speed"
    STOPPED = "Stopped"
    FULL_TURN = "Full-turn Action"
    MORTALLY_WOUNDED = "Mortally Wounded!"
    DROWNING = "Drowning"
    BREATH_HELD = "Holds breath"
    ENGAGED = "Engaged in Close Combat"
    GRABBED = "Grabbed"
    REVEALED = "Revealed"
    INCAPACITATED = "Incapacitated"
    OTHER = "Other"


class State(SQLModel, table=True):
    """One cause of one state of one unit, with the moment at which it ends."""

    __table_args__ = (Index("state_by_unit", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    with_id: int | None = Field(
        default=None, foreign_key="unit.id", description="who it is engaged with, or Grabbed by"
    )
    kind: StateKind = member(of=StateKind)
    cause: str = ""
    lasting: bool = Field(default=False, description="stays until the referee clears it")
    since_turn_id: int = Field(foreign_key="turn.id")
    clock_player_id: int | None = Field(
        default=None, foreign_key="player.id", description="none: whichever player is current"
    )
    clock_edge: Edge = member(Edge.START)
    pending_damage: int | None = Field(default=None, description="points (5.1-20)")
    until: str = Field(
        default="",
        description="how long one is Incapacitated (S-03), or how many turns an extended"
        " Action takes, empty: nobody knows (4.2-29)",
    )


class Inside(SQLModel, table=True):
    """A unit that stands in a Field, or in the burning part of an object.

    The row stays when it leaves, so that the same hazard does not act on it twice in one player
    turn (QF-17, QF-34).
    """

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    field_id: int | None = Field(default=None, foreign_key="field.id")
    fire_id: int | None = Field(default=None, foreign_key="fire.id")
    exposed_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    left: bool = Field(default=False, description="it has gone out again")


class PowerUse(SQLModel, table=True):
    """Inches of Power that a unit used or lost in one player turn (8.1-32, F.1-17)."""

    __table_args__ = (Index("power_use_by_turn", "turn_id", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    turn_id: int = Field(foreign_key="turn.id")
    weapon_id: int | None = Field(default=None, foreign_key="weapon.id")
    inches: int
    overload: bool = False
    why: str = ""


class Squad(SQLModel, table=True):
    """A unit's place in a squad, which is all units with the same name here; at most one each."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    name: str = Field(description="of the squad")


class Sprint(SQLModel, table=True):
    """A unit that Sprints in one player turn; it ends with that turn (4.1-33 to 4.1-41)."""

    __table_args__ = (Index("sprint_by_turn", "turn_id", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    turn_id: int = Field(foreign_key="turn.id")
    inches: int = Field(description="added to its Move in that turn")
    forced: bool = Field(default=False, description="it must run all of it (4.1-41)")
    heading: float | None = Field(
        default=None, description="degrees of its straight line; none: not known yet (4.1-34)"
    )


class Run(SQLModel, table=True):
    """The straight run of a unit, for its Momentum; one row for each that ever ran (5.4-05)."""

    __table_args__ = (Index("run_by_unit", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    turn_id: int = Field(foreign_key="turn.id", description="the player turn of its last inches")
    heading: float | None = Field(default=None, description="degrees of its line; none: not known")
    inches: float = Field(default=0.0, description="straight, since a MOM was spent")
    mom: bool = Field(default=False, description="it holds a MOM")
    used_all: bool = Field(default=False, description="no Move was left after them (5.4-07)")
    rolled: bool = Field(default=False, description="it must run on in that turn (5.4-14, 5.4-22)")


class Parting(SQLModel, table=True):
    """A unit Disengages from one of its opponents in its turn (5.2-33, 5.2-36).

    The row stays until that unit Disengages in a later turn: in this one it has Disengaged.
    """

    __table_args__ = (Index("parting_by_turn", "turn_id", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    foe_id: int = Field(foreign_key="unit.id")
    turn_id: int = Field(foreign_key="turn.id")
    waits: bool = Field(description="the Counterstrike of this opponent is still to come")
    struck: bool = Field(default=False, description="it has made its Counterstrike")
    leaves: bool = Field(description="the unit leaves this opponent's reach, if it survives")
    inch: bool = Field(default=False, description="its Angry Inch to get away is to come")


class Maneuver(SQLModel, table=True):
    """A type of Close Combat maneuver that a unit has made in a player's turn (5.2-17)."""

    __table_args__ = (Index("maneuver_by_turn", "turn_id", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    turn_id: int = Field(foreign_key="turn.id")
    kind: str = Field(
        description="strike, grab or shove; parry for its answer to one; charge; at once"
    )
