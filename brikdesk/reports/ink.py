"""How marks get onto a page: strings and repeated drawings, written straight into its commands.

ReportLab makes an object for each string and formats each number of a path anew; a thousand pages
hold a million of them. What is written here is what it would write.
"""

from collections.abc import Callable, Hashable, Iterator

from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


def fill_with(canvas: Canvas, ink: Color) -> None:
    """Fill with a colour from now on."""
    if canvas._fillColorObj is not ink:
        canvas._fillColorObj = ink
        canvas._code.append(f"{ink.red:.5g} {ink.green:.5g} {ink.blue:.5g} rg")


def put_string(
    canvas: Canvas, x: float, baseline: float, words: str, face: str, size: float
) -> None:
    """Put a string on the page in the colour of now."""
    kept: dict[str, _Signs] = canvas.__dict__.setdefault("_signs", {})
    if (signs := kept.get(face)) is None:
        signs = kept[face] = _Signs(pdfmetrics.getFont(face), canvas)
    try:
        drawn = f"{signs.name} {size:g} Tf ({words.translate(signs)}) Tj"
    except _BeyondFirst:
        drawn = " ".join(signs.parts(words, size))
    canvas._code.append(f"BT 1 0 0 1 {x:.3f} {baseline:.3f} Tm {drawn} ET")


class _BeyondFirst(Exception):
    """A sign is not among the first 256 that a document shows of a font."""


class _Signs(dict[int, str]):
    """The signs of one font as a page writes them: ReportLab asks of each how it is written."""

    def __init__(self, font: TTFont, canvas: Canvas) -> None:
        super().__init__()
        self._font, self._canvas = font, canvas
        self.name = font.getSubsetInternalName(0, canvas._doc)

    def __missing__(self, sign: int) -> str:
        """Return a sign of the first 256, which from now on is known."""
        ((subset, code),) = self._font.splitString(chr(sign), self._canvas._doc)
        if subset:
            raise _BeyondFirst
        self[sign] = str(self._canvas._escape(code))
        return self[sign]

    def parts(self, words: str, size: float) -> Iterator[str]:
        """Yield words in parts, each of signs that one table of the document holds."""
        for subset, codes in self._font.splitString(words, self._canvas._doc):
            name = self._font.getSubsetInternalName(subset, self._canvas._doc)
            yield f"{name} {size:g} Tf ({self._canvas._escape(codes)}) Tj"


def stamp(canvas: Canvas, x: float, y: float, what: Hashable, draw: Callable[[], object]) -> None:
    """Put a drawing on the page; `draw` draws it at the origin when it is wanted for the first time."""
    stamps: dict[Hashable, str] = canvas.__dict__.setdefault("_stamps", {})
    if what not in stamps:
        begin = len(canvas._code)
        canvas.saveState()
        draw()
        canvas.restoreState()
        stamps[what] = "\n".join(canvas._code[begin:])
        del canvas._code[begin:]
    canvas._code.append(f"q 1 0 0 1 {x:.3f} {y:.3f} cm\n{stamps[what]}\nQ")
