from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.fields import (
    DICE_OPTIONS,
    ExchangedDie,
    FieldHazard,
    FieldKind,
    check_hazard_dice,
    check_hazard_kind,
    dice_remover,
    exposure_damage,
    fields_from_explosive,
    reaches,
    shrink,
    shrink_clock,
)
from brikdesk.rules.turn import Edge, due

A, B = 1, 2
D6, FIRE = "d6 Damage", "d4 Fire"


def shrinks(owner: int, since: int, player: int, turn: int) -> bool:
    clock = shrink_clock(owner, since)
    return clock is not None and due(clock, player, Edge.START, turn)


@pytest.mark.rule("F.0-01")
def test_a_field_hazard_is_an_area_and_what_happens_in_it() -> None:
    river = FieldHazard(FieldKind.TERRAIN, 6, ("d6 Move",))
    assert (river.kind, river.field_size, river.dice) == (FieldKind.TERRAIN, 6, ("d6 Move",))


@pytest.mark.rule("F.0-04", "F.0-07")
def test_field_size_is_a_diameter_and_the_hazard_equally_strong_all_over() -> None:
    assert [reaches(4, inches) for inches in (0, 1, 2, 2.1)] == [True, True, True, False]


@pytest.mark.rule("F.1-01", "F.1-10")
@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [
        (FieldKind.SMOKE, "Smoke", ()),
        (FieldKind.EXPOSURE, "Exposure Damage", (D6, FIRE)),
        (FieldKind.TERRAIN, "Difficult Terrain", ("d6 Move",)),
        (FieldKind.CONCEALED, "Concealed Hazard", (D6, FIRE, "d10 Exp", "d6 Move")),
        (FieldKind.SHIELD, "Energy Shield", None),
    ],
)
def test_each_kind_of_field_has_its_dice(
    kind: FieldKind, name: str, options: tuple[str, ...] | None
) -> None:
    assert (kind.value, DICE_OPTIONS[kind]) == (name, options)
    for die in (D6, FIRE, "d10 Exp", "d6 Move", "d12 Phased"):
        refusal = check_hazard_kind(kind, (die,))
        if options is None or die in options:
            assert refusal is None
        else:
            assert refusal is not None
            assert refusal.rule == "F.1-01"


@pytest.mark.rule("F.1-02")
@pytest.mark.parametrize(
    ("field_size", "count", "fits"), [(2, 2, True), (1, 2, False), (0, 0, True)]
)
def test_a_field_never_has_more_dice_than_inches(field_size: int, count: int, fits: bool) -> None:
    refusal = check_hazard_dice(field_size, (6,) * count).refusal
    assert (refusal is None) is fits
    if refusal is not None:
        assert refusal.rule == "F.1-02"


@pytest.mark.rule("F.1-03", "QF-32")
def test_more_than_three_dice_are_warned_of_but_not_refused() -> None:
    assert check_hazard_dice(9, (6, 6, 6)).warning is None
    four = check_hazard_dice(9, (6, 6, 6, 6))
    assert four.refusal is None
    assert four.warning is not None
    assert four.warning.rule == "F.1-03"


@pytest.mark.rule("F.1-04", "8.4-44", "TF-09")
def test_an_exposure_field_shrinks_turn_by_turn() -> None:
    """Derived case TF-09: 4" with two dice, made in A's turn 1."""
    size, history = 4, []
    dice: tuple[int, ...] = (6, 6)
    for _ in range(4):
        after = shrink(size, dice)
        size, dice = after.field_size, after.dice
        history.append((size, dice, after.removed, after.gone))
    assert history == [
        (3, (6, 6), (), False),
        (2, (6, 6), (), False),
        (1, (6,), (6,), False),
        (0, (), (6,), True),
    ]


@pytest.mark.rule("8.4-44", "Q8-58", "TF-09", "T8-23")
@pytest.mark.parametrize("made", [1, 2])
def test_a_field_shrinks_at_the_attackers_later_turn_starts_only(made: int) -> None:
    """A has the turns 1, 3, 5, B has 2, 4: made in A's turn 1 or in B's after it."""
    assert not shrinks(A, made, A, 1)
    assert not shrinks(A, made, B, 2)
    assert shrinks(A, made, A, 3)
    assert not shrinks(A, 3, A, 3)
    assert not shrinks(A, 3, B, 4)
    assert shrinks(A, 3, A, 5)


@pytest.mark.rule("Q8-58")
def test_a_field_made_while_a_turn_starts_waits_for_the_next_one() -> None:
    assert not shrinks(A, 3, A, 3)
    assert shrinks(A, 3, A, 5)


@pytest.mark.rule("8.4-44")
def test_a_field_of_the_landscape_does_not_shrink() -> None:
    assert shrink_clock(None, 1) is None


