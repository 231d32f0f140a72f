"""Everything that belongs to a unit, at everything that can happen to the unit.

The tables with a reference to a unit, or to something of it, are read from the schema: a new one without
an entry in the list fails. What becomes of each kind of row stands here by rule, and is looked at after an
act of the program: what the list itself says is not asked.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, SQLModel

from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.belongings import BELONGINGS
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import RemoveUnit, TakePart
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.scifi.units_and_crews import CrewRole
from brikdesk.rules.scifi.weapons import Holder
from brikdesk.rules.turn import Edge
from brikdesk.store import tables
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
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
    SfShot,
    SfStore,
    SfUnit,
    SfWeapon,
    Sprint,
    Squad,
    Stance,
    State,
    StateKind,
    Terrain,
    TerrainKind,
    Thrusting,
    Trap,
    Unit,
    UnitKind,
    Weapon,
    __all__,
)
from tests.acts.hazards import ANN, BEN, put

HERE, THERE = (10.0, 10.0), (13.0, 10.0)

# The schema

OWNERS = {"unit": None, "weapon": Weapon, "rack": Rack, "sfweapon": SfWeapon}
"""Tables that a row may name to belong to a unit, and through what; fires are told apart by hand."""

BY_THE_WAY = {
    ("Inside", "fire_id"): "those who stand in its fire are noted with the fire (QF-23)",
    ("Chamber", "rack_id"): "what is loaded belongs to the weapon that it lies in",
}
"""References that say something about the row besides whose it is."""


def references() -> set[tuple[str, str]]:
    """Return each column of the schema that names a unit, or something of a unit."""
    found = set()
    for name in __all__:
        kind = getattr(tables, name)
        if not (isinstance(kind, type) and issubclass(kind, SQLModel)):
            continue
        for column in kind.__table__.columns:  # type: ignore[attr-defined]
            for key in column.foreign_keys:
                if key.column.table.name in (*OWNERS, "fire"):
                    found.add((name, column.name))
    return found


def test_whatever_names_a_unit_is_in_the_list() -> None:
    listed = {(each.table.__name__, each.column) for each in BELONGINGS}
    assert references() - set(BY_THE_WAY) == listed
    assert len(listed) == len(BELONGINGS), "each once"


# The rows


@dataclass
class Scene:
    """A tank of Ann's with its crew, a foe beside it, and the rows that are looked at, by name."""

    campaign: Campaign
    tank: int
    gun: int
    foe: int
    rows: dict[tuple[type[SQLModel], str], SQLModel]
    driver: int


