"""Run the measurements: `python -m benchmarks [--json] [--keep] [--compare REV] [names]`."""

import argparse
import importlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.commits import compared, head
from benchmarks.measure import KEPT, Growth, Measured, before_in_words, keep, kept

MEASUREMENTS = {
    "act": "store:acts",
    "growth": "growth:measure",
    "agenda": "turn_start:measure",
    "open": "store:opening",
    "explosion": "explosions:measure",
    "odds": "chances:measure",
    "report": "printing:measure",
    "window": "window:measure",
    "reactions": "reactions:measure",
    "footprint": "footprint:measure",
    "pages": "printing:pages",
    "map": "map:measure",
    "many": "many:measure",
    "past": "looking_back:measure",
}
"""Each name with module and function; modules are loaded when they are asked for."""


def main() -> int:
    """Print one line for each result; exit 1 where an aim is missed."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASUREMENTS))
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--keep",
        action="store_true",
        help=f"add to {KEPT.name}; with growth also to docs/growth.md",
    )
    parser.add_argument("--compare", metavar="REV", help="run REV's benchmarks in turn with these")
    parser.add_argument("--runs", type=int, default=5, help="runs of each, with --compare (5)")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(MEASUREMENTS):
        parser.error(f"there is no measurement {sorted(unknown)[0]}; {', '.join(MEASUREMENTS)}")
    if asked.compare:
        return _compare(asked.compare, asked.names, asked.runs)
    found, earlier = [], kept()
    for result in _results(asked.names or list(MEASUREMENTS)):
        found.append(result)
        if not asked.json:
            print(result.in_words(), flush=True)
            if before := before_in_words(earlier.get(result.name, []), result.figure):
                print(before, flush=True)
    if asked.keep:
        keep(found, head())
        if sizes := [result for result in found if isinstance(result, Growth)]:
            importlib.import_module("benchmarks.growth").write(sizes)
    if asked.json:
        print(json.dumps([result.to_data() for result in found], indent=2))
    return 0 if all(result.is_good for result in found) else 1


def _compare(revision: str, names: list[str], runs: int) -> int:
    """Print each figure's median as a ratio to that of another commit; exit 1 if one is worse."""
    try:
        pairs = compared(revision, names, runs)
    except ValueError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    for pair in pairs:
        print(pair.in_words())
    return 1 if any(pair.is_worse for pair in pairs) else 0


def _results(names: list[str]) -> Iterator[Measured]:
    with tempfile.TemporaryDirectory(prefix="brikdesk-bench-") as folder:
        os.environ["BRIKDESK_DATA_DIR"] = str(Path(folder) / "data")
        for name in names:
            module, _, function = MEASUREMENTS[name].partition(":")
            measure = getattr(importlib.import_module(f"benchmarks.{module}"), function)
            yield from measure(Path(folder))


if __name__ == "__main__":
    sys.exit(main())
