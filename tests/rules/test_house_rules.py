import json
from typing import Any, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.errors import BadInput
from brikdesk.games import BRIKWARS
from brikdesk.games.game import Game
from brikdesk.games.scifi import SCIFI
from brikdesk.rules.brikwars import house_rules
from brikdesk.rules.brikwars.house_rules import HOUSE_RULES, SOURCES
from brikdesk.rules.switches import Value, checked, spoken
from tests.usual import USUAL_BRIKWARS, USUAL_SCIFI

SWITCHES: list[tuple[str, str, Value, str]] = [
    ("fire_window", "Q8-23", "owner_round", "owner_round, player_turn"),
    ("bw_first_round_responses", "A4-19", True, "on, off"),
    ("bw_response_chains", "A4-23", True, "on, off"),
    ("bw_bonus_die", "OF-01", "d6", "d6, d4, same_die"),
    ("bw_incompetent_bonus_die", "OF-05", "d6", "d6, d4"),
    ("bw_crit_fail_multi", "OF-07", "all_ones", "all_ones, any_one"),
    ("bw_crit_fail_armor", "OF-09", "as_rolled", "as_rolled, zero"),
    ("bw_cf_zeroes_quantities", "A4-16", True, "on, off"),
    ("bw_benny_rescues_cf", "A5-50", True, "on, off"),
    ("bw_specialty_die_ott", "A4-20", True, "on, off"),
    ("bw_wisg_die", "OF-12", "d6", "d4, d6, d8, d10, d12, d20"),
    ("bw_auto_hit_rolls", "A4-15", False, "on, off"),
    ("penalty_dice_explode", "Q8-24", False, "on, off"),
    ("hazard_dice_explode", "QF-35", True, "on, off"),
    ("bw_aim_cost", "A4-02", "part_of_attack", "part_of_attack, action, free"),
    ("bw_doff_costs_action", "A4-03", False, "on, off"),
    ("bw_sprint_is_action_roll", "A4-04", True, "on, off"),
    ("bw_sprint_one_is_failure", "A4-30", True, "on, off"),
    ("bw_recover_until_next_turn", "A4-09", False, "on, off"),
    ("bw_light_armor_drowns", "A4-12", True, "on, off"),
    ("bw_full_turn_needs_unmoved", "A4-13", False, "on, off"),
    ("bw_auto_attack_uses_angry_inch", "A4-06", False, "on, off"),
    ("bw_half_speed_blocks_mom", "A5-27", False, "on, off"),
    ("bw_move_loss_per_inch", "OF-54", 1, "0 to 2"),
    ("bw_two_handed_move_penalty", "W-03", False, "on, off"),
    ("bw_armor_no_jump", "W-14", False, "on, off"),
    ("bw_inanimate_objects_easy", "A4-17", False, "on, off"),
    ("bw_oor_rounding", "A5-06", "ceil", "ceil, floor"),
    ("bw_visibility_in_cc", "A5-42", True, "on, off"),
    ("bw_dual_fire", "A5-17", True, "on, off"),
    ("multi_weapon_damage", "Q8-83", "combined", "combined, separate"),
    ("bw_ranged_damage_cumulative", "A5-20", False, "on, off"),
    ("armor_roll_scope", "Q8-84", "event", "event, player_turn"),
    ("bw_deflection_pick", "OF-25", "before_roll", "before_roll, highest, lowest"),
    ("bw_deflection_keeps_bonus", "OF-26", True, "on, off"),
    ("bw_disarm_roll_on_auto_hit", "A5-10", False, "on, off"),
    ("bw_track_all_missed_shots", "A5-35", False, "on, off"),
    ("mark_applies", "QF-49", "all_ranged", "all_ranged, strict_ranged"),
    ("bw_pop_rule", "OF-76", "effective_size", "1, effective_size, weight_class"),
    ("bw_mom_cap", "OF-75", "effective_size", "1, effective_size, none"),
    ("bw_crash_dice_rule", "OF-74", "own_armor_d10s", "own_armor_d10s, typed"),
    ("bw_smash_all_knockback", "A5-52", True, "on, off"),
    ("bw_feat_roll", "OF-32", "entered", "entered, opposed"),
    ("bw_redshirt_die", "OF-33", "d10", "d4, d6, d8, d10, d12, d20"),
    ("bw_counterstrike_always", "A5-01", False, "on, off"),
    ("bw_parry_before_hit_roll", "A5-02", False, "on, off"),
    ("bw_bail_only_without_parry", "A5-03", False, "on, off"),
    ("bw_idle_counts_as_disengage", "A5-05", True, "on, off"),
    ("bw_count_disrupted_fighters", "A5-16", False, "on, off"),
    ("bw_barehand_uses_both", "A5-23", True, "on, off"),
    ("bw_pop_vs_shove", "A5-29", False, "on, off"),
    ("power_window", "Q8-02", "player_turn", "player_turn, owner_round"),
    ("teamwork_sum", "Q8-03", "power", "power, effective_size"),
    ("divert_spend", "Q8-04", "stored_first", "stored_first, regular_first"),
    ("divert_expires", "Q8-04", True, "on, off"),
    ("overload_until", "QF-18", "window_end", "window_end, victims_next_turn_end"),
    ("handheld_ratio_base", "Q8-08", "size", "size, effective_size"),
    ("arc_large_extra", "Q8-12", "plus", "plus, instead"),
    ("arc_shared_damage", "Q8-13", False, "on, off"),
    ("burst_penalty", "Q8-15", "flat", "flat, progressive"),
    ("burst_damage", "Q8-20", "combined", "combined, separate"),
    ("reload_window", "Q8-22", "owner_round", "owner_round, player_turn"),
    ("ammo_per_cannon", "Q8-61", "reserve", "reserve, any"),
    ("launcher_load_cost", "Q8-63", "free", "free, action"),
    ("cannon_indirect", "Q8-85", True, "on, off"),
    ("interference_stacks", "Q8-69", True, "on, off"),
    ("homing_persist", "Q8-74", "until_moved", "until_moved, previous_turn_only"),
    ("bw_explosive_use", "Q8-45", 2, "1 to 4"),
    ("rocket_tracking", "Q8-34", "manual", "manual, none"),
    ("projectile_target_mod", "Q8-38", -2, "-2, 0"),
    ("semi_stable_sum", "Q8-39", "player_turn", "player_turn, single_hit"),
    ("premature_owner", "Q8-41", "causer", "causer, owner"),
    ("explosion_crit_damage", "Q8-43", "zero", "zero, as_rolled"),
    ("band_border", "Q8-47", "inclusive", "inclusive, exclusive"),
    ("highest_by", "Q8-48", "face", "face, face_plus_bonus"),
    ("phased_bands", "Q8-53", 1, "1, 2"),
    ("field_acts_on_creation", "Q8-57", True, "on, off"),
    ("minifig_fire_rule", "QF-07", "8.3", "8.3, F.1"),
    ("minifig_fire_spread_chooser", "Q8-81", "owner", "owner, setter, referee"),
    ("fire_limbs_exhausted", "Q8-26", "dead", "dead, ignore"),
    ("burn_order", "QF-01", "reduce_first", "reduce_first, as_rolled, grow_first"),
    ("fire_cap", "QF-02", "size", "size, effective_size"),
    ("overflow_chooser", "QF-03", "in_charge", "in_charge, referee"),
    ("overflow_max_wc", "QF-03", "3", "3, 1, none"),
    ("owned_inanimate_driver", "QF-10", "setter", "setter, owner"),
    ("roll_on_ground_inches", "QF-21", "1", "1, all"),
    ("acid_grinds", "QF-24", True, "on, off"),
    ("exposure_stay", "QF-17", "own_turn_end", "own_turn_end, own_turn_start"),
    ("hd_removal_chooser", "QF-19", "owner", "owner, referee"),
    ("concealed_reroll_after_trigger", "QF-41", True, "on, off"),
    ("scout_crit_triggers", "QF-44", False, "on, off"),
    ("scout_sees_through_smoke", "QF-33", False, "on, off"),
    ("bw_weight_class_rule", "OF-45", "armor_d10s", "armor_d10s, typed"),
    ("bw_size_damage_overflow", "OF-50", "single", "single, repeat"),
    ("bw_armor_capped_by_effective_size", "OF-53", True, "on, off"),
    ("bw_grinding_trigger", "OF-58", "manual", "manual, max_face"),
    ("bw_grinding_effect", "OF-60", "armor_minus_1", "armor_minus_1, size_damage_per_n, none"),
    ("bw_grinding_points_per_inch", "OF-60", 5, "1 to 20"),
    ("bw_construction_ends", "OF-62", "next_turn_start", "next_turn_start, round_end"),
    ("bw_repair_inches_per_construction", "OF-64", 0, "0 to 3"),
    ("bw_minifig_armor", "OF-17", "fixed4", "fixed4, 1d6"),
    ("bw_heavy_armor_bonus", "W-15", 0, "0 to 2"),
    ("bw_heavy_two_handed_pierce", "W-02", False, "on, off"),
    ("bw_horse_size", "OF-94", 2, "1 to 9"),
    ("bw_horse_move", "OF-92", 10, "1 to 30"),
    ("bw_horse_armor", "OF-92", "4", "a number or dice such as 1d6"),
    ("bw_horse_wounded", "OF-96", "half_speed", "half_speed, none"),
]
"""Every switch of the papers: id, ruling, default, choices."""


