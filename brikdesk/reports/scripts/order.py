"""The order of the characters on a line that are read from left to right and from right to left."""

from itertools import islice

from bidi import get_display

ISOLATES = "\u2066\u2067\u2068\u2069"
"""Signs that begin and end words with a direction of their own."""

STEERING = frozenset(f"{ISOLATES}\u200e\u200f")
"""What gives a direction and shows nothing."""

_LABELS = [chr(0xE0100 + number) for number in range(240)]
"""Signs without a direction of their own, which Unicode keeps behind the sign that they follow."""

_OF_LABELS = frozenset(_LABELS)

Turned = tuple[int, bool]
"""The place of a cluster in the text, and whether it is read from right to left."""


def in_order(clusters: list[str]) -> list[Turned]:
    """Return the clusters of a line in the order in which they stand on it, from the left.

    The line is one of an English text; what is written in isolates has its own direction. python-bidi
    returns only the turned text, so each cluster goes in as its first character with two labels behind
    it: they come back with it, before it where it is turned.
    """
    line = _whole("".join(map(_labelled, range(len(clusters)), clusters)))
    signs = iter([sign for sign in get_display(line, base_dir="L") if sign not in ISOLATES])
    found: list[Turned] = []
    for sign in signs:
        two = list(islice(signs, 2))
        turned = sign in _OF_LABELS
        labels = [two[0], sign] if turned else two
        found.append((_LABELS.index(labels[0]) * len(_LABELS) + _LABELS.index(labels[1]), turned))
    return [(place, turned) for place, turned in found if clusters[place] not in STEERING]


def _labelled(place: int, cluster: str) -> str:
    if cluster in ISOLATES:
        return cluster
    first, second = divmod(place, len(_LABELS))
    return f"{cluster[0]}{_LABELS[first]}{_LABELS[second]}"


def _whole(line: str) -> str:
    """Return a line with the isolates that began on the line before, or end on the next one."""
    open_ones = lost = 0
    for sign in line:
        if sign == ISOLATES[3]:
            lost, open_ones = (lost, open_ones - 1) if open_ones else (lost + 1, 0)
        elif sign in ISOLATES:
            open_ones += 1
    return ISOLATES[2] * lost + line + ISOLATES[3] * open_ones
