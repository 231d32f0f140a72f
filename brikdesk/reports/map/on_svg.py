"""Draw marks as an SVG, in points; texts are texts in Inter, kept to their width in other fonts."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape

from reportlab.lib.colors import Color

from brikdesk.reports.fonts import BOLD, STRONG, printable, width
from brikdesk.reports.map.marks import (
    Clipped,
    MapMark,
    MarkGroup,
    Outline,
    OutlineStyle,
    PhotoMark,
    WordsMark,
)

_WEIGHTS = {STRONG: 600, BOLD: 700}


def svg_of(marks: Iterable[MapMark], size: tuple[float, float], title: str) -> bytes:
    """Return a whole SVG of these points."""
    wide, high = size
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.3f}pt" height="{high:.3f}pt" '
        f'viewBox="0 0 {wide:.3f} {high:.3f}" font-family="Inter, Arial, sans-serif" '
        'stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{escape(printable(title))}</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        *_lines(marks, iter(range(1_000_000))),
        "</svg>",
    ]
    return "\n".join(lines).encode("utf-8")


def _lines(marks: Iterable[MapMark], numbers: Iterator[int]) -> Iterator[str]:
    for mark in marks:
        if isinstance(mark, Outline):
            yield _outline(mark)
        elif isinstance(mark, WordsMark):
            yield _text(mark)
        elif isinstance(mark, MarkGroup):
            kind = f' class="{mark.kind}"' if mark.kind else ""
            yield f'<g{kind} transform="translate({mark.x:.3f} {mark.y:.3f})">'
            if mark.words:
                yield f"<title>{escape(printable(mark.words))}</title>"
            yield from _lines(mark.marks, numbers)
            yield "</g>"
        elif isinstance(mark, PhotoMark):
            yield _photo(mark)
        elif isinstance(mark, Clipped):
            left, top, wide, high = mark.box
            name = f"clip-{next(numbers)}"
            yield (
                f'<clipPath id="{name}"><rect x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" '
                f'height="{high:.3f}"/></clipPath><g clip-path="url(#{name})">'
            )
            yield from _lines(mark.marks, numbers)
            yield "</g>"


def _photo(photo: PhotoMark) -> str:
    left, top, wide, high = photo.box
    faint = f' opacity="{photo.faint:.3g}"' if photo.faint < 1 else ""
    return (
        f'<image x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" height="{high:.3f}"{faint} '
        f'preserveAspectRatio="none" href="data:image/jpeg;base64,'
        f'{b64encode(photo.jpeg).decode("ascii")}"/>'
    )


def _outline(outline: Outline) -> str:
    path = " ".join(
        f"{step}{' '.join(f'{at:.3f}' for at in places)}" for step, places in outline.steps
    )
    return f'<path d="{path}"{_style(outline.style)}/>'


def _style(style: OutlineStyle) -> str:
    parts = [f' fill="{_hex(style.fill)}"' if style.fill is not None else ' fill="none"']
    if style.faint < 1:
        parts.append(f' fill-opacity="{style.faint:g}"')
    if style.line is not None:
        parts.append(f' stroke="{_hex(style.line)}" stroke-width="{style.wide:g}"')
    if style.dash:
        dash = " ".join(f"{part:g}" for part in style.dash)
        parts.append(f' stroke-dasharray="{dash}" stroke-linecap="butt"')
    return "".join(parts)


def _text(mark: WordsMark) -> str:
    weight = f' font-weight="{_WEIGHTS[mark.face]}"' if mark.face in _WEIGHTS else ""
    long = width(mark.words, mark.face, mark.size)
    return (
        f'<text x="{mark.x:.3f}" y="{mark.baseline:.3f}" font-size="{mark.size:g}"{weight} '
        f'fill="{_hex(mark.ink)}" textLength="{long:.3f}" lengthAdjust="spacingAndGlyphs" '
        f'xml:space="preserve">{escape(mark.words)}</text>'
    )


def _hex(ink: Color) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in (ink.red, ink.green, ink.blue))
