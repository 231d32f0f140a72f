"""Worked examples of chapters 4 and 5 that stand alone: a smaller part, a wall behind a Shove."""

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, State, StateKind, Unit
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import BEN, minifig, put
from tests.acts.hazards import look as preview
from tests.acts.table import refused, row, rows, told
from tests.acts.test_other_actions import task


@pytest.mark.rule("T4-06", "4.2-25", "4.2-24")
@pytest.mark.parametrize(("use", "offers"), [(3, True), (5, False)])
def test_a_benny_may_pick_the_eye_if_the_roll_reaches_it(
    battle: Campaign, use: int, offers: bool
) -> None:
    """T4-06: natural 6; for the eye 6 − 2 = 4, which reaches Use 3 and not Use 5."""
    archer, dragon = (
        unit(battle, "Archer", 1),
        unit(battle, "Dragon", 2, kind="Creature", size=8, armor="9"),
    )
    bow = weapon(battle, archer, preset="W-05", use=use)
    attack = Attack(
        aims=(Aim(unit_id=dragon, distance=8),), strikes=(Strike(weapon_id=bow, by_id=archer),)
    )
    (benny,) = look(battle, attack, 6).open_choices
    other = next(option for option in benny.options if option.value == "other")
    assert ("tiny part" in other.consequence) is offers
    lines = done(battle, attack, 6, 3, benny_0="other", words_0="It hits the eye.")
    assert any("It hits the eye." in line for line in lines)


@pytest.mark.rule("T5-36", "5.4-31")
def test_a_shove_against_a_wall_disrupts_and_does_not_wound(battle: Campaign) -> None:
    """T5-36: 2" of KnockBack against the wall, 2 of Smash against Armor 4."""
    ogre, foe = unit(battle, "Ogre", 1, kind="Creature", size=2), minifig(battle, "Foe", BEN)
    shove = Attack(aims=(Aim(unit_id=foe, free=0),), strikes=(Strike(by_id=ogre, mode=Mode.SHOVE),))
    lines = done(battle, shove, 5)
    assert any(line.startswith("Foe takes 2. 2") for line in lines), lines
    assert row(battle, Unit, foe).fate is Fate.ALIVE
    assert StateKind.DISRUPTED in {state.kind for state in rows(battle, State)}


@pytest.mark.rule("5.2-10", "5.2-09")
def test_an_angry_inch_is_taken_as_often_as_one_maneuvers(battle: Campaign) -> None:
    gus, foe = minifig(battle), minifig(battle, "Foe", BEN)
    for one, other in ((gus, foe), (foe, gus)):
        put(
            battle,
            State(
                unit_id=one, with_id=other, kind=StateKind.ENGAGED, since_turn_id=1, lasting=True
            ),
        )
    axes = [weapon(battle, gus, preset="W-01", name=name) for name in ("Axe", "Hatchet")]
    for axe in axes:
        assert "An Angry Inch costs no Move." in told(battle, MoveUnit(unit_id=gus, inches=1))[0]
        refused(battle, MoveUnit(unit_id=gus, inches=1), "5.2-10")
        again = axe != axes[0]
        blow = Strike(weapon_id=axe, by_id=gus, mode=Mode.STRIKE, same_action=again)
        done(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(blow,)), 1)
    assert row(battle, Unit, gus).move_used == 0
    refused(battle, MoveUnit(unit_id=gus, inches=1.5), "5.2-08")


@pytest.mark.rule("4.1-35", "4.1-33")
def test_a_sprint_goes_over_what_can_be_leapt(battle: Campaign) -> None:
    gus = minifig(battle, x=2.0, y=10.0)
    told(battle, SprintUnit(unit_id=gus, faces=(Face(4),)))
    (line,) = told(battle, MoveUnit(unit_id=gus, x=11.0, y=10.0))
    assert 'moves 9".' in line
    told(battle, SetState(unit_id=gus, kind=StateKind.HALF_SPEED))
    refused(battle, MoveUnit(unit_id=gus, x=12.0, y=10.0), "4.1-01")


@pytest.fixture
def fight(battle: Campaign) -> tuple[Campaign, int, int]:
    """Gus and Foe touch and are engaged; both stand on the map."""
    gus = minifig(battle, x=10.0, y=10.0)
    foe = minifig(battle, "Foe", BEN, x=11.0, y=10.0)
    for one, other in ((gus, foe), (foe, gus)):
        engaged = StateKind.ENGAGED
        put(battle, State(unit_id=one, with_id=other, kind=engaged, since_turn_id=1, lasting=True))
    return battle, gus, foe


