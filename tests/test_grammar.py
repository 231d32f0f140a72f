"""Number and verb agree, and names stay names."""

from pathlib import Path

import pytest

from brikdesk.acts.step_act import Throw
from brikdesk.dice import BY_THE_BOOK, Face, RollKind
from brikdesk.text import number_of, said_of, so_many
from tests.disagreements import disagreements, uncounted

ROOT = Path(__file__).parents[1]


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
        ("Drain gas", "shrinks", "Drain gas shrinks"),
        ("Bazookas", "lands", "Bazookas lands"),
        ("bazookas", "lands", "bazookas land"),
        ("mines", "lies there", "mines lie there"),
        ("stink bombs", "does nothing", "stink bombs do nothing"),
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


def test_a_verb_that_may_not_agree_is_found() -> None:
    source = """
a = f"{field.name} goes off."
b = f"{unit.name} goes off."
c = f"{said_of(field.name, 'goes')} off."
d = f"{self.flight.name} explodes: {blast}"
e = f"The gunner of {row.name} is eliminated"
f = f"{text.opening(weapon.name)} has no gunner."
g = f"{weapon.name} of {unit.name}"
"""
    assert [line for line, _ in disagreements(source)] == [2, 5, 7]


@pytest.mark.parametrize("folder", ["brikdesk/acts", "brikdesk/turns", "brikdesk/reports", "ui"])
def test_each_verb_behind_the_name_of_a_thing_agrees_with_it(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {words}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, words in disagreements(path.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("count", "names", "said"),
    [
        (1, ("unit",), "1 unit"),
        (3, ("unit",), "3 units"),
        (0, ("switch", "switches"), "0 switches"),
        (1.0, ("point",), "1 point"),
        (2.5, ("point",), "2.5 points"),
    ],
)
def test_a_noun_agrees_with_its_number(count: float, names: tuple[str, ...], said: str) -> None:
    assert number_of(count, *names) == said


def test_a_noun_that_may_not_agree_is_found() -> None:
    source = """
a = f"{len(units)} units wait."
b = "1 unit" if count == 1 else f"{count} units"
c = f"{side.count} detected targets"
d = f"{number_of(count, 'unit')} wait"
e = {1: "1 step waits"}.get(count, f"{count} steps wait")
f = f"{len(words):,} characters"
"""
    assert [line for line, _ in uncounted(source)] == [2, 4]


ALWAYS_SEVERAL = {
    "{times} parts in it.",  # legality: refused from two on
    "{self.count} jumps:",  # fires: one jump is asked for by itself
    "{self.turns} turns.",  # actions: one turn has words of its own
    "{len(COLOURS)} colours, and so many players.",
    "{len(self.tokens)} units",  # a cluster
    "{count} units move ",
    "{len(self._tokens)} units move",  # `as_one` says it only of several
    "{len(turns)} units turn",
    "{len(acts)} units",
    "{len(_names(self.default))} names with commas between",
    "{len(text)} characters. ",
    "{len(step.dice)} dice",  # the sum is told from the fifth die on
}
"""Words that are only ever said of several."""


def test_each_noun_behind_a_number_agrees_with_it() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {words}"
        for folder in ("brikdesk", "ui")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, words in uncounted(path.read_text("utf-8"))
        if words not in ALWAYS_SEVERAL
    ]
    assert not found, "\n".join(found)


def test_a_die_that_a_benny_adds_is_called_so() -> None:
    throw = Throw((Face(4), Face(2)), BY_THE_BOOK)
    throw.roll(RollKind.OTHER, (10, 6), ("d10 Exp", "d6"), benny=(10,))
    assert [die.label for die in throw.asked] == ["d10 Exp", "d6", "Benny"]
    throw = Throw((Face(6),), BY_THE_BOOK)
    throw.roll(RollKind.OTHER, (6, 6), ("d6",))
    assert "Benny" not in [die.label for die in throw.asked], "what a die earns is no Benny's"
