"""A campaign's beginning is not undone, however the campaign was made."""

from collections.abc import Callable
from pathlib import Path

import pytest

from brikdesk.acts.units.roster import AddUnit
from brikdesk.cli import main
from brikdesk.errors import BadInput
from brikdesk.store.backups import backup_name, backups, default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.log import undo_state


def from_new(path: Path) -> None:
    assert main(["new", str(path), "--player", "A:As"]) == 0


def from_sample(path: Path) -> None:
    assert main(["demo", str(path)]) == 0


def from_scifi_sample(path: Path) -> None:
    assert main(["demo", str(path), "--scifi"]) == 0


def from_before(path: Path) -> None:
    """Make one whose beginning was not sealed, as earlier programs made them."""
    from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign

    with Campaign.create(path) as made:
        made.do(CreateCampaign(name="Old", uuid="old"))
        made.do(AddPlayer(name="A", faction="As", colour="sky"))


def from_export(path: Path) -> None:
    from_before(path.with_name("other.brik"))
    export = path.with_suffix(".json")
    assert main(["export", str(path.with_name("other.brik")), "-o", str(export)]) == 0
    assert main(["new", str(path), "--from", str(export)]) == 0


def from_restore(path: Path) -> None:
    from_new(path)
    assert main(["add", str(path), "Bob"]) == 0
    assert backups(default_backup_dir(), backup_name(path))
    path.unlink()
    assert main(["restore", str(path)]) == 0


WAYS = (from_new, from_sample, from_scifi_sample, from_before, from_export, from_restore)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("make", WAYS)
def test_after_every_undo_the_campaign_goes_on(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    file = tmp_path / "made.brik"
    make(file)
    assert main(["undo", str(file), "--all"]) == 0
    with Campaign.open(file) as campaign:
        assert campaign.read(undo_state).undo == ()
        with pytest.raises(BadInput, match="nothing to undo"):
            campaign.undo()
        assert campaign.read(battle_head).campaign
        campaign.do(AddUnit(name="Bob"))
        campaign.undo()
        campaign.redo()


def test_players_who_were_named_with_the_campaign_stay(tmp_path: Path) -> None:
    file = tmp_path / "made.brik"
    from_new(file)
    main(["undo", str(file), "--all"])
    with Campaign.open(file) as campaign:
        assert [player.faction for player in campaign.read(battle_head).players] == ["As"]


def test_a_file_that_was_taken_back_too_far_says_what_to_do(tmp_path: Path) -> None:
    from brikdesk.acts.campaign.setup import SetRuleSets

    with (
        Campaign.create(tmp_path / "empty.brik") as empty,
        pytest.raises(BadInput, match="Redo first"),
    ):
        empty.do(SetRuleSets(rule_sets=("BrikWars",)))
