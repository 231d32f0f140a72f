from collections.abc import Sequence

import pytest

from brikdesk.rules.brikwars.fire import (
    burn,
    burning_clock,
    driver,
    driver_after_capture,
    has_own_turn,
)
from brikdesk.rules.turn import Edge, due

A, B, C = 1, 2, 3


def totals(size: int, weight_class: int, fire: int, faces: Sequence[int]) -> tuple[int, int, int]:
    result = burn(size, weight_class, fire, faces)
    return result.fire_size, result.grinding, result.overflow


@pytest.mark.rule("F.1-31", "QF-09", "TF-08")
def test_a_burning_neutral_hut_burns_at_the_setters_turn_starts() -> None:
    assert driver(owner=None, setter=A, current=B) == A


@pytest.mark.rule("F.1-31", "QF-10", "TF-08")
def test_a_manned_tank_burns_in_its_owners_turn_and_an_empty_one_in_the_setters() -> None:
    manned = has_own_turn(has_mind=False, crewed=True)
    empty = has_own_turn(has_mind=False, crewed=False)
    assert driver(owner=B, setter=A, current=A, own_turn=manned) == B
    assert driver(owner=B, setter=A, current=A, own_turn=empty) == A
    assert has_own_turn(has_mind=True)
    assert not has_own_turn(has_mind=False)
    assert driver(owner=B, setter=A, current=A) == B


@pytest.mark.rule("QF-10")
def test_a_table_may_let_empty_vehicles_burn_in_their_owners_turn() -> None:
    owned = has_own_turn(has_mind=False, crewed=False, owned_inanimate_driver="owner")
    assert driver(owner=B, setter=A, current=A, own_turn=owned) == B
    assert driver(owner=None, setter=A, current=C, own_turn=owned) == A


@pytest.mark.rule("QF-09", "TF-08")
def test_fire_from_lightning_burns_in_the_turn_of_whoever_was_current() -> None:
    assert driver(owner=None, setter=None, current=C) == C


@pytest.mark.rule("QF-09")
def test_in_place_of_a_player_who_is_out_the_next_in_order_rolls() -> None:
    order = (A, B, C)
    assert driver(owner=None, setter=B, current=A, order=order, out={B}) == C
    assert driver(owner=None, setter=C, current=A, order=order, out={B, C}) == A
    assert driver(owner=None, setter=None, current=A, order=order, out={A}) == B
    assert driver(owner=None, setter=A, current=B, order=order, out={B}) == A
    assert driver(owner=None, setter=A, current=A, order=order, out={A, B, C}) == A
    assert driver(owner=None, setter=A, current=A, order=(), out={A}) == A


@pytest.mark.rule("QF-11")
def test_an_owners_fire_follows_the_capture_and_a_setters_fire_stays() -> None:
    assert driver_after_capture(driver=B, old_owner=B, new_owner=C) == C
    assert driver_after_capture(driver=A, old_owner=B, new_owner=C) == A
    assert driver_after_capture(driver=B, old_owner=B, new_owner=None) == B


@pytest.mark.rule("F.1-31", "QF-27", "TF-08")
def test_the_barn_that_the_hut_lit_rolls_first_at_the_next_turn_of_its_driver() -> None:
    """The hut burns at the start of turn 4 of the campaign, A's; B has turn 5, A turn 6."""
    assert due(burning_clock(driver=A, since=2), A, Edge.START, 4)
    assert not due(burning_clock(driver=A, since=4), A, Edge.START, 4)
    assert not due(burning_clock(driver=A, since=4), B, Edge.START, 5)
    assert due(burning_clock(driver=A, since=4), A, Edge.START, 6)
