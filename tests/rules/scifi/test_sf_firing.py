import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from brikdesk.rules.refusal import No
from brikdesk.rules.scifi.firing import (
    PLAIN,
    FiredLess,
    TargetInSight,
    WeaponInBattle,
    fire,
    may_divide,
    may_fire,
    may_fire_again,
    may_fire_second,
    unfired,
)
from brikdesk.rules.scifi.units_and_crews import Crew, CrewRole, Member, SpecialFire
from brikdesk.rules.scifi.weapon_records import WEAPONS, Family, WeaponRecord
from brikdesk.rules.scifi.weapons import (
    Capability,
    FireMode,
    Holder,
    may_use,
    may_use_weapon,
    rotary_hits,
    stocked,
    suggested_hits,
    used_after,
)
from tests.rules.scifi.new_turns import weapon_new_turn
from tests.usual import USUAL_SCIFI

RULES = USUAL_SCIFI
FRESH = WeaponInBattle()
COMBINED = WEAPONS["automatic rifle with grenade launcher"]
RIFLE, LAUNCHER = COMBINED.capabilities
ENERGY_RIFLE = WEAPONS["phaser rifle"]


@pytest.mark.rule("12-32", "TC-06")
def test_a_rifle_with_grenade_launcher_uses_one_of_them_a_turn() -> None:
    armed = WeaponInBattle(stores={"grenade launcher": stocked(Holder.ITEMS, {"grenade": 2})})
    state = fire(armed, RIFLE)
    refused = may_fire(COMBINED, state, RULES, LAUNCHER)
    assert refused == No(
        "12-32", "It used its automatic rifle this turn, the grenade launcher has to wait"
    )
    assert state.stores["grenade launcher"].remaining == 2
    rested = weapon_new_turn(state)
    assert may_fire(COMBINED, rested, RULES, LAUNCHER) is None
    thrown = fire(rested, LAUNCHER)
    assert thrown.stores["grenade launcher"].remaining == 1
    assert may_fire(COMBINED, thrown, RULES, RIFLE) is not None


@pytest.mark.rule("12-33", "TC-07")
def test_a_bayonet_does_not_count() -> None:
    weapon = WEAPONS["laser rifle with bayonet"]
    rifle, bayonet = weapon.capabilities
    shot = fire(FRESH, rifle)
    assert may_fire(weapon, shot, RULES, bayonet) is None
    stabbed = fire(FRESH, bayonet)
    assert stabbed == FRESH
    assert may_fire(weapon, stabbed, RULES, rifle) is None


@pytest.mark.rule("12-34", "12-53", "TC-08")
def test_a_twin_rifle_fires_both_barrels_and_no_third() -> None:
    weapon, state = WEAPONS["twin bolt rifle"], FRESH
    for _ in range(2):
        assert may_fire(weapon, state, RULES) is None
        state = fire(state)
    assert may_fire(weapon, state, RULES) == No("12-53", "All 2 barrels fired this turn")
    twice = Capability("rifle")
    assert may_use(twice, used_after(twice, ""), infantry_weapon=True) is None


@pytest.mark.rule("12-53", "12-55", "TC-09")
def test_a_triple_cannon_fires_at_three_targets() -> None:
    weapon, state = WEAPONS["triple bolt cannon"], FRESH
    aims = tuple(TargetInSight(target, detected=True) for target in ("A", "B", "C"))
    assert may_divide(aims) == (None, None, None)
    for _ in aims:
        assert may_fire(weapon, state, RULES) is None
        state = fire(state)
    refused = may_fire(weapon, state, RULES)
    assert refused is not None
    assert refused.rule == "12-53"
    assert may_fire(weapon, weapon_new_turn(state), RULES) is None


@pytest.mark.rule("12-55", "TC-10")
def test_an_attack_at_what_is_not_detected_is_blocked() -> None:
    aims = (
        TargetInSight("A", detected=True),
        TargetInSight("B", detected=False),
        TargetInSight("C", True, in_traverse=False),
    )
    assert may_divide(aims) == (
        None,
        No("12-55", "B is not detected"),
        No("12-55", "The traverse does not reach C"),
    )


@pytest.mark.rule("12-56", "TC-12")
def test_two_machinepistols_fire_without_loss() -> None:
    pistols = [FRESH, FRESH]
    for state in pistols:
        assert may_fire(WEAPONS["machinepistol"], state, RULES) is None
    assert may_use_weapon("machinepistol", ["machinepistol"], per_turn="one") is None


