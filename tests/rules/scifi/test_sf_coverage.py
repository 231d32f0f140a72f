import pytest

from brikdesk.rules.scifi.firing import OUTCOMES, RefereesMatter
from brikdesk.rules.texts import all_rule_texts, rule_text
from tests.reach.named import named


def test_every_worked_case_of_the_sci_fi_rules_has_a_test() -> None:
    assert [id for n in range(1, 51) if (id := f"TC-{n:02}") not in named()] == []


def test_every_sci_fi_ruling_has_a_test() -> None:
    assert [id for n in range(1, 32) if (id := f"S-{n:02}") not in named()] == []


def test_every_sci_fi_rule_that_the_desk_acts_on_has_a_test() -> None:
    wanted = {rule.id for rule in all_rule_texts() if rule.chapter == "12"}
    acted_on = {id for id in wanted if rule_text(id).mode in ("auto", "assist")}
    assert acted_on - set(named()) == set()


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=lambda outcome: outcome.matter)
def test_every_outcome_names_rules_that_exist(outcome: RefereesMatter) -> None:
    assert outcome.rules
    assert [rule_text(rule).id for rule in outcome.rules] == list(outcome.rules)


def test_every_worked_case_runs_through_acts_of_a_campaign() -> None:
    through_acts = {
        id for id, places in named().items() if any("acts/scifi/" in place for place in places)
    }
    assert [id for n in range(1, 51) if (id := f"TC-{n:02}") not in through_acts] == []


def test_every_sci_fi_rule_is_applied_by_acts() -> None:
    through_acts = {
        id for id, places in named().items() if any("acts/scifi/" in place for place in places)
    }
    wanted = {rule.id for rule in all_rule_texts() if rule.chapter == "12" and rule.mode == "auto"}
    assert wanted - through_acts == set()
