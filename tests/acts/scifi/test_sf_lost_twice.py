"""Ammunition that is lost, put back by hand, and lost again."""

import pytest

from brikdesk.acts.scifi.ammunition import AdjustLoad, LoadFacts
from brikdesk.acts.scifi.units import EliminateSf
from brikdesk.acts.scifi.weapons import DestroySfWeapon, SfWeaponFacts
from brikdesk.acts.units.states import ReviveUnit
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import SfLoad, SfWeapon
from tests.acts.scifi.starfield import unit
from tests.acts.table import rows, told


@pytest.mark.rule("12-76")
def test_a_weapon_loses_only_what_it_has_left(field: Campaign) -> None:
    tube = SfWeaponFacts(catalogue="rocket launcher", loads=(LoadFacts(count=4),))
    soldier = unit(field, "Rocketeer", tube)
    gun, load = rows(field, SfWeapon)[-1].id or 0, rows(field, SfLoad)[-1].id or 0
    field.do(EliminateSf(unit_id=soldier))
    field.do(ReviveUnit(unit_id=soldier, reason="It was his twin."))
    field.do(AdjustLoad(load_id=load, removed=-3, reason="From the crate."))
    (words,) = told(field, DestroySfWeapon(sf_weapon_id=gun))
    assert "3 lost with it, not fired." in words
