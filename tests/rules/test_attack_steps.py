"""The three steps of an attack."""

import pytest

from brikdesk.dice import RollKind
from brikdesk.rules.brikwars.attacks import Modifiers, modified, needed_natural
from tests.dice.rolled import resolve


@pytest.mark.rule("5.1-09", "5.1-26")
@pytest.mark.parametrize(
    ("use", "modifier", "natural"),
    [(3, 0, 3), (3, -7, 10), (3, -5, 8), (2, 4, 2), (4, 1, 3), (0, 0, 2)],
)
def test_the_natural_number_that_hits(use: int, modifier: int, natural: int) -> None:
    """The second and third are T5-02, the fourth T5-12: a 1 misses in spite of +4."""
    assert needed_natural(use, modifier) == natural
    for face in range(1, 13):
        hits = resolve(RollKind.ACTION, (12,), (face,), bonus=modifier).reaches(use)
        assert hits is (face >= natural)


@pytest.mark.rule("5.1-02", "5.1-25")
def test_modifiers_change_action_range_and_damage_and_penalties_never_range() -> None:
    terms = [("action", -2), ("damage", -1), ("range", 3), ("action", 1), ("damage", 4)]
    assert modified(terms) == Modifiers(action=-1, range=3, damage=3)
    assert modified([]) == Modifiers()
    assert modified([("range", 0), ("range", 1)]) == Modifiers(range=1)
    with pytest.raises(ValueError, match="shortens Range"):
        modified([("range", -1)])
    with pytest.raises(ValueError, match="no step"):
        modified([("armor", 1)])
