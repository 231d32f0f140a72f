"""Weapons, their controls, chambers, racks, and what flies."""

from enum import Enum

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, record, values


class WeaponKind(Enum):
    """The weapon rows of chapter 8, table 1, and everything with figures of its own."""

    MELEE_WEAPON = "Melee Weapon"
    MELEE_SHIELD = "Melee Shield"
    GUN = "Gun"
    MACHINE_GUN = "MachineGun"
    BLAST_GUN = "BlastGun"
    FLAME_THROWER = "FlameThrower"
    EXPLOSIVE = "Explosive"
    ROCKET = "Rocket"
    CANNON = "Cannon"
    LAUNCHER = "Launcher"
    OTHER = "Other"


class Weapon(SQLModel, table=True):
    """A weapon or device of a unit. Derived figures are stored; the referee may overrule them."""

    __table_args__ = (Index("weapon_by_unit", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    name: str
    kind: WeaponKind = member(WeaponKind.GUN)
    preset: str = ""
    size: float = Field(default=1.0, description="W in inches; X for Explosives and Rockets")
    use: int | None = None
    range: float | None = Field(default=None, description="inches; none: Close Combat")
    damage: str = ""
    max_payload: int | None = Field(default=None, description="XSize that fits")
    hands: int = 0
    mounted: bool = True
    inoperative: bool = Field(default=False, description="jammed (8.3-15)")
    lying: str = Field(default="", description="where it lies after its bearer dropped it (5.1-15)")
    fired_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    reloaded_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    last_player_id: int | None = Field(default=None, foreign_key="player.id")
    used: dict[str, int] = record("stamp of each player's last use (8.5-05, 8.5-07)")


class Thrusting(SQLModel, table=True):
    """What was said of a weapon: it is made for thrusting, or it is not; no row: nobody said."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    weapon_id: int = Field(foreign_key="weapon.id")
    made: bool = Field(description="a Charge on foot takes one that is (5.4-16)")


class ControlPoint(SQLModel, table=True):
    """A place from which weapons are fired (8.5-03)."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    weapon_id: int = Field(foreign_key="weapon.id")
    place: str
    occupant_id: int | None = Field(default=None, foreign_key="unit.id")

    @property
    def remote(self) -> bool:
        """Whether it is a remote station, which may stand anywhere."""
        return "remote" in self.place.casefold()


class Rack(SQLModel, table=True):
    """A store of Explosives: reserve of a Cannon (8.4-48) or battery of a Launcher (8.4-53)."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    unit_id: int | None = Field(default=None, foreign_key="unit.id")
    weapon_id: int | None = Field(default=None, foreign_key="weapon.id")
    name: str
    place: str = ""
    battery: bool = Field(default=False, description="its rounds leave when fired (8.4-58)")


class Round(SQLModel, table=True):
    """Rounds of one type in a rack."""

    __table_args__ = (Index("round_by_rack", "rack_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    rack_id: int = Field(foreign_key="rack.id")
    name: str
    explosive_size: int
    makeup: dict[str, object] = record("exchanged dice, added dice, flat bonus")
    stability: Stability = member(Stability.SEMI_STABLE)
    count: int
    full: int = Field(description="how many there were at the start")


class Chamber(SQLModel, table=True):
    """What lies in a Cannon's chamber or on a Launcher's loading area; no row: empty."""

    __table_args__ = (Index("chamber_by_weapon", "weapon_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    weapon_id: int = Field(foreign_key="weapon.id")
    rack_id: int | None = Field(default=None, foreign_key="rack.id")
    name: str
    explosive_size: int
    makeup: dict[str, object] = record("exchanged dice, added dice, flat bonus")
    stability: Stability = member(Stability.SEMI_STABLE)
    count: int = 1


class ExplosiveState(Enum):
    """What an Explosive on the table is doing."""

    STORED = "stored"
    ACTIVATED = "activated"
    DUD = "dud"
    SPENT = "spent"


class Explosive(SQLModel, table=True):
    """One explosive item that lies on the table or is carried (8.4)."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    player_id: int | None = Field(default=None, foreign_key="player.id")
    name: str
    explosive_size: int = Field(description="XSize: construction elements, not inches (8.1-15)")
    makeup: dict[str, object] = record("exchanged dice, added dice, flat bonus")
    stability: Stability = member(Stability.SEMI_STABLE)
    state: ExplosiveState = member(ExplosiveState.STORED)
    damage_taken: int = Field(default=0, description="points, in the player turn of the next stamp")
    damaged_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    activated_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    causer_id: int | None = Field(default=None, foreign_key="player.id")
    carrier_id: int | None = Field(default=None, foreign_key="unit.id")
    place: str = ""
    x: float | None = None
    y: float | None = None


class Projectile(SQLModel, table=True):
    """A launched object on its way (8.4-09)."""

    __table_args__ = (Index("projectile_by_player", "player_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    player_id: int = Field(foreign_key="player.id", description="whose turns move it")
    unit_id: int | None = Field(default=None, foreign_key="unit.id", description="the launcher")
    weapon_id: int | None = Field(default=None, foreign_key="weapon.id")
    name: str
    type: str = Field(default="Rocket", description="Rocket, shell, payload")
    explosive_size: int
    makeup: dict[str, object] = record("exchanged dice, added dice, flat bonus")
    distance: float = Field(description="inches from the launcher to the X")
    travelled: float = Field(description="inches flown")
    target: str = Field(description="where the X lies")
    target_id: int | None = Field(default=None, foreign_key="unit.id")
    frozen: dict[str, object] = record("Action die, Use and modifiers fixed at launch (Q8-32)")
    launched_turn_id: int = Field(foreign_key="turn.id")
    flown_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    arrived: bool = False
    x: float | None = None
    y: float | None = None
    target_x: float | None = None
    target_y: float | None = None


class Homing(SQLModel, table=True):
    """A gun that homes in on one point (8.5-15, 8.5-16)."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    weapon_id: int = Field(foreign_key="weapon.id")
    player_id: int = Field(foreign_key="player.id")
    target: str = Field(description="the aim point")
    target_id: int | None = Field(default=None, foreign_key="unit.id")
    bonus: int
    built: list[int] = values("rounds in which the bonus grew")
    attacked_turn_id: int = Field(foreign_key="turn.id")
    asked_turn_id: int | None = Field(default=None, foreign_key="turn.id")


class Mark(SQLModel, table=True):
    """A Scout's Mark on a target (F.3-08)."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    scout_id: int = Field(foreign_key="unit.id")
    target_id: int = Field(foreign_key="unit.id")
    player_id: int = Field(foreign_key="player.id", description="the Scout's player")
    made_turn_id: int = Field(foreign_key="turn.id")