@pytest.mark.parametrize(("id", "ruling", "default", "choices"), SWITCHES)
def test_every_switch_has_its_ruling_default_and_choices(
    id: str, ruling: str, default: Value, choices: str
) -> None:
    rule = HOUSE_RULES[id]
    assert (rule.rule, rule.default, rule.allowed) == (ruling, default, choices)
    assert type(rule.default) is type(default)


def test_no_switch_is_missing_or_unknown() -> None:
    named = {row[0] for row in SWITCHES} | {"turn_start_order", "bw_impaired_table"}
    assert set(HOUSE_RULES) == named


@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=lambda rule: rule.id)
def test_every_default_and_choice_survives_a_check_and_a_trip_through_text(
    rule: house_rules.Switch,
) -> None:
    values = [rule.default]
    values += rule.choices if rule.kind == "choice" else rule.span if rule.kind == "number" else ()
    for value in values:
        assert checked(BRIKWARS.house_rules, rule.id, value) == value
        assert type(checked(BRIKWARS.house_rules, rule.id, value)) is type(value)
        assert checked(BRIKWARS.house_rules, rule.id, spoken(value)) == value
        assert checked(BRIKWARS.house_rules, rule.id, json.loads(json.dumps(value))) == value


@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=lambda rule: rule.id)
def test_every_switch_is_explained_and_refuses_nonsense(rule: house_rules.Switch) -> None:
    assert rule.title
    assert rule.explanation.endswith(".")
    assert rule.source in SOURCES
    with pytest.raises(BadInput) as refused:
        checked(BRIKWARS.house_rules, rule.id, "purple")
    assert refused.value.where == rule.title
    assert rule.allowed in refused.value.sentence


