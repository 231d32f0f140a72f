"""A window opens with its frame inside the screen."""

import pytest
from PySide6.QtCore import QRect, QSize

from ui.window.main_window import least_in
from ui.window.second_screen import inside

ROOM = QRect(0, 30, 1440, 870)
"""A screen with a panel at its top."""


def framed(inner: QRect) -> QRect:
    return inner.adjusted(-4, -24, 4, 4)


@pytest.mark.parametrize(
    ("inner", "kept"),
    [
        (QRect(4, 54, 1440, 900), QRect(4, 54, 1432, 842)),
        (QRect(0, 0, 1440, 900), QRect(4, 54, 1432, 842)),
        (QRect(600, 500, 1000, 600), QRect(436, 296, 1000, 600)),
        (QRect(-200, -100, 1000, 600), QRect(4, 54, 1000, 600)),
        (QRect(100, 100, 1000, 600), QRect(100, 100, 1000, 600)),
    ],
)
def test_the_frame_of_a_window_stays_inside_the_screen(inner: QRect, kept: QRect) -> None:
    assert inside(framed(inner), inner, ROOM) == kept
    assert ROOM.contains(framed(kept))


def test_the_least_window_is_never_larger_than_its_screen() -> None:
    assert least_in(QSize(683, 384)) == QSize(683, 384), "1366 by 768 at 200 %"
    assert least_in(QSize(1440, 900)) == QSize(800, 560)
