"""A slip of the finger in a list that takes other words too: the name that was meant comes first."""

import pytest

from ui.models.picks import OwnWords, PickRow, PickRowsModel

ROWS = tuple(PickRow(name, name) for name in ("Lampwoman Glow", "Audit Drone", "Trooper"))


@pytest.mark.parametrize(
    ("typed", "first"),
    [("Troopre", "Trooper"), ("audit drnoe", "Audit Drone"), ("Lampwoman Glwo", "Lampwoman Glow")],
)
def test_a_slip_offers_the_name_that_was_meant(typed: str, first: str) -> None:
    model = PickRowsModel()
    model.let_in("a place")
    model.offer(ROWS)
    model.narrow(typed)
    assert model.rows[0].value == first
    assert isinstance(model.rows[-1].value, OwnWords), "the words can still be a place"


def test_other_words_are_a_place_at_once() -> None:
    model = PickRowsModel()
    model.let_in("a place")
    model.offer(ROWS)
    model.narrow("the gate")
    assert [type(row.value) for row in model.rows] == [OwnWords]
