"""The rows of a campaign file, by subject."""

from brikdesk.rules.brikwars.explosives.stability import Stability
from brikdesk.rules.brikwars.fire.fire_kinds import FireKind
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.rules.clocks import Edge
from brikdesk.store.tables.album import PinnedPhoto
from brikdesk.store.tables.battlefield import (
    Background,
    Battlefield,
    Finish,
    Stance,
    Terrain,
    TerrainKind,
)
from brikdesk.store.tables.book import ArmyLimit, Award, Objective
from brikdesk.store.tables.campaign import (
    Alliance,
    Battle,
    BattleState,
    CampaignRow,
    HouseRule,
    Player,
    Seat,
)
from brikdesk.store.tables.columns import forget_sources
from brikdesk.store.tables.deeds import Run, Sprint
from brikdesk.store.tables.encounters import Encounter
from brikdesk.store.tables.hazards import Field, Fire, Trap
from brikdesk.store.tables.journal import (
    ActRecord,
    ActState,
    Checkpoint,
    Image,
    LogLine,
    StateChange,
)
from brikdesk.store.tables.melee import Maneuver, Parting
from brikdesk.store.tables.pictures import Picture
from brikdesk.store.tables.scifi import (
    Lasts,
    SfCrew,
    SfDetection,
    SfLoad,
    SfShot,
    SfStore,
    SfUnit,
    SfWeapon,
)
from brikdesk.store.tables.squads import Squad
from brikdesk.store.tables.turns import (
    LaidDice,
    Note,
    NoteKind,
    Phase,
    SkippedStep,
    Turn,
)
from brikdesk.store.tables.units import (
    Fate,
    HalfPower,
    Inside,
    Mind,
    PowerUse,
    State,
    StateKind,
    Unit,
    UnitKind,
)
from brikdesk.store.tables.weapons import (
    Chamber,
    ControlPoint,
    Explosive,
    ExplosiveState,
    Homing,
    Mark,
    Projectile,
    Rack,
    Round,
    Thrusting,
    Weapon,
    WeaponKind,
)

forget_sources()

JOURNAL_TABLES = frozenset({"act", "image", "logline", "checkpoint", "statechange"})
"""Tables that tell what was done."""

NO_GAME = JOURNAL_TABLES | {"picture"}
"""Tables that undo never touches; all others are the game."""

__all__ = [
    "JOURNAL_TABLES",
    "NO_GAME",
    "ActRecord",
    "ActState",
    "Alliance",
    "ArmyLimit",
    "Award",
    "Background",
    "Battle",
    "BattleState",
    "Battlefield",
    "CampaignRow",
    "Chamber",
    "Checkpoint",
    "ControlPoint",
    "Edge",
    "Encounter",
    "Explosive",
    "ExplosiveState",
    "Fate",
    "Field",
    "FieldKind",
    "Finish",
    "Fire",
    "FireKind",
    "HalfPower",
    "Homing",
    "HouseRule",
    "Image",
    "Inside",
    "LaidDice",
    "Lasts",
    "LogLine",
    "Maneuver",
    "Mark",
    "Mind",
    "Note",
    "NoteKind",
    "Objective",
    "Parting",
    "Phase",
    "Picture",
    "PinnedPhoto",
    "Player",
    "PowerUse",
    "Projectile",
    "Rack",
    "Round",
    "Run",
    "Seat",
    "SfCrew",
    "SfDetection",
    "SfLoad",
    "SfShot",
    "SfStore",
    "SfUnit",
    "SfWeapon",
    "SkippedStep",
    "Sprint",
    "Squad",
    "Stability",
    "Stance",
    "State",
    "StateChange",
    "StateKind",
    "Terrain",
    "TerrainKind",
    "Thrusting",
    "Trap",
    "Turn",
    "Unit",
    "UnitKind",
    "Weapon",
    "WeaponKind",
]
