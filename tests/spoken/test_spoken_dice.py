"""Dice and choices in a line: they answer what the attack asks, in order."""

from msgspec.structs import replace

from brikdesk.acts.combat.aim import AttackPreview, ShotLine
from brikdesk.errors import BadInput
from brikdesk.spoken import Problem, answered, hear
from brikdesk.turns.steps import Choice, DieAsked, Option
from tests.spoken.roll_call import (
    CALL,
)


def asks(faces_of_two_d6: int = 2) -> AttackPreview:
    dice = tuple(DieAsked(6, "Armor") for _ in range(faces_of_two_d6))
    return AttackPreview(dice=(DieAsked(8, "Action"), *dice), owed=1 + faces_of_two_d6)


def answer(line: str, previews: list[AttackPreview]) -> tuple[list[int], list[Problem]]:
    spoken = hear(line, CALL)
    shown = iter(previews)
    last = previews[-1]
    found = answered(spoken, lambda act: (act, next(shown, last)))
    assert found is not None
    return [face.value for face in found.act.faces], list(found.problems)


def test_faces_go_to_the_dice_in_order() -> None:
    assert answer("sgt fires pistol at golem 8 6 1", [asks()]) == ([8, 6, 1], [])


def test_a_face_that_its_die_cannot_show_points_at_its_word() -> None:
    line = "sgt fires pistol at golem 8 7 1"
    faces, (problem,) = answer(line, [asks()])
    assert faces == [8]
    assert line[problem.start : problem.end] == "7"
    assert problem.words == "A d6 shows 1 to 6. 7 was not entered."


def test_a_die_too_many_points_at_its_word() -> None:
    line = "sgt fires pistol at golem 8 6 1 5"
    _, (problem,) = answer(line, [asks()])
    assert line[problem.start : problem.end] == "5"
    assert problem.words == "3 dice are asked for, not more."


def test_a_letter_chooses_from_the_open_choice() -> None:
    options = (Option("damage", "+1d6 Damage"), Option("action", "+1d6 Action"))
    open_one = AttackPreview(
        dice=(DieAsked(8),), owed=0, choices=(Choice("benny-0", "Ann picks:", 1, options),)
    )
    spoken = hear("sgt fires pistol at golem 8 B", CALL)
    found = answered(spoken, lambda act: (act, open_one))
    assert found is not None
    assert found.act.choices == {"benny-0": "action"}
    wrong = hear("sgt fires pistol at golem 8 C", CALL)
    told = answered(wrong, lambda act: (act, open_one))
    assert told is not None
    assert told.problems[0].words == "Ann picks: A +1d6 Damage, B +1d6 Action."
    assert told.problems[0].suggestions == ("A", "B")


def test_a_letter_where_nothing_is_open_points_at_itself() -> None:
    line = "sgt fires pistol at golem A"
    _, (problem,) = answer(line, [asks()])
    assert (problem.words, line[problem.start :]) == ("Nothing is to be chosen here.", "A")


def test_a_missing_measurement_is_asked_for_after_the_target() -> None:
    def examine(_act: object) -> AttackPreview:
        raise BadInput("Type the distance to Ratchet Golem in inches.", "distance")

    line = "sgt fires pistol at golem 5"
    found = answered(hear(line, CALL), examine)
    assert found is not None
    (problem,) = found.problems
    assert problem.missing
    assert problem.mended(line, problem.suggestions[0]) == 'sgt fires pistol at golem 9" 5'


def test_dice_of_a_refused_attack_are_not_looked_at() -> None:
    refused = AttackPreview(refusal="The Cannon is empty. Reload it first.", refused_by="8.4-46")
    found = answered(hear("sgt fires cannon at golem 99 99", CALL), lambda act: (act, refused))
    assert found is not None
    assert not found.problems
    assert not found.ready
    assert found.standing == "The Cannon is empty. Reload it first. 8.4-46"


def test_what_is_needed_and_waited_for_is_said_in_short() -> None:
    shot = ShotLine(0, "Golem", die=8, use=6, needed=5, modifiers=())
    waits = replace(asks(0), shots=(shot,))
    found = answered(hear("sgt fires pistol at golem", CALL), lambda act: (act, waits))
    assert found is not None
    assert found.standing == "needs 5 or more; waits for d8"
