import pytest

from brikdesk.errors import BadInput
from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.units_and_crews import UNITS, WeaponsCost, weapons_cost
from brikdesk.rules.scifi.weapon_records import (
    WEAPONS,
    Family,
    WeaponRecord,
    missing_equipment,
    objections,
)
from brikdesk.rules.scifi.weapons import (
    RATES,
    AttackFactor,
    BuiltAs,
    Holder,
    Rate,
    WeaponClass,
    class_name,
    objection,
    suggested,
)

A, B, P, R, S = Rate


@pytest.mark.rule("12-18")
def test_the_codes_of_the_table() -> None:
    assert {rate.value: row.name for rate, row in RATES.items()} == {
        "A": "Automatic",
        "B": "Beam",
        "P": "Pulse",
        "R": "Rotary automatic",
        "S": "Single shot",
    }


@pytest.mark.rule("12-19")
@pytest.mark.parametrize(
    ("nature", "fitting"), [("projectile", {A, R, S}), ("energy", {B, P, S}), ("warhead", {S})]
)
def test_a_code_fits_projectile_or_energy(nature: str, fitting: set[Rate]) -> None:
    assert {rate for rate in Rate if not objection(rate, nature)} == fitting


@pytest.mark.rule("12-19")
def test_bolt_cannon_may_be_rotary_and_other_energy_weapons_not() -> None:
    assert objection(R, "energy", "bolt") is None
    refused = objection(R, "energy", "laser")
    assert refused is not None
    assert (refused.rule, refused.why) == (
        "12-19",
        "Rotary automatic is for projectile weapons",
    )


@pytest.mark.rule("12-19")
def test_what_is_used_once_is_coded_s() -> None:
    assert objection(A, "projectile", used_once=True) is not None
    assert objection(S, "projectile", used_once=True) is None
    assert suggested("laser", used_once=True) is S
    assert suggested("laser") is None


@pytest.mark.rule("12-20")
def test_a_mini_rocket_launcher_is_coded_p() -> None:
    assert suggested("mini-rocket") is P
    assert objection(P, "", "mini-rocket") is None
    assert objection(P, "projectile", "mini-rocket") is None
    refused = objection(S, "", "mini-rocket")
    assert refused is not None
    assert refused.rule == "12-20"


def test_a_weapon_of_unknown_nature_raises_no_doubt() -> None:
    assert [rate for rate in Rate if objection(rate, "")] == []


@pytest.mark.rule("12-22", "12-23", "S-24")
def test_classes_and_their_words() -> None:
    names = {kind.value: class_name(kind) for kind in WeaponClass}
    assert names == {"L": "light", "M": "medium", "H": "heavy", "G": "magnum", "U": "ultra"}
    for type in ("sonic", "ultrasonic"):
        assert class_name(WeaponClass.ULTRA, type) == "super-heavy"
        assert class_name(WeaponClass.HEAVY, type) == "heavy"
    assert class_name(WeaponClass.ULTRA, "laser") == "ultra"
    assert WEAPONS["super-heavy ultrasonic rifle"].infantry_class is WeaponClass.ULTRA


@pytest.mark.rule("12-24")
def test_the_class_changes_no_number() -> None:
    made = [
        WeaponRecord(name="x", type="laser", form=BuiltAs.SMALL_ARM, infantry_class=kind)
        for kind in WeaponClass
    ]
    assert {weapon.attack_factor for weapon in made} == {AttackFactor(5)}


@pytest.mark.rule("12-01", "12-02")
def test_a_weapon_record_holds_everything() -> None:
    weapon = WeaponRecord(
        name="Gale",
        type="laser",
        family=Family.ARTILLERY,
        form=BuiltAs.CANNON,
        typed_factor=8,
        range_factor=30,
        minimum_range=10,
        rate=B,
        warhead="",
        detection_effect=2,
        cost=12.5,
    )
    assert weapon.attack_factor == AttackFactor(8, changed=True)
    assert weapon.makes == "energy"
    assert objections(weapon) == ()
    assert {family.value for family in Family} == {"vehicle", "infantry", "artillery", "rocket"}


@pytest.mark.rule("12-08")
def test_a_record_with_an_impossible_factor_does_not_exist() -> None:
    with pytest.raises(BadInput, match="0 is no attack factor"):
        WeaponRecord(name="Dud", typed_factor=0)


