"""Every act with a reach or a sight, in everything that the map and the roster can know of it.

The table says by rule ID what refuses a cell: `ok` nothing, `lost` that somebody is lost already,
`blind` that the shot is fired blind, `no` and `yes` whether the first blow comes by default. `.` marks
a cell that cannot be; `CANNOT` says why. The table is written by hand from the books.
"""

import dataclasses
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlmodel import Session, SQLModel

from brikdesk.acts import who_may
from brikdesk.acts.battlefield.by_the_map import on_the_map
from brikdesk.acts.campaign.setup import SetAlliance
from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Respond, responders
from brikdesk.acts.explosives.placed import MoveDud, MoveExplosive
from brikdesk.acts.fields.scouts_and_marks import MarkTarget, Reveal
from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.weapons.firing import no_same_action
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.acts.who_may import check_action
from brikdesk.dice import Face
from brikdesk.errors import BadInput, Refused
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.house_rules import are_foes
from brikdesk.store.tables import (
    ControlPoint,
    Explosive,
    ExplosiveState,
    Fate,
    Field,
    Maneuver,
    Mind,
    Parting,
    Run,
    Stance,
    State,
    StateKind,
    Terrain,
    TerrainKind,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.turn_order import running_battle, stamp_now

ANN, BEN, CLEO = 1, 2, 3

COLUMNS = (
    "unknown", "reach", "inch", "far", "behind", "wall", "smoke", "hands", "used", "spent", "down",
    "mindless", "own", "ally", "dead", "gone", "elsewhere", "held", "faced", "moved",
)  # fmt: skip
"""What is known: no place; edge to edge; an inch and a half away; seven; its back turned; a wall, Smoke
between; both Hands full; what it uses is used; no Action; Disrupted; no mind; its own side; an ally; who
does it is lost; whom it is done to; engaged with a third; held by one; engaged with whom it turns its back
to; its free inch is taken."""

TABLE = """
                unknown reach  inch   far    behind wall   smoke  hands  used   spent  down   mindless own    ally   dead  gone  elsewhere held   faced  moved
strike          ok      ok     ok     5.1-01 ok     ok     ok     ok     8.5-05 4.2-02 4.1-27 ok     ok     ok     lost  lost  ok     ok     ok     ok
grab            ok      ok     ok     5.2-24 ok     ok     ok     5.2-24 5.2-05 4.2-02 4.1-27 ok     ok     ok     lost  lost  ok     ok     ok     ok
shove           ok      ok     ok     5.2-31 ok     ok     ok     5.2-31 5.2-05 4.2-02 4.1-27 ok     ok     ok     lost  lost  ok     ok     ok     ok
shove_object    ok      ok     ok     5.2-31 ok     ok     ok     ok     5.2-05 4.2-02 4.1-27 ok     ok     ok     lost  lost  ok     ok     ok     ok
charge          ok      ok     5.1-01 5.1-01 ok     ok     ok     .      8.5-05 4.2-02 .      ok     ok     ok     lost  lost  .      .      .      .
charge_shove    ok      ok     5.2-31 5.2-31 ok     ok     ok     ok     5.2-05 4.2-02 .      ok     ok     ok     lost  lost  .      .      .      .
counterstrike   ok      ok     ok     5.1-01 ok     ok     ok     ok     5.2-33 ok     4.1-27 8.2-02 .      .      lost  lost  ok     ok     ok     ok
answer_strike   ok      ok     ok     5.1-01 4.3-06 4.3-06 4.3-06 ok     8.5-05 4.2-02 4.1-27 8.2-02 .      ok     lost  lost  5.2-06 5.2-06 ok     ok
answer_grab     ok      ok     ok     5.2-24 4.3-06 4.3-06 4.3-06 5.2-24 5.2-05 4.2-02 4.1-27 8.2-02 .      ok     lost  lost  5.2-06 5.2-06 ok     ok
answer_shove    ok      ok     ok     5.2-31 4.3-06 4.3-06 4.3-06 5.2-31 5.2-05 4.2-02 4.1-27 8.2-02 .      ok     lost  lost  5.2-06 5.2-06 ok     ok
shot            ok      ok     ok     ok     ok     blind  blind  .      8.5-05 4.2-02 4.1-27 ok     ok     ok     lost  lost  5.3-04 5.3-04 5.3-04 ok
answer_shot     ok      ok     ok     ok     4.3-06 4.3-06 4.3-06 .      8.5-05 4.2-02 4.1-27 8.2-02 .      ok     lost  lost  5.2-06 5.2-06 5.3-04 ok
same_action     ok      ok     ok     5.1-01 ok     ok     ok     ok     8.5-05 .      4.1-27 ok     ok     ok     lost  lost  ok     ok     ok     ok
other_target    5.2-19  5.2-19 5.2-19 5.2-19 5.2-19 5.2-19 5.2-19 5.2-19 5.2-19 .      4.1-27 5.2-19 5.2-19 5.2-19 lost  lost  5.2-19 5.2-19 5.2-19 5.2-19
after_a_shot    8.5-01  8.5-01 8.5-01 8.5-01 8.5-01 8.5-01 8.5-01 8.5-01 8.5-01 .      4.1-27 8.5-01 8.5-01 8.5-01 lost  lost  8.5-01 8.5-01 8.5-01 8.5-01
collide         ok      ok     ok     5.4-24 5.4-24 ok     ok     ok     ok     ok     .      ok     ok     ok     lost  lost  .      .      .      .
respond         ok      ok     ok     ok     4.3-06 4.3-06 4.3-06 ok     ok     4.2-02 4.1-27 8.2-02 .      ok     lost  ok    5.2-06 5.2-06 ok     ok
listed          ok      ok     ok     ok     4.3-06 4.3-06 4.3-06 ok     ok     4.2-02 4.1-27 8.2-02 .      ok     lost  ok    5.2-06 5.2-06 ok     ok
first_blow      no      yes    no     no     no     no     no     yes    no     no     no     no     no     no     lost  .     no     no     yes    yes
parry_shot      ok      ok     ok     ok     5.2-51 ok     ok     ok     5.2-41 ok     4.1-27 8.2-02 ok     ok     lost  lost  ok     ok     .      ok
parry_strike    ok      ok     ok     .      ok     ok     ok     ok     5.2-41 ok     4.1-27 8.2-02 ok     ok     lost  lost  ok     ok     ok     ok
parry_bare      ok      ok     ok     .      ok     ok     ok     5.2-52 5.2-05 ok     4.1-27 8.2-02 ok     ok     lost  lost  ok     ok     ok     ok
mark            ok      ok     ok     ok     ok     F.3-08 QF-33  ok     ok     F.3-08 4.1-27 ok     ok     ok     lost  lost  5.2-15 5.2-15 5.2-15 ok
reveal          ok      ok     ok     ok     ok     F.3-05 QF-33  ok     ok     ok     ok     ok     ok     ok     lost  lost  ok     ok     ok     ok
man_control     ok      ok     ok     8.5-10 ok     ok     ok     ok     ok     ok     4.1-27 ok     ok     ok     lost  .     ok     ok     .      ok
move_dud        ok      ok     ok     8.4-23 ok     ok     ok     ok     ok     4.2-02 4.1-27 ok     ok     ok     lost  .     5.2-15 5.2-15 .      ok
take_explosive  ok      ok     ok     8.4-16 ok     ok     ok     ok     ok     ok     ok     ok     ok     ok     lost  .     ok     ok     .      ok
own_inch        ok      ok     ok     5.2-11 ok     ok     ok     ok     ok     5.2-09 4.1-27 ok     ok     ok     lost  .     ok     5.2-28 ok     5.2-10
answer_inch     ok      ok     ok     ok     ok     ok     ok     ok     ok     4.3-04 4.1-27 ok     .      ok     lost  ok    ok     5.2-28 ok     4.3-04
"""  # noqa: E501

CANNOT = {
    ("charge", "hands"): "its lance is in both hands anyway",
    ("counterstrike", "own"): "nobody fights his own side",
    ("counterstrike", "ally"): "nobody fights an ally",
    ("shot", "hands"): "what it fires is in its hands",
    ("answer_shot", "hands"): "what it fires is in its hands",
    ("first_blow", "gone"): "nobody who is lost comes into reach",
    ("parry_shot", "faced"): "who is engaged with it does not shoot",
    ("parry_strike", "far"): "no blow comes from there",
    ("parry_bare", "far"): "no Grab comes from there",
    **{(way, "own"): "a unit of the running player has a turn of its own" for way in (
        "answer_strike", "answer_grab", "answer_shove", "answer_shot", "respond", "listed", "answer_inch",
    )},
    **{(way, column): "it holds no MOM then" for way in ("charge", "charge_shove", "collide")
       for column in ("down", "elsewhere", "held", "faced", "moved")},
    **{(way, "spent"): "the Action is spent: this is a part of it"
       for way in ("same_action", "other_target", "after_a_shot")},
    **{(way, column): "it is a thing and fights nobody"
       for way in ("man_control", "move_dud", "take_explosive") for column in ("gone", "faced")},
    ("own_inch", "gone"): "the fight with it is over",
}  # fmt: skip
"""Why a cell cannot be."""

NOT_HERE = {
    "AddControl": "what is rigged is said when it is done",
    "AddExplosive": "puts something on the table by hand",
    "AddTrap": "puts something on the table by hand",
    "AddField": "puts something on the table by hand",
    "AddNote": "words",
    "AddRack": "a fact of the roster",
    "AddRounds": "a fact of the roster",
    "Bail": "whom it leaves is asked by reach: test_bail_acts",
    "CrossConcealed": "it is met on the way: the matrix of places",
    "CrossTerrain": "it is met on the way: the matrix of places",
    "DamageExplosive": "says what has happened",
    "DamageUnit": "says what has happened",
    "DestroyRounds": "says what has happened",
    "DriveFire": "whose fire it is",
    "EditNote": "words",
    "EditPinnedPhoto": "a picture",
    "EditTrap": "puts something on the table by hand",
    "EditUnit": "a fact of the roster",
    "EnterHazard": "where it is: the matrix of places",
    "Expose": "where it is: the matrix of places",
    "FightFire": "F.1-39 names no reach: a bucket, a hose, a truck",
    "FireDamage": "says what has happened",
    "FireWeapon": "only notes that it has fired",
    "HomeIn": "a part of the shot",
    "Ignite": "says what has happened",
    "Launch": "lobs over everything (8.4-04)",
    "LoadLauncher": "who stands at the weapon: 8.5-03",
    "LeaveHazard": "where it is: the matrix of places",
    "LoseLimb": "says what has happened",
    "MoveTarget": "what flies goes on",
    "NewBattle": "the table is laid",
    "PickUp": "where a dropped weapon lies is said in words",
    "PlaceCarefully": "where it goes: the matrix of places",
    "Reload": "who stands at the weapon: 8.5-03",
    "Repair": "within the inches of its die, OF-62: test_mending",
    "ResetTrap": "the book names no reach",
    "ReshapeTerrain": "puts something on the table by hand",
    "ScorePoints": "points",
    "SetAlliance": "who fights for whom",
    "SetState": "says what is so",
    "ShootDown": "says what has happened",
    "Slip": "where it stands: the matrix of places",
    "SpringTrap": "says what has happened",
    "SprintUnit": "runs alone or beside others (4.1-39)",
    "TakeRounds": "who stands at the store: 8.4-48",
    "Triage": "OF-89 names no reach",
    "TryTrigger": "says what has happened",
    "UsePower": "a sum",
}
"""Acts that name two things of the table and have no reach or sight of their own, with the reason."""

OWNERS = {
    "player_id", "ally_id", "player_ids", "causer_id", "set_by_id", "ends_with_id", "leader_id",
    "objective_id", "projector_id", "rack_id", "to_rack_id", "round_id",
}  # fmt: skip
"""Fields that name a player or a store and nothing that stands somewhere."""

ENDS = {"aims", "strikes", "weapon_id"}


@dataclass
class Cell:
    """Who does it to whom, and how the act comes out of that; all in one rehearsal."""

    session: Session
    doer: Unit
    other: Unit
    things: dict[str, SQLModel] = field(default_factory=dict)

    @property
    def now(self) -> int:
        return stamp_now(self.session)

    def put(self, row: SQLModel, name: str = "") -> Any:
        self.session.add(row)
        self.session.flush()
        if name:
            self.things[name] = row
        return row

    def key(self, name: str) -> int:
        return self.things[name].id  # type: ignore[attr-defined, no-any-return]


def sword(cell: Cell, name: str = "Sword", **facts: Any) -> Weapon:
    given = {"unit_id": cell.doer.id, "kind": WeaponKind.MELEE_WEAPON, "preset": "W-01", "use": 2}
    made = Weapon(**{**given, "name": name, "damage": "1d6", "hands": 1, "mounted": False, **facts})
    return cell.put(made, name)  # type: ignore[no-any-return]


def at(cell: Cell, *strikes: Strike, aim: Aim | None = None, **facts: Any) -> Attack:
    return Attack(aims=(aim or Aim(unit_id=cell.other.id),), strikes=strikes, **facts)


def close(cell: Cell, mode: Mode, weapon: str = "", **facts: Any) -> Strike:
    key = cell.key(weapon) if weapon else None
    return Strike(by_id=cell.doer.id, weapon_id=key, mode=mode, **facts)


def _strike(cell: Cell) -> Act:
    return at(cell, close(cell, Mode.STRIKE, "Sword"))


def _grab(cell: Cell) -> Act:
    return at(cell, close(cell, Mode.GRAB))


def _shove(cell: Cell) -> Act:
    return at(cell, close(cell, Mode.SHOVE))


def _shove_object(cell: Cell) -> Act:
    return at(cell, close(cell, Mode.SHOVE, "Sword"))


def _charge(cell: Cell) -> Act:
    return at(cell, close(cell, Mode.STRIKE, "Lance"), charge=True)


def _charge_shove(cell: Cell) -> Act:
    return at(cell, close(cell, Mode.SHOVE), charge=True)


def _counterstrike(cell: Cell) -> Act:
    parted = Parting(unit_id=cell.other.id or 0, foe_id=cell.doer.id or 0, turn_id=cell.now, waits=True,
                     leaves=True)  # fmt: skip
    cell.put(parted)
    _bind(cell, cell.doer, cell.other, StateKind.ENGAGED)
    return at(cell, close(cell, Mode.STRIKE, "Sword"), counterstrike=True)


def _shot(cell: Cell) -> Act:
    known = cell.doer.x is not None and cell.other.x is not None
    aim = Aim(unit_id=cell.other.id, distance=None if known else 3)
    gun = Strike(weapon_id=cell.key("Pistol"), by_id=cell.doer.id, power=0)
    return at(cell, gun, aim=aim)


def _same_action(cell: Cell) -> Act:
    _has_struck(cell, cell.other)
    return at(cell, close(cell, Mode.STRIKE, "Sword", same_action=True))


def _other_target(cell: Cell) -> Act:
    _has_struck(cell, cell.things["third"])
    return at(cell, close(cell, Mode.STRIKE, "Sword", same_action=True))


def _after_a_shot(cell: Cell) -> Act:
    cell.doer.ranged_turn_id, cell.doer.ranged_target = cell.now, "unit-99"
    cell.put(cell.doer)
    return at(cell, close(cell, Mode.STRIKE, "Sword", same_action=True))


def _has_struck(cell: Cell, whom: Any) -> None:
    whom.melee_turn_id, whom.melee_foes = cell.now, [cell.doer.id]
    cell.put(whom)
    cell.put(Maneuver(unit_id=cell.doer.id or 0, turn_id=cell.now, kind="strike"))


def _collide(cell: Cell) -> Act:
    return Collide(unit_id=cell.doer.id or 0, target_id=cell.other.id or 0)


def _respond(cell: Cell) -> Act:
    return Respond(unit_id=cell.doer.id or 0, to_id=cell.other.id or 0)


def _parry(cell: Cell, strike: Strike, with_: str = "", aim: Aim | None = None) -> Attack:
    key = cell.key(with_) if with_ else None
    parry = Parry(unit_id=cell.doer.id or 0, weapon_id=key)
    aim = aim or Aim(unit_id=cell.doer.id)
    return Attack(aims=(aim,), strikes=(strike,), parries=(parry,), faces=(Face(6),))


def _parry_shot(cell: Cell) -> Act:
    gun = Strike(weapon_id=cell.key("Their pistol"), by_id=cell.other.id, power=0)
    # What is seen of it, its player says: who parries is asked, not who shoots.
    return _parry(cell, gun, "Shield", Aim(unit_id=cell.doer.id, distance=3, sections=3))


def _parry_strike(cell: Cell) -> Act:
    blow = Strike(weapon_id=cell.key("Their sword"), by_id=cell.other.id, mode=Mode.STRIKE)
    return _parry(cell, blow, "Shield")


def _parry_bare(cell: Cell) -> Act:
    return _parry(cell, Strike(by_id=cell.other.id, mode=Mode.GRAB))


def _mark(cell: Cell) -> Act:
    return MarkTarget(scout_id=cell.doer.id or 0, target_id=cell.other.id or 0)


def _reveal(cell: Cell) -> Act:
    return Reveal(scout_id=cell.doer.id or 0, target_id=cell.other.id)


def _man_control(cell: Cell) -> Act:
    gun = Weapon(unit_id=cell.other.id or 0, name="Gun", size=2, mounted=True)
    cell.put(gun)
    seat = cell.put(ControlPoint(weapon_id=gun.id or 0, place="on the weapon"))
    return ManControl(control_id=seat.id, unit_id=cell.doer.id)


def _explosive(cell: Cell, state: ExplosiveState) -> int:
    spot = {"x": cell.other.x, "y": cell.other.y} if cell.doer.x is not None else {}
    keg = Explosive(name="Keg", explosive_size=1, state=state, **spot)
    return cell.put(keg).id  # type: ignore[no-any-return]


def _move_dud(cell: Cell) -> Act:
    key = _explosive(cell, ExplosiveState.DUD)
    return MoveDud(explosive_id=key, by_unit_id=cell.doer.id or 0)


def _take_explosive(cell: Cell) -> Act:
    key = _explosive(cell, ExplosiveState.STORED)
    return MoveExplosive(explosive_id=key, carrier_id=cell.doer.id)


def _own_inch(cell: Cell) -> Act:
    _bind(cell, cell.doer, cell.other, StateKind.ENGAGED)
    return _inch(cell, -0.4 if cell.other.x == CLOSE_BY else 0.6)


def _inch(cell: Cell, along: float) -> Act:
    if cell.doer.x is None:
        return MoveUnit(unit_id=cell.doer.id or 0, inches=1)
    return MoveUnit(unit_id=cell.doer.id or 0, x=cell.doer.x + along, y=cell.doer.y)


def _answer_inch(cell: Cell) -> Act:
    return _inch(cell, -0.4)


WAYS: dict[str, tuple[type[Act] | None, bool, Callable[[Cell], Act] | None]] = {
    "strike": (Attack, True, _strike),
    "grab": (Attack, True, _grab),
    "shove": (Attack, True, _shove),
    "shove_object": (Attack, True, _shove_object),
    "charge": (Attack, True, _charge),
    "charge_shove": (Attack, True, _charge_shove),
    "counterstrike": (Attack, False, _counterstrike),
    "answer_strike": (Attack, False, _strike),
    "answer_grab": (Attack, False, _grab),
    "answer_shove": (Attack, False, _shove),
    "shot": (Attack, True, _shot),
    "answer_shot": (Attack, False, _shot),
    "same_action": (Attack, True, _same_action),
    "other_target": (Attack, True, _other_target),
    "after_a_shot": (Attack, True, _after_a_shot),
    "collide": (Collide, True, _collide),
    "respond": (Respond, False, _respond),
    "listed": (None, False, None),
    "first_blow": (None, False, None),
    "parry_shot": (Attack, False, _parry_shot),
    "parry_strike": (Attack, False, _parry_strike),
    "parry_bare": (Attack, False, _parry_bare),
    "mark": (MarkTarget, True, _mark),
    "reveal": (Reveal, True, _reveal),
    "man_control": (ManControl, True, _man_control),
    "move_dud": (MoveDud, True, _move_dud),
    "take_explosive": (MoveExplosive, True, _take_explosive),
    "own_inch": (MoveUnit, True, _own_inch),
    "answer_inch": (MoveUnit, False, _answer_inch),
}
"""Each way: its act, whether the doer is the running player's, and how it is made."""

CLOSE_BY, NEARLY_THERE, FAR = 11.6, 12.5, 18.0


def setting(session: Session, way: str, column: str) -> Cell:
    """Put the two, what they hold and a third on the table; Ann's turn runs."""
    own = WAYS[way][1]
    ids = (ANN, BEN) if own else (BEN, ANN)
    x = {"far": FAR, "inch": NEARLY_THERE}.get(column, CLOSE_BY)
    scout = ["tracking"]
    doer = Unit(player_id=ids[0], name="Doer", token="D", x=10, y=10, specialties=scout)
    other = Unit(player_id=ids[1], name="Other", token="O", x=x, y=10)
    doer.tags = ["optical tool"]
    third = Unit(player_id=CLEO, name="Third", token="T", x=10, y=11)
    if way == "man_control":
        other.kind, other.size, other.x = UnitKind.STRUCTURE, 1, x
    for each in (doer, other, third):
        each.armor, each.action_die, each.move = "4", 6, 5.0
        session.add(each)
    session.flush()
    cell = Cell(session, doer, other, {"third": third})
    _arm(cell, way, column)
    _known(cell, way, column)
    return cell


def _arm(cell: Cell, way: str, column: str) -> None:
    """Give both what the way takes in hand, and no more."""
    bare = way in ("grab", "shove", "answer_grab", "answer_shove", "charge_shove", "parry_bare")
    full = column == "hands"
    if way in ("charge",):
        sword(cell, "Lance", preset="W-03", hands=2)
    elif way in ("shot", "answer_shot"):
        sword(cell, "Pistol", kind=WeaponKind.GUN, preset="W-04", range=8.0)
    elif way.startswith("parry_s"):
        sword(cell, "Shield", kind=WeaponKind.MELEE_SHIELD, preset="W-12")
    elif not bare:
        sword(cell, "Sword")
    if full:
        sword(cell, "Sword" if bare else "Club")
        if bare:
            sword(cell, "Club")
    theirs = {"unit_id": cell.other.id}
    if way == "parry_shot":
        sword(cell, "Their pistol", kind=WeaponKind.GUN, preset="W-04", range=8.0, **theirs)
    if way == "parry_strike":
        sword(cell, "Their sword", **theirs)
    if way in ("charge", "charge_shove", "collide"):
        heading = 270.0 if column == "behind" and way == "collide" else 90.0
        cell.put(
            Run(unit_id=cell.doer.id or 0, turn_id=cell.now, heading=heading, inches=4, mom=True)
        )


def _bind(cell: Cell, one: Unit, other: Any, kind: StateKind) -> None:
    now = cell.now
    for unit, foe in ((one, other), (other, one)):
        cell.put(
            State(
                unit_id=unit.id or 0,
                kind=StateKind.ENGAGED,
                with_id=foe.id,
                since_turn_id=now,
                lasting=True,
            )
        )
    if kind is StateKind.GRABBED:
        cell.put(
            State(unit_id=one.id or 0, kind=kind, with_id=other.id, since_turn_id=now, lasting=True)
        )


def _known(cell: Cell, way: str, column: str) -> None:
    """Make it so that the column holds."""
    doer, other, session = cell.doer, cell.other, cell.session
    if column == "unknown":
        doer.x = doer.y = None
    if column in ("behind", "faced"):
        cell.put(Stance(unit_id=doer.id or 0, facing=270.0))
    if column == "wall":
        battle = running_battle(session)
        wall = {"points": [[10.75, 5], [10.85, 5], [10.85, 15], [10.75, 15]], "top": 5.0}
        cell.put(Terrain(battle_id=battle.id if battle else 0, name="Wall", kind=TerrainKind.WALL,
                         blocks_sight=True, **wall))  # fmt: skip
    if column == "smoke":
        cell.put(Field(name="Smoke", kind=FieldKind.SMOKE, size=4, x=other.x, y=other.y, mode="",
                       made_turn_id=cell.now))  # fmt: skip
    if column == "used":
        doer.melee_turn_id, doer.hands_used = cell.now, 2
        for each in list(cell.things.values()):
            if isinstance(each, Weapon) and each.unit_id == doer.id:
                each.fired_turn_id, each.used = cell.now, {str(doer.player_id): cell.now}
    if column == "spent":
        doer.actions_spent, doer.action_spent_turn_id = 1, cell.now
    if column == "down":
        cell.put(State(unit_id=doer.id or 0, kind=StateKind.DISRUPTED, since_turn_id=cell.now))
    if column == "mindless":
        doer.mind = Mind.NONE
    if column == "own":
        other.player_id = doer.player_id
    if column in ("dead", "gone"):
        lost = doer if column == "dead" else other
        lost.fate, lost.x, lost.y = Fate.DEAD, None, None
    third = cell.things["third"]
    if column in ("elsewhere", "held"):
        _bind(cell, doer, third, StateKind.GRABBED if column == "held" else StateKind.ENGAGED)
    if column == "faced":
        _bind(cell, doer, other, StateKind.ENGAGED)
    if column == "moved":
        cell.put(Maneuver(unit_id=doer.id or 0, turn_id=cell.now, kind="inch"))
    session.add_all((doer, other))
    session.flush()


def answer(session: Session, way: str, cell: Cell) -> str:
    """Return what comes of it, in the words of the table."""
    if way in ("listed", "first_blow"):
        return _listed(session, way, cell)
    make = WAYS[way][2]
    assert make is not None
    act = make(cell)
    session.flush()
    try:
        if way == "shot":
            assert isinstance(act, Attack)
            act, preview = on_the_map(session, act)
            assert isinstance(act, Attack)
            if act.aims[0].blind and not preview.refusal:
                return "blind"
        act.carry_out(session)
    except Refused as refused:
        return refused.rule
    except BadInput as error:
        words = str(error)
        if any(part in words for part in ("lost already", "Bring it back", "is dead")):
            return "lost"
        # The dice come after everything that may refuse it.
        return "ok" if "Dice are missing" in words or "choices." in words else words
    return "ok"


def _listed(session: Session, way: str, cell: Cell) -> str:
    rows = responders(session, cell.other.id or 0)
    row = next((each for each in rows if each.unit_id == cell.doer.id), None)
    if row is None:
        return "lost" if cell.doer.fate is Fate.DEAD else "ok"
    if way == "first_blow":
        return "yes" if row.strikes else "no"
    return row.no.rule if row.no else "ok"


def cells() -> Iterator[tuple[str, str, str]]:
    lines = [line.split() for line in TABLE.strip().splitlines()]
    head, *table = lines
    assert tuple(head) == COLUMNS
    for way, *expected in table:
        assert len(expected) == len(COLUMNS), way
        for column, token in zip(COLUMNS, expected, strict=True):
            yield way, column, token


CELLS = tuple(cells())


def ask(battle: Campaign, way: str, column: str) -> str:
    """Play one cell in a rehearsal, of which nothing is kept."""
    with battle.rehearsal() as session:
        if column == "ally":
            SetAlliance(player_id=ANN, ally_id=BEN).carry_out(session)
        return answer(session, way, setting(session, way, column))


def wrong(battle: Campaign) -> list[str]:
    """Return the cells that come out otherwise than the table says."""
    found = []
    for way, column, expected in CELLS:
        if expected != "." and (said := ask(battle, way, column)) != expected:
            found.append(f"{way}, {column}: {expected} expected, not {said}")
    return found


@pytest.mark.rule("5.1-01", "5.2-24", "5.2-31", "5.4-24", "4.3-06", "5.2-51", "8.2-02")
def test_who_may_in_everything_that_the_map_and_the_roster_know(battle: Campaign) -> None:
    assert wrong(battle) == []


def test_the_table_has_at_least_240_cells_and_says_why_others_cannot_be() -> None:
    assert [way for way in WAYS if way not in {each for each, _, _ in CELLS}] == []
    cannot = {(way, column) for way, column, token in CELLS if token == "."}
    assert cannot - set(CANNOT) == set()
    assert len(CELLS) - len(cannot) >= 240


def test_every_act_with_two_ends_has_its_cells_or_a_reason() -> None:
    games = {"scifi", "tests"}  # tests make acts of their own
    named = {kind.__name__ for kind, _, _ in WAYS.values() if kind}
    found = set()
    for name, kind in Act.KINDS.items():
        fields = {each.name for each in dataclasses.fields(kind)}
        ends = {each for each in fields if each.endswith(("_id", "_ids"))} - OWNERS | fields & ENDS
        if len(ends) >= 2 and not games & set(kind.__module__.split(".")):
            found.add(name)
    assert found - named - set(NOT_HERE) == set()
    assert set(NOT_HERE) & named == set()


QUESTIONS: dict[str, tuple[Callable[..., Any], set[str], set[str]]] = {
    "out_of_reach": (who_may.out_of_reach, {"far", "inch"},
                     {"5.1-01", "5.2-24", "5.2-31", "5.4-24", "8.5-10"}),
    "out_of_reach_of_spot": (who_may.out_of_reach_of_spot, {"far"}, {"8.4-16", "8.4-23"}),
    "in_path": (who_may.in_path, {"behind"}, {"5.4-24"}),
    "unseen": (who_may.unseen, {"behind", "wall", "smoke"}, {"4.3-06"}),
    "out_of_view": (who_may.out_of_view, {"behind"}, {"5.2-51"}),
    "seen_past": (who_may.seen_past, {"wall", "smoke"}, {"F.3-05", "F.3-08", "QF-33"}),
    "no_free_hand": (who_may.no_free_hand, {"hands"}, {"5.2-24"}),
    "no_bare_hands": (who_may.no_bare_hands, {"hands"}, {"5.2-31", "5.2-52"}),
    "no_inch": (who_may.no_inch, {"spent", "moved"}, {"4.3-04", "5.2-09", "5.2-10"}),
    "no_mind": (who_may.no_mind, {"mindless"}, {"8.2-02"}),
    "no_same_action": (no_same_action, set(COLUMNS) - {"used"}, {"5.2-19", "8.5-01"}),
    "check_action": (check_action, {"spent"}, {"4.2-02"}),
    "are_foes": (are_foes, {"ally"}, {"no"}),
}  # fmt: skip
"""Each question of the program, with the columns and rule IDs of the cells that it answers."""

INSTEAD: dict[str, Any] = {
    "seen_past": who_may.Hidden(smoke=False, walls=()),
    "are_foes": True,
}
"""What a question says that is taken out; of all others: nothing stands in the way."""

ELSEWHERE = {
    "no_mind": ("parry_",),  # with the other things that a Parry asks, in `may_parry`
    "check_action": ("respond", "listed"),  # by the same rule, in `may_respond`
}
"""Ways that ask the same rule in another place, by how their names begin."""


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_that_is_taken_out_fails_its_cells(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    question, columns, rules = QUESTIONS[name]
    expected = {(way, column): token for way, column, token in CELLS}
    own = [
        (way, column)
        for (way, column), token in expected.items()
        if column in columns and token in rules
        if not way.startswith(ELSEWHERE.get(name, ("?",)))
    ]
    for module in [each for key, each in sys.modules.items() if key.startswith("brikdesk.")]:
        for bound in [key for key, value in vars(module).items() if value is question]:
            monkeypatch.setattr(module, bound, lambda *_, **__: INSTEAD.get(name))
    still = [cell for cell in own if ask(battle, *cell) == expected[cell]]
    assert own
    assert still == []