@pytest.mark.rule("S-23")
def test_a_trooper_uses_all_his_weapons_or_one() -> None:
    assert may_use_weapon("pistol", ["rifle"]) is None
    refused = may_use_weapon("pistol", ["rifle"], per_turn="one")
    assert refused == No("S-23", "The trooper used another weapon this turn: rifle")
    assert may_use_weapon("bayonet", ["rifle"], per_turn="one", melee=True) is None
    assert may_use_weapon("rifle", [], per_turn="one") is None


@pytest.mark.rule("S-22", "12-52")
def test_the_limit_of_one_capability_is_for_infantry_weapons() -> None:
    turret = WeaponRecord(name="turret", family=Family.VEHICLE)
    gun, tube = Capability("gun"), Capability("tube")
    state = fire(FRESH, gun)
    assert may_fire(turret, state, RULES, tube) is None
    assert may_fire(turret, state, RULES, gun) == No("12-52", "It fired this turn")
    strict = replace(RULES, sf_one_capability_scope="all")
    refused = may_fire(turret, state, strict, tube)
    assert refused is not None
    assert refused.rule == "12-32"


@pytest.mark.rule("12-52")
def test_a_weapon_fires_once_a_turn() -> None:
    state = fire(FRESH)
    assert may_fire(ENERGY_RIFLE, state, RULES) == No("12-52", "It fired this turn")
    assert may_fire_again(1, 1, times=2) is None


@pytest.mark.rule("12-62", "12-63", "TC-22")
@pytest.mark.parametrize("name", ["phaser rifle", "automatic rifle"])
def test_energy_and_projectile_weapons_never_run_out(name: str) -> None:
    state = FRESH
    for _ in range(200):
        assert may_fire(WEAPONS[name], state, RULES) is None
        state = weapon_new_turn(fire(state))


@pytest.mark.rule("12-57", "TC-13")
def test_rotary_hits_by_barrels() -> None:
    assert [rotary_hits(barrels) for barrels in range(3, 9)] == [1, 2, 2, 3, 3, 4]
    assert rotary_hits(2) is rotary_hits(9) is None


