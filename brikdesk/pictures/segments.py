"""The segments of a JPEG, found without unpacking it."""

import re
from collections.abc import Iterator

from msgspec import Struct

START, END, SCAN, COMMENT = 0xD8, 0xD9, 0xDA, 0xFE
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
_NEXT = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""Where packed pixels end: a marker that is neither a stuffed byte nor a restart."""

_JFIF_HEAD = 18
"""Bytes of the JFIF segment, with its marker, that holds no thumbnail."""

_PLAIN = frozenset({START, END, SCAN, 0xE0, 0xDB, 0xC0, 0xC4, 0xDD})
"""Markers of a JPEG of pixels alone: its head, tables, one frame, its scan."""


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
    found = list(segments_of(data))
    return (
        bool(found)
        and found[-1].marker == END
        and found[-1].end == len(data)
        and sum(each.marker == SCAN for each in found) == 1
        and all(each.marker in _PLAIN for each in found)
        and all(each.end - each.start == _JFIF_HEAD for each in found if each.marker == 0xE0)
    )
