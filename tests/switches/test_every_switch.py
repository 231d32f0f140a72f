"""Every switch acts: what happens in play differs between its values."""

from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest

from tests.switches.situations import SITUATIONS, SWITCHES, name_of, played

for module in sorted(Path(__file__).parent.glob("on_*.py")):
    import_module(f"tests.switches.{module.stem}")

WITHOUT = [
    "turn_start_order",
    "fire_window",
    "bw_first_round_responses",
    "bw_response_chains",
    "bw_bonus_die",
    "bw_incompetent_bonus_die",
    "bw_crit_fail_multi",
    "bw_cf_zeroes_quantities",
    "bw_benny_rescues_cf",
    "bw_specialty_die_ott",
    "bw_wisg_die",
    "bw_auto_hit_rolls",
    "penalty_dice_explode",
    "hazard_dice_explode",
    "bw_impaired_table",
    "bw_aim_cost",
    "bw_doff_costs_action",
    "bw_sprint_is_action_roll",
    "bw_sprint_one_is_failure",
    "bw_recover_until_next_turn",
    "bw_light_armor_drowns",
    "bw_full_turn_needs_unmoved",
    "bw_auto_attack_uses_angry_inch",
    "bw_half_speed_blocks_mom",
    "bw_two_handed_move_penalty",
    "bw_armor_no_jump",
    "bw_inanimate_objects_easy",
    "bw_oor_rounding",
    "bw_visibility_in_cc",
    "bw_dual_fire",
    "bw_ranged_damage_cumulative",
    "bw_deflection_pick",
    "bw_deflection_keeps_bonus",
    "bw_disarm_roll_on_auto_hit",
    "bw_track_all_missed_shots",
    "mark_applies",
    "bw_pop_rule",
    "bw_mom_cap",
    "bw_crash_dice_rule",
    "bw_smash_all_knockback",
    "bw_feat_roll",
    "bw_redshirt_die",
    "bw_counterstrike_always",
    "bw_parry_before_hit_roll",
    "bw_bail_only_without_parry",
    "bw_idle_counts_as_disengage",
    "bw_count_disrupted_fighters",
    "bw_barehand_uses_both",
    "bw_pop_vs_shove",
    "power_window",
    "teamwork_sum",
    "divert_spend",
    "divert_expires",
    "overload_until",
    "handheld_ratio_base",
    "arc_large_extra",
    "burst_penalty",
    "reload_window",
    "ammo_per_cannon",
    "launcher_load_cost",
    "interference_stacks",
    "homing_persist",
    "bw_explosive_use",
    "rocket_tracking",
    "projectile_target_mod",
    "semi_stable_sum",
    "premature_owner",
    "explosion_crit_damage",
    "band_border",
    "highest_by",
    "phased_bands",
    "minifig_fire_rule",
    "minifig_fire_spread_chooser",
    "fire_limbs_exhausted",
    "burn_order",
    "fire_cap",
    "overflow_chooser",
    "overflow_max_wc",
    "owned_inanimate_driver",
    "roll_on_ground_inches",
    "acid_grinds",
    "exposure_stay",
    "hd_removal_chooser",
    "concealed_reroll_after_trigger",
    "scout_crit_triggers",
    "scout_sees_through_smoke",
    "bw_weight_class_rule",
    "bw_grinding_trigger",
    "bw_construction_ends",
    "bw_repair_inches_per_construction",
    "bw_minifig_armor",
    "bw_heavy_armor_bonus",
    "bw_heavy_two_handed_pierce",
    "bw_horse_size",
    "bw_horse_move",
    "bw_horse_armor",
    "bw_horse_wounded",
    "sf_variable_fire",
    "sf_weapon_crews",
    "sf_convergence_beams",
    "sf_turn_scope",
    "sf_incapacitated_until",
    "sf_incapacitated_melee",
    "sf_weapons_cost_power",
    "sf_one_capability_scope",
    "sf_trooper_weapons_per_turn",
    "sf_pod_split_targets",
    "sf_rotary_oblong",
    "sf_area_hit_rolls",
    "sf_d10_directions",
    "sf_vaporshock_halving",
    "sf_blast_warheads",
    "sf_open_crew_blast",
    "sf_special_fire_max",
    "sf_reroll_uses_ammo",
    "sf_special_fire_over_pod_limit",
    "sf_new_loader",
    "sf_count_all_ammo",
]
"""Switches whose situation is still to be written; none may be added."""


def test_every_switch_has_a_situation() -> None:
    without = [switch for switch in SWITCHES if switch not in SITUATIONS]
    assert without == WITHOUT


@pytest.mark.parametrize("switch", SITUATIONS)
def test_what_happens_differs_between_the_values_of_a_switch(switch: str, tmp_path: Path) -> None:
    values = SITUATIONS[switch].values
    assert len(values) > 1
    came = [
        (name_of(value), played(tmp_path / f"{place}.brik", switch, value))
        for place, value in enumerate(values)
    ]
    alike = [(one, other) for (one, a), (other, b) in combinations(came, 2) if a == b]
    assert alike == [], f"{came[0][1]}"
