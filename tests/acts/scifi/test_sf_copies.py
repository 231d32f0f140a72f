"""A copy of a Sci-fi unit is as the unit was before its first battle."""

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.scifi.ammunition import AdjustLoad
from brikdesk.acts.scifi.crews import MemberFacts
from brikdesk.acts.scifi.weapons import DestroySfWeapon, SfWeaponFacts
from brikdesk.acts.units.roster import AddUnit, DuplicateUnit
from brikdesk.rules.scifi.units_and_crews import CrewRole, SfUnitKind
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import SfCrew, SfLoad, SfUnit, SfWeapon, Unit
from brikdesk.store.views.scifi import sf_unit, sf_weapons
from tests.acts.scifi.starfield import armed, fire, foes, left, load_id, unit
from tests.acts.table import rows

POD = "pod of seven artillery rockets"


def copy_of(campaign: Campaign, unit_id: int) -> int:
    campaign.do(DuplicateUnit(unit_id=unit_id))
    return rows(campaign, Unit)[-1].id or 0


@pytest.mark.rule("12-60", "12-64")
def test_a_copy_of_a_rack_is_full_and_the_rack_itself_stays_as_it_was(field: Campaign) -> None:
    pod = armed(field, POD, kind=SfUnitKind.VEHICLE)
    foe = foes(field, "Clerk")[0]
    fire(field, pod, foe)
    field.do(AdjustLoad(load_id=load_id(field, pod), removed=2, reason="Dropped"))
    copy = copy_of(field, rows(field, SfWeapon)[0].unit_id)
    assert left(field, pod) == 4
    (twin,) = field.read(sf_weapons, copy)
    (store,) = twin.stores
    assert (store.loaded, store.remaining, store.fired_this_turn) == (7, 7, 0)
    assert [(load.fired, load.lost, load.adjusted) for load in store.loads] == [(0, 0, 0)]
    assert (twin.fired, twin.no) == (0, "")


def test_a_destroyed_weapon_is_whole_in_the_copy_and_loaded_as_before(field: Campaign) -> None:
    pod = armed(field, POD, kind=SfUnitKind.VEHICLE)
    field.do(DestroySfWeapon(sf_weapon_id=pod))
    copy = copy_of(field, rows(field, SfWeapon)[0].unit_id)
    (twin,) = field.read(sf_weapons, copy)
    assert not twin.destroyed
    assert twin.stores[0].remaining == 7
    assert rows(field, SfWeapon)[0].destroyed


def test_the_facts_are_those_of_the_unit_and_each_has_its_own(field: Campaign) -> None:
    facts = {"kind": SfUnitKind.WARDRONE, "size": 2, "armor_class": 4, "equipment": ("winch",)}
    drone = unit(field, "Drone", **facts)
    copy = copy_of(field, drone)
    twin = field.read(sf_unit, copy)
    assert twin is not None
    assert (twin.name, twin.kind, twin.size, twin.armor_class) == ("Drone 2", "wardrone", 2, 4)
    assert twin.equipment == ("winch",)
    assert [row.unit_id for row in rows(field, SfUnit)] == [drone, copy]


@pytest.mark.rule("12-73", "12-75")
def test_figures_of_the_model_come_along_and_units_of_their_own_do_not(field: Campaign) -> None:
    helper = unit(field, "Helper", kind=SfUnitKind.CREW)
    crew = (
        MemberFacts(name="Wick", role=CrewRole.GUNNER, fixed=True),
        MemberFacts(role=CrewRole.LOADER, unit_id=helper),
        MemberFacts(name="Snuff"),
    )
    launcher = SfWeaponFacts(catalogue="rocket launcher", mounting=Mounting.CREW_SERVED, crew=crew)
    team = unit(field, "Team", launcher, kind=SfUnitKind.CREW)
    copy = copy_of(field, team)
    (twin,) = field.read(sf_weapons, copy)
    assert [(m.name, m.role, m.unit_id, m.fixed) for m in twin.crew] == [
        ("Wick", "gunner", None, True),
        ("Snuff", "other", None, False),
    ]
    assert len(rows(field, SfCrew)) == 5


def test_a_copy_is_taken_back_as_a_whole(field: Campaign) -> None:
    pod = armed(field, POD, kind=SfUnitKind.VEHICLE)
    before = field.digest()
    copy_of(field, rows(field, SfWeapon)[0].unit_id)
    assert len(rows(field, SfLoad)) == 2
    field.undo()
    assert field.digest() == before
    field.redo()
    assert left(field, pod) == left(field, pod + 1) == 7


def test_a_copied_brikwars_unit_gets_no_figures_of_the_other_rules(both: Campaign) -> None:
    both.do(SetHouseRule(switch="sf_weapon_crews", value=True))
    both.do(AddUnit(name="Pikeman", player_id=1))
    copy = copy_of(both, 1)
    assert both.read(sf_unit, copy) is None
    assert both.read(sf_weapons, copy) == ()
