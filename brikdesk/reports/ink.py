"""How marks get onto a page: strings and repeated drawings, written straight into its commands.

ReportLab makes an object for each string and formats each number of a path anew; a thousand pages
hold a million of them. What is written here is what it would write.
"""

from collections.abc import Callable, Hashable

from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
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
    font, document = pdfmetrics.getFont(face), canvas._doc
    code = [f"BT 1 0 0 1 {x:.3f} {baseline:.3f} Tm"]
    for subset, signs in font.splitString(words, document):
        name = font.getSubsetInternalName(subset, document)
        code.append(f"{name} {size:g} Tf ({canvas._escape(signs)}) Tj")
    code.append("ET")
    canvas._code.append(" ".join(code))


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
