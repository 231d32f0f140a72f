import math

import pytest

from brikdesk.errors import BadInput
from brikdesk.games.scifi import SCIFI
from brikdesk.rules.scifi.effect_areas import (
    Area,
    AreaShape,
    AttackOrder,
    AttackStep,
    Laying,
    PlacedWhen,
    burst,
    direction,
    hit_rolls,
    inside,
    laying,
    may_center,
    may_take,
    natural_shape,
    order,
    placed,
)
from brikdesk.rules.scifi.weapons import Rate


@pytest.mark.rule("12-36", "12-40", "S-05", "S-06")
def test_shapes_by_code_and_type() -> None:
    assert natural_shape(Rate.AUTOMATIC, "bullet") is AreaShape.OBLONG
    assert natural_shape(Rate.ROTARY, "cone") is AreaShape.OBLONG
    assert natural_shape(Rate.ROTARY, "cone", rotary_oblong=False) is None
    for rate in (None, *Rate):
        assert natural_shape(rate, "flamer", rotary_oblong=False) is AreaShape.OBLONG
    assert natural_shape(Rate.SINGLE, warhead=True) is AreaShape.CIRCULAR
    assert natural_shape(Rate.BEAM, "fusion") is None


@pytest.mark.rule("12-37", "12-41", "12-42", "12-43")
def test_when_an_area_is_placed() -> None:
    assert placed(AreaShape.OBLONG) is PlacedWhen.BEFORE_ROLL
    assert placed(AreaShape.CIRCULAR) is PlacedWhen.BEFORE_ROLL
    assert placed(AreaShape.CIRCULAR, explosive=True) is PlacedWhen.AFTER_ROLL
    assert (
        placed(AreaShape.CIRCULAR, explosive=True, indirect=True) is PlacedWhen.AFTER_FALL_OF_SHOT
    )
    assert placed(AreaShape.CIRCULAR, indirect=True) is PlacedWhen.AFTER_FALL_OF_SHOT
    assert placed(AreaShape.NONE) is None


@pytest.mark.rule("12-39", "S-27", "TC-34")
def test_over_one_detected_target_the_other_end_is_random() -> None:
    assert laying(1) is Laying.RANDOM
    table = SCIFI.defaults()["sf_d10_directions"]
    assert isinstance(table, tuple)
    shown = [direction(face, table) for face in range(1, 11)]
    assert shown == [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
        "", "",
    ]  # fmt: skip
    for face in (0, 11):
        with pytest.raises(BadInput, match="1 to 10"):
            direction(face, table)


@pytest.mark.rule("12-38", "TC-35")
def test_over_several_detected_targets_the_oblong_is_laid_freely() -> None:
    assert laying(3) is laying(2) is Laying.FREE
    refused = laying(0)
    assert not isinstance(refused, Laying)
    assert refused.rule == "12-38"


@pytest.mark.rule("12-41")
def test_an_energy_circle_is_centred_on_a_detected_target() -> None:
    refused = may_center(detected=False)
    assert refused is not None
    assert refused.rule == "12-41"
    assert may_center(detected=True) is None


@pytest.mark.rule("12-35")
def test_who_is_inside_a_circle() -> None:
    area = Area(AreaShape.CIRCULAR, 6)
    assert inside({"Ann": 0, "Bo": 3, "Cy": 3.1}, area) == ("Ann", "Bo")
    assert inside({"Ann": 0}, Area(AreaShape.CIRCULAR)) == ()
    assert inside({"Ann": 0.25, "Bo": 0.3}, Area(AreaShape.CIRCULAR, 0.5)) == ("Ann",)


def test_an_area_without_extent_does_not_exist() -> None:
    for size in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match="larger than 0"):
            Area(AreaShape.CIRCULAR, size)


@pytest.mark.rule("S-10")
def test_hit_rolls_of_an_area() -> None:
    assert hit_rolls(4) == 4
    assert hit_rolls(4, "once") == 1
    assert hit_rolls(0) == hit_rolls(0, "once") == 0


@pytest.mark.rule("12-44", "12-49", "S-07", "S-08", "S-09", "TC-32")
def test_a_vaporshock_ignites_early_with_flame_inside() -> None:
    early = burst("vaporshock", Area(AreaShape.CIRCULAR, 6), 7, flame_inside=True)
    assert (early.area.size, early.attack_factor, early.early) == (3, 4, True)
    away = {"near": 1.5, "halfway": 2.0, "far": 3.0}  # from the same centre, early or not
    assert inside(away, early.area) == ("near",)


@pytest.mark.rule("12-44", "TC-33")
def test_flame_outside_leaves_a_vaporshock_alone() -> None:
    full = burst("vaporshock", Area(AreaShape.CIRCULAR, 6), 7, flame_inside=False)
    assert (full.area.size, full.attack_factor, full.early) == (6, 7, False)


@pytest.mark.rule("12-44")
def test_flame_matters_to_vaporshock_only_and_never_strengthens_it() -> None:
    other = burst("hammerhead", Area(AreaShape.CIRCULAR, 6), 7, flame_inside=True)
    assert (other.area.size, other.attack_factor, other.early) == (6, 7, False)
    weak = burst("vaporshock", Area(AreaShape.CIRCULAR, 6), 3, flame_inside=True)
    assert weak.attack_factor == 3
    unknown = burst("vaporshock", Area(AreaShape.CIRCULAR), 7, flame_inside=True)
    assert (unknown.area.size, unknown.attack_factor) == (None, 4)


@pytest.mark.rule("S-07")
def test_halving_may_mean_the_surface() -> None:
    early = burst(
        "vaporshock", Area(AreaShape.CIRCULAR, 6), 7, flame_inside=True, halving="surface"
    )
    assert early.area.size is not None
    assert early.area.size**2 == pytest.approx(6**2 / 2)


ENERGY_AREA = [AttackStep.PLACE, AttackStep.INSIDE, AttackStep.HIT, AttackStep.DAMAGE]
BLAST = [AttackStep.LANDING, AttackStep.INSIDE, AttackStep.DAMAGE, AttackStep.BLAST]

ORDERS = [
    (order(AreaShape.NONE), [AttackStep.HIT, AttackStep.DAMAGE], "12-91"),
    (order(AreaShape.OBLONG), ENERGY_AREA, "12-37"),
    (order(AreaShape.CIRCULAR), ENERGY_AREA, "12-41"),
    (order(AreaShape.CIRCULAR, explosive=True), [AttackStep.HIT, *BLAST], "12-42"),
    (
        order(AreaShape.CIRCULAR, explosive=True, indirect=True),
        [AttackStep.FALL_OF_SHOT, *BLAST],
        "12-43",
    ),
]


@pytest.mark.rule("12-37", "12-41", "12-42", "12-43")
@pytest.mark.parametrize(("made", "steps", "rule"), ORDERS)
def test_the_order_of_every_kind_of_attack(
    made: AttackOrder, steps: list[AttackStep], rule: str
) -> None:
    assert list(made.steps) == steps
    assert made.rule == rule


@pytest.mark.rule("12-37", "12-42")
@pytest.mark.parametrize(("made", "steps", "rule"), ORDERS)
def test_steps_cannot_be_swapped(made: AttackOrder, steps: list[AttackStep], rule: str) -> None:
    for done, due in enumerate(steps):
        allowed = [step for step in AttackStep if may_take(step, steps[:done], made) is None]
        assert allowed == [due]
    refused = may_take(AttackStep.HIT, steps, made)
    assert refused is not None
    assert (refused.rule, refused.why) == (rule, "Hit or miss, but the attack is done")
