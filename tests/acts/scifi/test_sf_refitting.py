"""A weapon refitted by hand: figures taken back, other ammunition, other capabilities."""

import pytest

from brikdesk.acts.campaign.battles import EndBattle
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.units import SetSfUnit
from brikdesk.acts.scifi.weapons import CapabilityFacts, EditSfWeapon
from brikdesk.rules.scifi.weapons import Holder, WeaponClass
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import SfLoad, SfStore, SfUnit, SfWeapon
from brikdesk.store.views.scifi import stated_weapons
from tests.acts.scifi.starfield import armed, unit
from tests.acts.table import bad, refused, row, rows

ROCKETS = (LoadFacts(name="rocket", count=4),)


@pytest.mark.rule("12-09")
def test_figures_that_were_stated_are_taken_back(field: Campaign) -> None:
    gun = armed(
        field, "laser rifle", typed_factor=8, range_factor=12, cost=4, area_size=2,
        infantry_class=WeaponClass.LIGHT,
    )  # fmt: skip
    gone = ("typed_factor", "cost", "area_size", "infantry_class")
    field.do(EditSfWeapon(sf_weapon_id=gun, cleared=gone, range_factor=15))
    now = row(field, SfWeapon, gun)
    assert [getattr(now, name) for name in gone] == [None] * 4
    assert (now.range_factor, now.type) == (15, "laser")
    assert field.read(stated_weapons, now.unit_id)[0].record.attack_factor.value == 5  # type: ignore[union-attr]
    field.undo()
    assert row(field, SfWeapon, gun).typed_factor == 8


def test_a_weapon_is_never_without_its_name(field: Campaign) -> None:
    gun = armed(field, "laser rifle")
    assert "'name'" in bad(field, EditSfWeapon(sf_weapon_id=gun, cleared=("name",)))


@pytest.mark.rule("12-62", "12-64")
def test_ammunition_lies_in_something_else_or_never_runs_out(field: Campaign) -> None:
    field.do(EndBattle())
    gun = armed(field, "rocket launcher", loads=ROCKETS)
    field.do(EditSfWeapon(sf_weapon_id=gun, holder=Holder.RACK, loads=ROCKETS))
    assert [(each.holder, each.most) for each in rows(field, SfStore)] == [(Holder.RACK, 2)]
    assert [(each.name, each.loaded) for each in rows(field, SfLoad)] == [("rocket", 4)]
    field.do(EditSfWeapon(sf_weapon_id=gun, cleared=("holder",)))
    assert rows(field, SfStore) == rows(field, SfLoad) == []


@pytest.mark.rule("12-68")
def test_loaded_ammunition_does_not_change_its_holder_in_a_battle(field: Campaign) -> None:
    gun = armed(field, "rocket launcher", loads=ROCKETS)
    act = EditSfWeapon(sf_weapon_id=gun, holder=Holder.POD)
    assert "fixed when the battle begins" in refused(field, act, "12-68")
    assert rows(field, SfStore)[0].holder is Holder.LAUNCHER


@pytest.mark.rule("12-32", "12-33")
def test_other_capabilities_keep_the_stores_that_stay(field: Campaign) -> None:
    gun = armed(field, "automatic rifle with grenade launcher")
    grenades = CapabilityFacts(
        name="grenade launcher", holder=Holder.ITEMS, loads=(LoadFacts(count=2),)
    )
    before = rows(field, SfStore)[0].id
    knife = CapabilityFacts(name="bayonet", melee=True)
    field.do(EditSfWeapon(sf_weapon_id=gun, capabilities=(grenades, knife)))
    found = field.read(stated_weapons, row(field, SfWeapon, gun).unit_id)[0]
    assert [(each.name, each.melee) for each in found.record.capabilities] == [
        ("grenade launcher", False), ("bayonet", True),
    ]  # fmt: skip
    assert [each.id for each in found.stores] == [before]
    again = EditSfWeapon(sf_weapon_id=gun, capabilities=(knife, knife))
    assert "name of its own" in bad(field, again)


def test_the_armor_class_of_a_unit_is_taken_back(field: Campaign) -> None:
    key = unit(field, "Trooper", armor_class=3)
    field.do(SetSfUnit(unit_id=key, class_unknown=True))
    assert rows(field, SfUnit)[0].armor_class is None
