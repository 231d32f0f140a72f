"""What protects answers whatever deals the damage: Shields that parry, Deflection, Energy Shields."""

from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import Session

from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.combat.aim import Aim, Caught, Parry, ShieldDice, Stray, Strike, TargetPart
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.fields.difficult_terrain import CrossTerrain
from brikdesk.acts.fields.exposure import Expose
from brikdesk.acts.fields.fields import AddField, EnterHazard
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.step_act import StepAct
from brikdesk.acts.units.states import SetState
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Explosive,
    Fate,
    Field,
    Fire,
    Inside,
    Mind,
    State,
    StateKind,
    Unit,
    Weapon,
)
from tests.acts.attack_scene import faces, unit, weapon
from tests.acts.hazards import ANN, BEN, look
from tests.acts.table import bad, row, rows, told
from tests.staging import stage


def step(act: StepAct, *values: int, **choices: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in choices.items()}
    return replace(act, faces=faces(*values), choices=named)


def bearer(battle: Campaign, **facts: Any) -> tuple[int, int]:
    """Put Bo on the table, a minifig of Ben's with Armor 4 and a Heavy Shield; give both keys."""
    bo = unit(battle, "Bo", BEN, armor="4", action_die=6, **facts)
    return bo, weapon(battle, bo, kind="Melee Shield", preset="W-13")


def keg(battle: Campaign, size: int = 1, **facts: Any) -> int:
    battle.do(AddExplosive(name="Keg", explosive_size=size, **facts))
    return rows(battle, Explosive)[-1].id or 0


def saucer(battle: Campaign, *dice: str, **facts: Any) -> tuple[int, int]:
    """Put a Saucer of Ben's on the table that an Energy Shield protects; give both keys."""
    key = unit(battle, "Saucer", BEN, kind="Vehicle", size=4, armor="9", **facts)
    projector = weapon(battle, key, kind="Other", name="Projector")
    battle.do(
        AddField(
            kind=FieldKind.SHIELD, size=4, name="Dome", dice=dice, carrier_id=key,
            projector_id=projector,
        )
    )  # fmt: skip
    return key, rows(battle, Field)[-1].id or 0


def asked(battle: Campaign, act: StepAct) -> dict[str, list[str]]:
    """Return the choices that are open, with the values that are offered."""
    open_ = look(battle, act).open_choices
    return {each.id: [option.value for option in each.options] for each in open_}


# Explosions (5.2-51)


@pytest.mark.rule("5.2-51", "5.2-48", "Q8-51", "5.2-41", "5.2-42")
def test_a_shield_may_parry_an_explosion(battle: Campaign) -> None:
    bo, shield = bearer(battle)
    goes_off = Detonate(explosive_id=keg(battle), caught=(Caught(unit_id=bo, distance=1),))
    lies = step(goes_off, 9)
    assert asked(battle, lies) == {f"guard-{bo}": ["none", str(shield)]}
    # Without a Parry: 9 against Armor 4.
    assert "Bo dies." in " ".join(told(battle, step(goes_off, 9, **{f"guard_{bo}": "none"})))
    assert row(battle, Weapon, shield).fired_turn_id is None
    battle.undo()
    lines = told(battle, step(goes_off, 9, 3, **{f"guard_{bo}": str(shield)}))
    assert any(
        "Bo parries Keg. [3] Heavy Shield: 3 against Use 3. 1 level of" in each for each in lines
    ), lines
    assert row(battle, Unit, bo).fate is Fate.ALIVE
    assert row(battle, Unit, bo).actions_spent == 1
    assert row(battle, Weapon, shield).fired_turn_id is not None
    # Its KnockBack is that of the Exp dice that are left: none, so Bo is not thrown.
    assert not rows(battle, State)
    # Once in a player's turn: a second explosion is not even asked about.
    again = Detonate(explosive_id=keg(battle), caught=(Caught(unit_id=bo, distance=1),))
    assert asked(battle, step(again, 9)) == {}


@pytest.mark.rule("5.2-46", "5.2-47")
def test_a_parry_of_an_explosion_that_fails_critically_costs_the_shield(battle: Campaign) -> None:
    bo, shield = bearer(battle)
    goes_off = Detonate(explosive_id=keg(battle), caught=(Caught(unit_id=bo, distance=1),))
    lines = told(battle, step(goes_off, 3, 1, **{f"guard_{bo}": str(shield)}))
    assert any("Critical Failure." in each for each in lines)
    assert row(battle, Weapon, shield).lying == "at the feet of Bo"
    assert any("3 damage against Armor 4: nothing." in each for each in lines)


