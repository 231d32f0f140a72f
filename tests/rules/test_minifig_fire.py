import pytest

from brikdesk.rules.brikwars.fire import (
    FireRule,
    Limb,
    burning_clock,
    burns_on,
    can_take_fire,
    catches_fire,
    fire_penalty_dice,
    fire_rule,
    limb_choices,
    limbs_exhausted,
    may_roll_on_ground,
    must_run,
    spread_chooser,
    usable_hands,
)
from brikdesk.rules.turn import Edge, due

LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG = Limb
NO_LIMB_LEFT = frozenset(Limb)


@pytest.mark.rule("8.3-24", "QF-07")
def test_minifigs_have_their_own_fire_rule_and_everything_else_has_the_other() -> None:
    assert fire_rule(is_minifig=True) is FireRule.MINIFIG
    assert fire_rule(is_minifig=False) is FireRule.OBJECT


@pytest.mark.rule("QF-07")
def test_a_table_may_let_minifigs_burn_like_objects() -> None:
    assert fire_rule(is_minifig=True, minifig_fire_rule="F.1") is FireRule.OBJECT
    assert fire_rule(is_minifig=False, minifig_fire_rule="F.1") is FireRule.OBJECT


@pytest.mark.rule("8.3-26", "T8-20")
def test_flame_gun_three_inches_out_of_range_sets_nobody_alight() -> None:
    """Worked example T8-20: d4 = 2 +1, Out of Range by 3."""
    assert not catches_fire((2,), damage=2 + 1 - 3)


@pytest.mark.rule("8.3-26", "T8-20")
def test_flame_gun_critical_failure_sets_nobody_alight() -> None:
    """The 1 fails although 1 +1 would be 2 points."""
    assert not catches_fire((1,), damage=2)


@pytest.mark.rule("8.3-25", "Q8-27", "T8-20")
def test_fire_damage_below_armor_sets_a_minifig_alight() -> None:
    """Worked example T8-20: 3 points against Armor 4."""
    assert catches_fire((2,), damage=3)


@pytest.mark.rule("8.3-25")
@pytest.mark.parametrize(("damage", "burns"), [(0, False), (1, True), (4, True)])
def test_one_point_of_fire_damage_is_enough(damage: int, burns: bool) -> None:
    assert catches_fire((3,), damage) is burns


@pytest.mark.rule("Q8-28")
@pytest.mark.parametrize(
    ("faces", "burns"), [((1, 1), False), ((1, 2), True), ((2, 1), True), ((), True)]
)
def test_only_a_roll_of_all_ones_prevents_fire(faces: tuple[int, ...], burns: bool) -> None:
    """No Fire dice left by Deflection is no Critical Failure: what is left still burns."""
    assert catches_fire(faces, damage=3) is burns


@pytest.mark.rule("Q8-29")
def test_a_burning_minifig_cannot_catch_fire_again() -> None:
    assert not catches_fire((4,), damage=4, burning=True)


@pytest.mark.rule("8.3-25")
@pytest.mark.parametrize("face", [0, 5])
def test_a_face_that_no_d4_shows_is_no_value(face: int) -> None:
    with pytest.raises(ValueError, match="a d4 shows 1 to 4"):
        catches_fire((face,), damage=1)
    with pytest.raises(ValueError, match="a d4 shows 1 to 4"):
        burns_on(face)


@pytest.mark.rule("8.3-27")
def test_a_minifig_who_does_not_burn_has_no_penalty() -> None:
    assert fire_penalty_dice(on_fire=False) == 0


@pytest.mark.rule("8.3-28")
def test_a_burning_minifig_uses_one_hand_at_most() -> None:
    assert usable_hands() == 2
    assert usable_hands(on_fire=True) == 1
    assert usable_hands({LEFT_ARM}, on_fire=True) == 1
    assert usable_hands({LEFT_ARM, RIGHT_ARM}, on_fire=True) == 0


