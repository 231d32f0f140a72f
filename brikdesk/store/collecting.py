"""Python's collector, kept from all of memory while thousands of rows are read or drawn.

Rows, lines and pages hold no circles worth finding, but the more of them there are, the more often
Python looks through everything in memory, and all threads stand still while it does: half the time
of a long report. What is young is still looked through.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

NEVER = 1_000_000
"""Collections of young objects before the old ones are looked through too."""

_lock = Lock()
_usual: list[tuple[int, int, int]] = []
"""What was set before, once for each that asked and is not done: threads may overlap."""


@contextmanager
def old_left_alone() -> Iterator[None]:
    """Have only young objects looked through meanwhile; also as a decorator."""
    with _lock:
        _usual.append(_usual[0] if _usual else gc.get_threshold())
        gc.set_threshold(*_usual[0][:2], NEVER)
    try:
        yield
    finally:
        with _lock:
            before = _usual.pop()
            if not _usual:
                gc.set_threshold(*before)