def _rows(
    tank: int, gun: int, foe: int, foes_gun: int, rack: int, sf: int, fog: int
) -> dict[Any, SQLModel]:
    """Return a row for each column of the schema that names the tank, or something of it."""
    flight = {
        "player_id": ANN, "name": "Rocket", "explosive_size": 1, "makeup": {}, "distance": 30.0,
        "travelled": 12.0, "target": "Tank", "launched_turn_id": 1,
        "frozen": {"action_die": 6, "use": 3, "modifiers": [], "fire_penalty": False},
    }  # fmt: skip
    clock = {"since_turn_id": 1, "clock_player_id": ANN, "clock_edge": Edge.START}
    shot = {"turn_id": 1, "weapon": "Laser", "outcomes": [], "faces": []}
    return {
        (State, "unit_id"): State(unit_id=tank, kind=StateKind.DISRUPTED, **clock),
        (State, "with_id"): State(
            unit_id=foe, with_id=tank, kind=StateKind.ENGAGED, lasting=True, since_turn_id=1
        ),
        (Parting, "unit_id"): Parting(unit_id=tank, foe_id=foe, turn_id=1, waits=False, leaves=True),
        (Parting, "foe_id"): Parting(unit_id=foe, foe_id=tank, turn_id=1, waits=False, leaves=True),
        (Maneuver, "unit_id"): Maneuver(unit_id=tank, turn_id=1, kind="strike"),
        (Homing, "weapon_id"): Homing(
            weapon_id=gun, player_id=ANN, target="Foe", target_id=foe, bonus=1, attacked_turn_id=1
        ),
        (Homing, "target_id"): Homing(
            weapon_id=foes_gun, player_id=BEN, target="Tank", target_id=tank, bonus=1,
            attacked_turn_id=1,
        ),
        (Mark, "target_id"): Mark(scout_id=foe, target_id=tank, player_id=BEN, made_turn_id=1),
        (Mark, "scout_id"): Mark(scout_id=tank, target_id=foe, player_id=ANN, made_turn_id=1),
        (ControlPoint, "occupant_id"): ControlPoint(
            weapon_id=foes_gun, place="hatch", occupant_id=tank
        ),
        (ControlPoint, "weapon_id"): ControlPoint(weapon_id=gun, place="cockpit"),
        (Inside, "unit_id"): Inside(unit_id=tank, field_id=fog),
        (Encounter, "unit_id"): Encounter(unit_id=tank, field_id=fog, turn_id=1, inches=1.0),
        (Fire, "unit_id"): Fire(unit_id=tank, size=1, driver_id=ANN, lit_turn_id=1),
        (Run, "unit_id"): Run(unit_id=tank, turn_id=1, inches=4.0, mom=True),
        (Sprint, "unit_id"): Sprint(unit_id=tank, turn_id=1, inches=2),
        (PowerUse, "unit_id"): PowerUse(unit_id=tank, turn_id=1, inches=1),
        (PowerUse, "weapon_id"): PowerUse(unit_id=tank, weapon_id=gun, turn_id=1, inches=1),
        (Field, "carrier_id"): Field(
            name="Shield", kind=FieldKind.SHIELD, size=4, dice=["d6"], player_id=ANN,
            carrier_id=tank, made_turn_id=1,
        ),
        (Field, "projector_id"): Field(
            name="Bubble", kind=FieldKind.SHIELD, size=4, dice=["d6"], player_id=ANN,
            carrier_id=tank, projector_id=gun, made_turn_id=1,
        ),
        (Explosive, "carrier_id"): Explosive(
            name="Keg", explosive_size=2, player_id=ANN, carrier_id=tank
        ),
        (Rack, "unit_id"): Rack(unit_id=tank, name="Rack"),
        (Rack, "weapon_id"): Rack(unit_id=tank, weapon_id=gun, name="Hold"),
        (Round, "rack_id"): Round(rack_id=rack, name="Shell", explosive_size=2, count=3, full=3),
        (Chamber, "weapon_id"): Chamber(weapon_id=gun, name="Shell", explosive_size=2),
        (Projectile, "unit_id"): Projectile(unit_id=tank, **flight),
        (Projectile, "weapon_id"): Projectile(weapon_id=gun, **flight),
        (Projectile, "target_id"): Projectile(target_id=tank, **flight),
        (Weapon, "unit_id"): Weapon(unit_id=tank, name="Spare gun"),
        (Thrusting, "weapon_id"): Thrusting(weapon_id=gun, made=True),
        (Trap, "weapon_id"): Trap(name="Snare", trigger="Door", effect="Bang", weapon_id=gun),
        (Terrain, "unit_id"): Terrain(
            battle_id=1, kind=TerrainKind.BUILDING, name="Hull", points=[HERE], radius=2.0,
            unit_id=tank,
        ),
        (Stance, "unit_id"): Stance(unit_id=tank, facing=90.0),
        (Squad, "unit_id"): Squad(unit_id=tank, name="Iron"),
        (Note, "unit_id"): Note(text="Oil it", unit_id=tank),
        (PinnedPhoto, "unit_id"): PinnedPhoto(picture="0" * 64, unit_id=tank),
        (SfUnit, "unit_id"): SfUnit(unit_id=tank),
        (SfWeapon, "unit_id"): SfWeapon(unit_id=tank, name="Beam"),
        (SfWeapon, "structure_id"): SfWeapon(unit_id=foe, structure_id=tank, name="Emplaced"),
        (SfStore, "sf_weapon_id"): SfStore(
            sf_weapon_id=sf, holder=Holder.POD, unit_name="rocket"
        ),
        (SfCrew, "unit_id"): SfCrew(
            sf_weapon_id=sf, unit_id=tank, name="Tank", role=CrewRole.LOADER
        ),
        (SfCrew, "sf_weapon_id"): SfCrew(sf_weapon_id=sf, name="Figure"),
        (SfDetection, "unit_id"): SfDetection(unit_id=tank, player_id=BEN, made_turn_id=1),
        (SfShot, "unit_id"): SfShot(unit_id=tank, sf_weapon_id=sf, **shot),
        (SfShot, "sf_weapon_id"): SfShot(unit_id=foe, sf_weapon_id=sf, **shot),
        (SfShot, "spotter_id"): SfShot(unit_id=foe, sf_weapon_id=sf, spotter_id=tank, **shot),
        (SfShot, "target_id"): SfShot(unit_id=foe, sf_weapon_id=sf, target_id=tank, **shot),
    }  # fmt: skip


# The events

