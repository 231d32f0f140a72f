"""The application's one style sheet: the shipped template, with colours and sizes filled in."""

import re
import weakref
from collections.abc import Callable
from functools import cache
from pathlib import Path

from PySide6.QtCore import QTemporaryDir

from ui.look.icon_files import svg_in
from ui.look.shipped import shipped
from ui.look.tokens import Tokens

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ICON = re.compile(r"@icon\(([a-z0-9-]+), ([a-z0-9_]+)\)")
_TOKEN = re.compile(r"@([a-z][a-z0-9_]*)")
_PIXELS = re.compile(r"(?<![\w.#])(\d+)px")


class SheetWriter:
    """Fills in the template; must live as long as its sheets are used.

    A style sheet can name pictures only as files, so the writer keeps them in a temporary folder.
    """

    def __init__(self) -> None:
        self._folder = QTemporaryDir()
        # At the end of the program Python destroys no Qt object, and the folder would stay behind.
        weakref.finalize(self, self._folder.remove)

    def sheet(self, tokens: Tokens, px: Callable[[float], int]) -> str:
        """Return the sheet in the colours of `tokens`; `px` scales its pixels."""
        # Icons before tokens: "@icon" would be taken for a colour of that name.
        text = _ICON.sub(lambda m: self._picture(tokens, m[1], m[2]), _template())
        text = _TOKEN.sub(lambda m: tokens.hex(m[1]), text)
        return _PIXELS.sub(lambda m: f"{_line_or(int(m[1]), px)}px", text)

    def _picture(self, tokens: Tokens, name: str, token: str) -> str:
        colour = tokens.hex(token)
        path = Path(self._folder.path()) / f"{name}-{colour.removeprefix('#')}.svg"
        if not path.exists():
            path.write_bytes(svg_in(name, colour))
        return f'url("{path.as_posix()}")'


def _line_or(pixels: int, px: Callable[[float], int]) -> int:
    # A line of one pixel stays one at every text size.
    return pixels if pixels <= 1 else px(pixels)


@cache
def _template() -> str:
    text = shipped("themes", "desk.qss").read_text(encoding="utf-8")
    return _COMMENT.sub("", text)
