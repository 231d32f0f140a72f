"""A program killed at any moment of an evening: every act that it confirmed is in the file."""

import os
import shutil
import signal
from pathlib import Path
from random import Random

import pytest

from brikdesk.errors import BrikDeskError
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection
from tests.nightly import many
from tests.staging import nine_steps
from tests.walks.chance import random_act

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process to kill")

KILLS = many(25, 2_000, quick=6)


def play_until_killed(path: Path, seed: int, tell: int) -> None:
    """Do acts and undo some, telling the digest after each; die at a statement that chance names."""
    chance = Random(f"kill {seed}")
    campaign = Campaign.open(path)
    left, saving = chance.randint(1, 250), True

    def die(*_: object) -> None:
        nonlocal left
        left -= saving
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    driver_connection(campaign.engine).set_trace_callback(die)
    while True:
        act = random_act(campaign, chance, overrule=True)
        try:
            if chance.random() < 0.2:
                campaign.undo()
            elif act is not None:
                campaign.do(act)
        except BrikDeskError:
            continue
        saving = False
        os.write(tell, f"{campaign.digest()}\n".encode())
        saving = True


def test_every_confirmed_act_is_there_after_a_kill(battle: Campaign) -> None:
    nine_steps(battle)
    start, first = battle.path, battle.digest()
    battle.close()
    confirmed_acts = 0
    for seed in range(KILLS):
        path = Path(shutil.copyfile(start, start.with_name("killed.brik")))
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                play_until_killed(path, seed, writing)
            finally:
                os._exit(1)
        os.close(writing)
        with open(reading, encoding="ascii") as pipe:
            confirmed = [first, *pipe.read().split()]
        assert os.WIFSIGNALED(os.waitpid(child, 0)[1]), f"seed {seed} ended by itself"
        confirmed_acts += len(confirmed) - 1
        with Campaign.open(path) as campaign:
            assert campaign.digest() == confirmed[-1], f"seed {seed} lost or kept half an act"
    print(f"{KILLS} kills, {confirmed_acts} acts confirmed")
    assert confirmed_acts > KILLS
