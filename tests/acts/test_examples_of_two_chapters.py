"""Worked examples of chapters 4 and 5 that stand alone: a smaller part, a wall behind a Shove."""

import pytest

from brikdesk.acts.attack.aim import Aim, Mode, Strike
from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.deeds.sprinting import SprintUnit
from brikdesk.acts.units.states import SetState
from brikdesk.acts.units.unit_turn import MoveUnit
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, State, StateKind, Unit
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import BEN, minifig, put
from tests.acts.table import refused, row, rows, told


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
    for _ in range(2):
        assert "An Angry Inch costs no Move." in told(battle, MoveUnit(unit_id=gus, inches=1))[0]
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
