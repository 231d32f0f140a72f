"""Reports of several turns: the whole battle with its summary, and any stretch of turns."""

import re
from io import BytesIO

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from brikdesk.acts.campaign.battles import EndBattle, NewBattle, StartBattle
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Respond
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.errors import BadInput
from brikdesk.reports.data import ReportLine, ThrownDice, TurnPart
from brikdesk.reports.files import file_name
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.story import clauses_of, headline
from brikdesk.reports.turn_and_battle import MOST_POINTS, points, report_of_battle, report_of_turns
from brikdesk.rules.texts import is_known
from brikdesk.store import tables
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Kind, Words, line
from brikdesk.store.views.log import log, rulings
from brikdesk.store.views.past_turns import Loss
from tests.acts.attack_scene import faces, unit, weapon
from tests.acts.hazards import ANN, BEN

pytestmark = pytest.mark.thorough(every=3)


def text_of(pdf: bytes) -> str:
    pages = (page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    return " ".join(" ".join(pages).split())


def test_a_battle_report_holds_every_line_of_the_campaign_so_far_once(told) -> None:
    data = report_of_battle(told.campaign, 1)
    text = text_of(render(data))
    said = []
    # Besides, the book of rulings tells each decision on a rule once more.
    decided = [each for each in told.campaign.read(rulings) if is_known(each.rule)]
    book = {" ".join(each.words.split()) for each in decided}
    assert book
    for entry in (each for each in told.campaign.read(log) if not each.undone):
        said.append(re.sub(r"[.:]$", "", entry.lead))
        said += [part.text for part in entry.parts if isinstance(part, Words)]
        if "–" in entry.lead:  # a band: its damage stands in a column of its own
            said[-1] = re.sub(r"^\d+ damage, ", "", said[-1])
    said = [" ".join(words.split()) for words in said]
    assert data.entries
    for words in (each for each in said if len(each) > 20):
        times = sum(other.count(words) for other in (*said, *book))
        assert text.count(words) == times, words


def test_a_turn_that_has_only_begun_is_not_counted(battle: Campaign) -> None:
    assert report_of_battle(battle, 1).subtitle == "No turn has been played."
    battle.do(EndTurn(overruled=frozenset({"turn-order"})))
    data = report_of_battle(battle, 1)
    assert data.subtitle.startswith("1 player turn, ")
    assert [score.turns for score in data.scores] == [1, 0]
    assert (data.tiles[0].number, data.tiles[0].words) == (1, "player turn")
    assert " for 1 player turn." in headline(data)


def test_the_summary_tells_each_faction_its_share(told) -> None:
    data = report_of_battle(told.campaign, 1)
    assert [(s.faction, s.turns, s.attacks, s.lost, s.dice.total) for s in data.scores] == [
        ("Duchy of Lower Stud", 2, 1, 0, 12),
        ("Order of the Gap", 1, 0, 2, 0),
        ("Carpet Lint Raiders", 1, 0, 0, 0),
    ]
    assert (data.tiles[0].number, data.tiles[0].words) == (4, "player turns")
    assert [fact.name for fact in data.facts[0].rows] == ["Squire Tile", "Sister Underfoot"]
    assert data.facts[0].rows[0].value == "Turn 2, LS"


def test_the_charts_follow_the_numbers_of_the_turns(told) -> None:
    data = report_of_battle(told.campaign, 1)
    assert [(p.label, p.lost, p.fires, p.dice.typed, p.dice.rolled) for p in data.points] == [
        ("1 LS", 0, 3, 0, 0),
        ("1 OG", 0, 3, 0, 0),
        ("1 CL", 0, 3, 0, 0),
        ("2 LS", 2, 3, 11, 1),
        ("2 OG", 0, 3, 0, 0),
    ]
    text = text_of(render(data))
    assert "Fires burning at turn end" in text
    assert text.count("2 LS") >= 3


def test_fires_are_counted_as_they_burned_at_the_end_of_each_turn(scribe) -> None:
    scribe.unit("Hay")
    scribe.put("Fire", unit_id=1, size=1, driver_id=1, lit_turn_id=1)
    scribe.end_turn()
    scribe.remove("Fire", 1)
    scribe.end_turn()
    scribe.put("Fire", unit_id=1, size=1, driver_id=1, lit_turn_id=1)
    scribe.campaign.undo()
    data = report_of_battle(scribe.campaign, 1)
    assert [point.fires for point in data.points] == [1, 0, 0]


def test_a_unit_is_lost_when_it_dies_not_when_it_is_only_hurt(scribe) -> None:
    for name in ("Gate", "Guard", "Ghost"):
        scribe.unit(name, player_id=2, size=4)
    hurt = line(Kind.LOST, 'Gate: 1" of Size Damage.', unit_id=1, player_id=2)
    scribe.put("Unit", hurt, row_id=1, size_damage=1)
    scribe.put("Unit", row_id=2, fate=tables.Fate.DEAD)
    scribe.put("Unit", row_id=3, fate=tables.Fate.DEAD)
    scribe.campaign.undo()
    data = report_of_battle(scribe.campaign, 1)
    assert [fact.name for fact in data.facts[0].rows] == ["Guard"]
    assert data.tiles[2].number == 1


def test_a_shot_and_what_it_hits_are_one_attack(scribe) -> None:
    scribe.tell(line(Kind.ATTACK, "Old Paperweight fires.", "Cannon.", rule="8.5-05"))
    scribe.tell(line(Kind.ATTACK, "The keep is hit.", "19 against Armor 14.", rule="5.1-11"))
    scribe.tell(line(Kind.ATTACK, "The gate is hit.", "2 against Armor 14.", rule="5.1-11"))
    assert report_of_battle(scribe.campaign, 1).tiles[1].number == 1


def test_a_battle_that_is_over_still_tells_what_burned_at_its_end(told) -> None:
    told.campaign.do(EndBattle(result="The Duchy holds the river."))
    data = report_of_battle(told.campaign, 1)
    assert data.tiles[3].number == 3
    assert "The Duchy holds the river." in text_of(render(data))


def test_a_second_battle_tells_only_its_own_turns_and_setting_up(told) -> None:
    told.campaign.do(EndBattle())
    told.campaign.do(NewBattle(name="Rematch", player_ids=(2, 1)))
    told.campaign.do(StartBattle())
    data = report_of_battle(told.campaign, 2)
    assert [entry.lead for entry in data.before] == ["Battle 2: Rematch."]
    assert [turn.title for turn in data.turns] == ["Turn 1, Order of the Gap"]
    assert report_of_battle(told.campaign, 1).turns[-1].end[-1].lead == "Crumbledown is over."


def test_a_battle_without_a_turn_has_a_report(told) -> None:
    told.campaign.do(EndBattle())
    told.campaign.do(NewBattle(name="Rematch", player_ids=(2, 1)))
    data = report_of_battle(told.campaign, 2)
    assert data.subtitle == "No turn has been played."
    assert "Battle 2: Rematch." in text_of(render(data))


def test_an_unknown_battle_is_refused_in_words(told) -> None:
    with pytest.raises(BadInput, match="There is no such battle"):
        report_of_battle(told.campaign, 7)


def test_a_stretch_of_turns_is_told_from_its_first_to_its_last(told) -> None:
    data = report_of_turns(told.campaign, 3, 4)
    assert [turn.turn_id for turn in data.turns] == [3, 4]
    assert data.title == "Turns 1 CL to 2 LS, Crumbledown"
    assert file_name(data) == "Turns 1 CL to 2 LS.pdf"
    assert report_of_turns(told.campaign, 4, 4).title == "Turn 2 LS, Crumbledown"
    assert "Turn 1, Carpet Lint Raiders" in text_of(render(data))


def test_a_stretch_without_turns_is_refused_in_words(told) -> None:
    with pytest.raises(BadInput, match="No turn was played there"):
        report_of_turns(told.campaign, 4, 3)


def test_five_hundred_turns_can_be_printed(told) -> None:
    deeds = [ReportLine(Kind.UNIT, f"Deed {number:03} is done.") for number in range(500)]
    turns = tuple(
        replace(_turn(number, "A", 1, number), play=(deed,)) for number, deed in enumerate(deeds)
    )
    data = replace(report_of_battle(told.campaign, 1), turns=turns, points=points(turns))
    pdf = render(data)
    text = text_of(pdf)
    assert len(PdfReader(BytesIO(pdf)).outline[-1]) > 500  # type: ignore[arg-type]
    assert all(text.count(deed.lead) == 1 for deed in deeds)


def _turn(number: int, code: str, lost: int, fires: int) -> TurnPart:
    return TurnPart(
        turn_id=number,
        number=number,
        player_id=1,
        faction=code,
        colour="sky",
        code=code,
        over=True,
        person="",
        when="",
        start=(),
        start_note="",
        play=(),
        fights=(),
        end=(),
        rulings=(),
        undone=0,
        steps=0,
        attackers=(),
        losses=tuple(Loss(number, unit, 1) for unit in range(lost)),
        fires=fires,
        dice=ThrownDice(typed=2),
    )


def test_many_turns_are_taken_together_by_rounds() -> None:
    turns = [_turn(number, code, 1, number) for number in range(1, 16) for code in ("A", "B")]
    made = points(turns)
    assert [point.label for point in made] == [str(number) for number in range(1, 16)]
    assert made[0].lost == 2
    assert made[4].fires == 5
    assert made[4].dice.typed == 4


def test_many_rounds_are_taken_together_evenly() -> None:
    made = points([_turn(number, "A", 1, number) for number in range(1, 101)])
    assert len(made) <= MOST_POINTS
    assert made[0].label == "1–5"
    assert sum(point.lost for point in made) == 100
    assert made[-1].fires == 100


@pytest.mark.rule("4.3-03")
def test_an_attack_in_response_is_of_who_makes_it(battle: Campaign) -> None:
    unit(battle, "Pim", ANN, x=10.0, y=10.0)
    bo = unit(battle, "Bo", BEN, x=15.0, y=10.0)
    gun = weapon(battle, bo, preset="W-04", name="Gun")
    battle.do(Respond(unit_id=2, to_id=1))
    shot = Attack(
        aims=(Aim(unit_id=1),), strikes=(Strike(weapon_id=gun, by_id=bo),), faces=faces(5, 5)
    )
    battle.do(shot)
    told = report_of_battle(battle, 1)
    assert [(s.faction, s.turns, s.attacks, s.lost) for s in told.scores] == [
        ("Amber Army", 1, 0, 1),
        ("Brick Brigade", 0, 1, 0),
    ]


@pytest.mark.rule("8.4-11", "8.4-20", "8.4-21")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("5 against Use 2: hit.", "on the mark"),
        (
            '−4 against Use 2: misses by 6". An enemy lands it: x 20, y 22.',
            "as far as 6 inches off",
        ),
        ('Critical Failure, 8" off.', "as far as 8 inches off"),
        ('1 against Use 3: misses by 2", 1.5" from the X (the Keep).', "1.5 inches from the Keep"),
    ],
)
def test_the_story_says_where_something_came_down(said: str, told: str) -> None:
    line = ReportLine(kind=Kind.AIR, lead="missiles land.", parts=(Words(said),), act_id=1)
    turn = replace(_turn(1, "A", 0, 0), play=(line,))
    assert [f"{each.who} {each.did}" for each in clauses_of(turn)] == [f"missiles came down {told}"]


@pytest.mark.rule("5.1-12")
@pytest.mark.parametrize(
    ("needed", "chance"), [("", ""), ("Needed 6 on a d6: 16.7 %. ", "at 16.7 %")]
)
@pytest.mark.parametrize(("result", "end"), [("nothing", " to no effect"), ("it gets through", "")])
def test_a_hit_that_does_nothing_is_no_success_in_the_story(
    result: str, end: str, needed: str, chance: str
) -> None:
    lines = (
        ReportLine(
            kind=Kind.ATTACK,
            lead="Instead: Pim fires Gun at Bo.",
            parts=(Words(f"{needed}5 against Use 3. Hit."),),
            act_id=1,
        ),
        ReportLine(
            kind=Kind.ATTACK,
            lead="Instead: Bo takes 3.",
            parts=(Words(f"3 damage against Armor 6: {result}."),),
            act_id=1,
        ),
    )
    turn = replace(_turn(1, "A", 0, 0), fights=lines)
    deed = f"Pim hit Bo with Gun{end}"
    told = f"{deed}, {chance}" if chance else deed
    assert [f"{each.who} {each.did}" for each in clauses_of(turn)] == [told]
