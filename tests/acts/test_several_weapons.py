"""Several weapons, hands or helpers in one attack, through a campaign."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_facts

from brikdesk.acts.campaign.setup import SetAlliance, SetHouseRule
from brikdesk.acts.combat.aim import Aim, Parry, Strike, To
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.units.actions import OtherAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.states import SetState
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Projectile, StateKind, Unit
from brikdesk.store.views.states import STATES
from tests.acts.attack_scene import done, faces, look, unit, weapon
from tests.acts.table import end_turn, row, rows


@pytest.mark.rule("8.5-06", "Q8-69")
def test_who_uses_other_controls_can_spoil_the_aim(battle: Campaign, gunner: int, foe: int) -> None:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tank, kind="Gun", size=2)
    spoiler = unit(battle, "Spoiler", 2)
    strike = Strike(weapon_id=gun, by_id=gunner, interferers=(spoiler,))
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(strike,))
    seen = look(battle, attack, 3, 5)
    assert seen.shots[0].total == 2
    done(battle, attack, 3, 5)
    assert row(battle, Unit, spoiler).actions_spent == 1


@pytest.mark.rule("8.5-06", "Q8-69")
@pytest.mark.parametrize(
    ("stacks", "thrown", "total", "told"),
    [
        (True, (2, 4, 9), 3, ["One interferes", "Two interferes"]),
        (True, (1, 4, 9), 5, ["Two interferes"]),
        (False, (2, 4, 9), 5, ["Two interferes"]),
        (False, (4, 2, 9), 5, ["One interferes"]),
    ],
)
def test_several_who_interfere_add_up_unless_the_table_says_otherwise(
    battle: Campaign, foe: int, stacks: bool, thrown: tuple[int, ...], total: int, told: list[str]
) -> None:
    """The gunner throws a d10 last; a 1 of an interferer is a Critical Failure and takes nothing."""
    battle.do(SetHouseRule(switch="interference_stacks", value=stacks))
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gunner = unit(battle, "Ace", 1, action_die=10)
    gun = weapon(battle, tank, kind="Gun", size=2)
    strike = Strike(
        weapon_id=gun, by_id=gunner, interferers=(unit(battle, "One", 2), unit(battle, "Two", 2))
    )
    attack = Attack(aims=(Aim(unit_id=foe, distance=5),), strikes=(strike,))
    seen = look(battle, attack, *thrown)
    assert seen.shots[0].total == total
    assert [term.reason for term in seen.shots[0].sums[0].terms if term.rule == "8.5-06"] == told


@pytest.mark.rule("8.1-32", "8.1-40")
def test_weapons_of_one_action_share_the_power(battle: Campaign) -> None:
    """T8-03: stinger and claw, or both claws, but not all three."""
    rex = unit(battle, "Scorpiosaurus Rex", 1, kind="Creature", size=3, armor="2d10")
    claws = [weapon(battle, rex, kind="Melee Weapon", size=1, name=f"Claw {n}") for n in (1, 2)]
    stinger = weapon(battle, rex, kind="Melee Weapon", size=5, name="BioStinger")
    target = unit(battle, "Crate", 2, kind="Object", size=6, armor="4d10")

    def attack(*weapons: int) -> Attack:
        strikes = tuple(Strike(weapon_id=each) for each in weapons)
        return Attack(aims=(Aim(unit_id=target),), strikes=strikes)

    assert not look(battle, attack(stinger, claws[0])).refusal
    assert not look(battle, attack(*claws)).refusal
    assert look(battle, attack(stinger, *claws)).refused_by == "8.1-32"


@pytest.mark.rule("8.5-07", "8.5-08")
def test_allies_do_not_share_a_gun_in_one_round(battle: Campaign, foe: int) -> None:
    """T8-19, as an attack."""
    battle.do(SetAlliance(player_id=1, ally_id=2))
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=4, armor="2d10")
    gun = weapon(battle, tank, kind="Gun", size=2)
    crew = [unit(battle, f"Crew {n}", n) for n in (1, 2, 3)]
    enemy = unit(battle, "Enemy", 3)

    def attack(by: int, at: int) -> Attack:
        return Attack(
            aims=(Aim(unit_id=at, distance=5),), strikes=(Strike(weapon_id=gun, by_id=by),)
        )

    done(battle, attack(crew[0], enemy), 2)
    end_turn(battle)
    assert look(battle, attack(crew[1], enemy)).refused_by == "8.5-07"
    end_turn(battle)
    assert not look(battle, attack(crew[2], foe)).refusal


@pytest.mark.rule("8.1-45", "8.1-46", "8.1-47")
@pytest.mark.parametrize(("size", "crew", "able"), [(6, 3, True), (6, 2, False), (5, 3, True)])
def test_minifigs_on_a_catapult(battle: Campaign, size: int, crew: int, able: bool) -> None:
    """T8-10: a W 6" takes three minifigs, and W 5" three: each has 2" of Power."""
    stand = unit(battle, "Stand", 1, kind="Structure", size=2, armor="2d10")
    catapult = weapon(battle, stand, kind="Gun", size=size, name="Catapult")
    team = [unit(battle, f"Crew {n}", 1, action_die=4 if n else 6) for n in range(crew)]
    target = unit(battle, "Tower", 2, kind="Structure", size=4, armor="2d10")
    strike = Strike(weapon_id=catapult, by_id=team[0], team=tuple(team[1:]))
    attack = Attack(aims=(Aim(unit_id=target, distance=9),), strikes=(strike,))
    seen = look(battle, attack)
    assert seen.refused_by == ("" if able else "8.1-45")
    assert seen.shots[0].die == 4
    if able:
        lines = done(battle, attack, 1)
        assert sum("of Power. Catapult." in line for line in lines) == crew
        assert all(row(battle, Unit, each).actions_spent == 1 for each in team)


