import pytest

from brikdesk.rules.brikwars.controls_and_jams import auto_penalty, jams, may_fire
from brikdesk.rules.brikwars.flight import (
    ThrowLimits,
    creature_throw,
    max_payload_size,
    may_launch,
    may_throw,
    minifig_throw,
)
from brikdesk.rules.brikwars.weapons import (
    Loading,
    RackRounds,
    loading,
    may_chamber,
    may_reload,
    rounds_left,
)
from brikdesk.rules.refusal import No


def refusal(answer: No | None) -> str:
    return answer.rule if answer else ""


# jams


@pytest.mark.rule("8.3-15", "8.3-09")
@pytest.mark.parametrize(
    ("count", "penalty", "jams_up_to"), [(1, -1, 0), (2, -2, 1), (3, -3, 2), (4, -4, 3), (5, -5, 4)]
)
def test_table_7(count: int, penalty: int, jams_up_to: int) -> None:
    assert auto_penalty("MachineGun", count, arc=True) == penalty
    if count > 1:
        assert auto_penalty("MachineGun", count, arc=False) == penalty
    jamming = [natural for natural in range(1, 7) if jams(natural, penalty)]
    assert jamming == list(range(1, jams_up_to + 1))


@pytest.mark.rule("8.3-10", "8.3-12", "8.3-22")
def test_the_other_columns_of_table_7() -> None:
    assert auto_penalty("MachineGun", 1, arc=False) == 0
    assert auto_penalty("FlameThrower", 1, arc=True) == -1
    assert auto_penalty("FlameThrower", 4, arc=True) == -4
    assert auto_penalty("BlastGun", 1, arc=True) == 0
    assert auto_penalty("Gun", 1, arc=False) == 0


@pytest.mark.rule("8.3-15")
def test_only_machine_guns_jam() -> None:
    """Q8-19."""
    assert not jams(1, -4, "FlameThrower")
    assert not jams(1, -4, "BlastGun")
    assert jams(1, -4)


# firing and reloading


@pytest.mark.rule("8.3-16")
def test_an_inoperative_gun_does_not_fire() -> None:
    assert refusal(may_fire("MachineGun", None, None, 1, 1, inoperative=True)) == "8.3-16"
    assert may_fire("MachineGun", None, None, 1, 1) is None


@pytest.mark.rule("8.3-15", "8.3-16", "8.3-18", "8.3-20")
def test_the_reload_cycle_of_a_machine_gun() -> None:
    """Worked example T8-15: jams in A's turn 3, reloads in 4, fires in 5. A's stamps: 7, 10, 13."""
    third, fourth, fifth = 7, 10, 13
    assert refusal(may_reload("MachineGun", third, third, third)) == "8.3-20"
    assert may_reload("MachineGun", third, fourth, fourth) is None
    assert refusal(may_fire("MachineGun", third, fourth, fourth, fourth)) == "8.3-20"
    assert may_fire("MachineGun", third, fourth, fifth, fifth) is None


@pytest.mark.rule("8.4-46", "8.4-47")
def test_the_reload_cycle_of_a_cannon() -> None:
    """Worked example T8-15: fires in turn 1, reloads in turn 2, fires in turn 3."""
    first, second, third = 1, 4, 7
    assert may_fire("Cannon", None, None, first, first) is None
    assert refusal(may_reload("Cannon", first, first, first)) == "8.4-47"
    assert refusal(may_fire("Cannon", first, None, second, second, loaded=False)) == "8.4-46"
    assert may_reload("Cannon", first, second, second) is None
    assert refusal(may_fire("Cannon", first, second, second, second)) == "8.4-47"
    assert may_fire("Cannon", first, second, third, third) is None


