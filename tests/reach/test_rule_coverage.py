import re

import pytest

from brikdesk.rules.texts import all_rule_texts
from tests.reach.named import APPLIED, markers, missing, named
from tests.reach.sites import RULES, module_files, sites

WORKED_EXAMPLE = re.compile(r"T[8F45]-\d\d[a-z]?|TC-\d\d")


def test_every_rule_that_the_desk_applies_is_named_by_a_test() -> None:
    assert missing(APPLIED) == []


def test_every_module_of_the_rules_is_watched() -> None:
    assert {path for path in RULES.glob("*/**/*.py") if path.name != "__init__.py"} == set(
        module_files().values()
    )
    assert {site.module for site in sites()} <= set(module_files())


def test_every_marker_names_a_rule_that_exists() -> None:
    known = {rule.id for rule in all_rule_texts()}
    unknown = {
        id: places
        for id, places in named().items()
        if id not in known and not WORKED_EXAMPLE.fullmatch(id)
    }
    assert unknown == {}


def test_markers_are_read_wherever_they_stand() -> None:
    source = """
pytestmark = pytest.mark.rule("8.4-01")

@pytest.mark.rule("8.4-25", "8.4-26")
@pytest.mark.parametrize("n", [1, pytest.param(2, marks=[pytest.mark.rule("8.4-27")])])
def test_one(n):
    pytest.mark.other("8.4-28")

class TestMore:
    pytestmark = [pytest.mark.rule("F.1-31"), pytest.mark.slow]
"""
    assert {id for id, _ in markers(source)} == {
        "8.4-01",
        "8.4-25",
        "8.4-26",
        "8.4-27",
        "F.1-31",
    }


def test_a_marker_that_is_not_written_out_is_refused() -> None:
    with pytest.raises(ValueError, match=r"line 1: write RULES out"):
        list(markers("pytestmark = pytest.mark.rule(RULES)"))


def test_a_note_needs_no_test_and_a_rule_without_one_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.reach.named.named", lambda: {"8.4-10": ("here:1",)})
    assert missing(["8.4-09", "8.4-10", "8.5-19", "8.9-99"]) == ["8.4-09"]
