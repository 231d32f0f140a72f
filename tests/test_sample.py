"""The sample campaign: what it holds, that it is the same each time, that it can be played on."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from sqlmodel import SQLModel, select

from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Origin
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.sample import write_sample
from brikdesk.sample.battle import play_waiting_steps
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    ActRecord,
    ActState,
    Alliance,
    Explosive,
    ExplosiveState,
    Fate,
    Field,
    FieldKind,
    Fire,
    Homing,
    Mark,
    Note,
    Projectile,
    Rack,
    State,
    StateKind,
    Unit,
    UnitKind,
)
from brikdesk.store.views.campaign_and_battle import battle_head, brikwars_house
from brikdesk.store.views.log import log
from brikdesk.turns.queue import agenda

Row = TypeVar("Row", bound=SQLModel)


@pytest.fixture
def delivered(built_sample: Path) -> Iterator[Campaign]:
    with Campaign.open(built_sample, read_only=True) as campaign:
        yield campaign


def every(campaign: Campaign, kind: type[Row]) -> list[Row]:
    return campaign.reading(lambda session: list(session.exec(select(kind))))


def test_two_builds_are_equal(delivered: Campaign, tmp_path: Path) -> None:
    write_sample(tmp_path / "again.brik")
    with Campaign.open(tmp_path / "again.brik", read_only=True) as again:
        assert again.digest() == delivered.digest()
        told = [(entry.words, entry.done_at) for entry in delivered.read(log)]
        assert [(entry.words, entry.done_at) for entry in again.read(log)] == told


def test_an_existing_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "mine.brik"
    file.write_text("mine")
    with pytest.raises(CampaignFileError, match=r"There is a file mine\.brik already"):
        write_sample(file)
    assert file.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir() if path.name != "data"] == ["mine.brik"]


def test_the_sixth_turn_of_the_first_player_begins(delivered: Campaign) -> None:
    head = delivered.read(battle_head)
    assert (head.number, head.phase, head.player_id) == (6, "START", head.players[0].id)
    assert len(head.players) == 3


@pytest.mark.rule("8.3-33", "8.4-10", "8.4-11", "8.4-44", "8.5-17", "F.1-31", "F.3-09", "4.1-31")
def test_every_kind_of_step_waits_in_the_order_of_the_house_rule(delivered: Campaign) -> None:
    kinds = [step.kind for step in delivered.reading(agenda)]
    order = delivered.read(brikwars_house).turn_start_order
    assert set(kinds) == set(order)
    assert len(kinds) >= 9
    assert kinds == sorted(kinds, key=order.index)


def test_units_of_every_kind_stand_on_the_table(delivered: Campaign) -> None:
    units = [unit for unit in every(delivered, Unit) if unit.fate is Fate.ALIVE]
    assert len(units) >= 22
    assert {unit.kind for unit in units} == set(UnitKind)
    assert all(0 <= (unit.x or 0) <= 40 and 0 <= (unit.y or 0) <= 30 for unit in units)
    assert all(unit.x is not None for unit in units)
    assert {unit.player_id for unit in units} == {None, 1, 2, 3}


def test_four_fires_burn_on_owned_and_unaligned_units(delivered: Campaign) -> None:
    fires = every(delivered, Fire)
    owners = {unit.id: unit.player_id for unit in every(delivered, Unit)}
    assert len(fires) == 4
    assert None in {owners[fire.unit_id] for fire in fires}
    assert 0 in {fire.size for fire in fires}  # a minifig's


def test_one_projectile_lands_and_one_flies_on(delivered: Campaign) -> None:
    assert len(every(delivered, Projectile)) == 2
    kinds = [step.kind for step in delivered.reading(agenda)]
    assert (kinds.count("landing"), kinds.count("flying")) == (1, 1)


def test_fields_shrink_or_stay_by_their_kind(delivered: Campaign) -> None:
    fields = {field.kind: field for field in every(delivered, Field)}
    assert fields[FieldKind.SMOKE].shrink_player_id
    assert fields[FieldKind.EXPOSURE].shrink_player_id
    assert len(set(fields[FieldKind.EXPOSURE].dice)) == 2
    assert fields[FieldKind.CONCEALED].shrink_player_id is None


def test_there_is_one_of_everything_else_that_lasts(delivered: Campaign) -> None:
    states = {state.kind for state in every(delivered, State)}
    assert {StateKind.DISRUPTED, StateKind.MORTALLY_WOUNDED} <= states
    assert ExplosiveState.DUD in {explosive.state for explosive in every(delivered, Explosive)}
    assert len(every(delivered, Homing)) == 2
    assert len(every(delivered, Mark)) == 1
    assert len(every(delivered, Rack)) == 5
    assert len(every(delivered, Alliance)) == 1
    assert [note.due_number for note in every(delivered, Note)] == [6, None]


def test_the_log_holds_typed_and_rolled_dice_an_overruling_and_an_undone_act(
    delivered: Campaign,
) -> None:
    entries = delivered.read(log)
    assert sum(entry.dice(Origin.TYPED) for entry in entries) > 10
    assert sum(entry.dice(Origin.ROLLED) for entry in entries) > 5
    assert [entry.overruled for entry in entries if entry.overruled] == [("F.3-08",)]
    assert len({entry.act_id for entry in entries if entry.undone}) == 1
    times = [entry.done_at for entry in entries]
    assert times == sorted(times)
    assert (times[-1] - times[0]).total_seconds() < 5 * 3600


def test_nothing_of_the_story_can_be_undone(sample: Path) -> None:
    with Campaign.open(sample) as campaign:
        states = {record.state for record in every(campaign, ActRecord)}
        assert states == {ActState.SEALED, ActState.HISTORY}
        with pytest.raises(BadInput, match="nothing to undo"):
            campaign.undo()


def test_it_can_be_played_on_for_two_rounds_and_back_to_the_start(sample: Path) -> None:
    chance = Random(11)
    with Campaign.open(sample) as campaign:
        before = campaign.digest()
        acts = 0
        for _ in range(6):
            acts += len(list(play_waiting_steps(campaign, lambda sides: chance.randint(1, sides))))
            campaign.do(EndTurn())
            acts += 1
            if campaign.read(battle_head).phase == "END":
                rolled = play_waiting_steps(campaign, lambda sides: chance.randint(1, sides))
                acts += len(list(rolled))
                campaign.do(EndTurn())
                acts += 1
        assert campaign.read(battle_head).number == 8
        for _ in range(acts):
            campaign.undo()
        assert campaign.digest() == before
