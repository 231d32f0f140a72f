"""How quick the machine is just now, so that figures of slow and quick hours can be compared.

The aims are milliseconds of one machine. Another one, and the same one while others work on it,
takes up to twice as long for everything; so a fixed piece of work is timed beside each figure.
"""

import json
import statistics
import time
from collections.abc import Callable

REFERENCE = 2.2
"""Milliseconds that the fixed work takes on the machine that the aims are for."""

_ROWS = [
    {"id": n, "name": f"Trooper {n}", "size": n / 8, "tags": ["burns", "flies"]} for n in range(150)
]


def slowness() -> float:
    """Return how many times as long as on that machine everything takes now."""
    return statistics.median(_work_time() for _ in range(3)) / REFERENCE


def at_pace(clock: Callable[[], float], do: Callable[[], object]) -> float:
    """Return the milliseconds that something takes, as they would be on that machine."""
    before = slowness()
    began = clock()
    do()
    took = clock() - began
    return 1000 * took / statistics.mean((before, slowness()))


def _work_time() -> float:
    """Return the milliseconds of the processor that the fixed work takes now."""
    began = time.thread_time()
    for _ in range(8):
        rows = json.loads(json.dumps(_ROWS))
        rows.sort(key=lambda row: (row["name"], -row["size"]))
        sum(len(f"{row['name']}: {row['size']:.2f}") for row in rows if "burns" in row["tags"])
    return 1000 * (time.thread_time() - began)
