"""The house rules of BrikWars: what the books leave open, their values, and reminders."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct

from brikdesk.dice import DiceRules
from brikdesk.rules.switches import Reminding, loaded
from brikdesk.rules.switches import Switch as Switch
from brikdesk.rules.switches import Value as Value
from brikdesk.rules.switches import spoken as spoken

SOURCES = {
    "seed": "stated in the rule chapters",
    "author": "the author's own answer",
    "tool": "a community tool or an older edition",
    "players": "a player's answer, or read from an example",
    "assumed": "not found anywhere: an assumption",
    "ruling": "our reading where the chapters leave it open",
}
"""Where a default or a preset comes from, in words for the settings page."""

HOUSE_RULES: dict[str, Switch] = loaded("house_rules.json")
"""Every switch by its id, in the order of the settings page."""


class BrikWarsHouse(Struct, frozen=True, kw_only=True):
    """What the table has chosen: a field for each switch that an act carries out, by its ID.

    The switches themselves, with what may be chosen, are data (`house_rules.json`). Those that only
    remind are not here: nothing asks for them by name.
    """

    # Turn
    turn_start_order: tuple[str, ...]
    fire_window: str
    bw_first_round_responses: bool
    bw_response_chains: bool
    bw_auto_attack_uses_angry_inch: bool
    bw_wisg_die: str

    # Dice
    bw_bonus_die: str
    bw_incompetent_bonus_die: str
    bw_crit_fail_multi: str
    bw_crit_fail_armor: str
    bw_cf_zeroes_quantities: bool
    bw_benny_rescues_cf: bool
    bw_specialty_die_ott: bool
    bw_auto_hit_rolls: bool
    penalty_dice_explode: bool
    hazard_dice_explode: bool

    # Movement
    bw_impaired_table: tuple[str, ...]
    bw_doff_costs_action: bool
    bw_sprint_is_action_roll: bool
    bw_sprint_one_is_failure: bool
    bw_recover_until_next_turn: bool
    bw_light_armor_drowns: bool
    bw_full_turn_needs_unmoved: bool
    bw_move_loss_per_inch: int
    bw_two_handed_move_penalty: bool
    bw_aim_cost: str
    bw_armor_no_jump: bool
    bw_half_speed_blocks_mom: bool

    # Attacks
    bw_inanimate_objects_easy: bool
    bw_oor_rounding: str
    bw_visibility_in_cc: bool
    bw_dual_fire: bool
    multi_weapon_damage: str
    bw_ranged_damage_cumulative: bool
    armor_roll_scope: str
    bw_deflection_pick: str
    bw_deflection_keeps_bonus: bool
    bw_disarm_roll_on_auto_hit: bool
    bw_track_all_missed_shots: bool
    mark_applies: str
    bw_pop_rule: str
    bw_crash_dice_rule: str
    bw_smash_all_knockback: bool

    # Close Combat
    bw_counterstrike_always: bool
    bw_bail_only_without_parry: bool
    bw_pop_vs_shove: bool
    bw_parry_before_hit_roll: bool
    bw_idle_counts_as_disengage: bool
    bw_count_disrupted_fighters: bool
    bw_barehand_uses_both: bool

    # Power
    power_window: str
    teamwork_sum: str
    divert_spend: str
    divert_expires: bool
    overload_until: str

    # Guns
    handheld_ratio_base: str
    arc_large_extra: str
    arc_shared_damage: bool
    burst_penalty: str
    burst_damage: str
    reload_window: str
    ammo_per_cannon: str
    launcher_load_cost: str
    cannon_indirect: bool
    interference_stacks: bool
    homing_persist: str

    # Explosives
    bw_explosive_use: int
    rocket_tracking: str
    projectile_target_mod: int
    semi_stable_sum: str
    premature_owner: str
    explosion_crit_damage: str
    band_border: str
    highest_by: str
    phased_bands: int
    field_acts_on_creation: bool

    # Fire
    minifig_fire_rule: str
    minifig_fire_spread_chooser: str
    fire_limbs_exhausted: str
    burn_order: str
    fire_cap: str
    overflow_chooser: str
    overflow_max_wc: str
    owned_inanimate_driver: str
    roll_on_ground_inches: str
    acid_grinds: bool

    # Fields and Traps
    exposure_stay: str
    hd_removal_chooser: str
    concealed_reroll_after_trigger: bool
    scout_crit_triggers: bool
    scout_sees_through_smoke: bool

    # Structure
    bw_weight_class_rule: str
    bw_size_damage_overflow: str
    bw_armor_capped_by_effective_size: bool
    bw_grinding_trigger: str
    bw_grinding_effect: str
    bw_grinding_points_per_inch: int

    # Units and equipment
    bw_repair_inches_per_construction: int
    bw_minifig_armor: str
    bw_heavy_armor_bonus: int
    bw_heavy_two_handed_pierce: bool
    bw_horse_size: int
    bw_horse_move: int
    bw_horse_armor: str
    bw_horse_wounded: str

    @property
    def dice(self) -> DiceRules:
        """Those about dice, as every roll takes them."""
        return DiceRules(
            bonus_die="same" if self.bw_bonus_die == "same_die" else _sides(self.bw_bonus_die),
            incompetent_bonus_die=_sides(self.bw_incompetent_bonus_die),
            crit_fail_multi="any_one" if self.bw_crit_fail_multi == "any_one" else "all_ones",
            penalty_dice_explode=self.penalty_dice_explode,
            failure_is_zero=self.bw_cf_zeroes_quantities,
            armor_failure_is_zero=self.bw_crit_fail_armor == "zero",
            specialty_goes_over=self.bw_specialty_die_ott,
        )


def _sides(die: str) -> int:
    return int(die.removeprefix("d"))


class Occasion(StrEnum):
    """When a house rule matters: on a unit's card, at an attack, when a turn ends, in a sheet.

    The sheets are named as the acts that they fill in.
    """

    RESPONDER = "responder"
    ARMORED = "armored"
    HERO = "hero"
    MECHANIK = "mechanik"
    CHARGE = "charge"
    HERO_TARGET = "hero target"
    IDLE = "idle"
    DISPUTE = "dispute"
    MOVE = "MoveUnit"
    SPEND = "SpendAction"
    STATE = "SetState"


class Reminder(Struct, frozen=True):
    """What the referee should remember, and the ruling that it belongs to.

    `usual`: the house rule has its default here.
    """

    words: str
    rule: str
    usual: bool = False


def reminders(occasions: Collection[Occasion], values: Mapping[str, Value]) -> tuple[Reminder, ...]:
    """Return what to remember on these occasions, by the house rules as they are.

    - `values`: every switch by its ID.
    """
    return tuple(
        _reminder(rule, rule.reminder, _spoken(values[rule.id]))
        for rule in HOUSE_RULES.values()
        if rule.reminder and not set(occasions).isdisjoint(rule.reminder.at)
    )


def _reminder(rule: Switch, reminding: Reminding, value: Value) -> Reminder:
    return Reminder(reminding.words(value), rule.rule, usual=value == rule.default)


def _spoken(value: Value | list[str]) -> Value:
    """Return a value as the data has it: a campaign file holds lists for tuples."""
    return tuple(value) if isinstance(value, list) else value


Side = TypeVar("Side")


def dispute_die(bw_wisg_die: str) -> int:
    """Return the sides of the die that each side rolls, by the switch bw_wisg_die."""
    return _sides(bw_wisg_die)


def still_at_odds(sides: Sequence[Side], faces: Sequence[int]) -> tuple[Side, ...]:
    """Return the sides that rolled the highest face: one says how it is, several roll again."""
    highest = max(faces, default=0)
    return tuple(side for side, face in zip(sides, faces, strict=True) if face == highest)
