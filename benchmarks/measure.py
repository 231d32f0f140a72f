"""Times, medians and ratios; figures that have an aim of their own; the last results of each."""

import gc
import json
import math
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Result:
    """One thing measured and the floor below it, in seconds; `aim` is the largest good ratio."""

    name: str
    what: str
    floor: str
    seconds: float
    floor_seconds: float
    aim: float | None = None

    @property
    def ratio(self) -> float:
        """How many times the floor it takes."""
        return self.seconds / self.floor_seconds

    @property
    def figure(self) -> float:
        """The number that counts."""
        return self.ratio

    @property
    def is_good(self) -> bool:
        """Whether the aim is met; without an aim always."""
        return self.aim is None or self.ratio <= self.aim

    def in_words(self) -> str:
        """Return the line that is printed."""
        times = f"{self.seconds * 1000:.2f} ms to {self.floor_seconds * 1000:.2f} ms"
        aim = _aim_in_words(self.aim, self.is_good)
        return f"{self.name:26}{self.ratio:8.2f}{aim:20}  {self.what}, to {self.floor}: {times}"

    def to_data(self) -> dict[str, object]:
        """Return what JSON can hold."""
        return asdict(self) | {"ratio": round(self.ratio, 3), "good": self.is_good}


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured by itself, as processor time or memory; `aim` is the largest good value."""

    name: str
    what: str
    value: float
    unit: str
    aim: float | None = None

    @property
    def figure(self) -> float:
        """The number that counts."""
        return self.value

    @property
    def is_good(self) -> bool:
        """Whether the aim is met; without an aim always."""
        return self.aim is None or self.value <= self.aim

    def in_words(self) -> str:
        """Return the line that is printed."""
        aim = _aim_in_words(self.aim, self.is_good)
        return f"{self.name:26}{self.value:8.2f} {self.unit}{aim:20}  {self.what}"

    def to_data(self) -> dict[str, object]:
        """Return what JSON can hold."""
        return asdict(self) | {"good": self.is_good}


@dataclass(frozen=True, slots=True)
class Growth:
    """One thing measured at several sizes; `aim` is the largest good slope of its line."""

    name: str
    what: str
    unit: str
    sizes: tuple[int, ...]
    values: tuple[float, ...]
    aim: float

    @property
    def slope(self) -> float:
        """The power of the size by which it grows."""
        logs = [math.log10(size) for size in self.sizes], [math.log10(each) for each in self.values]
        return statistics.linear_regression(*logs).slope

    @property
    def figure(self) -> float:
        """The number that counts."""
        return self.slope

    @property
    def is_good(self) -> bool:
        """Whether the aim is met."""
        return self.slope <= self.aim

    def in_words(self) -> str:
        """Return the line that is printed."""
        each = ", ".join(f"{value:.1f} {self.unit}" for value in self.values)
        aim = _aim_in_words(self.aim, self.is_good)
        sizes = ", ".join(map(str, self.sizes))
        return f"{self.name:26}{self.slope:8.2f}{aim:20}  slope of {self.what}: {each} at sizes {sizes}"

    def to_data(self) -> dict[str, object]:
        """Return what JSON can hold."""
        return asdict(self) | {"value": round(self.slope, 3), "good": self.is_good}


Measured = Result | Figure | Growth

KEPT = Path(__file__).with_name("results.jsonl")
LAST = 10
"""Results that are kept of each figure."""


def kept() -> dict[str, list[float]]:
    """Return the figures that were kept, by name, oldest first."""
    found: dict[str, list[float]] = {}
    for line in KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else ():
        one = json.loads(line)
        found.setdefault(one["name"], []).append(one["figure"])
    return found


def keep(measured: Iterable[Measured], commit: str) -> None:
    """Add figures to those that are kept, and leave out what is older than the last ten of each."""
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    for one in measured:
        row = {"name": one.name, "figure": round(one.figure, 3), "aim": one.aim}
        lines.append(json.dumps(row | {"at": f"{date.today()}", "commit": commit}))
    of_name: dict[str, list[str]] = {}
    for line in lines:
        of_name.setdefault(json.loads(line)["name"], []).append(line)
    newest = [line for some in of_name.values() for line in some[-LAST:]]
    KEPT.write_text("".join(f"{line}\n" for line in newest), encoding="utf-8")


def before_in_words(figures: Sequence[float], now: float) -> str:
    """Return the last results of a figure, and whether it creeps: a tenth above their median."""
    if not figures:
        return ""
    usual = statistics.median(figures)
    creeps = f"; {now / usual - 1:.0%} above their median: CREEPS" if now > usual * CREEP else ""
    return f"{'':36}before: {' '.join(f'{each:g}' for each in figures)}{creeps}"


CREEP = 1.1


def _aim_in_words(aim: float | None, good: bool) -> str:
    return "" if aim is None else f" (aim {aim:g}{'' if good else ': MISSED'})"


Clock = Callable[[], float]


def once(work: Work, clock: Clock = time.perf_counter) -> float:
    """Time one run, without the collector's pauses."""
    gc.collect()
    gc.disable()
    try:
        start = clock()
        work()
        return clock() - start
    finally:
        gc.enable()


def in_turns(
    one: Work, other: Work, repeats: int, warm: int = 1, clock: Clock = time.perf_counter
) -> tuple[float, float]:
    """Time two works turn by turn, so that a busy moment meets both; gives their medians."""
    for _ in range(warm):
        one()
        other()
    pairs = [(once(one, clock), once(other, clock)) for _ in range(repeats)]
    return (
        statistics.median(pair[0] for pair in pairs),
        statistics.median(pair[1] for pair in pairs),
    )


def compare(
    name: str,
    what: str,
    work: Work,
    floor: str,
    base: Work,
    *,
    repeats: int,
    aim: float | None = None,
    clock: Clock = time.perf_counter,
) -> Result:
    """Measure a work against its floor, by the wall's clock where it waits for a drive."""
    seconds, floor_seconds = in_turns(work, base, repeats, clock=clock)
    return Result(name, what, floor, seconds, floor_seconds, aim)
