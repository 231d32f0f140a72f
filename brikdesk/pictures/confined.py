"""The process that reads pictures: it takes one request after the other from its input, and answers.

It ends by itself when its input does, or when nobody has asked anything for a while. The program starts
it by the hidden word `READER` of its own command line, so that it needs no Python beside it.
"""

import os
import sys
import warnings
from threading import Timer
from typing import BinaryIO

from brikdesk.errors import BadInput
from brikdesk.pictures import jobs
from brikdesk.pictures.jobs import Answer, Request, packed, read_request

IDLE = 30.0
"""Seconds without a request after which the process ends."""

TOO_MUCH = (
    "The picture takes more memory than any photo does. Take or export it once more as JPEG. "
    "Nothing was changed."
)


def main() -> int:
    """Answer until nothing more is asked."""
    jobs.confine()
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    warnings.simplefilter("ignore")  # odd tags in a photo are none of the referee's business
    while (found := _next(asked)) is not None:
        request, data = found
        jobs.end_after(request.seconds)
        try:
            from brikdesk.pictures.decoding import done  # here: Pillow, and only in this process

            answer, more = done(request.job, data)
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
        jobs.end_after(0)  # the next request may come late
        del data
    return 0


def _next(asked: BinaryIO) -> tuple[Request, bytes] | None:
    clock = Timer(IDLE, os._exit, (0,))
    clock.daemon = True
    clock.start()
    request = read_request(asked)
    clock.cancel()
    return None if request is None else (request, asked.read(request.size))
