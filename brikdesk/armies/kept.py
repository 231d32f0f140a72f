"""The one list of what a unit has: what an army file carries of it, and what it can only name.

Every column of every table that belongs to a unit stands here; a new one that is forgotten fails a
test. CARRIED is in the file. ROW tells only which row it is. A `NotCarried` fact is told as lost.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

from msgspec import Struct
from sqlmodel import SQLModel

from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Encounter,
    Explosive,
    Field,
    Fire,
    Homing,
    Inside,
    Maneuver,
    Mark,
    Note,
    Parting,
    PinnedPhoto,
    PowerUse,
    Projectile,
    Rack,
    Round,
    Run,
    SfCrew,
    SfDetection,
    SfLoad,
    SfShot,
    SfStore,
    SfUnit,
    SfWeapon,
    Sprint,
    Squad,
    Stance,
    State,
    Terrain,
    Thrusting,
    Trap,
    Unit,
    Weapon,
)


class InFile(Enum):
    """What an army file does with a column."""

    CARRIED = "carried"
    ROW = "which row it is"


CARRIED, ROW = InFile.CARRIED, InFile.ROW


class NotCarried(Struct, frozen=True):
    """A column that the file does not hold, and what is said where it matters.

    - `stamp`: the column of the turn in which it counts; it matters in that turn only.
    - `anew`: it is a stamp itself, which the file's unit gets anew; it matters after that turn.
    """

    words: str
    stamp: str = ""
    anew: bool = False


_DONE = "what it did in this turn"
_TURN = NotCarried(_DONE, "action_spent_turn_id")
_MOVED = NotCarried(_DONE, "moved_turn_id")
_SHOT = NotCarried(_DONE, "ranged_turn_id")
_FOUGHT = NotCarried(_DONE, "melee_turn_id")
_STORED = NotCarried("the Power that it has stored")
_CLOCK = NotCarried("the time that its states and fires have lasted: they begin anew", anew=True)
_PLACE = NotCarried("its place on the table")
_USED = NotCarried("that its weapons were used in this turn", "fired_turn_id")
_SF_USED = NotCarried("that its weapons were used in this turn", "fired_turn_id")

ColumnsOfRow = Mapping[str, InFile | NotCarried]


def _ways(carried: str, row: str = "id", **named: NotCarried) -> ColumnsOfRow:
    return {
        **dict.fromkeys(carried.split(), CARRIED),
        **dict.fromkeys(row.split(), ROW),
        **named,
    }


KEPT: Mapping[type[SQLModel], ColumnsOfRow] = {
    Unit: _ways(
        "name token kind preset size size_damage armor weight_class deflection action_die"
        " actions_per_turn move power_multiplier half_power airborne mind specialties tags"
        " worn_armor value notes on_table fate wounded grinding limbs_lost",
        "id player_id",
        lost_turn_id=NotCarried("when it was lost"),
        action_spent_turn_id=_TURN,
        actions_spent=_TURN,
        move_used=_MOVED,
        moved_turn_id=_MOVED,
        power_saved=_STORED,
        power_saved_turn_id=_STORED,
        diverted_turn_id=NotCarried(_DONE, "diverted_turn_id"),
        ranged_turn_id=_SHOT,
        ranged_target=_SHOT,
        melee_turn_id=_FOUGHT,
        melee_damage=_FOUGHT,
        melee_armor=_FOUGHT,
        melee_foes=_FOUGHT,
        hands_used=_FOUGHT,
        fought=NotCarried("with what its fires were fought"),
        x=_PLACE,
        y=_PLACE,
    ),
    Squad: _ways("name", "id unit_id"),
    State: _ways(
        "with_id kind cause lasting clock_player_id clock_edge pending_damage until",
        "id unit_id",
        since_turn_id=_CLOCK,
    ),
    Fire: _ways(
        "kind size permanent_dice set_by_id driver_id place final_stage",
        "id unit_id",
        lit_turn_id=_CLOCK,
        burned_turn_id=NotCarried(_DONE, "burned_turn_id"),
        ran_turn_id=NotCarried(_DONE, "ran_turn_id"),
    ),
    Explosive: _ways(
        "player_id name explosive_size makeup stability state causer_id place",
        "id carrier_id",
        damage_taken=NotCarried(
            "the damage that its Explosives took in this turn", "damaged_turn_id"
        ),
        damaged_turn_id=NotCarried(
            "the damage that its Explosives took in this turn", "damaged_turn_id"
        ),
        activated_turn_id=_CLOCK,
        x=_PLACE,
        y=_PLACE,
    ),
    Weapon: _ways(
        "name kind preset size use range damage max_payload hands mounted inoperative lying",
        "id unit_id",
        fired_turn_id=_USED,
        reloaded_turn_id=NotCarried("that its weapons were used in this turn", "reloaded_turn_id"),
        last_player_id=_USED,
        used=_USED,
    ),
    Thrusting: _ways("made", "id weapon_id"),
    ControlPoint: _ways("place occupant_id", "id weapon_id"),
    Rack: _ways("name place battery weapon_id", "id unit_id"),
    Round: _ways("name explosive_size makeup stability count full", "id rack_id"),
    Chamber: _ways("rack_id name explosive_size makeup stability count", "id weapon_id"),
    SfUnit: _ways(
        "kind size armor_class powered_armor on_foot open_topped equipment", "id unit_id"
    ),
    SfWeapon: _ways(
        "name type family form typed_factor range_factor minimum_range rate infantry_class shape"
        " area_size area_width nature warhead effects detection_effect cost barrels count"
        " capabilities needs mounting structure_id carry_override destroyed notes last_mode",
        "id unit_id",
        fired=_SF_USED,
        capability_used=_SF_USED,
        special_fire=_SF_USED,
        fired_turn_id=_SF_USED,
    ),
    SfStore: _ways(
        "capability holder unit_name most",
        "id sf_weapon_id",
        fired_this_turn=_SF_USED,
        fired_turn_id=_SF_USED,
    ),
    SfLoad: _ways("name loaded fired lost adjusted", "id store_id"),
    SfCrew: _ways(
        "unit_id name role alive fixed",
        "id sf_weapon_id",
        role_turn_id=_CLOCK,
        initiative_turn_id=NotCarried(_DONE, "initiative_turn_id"),
    ),
}
"""Each table of which a file carries rows, with the way of each of its columns."""


class Tied(Struct, frozen=True):
    """A table of which no file holds rows: by which columns a row belongs to a unit, and its words.

    `stamp`: the row counts in the turn of this column only. `counts`: whether a row means anything.
    """

    by: tuple[str, ...]
    words: Callable[[Any], str]
    stamp: str = ""
    counts: Callable[[Any], bool] = lambda row: True


def _says(words: str) -> Callable[[Any], str]:
    return lambda row: words


NAMED_TABLES: Mapping[type[SQLModel], Tied] = {
    Inside: Tied(
        ("unit_id",), _says("that it stands in a Field or a fire"), counts=lambda row: not row.left
    ),
    PowerUse: Tied(
        ("unit_id", "weapon_id"), _says("the Power that it used in this turn"), "turn_id"
    ),
    Encounter: Tied(("unit_id",), _says("the hazard that it met on its way"), "turn_id"),
    Parting: Tied(("unit_id", "foe_id"), _says("that it Disengages"), "turn_id"),
    Maneuver: Tied(("unit_id",), _says(_DONE), "turn_id"),
    Sprint: Tied(("unit_id",), _says("its Sprint"), "turn_id"),
    Run: Tied(
        ("unit_id",),
        _says("its straight run and its MOM"),
        counts=lambda row: row.inches or row.mom,
    ),
    Homing: Tied(("weapon_id",), lambda row: f"that it homes in on {row.target}"),
    Mark: Tied(("scout_id", "target_id"), _says("a Scout's Mark")),
    Projectile: Tied(("unit_id", "weapon_id"), lambda row: f"{row.name}, which is in the air"),
    Field: Tied(("carrier_id", "projector_id"), lambda row: f"its Field {row.name}"),
    Trap: Tied(("weapon_id",), lambda row: f"the Trap {row.name}, of which it is part"),
    Note: Tied(("unit_id",), _says("a note that is pinned to it"), counts=lambda row: not row.done),
    PinnedPhoto: Tied(("unit_id",), _says("a photo that shows it")),
    Terrain: Tied(("unit_id",), _says("the piece of the table that it is")),
    Stance: Tied(("unit_id",), _says("its place on the table")),
    SfDetection: Tied(("unit_id",), _says("who has detected it")),
    SfShot: Tied(("unit_id", "sf_weapon_id"), _says("its shots of this turn"), "turn_id"),
}
"""Each table of which a file names rows."""


def lost_columns(rows: Iterable[SQLModel], now: int | None) -> list[str]:
    """Return in words what the columns of a unit's rows hold that no file does, each once.

    `now` is the stamp of the running turn.
    """
    found: dict[str, None] = {}
    for row in rows:
        for column, way in KEPT[type(row)].items():
            if isinstance(way, NotCarried) and _matters(row, column, way, now):
                found[way.words] = None
    return list(found)


def _matters(row: SQLModel, column: str, way: NotCarried, now: int | None) -> bool:
    value = getattr(row, column)
    if way.anew:
        return value is not None and value != now
    if way.stamp and (now is None or getattr(row, way.stamp) != now):
        return False
    made = type(row).model_fields[column].get_default(call_default_factory=True)
    return bool(value != made and value is not None)
