"""The dice audit: faces against fair dice, damage against what could be expected when it was done."""

import csv
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.editing import EditUnit
from brikdesk.cli import main
from brikdesk.dice import Face, Origin
from brikdesk.odds.attack_odds import attack_odds
from brikdesk.odds.attacks import Benny
from brikdesk.reports.audit import chance_of_fair, chi_square, dice_audit, report_of_dice
from brikdesk.reports.data import FacesThrown
from brikdesk.reports.pdf_pages import render
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Kind, line
from tests.acts.attack_scene import faces, look, unit, weapon
from tests.acts.hazards import ANN, BEN
from tests.reports.conftest import Scribe, dice


def rows_of(campaign: Campaign, owner: str, die: str) -> list[FacesThrown]:
    found = dice_audit(campaign).faces
    return [row for row in found if (row.owner, row.die) == (owner, die)]


@pytest.mark.parametrize(
    ("sides", "chi", "chance"),
    [
        (4, 7.815, 0.05),
        (6, 11.070, 0.05),
        (6, 15.086, 0.01),
        (10, 16.919, 0.05),
        (20, 36.191, 0.01),
    ],
)
def test_the_tail_of_chi_square_is_that_of_the_printed_tables(
    sides: int, chi: float, chance: float
) -> None:
    # Two faces apart by so much that chi-square is the tabled number, all others as expected.
    expected = 10**9
    off = round((chi * expected / 2) ** 0.5)
    counts = [expected + off, expected - off, *[expected] * (sides - 2)]
    assert chi_square(counts) == pytest.approx(chi, abs=0.01)
    assert chance_of_fair(counts) == pytest.approx(chance, rel=0.01)


def test_fair_counts_are_certain_and_far_ones_are_not() -> None:
    assert chance_of_fair([10] * 6) == pytest.approx(1.0)
    assert chance_of_fair([100, 0, 0, 0, 0, 0]) < 1e-60


def test_faces_are_counted_by_owner_die_and_origin(scribe: Scribe) -> None:
    typed, rolled = dice(6, 1, 1, 5), dice(6, 6, rolled=True)
    scribe.tell(line(Kind.FIRE, "It burns.", typed, rolled, player_id=1))
    scribe.tell(line(Kind.FIRE, "It burns.", dice(6, 2), dice(6, 2, again=True), player_id=2))
    mine = rows_of(scribe.campaign, "Duchy of Lower Stud", "d6")
    assert [(row.origin, row.counts) for row in mine] == [
        ("rolled", (0, 0, 0, 0, 0, 1)),
        ("typed", (2, 0, 0, 0, 1, 0)),
    ]
    assert mine[1].mean == pytest.approx(7 / 3)
    (every,) = rows_of(scribe.campaign, "", "d6")
    assert every.counts == (2, 1, 0, 0, 1, 1)
    assert every.verdict == "too few to tell: 30 are needed"


def test_dice_that_were_taken_back_and_faces_chosen_by_hand_do_not_count(scribe: Scribe) -> None:
    scribe.tell(line(Kind.FIRE, "It burns.", dice(4, 3), player_id=1))
    scribe.tell(line(Kind.FIRE, "It burns.", dice(4, 4, 4), player_id=1))
    scribe.campaign.undo()
    changed = dice(4, 1)
    changed = replace(changed, dice=tuple(replace(d, origin=Origin.CHANGED) for d in changed.dice))
    scribe.tell(line(Kind.FIRE, "It burns.", changed, player_id=1))
    (every,) = rows_of(scribe.campaign, "", "d4")
    assert every.counts == (0, 0, 1, 0)
    words = [row.verdict for row in rows_of(scribe.campaign, "Duchy of Lower Stud", "d4")]
    assert "chosen by hand, not tested" in words


def test_uneven_dice_are_told_from_fair_ones(scribe: Scribe) -> None:
    even, loaded = list(range(1, 7)) * 10, [6] * 30 + [1, 2, 3, 4, 5] * 6
    scribe.tell(line(Kind.FIRE, "It burns.", dice(6, *even), player_id=1))
    scribe.tell(line(Kind.FIRE, "It burns.", dice(6, *loaded), player_id=2))
    (fair,) = rows_of(scribe.campaign, "Duchy of Lower Stud", "d6")
    (other,) = rows_of(scribe.campaign, "Order of the Gap", "d6")
    assert fair.verdict == "nothing unusual: fair dice lie so, or more unevenly, in 100 % of cases"
    assert other.verdict == "uneven: fair dice lie so in below 0.1 % of cases"
    data = report_of_dice(scribe.campaign)
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(render(data))).pages)
    text = " ".join(text.split())
    assert "d6: 120 dice, 20 of each face expected" in text
    assert "less than 1 of 100 campaigns, all 3 tests together" in text
    assert other.verdict in text


