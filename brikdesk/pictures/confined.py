"""The process that reads pictures: it takes one request after the other from its input, and answers.

It ends by itself when its input does, or when nobody has asked anything for a while. The program starts
it by the hidden word `READER` of its own command line, so that it needs no Python beside it.
"""

import os
import sys
import warnings
from collections.abc import Iterator
from io import BytesIO
from threading import Timer
from typing import BinaryIO

from brikdesk.errors import BadInput
from brikdesk.pictures import jobs
from brikdesk.pictures.jobs import (
    Answer,
    ForPaper,
    KeepCopy,
    LayFlat,
    Part,
    PictureJob,
    Unpack,
    packed,
    read_request,
)

IDLE = 30.0
"""Seconds without a request after which the process ends."""

TOO_MUCH = (
    "The picture takes more memory than any photo does. Take or export it once more as JPEG. "
    "Nothing was changed."
)

Made = tuple[Answer, Iterator[bytes]]
"""An answer and the bytes that follow it."""


def main() -> int:
    """Answer until nothing more is asked."""
    jobs.confine()
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    warnings.simplefilter("ignore")  # odd tags in a photo are none of the referee's business
    while (found := _next(asked)) is not None:
        job, data = found
        jobs.begin_counting()
        try:
            answer, more = _made(job, data)
            answers.write(packed(answer))
            for part in more:
                answers.write(part)
        except BadInput as error:
            answers.write(packed(Answer(error.sentence)))
        except MemoryError:
            answers.write(packed(Answer(TOO_MUCH)))
            answers.flush()
            return 1  # what is left of its memory lies in pieces
        answers.flush()
        jobs.end_counting()
        del data
    return 0


def _next(asked: BinaryIO) -> tuple[PictureJob, bytes] | None:
    clock = Timer(IDLE, os._exit, (0,))
    clock.daemon = True
    clock.start()
    request = read_request(asked)
    clock.cancel()
    return None if request is None else (request.job, asked.read(request.size))


def _made(job: PictureJob, data: bytes) -> Made:
    if isinstance(job, KeepCopy):
        return _copy(job, data)
    from brikdesk.pictures import decoding

    try:
        if isinstance(job, Unpack):
            return _unpacked(job, data)
        if isinstance(job, LayFlat):
            return _flat(job, data)
        return _for_paper(job, data)
    except (MemoryError, BadInput):
        raise
    except Exception as error:  # Pillow's readers raise a dozen kinds for damaged data
        raise BadInput(decoding.DAMAGED) from error


def _copy(job: KeepCopy, data: bytes) -> Made:
    from brikdesk.pictures.decoding import copy_to_keep

    if not job.path:
        return _one(*copy_to_keep(BytesIO(data), job.most))
    with open(os.fsdecode(job.path), "rb") as file:
        return _one(*copy_to_keep(file, job.most))


def _one(jpeg: bytes, wide: int, high: int) -> Made:
    return Answer("", (Part(wide, high, len(jpeg)),), wide, high), iter((jpeg,))


def _unpacked(job: Unpack, data: bytes) -> Made:
    from brikdesk.pictures import decoding

    with decoding.kept(data) as picture:
        whole = picture.size
        longest = decoding.LONGEST_SHOWN if 0 in job.sizes else max(job.sizes)
        picture.thumbnail((longest, longest))
        picture.load()
        pictures = [decoding.thumbnail(picture, size or longest) for size in job.sizes]
    parts = tuple(Part(*each.size, 4 * each.width * each.height) for each in pictures)
    rows = (row for each in pictures for row in decoding.rows_of(each))
    return Answer("", parts, *whole), rows


def _flat(job: LayFlat, data: bytes) -> Made:
    from brikdesk.pictures.decoding import halves, on_white, rows_of, straight_from_above

    flat = straight_from_above(data, job)
    if job.for_paper:
        return _one(on_white(flat), *flat.size)
    pictures = halves(flat)
    parts = tuple(Part(*each.size, 4 * each.width * each.height) for each in pictures)
    return Answer("", parts, *flat.size), (row for each in pictures for row in rows_of(each))


def _for_paper(job: ForPaper, data: bytes) -> Made:
    from brikdesk.pictures.decoding import is_plain, plain_jpeg

    plain = is_plain(data)
    jpeg, wide, high = plain_jpeg(data, plain)
    # The same bytes need not come back: no bytes say that these are good.
    jpeg = b"" if jpeg is data else jpeg
    return Answer("", (Part(wide, high, len(jpeg)),), wide, high), iter((jpeg,))
