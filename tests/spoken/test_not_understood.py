"""Lines that are no attack, or a wrong one: what is said about them, and where it points."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from brikdesk.acts.combat.aim import Strike
from brikdesk.spoken import SpokenRole, hear
from brikdesk.spoken.phrases import VERBS
from brikdesk.spoken.words import words_of
from tests.spoken.roll_call import (
    CALL,
    CANNON,
    SGT,
    TILE,
    calls_of,
    one_problem,
)


@pytest.mark.parametrize(
    ("line", "words", "sentence", "suggestion"),
    [
        (
            "sgt fires canon at golem", "canon",
            "No weapon “canon” on Sgt. Flatplate: Cannon?", "Cannon",
        ),
        (
            "sgt fires cannon at opinoin 7", "opinoin",
            "Nothing here is called “opinoin”: Trebuchet “Second Opinion”?",
            "Trebuchet “Second Opinion”",
        ),
        (
            "stg fires cannon at golem", "stg",
            "Nobody is called “stg”: Sgt. Flatplate?", "Sgt. Flatplate",
        ),
        (
            "sgt fiers cannon at golem", "fiers",
            "“fiers” is no way to attack: fires?", "fires",
        ),
        (
            "sgt fires cannon at golem blnid", "blnid",
            "“blnid” is not understood here: blind?", "blind",
        ),
        (
            "sgt fires cannon at squire", "squire",
            "“squire” may be Squire Tile or Squire Stub.", "Squire Tile",
        ),
        ("sgt fires cannon at golem +1", "+1", "Say why: +1 for ...", "+1 for the table"),
        (
            "sgt fires cannon at golem aiming at rope", "rope",
            "How large is the rope? Write (small) or (tiny) after it.", "rope (small)",
        ),
        (
            "sgt fires cannon at golem sections", "sections",
            "sections takes a number.", "sections 2",
        ),
    ],
)  # fmt: skip
def test_a_problem_points_at_its_word(
    line: str, words: str, sentence: str, suggestion: str
) -> None:
    problem = one_problem(line)
    assert line[problem.start : problem.end] == words
    assert problem.words == sentence
    assert problem.suggestions[0] == suggestion


@pytest.mark.parametrize(
    "line",
    [
        "sgt fires canon at golem",
        "sgt fires cannon at opinoin",
        "stg fires cannon at golem",
        'sgt fires cannon at squire 9"',
        "sgt fires at golem",
        "sgt fires cannon",
        "sgt fires cannon at",
        "nubs bursts stapler at golem",
        "bertha fires cannon at golem",
        "sgt fires cannon at golem aiming at rope 7 4",
    ],
)
def test_its_first_suggestion_mends_the_line(line: str) -> None:
    problem = hear(line, CALL).problems[0]
    mended = hear(problem.mended(line, problem.suggestions[0]), CALL)
    assert mended.act is not None, mended.problems


def test_several_problems_are_all_told() -> None:
    spoken = hear("sgt fires canon at opinoin", CALL)
    assert [problem.start for problem in spoken.problems] == [10, 19]
    assert spoken.said(SpokenRole.ATTACKER) == ("Sgt. Flatplate",)


def test_what_is_missing_is_no_mistake() -> None:
    spoken = hear("sgt fires cannon", CALL)
    (problem,) = spoken.problems
    assert problem.missing
    assert problem.words == "At whom?"
    assert "at Ratchet Golem" in problem.suggestions
    assert spoken.draft is not None
    assert spoken.draft.strikes == (Strike(weapon_id=CANNON, by_id=SGT),)


def test_a_wrong_line_has_no_draft() -> None:
    assert hear("sgt fires canon", CALL).draft is None


def test_units_of_the_same_name_are_told_apart_by_number() -> None:
    twin = replace(CALL.units[TILE - 1], id=99)
    call = replace(CALL, units=(*CALL.units, twin))
    (problem,) = hear("sgt fires pistol at tile", call).problems
    assert problem.words == "“tile” may be Squire Tile (#6) or Squire Tile (#99)."
    assert problem.suggestions == ("#6", "#99")
    spoken = hear("sgt fires pistol at #99", call)
    assert spoken.act is not None
    assert spoken.act.aims[0].unit_id == 99


def test_a_line_without_a_verb_is_no_attack() -> None:
    for line in ("", "   ", "sgt", "end turn", "rule 8.4"):
        spoken = hear(line, CALL)
        assert not spoken.meant
        assert spoken.act is None
        assert spoken.problems


def test_a_search_that_holds_a_verb_is_no_attack() -> None:
    assert not hear("report fires", CALL).meant
    assert hear("sgt fires", CALL).meant
    assert hear("sgt fires canon", CALL).meant


def test_an_endless_line_is_refused_whole() -> None:
    spoken = hear("sgt fires cannon at golem " + "7 " * 600, CALL)
    assert spoken.act is None
    assert spoken.problems[0].words == "A line has at most 1,000 characters."


def test_a_message_shows_no_control_characters() -> None:
    (problem,) = hear("sgt fires pistol at \x1b[31mred", CALL).problems
    assert problem.words.isprintable()


WORDS = st.sampled_from(
    [
        "sgt", "nubs", "fires", "bursts", "at", "and", "with", "cannon", "opinion", '9"', "7", "a",
        ",", "+1", "-2", "for", "rain", "blind", "sections", "aiming", "(tiny)", "support", "from",
        "above", "#4", "#", '"', "“", "the", "load", "overrule", "catching", "squire", "½", "xyz",
    ]
)  # fmt: skip


@settings(max_examples=120, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=14).map(" ".join)))
def test_no_line_breaks_it_and_every_place_lies_in_the_line(line: str) -> None:
    spoken = hear(line, CALL)
    for each in (*spoken.problems, *spoken.pieces, *spoken.answers):
        assert 0 <= each.start <= each.end <= len(line)
    assert (spoken.act is None) == bool(spoken.problems)
    for problem in spoken.problems:
        assert problem.words
        for suggestion in problem.suggestions:
            assert suggestion in problem.mended(line, suggestion)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_words_are_cut_out_of_the_line_where_they_stand(line: str) -> None:
    at = 0
    for word in words_of(line):
        assert at <= word.start < word.end <= len(line)
        assert word.text in line[word.start : word.end]
        at = word.end


@pytest.mark.parametrize(
    "word", sorted({*VERBS, "melee", "grab", "arc", "burst", "with", "at", "mom"})
)
def test_no_line_is_offered_in_place_of_itself(word: str) -> None:
    for line in (word, f"sgt {word} golem", f"sgt fires cannon at {word}", f"sgt fires {word}"):
        for problem in hear(line, CALL).problems:
            for each in problem.suggestions:
                assert problem.mended(line, each).casefold() != line


@pytest.mark.parametrize(
    "words", ["sgt fires cannonn ", "sgt fires cannon at opinoin and ", "+1 ", "nubs, stub with "]
)
def test_a_long_line_costs_little_more_than_its_length(words: str) -> None:
    """Ten times as long, it takes up to twenty times as many calls, and not a hundred times."""
    some, understood = words * (96 // len(words)), partial(hear, call=CALL)
    assert calls_of(understood, some * 10) < 30 * calls_of(understood, some)
