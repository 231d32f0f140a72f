"""A desk that is used as a referee would, and measured: `python -m benchmarks.reacting FILE ...`.

Runs in a process of its own, so that nothing else is measured with it. What counts is the time of
the processor on the window's thread, from the command until the window is painted and waits, at
the pace of the machine that the aims are for.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from benchmarks.pace import at_pace
from ui.app import make_application, make_window
from ui.window.main_window import MainWindow

REPEATS = 5
SETTLED = 80
"""Milliseconds without a command in which everything that a reaction set going has happened."""

WORKSPACES = ("units", "ledger", "log", "report", "battle")
LETTERS = "attack wall"


class Reactions:
    """Does what a referee does and keeps how long each took; `rows` are what is told."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._times: dict[tuple[str, str], list[float]] = {}

    @property
    def rows(self) -> list[dict[str, object]]:
        """Each reaction with its milliseconds."""
        return [
            {"kind": kind, "name": name, "milliseconds": times}
            for (kind, name), times in self._times.items()
        ]

    def take(
        self, kind: str, name: str, do: Callable[[], object], count: Callable[[], int] = lambda: 1
    ) -> None:
        """Do something and keep what it took: an act with its threads, else the window alone.

        `count` tells how many times it was done: steps that need no dice follow the end of a turn.
        """

        def react() -> None:
            do()
            settle()

        clock = time.process_time if kind == "act" else time.thread_time
        took = at_pace(clock, react)
        self._times.setdefault((kind, name), []).append(took / count())

    def workspaces(self, again: int) -> None:
        """Go round the workspaces, the first time and so often again."""
        for turn in range(1 + again):
            for name in WORKSPACES:
                kind = "again" if turn or name == "battle" else "first"
                words = f"{name}, {kind}"
                self.take(kind, words, self._window.commands[name].trigger)

    def acts(self, weapon: int, by: int, target: int) -> None:
        """Settle what waits, set a state, shoot, end the turn; undo and redo each."""
        from brikdesk.acts.combat.aim import Aim, Strike
        from brikdesk.acts.combat.attack import Attack
        from brikdesk.acts.turns_and_steps import EndTurn, GoOn
        from brikdesk.acts.units.states import SetState
        from brikdesk.store.campaign import Changes
        from brikdesk.store.tables import StateKind
        from brikdesk.store.views.log import undo_state

        at_work = self._window.at_work
        assert at_work is not None
        desk = at_work.desk
        desk.throw_all(stop_at_choice=False)
        desk.do(GoOn())
        shot = desk.throw(
            Attack(
                strikes=(Strike(weapon_id=weapon, by_id=by),),
                aims=(Aim(unit_id=target, distance=4),),
            )
        )
        acts = {
            "state": SetState(unit_id=target, kind=StateKind.OTHER, cause="Dusty"),
            "attack": shot,
            "end of turn": EndTurn(),
        }
        done: list[Changes] = []
        desk.changed.connect(done.append)
        for turn in range(1 + REPEATS):
            before = desk.read(undo_state).undo
            for name, act in acts.items():
                at_work.view.show_desk("attack" if name == "attack" else "start")
                settle()
                ways: dict[str, Callable[[], object]] = {
                    "": partial(desk.do, act),
                    "undo ": desk.undo,
                    "redo ": desk.redo,
                }
                for way, do in ways.items():
                    done.clear()
                    self.take("act", f"{way}{name}", do, lambda: len(done))
            while desk.read(undo_state).undo != before:
                desk.undo()
            settle()
            if not turn:  # the first time all statements are compiled
                self._times = {key: kept for key, kept in self._times.items() if key[0] != "act"}

    def look_around(self) -> None:
        """Have every panel made and filled once, as in an evening's game."""
        at_work = self._window.at_work
        assert at_work is not None
        for tab in ("attack", "log", "start"):
            at_work.view.show_desk(tab)
            settle()
        at_work.hub.select_unit(1)
        at_work.hub.unit_opened.emit(1)
        settle()
        at_work.hub.unit_edited.emit(1)
        settle()
        at_work.view.show_desk()
        settle()

    def letters(self) -> None:
        """Type into the palette."""
        for turn in range(3):
            self._window.commands["palette"].trigger()
            settle()
            for letter in LETTERS:
                press = partial(_press, getattr(Qt.Key, f"Key_{letter.upper()}", Qt.Key.Key_Space))
                if turn:
                    self.take("letter", "palette letter", press)
                else:
                    press()
            _press(Qt.Key.Key_Escape)
            settle()

    def looks(self) -> None:
        """Change colours and text size."""
        for _ in range(3):
            for name in ("theme", "larger", "normal"):
                words = "theme" if name == "theme" else "text size"
                self.take("look", words, self._window.commands[name].trigger)


def _press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def settle(milliseconds: int = SETTLED) -> None:
    """Let everything happen that was set going; waiting costs no time of the processor."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
    QApplication.processEvents()


def main() -> None:
    """Open the campaign, use the desk, print what was measured as JSON."""
    app = make_application()
    window = make_window(app)
    window.thrower = lambda sides: sides - 1
    window.resize(1440, 900)
    window.show()
    window.open_path(Path(sys.argv[1]))
    while window.at_work is None:
        settle()
    settle(1500)
    attack = [int(number) for number in sys.argv[2:5]]
    reactions = Reactions(window)
    reactions.workspaces(REPEATS if attack else 0)
    if attack:
        reactions.look_around()
        reactions.letters()
        reactions.looks()
        reactions.acts(*attack)
    print(json.dumps(reactions.rows))
    window.close()


if __name__ == "__main__":
    main()
