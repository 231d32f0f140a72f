"""Every switch acts: what happens in play differs between its values, and is what its rule says."""

from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest

from brikdesk.rules.brikwars.house_rules import Occasion, Reminder
from tests.switches.results import RESULTS
from tests.switches.situations import SITUATIONS, SWITCHES, name_of, played

for module in sorted(Path(__file__).parent.glob("on_*.py")):
    import_module(f"tests.switches.{module.stem}")


def test_every_switch_has_a_situation() -> None:
    without = [switch for switch in SWITCHES if switch not in SITUATIONS]
    assert without == []


@pytest.mark.parametrize("switch", SITUATIONS)
def test_what_happens_differs_between_the_values_of_a_switch(switch: str, tmp_path: Path) -> None:
    values = SITUATIONS[switch].values
    assert len(values) > 1
    came = [
        (name_of(value), played(tmp_path / f"{place}.brik", switch, value))
        for place, value in enumerate(values)
    ]
    alike = [(one, other) for (one, a), (other, b) in combinations(came, 2) if a == b]
    assert alike == [], f"{came[0][1]}"
    if switch in RESULTS:
        assert tuple(result for _, result in came) == RESULTS[switch]


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("switch", [each for each in SWITCHES if SWITCHES[each].reminder])
def test_no_switch_only_reminds_unless_it_says_why_the_table_decides(
    switch: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("brikdesk.acts.combat.attack_preview", "brikdesk.store.views.still_to_act"):
        monkeypatch.setattr(f"{module}.reminders", lambda occasions, values: (Reminder("", ""),))
    came = [
        played(tmp_path / f"{place}.brik", switch, value)
        for place, value in enumerate(SITUATIONS[switch].values)
    ]
    plays = any(one != other for one, other in combinations(came, 2))
    assert plays != bool(SWITCHES[switch].table)


def test_a_reminder_is_shown_on_an_occasion_that_exists_and_names_every_value() -> None:
    for switch, rule in SWITCHES.items():
        if rule.reminder is None:
            continue
        assert set(rule.reminder.at) <= set(Occasion), switch
        values = rule.choices if rule.kind == "choice" else (rule.default, ())
        words = [rule.reminder.words(value) for value in values]
        assert len(set(words)) == len(words), switch
        assert all(each.endswith(".") for each in words), switch
