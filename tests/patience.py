"""Waiting for what a test expects of the window: as long as a slow machine may need, never by the clock."""

from collections.abc import Callable
from functools import partial
from typing import Any

from pytestqt.qtbot import QtBot

LONGEST = 120_000
"""Milliseconds after which what was waited for counts as not coming; who has it sooner goes on at once."""


class PatientBot(QtBot):  # type: ignore[misc]
    """Waits longer than a machine takes that is ten times slower than the slowest."""

    def __init__(self, request: Any) -> None:
        super().__init__(request)
        for name in ("waitUntil", "waitSignal", "waitSignals", "waitActive", "waitExposed"):
            waits: Callable[..., Any] = getattr(super(), name)
            setattr(self, name, partial(waits, timeout=LONGEST))
