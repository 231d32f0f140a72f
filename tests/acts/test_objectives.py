"""The book of a battle: objectives, who scored when, armies against a limit."""

from io import BytesIO

import pytest
from pypdf import PdfReader
from sqlmodel import Session

from brikdesk.acts.campaign.battles import (
    AddObjective,
    EditObjective,
    EndBattle,
    LimitArmies,
    NewBattle,
    RemoveObjective,
    ScorePoints,
    TakeBackPoints,
)
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.story import story
from brikdesk.reports.turn_and_battle import report_of_battle
from brikdesk.reports.web import bbcode
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.images import digest_of_game
from brikdesk.store.tables import Award, Battle, Turn
from brikdesk.turns.ledger import armies, objectives
from tests.acts.hazards import ANN, BEN
from tests.acts.table import bad, rows, told


def digest(campaign: Campaign) -> str:
    def ask(session: Session) -> str:
        return digest_of_game(session.connection())

    return campaign.reading(ask)


def scored(campaign: Campaign) -> dict[str, list[tuple[str, int]]]:
    return {
        row.name: [(owner.code, points) for owner, points in row.scored]
        for row in campaign.read(objectives)
    }


def points(campaign: Campaign) -> dict[int, int]:
    return {row.id: row.points for row in campaign.read(armies)}


def test_an_objective_is_scored_as_often_as_it_is_reached(battle: Campaign) -> None:
    before = digest(battle)
    hill = AddObjective(name="Hold the hill", worth=3, note="until the end of a round")
    lines = told(battle, hill)
    assert lines == ["Objective: Hold the hill. 3 points. For everybody. until the end of a round"]
    lines = told(battle, ScorePoints(player_id=ANN, objective_id=1))
    assert lines[0].startswith("3 points for ")
    assert lines[0].endswith(" Hold the hill. 3 in all.")
    told(battle, EndTurn())
    told(battle, ScorePoints(player_id=ANN, objective_id=1, points=1, why="half of it"))
    lines = told(battle, ScorePoints(player_id=BEN, points=-2, why="shot at the referee"))
    assert lines[0].startswith("2 points taken from ")
    assert " shot at the referee. -2 in all." in lines[0]
    codes = {row.id: row.owner.code for row in battle.read(armies)}
    assert scored(battle) == {"Hold the hill": [(codes[ANN], 4)]}
    assert points(battle) == {ANN: 4, BEN: -2, 3: 0}
    assert next(row.id for row in battle.read(armies)) == ANN, "who leads comes first"
    assert [award.turn_id for award in rows(battle, Award)] == [
        turn.id for turn in (rows(battle, Turn)[0], rows(battle, Turn)[1], rows(battle, Turn)[1])
    ]
    for _ in range(5):
        battle.undo()
    assert digest(battle) == before


def test_what_was_scored_wrongly_is_taken_back_newest_first(battle: Campaign) -> None:
    told(battle, ScorePoints(player_id=ANN, points=2, why="the flag"))
    told(battle, ScorePoints(player_id=ANN, points=5, why="the king"))
    (line,) = told(battle, TakeBackPoints(player_id=ANN))
    assert "5 points taken back. 2 in all." in line
    told(battle, TakeBackPoints(player_id=ANN))
    assert "Nothing was scored by" in bad(battle, TakeBackPoints(player_id=ANN))


def test_an_objective_struck_out_leaves_what_was_scored(battle: Campaign) -> None:
    told(battle, AddObjective(name="The bridge", player_id=ANN))
    assert "alone" in bad(battle, ScorePoints(player_id=BEN, objective_id=1))
    told(battle, ScorePoints(player_id=ANN, objective_id=1))
    told(battle, EditObjective(objective_id=1, name="The old bridge", worth=2))
    assert points(battle)[ANN] == 1, "what was scored keeps its points"
    told(battle, ScorePoints(player_id=ANN, objective_id=1))
    told(battle, RemoveObjective(objective_id=1))
    assert (scored(battle), points(battle)[ANN]) == ({}, 3)
    assert [award.why for award in rows(battle, Award)] == ["The old bridge", "The old bridge"]
    battle.undo()
    assert list(scored(battle)) == ["The old bridge"]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (ScorePoints(player_id=ANN), "how many points"),
        (ScorePoints(player_id=ANN, points=3), "what for"),
        (ScorePoints(player_id=ANN, points=1001, why="all"), "1000"),
        (AddObjective(name=" "), "name"),
        (AddObjective(name="Hill", worth=5000), "1000"),
        (LimitArmies(inches=-1), "Unit Inches"),
        (LimitArmies(inches=float("nan")), "Unit Inches"),
    ],
)
def test_what_makes_no_sense_is_told(battle: Campaign, act: object, why: str) -> None:
    assert why in bad(battle, act)  # type: ignore[arg-type]
    assert rows(battle, Award) == []


def test_without_a_battle_there_is_nothing_to_score(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with Campaign.create(tmp_path / "new.brik") as campaign:
        campaign.do(CreateCampaign(name="New", uuid="new"))
        campaign.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
        assert "no battle yet" in bad(campaign, AddObjective(name="Hill"))
        assert "no battle yet" in bad(campaign, ScorePoints(player_id=1, points=1, why="luck"))
        assert campaign.read(armies) == campaign.read(objectives) == ()


def test_an_army_over_the_limit_is_shown_and_not_refused(battle: Campaign) -> None:
    told(battle, LimitArmies(inches=4))
    told(battle, AddUnit(name="Cart", player_id=ANN, kind="Vehicle", size=4, value=4.5))
    found = {row.id: row for row in battle.read(armies)}
    assert (found[ANN].inches, found[ANN].limit, found[ANN].too_large) == (4.5, 4, True)
    assert not found[BEN].too_large
    told(battle, LimitArmies(inches=0))
    assert {row.limit for row in battle.read(armies)} == {None}


def test_each_battle_has_a_book_of_its_own(battle: Campaign) -> None:
    told(battle, AddObjective(name="Hill"))
    told(battle, ScorePoints(player_id=ANN, objective_id=1))
    told(battle, EndBattle())
    told(battle, NewBattle(name="Second", player_ids=(ANN, BEN)))
    assert (scored(battle), set(points(battle).values())) == ({}, {0})
    assert len(rows(battle, Battle)) == 2


def test_the_report_tells_objectives_and_points(battle: Campaign) -> None:
    plain = report_of_battle(battle, 1)
    assert {score.points for score in plain.scores} == {None}
    told(battle, AddObjective(name="Hold the <b>hill</b>", worth=3))
    told(battle, ScorePoints(player_id=ANN, objective_id=1))
    data = report_of_battle(battle, 1)
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(render(data))).pages)
    assert "Hold the <b>hill</b>" in text
    assert "Objectives" in text
    assert "Points" in text
    assert "Points: 3" in bbcode(story(data, {}), {}, "b")
