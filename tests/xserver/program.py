"""The real program in a process of its own, and what a test sees and does of it."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGABRT
from time import monotonic
from typing import Any

from tests.xserver.display import Screen
from tests.xserver.hands import SIGNAL, Hands

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 240.0
"""Seconds after which a program that does not answer counts as hanging."""


class Died(AssertionError):
    """The program is gone."""


class Hangs(AssertionError):
    """The program does not answer."""


class Program:
    """A running BrikDesk. Every wait is for something that can be seen."""

    def __init__(
        self, screen: Screen, file: Path | None, data: Path, *, control: bool = False
    ) -> None:
        self.data = data
        self.hands = Hands(screen.name)
        self._number = 0
        self._errors = data / "stderr.txt"
        asks, self._asked = os.pipe()
        self._answers, answers = os.pipe()
        data.mkdir(parents=True, exist_ok=True)
        arguments = [] if file is None else [str(file)]
        self._left = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.xserver.inside", str(asks), str(answers), *arguments],
            cwd=ROOT,
            env=screen.environment(data)
            | {"PYTHONPATH": str(ROOT), "CONTROL": "1" if control else ""},
            pass_fds=(asks, answers),
            stdout=subprocess.DEVNULL,
            stderr=self._errors.open("ab"),
        )
        os.close(asks)
        os.close(answers)

    def begin(self) -> None:
        """Wait until the window is there and has the keys, with its campaign open."""
        self.until("window().isVisible() and window().is_ready")
        self.until("is_open()")
        self._learn()

    def begin_without_file(self) -> None:
        """Wait until the start screen is there."""
        self.until("window().isVisible() and window().is_ready and focus() is not None")
        self._learn()

    def _learn(self) -> None:
        display = self.hands._display
        self._ask({"signal": display.intern_atom(SIGNAL)})
        self.window = int(self.see("handle()"))

    def see(self, what: str) -> Any:
        """Return what an expression over `tests.xserver.seen` comes to in the program."""
        answer = self._ask({"see": what})
        if "error" in answer:
            raise LookupError(f"{what}: {answer['error']}")
        return answer["saw"]

    def until(self, what: str, longest: float = LONGEST) -> None:
        """Wait until an expression is true."""
        end = monotonic() + longest
        answer: dict[str, Any] = {}
        while monotonic() < end:
            answer = self._ask({"see": f"bool({what})"})
            if answer.get("saw"):
                return
            select.select([], [], [], 0.005)
        raise Hangs(f"never: {what}; last: {answer}")

    def settle(self, longest: float = LONGEST) -> None:
        """Wait until all that was pressed and clicked has been dealt with."""
        self._number += 1
        self.hands.mark(self.window, self._number)
        while self._hear(longest).get("mark") != self._number:
            pass

    def key(self, *keys: str) -> None:
        """Press keys one after another, and wait after each as a person does."""
        for each in keys:
            self.hands.key(each)
            self.settle()

    def click(self, x: int, y: int) -> None:
        """Click on a place of the screen, and wait until the program has had the click.

        The window manager looks at each press of the mouse first and hands it on when it gets to
        it: a key that is pressed after a click may come before it.
        """
        with self._mouse():
            self.hands.click(x, y)

    def drag(self, places: Iterable[tuple[int, int]]) -> None:
        """Drag from the first place to the last, and wait until the program has had all of it."""
        with self._mouse():
            self.hands.drag(places)

    @contextmanager
    def _mouse(self) -> Iterator[None]:
        before = self.see("releases")
        yield
        self.hands.sync()
        self.until(f"releases > {before}")
        self.settle()

    def said(self) -> str:
        """Return what the program wrote on its error output."""
        return self._errors.read_text(errors="replace")

    @property
    def lives(self) -> bool:
        """Whether it runs."""
        return self.process.poll() is None

    def leave(self) -> int:
        """Close the window as by its cross, and give the exit code."""
        if self.lives:
            self._ask(
                {"see": "__import__('PySide6.QtCore').QtCore.QTimer.singleShot(0, window().close)"}
            )
        try:
            return self.process.wait(LONGEST)
        except subprocess.TimeoutExpired as error:
            raise Hangs("the window does not close") from error

    def end(self) -> None:
        """Be rid of it, whatever it does."""
        if self.lives:
            self.process.kill()
        self.process.wait()
        self.hands.close()
        os.close(self._asked)
        os.close(self._answers)

    def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        try:
            os.write(self._asked, json.dumps(asked).encode() + b"\n")
        except BrokenPipeError:
            self._gone()
        while "mark" in (answer := self._hear(LONGEST)):
            pass
        return answer

    def _hear(self, longest: float) -> dict[str, Any]:
        end = monotonic() + longest
        while b"\n" not in self._left:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, end - monotonic()))
            if not ready:
                self.process.send_signal(SIGABRT)  # it writes down where it was
                self.process.wait(LONGEST)
                raise Hangs(f"no answer for {longest:.0f} s\n{self.said()[-6000:]}")
            if not (got := os.read(self._answers, 1 << 16)):
                self._gone()
            self._left += got
        line, self._left = self._left.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _gone(self) -> None:
        code = self.process.wait(LONGEST)
        raise Died(f"the program ended with {code}\n{self.said()[-4000:]}")


@contextmanager
def program(screen: Screen, file: Path | None, data: Path) -> Iterator[Program]:
    """Run the program until the end of the block; it must have said nothing on its error output."""
    running = Program(screen, file, data)
    try:
        if file is None:
            running.begin_without_file()
        else:
            running.begin()
        yield running
        assert running.leave() == 0
        assert running.said() == ""
    finally:
        running.end()
