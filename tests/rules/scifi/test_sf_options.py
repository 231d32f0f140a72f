import pytest

from brikdesk.rules.refusal import No
from brikdesk.rules.scifi.effect_areas import AreaShape, AttackStep, order
from brikdesk.rules.scifi.firing import (
    ORDINARY,
    Use,
    hit_entry,
    is_convergence,
    may_fire_at,
    procedure,
    signed,
)
from brikdesk.rules.scifi.house_rules import HOUSE_RULES
from brikdesk.rules.scifi.weapon_records import WEAPONS
from brikdesk.rules.scifi.weapons import FireMode, RangeBand, Rate, Setting, modes, setting


@pytest.mark.rule("12-69", "12-70", "12-71", "TC-23", "TC-24")
@pytest.mark.parametrize(
    ("name", "beam", "pulse"),
    [
        ("conversion beam", 8, 7),
        ("disintegrator", 8, 7),
        ("particle beam", 8, 7),
        ("ray weapon", 6, 5),
    ],
)
def test_every_weapon_of_the_variable_fire_table(name: str, beam: int, pulse: int) -> None:
    weapon = WEAPONS[name]
    assert weapon.attack_factor is not None
    normal = weapon.attack_factor.value
    assert modes(weapon.type, variable_fire=True) == (FireMode.BEAM, FireMode.PULSE)
    assert setting(weapon.type, normal, FireMode.BEAM) == Setting(beam, 0)
    assert setting(weapon.type, normal, FireMode.PULSE) == Setting(pulse, 1)


@pytest.mark.rule("12-69", "TC-25")
def test_other_weapons_have_no_choice_of_mode() -> None:
    for name in ("laser rifle", "convergence beam", "phaser rifle"):
        assert modes(WEAPONS[name].type, variable_fire=True) == ()


@pytest.mark.rule("12-72", "TC-26")
def test_without_the_option_nobody_has_a_choice() -> None:
    assert HOUSE_RULES["sf_variable_fire"].default is False
    assert modes("particle", variable_fire=False) == ()
    assert setting("particle", 8, None) == Setting(8, 0)


@pytest.mark.rule("12-70")
def test_a_changed_factor_loses_1_in_pulse_mode_and_stays_at_least_1() -> None:
    assert setting("ray", 9, FireMode.PULSE).attack_factor == 8
    assert setting("ray", 1, FireMode.PULSE).attack_factor == 1


@pytest.mark.rule("S-20")
def test_barrels_of_a_twin_may_differ_in_mode() -> None:
    both = [setting("ray", 6, mode) for mode in (FireMode.PULSE, FireMode.BEAM)]
    assert both == [Setting(5, 1), Setting(6, 0)]


@pytest.mark.rule("12-84", "12-85", "12-86", "12-87", "TC-42")
def test_a_convergence_beam_passes_wall_and_concealment() -> None:
    direct = procedure("convergence", Use.DIRECT, convergence_beams=True)
    assert may_fire_at(direct, detected=True) is None
    entry = hit_entry(Rate.BEAM, RangeBand.LONG, Setting(8), direct)
    assert [(waived.factor, waived.rule) for waived in entry.waived] == [
        ("concealment", "12-86"),
        ("cover", "12-87"),
    ]
    assert all(waived.why for waived in entry.waived)


@pytest.mark.rule("12-84", "TC-43")
def test_direct_use_waits_for_detection() -> None:
    direct = procedure("convergence", Use.DIRECT, convergence_beams=True)
    assert may_fire_at(direct, detected=False) == No("12-84", "The target is not detected")


@pytest.mark.rule("12-82", "12-83", "TC-44")
def test_indirect_use_asks_for_no_detection_and_waits_for_the_fall_of_shot() -> None:
    indirect = procedure("convergence", Use.INDIRECT, convergence_beams=True)
    assert may_fire_at(indirect, detected=False) is None
    assert indirect.waived == ()
    steps = order(AreaShape.CIRCULAR, indirect=True).steps
    assert AttackStep.BLAST not in steps
    assert (
        steps.index(AttackStep.FALL_OF_SHOT)
        < steps.index(AttackStep.LANDING)
        < steps.index(AttackStep.DAMAGE)
    )


@pytest.mark.rule("12-81", "12-88")
def test_without_the_option_it_is_an_ordinary_beam() -> None:
    assert HOUSE_RULES["sf_convergence_beams"].default is False
    assert is_convergence("convergence", convergence_beams=True)
    assert not is_convergence("convergence", convergence_beams=False)
    assert not is_convergence("particle", convergence_beams=True)
    for use in Use:
        assert procedure("convergence", use, convergence_beams=False) == ORDINARY
        assert procedure("laser", use, convergence_beams=True) == ORDINARY
    assert ORDINARY.waived == ()


@pytest.mark.rule("12-21", "12-50", "12-56", "S-26")
def test_what_stands_beside_the_hit_entry() -> None:
    entry = hit_entry(Rate.PULSE, RangeBand.SHORT, Setting(7, 1), ORDINARY, detection_effect=-1)
    assert (entry.rate, entry.band) == ("P, Pulse", RangeBand.SHORT)
    assert (entry.attack_factor, entry.hit_bonus) == (7, 1)
    assert entry.detection_effect == "\N{MINUS SIGN}1"
    assert hit_entry(None, None, Setting(5), ORDINARY).detection_effect == ""
    assert hit_entry(None, None, Setting(5), ORDINARY).rate == ""


@pytest.mark.rule("12-50", "S-26")
def test_a_detection_effect_is_shown_with_its_sign() -> None:
    assert [signed(number) for number in (2, 0, -3)] == ["+2", "0", "\N{MINUS SIGN}3"]
