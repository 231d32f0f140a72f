"""Actions that are no attack: a task, its Use, what the die and the Benny make of it."""

from typing import Any

import pytest

from brikdesk.acts.units.actions import OtherAction
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from tests.acts.hazards import BEN, look, minifig
from tests.acts.table import bad, refused, told


def task(unit_id: int, *faces: int, benny: str = "", flair: str = "", **facts: Any) -> OtherAction:
    choices = {name: said for name, said in (("benny", benny), ("flair", flair)) if said}
    given = tuple(Face(face) for face in faces)
    named = {"name": "kicks in the door", **facts}
    return OtherAction(unit_id=unit_id, faces=given, choices=choices, **named)


@pytest.mark.rule("4.2-06", "4.2-07", "4.2-10")
@pytest.mark.parametrize(
    ("face", "words"),
    [(3, "= 3 against Use 3 (normal): it works."), (2, "= 2 against Use 3 (normal): it fails.")],
)
def test_a_task_is_rolled_against_its_use(battle: Campaign, face: int, words: str) -> None:
    gus = minifig(battle)
    assert "66.7 %" in look(battle, task(gus)).waiting
    (line,) = told(battle, task(gus, face, outcome="The alarm rings."))
    assert line.startswith(f"Gus: kicks in the door. [{face}] {words} The chance was 66.7 %.")
    assert line.endswith("The alarm rings. 4.2-06")
    assert "Action is spent" in refused(battle, task(gus, 3), "4.2-02")


@pytest.mark.rule("4.2-10", "4.2-11")
@pytest.mark.parametrize(
    ("use", "difficulty"),
    [(2, "easy"), (3, "normal"), (4, "tricky"), (5, "difficult"), (6, "very difficult"), (7, ""),
     (8, "heroic"), (9, ""), (10, "legendary"), (12, "godlike")],
)  # fmt: skip
def test_a_use_is_told_by_the_name_of_its_difficulty(
    battle: Campaign, use: int, difficulty: str
) -> None:
    (line,) = told(battle, task(minifig(battle), 2, use=use))
    assert f"against Use {use}{f' ({difficulty})' if difficulty else ''}: it" in line


@pytest.mark.rule("4.2-08")
def test_a_trivial_task_needs_no_roll(battle: Campaign) -> None:
    gus = minifig(battle)
    assert look(battle, task(gus, use=0)).complete
    assert told(battle, task(gus, use=0)) == [
        "Gus: kicks in the door. It works, no roll is needed. 4.2-08"
    ]
    refused(battle, task(gus, 3), "4.2-02")


@pytest.mark.rule("4.2-06", "X1.2-03")
def test_a_one_fails_whatever_is_added(battle: Campaign) -> None:
    gus = minifig(battle)
    (line,) = told(battle, task(gus, 1, modifier=5, why="a crowbar"))
    assert "= 6 against Use 3 (normal): it fails, a Critical Failure." in line


@pytest.mark.rule("4.2-11", "4.2-12", "4.2-18")
def test_a_benny_makes_a_high_use_possible(battle: Campaign) -> None:
    gus = minifig(battle)
    (choice,) = look(battle, task(gus, 6, use=8)).choices
    assert [option.value for option in choice.options] == ["roll", "flair"]
    (line,) = told(battle, task(gus, 6, 2, use=8, benny="roll"))
    assert "= 8 against Use 8 (heroic): it works. The chance was 13.9 %." in line


@pytest.mark.rule("4.2-17", "4.2-23")
def test_a_benny_may_be_spent_on_flair(battle: Campaign) -> None:
    gus = minifig(battle)
    (line,) = told(battle, task(gus, 6, benny="flair", flair="the door flies off"))
    assert "The Benny: the door flies off." in line


@pytest.mark.rule("4.2-16")
def test_the_incompetent_earn_a_bonus_die(battle: Campaign) -> None:
    fool = minifig(battle, "Fool", action_die=4)
    asked = look(battle, task(fool, 4, use=9))
    assert [die.sides for die in asked.dice] == [4, 6]
    assert "= 12 against Use 9" in told(battle, task(fool, 4, 6, 2, use=9))[0]


@pytest.mark.rule("4.3-02", "4.2-06")
def test_it_answers_in_an_enemys_turn_too(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN)
    changes = battle.do(task(foe, 4, modifier=-1, why="in the dark"))
    (total,) = changes.lines[0].sums
    assert (total.name, total.total, total.adds_up) == ("Action Roll", 3, True)
    assert total.terms[-1].reason == "in the dark"


@pytest.mark.rule("4.2-06")
def test_what_makes_no_sense_is_turned_back(battle: Campaign) -> None:
    gus = minifig(battle)
    assert "what it is added for" in bad(battle, task(gus, 3, modifier=1))
    assert "whole number" in bad(battle, task(gus, 3, use=-1))
