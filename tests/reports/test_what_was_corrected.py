"""What a correction took the place of is told nowhere as done, and what it put there everywhere."""

from dataclasses import replace

import pytest

from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.campaign.correcting import CorrectPast
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Respond, answered_now
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.reports.audit import dice_audit
from brikdesk.reports.turn_and_battle import report_of_battle
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Dice
from brikdesk.store.views.battlefield import trails_now
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.log import UNDONE, corrected_acts, lines_with, log
from brikdesk.store.views.past_turns import losses, service_records
from tests.acts.attack_scene import faces, unit, weapon
from tests.acts.hazards import ANN, BEN

KILL, HELD, MISS = (5, 5), (5, 2), (1,)


@pytest.fixture
def shot(battle: Campaign) -> Attack:
    """Pim (1) fires at Bo (2), five inches away."""
    battle.do(SetTable(width=30, depth=20))
    pim = unit(battle, "Pim", ANN, x=10.0, y=10.0)
    bo = unit(battle, "Bo", BEN, x=15.0, y=10.0)
    gun = weapon(battle, pim, preset="W-04", name="Gun")
    return Attack(aims=(Aim(unit_id=bo),), strikes=(Strike(weapon_id=gun, by_id=pim),))


@pytest.mark.rule("5.1-09", "5.1-11")
@pytest.mark.parametrize("was", [KILL, HELD, MISS], ids=str)
@pytest.mark.parametrize("became", [KILL, HELD, MISS, None], ids=str)
def test_an_attack_counts_as_it_was_corrected(
    battle: Campaign, shot: Attack, was: tuple[int, ...], became: tuple[int, ...] | None
) -> None:
    act = battle.do(replace(shot, faces=faces(*was))).act_id
    acts = () if became is None else (replace(shot, faces=faces(*became)),)
    battle.do(CorrectPast(act_id=act, acts=acts))
    dice, kills = became or (), int(became == KILL)

    assert len(battle.read(losses)) == kills
    found = {each.unit_id: each for each in battle.read(service_records)}
    assert battle.read(service_records, unit_id=1) == tuple(found.values())
    assert [(each.shots, each.hits, each.kills) for each in found.values()] == (
        [] if became is None else [(1, int(became != MISS), kills)]
    )
    audit = dice_audit(battle)
    assert [sum(row.counts) for row in audit.faces if not row.owner] == [len(dice)] * bool(dice)
    told = report_of_battle(battle, 1)
    assert sum(score.attacks for score in told.scores) == len(acts)
    assert sum(score.dice.typed for score in told.scores) == len(dice)
    shown = [
        die.value
        for entry in battle.read(log)
        if not entry.undone
        for part in entry.parts
        if isinstance(part, Dice)
        for die in part.dice
    ]
    assert shown == list(dice), "with its dice, not in words alone"

    battle.undo()
    assert len(battle.read(losses)) == int(was == KILL)
    assert battle.read(corrected_acts) == frozenset()


def test_a_loss_by_a_correction_is_one_of_the_turn_it_corrects(
    battle: Campaign, shot: Attack
) -> None:
    act = battle.do(replace(shot, faces=faces(*MISS))).act_id
    turn_id = battle.read(battle_head).turn_id
    battle.do(EndTurn())
    battle.do(EndTurn())
    battle.do(CorrectPast(act_id=act, acts=(replace(shot, faces=faces(*KILL)),)))
    assert battle.read(battle_head).turn_id != turn_id
    assert [loss.turn_id for loss in battle.read(losses)] == [turn_id]


def test_the_log_finds_what_was_corrected_among_the_undone(battle: Campaign, shot: Attack) -> None:
    act = battle.do(replace(shot, faces=faces(*KILL))).act_id
    right = battle.do(CorrectPast(act_id=act, acts=(replace(shot, faces=faces(*HELD)),))).act_id
    assert {entry.act_id for entry in battle.read(log, only=UNDONE)} == {act}
    found = battle.read(lines_with, ("undone:", "pim"), None, 99).lines
    assert {entry.act_id for entry in found} == {act}
    leads = [entry.lead for entry in battle.read(log, act_id=right)]
    assert leads[:2] == ["The past is corrected.", "Instead: Pim fires Gun at Bo."]
    assert [entry.rule for entry in battle.read(log, act_id=right)][1] == "5.1-09"


def test_a_correction_that_is_corrected_has_corrected_nothing(
    battle: Campaign, shot: Attack
) -> None:
    act = battle.do(replace(shot, faces=faces(*KILL))).act_id
    again = battle.do(CorrectPast(act_id=act)).act_id
    assert battle.read(losses) == ()
    battle.do(CorrectPast(act_id=again))
    assert battle.read(corrected_acts) == {again}
    assert [each.kills for each in battle.read(service_records)] == [1]


def test_the_audit_rebuilds_an_attack_at_the_moment_of_what_it_replaces(
    battle: Campaign, shot: Attack
) -> None:
    """Bo has gone out of Range since; when he was shot at, he was near."""
    act = battle.do(replace(shot, faces=faces(*MISS))).act_id
    battle.do(EndTurn())
    battle.do(MoveUnit(unit_id=2, x=29, y=19, by_itself=False))
    battle.do(CorrectPast(act_id=act, acts=(replace(shot, faces=faces(*HELD)),)))
    (attack,) = dice_audit(battle).attacks
    assert (attack.act_id, attack.done) == (act, 2)


def test_a_way_is_shown_as_it_was_corrected(battle: Campaign, shot: Attack) -> None:
    act = battle.do(MoveUnit(unit_id=1, x=12, y=12, corners=((12, 10),))).act_id
    battle.do(CorrectPast(act_id=act, acts=(MoveUnit(unit_id=1, x=10, y=13),)))
    assert [way.points for way in battle.read(trails_now)] == [((10, 10), (10, 13))]
    (found,) = battle.read(service_records)
    assert found.inches == 3


@pytest.mark.rule("4.3-03")
def test_who_answered_by_mistake_has_not_answered(battle: Campaign, shot: Attack) -> None:
    act = battle.do(Respond(unit_id=2, to_id=1)).act_id
    assert battle.read(answered_now) == {(2, 1)}
    battle.do(CorrectPast(act_id=act))
    assert battle.read(answered_now) == frozenset()
