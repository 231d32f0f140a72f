"""A panel of the queue, worked by keys, and what stands in its card."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ui.panels.queue.panel import StartPanel

K = Qt.Key


SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


Make = Callable[..., StartPanel]


def press(
    panel: StartPanel, *keys: K, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or panel, key, modifier)
        QApplication.processEvents()


def title(panel: StartPanel) -> str:
    step = panel.controller.current
    return step.title if step else ""


def faces(panel: StartPanel) -> list[int | None]:
    return [face.value if face else None for face in panel.card.dice.faces()]


def apply_hinge(panel: StartPanel) -> None:
    press(panel, K.Key_1, K.Key_Return)
