"""What each unit has done: shots, hits, kills, inches; in the story, on cards, and never what was undone."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from brikdesk.acts.campaign.battles import EndBattle, NewBattle, StartBattle
from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fields.traps import AddTrap
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.actions import SpendAction
from brikdesk.cli import main
from brikdesk.reports.card_data import roster
from brikdesk.reports.turn_and_battle import report_of_battle
from brikdesk.sample import write_scifi_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.past_turns import ServiceRecord, service_records
from tests.acts.attack_scene import faces, unit, weapon
from tests.acts.hazards import ANN, BEN


@pytest.fixture
def shot(battle: Campaign) -> Attack:
    """Pim (1) fires at Bo (2), five inches away."""
    pim = unit(battle, "Pim", ANN, x=10.0, y=10.0)
    bo = unit(battle, "Bo", BEN, x=15.0, y=10.0)
    gun = weapon(battle, pim, preset="W-04", name="Gun")
    return Attack(aims=(Aim(unit_id=bo),), strikes=(Strike(weapon_id=gun, by_id=pim),))


def record(campaign: Campaign, unit_id: int = 1) -> ServiceRecord | None:
    every = {each.unit_id: each for each in campaign.read(service_records)}
    alone = campaign.read(service_records, unit_id=unit_id)
    # Asked for alone it is the same as among all.
    assert alone == ((every[unit_id],) if unit_id in every else ())
    return every.get(unit_id)


def test_a_hit_that_kills_is_told_with_its_chance(battle: Campaign, shot: Attack) -> None:
    battle.do(replace(shot, faces=faces(5, 5)))
    found = record(battle)
    assert found is not None
    assert (found.shots, found.hits, found.kills, found.wounds) == (1, 1, 1, 0)
    assert found.best is not None
    assert found.words.startswith("1 attack, 1 hit, 1 kill; best roll a hit at ")
    assert record(battle, 2) is None
    battle.undo()
    assert record(battle) is None


def side_by_side(battle: Campaign) -> Attack:
    """Return an attack of Pim (1) and Jo (2) together at Bo (3): each has a gun."""
    pim, jo = unit(battle, "Pim", ANN, x=10.0, y=10.0), unit(battle, "Jo", ANN, x=10.0, y=12.0)
    bo = unit(battle, "Bo", BEN, x=15.0, y=10.0)
    guns = {each: weapon(battle, each, preset="W-04", name="Gun") for each in (pim, jo)}
    strikes = tuple(Strike(weapon_id=gun, by_id=each) for each, gun in guns.items())
    return Attack(aims=(Aim(unit_id=bo),), strikes=strikes)


@pytest.mark.parametrize(
    ("combine", "dice", "killer", "through"),
    [
        (True, (5, 5, 3, 3), "Pim", (1, 0)),  # one joint damage: who leads
        (True, (1, 5, 5), "Jo", (0, 1)),  # who leads has missed
        (False, (5, 5, 5, 2), "Pim", (1, 0)),
        (False, (5, 5, 2, 5), "Jo", (0, 1)),
        (False, (5, 5, 5, 5), "Pim", (1, 0)),  # the second hits one who is dead
    ],
)
def test_of_several_who_hit_at_once_one_has_the_kill(
    battle: Campaign, combine: bool, dice: tuple[int, ...], killer: str, through: tuple[int, int]
) -> None:
    battle.do(replace(side_by_side(battle), combine=combine, faces=faces(*dice)))
    found = {each.name: each for each in battle.read(service_records)}
    assert {name: each.kills for name, each in found.items()} == {
        "Pim": int(killer == "Pim"),
        "Jo": int(killer == "Jo"),
    }
    assert (found["Pim"].through, found["Jo"].through) == through


def test_a_burst_kills_once(battle: Campaign, shot: Attack) -> None:
    rattle = weapon(battle, 1, kind="MachineGun", size=1, name="Rattle")
    burst = Strike(weapon_id=rattle, by_id=1, mode=Mode.BURST, count=2)
    battle.do(replace(shot, strikes=(burst,), combine=True, faces=faces(5, 5, 3, 3)))
    found = record(battle)
    assert found is not None
    assert (found.hits, found.kills) == (2, 1)


def test_a_hit_that_holds_and_a_miss(battle: Campaign, shot: Attack) -> None:
    battle.do(replace(shot, faces=faces(5, 2)))
    found = record(battle)
    assert found is not None
    assert found.words.startswith("1 attack, 1 hit, nothing through")
    battle.undo()
    battle.do(replace(shot, faces=faces(1)))
    found = record(battle)
    assert found is not None
    assert found.words == "1 attack, no hit"


def test_its_own_ways_count_and_not_those_it_was_shoved(battle: Campaign, shot: Attack) -> None:
    battle.do(MoveUnit(unit_id=1, x=12, y=12, corners=((12, 10),)))
    battle.do(MoveUnit(unit_id=1, inches=0.5))
    battle.do(MoveUnit(unit_id=1, x=20, y=20, by_itself=False))
    found = record(battle)
    assert found is not None
    assert found.inches == pytest.approx(2 + 2 + 0.5)
    assert found.words == 'moved 4.5"'


def test_a_second_battle_counts_too_and_a_report_holds_its_own(
    battle: Campaign, shot: Attack
) -> None:
    battle.do(replace(shot, faces=faces(1)))
    battle.do(EndBattle())
    battle.do(NewBattle(name="Rematch", player_ids=(1, 2)))
    battle.do(StartBattle())
    battle.do(SpendAction(unit_id=1, why="A speech."))
    found = record(battle)
    assert found is not None
    assert found.words == "1 attack, no hit; an Action for “A speech”; in 2 battles"
    (line,) = report_of_battle(battle, 2).service
    assert (line.unit, line.words) == ("Pim", "An Action for “A speech”.")
    first = report_of_battle(battle, 1).service
    assert [each.words for each in first] == ["1 attack, no hit."]


def test_words_that_betray_a_secret_stay_on_the_desk(battle: Campaign, shot: Attack) -> None:
    battle.do(
        AddTrap(name="Tripwire", player_id=1, secret=True, trigger="the gate", effect="It rings.")
    )
    battle.do(SpendAction(unit_id=1, why="Sets up the Tripwire."))
    found = record(battle)
    assert found is not None
    assert "Tripwire" in found.words
    assert report_of_battle(battle, 1).service == ()
    assert "Tripwire" in report_of_battle(battle, 1, secret=True).service[0].words
    cards = battle.reading(lambda session: roster(session, with_state=True))
    assert all("Tripwire" not in each.record for each in cards.units)


def test_a_card_tells_what_its_unit_did_only_with_its_state(battle: Campaign, shot: Attack) -> None:
    battle.do(replace(shot, faces=faces(5, 2)))
    new, now = (
        battle.reading(lambda session, state=state: roster(session, with_state=state))  # type: ignore[misc]
        for state in (False, True)
    )
    assert new.units[0].record == ""
    assert now.units[0].record.startswith("1 attack, 1 hit, nothing through")


def test_the_sci_fi_rules_have_records_too(tmp_path: Path) -> None:
    write_scifi_sample(tmp_path / "belt.brik")
    with Campaign.open(tmp_path / "belt.brik", read_only=True) as campaign:
        words = {each.name: each.words for each in campaign.read(service_records)}
    assert words["Lamp Carrier"].startswith("6 attacks, 1 hit, 1 kill")
    assert words["Audit Drone"].startswith("5 attacks, 2 hits, nothing through")


def test_the_command_line_tells_what_each_unit_did(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", str(sample), "--units"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Gunner Clack 2 attacks, 1 hit, nothing through; best roll a hit at 75 %" in said
    assert main(["log", str(sample), "--units", "--turn", "1", "--json"]) == 0
    first = {each["name"]: each["shots"] for each in json.loads(capsys.readouterr().out)}
    assert first["Gunner Clack"] == 1
