"""The icons that are shipped with the program, as SVG in a colour of the caller's choice."""

from functools import cache

from ui.look.shipped import shipped

INK = b"currentColor"


@cache
def svg(name: str) -> bytes:
    """Return the SVG of an icon. Raise FileNotFoundError for an unknown name."""
    return shipped("icons", f"{name}.svg").read_bytes()


def svg_in(name: str, colour: str) -> bytes:
    """Return an icon as SVG in `colour` (#rrggbb); parts with colours of their own keep them."""
    return svg(name).replace(INK, colour.encode("ascii"))
