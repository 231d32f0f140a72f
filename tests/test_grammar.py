"""Number and verb agree, and names stay names."""

import pytest

from brikdesk.text import said_of, so_many


@pytest.mark.parametrize(
    ("name", "does", "said"),
    [
        ("missiles", "is launched.", "missiles are launched."),
        ("shells", "explodes at the gate", "shells explode at the gate"),
        ("Scalding shells", "flies on", "Scalding shells fly on"),
        ("rockets", "goes off", "rockets go off"),
        ("bombs", "lands.", "bombs land."),
        ("bombs", "is a dud.", "bombs are a dud."),
        ("shell", "explodes", "shell explodes"),
        ("box of missiles", "lands", "box of missiles lands"),
        ("Paper rocket with two notes", "lands", "Paper rocket with two notes lands"),
        ("Gus", "lands", "Gus lands"),
        ("Old Glass", "explodes", "Old Glass explodes"),
        ("molten glass", "explodes", "molten glass explodes"),
        ("", "lands", " lands"),
    ],
)
def test_a_verb_agrees_with_its_name(name: str, does: str, said: str) -> None:
    assert said_of(name, does) == said


def test_a_name_that_is_counted_stays_as_it_is() -> None:
    assert so_many(3, "Trooper") == "3 × Trooper"
    assert so_many(1, "missiles") == "1 × missiles"
