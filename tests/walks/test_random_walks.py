"""Random walks of acts: undo all and redo all pass through equal tables at every step."""

import os
import sqlite3
from contextlib import closing, suppress
from random import Random

import pytest

from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.unbroken import altered_of_checkpoint
from tests.nightly import many
from tests.staging import nine_steps
from tests.walks.chance import kinds, random_act

WALKS = int(os.environ.get("BRIKDESK_WALKS", "24"))
STEPS = many(75, 75, quick=25)
"""Acts in one walk; each is done, undone and redone: 24 walks are 5,400 steps."""


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("seed", range(WALKS))
def test_undo_all_and_redo_all_pass_through_equal_tables(battle: Campaign, seed: int) -> None:
    nine_steps(battle)
    battle.seal()
    chance = Random(f"walk {seed}")
    digests = [battle.digest()]
    done: list[str] = []
    for _ in range(STEPS * 6):
        if len(done) == STEPS:
            break
        act = random_act(battle, chance, overrule=chance.random() < 0.7)
        if act is None:
            continue
        before = digests[-1]
        try:
            done.append(battle.do(act).title)
        except BrikDeskError:
            assert battle.digest() == before, f"{act} was refused but changed something"
            continue
        digests.append(battle.digest())
    assert len(done) > STEPS // 2, "the walk hardly moves"
    for expected in reversed(digests[:-1]):
        battle.undo()
        assert battle.digest() == expected
    with pytest.raises(BadInput):
        battle.undo()
    for expected in digests[1:]:
        battle.redo()
        assert battle.digest() == expected


def test_walks_know_every_kind_of_act() -> None:
    names = {kind.__name__ for kind in kinds()}
    assert {"EndTurn", "BurnUnit", "Land", "SetHouseRule"} <= names


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("seed", range(4))
def test_a_file_that_was_not_closed_is_never_taken_for_a_mixed_copy(
    battle: Campaign, seed: int
) -> None:
    nine_steps(battle)
    battle.seal()
    chance = Random(f"unclosed {seed}")
    for _ in range(120):
        move = chance.choice(("do", "do", "do", "undo", "redo"))
        act = random_act(battle, chance, overrule=True) if move == "do" else None
        with suppress(BrikDeskError):
            if act is not None:
                battle.do(act)
            elif move != "do":
                getattr(battle, move)()
        with closing(sqlite3.connect(battle.path)) as copy:
            assert altered_of_checkpoint(copy) == [], f"after {move} {act}"
