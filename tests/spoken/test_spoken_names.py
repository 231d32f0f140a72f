"""Odd names in a line: every name that can be given can be said."""

import pytest
from msgspec.structs import replace

from brikdesk import text
from brikdesk.acts.combat.aim import Aim
from brikdesk.spoken import hear
from brikdesk.spoken.roll_call import Caller
from brikdesk.spoken.words import folded, meant, near
from tests.names import NAMES, REFUSED
from tests.spoken.roll_call import (
    CALL,
    dice_in,
)


@pytest.mark.parametrize("kind", sorted(set(NAMES) - REFUSED))
def test_every_name_that_can_be_given_can_be_said(kind: str) -> None:
    name = text.name(NAMES[kind])
    call = replace(CALL, units=(*CALL.units, Caller(50, name, "??")))
    spoken = hear(f"sgt fires pistol at {name} 5", call)
    assert spoken.act is not None, spoken.problems
    assert spoken.act.aims == (Aim(unit_id=50),)
    assert dice_in(spoken) == ["5"]
    fired = hear(f"{name} throws a chair at golem", call)
    assert fired.act is not None, fired.problems
    assert fired.act.strikes[0].by_id == 50


def test_accents_and_small_letters_do_not_count() -> None:
    assert folded("Ren\u00e9") == folded("rene\u0301") == folded("RENE")
    assert folded("Straße") == folded("STRASSE")


def test_the_surest_way_to_mean_a_name_decides() -> None:
    tank, tankard = Caller(1, "Tank"), Caller(2, "Tank Girl")
    assert meant(("tank",), (tank, tankard)) == (tank,)
    assert meant(("ta",), (tank, tankard)) == (tank, tankard)
    assert meant(("girl", "tank"), (tank, tankard)) == (tankard,)


@pytest.mark.parametrize("said", ["gloem", "golme", "golen", "goolem", "glem"])
def test_a_slip_is_near_and_another_word_is_not(said: str) -> None:
    golem, far = Caller(1, "Ratchet Golem"), Caller(2, "Squire Stub")
    assert near((said,), (golem, far)) == (golem,)
    assert near(("xylophone",), (golem, far)) == ()
