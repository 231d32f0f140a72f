import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.errors import BadInput
from brikdesk.rules.refusal import No
from brikdesk.rules.scifi.weapons import (
    LIMITS,
    UNIT_NAMES,
    Ammunition,
    Holder,
    Store,
    adjust,
    ammunition,
    fire,
    lose,
    may_fire,
    number_asked,
    stocked,
)
from tests.rules.scifi.new_turns import store_new_turn


def pod(rockets: int = 7) -> Store:
    return stocked(Holder.POD, {"rocket": rockets})


def fire_all_it_may(store: Store) -> Store:
    while may_fire(store) is None:
        store = fire(store)
    return store


@pytest.mark.rule("12-59", "12-60", "12-64", "TC-14", "TC-15")
def test_a_battledrone_fires_its_pod_of_seven_within_four_turns() -> None:
    store, fired, left, gone = pod(), [], [], []
    for _ in range(4):
        store = fire_all_it_may(store_new_turn(store))
        fired.append(store.fired_this_turn)
        left.append(store.remaining)
        gone.append(store.expended)
    assert (fired, left) == ([2, 2, 2, 1], [5, 3, 1, 0])
    assert gone == [False, False, False, True]
    refused = No("12-60", "Expended, nothing is left")
    assert may_fire(store) == refused  # a second rocket in turn 4
    assert may_fire(store_new_turn(store)) == refused  # any rocket in turn 5


@pytest.mark.rule("12-59", "S-12", "TC-16")
def test_a_third_rocket_in_a_turn_is_refused() -> None:
    store = store_new_turn(fire_all_it_may(pod()))
    store = fire(fire(store))
    assert may_fire(store) == No("12-59", "It fired 2 this turn")
    assert (store.remaining, store.fired_this_turn) == (3, 2)
    assert may_fire(fire(store_new_turn(store))) is None  # one may leave it at one


@pytest.mark.rule("12-61", "TC-17")
def test_each_of_two_pods_has_its_own_limit() -> None:
    vehicle = [fire_all_it_may(pod()), fire_all_it_may(pod())]
    assert [store.fired_this_turn for store in vehicle] == [2, 2]


@pytest.mark.rule("12-89", "12-90", "TC-18")
def test_a_new_turn_leaves_the_rounds_alone() -> None:
    store = store_new_turn(fire(fire(pod())))
    assert (store.fired_this_turn, store.remaining, store.loaded) == (0, 5, 7)
    assert store_new_turn(store) == store


@pytest.mark.rule("12-65", "TC-19")
def test_a_mini_rocket_launcher_fires_one_pulse_a_turn() -> None:
    store, left = stocked(Holder.PULSES, {"pulse": 3}), []
    for _ in range(3):
        store = fire(store_new_turn(store))
        left.append(store.remaining)
        again = may_fire(store)
        assert again is not None
        assert again.rule == ("12-60" if store.expended else "12-52")
    assert left == [2, 1, 0]
    assert may_fire(store_new_turn(store)) == No("12-60", "Expended, nothing is left")


@pytest.mark.rule("12-66", "TC-20")
def test_a_mini_rocket_launcher_without_pulses_asks_for_them() -> None:
    store = stocked(Holder.PULSES, {})
    asked = number_asked(store)
    assert asked is not None
    assert (asked.rule, asked.words, asked.suggested) == ("12-66", "How many pulses?", None)
    assert may_fire(store) == No("12-66", "It is not known how many pulses it has")
    assert not store.expended
    assert number_asked(stocked(Holder.PULSES, {"pulse": 0})) is None


@pytest.mark.rule("12-67", "S-30", "TC-21")
def test_a_grenade_that_misses_is_gone() -> None:
    store = fire(stocked(Holder.ITEMS, {"grenade": 2}))
    assert store.remaining == 1
    last = fire(store_new_turn(store))
    assert may_fire(store_new_turn(last)) == No("12-67", "Expended, nothing is left")
    asked = number_asked(stocked(Holder.ITEMS, {}))
    assert asked is not None
    assert (asked.rule, asked.suggested) == ("12-67", 1)


@pytest.mark.rule("12-62", "12-63", "12-64", "12-65", "12-67", "S-31")
@pytest.mark.parametrize(
    ("nature", "holder", "counted", "kind"),
    [
        ("energy", None, False, Ammunition.UNLIMITED),
        ("energy", None, True, Ammunition.UNLIMITED),
        ("projectile", None, False, Ammunition.UNLIMITED),
        ("projectile", None, True, Ammunition.LIMITED),
        ("warhead", Holder.POD, False, Ammunition.LIMITED),
        ("warhead", Holder.RACK, False, Ammunition.LIMITED),
        ("warhead", Holder.LAUNCHER, False, Ammunition.LIMITED),
        ("", Holder.PULSES, False, Ammunition.LIMITED),
        ("warhead", Holder.ITEMS, False, Ammunition.EXPENDABLE),
    ],
)
def test_kinds_of_ammunition(
    nature: str, holder: Holder | None, counted: bool, kind: Ammunition
) -> None:
    assert ammunition(nature, holder, count_all=True, counted=counted) is kind
    if nature == "projectile":
        assert ammunition(nature, holder, counted=counted) is Ammunition.UNLIMITED


