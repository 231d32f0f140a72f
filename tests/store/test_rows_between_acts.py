"""An act finds the rows of the act before at hand, and always as they are saved."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlmodel import Session

from brikdesk.acts.campaign.setup import AddPlayer, EditPlayer
from brikdesk.acts.checks import existing_row
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Outcome
from brikdesk.store.session import rows_of
from brikdesk.store.tables import Player
from brikdesk.store.views.campaign_and_battle import players
from tests.store.test_answers import campaign, names, statements

__all__ = ["campaign"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rename(Act):
    """Set a player's name without reading any of his values, as an act may."""

    name: str

    def carry_out(self, session: Session) -> Outcome:
        rows_of(session, Player)[0].name = self.name
        return Outcome(title=f"Player 1 is now {self.name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fails(Act):
    """Change a player and then fail."""

    def carry_out(self, session: Session) -> Outcome:
        existing_row(session, Player, 1).name = "Nobody"
        session.flush()
        raise BadInput("This act always fails.")


def test_an_act_does_not_read_again_what_no_act_has_written(campaign: Campaign) -> None:
    campaign.do(AddPlayer(name="Bo", faction="Blue Army", colour="lime"))
    campaign.do(EditPlayer(player_id=1, name="Anna"))
    campaign.do(EditPlayer(player_id=2, name="Bob"))
    with statements(campaign) as sent:
        campaign.do(EditPlayer(player_id=1, name="Annie"))
    assert [words for words in sent if "WHERE player.id = ?" in words] == []
    assert names(campaign) == ["Annie", "Bob"]


def test_undo_after_undo_brings_back_what_each_act_has_found(campaign: Campaign) -> None:
    before = [campaign.digest()]
    for name in ("Anna", "Annie", "Anneke"):
        campaign.do(_Rename(name=name))
        before.append(campaign.digest())
    campaign.undo()
    assert campaign.digest() == before[2]
    campaign.do(_Rename(name="Antonia"))
    assert names(campaign) == ["Antonia"]
    for expected in reversed(before[:3]):
        campaign.undo()
        assert campaign.digest() == expected
    assert names(campaign) == ["Ann"]


def test_an_act_after_a_refused_one_finds_nothing_of_it(campaign: Campaign) -> None:
    campaign.do(_Rename(name="Anna"))
    with pytest.raises(BadInput):
        campaign.do(_Fails())
    campaign.do(EditPlayer(player_id=1, faction="Ant Army"))
    assert names(campaign) == ["Anna"]


def test_an_act_finds_what_another_program_wrote(campaign: Campaign) -> None:
    campaign.do(_Rename(name="Anna"))
    campaign.do(_Rename(name="Annie"))
    with campaign.beside() as other:
        other.do(EditPlayer(player_id=1, name="Ada", faction="Other Army"))
    campaign.do(EditPlayer(player_id=1, colour="fern"))
    campaign.undo()
    (row,) = campaign.read(players)
    assert (row.name, row.faction) == ("Ada", "Other Army")


def test_a_player_who_was_undone_is_not_found_by_the_next_act(campaign: Campaign) -> None:
    campaign.do(AddPlayer(name="Bo", faction="Blue Army", colour="lime"))
    campaign.do(EditPlayer(player_id=2, name="Bob"))
    campaign.undo()
    campaign.undo()
    with pytest.raises(BadInput):
        campaign.do(EditPlayer(player_id=2, name="Bert"))
    campaign.do(AddPlayer(name="Cy", faction="Cyan Army", colour="lime"))
    assert names(campaign) == ["Ann", "Cy"]


def test_acts_one_after_another_and_each_in_a_program_of_its_own_are_equal(
    campaign: Campaign, tmp_path: Path
) -> None:
    acts = [
        AddPlayer(name="Bo", faction="Blue Army", colour="lime"),
        _Rename(name="Anna"),
        EditPlayer(player_id=2, name="Bob", colour="fern"),
        _Rename(name="Annie"),
    ]
    copy = tmp_path / "copy.brik"
    campaign.keep_digest()
    copy.write_bytes(campaign.path.read_bytes())
    for act in acts:
        campaign.do(act)
        with Campaign.open(copy) as opened:
            opened.do(act)
    with Campaign.open(copy) as opened:
        assert opened.digest() == campaign.digest()
