"""Whatever random acts do, their numbers have parts that add up, each with a rule or a reason."""

import os
from random import Random

import pytest

from brikdesk.errors import BrikDeskError
from brikdesk.rules.texts import is_known
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import REFEREE, Line
from tests.staging import nine_steps
from tests.stated import untold
from tests.walks.chance import random_act

WALKS = int(os.environ.get("BRIKDESK_WALKS", "8"))
TRIES = 250
"""Acts that one walk tries; about half of them are done."""


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("seed", range(WALKS))
def test_the_numbers_of_random_acts_add_up(battle: Campaign, seed: int) -> None:
    nine_steps(battle)
    chance = Random(f"sums {seed}")
    sums = 0
    for _ in range(TRIES):
        act = random_act(battle, chance, overrule=chance.random() < 0.7)
        if act is None:
            continue
        try:
            lines = battle.do(act).lines
        except BrikDeskError:
            continue
        of_act = [each for line in lines for each in line.sums]
        for line in lines:
            check(line)
            assert untold(line, of_act) == []
        sums += len(of_act)
    assert sums > 10, "the walk hardly counts"


def check(line: Line) -> None:
    for each in line.sums:
        assert each.adds_up, f"{line.text()}: {each}"
        assert each.terms, f"{line.text()}: {each}"
        for term in each.terms:
            assert term.reason.strip(), f"{line.text()}: {each}"
            assert term.rule == REFEREE or is_known(term.rule), f"{line.text()}: {each}"