@pytest.mark.rule("12-01")
def test_a_record_that_reaches_nobody_does_not_exist() -> None:
    for wrong in (0.0, -1.0):
        with pytest.raises(BadInput, match="reaches nobody"):
            WeaponRecord(name="Dud", range_factor=wrong)


@pytest.mark.rule("12-01")
def test_the_least_figures_of_a_record() -> None:
    least = WeaponRecord(name="x", range_factor=0.5, minimum_range=0, cost=0, barrels=1, count=1)
    assert (least.minimum_range, least.cost, least.barrels) == (0, 0, 1)


@pytest.mark.rule("12-01", "12-09", "12-10")
def test_a_cannon_with_a_warhead_has_the_factor_of_the_warhead() -> None:
    cannon = WeaponRecord(name="x", type="bolt", form=BuiltAs.CANNON, warhead="nuclear")
    assert (cannon.attack_factor, cannon.makes) == (AttackFactor(9), "warhead")
    assert WeaponRecord(name="x", form=BuiltAs.WARHEAD).makes == "warhead"


@pytest.mark.rule("12-17")
def test_a_minimum_range_on_a_rifle_raises_a_doubt() -> None:
    def rules(family: Family | None) -> list[str]:
        return [
            no.rule for no in objections(WeaponRecord(name="x", family=family, minimum_range=5))
        ]

    assert rules(Family.INFANTRY) == rules(Family.VEHICLE) == ["12-17"]
    assert rules(Family.ARTILLERY) == rules(Family.ROCKET) == rules(None) == []


@pytest.mark.rule("12-19", "12-22")
def test_doubts_about_code_and_class() -> None:
    beam = WeaponRecord(name="x", type="laser", rate=A)
    assert [no.rule for no in objections(beam)] == ["12-19"]
    cannon = WeaponRecord(name="x", family=Family.VEHICLE, infantry_class=WeaponClass.HEAVY)
    assert [no.rule for no in objections(cannon)] == ["12-22"]


def test_no_weapon_of_the_catalogue_raises_a_doubt() -> None:
    assert {
        name: objections(weapon) for name, weapon in WEAPONS.items() if objections(weapon)
    } == {}


@pytest.mark.rule("12-36", "S-06")
def test_the_catalogue_has_the_areas_of_the_chapter() -> None:
    assert WEAPONS["flamethrower"].rate is None
    assert WEAPONS["flamethrower"].area.shape is AreaShape.OBLONG
    for weapon in WEAPONS.values():
        if weapon.rate in (A, R):
            assert weapon.area.shape is AreaShape.OBLONG


def test_weapons_of_the_examples_are_as_told() -> None:
    laser = WEAPONS["light laser cannon"]
    assert (laser.range_factor, laser.attack_factor) == (20, AttackFactor(7))
    assert WEAPONS["triple bolt cannon"].count == 3
    assert WEAPONS["twin bolt rifle"].count == 2
    cone = WEAPONS["twin heavy cone rifle"]
    assert (cone.count, cone.rate, cone.infantry_class) == (2, A, WeaponClass.HEAVY)
    pod = WEAPONS["pod of seven artillery rockets"]
    assert (pod.holder, pod.loaded) == (Holder.POD, 7)
    assert WEAPONS["convergence beam"].attack_factor == AttackFactor(8)


def test_units_name_weapons_of_the_catalogue() -> None:
    named = {weapon for unit in UNITS.values() for weapon in unit.weapons}
    assert named == {"twin-barreled heavy driver rifle", "pod of seven artillery rockets"}
    assert named <= set(WEAPONS)


@pytest.mark.rule("12-31")
def test_the_twin_driver_rifle_wants_armor_and_arm() -> None:
    rifle = WEAPONS["twin-barreled heavy driver rifle"]
    assert missing_equipment(rifle, ("powered armor",)) == ("power-stabilized limb",)
    assert missing_equipment(rifle, UNITS["Stormer"].equipment) == ()
    assert rifle.attack_factor == AttackFactor(2)


@pytest.mark.rule("12-51")
def test_costs_are_summed_and_the_unknown_told() -> None:
    assert weapons_cost([3, 4.5]) == WeaponsCost(7.5, 0)
    assert weapons_cost([3, None, None]) == WeaponsCost(3, 2)
    assert weapons_cost([]).points == 0
