"""The record of an evening on top of an old backup gives the same file again, to the last link."""

import base64
import errno
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlmodel import Session, select

from brikdesk.acts.campaign.setup import RenameCampaign
from brikdesk.errors import BrikDeskError, Refused
from brikdesk.store import lineage as rebuilding
from brikdesk.store.act import Act
from brikdesk.store.backups import default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.copies import Copy, as_recorded, bring_back, write_out
from brikdesk.store.file.faults import NotSaved
from brikdesk.store.journal.chain import Tip
from brikdesk.store.lineage import open_campaign
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import CampaignRow
from brikdesk.store.views.campaign_and_battle import battle_head
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


@pytest.mark.thorough(but=1)
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


Lines = list[dict[str, Any]]


def played(campaign: Campaign, change: Callable[[Lines], object]) -> tuple[Copy, str, Tip]:
    """Rename a campaign three times, change the lines of its record; return copy, digest and tip."""
    path = campaign.path
    campaign.close()
    with open_campaign(path) as opened:
        for name in ("Another Tale", "A Third Tale", "The Last Tale"):
            opened.do(RenameCampaign(name=name))
        opened.undo()
        whose, digest, tip = origin(opened), opened.digest(), opened.tip
        opened.let_go()
    (file,) = (default_backup_dir().parent / "recorder").glob("*/acts.jsonl")
    lines = [json.loads(line) for line in file.read_text().splitlines() if line]
    change([line for line in lines if "from" in line])
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    recorded = as_recorded(whose)
    assert recorded is not None
    return recorded, digest, tip


def without_rows(lines: Lines) -> None:
    """Make lines as versions before this one wrote them."""
    for line in lines:
        del line["rows"]


def by_new_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mend a rule, so that the same act has another result from now on."""

    def carry_out(act: RenameCampaign, session: Session) -> Outcome:
        campaign = session.exec(select(CampaignRow)).one()
        campaign.name = act.name.upper()
        session.add(campaign)
        return Outcome(f"Rename the campaign to {campaign.name}")

    monkeypatch.setattr(RenameCampaign, "carry_out", carry_out)


def test_what_was_played_comes_back_though_the_rules_have_changed_since(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, digest, tip = played(campaign, lambda lines: None)
    by_new_rules(monkeypatch)
    back = write_out(copy, tmp_path / "back.brik")
    assert (back.tip, back.missing) == (tip, "")
    with Campaign.open(tmp_path / "back.brik") as again:
        assert (again.digest(), again.tip) == (digest, tip)
        assert again.redo().title == "Rename the campaign to The Last Tale"


def test_a_record_of_acts_alone_is_done_again(campaign: Campaign, tmp_path: Path) -> None:
    copy, digest, tip = played(campaign, without_rows)
    assert write_out(copy, tmp_path / "back.brik").missing == ""
    with Campaign.open(tmp_path / "back.brik") as again:
        assert (again.digest(), again.tip) == (digest, tip)


def test_of_acts_alone_there_comes_back_what_can_be_proved(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, *_ = played(campaign, lambda lines: without_rows(lines[1:]))
    by_new_rules(monkeypatch)
    back = write_out(copy, tmp_path / "back.brik")
    act = back.tip.act
    assert f"All up to act {act} is as it was played. Act {act + 1} (Rename" in back.missing
    assert "It and the 2 recorded after it could not be brought back." in back.missing
    with Campaign.open(tmp_path / "back.brik") as again:
        assert again.read(battle_head).campaign == "Another Tale"


def forged(lines: Lines, find: str, put: str) -> None:
    line = lines[1]
    text = zlib.decompress(base64.b64decode(line["rows"])).decode()
    assert find in text
    line["rows"] = base64.b64encode(zlib.compress(text.replace(find, put).encode())).decode()


@pytest.mark.parametrize(
    ("find", "put"),
    [
        ("A Third Tale", "A Forged One"),
        ('"A Third Tale","[', '"A Forged One","['),  # the row alone, not its image
        ('"keys":{"campaign":[1]}', '"keys":{}'),
        ('"format":', '"format":"x","was":'),
    ],
)
def test_a_line_that_was_altered_is_noticed_and_what_was_before_it_comes_back(
    campaign: Campaign, tmp_path: Path, find: str, put: str
) -> None:
    copy, *_ = played(campaign, lambda lines: forged(lines, find, put))
    back = write_out(copy, tmp_path / "back.brik")
    assert "could not be brought back" in back.missing
    with Campaign.open(tmp_path / "back.brik") as again:
        assert again.read(battle_head).campaign == "Another Tale"


def test_a_drive_that_refuses_all_from_now_on_says_what_it_refused_first(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, *_ = played(campaign, lambda lines: None)

    def refuses(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    assert copy.way is not None
    with monkeypatch.context() as drive:
        drive.setattr(Path, "unlink", fails)
        drive.setattr(rebuilding, "put", refuses)
        with pytest.raises(NotSaved, match="could not be put together: the drive is full"):
            rebuilding.rebuild(copy.way, tmp_path / "back.brik")
