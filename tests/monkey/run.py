"""One run of the monkey: events in bursts, and after each burst a look at what must never happen."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tests.monkey.events import Event, events, perform
from tests.monkey.twin import Twin
from tests.xserver.display import Screen
from tests.xserver.program import Died, Hangs, Program

BURST = 20
TO_FOCUS = 20.0
"""Seconds in which a window manager gives the focus to a window, on any machine."""

BETWEEN_DIGESTS = 5
"""Bursts after which the acts are done again."""


@dataclass(frozen=True)
class Finding:
    """What went wrong after which events."""

    kind: str
    words: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Outcome:
    """What came of a run."""

    events: int
    acts: int
    finding: Finding | None = None


class Run:
    """The program over a copy of a sample, in a folder of its own."""

    def __init__(
        self, screen: Screen, sample: Path, folder: Path, *, control: bool = False
    ) -> None:
        self._screen, self._home, self._control = screen, folder / "home", control
        self._file = Path(shutil.copy(sample, folder / "battle.brik"))
        self._done: list[Event] = []
        self._twin = Twin(self._file, self._home / "deeds.txt")
        self._program = self._start()

    def play(self, given: Iterable[Event]) -> Outcome:
        """Have the events happen; stops at the first thing that is wrong."""
        finding = None
        try:
            self._program.begin()
            for place, burst in enumerate(_bursts(given)):
                if wrong := self._burst(burst) or self._look(place):
                    finding = Finding(*wrong, tuple(self._done))
                    break
            else:
                finding = self._leave()
        except Died as death:
            finding = Finding("death", str(death), tuple(self._done))
        except Hangs as hanging:
            finding = Finding("hangs", f"{hanging}\n{self._program.said()}", tuple(self._done))
        finally:
            self._program.end()
            self._twin.close()
        return Outcome(len(self._done), self._twin.acts, finding)

    def _burst(self, burst: Sequence[Event]) -> tuple[str, str] | None:
        program = self._program
        box = program.see("box(window())")
        for event in burst:
            self._done.append(event)
            perform(program.hands, event, program.window, box)
            if event[0] == "resize":
                program.settle()
                box = program.see("box(window())")
        program.hands.sync()
        try:
            program.settle()
        except Died:
            if program.process.returncode != 0:
                raise
            return self._again()
        return None

    def _again(self) -> tuple[str, str] | None:
        """Start again after the monkey has left the program properly."""
        if said := self._program.said():
            return "stderr", said
        self._program.end()
        self._program = self._start()
        self._program.begin()
        return None

    def _look(self, place: int) -> tuple[str, str] | None:
        program = self._program
        if said := program.said():
            return "stderr", said[-6000:]
        if program.see(f"not is_open_on({str(self._file)!r})"):
            program.see(f"open_file({str(self._file)!r})")
            program.until(f"is_open_on({str(self._file)!r})")
            program.settle()
        if program.see("focus_wrong()"):
            try:  # a window manager that changes the focus takes a moment
                program.until("not focus_wrong()", longest=TO_FOCUS)
            except Hangs:
                return "focus", program.see("focus_wrong()")
        if place % BETWEEN_DIGESTS == 0 and (wrong := self._twin.difference()):
            return "digest", wrong
        return None

    def _leave(self) -> Finding | None:
        code, done = self._program.leave(), tuple(self._done)
        if code != 0:
            return Finding("death", f"the program ended with {code}\n{self._program.said()}", done)
        if said := self._program.said():
            return Finding("stderr", said, done)
        if wrong := self._twin.difference():
            return Finding("digest", wrong, done)
        return None

    def _start(self) -> Program:
        return Program(self._screen, self._file, self._home, control=self._control)


def play_seed(
    screen: Screen, sample: Path, folder: Path, seed: int, count: int, *, control: bool = False
) -> Outcome:
    """Play the events of a seed."""
    return Run(screen, sample, folder, control=control).play(islice(events(seed), count))


def _bursts(given: Iterable[Event]) -> Iterator[list[Event]]:
    rest = iter(given)
    while burst := list(islice(rest, BURST)):
        yield burst
