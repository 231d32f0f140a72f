"""`./dev coverage-rules`: run the tests that name a rule, and tell which rules they reach.

Counts by chapter, then lists what the desk applies and no test reaches through an act, the agenda
or a view. `--all` asks for every rule; `--last` judges the last run again; `--where ID` lists the
tests that reach a rule.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from brikdesk.rules.texts import RuleText, all_rule_texts
from tests.reach.named import APPLIED, TESTED
from tests.reach.verdict import ByTest, tests_of, unreached_functions, unreached_ids

MAP = Path(__file__).resolve().parents[2] / "out" / "reached.json"


def table(rules: Iterable[RuleText], reached: Iterable[str]) -> Iterator[str]:
    """Return one line for each chapter: how many rules of each mode a test reaches."""
    found = set(reached)
    for chapter, group in groupby(rules, key=lambda rule: rule.chapter):
        of = list(group)
        total = Counter(rule.mode for rule in of)
        done = Counter(rule.mode for rule in of if rule.id in found)
        counts = (f"{mode} {done[mode]:3} of {total[mode]:3}" for mode in TESTED)
        yield f"{chapter:4} {'   '.join(counts)}"


def report(by_test: ByTest, *, every_rule: bool) -> int:
    """Print the counts and what is missing; return 1 where anything is."""
    rules = [rule for rule in all_rule_texts() if rule.mode in TESTED]
    print(*table(rules, tests_of(by_test)), sep="\n")
    wanted = [rule.id for rule in rules] if every_rule else APPLIED
    titles = {rule.id: rule.title for rule in rules}
    ids, functions = unreached_ids(by_test, wanted), unreached_functions(by_test)
    print(f"\n{len(ids)} rules and {len(functions)} functions that no test reaches:")
    print(*(f"  {id:8} {titles[id]}" for id in ids), *(f"  {one}" for one in functions), sep="\n")
    return 1 if ids or functions else 0


def main() -> int:
    """Run the tests unless the last run is asked for; return 1 where something is not reached."""
    parser = argparse.ArgumentParser(prog="coverage-rules", description=__doc__)
    parser.add_argument("--all", action="store_true", help="ask for every rule")
    parser.add_argument("--last", action="store_true", help="judge the last run again")
    parser.add_argument("--where", metavar="ID", help="list the tests that reach a rule")
    asked = parser.parse_args()
    if not (asked.last or asked.where):
        plugin = ["-p", "tests.reach.plugin"]
        subprocess.run([sys.executable, "-m", "pytest", *plugin, "-n", "auto"], check=False)
    if not MAP.exists():
        parser.error("there is no last run")
    by_test = json.loads(MAP.read_text(encoding="utf-8"))["tests"]
    if asked.where:
        print(*tests_of(by_test).get(asked.where, ["no test reaches it"]), sep="\n")
        return 0
    return report(by_test, every_rule=asked.all)


if __name__ == "__main__":
    sys.exit(main())
