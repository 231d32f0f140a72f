import pytest

from brikdesk.rules.brikwars.fire.catching_fire import (
    burning_attack_dice,
    power_after_fire,
)
from brikdesk.rules.brikwars.fire.fire_kinds import (
    KINDS,
    FireKind,
    ending,
    rules_of,
)
from brikdesk.rules.brikwars.fire.fire_penalty import (
    fire_penalty_dice,
)


@pytest.mark.rule("F.1-43", "F.1-44", "F.1-45", "F.1-46", "F.1-47")
@pytest.mark.parametrize(
    ("kind", "grinds", "grows", "jumps", "needs"),
    [
        (FireKind.FIRE, True, True, True, "flammable"),
        (FireKind.ACID, True, False, False, ""),
        (FireKind.ION, False, False, False, "technological"),
        (FireKind.POISON, True, True, False, "living"),
        (FireKind.VIRUS, True, True, False, "computer"),
    ],
)
def test_every_kind_has_its_row_of_table_f4(
    kind: FireKind, grinds: bool, grows: bool, jumps: bool, needs: str
) -> None:
    row = KINDS[kind]
    assert (row.grinds, row.grows, row.jumps, row.needs) == (grinds, grows, jumps, needs)


@pytest.mark.rule("QF-24")
def test_acid_grinds_unless_the_table_says_otherwise() -> None:
    assert rules_of(FireKind.ACID).grinds
    assert not rules_of(FireKind.ACID, acid_grinds=False).grinds
    assert rules_of(FireKind.FIRE, acid_grinds=False).grinds


@pytest.mark.rule("F.1-48")
def test_an_alternate_kind_may_end_in_something_else() -> None:
    assert ending(FireKind.POISON, "becomes a zombie") == "becomes a zombie"
    assert ending(FireKind.POISON) == "destroyed"
    assert ending(FireKind.FIRE, "becomes a zombie") == "destroyed"
    assert {ending(kind, "a zombie") for kind in FireKind if kind is not FireKind.FIRE} == {
        "a zombie"
    }


@pytest.mark.rule("F.1-49")
@pytest.mark.parametrize(
    ("kind", "die"),
    [
        (FireKind.FIRE, "d4 Fire"),
        (FireKind.ACID, "d4 Acid"),
        (FireKind.ION, "d4 Ion"),
        (FireKind.POISON, "d4 Poison"),
        (FireKind.VIRUS, "d4 Virus"),
    ],
)
def test_victims_of_other_kinds_suffer_and_strike_like_the_burning(
    kind: FireKind, die: str
) -> None:
    assert burning_attack_dice(True, kind=kind) == (die,)
    assert fire_penalty_dice(on_fire=True) == 1
    assert power_after_fire(8, 2) == 6
