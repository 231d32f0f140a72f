"""Random acts, undone and redone: what is kept of an answer is what one who asks first is told."""

import os
from random import Random

import pytest

from brikdesk.errors import BrikDeskError
from brikdesk.store.campaign import Campaign
from tests.nightly import many
from tests.staging import nine_steps
from tests.store.test_answers import ASKED, all_views, told
from tests.walks.chance import random_act

WALKS = int(os.environ.get("BRIKDESK_WALKS", "2"))
STEPS = many(60, 15, quick=6)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("seed", range(WALKS))
def test_random_acts_leave_every_view_as_one_who_asks_first_has_it(
    battle: Campaign, seed: int
) -> None:
    nine_steps(battle)
    chance, done = Random(f"kept {seed}"), 0
    views = sorted(all_views(), key=lambda each: each.__name__)

    def compare(after: str) -> None:
        with battle.beside() as other:
            for each in views:
                for args in ASKED:
                    kept = told(battle, each, args)
                    assert kept == told(other, each, args), f"{each.__name__}{args} after {after}"

    while done < STEPS:
        act = random_act(battle, chance, overrule=chance.random() < 0.7)
        if act is None:
            continue
        try:
            title = battle.do(act).title
        except BrikDeskError:
            continue
        done += 1
        compare(title)
        for _ in range(chance.choice((0, 0, 0, 1, 2))):
            battle.undo()
            compare(f"the undo of {title}")
            if chance.random() < 0.7:
                battle.redo()
                compare(f"the redo of {title}")