@pytest.mark.rule("5.2-51", "4.3-08")
@pytest.mark.parametrize(("facing", "asks"), [(270.0, True), (90.0, False)])
def test_only_what_lies_in_its_field_of_view_is_parried(
    battle: Campaign, facing: float, asks: bool
) -> None:
    bo, _ = bearer(battle, x=12, y=10)
    battle.do(FaceUnit(unit_id=bo, facing=facing))
    goes_off = Detonate(
        explosive_id=keg(battle, x=11, y=10), caught=(Caught(unit_id=bo, distance=1),)
    )
    assert bool(asked(battle, step(goes_off, 9))) is asks


@pytest.mark.rule("4.1-27", "5.2-40", "8.2-02", "5.2-41")
@pytest.mark.parametrize("why", ["disrupted", "mindless", "lying", "no shield"])
def test_who_cannot_parry_is_not_asked(battle: Campaign, why: str) -> None:
    bo, shield = bearer(battle)
    al = unit(battle, "Al", ANN)

    def put(session: Session) -> None:
        held, holder = session.get_one(Weapon, shield), session.get_one(Unit, bo)
        holder.mind = Mind.NONE if why == "mindless" else holder.mind
        held.lying = "on the floor" if why == "lying" else ""
        held.unit_id = al if why == "no shield" else bo

    stage(battle, put)
    if why == "disrupted":
        battle.do(SetState(unit_id=bo, kind=StateKind.DISRUPTED))
    goes_off = Detonate(explosive_id=keg(battle), caught=(Caught(unit_id=bo, distance=1),))
    assert asked(battle, step(goes_off, 9)) == {}


@pytest.mark.rule("5.2-51", "5.2-40")
def test_a_parry_that_was_declared_meets_the_explosion_of_a_shot(battle: Campaign) -> None:
    bo, shield = bearer(battle)
    al = unit(battle, "Al", ANN, action_die=6)
    stand = unit(battle, "Stand", ANN, kind="Vehicle", size=3)
    rocket = weapon(battle, stand, kind="Rocket", size=1, name="Whizz", use=3)
    shot = Attack(
        aims=(Aim(unit_id=bo, distance=5),), strikes=(Strike(weapon_id=rocket, by_id=al),)
    )
    # Action Roll, then the one die of the Explosive: who is struck is asked.
    assert asked(battle, step(shot, 4, 9)) == {f"guard-{bo}": ["none", str(shield)]}
    declared = replace(shot, parries=(Parry(unit_id=bo, weapon_id=shield),))
    assert asked(battle, step(declared, 4, 9)) == {}
    told(battle, step(declared, 4, 9, 3))
    assert row(battle, Unit, bo).fate is Fate.ALIVE
    assert row(battle, Weapon, shield).fired_turn_id is not None
    battle.undo()
    # Somebody beside the target declares his Parry as well.
    foe = unit(battle, "Foe", BEN)
    beside = replace(
        declared,
        aims=(Aim(unit_id=foe, distance=5, loose=False),),
        caught=(Caught(unit_id=bo, distance=1),),
    )
    told(battle, step(beside, 4, 9, 3))
    assert row(battle, Unit, bo).fate is Fate.ALIVE
    assert row(battle, Unit, foe).fate is Fate.DEAD
    battle.undo()
    nobody = replace(beside, caught=())
    assert "Nothing that Bo could parry comes at it." in bad(battle, step(nobody, 4, 9))


@pytest.mark.rule("A5-36", "5.2-51")
def test_whom_a_missed_shot_strikes_may_parry(battle: Campaign) -> None:
    bo, shield = bearer(battle)
    al, foe = unit(battle, "Al", ANN, action_die=6), unit(battle, "Foe", BEN)
    shot = Attack(
        aims=(Aim(unit_id=foe, distance=5),),
        strikes=(Strike(by_id=al, name="Rifle", use=4, range=10, damage="1d6"),),
        strays=(Stray(shot="shot-0", distance=6, unit_id=bo),),
        track_misses=True,
    )
    spot = {"spot_0": '1" from Foe'}
    assert asked(battle, step(shot, 3, **spot)) == {f"guard-{bo}": ["none", str(shield)]}
    lines = told(battle, step(shot, 3, 4, **spot, **{f"guard_{bo}": str(shield)}))
    assert any("Bo parries Rifle." in each for each in lines)
    assert row(battle, Unit, bo).fate is Fate.ALIVE


