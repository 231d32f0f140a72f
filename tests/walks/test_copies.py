"""A campaign copied in the middle of a save, as sync clients and file managers do: right, or refused."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import database_uri
from tests.mutants import PAGE
from tests.nightly import many
from tests.staging import nine_steps
from tests.walks.chance import random_act
from tests.walks.on_mutants import content

COPIES = many(50, 400)


def saved_one_after_another(campaign: Campaign, chance: Random, acts: int) -> list[bytes]:
    """Return the file's bytes after each of some acts, undone now and then; the campaign stays open."""
    states = [campaign.path.read_bytes()]
    while len(states) <= acts:
        if chance.random() < 0.2:
            campaign.undo()
            states.append(campaign.path.read_bytes())
            if chance.random() < 0.5:
                campaign.redo()
                states.append(campaign.path.read_bytes())
        act = random_act(campaign, chance, overrule=True)
        try:
            if act is not None:
                campaign.do(act)
                states.append(campaign.path.read_bytes())
        except BrikDeskError:
            continue
    return states


def torn(old: bytes, new: bytes, chance: Random) -> bytes:
    """Return a copy of which one part was read before a save, the other after it."""
    pages = max(len(old), len(new)) // PAGE
    differ = [n for n in range(pages) if old[n * PAGE :][:PAGE] != new[n * PAGE :][:PAGE]]
    place = chance.randint(min(differ) + 1, max(differ)) * PAGE
    first, second = (old, new) if chance.random() < 0.8 else (new, old)
    return first[:place] + second[place:]


def opens_with(path: Path) -> str:
    """Return the content with which it opens; empty where it is refused in words."""
    try:
        with Campaign.open(path, read_only=True):
            return content(path)
    except CampaignFileError as error:
        return "" if str(error).endswith(".") else f"refused without a sentence: {error}"


def opens_unchecked(path: Path) -> str:
    try:
        with closing(sqlite3.connect(database_uri(path, "ro"), uri=True)) as connection:
            connection.execute("SELECT count(*) FROM act").fetchone()
        return content(path)
    except sqlite3.Error:
        return ""


def test_a_copy_made_in_the_middle_of_a_save_is_right_or_refused(
    battle: Campaign, tmp_path: Path
) -> None:
    nine_steps(battle)
    chance = Random("copies")
    states = saved_one_after_another(battle, chance, many(20, 100))
    path = tmp_path / "copy.brik"
    whole = []
    for state in states:
        path.write_bytes(state)
        whole.append(opens_with(path))
    assert all(whole), "a copy made between two acts is refused"
    outcomes = {"right": 0, "refused": 0, "unchecked and wrong": 0}
    for _ in range(COPIES):
        at = chance.randrange(1, len(states))
        path.write_bytes(torn(states[at - 1], states[at], chance))
        found = opens_with(path)
        assert found in ("", whole[at - 1], whole[at]), "opened with what no act had left"
        outcomes["right" if found else "refused"] += 1
        plain = opens_unchecked(path)
        outcomes["unchecked and wrong"] += plain not in ("", whole[at - 1], whole[at])
    print(outcomes)
    assert outcomes["refused"] > 0
    assert outcomes["unchecked and wrong"] > 0, "the control: without our checks these are opened"
