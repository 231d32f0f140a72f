"""A line that sums up several Damage Rolls says how many of them failed critically."""

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import done, unit


@pytest.mark.rule("OF-08", "5.1-37")
def test_one_critical_failure_of_three_blows_is_told_as_one(battle: Campaign) -> None:
    own = [unit(battle, name, 1) for name in ("Rosa", "Nubs", "Sgt")]
    foe = unit(battle, "Tile", 2)
    strikes = tuple(Strike(by_id=each, name="Club", use=2, damage="1d6") for each in own)
    attack = Attack(aims=(Aim(unit_id=foe),), strikes=strikes)
    told = "\n".join(done(battle, attack, 4, 4, 4, 3, 1, 4))
    assert "1 of 3 Damage Rolls is a Critical Failure. 7 damage" in told
