"""The dispute card: one event with its dice, numbers, rules, and the table before and after it."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.dice import Origin
from brikdesk.errors import BadInput
from brikdesk.reports.data import LastingFact
from brikdesk.reports.dispute import EventCard, card_as_pdf, card_as_png, event_card, map_as_png
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Kind
from brikdesk.store.views.log import log


@pytest.fixture(scope="module")
def shot(built_sample: Path) -> EventCard:
    """Return the card of the attack in the sample campaign that was fired last."""
    with Campaign.open(built_sample, read_only=True) as campaign:
        attacks = [line.act_id for line in campaign.read(log) if line.kind is Kind.ATTACK]
        return event_card(campaign, attacks[-1])


def words_of(card: EventCard) -> str:
    """Return what can be read on the card as PDF."""
    pages = PdfReader(BytesIO(card_as_pdf(card))).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def said(rows: tuple[LastingFact, ...]) -> list[str]:
    """Return facts as they are read."""
    return [f"{row.name}: {row.value}" for row in rows]


@pytest.mark.rule("5.1-09", "5.1-28", "5.1-53")
def test_a_shot_is_told_with_its_dice_its_numbers_and_its_rules(shot: EventCard) -> None:
    assert shot.title == "Gunner Clack fires The Stapler at the left wheel of Ice Cream Van"
    assert shot.when.startswith("Turn 5, Bureau of Unplanned Demolition, 13 March")
    assert [(each.origin, each.words) for each in shot.dice] == [
        (Origin.TYPED, "d8 4, d6 4, d6 3, d6 3"),
        (Origin.ROLLED, "d10 3, d10 9"),
    ]
    (roll,) = [each for line in shot.lines for each in line.sums if each.name == "Action Roll"]
    assert (roll.total, [(term.value, term.rule) for term in roll.terms]) == (
        6, [(4, "5.1-09"), (2, "5.1-28"), (-1, "5.1-53"), (1, "8.5-12")],
    )  # fmt: skip
    cited = {term.rule for line in shot.lines for each in line.sums for term in each.terms}
    assert cited <= {each.rule for each in shot.rules}
    assert all(each.name and len(each.words) > 20 for each in shot.rules)


def test_who_was_concerned_is_told_as_it_stood_and_ringed_on_the_map(shot: EventCard) -> None:
    assert 'Ice Cream Van: Armor 2d10, Move 0", at x 26, y 13 inches' in said(shot.before)
    assert {facts.heading: said(facts.rows) for facts in shot.after} == {
        "Units changed": ["Site Hut: homing on the left wheel of Ice Cream Van +1"],
        "Under way": ["Homing, Site Hut: +1 on the left wheel of Ice Cream Van"],
        "Power of this turn": ['Site Hut: 3" of 6" left'],
    }
    assert shot.table is not None
    left, top, wide, deep = shot.part
    ringed = [token for token in shot.table.tokens if token.unit_id in shot.ringed]
    assert len(ringed) == 4
    for token in ringed:
        assert left < token.x < left + wide, token.name
        assert top < token.y < top + deep, token.name


def test_it_is_one_page_and_the_same_as_a_picture(shot: EventCard) -> None:
    for paper in ("a4", "letter"):
        pdf = card_as_pdf(shot, paper)
        assert len(PdfReader(BytesIO(pdf)).pages) == 1
    words = words_of(shot)
    for told in (
        "Typed, as they lay on the table",
        "Out of Range",
        "Action Roll: 6",
        "Ice Cream Van",
    ):
        assert told in words
    assert Image.open(BytesIO(card_as_png(shot))).size[0] == 1600
    assert Image.open(BytesIO(map_as_png(shot, 480))).size[0] == 480


def test_the_house_rules_are_those_of_that_moment(battle: Campaign) -> None:
    battle.do(SetTable(width=30, depth=20))
    battle.do(AddUnit(name="Ada", player_id=1, x=5, y=5))
    moved = battle.do(MoveUnit(unit_id=1, x=8, y=5)).act_id
    battle.do(SetHouseRule(switch="bw_bonus_die", value="d4"))
    later = battle.do(MoveUnit(unit_id=1, x=9, y=5)).act_id
    assert "d4 (usually d6)" not in [each.words for each in event_card(battle, moved).house]
    assert "d4 (usually d6)" in [each.words for each in event_card(battle, later).house]
    assert said(event_card(battle, moved).after[0].rows) == ['Ada: 3" away']


def test_what_was_undone_is_told_without_its_moments(battle: Campaign) -> None:
    battle.do(SetTable(width=30, depth=20))
    battle.do(AddUnit(name="Ada", player_id=1, x=5, y=5))
    act_id = battle.do(Kill(unit_id=1, why="A tile")).act_id
    battle.undo()
    card = event_card(battle, act_id)
    assert card.status.startswith("Undone: nothing of this counts")
    assert (card.before, card.after, card.table) == ((), (), None)
    assert [line.lead for line in card.lines] == ["Ada dies."]
    assert "Undone" in words_of(card)
    with pytest.raises(BadInput, match="There is no act 999"):
        event_card(battle, 999)


def test_a_secret_is_left_out_unless_it_is_asked_for(battle: Campaign) -> None:
    battle.do(SetTable(width=30, depth=20))
    hidden = AddField(
        name="Mine Garden", kind=FieldKind.CONCEALED, size=4, dice=("d6 Damage",), x=9, y=9
    )
    act_id = battle.do(hidden).act_id
    card = event_card(battle, act_id)
    assert (card.lines, card.before, card.after) == ((), (), ())
    assert "Mine Garden" not in words_of(card)
    shown = words_of(event_card(battle, act_id, secret=True))
    assert "Mine Garden" in shown
