import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.errors import BadInput
from brikdesk.games import SCIFI
from brikdesk.rules.scifi import house_rules
from brikdesk.rules.scifi.house_rules import HOUSE_RULES
from brikdesk.rules.switches import Value, checked, spoken
from brikdesk.rules.texts import all_rule_texts, rule_text

SWITCHES: list[tuple[str, str, Value, str]] = [
    ("sf_variable_fire", "12-72", False, "on, off"),
    ("sf_weapon_crews", "12-73", False, "on, off"),
    ("sf_convergence_beams", "12-88", False, "on, off"),
    ("sf_turn_scope", "S-01", "round", "round, owner_turn"),
    (
        "sf_incapacitated_until", "S-03", "round_end",
        "round_end, current_player_turn_end, victims_next_turn_end",
    ),
    ("sf_incapacitated_melee", "S-04", "defend", "none, defend, full"),
    ("sf_rotary_oblong", "S-05", True, "on, off"),
    ("sf_vaporshock_halving", "S-07", "length", "length, surface"),
    ("sf_area_hit_rolls", "S-10", "per_unit", "per_unit, once"),
    ("sf_pod_split_targets", "S-11", True, "on, off"),
    ("sf_special_fire_max", "S-14", 2, "2 to 4"),
    ("sf_reroll_uses_ammo", "S-16", True, "on, off"),
    ("sf_special_fire_over_pod_limit", "S-17", False, "on, off"),
    ("sf_new_loader", "S-18", "next_turn", "next_turn, at_once"),
    ("sf_one_capability_scope", "S-22", "infantry", "infantry, all"),
    ("sf_trooper_weapons_per_turn", "S-23", "all", "all, one"),
    ("sf_open_crew_blast", "S-29", False, "on, off"),
    ("sf_count_all_ammo", "S-31", False, "on, off"),
    ("sf_weapons_cost_power", "SIDE_BY_SIDE", False, "on, off"),
]  # fmt: skip
"""Every switch with one value: id, ruling, default, choices."""

VISIBLE = {
    "S-01", "S-03", "S-04", "S-07", "S-10", "S-14", "S-16", "S-18", "S-22", "S-23", "S-31",
    "12-72", "12-73", "12-88",
}  # fmt: skip


@pytest.mark.rule(
    "S-01", "S-03", "S-04", "S-05", "S-07", "S-10", "S-11", "S-14", "S-16", "S-17", "S-18", "S-22",
    "S-23", "S-29", "S-31", "12-72", "12-73", "12-88",
)  # fmt: skip
@pytest.mark.parametrize(("id", "ruling", "default", "choices"), SWITCHES)
def test_every_sci_fi_switch_has_its_ruling_default_and_choices(
    id: str, ruling: str, default: Value, choices: str
) -> None:
    rule = HOUSE_RULES[id]
    assert (rule.rule, rule.default, rule.allowed) == (ruling, default, choices)
    assert type(rule.default) is type(default)


def test_no_sci_fi_switch_is_missing_or_unknown() -> None:
    named = {row[0] for row in SWITCHES} | {"sf_d10_directions", "sf_blast_warheads"}
    assert set(HOUSE_RULES) == named
    in_texts = {name for rule in all_rule_texts() for name in rule.setting if name[:3] == "sf_"}
    assert in_texts == named - {"sf_weapons_cost_power"}


def test_every_switch_is_named_by_the_text_of_its_ruling() -> None:
    for rule in HOUSE_RULES.values():
        if rule.rule != "SIDE_BY_SIDE":
            assert rule.id in rule_text(rule.rule).setting


def test_the_recommended_switches_are_in_sight_and_the_rest_is_advanced() -> None:
    assert {rule.rule for rule in HOUSE_RULES.values() if not rule.advanced} == VISIBLE


@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=lambda rule: rule.id)
def test_every_sci_fi_default_and_choice_survives_a_check_and_a_trip_through_text(
    rule: house_rules.Switch,
) -> None:
    values = [rule.default]
    values += rule.choices if rule.kind == "choice" else rule.span if rule.kind == "number" else ()
    for value in values:
        assert checked(SCIFI.house_rules, rule.id, value) == value
        assert type(checked(SCIFI.house_rules, rule.id, value)) is type(value)
        assert checked(SCIFI.house_rules, rule.id, spoken(value)) == value
        assert checked(SCIFI.house_rules, rule.id, json.loads(json.dumps(value))) == value


@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=lambda rule: rule.id)
def test_every_sci_fi_switch_is_explained_and_refuses_nonsense(
    rule: house_rules.Switch,
) -> None:
    assert rule.title
    assert rule.explanation.endswith(".")
    with pytest.raises(BadInput) as refused:
        checked(SCIFI.house_rules, rule.id, "purple")
    assert refused.value.where == rule.title
    assert rule.allowed in refused.value.sentence


@pytest.mark.rule("S-27")
def test_the_table_of_directions_is_editable() -> None:
    table = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "referee")
    assert checked(SCIFI.house_rules, "sf_d10_directions", table) == table
    assert checked(SCIFI.house_rules, "sf_d10_directions", ", ".join(table)) == table
    for wrong in (table[1:], (*table, "k"), ("x" * 25, *table[1:]), 7, ()):
        with pytest.raises(BadInput):
            checked(SCIFI.house_rules, "sf_d10_directions", wrong)


@pytest.mark.rule("S-28")
def test_the_blast_warheads_are_some_of_the_eight() -> None:
    default = SCIFI.defaults()["sf_blast_warheads"]
    assert default == ("high explosive", "hammerhead", "vaporshock", "nuclear")
    assert checked(SCIFI.house_rules, "sf_blast_warheads", "nuclear, hailstorm") == (
        "nuclear",
        "hailstorm",
    )
    assert checked(SCIFI.house_rules, "sf_blast_warheads", ()) == ()
    with pytest.raises(BadInput):
        checked(SCIFI.house_rules, "sf_blast_warheads", ["nuclear", "nuclear"])


@pytest.mark.rule("S-01")
def test_a_campaign_with_player_turns_resets_by_them() -> None:
    assert SCIFI.defaults()["sf_turn_scope"] == "round"
    assert SCIFI.defaults(player_turns=True) == {**SCIFI.defaults(), "sf_turn_scope": "owner_turn"}


@pytest.mark.parametrize("value", [1, 5, 2.5, True, "many", None])
def test_special_fire_is_2_to_4(value: object) -> None:
    with pytest.raises(BadInput):
        checked(SCIFI.house_rules, "sf_special_fire_max", value)


def test_an_unknown_sci_fi_switch_is_bad_input() -> None:
    with pytest.raises(BadInput, match="no house rule sf_teapot"):
        checked(SCIFI.house_rules, "sf_teapot", 1)


@given(st.sampled_from(sorted(HOUSE_RULES)), st.text(max_size=12) | st.integers() | st.floats())
def test_a_sci_fi_check_gives_an_allowed_value_or_bad_input(id: str, value: object) -> None:
    try:
        read = checked(SCIFI.house_rules, id, value)
    except BadInput:
        return
    assert checked(SCIFI.house_rules, id, read) == read