@pytest.mark.rule("A5-17", "X3.2-02", "8.3-34")
@pytest.mark.parametrize(
    ("hands", "lost", "words"),
    [
        ((1, 1), (), ""),
        ((1,), ("left_arm",), ""),
        ((2, 1), (), "these weapons take 3 Hands, it has 2 Hands"),
        ((2, 2), (), "these weapons take 4 Hands, it has 2 Hands"),
        ((1, 1), ("left_arm",), "these weapons take 2 Hands, it has 1 Hand"),
    ],
)
def test_a_minifig_fires_as_many_guns_at_once_as_it_has_hands_for(
    battle: Campaign, hands: tuple[int, ...], lost: tuple[str, ...], words: str
) -> None:
    ann, foe = unit(battle, "Ann", 1), unit(battle, "Foe", 2)
    battle.do(EditUnit(unit_id=ann, limbs_lost=lost))
    guns = [weapon(battle, ann, kind="Gun", size=1, hands=each) for each in hands]
    strikes = tuple(Strike(weapon_id=gun, by_id=ann) for gun in guns)
    attack = Attack(aims=(Aim(unit_id=foe, distance=4),), strikes=strikes)
    short = look(battle, attack).refused_by  # of Power, where it is short of Hands
    seen = look(battle, replace(attack, overruled=frozenset({short} - {""})))
    assert (short != "") is (words != "")
    assert seen.refusal == (f"Ann: {words}." if words else "")
    assert seen.refused_by == ("X3.2-02" if words else "")


@pytest.mark.rule("A5-17")
def test_a_creation_fires_all_that_it_carries(battle: Campaign) -> None:
    mech = unit(battle, "Mech", 1, kind="Creature", size=6, armor="2d10", action_die=6)
    guns = [weapon(battle, mech, kind="Gun", size=1, hands=2) for _ in range(3)]
    strikes = tuple(Strike(weapon_id=gun, by_id=mech) for gun in guns)
    at = Aim(unit_id=unit(battle, "Foe", 2), distance=4)
    assert look(battle, Attack(aims=(at,), strikes=strikes)).refusal == ""


@pytest.mark.rule("8.5-01")
def test_the_weapons_of_one_action_make_one_type_of_attack(battle: Campaign, foe: int) -> None:
    mech = unit(battle, "Mech", 1, kind="Creature", size=6, armor="2d10", action_die=6)
    gun = weapon(battle, mech, kind="Gun", size=1)
    claw = weapon(battle, mech, kind="Melee Weapon", size=1)
    both = (Strike(weapon_id=gun, by_id=mech), Strike(weapon_id=claw, by_id=mech))
    seen = look(battle, Attack(aims=(Aim(unit_id=foe, distance=1),), strikes=both))
    assert seen.refused_by == "8.5-01"
    assert "the same type of attack" in seen.refusal


def test_a_bonus_that_a_state_declares_counts_in_every_action_roll(
    battle: Campaign, gunner: int, foe: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No state of the book has one, so that one is lent to holding one's breath."""
    lent = with_facts(STATES[StateKind.BREATH_HELD], bonus=2)
    monkeypatch.setitem(STATES, StateKind.BREATH_HELD, lent)  # type: ignore[arg-type]
    guard, spoiler = unit(battle, "Guard", 2), unit(battle, "Spoiler", 2)
    gun = weapon(battle, gunner, kind="Gun", size=1)
    club = weapon(battle, gunner, kind="Melee Weapon", size=1)
    shield = weapon(battle, guard, kind="Melee Shield", size=1)
    shot = Strike(weapon_id=gun, by_id=gunner)
    aims = (Aim(unit_id=foe, distance=5),)
    spoiled = replace(shot, interferers=(spoiler,))
    parry = Parry(unit_id=guard, weapon_id=shield)
    blow = Attack(
        aims=(Aim(unit_id=guard),),
        strikes=(Strike(weapon_id=club, by_id=gunner),),
        parries=(parry,),
    )
    task = OtherAction(unit_id=gunner, name="Climbs", faces=faces(3))
    thrown = Launch(
        unit_id=gunner,
        name="Keg",
        explosive_size=1,
        target="There",
        distance=13,
        use=3,
        action_die=6,
    )

    def rolls() -> list[int]:
        attacks = (look(battle, Attack(aims=aims, strikes=(each,)), *dice) for each, dice in
                   ((shot, (3,)), (spoiled, (3, 5))))  # fmt: skip
        totals = [seen.shots[0].total or 0 for seen in attacks]
        parried = [row.value for row in look(battle, blow).modifiers if row.to is To.PARRY]
        done_sum = battle.do(task).lines[0].sums[0].total
        battle.undo()
        battle.do(thrown)
        frozen = rows(battle, Projectile)[-1].frozen
        battle.undo()
        return [*totals, sum(parried), done_sum, sum(each["value"] for each in frozen["modifiers"])]

    before = rolls()
    for each in (gunner, guard, spoiler):
        battle.do(SetState(unit_id=each, kind=StateKind.BREATH_HELD))
    # The interferer takes 2 more off a shot that has 2 more.
    assert [now - then for now, then in zip(rolls(), before, strict=True)] == [2, 0, 2, 2, 2]