EVENTS: dict[str, Callable[[Scene], Act]] = {
    "moves": lambda scene: MoveUnit(unit_id=scene.tank, x=THERE[0], y=THERE[1], by_itself=False),
    "carried": lambda scene: MoveUnit(unit_id=scene.foe, x=11.0, y=10.0, by_itself=False),
    "new player": lambda scene: EditUnit(unit_id=scene.tank, player_id=BEN),
    "lost": lambda scene: Kill(unit_id=scene.tank),
    "removed": lambda scene: RemoveUnit(unit_id=scene.tank),
    "left out": lambda scene: TakePart(unit_id=scene.tank, on_table=False),
}
"""The tank sits in a hatch of the foe: what moves the foe takes the tank along."""

CANNOT = "-"
"""The row says where the unit stands to others: whoever moves it asks that, and not this list."""


def _expected(words: str, rule: str) -> tuple[dict[str, str], str]:
    return dict(zip(EVENTS, words.split(), strict=True)), rule


EXPECTED = {
    #                                       moves  carried new    lost   removed left out
    (State, "unit_id"): _expected("kept   kept   follows gone   gone   gone", "4.1-24"),
    (State, "with_id"): _expected("-      -      kept    gone   gone   gone", "5.2-07"),
    (Parting, "unit_id"): _expected("-      -      kept    gone   gone   gone", "5.2-33"),
    (Parting, "foe_id"): _expected("-      -      kept    gone   gone   gone", "5.2-33"),
    (Maneuver, "unit_id"): _expected("kept   kept   kept    gone   gone   gone", "5.2-17"),
    (Homing, "weapon_id"): _expected("gone   gone   gone    gone   gone   gone", "8.5-17"),
    (Homing, "target_id"): _expected("gone   gone   kept    gone   gone   gone", "8.5-17"),
    (Mark, "target_id"): _expected("kept   kept   kept    gone   gone   gone", "F.3-08"),
    (Mark, "scout_id"): _expected("kept   kept   kept    kept   kept   kept", "QF-50"),
    (ControlPoint, "occupant_id"): _expected("free   kept   kept    free   free   free", "8.5-10"),
    (ControlPoint, "weapon_id"): _expected("along  along  kept    free   free   free", "4.2-28"),
    (Inside, "unit_id"): _expected("-      -      kept    gone   gone   gone", "QF-17"),
    (Encounter, "unit_id"): _expected("-      -      kept    gone   gone   gone", "F.1-11"),
    (Fire, "unit_id"): _expected("kept   kept   follows gone   gone   gone", "QF-11"),
    (Run, "unit_id"): _expected("-      -      kept    gone   gone   gone", "5.4-05"),
    (Sprint, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "4.1-33"),
    (PowerUse, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "8.1-32"),
    (PowerUse, "weapon_id"): _expected("kept   kept   kept    kept   kept   kept", "8.1-32"),
    (Field, "carrier_id"): _expected("kept   kept   follows gone   gone   gone", "F.1-73"),
    (Field, "projector_id"): _expected("kept   kept   follows gone   gone   gone", "F.1-73"),
    (Explosive, "carrier_id"): _expected("kept   kept   follows lies   kept   kept", "8.4-16"),
    (Rack, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "8.4-50"),
    (Rack, "weapon_id"): _expected("kept   kept   kept    kept   kept   kept", "8.4-50"),
    (Round, "rack_id"): _expected("kept   kept   kept    told   kept   kept", "8.4-50"),
    (Chamber, "weapon_id"): _expected("kept   kept   kept    told   kept   kept", "8.4-50"),
    (Projectile, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "Q8-37"),
    (Projectile, "weapon_id"): _expected("kept   kept   kept    kept   kept   kept", "Q8-37"),
    (Projectile, "target_id"): _expected("x      x      kept    x      x      x", "Q8-34"),
    (Weapon, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "8.1-33"),
    (Thrusting, "weapon_id"): _expected("kept   kept   kept    kept   kept   kept", "5.4-16"),
    (Trap, "weapon_id"): _expected("kept   kept   kept    kept   kept   kept", "F.2-02"),
    (Terrain, "unit_id"): _expected("along  along  kept    told   told   kept", "the map"),
    (Stance, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "the map"),
    (Squad, "unit_id"): _expected("kept   kept   gone    kept   kept   kept", "one player's"),
    (Note, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "the referee's"),
    (PinnedPhoto, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "the album"),
    (SfUnit, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "7.3"),
    (SfWeapon, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "12-90"),
    (SfWeapon, "structure_id"): _expected("kept   kept   kept    kept   kept   kept", "12-07"),
    (SfStore, "sf_weapon_id"): _expected("kept   kept   kept    kept   kept   kept", "12-90"),
    (SfCrew, "unit_id"): _expected("kept   kept   kept    dead   dead   dead", "12-74"),
    (SfCrew, "sf_weapon_id"): _expected("kept   kept   kept    kept   kept   kept", "12-90"),
    (SfDetection, "unit_id"): _expected("kept   kept   kept    gone   gone   gone", "12-89"),
    (SfShot, "unit_id"): _expected("kept   kept   kept    kept   kept   kept", "12-91"),
    (SfShot, "sf_weapon_id"): _expected("kept   kept   kept    kept   kept   kept", "12-91"),
    (SfShot, "spotter_id"): _expected("kept   kept   kept    kept   kept   kept", "12-91"),
    (SfShot, "target_id"): _expected("kept   kept   kept    kept   kept   kept", "12-91"),
}


