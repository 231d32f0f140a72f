"""Random battles of legal acts: after each act everything on the table holds, and all of it comes back.

In the quick run ten battles, at night 200, in which every class of act is done twenty times at least.
"""

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from brikdesk.store.campaign import Campaign
from brikdesk.turns.at_odds import AtOdds, at_odds, told_of
from tests.nightly import NIGHTLY, many
from tests.walks.battles import ACTS, CLASSES, RandomBattle, table
from tests.walks.test_sums_walk import check

BATTLES = many(10, 200)
DONE: Counter[str] = Counter()
"""How often each class of act was done, in all battles of this run."""

BY_WORD = frozenset({"LeaveHazard", "SetState"})
"""Acts by which the referee says otherwise than the map."""

Staged = Callable[[int], Path]


@pytest.fixture(scope="module")
def staged(built_campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> Staged:
    """Give the file of a battle of two or three players that has begun; each is set up once."""
    folder, made = tmp_path_factory.mktemp("battles"), dict[int, Path]()

    def ask(players: int) -> Path:
        if players not in made:
            made[players] = Path(shutil.copy(built_campaign, folder / f"{players}.brik"))
            with Campaign.open(made[players]) as campaign:
                table(campaign, range(1, players + 1))
                assert campaign.read(at_odds) == (), "it begins as it should"
        return made[players]

    return ask


@pytest.mark.parametrize("seed", range(BATTLES))
def test_everything_holds_in_a_battle_and_comes_back(
    staged: Staged, tmp_path: Path, seed: int
) -> None:
    file = Path(shutil.copy(staged(2 + seed % 2), tmp_path / "battle.brik"))
    with Campaign.open(file) as campaign:
        digests, broken = [campaign.digest()], Counter[str]()
        before: tuple[AtOdds, ...] = ()
        for act, changes in RandomBattle(campaign, Random(f"battle {seed}"), DONE).play():
            digests.append(campaign.digest())
            for line in changes.lines:
                check(line)
            now = campaign.read(at_odds)
            for each in set(now) - set(before) if type(act).__name__ not in BY_WORD else ():
                broken[f"{type(act).__name__}: {each.words} {each.rule}"] += 1
            before = now
        assert len(digests) == ACTS + 1
        for expected in reversed(digests[:-1]):
            campaign.undo()
            assert campaign.digest() == expected
        for expected in digests[1:]:
            campaign.redo()
            assert campaign.digest() == expected
    assert not broken, "\n".join(broken)


@pytest.mark.skipif(not NIGHTLY, reason="ten battles are too few for that")
def test_every_class_of_act_is_done_twenty_times() -> None:
    assert {
        kind.__name__: DONE[kind.__name__] for kind in CLASSES if DONE[kind.__name__] < 20
    } == {}


def test_what_does_not_hold_is_told_in_one_notice() -> None:
    found = tuple(AtOdds(f"Gus {number} stands inside of Wall.", "5.4-31") for number in range(5))
    assert told_of(()) == ""
    notice = told_of(found)
    assert notice.startswith("From an earlier version, and left as it is: Gus 0 stands")
    assert notice.endswith("Gus 2 stands inside of Wall. And 2 more.")
