"""KnockBack carried out."""

import pytest

from brikdesk.rules.brikwars.attacks import added_up, weapon_knockback
from brikdesk.rules.brikwars.blast_bands import ArmorResult, against_armor
from brikdesk.rules.brikwars.movement import prevented
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS, KnockBack


@pytest.mark.rule("8.1-19", "8.1-20")
def test_a_hammer_knocks_back_what_is_smaller_than_itself() -> None:
    """Worked example T8-22."""
    assert weapon_knockback(4, 1) == KnockBack(3, disrupts=True)
    assert weapon_knockback(4, 4).inches == 0


@pytest.mark.rule("8.1-24", "X3.2-01")
@pytest.mark.parametrize(
    ("preset", "gun", "inches", "disrupts"),
    [
        ("W-01", "", 0, True),
        ("W-02", "", 1, False),
        ("W-03", "", 1, True),
        ("W-06", "ShotGun", 1, False),
    ],
)
def test_minifig_weapons_knock_minifigs_back_as_listed(
    preset: str, gun: str, inches: int, disrupts: bool
) -> None:
    item = WEAPON_PRESETS[preset]
    listed = {"listed": item.knockback, "disrupts": item.disrupts, "gun": gun}
    assert weapon_knockback(item.size, 1, **listed) == KnockBack(inches, disrupts)  # type: ignore[arg-type]
    assert weapon_knockback(item.size, 2, **listed).inches == 0  # type: ignore[arg-type]


@pytest.mark.rule("5.1-40", "Q8-10")
def test_the_knockback_of_combined_hits_adds_up() -> None:
    assert added_up([KnockBack(3, True), KnockBack(1, False)]) == KnockBack(4, True)
    assert added_up([KnockBack(1, False), KnockBack(0, True)]) == KnockBack(1, False)
    assert added_up([]) == KnockBack(0, False)


@pytest.mark.rule("5.4-31", "A5-52", "A5-53", "X3.2-01")
@pytest.mark.parametrize(
    ("inches", "free", "points"),
    [
        (5, 1, 4),
        (7, 1, 6),
        (2, 0, 2),
        (1, 0, 1),
        (5, None, 0),
        (5, 9, 0),
        (3, 1.5, 1),
    ],
)
def test_a_larger_obstacle_smashes_by_the_inches_it_prevents(
    inches: float, free: float | None, points: int
) -> None:
    """Worked examples T5-34 to T5-38."""
    assert prevented(inches, free) == points


@pytest.mark.rule("5.4-31", "A5-54")
def test_smash_is_judged_with_the_strike_that_caused_it() -> None:
    """Worked example T5-37: damage 3, and 1\" into a wall."""
    assert against_armor(4, [3, prevented(1, 0)]) is ArmorResult.SOMETHING_BAD
    assert against_armor(4, [prevented(2, 0)]) is ArmorResult.NOTHING


@pytest.mark.rule("A5-52")
def test_a_table_may_keep_smash_to_charges() -> None:
    assert prevented(3, 0, bw_smash_all_knockback=False) == 0