# Playing


@pytest.fixture(scope="module")
def table(built_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    """Yield one running battle for all events; each takes back what it did."""
    file = shutil.copy(built_battle, tmp_path_factory.mktemp("belongings") / "campaign.brik")
    with Campaign.open(Path(file)) as made:
        yield made


def _scene(campaign: Campaign) -> Scene:
    tank, foe, crewman = put(
        campaign,
        Unit(name="Tank", token="TA", player_id=ANN, kind=UnitKind.VEHICLE, size=4, x=10.0, y=10.0),
        Unit(name="Foe", token="FOES", player_id=BEN, kind=UnitKind.VEHICLE, size=4, x=8.0, y=10.0),
        Unit(name="Driver", token="DR", player_id=ANN, x=10.0, y=9.0),
    )
    gun, foes_gun = put(campaign, Weapon(unit_id=tank, name="Gun"), Weapon(unit_id=foe, name="MG"))
    (rack,) = put(campaign, Rack(unit_id=tank, name="Ammo rack"))
    (sf,) = put(campaign, SfWeapon(unit_id=tank, name="Laser"))
    (fog,) = put(campaign, Field(name="Fog", kind=FieldKind.SMOKE, size=2, made_turn_id=1))
    rows = _rows(tank, gun, foe, foes_gun, rack, sf, fog)
    put(campaign, *rows.values())
    seat = rows[ControlPoint, "weapon_id"]
    campaign.do(ManControl(control_id=seat.id, unit_id=crewman))  # type: ignore[attr-defined]
    return Scene(campaign, tank, gun, foe, rows, crewman)


def _now(campaign: Campaign, key: tuple[type[SQLModel], str], row_id: int) -> dict[str, Any]:
    def read(session: Session) -> dict[str, Any]:
        row = session.get(key[0], row_id)
        return row.model_dump(warnings=False) if row else {}

    return campaign.reading(read)


def _became(
    scene: Scene, key: tuple[type[SQLModel], str], before: dict[str, Any], said: str
) -> str:
    now = _now(scene.campaign, key, before["id"])
    if not now:
        return "gone"
    if key == (ControlPoint, "weapon_id") and now == before:
        driver = _now(scene.campaign, (Unit, ""), scene.driver)
        return "kept" if (driver["x"], driver["y"]) == (10.0, 9.0) else "along"
    if now == before:
        told = before.get("name") and re.search(rf"\b{before['name']}\b", said)
        return "told" if told else "kept"
    changed = {name for name in now if now[name] != before[name]}
    if changed == {"occupant_id"}:
        return "free" if now["occupant_id"] is None else "another"
    if changed <= {"player_id", "driver_id", "clock_player_id"}:
        return "follows" if {now[name] for name in changed} == {BEN} else "another"
    if changed == {"target_x", "target_y"}:
        return "x" if (now["target_x"], now["target_y"]) == HERE else "another"
    if changed == {"points"}:
        return "along"
    if changed == {"alive"}:
        return "dead"
    lies = now.get("carrier_id", 0) is None and (now["x"], now["y"]) == HERE
    return "lies" if lies else f"changed: {changed}"


def test_each_row_has_its_expectation() -> None:
    assert {(kind.__name__, column) for kind, column in EXPECTED} == references() - set(BY_THE_WAY)


@pytest.mark.parametrize("event", EVENTS)
def test_what_becomes_of_all_that_belongs_to_a_unit(table: Campaign, event: str) -> None:
    start = table.digest()
    try:
        scene = _scene(table)
        rows = {key: _now(table, key, row.id) for key, row in scene.rows.items()}  # type: ignore[attr-defined]
        done = table.do(EVENTS[event](scene))
        said = "\n".join(
            line.text() for line in done.lines if "lie" in line.text() or "stays" in line.text()
        )
        wrong = {
            (key[0].__name__, key[1]): (became, expected[event], rule)
            for key, (expected, rule) in EXPECTED.items()
            if expected[event] != CANNOT
            and (became := _became(scene, key, rows[key], said)) != expected[event]
        }
        assert not wrong
    finally:
        while table.digest() != start:
            table.undo()
