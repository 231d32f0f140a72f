"""Reports of the Sci-fi rules: every shot with its outcomes, every load with its sum, who is detected."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from brikdesk.acts.scifi.areas import BurstSf, Incapacitate
from brikdesk.acts.scifi.crews import ReplaceGunner
from brikdesk.acts.scifi.outcomes import EnterOutcome
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.units import EliminateSf
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.games import GAMES
from brikdesk.reports.data import ReportData
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.turn_and_battle import report_of_battle, report_of_turn
from brikdesk.sample import write_scifi_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.past_turns import turns
from brikdesk.turns import scifi_ledger
from tests.ui.scifi.sf_scene import CARRIER, CLERK, DRONE, LAUNCHER, RACK, star_table

pytestmark = pytest.mark.thorough(every=2)

HEADINGS_OF_BRIKWARS = ("Carried to the next turn", "Ammo racks", "fires still burning", "Power")


@pytest.fixture
def stars(tmp_path: Path) -> Iterator[Campaign]:
    made = star_table(tmp_path / "stars.brik")
    yield made
    made.close()


def text_of(data: ReportData) -> str:
    """Return a report's text with every blank and line break as one space."""
    pages = (page.extract_text() for page in PdfReader(BytesIO(render(data))).pages)
    return " ".join(" ".join(pages).split())


def this_turn(campaign: Campaign) -> ReportData:
    return report_of_turn(campaign, campaign.read(battle_head).turn_id)


def facts(data: ReportData, heading: str) -> dict[str, str]:
    (found,) = [each for each in data.facts if each.heading == heading]
    return {fact.name: fact.value for fact in found.rows}


def volley(campaign: Campaign) -> tuple[int, int]:
    """Fire two rockets at the drone; give the keys of their shots."""
    aims = (SfAim(target_id=DRONE, distance=30), SfAim(target="the gate", distance=40))
    campaign.do(FireSf(sf_weapon_id=RACK, aims=aims))
    one, two = (row.id for row in campaign.read(scifi_ledger.sf_open_shots))
    return one, two


def settle(campaign: Campaign, shot: int) -> None:
    """Let a shot hit and burst over the clerk, who survives it."""
    campaign.do(EnterOutcome(shot_id=shot, matter="hit", answer="hit"))
    campaign.do(BurstSf(shot_id=shot, place="at the gate", inside_ids=(CLERK,)))
    campaign.do(EnterOutcome(shot_id=shot, matter="penetration", answer="no effect", unit_id=CLERK))
    campaign.do(Incapacitate(shot_id=shot))


@pytest.mark.rule("12-91")
def test_every_shot_stands_with_its_outcomes_under_attacks(stars: Campaign) -> None:
    one, two = volley(stars)
    settle(stars, two)
    stars.do(EnterOutcome(shot_id=one, matter="hit", answer="miss"))
    data = this_turn(stars)
    assert data.turns[0].attacks == 2, "outcomes are no attacks"
    assert [entry.shot for entry in data.turns[0].fights] == [one] * 2 + [two] * 6
    assert [entry.follows for entry in data.turns[0].fights].count(False) == 2
    text = text_of(data).partition("Attacks ")[2]
    first, _, second = text.partition("At the gate")
    assert "Audit Drone: Miss" in first
    assert "Rack of seven bursts. At at the gate" not in first
    assert "Clerk: No effect" in second
    assert "Clerk is incapacitated." in second


def test_an_outcome_of_an_earlier_turn_stands_where_it_was_entered(stars: Campaign) -> None:
    one, _ = volley(stars)
    stars.do(EndTurn(overruled=frozenset({"turn-order"})))
    stars.do(EnterOutcome(shot_id=one, matter="hit", answer="miss"))
    now, before = this_turn(stars), report_of_turn(stars, stars.read(turns)[0].id)
    assert now.turns[0].attacks == 0
    assert before.turns[0].attacks == 2
    assert "Audit Drone: Miss" in text_of(now)
    assert "Audit Drone: Miss" not in text_of(before)