# Fields, falls, Collisions


@pytest.mark.rule("5.2-51", "F.1-11", "A-06", "QF-13")
def test_hazard_dice_meet_parry_and_deflection(battle: Campaign) -> None:
    bo, shield = bearer(battle)
    battle.do(AddField(kind=FieldKind.EXPOSURE, size=4, name="Lava", dice=("d6 Damage", "d4 Fire")))
    lava = rows(battle, Field)[-1].id or 0
    battle.do(EnterHazard(unit_id=bo, field_id=lava))
    act = Expose(inside_id=rows(battle, Inside)[-1].id or 0)
    assert asked(battle, act) == {f"guard-{bo}": ["none", str(shield)]}
    # A Parry takes one die of each type: nothing is rolled, nothing sets Bo alight.
    lines = told(battle, step(act, 4, **{f"guard_{bo}": str(shield)}))
    assert any("Bo in Lava: No damage." in each for each in lines)
    assert not rows(battle, Fire)
    battle.undo()
    told(battle, step(act, 1, 4, 3, **{f"guard_{bo}": str(shield)}))
    assert row(battle, Unit, bo).fate is Fate.DEAD


@pytest.mark.rule("A-06", "W-15", "F.1-11", "QF-13")
def test_worn_deflection_answers_a_field_a_fall_and_a_spike(battle: Campaign) -> None:
    bo = unit(battle, "Bo", BEN, armor="4", deflection=1)
    battle.do(
        AddField(kind=FieldKind.EXPOSURE, size=4, name="Acid", dice=("d6 Damage", "d6 Damage"))
    )
    acid = rows(battle, Field)[-1].id or 0
    battle.do(EnterHazard(unit_id=bo, field_id=acid))
    assert len(look(battle, Expose(inside_id=rows(battle, Inside)[-1].id or 0)).dice) == 1
    fall = DamageUnit(unit_id=bo, dice="1d6 Crash", cause="falls off the tower")
    assert look(battle, fall).complete
    assert "No damage." in " ".join(told(battle, fall))
    battle.do(
        AddField(
            kind=FieldKind.TERRAIN, size=4, name="Spikes", dice=("d6 Move",),
            mode="Spiked Obstacle",
        )
    )  # fmt: skip
    spikes = rows(battle, Field)[-1].id or 0
    careless = CrossTerrain(unit_id=bo, field_id=spikes, uncontrolled=True)
    assert look(battle, careless).complete


@pytest.mark.rule("F.1-71", "F.1-72", "F.1-74", "TF-12")
def test_an_energy_shield_answers_a_fall_a_field_and_an_explosion(battle: Campaign) -> None:
    key, dome = saucer(battle, "d6 Deflection", "d10 Deflection", "d6 Deflection")
    crash = DamageUnit(unit_id=key, dice="2d6 Crash")
    assert asked(battle, crash) == {f"shield-{key}": ["none", f"{dome}.0", f"{dome}.0+{dome}.2"]}
    told(battle, step(crash, 3, **{f"shield_{key}": f"{dome}.0"}))
    assert set(row(battle, Field, dome).spent) == {"0"}
    goes_off = Detonate(explosive_id=keg(battle), caught=(Caught(unit_id=key, distance=1),))
    assert asked(battle, step(goes_off, 9)) == {f"shield-{key}": ["none", f"{dome}.1"]}
    lines = told(battle, step(goes_off, 9, **{f"shield_{key}": f"{dome}.1"}))
    assert any("d10 of Dome" in each for each in lines)
    assert set(row(battle, Field, dome).spent) == {"0", "1"}
    # One d6 is left, and nothing meets a d4.
    assert asked(battle, DamageUnit(unit_id=key, dice="1d4 Fire")) == {}
    assert asked(battle, DamageUnit(unit_id=key, dice="1d6")) == {
        f"shield-{key}": ["none", f"{dome}.2"]
    }


