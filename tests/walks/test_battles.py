"""Random battles of legal acts: after each act everything on the table holds, and all of it comes back.

In the quick run ten battles, at night 200, in which every class of act is done twenty times at least.
"""

import hashlib
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from sqlmodel import Session

from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.journal.images import game_tables
from brikdesk.store.lines import dice_thrown
from brikdesk.turns.contradictions import AtOdds, at_odds, told_of
from tests.nightly import NIGHTLY, many
from tests.walks.battle_table import table
from tests.walks.battles import ACTS, RandomBattle
from tests.walks.chance import kinds
from tests.walks.test_sums_walk import check

BATTLES = many(10, 200)
LOOKS = many(1, 10)
"""How many tables there are for two players, and for three."""

DONE: Counter[str] = Counter()
"""How often each class of act was done, in all battles of this run."""

BY_WORD = frozenset({"LeaveHazard", "SetState"})
"""Acts by which the referee says otherwise than the map."""

FACTIONS = (
    AddPlayer(name="Ann", faction="Amber Army", colour="sky"),
    AddPlayer(name="Ben", faction="Brick Brigade", colour="orchid"),
    AddPlayer(name="Cleo", faction="Clutch Crew", colour="lime"),
)

TABLES = sorted(table.name for table in game_tables())

Staged = Callable[[int], Path]


def stage(file: Path, players: int, look: int) -> None:
    """Write the campaign of a battle that has begun."""
    with Campaign.create(file) as campaign:
        begin = CreateCampaign(name="Test of Strength", uuid="test")
        for act in (begin, *FACTIONS):
            campaign.do(act)
        DONE[type(begin).__name__] += 1
        table(campaign, range(1, players + 1), Random(f"look {look}"))
        assert campaign.read(at_odds) == (), "it begins as it should"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Give a folder in memory where the system has one: a battle writes 450 times."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as made:
        yield Path(made)


@pytest.fixture(scope="module")
def staged(folder: Path) -> Staged:
    """Give the file of a battle that has begun, for the number of a battle; each is set up once."""

    def ask(seed: int) -> Path:
        players, look = 2 + seed % 2, seed // 2 % LOOKS
        file = folder / f"{players}-{look}.brik"
        if not file.exists():
            stage(file, players, look)
        return file

    return ask


def state_of(campaign: Campaign) -> str:
    """Return a hash of all game rows as the file holds them: a battle asks for it 450 times."""
    whole = hashlib.sha256()

    def read(session: Session) -> None:
        rows = session.connection().connection.cursor()
        for name in TABLES:
            whole.update(
                repr(rows.execute(f'SELECT * FROM "{name}" ORDER BY id').fetchall()).encode()
            )

    campaign.reading(read)
    return whole.hexdigest()


def counted(act: Act, changes: Changes) -> bool:
    """Return whether the log counts other dice than those that an act was given."""
    thrown = [die for line in changes.lines for die in dice_thrown(line.parts)]
    given = getattr(act, "faces", ())
    # Dice that are only laid down are counted by the act that uses them, which may be given none.
    return bool(given) and type(act).__name__ != "LayDice" and len(thrown) != len(given)


def fought(campaign: Campaign, seed: int) -> Counter[str]:
    """Play a battle, take all of it back and do it again; return what did not hold, and after what."""
    states, broken = [state_of(campaign)], Counter[str]()
    digest = campaign.digest()
    before: tuple[AtOdds, ...] = ()
    played: list[Act] = []
    for act, changes in RandomBattle(campaign, Random(f"battle {seed}"), DONE, sealed=True).play():
        played.append(act)
        states.append(state_of(campaign))
        for line in changes.lines:
            check(line)
        broken[f"{act}: a die is counted twice, or not at all"] += counted(act, changes)
        now = campaign.read(at_odds)
        for each in set(now) - set(before) if type(act).__name__ not in BY_WORD else ():
            broken[f"{act}: {each.words} {each.rule}"] += 1
        before = now
    assert len(played) == ACTS
    for act, expected in zip(reversed(played), reversed(states[:-1]), strict=True):
        campaign.undo()
        broken[f"undone {act}"] += state_of(campaign) != expected
    assert campaign.digest() == digest
    for act, expected in zip(played, states[1:], strict=True):
        campaign.redo()
        broken[f"done again {act}"] += state_of(campaign) != expected
    return +broken


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("seed", range(BATTLES))
def test_everything_holds_in_a_battle_and_comes_back(
    staged: Staged, folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("BRIKDESK_DATA_DIR", str(folder / f"data {seed}"))
    with Campaign.open(Path(shutil.copy(staged(seed), folder / "battle.brik"))) as campaign:
        broken = fought(campaign, seed)
    assert not broken, "\n".join(broken)


@pytest.mark.skipif(not NIGHTLY, reason="ten battles are too few for that")
def test_every_class_of_act_is_done_twenty_times() -> None:
    names = [kind.__name__ for kind in kinds(left_out=False)]
    assert {name: DONE[name] for name in names if DONE[name] < 20} == {}


def test_what_does_not_hold_is_told_in_one_notice() -> None:
    found = tuple(AtOdds(f"Gus {number} stands inside of Wall.", "5.4-31") for number in range(5))
    assert told_of(()) == ""
    notice = told_of(found)
    assert notice.startswith("From an earlier version, and left as it is: Gus 0 stands")
    assert notice.endswith("Gus 2 stands inside of Wall. And 2 more.")
