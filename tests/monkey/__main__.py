"""Let a monkey play: `./dev monkey [--seed N] [--seeds N] [--events N]`."""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from time import monotonic

from brikdesk.sample import write_sample, write_scifi_sample
from tests.monkey.events import Event
from tests.monkey.run import Finding, Outcome, Run, play_seed
from tests.monkey.shrink import shrink
from tests.xserver.display import Screen, missing, screen

SAMPLES = {"brikwars": write_sample, "scifi": write_scifi_sample}


def main() -> int:
    """Play each seed; exit 1 where something was found, 0 where nothing was."""
    asked = _parser().parse_args()
    if why := missing():
        print(why, file=sys.stderr)
        return 2
    found = 0
    with screen() as shown, tempfile.TemporaryDirectory(prefix="brikdesk-monkey-") as made:
        samples = _write_samples(Path(made))
        for seed in range(asked.seed, asked.seed + asked.seeds):
            name = tuple(SAMPLES)[seed % 2]
            begun = monotonic()
            with tempfile.TemporaryDirectory(dir=made) as folder:
                outcome = play_seed(
                    shown, samples[name], Path(folder), seed, asked.events, control=asked.control
                )
            print(_line(seed, name, outcome, monotonic() - begun), flush=True)
            if outcome.finding:
                found += 1
                print(outcome.finding.words, flush=True)
                print(f"all its events: {_keep(seed, name, outcome.finding)}", flush=True)
                if not asked.as_is:
                    _print_short(shown, samples, name, outcome.finding, control=asked.control)
                if asked.control:
                    break
    print(f"{asked.seeds} seeds, {found} with findings", flush=True)
    return int(bool(found))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./dev monkey", description=__doc__)
    parser.add_argument(
        "--seed", type=int, default=0, help="the first seed (even: BrikWars, odd: Sci-fi)"
    )
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds")
    parser.add_argument(
        "--events", type=int, default=2_000, help="keys, clicks and the like for each seed"
    )
    parser.add_argument("--as-is", action="store_true", help="do not make failing runs shorter")
    parser.add_argument("--control", action="store_true", help=argparse.SUPPRESS)
    return parser


def _write_samples(folder: Path) -> dict[str, Path]:
    for name, write in SAMPLES.items():
        write(folder / f"{name}.brik")
    return {name: folder / f"{name}.brik" for name in SAMPLES}


def _line(seed: int, name: str, outcome: Outcome, seconds: float) -> str:
    what = outcome.finding.kind if outcome.finding else "well"
    return (
        f"seed {seed:3} {name:8} {outcome.events:5} events {outcome.acts:4} acts "
        f"{seconds:6.1f} s  {what}"
    )


def _keep(seed: int, name: str, finding: Finding) -> Path:
    """Write down the whole run: what hangs on the moment may not go wrong again while it is shrunk."""
    kept = Path(tempfile.gettempdir()) / f"brikdesk-monkey-seed-{seed}.json"
    kept.write_text(json.dumps({"sample": name, "events": finding.events}), encoding="utf-8")
    return kept


def _print_short(
    shown: Screen, samples: dict[str, Path], name: str, finding: Finding, *, control: bool
) -> None:
    """Print the shortest events that were found to go wrong in the same way, to be kept as a test."""

    def fails(events: "list[Event] | tuple[Event, ...]") -> bool:
        with tempfile.TemporaryDirectory(prefix="brikdesk-shrink-") as folder:
            again = Run(shown, samples[name], Path(folder), control=control).play(events)
        return again.finding is not None and again.finding.kind == finding.kind

    short = shrink(finding.events, fails)
    print(f"in short, {len(short)} events:")
    print(json.dumps({"sample": name, "events": short}), flush=True)


if __name__ == "__main__":
    sys.exit(main())
