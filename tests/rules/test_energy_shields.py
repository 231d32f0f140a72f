import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.fields import (
    SHIELD_POWER,
    FieldKind,
    IncomingDie,
    cancelled,
    check_hazard_dice,
    check_hazard_kind,
    may_use_shield,
    shield_die_against,
    unspent,
)
from brikdesk.rules.refusal import No

SWORD = IncomingDie(6, action=True)


def rule(no: No | None) -> str:
    return no.rule if no else ""


@pytest.mark.rule("F.1-70")
def test_shield_dice_obey_the_field_size_and_may_be_of_any_kind() -> None:
    dice = ("d6 Deflection", "d6 Deflection", "d4 Deflection")
    assert check_hazard_kind(FieldKind.SHIELD, dice) is None
    assert rule(check_hazard_dice(2, dice).refusal) == "F.1-02"
    assert check_hazard_dice(3, dice).refusal is None


@pytest.mark.rule("F.1-72", "QF-47")
def test_dice_meet_their_own_kind_and_action_dice_a_d6() -> None:
    assert [shield_die_against(sides) for sides in (4, 6, 10, 12)] == [4, 6, 10, 12]
    assert [shield_die_against(sides, action=True) for sides in (4, 6, 8, 10)] == [6, 6, 6, 6]


@pytest.mark.rule("F.1-71", "F.1-72", "TF-12")
def test_each_shield_die_takes_one_die_of_its_kind() -> None:
    assert len(cancelled([SWORD] * 3, (6, 6))) == 2
    assert cancelled([IncomingDie(4, "Fire")], (4,)) == (0,)
    assert cancelled([IncomingDie(10, "Exp")], (6, 6, 4)) == ()
    assert cancelled([IncomingDie(6, "Crash"), IncomingDie(4, "Fire")], (4,)) == (1,)


@pytest.mark.rule("QF-46", "F.1-71")
def test_of_a_roll_that_lies_there_the_highest_goes() -> None:
    rolled = [IncomingDie(6, face=2), IncomingDie(6, face=6), IncomingDie(4, face=4)]
    assert cancelled(rolled, (6,)) == (1,)
    assert cancelled(rolled, (6, 6)) == (0, 1)


@pytest.mark.rule("F.1-74", "TF-12")
def test_each_die_is_spent_once_in_a_turn() -> None:
    assert unspent(3, {}, 7) == (0, 1, 2)
    assert unspent(3, {0: 7, 1: 7}, 7) == (2,)
    assert unspent(3, {0: 7, 1: 7}, 8) == (0, 1, 2)


@pytest.mark.rule("F.1-73", "F.1-74", "TF-12")
def test_a_projector_power_and_a_fresh_die_are_needed() -> None:
    assert may_use_shield((0, 1), (0, 1, 2), 6) is None
    assert rule(may_use_shield((0,), (0,), 6, projector_works=False)) == "F.1-73"
    assert rule(may_use_shield((1,), (0, 2), 6)) == "F.1-74"
    assert rule(may_use_shield((0, 0), (0, 2), 6)) == "F.1-74"
    refusal = may_use_shield((0, 1), (0, 1), 1)
    assert refusal is not None
    assert refusal.why == '2" of Power are needed and 1" are left'
    assert SHIELD_POWER == 1


@pytest.mark.rule("F.1-71")
@given(
    st.lists(st.builds(IncomingDie, st.sampled_from([4, 6, 10]), action=st.booleans())),
    st.lists(st.sampled_from([4, 6, 10])),
)
def test_no_shield_die_takes_two(incoming: list[IncomingDie], shield: list[int]) -> None:
    gone = cancelled(incoming, shield)
    assert len(gone) == len(set(gone)) <= len(shield)
    for sides in (4, 6, 10):
        met = sum(
            shield_die_against(incoming[place].sides, action=incoming[place].action) == sides
            for place in gone
        )
        assert met <= shield.count(sides)
