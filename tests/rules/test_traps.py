import pytest

from brikdesk.dice import action_kind
from brikdesk.rules.brikwars.traps_and_scouts import (
    MOST_CANDIDATES,
    armed_after,
    may_reset,
    may_spring,
    trap_die,
    trigger_die,
)
from brikdesk.rules.refusal import No
from tests.dice.rolled import resolve


def rule(no: No | None) -> str:
    return no.rule if no else ""


@pytest.mark.rule("F.2-06")
@pytest.mark.parametrize("count", range(2, MOST_CANDIDATES + 1))
def test_a_die_finds_the_real_trigger_with_the_same_chance_for_each(count: int) -> None:
    die = trigger_die(count)
    assert die is not None
    found = [die.finds(face) for face in range(1, die.sides + 1)]
    counted = [each for each in found if each is not None]
    assert sum(counted) * count == len(counted)


@pytest.mark.rule("F.2-06")
def test_the_last_possible_trigger_needs_no_die() -> None:
    assert trigger_die(1) is None
    six = trigger_die(6)
    assert six is not None
    assert [six.sides, six.finds(1), six.finds(2)] == [6, True, False]
    for count in (0, MOST_CANDIDATES + 1):
        with pytest.raises(ValueError, match="possible triggers"):
            trigger_die(count)


@pytest.mark.rule("F.2-09", "TF-15")
def test_a_weapon_trap_is_spent_until_a_technician_resets_it() -> None:
    assert may_spring(armed=True) is None
    assert not armed_after(smart=False)
    assert rule(may_spring(armed=False, sprung_in=3, current_turn=8)) == "F.2-09"
    assert may_reset(minifig=True, technician=True, armed=False) is None
    for minifig, technician, armed in ((0, 1, 0), (1, 0, 0), (1, 1, 1)):
        no = may_reset(minifig=bool(minifig), technician=bool(technician), armed=bool(armed))
        assert rule(no) == "F.2-09"


@pytest.mark.rule("F.2-10", "TF-15")
def test_a_weapon_trap_rolls_a_d4_that_earns_a_bonus_die() -> None:
    sides = trap_die()
    assert sides == trap_die(action_die=8) == 4
    roll = resolve(action_kind(sides), (sides,), (4, 3))
    assert roll.total == 7


@pytest.mark.rule("F.2-11")
def test_a_smart_weapon_has_a_larger_die_and_attacks_once_every_turn() -> None:
    assert trap_die(smart=True, action_die=8) == 8
    assert armed_after(smart=True)
    assert rule(may_spring(armed=True, smart=True, sprung_in=5, current_turn=5)) == "F.2-11"
    assert may_spring(armed=True, smart=True, sprung_in=5, current_turn=6) is None
