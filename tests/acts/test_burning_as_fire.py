"""Who burns by design, what other kinds of fire reach, and what Exposure dice can be (F.1)."""

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fields.exposure import Expose
from brikdesk.acts.fields.fields import AddField, EnterHazard
from brikdesk.acts.fire.fires import Ignite
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fire, Unit
from tests.acts.attack_scene import look, unit, weapon
from tests.acts.hazards import ANN, creation, settle, to_turn
from tests.acts.hazards import look as examined
from tests.acts.table import refused, row, rows, told


def blow(campaign: Campaign, by: int) -> Attack:
    arm = weapon(campaign, by, kind="Melee Weapon", size=1)
    foe = unit(campaign, "Foe", 2)
    return Attack(aims=(Aim(unit_id=foe),), strikes=(Strike(weapon_id=arm, by_id=by),))


@pytest.mark.rule("F.1-27", "F.1-28", "8.3-29", "F.1-49")
@pytest.mark.parametrize(
    ("tags", "kind", "dice"),
    [
        ((), FireKind.FIRE, ["Action", "−1d4 fire"]),
        (("burns by design",), FireKind.FIRE, ["Action"]),
        (("fire creature",), FireKind.FIRE, ["Action"]),
        ((), FireKind.ACID, ["Action", "−1d4 fire"]),
        (("living",), FireKind.POISON, ["Action", "−1d4 fire"]),
        (("computer",), FireKind.VIRUS, ["Action", "−1d4 fire"]),
    ],
)
def test_who_burns_loses_a_d4_unless_made_to_burn(
    battle: Campaign, tags: tuple[str, ...], kind: FireKind, dice: list[str]
) -> None:
    torch = unit(battle, "Torch", 1, kind="Creature", size=3, armor="2d10", action_die=6, tags=tags)
    attack = blow(battle, torch)
    assert [die.label for die in look(battle, attack).dice] == ["Action"]
    battle.do(Ignite(unit_id=torch, inches=1, kind=kind))
    assert [die.label for die in look(battle, attack).dice] == dice


@pytest.mark.rule("F.1-43", "F.1-44", "F.1-45", "F.1-46", "F.1-47")
@pytest.mark.parametrize(
    ("kind", "tag", "rule"),
    [
        (FireKind.ION, "technological", "F.1-45"),
        (FireKind.POISON, "living", "F.1-46"),
        (FireKind.VIRUS, "computer", "F.1-47"),
    ],
)
def test_whom_each_kind_reaches(battle: Campaign, kind: FireKind, tag: str, rule: str) -> None:
    rock = creation(battle, "Rock", 4, 0, tags=[])
    machine = creation(battle, "Victim", 4, 0, tags=[tag])
    words = refused(battle, Ignite(unit_id=rock, inches=1, kind=kind), rule)
    assert words == f"Rock is not {tag}: {kind.value} does nothing to it."
    battle.do(Ignite(unit_id=machine, inches=1, kind=kind))
    battle.do(Ignite(unit_id=rock, inches=1, kind=FireKind.ACID))
    assert [fire.kind for fire in rows(battle, Fire)] == [kind, FireKind.ACID]


@pytest.mark.rule("F.1-43", "F.1-44", "F.1-45", "F.1-47")
@pytest.mark.parametrize(
    ("kind", "size", "grinding"),
    [
        (FireKind.FIRE, 4, 2),
        (FireKind.ACID, 2, 2),
        (FireKind.ION, 2, 0),
        (FireKind.POISON, 4, 2),
        (FireKind.VIRUS, 4, 2),
    ],
)
def test_the_burning_roll_of_each_kind(
    battle: Campaign, kind: FireKind, size: int, grinding: int
) -> None:
    """TF-14: 3" on Weight class 1, dice 1, 2, 4; what grows gains an inch for each high die."""
    tags = ["flammable", "living", "technological", "computer"]
    victim = creation(battle, "Victim", 6, 1, tags=tags)
    battle.do(Ignite(unit_id=victim, inches=3, kind=kind))
    to_turn(battle, ANN, 2)
    settle(battle, "burn-1", 1, 2, 4)
    assert rows(battle, Fire)[0].size == size
    assert row(battle, Unit, victim).grinding == grinding


