"""How long fires last, against every Burning Roll thrown out, and by hand."""

from itertools import product

import pytest

from brikdesk.odds import BurningDie, BurningOrder, fire_life
from brikdesk.rules.brikwars.burning import burn
from brikdesk.rules.brikwars.fire_kinds import FireKind
from brikdesk.rules.brikwars.fire_odds import fire_odds, minifig_fire_odds


def thrown_out(
    kind: FireKind, size: int, weight_class: int, fire: int, turns: int, burn_order: str
) -> tuple[list[float], list[float], list[float]]:
    """Every Burning Roll of a fire, turn by turn."""
    now = {fire: 1.0}
    out, grinding, inches = [], [0.0], []
    for _ in range(turns):
        after: dict[int, float] = {}
        ground = 0.0
        for left, chance in now.items():
            for faces in product((1, 2, 3, 4), repeat=left):
                done = burn(size, weight_class, left, faces, kind, burn_order=burn_order)
                share = chance / 4**left
                after[done.fire_size] = after.get(done.fire_size, 0.0) + share
                ground += share * done.grinding
        now = after
        out.append(now.get(0, 0.0))
        grinding.append(grinding[-1] + ground)
        inches.append(sum(left * chance for left, chance in now.items()))
    return out, grinding[1:], inches


@pytest.mark.rule("F.1-31", "F.1-32", "F.1-33", "F.1-34", "F.1-44", "F.1-45", "QF-01")
@pytest.mark.parametrize("burn_order", list(BurningOrder))
@pytest.mark.parametrize("kind", list(FireKind))
@pytest.mark.parametrize(
    ("size", "weight_class", "fire"),
    [(1, 0, 1), (4, 0, 2), (4, 2, 4), (3, 3, 5), (2, 4, 2), (4, 1, 0)],
)
def test_a_fire_lives_as_long_as_its_burning_rolls_let_it(
    kind: FireKind, size: int, weight_class: int, fire: int, burn_order: str
) -> None:
    found = fire_odds(kind, size, weight_class, fire, 3, burn_order=burn_order)
    out, grinding, inches = thrown_out(kind, size, weight_class, fire, 3, burn_order)
    assert found.out == pytest.approx(out, abs=1e-12)
    assert found.grinding == pytest.approx(grinding, abs=1e-12)
    assert found.inches == pytest.approx(inches, abs=1e-12)


@pytest.mark.rule("8.3-33", "8.3-34")
def test_a_minifig_burns_until_a_one() -> None:
    found = minifig_fire_odds(3)
    assert found.out == pytest.approx((1 / 4, 7 / 16, 37 / 64))
    assert found.grinding == pytest.approx((3 / 4, 3 / 4 + 9 / 16, 3 / 4 + 9 / 16 + 27 / 64))


@pytest.mark.rule("QF-05")
def test_nothing_feeds_on_weight_class_four() -> None:
    found = fire_odds(FireKind.FIRE, 10, 4, 10)
    assert found.out == (1, 1, 1, 1, 1, 1)
    assert found.grinding[-1] == 0


@pytest.mark.rule("QF-24")
def test_acid_can_be_harmless() -> None:
    assert fire_odds(FireKind.ACID, 4, 0, 2, 1).grinding == pytest.approx((1.5,))
    assert fire_odds(FireKind.ACID, 4, 0, 2, 1, acid_grinds=False).grinding == (0,)


def test_a_large_fire_is_told_for_many_turns() -> None:
    found = fire_odds(FireKind.FIRE, 20, 2, 20, 12)
    assert list(found.out) == sorted(found.out)
    assert all(0 <= chance <= 1 for chance in found.out)
    assert found.inches[0] < 20


def test_a_fire_of_less_than_nothing_is_a_mistake() -> None:
    with pytest.raises(ValueError, match='no fire of -1"'):
        fire_life(-1, 1, 1, lambda face: BurningDie(-1, 0))