@pytest.mark.rule("F.1-29", "F.1-49", "5.4-25")
def test_a_burning_charger_adds_a_die_of_its_fire(battle: Campaign) -> None:
    gus = unit(battle, "Gus", ANN, x=4, y=10, move=10)
    foe = unit(battle, "Foe", BEN, x=10, y=10, armor="4", tags=("flammable",))
    told(battle, MoveUnit(unit_id=gus, x=9, y=10))
    battle.do(Ignite(unit_id=gus))
    # MOM 2 against POP 4: it resists, and burns all the same.
    lines = told(battle, Collide(unit_id=gus, target_id=foe, faces=faces(2, 4, 3)))
    assert any("Foe takes 3." in each for each in lines)
    assert len(rows(battle, Fire)) == 2
    battle.undo()
    # Thrown 3" against a wall after 1": 2 of Smash and 3 of Fire meet Armor 4 together.
    smash = Collide(unit_id=gus, target_id=foe, free=1, faces=faces(5, 2, 3))
    assert "5 damage against Armor 4: it gets through." in " ".join(told(battle, smash))
    battle.undo()
    bo, shield = bearer(battle, x=12, y=10)  # ahead on its way
    told(battle, MoveUnit(unit_id=foe, x=1, y=1, by_itself=False))
    burns = Collide(unit_id=gus, target_id=bo, faces=faces(2, 4))
    assert asked(battle, burns) == {f"guard-{bo}": ["none", str(shield)]}
    told(battle, step(burns, 2, 4, 5, **{f"guard_{bo}": str(shield)}))
    assert len(rows(battle, Fire)) == 1


@pytest.mark.rule("5.4-31", "A5-54", "5.2-23")
def test_smash_of_a_collision_is_added_to_the_blow_of_the_same_charge(battle: Campaign) -> None:
    gus = unit(battle, "Gus", ANN, x=4, y=10, move=10, action_die=6)
    foe = unit(battle, "Foe", BEN, x=10, y=10, armor="4")
    lance = Strike(by_id=gus, name="Lance", use=2, damage="1d6")
    told(battle, MoveUnit(unit_id=gus, x=9, y=10))
    blow = Attack(aims=(Aim(unit_id=foe, distance=0),), strikes=(lance,), charge=True)
    told(battle, replace(step(blow, 4, 2, mom_0="kept"), overruled=frozenset({"5.4-15", "5.4-16"})))
    assert row(battle, Unit, foe).fate is Fate.ALIVE
    # 2 of the blow and 3 of the Smash are 5 against Armor 4.
    smash = Collide(unit_id=gus, target_id=foe, free=0, faces=faces(5, 2))
    assert any("With 2 before in this turn: 5 damage" in each for each in told(battle, smash))
    assert row(battle, Unit, foe).fate is Fate.DEAD


# Something Bad costs (5.1-13, A5-12)


@pytest.mark.rule("5.1-13", "A5-12", "5.1-16")
def test_struck_to_the_ground_is_not_offered_where_the_hit_knocks_it_down(battle: Campaign) -> None:
    bo = unit(battle, "Bo", BEN, armor="4")
    goes_off = Detonate(explosive_id=keg(battle), caught=(Caught(unit_id=bo, distance=1),))
    assert "struck" not in asked(battle, step(goes_off, 4))[f"bad-{bo}"]
    fixed = replace(goes_off, caught=(Caught(unit_id=bo, distance=1, loose=False),))
    assert "struck" in asked(battle, step(fixed, 4))[f"bad-{bo}"]
    assert "struck" in asked(battle, DamageUnit(unit_id=bo, damage=4))["bad"]


@pytest.mark.rule("5.1-13", "A5-12", "5.4-29", "5.4-31")
def test_smash_offers_no_fall_to_who_is_thrown_back(battle: Campaign) -> None:
    gus = unit(battle, "Gus", ANN, x=4, y=10, move=10)
    foe = unit(battle, "Foe", BEN, x=10, y=10, armor="4")
    told(battle, MoveUnit(unit_id=gus, x=9, y=10))
    smash = Collide(unit_id=gus, target_id=foe, free=0, faces=faces(5, 1))
    # MOM 5 less POP 0 (a Critical Failure) are 5", all of them prevented.
    assert asked(battle, smash) == {}
    four = Collide(unit_id=gus, target_id=foe, free=1, faces=faces(5, 1))
    assert "struck" not in asked(battle, four)[f"bad-{foe}"]
    told(battle, replace(four, choices={f"bad-{foe}": "mortal"}))
    assert {each.kind for each in rows(battle, State)} >= {StateKind.DISRUPTED}