@pytest.mark.rule("8.3-20", "8.4-47")
@pytest.mark.parametrize(("kind", "rule"), [("MachineGun", "8.3-20"), ("Cannon", "8.4-47")])
def test_reloading_in_the_enemys_turn_is_a_house_rule(kind: str, rule: str) -> None:
    """Q8-22. A's turns are 4 and 7; fired in 4, reloaded in 5."""
    assert refusal(may_reload(kind, 4, round_started_on=4, current_turn=5)) == rule
    assert may_reload(kind, 3, round_started_on=4, current_turn=5) is None
    assert may_reload(kind, 4, 4, 5, window="player_turn") is None
    assert refusal(may_reload(kind, 5, 4, 5, window="player_turn")) == rule
    assert may_fire(kind, 4, 5, 7, 7, reload_window="player_turn") is None
    assert refusal(may_fire(kind, 4, 5, 4, 6)) == rule
    quick = {"reload_window": "player_turn", "fire_window": "player_turn"}
    assert may_fire(kind, 4, 5, 4, 6, **quick) is None  # type: ignore[arg-type]
    assert refusal(may_fire(kind, 4, 6, 4, 6, **quick)) == rule  # type: ignore[arg-type]


@pytest.mark.rule("8.3-18", "8.4-47")
def test_a_reload_takes_who_is_at_the_controls() -> None:
    assert may_reload("MachineGun", None, 4, 4) is None
    assert refusal(may_reload("MachineGun", None, 4, 4, at_controls=False)) == "8.3-18"
    assert refusal(may_reload("Cannon", None, 4, 4, at_controls=False)) == "8.4-47"


@pytest.mark.rule("8.3-18")
def test_a_reloaded_machine_gun_is_ready_on_the_following_turn() -> None:
    assert refusal(may_fire("MachineGun", None, 4, 4, 4)) == "8.3-20"
    assert refusal(may_fire("MachineGun", None, 4, 4, 6)) == "8.3-20"
    assert may_fire("MachineGun", None, 6, 7, 7) is None


@pytest.mark.rule("8.4-54", "8.5-05")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("Gun", "8.5-05"), ("MachineGun", "8.5-05"), ("Rocket", "8.5-05"), ("Launcher", "8.4-54")],
)
def test_a_weapon_fires_once_in_a_round(kind: str, rule: str) -> None:
    """Q8-23. A's turns are 4 and 7."""
    assert refusal(may_fire(kind, 4, None, 4, 4)) == rule
    assert refusal(may_fire(kind, 4, None, 4, 5)) == rule
    assert may_fire(kind, 4, None, 7, 7) is None
    assert may_fire(kind, 3, None, 4, 4) is None
    assert may_fire(kind, 4, None, 4, 5, fire_window="player_turn") is None
    assert refusal(may_fire(kind, 5, None, 4, 5, fire_window="player_turn")) == rule


@pytest.mark.rule("8.5-05")
@pytest.mark.parametrize("kind", ["Melee Weapon", "Melee Shield"])
def test_close_combat_weapons_serve_in_every_players_turn(kind: str) -> None:
    assert may_fire(kind, 4, None, 4, 5) is None
    assert refusal(may_fire(kind, 5, None, 4, 5)) == "8.5-05"


@pytest.mark.rule("8.4-46", "8.4-52")
def test_an_empty_chamber_or_loading_area_fires_nothing() -> None:
    assert refusal(may_fire("Cannon", None, None, 1, 1, loaded=False)) == "8.4-46"
    assert refusal(may_fire("Launcher", None, None, 1, 1, loaded=False)) == "8.4-52"
    assert may_fire("Gun", None, None, 1, 1, loaded=False) is None


# racks


@pytest.mark.rule("8.4-48")
def test_ammo_must_fit() -> None:
    rack = {"Shell": RackRounds(3, 5)}
    assert may_chamber(3, rack) is None
    assert refusal(may_chamber(2, rack)) == "8.4-48"
    assert refusal(may_chamber(3, {"Shell": RackRounds(1, 5, fits=False)})) == "8.4-48"


@pytest.mark.rule("8.4-49", "8.4-50", "8.4-58", "8.3-19")
def test_ammo_is_never_used_up_but_payloads_are() -> None:
    assert rounds_left(5, 1, battery=False) == 5
    assert rounds_left(1, 1, battery=False) == 1
    assert rounds_left(12, 3, battery=True) == 9
    assert rounds_left(2, 3, battery=True) == 0


