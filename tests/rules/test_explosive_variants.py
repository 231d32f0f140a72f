"""What an Explosive is made of: exchanges, removal order, ties."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.blast_bands import ExplosiveDie, explosion_bands
from brikdesk.rules.brikwars.explosives import (
    Exchange,
    ExplosiveDieKind,
    Tie,
    damage_in_words,
    dice_of,
    leaving,
    makeup_in_words,
)
from brikdesk.rules.brikwars.fields import FieldKind

FIRE, PIERCE = ExplosiveDieKind.FIRE, ExplosiveDieKind.PIERCE
CONCUSSION, EXP, PHASED = (
    ExplosiveDieKind.CONCUSSION,
    ExplosiveDieKind.EXP,
    ExplosiveDieKind.PHASED,
)
EXCHANGES = st.dictionaries(
    st.sampled_from([FIRE, PIERCE, CONCUSSION, PHASED, *FieldKind]), st.integers(0, 3)
)


@pytest.mark.rule("8.1-15")
@pytest.mark.parametrize("size", [0, -1])
def test_an_explosive_has_at_least_one_element(size: int) -> None:
    assert len(dice_of(1)) == 1
    with pytest.raises(BadInput, match="1 element or more"):
        dice_of(size)


@pytest.mark.rule("8.4-02", "8.1-15")
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_a_standard_explosive_rolls_a_d10_for_each_element(size: int) -> None:
    assert dice_of(size) == ((EXP, 10),) * size


@pytest.mark.rule("8.4-36", "8.4-37", "8.4-38", "8.4-39", "8.4-40")
@pytest.mark.parametrize(
    ("kind", "sides", "cost", "damage", "knockback", "concussion", "pierce", "fire"),
    [
        (FIRE, 4, 1, 3, 0, 0, 0, (3,)),
        (PIERCE, 6, 1, 3, 0, 0, 1, ()),
        (CONCUSSION, 6, 1, 0, 0, 3, 0, ()),
        (EXP, 10, 1, 3, 1, 0, 0, ()),
        (PHASED, 12, 2, 3, 0, 0, 0, ()),
    ],
)
def test_table_of_explosive_variants(
    kind: ExplosiveDieKind,
    sides: int,
    cost: int,
    damage: int,
    knockback: int,
    concussion: int,
    pierce: int,
    fire: tuple[int, ...],
) -> None:
    """Table 4, damage rows: die, cost, and what one die showing 3 does in its band."""
    die = ExplosiveDie(3, kind=kind)
    band = explosion_bands([die])[0]
    assert die.sides == sides
    if kind is not EXP:
        assert len(dice_of(3, {kind: 1})) == 1 + 3 - cost
    assert (band.damage, band.knockback, band.concussion) == (damage, knockback, concussion)
    assert (band.pierce, band.fire) == (pierce, fire)


@pytest.mark.rule("8.4-35", "8.4-43")
@pytest.mark.parametrize("kind", list(FieldKind))
def test_a_die_given_for_a_field_is_gone_from_the_roll(kind: FieldKind) -> None:
    """Table 4, field rows: each costs one die and makes no band."""
    assert dice_of(3, {kind: 1}) == ((EXP, 10), (EXP, 10))
    assert explosion_bands([ExplosiveDie(5, kind=k) for k, _ in dice_of(2, {kind: 2})]) == ()


@pytest.mark.rule("8.4-35")
def test_any_mix_can_be_exchanged() -> None:
    assert dice_of(4, {FIRE: 1, PIERCE: 1}) == ((FIRE, 4), (PIERCE, 6), (EXP, 10), (EXP, 10))
    assert dice_of(2, {CONCUSSION: 2}) == ((CONCUSSION, 6), (CONCUSSION, 6))
    assert dice_of(5, {PHASED: 2, FieldKind.SMOKE: 1}) == ((PHASED, 12), (PHASED, 12))


@pytest.mark.rule("8.4-35")
def test_exchanges_leave_the_size_as_it_was() -> None:
    assert makeup_in_words(4, {FIRE: 4}).startswith("X4")


@pytest.mark.rule("8.4-40")
def test_phased_dice_cost_two() -> None:
    assert dice_of(3, {PHASED: 1}) == ((EXP, 10), (PHASED, 12))
    assert dice_of(4, {PHASED: 2}) == ((PHASED, 12), (PHASED, 12))
    with pytest.raises(BadInput, match="cost 2, the Explosive Size is 1"):
        dice_of(1, {PHASED: 1})


@pytest.mark.rule("8.4-35")
@pytest.mark.parametrize(
    ("exchanges", "words"),
    [
        ({FIRE: 3}, "cost 3, the Explosive Size is 2"),
        ({FIRE: 1, FieldKind.SMOKE: 2}, "cost 3, the Explosive Size is 2"),
        ({FIRE: -1}, "fewer than 0"),
        ({EXP: 1}, "need no exchange"),
    ],
)
def test_exchanges_that_do_not_fit_are_refused(exchanges: dict[Exchange, int], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        dice_of(2, exchanges)


@pytest.mark.rule("8.4-35", "8.4-40")
@given(st.integers(1, 9), EXCHANGES)
def test_dice_and_fields_always_cost_exactly_the_explosive_size(
    size: int, exchanges: dict[Exchange, int]
) -> None:
    wanted = sum(count * (1 + (kind is PHASED)) for kind, count in exchanges.items())
    if wanted > size:
        with pytest.raises(BadInput):
            dice_of(size, exchanges)
        return
    rolled = sum(1 + (kind is PHASED) for kind, _ in dice_of(size, exchanges))
    fields = sum(count for kind, count in exchanges.items() if isinstance(kind, FieldKind))
    assert rolled + fields == size


MIXED = [
    ExplosiveDie(6),
    ExplosiveDie(4),
    ExplosiveDie(3, kind=FIRE),
    ExplosiveDie(6, (2,), PIERCE),
]


@pytest.mark.rule("8.4-41", "8.4-42", "Q8-54")
def test_mixed_variant_with_the_pierce_die_removed_first() -> None:
    """Worked example T8-13: X 4 = 2 Exp + 1 Fire + 1 Pierce."""
    bands = explosion_bands(MIXED, order=[3, 0, 1, 2])
    assert [(b.outer, b.damage, b.knockback, b.pierce) for b in bands] == [
        (2, 21, 2, 1),
        (4, 13, 2, 0),
        (6, 7, 1, 0),
        (8, 3, 0, 0),
    ]
    assert [band.fire for band in bands] == [(3,)] * 4


@pytest.mark.rule("8.4-42")
def test_the_attacker_may_remove_the_exp_die_first_instead() -> None:
    bands = explosion_bands(MIXED, order=[0, 3, 1, 2])
    assert [(b.damage, b.knockback, b.pierce) for b in bands] == [
        (21, 2, 1),
        (15, 1, 1),
        (7, 1, 0),
        (3, 0, 0),
    ]


def asked(dice: list[ExplosiveDie], highest_by: str = "face") -> list[Tie]:
    """Return the ties that are asked about while nobody has said anything."""
    ties: list[Tie] = []
    leaving(dice, ties.append, highest_by=highest_by)
    return ties


@pytest.mark.rule("8.4-42")
def test_the_tie_that_the_attacker_decides_is_named() -> None:
    assert asked(MIXED) == [Tie(0, 0, 6, (3, 0))]
    assert asked([ExplosiveDie(6), ExplosiveDie(6)]) == []
    assert asked(MIXED, "face_plus_bonus") == []
    assert asked([*MIXED, ExplosiveDie(3)]) == [Tie(0, 0, 6, (3, 0)), Tie(1, 0, 3, (2, 4))]


@pytest.mark.rule("8.4-42")
def test_each_of_three_kinds_is_asked_about_until_one_is_left() -> None:
    dice = [ExplosiveDie(2, kind=kind) for kind in (FIRE, PIERCE, EXP, EXP)]
    ties: list[Tie] = []

    def exp_last(tie: Tie) -> int:
        ties.append(tie)
        return tie.dice[-2]

    assert leaving(dice, exp_last) == (1, 0, 3, 2)
    assert [(tie.turn, tie.dice) for tie in ties] == [(0, (0, 1, 2)), (1, (0, 2))]


def says_all(dice: list[ExplosiveDie], highest_by: str) -> set[tuple[int, ...]]:
    """Return every order that some answers of the attacker give."""
    found: set[tuple[int, ...]] = set()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        said = waiting.pop()
        ties: list[Tie] = []

        def answer(tie: Tie, said: tuple[int, ...] = said, ties: list[Tie] = ties) -> int | None:
            ties.append(tie)
            return said[len(ties) - 1] if len(ties) <= len(said) else None

        order = leaving(dice, answer, highest_by=highest_by)
        if len(ties) > len(said):
            waiting += [(*said, each) for each in ties[len(said)].dice]
        else:
            found.add(order)
    return found


@pytest.mark.rule("8.4-41", "8.4-42", "Q8-48")
@given(
    st.lists(
        st.builds(
            ExplosiveDie,
            st.integers(3, 4),
            st.sampled_from([(), (), (1,)]),
            st.sampled_from(list(ExplosiveDieKind)),
        ),
        max_size=5,
    ),
    st.sampled_from(["face", "face_plus_bonus"]),
)
def test_the_attacker_may_choose_every_order_that_the_rules_allow_and_no_other(
    dice: list[ExplosiveDie], highest_by: str
) -> None:
    def high(die: ExplosiveDie) -> int:
        return die.points if highest_by == "face_plus_bonus" else die.face

    def allowed(first: ExplosiveDie, later: ExplosiveDie) -> bool:
        if high(first) != high(later):
            return high(first) > high(later)
        return first.kind is not later.kind or first.points >= later.points

    def shown(order: tuple[int, ...]) -> tuple[tuple[ExplosiveDieKind, int, int], ...]:
        """Show the dice in this order; two of one kind, height and sum make no difference."""
        return tuple((dice[i].kind, high(dice[i]), dice[i].points) for i in order)

    every = {
        shown(order)
        for order in permutations(range(len(dice)))
        if all(allowed(dice[i], dice[j]) for n, i in enumerate(order) for j in order[n + 1 :])
    }
    assert {shown(order) for order in says_all(dice, highest_by)} == every


@pytest.mark.rule("8.4-35")
@pytest.mark.parametrize(
    ("size", "exchanges", "words"),
    [
        (3, {}, "X3 = 3 Exp"),
        (4, {FIRE: 1, PIERCE: 1}, "X4 = 2 Exp + 1 Fire + 1 Pierce"),
        (3, {PHASED: 1}, "X3 = 1 Exp + 1 Phased"),
        (2, {FieldKind.SMOKE: 2}, "X2 = 2 Smoke"),
        (2, {CONCUSSION: 1, FIRE: 0}, "X2 = 1 Exp + 1 Concussion"),
    ],
)
def test_an_explosive_in_one_line(size: int, exchanges: dict[Exchange, int], words: str) -> None:
    assert makeup_in_words(size, exchanges) == words


@pytest.mark.rule("8.4-29")
@pytest.mark.parametrize(
    ("size", "exchanges", "added", "flat", "words"),
    [
        (2, {}, ["1d4 Fire"], 1, "2d10 Exp + 1d4 Fire + 1"),
        (4, {FIRE: 1, CONCUSSION: 2}, [], -1, "1d10 Exp + 1d4 Fire + 2d6 KnockBack − 1"),
        (1, {}, [], 0, "1d10 Exp"),
    ],
)
def test_a_damage_rating_in_words(
    size: int, exchanges: dict[Exchange, int], added: list[str], flat: int, words: str
) -> None:
    assert damage_in_words(dice_of(size, exchanges), added, flat) == words