@pytest.mark.rule("12-59", "12-61", "S-13")
def test_limits_and_words_of_every_holder() -> None:
    assert {holder.value: limit for holder, limit in LIMITS.items()} == {
        "pod": 2, "rack": 2, "launcher": 1, "pulses": 1, "items": 1, "magazine": None,
    }  # fmt: skip
    assert UNIT_NAMES[Holder.RACK] == "missile"
    assert set(UNIT_NAMES) == set(Holder)


@pytest.mark.rule("S-13", "12-52")
def test_a_single_tube_fires_once() -> None:
    store = fire(stocked(Holder.LAUNCHER, {"rocket": 4}))
    assert may_fire(store) == No("12-52", "It fired 1 this turn")


@pytest.mark.rule("12-53")
def test_twin_launchers_share_a_store_and_fire_once_each() -> None:
    twin = fire_all_it_may(stocked(Holder.LAUNCHER, {"rocket": 4}, count=2))
    assert (twin.fired_this_turn, twin.remaining) == (2, 2)
    assert stocked(Holder.POD, {"rocket": 7}, count=2).limit == 2


@pytest.mark.rule("12-80", "S-17")
def test_special_fire_goes_beyond_one_but_not_beyond_the_two_of_a_pod() -> None:
    tube = fire(stocked(Holder.LAUNCHER, {"rocket": 4}))
    assert may_fire(tube, times=2) is None
    assert may_fire(fire(tube), times=2) is not None
    full = fire(fire(pod()))
    assert may_fire(full, times=2) == No("12-59", "It fired 2 this turn")
    assert may_fire(full, times=2, over_pod_limit=True) is None
    assert may_fire(fire(fire(full)), times=2, over_pod_limit=True) is not None


@pytest.mark.rule("12-76", "TC-48")
def test_what_is_lost_was_not_fired() -> None:
    store = lose(stocked(Holder.LAUNCHER, {"rocket": 4}))
    assert (store.remaining, store.loads[0].lost, store.loads[0].fired) == (0, 4, 0)
    assert store.expended


@pytest.mark.rule("12-64", "12-68", "TC-50")
def test_the_sum_of_a_pod_is_what_was_loaded() -> None:
    store = fire(store_new_turn(fire(fire(pod()))))
    store = adjust(store, 1)
    load = store.loads[0]
    assert (load.loaded, load.remaining, load.fired, load.lost, load.adjusted) == (7, 3, 3, 0, 1)


@pytest.mark.rule("12-68")
def test_only_the_referee_puts_rounds_back_and_never_more_than_were_loaded() -> None:
    store = adjust(fire(fire(pod())), -1)
    assert (store.remaining, store.loads[0].adjusted) == (6, -1)
    for wrong, left in ((-2, "8"), (7, "-1")):
        with pytest.raises(BadInput, match=f"{left} of 7 cannot remain, type 0 to 7"):
            adjust(store, wrong)
    assert adjust(store, 6).expended
    with pytest.raises(BadInput, match="no missile"):
        adjust(store, 1, "missile")


def test_a_mixed_rack_names_what_it_fires() -> None:
    rack = stocked(Holder.RACK, {"nuclear": 1, "hailstorm": 2})
    rack = fire(rack, "nuclear")
    assert [(load.name, load.remaining) for load in rack.loads] == [
        ("nuclear", 0),
        ("hailstorm", 2),
    ]
    assert may_fire(rack, "nuclear") == No("12-60", "No nuclear is left")
    assert may_fire(rack, "vaporshock") == No("12-60", "No vaporshock is left")
    assert may_fire(rack) is None
    assert fire(rack).loads[1].remaining == 1
    assert rack.counters == (3, 1, 2, False)
    assert adjust(rack, 2, "hailstorm").expended


def test_what_is_not_there_is_neither_fired_nor_loaded() -> None:
    with pytest.raises(ValueError, match="no rocket to fire"):
        fire(stocked(Holder.POD, {}), "rocket")
    with pytest.raises(ValueError, match="no rocket to fire"):
        fire(stocked(Holder.POD, {"rocket": 0}), "rocket")


@pytest.mark.rule("12-60", "12-64", "12-90")
@given(st.integers(0, 9), st.lists(st.sampled_from(["fire", "turn", "take", "back", "lose"])))
def test_nothing_that_happens_breaks_the_sum(rockets: int, events: list[str]) -> None:
    store = pod(rockets)
    for event in events:
        if event == "fire" and may_fire(store) is None:
            store = fire(store)
        elif event == "turn":
            store = store_new_turn(store)
        elif event == "lose":
            store = lose(store)
        elif event in ("take", "back"):
            by = 1 if event == "take" else -1
            if 0 <= store.remaining - by <= rockets:
                store = adjust(store, by)
        load = store.loads[0]
        assert load.loaded == rockets == store.remaining + load.fired + load.lost + load.adjusted
        assert 0 <= store.remaining <= rockets
        assert 0 <= store.fired_this_turn <= 2