@pytest.fixture
def shot(battle: Campaign) -> Attack:
    """Ann's Pim fires at Ben's Bo, who has an Armor of dice."""
    pim = unit(battle, "Pim", ANN, x=10.0, y=10.0)
    bo = unit(battle, "Bo", BEN, x=15.0, y=10.0, armor="2d6")
    gun = weapon(battle, pim, preset="W-04", name="Gun")
    return Attack(aims=(Aim(unit_id=bo),), strikes=(Strike(weapon_id=gun, by_id=pim),))


def expected_now(campaign: Campaign, attack: Attack) -> float:
    asked = look(campaign, attack).asked
    assert asked is not None
    asked = type(asked)(asked.shots, asked.targets, asked.blasts, Benny.DAMAGE, asked.either)
    return sum(target.expected_damage for target in attack_odds(asked).targets)


def test_damage_is_held_against_what_was_expected_then_and_not_now(
    battle: Campaign, shot: Attack
) -> None:
    then = expected_now(battle, shot)
    battle.do(replace(shot, faces=faces(5, 4, 3, 4)))
    # Bo goes out of Range afterwards and is made of paper: neither changes what was expected.
    battle.do(MoveUnit(unit_id=2, x=39, y=29, by_itself=False))
    battle.do(EditUnit(unit_id=2, name="Paper Bo", armor="1"))
    audit = dice_audit(battle)
    (one,) = audit.attacks
    assert (one.owner, one.title, one.turn) == (
        "Amber Army", "Pim fires Gun at Bo", "Turn 1, Amber Army",
    )  # fmt: skip
    assert one.done == 4
    assert one.expected == pytest.approx(then)
    assert audit.left_out == ()
    for _ in range(3):
        battle.undo()
    assert dice_audit(battle).attacks == ()


def test_armor_dice_are_those_of_who_is_hit(battle: Campaign, shot: Attack) -> None:
    battle.do(replace(shot, faces=(Face(5), Face(4), Face(1, Origin.ROLLED), Face(2))))
    mine, his = rows_of(battle, "Amber Army", "d6"), rows_of(battle, "Brick Brigade", "d6")
    assert [(row.origin, row.total) for row in his] == [("rolled", 1), ("typed", 1)]
    assert {row.origin for row in mine} == {"typed"}


def test_what_has_no_odds_is_named_and_in_no_sum(sample: Path) -> None:
    with Campaign.open(sample, read_only=True) as campaign:
        audit = dice_audit(campaign)
    assert [each.done for each in audit.attacks] == [0, 9]
    assert dict(audit.left_out) == {
        "fired by hand, with their damage entered as it was": 3,
        "that landed in a later turn": 2,
    }


def test_the_command_prints_the_audit_for_people_and_for_spreadsheets(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(sample)]) == 0
    said = capsys.readouterr().out
    assert "too few to tell: 30 are needed" in said
    assert "Left out: 3 attacks fired by hand" in said
    assert main(["audit", str(sample), "--csv"]) == 0
    table = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    every = [row for row in table if row["owner"] == "all" and row["die"] == "d4"]
    assert [(row["face"], row["counted"]) for row in every] == [
        ("1", "3"), ("2", "1"), ("3", "2"), ("4", "3"),
    ]  # fmt: skip
    assert [row["counted"] for row in table if row["part"] == "damage"] == ["0", "9"]
    out = tmp_path / "dice.pdf"
    assert main(["report", str(sample), "--dice", "-o", str(out)]) == 0
    assert "Dice audit" in PdfReader(out).pages[0].extract_text()


def test_a_campaign_without_dice_has_an_audit(battle: Campaign) -> None:
    text = PdfReader(BytesIO(render(report_of_dice(battle)))).pages[0].extract_text()
    assert "No die was thrown yet." in text
    assert "No attack could be counted." in text
