"""No picture takes more time or memory than a photo may, and every photo is read."""

import io
import os
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from brikdesk.errors import BadInput
from brikdesk.pictures import confined, jobs
from brikdesk.pictures import photo as apart
from brikdesk.pictures.photo import (
    MOST_KEPT,
    MOST_PINNED,
    ReadingStop,
    ReadingStopped,
    laid_flat,
    photo_from,
    photo_of,
    stopped_by,
    unpacked,
)
from tests.nightly import NIGHTLY
from tests.pictures import honest, hostile

BAD = {**hostile.SMALL, **hostile.LARGE} if NIGHTLY else dict([*hostile.SMALL.items()][::4])
GOOD = {**honest.SMALL, **honest.LARGE} if NIGHTLY else dict([*honest.SMALL.items()][::3])
"""All of them at night, some of each kind with every change."""


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Begin each case with a process of its own where its memory is measured."""
    yield
    if NIGHTLY:
        apart._end_all()


def most_memory(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the memory of the process at each look of the watch."""
    seen = [0]
    real = jobs.memory_of

    def look(number: int) -> int:
        found = real(number)
        seen.append(max(found, _peak(number)))
        return found

    monkeypatch.setattr(jobs, "memory_of", look)
    return seen


def _peak(number: int) -> int:
    try:
        lines = Path(f"/proc/{number}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM")), 0)


def worked() -> float:
    """Return the processor time of the process that has read; 0 of one that was ended."""
    for each in apart._idle:
        fields = Path(f"/proc/{each.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def kept_processes() -> int:
    return max((_peak(each.process.pid) for each in apart._idle), default=0)


@pytest.mark.parametrize("what", BAD)
def test_no_picture_takes_more_than_a_photo_may(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = most_memory(monkeypatch)
    path = tmp_path / "table.jpg"
    path.write_bytes(BAD[what]())
    begun = time.monotonic()
    try:
        photo = photo_from(path)
        told = f"kept, {photo.width} by {photo.height}"
        assert photo.width * photo.height <= MOST_KEPT
        with Image.open(io.BytesIO(photo.data)) as shown:
            assert shown.size == (photo.width, photo.height)
    except BadInput as error:
        told = error.sentence
        assert "Nothing was changed" in told or "pixels" in told or "moves" in told
    took, most = time.monotonic() - begun, max(*seen, kept_processes())
    if NIGHTLY:
        print(f"\n{what}: {worked():.2f} s of work, {took:.2f} s, {most >> 20} MB, {told}")
    assert most <= jobs.MEMORY


@pytest.mark.parametrize("what", GOOD)
def test_every_photo_is_read(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = most_memory(monkeypatch)
    path = tmp_path / "photo"
    path.write_bytes(GOOD[what]())
    begun = time.monotonic()
    photo = photo_from(path)
    took, most = time.monotonic() - begun, max(*seen, kept_processes())
    if NIGHTLY:
        told = f"{photo.width} by {photo.height}"
        print(f"\n{what}: {worked():.2f} s of work, {took:.2f} s, {most >> 20} MB, {told}")
    assert most <= jobs.MEMORY
    assert photo.width * photo.height <= MOST_KEPT
    with Image.open(io.BytesIO(photo.data)) as shown:
        assert (shown.format, shown.mode) == ("JPEG", "RGB")
        colours = [shown.getpixel(at) for at in ((5, 5), (shown.width // 2, shown.height - 20))]
    assert colours[0] != colours[1], "it shows something"
    small = photo_from(path, MOST_PINNED)
    assert small.width * small.height <= MOST_PINNED
    assert small.width / small.height == pytest.approx(photo.width / photo.height, rel=0.01)


@cache
def slow_photo() -> bytes:
    """Return a JPEG that a decoder works on for longer than a photo may take."""
    return hostile.with_scans(9500, 9500, 90)


def test_what_takes_too_long_is_ended_and_the_next_photo_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "SECONDS", 1.0)  # a fast computer reads it within the usual limit
    with pytest.raises(BadInput, match="takes longer"):
        photo_of(slow_photo())
    assert photo_of(honest.SMALL["JPEG"]()).width == 1200


def test_what_takes_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MEMORY", 1 << 20)  # the watch, where the system has no limit
    with pytest.raises(BadInput, match="more memory"):
        photo_of(slow_photo())


def test_a_clock_that_runs_out_ends_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "PATIENCE", 0.2)
    with pytest.raises(BadInput, match="takes longer"):
        photo_of(slow_photo())


@pytest.mark.parametrize("way", ["file", "campaign", "map"])
def test_reading_stops_at_once_wherever_the_photo_comes_from(way: str, tmp_path: Path) -> None:
    data, stop, told = slow_photo(), ReadingStop(), list[BaseException]()
    path = tmp_path / "table.jpg"
    path.write_bytes(data)

    def work() -> None:
        from tests.pictures.a_table import view_of

        try:
            with stopped_by(stop):
                if way == "file":
                    photo_from(path)
                elif way == "campaign":
                    unpacked(data, (0,))
                else:
                    laid_flat(data, view_of(40, 30), 40, 30)
        except BaseException as error:
            told.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while stop._process is None and thread.is_alive():
        pass
    stop.stop()
    thread.join()
    assert isinstance(told[0], ReadingStopped)
    with stopped_by(stop), pytest.raises(ReadingStopped):
        photo_of(honest.SMALL["JPEG"]())


def test_a_process_that_waits_is_used_again_and_goes_with_its_pipe() -> None:
    photo_of(honest.SMALL["JPEG"]())
    (waiting,) = apart._idle
    photo_of(honest.SMALL["PNG"]())
    assert apart._idle == [waiting]
    waiting.process.stdin.close()  # as when the program is killed
    assert waiting.process.wait(20) == 0
    assert photo_of(honest.SMALL["JPEG"]()).width == 1200


def test_one_that_ends_in_the_moment_in_which_it_is_asked_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    photo_of(honest.SMALL["JPEG"]())
    (waiting,) = apart._idle
    os.kill(waiting.process.pid, 19)  # it stands still: it seems alive, and will have ended
    waiting.process.stdin.close()
    os.kill(waiting.process.pid, 18)
    waiting.process.wait(20)
    monkeypatch.setattr(type(waiting), "is_alive", property(lambda _each: True))
    assert photo_of(honest.SMALL["JPEG"]()).width == 1200


def test_an_idle_process_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    monkeypatch.setattr(confined, "IDLE", 0.01)
    monkeypatch.setattr(confined.os, "_exit", lambda code: ended.set())

    class Silent(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            assert ended.wait(20)
            return b""

    assert confined._next(Silent()) is None


def test_the_packaged_program_is_called_by_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart.sys, "frozen", True, raising=False)
    monkeypatch.setattr(apart.sys, "executable", "/opt/brikdesk/brikdesk")
    from brikdesk.cli import READER

    assert apart._command() == ["/opt/brikdesk/brikdesk", READER]


def test_without_a_decoder_a_heic_is_refused_with_the_way_to_a_jpeg(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from brikdesk.pictures.decoding import copy_to_keep

    monkeypatch.setitem(__import__("sys").modules, "pi_heif", None)
    with pytest.raises(BadInput, match="Most Compatible"):
        copy_to_keep(io.BytesIO(honest.SMALL["HEIC"]()), MOST_KEPT)
