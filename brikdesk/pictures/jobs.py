"""What the process that reads pictures is asked, and what it answers: values that go through a pipe.

A message is its length, four bytes; then the request or the answer; then the bytes that belong to it.
"""

import struct
from typing import BinaryIO

import msgspec
from msgspec import Struct

LENGTH = struct.Struct(">I")
"""How the length of a message stands before it."""


class KeepCopy(Struct, frozen=True, tag=True):
    """Read any photo, and make the copy of at most so many pixels that a campaign keeps.

    `path` names the file, in the bytes that the system uses; without one the photo comes with the request.
    """

    most: int
    path: bytes = b""


class Unpack(Struct, frozen=True, tag=True):
    """Unpack a kept photo once for each of the `sizes`: pixels of the longer side, 0 for the whole."""

    sizes: tuple[int, ...]


class LayFlat(Struct, frozen=True, tag=True):
    """Straighten a kept photo; `weights` are those of its `Perspective`, the table is in inches."""

    weights: tuple[float, ...]
    width: float
    depth: float
    for_paper: bool = False
    """One JPEG instead of pixels in halves of their size."""


class ForPaper(Struct, frozen=True, tag=True):
    """Check a kept photo to its last pixel. What is not the plainest JPEG is made one."""


PictureJob = KeepCopy | Unpack | LayFlat | ForPaper


class Request(Struct, frozen=True):
    """A job, and how many bytes of a photo follow it."""

    job: PictureJob
    size: int = 0


class Part(Struct, frozen=True):
    """A picture of an answer: its pixels, and its bytes, of which so many follow."""

    width: int
    height: int
    size: int


class Answer(Struct, frozen=True):
    """The pictures that were made, or in words why there are none.

    `width` and `height` are the pixels of the photo itself.
    """

    words: str = ""
    parts: tuple[Part, ...] = ()
    width: int = 0
    height: int = 0


def packed(message: Request | Answer) -> bytes:
    """Return a message with its length before it."""
    data = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(data)) + data


def read_request(file: BinaryIO) -> Request | None:
    """Return the next request; None where nothing more comes."""
    head = file.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return msgspec.msgpack.decode(file.read(LENGTH.unpack(head)[0]), type=Request)


def answer_of(data: bytes) -> Answer:
    """Return the answer that stands in these bytes, without its length."""
    return msgspec.msgpack.decode(data, type=Answer)
