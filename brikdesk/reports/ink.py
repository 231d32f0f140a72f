"""Write strings and repeated drawings straight into the commands of a page.

ReportLab makes an object for each string and formats each number of a path anew, and a thousand
pages hold a million of them. The commands written here are those that it would write.
"""

from collections.abc import Callable, Hashable, Iterator

from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from brikdesk.reports.fonts import is_plain


def fill_with(canvas: Canvas, ink: Color) -> None:
    """Set the fill colour, unless it is set already."""
    if canvas._fillColorObj is not ink:
        canvas._fillColorObj = ink
        canvas._code.append(f"{ink.red:.5g} {ink.green:.5g} {ink.blue:.5g} rg")


def put_string(
    canvas: Canvas, x: float, baseline: float, words: str, face: str, size: float
) -> None:
    """Put a string on the page in the present fill colour."""
    kept: dict[str, _Signs] = canvas.__dict__.setdefault("_signs", {})
    if (signs := kept.get(face)) is None:
        signs = kept[face] = _Signs(pdfmetrics.getFont(face), canvas)
    try:
        drawn = f"{signs.name} {size:g} Tf ({words.translate(signs)}) Tj"
    except _BeyondFirst:
        drawn = signs.written(words, size)
    except _BeyondInter:
        drawn = " ".join(_parts(canvas, words, face, size))
    canvas._code.append(f"BT 1 0 0 1 {x:.3f} {baseline:.3f} Tm {drawn} ET")


class _BeyondFirst(Exception):
    """A character is not in the first subset: a PDF splits fonts into subsets of 256."""


class _BeyondInter(Exception):
    """A character is not in Inter, or changes beside others."""


def _parts(canvas: Canvas, words: str, face: str, size: float) -> Iterator[str]:
    """Yield the parts of a string with characters that Inter lacks, in fonts of the system.

    They stay one text of the page: readers of a PDF put letters that are read from right to left in order
    within it.
    """
    from brikdesk.reports.scripts.embedding import EmbeddedScripts  # only such a string needs it
    from brikdesk.reports.scripts.shaping import parts_of

    kept = canvas.__dict__
    scripts = kept.get("_scripts") or kept.setdefault("_scripts", EmbeddedScripts(canvas._doc))
    for part in parts_of(words, face):
        if isinstance(part, str):
            yield kept["_signs"][face].written(part, size)
        else:
            yield from (f"{font} {size:g} Tf {codes} Tj" for font, codes in scripts.written(part))


class _Signs(dict[int, str]):
    """For str.translate: the characters of a font's first subset, as a page writes them."""

    def __init__(self, font: TTFont, canvas: Canvas) -> None:
        super().__init__()
        self._font, self._canvas = font, canvas
        self.name = font.getSubsetInternalName(0, canvas._doc)

    def written(self, words: str, size: float) -> str:
        """Return words as a page writes them. Raise _BeyondInter for those that Inter cannot set."""
        try:
            return f"{self.name} {size:g} Tf ({words.translate(self)}) Tj"
        except _BeyondFirst:
            return " ".join(self._in_subsets(words, size))

    def __missing__(self, sign: int) -> str:
        """Return and remember a new character. Raise _BeyondFirst if it is in a later subset."""
        if not is_plain(chr(sign)):
            raise _BeyondInter
        ((subset, code),) = self._font.splitString(chr(sign), self._canvas._doc)
        if subset:
            raise _BeyondFirst
        self[sign] = str(self._canvas._escape(code))
        return self[sign]

    def _in_subsets(self, words: str, size: float) -> Iterator[str]:
        """Yield words in parts, each with characters of a single subset."""
        for subset, codes in self._font.splitString(words, self._canvas._doc):
            name = self._font.getSubsetInternalName(subset, self._canvas._doc)
            yield f"{name} {size:g} Tf ({self._canvas._escape(codes)}) Tj"


def stamp(canvas: Canvas, x: float, y: float, what: Hashable, draw: Callable[[], object]) -> None:
    """Put a drawing on the page; `draw` is called once, to draw it at the origin."""
    stamps: dict[Hashable, str] = canvas.__dict__.setdefault("_stamps", {})
    if what not in stamps:
        # Draw it once, cut its commands out of the page, and repeat them as text from then on.
        begin = len(canvas._code)
        canvas.saveState()
        draw()
        canvas.restoreState()
        stamps[what] = "\n".join(canvas._code[begin:])
        del canvas._code[begin:]
    canvas._code.append(f"q 1 0 0 1 {x:.3f} {y:.3f} cm\n{stamps[what]}\nQ")
