"""Random campaigns written out as JSON and read back: the same digest, record and undo."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from brikdesk.acts.battlefield.table import SetBackground
from brikdesk.errors import BrikDeskError
from brikdesk.pictures.photo import photo_from
from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange import read_back, written_out
from brikdesk.store.views.log import log
from tests.nightly import many
from tests.pictures.a_table import corners_seen, photo_of_table
from tests.staging import nine_steps
from tests.walks.chance import random_act
from tests.walks.on_mutants import content

WALKS, STEPS = many(5, 200), 40


def walk(campaign: Campaign, chance: Random, steps: int) -> None:
    """Do, undo and redo at random; most acts are overruled where the rules would refuse."""
    for _ in range(steps):
        move = chance.choice(("do", "do", "do", "do", "undo", "redo"))
        with suppress(BrikDeskError):
            if move != "do":
                getattr(campaign, move)()
            elif (act := random_act(campaign, chance, overrule=True)) is not None:
                campaign.do(act)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("seed", range(WALKS))
def test_a_random_campaign_comes_back_with_its_digest(
    battle: Campaign, tmp_path: Path, seed: int
) -> None:
    chance = Random(f"export {seed}")
    if seed % 4 == 0:
        photo = photo_from(photo_of_table(tmp_path / "t.jpg", 40, 30, (400, 300)))
        battle.keep_picture(photo)
        battle.do(SetBackground(picture=photo.name, corners=corners_seen(40, 30)))
    nine_steps(battle)
    if seed % 3 == 0:
        battle.seal()
    walk(battle, chance, STEPS)
    export, back = tmp_path / "export.json", tmp_path / "back.brik"
    export.write_bytes(written_out(battle))
    read_back(export, back)
    assert content(back) == content(battle.path)
    with Campaign.open(back) as again:
        assert again.digest() == battle.digest()
        assert again.tip == battle.tip
        assert again.read(log) == battle.read(log)
        assert written_out(again) == export.read_bytes()
        undone = 0
        with suppress(BrikDeskError):
            while True:
                assert battle.undo().title == again.undo().title
                undone += 1
        assert again.digest() == battle.digest(), f"after {undone} acts undone"
