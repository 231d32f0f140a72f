"""What the story of a battle tells of Close Combat: Shoves, Collisions, who struck in response."""

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Disengage
from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.states import SetState
from brikdesk.dice import Face
from brikdesk.reports.story import prose
from brikdesk.reports.turn_and_battle import report_of_battle
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind
from brikdesk.store.views.log import log
from tests.acts.attack_scene import done, unit, weapon
from tests.acts.hazards import ANN, BEN


def told(battle: Campaign) -> str:
    return " ".join(words for _, words, _ in prose(report_of_battle(battle, 1)))


@pytest.mark.rule("5.2-31", "4.3-01", "5.4-24")
def test_shoves_collisions_and_responses_are_told(battle: Campaign) -> None:
    pike, foe, guard, other = (
        unit(battle, name, side, move=10)
        for name, side in (("Pike", ANN), ("Foe", BEN), ("Guard", BEN), ("Other", BEN))
    )
    axe = weapon(battle, guard, preset="W-01", name="Axe")
    shove = Strike(by_id=pike, mode=Mode.SHOVE, name="Shove")
    done(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(shove,)))
    strike = Strike(weapon_id=axe, by_id=guard, mode=Mode.STRIKE)
    done(battle, Attack(aims=(Aim(unit_id=pike),), strikes=(strike,)), 5, 1)
    assert "Pike shoved Foe" in told(battle)
    assert "Guard hit Pike with Axe in response" in told(battle)
    runner = unit(battle, "Runner", ANN, move=10)
    battle.do(MoveUnit(unit_id=runner, inches=5, straight=5))
    battle.do(Collide(unit_id=runner, target_id=other, faces=(Face(5), Face(2))))
    assert "Runner ran into Other" in told(battle)


@pytest.mark.rule("5.2-35")
def test_a_counterstrike_is_called_that(battle: Campaign) -> None:
    pike, guard = unit(battle, "Pike", ANN), unit(battle, "Guard", BEN)
    axe = weapon(battle, guard, preset="W-01", name="Axe")
    battle.do(SetState(unit_id=pike, kind=StateKind.ENGAGED, with_id=guard))
    battle.do(Disengage(unit_id=pike))
    strike = Strike(weapon_id=axe, by_id=guard, mode=Mode.STRIKE)
    done(battle, Attack(aims=(Aim(unit_id=pike),), strikes=(strike,), counterstrike=True), 5, 1)
    struck = next(row.line for row in battle.read(log) if "strikes with Axe" in row.line.lead)
    assert str(struck.parts).count("Counterstrike. Use") == 1
    assert "Guard hit Pike with Axe in a Counterstrike" in told(battle)
