import pytest

from brikdesk.rules.brikwars.fire import KINDS, FireKind, ending, rules_of


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