@pytest.mark.rule("12-64", "12-76", "TC-50")
def test_the_ammunition_table_counts_as_the_ledger_does(stars: Campaign) -> None:
    volley(stars)
    stars.do(EliminateSf(unit_id=CARRIER))
    lines = this_turn(stars).ammo
    assert lines is not None
    for line, row in zip(lines, stars.read(scifi_ledger.sf_ammo), strict=True):
        assert (line.loaded, line.remaining, line.fired) == (row.loaded, row.remaining, row.fired)
        assert line.loaded == line.remaining + line.fired + line.lost + line.adjusted
    text = text_of(this_turn(stars))
    assert "Loaded = Remaining + Fired + Lost + Adjusted This turn" in text
    assert "Rack of seven artillery rocket, Lamp Carrier destroyed 7 0 2 5 0 2 of 2" in text
    assert "Tripod launcher rocket, Tripod team 4 4 0 0 0 0 of 1" in text


def test_a_turn_that_is_over_is_told_as_it_ended(stars: Campaign) -> None:
    volley(stars)
    first = stars.read(battle_head).turn_id
    stars.do(EndTurn(overruled=frozenset({"turn-order"})))
    stars.do(EliminateSf(unit_id=CARRIER))
    (before,) = [line for line in report_of_turn(stars, first).ammo or () if line.loaded == 7]
    assert (before.remaining, before.fired, before.lost) == (5, 2, 0)
    (after,) = [line for line in report_of_battle(stars, 1).ammo or () if line.loaded == 7]
    assert (after.remaining, after.fired, after.lost) == (0, 2, 5)


def test_detected_incapacitated_and_changed_crews_are_told(stars: Campaign) -> None:
    stars.do(Incapacitate(unit_ids=(CLERK,), cause="a blast"))
    (crew,) = stars.read(scifi_ledger.sf_crews)
    stars.do(ReplaceGunner(sf_weapon_id=LAUNCHER, member_id=crew.others_serve[-1]))
    stars.do(EliminateSf(unit_id=CARRIER))
    data = this_turn(stars)
    assert facts(data, "Incapacitated") == {"Clerk": "neither moves nor fires"}
    assert facts(data, "Detected") == {"Audit Drone": "by Amber Army, until it is cleared"}
    assert facts(data, "Crews changed") == {
        "Tripod launcher": "gunner Wick; loader Taper; gone Snuff"
    }
    assert facts(data, "Units changed")["Lamp Carrier"] == "eliminated"
    text = text_of(data)
    for words in ("by Amber Army, until it is cleared", "gone Snuff", "neither moves nor fires"):
        assert words in text


def test_a_report_of_the_sci_fi_rules_alone_says_nothing_of_brikwars(stars: Campaign) -> None:
    one, _ = volley(stars)
    settle(stars, one)
    for data in (this_turn(stars), report_of_battle(stars, 1)):
        text = text_of(data)
        assert not [words for words in HEADINGS_OF_BRIKWARS if words in text]
        assert "Rules: Sci-fi" in text
        assert "weapons expended" in text
    assert "Fires burning" not in text
    assert [point.attacks for point in report_of_battle(stars, 1).points] == [2]


def test_beside_brikwars_both_are_told(tmp_path: Path) -> None:
    both = star_table(tmp_path / "both.brik", *(game.title for game in GAMES.values()))
    text = text_of(this_turn(both))
    for words in ("Ammo racks", "Carried to the next turn", "Detected", "Ammunition"):
        assert words in text
    assert "No unit counts rounds." not in text
    both.close()


def test_a_report_of_brikwars_alone_says_nothing_of_the_sci_fi_rules(battle: Campaign) -> None:
    data = this_turn(battle)
    assert data.ammo is None
    assert [each.heading for each in data.facts] == [
        "Units changed", "Carried to the next turn", "Ammo racks",
    ]  # fmt: skip
    assert "Ammunition" not in text_of(data)


def test_a_battle_without_any_dice_shows_no_bars_of_them(stars: Campaign) -> None:
    volley(stars)
    stars.do(EndTurn())
    told = text_of(report_of_battle(stars, stars.read(battle_head).battle_id))
    assert "Attacks" in told
    assert "Dice: typed outlined" not in told


@pytest.mark.rule("12-76")
def test_what_was_fired_in_a_turn_stands_in_its_report_though_the_round_is_over(
    tmp_path: Path,
) -> None:
    file = tmp_path / "stars.brik"
    write_scifi_sample(file)
    with Campaign.open(file) as campaign:
        (last,) = [row for row in campaign.read(turns) if (row.number, row.code) == (3, "TX")]
        (drone,) = [line for line in report_of_turn(campaign, last.id).ammo or () if line.loaded == 7
                    and line.unit == "Audit Drone"]  # fmt: skip
    assert drone.this_turn == "1 of 2"
