import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.errors import BadInput
from brikdesk.rules.scifi.weapons import (
    BLAST_WARHEADS,
    WARHEADS,
    WEAPON_TYPES,
    AttackFactor,
    BuiltAs,
    anti_matter_factor,
    attack_factor,
    checked,
    default_factor,
    has_blast,
)

ANY_FORM = {
    1: "needler parasonar",
    2: "dart driver neutralizer",
    3: "bullet gyrojet sonic",
    4: "cone large-caliber-bullet",
    5: "ultrasonic chemical",
}
SMALL_ARMS = {
    5: "laser hypervelocity maser",
    6: "blast bolt disruptor flamer hellfire phaser pulse ray",
    7: "blazer fusion plasma",
    8: "disintegrator piercer scrambler",
}
CANNON = {
    7: "bolt ion laser maser",
    8: "convergence conversion particle fusion hypervelocity",
}
WARHEAD = {
    6: "high-explosive",
    7: "hailstorm hammerhead hellburner vaporshock",
    9: "nuclear",
}
"""The general pattern as printed, by attack factor."""


def factors(table: dict[int, str]) -> dict[str, int]:
    return {
        name.replace("-", " "): factor for factor, names in table.items() for name in names.split()
    }


@pytest.mark.rule("12-09", "12-10")
@pytest.mark.parametrize("form", BuiltAs)
def test_every_type_has_the_attack_factor_of_the_general_pattern(form: BuiltAs) -> None:
    of_form = {BuiltAs.SMALL_ARM: SMALL_ARMS, BuiltAs.CANNON: CANNON, BuiltAs.WARHEAD: WARHEAD}[
        form
    ]
    printed = factors(ANY_FORM) | factors(of_form)
    found = {name: default_factor(name, form) for name in WEAPON_TYPES}
    assert {name: factor for name, factor in found.items() if factor is not None} == printed


def test_every_type_of_the_pattern_is_there_and_no_other() -> None:
    tables = (ANY_FORM, SMALL_ARMS, CANNON, WARHEAD)
    printed = {name for table in tables for name in factors(table)} | {"anti-matter"}
    assert set(WEAPON_TYPES) == printed


@pytest.mark.rule("12-09", "TC-05")
def test_a_laser_is_stronger_as_a_cannon() -> None:
    assert attack_factor("laser", BuiltAs.SMALL_ARM) == AttackFactor(5)
    assert attack_factor("laser", BuiltAs.CANNON) == AttackFactor(7)


@pytest.mark.rule("12-09")
def test_a_type_without_a_factor_for_its_form_is_asked_about() -> None:
    assert attack_factor("phaser", BuiltAs.CANNON) is None
    assert attack_factor("plasma", BuiltAs.CANNON) is None
    assert attack_factor("laser", None) is None
    assert attack_factor("no such thing", BuiltAs.SMALL_ARM) is None
    assert attack_factor("anti-matter", BuiltAs.WARHEAD) is None
    assert attack_factor("bullet", None) == AttackFactor(3)


@pytest.mark.rule("12-09")
def test_a_typed_factor_wins_and_is_marked_as_changed() -> None:
    assert attack_factor("laser", BuiltAs.SMALL_ARM, 6) == AttackFactor(6, changed=True)
    assert attack_factor("laser", BuiltAs.SMALL_ARM, 5) == AttackFactor(5, changed=False)
    assert attack_factor("phaser", BuiltAs.CANNON, 7) == AttackFactor(7, changed=False)


@pytest.mark.rule("12-08")
def test_an_attack_factor_is_1_to_9() -> None:
    assert [checked(value) for value in range(1, 10)] == list(range(1, 10))
    for wrong in (0, 10, -1):
        with pytest.raises(BadInput, match="type 1 to 9"):
            attack_factor("laser", BuiltAs.SMALL_ARM, wrong)


@pytest.mark.rule("12-11", "12-12", "TC-03")
@pytest.mark.parametrize(("armor_class", "factor"), [(6, 6), (2, 2), (0, 1), (9, 9)])
def test_anti_matter_equals_the_armor_class(armor_class: int, factor: int) -> None:
    assert anti_matter_factor(armor_class) == factor


@pytest.mark.rule("12-11", "TC-04")
def test_anti_matter_is_worked_out_for_every_target() -> None:
    assert [anti_matter_factor(armor_class) for armor_class in (3, 7)] == [3, 7]


@pytest.mark.rule("S-25")
def test_anti_matter_never_exceeds_9() -> None:
    assert anti_matter_factor(12) == 9
    with pytest.raises(BadInput, match="no armor class"):
        anti_matter_factor(-1)


@given(st.integers(0, 30))
def test_anti_matter_is_always_a_legal_attack_factor(armor_class: int) -> None:
    assert checked(anti_matter_factor(armor_class))


@pytest.mark.rule("12-10")
def test_other_warheads_are_the_same_against_every_target() -> None:
    nuclear = attack_factor("nuclear", BuiltAs.WARHEAD)
    assert nuclear is not None
    assert nuclear.value == 9
    assert attack_factor("home-made", BuiltAs.WARHEAD) is None


@pytest.mark.rule("12-46", "S-28")
@pytest.mark.parametrize(
    ("warhead", "factor", "blast"),
    [
        ("high explosive", 6, True),
        ("hammerhead", 7, True),
        ("vaporshock", 7, True),
        ("nuclear", 9, True),
        ("anti-matter", None, False),
        ("hailstorm", 7, False),
        ("hellburner", 7, False),
        ("chemical", 5, False),
    ],
)
def test_every_warhead_of_the_table(warhead: str, factor: int | None, blast: bool) -> None:
    assert default_factor(warhead, BuiltAs.WARHEAD) == factor
    assert has_blast(warhead) is blast
    assert WARHEADS[warhead].follows_target is (warhead == "anti-matter")


@pytest.mark.rule("12-46", "S-28")
def test_a_campaign_says_which_warheads_have_blast() -> None:
    assert BLAST_WARHEADS == ("high explosive", "hammerhead", "vaporshock", "nuclear")
    assert has_blast("hailstorm", ("hailstorm",))
    assert not has_blast("nuclear", ("hailstorm",))


@pytest.mark.rule("12-01")
def test_effects_by_name_only_are_told() -> None:
    assert WARHEADS["hellburner"].effects == ("incendiary",)
    assert WARHEADS["chemical"].effects == ("poison",)
