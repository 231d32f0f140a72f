"""The record of an evening on top of an old backup gives the same file again, to the last link."""

import json
from pathlib import Path
from random import Random

import pytest

from brikdesk.acts.campaign.setup import RenameCampaign
from brikdesk.errors import BrikDeskError, Refused
from brikdesk.store.act import Act
from brikdesk.store.backups.backup import default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.lineage.copies import as_recorded, bring_back
from brikdesk.store.lineage.opening import open_campaign
from brikdesk.store.lineage.rebuild import DoesNotRepeat, rebuild
from tests.nightly import many
from tests.staging import nine_steps
from tests.walks.chance import random_act

WALKS = many(3, 100)
STEPS = 60


def do(campaign: Campaign, act: Act) -> bool:
    """Do an act as a referee does: a rule that refuses is overruled by its name. Tell whether it went."""
    from dataclasses import replace

    for _ in range(6):
        try:
            campaign.do(act)
        except Refused as refusal:
            act = replace(act, overruled=act.overruled | {refusal.rule})
        except BrikDeskError:
            return False
        else:
            return True
    return False


def origin(campaign: Campaign) -> str:
    asked = "SELECT uuid FROM act WHERE id = 1"
    return str(campaign.reading(lambda s: s.connection().exec_driver_sql(asked).scalar_one()))


@pytest.mark.parametrize("seed", range(WALKS))
def test_backup_and_record_come_to_the_same(battle: Campaign, seed: int) -> None:
    nine_steps(battle)
    path = battle.path
    battle.close()
    chance = Random(f"record {seed}")
    with open_campaign(path) as campaign:
        done = 0
        for _ in range(STEPS):
            move = chance.random()
            try:
                if move < 0.15 and done:  # else it undoes all that the table was set with
                    campaign.undo()
                elif move < 0.25:
                    campaign.redo()
                elif act := random_act(campaign, chance, overrule=False):
                    done += do(campaign, act)
            except BrikDeskError:
                continue
        digest, tip, whose = campaign.digest(), campaign.tip, origin(campaign)
        campaign.let_go()  # as when the stick is pulled: no backup at closing
    recorded = as_recorded(whose)
    assert recorded is not None
    assert done, "the walk does not move"
    path.unlink()
    bring_back(recorded, path)
    with Campaign.open(path) as again:
        assert (again.digest(), again.tip) == (digest, tip)


def test_a_line_that_was_altered_does_not_come_to_the_same(
    campaign: Campaign, tmp_path: Path
) -> None:
    path = campaign.path
    campaign.close()
    with open_campaign(path) as opened:
        opened.do(RenameCampaign(name="Another Tale"))
        whose = origin(opened)
        opened.let_go()
    (lines,) = (default_backup_dir().parent / "recorder").glob("*/acts.jsonl")
    found = lines.read_text().splitlines()
    at = next(n for n, line in enumerate(found) if '"kind":"act"' in line)
    line = json.loads(found[at])
    line["data"]["name"] = "A Forgery"
    found[at] = json.dumps(line)
    lines.write_text("\n".join(found) + "\n")
    recorded = as_recorded(whose)
    assert recorded is not None
    assert recorded.way is not None
    with pytest.raises(DoesNotRepeat):
        rebuild(recorded.way, tmp_path / "forged.brik")
    assert not (tmp_path / "forged.brik").exists()
