"""With which Hands a weapon is held: said in the attack, on the ladder, and where an arm is lost."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.momentum import BeginActivity
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.states import LoseLimb
from brikdesk.acts.weapons.weapons import PutAway
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit, Weapon
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import ANN, BEN
from tests.acts.table import bad, row, told


@pytest.fixture
def blow(battle: Campaign) -> Attack:
    """Gus strikes at Bo beside him with a Heavy Weapon in both Hands."""
    gus = unit(battle, "Gus", ANN, x=10.0, y=10.0)
    bo = unit(battle, "Bo", BEN, x=11.5, y=10.0, armor="40")
    mace = weapon(battle, gus, preset="W-02", name="Mace")
    strike = Strike(weapon_id=mace, by_id=gus, mode=Mode.STRIKE, hands=2)
    return Attack(aims=(Aim(unit_id=bo),), strikes=(strike,))


def with_hands(blow: Attack, hands: int | None) -> Attack:
    return replace(blow, strikes=(replace(blow.strikes[0], hands=hands),))


@pytest.mark.rule("X3.2-02", "5.2-05")
@pytest.mark.parametrize(("hands", "used"), [(None, 1), (1, 1), (2, 2)])
def test_a_heavy_weapon_is_held_with_one_hand_or_with_both(
    battle: Campaign, blow: Attack, hands: int | None, used: int
) -> None:
    done(battle, with_hands(blow, hands), 5, 3)
    assert row(battle, Unit, blow.strikes[0].by_id or 0).hands_used == used


@pytest.mark.rule("X3.2-02")
@pytest.mark.parametrize(("preset", "hands", "fits"), [
    ("W-01", 2, "held with 1 Hand"), ("W-03", 1, "held with 2 Hands"), ("W-02", 3, "held with 1 or 2 Hands"),
])  # fmt: skip
def test_a_grip_that_its_weapon_does_not_allow(
    battle: Campaign, blow: Attack, preset: str, hands: int, fits: str
) -> None:
    other = weapon(battle, blow.strikes[0].by_id or 0, preset=preset, name="Other")
    strike = replace(blow.strikes[0], weapon_id=other, hands=hands)
    seen = look(battle, replace(blow, strikes=(strike,)))
    assert seen.refused_by == "X3.2-02"
    assert fits in seen.refusal


@pytest.mark.rule("X3.2-02", "8.1-28", "8.1-29")
@pytest.mark.parametrize(("kind", "size", "grips"), [
    ("Melee Weapon", 1, {1}), ("Melee Weapon", 1.5, {1, 2}), ("Melee Weapon", 2, {2}),
    ("Gun", 1, {1, 2}), ("Gun", 1.5, {2}),
])  # fmt: skip
def test_the_size_of_a_weapon_says_with_which_hands_it_is_held(
    battle: Campaign, blow: Attack, kind: str, size: float, grips: set[int]
) -> None:
    held = blow.strikes[0].by_id or 0
    told(battle, PutAway(weapon_id=blow.strikes[0].weapon_id or 0))
    own = weapon(battle, held, kind=kind, size=size, name="Own")
    mode = Mode.SINGLE if kind == "Gun" else Mode.STRIKE
    fits = set()
    for hands in (1, 2, 3):
        strike = replace(blow.strikes[0], weapon_id=own, hands=hands, mode=mode)
        seen = look(battle, replace(blow, strikes=(strike,)))
        if "is held with" not in seen.refusal:
            fits.add(hands)
    assert fits == grips


@pytest.mark.rule("X3.2-02")
def test_what_the_other_hand_holds_is_put_away_first(battle: Campaign, blow: Attack) -> None:
    shield = weapon(battle, blow.strikes[0].by_id or 0, preset="W-12", name="Shield")
    seen = look(battle, blow)
    assert seen.refused_by == "X3.2-02"
    assert "holds Shield besides: put that away first" in seen.refusal
    assert look(battle, with_hands(blow, 1)).refusal == ""
    told(battle, PutAway(weapon_id=shield))
    assert look(battle, blow).refusal == ""


@pytest.mark.rule("X3.2-02", "4.1-06", "8.3-28", "OF-88")
@pytest.mark.parametrize(
    ("arms", "lost", "rules"),
    [
        ("left", (), {"4.1-06"}),
        ("both", (), {"4.1-06"}),
        ("", ("left_arm",), {"X3.2-02"}),
    ],
)
def test_arms_that_climb_or_are_lost_hold_nothing(
    battle: Campaign, blow: Attack, arms: str, lost: tuple[str, ...], rules: set[str]
) -> None:
    gus = blow.strikes[0].by_id or 0
    for limb in lost:
        told(battle, LoseLimb(unit_id=gus, limb=limb))
    if arms:
        told(battle, BeginActivity(unit_id=gus, activity="climb_easy", arms=arms))
    seen = look(battle, blow)
    assert rules <= {seen.refused_by, *(each.rule for each in seen.refused_too)}
    assert (look(battle, with_hands(blow, 1)).refusal == "") == (arms != "both")


@pytest.mark.rule("5.4-15")
def test_with_both_hands_a_heavy_weapon_is_made_for_a_charge(
    battle: Campaign, blow: Attack
) -> None:
    gus, bo = blow.strikes[0].by_id or 0, blow.aims[0].unit_id or 0
    told(battle, MoveUnit(unit_id=gus, x=5.0, y=10.0, by_itself=False))
    told(battle, MoveUnit(unit_id=gus, x=10.0, y=10.0))
    charge = replace(blow, charge=True)
    assert look(battle, charge).refused_by == ""
    assert look(battle, with_hands(charge, 1)).refused_by == "5.4-15"
    assert bo


@pytest.mark.rule("OF-59", "OF-88")
def test_what_a_lost_hand_held_lies_at_its_feet(battle: Campaign, blow: Attack) -> None:
    gus, mace = blow.strikes[0].by_id or 0, blow.strikes[0].weapon_id or 0
    shield = weapon(battle, gus, preset="W-12", name="Shield")
    (line,) = told(battle, LoseLimb(unit_id=gus, limb="left_arm", drops_id=shield))
    assert "Shield lies at its feet." in line
    assert row(battle, Weapon, shield).lying == "at the feet of Gus"
    assert "put away" not in line
    battle.undo()
    (line,) = told(battle, LoseLimb(unit_id=gus, limb="left_arm"))
    assert "It has 1 Hand for Mace, Shield: put away what it cannot hold." in line
    assert "no Hand that Gus loses" in bad(
        battle, LoseLimb(unit_id=gus, limb="left_leg", drops_id=mace)
    )
    told(battle, LoseLimb(unit_id=gus, limb="left_leg"))


def test_what_no_hands_hold_has_no_grip(battle: Campaign, blow: Attack) -> None:
    bare = replace(blow, strikes=(replace(blow.strikes[0], mode=Mode.SHOVE, weapon_id=None),))
    with pytest.raises(Exception, match="No Hands hold"):
        look(battle, bare)