@pytest.mark.rule("5.2-11", "5.2-09")
def test_an_angry_inch_ends_where_an_opponent_can_be_reached(
    fight: tuple[Campaign, int, int],
) -> None:
    battle, gus, _ = fight
    told(battle, MoveUnit(unit_id=gus, x=9, y=10))
    battle.undo()
    told(battle, MoveUnit(unit_id=gus, x=9, y=10, by_itself=False))
    why = refused(battle, MoveUnit(unit_id=gus, x=8, y=10), "5.2-11")
    assert why == "Gus reaches none of its opponents from there."
    weapon(battle, gus, preset="W-02", name="Pike", size=2, hands=2)
    assert "costs no Move" in told(battle, MoveUnit(unit_id=gus, x=8, y=10))[0]


@pytest.mark.rule("5.2-54", "5.2-09", "5.2-10")
def test_who_has_no_room_for_a_long_weapon_shoves_or_steps_back(
    fight: tuple[Campaign, int, int],
) -> None:
    """It Shoves with its weapon; a step back is an Angry Inch, and the Strike follows in the same turn."""
    battle, gus, foe = fight
    pike = weapon(battle, gus, preset="W-02", name="Pike", size=2, hands=2)
    push = Strike(weapon_id=pike, by_id=gus, mode=Mode.SHOVE)
    shove = Attack(aims=(Aim(unit_id=foe),), strikes=(push,))
    assert "Automatic Hit" in look(battle, shove).summary
    assert look(battle, shove).refused_by == ""
    told(battle, MoveUnit(unit_id=gus, x=9, y=10))
    strike = Strike(weapon_id=pike, by_id=gus, mode=Mode.STRIKE)
    lines = done(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(strike,)), 1)
    assert any("Pike" in line for line in lines)
    assert row(battle, Unit, gus).move_used == 0


@pytest.mark.rule("T4-02", "4.2-20")
def test_a_benny_on_the_damage_of_a_rifle_adds_a_die(battle: Campaign) -> None:
    """T4-02: damage 1d6+1 shows 4, the Benny's d6 shows 3: 8, and not the flat +1 again."""
    archer, foe = unit(battle, "Archer", 1), unit(battle, "Foe", 2, armor="8")
    rifle = weapon(battle, archer, preset="W-05")
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=5),), strikes=(Strike(weapon_id=rifle, by_id=archer),)
    )
    seen = look(battle, attack, 6, 4, 3, benny_0="damage")
    assert seen.victims[0].damage == 8


@pytest.mark.rule("T4-04", "4.2-15")
@pytest.mark.parametrize(
    ("face", "benny"), [(5, False), (6, True), (7, True), (9, True), (10, True)]
)
def test_a_hero_goes_over_the_top_on_six_to_ten(battle: Campaign, face: int, benny: bool) -> None:
    """T4-04: the highest face of the d10 earns a Benny like the others, and no Bonus Die."""
    hero = minifig(battle, "Hero", action_die=10)
    seen = preview(battle, task(hero, face, use=20))
    assert bool(seen.choices) is benny
    assert len(seen.dice) == 1


@pytest.mark.rule("T4-05", "4.2-16")
def test_an_incompetent_chains_and_earns_no_benny(battle: Campaign) -> None:
    """T4-05: a natural 4 of the d4, then 6 and 2 of its Bonus Dice: 12; a 1 is a Critical Failure."""
    klutz = minifig(battle, "Klutz", action_die=4)
    assert not preview(battle, task(klutz, 4, 6, 2, use=12)).choices
    assert "Critical Failure" in preview(battle, task(klutz, 1)).summary
    (line,) = told(battle, task(klutz, 4, 6, 2, use=12))
    assert "= 12 against Use 12" in line
    assert "it works" in line


@pytest.mark.rule("4.2-14", "4.2-18")
def test_the_dice_of_a_benny_score_as_other_dice_and_earn_no_benny(battle: Campaign) -> None:
    gus = minifig(battle)
    seen = preview(battle, task(gus, 6, 6, use=15, benny="roll"))
    assert [die.earned_by for die in seen.dice][-1] is not None  # the 6 earned a Bonus Die
    assert [choice.id for choice in seen.choices] == ["benny"]  # the Action die's only
    (line,) = told(battle, task(gus, 6, 6, 4, use=15, benny="roll"))
    assert "= 16 against Use 15" in line
