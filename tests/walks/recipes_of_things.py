"""How an act is filled in sensibly: weapons, Explosives and flights, Fields, fires, Traps, terrain."""

from dataclasses import replace
from typing import Any

from sqlmodel import col

from brikdesk.acts.battlefield.terrain import (
    LayTerrain,
    PlaceTerrain,
    RemoveTerrain,
    ReshapeTerrain,
)
from brikdesk.acts.combat.damage import FireDamage
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.flights import MoveTarget, RemoveProjectile, ShootDown
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Detonate, Launch
from brikdesk.acts.explosives.placed import (
    AddExplosive,
    DamageExplosive,
    MoveDud,
    MoveExplosive,
    RemoveExplosive,
)
from brikdesk.acts.fields.concealed_hazards import CrossConcealed, PlaceCarefully, TriggerSpot
from brikdesk.acts.fields.difficult_terrain import CrossTerrain, Slip
from brikdesk.acts.fields.energy_shields import UseShield
from brikdesk.acts.fields.exposure import ExposeExplosive
from brikdesk.acts.fields.fields import (
    AddField,
    ClearField,
    EnterHazard,
    LeaveHazard,
    PutField,
    ResizeField,
)
from brikdesk.acts.fields.traps import AddTrap, EditTrap, RemoveTrap, ResetTrap
from brikdesk.acts.fields.traps_going_off import SpringTrap, TryTrigger
from brikdesk.acts.fire.burning import DropAndRoll
from brikdesk.acts.fire.fires import (
    Douse,
    DriveFire,
    FightFire,
    Ignite,
    SetFireSize,
    ShapeFire,
)
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.roster import EnlistTerrain
from brikdesk.acts.weapons.firing import ClearJam, FireWeapon, Jam
from brikdesk.acts.weapons.gunnery import AddControl, ClearHoming, HomeIn, ManControl, RemoveControl
from brikdesk.acts.weapons.loading import LoadLauncher, Reload, Unload
from brikdesk.acts.weapons.racks import (
    AddRack,
    AddRounds,
    DestroyRounds,
    RackExplosive,
    RemoveRack,
    RoundFacts,
    TakeRounds,
)
from brikdesk.acts.weapons.weapons import AddWeapon, EditWeapon, PickUp, PutAway, RemoveWeapon
from brikdesk.dice import Face
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.rules.brikwars.fields import FieldKind, TerrainMode
from brikdesk.store.act import Act
from brikdesk.store.tables import (
    Battle,
    BattleState,
    Chamber,
    ControlPoint,
    Explosive,
    ExplosiveState,
    Field,
    Fire,
    Homing,
    Inside,
    Projectile,
    Rack,
    Round,
    Terrain,
    Trap,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.turn_order import turn_now
from tests.walks.scene import NothingFits, Recipes, Scene

MINIFIG = Unit.kind == UnitKind.MINIFIG
MADE_OF: tuple[dict[str, Any], ...] = (
    {},
    {"exchanges": {"FIRE": 1}},
    {"exchanges": {"SMOKE": 1}},
    {"exchanges": {"PIERCE": 1}},
    {"exchanges": {"EXPOSURE": 1}},
    {"exchanges": {"CONCEALED": 1}},
    {"exchanges": {"TERRAIN": 1}},
    {"added": ("1d6",), "flat": 1},
)

# Terrain


def _piece(scene: Scene) -> PlaceTerrain:
    kind = scene.one_of(("wall", "building", "wood", "rocks", "water", "hill", "road", "rubble"))
    x, y = scene.spot().values()
    if kind == "wall":
        return PlaceTerrain(kind=kind, points=((x, y), (x + 3, y + 1)), radius=0.3, top=3.0)
    return PlaceTerrain(kind=kind, points=((x, y),), radius=scene.one_of((1.0, 2.0)), top=2.0)


def _terrain(scene: Scene) -> Terrain:
    running = [each.id for each in scene.rows(Battle, Battle.state == BattleState.RUNNING)]
    return scene.row(Terrain, col(Terrain.battle_id).in_(running))


def _reshaped(scene: Scene) -> Act:
    piece = _terrain(scene)
    change: dict[str, Any] = scene.one_of(
        (
            {"name": "Old piece"},
            {"top": 3.0},
            {"burns": True},
            {"blocks_sight": True},
            {"blocks_move": scene.maybe()},
            {"points": tuple((x + 1.5, y) for x, y in piece.points)},
        )
    )
    return ReshapeTerrain(terrain_id=piece.id or 0, **change)


# Weapons and what they send


def _armed(scene: Scene) -> Act:
    preset = scene.one_of(("W-01", "W-02", "W-05", "W-07", "W-12"))
    return AddWeapon(unit_id=scene.unit(MINIFIG).id or 0, preset=preset)


def _of(scene: Scene, *kinds: WeaponKind) -> Weapon:
    return scene.weapon(col(Weapon.kind).in_(kinds), Weapon.lying == "")


def _own(scene: Scene, *kinds: WeaponKind) -> Weapon:
    return scene.own_weapon(col(Weapon.kind).in_(kinds))


def _round_of(scene: Scene, weapon: Weapon, *, battery: bool) -> Round:
    racks = scene.rows(Rack, (Rack.unit_id == weapon.unit_id) | (Rack.weapon_id == weapon.id),
                       col(Rack.battery).is_(battery))  # fmt: skip
    return scene.row(Round, col(Round.rack_id).in_([each.id for each in racks]), Round.count > 0)


def _operator(scene: Scene, weapon: Weapon) -> int | None:
    """Return who works a weapon: its bearer, or a free minifig at a gun of a creation."""
    if not weapon.mounted:
        return weapon.unit_id
    seats = scene.rows(ControlPoint, ControlPoint.weapon_id == weapon.id)
    seated = [seat.occupant_id for seat in seats if seat.occupant_id]
    return scene.one_of(seated) if seated else scene.ready().id


def _reload(scene: Scene) -> Act:
    full = [row.weapon_id for row in scene.rows(Chamber)]
    cannon = (Weapon.kind == WeaponKind.CANNON) & col(Weapon.id).not_in(full)
    jammed = (Weapon.kind == WeaponKind.MACHINE_GUN) & col(Weapon.inoperative)
    weapon = scene.own_weapon(cannon | jammed)
    if weapon.kind is WeaponKind.MACHINE_GUN:
        return Reload(weapon_id=weapon.id or 0, by_unit_id=_operator(scene, weapon))
    shell = _round_of(scene, weapon, battery=False)
    return Reload(weapon_id=weapon.id or 0, round_id=shell.id, by_unit_id=_operator(scene, weapon))


def _loaded(scene: Scene) -> Act:
    weapon = _own(scene, WeaponKind.LAUNCHER)
    if scene.maybe(0.3):
        return LoadLauncher(
            weapon_id=weapon.id or 0, object_name="Barrel", object_size=1, object_armor="4",
            object_damage="1d6", by_unit_id=_operator(scene, weapon),
        )  # fmt: skip
    what = _round_of(scene, weapon, battery=False)
    return LoadLauncher(
        weapon_id=weapon.id or 0, round_id=what.id, by_unit_id=_operator(scene, weapon)
    )


def _fired(scene: Scene) -> Act:
    weapon = scene.own_weapon(col(Weapon.kind) != WeaponKind.MELEE_SHIELD)
    return FireWeapon(weapon_id=weapon.id or 0, by_unit_id=_operator(scene, weapon))


def _homed(scene: Scene) -> Act:
    weapon = scene.own_weapon(
        col(Weapon.mounted).is_(True), Weapon.size > 1,
        col(Weapon.kind).in_((WeaponKind.GUN, WeaponKind.CANNON)),
    )  # fmt: skip
    foe = scene.foe_of(scene.session.get_one(Unit, weapon.unit_id))
    return HomeIn(
        weapon_id=weapon.id or 0, target=foe.name, target_id=foe.id, supporters=1,
        natural=scene.one_of((3, 5)),
    )  # fmt: skip


def _jam(scene: Scene) -> Act:
    guns = col(Weapon.inoperative).is_(False)
    return Jam(weapon_id=scene.weapon(Weapon.kind == WeaponKind.MACHINE_GUN, guns).id or 0)


def _laid_down(scene: Scene) -> Act:
    held = scene.weapon(col(Weapon.mounted).is_(False), Weapon.hands > 0, Weapon.lying == "")
    return PutAway(weapon_id=held.id or 0, where=scene.one_of(("on the ground", "")))


def _picked_up(scene: Scene) -> Act:
    weapon = scene.row(Weapon, Weapon.lying != "")
    return PickUp(weapon_id=weapon.id or 0, by_unit_id=scene.unit(MINIFIG).id or 0)


def _flight(scene: Scene) -> Act:
    unit = scene.ready()
    foe = scene.foe_of(unit)
    return Launch(
        name="Rocket", explosive_size=scene.one_of((1, 2, 3)), distance=scene.one_of((14.0, 30.0)),
        target=foe.name, target_id=foe.id, unit_id=unit.id, use=2,
        makeup=Makeup(**scene.one_of(MADE_OF[:6])),
    )  # fmt: skip


def _steered(scene: Scene) -> Act:
    flight = scene.row(Projectile, col(Projectile.arrived).is_(False))
    return MoveTarget(
        projectile_id=flight.id or 0, target="the bridge", remaining=scene.one_of((4.0, 12.0))
    )


def _landing(scene: Scene) -> Act:
    arrived = scene.rows(Projectile, col(Projectile.arrived).is_(True))
    return Land(projectile_id=scene.one_of(arrived, "about to land").id or 0)


# Explosives

LIVE = col(Explosive.state).in_((ExplosiveState.STORED, ExplosiveState.ACTIVATED))


def _bomb(scene: Scene) -> Act:
    where: dict[str, Any] = (
        {"carrier_id": scene.unit(MINIFIG).id} if scene.maybe() else scene.spot()
    )
    return AddExplosive(
        name="Keg", explosive_size=scene.one_of((2, 3)), makeup=Makeup(**scene.one_of(MADE_OF)),
        **where,
    )  # fmt: skip


def _dud(scene: Scene) -> Act:
    """Move a dud; who is to do it, goes there first."""
    dud = scene.row(Explosive, Explosive.state == ExplosiveState.DUD)
    if dud.carrier_id:
        return MoveDud(explosive_id=dud.id or 0, by_unit_id=dud.carrier_id, place="the ditch")
    free = scene.units(MINIFIG)
    able = [each for each in free if dud.x is None or scene.apart(each, dud) <= 2.0]
    if not able:
        there = scene.near(dud, 1.0)
        return MoveUnit(unit_id=scene.one_of(free).id or 0, by_itself=False, **there)
    by = scene.one_of(able)
    return MoveDud(explosive_id=dud.id or 0, by_unit_id=by.id or 0, careful=scene.maybe(0.7))


def _failed_landing(scene: Scene) -> Act:
    """Let something land with a 1, which its target calls a dud (8.4-21)."""
    act = scene.in_time("Land", scene.any(Projectile), "Launch")
    if not isinstance(act, Land):
        return act
    return replace(act, faces=(Face(1),), choices={"dud": "dud"})


def _blown(scene: Scene) -> Act:
    return Detonate(explosive_id=scene.key(Explosive, LIVE))


def _in_a_field(scene: Scene) -> Act:
    """Lay a bomb into acid, or settle what becomes of it."""
    try:
        return scene.step("ExposeExplosive")
    except NothingFits:
        pass
    field = scene.row(Field, Field.kind == FieldKind.EXPOSURE, col(Field.x).is_not(None))
    for bomb in scene.rows(Explosive, LIVE, col(Explosive.carrier_id).is_(None)):
        if scene.apart(bomb, field) < field.size / 2:
            return ExposeExplosive(explosive_id=bomb.id or 0)
    return AddExplosive(
        name="Barrel in acid", explosive_size=1, stability=Stability.UNSTABLE, x=field.x, y=field.y
    )


def _moved_bomb(scene: Scene) -> Act:
    bomb = scene.row(Explosive, LIVE)
    if scene.maybe():
        return MoveExplosive(explosive_id=bomb.id or 0, **scene.near(bomb))
    near = [each for each in scene.units(MINIFIG) if scene.apart(each, bomb) <= 2]
    carrier = scene.one_of(near or scene.units(Unit.id == bomb.carrier_id))
    return MoveExplosive(explosive_id=bomb.id or 0, carrier_id=carrier.id)


def _stored(scene: Scene) -> Act:
    bomb = scene.row(Explosive, Explosive.state == ExplosiveState.STORED)
    return RackExplosive(explosive_id=bomb.id or 0, rack_id=scene.key(Rack))


# Fields

FIELDS: tuple[dict[str, Any], ...] = (
    {"kind": FieldKind.EXPOSURE, "name": "Acid", "dice": ("d6 Damage",)},
    {"kind": FieldKind.EXPOSURE, "name": "Lava", "dice": ("d4 Fire",)},
    {"kind": FieldKind.TERRAIN, "name": "Ice", "mode": TerrainMode.SLIPPERY.value},
    {"kind": FieldKind.TERRAIN, "name": "Mud", "dice": ("d6 Move",)},
    {"kind": FieldKind.TERRAIN, "name": "Spikes", "mode": TerrainMode.SPIKED.value, "dice": ("d6 Move",)},
    {"kind": FieldKind.CONCEALED, "name": "Mines", "dice": ("d6 Damage",)},
    {"kind": FieldKind.CONCEALED, "name": "Mire", "dice": ("d6 Damage", "d10 Exp")},
    {"kind": FieldKind.SMOKE, "name": "Smoke"},
)  # fmt: skip


def _field(scene: Scene) -> Act:
    facts = scene.one_of(FIELDS)
    where: dict[str, Any] = scene.spot() if scene.maybe(0.7) else {"place": "the bridge"}
    return AddField(size=scene.one_of((3, 4)), shrinks=scene.maybe(), **facts, **where)


def _shield(scene: Scene) -> Act:
    tank = scene.unit(Unit.size > 3)
    return AddField(
        kind=FieldKind.SHIELD, name="Shield", size=6, dice=("d6 Deflection", "d6 Deflection"),
        carrier_id=tank.id,
    )  # fmt: skip


def _used(scene: Scene) -> Act:
    now = turn_now(scene.session).id
    for field in scene.rows(
        Field, Field.kind == FieldKind.SHIELD, col(Field.carrier_id).is_not(None)
    ):
        unspent = [n for n in range(len(field.dice)) if field.spent.get(str(n)) != now]
        if unspent:
            return UseShield(field_id=field.id or 0, dice=(scene.one_of(unspent),))
    raise NothingFits("a Shield with a die left")


def _entered(scene: Scene) -> Act:
    inside = scene.rows(Inside, col(Inside.left).is_(False))
    known = {(row.unit_id, row.field_id) for row in inside}
    unit, field = scene.unit(), scene.row(Field, Field.kind != FieldKind.SHIELD)
    if (unit.id, field.id) in known:
        raise NothingFits("outside")
    return EnterHazard(unit_id=unit.id or 0, field_id=field.id)


def _crossed(scene: Scene) -> Act:
    field = scene.row(Field, Field.kind == FieldKind.CONCEALED)
    return CrossConcealed(
        unit_id=scene.mine().id or 0, field_id=field.id or 0, inches=scene.one_of((1.0, 2.5))
    )


def _slow(scene: Scene) -> Act:
    field = scene.row(Field, Field.kind == FieldKind.TERRAIN)
    return CrossTerrain(unit_id=scene.mine().id or 0, field_id=field.id or 0)


def _slip(scene: Scene) -> Act:
    icy = scene.row(Field, Field.mode == TerrainMode.SLIPPERY.value)
    return Slip(unit_id=scene.unit(MINIFIG).id or 0, field_id=icy.id or 0)


def _ice(scene: Scene) -> Act:
    return AddField(size=3, **FIELDS[2], **scene.spot())


def _mines(scene: Scene) -> Act:
    return AddField(size=4, **FIELDS[5], **scene.spot())


def _carefully(scene: Scene) -> Act:
    field = scene.row(Field, Field.kind == FieldKind.CONCEALED)
    return PlaceCarefully(unit_id=scene.ready().id or 0, field_id=field.id or 0, what="a crate")


def _hidden_spot(scene: Scene) -> Act:
    field = scene.row(Field, Field.kind == FieldKind.CONCEALED)
    return TriggerSpot(field_id=field.id or 0, spot=f"stone {scene.chance.randint(1, 99)}")


def _smaller(scene: Scene) -> Act:
    field = scene.row(Field, Field.size > 1)
    size = field.size + scene.one_of((-1, 1))
    return ResizeField(field_id=field.id or 0, size=size)


# Traps


def _trap(scene: Scene) -> Act:
    facts: dict[str, Any] = scene.one_of(
        (
            {"trigger": "the door", "effect": "d6 Damage"},
            {"candidates": ("urn", "book", "lamp"), "effect": "The floor gives way."},
            {"trigger": "the rope", "effect": "d4 Fire"},
        )
    )
    weapon = scene.weapon(Weapon.kind == WeaponKind.GUN).id if scene.maybe(0.3) else None
    return AddTrap(
        name="Trap", player_id=scene.one_of(scene.seated()), weapon_id=weapon,
        secret=scene.maybe(0.3), **facts,
    )  # fmt: skip


def _sprung(scene: Scene) -> Act:
    trap = scene.row(Trap, col(Trap.armed).is_(True), Trap.trigger != "")
    victim = scene.unit().id if scene.maybe(0.7) else None
    return SpringTrap(trap_id=trap.id or 0, victim_id=victim)


def _tried(scene: Scene) -> Act:
    traps = [row for row in scene.rows(Trap, col(Trap.armed).is_(True)) if row.candidates]
    trap = scene.one_of(traps, "a Trap among several things")
    return TryTrigger(
        trap_id=trap.id or 0, candidate=scene.one_of(trap.candidates), victim_id=scene.unit().id
    )


def _reset(scene: Scene) -> Act:
    spent = scene.key(Trap, col(Trap.armed).is_(False))
    able = [unit.id for unit in scene.units() if "construction" in unit.specialties]
    by = scene.anybody_ready(col(Unit.id).in_(able))
    return ResetTrap(trap_id=spent, by_unit_id=by.id or 0) if by else scene.onward()


# Fires


def _burning(scene: Scene, *where: Any) -> Fire:
    there = [unit.id for unit in scene.units()]
    return scene.row(Fire, col(Fire.unit_id).in_(there), *where)


def _drop(scene: Scene) -> Act:
    burn = [row.unit_id for row in scene.rows(Fire)]
    return DropAndRoll(unit_id=scene.mine(col(Unit.id).in_(burn), Unit.size < 3).id or 0)


def _bucket(scene: Scene) -> Act:
    return FightFire(fire_id=_burning(scene).id or 0, inches=1, by_unit_id=scene.ready().id)


def _burns(act: str, *, minifig: bool) -> Any:
    """Return the recipe of a step of fires: those of minifigs, or of whatever else burns."""
    there = Fire.size == 0 if minifig else Fire.size > 0
    kind = "IgniteMinifig" if minifig else "IgniteOther"
    return lambda scene: scene.in_time(act, scene.any(Fire, there), kind)


def _key(row: Any) -> int:
    return int(row.id)


RECIPES: Recipes = {
    "AddControl": lambda it: AddControl(
        weapon_id=_key(it.weapon(col(Weapon.mounted).is_(True))),
        place=f"seat {it.chance.random():.3f}",
    ),
    "AddExplosive": _bomb,
    "AddField": _field,
    "AddRack": lambda it: AddRack(
        unit_id=it.unit().id,
        name="Box",
        rounds=(
            RoundFacts(name="Shell", explosive_size=2, count=3, makeup=it.one_of(MADE_OF[:6])),
        ),
    ),
    "AddRounds": lambda it: AddRounds(rack_id=it.key(Rack), name="Spare", count=2),
    "AddTrap": _trap,
    "AddWeapon": _armed,
    "BurnMinifig": _burns("BurnMinifig", minifig=True),
    "BurnUnit": _burns("BurnUnit", minifig=False),
    "ClearField": lambda it: ClearField(field_id=it.key(Field)),
    "ClearHoming": lambda it: ClearHoming(homing_id=it.key(Homing)),
    "ClearJam": lambda it: ClearJam(weapon_id=_key(it.weapon(col(Weapon.inoperative).is_(True)))),
    "CrossConcealed": _crossed,
    "CrossTerrain": _slow,
    "DamageExplosive": lambda it: DamageExplosive(
        explosive_id=it.key(Explosive, LIVE), damage=it.one_of((0, 1, 3))
    ),
    "DestroyRounds": lambda it: DestroyRounds(
        round_id=it.key(Round, Round.count > 0), becomes=it.one_of(("gone", "lying", "activated"))
    ),
    "Detonate": _blown,
    "Douse": lambda it: Douse(fire_id=_key(_burning(it))),
    "DriveFire": lambda it: DriveFire(
        fire_id=_key(_burning(it, Fire.size > 0)), player_id=it.one_of(it.seated(out=False))
    ),
    "DropAndRoll": _drop,
    "EditTrap": lambda it: EditTrap(
        trap_id=it.key(Trap), **it.one_of(({"name": "Old trap"}, {"armed": it.maybe()}))
    ),
    "EditWeapon": lambda it: EditWeapon(weapon_id=_key(it.weapon()), name="Old faithful"),
    "EnterHazard": _entered,
    "Expose": lambda it: it.in_time(
        "Expose", it.any(Inside, col(Inside.left).is_(False)), "EnterHazard"
    ),
    "ExposeExplosive": _in_a_field,
    "FailedLanding": _failed_landing,
    "FightFire": _bucket,
    "FireDamage": lambda it: FireDamage(
        unit_id=_key(it.unit()), faces=(Face(it.chance.randint(1, 4)),), damage=it.one_of((None, 2))
    ),
    "FireWeapon": _fired,
    "FlyOn": lambda it: it.in_time("FlyOn", it.any(Projectile), "Launch"),
    "HomeIn": _homed,
    "Ice": _ice,
    "Ignite": lambda it: Ignite(unit_id=_key(it.unit())),
    "IgniteMinifig": lambda it: Ignite(unit_id=_key(it.unit(MINIFIG))),
    "IgniteOther": lambda it: Ignite(unit_id=_key(it.unit(Unit.size > 2)), inches=2),
    "Jam": _jam,
    "KeepHoming": lambda it: it.in_time("KeepHoming", it.any(Homing), "HomeIn"),
    "Land": lambda it: it.in_time("Land", it.any(Projectile), "Launch"),
    "Launch": _flight,
    "LayTerrain": lambda it: LayTerrain(pieces=(_piece(it), _piece(it))),
    "LeaveHazard": lambda it: LeaveHazard(inside_id=it.key(Inside, col(Inside.left).is_(False))),
    "LoadLauncher": _loaded,
    "ManControl": lambda it: ManControl(
        control_id=it.key(ControlPoint), unit_id=it.one_of((None, _key(it.unit(MINIFIG))))
    ),
    "Mines": _mines,
    "MoveDud": _dud,
    "MoveExplosive": _moved_bomb,
    "MoveTarget": _steered,
    "PickUp": _picked_up,
    "PlaceCarefully": _carefully,
    "PlaceTerrain": _piece,
    "PutAway": _laid_down,
    "PutField": lambda it: PutField(
        field_id=it.key(Field, Field.kind != FieldKind.SHIELD), **it.spot()
    ),
    "RackExplosive": _stored,
    "Reload": _reload,
    "EnlistTerrain": lambda it: EnlistTerrain(
        terrain_id=it.key(Terrain, col(Terrain.unit_id).is_(None)), inches=it.one_of((0, 2))
    ),
    "RemoveControl": lambda it: RemoveControl(control_id=it.key(ControlPoint)),
    "RemoveExplosive": lambda it: RemoveExplosive(explosive_id=it.key(Explosive)),
    "RemoveProjectile": lambda it: RemoveProjectile(projectile_id=it.key(Projectile)),
    "RemoveRack": lambda it: RemoveRack(rack_id=it.key(Rack)),
    "RemoveTerrain": lambda it: RemoveTerrain(terrain_id=_key(_terrain(it))),
    "RemoveTrap": lambda it: RemoveTrap(trap_id=it.key(Trap)),
    "RemoveWeapon": lambda it: RemoveWeapon(weapon_id=_key(it.weapon())),
    "ResetTrap": _reset,
    "ReshapeTerrain": _reshaped,
    "ResizeField": _smaller,
    "RunBurning": _burns("RunBurning", minifig=True),
    "SetFireSize": lambda it: SetFireSize(fire_id=_key(_burning(it, Fire.size > 0)), inches=3),
    "ShapeFire": lambda it: ShapeFire(fire_id=_key(_burning(it, Fire.size > 0)), place="the roof"),
    "Shield": _shield,
    "ShootDown": lambda it: ShootDown(
        projectile_id=it.key(Projectile), causer_id=it.one_of((None, it.player_id))
    ),
    "ShrinkField": lambda it: it.in_time(
        "ShrinkField", it.any(Field, col(Field.shrink_player_id).is_not(None)), "AddField"
    ),
    "Slip": _slip,
    "SpringTrap": _sprung,
    "TakeRounds": lambda it: TakeRounds(round_id=it.key(Round, Round.count > 0)),
    "TriggerSpot": _hidden_spot,
    "TryTrigger": _tried,
    "Unload": lambda it: Unload(weapon_id=it.row(Chamber).weapon_id),
    "UseShield": _used,
}
"""By the name of the class of act; a few more are ways to fill one in that prepare others."""

FIRST = {
    "ClearHoming": "HomeIn",
    "ClearJam": "Jam",
    "CrossConcealed": "Mines",
    "Douse": "Ignite",
    "DriveFire": "IgniteOther",
    "DropAndRoll": "IgniteMinifig",
    "EditTrap": "AddTrap",
    "EnlistTerrain": "PlaceTerrain",
    "ExposeExplosive": "AddField",
    "FightFire": "Ignite",
    "LeaveHazard": "EnterHazard",
    "LoadLauncher": "AddRack",
    "MoveDud": "FailedLanding",
    "MoveTarget": "Launch",
    "PickUp": "PutAway",
    "PlaceCarefully": "Mines",
    "Reload": "Jam",
    "RemoveProjectile": "Launch",
    "RemoveTerrain": "PlaceTerrain",
    "RemoveTrap": "AddTrap",
    "ReshapeTerrain": "PlaceTerrain",
    "ResetTrap": "SpringTrap",
    "SetFireSize": "IgniteOther",
    "ShapeFire": "IgniteOther",
    "ShootDown": "Launch",
    "Slip": "Ice",
    "SpringTrap": "AddTrap",
    "TriggerSpot": "Mines",
    "TryTrigger": "AddTrap",
    "Unload": "LoadLauncher",
    "UseShield": "Shield",
}
"""What is done first where an act finds nothing that fits."""
