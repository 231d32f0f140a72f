"""Keep Python's garbage collector from scanning all memory while thousands of rows are read.

Rows, lines and pages form no reference cycles worth finding. But the more of them there are, the
more often Python scans every object while all threads wait: half the time of a long report. Young
objects are still scanned.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

NEVER = 1_000_000
"""Collections of young objects before the old ones are scanned: so many that it does not happen."""

_lock = Lock()
_usual: list[tuple[int, int, int]] = []
"""The usual thresholds, once for each caller still inside: calls of several threads may overlap."""


@contextmanager
def old_left_alone() -> Iterator[None]:
    """Scan only young objects while inside; also usable as a decorator."""
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
