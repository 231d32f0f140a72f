"""What a scene is: a way to bring the window into a state that is worth a picture."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.window.main_window import MainWindow

Scene = Callable[["MainWindow"], None]
