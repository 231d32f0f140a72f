"""Turns of the Sci-fi rules: what resets, what carries over, and both rule sets side by side."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from brikdesk.acts.campaign.setup import (
    AddPlayer,
    CreateCampaign,
    RemovePlayer,
    SetHouseRule,
    SetRuleSets,
)
from brikdesk.acts.fire.fires import light
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.outcomes import MarkDetected
from brikdesk.acts.scifi.shooting import FireSf
from brikdesk.acts.scifi.units import BeginSfTurn, SetSfUnit
from brikdesk.acts.scifi.weapons import AddSfWeapon, RemoveSfWeapon
from brikdesk.acts.turns_and_steps import EndTurn, roll_all
from brikdesk.acts.units.roster import AddUnit
from brikdesk.games import BRIKWARS, GAMES
from brikdesk.reports.files import write_report
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.turn_and_battle import report_of_battle
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Lasts, SfDetection, SfWeapon, Unit
from brikdesk.store.views.campaign_and_battle import played, scifi_house
from brikdesk.store.views.log import log
from brikdesk.store.views.scifi import (
    detections,
    flames,
    sf_shots,
    sf_unit,
    sf_units,
    sf_weapons,
    unfired,
)
from brikdesk.turns.queue import agenda
from tests.acts.hazards import minifig
from tests.acts.scifi.starfield import ANN, BEN, armed, enter, fire, foes, left, switch, unit
from tests.acts.table import bad, end_turn, refused, row, rows, told
from tests.staging import stage


def waiting(campaign: Campaign) -> list[str]:
    return [step.title for step in campaign.reading(agenda)]


def test_the_end_of_a_turn_cites_no_rule_of_another_game(field: Campaign, both: Campaign) -> None:
    words = "Turn 1, Amber Army is over. Next: Brick Brigade."
    assert told(field, EndTurn()) == [words]
    assert told(both, EndTurn()) == [f"{words} 4.0-01"]


@pytest.mark.rule("12-89", "12-90", "S-01")
def test_at_the_start_of_a_round_the_agenda_sets_weapons_free(field: Campaign) -> None:
    launcher = armed(field, "rocket launcher", loads=(LoadFacts(count=5),))
    fire(field, launcher)
    end_turn(field)
    assert waiting(field) == [], "Ben's turn is in the same round"
    end_turn(field)
    (step,) = field.reading(agenda)
    assert (step.title, step.rule) == ("1 weapon may fire again", "12-89")
    act = roll_all(field, lambda sides: 1)
    assert act is not None
    lines = [line.text() for line in field.do(act).lines]
    assert lines[1].startswith("Rocket launcher of Trooper. 4 of 5 left, 0 fired this turn.")
    assert lines[1].endswith("12-90")
    assert row(field, SfWeapon, launcher).fired == {}
    assert waiting(field) == []
    refused(field, BeginSfTurn(), "12-89")


@pytest.mark.rule("12-89", "12-90")
def test_only_weapons_that_can_fire_again_are_counted_and_by_their_sides(field: Campaign) -> None:
    rifle = armed(field, "phaser rifle")
    spent = armed(field, "rocket launcher", loads=(LoadFacts(count=1),))
    (foe,) = foes(field, "Foe")
    field.do(AddSfWeapon(unit_id=foe, catalogue="phaser rifle"))
    for weapon in (rifle, spent, rows(field, SfWeapon)[-1].id or 0):
        fire(field, weapon)
    end_turn(field)
    end_turn(field)
    (step,) = field.reading(agenda)
    assert step.title == "2 weapons may fire again", "the launcher is expended"
    assert step.detail == "a new round: 1 of Amber Army, 1 of Brick Brigade"
    assert told(field, BeginSfTurn())[0].startswith(
        "2 weapons may fire again. 1 of Amber Army, 1 of Brick Brigade. Ammunition"
    )
    assert [each.weapon for each in field.read(unfired, ANN)] == ["phaser rifle"]


@pytest.mark.rule("12-89", "S-01")
def test_by_owner_turns_each_player_has_his_own_turn(field: Campaign) -> None:
    switch(field, "sf_turn_scope", "owner_turn")
    rifle = armed(field, "phaser rifle")
    (foe,) = foes(field, "Foe")
    field.do(AddSfWeapon(unit_id=foe, catalogue="phaser rifle"))
    theirs = rows(field, SfWeapon)[-1].id or 0
    fire(field, rifle)
    fire(field, theirs)
    end_turn(field)
    assert waiting(field) == ["1 weapon may fire again"]
    fire(field, theirs)
    refused(field, FireSf(sf_weapon_id=rifle), "12-52")
    end_turn(field)
    fire(field, rifle)
    refused(field, FireSf(sf_weapon_id=theirs), "12-52")


@pytest.mark.rule("12-89", "12-38")
def test_detection_lasts_as_long_as_the_referee_said(field: Campaign) -> None:
    keys = foes(field, "Turn", "Round", "Always", detected=False)
    for key, lasts in zip(keys, Lasts, strict=True):
        field.do(MarkDetected(unit_id=key, player_id=ANN, lasts=lasts))
    names = [each.unit for each in field.read(detections)]
    assert names == ["Turn", "Round", "Always"]
    end_all(field)
    assert [each.unit for each in field.read(detections)] == ["Round", "Always"]
    end_all(field)
    assert [each.unit for each in field.read(detections)] == ["Always"]
    field.do(MarkDetected(unit_id=keys[2], player_id=ANN, detected=False))
    assert rows(field, SfDetection) == []
    assert "is not detected by" in bad(
        field, MarkDetected(unit_id=keys[2], player_id=ANN, detected=False)
    )


def end_all(campaign: Campaign) -> None:
    """End the turn, and settle what waits once the next one has begun."""
    campaign.do(EndTurn())
    if act := roll_all(campaign, lambda sides: 1):
        campaign.do(act)


@pytest.mark.rule("12-50")
def test_beside_detection_stands_what_the_unit_fired(field: Campaign) -> None:
    rifle = armed(field, "phaser rifle", detection_effect=2)
    trooper = rows(field, Unit)[0].id or 0
    fire(field, rifle)
    words = told(field, MarkDetected(unit_id=trooper, player_id=BEN))[0]
    assert "It fired this turn, detection effect: phaser rifle +2." in words


@pytest.mark.rule("12-93", "12-51", "12-66")
def test_views_tell_weapons_units_shots_and_reminders(field: Campaign) -> None:
    pod = armed(field, "pod of seven artillery rockets", kind=SfUnitKind.VEHICLE, cost=12.5)
    trooper = rows(field, Unit)[0].id or 0
    field.do(AddSfWeapon(unit_id=trooper, catalogue="mini-rocket launcher"))
    (foe,) = foes(field, "Foe")
    fire(field, pod, foe)
    first, second = field.read(sf_weapons)
    (store,) = first.stores
    assert (store.loaded, store.fired_this_turn, store.remaining) == (7, 1, 6)
    assert not store.expended
    assert (first.no, second.no_rule) == ("", "12-66")
    assert second.stores[0].asked is not None
    assert second.stores[0].asked.words == "How many pulses?"
    unit_row = field.read(sf_unit, trooper)
    assert unit_row is not None
    assert (unit_row.cost.points, unit_row.cost.unknown) == (12.5, 1)
    assert [(each.weapon, each.fired, each.most) for each in field.read(unfired, ANN)] == [
        ("pod of seven artillery rockets", 1, 2), ("mini-rocket launcher", 0, 1),
    ]  # fmt: skip
    (shot,) = field.read(sf_shots, open_only=True)
    assert (shot.target, shot.next, shot.hits_asked) == ("Foe", "hit or miss", 1)
    enter(field, "hit", "hit")
    assert field.read(sf_shots)[0].outcomes[0].answer == "hit"
    assert [each.name for each in field.read(sf_units)] == ["Trooper", "Foe"]
    assert field.read(flames) == ()


@pytest.mark.rule("12-03")
def test_removing_a_weapon_takes_its_rows_and_undo_brings_them_back(field: Campaign) -> None:
    pod = armed(field, "pod of seven artillery rockets", kind=SfUnitKind.VEHICLE)
    fire(field, pod)
    before = field.digest()
    field.do(RemoveSfWeapon(sf_weapon_id=pod))
    assert rows(field, SfWeapon) == []
    field.undo()
    assert field.digest() == before


def test_a_campaign_is_played_by_one_rule_set_or_both(
    campaign: Campaign, field: Campaign, both: Campaign, tmp_path: Path
) -> None:
    assert campaign.read(played) == ("BRIKWARS_2020",)
    assert field.read(played) == ("SCIFI",)
    assert both.read(played) == ("BRIKWARS_2020", "SCIFI")
    scopes = [each.read(scifi_house).sf_turn_scope for each in (field, both)]
    assert scopes == ["round", "owner_turn"]
    assert "at least one" in bad(
        Campaign.create(tmp_path / "none.brik"),
        CreateCampaign(name="None", uuid="none", rule_sets=()),
    )


def test_a_rule_set_is_added_later_and_goes_while_it_is_unused(campaign: Campaign) -> None:
    sf = SetHouseRule(switch="sf_weapon_crews", value=True)
    assert "no house rule" in bad(campaign, sf)
    campaign.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
    campaign.do(sf)
    unit(campaign, "Trooper")
    only = SetRuleSets(rule_sets=(BRIKWARS.title,))
    assert "Remove them first" in bad(campaign, only)
    campaign.undo()
    campaign.do(only)
    assert campaign.read(played) == ("BRIKWARS_2020",)


@pytest.mark.rule("12-89", "12-91")
def test_both_rule_sets_share_one_agenda_one_log_and_one_report(
    both: Campaign, tmp_path: Path
) -> None:
    pod = armed(both, "pod of seven artillery rockets", kind=SfUnitKind.VEHICLE)
    bob = minifig(both, "Bob")
    fire(both, pod, bob, bob)
    stage(both, lambda session: light(session, session.get_one(Unit, bob), 0, BEN))
    assert both.read(flames) == ("Bob",)
    end_turn(both, 2)
    assert waiting(both) == ["Bob burns", "1 weapon may fire again"]
    act = roll_all(both, lambda sides: 4)
    assert act is not None
    both.do(act)
    rules = {entry.rule for entry in both.read(log)}
    assert {"12-91", "12-89"} <= rules
    assert any(rule.startswith("8.3") for rule in rules)
    assert left(both, pod) == 5
    file = tmp_path / "battle.pdf"
    write_report(file, render(report_of_battle(both, 1)))
    text = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(file).pages)
    assert "pod of seven artillery rockets" in text
    assert "Bob" in text


@pytest.mark.rule("12-48")
def test_a_brikwars_unit_may_carry_a_sci_fi_weapon_once_it_is_said_what_it_is(
    both: Campaign,
) -> None:
    both.do(AddUnit(name="Bob", player_id=ANN, preset="U-01"))
    bob = rows(both, Unit)[0].id or 0
    act = AddSfWeapon(unit_id=bob, catalogue="laser rifle")
    assert "Say first what Bob is" in bad(both, act)
    both.do(SetSfUnit(unit_id=bob, kind=SfUnitKind.INFANTRY, armor_class=2))
    both.do(act)
    assert fire(both, rows(both, SfWeapon)[0].id or 0)[0].startswith("Bob fires laser rifle.")


def test_a_campaign_of_the_sci_fi_rules_opens_again_as_it_was(field: Campaign) -> None:
    pod = armed(field, "pod of seven artillery rockets", kind=SfUnitKind.VEHICLE)
    (foe,) = foes(field, "Foe")
    fire(field, pod, foe)
    before, weapons, shots = field.digest(), field.read(sf_weapons), field.read(sf_shots)
    field.close()
    with Campaign.open(field.path) as again:
        assert again.digest() == before
        assert (again.read(sf_weapons), again.read(sf_shots)) == (weapons, shots)
        again.undo()
        assert again.read(sf_shots) == ()


def test_a_player_who_only_watched_is_removed_with_what_he_saw(field: Campaign) -> None:
    field.do(AddPlayer(name="Cleo", faction="Clutch Crew", colour="lime"))
    (foe,) = foes(field, "Foe")
    field.do(MarkDetected(unit_id=foe, player_id=3))
    field.do(RemovePlayer(player_id=3))
    assert [each.player_id for each in field.read(detections)] == [ANN]
    field.undo()
    assert [each.player_id for each in field.read(detections)] == [ANN, 3]
