"""Fires, Fields and Traps."""

from sqlalchemy import Index
from sqlmodel import Field as Column
from sqlmodel import SQLModel

from brikdesk.rules.brikwars.fire.fire_kinds import FireKind
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.tables.columns import KEYS_ARE_NEVER_USED_TWICE, key, member, record, values


class Fire(SQLModel, table=True):
    """A burning unit or object. A burning minifig's fire has Size 0: it is either there or not."""

    __table_args__ = (Index("fire_by_unit", "unit_id"), KEYS_ARE_NEVER_USED_TWICE)
    id: int | None = key()
    unit_id: int = Column(foreign_key="unit.id")
    kind: FireKind = member(FireKind.FIRE)
    size: int = Column(default=1, description="inches")
    permanent_dice: int = Column(default=0, description="d4 Fire of a permanent fire (F.1-19)")
    set_by_id: int | None = Column(default=None, foreign_key="player.id")
    driver_id: int | None = Column(
        default=None, foreign_key="player.id", description="at whose turn start it burns (QF-09)"
    )
    lit_turn_id: int = Column(foreign_key="turn.id")
    burned_turn_id: int | None = Column(default=None, foreign_key="turn.id")
    ran_turn_id: int | None = Column(
        default=None, foreign_key="turn.id", description="when he ran it off (8.3-32)"
    )
    place: str = ""
    final_stage: str = ""


class Field(SQLModel, table=True):
    """A Field Hazard on the table (F.0)."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    player_id: int | None = Column(default=None, foreign_key="player.id")
    name: str
    kind: FieldKind = member(FieldKind.SMOKE)
    size: int = Column(description="inches across (F.0-04)")
    dice: list[str] = values("Hazard dice, each as d6 Damage, d4 Fire, d10 Exp, d6 Move")
    height: float | None = Column(default=None, description="inches; none: unlimited")
    affects: str = Column(default="", description="who suffers; empty: everybody")
    mode: str = Column(default="", description="Slow, Thrust, Slippery or Spiked Obstacle")
    direction: str = Column(default="", description="where a Thrust carries (F.1-52)")
    carrier_id: int | None = Column(
        default=None, foreign_key="unit.id", description="whose surface an Energy Shield covers"
    )
    projector_id: int | None = Column(
        default=None, foreign_key="weapon.id", description="the Shield Projector (F.1-73)"
    )
    spent: dict[str, int] = record("stamp of each Energy Shield die's last use, by its place")
    shrink_player_id: int | None = Column(
        default=None, foreign_key="player.id", description="none: it does not shrink"
    )
    made_turn_id: int = Column(foreign_key="turn.id")
    shrunk_turn_id: int | None = Column(default=None, foreign_key="turn.id")
    triggered: list[str] = values("spots of a Concealed Hazard that went off (F.1-59)")
    place: str = ""
    x: float | None = None
    y: float | None = None


class Trap(SQLModel, table=True):
    """Something that goes off by itself when its trigger is touched (F.2)."""

    __table_args__ = KEYS_ARE_NEVER_USED_TWICE
    id: int | None = key()
    player_id: int | None = Column(default=None, foreign_key="player.id")
    name: str
    trigger: str = Column(description="the object on the table (F.2-03)")
    condition: str = Column(default="", description="empty: any interaction (F.2-04)")
    effect: str = Column(description="what exactly happens, written down beforehand (F.2-02)")
    secret: bool = False
    candidates: list[str] = values("objects that may be the trigger (F.2-06)")
    weapon_id: int | None = Column(default=None, foreign_key="weapon.id")
    field_id: int | None = Column(
        default=None, foreign_key="field.id", description="its hidden spots are triggers (F.2-07)"
    )
    smart: bool = Column(default=False, description="attacks again every turn (F.2-11)")
    action_die: int = Column(default=4, description="sides (F.2-10)")
    sprung_turn_id: int | None = Column(default=None, foreign_key="turn.id")
    armed: bool = True
    x: float | None = None
    y: float | None = None
