"""Times, medians and ratios; figures that have an aim of their own."""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

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


def _aim_in_words(aim: float | None, good: bool) -> str:
    return "" if aim is None else f" (aim {aim:g}{'' if good else ': MISSED'})"


def once(work: Work) -> float:
    """Time one run, without the collector's pauses."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start
    finally:
        gc.enable()


def in_turns(one: Work, other: Work, repeats: int, warm: int = 1) -> tuple[float, float]:
    """Time two works turn by turn, so that a busy moment meets both; gives their medians."""
    for _ in range(warm):
        one()
        other()
    pairs = [(once(one), once(other)) for _ in range(repeats)]
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
) -> Result:
    """Measure a work against its floor."""
    seconds, floor_seconds = in_turns(work, base, repeats)
    return Result(name, what, floor, seconds, floor_seconds, aim)
