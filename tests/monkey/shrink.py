"""Make a failing run shorter: fewer events that still go wrong in the same way."""

from collections.abc import Callable, Sequence

from tests.monkey.events import Event

Fails = Callable[[Sequence[Event]], bool]


def shrink(failing: Sequence[Event], fails: Fails, tries: int = 40) -> list[Event]:
    """Return fewer events for which `fails` is still true, with at most so many runs."""
    kept, left = list(failing), tries
    for size in (10, 20, 40, 80, 160, 320, 640, 1280):  # mostly the last ones are enough
        if size >= len(kept):
            break
        left -= 1
        if fails(kept[-size:]):
            kept = kept[-size:]
            break
    part = max(1, len(kept) // 2)
    while left > 0 and len(kept) > 1:
        place = 0
        while place < len(kept) and left > 0:
            without = kept[:place] + kept[place + part :]
            left -= 1
            if without and fails(without):
                kept = without
            else:
                place += part
        if part == 1:
            break
        part //= 2
    return kept
