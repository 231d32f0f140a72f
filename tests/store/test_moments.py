"""The battle as it was, beat by beat, and a copy to try things out in: the file itself stays as it is."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.campaign.correcting import CorrectPast
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn, Together, roll_all
from brikdesk.acts.units.roster import AddUnit
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.store import campaign as campaigns
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.copies import as_recorded, bring_back
from brikdesk.store.lineage import open_campaign
from brikdesk.store.moments import DEATH, NOTE, Past, Trial, beats
from brikdesk.store.views.log import log, newest_act, undo_state
from brikdesk.store.views.units import units
from tests.nightly import many
from tests.walks.battles import RandomBattle


@pytest.fixture
def played(sample: Path) -> Iterator[Campaign]:
    """Yield the sample campaign: Turn 6 begins."""
    with Campaign.open(sample) as campaign:
        yield campaign


@pytest.mark.parametrize("seed", range(many(2, 20)))
def test_every_moment_is_the_campaign_as_it_was_then(battle: Campaign, seed: int) -> None:
    """Back and forth, by steps and in leaps; what was undone meanwhile has never been."""
    chance, then = Random(seed), {}
    for act, changes in RandomBattle(battle, chance, Counter()).play():
        del act
        then[changes.act_id] = battle.digest()
        if chance.random() < 0.1:
            battle.undo()
            del then[changes.act_id]
    whole, written = battle.digest(), battle.path.read_bytes()
    past = Past(battle)
    ends = [beat.act_id for beat in past.beats if beat.act_id in then]
    for act_id in (*reversed(ends), *ends, *chance.choices(ends, k=30)):
        past.go(act_id)
        assert past.digest() == then[act_id], f"act {act_id}"
        assert past.read(newest_act) == act_id
        assert max(entry.act_id for entry in past.read(log)) <= act_id
    past.close()
    assert battle.digest() == whole
    assert battle.path.read_bytes() == written, "looking back changed the file"


def test_what_was_undone_is_in_no_beat(battle: Campaign) -> None:
    battle.do(AddNote(text="Tea at nine"))
    kept = battle.do(AddNote(text="Cake at ten")).act_id
    battle.do(AddNote(text="No cake"))
    battle.undo()
    assert battle.read(beats)[-1].act_id == kept
    past = Past(battle)
    assert past.newest == kept
    assert not any(entry.undone for entry in past.read(log))
    past.close()


def test_the_steps_of_one_edge_are_one_beat(played: Campaign) -> None:
    before = len(played.read(beats))
    first = played.read(newest_act) or 0
    for _ in range(4):
        act = roll_all(played, lambda sides: 1, stop_at_choice=True)
        if act is None:
            break
        played.do(act)
    found = played.read(beats)[before - 1 :]
    assert len(found) <= 2
    assert found[-1].act_id == played.read(newest_act)
    assert found[-1].first <= first + 1
    assert found[-1].number == 6


def test_a_beat_is_marked_by_what_happened_in_it(played: Campaign) -> None:
    played.do(AddNote(text="Tea at nine"))
    found = played.read(beats)
    assert found[-1].marks == {NOTE}
    assert any(DEATH in beat.marks for beat in found)


def test_an_act_is_found_in_its_beat_and_one_undone_in_the_beat_before(battle: Campaign) -> None:
    done = [battle.do(AddNote(text=words)).act_id for words in ("a", "b", "c")]
    battle.undo()
    past = Past(battle)
    assert [past.beats[past.beat_of(each)].act_id for each in done] == [done[0], done[1], done[1]]
    past.close()


def test_nothing_can_be_done_in_the_past(battle: Campaign) -> None:
    past = Past(battle)
    with pytest.raises(CampaignFileError, match="to look at"):
        past.do(AddNote(text="Too late"))
    past.close()


# --- trying out ------------------------------------------------------------------------------------


def new(name: str) -> Act:
    return AddUnit(name=name, player_id=1, x=5, y=5)


def ten_acts(campaign: Campaign) -> None:
    """Do ten acts, some of which name rows that others have made, with an undo and a redo between."""
    campaign.do(SetTable(width=30, depth=20, finish="grass"))
    campaign.do(new("Ada"))
    campaign.undo()
    campaign.do(new("Bea"))
    bea = next(row.id for row in campaign.read(units) if row.name == "Bea")
    campaign.do(MoveUnit(unit_id=bea, x=8, y=5))
    campaign.undo()
    campaign.redo()
    campaign.do(Together(title="Two more", acts=(new("Cat"), new("Dot"))))
    dot = next(row.id for row in campaign.read(units) if row.name == "Dot")
    campaign.do(MoveUnit(unit_id=dot, x=6, y=6))
    campaign.do(EndTurn())
    campaign.do(AddNote(text="It worked"))
    campaign.do(AddNote(text="Or not"))
    campaign.undo()


def kept(trial: Trial, campaign: Campaign) -> None:
    """Do in a campaign what a trial says was done in it."""
    for deed in trial.deeds():
        if isinstance(deed, Act):
            campaign.do(deed)
        else:
            campaign.undo() if deed else campaign.redo()


def test_a_trial_that_is_dropped_leaves_nothing(battle: Campaign) -> None:
    digest, written = battle.digest(), battle.path.read_bytes()
    trial = Trial(battle)
    ten_acts(trial)
    assert trial.digest() != digest
    trial.close()
    assert battle.digest() == digest
    assert battle.path.read_bytes() == written
    assert battle.read(undo_state).redo == ()


def test_a_trial_that_is_kept_is_the_same_as_played_directly(battle: Campaign) -> None:
    direct = Trial(battle)  # a copy of the same state, played on as the campaign itself would be
    ten_acts(direct)
    trial = Trial(battle)
    ten_acts(trial)
    assert trial.fits(battle)
    kept(trial, battle)
    assert battle.digest() == direct.digest() == trial.digest()
    direct.close()
    trial.close()


@pytest.mark.parametrize("seed", range(many(2, 20)))
def test_a_random_trial_is_kept_as_it_was_played(battle: Campaign, seed: int) -> None:
    chance = Random(100 + seed)
    trial = Trial(battle)
    for _ in RandomBattle(trial, chance, Counter()).play():
        while chance.random() < 0.15:
            try:
                trial.undo() if chance.random() < 0.6 else trial.redo()
            except BadInput:
                break  # nothing is left to undo or redo
    kept(trial, battle)
    assert battle.digest() == trial.digest()
    trial.close()


def test_what_was_undone_in_a_trial_from_before_it_is_undone_in_the_campaign(
    battle: Campaign,
) -> None:
    battle.do(AddNote(text="Before"))
    trial = Trial(battle)
    trial.undo()
    assert trial.deeds() == (True,)
    trial.do(new("Ada"))
    kept(trial, battle)
    assert battle.digest() == trial.digest()
    trial.close()


def test_what_was_tried_does_not_fit_once_the_campaign_went_on(battle: Campaign) -> None:
    trial = Trial(battle)
    trial.do(AddNote(text="Tried"))
    battle.do(AddNote(text="Done meanwhile"))
    assert not trial.fits(battle)
    trial.close()


def test_the_acts_of_a_trial_are_those_that_stand(battle: Campaign) -> None:
    trial = Trial(battle)
    assert trial.act_ids == ()
    done: list[Changes] = [trial.do(AddNote(text=words)) for words in ("a", "b")]
    trial.undo()
    assert trial.act_ids == (done[0].act_id,)
    trial.close()


def test_keys_go_on_in_a_copy_without_its_photos(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign with many photos is copied without them, row by row."""
    battle.do(new("Ada"))
    battle.undo()  # its key is used up
    monkeypatch.setattr(campaigns, "READ_AT_OPENING", -1)
    trial = Trial(battle)
    trial.do(new("Bea"))
    kept(trial, battle)
    assert battle.digest() == trial.digest()
    trial.close()


# --- correcting ------------------------------------------------------------------------------------


def test_a_correction_comes_back_from_the_record(battle: Campaign) -> None:
    path = battle.path
    battle.close()
    with open_campaign(path) as campaign:
        campaign.do(SetTable(width=30, depth=20))
        campaign.do(new("Ada"))
        wrong = campaign.do(MoveUnit(unit_id=1, x=9, y=5)).act_id
        campaign.do(CorrectPast(act_id=wrong, acts=(MoveUnit(unit_id=1, x=5, y=8),)))
        digest, tip = campaign.digest(), campaign.tip
        asked = "SELECT uuid FROM act WHERE id = 1"
        origin = campaign.reading(lambda s: s.connection().exec_driver_sql(asked).scalar_one())
        campaign.let_go()  # as when the stick is pulled: no backup at closing
    recorded = as_recorded(str(origin))
    assert recorded is not None
    path.unlink()
    bring_back(recorded, path)
    with Campaign.open(path) as again:
        assert (again.digest(), again.tip) == (digest, tip)