@pytest.mark.rule("12-57")
@given(st.integers(1, 40))
def test_the_suggestion_for_other_barrels_agrees_with_the_table(barrels: int) -> None:
    assert suggested_hits(barrels) == max(barrels // 2, 1)
    assert rotary_hits(barrels) in (None, suggested_hits(barrels))


@pytest.mark.rule("S-11", "S-12")
def test_where_the_two_rockets_of_a_pod_go() -> None:
    assert may_fire_second("A", "B") is None
    refused = may_fire_second("A", "B", split=False)
    assert refused == No("S-11", "Both projectiles of a pod go at A")
    assert may_fire_second("A", "A", split=False) is None
    late = may_fire_second("A", "A", same_initiative=False)
    assert late is not None
    assert late.rule == "S-11"


POD = WEAPONS["pod of seven artillery rockets"]


def seven() -> WeaponInBattle:
    return WeaponInBattle(stores={"": stocked(Holder.POD, {"rocket": 7})})


@pytest.mark.rule("12-59", "12-60")
def test_a_pod_fires_two_through_the_whole_check() -> None:
    state = fire(fire(seven()))
    refused = may_fire(POD, state, RULES)
    assert refused is not None
    assert refused.rule == "12-59"
    assert state.stores[""].remaining == 5


@pytest.mark.rule("12-67")
def test_a_stick_of_bombs_may_leave_at_once_where_the_referee_says_so() -> None:
    stick = replace(stocked(Holder.ITEMS, {"bomb": 6}), limit=3)
    state = WeaponInBattle(stores={"": stick})
    for _ in range(3):
        assert may_fire(WEAPONS["air-dropped bomb"], state, RULES) is None
        state = fire(state)
    assert may_fire(WEAPONS["air-dropped bomb"], state, RULES) is not None


@pytest.mark.rule("S-31")
def test_a_counted_twin_rifle_runs_out() -> None:
    weapon = WEAPONS["twin bolt rifle"]
    state = WeaponInBattle(stores={"": stocked(Holder.MAGAZINE, {"shot": 3})})
    state = fire(fire(state))
    again = may_fire(weapon, state, RULES)
    assert again is not None
    assert again.rule == "12-53"
    state = fire(weapon_new_turn(state))
    last = may_fire(weapon, state, RULES)
    assert last is not None
    assert last.rule == "12-60"


@pytest.mark.rule("12-66", "TC-20")
def test_a_launcher_without_a_pulse_number_does_not_fire() -> None:
    unknown = WeaponInBattle(stores={"": stocked(Holder.PULSES, {})})
    refused = may_fire(WEAPONS["mini-rocket launcher"], unknown, RULES)
    assert refused is not None
    assert refused.rule == "12-66"


@pytest.mark.rule("12-76", "12-47", "12-74")
def test_the_first_reason_is_told() -> None:
    unmanned = Crew((Member("Lo", CrewRole.LOADER),))
    wreck = WeaponInBattle(destroyed=True, crew=unmanned, fired={"": 1})
    rules = []
    for state, stunned in (
        (wreck, True),
        (replace(wreck, destroyed=False), True),
        (replace(wreck, destroyed=False), False),
        (replace(wreck, destroyed=False, crew=None), False),
    ):
        refused = may_fire(ENERGY_RIFLE, state, RULES, incapacitated=stunned)
        rules.append(refused.rule if refused else "")
    assert rules == ["12-76", "12-47", "12-74", "12-52"]


@pytest.mark.rule("12-47", "S-04")
def test_an_incapacitated_trooper_starts_no_melee() -> None:
    bayonet = Capability("bayonet", melee=True)
    refused = may_fire(ENERGY_RIFLE, FRESH, RULES, bayonet, incapacitated=True)
    assert refused is not None
    assert refused.rule == "S-04"
    free = replace(RULES, sf_incapacitated_melee="full")
    assert may_fire(ENERGY_RIFLE, FRESH, free, bayonet, incapacitated=True) is None


@pytest.mark.rule("TC-49")
def test_a_shot_leaves_the_state_before_it_as_it_was() -> None:
    crew = Crew((Member("Gus", CrewRole.GUNNER), Member("Lo", CrewRole.LOADER)))
    before = replace(seven(), crew=crew)
    kept = replace(before)
    after = fire(before, mode=FireMode.PULSE)
    assert before == kept
    assert after.stores[""].remaining == 6
    assert after.last_mode is FireMode.PULSE
    assert (before.fired_this_turn, before.stores[""].fired_this_turn) == (0, 0)


@pytest.mark.rule("12-89", "12-90")
def test_what_a_new_turn_clears_and_what_it_leaves() -> None:
    crew = Crew(
        (
            Member("Gus", CrewRole.GUNNER, initiative_spent=True),
            Member("Lo", CrewRole.LOADER, initiative_spent=True),
            Member("Ed", alive=False),
        )
    )
    state = WeaponInBattle(
        fired={"": 2},
        capability_used="rifle",
        special_fire=SpecialFire.SECOND_SHOT,
        stores={"": replace(stocked(Holder.POD, {"rocket": 7}), fired_this_turn=2)},
        crew=crew,
        destroyed=True,
        carry_override=True,
    )
    rested = weapon_new_turn(state)
    assert rested == WeaponInBattle(
        stores={"": stocked(Holder.POD, {"rocket": 7})},
        crew=Crew(
            (
                Member("Gus", CrewRole.GUNNER),
                Member("Lo", CrewRole.LOADER),
                Member("Ed", alive=False),
            )
        ),
        destroyed=True,
        carry_override=True,
    )
    assert weapon_new_turn(rested) == rested


@pytest.mark.rule("12-90")
def test_expended_stays_expended() -> None:
    state = WeaponInBattle(stores={"": stocked(Holder.LAUNCHER, {"rocket": 1})})
    assert weapon_new_turn(fire(state)).stores[""].expended


@pytest.mark.rule("12-93", "S-12")
def test_the_reminder_lists_what_could_still_fire() -> None:
    crew = Crew((Member("Lo", CrewRole.LOADER),))
    one_left = fire(
        weapon_new_turn(fire(WeaponInBattle(stores={"": stocked(Holder.POD, {"rocket": 2})})))
    )
    weapons = [
        (POD, fire(seven())),
        (POD, fire(fire(seven()))),
        (POD, one_left),
        (ENERGY_RIFLE, FRESH),
        (ENERGY_RIFLE, fire(FRESH)),
        (ENERGY_RIFLE, WeaponInBattle(destroyed=True)),
        (ENERGY_RIFLE, WeaponInBattle(crew=crew)),
        (WEAPONS["triple bolt cannon"], fire(FRESH)),
        (WEAPONS["mini-rocket launcher"], WeaponInBattle(stores={"": stocked(Holder.PULSES, {})})),
    ]
    assert unfired(weapons) == (
        FiredLess(POD.name, 1, 2),
        FiredLess("phaser rifle", 0, 1),
        FiredLess("triple bolt cannon", 1, 3),
        FiredLess("mini-rocket launcher", 0, 1),
    )


def test_a_weapon_with_one_capability_needs_no_name_for_it() -> None:
    assert fire(FRESH).fired == {"": 1}
    assert fire(FRESH).capability_used == PLAIN.name == ""