@pytest.mark.rule("F.1-10", "F.1-11")
def test_exposure_damage_is_made_of_d6_and_of_d4_fire(battle: Campaign) -> None:
    def gas(*dice: str) -> AddField:
        return AddField(kind=FieldKind.EXPOSURE, size=6, name="Gas", dice=dice, player_id=2)

    for wrong in ("d6 Fire", "d4 Damage", "d10 Exp"):
        words = refused(battle, gas("d6 Damage", wrong), "F.1-01")
        assert words.endswith(f"Exposure Damage has d6 Damage or d4 Fire, not {wrong}.")
    battle.do(gas("d6 Damage", "d4 Fire"))
    victim = creation(battle, "Victim", 4, 2)
    battle.do(EnterHazard(unit_id=victim, field_id=1))
    asked = examined(battle, Expose(inside_id=1))
    assert [(die.sides, die.label) for die in asked.dice[:2]] == [(6, "Damage"), (4, "Fire")]
    faces = tuple(Face(value) for value in (5, 3, 2, 2))
    lines = told(battle, Expose(inside_id=1, faces=faces, choices={"size": "0"}))
    assert "8 damage against Armor 4: it gets through." in lines[0]


@pytest.mark.rule("F.1-27", "F.1-28", "8.3-29")
@pytest.mark.parametrize(
    ("gunner_tags", "tank_tags", "burns", "penalties"),
    [
        ((), (), (False, False), 0),
        ((), (), (False, True), 1),
        ((), (), (True, False), 1),
        ((), (), (True, True), 1),
        ((), ("burns by design",), (False, True), 0),
        (("fire creature",), (), (True, True), 1),
        (("fire creature",), ("burns by design",), (True, True), 0),
    ],
)
def test_who_fires_the_gun_of_something_that_burns_loses_a_d4_once(
    battle: Campaign,
    gunner_tags: tuple[str, ...],
    tank_tags: tuple[str, ...],
    burns: tuple[bool, bool],
    penalties: int,
) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10", tags=tank_tags)
    gun = weapon(battle, tank, kind="Gun", size=2)
    gunner = unit(battle, "Gunner", 1, tags=gunner_tags)
    foe = unit(battle, "Foe", 2)
    for each, burning in zip((gunner, tank), burns, strict=True):
        if burning:
            battle.do(Ignite(unit_id=each, inches=1))
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=5),), strikes=(Strike(weapon_id=gun, by_id=gunner),)
    )
    labels = [die.label for die in look(battle, attack).dice]
    assert labels == ["Action", *["−1d4 fire"] * penalties]


@pytest.mark.rule("F.1-29", "QF-15", "F.1-28")
@pytest.mark.parametrize("tags", [(), ("burns by design",), ("fire creature",)])
@pytest.mark.parametrize("crewed", [False, True])
def test_what_burns_strikes_with_a_d4_of_fire_whoever_sits_in_it(
    battle: Campaign, tags: tuple[str, ...], crewed: bool
) -> None:
    mech = unit(battle, "Mech", 1, kind="Creature", size=3, armor="2d10", action_die=6, tags=tags)
    blade = weapon(battle, mech, kind="Melee Weapon", size=1)
    by = unit(battle, "Pilot", 1) if crewed else mech
    foe = unit(battle, "Foe", 2)
    attack = Attack(aims=(Aim(unit_id=foe),), strikes=(Strike(weapon_id=blade, by_id=by),))
    assert [die.label for die in look(battle, attack, 5).dice[1:]] == ["d6"]
    battle.do(Ignite(unit_id=mech, inches=1))
    penalised = look(battle, attack).owed
    rolled = (5, 1)[:penalised]
    assert [die.label for die in look(battle, attack, *rolled).dice[penalised:]] == [
        "d6",
        "d4 Fire",
    ]
