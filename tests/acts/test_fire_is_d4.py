"""Fire is rolled on d4s: other dice of Fire are turned away in words, wherever they are typed."""

import pytest

from brikdesk.acts.explosives.explosion import Makeup, check_makeup
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.weapons.racks import makeup_of
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks import read_damage
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive
from tests.acts.table import rows


@pytest.mark.rule("8.3-21", "8.4-29", "8.4-36")
def test_an_explosive_has_fire_on_d4s_only(battle: Campaign) -> None:
    keg = AddExplosive(name="Keg", explosive_size=2, makeup=Makeup(added=("1d6 Fire",)))
    with pytest.raises(BadInput, match="Fire is rolled on d4s, not on a d6: type 1d4 Fire"):
        battle.do(keg)
    assert not rows(battle, Explosive)
    with pytest.raises(BadInput, match="d10"):
        makeup_of({"added": ["d10 Fire"]}, 2)
    check_makeup(2, Makeup(added=("2d4 Fire", "1d6")))


@pytest.mark.rule("8.3-21")
def test_a_weapon_has_fire_on_d4s_only() -> None:
    with pytest.raises(BadInput, match="Fire is rolled on d4s"):
        read_damage("1d6+1 Fire", 6)
    dice = read_damage("1d6+1d4 Fire", 6).dice
    assert [die.kind for die in dice] == ["", "Fire"]