@pytest.mark.rule("8.3-29")
def test_what_is_made_of_fire_does_not_mind_burning() -> None:
    assert fire_penalty_dice(on_fire=True, fire_creature=True) == 0
    assert usable_hands(on_fire=True, fire_creature=True) == 2
    assert must_run(True, 5, fire_creature=True) == 0


@pytest.mark.rule("8.3-31", "Q8-30")
def test_drop_and_roll_asks_for_an_unspent_action_and_for_nothing_else() -> None:
    assert may_roll_on_ground(action_spent=False) is None
    refusal = may_roll_on_ground(action_spent=True)
    assert refusal is not None
    assert refusal.rule == "8.3-31"


@pytest.mark.rule("8.3-32")
@pytest.mark.parametrize(
    ("on_fire", "left", "runs"), [(True, 3.5, 3.5), (True, 0, 0), (True, -1, 0), (False, 3.5, 0)]
)
def test_a_burning_minifig_runs_off_all_the_move_he_has_left(
    on_fire: bool, left: float, runs: float
) -> None:
    assert must_run(on_fire, left) == runs


@pytest.mark.rule("8.3-33", "T8-20")
def test_a_burning_roll_of_1_puts_him_out_and_does_nothing_else() -> None:
    assert not burns_on(1)


@pytest.mark.rule("8.3-34", "8.3-35", "Q8-31", "T8-20")
@pytest.mark.parametrize("face", [2, 3, 4])
def test_after_any_other_burning_roll_he_still_burns(face: int) -> None:
    """A 4 does no more than a 2: there are no Bonus Dice here."""
    assert burns_on(face)


@pytest.mark.rule("8.3-33", "QF-27")
def test_he_rolls_when_his_own_turn_begins_but_not_in_the_turn_in_which_he_caught_fire() -> None:
    assert due(burning_clock(driver=1, since=4), 1, Edge.START, 6)
    assert not due(burning_clock(driver=1, since=4), 2, Edge.START, 5)
    assert not due(burning_clock(driver=1, since=6), 1, Edge.START, 6)


@pytest.mark.rule("8.3-34")
def test_he_chooses_among_the_limbs_he_still_has() -> None:
    assert limb_choices(frozenset()) == (LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG)
    assert limb_choices({RIGHT_ARM, LEFT_LEG}) == (LEFT_ARM, RIGHT_LEG)
    assert limb_choices(NO_LIMB_LEFT) == ()


@pytest.mark.rule("8.3-34")
def test_a_burnt_arm_is_a_hand_lost_and_a_burnt_leg_is_none() -> None:
    assert usable_hands({RIGHT_ARM}) == 1
    assert usable_hands({LEFT_LEG, RIGHT_LEG}) == 2


@pytest.mark.rule("Q8-26")
def test_the_point_after_the_fourth_limb_kills() -> None:
    assert limbs_exhausted(NO_LIMB_LEFT)
    assert not limbs_exhausted(NO_LIMB_LEFT - {LEFT_LEG})


@pytest.mark.rule("Q8-26")
def test_a_table_may_let_a_limbless_minifig_live() -> None:
    assert not limbs_exhausted(NO_LIMB_LEFT, "ignore")


@pytest.mark.rule("8.3-35")
@pytest.mark.parametrize(
    ("flammable", "weight_class", "contact", "room", "takes"),
    [
        (True, 0, True, True, True),
        (True, 1, True, True, True),
        (True, 2, True, True, False),
        (False, 0, True, True, False),
        (True, 0, False, True, False),
        (True, 0, True, False, False),
    ],
)
def test_fire_spreads_to_light_flammable_things_that_touch_him(
    flammable: bool, weight_class: int, contact: bool, room: bool, takes: bool
) -> None:
    assert can_take_fire(flammable, weight_class, in_contact=contact, room=room) is takes


@pytest.mark.rule("Q8-81")
def test_the_minifigs_player_picks_where_it_spreads_unless_the_table_says_otherwise() -> None:
    assert spread_chooser(owner=1, setter=2) == 1
    assert spread_chooser(1, 2, "setter") == 2
    assert spread_chooser(1, 2, "referee") is None
