import pytest

from brikdesk.rules.scifi.outcomes import OUTCOMES, Outcome
from brikdesk.rules.texts import all_rule_texts, rule_text
from tests.coverage_rules import named

FOR_ACTS = {"12-91", "12-92"}
"""Rules that only a campaign can carry out: the entry in its log, and undo."""


def test_every_worked_case_of_the_sci_fi_rules_has_a_test() -> None:
    assert [id for n in range(1, 51) if (id := f"TC-{n:02}") not in named()] == []


def test_every_sci_fi_ruling_has_a_test() -> None:
    assert [id for n in range(1, 32) if (id := f"S-{n:02}") not in named()] == []


def test_every_sci_fi_rule_that_the_desk_acts_on_has_a_test() -> None:
    wanted = {rule.id for rule in all_rule_texts() if rule.chapter == "12"}
    acted_on = {id for id in wanted if rule_text(id).mode in ("auto", "assist")}
    assert acted_on - set(named()) - FOR_ACTS == set()


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=lambda outcome: outcome.matter)
def test_every_outcome_names_rules_that_exist(outcome: Outcome) -> None:
    assert outcome.rules
    assert [rule_text(rule).id for rule in outcome.rules] == list(outcome.rules)