@pytest.mark.rule("8.4-50")
def test_stolen_rounds_are_gone() -> None:
    assert refusal(may_chamber(3, {})) == "8.4-50"
    assert refusal(may_chamber(3, {"Shell": RackRounds(1, 0)})) == "8.4-50"
    assert (
        refusal(may_chamber(3, {"Shell": RackRounds(1, 2), "Fire": RackRounds(1, 0)}, "Fire"))
        == "8.4-50"
    )


@pytest.mark.rule("8.4-49", "8.4-50")
def test_a_shared_rack_serves_as_many_cannons_as_it_holds_rounds() -> None:
    """Q8-61."""
    rack = {"Shell": RackRounds(1, 2)}
    assert may_chamber(3, rack, reloaded_this_round=1) is None
    assert refusal(may_chamber(3, rack, reloaded_this_round=2)) == "Q8-61"
    assert may_chamber(3, rack, reloaded_this_round=9, ammo_per_cannon="any") is None


# Launchers


@pytest.mark.rule("8.4-52")
def test_an_empty_launcher_launches_nothing() -> None:
    assert refusal(may_launch(3)) == "8.4-52"


@pytest.mark.rule("8.4-55")
def test_small_launchers() -> None:
    """Worked example T8-09."""
    assert may_launch(1, explosives=[1]) is None
    assert may_launch(1, objects=[0]) is None
    assert refusal(may_launch(1, objects=[1])) == "8.4-55"
    assert refusal(may_launch(1, explosives=[2])) == "8.4-55"


@pytest.mark.rule("8.4-55")
def test_a_launch_is_either_explosives_or_objects() -> None:
    """Q8-65."""
    assert refusal(may_launch(6, explosives=[1], objects=[0])) == "8.4-55"
    assert may_launch(6, objects=[1, 2, 0]) is None
    assert refusal(may_launch(6, objects=[2, 2])) == "8.4-55"


@pytest.mark.rule("8.4-55")
def test_size_zero_objects_count_by_number() -> None:
    """Q8-64."""
    assert may_launch(2, objects=[0, 0]) is None
    assert refusal(may_launch(2, objects=[0, 0, 0])) == "Q8-64"


@pytest.mark.rule("8.4-53")
def test_loading_is_free_but_for_the_weight_and_the_house() -> None:
    """Q8-63."""
    assert loading(battery=True, heaviest=3, cost="action") == Loading()
    assert loading(battery=False) == Loading()
    assert loading(battery=False, cost="action") == Loading(action=True)
    assert loading(battery=False, heaviest=1) == Loading(half_speed=True)


# throwing


@pytest.mark.rule("8.4-59", "8.4-62")
def test_minifigs_throw_together() -> None:
    """Worked example T8-09: four minifigs are a 2" Launcher, still with a Range of 3"."""
    assert minifig_throw(1) == ThrowLimits(0.5, 3, 0)
    assert minifig_throw(4) == ThrowLimits(2, 3, 1)
    assert minifig_throw(3) == ThrowLimits(1.5, 3, 0)
    assert [max_payload_size(size) for size in (0.5, 1, 2, 3, 4, 6)] == [0, 0, 1, 1, 2, 3]


@pytest.mark.rule("8.4-59")
def test_one_minifig_throws_anything_of_size_zero() -> None:
    """Q8-66: grenades too."""
    assert may_throw(minifig_throw(1), 0) is None
    assert refusal(may_throw(minifig_throw(1), 1)) == "8.4-59"
    assert may_throw(minifig_throw(4), 1) is None


@pytest.mark.rule("8.4-61")
@pytest.mark.parametrize(
    ("size", "throw"),
    [
        (1, ThrowLimits(0.5, 3, 0)),
        (3, ThrowLimits(1.5, 9, 0)),
        (4, ThrowLimits(2, 12, 1)),
        (8, ThrowLimits(4, 24, 2)),
    ],
)
def test_larger_arms_throw_larger_objects(size: int, throw: ThrowLimits) -> None:
    """Q8-67: W is S/2, payload S/4 rounded down, Range 3S."""
    assert creature_throw(size) == throw
