"""The Sci-fi rules: their facts about units, weapons, ammunition, crews, and every shot."""

from enum import Enum
from typing import Any

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from brikdesk.rules.scifi import weapons
from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.firing import Use
from brikdesk.rules.scifi.units_and_crews import CrewRole, SfUnitKind, SpecialFire
from brikdesk.rules.scifi.weapon_records import Family, Mounting
from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, record, values


class SfUnit(SQLModel, table=True):
    """What the Sci-fi rules ask of a unit (matrix section 7.3); a unit without it has no such facts."""

    __table_args__ = (UniqueConstraint("unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    kind: SfUnitKind = member(SfUnitKind.INFANTRY)
    size: int = Field(default=0, description="of a wardrone or warbot (12-48)")
    armor_class: int | None = Field(default=None, description="0 to 9; none: nobody has said")
    powered_armor: bool = False
    on_foot: bool = Field(default=True, description="not inside a vehicle (12-48)")
    open_topped: bool = Field(default=False, description="rides in the open (S-29)")
    equipment: list[str] = values("powered armor, power-stabilized limb ...")


class SfWeapon(SQLModel, table=True):
    """A weapon by the Sci-fi rules: its record (12-01), and what it remembers (12-89, 12-90).

    What it did in a turn counts only while its stamp lies in that turn.
    """

    __table_args__ = (Index("sf_weapon_by_unit", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    name: str
    type: str = Field(default="", description="laser, bolt, mini-rocket ...")
    family: Family | None = member(of=Family)
    form: weapons.BuiltAs | None = member(of=weapons.BuiltAs)
    typed_factor: int | None = Field(default=None, description="wins over the pattern (12-09)")
    range_factor: float | None = Field(default=None, description="inches")
    minimum_range: float | None = Field(default=None, description="inches (12-17)")
    rate: weapons.Rate | None = member(of=weapons.Rate)
    infantry_class: weapons.WeaponClass | None = member(of=weapons.WeaponClass)
    shape: AreaShape = member(AreaShape.NONE)
    area_size: float | None = Field(default=None, description="inches: diameter or length")
    area_width: float | None = Field(default=None, description="inches, of an oblong")
    nature: str = Field(default="", description="projectile, energy, warhead; empty: its type's")
    warhead: str = ""
    effects: list[str] = values("incendiary, poison: what the referee decides")
    detection_effect: int | None = Field(default=None, description="added when it fires (12-50)")
    cost: float | None = Field(default=None, description="points (12-51)")
    barrels: int | None = Field(default=None, description="of a rotary weapon (12-57)")
    count: int = Field(default=1, description="identical ones mounted together (12-53)")
    capabilities: list[dict[str, object]] = values("name, melee, holder of each (12-32)")
    needs: list[str] = values("equipment of its bearer (12-31)")
    mounting: Mounting = member(Mounting.CARRIED)
    structure_id: int | None = Field(default=None, foreign_key="unit.id", description="12-07")
    carry_override: bool = Field(default=False, description="the referee allowed its bearer")
    destroyed: bool = Field(default=False, description="cannot be crewed or fired (12-76)")
    notes: str = ""
    fired: dict[str, int] = record("attacks by capability, in the turn of the next stamp")
    capability_used: str = ""
    special_fire: SpecialFire = member(SpecialFire.NONE)
    fired_turn_id: int | None = Field(default=None, foreign_key="turn.id")
    last_mode: weapons.FireMode | None = member(of=weapons.FireMode)


class SfStore(SQLModel, table=True):
    """The counted ammunition of one capability of a weapon: a pod, a rack, a launcher, items."""

    __table_args__ = (Index("sf_store_by_weapon", "sf_weapon_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    sf_weapon_id: int = Field(foreign_key="sfweapon.id")
    capability: str = Field(default="", description="the one that fires it; empty: the only one")
    holder: weapons.Holder = member(of=weapons.Holder)
    unit_name: str = Field(description="what one of them is called: rocket, pulse")
    most: int | None = Field(default=None, description="in one turn; none: as the weapon fires")
    fired_this_turn: int = Field(default=0, description="in the turn of the next stamp")
    fired_turn_id: int | None = Field(default=None, foreign_key="turn.id")


class SfLoad(SQLModel, table=True):
    """Rounds of one type in a store; what remains is loaded − fired − lost − adjusted."""

    __table_args__ = (Index("sf_load_by_store", "store_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    store_id: int = Field(foreign_key="sfstore.id")
    name: str
    loaded: int = Field(description="when the battle began")
    fired: int = 0
    lost: int = Field(default=0, description="with its carrier (12-76)")
    adjusted: int = Field(default=0, description="taken out by the referee; below 0: put in")


class SfCrew(SQLModel, table=True):
    """A member of a weapon's crew; without a unit a figure that is part of its model."""

    __table_args__ = (Index("sf_crew_by_weapon", "sf_weapon_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    sf_weapon_id: int = Field(foreign_key="sfweapon.id")
    unit_id: int | None = Field(default=None, foreign_key="unit.id")
    name: str
    role: CrewRole = member(CrewRole.OTHER)
    alive: bool = True
    fixed: bool = Field(default=False, description="his figure is part of the model (12-75)")
    role_turn_id: int | None = Field(
        default=None, foreign_key="turn.id", description="when he was named the next loader (S-18)"
    )
    initiative_turn_id: int | None = Field(
        default=None, foreign_key="turn.id", description="when he used his initiative (12-78)"
    )


class Lasts(Enum):
    """How long a unit counts as detected; the referee chooses."""

    TURN = "until the running turn ends"
    ROUND = "until the round ends"
    CLEARED = "until it is cleared"


class SfDetection(SQLModel, table=True):
    """A unit that a side has detected: the referee's word."""

    __table_args__ = (UniqueConstraint("unit_id", "player_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Field(foreign_key="unit.id")
    player_id: int = Field(foreign_key="player.id", description="who sees it")
    lasts: Lasts = member(Lasts.CLEARED)
    made_turn_id: int = Field(foreign_key="turn.id")


class SfShot(SQLModel, table=True):
    """One attack and what became of it (12-91); `outcomes` are as the referee entered them."""

    __table_args__ = (Index("sf_shot_by_turn", "turn_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    turn_id: int = Field(foreign_key="turn.id")
    unit_id: int = Field(foreign_key="unit.id")
    sf_weapon_id: int = Field(foreign_key="sfweapon.id")
    weapon: str = Field(description="its name")
    capability: str = ""
    ammunition: str = Field(default="", description="the type of round, where it is counted")
    mode: weapons.FireMode | None = member(of=weapons.FireMode)
    use: Use = member(Use.DIRECT)
    spotter_id: int | None = Field(default=None, foreign_key="unit.id")
    target: str = ""
    target_id: int | None = Field(default=None, foreign_key="unit.id")
    distance: float | None = Field(default=None, description="inches")
    band: weapons.RangeBand | None = member(of=weapons.RangeBand)
    attack_factor: int | None = Field(default=None, description="none: asked for each target")
    hit_bonus: int = 0
    warhead: str = ""
    explosive: bool = Field(default=False, description="a warhead that lands somewhere (12-42)")
    shape: AreaShape = member(AreaShape.NONE)
    area_size: float | None = Field(default=None, description="inches, halved where it was early")
    area_width: float | None = None
    remaining_before: int | None = None
    remaining_after: int | None = None
    placed: bool = Field(default=False, description="its area lies where it acts")
    place: str = ""
    early: bool = Field(default=False, description="a vaporshock near flame (12-44)")
    inside: list[int] = values("units in the area")
    blasted: bool = Field(default=False, description="its blast was settled (12-47)")
    faces: list[object] = values("ten-sided dice, with their origin")
    outcomes: list[list[Any]] = values("matter, unit, answer, number, note")
    overruled: list[str] = values("rules that the referee set aside")
    rolls: int = Field(default=1, description="hit entries: 2 after a reroll")
