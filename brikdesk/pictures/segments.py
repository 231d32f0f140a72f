"""The segments of a JPEG, found without unpacking it."""

import re
from collections.abc import Iterator

from msgspec import Struct

START, END, SCAN = 0xD8, 0xD9, 0xDA
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
_NEXT = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""Where packed pixels end: a marker that is neither a stuffed byte nor a restart."""

_JFIF_HEAD = 18
"""Bytes of the JFIF segment, with its marker, that holds no thumbnail."""

_PLAIN = frozenset({START, END, SCAN, 0xE0, 0xDB, 0xC0, 0xC4, 0xDD})
"""Markers of a JPEG of pixels alone: its head, tables, one frame, its scan."""


MOST_SEGMENTS = 40
"""More than BrikDesk writes; each is looked at, and a hostile file may hold millions."""


class Segment(Struct, frozen=True):
    """A marker and where it and what belongs to it lie; a scan includes its pixels."""

    marker: int
    start: int
    end: int


def segments_of(data: bytes) -> Iterator[Segment]:
    """Yield the segments up to the end of the picture, as far as they can be followed."""
    at = 0
    while at + 2 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # bytes may be filled with it
            at += 1
            continue
        end = at + 2
        if marker not in _ALONE and marker != END:
            end += int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == SCAN:
            found = _NEXT.search(data, end)
            end = found.start() if found else len(data)
        yield Segment(marker, at, end)
        if marker == END:
            return
        at = end


def is_plain(data: bytes) -> bool:
    """Return whether a JPEG is what BrikDesk itself writes: one scan of pixels, and nothing else."""
    scans, last = 0, None
    for number, last in enumerate(segments_of(data)):
        scans += last.marker == SCAN
        is_head = last.marker == 0xE0
        if last.marker not in _PLAIN or number >= MOST_SEGMENTS or scans > 1:
            return False
        if is_head and last.end - last.start != _JFIF_HEAD:
            return False
    return last is not None and last.marker == END and last.end == len(data) and scans == 1