@pytest.mark.rule("F.1-04", "QF-19")
def test_of_mixed_dice_somebody_must_choose_which_go() -> None:
    asked = shrink(3, (6, 4, 6))
    assert (asked.field_size, asked.dice, asked.removed, asked.to_choose) == (2, (6, 4, 6), (), 1)
    assert shrink(3, (6, 4, 6), chosen=(4,)).dice == (6, 6)
    assert shrink(3, (6, 4, 6), chosen=(6,)).dice == (4, 6)
    assert shrink(3, (6, 4, 6), inches=3).gone


@pytest.mark.rule("QF-19")
@pytest.mark.parametrize("chosen", [(10,), (4, 6), (4, 4)])
def test_dice_that_cannot_go_are_no_choice(chosen: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="must go"):
        shrink(3, (6, 4, 6), chosen=chosen)


@pytest.mark.rule("F.1-04")
def test_dice_may_be_named_by_their_labels() -> None:
    after = shrink(3, (D6, FIRE, D6), inches=2, chosen=(D6, FIRE))
    assert (after.dice, after.removed, after.gone) == ((D6,), (D6, FIRE), False)


@pytest.mark.rule("QF-19")
def test_who_made_the_field_picks_the_dice_that_go_unless_the_referee_does() -> None:
    assert dice_remover(A) == A
    assert dice_remover(None) is None
    assert dice_remover(A, "referee") is None


@pytest.mark.rule("F.1-02", "F.1-04")
@given(st.integers(0, 12), st.lists(st.sampled_from([4, 6, 10]), max_size=8), st.integers(0, 12))
def test_a_smaller_field_always_holds_its_dice_and_loses_none_without_need(
    size: int, dice: list[int], inches: int
) -> None:
    after = shrink(size, dice, inches)
    if after.to_choose:
        after = shrink(size, dice, inches, chosen=dice[: after.to_choose])
    assert after.field_size == max(0, size - inches)
    assert len(after.dice) == min(len(dice), after.field_size)
    assert Counter(after.dice) + Counter(after.removed) == Counter(dice)
    assert after.gone is (after.field_size == 0)


@pytest.mark.rule("8.4-43", "T8-23")
@pytest.mark.parametrize(
    ("kind", "die", "count", "field_size"),
    [
        (FieldKind.EXPOSURE, D6, 4, 8),
        (FieldKind.SMOKE, "", 2, 8),
        (FieldKind.TERRAIN, "d6 Move", 1, 3),
        (FieldKind.SMOKE, "", 1, 4),
        (FieldKind.EXPOSURE, FIRE, 1, 2),
        (FieldKind.CONCEALED, "d10 Exp", 2, 6),
        (FieldKind.SHIELD, "d6", 1, 3),
    ],
)
def test_an_explosive_leaves_a_field_of_the_dice_given_for_it(
    kind: FieldKind, die: str, count: int, field_size: int
) -> None:
    """Derived case T8-23 and every row of the table: inches for each die, one die for each die."""
    dice = (die,) * count if die else ()
    (field,) = fields_from_explosive((ExchangedDie(kind, die),) * count, attacker=A)
    assert field == FieldHazard(kind, field_size, dice, owner=A)
    assert check_hazard_dice(field.field_size, field.dice).refusal is None


@pytest.mark.rule("8.4-44", "T8-23")
def test_the_field_of_an_explosive_of_four_loses_dice_below_four_inches() -> None:
    field = fields_from_explosive((ExchangedDie(FieldKind.EXPOSURE, D6),) * 4)[0]
    assert shrink(field.field_size, field.dice, inches=4).dice == (D6,) * 4
    assert shrink(field.field_size, field.dice, inches=5).dice == (D6,) * 3


@pytest.mark.rule("8.4-43", "Q8-56")
def test_dice_of_one_kind_make_one_field_and_each_kind_its_own() -> None:
    smoke = ExchangedDie(FieldKind.SMOKE)
    made = fields_from_explosive(
        (ExchangedDie(FieldKind.EXPOSURE, D6), smoke, ExchangedDie(FieldKind.EXPOSURE, FIRE), smoke)
    )
    assert made == (
        FieldHazard(FieldKind.EXPOSURE, 4, (D6, FIRE)),
        FieldHazard(FieldKind.SMOKE, 8),
    )


@pytest.mark.rule("QF-25", "8.4-44")
def test_a_field_of_fire_from_an_explosive_shrinks_like_any_other_and_can_ignite() -> None:
    field = fields_from_explosive((ExchangedDie(FieldKind.EXPOSURE, FIRE),), attacker=A)[0]
    assert field.kind is FieldKind.EXPOSURE
    assert shrinks(field.owner, 1, A, 3)
    assert exposure_damage((4,), (3,)).fire_faces == (3,)
