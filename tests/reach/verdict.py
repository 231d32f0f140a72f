"""What the tests did not reach through the campaign: rules by their ID, functions by their name."""

from collections.abc import Iterable, Mapping
from typing import Any

from brikdesk.rules.texts import all_rule_texts
from tests.reach.named import APPLIED, TESTED
from tests.reach.readers import users
from tests.reach.sites import sites

ByTest = Mapping[str, Mapping[str, Any]]
"""What each test names (`ids`), reached (`sites`) and whether it used a campaign (`campaign`)."""


def tests_of(by_test: ByTest) -> dict[str, list[str]]:
    """Return, for each rule ID, the tests that name it and reach it through an act or a view.

    Where functions of the rules name the ID, the test must have reached one of them; a rule that is
    carried out in an act alone is reached by a test that did an act.
    """
    all_sites = sites()
    in_source = {id for site in all_sites for id in site.ids}
    found: dict[str, list[str]] = {}
    for test, noted in by_test.items():
        reached = {id for place in noted["sites"] for id in all_sites[place].ids}
        for id in noted["ids"]:
            if id in reached or (noted["campaign"] and id not in in_source):
                found.setdefault(id, []).append(test)
    return found


def unreached_ids(by_test: ByTest, wanted: Iterable[str]) -> list[str]:
    """Return those of the IDs that are auto or assist rules and that no test reaches."""
    tested = {rule.id for rule in all_rule_texts() if rule.mode in TESTED}
    reached = tests_of(by_test)
    return [id for id in wanted if id in tested and id not in reached]


def unreached_functions(by_test: ByTest) -> list[str]:
    """Return the functions of the rules that no test reaches through a campaign.

    A function that reads a table while its module is loaded is reached where the table is used.
    """
    reached = {place for noted in by_test.values() for place in noted["sites"]}
    reached |= {place for place, used in users().items() if used & reached}
    names: dict[str, bool] = {}
    for place, site in enumerate(sites()):
        name = f"{site.module}.{site.function}"
        names[name] = names.get(name, False) or place in reached
    return [name for name, found in names.items() if not found]


def complaints(by_test: ByTest) -> list[str]:
    """Return a line for each rule and each function that no test reaches."""
    ids = [
        f"no test reaches {id} through an act or a view" for id in unreached_ids(by_test, APPLIED)
    ]
    functions = unreached_functions(by_test)
    return ids + [f"no test reaches {name} through an act or a view" for name in functions]
