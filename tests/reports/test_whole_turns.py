"""A report of a turn means the whole turn, sorted by what each act settled; its map can be read."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.dice import Face
from brikdesk.reports.data import TurnPart
from brikdesk.reports.map import Clipped, MapMark, MarkGroup, WordsMark, fitted, map_marks
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.turn_and_battle import report_of_turn, report_of_whole_turn
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Kind, line
from brikdesk.store.views.past_turns import turn_to_tell, turns
from brikdesk.store.views.units import units
from tests.reports.conftest import Scribe, dice

READABLE = 6.0
"""Points of the smallest letters that are read at arm's length."""


def part_of(scribe: Scribe) -> TurnPart:
    (turn,) = report_of_turn(scribe.campaign, 1).turns
    return turn


def leads(entries: tuple) -> list[str]:
    return [entry.lead for entry in entries]


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    "step", ["sprint-1", "bail-1", "collide-1", "triage-1", "met-1", "trap-2-a"]
)
def test_what_a_unit_does_with_dice_is_no_step_of_the_start(scribe: Scribe, step: str) -> None:
    scribe.tell(line(Kind.UNIT, "Ann rolls.", dice(6, 4), step=step))
    assert leads(part_of(scribe).play)[1:] == ["Ann rolls."]
    assert part_of(scribe).steps == 0


def test_all_that_comes_of_a_landing_stands_with_the_landing(scribe: Scribe) -> None:
    scribe.tell(
        line(Kind.ATTACK, "The shell comes down.", "At last."),
        line(Kind.AIR, "Shell lands.", dice(8, 7), step="flight-1"),
        line(Kind.BLAST, "The shell explodes.", dice(10, 7), rule="8.4-24"),
        line(Kind.LOST, "Ben dies.", rule="5.1-11"),
    )
    turn = part_of(scribe)
    assert leads(turn.start) == [
        "The shell comes down.",
        "Shell lands.",
        "The shell explodes.",
        "Ben dies.",
    ]
    assert leads(turn.play) == ["Crumbledown begins."]
    assert (turn.fights, turn.steps) == ((), 1)


def test_what_waits_for_the_end_stands_there_though_it_was_settled_before(scribe: Scribe) -> None:
    scribe.tell(line(Kind.FIRE, "Ann runs.", step="run-1"))
    scribe.tell(line(Kind.MARK, "Mark ends.", step="mark-1"))
    assert leads(part_of(scribe).end) == ["Ann runs."]
    assert leads(part_of(scribe).start) == ["Mark ends."]


def test_a_turn_is_all_of_its_players(told: Scribe) -> None:
    data = report_of_whole_turn(told.campaign, 1)
    assert data.title == "Turn 1, Crumbledown"
    assert [part.code for part in data.turns] == ["LS", "OG", "CL"]
    assert report_of_whole_turn(told.campaign, 3) == data, "whichever part is asked for"
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(render(data))).pages)
    for name in ("Duchy of Lower Stud", "Order of the Gap", "Carpet Lint Raiders"):
        assert f"Turn 1, {name}" in text


def test_a_turn_of_one_part_is_that_part(scribe: Scribe) -> None:
    assert report_of_whole_turn(scribe.campaign, 1) == report_of_turn(scribe.campaign, 1)


def test_right_after_handing_over_the_turn_that_has_ended_is_told(scribe: Scribe) -> None:
    read = scribe.campaign.read
    assert read(turn_to_tell) == 1
    scribe.tell(line(Kind.UNIT, "Ann walks."))
    scribe.end_turn()
    assert read(turn_to_tell) == 1
    scribe.tell(line(Kind.AIR, "Shell flies on.", step="flight-1"))
    assert read(turn_to_tell) == 1, "a step without dice is settled by the desk itself"
    scribe.tell(line(Kind.FIRE, "Hay burns.", dice(4, 2), step="burn-1"))
    assert read(turn_to_tell) == 2
    scribe.campaign.undo()
    assert read(turn_to_tell) == 1
    scribe.tell(line(Kind.UNIT, "Ben walks."))
    assert read(turn_to_tell) == 2


def sizes(marks: tuple[MapMark, ...]) -> list[float]:
    """Return the sizes of all words among marks."""
    found = []
    for mark in marks:
        if isinstance(mark, WordsMark):
            found.append(mark.size)
        elif isinstance(mark, MarkGroup | Clipped):
            found += sizes(mark.marks)
    return found


@pytest.mark.parametrize("room", [(480.0, 680.0), (240.0, 300.0), (150.0, 150.0)])
def test_nothing_on_the_map_is_too_small_to_read(sample: Path, room: tuple[float, float]) -> None:
    with Campaign.open(sample) as game:
        last = [row for row in game.read(turns) if row.over][-1]
        table = report_of_whole_turn(game, last.id).table
    assert table is not None
    sheet = fitted(table.ground.width, table.ground.depth, *room)
    found = sizes(tuple(map_marks(table, sheet)))
    assert len(found) > 8
    assert min(found) >= READABLE


@pytest.mark.rule("4.1-33")
def test_a_sprint_and_a_dive_of_the_real_acts_stand_in_the_turn(battle: Campaign) -> None:
    battle.do(AddUnit(name="Gus", player_id=1, preset="U-01"))
    battle.do(AddUnit(name="Ben", player_id=2, preset="U-01"))
    gus, ben = (row.id for row in battle.read(units)[-2:])
    battle.do(SprintUnit(unit_id=gus, faces=(Face(4),)))
    battle.do(Bail(unit_id=ben, faces=(Face(3),)))
    (turn,) = report_of_turn(battle, 1).turns
    assert turn.steps == 0
    assert not [each for each in turn.start if "Gus" in each.lead or "Ben" in each.lead]
    told = " ".join(each.lead for each in turn.play)
    assert "Gus Sprints" in told
    assert "Ben Bails" in told