@pytest.mark.rule("A5-12", "5.2-47", "5.1-15")
def test_disarmed_is_not_offered_where_the_parry_has_lost_the_only_item(battle: Campaign) -> None:
    bo, shield = bearer(battle)
    goes_off = Detonate(
        explosive_id=keg(battle), caught=(Caught(unit_id=bo, distance=1, loose=False),)
    )
    lost = step(goes_off, 4, 1, **{f"guard_{bo}": str(shield)})
    assert asked(battle, lost)[f"bad-{bo}"] == ["struck", "mortal", "twist"]
    failed = step(goes_off, 4, 2, **{f"guard_{bo}": str(shield)})
    assert "disarmed" in asked(battle, failed)[f"bad-{bo}"]


# Size 0" (5.1-31)


@pytest.mark.rule("5.1-31", "8.4-31")
def test_size_zero_is_a_tiny_target_also_of_a_blast(battle: Campaign) -> None:
    crow = unit(battle, "Crow", BEN, kind="Creature", size=0, armor="2")
    goes_off = Detonate(explosive_id=keg(battle), caught=(Caught(unit_id=crow, distance=1),))
    assert any("Crow takes 3." in each for each in told(battle, step(goes_off, 5)))
    battle.undo()
    al = unit(battle, "Al", ANN, action_die=6)
    shot = Attack(
        aims=(Aim(unit_id=crow, distance=5),),
        strikes=(Strike(by_id=al, name="Rifle", use=3, range=10, damage="1d6"),),
    )
    (size,) = [each for each in look(battle, shot).modifiers if each.name == "size"]  # type: ignore[attr-defined]
    assert (size.value, size.rule) == (-2, "5.1-31")


@pytest.mark.rule("5.1-31", "5.1-34")
@pytest.mark.parametrize(
    ("sections", "part", "points"),
    [(1, "small", -2), (2, "small", -1), (3, "tiny", -2), (2, "tiny", -2), (1, "tiny", -2)],
)
def test_the_smaller_of_what_is_seen_and_what_is_aimed_at_counts(
    battle: Campaign, sections: int, part: str, points: int
) -> None:
    al, bo = unit(battle, "Al", ANN, action_die=6), unit(battle, "Bo", BEN)
    shot = Attack(
        aims=(Aim(unit_id=bo, distance=5, sections=sections, part=TargetPart(part)),),
        strikes=(Strike(by_id=al, name="Rifle", use=3, range=10, damage="1d6"),),
    )
    (size,) = [each for each in look(battle, shot).modifiers if each.name == "size"]  # type: ignore[attr-defined]
    assert size.value == points


def test_a_fall_without_dice_or_points_is_nothing_and_wrong_dice_are_told(battle: Campaign) -> None:
    bo = unit(battle, "Bo", BEN)
    assert "Type damage like" in bad(battle, DamageUnit(unit_id=bo, dice="by ammo"))
    assert "no damage" in bad(battle, DamageUnit(unit_id=bo, dice="hard"))


@pytest.mark.rule("F.1-71", "QF-46")
def test_the_odds_count_the_dice_that_an_energy_shield_uses_up(battle: Campaign) -> None:
    key, dome = saucer(battle, "d6 Deflection")
    al = unit(battle, "Al", ANN, action_die=6)
    shot = Attack(
        aims=(Aim(unit_id=key, distance=5),),
        strikes=(Strike(by_id=al, name="Rifle", use=3, range=10, damage="3d6"),),
    )
    shielded = replace(shot, shields=(ShieldDice(field_id=dome, unit_id=key, dice=(0,)),))
    for act, dice in ((shot, 3), (shielded, 2)):
        asked_ = look(battle, act).asked  # type: ignore[attr-defined]
        assert asked_.targets[0].hits[0].damage.sides == (6,) * dice
        rolled = look(battle, step(act, 4))
        assert len(rolled.dice) == 1 + dice