def test_a_switch_holds_one_type_of_value() -> None:
    for rule in HOUSE_RULES.values():
        if rule.kind == "choice":
            assert {type(choice) for choice in rule.choices} == {type(rule.default)}
            assert len(set(rule.choices)) == len(rule.choices) > 1


def test_the_order_at_turn_start_is_a_permutation() -> None:
    order = (
        "marks", "recovery", "fields", "burning_minifigs", "burning_units",
        "burning_unaligned", "flying", "landing", "homing", "notes",
    )  # fmt: skip
    assert BRIKWARS.defaults()["turn_start_order"] == order
    assert checked(BRIKWARS.house_rules, "turn_start_order", list(reversed(order))) == tuple(
        reversed(order)
    )
    for wrong in (order[1:], (*order, "marks"), (*order[:-1], "tea"), 7, "marks"):
        with pytest.raises(BadInput):
            checked(BRIKWARS.house_rules, "turn_start_order", wrong)


@pytest.mark.rule("4.1-12")
def test_the_activities_that_cost_the_action_are_editable() -> None:
    assert BRIKWARS.defaults()["bw_impaired_table"] == (
        "computer_vehicle",
        "attack",
        "don_armor",
        "bail",
    )
    assert checked(BRIKWARS.house_rules, "bw_impaired_table", "attack, aim") == ("attack", "aim")
    assert checked(BRIKWARS.house_rules, "bw_impaired_table", ()) == ()
    with pytest.raises(BadInput):
        checked(BRIKWARS.house_rules, "bw_impaired_table", ["attack", "attack"])


@pytest.mark.parametrize(
    ("id", "typed", "value"),
    [
        ("divert_expires", "true", True),
        ("divert_expires", "OFF", False),
        ("projectile_target_mod", "\N{MINUS SIGN}2", -2),
        ("bw_explosive_use", " 3 ", 3),
        ("bw_explosive_use", 3.0, 3),
        ("bw_horse_armor", "1d6", "1d6"),
        ("bw_horse_armor", 6, "6"),
        ("overflow_max_wc", 1, "1"),
    ],
)
def test_typed_values_are_read(id: str, typed: object, value: Value) -> None:
    read = checked(BRIKWARS.house_rules, id, typed)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("id", "value"),
    [
        ("bw_explosive_use", 0),
        ("bw_explosive_use", 5),
        ("bw_explosive_use", 2.5),
        ("bw_explosive_use", True),
        ("bw_horse_armor", "1d7"),
        ("bw_horse_armor", "-4"),
        ("phased_bands", True),
        ("divert_expires", 1),
        ("divert_expires", None),
        ("power_window", "game"),
    ],
)
def test_values_outside_the_choices_are_bad_input(id: str, value: object) -> None:
    with pytest.raises(BadInput):
        checked(BRIKWARS.house_rules, id, value)


def test_an_unknown_switch_is_bad_input() -> None:
    with pytest.raises(BadInput, match="no house rule bw_teapot"):
        checked(BRIKWARS.house_rules, "bw_teapot", 1)


@given(st.sampled_from(sorted(HOUSE_RULES)), st.text(max_size=12) | st.integers() | st.floats())
def test_a_check_gives_an_allowed_value_or_bad_input(id: str, value: object) -> None:
    try:
        read = checked(BRIKWARS.house_rules, id, value)
    except BadInput:
        return
    assert checked(BRIKWARS.house_rules, id, read) == read


@pytest.mark.parametrize(
    ("usual", "game"), [(USUAL_BRIKWARS, BRIKWARS), (USUAL_SCIFI, SCIFI)], ids=str
)
def test_the_value_has_a_field_for_each_switch_that_does_something(usual: Any, game: Game) -> None:
    """Each with the type and the default of its switch; what only reminds may be missing."""
    values = {name: getattr(usual, name) for name in usual.__struct_fields__}
    assert values == {name: game.house_rules[name].default for name in values}
    stated = get_type_hints(type(usual))
    for name, value in values.items():
        assert (get_origin(stated[name]) or stated[name]) is type(value), name
    missing = game.house_rules.keys() - values.keys()
    assert [name for name in missing if game.house_rules[name].reminder is None] == []
