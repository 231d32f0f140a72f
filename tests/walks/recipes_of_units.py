"""How an act is filled in sensibly: what units do, how they fight, and what befalls them."""

from sqlmodel import col

from brikdesk.acts.armies import Recruit, TakeArmy
from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import (
    DamageUnit,
    Kill,
    TakeGrinding,
    TakeSizeDamage,
    WoundMortally,
)
from brikdesk.acts.combat.disengaging_and_responses import (
    Disengage,
    ForgoCounterstrike,
    Respond,
    StayInReach,
)
from brikdesk.acts.fields.scouts_and_marks import ClearMark, MarkTarget, Reveal
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.movement.momentum import BeginActivity, SpendMomentum
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.power import DivertPower, TakeOverload, UsePower
from brikdesk.acts.throwing import declaring
from brikdesk.acts.units.actions import (
    FullTurnAction,
    OtherAction,
    Repair,
    ReturnAction,
    SpendAction,
    Triage,
)
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import (
    AddUnit,
    DuplicateUnit,
    JoinSquad,
    LeaveSquad,
    RemoveUnit,
    TakePart,
)
from brikdesk.acts.units.states import ClearState, LoseLimb, ReviveUnit, SetState
from brikdesk.rules.brikwars.movement import ACTIVITIES
from brikdesk.rules.brikwars.units_and_damage import LIMBS
from brikdesk.store.act import Act
from brikdesk.store.tables import (
    Fate,
    Mark,
    Parting,
    Run,
    Squad,
    State,
    StateKind,
    Trap,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.turn_order import turn_now
from tests.walks.scene import NothingFits, Recipes, Scene
from tests.walks.warfare import random_attack

MINIFIG = Unit.kind == UnitKind.MINIFIG
BY_HAND = (StateKind.HALF_SPEED, StateKind.DISRUPTED, StateKind.BREATH_HELD, StateKind.OTHER)
CLOSE = 1.6
"""Inches between the middles of two minifigs that reach each other."""


# Units of the roster


def _army(scene: Scene) -> Act:
    new = AddUnit(name="Late Lou", player_id=scene.one_of(scene.seated()), **scene.spot())
    return TakeArmy(title="Late army", units=(Recruit(unit=new), Recruit(unit=new)))


def _new_unit(scene: Scene) -> Act:
    preset = scene.one_of(("", "U-01", "U-07", "U-21"))
    return AddUnit(
        name=f"New {preset}", preset=preset, player_id=scene.one_of(scene.seated()),
        copies=scene.one_of((1, 1, 2)), squad=scene.one_of(("", "", "Reserve")), **scene.spot(),
    )  # fmt: skip


def _out(scene: Scene) -> Act:
    out = scene.rows(Unit, col(Unit.on_table).is_(False), Unit.fate == Fate.ALIVE)
    if out and scene.maybe(0.7):
        return TakePart(unit_id=scene.one_of(out).id or 0)
    return TakePart(unit_id=scene.unit().id or 0, on_table=False)


def _back(scene: Scene) -> Act:
    return ReviveUnit(unit_id=scene.key(Unit, Unit.fate != Fate.ALIVE), reason="a mistake")


# Moving


def _way(scene: Scene) -> Act:
    unit = scene.mine(col(Unit.x).is_not(None)) if scene.maybe(0.8) else scene.unit()
    if scene.maybe(0.2):
        return MoveUnit(unit_id=unit.id or 0, inches=scene.one_of((0.5, 1.0, 2.0)))
    return MoveUnit(unit_id=unit.id or 0, **scene.near(unit, 4.0))


def _run(scene: Scene) -> Act:
    """Four inches in a straight line, which give a MOM (5.4-03)."""
    unit = scene.ready()
    if unit.x is None or unit.y is None:
        return MoveUnit(unit_id=unit.id or 0, inches=5.0, straight=5.0)
    across = 5.0 if unit.x < 20 else -5.0
    return MoveUnit(unit_id=unit.id or 0, x=unit.x + across, y=unit.y)


def _runner(scene: Scene) -> Unit:
    here = Run.turn_id == turn_now(scene.session).id
    holds = [row.unit_id for row in scene.rows(Run, here, col(Run.mom).is_(True))]
    return scene.mine(col(Unit.id).in_(holds))


def _collision(scene: Scene) -> Act:
    runner = _runner(scene)
    if runner.x is None:
        foe = scene.unit(Unit.id != runner.id, MINIFIG, col(Unit.x).is_(None))
    else:
        near = [each for each in scene.units(Unit.id != runner.id, MINIFIG)
                if scene.apart(runner, each) <= REACHED]  # fmt: skip
        foe = scene.one_of(near, "in the way")
    return Collide(unit_id=runner.id or 0, target_id=foe.id or 0, free=scene.one_of((None, 1.0)))


REACHED = 1.4


def _into(scene: Scene) -> Act:
    """Run to where the end is beside somebody who can be run into."""
    runner = scene.ready(col(Unit.x).is_not(None))
    near = [each for each in scene.units(Unit.id != runner.id, MINIFIG)
            if 5.0 <= scene.apart(runner, each) <= 6.2]  # fmt: skip
    foe = scene.one_of(near, "at the end of a run")
    part = 1 - 1.05 / scene.apart(runner, foe)
    x = (runner.x or 0.0) + ((foe.x or 0.0) - (runner.x or 0.0)) * part
    y = (runner.y or 0.0) + ((foe.y or 0.0) - (runner.y or 0.0)) * part
    return MoveUnit(unit_id=runner.id or 0, x=round(x, 2), y=round(y, 2))


def _dive(scene: Scene) -> Act:
    unit = scene.unit(MINIFIG)
    return Bail(unit_id=unit.id or 0, needed=scene.one_of((None, 2.0)), **scene.near(unit, 4.0))


# Fighting


def _blow(scene: Scene) -> Act:
    """Strike in Close Combat at somebody within reach."""
    held = (WeaponKind.MELEE_WEAPON,)
    weapon = scene.own_weapon(col(Weapon.kind).in_(held), col(Weapon.mounted).is_(False))
    unit = scene.session.get_one(Unit, weapon.unit_id)
    foe = scene.foe_of(unit, CLOSE + unit.size / 2)
    mode = scene.one_of((Mode.SINGLE, Mode.SINGLE, Mode.STRIKE, Mode.SHOVE, Mode.GRAB))
    strike = Strike(weapon_id=weapon.id, by_id=unit.id, mode=mode)
    return Attack(aims=(Aim(unit_id=foe.id),), strikes=(strike,))


def _attack(scene: Scene) -> Act:
    made = _blow(scene) if scene.maybe(0.3) else random_attack(scene.session, scene.chance)
    if made is None:
        raise NothingFits("a foe")
    return made


def _engaged(scene: Scene) -> Act:
    unit = scene.ready()
    foe = scene.foe_of(unit, CLOSE)
    return SetState(unit_id=unit.id or 0, kind=StateKind.ENGAGED, with_id=foe.id)


def _parting(scene: Scene) -> Act:
    engaged = [row.unit_id for row in scene.rows(State, State.kind == StateKind.ENGAGED)]
    now = turn_now(scene.session).id
    gone = [row.unit_id for row in scene.rows(Parting, Parting.turn_id == now)]
    unit = scene.mine(col(Unit.id).in_(engaged), col(Unit.id).not_in(gone))
    return Disengage(unit_id=unit.id or 0, stays_with=())


def _spared(scene: Scene) -> Act:
    return ForgoCounterstrike(parting_id=scene.key(Parting, col(Parting.waits).is_(True)))


def _past(scene: Scene) -> Act:
    """Go past somebody, close enough to be struck on it."""
    unit = scene.ready(col(Unit.x).is_not(None))
    foe = scene.foe_of(unit, 4.5)
    x = (foe.x or 0.0) + scene.one_of((-1.3, 1.3))
    return MoveUnit(unit_id=unit.id or 0, x=x, y=foe.y)


def _struck_in_passing(scene: Scene) -> Act:
    """Strike at somebody of the present player who has just come into reach (4.1-07)."""
    mover = scene.mine(MINIFIG, Unit.moved_turn_id == turn_now(scene.session).id)
    held = col(Weapon.kind).in_((WeaponKind.MELEE_WEAPON,))
    armed = [row.unit_id for row in scene.rows(Weapon, held, col(Weapon.mounted).is_(False))]
    near = [each for each in scene.units(col(Unit.id).in_(armed), Unit.player_id != mover.player_id)
            if scene.apart(mover, each) <= CLOSE]  # fmt: skip
    foe = scene.one_of(near)
    blow = scene.row(Weapon, held, Weapon.unit_id == foe.id)
    strike = Strike(weapon_id=blow.id, by_id=foe.id)
    return Attack(aims=(Aim(unit_id=mover.id),), strikes=(strike,), passing=True)


def _sealed_roll(scene: Scene) -> Act:
    """Dice that are thrown under the seal of a battle."""
    return declaring(scene.session, (SprintUnit(unit_id=scene.mine(MINIFIG).id or 0),))


def _staying(scene: Scene) -> Act:
    """One who was struck on its way and ends it there, or has Disengaged and has not gone."""
    try:
        return scene.step("StayInReach")
    except NothingFits:
        now = turn_now(scene.session).id
        parted = [row.unit_id for row in scene.rows(Parting, Parting.turn_id == now)]
        struck = (Unit.melee_turn_id == now) & (Unit.moved_turn_id == now)
        return StayInReach(unit_id=scene.mine(col(Unit.id).in_(parted) | struck).id or 0)


# Actions


def _activity(scene: Scene) -> Act:
    key = scene.one_of(list(ACTIVITIES))
    return BeginActivity(
        unit_id=scene.ready().id or 0, activity=key, burdened=scene.maybe(0.3),
        armor=scene.one_of(("light", "heavy")) if key == "don_armor" else "",
    )  # fmt: skip


def _swimmer(scene: Scene) -> Act:
    return BeginActivity(unit_id=scene.ready().id or 0, activity="swim", burdened=True)


def _triage(scene: Scene) -> Act:
    medik = scene.unit(MINIFIG, _skilled("ker-triage", scene))
    dead = scene.key(Unit, Unit.fate == Fate.DEAD, MINIFIG)
    return Triage(unit_id=medik.id or 0, patient_id=dead, tools=scene.maybe())


def _repair(scene: Scene) -> Act:
    mechanik = scene.unit(MINIFIG, _skilled("construction", scene))
    damaged = scene.units(Unit.size_damage > 0)
    if not damaged or scene.maybe(0.3):
        return Repair(unit_id=mechanik.id or 0, target_id=scene.unit().id or 0, part="the axle")
    return Repair(unit_id=mechanik.id or 0, target_id=scene.one_of(damaged).id or 0, inches=1)


def _skilled(specialty: str, scene: Scene) -> object:
    able = [unit.id for unit in scene.units() if specialty in unit.specialties]
    return col(Unit.id).in_(able)


def _mark(scene: Scene) -> Act:
    scout = scene.ready(_skilled("tracking", scene))
    return MarkTarget(scout_id=scout.id or 0, target_id=scene.foe_of(scout, 8.0).id or 0,
                      has_tool=True)  # fmt: skip


def _revealed(scene: Scene) -> Act:
    scout = scene.unit(_skilled("tracking", scene))
    trap = scene.rows(Trap)
    if trap and scene.maybe(0.3):
        return Reveal(scout_id=scout.id or 0, trap_id=scene.one_of(trap).id)
    return Reveal(scout_id=scout.id or 0, target_id=scene.foe_of(scout).id)


def _power(scene: Scene) -> Unit:
    return scene.mine(Unit.size > 2)


# What befalls them


def _limb(scene: Scene) -> Act:
    unit = scene.unit(MINIFIG)
    return LoseLimb(
        unit_id=unit.id or 0,
        limb=scene.one_of([each for each in LIMBS if each not in unit.limbs_lost]),
    )


def _state(scene: Scene) -> Act:
    kind = scene.one_of(BY_HAND)
    return SetState(unit_id=scene.unit().id or 0, kind=kind, cause="by word",
                    lasting=kind is StateKind.OTHER)  # fmt: skip


def _after(kind: StateKind, act: str, otherwise: str) -> object:
    """Return the recipe of a step that comes at the clock of a state."""
    return lambda scene: scene.in_time(act, scene.any(State, State.kind == kind), otherwise)


def _spent(scene: Scene) -> Act:
    turn = turn_now(scene.session)
    unit = scene.mine(Unit.action_spent_turn_id == turn.id)
    return ReturnAction(unit_id=unit.id or 0, why="it was a mistake")


def _id(unit: Unit) -> int:
    return unit.id or 0


RECIPES: Recipes = {
    "AddUnit": _new_unit,
    "Attack": _attack,
    "Bail": _dive,
    "BeginActivity": _activity,
    "ClearMark": lambda it: ClearMark(mark_id=it.key(Mark)),
    "ClearState": lambda it: ClearState(state_id=it.key(State), reason="by word"),
    "Collide": _collision,
    "ContinueAction": _after(StateKind.FULL_TURN, "ContinueAction", "FullTurnAction"),
    "DamageUnit": lambda it: DamageUnit(unit_id=_id(it.unit()), damage=it.one_of((1, 3, 6, 9))),
    "DieOfWound": _after(StateKind.MORTALLY_WOUNDED, "DieOfWound", "WoundMortally"),
    "Disengage": _parting,
    "DivertPower": lambda it: DivertPower(unit_id=_id(_power(it))),
    "Drown": _after(StateKind.DROWNING, "Drown", "Swim"),
    "DuplicateUnit": lambda it: DuplicateUnit(unit_id=_id(it.unit(Unit.size < 3))),
    "EditUnit": lambda it: EditUnit(
        unit_id=_id(it.unit()), notes="seen", move=it.one_of((4.0, 5.0, 6.0))
    ),
    "EndMark": lambda it: it.in_time("EndMark", it.any(Mark), "MarkTarget"),
    "EndState": lambda it: it.in_time("EndState", it.any(State), "SetState"),
    "Engage": _engaged,
    "FaceUnit": lambda it: FaceUnit(unit_id=_id(it.unit()), facing=it.one_of((0.0, 45.0, 270.0))),
    "ForgoCounterstrike": _spared,
    "FullTurnAction": lambda it: FullTurnAction(
        unit_id=_id(it.ready()), name="builds a bridge", turns=it.one_of((1, 2, 2, 3))
    ),
    "JoinSquad": lambda it: JoinSquad(unit_id=_id(it.unit()), name=it.one_of(("Reds", "Blues"))),
    "Kill": lambda it: Kill(unit_id=_id(it.unit(Unit.size < 3)), why="by word"),
    "LeaveSquad": lambda it: LeaveSquad(
        unit_id=_id(it.unit(col(Unit.id).in_([row.unit_id for row in it.rows(Squad)])))
    ),
    "LoseLimb": _limb,
    "MarkTarget": _mark,
    "MoveUnit": _way,
    "OtherAction": lambda it: OtherAction(unit_id=_id(it.ready()), name="opens the gate"),
    "Past": _past,
    "Recover": lambda it: it.in_time(
        "Recover", it.any(State, State.kind == StateKind.DISRUPTED), "Fall"
    ),
    "Fall": lambda it: SetState(unit_id=_id(it.unit()), kind=StateKind.DISRUPTED, cause="stumbled"),
    "RemoveUnit": lambda it: RemoveUnit(unit_id=_id(it.unit(Unit.size < 3))),
    "Repair": _repair,
    "Respond": lambda it: Respond(unit_id=_id(it.unit()), to_id=_id(it.mine())),
    "ReturnAction": _spent,
    "Reveal": _revealed,
    "ReviveUnit": _back,
    "Run": _run,
    "RunInto": _into,
    "SetState": _state,
    "SpendAction": lambda it: SpendAction(unit_id=_id(it.ready()), why="a speech"),
    "SpendMomentum": lambda it: SpendMomentum(unit_id=_id(_runner(it)), name="a leap"),
    "SprintUnit": lambda it: SprintUnit(unit_id=_id(it.ready())),
    "StayInReach": _staying,
    "RollSealed": _sealed_roll,
    "StorePower": lambda it: it.in_time(
        "StorePower", it.any(Unit, Unit.diverted_turn_id == turn_now(it.session).id), "DivertPower"
    ),
    "Swim": _swimmer,
    "StrikeInPassing": _struck_in_passing,
    "TakeArmy": _army,
    "TakeGrinding": lambda it: TakeGrinding(unit_id=_id(it.unit(Unit.size > 2))),
    "TakeOverload": lambda it: TakeOverload(unit_id=_id(_power(it)), inches=1),
    "TakePart": _out,
    "TakeSizeDamage": lambda it: TakeSizeDamage(unit_id=_id(it.unit(Unit.size > 2))),
    "Triage": _triage,
    "UsePower": lambda it: UsePower(unit_id=_id(_power(it)), inches=1, why="a searchlight"),
    "WoundMortally": lambda it: WoundMortally(unit_id=_id(it.unit(MINIFIG))),
}
"""By the name of the class of act; a few more are ways to fill one in that prepare others."""

FIRST = {
    "ClearMark": "MarkTarget",
    "ClearState": "SetState",
    "Collide": "RunInto",
    "RunInto": "Run",
    "Disengage": "Engage",
    "Engage": "EndTurn",
    "ForgoCounterstrike": "Disengage",
    "LeaveSquad": "JoinSquad",
    "MarkTarget": "EndTurn",
    "Past": "EndTurn",
    "ReturnAction": "SpendAction",
    "ReviveUnit": "Kill",
    "SpendMomentum": "Run",
    "StayInReach": "StrikeInPassing",
    "StrikeInPassing": "Past",
    "Triage": "Kill",
}
"""What is done first where an act finds nothing that fits."""
