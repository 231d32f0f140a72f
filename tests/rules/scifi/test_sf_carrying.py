import pytest

from brikdesk.rules.refusal import No
from brikdesk.rules.scifi.units_and_crews import UNITS, NamedUnit, SfUnitKind
from brikdesk.rules.scifi.weapon_records import (
    WEAPONS,
    Carrier,
    Family,
    Mounting,
    Permission,
    WeaponRecord,
    carrier,
    may_be_crew_served,
    may_carry,
    may_emplace,
    may_have,
)
from brikdesk.rules.scifi.weapons import WeaponClass

L, M, H, G, U = WeaponClass

TABLE = {
    (Family.INFANTRY, L): "follows follows stated follows stated",
    (Family.INFANTRY, M): "stated follows stated follows stated",
    (Family.INFANTRY, H): "refused stated stated stated stated",
    (Family.INFANTRY, G): "refused stated stated stated stated",
    (Family.INFANTRY, U): "refused stated stated stated stated",
    (Family.INFANTRY, None): "follows follows stated follows stated",
    (Family.VEHICLE, None): "refused refused stated ask stated",
    (Family.ARTILLERY, None): "ask ask stated ask stated",
    (Family.ROCKET, None): "ask ask ask follows stated",
}
"""Soldier, soldier in powered armor, crew, wardrone or warbot, vehicle or strongpoint."""


@pytest.mark.rule("12-04", "12-05", "12-06", "12-26", "12-27", "12-28", "12-29", "12-30")
@pytest.mark.parametrize(("row", "answers"), TABLE.items())
def test_every_cell_of_the_carrying_table(
    row: tuple[Family, WeaponClass | None], answers: str
) -> None:
    found = [may_carry(*row, one) for one in Carrier]
    assert [verdict.answer.value for verdict in found] == answers.split()
    for verdict in found:
        assert (verdict.no is not None) is (verdict.answer in (Permission.REFUSED, Permission.ASK))


@pytest.mark.rule("12-27", "12-30", "TC-45")
def test_a_heavy_rifle_is_too_large_for_a_plain_soldier_but_not_for_a_crew() -> None:
    rifle = WeaponRecord(name="heavy rifle", family=Family.INFANTRY, infantry_class=H)
    soldier = UNITS["Infantryman"]
    verdict = may_have(rifle, carrier(soldier.kind, powered_armor=soldier.powered_armor))
    assert verdict.no == No(
        "12-27", "This weapon is too large for a soldier without special equipment"
    )
    assert verdict.offer is Mounting.CREW_SERVED
    again = may_have(rifle, carrier(soldier.kind, mounting=verdict.offer))
    assert again.no is None


@pytest.mark.rule("12-28", "TC-46")
def test_powered_armor_carries_a_heavy_rifle() -> None:
    rifle = WeaponRecord(name="heavy rifle", family=Family.INFANTRY, infantry_class=H)
    armored = UNITS["Infantryman in powered armor"]
    verdict = may_have(rifle, carrier(armored.kind, powered_armor=armored.powered_armor))
    assert (verdict.answer, verdict.rule, verdict.no) == (Permission.STATED, "12-28", None)


@pytest.mark.rule("12-04", "TC-47")
def test_nobody_carries_a_vehicle_cannon() -> None:
    for column in (Carrier.SOLDIER, Carrier.POWERED_ARMOR):
        verdict = may_have(WEAPONS["light laser cannon"], column)
        assert (verdict.answer, verdict.rule) == (Permission.REFUSED, "12-04")
        assert verdict.offer is None
    assert "powered armor" in verdict.why


@pytest.mark.rule("12-26")
def test_a_medium_weapon_needs_no_special_equipment() -> None:
    assert may_carry(Family.INFANTRY, M, Carrier.SOLDIER).rule == "12-26"


@pytest.mark.rule("12-29")
def test_a_battledrone_has_its_rocket_pod() -> None:
    drone = UNITS["Heavy battledrone"]
    pod = WEAPONS[drone.weapons[0]]
    assert may_have(pod, carrier(drone.kind)).no is None


def test_a_weapon_without_family_is_asked_about() -> None:
    verdict = may_carry(None, None, Carrier.VEHICLE)
    assert (verdict.answer, verdict.rule) == (Permission.ASK, "12-02")


@pytest.mark.rule("12-05", "12-06")
def test_the_column_follows_kind_armor_and_mounting() -> None:
    columns = {kind: carrier(kind) for kind in SfUnitKind}
    assert columns == {
        SfUnitKind.INFANTRY: Carrier.SOLDIER,
        SfUnitKind.CREW: Carrier.SOLDIER,
        SfUnitKind.PERSONNEL: Carrier.SOLDIER,
        SfUnitKind.WARDRONE: Carrier.DRONE,
        SfUnitKind.WARBOT: Carrier.DRONE,
        SfUnitKind.VEHICLE: Carrier.VEHICLE,
        SfUnitKind.STRONGPOINT: Carrier.VEHICLE,
    }
    assert carrier(SfUnitKind.INFANTRY, powered_armor=True) is Carrier.POWERED_ARMOR
    assert carrier(SfUnitKind.CREW, mounting=Mounting.EMPLACED) is Carrier.CREW_SERVED


@pytest.mark.rule("12-06")
def test_crew_served_is_a_mounting_of_three_families() -> None:
    for family in (Family.VEHICLE, Family.ARTILLERY, Family.INFANTRY):
        assert may_be_crew_served(family) is None
    refused = may_be_crew_served(Family.ROCKET)
    assert refused is not None
    assert refused.rule == "12-06"


@pytest.mark.rule("12-07")
def test_a_crew_served_weapon_is_emplaced_in_a_fortification() -> None:
    assert may_emplace(Mounting.CREW_SERVED, "Fort Grey") is None
    for mounting, structure in (
        (Mounting.CARRIED, "Fort Grey"),
        (Mounting.MOUNTED, "Fort Grey"),
        (Mounting.CREW_SERVED, ""),
    ):
        refused = may_emplace(mounting, structure)
        assert refused is not None
        assert refused.rule == "12-07"


@pytest.mark.rule("12-03")
@pytest.mark.parametrize("unit", UNITS.values(), ids=lambda unit: unit.name)
def test_every_unit_of_the_list_may_have_a_medium_rifle(unit: NamedUnit) -> None:
    column = carrier(unit.kind, powered_armor=unit.powered_armor)
    assert may_carry(Family.INFANTRY, M, column).no is None
